package syntax

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr/types"
)

// branch is an #if that is open: whether its lines are read now, whether any of its parts was, and whether it is read
// itself.
type branch struct {
	on, had, outer bool
	at             int
}

// conditional reads #if and its relatives; rest begins behind the word, in the line that ends at end.
func (l *Lexer) conditional(word string, rest, end int) {
	from := l.pos
	n := len(l.branches)
	if n == 0 && word[0] == 'e' {
		l.fail(from, rest, "#"+word+" belongs to an #if before it")
		return
	}
	switch word {
	case "endif":
		l.branches = l.branches[:n-1]
		return
	case "else":
		b := &l.branches[n-1]
		b.on, b.had = b.outer && !b.had, true
		return
	case "elif":
		b := &l.branches[n-1]
		b.on = b.outer && !b.had && l.holds(rest, end)
		b.had = b.had || b.on
		return
	}
	b := branch{outer: l.reads(), at: from}
	if n > 100 {
		l.fail(from, rest, "more than 100 levels of #if are not read")
		return
	}
	if b.outer {
		switch word {
		case "if":
			b.on = l.holds(rest, end)
		default:
			name := strings.TrimSpace(l.Text[rest:end])
			if i := strings.IndexFunc(name, func(r rune) bool { return r == ' ' || r == '\t' || r == '/' }); i > 0 {
				name = name[:i]
			}
			b.on = l.defined(name) == (word == "ifdef")
		}
	}
	b.had = b.on
	l.branches = append(l.branches, b)
}

// reads reports whether the lines here are compiled.
func (l *Lexer) reads() bool { return len(l.branches) == 0 || l.branches[len(l.branches)-1].on }

// defined reports whether a name is a macro: of the text, or of the compiler.
func (l *Lexer) defined(name string) bool {
	id, ok := l.ids[name]
	if ok {
		_, ok = l.macros[id]
	}
	return ok || name == "__cplusplus" || l.device && (name == "__CUDACC__" || name == "__CUDA_ARCH__" || name == "__NVCC__")
}

// skipLines passes over lines that are not compiled, up to the next that begins with #.
func (l *Lexer) skipLines() {
	for l.pos < len(l.Text) {
		end := l.lineEnd()
		if strings.HasPrefix(strings.TrimLeft(l.Text[l.pos:end], " \t\r"), "#") {
			l.pos = end - len(strings.TrimLeft(l.Text[l.pos:end], " \t\r"))
			return
		}
		l.pos = min(end+1, len(l.Text))
	}
}

// holds evaluates the condition of an #if.
func (l *Lexer) holds(from, end int) bool {
	in := l.part(from, end)
	for in.Err == nil && in.pos < end && len(in.Tokens) < 1000 {
		c := in.Text[in.pos]
		start := in.pos
		switch {
		case c <= ' ' || c == '\\':
			in.pos++
		case c == '/' && in.comment():
		case types.IsLetter(c):
			for in.pos < end && (types.IsLetter(in.Text[in.pos]) || types.IsDigit(in.Text[in.pos])) {
				in.pos++
			}
			before := len(in.Tokens)
			if before > 0 && in.isDefined(before-1) || before > 1 && in.Tokens[before-1].Op == '(' && in.isDefined(before-2) || in.Text[start:in.pos] == "defined" {
				in.add(Identifier, 0, in.Intern(in.Text[start:in.pos]), start)
				continue
			}
			in.pos = start
			in.word()
		case types.IsDigit(c):
			in.number()
		default:
			in.operator()
		}
	}
	l.Names, l.made = in.Names, in.made
	c := condition{Lexer: in}
	v := c.binary(1)
	if in.Err == nil && c.at < len(in.Tokens) {
		t := in.Tokens[c.at]
		in.fail(int(t.At), int(t.End), "an operator is expected in this condition")
	}
	if in.Err != nil {
		l.Err, l.pos = in.Err, len(l.Text)
	}
	return v != 0
}

func (l *Lexer) isDefined(i int) bool {
	t := l.Tokens[i]
	return t.Kind == Identifier && l.Names[t.ID] == "defined"
}

// condition evaluates the tokens of an #if.
type condition struct {
	*Lexer
	at, nest int
}

func (c *condition) peek() Token {
	if c.at < len(c.Tokens) {
		return c.Tokens[c.at]
	}
	n := int32(len(c.Text))
	return Token{At: n, End: n}
}

func (c *condition) binary(least int) int64 {
	if c.nest++; c.nest > 50 {
		c.fail(len(c.Text), len(c.Text), "this condition is nested too deeply")
	}
	defer func() { c.nest-- }()
	a := c.unary()
	for c.Err == nil {
		t := c.peek()
		b := Binding(t.Op)
		if t.Kind != Punctuator || b < least || b == 0 {
			return a
		}
		c.at++
		x := c.binary(b + 1)
		switch t.Op {
		case AndAnd:
			a = truth(a != 0 && x != 0)
			continue
		case OrOr:
			a = truth(a != 0 || x != 0)
			continue
		case '/', '%':
			if x == 0 {
				c.fail(int(t.At), int(t.End), "this divides by zero")
				return 0
			}
		}
		if o, ok := Operations[t.Op]; ok {
			k, _ := types.FoldInteger(o, types.Long, uint64(a), uint64(x))
			a = int64(k)
		}
	}
	return a
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (c *condition) unary() int64 {
	t := c.peek()
	c.at++
	switch {
	case c.Err != nil:
	case t.Op == '!':
		return truth(c.unary() == 0)
	case t.Op == '-':
		return -c.unary()
	case t.Op == '+':
		return c.unary()
	case t.Op == '(':
		v := c.binary(1)
		if c.peek().Op != ')' {
			c.fail(int(t.At), int(t.End), "the parenthesis is not closed")
		}
		c.at++
		return v
	case t.Kind == Identifier && c.Names[t.ID] == "defined":
		open := c.peek().Op == '('
		if open {
			c.at++
		}
		name := c.peek()
		c.at++
		if open {
			c.at++
		}
		if name.Kind != Identifier {
			c.fail(int(t.At), int(t.End), "a name is expected after defined")
			return 0
		}
		return truth(c.defined(c.Names[name.ID]))
	case t.Kind == Identifier:
		switch c.Names[t.ID] {
		case "__CUDA_ARCH__":
			if c.device {
				return 900
			}
		case "__cplusplus":
			return 201703
		case "__CUDACC__":
			return truth(c.device)
		}
		return 0 // a name that is not defined
	case t.Kind == Numeral:
		if _, k, msg := IntLiteral(strings.ToLower(c.Text[t.From:t.To])); msg == "" {
			return int64(k)
		}
		c.fail(int(t.At), int(t.End), "an integer is expected in this condition")
	default:
		c.fail(int(t.At), int(t.End), "a name or an integer is expected in this condition, not "+strconv.Quote(c.Text[t.At:t.End]))
	}
	return 0
}

// Operations are those of the binary operators.
var Operations = map[Operator]types.Op{'+': types.Add, '-': types.Sub, '*': types.Mul, '/': types.Div, '%': types.Rem, '&': types.And, '|': types.Or, '^': types.Xor, ShiftLeft: types.Shl, ShiftRight: types.Shr,
	'<': types.Less, LessEq: types.LessEq, '>': types.More, MoreEq: types.MoreEq, Equal: types.Equal, Differ: types.Differ}
