package paper

import (
	"strconv"
	"strings"

	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

const ID lab.ID = "paper"

// The keys of the Paper view: s the section to begin at, m the mark to which statements are limited; or c the statement
// to begin at, among all of them; o the sections that are open where they are not those that s, m and c open: their
// numbers with hyphens between them, all or none. To be typed by hand, and never written: n a section by its number in
// the editions after 2013, f a figure, r a reference.
func encode(s State, w *link.Writer) {
	if p := s; p.Claim != "" {
		w.Set("c", p.Claim)
	}
	if p := s; p.Section != "" {
		w.Set("s", p.Section)
	}
	if p := s; p.Only != AnyMark {
		w.Set("m", string(p.Only))
	}
	if p := s; p.Folds != 0 {
		w.Set("o", sections(p.Opened()))
	}
}

// sections names sections by their numbers.
func sections(open uint32) string {
	switch open {
	case 0:
		return "none"
	case EverySection:
		return "all"
	}
	var ids []string
	for i, id := range Sections {
		if open>>i&1 != 0 {
			ids = append(ids, id)
		}
	}
	return strings.Join(ids, "-")
}

func decode(r *link.Reader, s *State) {
	if v, ok := r.Take("s"); ok {
		if KnownSection(v) {
			s.Section = v
		} else {
			r.Problem("The section “" + link.Clip(v) + "” is not one of " + strings.Join(Sections, ", ") + ".")
		}
	}
	if v, ok := r.Take("m"); ok {
		if m := Mark(v); KnownMark(m) {
			s.Only = m
		} else {
			r.Problem("The mark “" + link.Clip(v) + "” is not one of reproduced, corrected and outdated.")
		}
	}
	if v, ok := r.Take("c"); ok {
		if KnownClaim(v) {
			*s = State{Claim: v}
		} else {
			r.Problem("The view has no statement “" + link.Clip(v) + "”.")
		}
	}
	if v, ok := r.Take("n"); ok {
		if id := OldNumber(v); id != "" {
			*s = State{Section: id}
		} else {
			r.Problem("The editions after 2013 have no section “" + link.Clip(v) + "”.")
		}
	}
	if v, ok := r.Take("f"); ok {
		if n, err := strconv.Atoi(v); err == nil && 1 <= n && n <= len(Figures) {
			*s = State{Claim: Figures[n-1]}
		} else {
			r.Problem("The paper has figures 1 to 6, none “" + link.Clip(v) + "”.")
		}
	}
	if v, ok := r.Take("r"); ok {
		if KnownClaim("ref" + v) {
			*s = State{Claim: "ref" + v}
		} else {
			r.Problem("The paper has references 1 to 7, none “" + link.Clip(v) + "”.")
		}
	}
	if v, ok := r.Take("o"); ok {
		var open uint32
		switch v {
		case "none":
		case "all":
			open = EverySection
		default:
			for _, id := range strings.Split(v, "-") {
				if !KnownSection(id) {
					r.Problem("Of the open sections “" + link.Clip(v) + "” the view lacks “" + link.Clip(id) + "”.")
					return
				}
				open |= SectionBit(id)
			}
		}
		*s = s.Open(open)
	}
}

// Link returns the link of a state of the view.
func Link(s State) string { return link.Of(ID, s, encode) }

// First is the state that the view opens on.
func First() State { return State{} }
