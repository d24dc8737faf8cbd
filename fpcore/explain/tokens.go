package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr/syntax"
)

// piece is the span of a token.
type piece struct{ from, to int }

// tokens cuts a program into names, numbers and single characters; comments, strings and directives are passed over, but for what a macro
// stands for.
func tokens(s string) (list []piece) {
	for i := 0; i < len(s); {
		c := s[i]
		j := i + 1
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case c == '#' && defines(s[i:]) > 0:
			i += defines(s[i:])
			continue
		case c == '/' && j < len(s) && s[j] == '/', c == '#':
			for i < len(s) && s[i] != '\n' {
				i++
			}
			continue
		case c == '/' && j < len(s) && s[j] == '*':
			k := strings.Index(s[j:], "*/")
			if k < 0 {
				return list
			}
			i = j + k + 2
			continue
		case c == '"':
			for j < len(s) && s[j] != '"' && s[j] != '\n' {
				j++
			}
			j = min(j+1, len(s))
		case letter(c):
			for j < len(s) && wordByte(s[j]) {
				j++
			}
		case '0' <= c && c <= '9' || c == '.' && j < len(s) && '0' <= s[j] && s[j] <= '9':
			for j < len(s) && (wordByte(s[j]) || s[j] == '.' || (s[j] == '+' || s[j] == '-') && (s[j-1]|32 == 'e' && !strings.HasPrefix(s[i:j], "0x") || s[j-1]|32 == 'p')) {
				j++
			}
		}
		list = append(list, piece{i, j})
		i = j
	}
	return list
}

// nesting is how a character changes the number of brackets around what follows it, braces aside: what stands in those is no operand.
func nesting(c byte) int {
	switch c {
	case '(', '[':
		return 1
	case ')', ']':
		return -1
	}
	return 0
}

// paired is the token that makes a pair with the bracket at token i, which stands behind it where that opens and before it where it closes;
// len(t) or -1 where there is none.
func paired(s string, t []piece, i int) int {
	step, depth := nesting(s[t[i].from]), 0
	for ; i >= 0 && i < len(t); i += step {
		if depth += nesting(s[t[i].from]); depth == 0 {
			break
		}
	}
	return i
}

// arguments is the token that closes the bracket at token i, as paired has it, and the place of the first comma directly in it, 0 if there is none.
func arguments(s string, t []piece, i int) (end, comma int) {
	end = paired(s, t, i)
	depth := 0
	for _, p := range t[i:end] {
		if depth += nesting(s[p.from]); depth == 1 && s[p.from] == ',' {
			return end, p.from
		}
	}
	return end, 0
}

// balanced reports that every bracket that opens in a text closes in it, braces aside.
func balanced(s string) bool {
	depth := 0
	for i := range len(s) {
		if depth += nesting(s[i]); depth < 0 {
			return false
		}
	}
	return depth == 0
}

// assignments counts how often a text gives a variable a value: by =, += and the like, ++ or --.
func assignments(s, name string) (n int) {
	t := tokens(s)
	at := func(i int) string {
		if i < 0 || i >= len(t) {
			return " "
		}
		return s[t[i].from:t[i].to]
	}
	for i := range t {
		if at(i) != name {
			continue
		}
		next, behind := at(i+1), at(i+2)
		twice := func(k int) bool { // ++ or --
			return (at(k) == "+" || at(k) == "-") && at(k) == at(k+1) && t[k].to == t[k+1].from
		}
		if next == "=" && behind != "=" || strings.Contains("+-*/%&|^", next) && behind == "=" || twice(i+1) || twice(i-2) && t[i-1].to == t[i].from {
			n++
		}
	}
	return n
}

// listed reports a comma in a text outside of all brackets, as there is one between arguments.
func listed(s string) bool {
	depth := 0
	for i := range len(s) {
		if depth += nesting(s[i]); depth <= 0 && s[i] == ',' {
			return true
		}
	}
	return false
}

