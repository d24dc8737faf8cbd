//go:build !opening

package ui

import (
	"strconv"

	"ulplab/site/draw"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// sumView is the Reduction view.
type sumView struct {
	In       state.Sum
	ReadOnly bool
}

// Budgets: of a step in nanoseconds as package model counts them, of a slice and of the time between renders in
// milliseconds.
const (
	sumStep  = 200_000
	sumSlice = 12
	sumShow  = 120
)

// summed is the running computation and its input; tick is a revision that is put into State so that panels render.
var summed struct {
	in      model.SumInput
	made    *model.Sum
	tick    uint32
	running bool
	due     bool // something is new
	done    bool // there is nothing left to do, or nothing while the trees are stopped
	shown   float64
}

// sumClock returns milliseconds, 0 where there is no clock.
func sumClock() float64 {
	if c, ok := app.host.(interface{ Clock() float64 }); ok {
		return c.Clock()
	}
	return 0
}

// sumWork computes for a slice and reports whether nothing is left to do.
func sumWork(stopped bool) (done bool) {
	defer func() {
		if r := recover(); r != nil {
			summed.made.Problem, done = "This could not be computed: "+reason(r)+".", true
		}
	}()
	begin := sumClock()
	for !done {
		done = summed.made.Step(sumStep, stopped)
		if now := sumClock(); now == 0 || now-begin > sumSlice {
			break
		}
	}
	return done
}

// sumOf returns the model of an input: the first slice at once, the others later.
func sumOf(v state.Sum) *model.Sum {
	if in := model.SumInputOf(v); summed.made == nil || summed.in != in {
		next := (*model.Sum)(nil)
		if summed.made != nil {
			next = summed.made.Relaunch(in)
		}
		if next == nil {
			if summed.made != nil {
				summed.made.Drop()
			}
			next = model.NewSum(in)
		}
		next.Clock = sumClock
		summed.in, summed.made = in, next
		summed.tick++
		sumWork(true)
	}
	if !summed.running && summed.made.Busy(v.Stopped) {
		summed.running = true
		app.host.After("sum", 0, sumOn)
	}
	return summed.made
}

// sumOn does one slice, or shows what is new: never both at once, so that no task is long.
func sumOn() {
	summed.running = false
	if app.state.View != state.Reduction || summed.in != model.SumInputOf(app.state.Sum) {
		return // the next render of the view begins again
	}
	if now := sumClock(); summed.due && (summed.done || now == 0 || now-summed.shown > sumShow) {
		summed.due = false
		summed.shown = now
		summed.tick++
		if !summed.done {
			summed.running = true
			app.host.After("sum", 0, sumOn)
		}
		dispatch(state.SumTick{N: summed.tick})
		summed.shown = sumClock()
		return
	}
	summed.done, summed.due = sumWork(app.state.Sum.Stopped), true
	summed.running = true
	app.host.After("sum", 0, sumOn)
}

// sumPart is the input of a part of the view: which results are there and what is looked at.
type sumPart struct {
	in                 model.SumInput
	done               int
	order              string
	listed, stop, told bool
	stage              bool
}

func (v sumView) page() node {
	return el("div", has(class("sum"), data("drop", "sum")), nodes{guarded(v.render)})
}

func (v sumView) render() node {
	s := v.In
	m := sumOf(s)
	order := s.Order
	if order == "" {
		order = "blocked"
	}
	at := sumPart{in: summed.in, done: m.RowsDone, stage: m.Described()}
	at.in.Arrive = 0
	rows, table, trees, tree := at, at, at, at
	rows.order, table.order, tree.order, table.listed = order, order, order, s.Listed
	trees.done, trees.stop = m.TreesDone*1000+m.RowsDone, s.Stopped
	grid := at
	if grid.done = m.CellsDone / 64; m.Outcomes != nil {
		grid.done = -1
	}
	grid.told = v.ReadOnly
	arrive := at
	arrive.in, arrive.done, arrive.told = summed.in, m.RowsDone<<16+m.Arrived, v.ReadOnly
	c := s
	c.Look = state.SumLook{}
	c.Tick, c.Order, c.Listed, c.Stopped, c.Stat, c.Reveal = 0, "", false, false, state.SumStat{}, state.SumReveal{}
	hide := flag("hidden", m.Problem != "")
	return el("div", has(class(draw.StaleClass("sum-page", sumUnread(s)))),
		raw("p", "note", prose.SumIntro),
		el("div", panel("sum-top", sumControlsIn{c, v.ReadOnly, m.Problem}, sumControls), answerBar(draw.SumBar(m, sumUnread(s)))),
		raw("div", "stale-slot", draw.Stale(sumUnread(s))),
		el("div", has(hide), raw("nav", "sum-anchors", draw.SumAnchors())),
		el("section", has(class("sum-wide"), attr("id", "sum-orders"), attr("tabindex", "-1")),
			panel("sum-hero", at, func(sumPart) node {
				return raw("div", "", draw.SumHero(summed.made)+draw.SumValues(summed.made)+draw.SumTimes(summed.made))
			}),
			panel("sum-figure", rows, func(in sumPart) node {
				return raw("div", "", draw.SumStripBoth(summed.made, in.order), export{"sum-strip",
					func() draw.Picture { return draw.SumStrip(summed.made, in.order, 720) }, func() string { return summed.made.OrdersCSV() }})
			}),
			el("div", has(class("sum-part"), hide),
				raw("div", "", draw.Heading(prose.SumTableTitle, "")),
				panel("", table, func(in sumPart) node { return raw("div", "", draw.SumTable(summed.made, !in.listed, in.order)) }))),
		el("section", has(class("sum-wide"), attr("id", "sum-tree-part"), attr("tabindex", "-1")),
			panel("sum-figure", sumSmallIn{tree, s.Look, v.ReadOnly, summed.in}, sumSmallPanel),
			panel("sum-free", sumFreeIn{summed.in, tree, s.Look, v.ReadOnly}, sumFreePanel),
			panel("sum-figure", sumBigIn{at, order, s.Look}, sumBigPanel),
			panel("sum-figure", sumTimeOf(summed.in, order, m), sumTimePanel),
		),
		el("section", has(class("sum-part"), hide, attr("id", "sum-cores"), attr("tabindex", "-1")),
			raw("div", "", draw.Heading(prose.SumCoresTitle, prose.SumCoresNote)),
			panel("sum-sliders", sumControlsIn{state.Sum{Pattern: s.Pattern, Threads: s.Threads, Blocks: s.Blocks, Accums: s.Accums, CPU: s.CPU}, v.ReadOnly, ""}, sumSliders),
			panel("", grid, func(sumPart) node { return raw("div", "", draw.SumCoresNow(summed.made)) }),
			el("div", has(data("keys", "sum.grid")), nodes{partOf(grid, func(in sumPart) node {
				return raw("div", "", still(draw.SumGrid(summed.made), in.told)+draw.CSV("sum-grid", prose.SumCoresTitle), tabled("sum-grid", func() string { return summed.made.GridCSV() }))
			})}),
			raw("p", "note", draw.Escape(prose.SumCoresSrc))),
		el("section", has(class("sum-wide sum-part"), attr("id", "sum-all"), attr("tabindex", "-1")),
			panel("sum-figure", trees, func(in sumPart) node {
				return raw("div", "", draw.SumTrees(summed.made, in.stop), export{"sum-trees",
					func() draw.Picture { return draw.SumHistogram(summed.made, 720) }, func() string { return summed.made.OutcomesCSV(summed.made.DrawnSoFar()) }})
			})),
		el("section", has(class("sum-part"), attr("id", "sum-atomics"), attr("tabindex", "-1")),
			panel("sum-wide", arrive, func(in sumPart) node {
				return raw("div", "", draw.SumAtomics(summed.made, in.told), export{"sum-arrivals",
					func() draw.Picture { return draw.SumArrivals(summed.made, 720) }, func() string { return summed.made.OutcomesCSV(summed.made.ArrivedSoFar()) }})
			}),
			panel("sum-part", arrive, func(sumPart) node { return raw("div", "", draw.SumCUB(summed.made)) })),
		el("section", has(class("sum-part"), attr("id", "sum-vectors"), attr("tabindex", "-1")), nodes{partOf(sumStatsIn{statInput(s), s.Stat, v.ReadOnly}, sumStatistics)}),
		el("section", has(class("sum-part"), hide, attr("id", "sum-program"), attr("tabindex", "-1")), nodes{partOf(sumCodeIn{tree, s.Reveal.Code, v.ReadOnly}, sumCode)}),
		el("section", has(class("sum-part"), attr("id", "sum-reveal-part"), attr("tabindex", "-1")), sumReveals(s.Reveal, v.ReadOnly)),
	)
}

// sumDrafts reports whether number of elements and seed are understood as they stand in their fields.
func sumDrafts(s state.Sum) (n, seed bool) {
	_, n = state.SumReadN(s.NText.Text)
	_, seed = state.SumReadSeed(s.SText.Text)
	return n || !s.NText.On, seed || !s.SText.On
}

// sumUnread names the fields that are not understood: the results shown are of other data than they say.
func sumUnread(s state.Sum) (names []string) {
	n, seed := sumDrafts(s)
	if s.Kind < state.SumOwn && !n {
		names = append(names, "Elements")
	}
	if s.Kind < state.SumOwn && !seed {
		names = append(names, "Seed")
	}
	return names
}

type sumControlsIn struct {
	s        state.Sum
	readOnly bool
	problem  string
}

func sumSet(do state.SumDo) func(string) state.Action {
	return func(v string) state.Action {
		n, _ := strconv.Atoi(v)
		return state.SumSet{Do: do, I: n, Text: v}
	}
}

// sumChoices makes choices of numbers.
func sumChoices(list []int, words func(int) string) (c []choice) {
	for _, n := range list {
		c = append(c, choice{strconv.Itoa(n), words(n), ""})
	}
	return c
}

func sumControls(in sumControlsIn) node {
	s, off := in.s, in.readOnly
	own := s.Kind >= state.SumOwn
	examples := []choice{{"", prose.OwnExample, ""}}
	for _, e := range state.SumExamples {
		examples = append(examples, choice{e.ID, prose.SumExample(e.ID).Name, ""})
	}
	var kinds []choice
	for i, id := range state.SumKinds {
		kinds = append(kinds, choice{id, prose.SumKindNames[i], ""})
	}
	settle := func() state.Action { return state.SumSet{Do: state.SumSettle} }
	draft := func(id, label, hint string, d state.Draft, n int32, good bool, problem string, do state.SumDo) node {
		shown := strconv.Itoa(int(n))
		if d.On {
			shown = d.Text
		}
		if good {
			problem = ""
		}
		return field(entry{id: id, label: label, shown: shown, hint: hint, problem: problem, disabled: off, typed: sumSet(do), settled: settle})
	}
	nOK, seedOK := sumDrafts(s)
	plain := strconv.Itoa
	bit := func(on bool) string {
		if on {
			return "1"
		}
		return "0"
	}
	conds := make([]int, state.SumMaxCond)
	for i := range conds {
		conds[i] = i + 1
	}
	hidden := func(hide bool, n node) node {
		return el("div", has(class("sum-slot"), flag("hidden", hide)), nodes{n})
	}
	return el("div",
		el("div", has(class("op-example")),
			choose("sum-example", "Example", s.Example(), examples, off, sumSet(state.SumOpen)),
			raw("p", "note", draw.Escape(prose.SumExample(s.Example()).Note))),
		el("div", has(class("controls sum-controls")),
			choose("sum-kind", "Data", state.SumKinds[s.Kind], kinds, off, sumSet(state.SumSetKind)),
			hidden(own, draft("sum-n", "Elements", "1000, 2^20", s.NText, s.N, nOK, "A number from 2 to 1048576, or a power as 2^20.", state.SumTypeN)),
			hidden(own, draft("sum-seed", "Seed", "1", s.SText, s.Seed, seedOK, "A number from 0 to 1073741824.", state.SumTypeSeed)),
			hidden(s.Kind != state.SumIll, choose("sum-cond", "Condition number", plain(int(s.Cond)), sumChoices(conds, func(n int) string { return "about 10^" + plain(n) }), off, sumSet(state.SumSetCond))),
			choose("sum-dot", "Compute", bit(s.Dot), []choice{{"0", "sum", ""}, {"1", "dot product", ""}}, off, sumSet(state.SumSetDot)),
			choose("sum-double", "Format", bit(s.Double), []choice{{"0", "binary32", ""}, {"1", "binary64", ""}}, off, sumSet(state.SumSetDouble)),
			choose("sum-threads", "Threads per block", plain(int(s.Threads)), sumChoices(state.SumThreads[:], plain), off, sumSet(state.SumSetThreads)),
			choose("sum-blocks", "Blocks", plain(int(s.Blocks)), sumChoices(state.SumBlocks[:], plain), off, sumSet(state.SumSetBlocks))),
		el("div", has(class("row sum-sizes"), flag("hidden", own)), list(sumSizes(s, off))),
		sumArith(s, off),
		el("div", has(class("field sum-own"), flag("hidden", s.Kind != state.SumOwn)),
			el("label", has(class("label"), attr("for", "sum-own")), text("Numbers, separated by spaces, commas or line ends; for a dot product a semicolon between the vectors")),
			el("textarea", has(attr("id", "sum-own"), attr("rows", "3"), attr("spellcheck", "false"), attr("autocomplete", "off"),
				prop("value", s.Own), prop("readOnly", off), attr("aria-invalid", strconv.FormatBool(in.problem != "")),
				inputs(sumTyped), settles(nil)))),
		el("div", has(class("sum-slot"), flag("hidden", s.Kind != state.SumFile)), nodes{partOf(sumFileIn{model.SumInputOf(s), off}, sumFile)}))
}

// sumSizes are buttons for telling sizes.
func sumSizes(s state.Sum, off bool) (out []node) {
	for i, n := range [...]int{8, 64, 1000, 4096, 65536, 1 << 20} {
		out = append(out, button([...]string{"8", "64", "1,000", "4,096", "65,536", "2²⁰"}[i], state.SumSet{Do: state.SumSetN, I: n}, class("chip"), pressed(int(s.N) == n), prop("disabled", off)))
	}
	return out
}

// sumTap reads data-tap of the view's drawings: a letter for what is chosen, then its ID or number.
func sumTap(rest string) state.Action {
	if rest == "" {
		return nil
	}
	word := rest[1:]
	n, _ := strconv.Atoi(word)
	// What is drawn anew takes the focus with it: it comes back to the same button.
	focus := `button[data-tap="sum:` + rest + `"]`
	switch rest[0] {
	case 'o':
		app.host.After("sum.focus", 40, func() { app.host.Focus(focus) })
		return state.SumPick{ID: word}
	case 'l':
		app.host.After("sum.focus", 40, func() { app.host.Focus(focus) })
		return state.SumSort{Listed: n == 1}
	case 's':
		app.host.After("sum.focus", 40, func() { app.host.Focus(`button[data-tap^="sum:s"]`) })
		return state.SumStop{On: n == 1}
	case 'a':
		app.host.After("sum.focus", 40, func() { app.host.Focus(focus) })
		return state.SumSet{Do: state.SumSetArrive, Text: word}
	case 'u':
		app.host.After("sum.focus", 40, func() { app.host.Focus(focus) })
		return state.SumSet{Do: state.SumSetCPU, I: n}
	case 'p':
		return state.SumArithPreset{ID: word}
	case 'v', 'n', 'x':
		app.host.After("sum.focus", 40, func() { app.host.Focus(focus) })
		return state.SumStatSet{What: map[byte]byte{'v': 'v', 'n': 'n', 'x': 's'}[rest[0]], I: n}
	case 'w':
		sumRun(n)
		return nil
	case 'g':
		app.host.Reach("#" + word)
		return nil
	case 'c':
		if n < 0 || n >= model.SumCells {
			return nil
		}
		app.host.After("sum.focus", 40, func() { app.host.Focus(focus) })
		return state.SumLaunch{Threads: state.SumThreads[n%len(state.SumThreads)], Blocks: state.SumBlocks[n/len(state.SumThreads)]}
	}
	return nil
}

// sumKey walks through the grid of launches and the strip of CPU threads with the arrows.
func sumKey(p press, cell int) (state.Action, bool) {
	if cell < 0 {
		return nil, false
	}
	w, first, count, id := len(state.SumThreads), 0, model.SumCells, "#sum-c"
	if cell >= model.SumCells {
		w, first, count, id = sumStrip, model.SumCells, state.SumMostCPU, "#sum-u"
	}
	at := cell - first
	next := at
	switch p.key {
	case "ArrowLeft":
		if at%w > 0 {
			next--
		}
	case "ArrowRight":
		if at%w < w-1 {
			next++
		}
	case "ArrowUp":
		if at >= w {
			next -= w
		}
	case "ArrowDown":
		if at+w < count {
			next += w
		}
	default:
		return nil, false
	}
	if first > 0 {
		next++ // threads, counted from 1
	}
	app.host.Focus(id + strconv.Itoa(next))
	return nil, true
}

// sumStrip is how many CPU threads stand in a row.
const sumStrip = 16
