package build

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// checkFormat compares a format with the arguments of its printf.
func (p *builder) checkFormat(at *syntax.Token, s string, args []*operand) bool {
	n := 0
	for from := 0; ; {
		c, ok := types.NextConversion(s, from)
		if !ok {
			break
		}
		from = c.To
		spec := s[c.From:c.To]
		switch {
		case c.Verb == '%':
			continue
		case c.Verb == 0 || strings.IndexByte("diuxXocfFeEgGaA", c.Verb) < 0:
			p.failAt(at, "“"+spec+"” is not read; write %g, %e, %f, %a, %d, %u, %x, %o or %c")
			return false
		case c.Width > types.MaxPrintWidth || c.Precision > types.MaxPrintWidth:
			p.failAt(at, "a width or precision in “"+spec+"” is beyond "+strconv.Itoa(types.MaxPrintWidth))
			return false
		case n == len(args):
			p.failAt(at, "there is no value for “"+spec+"”")
			return false
		}
		a := args[n]
		n++
		float := strings.IndexByte("fFeEgGaA", c.Verb) >= 0
		switch {
		case float != a.typ.IsFloat() && float:
			p.fail(a.from, a.to, "“"+spec+"” prints a double, but this is "+a.typ.String()+": convert it, as in (double)x, or write "+[...]string{"%d", "%lld"}[types.Is64(a.typ)])
			return false
		case float != a.typ.IsFloat():
			p.fail(a.from, a.to, "“"+spec+"” prints an integer, but this is "+a.typ.String()+": write %g, or print its bits through a union or __float_as_int")
			return false
		case !float && (c.Long > 0) != (types.Is64(a.typ) == 1):
			p.fail(a.from, a.to, "“"+spec+"” does not fit "+a.typ.String()+": write %"+[...]string{"", "ll"}[types.Is64(a.typ)]+string(rune(c.Verb)))
			return false
		}
	}
	if n < len(args) {
		p.fail(args[n].from, args[n].to, "the format has no % for this value")
		return false
	}
	return true
}

// printf evaluates a call of printf.
func (p *builder) printf(n *syntax.Tree) *operand {
	var format strings.Builder
	for _, s := range n.Stars {
		format.WriteString(p.unquoted(s))
	}
	var args []*operand
	for _, m := range n.List {
		args = append(args, p.printable(m))
	}
	if p.Err != nil || !p.checkFormat(n.Next, format.String(), args) {
		return &operand{}
	}
	return p.print(n, format.String(), args)
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

// printable evaluates what is printed.
func (p *builder) printable(m *syntax.Tree) *operand {
	o := p.value(m)
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
	if !p.certain() && p.dead == 0 {
		return p.failAt(n.Token, "whether this is printed depends on the inputs; print after the if")
	}
	if len(p.prints) >= 1000 {
		return p.failAt(n.Token, "this prints more than 1000 times")
	}
	p.prints = append(p.prints, pr)
	return knownInt(types.Int, 0, n.Token.At, n.End)
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
		case syntax.StringTree:
			format.WriteString(strings.ReplaceAll(p.unquoted(m.Token), "%", "%%"))
		default:
			o := p.printable(m)
			if p.Err != nil {
				return o
			}
			args = append(args, o)
			format.WriteByte('%')
			switch {
			case m.Kind == syntax.NumeralTree && p.Text[m.Token.From] == '\'':
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
