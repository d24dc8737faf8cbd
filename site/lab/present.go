package lab

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/lab/link"
	"ulplab/site/lab/playlist"
)

// Presenting: the view alone in large type, its parts hidden and revealed one by one, and a playlist of states to go through.

// parts are the parts of a page that can be hidden, in the order of their keys 1, 2, 3 and 4.
var parts = [...]struct{ id, name string }{
	{markup.Result, "Result"}, {markup.ExactValue, "Exact value"}, {markup.BitPattern, "Bits"}, {markup.Explanation, "Explanation"},
}

// mostPanels are those that the style sheet knows.
const mostPanels = 6

// The actions of presenting.
type (
	// Present begins or ends presenting.
	Present struct {
		Navigation
		On bool
	}
	// Turn shows another panel of the page.
	Turn struct {
		Navigation
		Panel uint8
	}
	// Reveal hides a part of the page, or reveals it, by its place among the four.
	Reveal struct {
		Navigation
		Part uint8
	}
)

// revealed returns the state after Reveal.
func revealed(s State, a Reveal) State {
	if s.presenting() && int(a.Part) < len(parts) {
		s.Hidden ^= 1 << a.Part
	}
	return s
}

// presenting reports whether the page is shown to be projected; one within another page is not.
func (s State) presenting() bool { return s.Present && !s.Embed }

// encodePresenting writes the keys of presenting.
func (s State) encodePresenting(w *link.Writer) {
	if !s.Present {
		return
	}
	w.Set("present", "1")
	var hidden []string
	for i, p := range parts {
		if s.Hidden>>i&1 == 1 {
			hidden = append(hidden, p.id)
		}
	}
	w.Put("hide", strings.Join(hidden, "."), "")
	if s.Panel > 0 {
		w.Set("panel", strconv.Itoa(int(s.Panel)+1))
	}
}

// decodePresenting reads them, and the playlist of a link.
func (s *State) decodePresenting(r *link.Reader) {
	if v, ok := r.Take("present"); ok {
		s.Present = v == "1"
	}
	r.Text("list", playlist.MostBytes, &s.Playlist.Text)
	if v, ok := r.Take("panel"); ok {
		if n, err := strconv.Atoi(v); err != nil || n < 1 || n > mostPanels {
			r.Problem("The panel “" + link.Clip(v) + "” to present is not a number from 1 to 6.")
		} else if s.Present {
			s.Panel = uint8(n - 1)
		}
	}
	v, ok := r.Take("hide")
	if !ok {
		return
	}
	for _, id := range strings.Split(v, ".") {
		i := slices.IndexFunc(parts[:], func(p struct{ id, name string }) bool { return p.id == id })
		if i < 0 {
			r.Problem("The part “" + link.Clip(id) + "” to hide is not one of result, exact, bits and why.")
			continue
		}
		s.Hidden |= 1 << i
	}
	if !s.Present {
		s.Hidden = 0
	}
}

// names are the class names of the page.
func (s State) names() string {
	names := "lab"
	if s.Embed {
		names += " embedded"
	}
	if s.Lesson.Name != "" {
		names += " taught"
	}
	if s.comparing() {
		names += " comparing"
	}
	if s.presenting() {
		names += " presenting"
		if n := len(app.views[app.views.index(s.View)].panels); n > 0 {
			names += " panel-" + strconv.Itoa(min(int(s.Panel)+1, n))
		}
		for i, p := range parts {
			if s.Hidden>>i&1 == 1 {
				names += " hides-" + p.id
			}
		}
	}
	return names
}

