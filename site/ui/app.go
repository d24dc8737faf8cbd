package ui

import (
	"strconv"
	"strings"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// view is the page of a view. The function reads only its own part of the state.
type view struct {
	id   state.View
	make func(s state.State) markup.Node
}

// pageOf is a view in an element of its own: it is drawn again when its input changed.
func pageOf[In comparable](names string, in In, draw func(In) markup.Node) markup.Node {
	return markup.Bare(in, func(in In) markup.Node {
		return markup.El("div", markup.Class(names), markup.List{markup.Guarded(func() markup.Node { return draw(in) })})
	})
}

// views lists the views of the opening program; more.go adds the others.
var views = []view{
	{state.Encoding, func(s state.State) markup.Node {
		return pageOf("", encView{In: s.Enc, ReadOnly: s.ReadOnly}, encView.render)
	}},
	{state.Operation, func(s state.State) markup.Node {
		return pageOf("", opView{In: s.Op, ReadOnly: s.ReadOnly}, opView.render)
	}},
	{state.Fused, func(s state.State) markup.Node {
		return pageOf("", fmaView{In: s.FMA, ReadOnly: s.ReadOnly}, fmaView.render)
	}},
	{state.DotProduct, func(s state.State) markup.Node {
		return markup.Bare(dotView{In: s.Dot, ReadOnly: s.ReadOnly}, dotView.render)
	}},
}

// app is the one instance of the lab in the page.
var app struct {
	host    Host
	screen  lab.Screen          // nil in a test
	visited map[state.View]bool // the views that were shown: they stay in the page
	state   state.State
	shown   string         // the fragment in the address bar
	link    string         // the link of state, which the address bar may say otherwise
	gesture string         // the run of actions that the last history entry belongs to
	before  string         // the link of the history entry before the last one that was made
	notice  string         // said once by the live region and the share button
	fault   string         // what the last panic said, until the reader goes on
	warning string         // why something was not done, shown until the next change
	kept    map[string]any // what remember keeps
}

// Run reads the address, renders the page into the element with id "app" and keeps it up to date.
func Run(h Host, screen lab.Screen) error {
	app.host = h
	if elsewhere(h.Fragment()) {
		return nil
	}
	app.state = state.Default()
	safely(func() {
		app.state = route.Decode(h.Fragment(), h.Query())
		reopen(h.Kept())
	})
	if t := state.Theme(h.Setting("theme")); app.state.Theme == state.Auto && t != "" {
		app.state = state.Update(app.state, state.SetTheme{Theme: t})
	}
	app.shown, app.link = h.Fragment(), route.Encode(app.state)
	h.ShowTheme(string(app.state.Theme))
	h.OnFault(fault)
	h.OnNavigate(navigated)
	h.OnMessage(message)
	h.OnPaint(paint)
	more(h)
	app.visited = map[state.View]bool{}
	app.screen = screen
	title()
	if err := screen.Show(lab.Hooks{Whole: whole, Answer: answer, Safely: safely, Clicked: clicked, Pointed: pointed, Pressed: key}); err != nil {
		return err
	}
	var ids []string
	for _, v := range state.Views {
		ids = append(ids, string(v.ID))
	}
	h.Ready(ids)
	return nil
}

// dispatch applies an action, writes the new state into the address and asks for one render. What a link does not tell
// apart makes no entry in the history. Every change of the page goes through here. A panic leaves state and page as they
// were and says so.
func dispatch(a markup.Action) { safely(func() { apply(a.(state.Action)) }) }

func apply(a state.Action) {
	switch a.(type) {
	case state.Open, state.Go, state.Reset, state.Dismiss: // the reader goes on
		if app.fault != "" {
			app.fault = ""
			rerender()
		}
	}
	next := state.Update(app.state, a)
	if next == app.state {
		return
	}
	if next.Theme != app.state.Theme {
		app.host.SetSetting("theme", string(next.Theme))
		app.host.ShowTheme(string(next.Theme))
	}
	app.state = next
	g := state.Gesture(a)
	if link := route.Encode(next); link != app.link {
		if g != "" && g == app.gesture || app.link == app.before {
			app.host.Replace(link) // an entry that says what the one before says is used again
		} else {
			app.before = app.link
			app.host.Push(link)
		}
		app.shown, app.link = link, link
		app.gesture = g
		app.warning = ""
		app.host.After("state", 150, func() { app.host.Tell("state", "url", app.shown) })
	}
	title()
	rerender()
}

// safely runs f; a panic in it becomes the page's sentence.
func safely(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fault(r)
		}
	}()
	f()
}

