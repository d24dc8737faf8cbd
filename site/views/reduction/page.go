package reduction

import (
	"strconv"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// view is the Reduction view.
type view struct {
	In       State
	ReadOnly bool
}

// computed is the running computation and its input; tick is a revision that is put into State so that panels render.
type computed struct {
	in      Input
	made    *Model
	tick    uint32
	running bool
	due     bool // something is new
	done    bool // there is nothing left to do, or nothing while the trees are stopped
	shown   float64
}

// summed is what the page keeps of it.
func summed() *computed { return lab.Remember[computed]("sum.made") }

// sumWork computes for a slice and reports whether nothing is left to do.
func sumWork(stopped bool) (done bool) {
	defer func() {
		if r := recover(); r != nil {
			summed().made.Problem, done = "This could not be computed: "+markup.Reason(r)+".", true
		}
	}()
	begin := lab.Clock()
	for !done {
		done = summed().made.Step(lab.SliceTime, stopped)
		if now := lab.Clock(); now == 0 || now-begin > lab.Slice {
			break
		}
	}
	return done
}

// of returns the model of an input: the first slice at once, the others later.
func of(v State) *Model {
	if in := inputOf(v); summed().made == nil || summed().in != in {
		next := (*Model)(nil)
		if summed().made != nil {
			next = summed().made.Relaunch(in)
		}
		if next == nil {
			if summed().made != nil {
				summed().made.Drop()
			}
			next = newSum(in)
		}
		next.Clock = lab.Clock
		summed().in, summed().made = in, next
		summed().tick++
		sumWork(true)
	}
	if !summed().running && summed().made.Busy(v.Stopped) {
		summed().running = true
		lab.Host().After("sum", 0, on)
	}
	return summed().made
}

// on does one slice, or shows what is new: never both at once, so that no task is long.
func on() {
	summed().running = false
	if !lab.Shows(ID) || summed().in != inputOf(lab.Now[State]()) {
		return // the next render of the view begins again
	}
	if now := lab.Clock(); summed().due && (summed().done || now == 0 || now-summed().shown > lab.Between) {
		summed().due = false
		summed().shown = now
		summed().tick++
		if !summed().done {
			summed().running = true
			lab.Host().After("sum", 0, on)
		}
		lab.Dispatch(Tick{N: summed().tick})
		summed().shown = lab.Clock()
		return
	}
	summed().done, summed().due = sumWork(lab.Now[State]().Stopped), true
	summed().running = true
	lab.Host().After("sum", 0, on)
}

// part is the input of a part of the view: which results are there and what is looked at.
type part struct {
	in                 Input
	done               int
	order              string
	listed, stop, told bool
	stage              bool
}

func (v view) page() markup.Node {
	return markup.El("div", markup.Class("sum"), markup.Data("drop", "sum"), markup.List{markup.Guarded(v.render)})
}

func (v view) render() markup.Node {
	s := v.In
	m := of(s)
	order := s.Order
	if order == "" {
		order = "blocked"
	}
	at := part{in: summed().in, done: m.RowsDone, stage: m.Described()}
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
	arrive.in, arrive.done, arrive.told = summed().in, m.RowsDone<<16+m.Arrived, v.ReadOnly
	c := s
	c.Look, c.Tree = Look{}, ""
	c.Tick, c.Order, c.Listed, c.Stopped, c.Stat, c.Reveal = 0, "", false, false, Stat{}, Reveal{}
	hide := markup.Flag("hidden", m.Problem != "")
	return markup.El("div", markup.Class(html.StaleClass("sum-page", unread(s))),
		markup.Raw("p", "note", intro),
		markup.El("div", markup.Panel("sum-top", controlsIn{c, v.ReadOnly, m.Problem}, controls), markup.AnswerBar(bar(m, unread(s)))),
		markup.Raw("div", "stale-slot", html.Stale(unread(s))),
		markup.El("div", hide, markup.Raw("nav", "sum-anchors", anchors())),
		markup.El("section", markup.Class("sum-wide"), markup.Attr("id", "sum-orders"), markup.Attr("tabindex", "-1"),
			markup.Panel("sum-hero", at, func(part) markup.Node {
				return markup.Raw("div", "", hero(summed().made)+values(summed().made)+times(summed().made))
			}),
			markup.Panel("sum-figure", rows, func(in part) markup.Node {
				return markup.Raw("div", "", stripBoth(summed().made, in.order), markup.Exported("sum-strip", func() svg.Picture { return strip(summed().made, in.order, 720) }),
					markup.Tabled("sum-strip", func() string { return summed().made.OrdersCSV() }))
			}),
			markup.El("div", markup.Class("sum-part"), hide,
				markup.Raw("div", "", html.Heading(tableTitle, "")),
				markup.Panel("", table, func(in part) markup.Node {
					return markup.Raw("div", "", sumTable(summed().made, !in.listed, in.order))
				}))),
		markup.El("section", markup.Class("sum-wide"), markup.Attr("id", "sum-tree-part"), markup.Attr("tabindex", "-1"),
			markup.Panel("sum-figure", smallIn{tree, s.Look, v.ReadOnly, summed().in}, smallPanel),
			markup.Panel("sum-free", freeIn{summed().in, tree, s.Look, v.ReadOnly}, freePanel),
			markup.Panel("sum-figure", bigIn{at, order, s.Look}, bigPanel),
			markup.Panel("sum-figure", timeOf(summed().in, order, m), timePanel),
		),
		markup.El("section", markup.Class("sum-part"), hide, markup.Attr("id", "sum-cores"), markup.Attr("tabindex", "-1"),
			markup.Raw("div", "", html.Heading(coresTitle, coresNote)),
			markup.Panel("sum-sliders", controlsIn{State{Input: summation.Input{Pattern: s.Pattern, Threads: s.Threads, Blocks: s.Blocks, Accums: s.Accums, CPU: s.CPU}}, v.ReadOnly, ""}, sliders),
			markup.Panel("", grid, func(part) markup.Node { return markup.Raw("div", "", coresNow(summed().made)) }),
			markup.El("div", markup.Data("keys", "sum.grid"), markup.List{markup.PartOf(grid, func(in part) markup.Node {
				return markup.Raw("div", "", markup.Still(sumGrid(summed().made), in.told)+html.CSV("sum-grid", coresTitle), markup.Tabled("sum-grid", func() string { return summed().made.GridCSV() }))
			})}),
			markup.Raw("p", "note", words.Escape(coresSrc))),
		markup.El("section", markup.Class("sum-wide sum-part"), markup.Attr("id", "sum-all"), markup.Attr("tabindex", "-1"),
			markup.Panel("sum-figure", trees, func(in part) markup.Node {
				return markup.Raw("div", "", sumTrees(summed().made, in.stop), markup.Exported("sum-trees", func() svg.Picture { return histogram(summed().made, 720) }),
					markup.Tabled("sum-trees", func() string { return summed().made.OutcomesCSV(summed().made.DrawnSoFar()) }))
			})),
		markup.El("section", markup.Class("sum-part"), markup.Attr("id", "sum-atomics"), markup.Attr("tabindex", "-1"),
			markup.Panel("sum-wide", arrive, func(in part) markup.Node {
				return markup.Raw("div", "", atomics(summed().made, in.told), markup.Exported("sum-arrivals", func() svg.Picture { return arrivals(summed().made, 720) }),
					markup.Tabled("sum-arrivals", func() string { return summed().made.OutcomesCSV(summed().made.ArrivedSoFar()) }))
			}),
			markup.Panel("sum-part", arrive, func(part) markup.Node { return markup.Raw("div", "", cub(summed().made)) })),
		markup.El("section", markup.Class("sum-part"), markup.Attr("id", "sum-vectors"), markup.Attr("tabindex", "-1"), markup.List{markup.PartOf(statsIn{statInput(s), s.Stat, v.ReadOnly}, sumStatistics)}),
		markup.El("section", markup.Class("sum-part"), hide, markup.Attr("id", "sum-program"), markup.Attr("tabindex", "-1"), markup.List{markup.PartOf(codeIn{tree, s.Reveal.Code, v.ReadOnly}, sumCode)}),
		markup.El("section", markup.Class("sum-part"), markup.Attr("id", "sum-reveal-part"), markup.Attr("tabindex", "-1"), reveals(s.Reveal, v.ReadOnly)),
	)
}

// drafts reports whether number of elements and seed are understood as they stand in their fields.
func drafts(s State) (n, seed bool) {
	_, n = ReadN(s.NText.Text)
	_, seed = ReadSeed(s.SText.Text)
	return n || !s.NText.On, seed || !s.SText.On
}

// unread names the fields that are not understood: the results shown are of other data than they say.
func unread(s State) (names []string) {
	n, seed := drafts(s)
	if s.Kind < summation.Own && !n {
		names = append(names, "Elements")
	}
	if s.Kind < summation.Own && !seed {
		names = append(names, "Seed")
	}
	return names
}

type controlsIn struct {
	s        State
	readOnly bool
	problem  string
}

// setting is a choice among the values of a setting, in words.
func setting(id, label, key string, s *State, off bool, words func(i int, value string) string) markup.Node {
	set, _ := summation.SettingOf(key)
	var list []markup.Choice
	for i, v := range set.Values() {
		list = append(list, markup.Choice{Value: v, Label: words(i, v)})
	}
	return markup.Select(id, label, set.Get(&s.Input), list, off, func(v string) markup.Action { return Put{ID: key, Value: v} })
}

// asItIs is the word of a value that is shown as it is.
func asItIs(_ int, value string) string { return value }

// named are the words of values in their order.
func named(words ...string) func(int, string) string {
	return func(i int, _ string) string { return words[i] }
}

func set(do Do) func(string) markup.Action {
	return func(v string) markup.Action { return Set{Do: do, Text: v} }
}

func controls(in controlsIn) markup.Node {
	s, off := in.s, in.readOnly
	own := s.Kind >= summation.Own
	examples := []markup.Choice{{Value: "", Label: words.OwnExample}}
	for _, e := range Examples {
		examples = append(examples, markup.Choice{Value: e.ID, Label: example(e.ID).Name})
	}
	settle := func() markup.Action { return Set{Do: Settle} }
	draft := func(id, label, hint string, d operand.Draft, n int32, good bool, problem string, do Do) markup.Node {
		shown := strconv.Itoa(int(n))
		if d.On {
			shown = d.Text
		}
		if good {
			problem = ""
		}
		return markup.Field(markup.Entry{ID: id, Label: label, Shown: shown, Hint: hint, Problem: problem, Disabled: off, Typed: set(do), Settled: settle})
	}
	nOK, seedOK := drafts(s)
	hidden := func(hide bool, n markup.Node) markup.Node {
		return markup.El("div", markup.Class("sum-slot"), markup.Flag("hidden", hide), markup.List{n})
	}
	return markup.El("div",
		markup.El("div", markup.Class("op-example"),
			markup.Select("sum-example", "Example", s.Example(), examples, off, set(Open)),
			markup.Raw("p", "note", words.Escape(example(s.Example()).Note))),
		markup.El("div", markup.Class("controls sum-controls"),
			setting("sum-kind", "Data", "k", &s, off, named(kindNames[:]...)),
			hidden(own, draft("sum-n", "Elements", "1000, 2^20", s.NText, s.N, nOK, "A number from 2 to 1048576, or a power as 2^20.", TypeN)),
			hidden(own, draft("sum-seed", "Seed", "1", s.SText, s.Seed, seedOK, "A number from 0 to 1073741824.", TypeSeed)),
			hidden(s.Kind != summation.Ill, setting("sum-cond", "Condition number", "c", &s, off, func(_ int, v string) string { return "about 10^" + v })),
			setting("sum-dot", "Compute", "d", &s, off, named("sum", "dot product")),
			setting("sum-double", "Format", "f", &s, off, named("binary32", "binary64")),
			setting("sum-threads", "Threads per block", "t", &s, off, asItIs),
			setting("sum-blocks", "Blocks", "b", &s, off, asItIs)),
		markup.El("div", markup.Class("row sum-sizes"), markup.Flag("hidden", own), markup.List(sizes(s, off))),
		arith(s, off),
		markup.El("div", markup.Class("field sum-own"), markup.Flag("hidden", s.Kind != summation.Own),
			markup.El("label", markup.Class("label"), markup.Attr("for", "sum-own"), markup.Text("Numbers, separated by spaces, commas or line ends; for a dot product a semicolon between the vectors")),
			markup.El("textarea", markup.Attr("id", "sum-own"), markup.Attr("rows", "3"), markup.Attr("spellcheck", "false"), markup.Attr("autocomplete", "off"),
				markup.Prop("value", s.Own), markup.Prop("readOnly", off), markup.Attr("aria-invalid", strconv.FormatBool(in.problem != "")),
				markup.OnInput(typed), markup.OnSettled(nil))),
		markup.El("div", markup.Class("sum-slot"), markup.Flag("hidden", s.Kind != summation.File), markup.List{markup.PartOf(fileIn{inputOf(s), off}, file)}))
}

// sizes are buttons for telling sizes.
func sizes(s State, off bool) (out []markup.Node) {
	for i, n := range [...]int{8, 64, 1000, 4096, 65536, 1 << 20} {
		out = append(out, markup.Button([...]string{"8", "64", "1,000", "4,096", "65,536", "2²⁰"}[i], Put{ID: "n", Value: strconv.Itoa(n)}, markup.Class("chip"), markup.Pressed(int(s.N) == n), markup.Prop("disabled", off)))
	}
	return out
}

// tap reads data-tap of the view's drawings: a letter for what is chosen, then its ID or number.
func tap(rest string) markup.Action {
	if rest == "" {
		return nil
	}
	word := rest[1:]
	n, _ := strconv.Atoi(word)
	switch rest[0] {
	case 'o':
		return Pick{ID: word}
	case 'l':
		return Sort{Listed: n == 1}
	case 's':
		return Stop{On: n == 1}
	case 'a':
		return Put{ID: "at", Value: word}
	case 'u':
		return Put{ID: "cp", Value: word}
	case 'p':
		return ArithPreset{ID: word}
	case 'v', 'n', 'x':
		return StatSet{What: map[byte]byte{'v': 'v', 'n': 'n', 'x': 's'}[rest[0]], I: n}
	case 'w':
		sumRun(n)
		return nil
	case 'g':
		lab.Host().Reach("#" + word)
		return nil
	case 'c':
		if n < 0 || n >= summation.GridCells {
			return nil
		}
		return Launch{Threads: summation.Threads[n%len(summation.Threads)], Blocks: summation.Blocks[n/len(summation.Threads)]}
	}
	return nil
}

// key walks through the grid of launches and the strip of CPU threads with the arrows.
func key(p lab.Key, cell int) (markup.Action, bool) {
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
	lab.Host().Focus(id + strconv.Itoa(next))
	return nil, true
}

// sumStrip is how many CPU threads stand in a row.
const sumStrip = 16
