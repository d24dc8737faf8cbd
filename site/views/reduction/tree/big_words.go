package tree

import (
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
	"ulplab/site/views/reduction/names"
	"ulplab/site/views/reduction/sum"
)

// bigTools is what stands over the tree: what the colours mean, and the buttons.
func bigTools(name string, soFar bool) string {
	var b strings.Builder
	b.WriteString(`<p class="sumb-name">` + words.Escape(name) + `</p><div class="sumb-tools"><span class="dim">colour</span>`)
	for i, label := range [...]string{"rounding of each addition", "error so far"} {
		b.WriteString(`<button type="button" class="chip" data-tap="sumb:e` + words.Num(i) + `" aria-pressed="` + strconv.FormatBool(soFar == (i == 1)) + `">` + label + `</button>`)
	}
	b.WriteString(`<span class="sumb-legend"><span><i class="sumb-key sumb-leaf"></i>element</span>`)
	mode, said := "a", [...]string{"exact", "¼ ulp", "½ ulp", "more"}
	if soFar {
		mode, said = "b", [...]string{"≤ ½ ulp", "2", "32", "512 and more"}
	}
	for i, w := range said {
		b.WriteString(`<span><i class="sumb-key sumb-` + mode + words.Num(i) + `"></i>` + w + `</span>`)
	}
	b.WriteString(`</span></div>`)
	return b.String()
}

// bigStage is where the tree is drawn: its content comes later, and the text is always the same.
func bigStage() string {
	button := func(do, label, what string) string {
		return `<button type="button" data-tap="sumb:` + do + `" aria-label="` + what + `" title="` + what + `">` + label + `</button>`
	}
	return html.Figure("sum-big", bigTitle,
		`<div class="sumb-zoom">`+button("+", "+", "Zoom in")+button("-", "−", "Zoom out")+button("0", "all", "Show the whole tree")+`</div><div id="sumb-top"></div>`+
			`<div id="sum-stage" class="sumb-stage" tabindex="0" role="group" data-keys="sum.big" aria-label="The tree; arrow keys go from node to node, plus and minus zoom" aria-describedby="sumb-help"><canvas aria-hidden="true"></canvas><div id="sumb-over"></div></div>`+
			`<p id="sumb-read" class="sumb-read num"></p><div id="sumb-node"></div>`,
		bigCaption+`<span id="sumb-help" class="sumb-help">`+bigHelp+`</span>`)
}

// bigRange says which leaves are shown.
func bigRange(l *lens) string {
	if l.Span >= float64(l.N) {
		return `all ` + words.Thousands(l.N) + ` leaves`
	}
	from, to := int(l.From), min(int(l.From+l.Span+0.999), l.N)
	return `leaves ` + words.Thousands(from+1) + ` to ` + words.Thousands(to) + ` of ` + words.Thousands(l.N)
}

// bigOver says in a line what the pointer is over.
func bigOver(b *summation.Tree, at summation.Node, w lines) string {
	_, count := b.Range(at)
	if at.Place < 0 {
		return w.Error + ` = ` + words.Escape(words.Minus(w.Value)) + `  ` + w.Code
	}
	return `sum of ` + words.Thousands(int(count)) + ` = ` + words.Escape(words.Minus(w.Value)) + `  ` + w.Code + `  rounding ` + w.Error
}

