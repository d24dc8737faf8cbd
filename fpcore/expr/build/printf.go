package build

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// formatted compares a format with the arguments of its printf. Strings, and characters that are known, become part of the format it
// returns: they are text. The others are the numbers that are printed.
func (p *builder) formatted(at *syntax.Token, s string, args []*operand) (string, []*operand) {
	var b strings.Builder
	var numbers []*operand
	n := 0
	for from := 0; p.Err == nil; {
		c, ok := types.NextConversion(s, from)
		if !ok {
			b.WriteString(s[from:])
			break
		}
		spec := s[c.From:c.To]
		b.WriteString(s[from:c.From])
		from = c.To
		switch {
		case c.Verb == '%':
			b.WriteString(spec)
			continue
		case c.Verb == 0 || strings.IndexByte("diuxXocsfFeEgGaA", c.Verb) < 0:
			p.failAt(at, "“"+spec+"” is not read; write %g, %e, %f, %a, %d, %u, %x, %o, %c or %s")
			return "", nil
		case c.Width > types.MaxPrintWidth || c.Precision > types.MaxPrintWidth:
			p.failAt(at, "a width or precision in “"+spec+"” is beyond "+strconv.Itoa(types.MaxPrintWidth))
			return "", nil
		case n == len(args):
			p.failAt(at, "there is no value for “"+spec+"”")
			return "", nil
		}
		a := args[n]
		n++
		float := strings.IndexByte("fFeEgGaA", c.Verb) >= 0
		switch {
		case a.kind == words && c.Verb == 's':
			b.WriteString(asFormat(c.Text(p.texts[a.v])))
			continue
		case c.Verb == 'c' && a.kind == known && !a.typ.IsFloat():
			b.WriteString(asFormat(c.Text(string([]byte{byte(a.k)}))))
			continue
		case a.kind == words:
			p.fail(a.from, a.to, "“"+spec+"” prints a number, but this is a string: write %s")
		case c.Verb == 's':
			p.fail(a.from, a.to, "“"+spec+"” prints a string, but this is "+a.typ.String())
		case float != a.typ.IsFloat() && float:
			p.fail(a.from, a.to, "“"+spec+"” prints a double, but this is "+a.typ.String()+": convert it, as in (double)x, or write "+[...]string{"%d", "%lld"}[types.Is64(a.typ)])
		case float != a.typ.IsFloat():
			p.fail(a.from, a.to, "“"+spec+"” prints an integer, but this is "+a.typ.String()+": write %g, or print its bits through a union or __float_as_int")
		case !float && (c.Long > 0) != (types.Is64(a.typ) == 1):
			p.fail(a.from, a.to, "“"+spec+"” does not fit "+a.typ.String()+": write %"+[...]string{"", "ll"}[types.Is64(a.typ)]+string(rune(c.Verb)))
		}
		b.WriteString(spec)
		numbers = append(numbers, a)
	}
	if n < len(args) {
		p.fail(args[n].from, args[n].to, "the format has no % for this value")
	}
	return b.String(), numbers
}

// asFormat is the format that writes a text.
func asFormat(s string) string { return strings.ReplaceAll(s, "%", "%%") }

// printf evaluates a call of printf.
func (p *builder) printf(n *syntax.Tree) *operand {
	return p.written(n, n.Next, p.textOf(n.Stars), n.List)
}

// written evaluates what is printed by a format, which stands at a token.
func (p *builder) written(n *syntax.Tree, at *syntax.Token, format string, list []*syntax.Tree) *operand {
	var args []*operand
	for _, m := range list {
		args = append(args, p.printable(p.value(m)))
	}
	format, args = p.formatted(at, format, args)
	if p.Err != nil {
		return &operand{}
	}
	return p.print(n, format, args)
}

// puts evaluates the calls that print as printf does under another name; ok is false for other names.
func (p *builder) puts(n *syntax.Tree) (o *operand, ok bool) {
	list := n.List
	switch name := p.Names[n.Token.ID]; {
	case name == "puts" && len(list) == 1:
		return p.written(n, n.Token, "%s\n", list), true
	case name == "putchar" && len(list) == 1:
		return p.written(n, n.Token, "%c", list), true
	case name == "fprintf" && len(list) > 1 && list[0].Kind == syntax.NameTree && p.Names[list[0].Token.ID] == "stdout" && list[1].Kind == syntax.StringTree:
		return p.written(n, list[1].Token, p.textOf(list[1].Stars), list[2:]), true
	}
	return nil, false
}

// textOf is what strings of the text say, one behind the other.
func (p *builder) textOf(list []*syntax.Token) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(p.unquoted(s))
	}
	return b.String()
}

// text is an operand that is a string.
func (p *builder) text(s string, from, to int32) *operand {
	p.texts = append(p.texts, s)
	return &operand{kind: words, v: int32(len(p.texts) - 1), from: from, to: to}
}

