package explain

import "strings"

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

// suffixed returns a program whose decimal literals all have the suffix f.
func suffixed(s string) string {
	return edited(s, func(w string, next byte) string {
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
		i := strings.Index(s, "atomicAdd(")
		if i < 0 {
			return s
		}
		j, comma, depth := i+len("atomicAdd("), -1, 1
		for ; j < len(s) && depth > 0; j++ {
			switch s[j] {
			case '(', '[':
				depth++
			case ')', ']':
				depth--
			case ',':
				if depth == 1 && comma < 0 {
					comma = j
				}
			}
		}
		if comma < 0 || depth > 0 {
			return s
		}
		to := strings.TrimSpace(s[i+len("atomicAdd(") : comma])
		if t, ok := strings.CutPrefix(to, "&"); ok {
			to = t
		} else {
			to = "*" + to
		}
		s = s[:i] + to + " += " + strings.TrimSpace(s[comma+1:j-1]) + s[j:]
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
