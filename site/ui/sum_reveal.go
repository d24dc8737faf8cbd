//go:build !opening

package ui

import (
	"strconv"
	"ulplab/site/kit/markup"

	"ulplab/fpcore/summation"
	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// revealing is the experiment that was made last.
var revealing *summation.Reveal

// revealOf returns the experiment on a black box.
func revealOf(v state.SumReveal) *summation.Reveal {
	if id, n := v.BoxID(), v.Elements(); revealing == nil || revealing.Box.ID != id || revealing.N != n {
		revealing = summation.NewReveal(id, n)
	}
	return revealing
}

// revealStep is the number of probes that are shown.
func revealStep(v state.SumReveal, r *summation.Reveal) int {
	if v.Step == 0 {
		return len(r.Asks)
	}
	return min(int(v.Step), len(r.Asks))
}

// sumRevealIn is what the panels on revealing depend on.
type sumRevealIn struct {
	v        state.SumReveal
	readOnly bool
}

func revealSet(do state.SumRevealDo) func(string) markup.Action {
	return func(v string) markup.Action {
		n, _ := strconv.Atoi(v)
		return state.SumRevealSet{Do: do, I: n, Text: v}
	}
}

// sumReveals are the panels on revealing.
func sumReveals(v state.SumReveal, readOnly bool) markup.Node {
	v.Code = 0
	box, probe, pasted := v, v, v
	box.Lang, box.Fn, box.Size, box.Double, box.Pasted, box.Tick = 0, "", 0, false, "", 0
	figure := box
	figure.Play = false
	probe.N, probe.Step, probe.Play, probe.Pasted, probe.Tick = 0, 0, false, "", 0
	pasted = state.SumReveal{Pasted: v.Pasted}
	result := pasted
	result.Tick = v.Tick
	if v.Play {
		r := revealOf(v)
		app.host.After("sum.play", min(max(12000/len(r.Asks), 160), 700), revealOn)
	}
	return markup.El("div",
		markup.Raw("div", "", draw.Heading(prose.SumRevealHead, prose.SumRevealNote)),
		markup.Panel("sum-reveal-controls", sumRevealIn{box, readOnly}, sumRevealControls),
		markup.Panel("sum-figure", sumRevealIn{figure, false}, func(in sumRevealIn) markup.Node {
			r := revealOf(in.v)
			k := revealStep(in.v, r)
			return markup.Raw("div", "", draw.SumRevealSay(r, k)+draw.SumRevealFigure(r, k), markup.Exported("sum-reveal", func() draw.Picture { return draw.SumRevealPicture(r, k, 900) }))
		}),
		markup.El("div", markup.Class("sum-part"),
			markup.Raw("div", "", draw.Heading(prose.SumProbeHead, prose.SumProbeNote)),
			markup.Panel("", sumRevealIn{probe, readOnly}, sumProbe),
			markup.Panel("", sumRevealIn{pasted, readOnly}, sumProbePaste),
			markup.Panel("sum-probed", sumRevealIn{result, false}, sumProbed)))
}

// revealOn shows the next probe of an experiment that goes on by itself.
func revealOn() {
	v := app.state.Sum.Reveal
	if !v.Play || app.state.View != state.Reduction {
		return
	}
	r := revealOf(v)
	k := revealStep(v, r) + max(1, len(r.Asks)/150)
	if k >= len(r.Asks) {
		dispatch(state.SumRevealStep{})
		return
	}
	dispatch(state.SumRevealStep{I: k, Play: true})
}

func sumRevealControls(in sumRevealIn) markup.Node {
	r := revealOf(in.v)
	k, all := revealStep(in.v, r), len(r.Asks)
	var boxes []markup.Choice
	for _, b := range model.SumBoxes() {
		boxes = append(boxes, markup.Choice{Value: b[0], Label: b[1], Group: b[2]})
	}
	sizes := markup.Numbers(state.SumRevealSizes[:], strconv.Itoa)
	step := func(label, name string, to int, play, off bool) markup.Node {
		return markup.Button(label, state.SumRevealStep{I: to, Play: play}, markup.Class("plain"), markup.Attr("aria-label", name), markup.Prop("disabled", off))
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
			markup.Select("sum-box", "Black box", in.v.BoxID(), boxes, in.readOnly, revealSet(state.SumRevealSetBox)),
			markup.Select("sum-box-n", "Elements", strconv.Itoa(in.v.Elements()), sizes, in.readOnly, revealSet(state.SumRevealSetN))),
		markup.El("div", markup.Class("sum-player"),
			markup.El("span", markup.Class("sum-play"), markup.List{play}),
			step("◂", "One probe back", max(k-1, 1), false, k <= 1),
			markup.El("input", markup.Attr("type", "range"), markup.Attr("min", "1"), markup.Attr("max", strconv.Itoa(all)), markup.Attr("aria-label", "Probes shown"), markup.Prop("value", strconv.Itoa(k)),
				markup.OnInput(func(s string) markup.Action {
					n, _ := strconv.Atoi(s)
					return state.SumRevealStep{I: wrap(n)}
				})),
			step("▸", "One probe on", wrap(k+1), false, k >= all),
			step("All", "All probes", 0, false, k >= all),
			markup.El("span", markup.Class("num sum-count"), markup.Text(strconv.Itoa(k)+" of "+strconv.Itoa(all)))))
}

// probeProgram is the probe that is shown.
func probeProgram(v state.SumReveal) model.SumProgram {
	return model.SumProbe(model.SumLang(v.Lang), v.ProbeFn(), v.ProbeN(), v.Double, v.BoxID())
}

