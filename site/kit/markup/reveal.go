package markup

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
