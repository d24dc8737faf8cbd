package labtest

import (
	"strings"
	"testing"

	"ulplab/site/kit/example"
	"ulplab/site/lab/link"
)

// With is the lab while it shows a state of the view.
func (b Bench[S]) With(part S) Linked[S] {
	l := b.First()
	l.View, l.Part = b.id, part
	return l
}

// Turns are a state, and what it is after each of the actions in turn.
func Turns[S comparable, A any](b Bench[S], l Linked[S], actions []A) []Linked[S] {
	all := []Linked[S]{l}
	for _, a := range actions {
		l = b.Then(l, a)
		all = append(all, l)
	}
	return all
}

// Returns reports states that do not come back from their links.
func (b Bench[S]) Returns(t *testing.T, states ...Linked[S]) {
	t.Helper()
	for _, l := range states {
		to := b.Link(l)
		if got := b.At(to, ""); got.Problems != "" || got != l {
			t.Errorf("%s gives %s\n%+v\nwant\n%+v", link.Clip(to), got.Problems, got.Part, l.Part)
		}
	}
}

// Becomes reports links that are not, without a problem, those of the states that they open.
func (b Bench[S]) Becomes(t *testing.T, links map[string]string) {
	t.Helper()
	for from, want := range links {
		if l := b.At(from, ""); b.Link(l) != want || l.Problems != "" {
			t.Errorf("%s becomes\n%s, want\n%s: %s", from, b.Link(l), want, l.Problems)
		}
	}
}

// Says reports links that do not open the view with a problem of such words.
func (b Bench[S]) Says(t *testing.T, problems map[string]string) {
	t.Helper()
	for from, words := range problems {
		if l := b.At(from, ""); !strings.Contains(l.Problems, words) || l.View != b.id {
			t.Errorf("%s: %q does not say %q", link.Clip(from), l.Problems, words)
		}
	}
}

// Fuzz tries that any keys give a state whose link gives the same state again: those of examples, others, and what the
// fuzzer makes of them.
func (b Bench[S]) Fuzz(f *testing.F, list example.List[S], keys ...string) {
	for _, e := range list {
		_, k, _ := strings.Cut(b.Link(b.With(e.State)), "?")
		keys = append(keys, k)
	}
	for _, k := range keys {
		f.Add(k)
	}
	f.Fuzz(func(t *testing.T, keys string) {
		l := b.At("#/v1/"+string(b.id)+"?"+keys, "")
		to := b.Link(l)
		got := b.At(to, "")
		l.Problems, got.Theme = "", l.Theme
		if got != l && len(to) < link.Most {
			t.Fatalf("%q: its own link %q gives %s\n%+v, want\n%+v", keys, to, got.Problems, got.Part, l.Part)
		}
	})
}
