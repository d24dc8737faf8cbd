package example

import "testing"

func TestList(t *testing.T) {
	type state struct{ n, shown int }
	l := List[state]{{ID: "one", State: state{1, 7}}, {ID: "two", State: state{2, 0}}}
	if s, ok := l.Find("two"); !ok || s.n != 2 {
		t.Error(s, ok)
	}
	if s, ok := l.Find(""); ok {
		t.Error(s)
	}
	plain := func(s state) state { s.shown = 0; return s }
	if id := l.Like(state{1, 3}, plain); id != "one" {
		t.Error(id)
	}
	if id := l.Like(state{3, 7}, plain); id != "" {
		t.Error(id)
	}
}
