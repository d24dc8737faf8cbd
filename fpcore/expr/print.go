package expr

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// maxWidth bounds widths and precisions of printf.
const maxWidth = 2000

// conversion is a % of a format.
type conversion struct {
	from, to         int // bytes of the format
	flags            string
	width, precision int // -1 where there is none
	long             int // l: 1, ll and the like: 2; hh: -2, h: -1
	verb             byte
}

// nextConversion finds the first % at or behind from. ok is false if there is none; then to is the end of the format.
func nextConversion(s string, from int) (c conversion, ok bool) {
	n := strings.IndexByte(s[from:], '%')
	if n < 0 {
		return conversion{to: len(s)}, false
	}
	c = conversion{from: from + n, width: -1, precision: -1}
	i := c.from + 1
	start := i
	for i < len(s) && strings.IndexByte("-+ #0", s[i]) >= 0 {
		i++
	}
	c.flags = s[start:i]
	count := func() (v int) {
		for ; i < len(s) && isDigit(s[i]); i++ {
			v = min(v*10+int(s[i]-'0'), maxWidth+1)
		}
		return v
	}
	if i < len(s) && isDigit(s[i]) {
		c.width = count()
	}
	if i < len(s) && s[i] == '.' {
		i++
		c.precision = count()
	}
	for i < len(s) && strings.IndexByte("hlzjtqL", s[i]) >= 0 {
		switch s[i] {
		case 'h':
			c.long--
		case 'l':
			c.long++
		default:
			c.long = 2
		}
		i++
	}
	if i < len(s) {
		c.verb = s[i]
		i++
	}
	c.to = i
	return c, true
}

// checkFormat compares a format with the arguments of its printf.
func (p *builder) checkFormat(at *token, s string, args []*operand) bool {
	n := 0
	for from := 0; ; {
		c, ok := nextConversion(s, from)
		if !ok {
			break
		}
		from = c.to
		spec := s[c.from:c.to]
		switch {
		case c.verb == '%':
			continue
		case c.verb == 0 || strings.IndexByte("diuxXocfFeEgGaA", c.verb) < 0:
			p.failAt(at, "“"+spec+"” is not read; write %g, %e, %f, %a, %d, %u, %x, %o or %c")
			return false
		case c.width > maxWidth || c.precision > maxWidth:
			p.failAt(at, "a width or precision in “"+spec+"” is beyond "+strconv.Itoa(maxWidth))
			return false
		case n == len(args):
			p.failAt(at, "there is no value for “"+spec+"”")
			return false
		}
		a := args[n]
		n++
		float := strings.IndexByte("fFeEgGaA", c.verb) >= 0
		switch {
		case float != a.typ.IsFloat() && float:
			p.fail(a.from, a.to, "“"+spec+"” prints a double, but this is "+a.typ.String()+": convert it, as in (double)x, or write "+[...]string{"%d", "%lld"}[b64(a.typ)])
			return false
		case float != a.typ.IsFloat():
			p.fail(a.from, a.to, "“"+spec+"” prints an integer, but this is "+a.typ.String()+": write %g, or print its bits through a union or __float_as_int")
			return false
		case !float && (c.long > 0) != (b64(a.typ) == 1):
			p.fail(a.from, a.to, "“"+spec+"” does not fit "+a.typ.String()+": write %"+[...]string{"", "ll"}[b64(a.typ)]+string(rune(c.verb)))
			return false
		}
	}
	if n < len(args) {
		p.fail(args[n].from, args[n].to, "the format has no % for this value")
		return false
	}
	return true
}

// b64 is 1 for a type of 64 bits.
func b64(t Type) int {
	if t == Long || t == ULong || t == Double {
		return 1
	}
	return 0
}

// Printed returns what the printf number i writes; bits gives the code of a value.
func (c *Code) Printed(i int, bits func(value int32) uint64) string {
	pr := &c.Prints[i]
	var b strings.Builder
	n := 0
	for from := 0; ; {
		v, ok := nextConversion(pr.Format, from)
		if !ok {
			b.WriteString(pr.Format[from:])
			return b.String()
		}
		b.WriteString(pr.Format[from:v.from])
		from = v.to
		if v.verb == '%' {
			b.WriteByte('%')
			continue
		}
		x := pr.Args[n]
		n++
		b.WriteString(v.write(c.Values[x].Type, bits(x)))
	}
}

// write formats one value.
func (c conversion) write(t Type, code uint64) string {
	has := func(f byte) bool { return strings.IndexByte(c.flags, f) >= 0 }
	var sign, digits string
	finite := true
	upper := 'A' <= c.verb && c.verb <= 'Z'
	if t.IsFloat() {
		digits, finite = c.float(code, has('#'))
		if strings.HasPrefix(digits, "-") {
			sign, digits = "-", digits[1:]
		} else if has('+') {
			sign = "+"
		} else if has(' ') {
			sign = " "
		}
	} else {
		sign, digits = c.integer(t, code, has)
	}
	if c.verb == 'c' {
		digits, finite = string([]byte{byte(code)}), false
	}
	if upper {
		sign, digits = strings.ToUpper(sign), strings.ToUpper(digits)
	}
	fill := c.width - len(sign) - len(digits)
	switch {
	case fill <= 0:
		return sign + digits
	case has('-'):
		return sign + digits + strings.Repeat(" ", fill)
	case has('0') && finite && (t.IsFloat() || c.precision < 0):
		if strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0X") {
			return sign + digits[:2] + strings.Repeat("0", fill) + digits[2:]
		}
		return sign + strings.Repeat("0", fill) + digits
	}
	return strings.Repeat(" ", fill) + sign + digits
}

