package ui

import (
	"strings"

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

// header is the one quiet line on top: name, views, theme, share.
func header(in headerIn) node {
	if in.embed {
		return el("div", has(flag("hidden", true)))
	}
	var tabs []node
	for _, v := range state.Views {
		s := app.state
		s.View = v.ID
		current := "false"
		if v.ID == in.view {
			current = "page"
		}
		tabs = append(tabs, el("a", has(attr("href", route.Encode(s)), attr("aria-current", current), attr("title", v.About)), text(v.Title)))
	}
	share := "Share"
	if in.said == prose.LinkCopied {
		share = "Copied"
	}
	return el("header", has(class("top")),
		el("a", has(class("skip"), attr("href", "#main"), data("skip", "main")), text("Skip to the view")),
		el("a", has(class("name"), attr("href", "#/v1/enc")), text(prose.Name)),
		el("nav", has(attr("aria-label", "Views")), list(tabs)),
		el("span", has(class("tools")),
			button(prose.ThemeName(string(in.theme)), state.SetTheme{Theme: nextTheme(in.theme)}, class("plain"), attr("title", "Colours: automatic, light or dark")),
			act("share", share, "Copy the link of what is shown"),
		))
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

// footer says where the numbers come from; embedded, it is the way to the whole lab.
func footer(in footerIn) node {
	if in.embed {
		s := app.state
		s.Embed = false
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