// bigNode is the part about the node looked at.
func bigNode(b *summation.Tree, d *summation.Detail) string {
	var s strings.Builder
	link := func(at summation.Node, label string, here bool) {
		if here {
			s.WriteString(`<b aria-current="true">` + label + `</b>`)
			return
		}
		s.WriteString(`<button type="button" class="plain" data-tap="sumb:p` + b.Path(at) + `">` + label + `</button>`)
	}
	s.WriteString(`<nav class="sumb-way" aria-label="Way from the result to the node">`)
	for i, c := range d.Way {
		hidden := len(d.Way) > 9 && i >= 3 && i < len(d.Way)-4
		if hidden && i > 3 {
			continue
		}
		if hidden {
			s.WriteString(` <span class="dim">› …</span>`)
			continue
		}
		if i > 0 {
			side := "first"
			if c.Right {
				side = "second"
			}
			if c.Steps > 1 {
				side += " × " + words.Thousands(c.Steps)
			}
			s.WriteString(` <span class="dim">› ` + side + `</span> `)
		}
		label := words.Thousands(c.Count)
		if i == 0 {
			label = "all " + label
		}
		link(c.At, label, i == len(d.Way)-1)
	}
	s.WriteString(`</nav><dl class="facts sumb-facts">`)
	row := func(name, html string) { s.WriteString(`<dt>` + name + `</dt><dd>` + html + `</dd>`) }
	value := `<span class="num">` + names.ValueHTML(d.F, d.Bits) + `</span> <span class="num">` + words.Code(d.F, d.Bits) + `</span> ` + html.Copy(words.Code(d.F, d.Bits), "the bits of the value")
	if d.Sum {
		row("value", value)
		exactly := `<span class="dim">computing the exact sum…</span>`
		if d.Known {
			exactly = `<span class="num x">` + names.ValueHTML(b.Format(), d.Exact) + `</span> <span class="num">` + words.Code(b.Format(), d.Exact) + `</span>`
		}
		row("exact sum of its elements, rounded once", exactly)
		if d.Known {
			row("error so far", `<span class="num g">`+words.Escape(words.Minus(soFar(d.Error)))+` `+`</span>`+html.Term("ulp", ""))
		}
		row("rounding of this addition", `<span class="num">`+words.Escape(local(d))+` ulp</span>`)
		elements := words.Thousands(d.Count) + `, from element ` + words.Thousands(d.First) + ` to element ` + words.Thousands(d.Last)
		if d.Known && d.LargestIndex-d.SmallestIndex+1 != d.Count {
			elements += `; indices from ` + words.Thousands(d.SmallestIndex) + ` to ` + words.Thousands(d.LargestIndex)
		}
		row("elements", elements)
		row("depth", words.Thousands(d.Height)+` dependent additions`)
		s.WriteString(`<dt>operands</dt><dd>`)
		for i, k := range d.Kids {
			if i > 0 {
				s.WriteString(` + `)
			}
			_, n := b.Range(k)
			label := `sum of ` + words.Thousands(int(n))
			if k.Place < 0 {
				label = `element ` + words.Thousands(b.Element(k.Rank))
			}
			link(k, label, false)
		}
		s.WriteString(`</dd>`)
	} else {
		row("element "+words.Thousands(d.First), value)
		if !d.Measured || d.Local != 0 {
			row("rounding of the product", `<span class="num">`+words.Escape(local(d))+` ulp</span>`)
		}
	}
	s.WriteString(`</dl>`)
	return s.String()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// bigOverlay is bigLabels as an element that lies over the pixels.
func bigOverlay(b *summation.Tree, l *lens, boxes []box, said func(summation.Node) lines, chosen summation.Node, on bool) string {
	w, h := words.Num(l.W), words.Num(l.H)
	return `<svg width="` + w + `" height="` + h + `" viewBox="0 0 ` + w + ` ` + h + `" aria-hidden="true">` + bigLabels(b, l, boxes, said, chosen, on) + `</svg>`
}

// Says is what is looked at of the order's tree: a node, or the step that is shown.
func Says(s sum.State) string {
	if b := big().made; b != nil {
		if at, ok := chosen(big(), s.Look.Path); ok {
			return words.Plain(bigOver(b, at, linesOf(b, at))) + "."
		}
	}
	t := shownSmall()
	if !t.ok {
		return ""
	}
	if at, ok := t.tree.Tree.At(s.Look.Path); ok && s.Look.Path != "" {
		return words.Plain(bigOver(t.tree.Tree, at, linesOf(t.tree.Tree, at))) + "."
	}
	if s.Look.Step > 0 {
		step := stepOf(s.Look, &t.tree)
		return "Step " + words.Num(step) + " of " + words.Num(t.tree.Height) + ": " + inStep(&t.tree, step) + "."
	}
	return ""
}
