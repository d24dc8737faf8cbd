//go:build !opening

package route

import (
	"strconv"
	"strings"

	"ulplab/site/state"
)

// The keys of the Paper view: s the section to begin at, m the mark to which statements are limited; or c the statement
// to begin at, among all of them; o the sections that are open where they are not those that s, m and c open: their
// numbers with hyphens between them, all or none. To be typed by hand, and never written: n a section by its number in
// the editions after 2013, f a figure, r a reference.
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
	if p := s.Paper; p.Folds != 0 {
		w.Set("o", sections(p.Opened()))
	}
}

// sections names sections by their numbers.
func sections(open uint32) string {
	switch open {
	case 0:
		return "none"
	case state.EverySection:
		return "all"
	}
	var ids []string
	for i, id := range state.PaperSections {
		if open>>i&1 != 0 {
			ids = append(ids, id)
		}
	}
	return strings.Join(ids, "-")
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
	if v, ok := r.Take("n"); ok {
		if id := state.PaperOldNumber(v); id != "" {
			s.Paper = state.Reading{Section: id}
		} else {
			r.Problem("The editions after 2013 have no section “" + clip(v) + "”.")
		}
	}
	if v, ok := r.Take("f"); ok {
		if n, err := strconv.Atoi(v); err == nil && 1 <= n && n <= len(state.PaperFigures) {
			s.Paper = state.Reading{Claim: state.PaperFigures[n-1]}
		} else {
			r.Problem("The paper has figures 1 to 6, none “" + clip(v) + "”.")
		}
	}
	if v, ok := r.Take("r"); ok {
		if state.KnownClaim("ref" + v) {
			s.Paper = state.Reading{Claim: "ref" + v}
		} else {
			r.Problem("The paper has references 1 to 7, none “" + clip(v) + "”.")
		}
	}
	if v, ok := r.Take("o"); ok {
		var open uint32
		switch v {
		case "none":
		case "all":
			open = state.EverySection
		default:
			for _, id := range strings.Split(v, "-") {
				if !state.KnownSection(id) {
					r.Problem("Of the open sections “" + clip(v) + "” the view lacks “" + clip(id) + "”.")
					return
				}
				open |= state.SectionBit(id)
			}
		}
		s.Paper = s.Paper.Open(open)
	}
}
