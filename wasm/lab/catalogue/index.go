//go:build !opening

package catalogue

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/libm"
	"ulplab/site/kit/example"
	terms "ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/views/encoding"
	"ulplab/site/views/expression"
	"ulplab/site/views/flags"
	"ulplab/site/views/fma"
	"ulplab/site/views/gallery"
	"ulplab/site/views/iteration"
	"ulplab/site/views/matrixproduct"
	"ulplab/site/views/matrixunit"
	"ulplab/site/views/operation"
	"ulplab/site/views/paper"
	"ulplab/site/views/paper/editions"
	"ulplab/site/views/ptx"
	"ulplab/site/views/quantize"
	"ulplab/site/views/reduction"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/start"
	"ulplab/site/views/x87"
)

// Index is the data file of the search (start.FileName): every question, view, section and statement of the paper, term, format,
// operation, function and compiler option, with the link that shows it.
func Index() string {
	views := Views()
	var b strings.Builder
	b.WriteString(wordGroups)
	entry := func(kind, link, title, text string) {
		clean := strings.NewReplacer("\t", " ", "\n", " ", "`", "")
		b.WriteString(kind + "\t" + views.Encode(views.Decode(link, "")) + "\t" + clean.Replace(title) + "\t" + clean.Replace(text) + "\n")
	}
	for _, d := range start.Doors {
		entry("Question", d.Link, d.Question, d.Note)
	}
	for _, e := range gallery.Entries {
		w := gallery.WordsOf(e.ID)
		entry("Question", gallery.Link(gallery.State{ID: e.ID}), w.Title, strings.TrimSpace(w.Question+" "+w.Answer+" "+w.Remedy+" "+otherWords[e.ID]))
	}
	for line := range strings.Lines(askedElsewhere) {
		f := strings.Split(strings.TrimSpace(line), "|")
		entry("Question", f[0], f[1], f[2])
	}
	examples := func(id lab.ID, words string) func(name string, part any) {
		return func(name string, part any) {
			s := views.With(part)
			s.View = id
			w := terms.ExampleOf(words, name, "")
			entry("Example", views.Encode(s), w.Name, w.Note)
		}
	}
	eachExample(operation.Examples, examples(operation.ID, operation.ExampleWords))
	eachExample(fma.Examples, examples(fma.ID, fma.ExampleWords))
	eachExample(flags.Examples, examples(flags.ID, flags.ExampleWords))
	eachExample(x87.Examples, examples(x87.ID, x87.ExampleWords))
	eachExample(sum.Examples, examples(sum.ID, reduction.ExampleWords))
	eachExample(matrixproduct.Examples, examples(matrixproduct.ID, matrixproduct.ExampleWords))
	eachExample(quantize.Examples, examples(quantize.ID, quantize.ExampleWords))
	eachExample(expression.Examples, examples(expression.ID, expression.ExampleWords))
	eachExample(iteration.Examples, examples(iteration.ID, iteration.ExampleWords))
	eachExample(ptx.Examples, examples(ptx.ID, ptx.ExampleWords))
	eachExample(matrixunit.Examples(), examples(matrixunit.ID, matrixunit.ExampleWords))
	for _, v := range views.Infos()[1:] {
		entry("View", "#/v1/"+string(v.ID), v.Title, v.About)
	}
	for _, t := range terms.Glossary {
		entry("Term", termLinks[t.ID], t.Name, t.Def)
	}
	for _, s := range editions.Sections {
		entry("Paper, section", paper.Link(paper.State{Section: s.ID}), s.ID+" "+s.Title, unmarked(s.Intro))
	}
	for c := range editions.Claims {
		title, more, _ := strings.Cut(unmarked(c.Says), ": ")
		if len(title) > 90 {
			title, more = "Statement: "+c.ID, unmarked(c.Says)
		}
		entry("Paper, statement", paper.Link(paper.State{Claim: c.ID}), title, strings.TrimSpace(more+" "+unmarked(c.Why)+" "+unmarked(c.Reason)+" "+unmarked(c.Now)))
	}
	for _, f := range format.All {
		entry("Format", encoding.Link(encoding.Format{Name: f.ID}.Apply(encoding.First())), f.Name, "Format of "+terms.Count(f.Bits, "bit")+", "+f.ID+", precision "+terms.Num(f.P)+" "+formatWords[f.ID])
	}
	for _, op := range arith.Ops {
		s := operation.First()
		entry("Operation", operation.Link(operation.Pick{ID: op.ID}.Apply(s)), op.Name, op.Symbol+", exact, rounded, in every direction")
	}
	for _, n := range libm.Names() {
		entry("Function", "#/v1/functions?p=steps&s="+n, n, "CUDA mathematical function "+n+": its steps and roundings, its accuracy")
	}
	for line := range strings.Lines(optionWords) {
		f := strings.Split(strings.TrimSpace(line), "|")
		entry("Compiler option", f[0], f[1], f[2])
	}
	return b.String()
}

// eachExample calls f for the examples of a view.
func eachExample[S comparable](list example.List[S], f func(id string, part any)) {
	for _, e := range list {
		f(e.ID, e.State)
	}
}

// unmarked is a text of the paper without the marks of its terms: {id|label} is label, and {id} the name of the term.
func unmarked(s string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		term, after, _ := strings.Cut(rest, "}")
		id, label, named := strings.Cut(term, "|")
		if t, ok := terms.TermOf(id); ok && !named {
			label = t.Name
		}
		b.WriteString(label)
		s = after
	}
}
