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
var PaperSections = []string{"2.1", "2.2", "2.3", "3.1", "3.2", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "5.1", "5.2", "5.3", "5.4", "6"}

// PaperClaims holds the IDs of all statements, in the order of the view, between spaces; two spaces end a section.
const PaperClaims = " standard widths minus192 biases exponent7 minus192float minus192double thirds thirdsfloat thirdsdouble thirdsexponent " +
	" required sumexact sumrounded closer " +
	" roundings decimalsquare decimalresults decimalsummary decimalerrors binary mathematical output colon semicolon cpus fermi " +
	" figure2 figure3 figure4 " +
	" vectors printedvectors dotexact dotexacthex dotbits dotdigits alldiffer ranking usually fmamore " +
	" singleonly notall flushed notnearest " +
	" both13 double13 single13 fma13 nofma13 " +
	" boards both20 nearest20 denormals20 " +
	" fourmodes cudafour interpretation floattable doubletable sqrtrow " +
	" moreaccurate merged independent fortran " +
	" modes threeflags ieeemode ftzflag fastdivision fastroot noeffect " +
	" directions noflags precisions " +
	" simple dilemma giveup sinbound otherwords mostinputs figure6 library gccversion slightly " +
	" widths87 spill defaultunit ssefollows floatstore slashop controlword spaces " +
	" choices blocks gpucpu " +
	" sameops gpufma rearrange higher notidentical notwrong adequate notequivalent x87compare " +
	" usefma cpufma careful capabilities c99 appendix compromise "

// Reading is what the Paper view shows: the whole text, or the statements of one mark, from a section on; or the whole
// text at one statement. Statements of a section can be folded away.
type Reading struct {
	Section string // one of PaperSections, or "" for the top
	Claim   string // one of PaperClaims, or ""; Section and Only are empty then
	Only    Mark
	Folds   uint32 // the sections that the reader has opened or closed, bit i for PaperSections[i]
}

// EverySection has the bit of every section, firstSection that of 2.2, short and telling, which is open at first.
const (
	EverySection = 1<<17 - 1
	firstSection = 1 << 1
)

// given returns the sections that are open before the reader opens or closes one: the first and the one to begin at, or
// all where one mark is shown.
func (r Reading) given() uint32 {
	if r.Only != AnyMark {
		return EverySection
	}
	return firstSection | SectionBit(r.Section) | claimBit(r.Claim)
}

// Opened returns the sections that are open, bit i for PaperSections[i].
func (r Reading) Opened() uint32 { return r.given() ^ r.Folds }

// Open returns r with exactly these sections open, and that of its statement.
func (r Reading) Open(sections uint32) Reading {
	r.Folds = (sections | claimBit(r.Claim)) ^ r.given()
	return r
}

// SectionBit returns the bit of a section, 0 for none of that number.
func SectionBit(id string) uint32 {
	for i, s := range PaperSections {
		if s == id {
			return 1 << i
		}
	}
	return 0
}

// claimBit returns the bit of the section that a statement stands in.
func claimBit(id string) uint32 {
	if !KnownClaim(id) {
		return 0
	}
	before, _, _ := strings.Cut(PaperClaims, " "+id+" ")
	return 1 << strings.Count(before+" ", "  ")
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
		open := s.Paper.Opened() | SectionBit(a.ID)
		s.Paper.Section, s.Paper.Claim = a.ID, ""
		s.Paper = s.Paper.Open(open)
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
		s.Paper.Only, s.Paper.Claim, s.Paper.Folds = a.Mark, "", 0
	}
	return s
}

// PaperFold opens or closes a section, or all of them if ID is "".
type PaperFold struct {
	once
	ID   string
	Open bool
}

func (PaperFold) navigates() {}

func (a PaperFold) apply(s State) State {
	bits := SectionBit(a.ID)
	if a.ID == "" {
		bits = EverySection
	}
	open := s.Paper.Opened() | bits
	if !a.Open {
		open &^= bits
		if claimBit(s.Paper.Claim)&bits != 0 {
			s.Paper.Claim = ""
		}
	}
	s.Paper = s.Paper.Open(open)
	return s
}

// KnownSection reports whether the view has a section of that number.
func KnownSection(id string) bool { return SectionBit(id) != 0 }

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
