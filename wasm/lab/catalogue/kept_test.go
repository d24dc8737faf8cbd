//go:build !js && !opening

package catalogue

import (
	"fmt"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// hurried is a Settled whose clock goes on by a second whenever it is looked at, so that long work comes in slices as short as can be, with
// the page drawn between them.
type hurried struct {
	*Settled
	time float64
}

func (h *hurried) Clock() float64 { h.time += 1000; return h.time }

// kept is what the browser's page holds: what was drawn of each part, by its place, as long as the input of the part stays the same.
type kept map[string]struct{ in, drawn any }

// drawn is a node with what its parts hold.
func (k kept) drawn(place string, n markup.Node) markup.Node {
	switch n := n.(type) {
	case *markup.Part:
		if last, ok := k[place]; ok && last.in == n.In {
			return last.drawn.(markup.Node)
		}
		held := k.drawn(place+".", n.Render())
		k[place] = struct{ in, drawn any }{n.In, held}
		return held
	case markup.List:
		out := make(markup.List, len(n))
		for i, c := range n {
			out[i] = k.drawn(fmt.Sprint(place, ".", i), c)
		}
		return out
	case *markup.Element:
		if n == nil {
			return n
		}
		out := *n
		out.Children = k.drawn(place, markup.List(n.Children)).(markup.List)
		return &out
	}
	return n
}

// TestPartsKept: once everything has come to its end, a page whose parts were drawn again only when their inputs changed says what a page
// says of which everything is drawn anew.
func TestPartsKept(t *testing.T) {
	records, err := readRecords(corpusFile)
	if err != nil {
		t.Fatal(err)
	}
	slow := 0 // links whose work comes in many slices
	for i, r := range records {
		if i%16 != 0 {
			continue
		}
		h := &hurried{Settled: NewSettled(asset, func(problem string) { t.Errorf("%s: %s", r.link, problem) })}
		h.still = still{fragment: r.link}
		h.calls, h.inner, h.images = map[string]call{}, map[string]string{}, map[string]Image{}
		if err := lab.Run(h, h, h.views); err != nil {
			t.Fatal(err)
		}
		k, draws := kept{}, 0
		var page markup.Node
		for h.again = true; h.again; draws++ {
			h.again = false
			page = k.drawn("", h.hooks.Whole())
			for name := h.next(); name != "" && !h.again; name = h.next() {
				c := h.calls[name]
				delete(h.calls, name)
				h.now = max(h.now, c.due)
				h.hooks.Safely(c.do)
			}
		}
		if draws > 10 {
			slow++
		}
		got, want := markup.HTML(page), markup.HTML(kept{}.drawn("", h.hooks.Whole()))
		if got != want {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			from := max(0, at-200)
			t.Errorf("%s after %d renders\nkept  %q\nfresh %q", r.link, draws, got[from:min(at+300, len(got))], want[from:min(at+300, len(want))])
		}
	}
	if slow < 20 {
		t.Errorf("%d links have work in slices, expected more", slow)
	}
}
