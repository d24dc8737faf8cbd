package lab

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/stable"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
	"ulplab/site/lab/lessons"
	"ulplab/site/lab/link"
)

// Two states side by side: the pinned one, whose link the state holds, and the one that goes on. Each is shown in a frame of its
// own, because views are laid out by the width of their window; both are live, and what is done in them comes back as links.

// Pin pins what is shown, to be compared with what comes, or ends comparing.
type Pin struct {
	Navigation
	On bool
}

// Gesture implements Action: a run of typing or dragging in one of the frames is one entry in the history.
func (a Open) Gesture() string { return a.Run }

// comparing reports whether two states are shown side by side; a page within another shows one, and so does a presented one.
func (s State) comparing() bool { return s.Pinned != "" && !s.Embed && !s.Present }

// alone is the state as one of two.
func (s State) alone() State {
	s = s.bare()
	s.Pinned, s.Present, s.Lesson = "", false, lessons.Place{}
	return s
}

// pinned reads the link of a state to be pinned, and adds what is wrong with it to r; "" where it cannot be.
func (c Catalogue) pinned(said string, r *link.Reader) string {
	if to, ok := c.Elsewhere(said); ok {
		return to
	}
	if !strings.HasPrefix(said, "#/") || strings.Contains(said, "pin=") {
		r.Wrong("pin", said, "is not the link of a state.")
		return ""
	}
	s := c.Decode(said, "")
	for _, p := range strings.Split(s.Problems, "\n") {
		if p != "" {
			r.Problem(p)
		}
	}
	return c.Encode(s.alone())
}

// sides are the links of the two states.
func sides() [2]string { return [2]string{app.state.Pinned, app.views.Encode(app.state.alone())} }

// beside has the frames show the two states, and hears what becomes of them.
func beside() {
	if !app.state.comparing() {
		return
	}
	app.differ = differences(app.state)
	app.host.After("beside", 40, func() {
		if app.state.comparing() {
			app.host.Frames(".beside iframe", string(app.state.Theme), sides(), told)
		}
	})
}

// told hears the link that a frame has come to, and returns the one by which the page knows it.
func told(i int, to, run string) (shows string) {
	s := app.state
	to = strings.TrimRight(strings.Replace(to+"&", "embed=1&", "", 1), "?&")
	switch {
	case !s.comparing():
		return ""
	case i == 0:
		s.Pinned = to
	default:
		if to = withKeys(to, "pin="+link.Escape(s.Pinned)); loadWhole(to) {
			return ""
		}
		s = app.views.Decode(to, "")
		s.Lesson = app.state.Lesson
	}
	Dispatch(Open{State: s, Run: strconv.Itoa(i) + " " + run})
	return sides()[i]
}

// comparedIn is the links of two states and how they differ; "" for one state.
type comparedIn struct{ links, differ string }

// compared is the place of two states.
func compared(in comparedIn) markup.Node {
	if in.links == "" {
		return markup.El("div", markup.Flag("hidden", true))
	}
	s := app.state
	return markup.El("div",
		markup.El("p", markup.Class("row"), markup.El("span", markup.Text(in.differ)),
			markup.El("a", markup.Attr("href", s.Pinned), markup.Text(keepPinned)), markup.Button(keepOther, Pin{}, markup.Class("plain"))),
		markup.Raw("div", "beside-two", besideFrames))
}

// mostDifferences is the number of fields that are named.
const mostDifferences = 6

// differences names the fields and toggles in which the pinned state differs from the one shown.
func differences(s State) string {
	path, _, _ := strings.Cut(s.Pinned, "?")
	pinned := app.views.index(ID(path[strings.LastIndexByte(path, '/')+1:]))
	shown := app.views.index(s.View)
	switch {
	case pinned != shown:
		return app.views[pinned].Title + " | " + app.views[shown].Title
	case s.Pinned == sides()[1]:
		return pinSame
	}
	before, pressed := chosenIn(shown, app.views.Decode(s.Pinned, "").parts[shown])
	now, pressedNow := chosenIn(shown, s.parts[shown])
	said, n := "", 0
	differs := func(label, was, is string) {
		if n++; n <= mostDifferences {
			said += " · " + label + held(was) + " | " + held(is)
		}
	}
	for _, f := range now {
		for _, was := range before {
			if was.id == f.id && was.value != f.value {
				differs(f.label+" ", was.value, f.value)
			}
		}
	}
	if !slices.Equal(pressed, pressedNow) {
		differs("", without(pressed, pressedNow), without(pressedNow, pressed))
	}
	switch {
	case n == 0:
		return pinUnnamed
	case n > mostDifferences:
		said += " · …"
	}
	return pinDiffer + strings.TrimPrefix(said, " ·")
}