// unquoted is what a string of the text says.
func (p *builder) unquoted(s *syntax.Token) string {
	inner := p.Text[s.From:s.To]
	inner = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(inner, `"`), `"`), "“"), "”")
	out, bad := syntax.Unescape(inner)
	if bad >= 0 {
		p.failAt(s, "there is an escape after \\ in this string that C does not know")
	}
	return out
}

// printable reads what is printed.
func (p *builder) printable(o *operand) *operand {
	if p.Err != nil {
		return o
	}
	if o = p.rvalue(o); o.kind == thread {
		o = p.threadInput(o)
	}
	if p.Err == nil && o.kind == pointer {
		return p.fail(o.from, o.to, "pointers are not printed")
	}
	return o
}

// print notes a call of printf, or what is the same.
func (p *builder) print(n *syntax.Tree, format string, args []*operand) *operand {
	pr := types.Print{Format: format, At: n.Token.At}
	for _, o := range args {
		switch o.typ {
		case types.Float:
			o = p.implicit(o, types.Double)
		case types.Bool:
			o = p.implicit(o, types.Int)
		case types.Half, types.BFloat16:
			return p.fail(o.from, o.to, "printf takes no "+o.typ.String()+": convert it to float first")
		}
		pr.Args = append(pr.Args, p.of(o))
	}
	p.stored++
	done := knownInt(types.Int, 0, n.Token.At, n.End)
	if !p.certain() && p.dead == 0 {
		if text := strings.TrimSpace(format); len(args) == 0 && (text == "" || strings.Trim(text, "0123456789.+-") != "") { // no number
			p.Note(int(n.Token.At), "Whether this text is printed is not followed.")
			return done
		}
		return p.failAt(n.Token, "whether this is printed "+p.depends()+"; print after the if")
	}
	if len(p.prints) >= 1000 {
		return p.failAt(n.Token, "this prints more than 1000 times")
	}
	p.prints = append(p.prints, pr)
	return done
}

// depends says what a condition that is not known comes from: inputs, or where there are none numbers that machines round.
func (p *builder) depends() string {
	if len(p.inputs) == 0 {
		return "is decided by floating-point numbers, which may differ from machine to machine"
	}
	return "depends on the inputs"
}

// stream is how std::cout prints floating-point numbers: %g with six digits until a manipulator says something else.
type stream struct {
	verb   byte // 0: g
	digits int  // behind the point or altogether, with one more than that; 0: six
}

// cout evaluates std::cout << as the printf that prints the same. It has no value that counts. A width is
// passed over: it moves a number and changes none.
func (p *builder) cout(n *syntax.Tree) *operand {
	var format strings.Builder
	var args []*operand
	for _, m := range n.List {
		switch m.Kind {
		case syntax.ManipulatorTree:
			switch w := p.Names[m.Token.ID]; w {
			case "endl":
				format.WriteByte('\n')
			case "fixed", "scientific", "hexfloat", "defaultfloat":
				p.stream.verb = map[string]byte{"fixed": 'f', "scientific": 'e', "hexfloat": 'a'}[w]
			case "setprecision", "precision":
				if m.X == nil || m.X.Kind != syntax.NumeralTree || m.X.Number.IsFloat() || m.X.Bits > 100 {
					return p.failAt(m.Token, "a number of digits is expected, as in setprecision(9)")
				}
				p.stream.digits = int(m.X.Bits) + 1
			}
		default:
			o := p.value(m)
			char := o.narrow == 8 || o.narrow == -8 || o.kind == place && (o.ct.Narrow == 8 || o.ct.Narrow == -8) ||
				m.Kind == syntax.NumeralTree && p.Text[m.Token.From] == '\''
			if o = p.printable(o); p.Err != nil {
				return o
			}
			switch {
			case o.kind == words:
				format.WriteString(asFormat(p.texts[o.v]))
				continue
			case char && o.kind == known:
				format.WriteString(asFormat(string([]byte{byte(o.k)})))
				continue
			}
			args = append(args, o)
			format.WriteByte('%')
			switch {
			case char:
				format.WriteByte('c')
			case o.typ.IsFloat():
				if p.stream.digits > 0 && p.stream.verb != 'a' {
					format.WriteString("." + strconv.Itoa(p.stream.digits-1))
				}
				if p.stream.verb == 0 {
					format.WriteByte('g')
				} else {
					format.WriteByte(p.stream.verb)
				}
			default:
				if types.Is64(o.typ) == 1 {
					format.WriteString("ll")
				}
				if o.typ == types.UInt || o.typ == types.ULong {
					format.WriteByte('u')
				} else {
					format.WriteByte('d')
				}
			}
		}
		if p.Err != nil {
			return &operand{}
		}
	}
	p.print(n, format.String(), args)
	return &operand{from: n.Token.At, to: n.End}
}
