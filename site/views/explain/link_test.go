package explain

import (
	"strings"
	"testing"

	"ulplab/site/lab/link"
)

// A link carries every text that fits, and says what it does not hold.
func TestExplainLongTexts(t *testing.T) {
	type text struct {
		what Field
		n    int
	}
	for _, c := range []struct {
		name  string
		texts []text
		lacks string // of the sentence, "" where nothing is left out
	}{
		{"short", []text{{Program, 1000}, {Second, 1000}, {Rows, 1000}}, ""},
		{"over 6 KB each", []text{{Program, 7000}, {Second, 7000}, {Rows, 7000}}, ""},
		{"rows of 100 KB", []text{{Program, 7000}, {Rows, 100_000}}, "the inputs"},
		{"a program of 100 KB", []text{{Program, 100_000}, {Rows, 7000}}, "the program"},
		{"columns beside rows", []text{{Rows, 30_000}, {Pair, 30_000}}, "the two columns"},
	} {
		s := bench.First()
		s.View = ID
		want := s
		for i, x := range c.texts {
			words := strings.Repeat("0.25 "[i%2:], x.n/(5-i%2))
			s = bench.Then(s, Set{What: x.what, Text: words})
			want = bench.Then(want, Set{What: x.what, Text: words})
			if got := *s.Part.Field(x.what); got != words {
				t.Fatalf("%s: of %d bytes %d are kept", c.name, len(words), len(got))
			}
		}
		theLink := bench.Link(s)
		got := bench.At(theLink, "")
		if len(theLink) > link.Most {
			t.Errorf("%s: a link of %d bytes, which is not read", c.name, len(theLink))
		}
		if c.lacks == "" {
			if got.Problems != "" || got.Part != want.Part {
				t.Errorf("%s: %s", c.name, got.Problems)
			}
			continue
		}
		if !strings.HasPrefix(got.Problems, "The link does not hold "+c.lacks+":") {
			t.Errorf("%s: the link says %q", c.name, got.Problems)
		}
	}
}
