package lab

import (
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/lab/lessons"
	"ulplab/site/lab/link"
	"ulplab/site/lab/playlist"
	"ulplab/site/lesson"
)

// Theme is the colour scheme the reader asked for. It is personal: it is stored in the browser, not in links.
type Theme string

// The themes. Auto follows the system.
const (
	Auto  Theme = "auto"
	Light Theme = "light"
	Dark  Theme = "dark"
)

// mostViews bounds the catalogue.
const mostViews = 24

// State is everything the lab shows, as one comparable value. It says what is shown, never how.
type State struct {
	View     ID
	Theme    Theme
	Embed    bool   // within another page: without header
	Figure   string // the ID of the only figure shown there, of the one to begin at elsewhere; "" for the whole view
	ReadOnly bool   // nothing can be changed
	Problems string // what the link could not say, a line each
	Lesson   lessons.Place
	Learned  lesson.Progress // personal, as Theme; a link has that of its lesson
	Present  bool            // in large type, to be projected
	Unkeyed  bool            // single characters are no keys of the page; personal, as Theme
	Hidden   uint8           // the parts that are hidden meanwhile, a bit each
	Panel    uint8           // the panel that is presented, from 0
	Playlist playlist.List
	Pinned   string // the link of the state that stands beside this one, "" for none
	parts    [mostViews]any
}

// Catalogue is the list of views in the order of the header, those of a list together.
type Catalogue []Entry

// index returns the place of a view, -1 if there is none of that name.
func (c Catalogue) index(id ID) int {
	for i, v := range c {
		if v.ID == id {
			return i
		}
	}
	return -1
}

// here returns the place of a view that this program has, -1 otherwise.
func (c Catalogue) here(id ID) int {
	if i := c.index(id); i >= 0 && c[i].here() {
		return i
	}
	return -1
}

// Infos are what the header says of each view.
func (c Catalogue) Infos() (list []Info) {
	for _, v := range c {
		list = append(list, v.Info)
	}
	return list
}

// Listing says what the header says of each view, a line each. The page holds it, so that the opening program knows of the
// views that it lacks.
func (c Catalogue) Listing() string {
	var b strings.Builder
	for _, v := range c {
		b.WriteString(string(v.ID) + "|" + v.Title + "|" + v.About + "|" + v.Group + "\n")
	}
	return b.String()
}

// Among returns the views of a listing in its order: those of c, and the others as Elsewhere.
func (c Catalogue) Among(listing string) Catalogue {
	var all Catalogue
	for _, l := range strings.Split(listing, "\n") {
		f := strings.Split(l, "|")
		if len(f) != 4 || len(all) == mostViews {
			continue
		}
		if i := c.index(ID(f[0])); i >= 0 {
			all = append(all, c[i])
		} else {
			all = append(all, Elsewhere(Info{ID: ID(f[0]), Title: f[1], About: f[2], Group: f[3]}))
		}
	}
	if len(all) < len(c) {
		return c
	}
	return all
}

// Default returns the opening page: every view at its first example.
func (c Catalogue) Default() State {
	s := State{View: c[0].ID, Theme: Auto}
	for i, v := range c {
		if v.here() {
			s.parts[i] = v.First()
		}
	}
	return s
}

// Encode returns the canonical link of a state: "#/v1/enc?b=3f800000&f=f32". The theme is personal and left out.
func (c Catalogue) Encode(s State) string {
	var w link.Writer
	if i := c.here(s.View); i >= 0 {
		c[i].encode(s.parts[i], &w)
	}
	s.Lesson.Write(&w, s.Learned)
	if s.Embed {
		w.Set("embed", "1")
	}
	if s.ReadOnly {
		w.Set("ro", "1")
	}
	if s.Figure != "" {
		w.Set("fig", s.Figure)
	}
	s.encodePresenting(&w)
	if s.comparing() {
		w.Set("pin", s.Pinned)
	}
	return link.To(s.View, &w)
}

