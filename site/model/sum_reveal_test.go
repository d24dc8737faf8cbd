//go:build !opening

package model

import "testing"

// The experiment recovers the tree of every order, pattern and preset, for 64 elements and others.
func TestSumRevealEveryBox(t *testing.T) {
	boxes := SumBoxes()
	if len(boxes) < 35 {
		t.Fatalf("%d boxes", len(boxes))
	}
	for _, b := range boxes {
		for _, n := range []int{4, 8, 16, 32, 64, 128} {
			r := NewSumReveal(b[0], n)
			if !r.OK || !r.Same || len(r.Asks) > n*(n-1)/2 || len(r.Asks) < n-1 {
				t.Errorf("%s of %d: tree %v, same %v, %d probes", b[0], n, r.OK, r.Same, len(r.Asks))
				continue
			}
			if _, links := r.Known(len(r.Asks)); len(links) != n+len(r.Tree.Nodes)-1 {
				t.Errorf("%s of %d: %d lines in the end", b[0], n, len(links))
			} else {
				for _, l := range links {
					if !l.Direct {
						t.Errorf("%s of %d: %v is left", b[0], n, l)
					}
				}
			}
		}
	}
}
