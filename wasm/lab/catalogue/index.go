//go:build !opening

package catalogue

import (
	"iter"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/libm"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
	terms "ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
	"ulplab/site/lesson"
	"ulplab/site/views/encoding"
	"ulplab/site/views/gallery"
	"ulplab/site/views/matrixunit"
	"ulplab/site/views/operation"
	"ulplab/site/views/paper"
	"ulplab/site/views/paper/editions"
	"ulplab/site/views/reduction/names"
	"ulplab/site/views/start"
)

// Index is the index of the search as a file (start.FileName), for the program that cannot make it. data has the texts of lessonFiles.
func Index(data func(name string) string) string {
	var b strings.Builder
	eachLine(data, func(line string) { b.WriteString(line + "\n") })
	return b.String()
}

// made is the index of the search, line by line.
func made(data func(name string) string) (next func() (line string, ok bool)) {
	next, _ = iter.Pull(func(yield func(string) bool) {
		eachLine(data, func(line string) { yield(line) }) // start reads to the end
	})
	return next
}

// eachLine calls line for each line of the index: every question, step of a lesson, view, section and statement of the paper,
// term, format, operation, summation order, instruction, function, compute capability with its features, and compiler option, with the
// link that shows it.
func eachLine(data func(name string) string, line func(string)) {
	for l := range strings.SplitSeq(strings.TrimSpace(wordGroups), "\n") {
		line(l)
	}
	views, clean := Views(), strings.NewReplacer("\t", " ", "\n", " ", "`", "")
	entry := func(kind, link, title, text string) {
		line(kind + "\t" + views.Encode(views.Decode(link, "")) + "\t" + clean.Replace(title) + "\t" + clean.Replace(text))
	}
	each := func(kind, list string) {
		for line := range strings.Lines(list) {
			f := strings.Split(strings.TrimSpace(line), "|")
			entry(kind, f[0], f[1], f[2])
		}
	}
	for _, d := range start.Doors {
		entry("Question", d.Link, d.Question, d.Note)
	}
	for _, e := range gallery.Entries {
		w := gallery.WordsOf(e.ID)
		entry("Question", gallery.Link(gallery.State{ID: e.ID}), w.Title, strings.TrimSpace(w.Question+" "+w.Answer+" "+w.Remedy+" "+wordsOf(otherWords, e.ID)))
	}
	each("Question", askedElsewhere)
	examples := func(v lab.Entry) {
		for l := range strings.Lines(v.Examples) {
			id, _, _ := strings.Cut(l, "|")
			w := terms.ExampleOf(v.Examples, id, "")
			entry("Example", views.Encode(views.Update(views.Decode(link.First(v.ID), ""), v.Example(id))), w.Name, w.Note)
		}
	}
	var last lab.Entry // of examples that are found by the same words, those of whole products come before those of one unit
	for _, v := range views {
		if v.ID == matrixunit.ID {
			last = v
		} else {
			examples(v)
		}
	}
	examples(last)
	for _, v := range views.Infos()[1:] {
		entry("View", "#/v1/"+string(v.ID), v.Title, v.About)
	}
	for _, t := range terms.Glossary {
		entry("Term", wordsOf(termLinks, t.ID), t.Name, t.Def)
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
		entry("Format", encoding.Link(encoding.Format{Name: f.ID}.Apply(encoding.First())), f.Name, "Format of "+terms.Count(f.Bits, "bit")+", "+f.ID+", precision "+terms.Num(f.P)+" "+wordsOf(formatWords, f.ID))
	}
	for _, op := range arith.Ops {
		s := operation.First()
		entry("Operation", operation.Link(operation.Pick{ID: op.ID}.Apply(s)), op.Name, op.Symbol+", exact, rounded, in every direction")
	}
	for _, n := range libm.Names() {
		entry("Function", "#/v1/functions?p=steps&s="+n, n, "CUDA mathematical function "+n+": its steps and roundings, its accuracy")
	}
	for _, o := range reduce.Orders {
		entry("Summation order", "#/v1/sum?o="+o.ID, o.Title, o.What+wordsOf(orderWords, o.ID))
	}
	for _, o := range reduce.Schemes {
		entry("Summation order", "#/v1/sum?o="+o.ID, o.Title, "Compensated summation: "+o.What+wordsOf(orderWords, o.ID))
	}
	for _, id := range [...]string{"fma", "rising", "falling", "binned", "exact"} {
		r := &summation.Row{ID: id}
		entry("Summation order", "#/v1/sum?o="+id, names.Row(r), names.What(&summation.Sums{}, r))
	}
	for _, p := range reduce.Presets {
		link := "#/v1/sum?o=" + p.ID
		if p.Dot {
			link = "#/v1/sum?c=dot&o=" + p.ID
		}
		entry("Summation order", link, p.ID, p.Title+": the order in which this library adds binary32 numbers, as measured")
	}
	for _, p := range gpu.Profiles() {
		cc := p.CC.String()
		entry("GPU", "#/v1/devices?p="+cc, "Compute capability "+cc+": "+p.Examples, p.Family+", sm_"+strings.ReplaceAll(cc, ".", "")+": its arithmetic beside that of others")
	}
	for f := range gpu.Profiles()[0].Facts {
		entry("GPU feature", "#/v1/devices?n="+terms.Num(f), gpu.Feature(f).String(), "of each compute capability, GPU generation by generation")
	}
	instructions(entry)
	lessonSteps(data, entry)
	each("Use of the lab", usesOfLab)
	each("Compiler option", optionWords)
}