// fault says in the page that something panicked, and shows the ways on: state and fields stay as they are.
func fault(r any) {
	app.fault = markup.Reason(r)
	app.host.Tell("error", "code", "fault", "text", app.fault)
	rerender()
}

// elsewhere loads the whole program if a link asks for a view that this one lacks, and reports whether it does. What
// the reader has done in the other views goes along, and so does how the page is shown in a frame.
func elsewhere(link string) bool {
	link, ok := route.Elsewhere(link)
	if !ok {
		return false
	}
	var keep []string
	if app.visited != nil {
		for _, v := range state.Views {
			if s := app.state; v.Here() && app.visited[v.ID] {
				s.View = v.ID
				keep = append(keep, route.Encode(s))
			}
		}
		for _, f := range [3]struct {
			key string
			on  bool
		}{{"embed=1", app.state.Embed}, {"ro=1", app.state.ReadOnly}, {"theme=" + string(app.state.Theme), app.state.Embed}} {
			if f.on && !strings.Contains(link, f.key) {
				link += "&" + f.key
			}
		}
	}
	app.host.Whole(link, strings.Join(keep, "\n"))
	return true
}

// reopen shows the views again as they were before the whole program was loaded, beneath what the address says.
func reopen(kept string) {
	if kept == "" {
		return
	}
	s := app.state
	for _, link := range strings.Split(kept, "\n") {
		s = state.Update(s, state.Open{State: route.Decode(link, "")})
	}
	app.state = state.Update(s, state.Open{State: app.state})
}

// remember returns what the page keeps under a name as long as it lives, zero at first.
func remember[T any](name string) *T {
	if v, ok := app.kept[name].(*T); ok {
		return v
	}
	if app.kept == nil {
		app.kept = map[string]any{}
	}
	v := new(T)
	app.kept[name] = v
	return v
}

// endGesture makes the next action begin an entry of its own in the history.
func endGesture() { app.gesture = "" }

// rerender has the page shown again, at most once a frame.
func rerender() {
	if app.screen != nil {
		app.screen.Again()
	}
}

// navigated shows what the address says after a link, back or forward.
func navigated() {
	link := app.host.Fragment()
	if link == app.shown {
		if link == app.before { // back to an entry that says the same: what was typed had been undone
			app.before = ""
			app.host.Back()
		}
		return
	}
	if elsewhere(link) {
		return
	}
	app.before = ""
	app.shown, app.gesture, app.warning, app.fault = link, "", "", ""
	app.state = state.Update(app.state, state.Open{State: route.Decode(link, app.host.Query())})
	app.link = route.Encode(app.state)
	title()
	rerender()
}

// message answers an embedding page.
func message(kind, value string) {
	switch kind {
	case "set":
		if elsewhere(value) {
			return
		}
		dispatch(state.Open{State: route.Decode(value, "")})
	case "get":
		app.host.Tell("state", "url", route.Encode(app.state), "id", value)
	case "theme":
		dispatch(state.SetTheme{Theme: state.Theme(value)})
	case "reset":
		dispatch(state.Reset{})
	}
}

// say shows a short notice and has it read out.
func say(s string) {
	app.notice = s
	rerender()
	app.host.After("notice", 2500, func() {
		app.notice = ""
		rerender()
	})
}

// warn shows why something was not done, until the reader does something else.
func warn(s string) {
	app.warning = s
	rerender()
}

func title() {
	if i, ok := state.InfoOf(app.state.View); ok {
		app.host.SetTitle(i.Title + " · " + prose.Name)
	}
}

// shownView is the view that is shown.
func shownView() markup.Node {
	for _, v := range views {
		if v.id == app.state.View {
			return v.make(app.state)
		}
	}
	return nil
}

