package route

import (
	"strings"
	"testing"

	"ulplab/site/state"
)

func TestGalleryLinks(t *testing.T) {
	for i, e := range state.GalleryEntries {
		s := state.Default()
		s.View, s.Gallery.Row = state.Questions, 0
		s = state.Update(s, state.GalleryOpen{ID: e.ID})
		link := Encode(s)
		if back := Decode(link, ""); back.Gallery != s.Gallery || back.Problems != "" || back.Gallery.Index() != i {
			t.Errorf("%s: %+v, %q", link, back.Gallery, back.Problems)
		}
	}
	s := state.Default()
	s.View = state.Questions
	s = state.Update(state.Update(s, state.GalleryFind{Text: "NaN, 2^24 & more"}), state.GalleryOpen{ID: "clamp"})
	if back := Decode(Encode(s), ""); back.Gallery != s.Gallery || back.Gallery.Find != "NaN, 2^24 & more" || back.Problems != "" {
		t.Errorf("%s: %+v, %q", Encode(s), back.Gallery, back.Problems)
	}
	for link, want := range map[string]string{
		"#/v1/gallery?q=nothing":      "no question",
		"#/v1/gallery?q=clamp&r=7":    "no row",
		"#/v1/gallery?q=clamp&r=many": "no row",
	} {
		if s := Decode(link, ""); !strings.Contains(s.Problems, want) {
			t.Errorf("%s: %q", link, s.Problems)
		}
	}
}
