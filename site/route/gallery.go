//go:build !opening

package route

import (
	"strconv"

	"ulplab/site/state"
)

// The keys of the Gallery view: q the question, r the row of its inputs, f the words that the list is limited to.
func encodeGallery(s *state.State, w *Writer) {
	if g := s.Gallery; g.ID != "" {
		w.Set("q", g.ID)
	}
	if g := s.Gallery; g.Row != 0 {
		w.Set("r", strconv.Itoa(int(g.Row)))
	}
	if g := s.Gallery; g.Find != "" {
		w.Set("f", g.Find)
	}
}

func decodeGallery(r *Reader, s *state.State) {
	if v, ok := r.Take("f"); ok {
		*s = state.Update(*s, state.GalleryFind{Text: v})
	}
	if v, ok := r.Take("q"); ok {
		to := state.Update(*s, state.GalleryOpen{ID: v})
		if to.Gallery.ID != v && (to.Gallery.ID != "" || state.GalleryEntries[0].ID != v) {
			r.Problem("The gallery has no question “" + clip(v) + "”.")
		}
		*s = to
	}
	if v, ok := r.Take("r"); ok {
		n, err := strconv.Atoi(v)
		if err == nil {
			*s = state.Update(*s, state.GalleryRow{Row: n})
		}
		if err != nil || int(s.Gallery.Row) != n {
			r.Problem("The question has no row “" + clip(v) + "” of inputs.")
		}
	}
}
