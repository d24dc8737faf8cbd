package reduction

import (
	"strconv"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/lab"
)

// revealing is the experiment that was made last.
func revealing() **summation.Reveal { return lab.Remember[*summation.Reveal]("sum.revealing") }

// revealOf returns the experiment on a black box.
func revealOf(v Reveal) *summation.Reveal {
	if id, n := v.BoxID(), v.Elements(); *revealing() == nil || (*revealing()).Box.ID != id || (*revealing()).N != n {
		*revealing() = summation.NewReveal(id, n)
	}
	return *revealing()
}

// revealStep is the number of probes that are shown.
func revealStep(v Reveal, r *summation.Reveal) int {
	if v.Step == 0 {
		return len(r.Asks)
	}
	return min(int(v.Step), len(r.Asks))
}

// revealIn is what the panels on revealing depend on.
type revealIn struct {
	v        Reveal
	readOnly bool
}

func revealSet(do RevealDo) func(string) markup.Action {
	return func(v string) markup.Action {
		n, _ := strconv.Atoi(v)
		return RevealSet{Do: do, I: n, Text: v}
	}
}

// reveals are the panels on revealing.
func reveals(v Reveal, readOnly bool) markup.Node {
	v.Code = 0
	box, probe, pasted := v, v, v
	box.Lang, box.Fn, box.Size, box.Double, box.Pasted, box.Tick = 0, "", 0, false, "", 0
	figure := box
	figure.Play = false
	probe.N, probe.Step, probe.Play, probe.Pasted, probe.Tick = 0, 0, false, "", 0
	pasted = Reveal{Pasted: v.Pasted}
	result := pasted
	result.Tick = v.Tick
	if v.Play {
		r := revealOf(v)
		lab.Host().After("sum.play", min(max(12000/len(r.Asks), 160), 700), revealOn)
	}
	return markup.El("div",
		markup.Raw("div", "", html.Heading(revealHead, revealNote)),
		markup.Panel("sum-reveal-controls", revealIn{box, readOnly}, revealControls),
		markup.Panel("sum-figure", revealIn{figure, false}, func(in revealIn) markup.Node {
			r := revealOf(in.v)
			k := revealStep(in.v, r)
			return markup.Raw("div", "", revealSay(r, k)+revealFigure(r, k), markup.Exported("sum-reveal", func() svg.Picture { return revealPicture(r, k, 900) }))
		}),
		markup.El("div", markup.Class("sum-part"),
			markup.Raw("div", "", html.Heading(probeHead, probeNote)),
			markup.Panel("", revealIn{probe, readOnly}, sumProbe),
			markup.Panel("", revealIn{pasted, readOnly}, sumProbePaste),
			markup.Panel("sum-probed", revealIn{result, false}, sumProbed)))
}

// revealOn shows the next probe of an experiment that goes on by itself.
func revealOn() {
	v := lab.Now[State]().Reveal
	if !v.Play || !lab.Shows(ID) {
		return
	}
	r := revealOf(v)
	k := revealStep(v, r) + max(1, len(r.Asks)/150)
	if k >= len(r.Asks) {
		lab.Dispatch(RevealStep{})
		return
	}
	lab.Dispatch(RevealStep{I: k, Play: true})
}

func revealControls(in revealIn) markup.Node {
	r := revealOf(in.v)
	k, all := revealStep(in.v, r), len(r.Asks)
	var boxes []markup.Choice
	for _, b := range sumBoxes() {
		boxes = append(boxes, markup.Choice{Value: b[0], Label: b[1], Group: b[2]})
	}
	sizes := markup.Numbers(RevealSizes[:], strconv.Itoa)
	step := func(label, name string, to int, play, off bool) markup.Node {
		return markup.Button(label, RevealStep{I: to, Play: play}, markup.Class("plain"), markup.Attr("aria-label", name), markup.Prop("disabled", off))
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
			markup.Select("sum-box", "Black box", in.v.BoxID(), boxes, in.readOnly, revealSet(RevealSetBox)),
			markup.Select("sum-box-n", "Elements", strconv.Itoa(in.v.Elements()), sizes, in.readOnly, revealSet(RevealSetN))),
		markup.El("div", markup.Class("sum-player"),
			markup.El("span", markup.Class("sum-play"), markup.List{play}),
			step("◂", "One probe back", max(k-1, 1), false, k <= 1),
			markup.El("input", markup.Attr("type", "range"), markup.Attr("min", "1"), markup.Attr("max", strconv.Itoa(all)), markup.Attr("aria-label", "Probes shown"), markup.Prop("value", strconv.Itoa(k)),
				markup.OnInput(func(s string) markup.Action {
					n, _ := strconv.Atoi(s)
					return RevealStep{I: wrap(n)}
				})),
			step("▸", "One probe on", wrap(k+1), false, k >= all),
			step("All", "All probes", 0, false, k >= all),
			markup.El("span", markup.Class("num sum-count"), markup.Text(strconv.Itoa(k)+" of "+strconv.Itoa(all)))))
}

// probeProgram is the probe that is shown.
func probeProgram(v Reveal) Program {
	return probe(Lang(v.Lang), v.ProbeFn(), v.ProbeN(), v.Double, v.BoxID())
}

