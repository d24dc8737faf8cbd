package words

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// Ulps writes an error of a node in ulp with two digits after the point: "+0.31", "0" for none.
func Ulps(fixed int64) string {
	if fixed == 0 {
		return "0"
	}
	sign := "+"
	if fixed < 0 {
		sign, fixed = "−", -fixed
	}
	if fixed >= 100<<exact.FixedBits {
		return sign + strconv.FormatInt((fixed+1<<(exact.FixedBits-1))>>exact.FixedBits, 10)
	}
	n := (fixed*100 + 1<<(exact.FixedBits-1)) >> exact.FixedBits
	if n == 0 {
		return sign + "0.00"
	}
	return sign + strconv.FormatInt(n/100, 10) + "." + strconv.FormatInt(n/10%10, 10) + strconv.FormatInt(n%10, 10)
}

// RoundName is the short name of one rounding, as in the paper's rn(x).
func RoundName(d round.Direction) string {
	switch d {
	case round.TiesToAway:
		return "ra"
	case round.TowardZero:
		return "rz"
	case round.TowardPositive:
		return "ru"
	case round.TowardNegative:
		return "rd"
	case round.ToOdd:
		return "ro"
	}
	return "rn"
}

// Problem turns the error of text.Parse into a sentence with the place.
func Problem(err error) string {
	if e, ok := err.(*text.Error); ok {
		return "At character " + strconv.Itoa(e.Pos+1) + ": " + e.Msg + "."
	}
	return err.Error()
}

func Power(q int64) string { return "2^" + strconv.FormatInt(q, 10) }

// UlpCount writes a distance in units of 2^-FixedBits ulp: "1 ulp", "½ ulp".
func UlpCount(u int64) string {
	if u < 0 {
		u = -u
	}
	switch u {
	case 1 << exact.FixedBits:
		return "1 ulp"
	case 1 << (exact.FixedBits - 1):
		return "½ ulp"
	}
	return strconv.FormatInt((u*100+1<<(exact.FixedBits-1))>>exact.FixedBits, 10) + "/100 ulp"
}

