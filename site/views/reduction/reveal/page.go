package reveal

import (
	"slices"
	"strconv"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
	"ulplab/site/files"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/names"
	"ulplab/site/views/reduction/program"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/tree"
)

// The tasks of this part.
const (
	trying  = "sum.reveal"
	playing = "sum.probes"
	finding = "sum.found"
)

// box is a black box with its elements.
type box struct {
	id string
	n  int
}

// Tasks are the experiment, which may go on by itself, and the comparison of what was pasted with all orders.
func Tasks(v sum.Reveal) []lab.Task {
	b := box{boxID(v), elements(v)}
	list := []lab.Task{lab.Slices[*summation.Reveal]{Name: trying, In: b,
		Begin: func(*summation.Reveal) *summation.Reveal { return summation.NewReveal(b.id, b.n) }}.Task()}
	if r := experiment(); v.Play && r != nil {
		list = append(list, lab.Later{Name: playing, In: v.Step, Wait: min(max(12000/len(r.Asks), 160), 700), Do: next}.Task())
	}
	if v.Pasted != "" {
		list = append(list, lab.Slices[*pasted]{Name: finding, In: v.Pasted,
			Begin: func(*pasted) *pasted {
				p := &pasted{found: read(v.Pasted)}
				if p.Problem == "" && p.None == "" {
					p.match = summation.NewMatch(p.Tree)
				}
				return p
			},
			Step: func(p *pasted) bool { return p.match == nil || p.match.Done || p.match.Step(few) }}.Task())
	}
	return list
}

// few is how many additions a step of the comparison takes, about.
const few = 10_000

// experiment is the experiment on the black box.
func experiment() *summation.Reveal {
	r, _ := lab.Made[*summation.Reveal](trying)
	return r
}

// stepOf is the number of probes that are shown.
func stepOf(v sum.Reveal, r *summation.Reveal) int {
	if v.Step == 0 {
		return len(r.Asks)
	}
	return min(int(v.Step), len(r.Asks))
}

// panelIn is what the panels on revealing depend on.
type panelIn struct {
	v        sum.Reveal
	readOnly bool
}

func set(do Do) func(string) markup.Action {
	return func(v string) markup.Action {
		n, _ := strconv.Atoi(v)
		return Set{Do: do, I: n, Text: v}
	}
}

// Section is the part on revealing.
func Section(v sum.Reveal, readOnly bool) markup.Node {
	box, probe, pasting := v, v, v
	box.Lang, box.Fn, box.Size, box.Double, box.Pasted = 0, "", 0, false, ""
	figure := box
	figure.Play = false
	probe.N, probe.Step, probe.Play, probe.Pasted = 0, 0, false, ""
	pasting = sum.Reveal{Pasted: v.Pasted}
	result, at := lab.Made[*pasted](finding)
	return markup.El("section", markup.Class("sum-part"), markup.Attr("id", "sum-reveal-part"), markup.Attr("tabindex", "-1"), markup.El("div",
		markup.Raw("div", "", html.Heading(title, note)),
		markup.Panel("sum-reveal-controls", panelIn{box, readOnly}, controls),
		markup.Panel("sum-figure", panelIn{figure, false}, func(in panelIn) markup.Node {
			r := experiment()
			k := stepOf(in.v, r)
			return markup.Raw("div", "", say(r, k)+experimentFigure(r, k), markup.Exported("sum-reveal", func() svg.Picture { return picture(r, k, 900) }))
		}),
		markup.El("div", markup.Class("sum-part"),
			markup.Raw("div", "", html.Heading(probeHead, probeNote)),
			markup.Panel("", panelIn{probe, readOnly}, probePanel),
			markup.Panel("", panelIn{pasting, readOnly}, pastePanel),
			markup.Panel("sum-probed", foundIn{result, at.Version}, foundPanel))))
}

// next shows the next probe of an experiment that goes on by itself.
func next() markup.Action {
	r := experiment()
	k := stepOf(lab.Now[sum.State]().Reveal, r) + max(1, len(r.Asks)/150)
	if k >= len(r.Asks) {
		return Step{}
	}
	return Step{I: k, Play: true}
}

func controls(in panelIn) markup.Node {
	r := experiment()
	k, all := stepOf(in.v, r), len(r.Asks)
	var boxes []markup.Choice
	for _, b := range listed() {
		boxes = append(boxes, markup.Choice{Value: b[0], Label: b[1], Group: b[2]})
	}
	sizes := markup.Numbers(sizes[:], strconv.Itoa)
	step := func(label, name string, to int, play, off bool) markup.Node {
		return markup.Button(label, Step{I: to, Play: play}, markup.Class("plain"), markup.Attr("aria-label", name), markup.Prop("disabled", off))
	}
	wrap := func(k int) int { // all of them are 0
		if k >= all {
			return 0
		}
		return k
	}
	play := step("Play", "Play the probes", 1, true, false)
	if k < all {
		play = step("Play", "Play on from this probe", k, true, false)
	}
	if in.v.Play {
		play = step("Pause", "Pause", k, false, false)
	}
	return markup.El("div",
		markup.El("div", markup.Class("controls sum-reveal-choices"),
			markup.Select("sum-box", "Black box", boxID(in.v), boxes, in.readOnly, set(setBox)),
			markup.Select("sum-box-n", "Elements", strconv.Itoa(elements(in.v)), sizes, in.readOnly, set(setN))),
		markup.El("div", markup.Class("sum-player"),
			markup.El("span", markup.Class("sum-play"), markup.List{play}),
			step("◂", "One probe back", max(k-1, 1), false, k <= 1),
			markup.El("input", markup.Attr("type", "range"), markup.Attr("min", "1"), markup.Attr("max", strconv.Itoa(all)), markup.Attr("aria-label", "Probes shown"), markup.Prop("value", strconv.Itoa(k)),
				markup.OnInput(func(s string) markup.Action {
					n, _ := strconv.Atoi(s)
					return Step{I: wrap(n)}
				})),
			step("▸", "One probe on", wrap(k+1), false, k >= all),
			step("All", "All probes", 0, false, k >= all),
			markup.El("span", markup.Class("num sum-count"), markup.Text(strconv.Itoa(k)+" of "+strconv.Itoa(all)))))
}

