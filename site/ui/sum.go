//go:build !opening

package ui

import (
	"strconv"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

	"ulplab/fpcore/summation"
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
			summed.made.Problem, done = "This could not be computed: "+markup.Reason(r)+".", true
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

func (v sumView) page() markup.Node {
	return markup.El("div", markup.Class("sum"), markup.Data("drop", "sum"), markup.List{markup.Guarded(v.render)})
}

func (v sumView) render() markup.Node {
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
	c.Look, c.Tree = state.SumLook{}, ""
	c.Tick, c.Order, c.Listed, c.Stopped, c.Stat, c.Reveal = 0, "", false, false, state.SumStat{}, state.SumReveal{}
	hide := markup.Flag("hidden", m.Problem != "")
	return markup.El("div", markup.Class(draw.StaleClass("sum-page", sumUnread(s))),
		markup.Raw("p", "note", prose.SumIntro),
		markup.El("div", markup.Panel("sum-top", sumControlsIn{c, v.ReadOnly, m.Problem}, sumControls), markup.AnswerBar(draw.SumBar(m, sumUnread(s)))),
		markup.Raw("div", "stale-slot", draw.Stale(sumUnread(s))),
		markup.El("div", hide, markup.Raw("nav", "sum-anchors", draw.SumAnchors())),
		markup.El("section", markup.Class("sum-wide"), markup.Attr("id", "sum-orders"), markup.Attr("tabindex", "-1"),
			markup.Panel("sum-hero", at, func(sumPart) markup.Node {
				return markup.Raw("div", "", draw.SumHero(summed.made)+draw.SumValues(summed.made)+draw.SumTimes(summed.made))
			}),
			markup.Panel("sum-figure", rows, func(in sumPart) markup.Node {
				return markup.Raw("div", "", draw.SumStripBoth(summed.made, in.order), markup.Exported("sum-strip", func() draw.Picture { return draw.SumStrip(summed.made, in.order, 720) }),
					markup.Tabled("sum-strip", func() string { return summed.made.OrdersCSV() }))
			}),
			markup.El("div", markup.Class("sum-part"), hide,
				markup.Raw("div", "", draw.Heading(prose.SumTableTitle, "")),
				markup.Panel("", table, func(in sumPart) markup.Node {
					return markup.Raw("div", "", draw.SumTable(summed.made, !in.listed, in.order))
				}))),
		markup.El("section", markup.Class("sum-wide"), markup.Attr("id", "sum-tree-part"), markup.Attr("tabindex", "-1"),
			markup.Panel("sum-figure", sumSmallIn{tree, s.Look, v.ReadOnly, summed.in}, sumSmallPanel),
			markup.Panel("sum-free", sumFreeIn{summed.in, tree, s.Look, v.ReadOnly}, sumFreePanel),
			markup.Panel("sum-figure", sumBigIn{at, order, s.Look}, sumBigPanel),
			markup.Panel("sum-figure", sumTimeOf(summed.in, order, m), sumTimePanel),
		),
		markup.El("section", markup.Class("sum-part"), hide, markup.Attr("id", "sum-cores"), markup.Attr("tabindex", "-1"),
			markup.Raw("div", "", draw.Heading(prose.SumCoresTitle, prose.SumCoresNote)),
			markup.Panel("sum-sliders", sumControlsIn{state.Sum{Input: summation.Input{Pattern: s.Pattern, Threads: s.Threads, Blocks: s.Blocks, Accums: s.Accums, CPU: s.CPU}}, v.ReadOnly, ""}, sumSliders),
			markup.Panel("", grid, func(sumPart) markup.Node { return markup.Raw("div", "", draw.SumCoresNow(summed.made)) }),
			markup.El("div", markup.Data("keys", "sum.grid"), markup.List{markup.PartOf(grid, func(in sumPart) markup.Node {
				return markup.Raw("div", "", markup.Still(draw.SumGrid(summed.made), in.told)+draw.CSV("sum-grid", prose.SumCoresTitle), markup.Tabled("sum-grid", func() string { return summed.made.GridCSV() }))
			})}),
			markup.Raw("p", "note", draw.Escape(prose.SumCoresSrc))),
		markup.El("section", markup.Class("sum-wide sum-part"), markup.Attr("id", "sum-all"), markup.Attr("tabindex", "-1"),
			markup.Panel("sum-figure", trees, func(in sumPart) markup.Node {
				return markup.Raw("div", "", draw.SumTrees(summed.made, in.stop), markup.Exported("sum-trees", func() draw.Picture { return draw.SumHistogram(summed.made, 720) }),
					markup.Tabled("sum-trees", func() string { return summed.made.OutcomesCSV(summed.made.DrawnSoFar()) }))
			})),
		markup.El("section", markup.Class("sum-part"), markup.Attr("id", "sum-atomics"), markup.Attr("tabindex", "-1"),
			markup.Panel("sum-wide", arrive, func(in sumPart) markup.Node {
				return markup.Raw("div", "", draw.SumAtomics(summed.made, in.told), markup.Exported("sum-arrivals", func() draw.Picture { return draw.SumArrivals(summed.made, 720) }),
					markup.Tabled("sum-arrivals", func() string { return summed.made.OutcomesCSV(summed.made.ArrivedSoFar()) }))
			}),
			markup.Panel("sum-part", arrive, func(sumPart) markup.Node { return markup.Raw("div", "", draw.SumCUB(summed.made)) })),
		markup.El("section", markup.Class("sum-part"), markup.Attr("id", "sum-vectors"), markup.Attr("tabindex", "-1"), markup.List{markup.PartOf(sumStatsIn{statInput(s), s.Stat, v.ReadOnly}, sumStatistics)}),
		markup.El("section", markup.Class("sum-part"), hide, markup.Attr("id", "sum-program"), markup.Attr("tabindex", "-1"), markup.List{markup.PartOf(sumCodeIn{tree, s.Reveal.Code, v.ReadOnly}, sumCode)}),
		markup.El("section", markup.Class("sum-part"), markup.Attr("id", "sum-reveal-part"), markup.Attr("tabindex", "-1"), sumReveals(s.Reveal, v.ReadOnly)),
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
	if s.Kind < summation.Own && !n {
		names = append(names, "Elements")
	}
	if s.Kind < summation.Own && !seed {
		names = append(names, "Seed")
	}
	return names
}

type sumControlsIn struct {
	s        state.Sum
	readOnly bool
	problem  string
}

// sumSetting is a choice among the values of a setting, in words.
func sumSetting(id, label, key string, s *state.Sum, off bool, words func(i int, value string) string) markup.Node {
	set, _ := summation.SettingOf(key)
	var list []markup.Choice
	for i, v := range set.Values() {
		list = append(list, markup.Choice{Value: v, Label: words(i, v)})
	}
	return markup.Select(id, label, set.Get(&s.Input), list, off, func(v string) markup.Action { return state.SumPut{ID: key, Value: v} })
}

// asItIs is the word of a value that is shown as it is.
func asItIs(_ int, value string) string { return value }

// named are the words of values in their order.
func named(words ...string) func(int, string) string {
	return func(i int, _ string) string { return words[i] }
}

func sumSet(do state.SumDo) func(string) markup.Action {
	return func(v string) markup.Action { return state.SumSet{Do: do, Text: v} }
}

func sumControls(in sumControlsIn) markup.Node {
	s, off := in.s, in.readOnly
	own := s.Kind >= summation.Own
	examples := []markup.Choice{{Value: "", Label: prose.OwnExample}}
	for _, e := range state.SumExamples {
		examples = append(examples, markup.Choice{Value: e.ID, Label: prose.SumExample(e.ID).Name})
	}
	settle := func() markup.Action { return state.SumSet{Do: state.SumSettle} }
	draft := func(id, label, hint string, d state.Draft, n int32, good bool, problem string, do state.SumDo) markup.Node {
		shown := strconv.Itoa(int(n))
		if d.On {
			shown = d.Text
		}
		if good {
			problem = ""
		}
		return markup.Field(markup.Entry{ID: id, Label: label, Shown: shown, Hint: hint, Problem: problem, Disabled: off, Typed: sumSet(do), Settled: settle})
	}
	nOK, seedOK := sumDrafts(s)
	hidden := func(hide bool, n markup.Node) markup.Node {
		return markup.El("div", markup.Class("sum-slot"), markup.Flag("hidden", hide), markup.List{n})
	}
	return markup.El("div",
		markup.El("div", markup.Class("op-example"),
			markup.Select("sum-example", "Example", s.Example(), examples, off, sumSet(state.SumOpen)),
			markup.Raw("p", "note", draw.Escape(prose.SumExample(s.Example()).Note))),
		markup.El("div", markup.Class("controls sum-controls"),
			sumSetting("sum-kind", "Data", "k", &s, off, named(prose.SumKindNames[:]...)),
			hidden(own, draft("sum-n", "Elements", "1000, 2^20", s.NText, s.N, nOK, "A number from 2 to 1048576, or a power as 2^20.", state.SumTypeN)),
			hidden(own, draft("sum-seed", "Seed", "1", s.SText, s.Seed, seedOK, "A number from 0 to 1073741824.", state.SumTypeSeed)),
			hidden(s.Kind != summation.Ill, sumSetting("sum-cond", "Condition number", "c", &s, off, func(_ int, v string) string { return "about 10^" + v })),
			sumSetting("sum-dot", "Compute", "d", &s, off, named("sum", "dot product")),
			sumSetting("sum-double", "Format", "f", &s, off, named("binary32", "binary64")),
			sumSetting("sum-threads", "Threads per block", "t", &s, off, asItIs),
			sumSetting("sum-blocks", "Blocks", "b", &s, off, asItIs)),
		markup.El("div", markup.Class("row sum-sizes"), markup.Flag("hidden", own), markup.List(sumSizes(s, off))),
		sumArith(s, off),
		markup.El("div", markup.Class("field sum-own"), markup.Flag("hidden", s.Kind != summation.Own),
			markup.El("label", markup.Class("label"), markup.Attr("for", "sum-own"), markup.Text("Numbers, separated by spaces, commas or line ends; for a dot product a semicolon between the vectors")),
			markup.El("textarea", markup.Attr("id", "sum-own"), markup.Attr("rows", "3"), markup.Attr("spellcheck", "false"), markup.Attr("autocomplete", "off"),
				markup.Prop("value", s.Own), markup.Prop("readOnly", off), markup.Attr("aria-invalid", strconv.FormatBool(in.problem != "")),
				markup.OnInput(sumTyped), markup.OnSettled(nil))),
		markup.El("div", markup.Class("sum-slot"), markup.Flag("hidden", s.Kind != summation.File), markup.List{markup.PartOf(sumFileIn{model.SumInputOf(s), off}, sumFile)}))
}

// sumSizes are buttons for telling sizes.
func sumSizes(s state.Sum, off bool) (out []markup.Node) {
	for i, n := range [...]int{8, 64, 1000, 4096, 65536, 1 << 20} {
		out = append(out, markup.Button([...]string{"8", "64", "1,000", "4,096", "65,536", "2²⁰"}[i], state.SumPut{ID: "n", Value: strconv.Itoa(n)}, markup.Class("chip"), markup.Pressed(int(s.N) == n), markup.Prop("disabled", off)))
	}
	return out
}

// sumTap reads data-tap of the view's drawings: a letter for what is chosen, then its ID or number.
func sumTap(rest string) markup.Action {
	if rest == "" {
		return nil
	}
	word := rest[1:]
	n, _ := strconv.Atoi(word)
	switch rest[0] {
	case 'o':
		return state.SumPick{ID: word}
	case 'l':
		return state.SumSort{Listed: n == 1}
	case 's':
		return state.SumStop{On: n == 1}
	case 'a':
		return state.SumPut{ID: "at", Value: word}
	case 'u':
		return state.SumPut{ID: "cp", Value: word}
	case 'p':
		return state.SumArithPreset{ID: word}
	case 'v', 'n', 'x':
		return state.SumStatSet{What: map[byte]byte{'v': 'v', 'n': 'n', 'x': 's'}[rest[0]], I: n}
	case 'w':
		sumRun(n)
		return nil
	case 'g':
		app.host.Reach("#" + word)
		return nil
	case 'c':
		if n < 0 || n >= summation.GridCells {
			return nil
		}
		return state.SumLaunch{Threads: summation.Threads[n%len(summation.Threads)], Blocks: summation.Blocks[n/len(summation.Threads)]}
	}
	return nil
}

// sumKey walks through the grid of launches and the strip of CPU threads with the arrows.
func sumKey(p lab.Key, cell int) (markup.Action, bool) {
	if cell < 0 {
		return nil, false
	}
	w, first, count, id := len(summation.Threads), 0, summation.GridCells, "#sum-c"
	if cell >= summation.GridCells {
		w, first, count, id = sumStrip, summation.GridCells, summation.MostCPU, "#sum-u"
	}
	at := cell - first
	next := at
	switch p.Name {
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
