//go:build !opening

package route

import (
	"strings"

	"ulplab/site/state"
)

// The keys of the Paper view: s the section to begin at, m the mark to which statements are limited; or c the statement
// to begin at, among all of them.
func encodePaper(s *state.State, w *Writer) {
	if p := s.Paper; p.Claim != "" {
		w.Set("c", p.Claim)
	}
	if p := s.Paper; p.Section != "" {
		w.Set("s", p.Section)
	}
	if p := s.Paper; p.Only != state.AnyMark {
		w.Set("m", string(p.Only))
	}
}

func decodePaper(r *Reader, s *state.State) {
	if v, ok := r.Take("s"); ok {
		if state.KnownSection(v) {
			s.Paper.Section = v
		} else {
			r.Problem("The section “" + clip(v) + "” is not one of " + strings.Join(state.PaperSections, ", ") + ".")
		}
	}
	if v, ok := r.Take("m"); ok {
		if m := state.Mark(v); state.KnownMark(m) {
			s.Paper.Only = m
		} else {
			r.Problem("The mark “" + clip(v) + "” is not one of reproduced, corrected and outdated.")
		}
	}
	if v, ok := r.Take("c"); ok {
		if state.KnownClaim(v) {
			s.Paper = state.Reading{Claim: v}
		} else {
			r.Problem("The view has no statement “" + clip(v) + "”.")
		}
	}
}
