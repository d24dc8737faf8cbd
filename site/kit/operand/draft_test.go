package operand

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Cut keeps what fits and makes what does not fit longer than the limit, whatever stands at the limit.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		s    string
		most int
		want string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "abcd"},
		{"abcde", 3, "abcd"},
		{"", 0, ""},
		{"abc€€", 3, "abc€"},
		{"abc\xff", 3, "abc"},
	} {
		if got := Cut(c.s, c.most); got != c.want {
			t.Errorf("Cut(%q, %d) is %q, want %q", c.s, c.most, got, c.want)
		}
	}
	long := strings.Repeat("€1", 5000)
	for most := range 300 {
		if s := Cut(long, most); len(s) <= most || len(s) > most+utf8.UTFMax || !utf8.ValidString(s) || !strings.HasPrefix(long, s) {
			t.Fatalf("at %d: %d bytes", most, len(s))
		}
	}
}
