// Package state holds everything the lab shows as one comparable value, and the pure function that changes it.
//
// A State says what is shown, never how: models, drawings and markup are computed from it. An Action says what the
// user meant (toggle bit 3), never what follows. Each view has a file of its own here with its part of State, its
// opening example and its actions; the catalogue in views.go lists the views that exist.
package state

// View names a view; it is the word used in links.
type View string

// Theme is the colour scheme the reader asked for. It is personal: it is stored in the browser, not in links.
type Theme string

// The themes. Auto follows the system.
const (
	Auto  Theme = "auto"
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Default returns the opening page: every view at its first example.
func Default() State {
	s := State{View: Encoding, Theme: Auto}
	for _, v := range Views {
		if v.Here() {
			v.first(&s)
		}
	}
	return s
}

// Action is what the user meant. The actions of a view stand in the view's file.
type Action interface {
	// apply returns the state after the action. It is total: an action that makes no sense changes nothing.
	apply(State) State
	// gesture names the drag, run of key strokes or run of steps that the action belongs to; actions of one gesture
	// make one entry in the browser's history. "" is an action that stands alone.
	gesture() string
}

// once is embedded by actions that stand alone in the browser's history.
type once struct{}

func (once) gesture() string { return "" }

// Update returns the state after an action. A read-only state lets only navigation and the theme through.
func Update(s State, a Action) State {
	if s.ReadOnly {
		if _, ok := a.(navigation); !ok {
			return s
		}
	}
	return a.apply(s)
}

// Gesture returns the name of the run of actions that a belongs to, "" if it stands alone.
func Gesture(a Action) string { return a.gesture() }

// navigation marks the actions that a read-only page still takes.
type navigation interface{ navigates() }

// Open shows the view of a state read from a link. The other views stay as they were left, and so do theme and chrome.
type Open struct {
	once
	State State
}

func (Open) navigates() {}

func (a Open) apply(s State) State {
	for _, v := range Views {
		if v.ID == a.State.View && v.Here() {
			s.View = v.ID
			v.take(&s, &a.State)
		}
	}
	s.Problems = a.State.Problems
	s.Embed = s.Embed || a.State.Embed
	s.ReadOnly = s.ReadOnly || a.State.ReadOnly
	return s
}

// Go shows a view as it was left.
type Go struct {
	once
	View View
}

func (Go) navigates() {}

func (a Go) apply(s State) State {
	if i, ok := InfoOf(a.View); ok && i.Here() {
		s.View = a.View
	}
	return s
}

// SetTheme chooses the colour scheme.
type SetTheme struct {
	once
	Theme Theme
}

func (SetTheme) navigates() {}

func (a SetTheme) apply(s State) State {
	switch a.Theme {
	case Auto, Light, Dark:
		s.Theme = a.Theme
	}
	return s
}

// Reset brings the view shown back to its first example.
type Reset struct{ once }

func (Reset) apply(s State) State {
	for _, v := range Views {
		if v.ID == s.View && v.Here() {
			v.first(&s)
		}
	}
	s.Problems = ""
	return s
}

// Dismiss closes the list of problems of the link.
type Dismiss struct{ once }

func (Dismiss) navigates() {}

func (Dismiss) apply(s State) State {
	s.Problems = ""
	return s
}
