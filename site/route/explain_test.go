//go:build !opening

package route

import (
	"strings"
	"testing"

	"ulplab/site/state"
)

// A link carries every text that fits, and says what it does not hold.
func TestExplainLongTexts(t *testing.T) {
	type text struct {
		what state.ExplainField
		n    int
	}
	for _, c := range []struct {
		name  string
		texts []text
		lacks string // of the sentence, "" where nothing is left out
	}{
		{"short", []text{{state.ExplainProgram, 1000}, {state.ExplainSecond, 1000}, {state.ExplainRows, 1000}}, ""},
		{"over 6 KB each", []text{{state.ExplainProgram, 7000}, {state.ExplainSecond, 7000}, {state.ExplainRows, 7000}}, ""},
		{"rows of 100 KB", []text{{state.ExplainProgram, 7000}, {state.ExplainRows, 100_000}}, "the inputs"},
		{"a program of 100 KB", []text{{state.ExplainProgram, 100_000}, {state.ExplainRows, 7000}}, "the program"},
		{"columns beside rows", []text{{state.ExplainRows, 30_000}, {state.ExplainPair, 30_000}}, "the two columns"},
	} {
		s := state.Default()
		s.View = state.Explains
		want := s
		for i, x := range c.texts {
			words := strings.Repeat("0.25 "[i%2:], x.n/(5-i%2))
			s = state.Update(s, state.ExplainSet{What: x.what, Text: words})
			want = state.Update(want, state.ExplainSet{What: x.what, Text: words})
			if got := *s.Explain.Field(x.what); got != words {
				t.Fatalf("%s: of %d bytes %d are kept", c.name, len(words), len(got))
			}
		}
		link := Encode(s)
		got := Decode(link, "")
		if len(link) > MaxLink {
			t.Errorf("%s: a link of %d bytes, which is not read", c.name, len(link))
		}
		if c.lacks == "" {
			if got.Problems != "" || got.Explain != want.Explain {
				t.Errorf("%s: %s", c.name, got.Problems)
			}
			continue
		}
		if !strings.HasPrefix(got.Problems, "The link does not hold "+c.lacks+":") {
			t.Errorf("%s: the link says %q", c.name, got.Problems)
		}
	}
}