// integer returns sign or prefix and digits of an integer.
func (c conversion) integer(t Type, code uint64, has func(byte) bool) (sign, digits string) {
	v := code & t.mask()
	signed := c.verb == 'd' || c.verb == 'i'
	if c.long < 0 {
		width := uint(16)
		if c.long < -1 {
			width = 8
		}
		if v &= 1<<width - 1; signed {
			v = uint64(int64(v<<(64-width)) >> (64 - width))
		}
	} else if signed && t.Bits() == 32 {
		v = uint64(int64(int32(v)))
	}
	if signed {
		switch {
		case int64(v) < 0:
			sign, v = "-", -v
		case has('+'):
			sign = "+"
		case has(' '):
			sign = " "
		}
	}
	base := 10
	switch c.verb {
	case 'x', 'X':
		base = 16
	case 'o':
		base = 8
	}
	digits = strconv.FormatUint(v, base)
	if c.precision == 0 && v == 0 {
		digits = ""
	}
	if n := c.precision - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	if has('#') && v != 0 && base == 16 {
		digits = "0x" + digits
	} else if has('#') && base == 8 && !strings.HasPrefix(digits, "0") {
		digits = "0" + digits
	}
	return sign, digits
}

// float returns a double as %e, %f, %g or %a write it, with its minus.
func (c conversion) float(code uint64, keep bool) (digits string, finite bool) {
	f, w := format.F64, wide.U128{Lo: code}
	class := f.ClassOf(w)
	precision := c.precision
	if precision < 0 {
		precision = 6
	}
	var s string
	switch c.verb | 0x20 {
	case 'e':
		s = text.FormatE(f, w, precision)
	case 'f':
		s = text.FormatF(f, w, precision)
	case 'g':
		s = text.FormatG(f, w, precision)
		if keep && class.IsFinite() {
			s = padded(s, max(precision, 1))
		}
	default:
		if class.IsFinite() {
			return hexFloat(code, c.precision, keep), true
		}
		s = text.FormatE(f, w, 0)
	}
	if keep && class.IsFinite() && !strings.Contains(s, ".") {
		if n := strings.IndexByte(s, 'e'); n >= 0 {
			s = s[:n] + "." + s[n:]
		} else {
			s += "."
		}
	}
	return s, class.IsFinite()
}

// padded puts back the zeros that %g leaves out, for %#g: n significant digits.
func padded(s string, n int) string {
	exponent := ""
	if i := strings.IndexByte(s, 'e'); i >= 0 {
		s, exponent = s[:i], s[i:]
	}
	if !strings.Contains(s, ".") {
		s += "."
	}
	digits := strings.TrimLeft(strings.Replace(strings.TrimPrefix(s, "-"), ".", "", 1), "0")
	have := len(digits)
	if have == 0 { // zero: its one digit before the point counts
		have = len(strings.Replace(strings.TrimPrefix(s, "-"), ".", "", 1))
	}
	return s + strings.Repeat("0", max(0, n-have)) + exponent
}

// hexFloat is %a as glibc and CUDA's printf write a double: one digit before the point, 1 or, below the smallest normal
// number, 0.
func hexFloat(code uint64, precision int, keep bool) string {
	sign := ""
	if code>>63 != 0 {
		sign = "-"
	}
	e := int64(code >> 52 & 0x7ff)
	m := code & (1<<52 - 1)
	lead := uint64(1)
	switch {
	case e == 0 && m == 0:
		lead = 0
	case e == 0:
		lead, e = 0, -1022
	default:
		e -= 1023
	}
	n := 13
	if precision >= 0 && precision < 13 {
		n = precision
		drop := uint(13-n) * 4
		all := lead<<52 | m
		half := uint64(1) << (drop - 1)
		rest := all & (1<<drop - 1)
		all >>= drop
		if rest > half || rest == half && all&1 != 0 {
			all++
		}
		lead, m = all>>(52-drop), all&(1<<(52-drop)-1)
	} else if precision < 0 {
		for n > 0 && m&15 == 0 {
			m >>= 4
			n--
		}
	}
	digits := ""
	if n > 0 {
		digits = strconv.FormatUint(m|1<<(4*uint(n)), 16)[1:]
	}
	digits += strings.Repeat("0", max(0, precision-13))
	if digits != "" || keep {
		digits = "." + digits
	}
	p := "p+"
	if e < 0 {
		p, e = "p-", -e
	}
	return sign + "0x" + strconv.FormatUint(lead, 16) + digits + p + strconv.FormatInt(e, 10)
}
