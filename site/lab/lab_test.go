package lab_test

import (
	"strconv"
	"strings"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

// count is the state of a view that counts.
type count struct{ N int }

type add struct{ lab.Once }

func (add) Apply(s count) count { s.N++; return s }

func counter(id lab.ID) lab.View[count] {
	return lab.View[count]{
		Info:  lab.Info{ID: id, Title: "Count", About: "how often"},
		First: func() count { return count{1} },
		Encode: func(s count, w *link.Writer) {
			if s.N != 1 {
				w.Set("n", strconv.Itoa(s.N))
			}
		},
		Decode: func(r *link.Reader, s *count) {
			if v, ok := r.Take("n"); ok {
				n, err := strconv.Atoi(v)
				if err != nil {
					r.Problem("“" + link.Clip(v) + "” is not a number.")
					return
				}
				s.N = n
			}
		},
		Page: func(s count, readOnly bool) markup.Node {
			return markup.El("div", markup.Text(strconv.Itoa(s.N)), markup.Button("more", add{}, markup.Flag("disabled", readOnly)))
		},
	}
}

// TestCatalogue: links are read and written, actions reach the view of their state, a read-only page keeps its state, and
// what cannot be read is said.
func TestCatalogue(t *testing.T) {
	c := lab.Catalogue{counter("count").Entry(), lab.Elsewhere(lab.Info{ID: "far", Title: "Far"})}
	if got := (lab.Catalogue{counter("count").Entry()}).Among(c.Listing()).Listing(); got != c.Listing() {
		t.Errorf("the listing became %q", got)
	}
	s := c.Decode("#/v1/count?n=4", "")
	s = c.Update(s, add{})
	if got := c.Encode(s); got != "#/v1/count?n=5" || s.Problems != "" {
		t.Errorf("%q with %q", got, s.Problems)
	}
	if got := c.Encode(c.Update(s, lab.Reset{})); got != "#/v1/count" {
		t.Errorf("after a reset %q", got)
	}
	for said, want := range map[string]string{
		"#/v1/count?n=x":                       "“x” is not a number.",
		"#/v1/count?m=1":                       "The link says “m”, which means nothing here.",
		"#/v1/none":                            "The link asks for a view named “none”, which this lab does not have.",
		"#/v2/count?n=3":                       "Only the view that it asks for is shown",
		"#/v1/count?theme=x":                   "The theme “x” is not one of auto, light and dark.",
		"#" + strings.Repeat("a", link.Most+1): "longer than 64 KB",
	} {
		if got := c.Decode(said, "").Problems; !strings.Contains(got, want) {
			t.Errorf("%.40s: %q, want %q", said, got, want)
		}
	}
	if to, ok := c.Elsewhere("#/v1/far?x=1"); !ok || to != "#/v1/far?x=1" {
		t.Errorf("%q, %v", to, ok)
	}
	if _, ok := c.Elsewhere("#/v1/count"); ok {
		t.Error("a view that is here is elsewhere")
	}
	fixed := c.Decode("#/v1/count?n=4&ro=1", "")
	if c.Update(fixed, add{}) != fixed {
		t.Error("a read-only page changed")
	}
	if got := c.Update(fixed, lab.SetTheme{Theme: lab.Dark}); got.Theme != lab.Dark {
		t.Error("a read-only page has no theme")
	}
}
