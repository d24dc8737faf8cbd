package markup

import "strconv"

// The parts of a page that a presenter hides and reveals one by one (lab.Reveal).
const (
	Result      = "result"
	ExactValue  = "exact"
	BitPattern  = "bits"
	Explanation = "why"
)

// Passing marks words about work that goes on: no part of what a page says.
func Passing() Setting { return Data("passing", "") }

// Reveals marks an element as one of these parts. A hidden one keeps its place: the style sheet hides it, no page is drawn
// anew. Marked elements do not stand in one another.
func Reveals(part string) Setting { return Data("part", part) }

// NoPanel is a panel that is not shown.
const NoPanel = 9

// PanelOf marks an element as one of the panels of a page that is presented: panel 0 is always shown, with one of the others
// (lab.View.Panels), and nothing that is not marked.
func PanelOf(n int) Setting { return Data("panel", strconv.Itoa(n)) }
