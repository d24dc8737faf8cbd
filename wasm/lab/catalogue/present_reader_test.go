//go:build !js && !opening

package catalogue

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/site/lab"
	"ulplab/site/lab/playlist"
)

// control presses a key with Ctrl somewhere in the page.
func (r *reader) control(on, key string) {
	r.t.Helper()
	n := r.one(on)
	r.do(func() { r.hooks.Pressed(at{n, new(bool)}, lab.Key{Name: key, Ctrl: true, Field: n.tag == "input"}) })
}

const undo, redo = `[data-act="undo"]`, `[data-act="redo"]`

// disabled reports whether a button cannot be pressed.
func (r *reader) disabled(selector string) bool {
	_, off := r.one(selector).attr["disabled"]
	return off
}

func TestUndo(t *testing.T) {
	p := read(t, "#/v1/enc")
	if !p.disabled(undo) || !p.disabled(redo) {
		t.Error("there is something to undo or redo before anything was done")
	}
	p.click(bit(31))
	p.click(bit(0))
	p.click(undo)
	p.code("0xbdcccccd")
	p.control("main", "z")
	p.code("0x3dcccccd")
	p.has("#enc-value", "value", "0.1")
	if !p.disabled(undo) {
		t.Error("undo goes on before the first entry")
	}
	p.control("main", "z") // the reader fails the test if this leaves the lab
	p.control("main", "Z")
	p.code("0xbdcccccd")
	p.control("#enc-value", "y") // a field has an undo of its own
	p.code("0xbdcccccd")
	p.control("main", "y")
	p.code("0xbdcccccc")
	if !p.disabled(redo) {
		t.Error("redo goes on after the last entry")
	}
	// A run of typing is one step, and what was typed and taken back by hand is none.
	p = read(t, "#/v1/enc?b=3f800000&f=f32")
	p.fill("#enc-value", "2")
	p.leave("#enc-value")
	p.fill("#enc-value", "15")
	p.fill("#enc-value", "2")
	p.leave("#enc-value")
	p.click(undo)
	p.linked("#/v1/enc?b=3f800000&f=f32")
	// It goes through views too.
	p.follow("#/v1/op")
	p.click(undo)
	p.linked("#/v1/enc?b=3f800000&f=f32")
	p.click(redo)
	p.linked("#/v1/op")
}

func TestPresent(t *testing.T) {
	p := read(t, "#/v1/op")
	p.keyboard = "main"
	p.press("p")
	p.linked("#/v1/op?present=1")
	p.press("1", "4")
	p.linked("#/v1/op?hide=result.why&present=1")
	p.has("#app", "class", "lab presenting hides-result hides-why")
	p.has(".present-parts button", "aria-pressed", "false")
	p.press("1")
	p.linked("#/v1/op?hide=why&present=1")
	p.keyboard = "#op-a"
	p.press("2") // typed into the field
	p.linked("#/v1/op?hide=why&present=1")
	p.reopened(t, "main").has("#app", "class", "lab presenting hides-why")
	p = read(t, "#/v1/op?hide=why&present=1")
	p.follow("#/v1/fma") // a link goes on presenting
	p.linked("#/v1/fma?present=1")
	p.back()
	p.has("#app", "class", "lab presenting hides-why")
	p.keyboard = "main"
	p.press("Escape")
	p.linked("#/v1/op")
	p = read(t, "#/v1/op?present=1&hide=all")
	p.contains("#app", "The part “all” to hide is not one of result, exact, bits and why.")
	p = read(t, "#/v1/op?present=1&embed=1") // a page within another is shown as ever
	p.has("#app", "class", "lab embedded")
}

// TestPanels: a view that is presented has the panels that its bar names, from 1 on, each of them marked in the page of its first
// example; arrow keys go through them, and the link holds which.
func TestPanels(t *testing.T) {
	for _, v := range Views().Infos() {
		p := read(t, "#/v1/"+string(v.ID)+"?present=1")
		marked := map[string]bool{}
		for _, n := range p.all(`[data-view="` + string(v.ID) + `"] [data-panel]`) {
			marked[n.attr["data-panel"]] = true
		}
		named := len(p.all(".present-parts .panel"))
		if named > 0 && !marked["0"] {
			t.Errorf("%s: nothing is shown with every panel", v.ID)
		}
		for i := 1; i <= 6; i++ {
			if marked[strconv.Itoa(i)] != (i <= named) {
				t.Errorf("%s: of its %d panels, %d is marked: %v", v.ID, named, i, marked[strconv.Itoa(i)])
			}
		}
	}
	p := read(t, "#/v1/expr?present=1")
	p.has("#app", "class", "lab presenting panel-1")
	p.keyboard = "main"
	p.press("ArrowUp", "ArrowDown", "ArrowDown")
	p.linked("#/v1/expr?panel=3&present=1")
	p.has("#app", "class", "lab presenting panel-3")
	p.press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp")
	p.linked("#/v1/expr?panel=4&present=1")
	p.reopened(t, "main").has("#app", "class", "lab presenting panel-4")
	p = read(t, "#/v1/expr?panel=0&present=1")
	p.contains("#app", "The panel “0” to present is not a number from 1 to 6.")
}

