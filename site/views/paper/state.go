package paper

import (
	"strings"

	"ulplab/site/lab"
)

// Mark says how a statement of the paper stands after its numbers were computed again.
type Mark string

// The marks. AnyMark is no mark: it shows statements of every mark.
const (
	AnyMark    Mark = ""
	Reproduced Mark = "reproduced" // every figure comes out as printed
	Documented Mark = "documented" // nothing to compute: what documents say agrees with it
	Qualified  Mark = "qualified"  // true under conditions that the paper does not name
	Corrected  Mark = "corrected"  // a printed figure or statement is not what comes out
	Outdated   Mark = "outdated"   // true when it was written
	Misprinted Mark = "misprinted" // a slip of the printing, on which nothing depends
)

// Marks lists the marks in the order of the summary.
var Marks = []Mark{Reproduced, Documented, Qualified, Corrected, Outdated, Misprinted}

// Sections lists the sections shown, in the order of the paper, by their numbers in the editions of 2011 and 2013:
// those with statements of their own, the beginning of chapter 4 among them.
var Sections = []string{"1", "2.1", "2.2", "2.3", "3.1", "3.2", "4", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7",
	"5.1", "5.2", "5.3", "5.4", "6", "A", "B"}

// Claims holds the IDs of all statements, in the order of the paper, between spaces; two spaces end a section.
const Claims = " adopted choosing audience overview " +
	" standard interchange widths minus192 biases exponent7 minus192float minus192double reserved thirds nearesteven thirdsfloat thirdsdouble thirdsexponent " +
	" required sumexact sumrounded closer " +
	" roundings decimalsquare decimalresults decimalsummary decimalerrors binary mathematical output colon semicolon cpus fermi " +
	" figure2 figure3 caption3 figure4 " +
	" samesystems vectors a3 printedvectors dotexact dotexacthex dotbits dotdigits alldiffer ranking usually fmamore " +
	" generations boards older encoded " +
	" singleonly notall flushed notnearest " +
	" both13 double13 single13 fma13 nofma13 " +
	" both20 nearest20 denormals20 " +
	" fourmodes cudafour interpretation floattable doubletable sqrtrow " +
	" moreaccurate merged independent fortran " +
	" modes threeflags ieeemode ftzflag fastdivision fastroot noeffect " +
	" directions noflags precisions " +
	" simple dilemma proofs giveup sinbound otherwords mostinputs mixing figure6 library gccversion slightly " +
	" semantics widths87 spill defaultunit ssefollows floatstore slashop controlword spaces " +
	" choices blocks gpucpu " +
	" sameops gpufma rearrange higher notidentical reference notwrong adequate notequivalent x87compare " +
	" usefma cpufma careful capabilities c99 appendix compromise feedback " +
	" authors " +
	" ref1 ref2 ref3 ref4 ref5 ref6 ref7 "

// Figures holds, for each figure from 1 on, the statement that it stands with.
var Figures = [...]string{"output", "figure2", "figure3", "figure4", "dotbits", "figure6"}

// ClaimsOf returns the IDs of the statements of a section, by its place in Sections.
func ClaimsOf(section int) []string {
	return strings.Fields(strings.Split(Claims, "  ")[section])
}

// State is what the Paper view shows: the whole text, or the statements of one mark, from a section on; or the whole
// text at one statement. Statements of a section can be folded away.
type State struct {
	Section string // one of Sections, or "" for the top
	Claim   string // one of Claims, or ""; Section and Only are empty then
	Only    Mark
	Folds   uint32 // the sections that the reader has opened or closed, bit i for Sections[i]
}

// EverySection has the bit of every section, firstSection that of 2.2, short and telling, which is open at first.
const (
	EverySection = 1<<21 - 1
	firstSection = 1 << 2
)

