package syntax

import (
	"math/bits"
	"strings"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
)

// maxLiteral bounds a number's length: every binary64 value has fewer digits.
const maxLiteral = 1200

// literal returns the type and the code of a number as C writes it; msg says what is wrong with it. single: a decimal
// without suffix is a float. device: a long double is a double.
func literal(s string, single, device bool) (t types.Type, code uint64, msg string) {
	if len(s) > maxLiteral {
		return 0, 0, "this number has more than 1200 digits"
	}
	s = strings.ReplaceAll(strings.ToLower(s), "'", "")
	hex := strings.HasPrefix(s, "0x")
	if strings.Contains(s, ".") || hex && strings.Contains(s, "p") || !hex && strings.Contains(s, "e") && !strings.HasPrefix(s, "0b") {
		return floatLiteral(s, hex, single, device)
	}
	return IntLiteral(s)
}

func floatLiteral(s string, hex, single, device bool) (t types.Type, code uint64, msg string) {
	t = types.Double
	if single {
		t = types.Float
	}
	digits := s
	if hex && !strings.Contains(s, "p") {
		return 0, 0, "a hexadecimal number with a point needs a power of two: write p0 after it"
	}
	switch s[len(s)-1] {
	case 'f':
		t, digits = types.Float, s[:len(s)-1]
	case 'l':
		if t, digits = types.Double, s[:len(s)-1]; !device {
			return 0, 0, "long double has 80 bits on x86 and is not read; leave out the l for a double"
		}
	}
	if !wellFormed(digits, hex) {
		return 0, 0, "this is not a number as C writes it, such as 1.5f, 2e-3 or 0x1.8p+1"
	}
	p, err := text.ParseNumber(digits, t.Format(), round.Env{})
	if err != nil {
		return 0, 0, "this is not a number as C writes it, such as 1.5f, 2e-3 or 0x1.8p+1"
	}
	return t, p.Bits.Lo, ""
}

// wellFormed reports whether s is digits, a point among them or not, and an exponent or not.
func wellFormed(s string, hex bool) bool {
	base, mark := 10, byte('e')
	if hex {
		base, mark, s = 16, 'p', s[2:]
	}
	n := 0
	take := func(base int) {
		for n = 0; n < len(s) && digitOf(s[n]) < base; n++ {
		}
		s = s[n:]
	}
	take(base)
	any := n
	if strings.HasPrefix(s, ".") {
		s = s[1:]
		take(base)
		any += n
	}
	if any == 0 {
		return false
	}
	if s == "" {
		return !hex
	}
	if s[0] != mark {
		return false
	}
	if s = s[1:]; s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	take(10)
	return n > 0 && s == ""
}

//go:noinline
func digitOf(c byte) int {
	switch {
	case types.IsDigit(c):
		return int(c - '0')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 10
	}
	return 99
}

// IntLiteral returns the type and the code of an integer as C writes it; msg says what is wrong with it.
func IntLiteral(s string) (t types.Type, code uint64, msg string) {
	digits := strings.TrimRight(s, "ul")
	suffix := s[len(digits):]
	base := 10
	switch {
	case strings.HasPrefix(digits, "0x"):
		base, digits = 16, digits[2:]
	case strings.HasPrefix(digits, "0b"):
		base, digits = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base, digits = 8, digits[1:]
	}
	for _, c := range []byte(digits) {
		d := digitOf(c)
		if d >= base {
			switch {
			case c == 'f' && base != 16:
				return 0, 0, "f needs a point or an exponent before it: write " + digits[:len(digits)-1] + ".0f"
			case base == 8 && d < 10:
				return 0, 0, "a number that begins with 0 is octal; leave out the zero"
			}
			return 0, 0, "this is not a number as C writes it, such as 42, 0x2Au or 1.5f"
		}
		hi, lo := bits.Mul64(code, uint64(base))
		if code = lo + uint64(d); hi != 0 || code < lo {
			return 0, 0, "this is beyond 64 bits; a floating-point number needs a point or an exponent"
		}
	}
	unsigned := strings.Contains(suffix, "u")
	long := strings.Contains(suffix, "l")
	if digits == "" || strings.Count(suffix, "u") > 1 || strings.Count(suffix, "l") > 2 || strings.Contains(suffix, "lul") {
		return 0, 0, "this is not a number as C writes it, such as 42, 0x2Au or 1.5f"
	}
	either := unsigned || base != 10 // may become unsigned
	switch {
	case !long && !unsigned && code < 1<<31:
		return types.Int, code, ""
	case !long && either && code < 1<<32:
		return types.UInt, code, ""
	case !unsigned && code < 1<<63:
		return types.Long, code, ""
	case either:
		return types.ULong, code, ""
	}
	return 0, 0, "this is beyond a long long; write u after it for an unsigned number"
}

// Unescape resolves the escapes of the inside of a string or a character; at is the byte that is wrong, -1 if none.
func Unescape(s string) (out string, at int) {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b = append(b, s[i])
			continue
		}
		if i++; i == len(s) {
			return "", i - 1
		}
		const from, to = `abfnrtv\'"?e`, "\a\b\f\n\r\t\v\\'\"?\x1b"
		if n := strings.IndexByte(from, s[i]); n >= 0 {
			b = append(b, to[n])
			continue
		}
		base, most, v, n := 8, 3, 0, 0
		if s[i] == 'x' {
			base, most = 16, 8
			i++
		}
		for n < most && i < len(s) && digitOf(s[i]|0x20) < base && s[i] >= '0' {
			v = v*base + digitOf(s[i]|0x20)
			i++
			n++
		}
		if n == 0 || v > 255 {
			return "", i - 1
		}
		i--
		b = append(b, byte(v))
	}
	return string(b), -1
}
