package explain

import "strings"

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
		return other, !forDevice(other)
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
