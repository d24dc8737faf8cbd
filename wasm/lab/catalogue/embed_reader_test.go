//go:build !js && !opening

package catalogue

import (
	"strings"
	"testing"

	"ulplab/site/kit/markup"
)

// TestEmbedHistory: within another page nothing makes an entry in the history, not even a link, and what is copied is the link
// of the whole lab.
func TestEmbedHistory(t *testing.T) {
	p := read(t, "#/v1/enc?b=3dcccccd&embed=1&f=f32")
	p.click(bit(0))
	p.links("b=3dcccccc", "embed=1")
	p.click(`.figure-tools [data-act="link"]`)
	p.follow("#/v1/op?embed=1")
	entries := len(p.entries)
	p.click(`main a[href^="#/v1/"]`)
	if len(p.entries) != entries || p.entries[0] == "#/v1/enc?b=3dcccccd&embed=1&f=f32" {
		t.Errorf("the history is %q", p.entries)
	}
	p.links("embed=1")
	if len(p.copied) != 1 || !strings.Contains(p.copied[0], "fig=enc-") || strings.Contains(p.copied[0], "embed") {
		t.Errorf("copied %q", p.copied)
	}
}

// TestFigureAlone: every figure of every view can stand alone in another page, and follows what is done in it; elsewhere its
// link brings it to the top of the whole view.
func TestFigureAlone(t *testing.T) {
	h := newSettled(t)
	total := 0
	for _, v := range h.views.Infos() {
		for _, f := range markup.FiguresOf(h.At("#/v1/"+string(v.ID), "").Page) {
			total++
			alone := h.At("#/v1/"+string(v.ID)+"?embed=1&fig="+f.ID, "")
			if got := markup.FiguresOf(alone.Page); len(got) != 1 || got[0] != f || f.Title == "" || alone.State.Problems != "" {
				t.Errorf("%s: of %v there is %v: %s", v.ID, f, got, alone.State.Problems)
			}
			if alone.Link != "#/v1/"+string(v.ID)+"?embed=1&fig="+f.ID {
				t.Errorf("the link becomes %s", alone.Link)
			}
		}
	}
	if total < 15 {
		t.Errorf("only %d figures", total)
	}
	p := read(t, "#/v1/enc?embed=1&fig=enc-zoom")
	p.counts("figure", 1)
	p.lacks(".enc-controls")
	p.message("set", "#/v1/enc?b=40490fdb&f=f32")
	p.settle()
	p.counts("figure", 1)
	p.contains("figure", "3.1415927")
	p = read(t, "#/v1/enc?fig=enc-zoom")
	p.focused("#enc-zoom")
	p.shows(".enc-controls")
	p = read(t, "#/v1/enc?fig=<b>")
	p.contains(".problems", "names no figure")
}
