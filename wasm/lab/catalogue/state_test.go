//go:build !opening

package catalogue

import (
	"testing"

	"ulplab/fpcore/wide"
	"ulplab/site/lab"
	"ulplab/site/views/encoding"
	"ulplab/site/views/fma"
)

// Every view has words for the header, stands once in the list, and its first example has the shortest link.
func TestViewsAreComplete(t *testing.T) {
	views, seen := Views(), map[lab.ID]bool{}
	for _, v := range views.Infos() {
		if seen[v.ID] || v.Title == "" || v.About == "" {
			t.Errorf("view %q is incomplete or listed twice", v.ID)
		}
		seen[v.ID] = true
		s := views.Default()
		s.View = v.ID
		if got, want := views.Encode(s), "#/v1/"+string(v.ID); got != want {
			t.Errorf("the first example of %q is %q, want %q", v.ID, got, want)
		}
		if got := views.Decode("#/v1/"+string(v.ID), ""); got != s {
			t.Errorf("view %q: its first link gives %+v, want %+v", v.ID, got, s)
		}
	}
}

func TestOpenKeepsTheOtherViewsAndTheTheme(t *testing.T) {
	views := Views()
	s := views.Update(views.Default(), lab.SetTheme{Theme: lab.Dark})
	s = views.Update(s, fma.Show{})
	s.Embed = true
	enc := encoding.First()
	enc.Bits = wide.From64(0x3f800000)
	linked := views.With(enc)
	linked.View = encoding.ID
	linked.Problems = "something"
	got := views.Update(s, lab.Open{State: linked})
	if lab.Part[encoding.State](got) != enc || lab.Part[fma.State](got) != (fma.Show{}).Apply(fma.First()) || got.Theme != lab.Dark || !got.Embed || got.Problems != "something" {
		t.Errorf("got %+v", got)
	}
	linked.View = "nowhere"
	if got := views.Update(s, lab.Open{State: linked}); got.View != s.View || lab.Part[encoding.State](got) != lab.Part[encoding.State](s) {
		t.Errorf("an unknown view changed what is shown: %+v", got)
	}
}

func TestReadOnlyTakesNavigationOnly(t *testing.T) {
	views := Views()
	s := views.Default()
	s.ReadOnly = true
	if got := views.Update(s, encoding.Toggle{Bit: 3}); got != s {
		t.Error("a bit was toggled on a read-only page")
	}
	if got := views.Update(s, lab.SetTheme{Theme: lab.Light}); got.Theme != lab.Light {
		t.Error("the theme did not change on a read-only page")
	}
	if got := views.Update(s, encoding.Cursor{Bit: 3}); lab.Part[encoding.State](got).Cursor != 3 {
		t.Error("the keyboard did not move on a read-only page")
	}
}

func TestUnknownThemeChangesNothing(t *testing.T) {
	views := Views()
	if got := views.Update(views.Default(), lab.SetTheme{Theme: "pink"}); got != views.Default() {
		t.Error("an unknown theme changed the state")
	}
}

func TestReset(t *testing.T) {
	views := Views()
	first := views.Default()
	first.View = encoding.ID
	s := views.Update(first, encoding.Toggle{Bit: 31})
	s.Problems = "x"
	if got := views.Update(s, lab.Reset{}); got != first {
		t.Errorf("got %+v", got)
	}
}

// TestGroups: the lists of the header hold every view once, in order, and a list does not stand in two places.
func TestGroups(t *testing.T) {
	var order []lab.ID
	names := map[string]bool{}
	for _, g := range Views().Groups() {
		if g.Name != "" && names[g.Name] {
			t.Errorf("the list %s stands in two places: put its views together", g.Name)
		}
		names[g.Name] = true
		if g.Name == "" && len(g.Views) != 1 {
			t.Errorf("%d views stand together without a list", len(g.Views))
		}
		for _, v := range g.Views {
			if v.Group != g.Name {
				t.Errorf("%s stands in the list %q", v.ID, g.Name)
			}
			order = append(order, v.ID)
		}
	}
	order = append([]lab.ID{Views().Infos()[0].ID}, order...) // the name of the lab opens the first view
	if len(order) != len(Views()) {
		t.Fatalf("the lists have %d views of %d", len(order), len(Views()))
	}
	for i, v := range Views().Infos() {
		if order[i] != v.ID {
			t.Errorf("%s stands where %s should", order[i], v.ID)
		}
	}
}
