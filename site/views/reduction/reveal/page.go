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

// kept is the experiment that was made last.
func kept() **summation.Reveal { return lab.Remember[*summation.Reveal]("sum.revealing") }

// experiment returns the experiment on a black box.
func experiment(v sum.Reveal) *summation.Reveal {
	if id, n := boxID(v), elements(v); *kept() == nil || (*kept()).Box.ID != id || (*kept()).N != n {
		*kept() = summation.NewReveal(id, n)
	}
	return *kept()
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
	box, probe, pasted := v, v, v
	box.Lang, box.Fn, box.Size, box.Double, box.Pasted, box.Tick = 0, "", 0, false, "", 0
	figure := box
	figure.Play = false
	probe.N, probe.Step, probe.Play, probe.Pasted, probe.Tick = 0, 0, false, "", 0
	pasted = sum.Reveal{Pasted: v.Pasted}
	result := pasted
	result.Tick = v.Tick
	if v.Play {
		r := experiment(v)
		lab.Host().After("sum.play", min(max(12000/len(r.Asks), 160), 700), on)
	}
	return markup.El("section", markup.Class("sum-part"), markup.Attr("id", "sum-reveal-part"), markup.Attr("tabindex", "-1"), markup.El("div",
		markup.Raw("div", "", html.Heading(title, note)),
		markup.Panel("sum-reveal-controls", panelIn{box, readOnly}, controls),
		markup.Panel("sum-figure", panelIn{figure, false}, func(in panelIn) markup.Node {
			r := experiment(in.v)
			k := stepOf(in.v, r)
			return markup.Raw("div", "", say(r, k)+experimentFigure(r, k), markup.Exported("sum-reveal", func() svg.Picture { return picture(r, k, 900) }))
		}),
		markup.El("div", markup.Class("sum-part"),
			markup.Raw("div", "", html.Heading(probeHead, probeNote)),
			markup.Panel("", panelIn{probe, readOnly}, probePanel),
			markup.Panel("", panelIn{pasted, readOnly}, pastePanel),
			markup.Panel("sum-probed", panelIn{result, false}, foundPanel))))
}

// on shows the next probe of an experiment that goes on by itself.
func on() {
	v := lab.Now[sum.State]().Reveal
	if !v.Play || !lab.Shows(sum.ID) {
		return
	}
	r := experiment(v)
	k := stepOf(v, r) + max(1, len(r.Asks)/150)
	if k >= len(r.Asks) {
		lab.Dispatch(Step{})
		return
	}
	lab.Dispatch(Step{I: k, Play: true})
}

func controls(in panelIn) markup.Node {
	r := experiment(in.v)
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

// foundState is what was pasted last, and its comparison with all orders.
type foundState struct {
	text  string
	read  found
	match *summation.Match
	tick  uint32
}

// pasted is the probe of the page.
func pasted() *foundState { return lab.Remember[foundState]("sum.probed") }

func foundPanel(in panelIn) markup.Node {
	if in.v.Pasted == "" {
		pasted().text = ""
		return markup.Raw("div", "", "")
	}
	if in.v.Pasted != pasted().text {
		pasted().text, pasted().match = in.v.Pasted, nil
		pasted().read = read(in.v.Pasted)
		if p := pasted().read; p.Problem == "" && p.None == "" {
			pasted().match = summation.NewMatch(p.Tree)
			matchOn()
		}
	}
	p := pasted().read
	html := foundHTML(&p, pasted().match, linkOf(&p))
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

// matchOn goes on with the comparison.
func matchOn() {
	if pasted().match == nil || pasted().match.Done {
		return
	}
	lab.Host().After("sum.match", 0, func() {
		if pasted().match == nil {
			return
		}
		if !pasted().match.Step(100_000) {
			matchOn()
			return
		}
		pasted().tick++
		lab.Dispatch(Tick{N: pasted().tick})
	})
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
