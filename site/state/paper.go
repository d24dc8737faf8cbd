package state

// Paper is the view of the white paper, section by section.
const Paper View = "paper"

// Mark says how a statement of the paper stands after its numbers were computed again.
type Mark string

// The marks. AnyMark is no mark: it shows statements of every mark.
const (
	AnyMark    Mark = ""
	Reproduced Mark = "reproduced" // every number comes out as printed
	Corrected  Mark = "corrected"  // a printed number is not what comes out
	Outdated   Mark = "outdated"   // true when it was written
)

// Marks lists the marks in the order of the summary.
var Marks = []Mark{Reproduced, Corrected, Outdated}

// PaperSections lists the numbers of the sections shown, in the order of the paper.
var PaperSections = []string{"2.1", "2.2", "2.3", "3.1", "3.2"}

// Reading is what the Paper view shows: the whole text, or the statements of one mark, from a section on.
type Reading struct {
	Section string // one of PaperSections, or "" for the top
	Only    Mark
}

// PaperSection scrolls to a section.
type PaperSection struct {
	once
	ID string
}

func (PaperSection) navigates() {}

func (a PaperSection) apply(s State) State {
	if a.ID == "" || KnownSection(a.ID) {
		s.Paper.Section = a.ID
	}
	return s
}

// PaperOnly shows the statements of one mark, or all of them.
type PaperOnly struct {
	once
	Mark Mark
}

func (PaperOnly) navigates() {}

func (a PaperOnly) apply(s State) State {
	if a.Mark == AnyMark || KnownMark(a.Mark) {
		s.Paper.Only = a.Mark
	}
	return s
}

// KnownSection reports whether the view has a section of that number.
func KnownSection(id string) bool {
	for _, s := range PaperSections {
		if s == id {
			return true
		}
	}
	return false
}

// KnownMark reports whether m is one of Marks.
func KnownMark(m Mark) bool {
	for _, k := range Marks {
		if k == m {
			return true
		}
	}
	return false
}