// UpperHex writes hexadecimal digits as the paper does: 0x3F800001.
func UpperHex(s string) string {
	b := []byte(s)
	for i := 2; i < len(b); i++ {
		if 'a' <= b[i] && b[i] <= 'f' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

// Thousands writes a count with commas.
func Thousands[N int | int64 | uint64](n N) string {
	if n < 0 {
		return "-" + commas(strconv.FormatUint(-uint64(n), 10))
	}
	return commas(strconv.FormatUint(uint64(n), 10))
}

// commas sets them between the thousands of digits.
func commas(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Grouped sets commas between the thousands of a decimal number of five digits and more before the point.
func Grouped(s string) string {
	from := 0
	for from < len(s) && (s[from] < '0' || s[from] > '9') {
		from++
	}
	to := from
	for to < len(s) && '0' <= s[to] && s[to] <= '9' {
		to++
	}
	if to-from < 5 || strings.IndexByte(s, 'e') >= 0 {
		return s
	}
	return s[:from] + commas(s[from:to]) + s[to:]
}

// Few cuts a string after n characters.
func Few(s string, n int) string {
	if len(s) > n {
		return s[:n] + "…"
	}
	return s
}

// DigitsOf writes an exact value in decimal: every digit if asked for and there are finitely many, else 25.
func DigitsOf(ref exact.Ratio, all bool) string {
	switch {
	case !all:
		return DigitsTo(ref, 25)
	case ref.Den == nil && ref.Exp10 == 0:
		return exact.New(ref.Neg, ref.Num, ref.Exp2).Decimal()
	}
	return DigitsTo(ref, 200)
}

// Offset writes v - ref with its sign; ref is dyadic.
func Offset(v exact.Value, ref exact.Ratio) string {
	d := v.Sub(exact.New(ref.Neg, ref.Num, ref.Exp2)).Digits(9).Trim()
	switch {
	case d.D == "0":
		return "0"
	case d.Neg:
		return d.Plain()
	}
	return "+" + d.Plain()
}

// Brief writes a datum for a picture or a table: its value as text.Value has it, infinities as signs.
func Brief(f *format.Format, c wide.U128) string {
	if n := f.Unpack(c); n.Class == format.Infinity {
		if n.Sign {
			return "−∞"
		}
		return "∞"
	}
	return text.Value(f, c)
}

// Is writes a name and a value of Brief or text.ValueTo: "x = 0.5", "x ≈ 0.1".
func Is(name, value string) string {
	if digits, about := strings.CutPrefix(value, "≈"); about {
		return name + " ≈ " + digits
	}
	return name + " = " + value
}

// DigitsTo writes ref with its first n significant digits, nothing rounded, and … after them where more follow.
func DigitsTo(ref exact.Ratio, n int) string { return FirstDigits(ref.Digits, n) }

// FirstDigits is DigitsTo for what delivers any number of correctly rounded digits.
func FirstDigits(digits func(n int) exact.Digits, n int) string {
	for more := n + 4; ; more *= 2 {
		d := digits(more)
		if t := d.Trim(); !t.Inexact && len(t.D) <= n {
			if t.Exp < -5 || t.Exp >= int64(max(n, 21)) {
				return t.Scientific(1)
			}
			return t.Plain()
		}
		if d.Inexact && more < exact.MaxDigits && strings.Trim(d.D[n:], "0") == "" {
			continue // a carry may have made these zeros
		}
		d.D = d.D[:n]
		if d.Exp < -5 || d.Exp >= int64(n) {
			head, exp, _ := strings.Cut(d.Scientific(1), "e")
			return head + "…e" + exp
		}
		return d.Plain() + "…"
	}
}

func HexOf(v uint64, t arith.IntType) string {
	n := int(t.Bits) / 4
	b := make([]byte, n)
	for i := range b {
		b[i] = "0123456789abcdef"[v>>(4*(n-1-i))&15]
	}
	return string(b)
}

// FlagLetters are the names of exceptions, with the sixth that only x86 has.
func FlagLetters(f round.Flags) []string {
	w := FlagWords(f)
	if f&round.DenormalOperand != 0 {
		w = append(w, DenormalOperand)
	}
	return w
}

// Minus writes numbers with a true minus sign, for reading; what is copied keeps the hyphen.
func Minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

// Superscripts is Powers for plain text: 2^-27 becomes 2⁻²⁷.
func Superscripts(s string) string {
	var b strings.Builder
	raised := false
	for _, r := range Minus(s) {
		digit := strings.IndexRune("0123456789", r)
		switch {
		case r == '^':
			raised = true
			continue
		case raised && r == '−':
			r = '⁻'
		case raised && digit >= 0:
			r = []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit]
		default:
			raised = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Code writes a code of a format in hexadecimal.
func Code(f *format.Format, c wide.U128) string { return text.Bits(f, c) }

func Capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

func Count(n int, word string) string {
	if n == 1 {
		return Num(n) + " " + word
	}
	return Num(n) + " " + word + "s"
}

// Powers raises what follows a ^: digits with a sign. The ^ stays in the text, for copying, but does not show. Signs
// before numbers become minus signs.
func Powers(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "^")
		b.WriteString(signs(before))
		if !found {
			return b.String()
		}
		n := 0
		for n < len(after) && (after[n] == '-' && n == 0 || '0' <= after[n] && after[n] <= '9') {
			n++
		}
		b.WriteString(`<i class="hat">^</i><sup>` + Minus(after[:n]) + `</sup>`)
		s = after[n:]
	}
}

// signs replaces the hyphens that stand for minus: between spaces, and before a number, an infinity or the end of the
// text where no letter or digit comes before. Compound words keep theirs, and options such as -ftz are kept in one piece.
func signs(s string) string {
	if !strings.Contains(s, "-") {
		return s
	}
	var b strings.Builder
	option := false
	for i := range len(s) {
		if option && strings.IndexByte(" ,;)", s[i]) >= 0 {
			b.WriteString(`</span>`)
			option = false
		}
		if s[i] != '-' || option {
			b.WriteByte(s[i])
			continue
		}
		free := i == 0 || strings.IndexByte(" (,[=", s[i-1]) >= 0 || strings.HasSuffix(s[:i], "≈") || i > 1 && s[i-1] == 'e' && '0' <= s[i-2] && s[i-2] <= '9'
		next := s[i+1:]
		switch {
		case free && (next == "" || strings.IndexByte(" .0123456789", next[0]) >= 0 || strings.HasPrefix(next, "∞")):
			b.WriteString("−")
		case free && 'A' <= next[0] && next[0] <= 'z':
			b.WriteString(`<span class="paper-option">-`)
			option = true
		default:
			b.WriteByte('-')
		}
	}
	if option {
		b.WriteString(`</span>`)
	}
	return b.String()
}

func Num(n int) string { return strconv.Itoa(n) }

// Fill puts numbers in the place of the signs # of a text, one after another; numbers without a sign are left out.
func Fill(text string, numbers ...int) string {
	parts := make([]string, len(numbers))
	for i, n := range numbers {
		parts[i] = Num(n)
	}
	return Put(text, parts...)
}

// Put is Fill with texts.
func Put(text string, parts ...string) string {
	s := ""
	for _, p := range parts {
		before, after, ok := strings.Cut(text, "#")
		if !ok {
			break
		}
		s += before + p
		text = after
	}
	return s + text
}