// Probe is the probe that is shown.
func Probe(v sum.Reveal) program.Listing {
	return program.Probe(program.Lang(v.Lang), probeFn(v), probeN(v), v.Double, boxID(v))
}

func probePanel(in panelIn) markup.Node {
	v := in.v
	var langs, fns []markup.Choice
	for i, name := range program.Langs {
		langs = append(langs, markup.Choice{Value: strconv.Itoa(i), Label: name})
	}
	for _, f := range program.Probes(program.Lang(v.Lang)) {
		fns = append(fns, markup.Choice{Value: f[0], Label: f[1]})
	}
	bit := "0"
	if v.Double {
		bit = "1"
	}
	return markup.El("div",
		markup.El("div", markup.Class("controls"),
			markup.Select("sum-probe-lang", "Language", strconv.Itoa(int(v.Lang)), langs, in.readOnly, set(setLang)),
			markup.Select("sum-probe-fn", "What it looks at", probeFn(v), fns, in.readOnly, set(setFn)),
			markup.Select("sum-probe-n", "Elements", strconv.Itoa(probeN(v)), markup.Numbers(probeSizes[:], strconv.Itoa), in.readOnly, set(setSize)),
			markup.Select("sum-probe-format", "Format", bit, []markup.Choice{{Value: "0", Label: "binary32"}, {Value: "1", Label: "binary64"}}, in.readOnly, set(setDouble))),
		markup.Raw("div", "", program.HTML(Probe(v), "p")))
}

func pastePanel(in panelIn) markup.Node {
	return markup.El("div", markup.Class("field sum-own"), markup.Data("drop", "sum.probe"),
		markup.El("label", markup.Class("label"), markup.Attr("for", "sum-paste"), markup.Text(probePaste)),
		markup.El("textarea", markup.Attr("id", "sum-paste"), markup.Attr("rows", "4"), markup.Attr("spellcheck", "false"), markup.Attr("autocomplete", "off"),
			markup.Prop("value", in.v.Pasted), markup.Prop("readOnly", in.readOnly),
			markup.OnInput(set(setPasted)), markup.OnSettled(nil)),
		lab.FilePlace("sum.probe", probeFile, in.readOnly))
}

// pasted is what a probe printed, and its comparison with all orders.
type pasted struct {
	found
	match *summation.Match
}

// foundIn is what the panel of the comparison depends on.
type foundIn struct {
	p       *pasted
	version uint32
}

func foundPanel(in foundIn) markup.Node {
	if in.p == nil {
		return markup.Raw("div", "", "")
	}
	p := &in.p.found
	html := foundHTML(p, in.p.match, linkOf(p))
	if p.Problem != "" || p.None != "" {
		return markup.Raw("div", "", html)
	}
	return markup.Raw("div", "", html, markup.Exported("sum-probed", func() svg.Picture {
		t := p.Tree.Canonical()
		return foundPicture(&t, foundTitle, 0)
	}))
}

// linkOf is the view with the tree found as the reader's own order, "" where that is none.
func linkOf(p *found) string {
	if _, ok := p.Sum(); !ok || p.N > summation.FewElements {
		return ""
	}
	s := lab.Now[sum.State]()
	s.Reveal, s.Code = sum.Reveal{}, 0
	for _, a := range []lab.Action[sum.State]{sum.Put{ID: "k", Value: summation.Kinds[0]}, sum.Put{ID: "n", Value: strconv.Itoa(p.N)}, tree.Type{Text: p.Tree.Text([]string{})}} {
		s = a.Apply(s)
	}
	return lab.LinkWith(s)
}

// Opened takes a file that a probe wrote.
func Opened(s *files.Source, problem string) markup.Action {
	switch {
	case s == nil:
		lab.Warn(problem)
		return nil
	case files.KindOf(s.Data) != files.Text:
		lab.Warn(probeNoText)
		return nil
	}
	return Set{Do: setPasted, Text: string(s.Data)}
}

// listed lists what can be a black box: groups of IDs and names.
func listed() (list [][3]string) {
	for _, id := range summation.Boxes() {
		group := "catalogue"
		if _, ok := reduce.FindPreset(id); ok {
			group = "libraries, as measured"
		} else if slices.Contains(summation.KernelPatterns[:], id) {
			group = "CUDA patterns"
		}
		l, _, _ := summation.Box(id, 64)
		list = append(list, [3]string{id, names.Launch(l), group})
	}
	return list
}
