package expression

import (
	"strings"
	"testing"
)

// No value of a reader's is read in part: one that is too long is refused.
func TestTooLong(t *testing.T) {
	long := "1" + strings.Repeat("0", 200)
	e := bench.First()
	e = bench.Then(e, Set{Do: Type, Text: "x+y"})
	e = bench.Then(e, Set{Do: Put, Name: "x", Text: long})
	m := New(e.Part)
	if len(m.Rows) == 0 || len(m.Rows[0].Cells) == 0 || !strings.Contains(m.Rows[0].Cells[0].Problem, "at most 100 characters") {
		t.Errorf("a value: %+v", m.Rows)
	}
}