// presentKey answers the keys of presenting, outside fields: P begins, Escape ends, digits reveal, arrows and the page keys, which
// remote controls send, go through the playlist.
func presentKey(k Key) bool {
	s := app.state
	switch {
	case k.Ctrl || k.Meta || s.Embed:
	case k.Name == "p" || k.Name == "P":
		Dispatch(Present{On: !s.Present})
		return true
	case !s.Present:
	case k.Name == "Escape":
		Dispatch(Present{})
		return true
	case k.Name == "ArrowRight" || k.Name == "PageDown":
		return playSlide(s.Playlist.At + 1)
	case k.Name == "ArrowLeft" || k.Name == "PageUp":
		return playSlide(s.Playlist.At - 1)
	case k.Name == "ArrowDown":
		return turn(int(s.Panel) + 1)
	case k.Name == "ArrowUp":
		return turn(int(s.Panel) - 1)
	case len(k.Name) == 1 && k.Name[0] >= '1' && int(k.Name[0]-'1') < len(parts) && app.views.hides(s.View, int(k.Name[0]-'1')):
		Dispatch(Reveal{Part: k.Name[0] - '1'})
		return true
	}
	return false
}

// turn shows a panel of the view, and reports whether there is one.
func turn(to int) bool {
	ok := to >= 0 && to < len(app.views[app.views.index(app.state.View)].panels)
	if ok {
		Dispatch(Turn{Panel: uint8(to)})
	}
	return ok
}

// playSlide shows a state of the playlist, and reports whether there is one.
func playSlide(i int32) bool {
	_, ok := app.state.Playlist.Slide(i)
	if ok {
		Dispatch(playlist.Play{Slide: i})
	}
	return ok
}

// hides reports whether a view has a part.
func (c Catalogue) hides(view ID, part int) bool {
	i := c.here(view)
	return i >= 0 && slices.Contains(c[i].parts, parts[part].id)
}

type barIn struct {
	view   ID
	on     bool
	hidden uint8
	panel  uint8
	list   playlist.List
}

// bar stands below what is presented: the way through the playlist, the parts, the way out.
func bar(in barIn) markup.Node {
	if !in.on {
		return markup.El("div", markup.Flag("hidden", true))
	}
	n, i := len(playlist.Read(in.list.Text)), int(in.list.At)
	at, title := "", app.views[app.views.index(in.view)].Title
	if s, ok := in.list.Slide(in.list.At); ok {
		at, title = strconv.Itoa(i+1)+" / "+strconv.Itoa(n), s.Title
	}
	var toggles []markup.Node
	for i, p := range parts {
		toggles = append(toggles, markup.Raw("button", "chip", "<kbd>"+strconv.Itoa(i+1)+"</kbd> "+p.name, markup.Attr("type", "button"), markup.OnClick(Reveal{Part: uint8(i)}),
			markup.Pressed(in.hidden>>i&1 == 0), markup.Flag("hidden", !app.views.hides(in.view, i)), markup.Attr("title", "Hide or reveal (key "+strconv.Itoa(i+1)+")")))
	}
	var panels []markup.Node
	for i, name := range app.views[app.views.index(in.view)].panels {
		panels = append(panels, markup.Button(name, Turn{Panel: uint8(i)}, markup.Class("panel"), markup.Pressed(i == int(in.panel)), markup.Attr("title", "Show this panel (keys ↑ and ↓)")))
	}
	return markup.El("nav", markup.Class("present-bar"), markup.Attr("aria-label", "Presenting"),
		markup.El("span", markup.Class("present-way"),
			markup.Button("‹", playlist.Play{Slide: in.list.At - 1}, markup.Attr("aria-label", "Previous state of the playlist"), markup.Flag("hidden", n == 0), markup.Flag("disabled", i <= 0)),
			markup.Button("›", playlist.Play{Slide: in.list.At + 1}, markup.Attr("aria-label", "Next state of the playlist"), markup.Flag("hidden", n == 0), markup.Flag("disabled", i+1 >= n)),
			markup.El("span", markup.Class("num"), markup.Text(at)), markup.El("b", markup.Text(title))),
		markup.El("span", markup.Class("present-parts"), markup.Attr("role", "group"), markup.Attr("aria-label", "Shown"), markup.List(toggles), markup.List(panels)),
		markup.El("span", markup.Class("present-out"),
			markup.Button("Add to playlist", AddSlide{}, markup.Class("plain")),
			markup.Button("Leave", Present{}, markup.Class("plain"), markup.Attr("title", "Stop presenting (Escape)"))))
}
