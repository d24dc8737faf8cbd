//go:build !js && !opening

package catalogue

import (
	"strings"
	"testing"

	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

// tell is what one of the two frames tells of what was done in it.
func (r *reader) tell(i int, to, run string) {
	r.t.Helper()
	r.do(func() { r.told(i, to, run) })
}

// two fails the test where the frames are to show other links.
func (r *reader) two(pinned, beside string) {
	r.t.Helper()
	if want := [2]string{pinned, beside}; r.framed != want {
		r.t.Errorf("%s: the frames show %q, want %q", clip(r.fragment), r.framed, want)
	}
}

func TestPinAndCompare(t *testing.T) {
	const pinned, divided = "#/v1/op", "#/v1/op?a=3ff0000000000000&b=3ff0000000000000&f=f64&o=div"
	p := read(t, pinned)
	p.lacks("iframe")
	if p.framed[0] != "" {
		t.Error("frames start before they are asked for")
	}
	p.do(func() { lab.Dispatch(lab.Pin{On: true}) })
	p.linked(pinned + "?pin=" + link.Escape(pinned))
	p.two(pinned, pinned)
	p.counts("iframe", 2)
	p.contains(".beside p", "Both show the same state.")
	if p.shows(".view-op") {
		t.Error("the view stands below the two frames")
	}
	// What is typed in a frame is one entry, with the fields that differ named; back undoes it, in the frame too.
	entries := len(p.entries)
	typed := "#/v1/op?embed=1&ta="
	p.tell(1, typed+"0.", "1")
	p.tell(1, typed+"0.3", "1")
	if len(p.entries) != entries+1 {
		t.Errorf("a run of typing makes %d entries", len(p.entries)-entries)
	}
	p.links("ta=0.3", "pin=")
	p.contains(".beside p", "Operand a 0.1 | 0.3")
	p.back()
	p.two(pinned, pinned)
	p.forward()
	// The pinned one can be changed as well, and the other can go to another view.
	p.tell(0, strings.Replace(divided, "&f=", "&embed=1&f=", 1), "2")
	p.two(divided, p.framed[1])
	p.contains(".beside p", "Operation division a ÷ b | addition a + b")
	p.tell(1, "#/v1/fma?embed=1", "3")
	p.linked("#/v1/fma?pin=" + link.Escape(divided))
	p.contains(".beside p", "Operation | FMA")
	// Toggles are named too, of a drawing and of its group.
	p.tell(0, "#/v1/x87?embed=1", "4")
	p.tell(1, "#/v1/x87?embed=1&y=float", "5")
	p.contains(".beside p", "double | float")
	p.tell(0, "#/v1/quant?embed=1", "6")
	p.tell(1, "#/v1/quant?embed=1&l=1", "7")
	p.contains(".beside p", "linear | logarithmic")
	p.tell(0, divided+"&embed=1", "8")
	p.tell(1, "#/v1/fma?embed=1", "9")
	// The link holds both; one alone is a link, and Tools or the button end it.
	p.reopened(t, ".beside")
	p = read(t, p.fragment)
	p.two(divided, "#/v1/fma")
	p.click(".beside button")
	p.linked("#/v1/fma")
	p.lacks("iframe")
	if p.shows(".beside-two") || !p.shows(".view-fma") {
		t.Error("comparing does not end")
	}
}

// Nothing is compared within another page or while presenting, and what cannot be pinned is said.
func TestPinnedLinks(t *testing.T) {
	views := Views()
	pin := "pin=" + link.Escape("#/v1/op?o=div")
	for _, keys := range []string{"embed=1", "present=1"} {
		s := views.Decode("#/v1/op?"+keys+"&"+pin, "")
		if to := views.Encode(s); strings.Contains(to, "pin") || s.Pinned != "" || s.Problems != "" {
			t.Errorf("%s: %s, %s", keys, to, s.Problems)
		}
	}
	for _, said := range []string{"x", "#", "#/v1/none", "#/v1/op?o=none", "#/v1/op?" + pin, strings.Repeat("#/v1/op?pin=", 4000)} {
		s := views.Decode("#/v1/op?pin="+link.Escape(said), "")
		to := views.Encode(s)
		if s.Problems == "" {
			t.Errorf("pin=%s is taken without a word", clip(said))
		}
		if again := views.Decode(to, ""); again.Problems != "" || views.Encode(again) != to {
			t.Errorf("%s comes back as %s, %s", clip(to), clip(views.Encode(again)), again.Problems)
		}
	}
	// A pinned state is without what belongs to the page around it.
	if s := views.Decode("#/v1/op?pin="+link.Escape("#/v1/op?embed=1&o=div&ro=1&theme=dark&les=rounding.2"), ""); s.Pinned != "#/v1/op?a=3ff0000000000000&b=3ff0000000000000&f=f64&o=div" || s.ReadOnly || s.Embed {
		t.Errorf("%q", s.Pinned)
	}
}
