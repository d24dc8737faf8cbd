package types

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// MaxPrintWidth bounds widths and precisions of printf.
const MaxPrintWidth = 2000

// Conversion is a % of a format.
type Conversion struct {
	From, To         int // bytes of the format
	flags            string
	Width, Precision int // -1 where there is none
	Long             int // l: 1, ll and the like: 2; hh: -2, h: -1
	Verb             byte
}

// NextConversion finds the first % at or behind from. ok is false if there is none; then to is the end of the format.
func NextConversion(s string, from int) (c Conversion, ok bool) {
	n := strings.IndexByte(s[from:], '%')
	if n < 0 {
		return Conversion{To: len(s)}, false
	}
	c = Conversion{From: from + n, Width: -1, Precision: -1}
	i := c.From + 1
	start := i
	for i < len(s) && strings.IndexByte("-+ #0", s[i]) >= 0 {
		i++
	}
	c.flags = s[start:i]
	count := func() (v int) {
		for ; i < len(s) && IsDigit(s[i]); i++ {
			v = min(v*10+int(s[i]-'0'), MaxPrintWidth+1)
		}
		return v
	}
	if i < len(s) && IsDigit(s[i]) {
		c.Width = count()
	}
	if i < len(s) && s[i] == '.' {
		i++
		c.Precision = count()
	}
	for i < len(s) && strings.IndexByte("hlzjtqL", s[i]) >= 0 {
		switch s[i] {
		case 'h':
			c.Long--
		case 'l':
			c.Long++
		default:
			c.Long = 2
		}
		i++
	}
	if i < len(s) {
		c.Verb = s[i]
		i++
	}
	c.To = i
	return c, true
}

// Is64 is 1 for a type of 64 bits.
func Is64(t Type) int {
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
		v, ok := NextConversion(pr.Format, from)
		if !ok {
			b.WriteString(pr.Format[from:])
			return b.String()
		}
		b.WriteString(pr.Format[from:v.From])
		from = v.To
		if v.Verb == '%' {
			b.WriteByte('%')
			continue
		}
		x := pr.Args[n]
		n++
		b.WriteString(v.write(c.Values[x].Type, bits(x)))
	}
}

// write formats one value.
func (c Conversion) write(t Type, code uint64) string {
	has := func(f byte) bool { return strings.IndexByte(c.flags, f) >= 0 }
	var sign, digits string
	finite := true
	upper := 'A' <= c.Verb && c.Verb <= 'Z'
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
	if c.Verb == 'c' {
		digits, finite = string([]byte{byte(code)}), false
	}
	if upper {
		sign, digits = strings.ToUpper(sign), strings.ToUpper(digits)
	}
	return c.padded(sign, digits, has('0') && finite && (t.IsFloat() || c.Precision < 0))
}

// Text is a text as %s writes it.
func (c Conversion) Text(s string) string {
	if c.Verb == 's' && c.Precision >= 0 {
		s = s[:min(len(s), c.Precision)]
	}
	return c.padded("", s, false)
}

// padded fills a number or a text up to the width, with zeros or with spaces.
func (c Conversion) padded(sign, digits string, zeros bool) string {
	fill := c.Width - len(sign) - len(digits)
	switch {
	case fill <= 0:
		return sign + digits
	case strings.IndexByte(c.flags, '-') >= 0:
		return sign + digits + strings.Repeat(" ", fill)
	case zeros:
		if strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0X") {
			return sign + digits[:2] + strings.Repeat("0", fill) + digits[2:]
		}
		return sign + strings.Repeat("0", fill) + digits
	}
	return strings.Repeat(" ", fill) + sign + digits
}

// integer returns sign or prefix and digits of an integer.
func (c Conversion) integer(t Type, code uint64, has func(byte) bool) (sign, digits string) {
	v := code & t.Mask()
	signed := c.Verb == 'd' || c.Verb == 'i'
	if c.Long < 0 {
		width := uint(16)
		if c.Long < -1 {
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
	switch c.Verb {
	case 'x', 'X':
		base = 16
	case 'o':
		base = 8
	}
	digits = strconv.FormatUint(v, base)
	if c.Precision == 0 && v == 0 {
		digits = ""
	}
	if n := c.Precision - len(digits); n > 0 {
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
func (c Conversion) float(code uint64, keep bool) (digits string, finite bool) {
	f, w := format.F64, wide.U128{Lo: code}
	class := f.ClassOf(w)
	precision := c.Precision
	if precision < 0 {
		precision = 6
	}
	var s string
	switch c.Verb | 0x20 {
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
			return hexFloat(code, c.Precision, keep), true
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
