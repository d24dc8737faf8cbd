package reduction

import (
	"strings"
	"testing"

	"ulplab/site/files"
	"ulplab/site/views/reduction/data"
	"ulplab/site/views/reduction/program"
	"ulplab/site/views/reduction/reveal"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/vectors"
)

// A link's file and another one: the other is offered, and taken when the reader says so.
func TestSumFileOffer(t *testing.T) {
	other := files.Put("other.csv", []byte("1\n2\n3\n"))
	s := sum.First()
	s = OpenFile{Name: "mine.npy", Digest: "0123456789abcdef", Anyway: true}.Apply(s)
	s = OpenFile{Name: other.Name, Digest: other.Digest}.Apply(s)
	m := sum.New(sum.InputOf(s))
	m.Step(1_000_000, true)
	for _, want := range []string{"needs the file “mine.npy” (digest 0123456789abcdef)", "“other.csv”, is another file: its digest is " + other.Digest} {
		if !strings.Contains(m.Problem, want) {
			t.Errorf("%q, want %q", m.Problem, want)
		}
	}
	s = OpenFile{Name: other.Name, Digest: other.Digest, Anyway: true}.Apply(s)
	if m = sum.New(sum.InputOf(s)); !m.Step(1_000_000, true) && m.Problem != "" || s.File.Digest != other.Digest || s.File.Offer != (data.Offer{}) {
		t.Errorf("%q %+v", m.Problem, s.File)
	}
	// With a file that is here, the next one is taken at once.
	next := files.Put("next.csv", []byte("4\n5\n"))
	if s = (OpenFile{Name: next.Name, Digest: next.Digest}).Apply(s); s.File.Digest != next.Digest {
		t.Errorf("%+v", s.File)
	}
}

// A list that is too long to be read is refused, not read in part.
func TestListTooLong(t *testing.T) {
	s := sum.Put{ID: "k", Value: "own"}.Apply(sum.First())
	s = Set{Do: TypeOwn, Text: strings.Repeat("1 ", 10_000)}.Apply(s)
	if m := sum.New(sum.InputOf(s)); !m.Step(1_000_000, true) || !strings.Contains(m.Problem, "more than 16384 characters") {
		t.Errorf("a list cut at its limit: %q, %d elements", m.Problem, m.N)
	}
}

// An example brings its numbers; what is looked at besides them stays.
func TestExampleKeeps(t *testing.T) {
	s := program.SetLang{Lang: 2}.Apply(reveal.Step{I: 3}.Apply(vectors.Set{What: 'n', I: 20}.Apply(sum.First())))
	if got := (Set{Do: Open, Text: "double"}).Apply(s); !got.Double || got.Code != s.Code || got.Stat != s.Stat || got.Reveal != s.Reveal || s.Code == 0 || s.Reveal.Step == 0 {
		t.Errorf("%+v", got)
	}
}
