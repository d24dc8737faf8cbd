//go:build opening

package state

// State is the State of views_more.go without the views that this program does not have.
type State struct {
	View     View
	Embed    bool   // one view without the header
	ReadOnly bool   // values can be looked at, not changed
	Theme    Theme  // the reader's own, kept when a link is followed
	Problems string // what of the link could not be read, one sentence a line
	Enc      Enc
	Op       Op
	FMA      FMA
	Dot      Dot
}
