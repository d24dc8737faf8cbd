package lab

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab/lessons"
	"ulplab/site/lab/playlist"
)

type headerIn struct {
	view    ID
	theme   Theme
	unkeyed bool
	embed   bool
	said    string
	lesson  string // where the reader is in one, "" for none

	first, last bool // nothing to undo, to redo
	listed      bool
	two         bool
}

// header is the one quiet line on top: name, views, theme, share. On a wide screen the views stand in a few short lists,
// on a narrow one in a menu; the style sheet shows one of the two. A list is a details element: the browser opens it by
// pointer and key, tells screen readers, and closes it when another of the same name opens.
func header(in headerIn) markup.Node {
	if in.embed {
		return markup.El("div", markup.Flag("hidden", true))
	}
	share := linkIcon
	if in.said == linkCopied {
		share = copiedIcon
	}
	return markup.El("header", markup.Class("top"),
		markup.El("a", markup.Class("skip"), markup.Attr("href", "#main"), markup.Data("skip", "main"), markup.Text("Skip to the view")),
		markup.El("a", markup.Class("name"), linkTo(in.view, app.views[0].Info), markup.Text(Name)),
		markup.Bare(navIn{in.view, in.lesson, in.two}, nav),
		markup.El("span", markup.Class("tools"),
			markup.Raw("button", "plain", "↶", markup.Attr("type", "button"), markup.Data("act", "undo"), markup.Attr("aria-label", "Undo"), markup.Attr("title", "Undo (Ctrl-Z)"), markup.Flag("disabled", in.first)),
			markup.Raw("button", "plain", "↷", markup.Attr("type", "button"), markup.Data("act", "redo"), markup.Attr("aria-label", "Redo"), markup.Attr("title", "Redo (Ctrl-Shift-Z, Ctrl-Y)"), markup.Flag("disabled", in.last)),
			markup.El("details", markup.Class("group does"), markup.Attr("name", "views"),
				markup.El("summary", markup.El("span", markup.Text("Tools"))),
				markup.El("div",
					menuButton("Present", presentAbout, Present{On: true}),
					menuButton(pinWord(in.two), pinAbout, Pin{On: !in.two}),
					menuButton("Add to playlist", addAbout, AddSlide{}),
					menuButton("Playlist", playlistAbout, playlist.Show{On: !in.listed}),
					menuButton(themeName(in.theme), "Colours: automatic, light or dark", SetTheme{Theme: nextTheme(in.theme)}),
					menuButton(keysSaid(in.unkeyed), keysAbout, SetKeys{Off: !in.unkeyed}))),
			markup.Raw("button", "plain", share, markup.Attr("type", "button"), markup.Data("act", "share"), markup.Attr("aria-label", "Copy link"), markup.Attr("title", "Copy the link of what is shown")),
			markup.Act("offer", "Share", "Link, code for other pages, and pictures of what is shown"),
		))
}

// navIn is the input of the links to the views, which most changes of a state leave as they are. Links hold the lesson and what is compared.
type navIn struct {
	view   ID
	lesson string
	two    bool
}

func nav(in navIn) markup.Node {
	var strip, menu []markup.Node
	for _, g := range app.views.Groups() {
		// What the button of the list says: its name and, within it, the view that is shown.
		here := ""
		var list, entries []markup.Node
		for _, v := range g.Views {
			if v.ID == in.view {
				here = v.Title
			}
			list = append(list, entryOf(in.view, v))
			entries = append(entries, entryOf(in.view, v))
		}
		if len(g.Views) == 1 {
			v := g.Views[0]
			strip = append(strip, markup.El("a", linkTo(in.view, v), markup.Attr("title", v.About), markup.Text(v.Title)))
		} else {
			strip = append(strip, markup.El("details", markup.Class("group"), markup.Attr("name", "views"),
				markup.El("summary", markup.Attr("aria-current", current(here != "")), markup.El("span", markup.Text(g.Name)), markup.El("b", markup.Flag("hidden", here == ""), markup.Text(here))),
				markup.El("div", markup.List(list))))
		}
		var named markup.All
		if g.Name != "" {
			named = markup.All{markup.Attr("role", "group"), markup.Attr("aria-label", g.Name)}
		}
		menu = append(menu, markup.El("div", named,
			markup.El("p", markup.Attr("aria-hidden", "true"), markup.Flag("hidden", g.Name == ""), markup.Text(g.Name)),
			markup.El("div", markup.List(entries))))
	}
	toLessons := func() markup.Node {
		s := app.state
		s.Lesson = lessons.Place{Name: lessons.Contents}
		return markup.El("a", markup.Attr("href", app.views.Encode(s)), markup.Attr("aria-current", current(in.lesson != "")), markup.Attr("title", lessons.About), markup.Text(lessons.Title))
	}
	strip = append(strip, toLessons())
	menu = append(menu, markup.El("div", markup.El("div", toLessons())))
	return markup.El("nav", markup.Attr("aria-label", "Views"),
		markup.El("div", markup.Class("strip"), markup.List(strip)),
		markup.El("details", markup.Class("menu"), markup.Attr("name", "views"), markup.El("summary", markup.Text(app.views[app.views.index(in.view)].Title)), markup.El("div", markup.List(menu))))
}

// menuButton is an entry of a list that does something, with what it is for.
func menuButton(name, about string, a markup.Action) markup.Node {
	return markup.El("button", markup.Attr("type", "button"), markup.OnClick(a), markup.El("b", markup.Text(name)), markup.El("span", markup.Text(about)))
}

// The pictures of the button that copies the link: two links of a chain, and a tick once it is copied.
const (
	iconHead   = `<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round">`
	linkIcon   = iconHead + `<path d="M7.6 10.4a3.1 3.1 0 0 0 4.4 0l2.6-2.6a3.1 3.1 0 0 0-4.4-4.4l-1 1M10.4 7.6a3.1 3.1 0 0 0-4.4 0l-2.6 2.6a3.1 3.1 0 0 0 4.4 4.4l1-1"/></svg>`
	copiedIcon = iconHead + `<path d="M3.5 9.5l3.8 3.8 7.2-8"/></svg>`
)

// linkTo are the attributes of a link to a view.
func linkTo(shown ID, v Info) markup.All {
	s := app.state
	s.View = v.ID
	return markup.All{markup.Attr("href", app.views.Encode(s)), markup.Attr("aria-current", current(v.ID == shown))}
}

// entryOf is a link to a view that says what the view answers.
func entryOf(shown ID, v Info) markup.Node {
	return markup.El("a", linkTo(shown, v), markup.El("b", markup.Text(v.Title)), markup.El("span", markup.Text(v.About)))
}

// current is the value of aria-current on a link to a view.
func current(on bool) string {
	if on {
		return "page"
	}
	return "false"
}

func nextTheme(t Theme) Theme {
	switch t {
	case Auto:
		return Light
	case Light:
		return Dark
	}
	return Auto
}

// Group is a list of the header, or a view that stands in it by itself (Name is "" then).
type Group struct {
	Name  string
	Views []Info
}

// Groups returns the lists of the header in their order. A list of one view is shown as that view. The first view is in none:
// the name of the lab opens it.
func (c Catalogue) Groups() []Group {
	var list []Group
	for _, e := range c[1:] {
		v := e.Info
		if n := len(list); v.Group != "" && n > 0 && list[n-1].Name == v.Group {
			list[n-1].Views = append(list[n-1].Views, v)
		} else {
			list = append(list, Group{v.Group, []Info{v}})
		}
	}
	return list
}
