package paper

import (
	"ulplab/fpcore/stable"
	"ulplab/site/kit/graph"
	"ulplab/site/kit/numberline"
	"ulplab/site/lab"
)

// Tone is the meaning of a piece of a number on the Paper view, shown by the hues of the fields.
type Tone uint8

// The tones. tonePast marks digits of a significand after the last one that the format keeps, toneOutput what a program
// prints, with its hyphens, toneWords an answer in words, tonePrinted digits that the paper prints.
const (
	tonePlain Tone = iota
	toneSign
	toneExponent
	toneTrailing
	tonePast
	toneExact
	toneOutput
	toneWords
	tonePrinted
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

func plainSpan(s string) Spans { return Spans{{s, tonePlain}} }

func exactSpan(s string) Spans { return Spans{{s, toneExact}} }

// Editions is a set of the five editions of the paper that were compared.
type Editions uint8

// The editions, by what they are. Formulas are those whose copies kept their formulas, Minuses those of them that kept
// the minus signs in formulas, Captions those that have captions of the figures, HTML all but the first.
const (
	pdf2011 Editions = 1 << iota
	html2013
	laterHTML
	olderWeb
	newest

	everyEdition = pdf2011 | html2013 | laterHTML | olderWeb | newest
	htmlModel    = everyEdition &^ pdf2011
	formulas     = everyEdition &^ olderWeb
	minuses      = formulas &^ laterHTML
	captions     = pdf2011 | html2013 | laterHTML
)

// Print is a figure as the paper prints it, the only kind of literal on this page.
type Print struct {
	_    [0]func() // not comparable
	Text string
	In   Editions
	Same bool // it equals the computed figure
}

// Line is one figure: what the lab computes, and what the paper prints for it. A line that the paper does not
// have has no prints; it is there for comparison and decides nothing.
type Line struct {
	Label  string
	Live   Spans
	Note   string // a code or a remark, computed as well
	Prints []Print
}

// PaperLink leads to a view in the state that the claim is about: Href is what route.Encode writes for it.
type PaperLink struct {
	_     [0]func() // not comparable
	Label string
	View  lab.ID
	Href  string
}

// Claim is a statement of the paper with its figures computed again.
type Claim struct {
	ID     string // claimWords has its words
	Figure int    // of the paper, from 1 on, that stands with it; 0 for none
	Mark   Mark
	Lines  []*Line
	Links  []PaperLink
	Line   *numberline.Line // a number line, nil for none
	Graph  *graph.Graph     // an order of operations, nil for none
}

// Part is a section of the paper with its claims.
type Part struct {
	Section string
	Claims  []Claim
}

// Count returns how many claims of the section have the mark.
func (p Part) Count(m Mark) (n int) {
	for _, c := range p.Claims {
		if c.Mark == m {
			n++
		}
	}
	return n
}

// Paper is the whole view. Counts has the number of claims of each mark of Marks.
type Paper struct {
	Parts  []Part
	Counts [6]int
	Total  int
}

// claim is an entry of the catalogue: a claim whose figures are not yet computed.
type claim struct {
	id      string
	differs Mark // its mark if a printed figure is not what comes out; "" is Corrected
	agrees  Mark // its mark if all are; "" is Reproduced
	lines   func() []*Line
	line    func() *numberline.Line
	graph   string // the ID of a shape, run on the vectors of Figure 5; "" for none
}

// claims lists every statement, in any order.
var claims = stable.Once(func() [][]claim {
	return [][]claim{formatClaims, accuracyClaims, fmaClaims, dotClaims, typicalClaims, functionClaims, coresClaims, textClaims()}
})

// Build computes every figure of the paper, once: it depends on nothing that the reader can change. The result
// is shared and must not be changed.
var Build = stable.Once(func() *Paper {
	of := map[string]claim{}
	for _, chapter := range claims() {
		for _, c := range chapter {
			of[c.id] = c
		}
	}
	var p Paper
	for i, section := range Sections {
		part := Part{Section: section}
		for _, id := range ClaimsOf(i) {
			part.Claims = append(part.Claims, of[id].compute())
		}
		for k, m := range Marks {
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
	for i, id := range Figures {
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
func (c claim) judge(lines []*Line) Mark {
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
		return Reproduced
	case c.differs != "":
		return c.differs
	}
	return Corrected
}

// printed is a line with one printed figure.
func printed(label string, live Spans, note, printed string, in Editions) *Line {
	return &Line{Label: label, Live: live, Note: note, Prints: []Print{{Text: printed, In: in}}}
}

// shown is a line that the paper does not have.
func shown(label string, live Spans, note string) *Line {
	return &Line{Label: label, Live: live, Note: note}
}
