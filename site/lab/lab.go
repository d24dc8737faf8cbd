package lab

import (
	"strconv"
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/lab/link"
	"ulplab/site/lab/playlist"
	"ulplab/site/lab/share"
	"ulplab/site/lesson"
)

// app is the one instance of the lab in the page.
var app instance

type instance struct {
	host     Browser
	screen   Screen // nil in a test
	views    Catalogue
	visited  map[ID]bool // the views that were shown: they stay in the page
	over     string      // the area of bits that the pointer is in, "" for none
	pointing bool        // what is done comes of a pointer that is not pressed
	state    State
	shown    string // the fragment in the address bar
	link     string // the link of state, which the address bar may say otherwise
	gesture  string // the run of actions that the last history entry belongs to
	run      int    // its number
	before   string // the link of the history entry before the last one that was made
	notice   string // shown by the share button for a while
	speech   speech
	differ   string // how two states that are compared differ
	fault    string // what the last panic said, until the reader goes on
	share    share.Choice
	warning  string // why something was not done, shown until the next change
	work     works
	kept     map[string]any // what remember keeps
	recent   string         // what the reader looked at last (Visits)
}

// Run reads the address, renders the page into the element with id "app" and keeps it up to date.
func Run(h Browser, screen Screen, views Catalogue) error {
	app = instance{host: h, views: views.Among(h.Views())}
	if loadWhole(h.Fragment()) {
		return nil
	}
	app.state = app.views.Default()
	safely(func() {
		app.state = app.views.Decode(h.Fragment(), h.Query())
		restoreViews(h.Kept())
	})
	if t := Theme(h.Setting("theme")); app.state.Theme == Auto && t != "" {
		app.state = app.views.Update(app.state, SetTheme{Theme: t})
	}
	app.state.Unkeyed = h.Setting(keysName) == "off"
	app.state.Learned = app.state.Learned.And(lesson.Progress(h.Setting("lessons")))
	begin()
	if app.state.Playlist.Text == "" {
		app.state.Playlist.Text = h.Setting("playlist")
		app.state.Playlist.At = app.views.slideOf(app.state)
	}
	app.shown, app.link = h.Fragment(), app.views.Encode(app.state)
	if !app.state.Embed {
		app.recent = h.Setting(recentName)
	}
	h.ShowTheme(string(app.state.Theme))
	h.OnFault(fault)
	h.OnNavigate(navigated)
	h.OnMessage(message)
	h.OnPaint(paint)
	h.(Chooser).OnDrop(fileOpened)
	app.visited = map[ID]bool{}
	app.screen = screen
	renew()
	if err := screen.Show(Hooks{Whole: whole, Answer: answer, Safely: safely, Clicked: clicked, Pointed: pointed, Pressed: pressed}); err != nil {
		return err
	}
	var ids []string
	for _, v := range app.views {
		ids = append(ids, string(v.ID))
	}
	h.Ready(ids)
	return nil
}

// Dispatch applies an action, writes the new state into the address and asks for one render. What a link does not tell
// apart makes no entry in the history. Every change of the page goes through here. A panic leaves state and page as they
// were and says so.
func Dispatch(a markup.Action) { safely(func() { apply(a) }) }