// given returns the sections that are open before the reader opens or closes one: the one to begin at, or all where one
// mark is shown.
func (r State) given() uint32 {
	if r.Only != AnyMark {
		return EverySection
	}
	if at := SectionBit(r.Section) | claimBit(r.Claim); at != 0 {
		return at
	}
	return firstSection
}

// Opened returns the sections that are open, bit i for Sections[i].
func (r State) Opened() uint32 { return r.given() ^ r.Folds }

// Open returns r with exactly these sections open, and that of its statement.
func (r State) Open(sections uint32) State {
	r.Folds = (sections | claimBit(r.Claim)) ^ r.given()
	return r
}

// SectionBit returns the bit of a section, 0 for none of that number.
func SectionBit(id string) uint32 {
	for i, s := range Sections {
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
	before, _, _ := strings.Cut(Claims, " "+id+" ")
	return 1 << strings.Count(before+" ", "  ")
}

// presented returns the statement of Sections[i] that is shown alone where the page is presented: the one to begin at, or the first
// of the section to begin at; "" for none of this section.
func (r State) presented(i int) string {
	at := SectionBit(r.Section) | claimBit(r.Claim)
	switch {
	case at == 0:
		at = firstSection
	case r.Claim != "" && at>>i&1 != 0:
		return r.Claim
	}
	if claims := Build().Parts[i].Claims; at>>i&1 != 0 && len(claims) > 0 {
		return claims[0].ID
	}
	return ""
}

// At returns the statement or the section to begin at.
func (r State) At() string {
	if r.Claim != "" {
		return r.Claim
	}
	return r.Section
}

// Section scrolls to a section and opens it alone, or all that have the chosen mark.
type Section struct {
	lab.Navigation

	lab.Once
	ID string
}

func (a Section) Apply(s State) State {
	if a.ID == "" || KnownSection(a.ID) {
		s.Section, s.Claim, s.Folds = a.ID, "", 0
	}
	return s
}

// Only shows the statements of one mark, or all of them.
type Only struct {
	lab.Navigation

	lab.Once
	Mark Mark
}

func (a Only) Apply(s State) State {
	if a.Mark == AnyMark || KnownMark(a.Mark) {
		s.Only, s.Claim, s.Folds = a.Mark, "", 0
	}
	return s
}

// Fold opens a section, which closes the others where no mark is chosen, or closes it; all of them if ID is "".
type Fold struct {
	lab.Navigation

	lab.Once
	ID   string
	Open bool
}

func (a Fold) Apply(s State) State {
	bits, open := SectionBit(a.ID), s.Opened()
	if a.ID == "" {
		bits = EverySection
	}
	switch {
	case a.Open && open&bits == bits, !a.Open && open&bits == 0:
		return s
	case a.Open && a.ID != "" && s.Only == AnyMark:
		return Section{ID: a.ID}.Apply(s)
	case a.Open:
		s = s.Open(open | bits)
		return s
	}
	open &^= bits
	if claimBit(s.Claim)&bits != 0 {
		s.Claim = ""
	}
	if SectionBit(s.Section)&bits != 0 {
		s.Section = ""
	}
	s = s.Open(open)
	return s
}

// OldNumber returns the number in Sections of a section that the editions after 2013 number n, "" if they have
// none: their chapter 4 lacks the first two sections.
func OldNumber(n string) string {
	if len(n) == 3 && n[:2] == "4." {
		n = "4." + string(n[2]+2)
	}
	if !KnownSection(n) {
		return ""
	}
	return n
}

// NewNumber is the inverse of OldNumber, "" for a section that the editions after 2013 left out.
func NewNumber(id string) string {
	for _, s := range Sections {
		if OldNumber(s) == id {
			return s
		}
	}
	return ""
}

// KnownSection reports whether the view has a section of that number.
func KnownSection(id string) bool { return SectionBit(id) != 0 }

// KnownClaim reports whether the view has a statement of that ID.
func KnownClaim(id string) bool {
	return id != "" && !strings.Contains(id, " ") && strings.Contains(Claims, " "+id+" ")
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
