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
