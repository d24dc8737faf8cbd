package explain

import (
	"slices"
	"strings"
)

// qualifiers are those of CUDA for functions.
const qualifiers = " __global__ __device__ __host__ __forceinline__ __noinline__ "

// signature reads a text that is one function: its type without qualifiers, and where its arguments begin.
func signature(text string) (typ string, at int, ok bool) {
	name := ""
	depth, bodies := 0, 0
	for _, t := range tokens(text) {
		w := text[t.from:t.to]
		if at == 0 {
			switch {
			case strings.Contains(qualifiers+"static inline ", " "+w+" "):
			case w == "(":
				at = t.from
			case strings.Contains(";{}=<,", w):
				return
			default:
				typ, name = typ+name+" ", w
			}
			continue
		}
		switch w {
		case "{":
			if depth++; depth == 1 {
				bodies++
			}
		case "}":
			depth--
		case ";":
			if depth == 0 {
				return
			}
		}
	}
	return typ, at, at > 0 && depth == 0 && bodies == 1 && !strings.Contains(text, "#")
}

// adopted is the text of the other side's program as it compiles on a side: for a CPU without the qualifiers that only CUDA has, in device
// code a function with the name and the qualifiers of the one whose place it takes.
func adopted(own, other string, gpu bool) (text string, ok bool) {
	if !gpu {
		if forDevice(other) {
			for _, q := range strings.Fields(qualifiers) {
				other = strings.ReplaceAll(other, q+" ", "")
			}
		}
		return other, !forDevice(other) && !strings.Contains(other, "CUDART_")
	}
	if !anyOf(own, strings.Fields(qualifiers)) || anyOf(other, strings.Fields(qualifiers)) {
		return other, true
	}
	was, at, one := signature(own)
	now, from, ok := signature(other)
	if !one || !ok || was != now {
		return "", false
	}
	return own[:at] + other[from:], true
}

// macroOption is the option that makes of one text another one, where they differ in the macros alone that options define before them, and what
// is as good; "" where they differ in more.
func macroOption(own, other string) (option, note string) {
	split := func(text string) (list []string, rest string) {
		for strings.HasPrefix(text, "#define ") {
			line, more, _ := strings.Cut(strings.TrimPrefix(text, "#define "), "\n")
			list, text = append(list, strings.TrimSpace(line)), more
		}
		return list, text
	}
	has, a := split(own)
	needs, b := split(other)
	if a != b {
		return "", ""
	}
	said := true
	options := func(from, without []string) (text, lines string) {
		for _, m := range from {
			if slices.Contains(without, m) {
				continue
			}
			m, option := strings.CutSuffix(m, asOption)
			said = said && option
			name, value, _ := strings.Cut(m, " ")
			text += " -D" + strings.TrimSuffix(name+"="+value, "=1")
			lines += ", #define " + m
		}
		return text, lines
	}
	add, lines := options(needs, has)
	leave, was := options(has, needs)
	switch {
	case !said:
		return "", ""
	case add == "":
		return "without" + leave, "or without the line " + was[min(2, len(was)):]
	case leave == "":
		return add[1:], "or the line " + lines[2:]
	}
	return add[1:] + " in the place of" + leave, "or the line " + lines[2:]
}
