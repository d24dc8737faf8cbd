package summation

import (
	"testing"
)

// The experiment recovers the tree of every order, pattern and preset, for 64 elements and others.
func TestRevealEveryBox(t *testing.T) {
	boxes := Boxes()
	if len(boxes) < 35 {
		t.Fatalf("%d boxes", len(boxes))
	}
	for _, id := range boxes {
		for _, n := range []int{4, 8, 16, 32, 64, 128} {
			r := NewReveal(id, n)
			if !r.OK || !r.Same || len(r.Asks) > n*(n-1)/2 || len(r.Asks) < n-1 {
				t.Errorf("%s of %d: tree %v, same %v, %d probes", id, n, r.OK, r.Same, len(r.Asks))
				continue
			}
			if _, links := r.Known(len(r.Asks)); len(links) != n+len(r.Tree.Nodes)-1 {
				t.Errorf("%s of %d: %d lines in the end", id, n, len(links))
			} else {
				for _, l := range links {
					if !l.Direct {
						t.Errorf("%s of %d: %v is left", id, n, l)
					}
				}
			}
		}
	}
}
