package reduction

import (
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/growth"
	"ulplab/site/views/reduction/launches"
	"ulplab/site/views/reduction/orders"
	"ulplab/site/views/reduction/outcomes"
	"ulplab/site/views/reduction/program"
	"ulplab/site/views/reduction/reveal"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/tree"
	"ulplab/site/views/reduction/vectors"
)

// page is the page of the view.
func page(s sum.State, readOnly bool) markup.Node {
	return markup.El("div", markup.Class("sum"), markup.Data("drop", "sum"), markup.List{markup.Guarded(func() markup.Node { return parts(s, readOnly) })})
}

func parts(s sum.State, readOnly bool) markup.Node {
	m := sum.Now()
	fold := func(id string, body markup.Node) markup.Node {
		own := id == "sum-vectors" || id == "sum-reveal-part" // with numbers of their own
		return markup.PhoneFold(titleOf(id), body, markup.Flag("hidden", m.Problem != "" && !own))
	}
	c := s
	c.Look, c.Tree = sum.Look{}, ""
	c.Order, c.Listed, c.Stopped, c.Stat, c.Code, c.Reveal = "", false, false, sum.Stat{}, 0, sum.Reveal{}
	return markup.El("div", markup.Class(html.StaleClass("sum-page", unread(s))),
		markup.Raw("p", "note", intro),
		markup.El("div", markup.Panel("sum-top", controlsIn{c, readOnly, m.Problem}, controls), markup.AnswerBar(orders.Answer(m, unread(s)))),
		markup.Raw("div", "stale-slot", html.Stale(unread(s))),
		markup.El("div", markup.Flag("hidden", m.Problem != ""), markup.Raw("nav", "sum-anchors", anchors(), markup.Attr("aria-label", "Parts"))),
		orders.Section(s),
		tree.Section(s, readOnly, growth.Panel()),
		fold("sum-cores", launches.Section(readOnly, markup.Panel("sum-sliders", controlsIn{sum.State{Input: summation.Input{Pattern: s.Pattern, Threads: s.Threads, Blocks: s.Blocks, Accums: s.Accums, CPU: s.CPU}}, readOnly, ""}, sliders))),
		fold("sum-all", outcomes.Drawn(s)),
		fold("sum-atomics", outcomes.Arrivals(readOnly)),
		fold("sum-vectors", vectors.Section(s, readOnly)),
		fold("sum-program", program.Section(s, readOnly)),
		fold("sum-reveal-part", reveal.Section(s.Reveal, readOnly)),
	)
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
		return sum.Put{ID: "at", Value: word}
	case 'u':
		return sum.Put{ID: "cp", Value: word}
	case 'p':
		return ArithPreset{ID: word}
	case 'v', 'n', 'x':
		return vectors.Set{What: map[byte]byte{'v': 'v', 'n': 'n', 'x': 's'}[rest[0]], I: n}
	case 'g':
		lab.Host().Reach("#" + word)
		return nil
	case 'c':
		if n < 0 || n >= summation.GridCells {
			return nil
		}
		return launches.Choose{Threads: summation.Threads[n%len(summation.Threads)], Blocks: summation.Blocks[n/len(summation.Threads)]}
	}
	return nil
}

// titleOf is the title of a part of the view.
func titleOf(id string) string {
	_, rest, _ := strings.Cut(sections, id+" ")
	title, _, _ := strings.Cut(rest, "\n")
	return title
}

// anchors are links to the parts of the view.
func anchors() string {
	var b strings.Builder
	for _, line := range strings.Split(sections, "\n") {
		id, title, _ := strings.Cut(line, " ")
		b.WriteString(`<button type="button" class="chip" data-tap="sum:g` + id + `">` + title + `</button>`)
	}
	return b.String()
}

// programsTap reads data-tap of the programs: what is done, then o for the order's program and p for the probe.
func programsTap(rest string) markup.Action {
	if len(rest) < 2 {
		return nil
	}
	s := lab.Now[sum.State]()
	p := program.Of(sum.Now().Sums, s.Looked(), program.Lang(s.Code))
	if rest[1] == 'p' {
		p = reveal.Probe(s.Reveal)
	}
	program.Tap(rest[0], p)
	return nil
}

// says is what is read out of a state.
func says(s sum.State) []string {
	return []string{orders.Said(sum.Now()), tree.Says(s)}
}