// Decode reads a fragment and the query of the page's address, each with or without its leading sign. The short form, for
// typing, is #/FORMAT/VALUE with a value in any form the lab reads: #/f32/3.14, #/e4m3/0x7e, #/tf32/1024.5?r=rna. All forms
// take embed=1, fig=FIGURE, ro=1 and theme=light|dark|auto, in the fragment or in the query of the page. Reading never fails: what
// cannot be read is left at the first example and named in State.Problems.
func (c Catalogue) Decode(fragment, query string) State {
	s := c.Default()
	fragment = strings.TrimPrefix(fragment, "#")
	if len(fragment) > link.Most || len(query) > link.Most {
		s.View = c[c.typed()].ID
		s.Problems = "The link is longer than 64 KB and was not read."
		return s
	}
	path, keys, _ := strings.Cut(link.Unpercent(fragment), "?")
	r := link.Read(keys)
	flags(r, &s)
	flags(link.Read(link.Unpercent(strings.TrimPrefix(query, "?"))), &s) // other keys of the page's query belong to the host
	if len(path) > 2 && strings.Trim(path, "/") == "" {
		r.Problem("The link names no view.")
	}
	if pin, ok := r.Take("pin"); ok {
		s.Pinned = c.pinned(pin, r)
	}
	c.decodePath(strings.Trim(path, "/"), r, &s)
	s.Lesson, s.Learned = lessons.Read(r)
	r.Unused()
	s.Problems = strings.Join(r.Problems(), "\n")
	return s.plain()
}

// plain is the state without what it does not show: in another page and presented, nothing stands beside it.
func (s State) plain() State {
	if !s.comparing() {
		s.Pinned = ""
	}
	return s
}

// Elsewhere reports whether a fragment asks for a view that this program lacks and the whole one has, and returns the
// link in the form that boot.js looks for.
func (c Catalogue) Elsewhere(fragment string) (to string, ok bool) {
	if len(fragment) > link.Most {
		return "", false
	}
	path, keys, _ := strings.Cut(link.Unpercent(strings.TrimPrefix(fragment, "#")), "?")
	head, rest, _ := strings.Cut(strings.Trim(path, "/"), "/")
	i := c.index(ID(rest))
	if !isVersion(head) || i < 0 || c[i].here() {
		return "", false
	}
	to = "#/" + head + "/" + rest
	if keys != "" {
		to += "?" + keys
	}
	return to, true
}

func (c Catalogue) decodePath(path string, r *link.Reader, s *State) {
	head, rest, _ := strings.Cut(path, "/")
	to := c.here(ID(rest))
	// What names no view opens the first one; a page within another, and a link that cannot be read, the one that reads what is
	// typed by hand.
	if i := c.typed(); path != "" || s.Embed {
		s.View = c[i].ID
	}
	switch {
	case path == "":
		i := c.index(s.View)
		s.parts[i] = c[i].decode(r)
	case head == link.Version:
		if to < 0 {
			r.Problem("The link asks for a view named “" + link.Clip(rest) + "”, which this lab does not have.")
			r.Ignore()
			return
		}
		s.View, s.parts[to] = ID(rest), c[to].decode(r)
	case isVersion(head):
		said := "The link was made by another version of the lab (“" + link.Clip(head) + "”); this one reads “" + link.Version + "”. "
		if to >= 0 {
			s.View = ID(rest)
			r.Problem(said + "Only the view that it asks for is shown, at its first example.")
		} else {
			r.Problem(said + "It asks for “" + link.Clip(rest) + "”, which this lab does not have; nothing of it is shown.")
		}
		r.Ignore()
	default:
		for i, v := range c {
			if v.short == nil {
				continue
			}
			if part, ok := v.short(head, rest, r); ok {
				s.View, s.parts[i] = v.ID, part
				return
			}
		}
		r.Ignore()
	}
}

// typed is the place of the view that reads short links, 0 if none does.
func (c Catalogue) typed() int {
	for i, v := range c {
		if v.short != nil {
			return i
		}
	}
	return 0
}

