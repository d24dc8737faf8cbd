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

// The editions, by what they are. Formulas are those whose copies kept their formulas, Minuses those of them that kept
// the minus signs in formulas, Captions those that have captions of the figures, HTML all but the first.
const (
	PDF2011 Editions = 1 << iota
	HTML2013
	LaterHTML
	OlderWeb
	Newest

	EveryEdition = PDF2011 | HTML2013 | LaterHTML | OlderWeb | Newest
	HTML         = EveryEdition &^ PDF2011
	Formulas     = EveryEdition &^ OlderWeb
	Minuses      = Formulas &^ LaterHTML
	Captions     = PDF2011 | HTML2013 | LaterHTML
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
	ID     string // prose.PaperClaim has its words
	Figure int    // of the paper, from 1 on, that stands with it; 0 for none
	Mark   state.Mark
	Lines  []*PaperLine
	Links  []PaperLink
	Line   *Line     // a number line, nil for none
	Graph  *DotGraph // an order of operations, nil for none
}

// PaperPart is a section of the paper with its claims.
type PaperPart struct {
	Section string
	Claims  []Claim
}

// Count returns how many claims of the section have the mark.
func (p PaperPart) Count(m state.Mark) (n int) {
	for _, c := range p.Claims {
		if c.Mark == m {
			n++
		}
	}
	return n
}

// Paper is the whole view. Counts has the number of claims of each mark of state.Marks.
type Paper struct {
	Parts  []PaperPart
	Counts [6]int
	Total  int
}

// claim is an entry of the catalogue: a claim whose figures are not yet computed.
type claim struct {
	id      string
	differs state.Mark // its mark if a printed figure is not what comes out; "" is Corrected
	agrees  state.Mark // its mark if all are; "" is Reproduced
	lines   func() []*PaperLine
	line    func() *Line
	graph   string // the ID of a shape, run on the vectors of Figure 5; "" for none
}

// claims lists every statement, in any order.
var claims = sync.OnceValue(func() [][]claim {
	return [][]claim{formatClaims, accuracyClaims, fmaClaims, dotClaims, typicalClaims, functionClaims, coresClaims, textClaims()}
})

// BuildPaper computes every figure of the paper, once: it depends on nothing that the reader can change. The result
// is shared and must not be changed.
var BuildPaper = sync.OnceValue(func() *Paper {
	of := map[string]claim{}
	for _, chapter := range claims() {
		for _, c := range chapter {
			of[c.id] = c
		}
	}
	var p Paper
	for i, section := range state.PaperSections {
		part := PaperPart{Section: section}
		for _, id := range state.PaperClaimsOf(i) {
			part.Claims = append(part.Claims, of[id].compute())
		}
		for k, m := range state.Marks {
			p.Counts[k] += part.Count(m)
		}
		p.Total += len(part.Claims)
		p.Parts = append(p.Parts, part)
	}
	return &p
})

func (c claim) compute() Claim {
	done := Claim{ID: c.id, Lines: c.lines(), Links: linksOf(c.id)}
	done.Mark = c.judge(done.Lines)
	for i, id := range state.PaperFigures {
		if id == c.id {
			done.Figure = i + 1
		}
	}
	if c.line != nil {
		done.Line = c.line()
	}
	if c.graph != "" {
		done.Graph = figure5Graph(c.graph)
	}
	return done
}

// judge compares every printed figure with the computed one and returns the mark that follows.
func (c claim) judge(lines []*PaperLine) state.Mark {
	agree := true
	for _, l := range lines {
		live := l.Live.String()
		for j := range l.Prints {
			p := &l.Prints[j]
			p.Same = p.Text == live
			agree = agree && p.Same
		}
	}
	switch {
	case agree && c.agrees != "":
		return c.agrees
	case agree:
		return state.Reproduced
	case c.differs != "":
		return c.differs
	}
	return state.Corrected
}

// printed is a line with one printed figure.
func printed(label string, live Spans, note, printed string, in Editions) *PaperLine {
	return &PaperLine{Label: label, Live: live, Note: note, Prints: []Print{{Text: printed, In: in}}}
}

// shown is a line that the paper does not have.
func shown(label string, live Spans, note string) *PaperLine {
	return &PaperLine{Label: label, Live: live, Note: note}
}
