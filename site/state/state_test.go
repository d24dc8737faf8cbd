package state

import (
	"testing"

	"ulplab/fpcore/wide"
)

func TestViewsAreComplete(t *testing.T) {
	seen := map[View]bool{}
	for _, v := range Views {
		if seen[v.ID] || v.Title == "" || v.About == "" || v.first == nil || v.take == nil {
			t.Errorf("view %q is incomplete or listed twice", v.ID)
		}
		seen[v.ID] = true
		// take copies what first made and nothing else: a state opened from a link shows the link's view.
		var first, to State
		v.first(&first)
		from := Default()
		v.take(&to, &from)
		if to != first {
			t.Errorf("view %q: take copies %+v, want %+v", v.ID, to, first)
		}
	}
}

func TestOpenKeepsTheOtherViewsAndTheTheme(t *testing.T) {
	s := Update(Default(), SetTheme{Theme: Dark})
	s.Embed = true
	linked := Default()
	linked.Enc.Bits = wide.From64(0x3f800000)
	linked.Problems = "something"
	got := Update(s, Open{State: linked})
	if got.Enc != linked.Enc || got.Theme != Dark || !got.Embed || got.Problems != "something" {
		t.Errorf("got %+v", got)
	}
	linked.View = "nowhere"
	if got := Update(s, Open{State: linked}); got.View != s.View || got.Enc != s.Enc {
		t.Errorf("an unknown view changed what is shown: %+v", got)
	}
}

func TestReadOnlyTakesNavigationOnly(t *testing.T) {
	s := Default()
	s.ReadOnly = true
	if got := Update(s, EncToggle{Bit: 3}); got != s {
		t.Error("a bit was toggled on a read-only page")
	}
	if got := Update(s, SetTheme{Theme: Light}); got.Theme != Light {
		t.Error("the theme did not change on a read-only page")
	}
	if got := Update(s, EncCursor{Bit: 3}); got.Enc.Cursor != 3 {
		t.Error("the keyboard did not move on a read-only page")
	}
}

func TestUnknownThemeChangesNothing(t *testing.T) {
	if got := Update(Default(), SetTheme{Theme: "pink"}); got != Default() {
		t.Error("an unknown theme changed the state")
	}
}

func TestReset(t *testing.T) {
	s := Update(Default(), EncToggle{Bit: 31})
	s.Problems = "x"
	if got := Update(s, Reset{}); got != Default() {
		t.Errorf("got %+v", got)
	}
}