// defines is the length of "#define NAME" where a text begins so, else 0.
func defines(s string) int {
	rest, ok := strings.CutPrefix(strings.TrimLeft(s[1:], " \t"), "define")
	name := strings.TrimLeft(rest, " \t")
	if !ok || name == rest || name == "" || !letter(name[0]) {
		return 0
	}
	at := 0
	for at < len(name) && wordByte(name[at]) {
		at++
	}
	return len(s) - len(name) + at
}

// replaced returns a program with one word in the place of another.
func replaced(s, was, by string) string {
	return edited(s, func(w string, _ byte) string {
		if w == was {
			return by
		}
		return w
	})
}

// suffixed returns a program whose decimal literals all have the suffix f, M_PI written out with them.
func suffixed(s string) string {
	return edited(s, func(w string, next byte) string {
		if digits := syntax.MathConstant(w); digits != "" {
			w = digits
		}
		if decimalLiteral(w) && !strings.ContainsAny(w, "fFlL") {
			return w + "f"
		}
		return w
	})
}

// unsuffixed returns a program whose decimal literals have no suffix f.
func unsuffixed(s string) string {
	return edited(s, func(w string, _ byte) string {
		if decimalLiteral(w) {
			return strings.TrimRight(w, "fF")
		}
		return w
	})
}

// decimalLiteral reports a number in decimal with a point or an exponent.
func decimalLiteral(w string) bool {
	digits := strings.TrimPrefix(w, ".")
	return digits != "" && '0' <= digits[0] && digits[0] <= '9' && strings.ContainsAny(w, ".eE") && !strings.HasPrefix(strings.ToLower(w), "0x")
}

// doubled returns a program in double: the type float and the suffix f are gone, from the names of functions too, and what prints nine digits
// prints seventeen.
func doubled(s string) string {
	return edited(s, func(w string, next byte) string {
		switch c := w[0]; {
		case w == "float":
			return "double"
		case decimalLiteral(w):
			return strings.TrimRight(w, "fF")
		case c == '"':
			return strings.ReplaceAll(w, "%.9g", "%.17g")
		case next == '(':
			if d, ok := doubleName(w); ok && letter(c) {
				return d
			}
		}
		return w
	})
}

// inLong returns a program with long long for int and for unsigned integers.
func inLong(s string) string {
	unsigned := false
	return edited(s, func(w string, _ byte) string {
		was := unsigned
		switch unsigned = w == "unsigned"; {
		case was && (w == "int" || w == "long" || w == "short" || w == "char"):
			unsigned = true
			return ""
		case w == "int", w == "unsigned", w == "size_t", strings.HasPrefix(w, "uint") && strings.HasSuffix(w, "_t"):
			return "long long"
		}
		return w
	})
}

// withoutAtomics writes x += y for atomicAdd(&x, y).
func withoutAtomics(s string) string {
	for {
		t := tokens(s)
		i := slices.IndexFunc(t, func(p piece) bool { return strings.HasPrefix(s[p.from:], "atomicAdd(") }) + 1
		if i == 0 {
			return s
		}
		end, comma := arguments(s, t, i)
		if comma == 0 || end == len(t) {
			return s
		}
		to := strings.TrimSpace(s[t[i].to:comma])
		if variable, ok := strings.CutPrefix(to, "&"); ok {
			to = variable
		} else {
			to = "*" + to
		}
		s = s[:t[i-1].from] + to + " += " + strings.TrimSpace(s[comma+1:t[end].from]) + s[t[end].to:]
	}
}

// edited returns a program with every name and number replaced by what each returns for it; next is the character after it,
// spaces passed over.
func edited(s string, each func(w string, next byte) string) string {
	var b strings.Builder
	at := 0
	list := tokens(s)
	for i, t := range list {
		next := byte(0)
		if i+1 < len(list) {
			next = s[list[i+1].from]
		}
		b.WriteString(s[at:t.from] + each(s[t.from:t.to], next))
		at = t.to
	}
	return b.String() + s[at:]
}