// whole is the whole page. It reads app.state; everything below gets its own part as a comparable input. Views stay mounted
// once visited and are hidden while another is shown.
func whole() markup.Node {
	s := app.state
	app.visited[s.View] = true
	slots := make([]markup.Node, 0, len(views))
	for _, v := range views {
		if !app.visited[v.id] {
			slots = append(slots, markup.El("section", markup.Data("view", string(v.id)), markup.Flag("hidden", true)))
			continue
		}
		slots = append(slots, markup.El("section", markup.Class("view view-"+string(v.id)), markup.Data("view", string(v.id)), markup.Flag("hidden", v.id != s.View),
			markup.List{v.make(s)}))
	}
	names := "lab"
	if s.Embed {
		names = "lab embedded"
	}
	return markup.El("div", markup.Attr("id", "app"), markup.Class(names),
		markup.Panel("top", headerIn{s.View, s.Theme, s.Embed, app.notice}, header),
		markup.Panel("problems", s.Problems, problems),
		markup.Panel("problems", faultIn{app.fault, s.ReadOnly}, faulted),
		markup.El("main", markup.Attr("id", "main"), markup.Attr("tabindex", "-1"),
			markup.El("h1", markup.Class("quiet"), markup.Text(headline(s.View))),
			markup.El("div", markup.List(slots))),
		markup.Panel("bottom", footerIn{s.View, s.Embed, route.Encode(s)}, footer),
		markup.El("p", markup.Class("problem warning"), markup.Attr("role", "alert"), markup.Flag("hidden", app.warning == ""), markup.Text(app.warning)),
		markup.El("div", markup.Class("quiet"), markup.Attr("role", "status"), markup.Attr("aria-live", "polite"), markup.Text(app.notice)),
	)
}

// headline is the heading of the first level; views begin with the second.
func headline(v state.View) string {
	i, _ := state.InfoOf(v)
	return i.Title + ": " + i.About
}

// problems lists what the link could not say.
func problems(lines string) markup.Node {
	if lines == "" {
		return markup.El("div", markup.Flag("hidden", true))
	}
	var items []markup.Node
	for _, l := range strings.Split(lines, "\n") {
		items = append(items, markup.El("li", markup.Text(l)))
	}
	return markup.El("aside", markup.Class("notice"), markup.Attr("aria-label", "About this link"),
		markup.El("p", markup.Text(prose.LinkProblems)),
		markup.El("ul", markup.List(items)),
		markup.Button("Close", state.Dismiss{}, markup.Class("plain")))
}

type faultIn struct {
	reason   string
	readOnly bool
}

// faulted says that something could not be computed.
func faulted(in faultIn) markup.Node {
	if in.reason == "" {
		return markup.El("div", markup.Flag("hidden", true))
	}
	return markup.El("div", markup.Class("notice"), markup.Attr("role", "alert"), markup.Attr("aria-label", "A fault of the page"),
		markup.El("p", markup.Text(markup.Fault+": "+in.reason+". "+markup.FaultKept)),
		markup.WaysOn(in.readOnly, markup.Button("Close", state.Dismiss{}, markup.Class("plain"))))
}

// answer dispatches what a listener makes of an event. A change of a field ends the run of typing in it.
func answer(l markup.Listener, e markup.Event) {
	if l.Event == "change" {
		endGesture()
	}
	if a := l.Do(e); a != nil {
		dispatch(a)
	}
}

// clicked is the one listener for clicks that are not an action of a single button: data-copy copies its value,
// data-act does what acts says, data-bit inside data-bits toggles.
func clicked(e lab.Event) {
	if t := e.Closest("data-copy"); t != "" {
		copyText(t, "Copied")
		return
	}
	if name := e.Closest("data-act"); name != "" {
		acts(name, e.Closest("data-figure"))
		return
	}
	if said := e.Closest("data-tap"); said != "" {
		tap(said)
		return
	}
	if e.Closest("data-skip") != "" {
		e.Prevent()
		app.host.Focus("#main")
		return
	}
	if group := e.Closest("data-bits"); group != "" {
		if bit, err := strconv.Atoi(e.Closest("data-bit")); err == nil && toggled[group] != nil {
			dispatch(toggled[group](bit))
		}
	}
}

// copyText copies and says so.
func copyText(t, done string) {
	app.host.Copy(t, func(ok bool) {
		if ok {
			say(done)
		} else {
			warn("The browser did not allow copying.")
		}
	})
}
