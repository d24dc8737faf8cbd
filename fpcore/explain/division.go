package explain

import (
	"slices"
	"strings"
)

// trueDivisions returns a program in which quotients keep their fraction: an integer literal on one side of a / gets ".0"
// and a suffix, and where names of whole numbers stand on both sides a cast stands before the left one. What is divided in
// floating point anyway keeps its value.
func trueDivisions(s, suffix string, ints bool) string {
	t := tokens(s)
	cast := "(double)"
	if suffix == "f" {
		cast = "(float)"
	}
	insert := map[int]string{} // before which byte of the text
	whole := strings.Contains(s, "int") || strings.Contains(s, "long") || strings.Contains(s, "unsigned") || strings.Contains(s, "size_t") || ints
	for i := range t {
		if s[t[i].from:t[i].to] != "/" || i == 0 || i+1 == len(t) {
			continue
		}
		left, right := s[t[i-1].from:t[i-1].to], s[t[i+1].from:t[i+1].to]
		switch {
		case wholeLiteral(right):
			insert[t[i+1].to] = ".0" + suffix
		case wholeLiteral(left):
			insert[t[i-1].to] = ".0" + suffix
		case whole && (letter(right[0]) || right == "(" || left == ")"):
			if k := operand(s, t, i-1); k >= 0 {
				insert[t[k].from] = cast
			}
		}
	}
	return inserted(s, insert)
}

// floored returns a program in which quotients of whole numbers are rounded down and remainders belong to these, as // and % of Python have
// it and / and % of C do not.
func floored(s string) string {
	t := tokens(s)
	insert := map[int]string{}
	for i := range t {
		op := s[t[i].from:t[i].to]
		if op != "/" && op != "%" || i == 0 || i+1 == len(t) || s[t[i+1].from] == '=' {
			continue
		}
		right := i + 1
		if s[t[right].from] == '-' && right+1 < len(t) {
			right++
		}
		if s[t[right].from] == '(' {
			right = paired(s, t, right)
		} else if right+1 < len(t) && strings.IndexByte("([.", s[t[right+1].from]) >= 0 {
			continue
		}
		k := dividend(s, t, i-1)
		switch { // what encloses more comes later
		case k < 0 || right >= len(t):
		case op == "/":
			insert[t[k].from] = "floor((double)" + insert[t[k].from]
			insert[t[right].to] += ")"
		default:
			y := s[t[i+1].from:t[right].to]
			insert[t[k].from] = "((" + insert[t[k].from]
			insert[t[right].to] += " + " + y + ") % " + y + ")"
		}
	}
	return inserted(s, insert)
}

// dividend is the token with which products, quotients and remainders begin that end with a token, with a sign before them; -1 where an
// operand of them is another than operand reads.
func dividend(s string, t []piece, last int) int {
	for k := operand(s, t, last); ; {
		if k > 0 && s[t[k-1].from:t[k-1].to] == "-" && (k == 1 || strings.IndexByte("(,=+-*/%<>?:&|{;[", s[t[k-2].from]) >= 0 || s[t[k-2].from:t[k-2].to] == "return") {
			k--
		}
		if k < 2 || strings.IndexByte("*/%", s[t[k-1].from]) < 0 || t[k-1].to != t[k-1].from+1 {
			return k
		}
		k = operand(s, t, k-2)
	}
}

// operand is the token with which an operand begins that ends with a token: a name, a number, an element, a member, or what stands in
// parentheses, behind the name of a function or not; -1 for any other.
func operand(s string, t []piece, last int) int {
	k := last
	for k >= 0 && s[t[k].from] == ']' {
		k = paired(s, t, k) - 1
	}
	if k >= 0 && s[t[k].from] == ')' {
		if k = paired(s, t, k); k <= 0 || !letter(s[t[k-1].from]) || s[t[k-1].from:t[k-1].to] == "return" {
			return k
		}
		k--
	}
	if k < 0 || !wordByte(s[t[k].from]) {
		return -1
	}
	if k > 1 && s[t[k-1].from] == '.' {
		return operand(s, t, k-2)
	}
	return k
}

// fractional returns a program whose functions that return whole numbers, and the variables that are set in them but for counters of loops, have
// another type, float or double; "" where there are none of either.
func fractional(s, typ string) string {
	t := tokens(s)
	insert, depth, header := map[int]string{}, 0, 0 // header: how many brackets of the head of a loop are open
	word := func(i int) string { return s[t[i].from:t[i].to] }
	for i := range t {
		w := word(i)
		switch {
		case w == "{":
			depth++
		case w == "}":
			depth--
		case w == "(" && (header > 0 || i > 0 && word(i-1) == "for"):
			header++
		case w == ")" && header > 0:
			header--
		}
		if w != "int" && w != "long" || i+2 >= len(t) || !letter(word(i + 1)[0]) || header > 0 {
			continue
		}
		next := word(i + 2)
		if depth == 0 && next == "(" || (depth > 0 || strings.IndexByte(s, '{') < 0) && (next == "=" || next == ";" || next == ",") {
			insert[t[i].from], insert[t[i].to] = typ+"/*", "*/"
		}
	}
	if len(insert) == 0 {
		return ""
	}
	return inserted(s, insert)
}

// inFractions is a program whose quotients of whole numbers keep their fraction, and whose functions return it; as it is where there is no such
// function.
func inFractions(text, typ, suffix string) string {
	now := fractional(text, typ)
	if now == "" {
		return text
	}
	return strings.NewReplacer("/*int*/", "", "/*long*/", "").Replace(trueDivisions(now, suffix, false))
}

// inserted puts texts before bytes of another.
func inserted(s string, insert map[int]string) string {
	var b strings.Builder
	for i := 0; i <= len(s); i++ {
		b.WriteString(insert[i])
		if i < len(s) {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// fromFloat is what summedInFloat changes.
const fromFloat = "0.0f in the place of 0"

// summedInFloat is a text whose sums of std::accumulate and std::reduce begin with 0.0f where they began with 0, which makes them whole numbers.
func summedInFloat(text string) string {
	list := tokens(text)
	for i, t := range slices.Backward(list) {
		if i+1 >= len(list) || i == 0 || text[t.from:t.to] != "0" || text[list[i+1].from] != ')' || text[list[i-1].from] != ',' {
			continue
		}
		k := paired(text, list, i+1) - 1
		if k < 0 {
			continue
		}
		if w := text[list[k].from:list[k].to]; strings.HasSuffix(w, "accumulate") || strings.HasSuffix(w, "reduce") {
			text = text[:t.from] + "0.0f" + text[t.to:]
		}
	}
	return text
}

// wholeInputs lists the inputs that are whole numbers on every row, as expr.Options.Known has them.
func (s *Search) wholeInputs() string {
	list, not := " ", " "
	for i, v := range s.inputs {
		name := arrayName(v.Name) + "=int "
		for _, in := range s.table.In {
			if _, ok := wholeNumber(v.Type, in[i]); !ok && !strings.HasSuffix(not, " "+name) {
				not += name
			}
		}
		if !strings.HasSuffix(list, " "+name) { // elements of an array stand together
			list += name
		}
	}
	for _, n := range strings.Fields(not) {
		list = strings.ReplaceAll(list, " "+n+" ", " ")
	}
	return list
}
