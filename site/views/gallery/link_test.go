package gallery

import (
	"testing"
)

func TestGalleryLinks(t *testing.T) {
	for i, e := range Entries {
		s := bench.First()
		s.View, s.Part.Row = ID, 0
		s = bench.Then(s, Open{ID: e.ID})
		link := bench.Link(s)
		if back := bench.At(link, ""); back.Part != s.Part || back.Problems != "" || back.Part.Index() != i {
			t.Errorf("%s: %+v, %q", link, back.Part, back.Problems)
		}
	}
	s := bench.First()
	s.View = ID
	s = bench.Then(bench.Then(s, Find{Text: "NaN, 2^24 & more"}), Open{ID: "clamp"})
	if back := bench.At(bench.Link(s), ""); back.Part != s.Part || back.Part.Find != "NaN, 2^24 & more" || back.Problems != "" {
		t.Errorf("%s: %+v, %q", bench.Link(s), back.Part, back.Problems)
	}
	bench.Says(t, map[string]string{
		"#/v1/gallery?q=nothing":      "no question",
		"#/v1/gallery?q=clamp&r=7":    "no row",
		"#/v1/gallery?q=clamp&r=many": "no row",
	})
}
