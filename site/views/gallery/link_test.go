package gallery

import (
	"strings"
	"testing"
)

func TestGalleryLinks(t *testing.T) {
	for i, e := range Entries {
		s := linkedFirst()
		s.View, s.Gallery.Row = ID, 0
		s = linkedThen(s, Open{ID: e.ID})
		link := linkedTo(s)
		if back := linkedAt(link, ""); back.Gallery != s.Gallery || back.Problems != "" || back.Gallery.Index() != i {
			t.Errorf("%s: %+v, %q", link, back.Gallery, back.Problems)
		}
	}
	s := linkedFirst()
	s.View = ID
	s = linkedThen(linkedThen(s, Find{Text: "NaN, 2^24 & more"}), Open{ID: "clamp"})
	if back := linkedAt(linkedTo(s), ""); back.Gallery != s.Gallery || back.Gallery.Find != "NaN, 2^24 & more" || back.Problems != "" {
		t.Errorf("%s: %+v, %q", linkedTo(s), back.Gallery, back.Problems)
	}
	for link, want := range map[string]string{
		"#/v1/gallery?q=nothing":      "no question",
		"#/v1/gallery?q=clamp&r=7":    "no row",
		"#/v1/gallery?q=clamp&r=many": "no row",
	} {
		if s := linkedAt(link, ""); !strings.Contains(s.Problems, want) {
			t.Errorf("%s: %q", link, s.Problems)
		}
	}
}
