//go:build !opening

package catalogue

import (
	"slices"
	"testing"

	"ulplab/site/lab"
	"ulplab/site/views/gallery"
)

// Every view that a question of the gallery leads to is in the program.
func TestGalleryViews(t *testing.T) {
	views := Views().Infos()
	for _, e := range gallery.Entries {
		for _, v := range e.Views {
			if !slices.ContainsFunc(views, func(i lab.Info) bool { return i.ID == v }) {
				t.Errorf("%s: no view %q", e.ID, v)
			}
		}
	}
}