// wordsOf is what a list of lines says of an ID, "" for nothing.
func wordsOf(lines, id string) string {
	_, after, _ := strings.Cut("\n"+lines, "\n"+id+"|")
	words, _, _ := strings.Cut(after, "\n")
	return words
}

// instructions are the intrinsics of CUDA and the instructions of PTX, an entry for those that differ in direction and types alone.
func instructions(entry func(kind, link, title, text string)) {
	families := map[string][]string{}
	var order []string
	for _, name := range gpu.Names() {
		family, kind := name, "PTX instruction"
		switch {
		case strings.HasPrefix(name, "__"):
			family, kind = name[:max(strings.LastIndexByte(name, '_'), 3)], "CUDA intrinsic"
		case strings.Contains(name, ".sat") || strings.Contains(name, ".ftz") || strings.Contains(name, ".relu") || strings.Contains(name, ".NaN"):
			continue
		default:
			family, _, _ = strings.Cut(name, ".")
		}
		if families[kind+family] == nil {
			order = append(order, kind+"\t"+family)
		}
		families[kind+family] = append(families[kind+family], name)
	}
	for _, o := range order {
		kind, family, _ := strings.Cut(o, "\t")
		names := families[kind+family]
		if kind == "PTX instruction" && !strings.Contains(names[0], ".") { // a function of C
			continue
		}
		link := "#/v1/ptx"
		if kind == "CUDA intrinsic" {
			link = "#/v1/devices?fig=intrin"
		}
		entry(kind, link, family, kind+": "+strings.Join(names, " "))
	}
}

// lessonFiles are the data files of the lessons: the list of them, and those that it names.
func lessonFiles(data func(name string) string) []string {
	files := []string{"lessons.txt"}
	for line := range strings.Lines(data("lessons.txt")) {
		name, _, _ := strings.Cut(line, "|")
		files = append(files, "lesson-"+name+".txt")
	}
	return files
}

// lessonSteps are the lessons and their steps.
func lessonSteps(data func(name string) string, entry func(kind, link, title, text string)) {
	for _, file := range lessonFiles(data)[1:] {
		name := strings.TrimSuffix(strings.TrimPrefix(file, "lesson-"), ".txt")
		l, err := lesson.Read(data(file))
		if err != nil {
			panic(name + ": " + err.Error()) // the tests read every lesson
		}
		entry("Lesson", "#/v1/enc?les="+name, l.Title, l.About)
		for i, s := range l.Steps {
			before, keys, _ := strings.Cut(s.Show, "?")
			entry("Lesson", before+"?les="+name+"."+terms.Num(i+1)+"&"+keys, s.Title, l.Title+", step "+terms.Num(i+1)+": "+terms.Plain(strings.Join(s.Text, " ")))
		}
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