func apply(a markup.Action) {
	switch a := a.(type) {
	case Steer:
		steer(a)
		return
	case Forget:
		store("")
		return
	case Follow:
		if strings.HasPrefix(a.Link, "#/") {
			app.host.Push(a.Link)
			navigated(true)
		}
		return
	case shareAs:
		app.share = a.to
		rerender()
		return
	case playlist.Play:
		if to, ok := app.state.Playlist.Slide(a.Slide); ok && loadWhole(to.Link) {
			return
		}
	case Open, Go, Reset, Dismiss: // the reader goes on
		if app.fault != "" {
			app.fault = ""
			rerender()
		}
	}
	next := app.views.Update(app.state, a)
	if next == app.state {
		return
	}
	if next.Theme != app.state.Theme {
		app.host.SetSetting("theme", string(next.Theme))
		app.host.ShowTheme(string(next.Theme))
	}
	if next.Unkeyed != app.state.Unkeyed {
		app.host.SetSetting(keysName, map[bool]string{true: "off"}[next.Unkeyed])
	}
	if next.Learned != app.state.Learned {
		app.host.SetSetting("lessons", string(next.Learned))
	}
	if _, opened := a.(Open); next.Playlist.Text != app.state.Playlist.Text && !opened {
		app.host.SetSetting("playlist", next.Playlist.Text)
	}
	if !app.pointing {
		changes()
	}
	app.state = next
	g := gesture(a)
	if link := app.views.Encode(next); link != app.link {
		if g == "" || g != app.gesture {
			app.run++
		}
		if g != "" && g == app.gesture || app.link == app.before || next.Embed {
			app.host.Replace(link) // an entry that says what the one before says is used again; that of a page around is not ours
		} else {
			app.before = app.link
			app.host.Push(link)
		}
		app.shown, app.link = link, link
		app.gesture = g
		app.warning = ""
		app.host.After("state", 150, func() { app.host.Tell("state", "url", app.shown, "run", strconv.Itoa(app.run)) })
	}
	if !app.pointing {
		changed()
	}
	renew()
}

