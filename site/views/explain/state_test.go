package explain

import (
	"strings"
	"testing"
)

// No text of a reader's is read in part: one that is too long is refused.
func TestTooLong(t *testing.T) {
	for _, what := range []Field{Program, Rows, Seen1, Seen2} {
		s := bench.Then(bench.First(), Set{What: what, Text: strings.Repeat("1 ", 1<<20)})
		if e := explanationModel(t, s.Part); e.Problem == nil {
			t.Errorf("field %d of Explain: a text of 2 MB was read", what)
		}
	}
	s := bench.Then(bench.First(), Set{What: Pair, Text: strings.Repeat("1 2\n", 5<<20)})
	if c := NewCompared(ComparedInputOf(s.Part)); c == nil || c.Problem == "" {
		t.Error("columns of 20 MB were read")
	}
}