// held is what a field holds, in a sentence.
func held(value string) string {
	if value = strings.Join(strings.Fields(value), " "); value == "" {
		return "–"
	}
	return link.Clip(value)
}

// field is a labelled field of a page with what it holds.
type field struct{ id, label, value string }

// fieldsOf lists the labelled fields of a page, but those of examples, which fill others.
func fieldsOf(page markup.Node) (list []field) {
	var labels []field
	seek(page, func(e *markup.Element) bool {
		f := field{id: attribute(e, "id")}
		switch e.Tag {
		case "label":
			labels = append(labels, field{id: attribute(e, "for"), label: firstText(e)})
			return false
		case "select":
			seek(e, func(o *markup.Element) bool {
				if len(o.Props) == 2 && o.Props[1].Value == true {
					f.value = firstText(o)
				}
				return f.value != ""
			})
		case "input", "textarea":
			for _, p := range e.Props {
				if v, ok := p.Value.(string); ok {
					f.value = v
				}
			}
		default:
			return false
		}
		for _, l := range labels {
			if l.id == f.id && !strings.HasSuffix(f.id, "-example") {
				list = append(list, field{f.id, l.label, f.value})
			}
		}
		return false
	})
	return list
}

// chosenIn returns what the fields and toggles of a state of view i say. The page rests while its frames work, so what it needs to be
// drawn is begun for the moment.
func chosenIn(i int, part any) (fields []field, pressed []string) {
	d := &app.work.desks[i]
	at := *d
	*d = desk{}
	defer func() {
		d.follow(nil)
		d.drop()
		*d = at
	}()
	safely(func() {
		d.follow(app.views[i].asks(part))
		page := app.views[i].page(part, true, 0)
		fields, pressed = fieldsOf(page), toggles(page)
	})
	return fields, pressed
}

// toggles lists what is pressed in a page, each by its label after that of its group.
func toggles(page markup.Node) (list []string) {
	take := func(group, label string) {
		if group != "" {
			group += ": "
		}
		list = append(list, group+label)
	}
	var walk func(n markup.Node, group string)
	walk = func(n markup.Node, group string) {
		switch n := n.(type) {
		case *markup.Part:
			walk(n.Render(), group)
		case markup.List:
			for _, c := range n {
				walk(c, group)
			}
		case *markup.Element:
			if hidden(n) {
				return
			}
			if name := attribute(n, "aria-label"); name != "" && attribute(n, "role") == "group" {
				group = name
			}
			if attribute(n, "aria-pressed") == "true" {
				take(group, firstText(n)+words.Plain(n.HTML))
			}
			for _, tag := range strings.Split(n.HTML, "<")[1:] {
				name := written(tag, "aria-label")
				switch {
				case written(tag, "role") == "group":
					group = name
				case strings.HasPrefix(tag, "button ") && written(tag, "aria-pressed") == "true":
					_, label, _ := strings.Cut(tag, ">")
					if label == "" {
						label = name
					}
					take(group, words.Unescape(label))
				}
			}
			walk(markup.List(n.Children), group)
		}
	}
	walk(page, "")
	return list
}

// written is an attribute of a tag in HTML.
func written(tag, name string) string {
	tag, _, _ = strings.Cut(tag, ">")
	_, value, _ := strings.Cut(tag, " "+name+`="`)
	value, _, _ = strings.Cut(value, `"`)
	return words.Unescape(value)
}

// without are the texts of a list that another lacks.
func without(list, other []string) string {
	return strings.Join(stable.Delete(stable.Clone(list), func(t string) bool { return slices.Contains(other, t) }), ", ")
}

// attribute is an attribute of an element.
func attribute(e *markup.Element, name string) (value string) {
	for _, a := range e.Attrs {
		if a.Name == name {
			value = a.Value
		}
	}
	return value
}

// firstText is the first text in a node that is not hidden.
func firstText(n markup.Node) (text string) {
	switch n := n.(type) {
	case markup.Text:
		return string(n)
	case *markup.Part:
		return firstText(n.Render())
	case markup.List:
		for _, c := range n {
			if text = firstText(c); text != "" {
				return text
			}
		}
	case *markup.Element:
		if !hidden(n) {
			return firstText(markup.List(n.Children))
		}
	}
	return ""
}
