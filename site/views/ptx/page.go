package ptx

import (
	"strconv"
	"strings"

	"ulplab/fpcore/sample"
	"ulplab/site/files"
	"ulplab/site/kit/code"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// The tasks of the view.
const (
	running   = "ptx.run"
	following = "ptx.thread"
)

// followed is what a trace depends on.
type followed struct {
	run           *Run
	chosen        bool
	block, thread int32
}

// tasks runs the kernel, then follows one of its threads.
func tasks(s State) []lab.Task {
	list := []lab.Task{lab.Slices[*Run]{Name: running, In: of(s), Begin: func(*Run) *Run { return NewRun(s.Input) }, Step: (*Run).Step, Far: (*Run).Far}.Task()}
	if r, _ := lab.Made[*Run](running); r != nil && r.Done && r.In == s.Input {
		list = append(list, lab.Slices[*Trace]{Name: following, In: followed{r, s.Followed, s.Group, s.Thread},
			Begin: func(*Trace) *Trace { return NewTrace(r, s) }, Step: (*Trace).Step}.Task())
	}
	return list
}

// view is the PTX view.
type view struct {
	In       State
	ReadOnly bool
}

// traced is the thread that is followed of a run, nil while it is not known.
func traced(r *Run) (*Trace, lab.Progress) {
	t, at := lab.Made[*Trace](following)
	if t == nil || t.Run != r || !t.Done {
		return nil, at
	}
	return t, at
}

// shown is the input of a part of the page.
type shown struct {
	s        State
	run      *Run
	trace    *Trace
	version  uint32
	readOnly bool
}

func (v view) render() markup.Node {
	s := v.In
	r, at := lab.Made[*Run](running)
	t, _ := traced(r)
	in := shown{s, r, t, at.Version, v.ReadOnly}
	two := s.Against == OtherText
	class := "op expr ptx"
	if two {
		class += " ptx-two"
	}
	control := at.Control(running, "ptx-run", "blocks", nil)
	return markup.El("div", markup.Class(class),
		markup.ExamplePanel("ptx", ExampleWords, own, Examples.Like(s, of), v.ReadOnly, openExample),
		markup.El("div", markup.Class("ptx-main"),
			markup.El("div", markup.Class("ptx-top"),
				markup.El("div", markup.Class("ptx-texts"), v.text(r, t, 0, two), v.text(r, t, 1, two)),
				markup.El("div", markup.Class("ptx-launch"),
					markup.El("h2", markup.Text(launchTitle)),
					v.launch(r),
					markup.El("h3", markup.Text(paramsTitle)),
					markup.El("div", markup.Class("ptx-params"), v.params(r)),
					v.reading(),
					markup.El("p", markup.Class("note"), markup.Text(limits))),
				markup.AnswerBar(words.Escape(verdict(r, t)))),
			markup.El("div", markup.Class("expr-results"),
				markup.El("h2", markup.Text(resultsTitle)),
				control.Show(),
				markup.Raw("div", "", troubles(r)),
				markup.Panel("", in, func(in shown) markup.Node {
					return markup.Raw("div", "", markup.Still(`<div data-panel="0">`+answer(in.run, in.trace)+`</div><div data-panel="1">`+results(in.run, in.s)+`</div>`, in.readOnly))
				}))),
		markup.Panel("expr-part", in, func(in shown) markup.Node {
			return markup.Raw("div", "", markup.Still(part(in.trace), in.readOnly), markup.PanelOf(2))
		}),
		v.trace(in))
}

// text is the editor of a module.
func (v view) text(r *Run, t *Trace, side int, two bool) markup.Node {
	m := v.In.Modules[side]
	typed, problem := m.Text, (*Problem)(nil)
	label, id := textLabel, "ptx-text"
	if two {
		label = textsLabel
	}
	if side == 1 {
		label, id = secondLabel, "ptx-text-b"
	}
	said := ""
	if side == 0 || two {
		d := &r.Sides[side]
		problem = d.Problem
		if m.File.Digest != "" {
			typed = words.Few(d.Text, 40_000)
		}
		switch {
		case d.Absent != "":
			said = `<p class="problem">` + words.Escape(d.Absent) + `</p>`
		case strings.TrimSpace(d.Text) == "":
			problem, said = nil, `<p class="note">`+emptyText+`</p>`
		case problem != nil:
			said = `<p class="problem">` + words.Escape(problem.Where+": "+html.Sentence(problem.What)) + `</p>`
		}
	}
	var marks []code.CodeMark
	if problem != nil {
		marks = append(marks, code.CodeMark{From: problem.From, To: problem.To, Class: "expr-bad"})
	} else if side < r.Count && (side == 0 || two) {
		marks = parted(t, side, typed)
	}
	place := "ptx"
	if side == 1 {
		place = "ptx.b"
	}
	name, hint := "", dropNote
	if m.File.Digest != "" {
		name, hint = m.File.Name, m.File.Name+". "+fileNote
	}
	return markup.El("div", markup.Class("ptx-text"), markup.Flag("hidden", side == 1 && !two),
		markup.El("div", markup.PanelOf(1), markup.CodeField(markup.Code{ID: id, Label: label, Text: typed, Back: code.MarkedCode(typed, marks...) + "\n", Bad: problem != nil, ReadOnly: v.ReadOnly || m.File.Digest != "",
			Typed: func(t string) markup.Action { return typedText(side, t) }})),
		markup.Raw("div", "", said, markup.Attr("id", id+"-problem")),
		markup.El("div", markup.Class("row ptx-file"),
			lab.FilePlace(place, hint, v.ReadOnly),
			markup.Button(closeFile, Set{Do: Close, I: side}, markup.Flag("hidden", name == ""), markup.Prop("disabled", v.ReadOnly))))
}

// parted marks the statements at which a side parts from the other.
func parted(t *Trace, side int, text string) (marks []code.CodeMark) {
	if t == nil || t.Part == nil || t.Part.At[side] < 0 {
		return nil
	}
	for k := t.Part.At[side]; k < t.Part.To[side]; k++ {
		if e := &t.Sides[side].Watch.Events[k]; k == t.Part.At[side] || carries(e) {
			from := e.Statement.At.Byte(text)
			n := strings.IndexByte(text[from:], ';')
			marks = append(marks, code.CodeMark{From: from, To: from + max(n, 1), Class: "expr-apart"})
		}
	}
	return marks
}

// typedText takes a text: one that is too long for a link becomes a file.
func typedText(side int, t string) markup.Action {
	if len(t) <= MaxText {
		return Set{Do: Type, I: side, Text: t}
	}
	f := files.Put(pasted, []byte(t))
	lab.EndGesture()
	return OpenFile{Place: string('a' + rune(side)), Name: f.Name, Digest: f.Digest}
}

// opened takes a file for a place.
func opened(place string) func(*files.Source, string) markup.Action {
	return func(f *files.Source, problem string) markup.Action {
		if f == nil {
			lab.Warn(problem)
			return nil
		}
		return OpenFile{Place: place, Name: f.Name, Digest: f.Digest}
	}
}

// launch are the fields of the launch.
func (v view) launch(r *Run) markup.Node {
	s := v.In
	var entries []markup.Choice
	for _, e := range r.Entries {
		entries = append(entries, markup.Choice{Value: e, Label: words.Few(e, 60)})
	}
	field := func(id, label, shown, hint, problem string, do Do) markup.Node {
		return markup.Field(markup.Entry{ID: id, Label: label, Shown: shown, Hint: hint, Problem: problem, Disabled: v.ReadOnly,
			Typed: func(t string) markup.Action { return Set{Do: do, Text: t} }})
	}
	return markup.El("div", markup.Class("ptx-fields"), markup.PanelOf(1),
		markup.El("div", markup.Class("ptx-entry"), markup.Flag("hidden", len(r.Entries) < 2),
			markup.Select("ptx-entry", "Entry", r.Entry, entries, v.ReadOnly, func(t string) markup.Action { return Set{Do: Entry, Text: t} })),
		field("ptx-grid", gridLabel, s.Grid, "1", r.Grid, Grid),
		field("ptx-block", blockLabel, s.Block, "128", r.Block, Block),
		field("ptx-shared", sharedLabel, s.Shared, "0", r.Shared, Shared))
}

// argPlace is the place of a file for a parameter.
func argPlace(k int) string { return "ptx." + string('A'+rune(k)) }

// buffer heads the choices that give a parameter the address of one.
const buffer = "Buffer"

var kinds = []markup.Choice{{Value: Value, Label: "number"}, {Value: List, Label: "list", Group: buffer}, {Value: Zero, Label: "zeros", Group: buffer}, {Value: Count, Label: "0, 1, 2 …", Group: buffer}}

// kindChoices are what a parameter may be given.
func kindChoices() []markup.Choice {
	list := kinds[:len(kinds):len(kinds)]
	for _, k := range sample.Kinds {
		list = append(list, markup.Choice{Value: k.ID, Label: k.Name, Group: buffer})
	}
	return append(list, markup.Choice{Value: OfFile, Label: "file", Group: buffer})
}

func typeChoices() (list []markup.Choice) {
	for _, e := range elements {
		list = append(list, markup.Choice{Value: e.id, Label: "." + e.id})
	}
	return list
}

// params are the fields of the parameters.
func (v view) params(r *Run) markup.Node {
	var list markup.List
	for k := range r.Params {
		p := &r.Params[k]
		id := "ptx-" + strconv.Itoa(k)
		a := p.Arg
		_, drawn := distribution(a.Kind)
		listed, many := a.Kind == Value || a.Kind == List, a.Kind == Zero || a.Kind == Count || drawn
		problem := func(on bool) string {
			if on {
				return p.Problem
			}
			return ""
		}
		set := func(do Do) func(string) markup.Action {
			return func(t string) markup.Action { return Set{Do: do, I: k, Text: t, Fit: a} }
		}
		slot := func(class string, on bool, n ...markup.Node) markup.Node {
			return markup.El("div", markup.Class(class), markup.PanelOf(1), markup.Flag("hidden", !on), markup.List(n))
		}
		list = append(list, markup.El("fieldset", markup.Class("ptx-param"),
			markup.El("legend", markup.Class("num"), markup.PanelOf(1), markup.Text(words.Few(p.Name, 60))),
			markup.Select(id+"-kind", "Given", a.Kind, kindChoices(), v.ReadOnly, set(Kind)),
			markup.Select(id+"-type", "Type", a.Type, typeChoices(), v.ReadOnly, set(TypeOf)),
			slot("ptx-list", listed, markup.Field(markup.Entry{ID: id + "-list", Label: "Numbers", Shown: a.Text, Hint: "0.1, 2/3, 0x3f800000", Problem: problem(listed), Disabled: v.ReadOnly, Typed: set(Listed)})),
			slot("ptx-many", many, markup.Field(markup.Entry{ID: id + "-n", Label: "How many", Shown: a.N, Hint: "1024", Problem: problem(many), Disabled: v.ReadOnly, Typed: set(Numbers)})),
			slot("ptx-many", drawn, markup.Field(markup.Entry{ID: id + "-seed", Label: "Seed", Shown: a.Seed, Hint: "0", Disabled: v.ReadOnly, Typed: set(Seed)})),
			slot("ptx-list", a.Kind == OfFile, lab.FilePlace(argPlace(k), p.Note, v.ReadOnly), markup.El("p", markup.Class("problem"), markup.Text(problem(a.Kind == OfFile))))))
	}
	if len(list) == 0 && r.Sides[0].Module != nil && r.Trouble == "" {
		list = append(list, markup.El("p", markup.Class("note"), markup.Text(noParams)))
	}
	return list
}

// reading chooses how mul and add are read, what is compared, and the order.
func (v view) reading() markup.Node {
	s := v.In
	fuse := "1"
	if s.Separate {
		fuse = "0"
	}
	pick := func(do Do) func(string) markup.Action {
		return func(t string) markup.Action {
			n, _ := strconv.Atoi(t)
			return Set{Do: do, I: n}
		}
	}
	var orders []markup.Choice
	for k, o := range Orders {
		orders = append(orders, markup.Choice{Value: strconv.Itoa(k), Label: o})
	}
	return markup.El("div", markup.Class("ptx-reading"),
		markup.Select("ptx-fuse", fuseLabel, fuse, []markup.Choice{{Value: "1", Label: "fused, as ptxas does by default"}, {Value: "0", Label: "separate: ptxas -fmad=false"}}, v.ReadOnly, pick(Fuse)),
		markup.Select("ptx-against", againstLabel, strconv.Itoa(int(s.Against)), []markup.Choice{{Value: "0", Label: "nothing"}, {Value: "1", Label: "the other reading of mul and add"}, {Value: "2", Label: "a second text"}}, v.ReadOnly, pick(Compare)),
		markup.Select("ptx-order", orderLabel, strconv.Itoa(int(s.Order)), orders, v.ReadOnly, pick(Order)),
		markup.El("details", markup.Class("more"), markup.El("summary", markup.Text("When are mul and add fused?")), markup.El("p", markup.Class("note"), markup.Text(fuseNote))))
}

// Instead says of a text where a program in C is asked for that it is PTX, with the link that runs it here; "" for other
// texts.
func Instead(text string) string {
	if !strings.Contains(text, ".entry") || !strings.Contains(text, ".version") || len(text) > MaxText {
		return ""
	}
	s := State{Input: Input{Grid: "1", Block: "32"}}
	s.Modules[0].Text = text
	return `<p class="note">` + isPTX + ` <a href="` + words.Escape(Link(s)) + `">` + runHere + `</a></p>`
}

// troubles says why nothing runs.
func troubles(r *Run) string {
	if r.Trouble != "" {
		return `<p class="problem">` + words.Escape(r.Trouble) + `</p>`
	}
	return ""
}

// answer is the verdict, t being nil while no thread is followed.
func answer(r *Run, t *Trace) string {
	if s := verdict(r, t); s != "" {
		return `<p class="op-why ptx-verdict" data-part="result">` + words.Escape(s) + `</p>`
	}
	return ""
}

// trace is the thread, step by step.
func (v view) trace(in shown) markup.Node {
	t, s := in.trace, in.s
	ready := t != nil && t.Problem == "" && len(t.Sides[min(int(s.Side), in.run.Count-1)].Watch.Events) > 0
	n, here, said := 1, 0, ""
	if ready {
		if int(s.Side) >= in.run.Count {
			s.Side = 0
		}
		n, here = len(t.Sides[s.Side].Watch.Events), t.Here(s)
		said = "Step " + strconv.Itoa(here+1) + " of " + words.Thousands(uint64(n))
	}
	in.s = s
	problem := ""
	if t != nil {
		problem = t.Problem
	}
	look := func(label, name string, k int) markup.Node {
		return markup.Button(label, Set{Do: Look, I: k + 1}, markup.Attr("aria-label", name), markup.Prop("disabled", !ready || k < 0 || k >= n))
	}
	block, thread := "", ""
	if t != nil {
		block, thread = strconv.Itoa(t.Block), strconv.Itoa(t.Thread)
	}
	where := func(t string, i int) markup.Action {
		k, err := strconv.Atoi(strings.TrimSpace(t))
		if err != nil || k < 0 {
			return nil
		}
		now := [2]int{atoi(block), atoi(thread)}
		now[i] = k
		return Set{Do: Follow, I: now[0], J: now[1]}
	}
	return markup.El("div", markup.Class("expr-part ptx-trace"), markup.PanelOf(3), markup.Flag("hidden", !in.run.Done),
		markup.El("h2", markup.Text(traceTitle)),
		markup.El("p", markup.Class("note"), markup.Text(traceNote)),
		markup.El("div", markup.Class("row ptx-thread"),
			markup.El("div", markup.Class("ptx-sides"), markup.Flag("hidden", in.run.Count < 2),
				markup.Button("A", Set{Do: SideOf, I: 0}, markup.Class("expr-side"), markup.Pressed(s.Side == 0), markup.Attr("aria-label", "The thread of A")),
				markup.Button("B", Set{Do: SideOf, I: 1}, markup.Class("expr-side"), markup.Pressed(s.Side == 1), markup.Attr("aria-label", "The thread of B"))),
			markup.Field(markup.Entry{ID: "ptx-block-of", Label: "Block", Shown: blockShown(s, block), Names: "ptx-small", Disabled: v.ReadOnly, Typed: func(t string) markup.Action { return where(t, 0) }}),
			markup.Field(markup.Entry{ID: "ptx-thread-of", Label: "Thread", Shown: threadShown(s, thread), Names: "ptx-small", Problem: problem, Disabled: v.ReadOnly, Typed: func(t string) markup.Action { return where(t, 1) }}),
			markup.Button("Choose for me", Set{Do: Free}, markup.Flag("hidden", !s.Followed), markup.Prop("disabled", v.ReadOnly))),
		markup.El("div", markup.Class("ptx-walk"), markup.Data("keys", "ptx.step"), markup.Flag("hidden", !ready),
			markup.El("div", markup.Class("iter-slide"),
				look("‹", "Step back", here-1),
				look("›", "Step forward", here+1),
				markup.El("label", markup.Class("label"), markup.Attr("for", "ptx-step"), markup.Text("Step")),
				markup.El("input", markup.Attr("type", "range"), markup.Attr("id", "ptx-step"), markup.Attr("min", "1"), markup.Attr("max", strconv.Itoa(n)), markup.Attr("step", "1"), markup.Prop("value", strconv.Itoa(here+1)),
					markup.OnInput(func(t string) markup.Action { return Set{Do: Look, I: atoi(t)} }), markup.OnSettled(nil)),
				markup.El("span", markup.Class("num"), markup.Text(said))),
			markup.Panel("", in, func(in shown) markup.Node {
				if !ready {
					return markup.Raw("div", "", "")
				}
				side := int(in.s.Side)
				cut := ""
				if in.trace.Sides[side].Watch.Cut {
					cut = `<p class="note">` + cutNote + `</p>`
				}
				return markup.Raw("div", "", markup.Still(`<div class="ptx-both"><div class="ptx-list-box" tabindex="0" role="group" aria-label="Statements">`+lines(in.trace, side, here)+cut+`</div><div class="ptx-step">`+step(in.trace, side, here)+`</div></div>`, in.readOnly))
			}),
			markup.El("details", markup.Class("more"), markup.El("summary", markup.Text(registersTitle)),
				markup.Panel("", in, func(in shown) markup.Node {
					if !ready {
						return markup.Raw("div", "", "")
					}
					return markup.Raw("div", "", all(in.trace, int(in.s.Side), here))
				}))))
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// blockShown and threadShown are what the fields of the thread hold.
func blockShown(s State, of string) string {
	if s.Followed {
		return strconv.Itoa(int(s.Group))
	}
	return of
}

func threadShown(s State, of string) string {
	if s.Followed {
		return strconv.Itoa(int(s.Thread))
	}
	return of
}

// key steps through the thread, from the step of the state, which the page may not show yet.
func key(k lab.Key, _ int) (markup.Action, bool) {
	r, _ := lab.Made[*Run](running)
	t, _ := traced(r)
	if k.Ctrl || k.Shift || t == nil {
		return nil, false
	}
	s := lab.Now[State]()
	if int(s.Side) >= r.Count {
		s.Side = 0
	}
	here := t.Here(s)
	switch k.Name {
	case "ArrowLeft", "ArrowUp":
		return Set{Do: Look, I: here}, true
	case "ArrowRight", "ArrowDown":
		return Set{Do: Look, I: here + 2}, true
	case "Home":
		return Set{Do: Look, I: 1}, true
	case "End":
		return Set{Do: Look, I: MaxSteps}, true
	}
	return nil, false
}

// tap answers presses in the tables.
func tap(rest string) markup.Action {
	if rest == "" {
		return nil
	}
	n, err := strconv.Atoi(rest[1:])
	if err != nil && rest != "d" {
		return nil
	}
	switch rest[0] {
	case 'b':
		return Set{Do: BufferOf, I: n}
	case 'd':
		return Set{Do: Differ}
	case 'f':
		return Set{Do: Page, I: n}
	case 's':
		return Set{Do: Look, I: n}
	case 'w':
		if r, _ := lab.Made[*Run](running); r != nil && r.Done && n >= 0 {
			return Set{Do: Follow, I: n / r.threads(), J: n % r.threads()}
		}
	}
	return nil
}

// says is what is read out of a state.
func says(s State) []string {
	r, _ := lab.Made[*Run](running)
	if r == nil {
		return nil
	}
	t, _ := traced(r)
	return []string{verdict(r, t)}
}

// openExample shows the example of an ID.
func openExample(id string) markup.Action { return Set{Do: Open, Text: id} }
