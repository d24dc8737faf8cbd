package programs

import "strings"

// Respell writes a program in other words that mean the same: comments, white space, names of types from typedef, using
// and #define, and names in parentheses.
func Respell(p Program, seed uint64) Program {
	r := random(seed)
	var b, head strings.Builder
	names := map[string]string{}
	for _, t := range []string{"float", "double", "int"} {
		n := "N" + p.Name + "_" + t
		switch r.intn(5) {
		case 0:
			head.WriteString("typedef " + t + " " + n + ";\n")
		case 1:
			head.WriteString("using " + n + " = " + t + ";\n")
		case 2:
			head.WriteString("#define " + n + " " + t + "\n")
		default:
			n = t
		}
		names[t] = n
	}
	s := p.marked
	for len(s) > 0 {
		n := word(s)
		w, rest := s[:n], s[n:]
		switch {
		case strings.HasPrefix(rest, use):
			rest = rest[1:]
			if r.one(4) {
				w = "(" + w + ")"
			}
		case strings.HasPrefix(rest, ofType):
			rest = rest[1:]
			w = names[w]
		case w == " ":
			w = r.pick(" ", " ", " ", " ", "\n", "\t ", " /* x */ ", " // y\n", "  ")
		}
		b.WriteString(w)
		s = rest
	}
	p.Text = head.String() + b.String()
	return p
}

// word returns the length of the name or the other character that s begins with.
func word(s string) int {
	n := 0
	for n < len(s) && (s[n] == '_' || '0' <= s[n] && s[n] <= '9' || 'a' <= s[n]|0x20 && s[n]|0x20 <= 'z') {
		n++
	}
	return max(n, 1)
}