func sumProbe(in revealIn) markup.Node {
	v := in.v
	var langs, fns []markup.Choice
	for i, name := range langNames {
		langs = append(langs, markup.Choice{Value: strconv.Itoa(i), Label: name})
	}
	for _, f := range probeFns(Lang(v.Lang)) {
		fns = append(fns, markup.Choice{Value: f[0], Label: f[1]})
	}
	bit := "0"
	if v.Double {
		bit = "1"
	}
	return markup.El("div",
		markup.El("div", markup.Class("controls"),
			markup.Select("sum-probe-lang", "Language", strconv.Itoa(int(v.Lang)), langs, in.readOnly, revealSet(ProbeSetLang)),
			markup.Select("sum-probe-fn", "What it looks at", v.ProbeFn(), fns, in.readOnly, revealSet(ProbeSetFn)),
			markup.Select("sum-probe-n", "Elements", strconv.Itoa(v.ProbeN()), markup.Numbers(ProbeSizes[:], strconv.Itoa), in.readOnly, revealSet(ProbeSetN)),
			markup.Select("sum-probe-format", "Format", bit, []markup.Choice{{Value: "0", Label: "binary32"}, {Value: "1", Label: "binary64"}}, in.readOnly, revealSet(ProbeSetDouble))),
		markup.Raw("div", "", code(probeProgram(v), "p")))
}

func sumProbePaste(in revealIn) markup.Node {
	return markup.El("div", markup.Class("field sum-own"), markup.Data("drop", "sum.probe"),
		markup.El("label", markup.Class("label"), markup.Attr("for", "sum-paste"), markup.Text(probePaste)),
		markup.El("textarea", markup.Attr("id", "sum-paste"), markup.Attr("rows", "4"), markup.Attr("spellcheck", "false"), markup.Attr("autocomplete", "off"),
			markup.Prop("value", in.v.Pasted), markup.Prop("readOnly", in.readOnly),
			markup.OnInput(revealSet(ProbePaste)), markup.OnSettled(nil)),
		lab.FilePlace("sum.probe", probeFile, in.readOnly))
}

// probedShown is what was pasted last, and its comparison with all orders.
type probedShown struct {
	text  string
	read  Probed
	match *summation.Match
	tick  uint32
}

// probeKept is the probe of the page.
func probeKept() *probedShown { return lab.Remember[probedShown]("sum.probed") }

func sumProbed(in revealIn) markup.Node {
	if in.v.Pasted == "" {
		probeKept().text = ""
		return markup.Raw("div", "", "")
	}
	if in.v.Pasted != probeKept().text {
		probeKept().text, probeKept().match = in.v.Pasted, nil
		probeKept().read = readProbe(in.v.Pasted)
		if p := probeKept().read; p.Problem == "" && p.None == "" {
			probeKept().match = summation.NewMatch(p.Tree)
			matchOn()
		}
	}
	p := probeKept().read
	html := probed(&p, probeKept().match, probedLink(&p))
	if p.Problem != "" || p.None != "" {
		return markup.Raw("div", "", html)
	}
	return markup.Raw("div", "", html, markup.Exported("sum-probed", func() svg.Picture {
		t := p.Tree.Canonical()
		return probedPicture(&t, probedTitle, 0)
	}))
}

// probedLink is the view with the tree found as the reader's own order, "" where that is none.
func probedLink(p *Probed) string {
	if _, ok := p.Sum(); !ok || p.N > summation.FewElements {
		return ""
	}
	s := lab.Now[State]()
	s.Reveal = Reveal{}
	for _, a := range []lab.Action[State]{Put{ID: "k", Value: summation.Kinds[0]}, Put{ID: "n", Value: strconv.Itoa(p.N)}, TreeType{Text: p.Tree.Text([]string{})}} {
		s = a.Apply(s)
	}
	return Link(s)
}

// matchOn goes on with the comparison.
func matchOn() {
	if probeKept().match == nil || probeKept().match.Done {
		return
	}
	lab.Host().After("sum.match", 0, func() {
		if probeKept().match == nil {
			return
		}
		if !probeKept().match.Step(100_000) {
			matchOn()
			return
		}
		probeKept().tick++
		lab.Dispatch(RevealTick{N: probeKept().tick})
	})
}

// codeIn is what the program of the order looked at depends on.
type codeIn struct {
	at       part
	lang     uint8
	readOnly bool
}

func sumCode(in codeIn) markup.Node {
	var langs []markup.Node
	for i, name := range langNames {
		langs = append(langs, markup.Button(name, RevealSet{Do: CodeSetLang, I: i}, markup.Class("chip"), markup.Pressed(int(in.lang) == i), markup.Prop("disabled", in.readOnly)))
	}
	return markup.El("div",
		markup.Raw("div", "", html.Heading(codeHead, codeNote)),
		markup.El("div", markup.Class("row sum-langs"), markup.List(langs)),
		markup.Raw("div", "", code(codeProgram(in.at.order, in.lang), "o")))
}

func codeProgram(order string, lang uint8) Program {
	if order == "" {
		order = "blocked"
	}
	return summed().made.Program(order, Lang(lang))
}

// revealTap reads data-tap of the programs: c copies, d saves, then o for the order's program and p for the probe.
func revealTap(rest string) markup.Action {
	v := lab.Now[State]()
	var p Program
	switch {
	case len(rest) < 2:
		return nil
	case rest[1] == 'p':
		p = probeProgram(v.Reveal)
	default:
		p = codeProgram(v.Order, v.Reveal.Code)
	}
	switch rest[0] {
	case 'f':
		lab.Host().SaveText(p.Raw, "text/plain", summed().made.DataText())
	case 'c':
		lab.Copy(p.Text, "Program copied")
	default:
		lab.Host().SaveText(p.File, "text/plain", p.Text)
	}
	return nil
}