func sumProbe(in sumRevealIn) markup.Node {
	v := in.v
	var langs, fns []markup.Choice
	for i, name := range prose.SumLangNames {
		langs = append(langs, markup.Choice{Value: strconv.Itoa(i), Label: name})
	}
	for _, f := range model.SumProbeFns(model.SumLang(v.Lang)) {
		fns = append(fns, markup.Choice{Value: f[0], Label: f[1]})
	}
	bit := "0"
	if v.Double {
		bit = "1"
	}
	return markup.El("div",
		markup.El("div", markup.Class("controls"),
			markup.Select("sum-probe-lang", "Language", strconv.Itoa(int(v.Lang)), langs, in.readOnly, revealSet(state.SumProbeSetLang)),
			markup.Select("sum-probe-fn", "What it looks at", v.ProbeFn(), fns, in.readOnly, revealSet(state.SumProbeSetFn)),
			markup.Select("sum-probe-n", "Elements", strconv.Itoa(v.ProbeN()), markup.Numbers(state.SumProbeSizes[:], strconv.Itoa), in.readOnly, revealSet(state.SumProbeSetN)),
			markup.Select("sum-probe-format", "Format", bit, []markup.Choice{{Value: "0", Label: "binary32"}, {Value: "1", Label: "binary64"}}, in.readOnly, revealSet(state.SumProbeSetDouble))),
		markup.Raw("div", "", draw.SumCode(probeProgram(v), "p")))
}

func sumProbePaste(in sumRevealIn) markup.Node {
	return markup.El("div", markup.Class("field sum-own"), markup.Data("drop", "sum.probe"),
		markup.El("label", markup.Class("label"), markup.Attr("for", "sum-paste"), markup.Text(prose.SumProbePaste)),
		markup.El("textarea", markup.Attr("id", "sum-paste"), markup.Attr("rows", "4"), markup.Attr("spellcheck", "false"), markup.Attr("autocomplete", "off"),
			markup.Prop("value", in.v.Pasted), markup.Prop("readOnly", in.readOnly),
			markup.OnInput(revealSet(state.SumProbePaste)), markup.OnSettled(nil)),
		filePlace("sum.probe", prose.SumProbeFile, in.readOnly))
}

// probed is what was pasted last, and its comparison with all orders.
var probed struct {
	text  string
	read  model.SumProbed
	match *summation.Match
	tick  uint32
}

func sumProbed(in sumRevealIn) markup.Node {
	if in.v.Pasted == "" {
		probed.text = ""
		return markup.Raw("div", "", "")
	}
	if in.v.Pasted != probed.text {
		probed.text, probed.match = in.v.Pasted, nil
		probed.read = model.ReadProbe(in.v.Pasted)
		if p := probed.read; p.Problem == "" && p.None == "" {
			probed.match = summation.NewMatch(p.Tree)
			matchOn()
		}
	}
	p := probed.read
	html := draw.SumProbed(&p, probed.match, probedLink(&p))
	if p.Problem != "" || p.None != "" {
		return markup.Raw("div", "", html)
	}
	return markup.Raw("div", "", html, markup.Exported("sum-probed", func() draw.Picture {
		t := p.Tree.Canonical()
		return draw.SumProbedPicture(&t, prose.SumProbedTitle, 0)
	}))
}

// probedLink is the view with the tree found as the reader's own order, "" where that is none.
func probedLink(p *model.SumProbed) string {
	if _, ok := p.Sum(); !ok || p.N > summation.FewElements {
		return ""
	}
	s := app.state
	s.Sum.Reveal = state.SumReveal{}
	for _, a := range []state.Action{state.SumPut{ID: "k", Value: summation.Kinds[0]}, state.SumPut{ID: "n", Value: strconv.Itoa(p.N)}, state.SumTreeType{Text: p.Tree.Text([]string{})}} {
		s = state.Update(s, a)
	}
	return route.Encode(s)
}

// matchOn goes on with the comparison.
func matchOn() {
	if probed.match == nil || probed.match.Done {
		return
	}
	app.host.After("sum.match", 0, func() {
		if probed.match == nil {
			return
		}
		if !probed.match.Step(100_000) {
			matchOn()
			return
		}
		probed.tick++
		dispatch(state.SumRevealTick{N: probed.tick})
	})
}

// sumCodeIn is what the program of the order looked at depends on.
type sumCodeIn struct {
	at       sumPart
	lang     uint8
	readOnly bool
}

func sumCode(in sumCodeIn) markup.Node {
	var langs []markup.Node
	for i, name := range prose.SumLangNames {
		langs = append(langs, markup.Button(name, state.SumRevealSet{Do: state.SumCodeSetLang, I: i}, markup.Class("chip"), markup.Pressed(int(in.lang) == i), markup.Prop("disabled", in.readOnly)))
	}
	return markup.El("div",
		markup.Raw("div", "", draw.Heading(prose.SumCodeHead, prose.SumCodeNote)),
		markup.El("div", markup.Class("row sum-langs"), markup.List(langs)),
		markup.Raw("div", "", draw.SumCode(codeProgram(in.at.order, in.lang), "o")))
}

func codeProgram(order string, lang uint8) model.SumProgram {
	if order == "" {
		order = "blocked"
	}
	return summed.made.Program(order, model.SumLang(lang))
}

// sumRevealTap reads data-tap of the programs: c copies, d saves, then o for the order's program and p for the probe.
func sumRevealTap(rest string) markup.Action {
	v := app.state.Sum
	var p model.SumProgram
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
		app.host.SaveText(p.Raw, "text/plain", summed.made.DataText())
	case 'c':
		copyText(p.Text, "Program copied")
	default:
		app.host.SaveText(p.File, "text/plain", p.Text)
	}
	return nil
}
