package gallery

import (
	"strconv"

	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

const ID lab.ID = "gallery"

// The keys of the Gallery view: q the question, r the row of its inputs, f the words that the list is limited to.
func encode(s State, w *link.Writer) {
	if g := s; g.ID != "" {
		w.Set("q", g.ID)
	}
	if g := s; g.Row != 0 {
		w.Set("r", strconv.Itoa(int(g.Row)))
	}
	if g := s; g.Find != "" {
		w.Set("f", g.Find)
	}
}

func decode(r *link.Reader, s *State) {
	if v, ok := r.Take("f"); ok {
		*s = Find{Text: v}.Apply(*s)
	}
	if v, ok := r.Take("q"); ok {
		to := Open{ID: v}.Apply(*s)
		if to.ID != v && (to.ID != "" || Entries[0].ID != v) {
			r.Problem("The gallery has no question “" + link.Clip(v) + "”.")
		}
		*s = to
	}
	if v, ok := r.Take("r"); ok {
		n, err := strconv.Atoi(v)
		if err == nil {
			*s = Row{Row: n}.Apply(*s)
		}
		if err != nil || int(s.Row) != n {
			r.Problem("The question has no row “" + link.Clip(v) + "” of inputs.")
		}
	}
}

// Link returns the link of a state of the view.
func Link(s State) string { return link.Of(ID, s, encode) }

// First is the state that the view opens on.
func First() State { return State{} }
