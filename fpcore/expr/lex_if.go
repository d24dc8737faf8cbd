package expr

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
func (l *lexer) conditional(word string, rest, end int) {
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
			name := strings.TrimSpace(l.text[rest:end])
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
func (l *lexer) reads() bool { return len(l.branches) == 0 || l.branches[len(l.branches)-1].on }

// defined reports whether a name is a macro: of the text, or of the compiler.
func (l *lexer) defined(name string) bool {
	id, ok := l.ids[name]
	if ok {
		_, ok = l.macros[id]
	}
	return ok || name == "__cplusplus" || l.device && (name == "__CUDACC__" || name == "__CUDA_ARCH__" || name == "__NVCC__")
}

// skipLines passes over lines that are not compiled, up to the next that begins with #.
func (l *lexer) skipLines() {
	for l.pos < len(l.text) {
		end := l.lineEnd()
		if strings.HasPrefix(strings.TrimLeft(l.text[l.pos:end], " \t\r"), "#") {
			l.pos = end - len(strings.TrimLeft(l.text[l.pos:end], " \t\r"))
			return
		}
		l.pos = min(end+1, len(l.text))
	}
}

// holds evaluates the condition of an #if.
func (l *lexer) holds(from, end int) bool {
	in := lexer{text: l.text[:end], pos: from, ids: l.ids, names: l.names, macros: l.macros, made: l.made, device: l.device}
	for in.err == nil && in.pos < end && len(in.tokens) < 1000 {
		c := in.text[in.pos]
		start := in.pos
		switch {
		case c <= ' ' || c == '\\':
			in.pos++
		case c == '/' && in.comment():
		case types.IsLetter(c):
			for in.pos < end && (types.IsLetter(in.text[in.pos]) || types.IsDigit(in.text[in.pos])) {
				in.pos++
			}
			before := len(in.tokens)
			if before > 0 && in.isDefined(before-1) || before > 1 && in.tokens[before-1].op == '(' && in.isDefined(before-2) || in.text[start:in.pos] == "defined" {
				in.add(identifier, 0, in.intern(in.text[start:in.pos]), start)
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
	l.names, l.made = in.names, in.made
	c := condition{lexer: &in}
	v := c.binary(1)
	if in.err == nil && c.at < len(in.tokens) {
		t := in.tokens[c.at]
		in.fail(int(t.at), int(t.end), "an operator is expected in this condition")
	}
	if in.err != nil {
		l.err, l.pos = in.err, len(l.text)
	}
	return v != 0
}

func (l *lexer) isDefined(i int) bool {
	t := l.tokens[i]
	return t.kind == identifier && l.names[t.id] == "defined"
}

// condition evaluates the tokens of an #if.
type condition struct {
	*lexer
	at, nest int
}

func (c *condition) peek() token {
	if c.at < len(c.tokens) {
		return c.tokens[c.at]
	}
	n := int32(len(c.text))
	return token{at: n, end: n}
}

func (c *condition) binary(least int) int64 {
	if c.nest++; c.nest > 50 {
		c.fail(len(c.text), len(c.text), "this condition is nested too deeply")
	}
	defer func() { c.nest-- }()
	a := c.unary()
	for c.err == nil {
		t := c.peek()
		b := binding(t.op)
		if t.kind != operator || b < least || b == 0 {
			return a
		}
		c.at++
		x := c.binary(b + 1)
		switch t.op {
		case andAnd:
			a = truth(a != 0 && x != 0)
			continue
		case orOr:
			a = truth(a != 0 || x != 0)
			continue
		case '/', '%':
			if x == 0 {
				c.fail(int(t.at), int(t.end), "this divides by zero")
				return 0
			}
		}
		if o, ok := operations[t.op]; ok {
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
	case c.err != nil:
	case t.op == '!':
		return truth(c.unary() == 0)
	case t.op == '-':
		return -c.unary()
	case t.op == '+':
		return c.unary()
	case t.op == '(':
		v := c.binary(1)
		if c.peek().op != ')' {
			c.fail(int(t.at), int(t.end), "the parenthesis is not closed")
		}
		c.at++
		return v
	case t.kind == identifier && c.names[t.id] == "defined":
		open := c.peek().op == '('
		if open {
			c.at++
		}
		name := c.peek()
		c.at++
		if open {
			c.at++
		}
		if name.kind != identifier {
			c.fail(int(t.at), int(t.end), "a name is expected after defined")
			return 0
		}
		return truth(c.defined(c.names[name.id]))
	case t.kind == identifier:
		switch c.names[t.id] {
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
	case t.kind == numeral:
		if _, k, msg := intLiteral(strings.ToLower(c.text[t.from:t.to])); msg == "" {
			return int64(k)
		}
		c.fail(int(t.at), int(t.end), "an integer is expected in this condition")
	default:
		c.fail(int(t.at), int(t.end), "a name or an integer is expected in this condition, not "+strconv.Quote(c.text[t.at:t.end]))
	}
	return 0
}

// operations are those of the binary operators.
var operations = map[op16]types.Op{'+': types.Add, '-': types.Sub, '*': types.Mul, '/': types.Div, '%': types.Rem, '&': types.And, '|': types.Or, '^': types.Xor, shiftLeft: types.Shl, shiftRight: types.Shr,
	'<': types.Less, lessEq: types.LessEq, '>': types.More, moreEq: types.MoreEq, equal: types.Equal, differ: types.Differ}
