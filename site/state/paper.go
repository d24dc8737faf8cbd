//go:build !opening

package state

import "strings"

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
var PaperSections = []string{"2.1", "2.2", "2.3", "3.1", "3.2", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "5.1", "5.2"}

// PaperClaims holds the IDs of all statements, in the order of the view, between spaces.
const PaperClaims = " standard widths minus192 biases exponent7 minus192float minus192double thirds thirdsfloat thirdsdouble thirdsexponent " +
	" required sumexact sumrounded closer " +
	" roundings decimalsquare decimalresults decimalsummary decimalerrors binary mathematical output colon semicolon cpus fermi " +
	" figure2 figure3 figure4 " +
	" vectors printedvectors dotexact dotexacthex dotbits dotdigits alldiffer ranking " +
	" singleonly notall flushed notnearest " +
	" both13 double13 single13 fma13 nofma13 " +
	" boards both20 nearest20 denormals20 " +
	" fourmodes cudafour interpretation floattable doubletable sqrtrow " +
	" moreaccurate merged independent fortran " +
	" modes threeflags ieeemode ftzflag fastdivision fastroot noeffect " +
	" directions noflags precisions " +
	" simple dilemma giveup sinbound otherwords mostinputs figure6 library gccversion slightly " +
	" widths87 spill defaultunit ssefollows floatstore slashop controlword spaces "

// Reading is what the Paper view shows: the whole text, or the statements of one mark, from a section on; or the whole
// text at one statement.
type Reading struct {
	Section string // one of PaperSections, or "" for the top
	Claim   string // one of PaperClaims, or ""; Section and Only are empty then
	Only    Mark
}

// At returns the statement or the section to begin at.
func (r Reading) At() string {
	if r.Claim != "" {
		return r.Claim
	}
	return r.Section
}

// PaperSection scrolls to a section.
type PaperSection struct {
	once
	ID string
}

func (PaperSection) navigates() {}

func (a PaperSection) apply(s State) State {
	if a.ID == "" || KnownSection(a.ID) {
		s.Paper.Section, s.Paper.Claim = a.ID, ""
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
		s.Paper.Only, s.Paper.Claim = a.Mark, ""
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

// KnownClaim reports whether the view has a statement of that ID.
func KnownClaim(id string) bool {
	return id != "" && !strings.Contains(id, " ") && strings.Contains(PaperClaims, " "+id+" ")
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
