package link

import (
	"strings"
	"testing"

	"ulplab/fpcore/wide"
)

func TestEscape(t *testing.T) {
	for _, s := range []string{"", "0.1", "-2/3 * 1e+5", "~", "~7", "a&b=c?d#e%f", "π ≈ 3", "\x00\xff", "~41"} {
		e := Escape(s)
		if strings.Trim(e, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._~-") != "" {
			t.Errorf("%q is written %q", s, e)
		}
		if got := Unescape(e); got != s {
			t.Errorf("%q came back as %q through %q", s, got, e)
		}
	}
}

func TestHex(t *testing.T) {
	for _, c := range []struct {
		code  wide.U128
		width int
		want  string
	}{
		{wide.From64(0x7e), 8, "7e"}, {wide.From64(5), 4, "5"}, {wide.From64(0x20), 6, "20"},
		{wide.U128{Hi: 0x7fff, Lo: 1}, 80, "7fff0000000000000001"},
		{wide.U128{Hi: 1 << 63, Lo: 0xabc}, 128, "80000000000000000000000000000abc"},
	} {
		if got := Hex(c.code, c.width); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
		if got, ok := ParseHex(c.want); !ok || got != c.code {
			t.Errorf("%s came back as %v", c.want, got)
		}
	}
	for _, s := range []string{"", "g", "123456789012345678901234567890123"} {
		if _, ok := ParseHex(s); ok {
			t.Errorf("%q was read as digits", s)
		}
	}
}
