package state

import "testing"

// TestGroups: the lists of the header hold every view once, in order, and a list does not stand in two places.
func TestGroups(t *testing.T) {
	var order []View
	names := map[string]bool{}
	for _, g := range Groups() {
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
	if len(order) != len(Views) {
		t.Fatalf("the lists have %d views of %d", len(order), len(Views))
	}
	for i, v := range Views {
		if order[i] != v.ID {
			t.Errorf("%s stands where %s should", order[i], v.ID)
		}
	}
}
