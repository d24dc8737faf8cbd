package ui

import (
	"strings"

	"github.com/hexops/vecty"

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

// header is the one quiet line on top: name, views, theme, share. On a wide screen the views are a strip of links, on a
// narrow one a menu; the style sheet shows one of the two.
func header(in headerIn) node {
	if in.embed {
		return el("div", has(flag("hidden", true)))
	}
	var strip, menu []node
	for _, v := range state.Views {
		s := app.state
		s.View = v.ID
		link := has(attr("href", route.Encode(s)), attr("aria-current", current(v.ID == in.view)))
		strip = append(strip, el("a", link, has(attr("title", v.About)), text(v.Title)))
		menu = append(menu, el("a", link, el("b", text(v.Title)), el("span", text(v.About))))
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
			el("details", has(class("menu")), el("summary", text(i.Title)), el("div", list(menu)))),
		el("span", has(class("tools")),
			button(prose.ThemeName(string(in.theme)), state.SetTheme{Theme: nextTheme(in.theme)}, class("plain"), attr("title", "Colours: automatic, light or dark")),
			act("share", share, "Copy the link of what is shown"),
		))
}

// current is the value of aria-current on a link to a view.
func current(on bool) string {
	if on {
		return "page"
	}
	return "false"
}

// closeMenu closes the list of views after a click on one of them or outside it.
func closeMenu(e *vecty.Event) {
	menu := e.Target.Get("ownerDocument").Call("querySelector", "details.menu[open]")
	if menu.Truthy() && (closest(e, "href") != "" || !e.Target.Call("closest", "details.menu").Truthy()) {
		menu.Call("removeAttribute", "open")
	}
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
	return el("footer", has(class("foot")), el("p", text(prose.Footer)), button("Reset this view", state.Reset{}, class("plain")))
}

// home returns the address of the whole lab: the page's own, without the name of the embedding page.
func home() string {
	return strings.TrimSuffix(app.host.Link(), "embed.html")
}

// act is a button for what the page does by itself (share, save), not an action on the state; see acts.
func act(name, label, title string) node {
	return el("button", has(attr("type", "button"), class("plain"), data("act", name), attr("title", title)), text(label))
}