// renew has everything follow a state that is new.
func renew() {
	title()
	look()
	tend()
	beside()
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

// loadWhole loads the whole program if a link asks for a view that this one lacks, and reports whether it does. What
// the reader has done in the other views goes along, and so does how the page is shown in a frame.
func loadWhole(address string) bool {
	to, ok := app.views.Elsewhere(address)
	if !ok {
		return false
	}
	var keep []string
	if app.visited != nil {
		if l := app.state.Lesson.Kept(); l != "" {
			keep = append(keep, link.First(app.state.View)+l)
		}
		for _, v := range app.views {
			if s := app.state; v.here() && app.visited[v.ID] {
				s.View = v.ID
				keep = append(keep, app.views.Encode(s))
			}
		}
		for _, f := range [...]struct {
			key string
			on  bool
		}{{"embed=1", app.state.Embed}, {"ro=1", app.state.ReadOnly}, {"theme=" + string(app.state.Theme), app.state.Embed}, {"present=1", app.state.Present}} {
			if f.on {
				to = withKeys(to, f.key)
			}
		}
	}
	app.host.Whole(to, strings.Join(keep, "\n"))
	return true
}

// restoreViews shows the views again as they were before the whole program was loaded, beneath what the address says.
func restoreViews(kept string) {
	if kept == "" {
		return
	}
	s := app.state
	for _, link := range strings.Split(kept, "\n") {
		s = app.views.Update(s, Open{State: app.views.Decode(link, "")})
	}
	app.state = app.views.Update(s, Open{State: app.state})
}

// Remember returns what a picture of pixels keeps under a name from one frame to the next, zero at first. What is computed is a
// Task.
func Remember[T any](name string) *T {
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

// EndGesture makes the next action begin an entry of its own in the history.
func EndGesture() { app.gesture = "" }

// rerender has the page shown again, at most once a frame.
func rerender() {
	if app.screen != nil {
		app.screen.Again()
	}
}

// navigated shows what the address says after a link that was followed, back or forward. A link goes on with presenting.
func navigated(followed bool) {
	link := app.host.Fragment()
	if link == app.shown {
		if link == app.before { // back to an entry that says the same: what was typed had been undone
			app.before = ""
			app.host.Step(-1)
		}
		rerender()
		return
	}
	if loadWhole(link) {
		return
	}
	changes()
	app.before = ""
	app.shown, app.gesture, app.warning, app.fault = link, "", "", ""
	to := app.views.Decode(link, app.host.Query())
	if followed {
		to.Present = to.Present || app.state.Present
	}
	app.state = app.views.Update(app.state, Open{State: to})
	begin()
	app.link = app.views.Encode(app.state)
	if followed && app.link != link && to.Present {
		app.host.Replace(app.link)
		app.shown = app.link
	}
	changed()
	renew()
}

// follow opens a link without an entry in the history.
func follow(link string) {
	if !loadWhole(link) {
		Dispatch(Open{State: app.views.Decode(link, "")})
	}
}

// begin brings the figure that a link names to the top of the window.
func begin() {
	if s := app.state; s.Figure != "" && !s.Embed {
		app.state.Figure = ""
		app.host.After("begin", 40, func() { app.host.Reach("#" + s.Figure) })
	}
}

// message answers an embedding page.
func message(kind, value string) {
	switch kind {
	case "set":
		follow(value)
	case "get":
		app.host.Tell("state", "url", app.views.Encode(app.state), "id", value)
	case "theme":
		Dispatch(SetTheme{Theme: Theme(value)})
	case "reset":
		Dispatch(Reset{})
	}
}

// Focus moves the focus to an element once the page that follows is painted.
func Focus(selector string) {
	app.host.After("focus", 40, func() { app.host.Focus(selector) })
}

// Rest dispatches an action once what a pointer moves has come to rest: no other call of the name came for some milliseconds.
func Rest(name string, milliseconds int, do func() markup.Action) {
	app.host.After("rest "+name, milliseconds, func() { does(do()) })
}

// Warn shows why something was not done, until the reader does something else.
func Warn(s string) {
	app.warning = s
	rerender()
}

func title() {
	if i := app.views.index(app.state.View); i >= 0 {
		app.host.SetTitle(app.views[i].Title + " · " + Name)
	}
}

// shownView is the view that is shown.
func shownView() markup.Node {
	if i := app.views.here(app.state.View); i >= 0 {
		return app.pageOf(i)
	}
	return nil
}

// pageOf is a view at its state; of the one shown in another page, the figure that was asked for.
func (app *instance) pageOf(i int) *markup.Part {
	s, p := app.state, app.views[i].page(app.state.parts[i], app.state.ReadOnly, app.work.desks[i].tick)
	if s.Embed && s.Figure != "" && app.views[i].ID == s.View {
		return markup.Only(p, s.Figure).(*markup.Part)
	}
	return p
}

// slotIn is the input of the place of a view: what is not shown costs nothing when the rest of the page is drawn again.
type slotIn struct {
	at     int // in the catalogue
	hidden bool
	page   any // the input of its page, nil until it is shown for the first time
}

// slot is the place of a view.
func slot(in slotIn) markup.Node {
	id := string(app.views[in.at].ID)
	if in.page == nil {
		return markup.El("section", markup.Data("view", id), markup.Flag("hidden", true))
	}
	return markup.El("section", markup.Class("view view-"+id), markup.Data("view", id), markup.Flag("hidden", in.hidden), markup.List{app.pageOf(in.at)})
}

// whole is the whole page. It reads app.state; everything below gets its own part as a comparable input. Views stay mounted
// once visited and are hidden while another is shown.
func whole() markup.Node {
	s := app.state
	app.visited[s.View] = true
	slots := make([]markup.Node, 0, len(app.views))
	for i, v := range app.views {
		if !v.here() {
			continue
		}
		in := slotIn{at: i, hidden: v.ID != s.View || s.comparing()}
		if app.visited[v.ID] {
			in.page = app.pageOf(i).In
		}
		slots = append(slots, markup.Bare(in, slot))
	}
	sharing := shareIn{Choice: app.share}
	if i := app.views.here(s.View); app.share.Open && i >= 0 {
		sharing.state, sharing.tick = s, app.work.desks[i].tick
	}
	two := comparedIn{}
	if s.comparing() {
		two = comparedIn{s.Pinned + sides()[1], app.differ}
	}
	foot := footerIn{embed: s.Embed}
	if s.Embed {
		foot.link = app.link
	}
	list := s.Playlist
	list.Shown = list.Shown && !s.presenting()
	return markup.El("div", markup.Attr("id", "app"), markup.Class(s.names()),
		markup.Panel("top", headerIn{s.View, s.Theme, s.Unkeyed, s.Embed, app.notice, s.Lesson.Where(s.Learned), undoes() == 0, redoes() == 0, s.Playlist.Shown, s.comparing()}, header),
		markup.Panel("problems", s.Problems, problems),
		markup.Panel("problems", faultIn{app.fault, s.ReadOnly}, faulted),
		markup.El("aside", markup.Class("lesson"), markup.Attr("id", "lesson"), markup.Attr("aria-label", "Lesson"), markup.Flag("hidden", s.Lesson.Name == ""),
			markup.List{markup.PartOf(lessonInput(s), lessonPanel)}),
		markup.El("main", markup.Attr("id", "main"), markup.Attr("tabindex", "-1"),
			markup.El("h1", markup.Class("quiet"), markup.Text(headline(s.View))),
			markup.Panel("", list, listed),
			markup.Panel("beside", two, compared),
			markup.El("div", markup.List(slots))),
		markup.Panel("", barIn{s.View, s.presenting(), s.Hidden, s.Panel, s.Playlist}, bar),
		markup.Panel("bottom", foot, footer),
		markup.El("dialog", markup.Attr("id", "share"), markup.Class("share"), markup.Attr("aria-label", share.Title),
			markup.On("close", func(markup.Event) markup.Action { return shareAs{} }), markup.List{markup.PartOf(sharing, shared)}),
		markup.El("p", markup.Class("problem warning"), markup.Attr("role", "alert"), markup.Flag("hidden", app.warning == ""), markup.Text(app.warning)),
		heard(app.speech.text),
	)
}

// headline is the heading of the first level; views begin with the second.
func headline(v ID) string {
	i := app.views[app.views.index(v)].Info
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
		markup.El("p", markup.Text(linkProblems)),
		markup.El("ul", markup.List(items)),
		markup.Button("Close", Dismiss{}, markup.Class("plain")))
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
		markup.WaysOn(in.readOnly, markup.Button("Close", Dismiss{}, markup.Class("plain"))))
}

