package start

import (
	"cmp"
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// The tasks: the files of the index, by their names, the index, what it has of the words searched for, and what the reader looked at last.
const (
	fileTask  = "start."
	indexTask = "start.index"
	hitsTask  = "start.hits"
	lastTask  = "start.last"
)

// hitsIn is what the hits depend on.
type hitsIn struct {
	text  string
	index *index
}

// tasks make the index with the first words that are searched for, and it stays; what failed is tried again with the next words.
func (src Source) tasks(s State) []lab.Task {
	list := []lab.Task{lab.Slices[[]lab.Visit]{Name: lastTask, In: lab.Recent(), Begin: func([]lab.Visit) []lab.Visit { return lab.Visits() }}.Task()}
	if x, _ := lab.Made[*index](indexTask); s.Find == "" && (x == nil || x.problem != "") {
		return list
	}
	there, problem := true, ""
	data := func(name string) string {
		text, _ := lab.Made[string](fileTask + name)
		return text
	}
	for _, name := range src.Files(data) {
		_, at := lab.Made[string](fileTask + name)
		there = there && at.State.Ended()
		problem = cmp.Or(problem, at.Problem)
		list = append(list, lab.Data[string]{Name: fileTask + name, File: name, Read: func(text []byte) (string, error) { return string(text), nil }}.Task())
	}
	if there {
		list = append(list, lab.Slices[*index]{Name: indexTask, In: problem, Begin: func(*index) *index { return newIndex(src.Lines(data), problem) }, Step: (*index).step}.Task())
	}
	if x := complete(); x != nil && s.Find != "" {
		list = append(list, lab.Slices[found]{Name: hitsTask, In: hitsIn{s.Find, x}, Begin: func(found) found { return x.find(s.Find) }}.Task())
	}
	return list
}

// complete is the index once all of it is there.
func complete() *index {
	if x, at := lab.Made[*index](indexTask); at.State.Ended() {
		return x
	}
	return nil
}

func page(s State, readOnly bool) markup.Node {
	last, _ := lab.Made[[]lab.Visit](lastTask)
	return markup.El("div", markup.Class("start"),
		markup.El("div", markup.Class("start-top"), markup.PanelOf(0),
			markup.El("h2", markup.Text(headline)), markup.El("p", markup.Text(about)),
			markup.El("div", markup.Attr("role", "search"), markup.Data("keys", "start.find"),
				markup.Field(markup.Entry{ID: "start-find", Label: findLabel, Shown: s.Find, Hint: findHint, Disabled: readOnly,
					Typed: func(t string) markup.Action { return Find{Text: t} }}),
				markup.Raw("p", "note", findKeys))),
		markup.Raw("section", "start-hits", hits(s.Find), markup.Attr("aria-label", "What is found"), markup.PanelOf(0), markup.Flag("hidden", s.Find == "")),
		markup.El("div", markup.Class("start-rest"), markup.Flag("hidden", s.Find != ""),
			markup.Panel("start-ulp", lineIn{s.At, readOnly}, ulp),
			markup.Raw("section", "start-doors", doors, markup.PanelOf(2)),
			markup.El("section", markup.Class("start-last"), markup.Flag("hidden", len(last) == 0),
				markup.Raw("div", "", visits(last)),
				markup.El("p", markup.Class("note"), markup.Text(lastNote+" "), markup.Button(forget, lab.Forget{}, markup.Class("plain"))))))
}

// lineIn is the input of the picture.
type lineIn struct {
	at       int8
	readOnly bool
}

// ulp is the picture of an ulp: the line under a slider, the bits of the float chosen, and the same in a sentence.
func ulp(in lineIn) markup.Node {
	m := build(in.at)
	return markup.El("section", markup.PanelOf(1),
		markup.El("h2", markup.Text(ulpTitle)), markup.El("p", markup.Text(ulpWords)),
		markup.El("div", markup.Class("start-line"),
			markup.Raw("div", "", numberline.Fluid(m.line)),
			markup.El("input", markup.Attr("type", "range"), markup.Attr("id", "start-at"), markup.Attr("aria-label", lineLabel), markup.Attr("aria-valuetext", m.value), markup.Prop("value", strconv.Itoa(int(in.at)+most)), markup.Prop("disabled", in.readOnly),
				markup.OnInput(func(t string) markup.Action { return Move{To: t} }), markup.OnSettled(nil))),
		markup.Raw("p", "start-said", saidHTML(m)),
		markup.Raw("div", "start-bits", bits.StillBits(bits.BitsOf(format.F32, m.code))))
}

// said says what the picture shows.
func said(m model) string {
	s := m.value + " is stored as " + m.stored
	switch {
	case m.off == 0:
		return m.value + " is a float and stored as it is"
	case m.tie:
		return s + ": it lies half an ulp from both neighbours, and the tie goes to the even significand"
	case m.off < 0:
		return s + ", " + thousandths(-m.off) + " ulp below"
	}
	return s + ", " + thousandths(m.off) + " ulp above"
}

// thousandths writes 200 as 0.2; it is less than 1000.
func thousandths(n int64) string {
	return "0." + strings.TrimRight(strconv.Itoa(1000 + int(n))[1:], "0")
}

// saidHTML is said with its numbers set as numbers.
func saidHTML(m model) string {
	s := words.Escape(said(m)) + "."
	s = strings.Replace(s, m.value, `<b class="num x">`+m.value+`</b>`, 1)
	return strings.Replace(s, "stored as "+m.stored, `stored as <b class="num t long">`+m.stored+`</b>`, 1)
}

// doors are the doors as HTML.
var doors = func() string {
	var b strings.Builder
	b.WriteString("<h2>" + words.Escape(doorsTitle) + "</h2><ul>")
	for _, d := range Doors {
		b.WriteString(`<li><a href="` + words.Escape(d.Link) + `"><b>` + words.Escape(d.Question) + `</b><span>` + words.Escape(d.Note) + `</span></a></li>`)
	}
	return b.String() + "</ul><p>" + lessons + "</p>"
}()

// visits lists what the reader looked at last.
func visits(list []lab.Visit) string {
	var b strings.Builder
	b.WriteString("<h2>" + words.Escape(lastTitle) + "</h2><ul>")
	for _, v := range list {
		b.WriteString(`<li><a href="` + words.Escape(v.Link) + `"><b>` + words.Escape(v.View) + `</b> <span>` + words.Escape(v.Gist) + `</span></a></li>`)
	}
	return b.String() + "</ul>"
}

// hits are what is found, as HTML, or a sentence that says why nothing is.
func hits(text string) string {
	if text == "" {
		return ""
	}
	f, _ := lab.Made[found](hitsTask)
	x := complete()
	switch {
	case x == nil:
		return "<p>" + loading + "</p>"
	case x.problem != "":
		return `<p class="problem">` + words.Escape(words.Capital(x.problem)) + `.</p>`
	case len(f.hits) == 0:
		return "<p>" + noWords + "</p><p class=\"note\">" + searched + "</p>"
	}
	var b strings.Builder
	if !f.all {
		b.WriteString("<p>" + someWords + "</p>")
	}
	b.WriteString("<ol>")
	for i, e := range f.hits {
		b.WriteString(`<li><a href="` + words.Escape(e.Link) + `" data-keys="start.hit" data-bit="` + words.Num(i) + `"><b>` + words.Escape(e.Title) + `</b><i>` + words.Escape(e.Kind) +
			`</i><span>` + words.Escape(brief(e.Text)) + `</span></a></li>`)
	}
	b.WriteString("</ol>")
	if !f.all {
		b.WriteString(`<p class="note">` + searched + `</p>`)
	}
	return b.String()
}

// brief is the beginning of a text, to the end of a word.
func brief(s string) string {
	const most = 170
	if len(s) <= most {
		return s
	}
	return s[:strings.LastIndexByte(s[:most], ' ')] + " …"
}

const field = "#start-find"

// anywhere hears the keys that no view has: / goes to the search.
func anywhere(k lab.Key, _ int) (markup.Action, bool) {
	if k.Name != "/" || k.Ctrl {
		return nil, false
	}
	lab.Focus(field)
	return lab.Go{View: ID}, true
}

// inField hears the keys of the search: down goes to the first hit, Enter opens it, Escape empties the field.
func inField(k lab.Key, _ int) (markup.Action, bool) {
	f, _ := lab.Made[found](hitsTask)
	if len(f.hits) == 0 || lab.Now[State]().Find == "" {
		return nil, false
	}
	switch k.Name {
	case "ArrowDown":
		focusHit(0)
		return nil, true
	case "Enter":
		return lab.Follow{Link: f.hits[0].Link}, true
	}
	return nil, false
}

// onHit hears the keys on a hit.
func onHit(k lab.Key, at int) (markup.Action, bool) {
	f, _ := lab.Made[found](hitsTask)
	switch {
	case k.Name == "ArrowDown":
		focusHit(min(at+1, len(f.hits)-1))
	case k.Name == "ArrowUp" && at > 0:
		focusHit(at - 1)
	case k.Name == "ArrowUp":
		lab.Host().Focus(field)
	default:
		return nil, false
	}
	return nil, true
}

func focusHit(i int) { lab.Host().Focus(`[data-keys="start.hit"][data-bit="` + strconv.Itoa(i) + `"]`) }

// says is what is read out of a state: what is found, or how the number is stored.
func says(s State) []string {
	if s.Find == "" {
		return []string{said(build(s.At)) + "."}
	}
	f, _ := lab.Made[found](hitsTask)
	switch {
	case complete() == nil:
		return nil
	case len(f.hits) == 0:
		return []string{noWords}
	}
	return []string{words.Num(len(f.hits)) + " found, the first: " + f.hits[0].Title + ", " + f.hits[0].Kind + "."}
}
