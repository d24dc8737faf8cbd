package ui

import (
	"strings"

	"github.com/hexops/vecty"

	"ulplab/site/draw"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

type headerIn struct {
	view  state.View
	theme state.Theme
	embed bool
	said  string
}

// header is the one quiet line on top: name, views, theme, share. On a wide screen the views stand in a few short lists,
// on a narrow one in a menu; the style sheet shows one of the two. A list is a details element: the browser opens it by
// pointer and key, tells screen readers, and closes it when another of the same name opens.
func header(in headerIn) node {
	if in.embed {
		return el("div", has(flag("hidden", true)))
	}
	var strip, menu []node
	for _, g := range state.Groups() {
		// What the button of the list says: its name and, within it, the view that is shown.
		here := ""
		var list, entries []node
		for _, v := range g.Views {
			if v.ID == in.view {
				here = v.Title
			}
			list = append(list, entryOf(in.view, v))
			entries = append(entries, entryOf(in.view, v))
		}
		if len(g.Views) == 1 {
			v := g.Views[0]
			strip = append(strip, el("a", linkTo(in.view, v), has(attr("title", v.About)), text(v.Title)))
		} else {
			strip = append(strip, el("details", has(class("group"), attr("name", "views")),
				el("summary", has(attr("aria-current", current(here != ""))), el("span", text(g.Name)), el("b", has(flag("hidden", here == "")), text(here))),
				el("div", nodes(list))))
		}
		menu = append(menu, el("div", has(attr("role", "group"), attr("aria-label", g.Name)),
			el("p", has(attr("aria-hidden", "true"), flag("hidden", g.Name == "")), text(g.Name)),
			el("div", nodes(entries))))
	}
	i, _ := state.InfoOf(in.view)
	share := "Share"
	if in.said == prose.LinkCopied {
		share = "Copied"
	}
	return el("header", has(class("top")),
		el("a", has(class("skip"), attr("href", "#main"), data("skip", "main")), text("Skip to the view")),
		el("a", has(class("name"), attr("href", "#/v1/enc")), text(prose.Name)),
		el("nav", has(attr("aria-label", "Views")),
			el("div", has(class("strip")), list(strip)),
			el("details", has(class("menu"), attr("name", "views")), el("summary", text(i.Title)), el("div", list(menu)))),
		el("span", has(class("tools")),
			raw("button", "plain", draw.ThemeLabel(string(in.theme)), attr("type", "button"), attr("aria-label", prose.ThemeName(string(in.theme))), attr("title", "Colours: automatic, light or dark"),
				clicks(state.SetTheme{Theme: nextTheme(in.theme)})),
			act("share", share, "Copy the link of what is shown"),
		))
}

// linkTo are the attributes of a link to a view.
func linkTo(shown state.View, v state.Info) attrs {
	s := app.state
	s.View = v.ID
	return has(attr("href", route.Encode(s)), attr("aria-current", current(v.ID == shown)))
}

// entryOf is a link to a view that says what the view answers.
func entryOf(shown state.View, v state.Info) node {
	return el("a", linkTo(shown, v), el("b", text(v.Title)), el("span", text(v.About)))
}

// current is the value of aria-current on a link to a view.
func current(on bool) string {
	if on {
		return "page"
	}
	return "false"
}

// closeLists closes the open list of the header after a click on a view in it, which takes the focus along to the view,
// and after a click beside it.
func closeLists(e *vecty.Event) {
	open := e.Target.Get("ownerDocument").Call("querySelector", "header details[open]")
	if !open.Truthy() {
		return
	}
	inside := open.Call("contains", e.Target).Bool()
	if inside && closest(e, "href") == "" {
		return
	}
	open.Call("removeAttribute", "open")
	if inside {
		app.host.Focus("#main")
	}
}

// listKey answers keys in the lists of the header, beyond what the browser does: Escape closes, the arrows go from view
// to view, and open the list first. It reports whether the key was one of its own.
func listKey(e *vecty.Event, key string) bool {
	list := e.Target.Call("closest", "header details")
	if !list.Truthy() {
		return false
	}
	open := list.Call("hasAttribute", "open").Bool()
	step := 1
	switch {
	case key == "Escape" && open:
		list.Call("removeAttribute", "open")
		list.Call("querySelector", "summary").Call("focus")
		return true
	case key == "ArrowUp" && open:
		step = -1
	case key != "ArrowDown":
		return false
	}
	list.Call("setAttribute", "open", "")
	links := list.Call("querySelectorAll", "a")
	n, at := links.Get("length").Int(), -1
	for i := range n {
		if links.Call("item", i).Call("isSameNode", e.Target).Bool() {
			at = i
		}
	}
	if at < 0 && step < 0 {
		at = 0
	}
	links.Call("item", (at+step+n)%n).Call("focus")
	e.Value.Call("preventDefault")
	return true
}

func nextTheme(t state.Theme) state.Theme {
	switch t {
	case state.Auto:
		return state.Light
	case state.Light:
		return state.Dark
	}
	return state.Auto
}

type footerIn struct {
	view  state.View
	embed bool
	link  string
}

// footer says where the numbers come from; embedded, it is the way to the whole lab, where everything can be changed.
func footer(in footerIn) node {
	if in.embed {
		s := app.state
		s.Embed, s.ReadOnly = false, false
		return el("footer", has(class("out")), el("a", has(attr("href", home()+route.Encode(s)), attr("target", "_blank"), attr("rel", "noopener")),
			text("Open in "+prose.Name)))
	}
	return el("footer", has(class("foot")), el("p", text(prose.Footer)), button(prose.ResetView, state.Reset{}, class("plain")))
}

// home returns the address of the whole lab: the page's own, without the name of the embedding page.
func home() string {
	return strings.TrimSuffix(app.host.Link(), "embed.html")
}

// act is a button for what the page does by itself (share, save), not an action on the state; see acts.
func act(name, label, title string) node {
	return el("button", has(attr("type", "button"), class("plain"), data("act", name), attr("title", title)), text(label))
}