// answer dispatches what a listener makes of an event. A change of a field ends the run of typing in it.
func answer(l markup.Listener, e markup.Event) {
	if l.Event == "change" {
		EndGesture()
	}
	does(l.Do(e))
}

// clicked hears clicks that are not an action of a single button: data-copy copies its value, data-act does what acts says,
// data-tap means what the view says, data-bit inside data-bits toggles.
func clicked(e Event) {
	if t := e.Closest("data-copy"); t != "" {
		Copy(t, "Copied")
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
	if link := e.Closest("href"); app.state.Embed && strings.HasPrefix(link, "#/") {
		e.Prevent() // followed by the browser, it would stand in the history of the page around
		safely(func() { follow(link) })
		return
	}
	if group := e.Closest("data-bits"); group != "" {
		if bit, err := strconv.Atoi(e.Closest("data-bit")); err == nil {
			if do := bitsOf(group).Toggle; do != nil {
				does(do(bit))
			}
		}
	}
}

// Copy copies and says so.
func Copy(t, done string) {
	app.host.Copy(t, func(ok bool) {
		if ok {
			Say(done)
		} else {
			Warn("The browser did not allow copying.")
		}
	})
}

// Host returns the browser.
func Host() Browser { return app.host }

// Now returns the state of the view whose state type is S.
func Now[S comparable]() (s S) {
	for _, p := range app.state.parts {
		if s, ok := p.(S); ok {
			return s
		}
	}
	return s
}

// Shows reports whether a view is the one that is shown.
func Shows(id ID) bool { return app.state.View == id }

// ReadOnly reports whether nothing can be changed.
func ReadOnly() bool { return app.state.ReadOnly }

// LinkWith returns the link of the view shown with another state of it.
func LinkWith[S comparable](s S) string {
	all := app.state
	for i, p := range all.parts {
		if _, ok := p.(S); ok {
			all.parts[i], all.View = s, app.views[i].ID
		}
	}
	return app.views.Encode(all)
}

// does dispatches an action, if there is one.
func does(a markup.Action) {
	if a != nil {
		Dispatch(a)
	}
}

// InfoOf returns what the header says of a view.
func InfoOf(id ID) (Info, bool) {
	if i := app.views.index(id); i >= 0 {
		return app.views[i].Info, true
	}
	return Info{}, false
}