// isVersion reports v followed by digits.
func isVersion(s string) bool {
	return len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

// flags reads the keys about presentation.
func flags(r *link.Reader, s *State) {
	if v, ok := r.Take("embed"); ok {
		s.Embed = s.Embed || v == "1"
	}
	if v, ok := r.Take("ro"); ok {
		s.ReadOnly = s.ReadOnly || v == "1"
	}
	if v, ok := r.Take("fig"); ok {
		if s.Figure = v; len(v) > 40 || strings.Trim(v, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			s.Figure = ""
			r.Wrong("fig", v, "names no figure.")
		}
	}
	s.decodePresenting(r)
	if v, ok := r.Take("theme"); ok {
		switch t := Theme(v); t {
		case Light, Dark, Auto:
			s.Theme = t
		default:
			r.Problem("The theme “" + link.Clip(v) + "” is not one of auto, light and dark.")
		}
	}
}

// Update returns the state after an action. A read-only state lets only navigation, the theme and the playlist through.
func (c Catalogue) Update(s State, a markup.Action) State {
	switch a := a.(type) {
	case playlist.Edit:
		s.Playlist = a.Edit(s.Playlist)
		return s
	case playlist.Play:
		return c.play(s, a)
	case AddSlide:
		s.Playlist = playlist.Add{Slide: playlist.Slide{Link: c.slideLink(s), Title: c.slideTitle(s)}}.Edit(s.Playlist)
		return s
	}
	if s.ReadOnly {
		if _, ok := a.(navigation); !ok {
			return s
		}
	}
	switch a := a.(type) {
	case Open:
		return c.open(s, a.State)
	case Go:
		if c.here(a.View) >= 0 && a.View != s.View {
			s.View, s.Figure = a.View, ""
		}
		return s
	case SetTheme:
		switch a.Theme {
		case Auto, Light, Dark:
			s.Theme = a.Theme
		}
		return s
	case SetKeys:
		s.Unkeyed = a.Off
		return s
	case Reset:
		if i := c.here(s.View); i >= 0 {
			s.parts[i] = c[i].keep(c[i].First(), s.parts[i])
		}
		s.Problems = ""
		return s
	case Dismiss:
		s.Problems = ""
		return s
	case Reply:
		return a.apply(s)
	case OpenLesson:
		s.Lesson = lessons.Place{Name: lessons.Own, Text: a.Text}
		return s
	case Present:
		s.Present, s.Hidden, s.Panel, s.Pinned = a.On, 0, 0, ""
		return s
	case Pin:
		if s.Pinned = ""; a.On {
			s.Pinned = c.Encode(s.alone())
		}
		return s
	case Reveal:
		return revealed(s, a)
	case Turn:
		s.Panel = a.Panel
		return s
	}
	for i, v := range c {
		if !v.here() {
			continue
		}
		if part, ok := v.apply(s.parts[i], a); ok {
			s.parts[i] = part
			return s
		}
	}
	return s
}

func (c Catalogue) open(s, from State) State {
	if from.Figure != "" || from.View != s.View {
		s.Figure = from.Figure // a figure that stands alone stays alone in another state of its view
	}
	if i := c.here(from.View); i >= 0 {
		s.View, s.parts[i] = from.View, c[i].keep(from.parts[i], s.parts[i])
	}
	s.Problems = from.Problems
	s.learn(from)
	s.Embed = s.Embed || from.Embed
	s.ReadOnly = s.ReadOnly || from.ReadOnly
	s.Present, s.Hidden, s.Panel, s.Pinned = from.Present, from.Hidden, from.Panel, from.Pinned
	if from.Playlist.Text != "" {
		s.Playlist.Text, s.Playlist.At = from.Playlist.Text, 0
	}
	s.Playlist.At = c.slideOf(s)
	return s.plain()
}

// bare is the state as it is shown by itself: changeable, with the whole view, outside of any other page.
func (s State) bare() State {
	s.Embed, s.ReadOnly, s.Figure = false, false, ""
	return s
}

// gesture returns the name of the run of actions that a belongs to, "" if it stands alone.
func gesture(a markup.Action) string {
	if g, ok := a.(interface{ Gesture() string }); ok {
		return g.Gesture()
	}
	return ""
}

// The actions of the lab itself.
type (
	// Open shows the view of a state read from a link. The other views stay as they were left, and so do theme and chrome.
	Open struct {
		Navigation
		State State
		Run   string // its Gesture
	}
	// Go shows a view as it was left.
	Go struct {
		Navigation
		View ID
	}
	// Follow opens a link as a click on it does.
	Follow struct {
		Navigation
		Link string
	}
	// SetTheme chooses the colour scheme.
	SetTheme struct {
		Navigation
		Theme Theme
	}
	// SetKeys has single characters outside fields be keys of the page, or not: who speaks to the machine turns them off.
	SetKeys struct {
		Navigation
		Off bool
	}
	// Reset brings the view shown back to its first example.
	Reset struct{}
	// Dismiss closes the list of problems of the link.
	Dismiss struct{ Navigation }
)

// Part returns the state of the view whose state type is S.
func Part[S comparable](s State) (part S) {
	for _, p := range s.parts {
		if p, ok := p.(S); ok {
			return p
		}
	}
	return part
}

// With returns the opening page with another state of one view.
func (c Catalogue) With(part any) State {
	s := c.Default()
	for i, v := range c {
		if v.here() && v.holds(part) {
			s.parts[i] = part
		}
	}
	return s
}
