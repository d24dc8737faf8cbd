package names

import (
	"strconv"
	"strings"
)

// CSV writes lines of fields as RFC 4180 has them.
type CSV struct{ b strings.Builder }

// Line writes a line.
func (t *CSV) Line(fields ...string) {
	for i, f := range fields {
		if i > 0 {
			t.b.WriteByte(',')
		}
		if strings.ContainsAny(f, ",\"\r\n") {
			f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
		t.b.WriteString(f)
	}
	t.b.WriteString("\r\n")
}

// String returns all lines.
func (t *CSV) String() string { return t.b.String() }

// CSVUlps writes an error, nothing where it has no meaning.
func CSVUlps(x float64, ok bool) string {
	if !ok || x != x {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 10, 64)
}
