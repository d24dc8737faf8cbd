//go:build !opening

package model

import (
	"sync"

	"ulplab/site/state"
)

// Tone is the meaning of a piece of a number on the Paper view, shown by the hues of the fields.
type Tone uint8

// The tones. TonePast marks digits of a significand after the last one that the format keeps, ToneOutput what a program
// prints, with its hyphens, ToneWords an answer in words.
const (
	TonePlain Tone = iota
	ToneSign
	ToneExponent
	ToneTrailing
	TonePast
	ToneExact
	ToneOutput
	ToneWords
)

// Span is a piece of a number in one tone.
type Span struct {
	Text string
	Tone Tone
}

// Spans is a number or a formula as it is read, in pieces.
type Spans []Span

// String returns the text without its tones.
func (t Spans) String() string {
	s := ""
	for _, p := range t {
		s += p.Text
	}
	return s
}

func plainSpan(s string) Spans { return Spans{{s, TonePlain}} }
func exactSpan(s string) Spans { return Spans{{s, ToneExact}} }

// Editions is a set of the five editions of the paper that were compared.
type Editions uint8

// The editions, by what they are. Formulas are those editions whose copies kept their formulas, Captions those that
// kept the captions of the figures, HTML all but the first.
const (
	PDF2011 Editions = 1 << iota
	HTML2013
	CUDA6
	CUDA8
	Newest

	EveryEdition = PDF2011 | HTML2013 | CUDA6 | CUDA8 | Newest
	HTML         = EveryEdition &^ PDF2011
	Formulas     = EveryEdition &^ CUDA8
	Captions     = PDF2011 | HTML2013 | CUDA6
)

// Print is a figure as the paper prints it, the only kind of literal on this page.
type Print struct {
	Text string
	In   Editions
	Same bool // it equals the computed figure
}

// PaperLine is one figure: what the lab computes, and what the paper prints for it. A line that the paper does not
// have has no prints; it is there for comparison and decides nothing.
type PaperLine struct {
	Label  string
	Live   Spans
	Note   string // a code or a remark, computed as well
	Prints []Print
}

// PaperLink leads to a view in the state that the claim is about: Href is what route.Encode writes for it.
type PaperLink struct {
	Label string
	View  state.View
	Href  string
}

// Claim is a statement of the paper with its figures computed again.
type Claim struct {
	ID      string // prose.PaperClaim has its words
	Section string
	Mark    state.Mark
	Lines   []*PaperLine
	Links   []PaperLink
	Line    *Line     // a number line, nil for none
	Graph   *DotGraph // an order of operations, nil for none
}

// PaperPart is a section of the paper with its claims.
type PaperPart struct {
	Section string
	Claims  []Claim
}

// Has reports whether a claim of the section has the mark.
func (p PaperPart) Has(m state.Mark) bool {
	for _, c := range p.Claims {
		if c.Mark == m {
			return true
		}
	}
	return false
}

// Paper is the whole view. Counts has the number of claims of each mark of state.Marks.
type Paper struct {
	Parts  []PaperPart
	Counts [3]int
	Total  int
}

// claim is an entry of the catalogue: a claim whose figures are not yet computed. Dated says that time, not
// arithmetic, is the reason where the figures differ.
type claim struct {
	id      string
	section string
	dated   bool
	lines   func() []*PaperLine
	line    func() *Line
	graph   string // the ID of a shape, run on the vectors of Figure 5; "" for none
}

// claims lists every statement; those of a section are in the order of the paper.
var claims = sync.OnceValue(func() [][]claim {
	return [][]claim{formatClaims, accuracyClaims, fmaClaims, dotClaims, typicalClaims, functionClaims, coresClaims, textClaims()}
})

// BuildPaper computes every figure of the paper, once: it depends on nothing that the reader can change. The result
// is shared and must not be changed.
var BuildPaper = sync.OnceValue(func() *Paper {
	var p Paper
	for _, section := range state.PaperSections {
		part := PaperPart{Section: section}
		for _, chapter := range claims() {
			for _, c := range chapter {
				if c.section != section {
					continue
				}
				done := c.compute()
				part.Claims = append(part.Claims, done)
				p.Total++
				for i, m := range state.Marks {
					if m == done.Mark {
						p.Counts[i]++
					}
				}
			}
		}
		p.Parts = append(p.Parts, part)
	}
	return &p
})

func (c claim) compute() Claim {
	done := Claim{ID: c.id, Section: c.section, Lines: c.lines(), Links: linksOf(c.id)}
	done.Mark = judge(done.Lines, c.dated)
	if c.line != nil {
		done.Line = c.line()
	}
	if c.graph != "" {
		done.Graph = figure5Graph(c.graph)
	}
	return done
}

// judge compares every printed figure with the computed one and returns the mark that follows.
func judge(lines []*PaperLine, dated bool) state.Mark {
	mark := state.Reproduced
	for i := range lines {
		l := lines[i]
		live := l.Live.String()
		for j := range l.Prints {
			p := &l.Prints[j]
			p.Same = p.Text == live
			switch {
			case p.Same:
			case dated:
				mark = state.Outdated
			default:
				mark = state.Corrected
			}
		}
	}
	return mark
}

// printed is a line with one printed figure.
func printed(label string, live Spans, note, printed string, in Editions) *PaperLine {
	return &PaperLine{Label: label, Live: live, Note: note, Prints: []Print{{Text: printed, In: in}}}
}

// shown is a line that the paper does not have.
func shown(label string, live Spans, note string) *PaperLine {
	return &PaperLine{Label: label, Live: live, Note: note}
}