// TestPartsToHide: the page of each view at its first example has the parts that can be hidden, and no others.
func TestPartsToHide(t *testing.T) {
	for _, v := range Views().Infos() {
		p := read(t, "#/v1/"+string(v.ID)+"?present=1")
		marked := map[string]bool{}
		for _, n := range p.all(`[data-view="` + string(v.ID) + `"] [data-part]`) {
			if s := n.attr["data-part"]; !n.hidden() {
				marked[s] = true
			}
		}
		for i, part := range []string{"result", "exact", "bits", "why"} {
			shown := !p.all(".present-parts button")[i].hidden()
			if shown != marked[part] {
				t.Errorf("%s: the part %s can be hidden: %v, is in the page: %v", v.ID, part, shown, marked[part])
			}
			delete(marked, part)
		}
		if len(marked) > 0 {
			t.Errorf("%s: parts without a key: %v", v.ID, marked)
		}
	}
}

// slides are the titles of the playlist.
func (r *reader) slides() (titles []string) {
	for _, n := range r.all(`.slides [data-tap^="slide:"]`) {
		titles = append(titles, n.shown())
	}
	return titles
}

func TestPlaylist(t *testing.T) {
	const to, mul = "#/v1/op?a=3ff0000000000000&b=3ff0000000000000&f=f64&o=mul", "Operation a=3ff0000000000000 b=3ff0000000000000 f=f64 o=mul"
	p := read(t, "#/v1/enc")
	add := func() { p.do(func() { lab.Dispatch(lab.AddSlide{}) }) }
	add()
	p.follow(to)
	add()
	p.follow("#/v1/fma?hide=result&present=1")
	add()
	p.keyboard = "main"
	p.press("Escape")
	p.do(func() { lab.Dispatch(playlist.Show{On: true}) })
	if got := p.slides(); !slices.Equal(got, []string{"Encoding", mul, "FMA"}) {
		t.Fatalf("the playlist is %q", got)
	}
	p.fill("#slide-title", "Two roundings or one ")
	p.click(`[data-tap="slide.up:2"]`)
	p.click(`[data-tap="slide.up:1"]`)
	p.click(`[data-tap="slide.out:1"]`)
	p.click(`[data-act="list.save"]`)
	file := p.file("ulplab-playlist.txt")
	if want := "#/v1/fma?hide=result&present=1 Two roundings or one \n" + to + " " + mul + "\n"; file != want {
		t.Fatalf("the file is %q, want %q", file, want)
	}
	// Arrows and the keys of remote controls go through it, and stop at its ends.
	p.keyboard = "main"
	p.press("p", "PageDown")
	p.linked(to + "&present=1")
	p.press("ArrowRight", "ArrowLeft")
	p.linked("#/v1/fma?hide=result&present=1")
	p.contains(".present-bar", "1 / 2", "Two roundings or one")
	p.press("ArrowLeft")
	p.linked("#/v1/fma?hide=result&present=1")
	// Its link opens it in another browser, and so does its file.
	p.press("Escape")
	p.click(`[data-act="list.link"]`)
	link := p.copied[len(p.copied)-1]
	p = read(t, link[strings.Index(link, "#"):])
	p.contains(".present-bar", "1 / 2", "Two roundings or one")
	p.lacks(".notice")
	p = read(t, "#/v1/enc")
	p.do(func() {
		lab.Dispatch(playlist.Load{Text: "\ufeff My lecture\r\n" + strings.ReplaceAll("https://example.org/"+file, "\n", "\r\n") + "rubbish\r\n#/v1/nowhere?x=1 gone"})
	})
	if got := p.slides(); !slices.Equal(got, []string{"Two roundings or one", mul, "gone"}) {
		t.Errorf("the playlist of the file is %q", got)
	}
	p.click(`[data-tap="slide:2"]`)
	p.contains("#app", "which this lab does not have")
	// Too long for a link, it says so.
	for i := range int32(100) {
		p.do(func() {
			lab.Dispatch(playlist.Name{Slide: i, Title: strings.Repeat("x", 200)})
			lab.Dispatch(lab.AddSlide{})
		})
	}
	p.click(`[data-act="list.link"]`)
	p.contains(".warning", "Save it as a file instead.")
}
