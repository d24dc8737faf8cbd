package tree

import (
	"strings"

	"ulplab/site/kit/words"
)

// freeProblem shows where a tree cannot be read.
func freeProblem(text, problem string, at int) string {
	if problem == "" || text == "" {
		return ""
	}
	from := max(0, at-40)
	for from > 0 && text[from]&0xc0 == 0x80 {
		from--
	}
	end := at
	if end < len(text) {
		for end++; end < len(text) && text[end]&0xc0 == 0x80; end++ {
		}
	}
	to := min(len(text), end+20)
	for to < len(text) && text[to]&0xc0 == 0x80 {
		to++
	}
	here := text[at:end]
	if here == "" {
		here = "␣"
	}
	before := text[from:at]
	if from > 0 {
		before = "…" + before
	}
	return `<p class="sumf-where num"><span>` + words.Escape(before) + `</span><mark>` + words.Escape(here) + `</mark><span>` + words.Escape(text[end:to]) + `</span></p>`
}

// freeTools are the edits of the node looked at.
func freeTools(t *small, path, held string) string {
	var b strings.Builder
	b.WriteString(`<div class="sumt-tools sumf-tools">`)
	button := func(do, label, what string, off bool) {
		b.WriteString(`<button type="button" data-tap="sumf:` + do + `" title="` + what + `"`)
		if off {
			b.WriteString(` disabled`)
		}
		b.WriteString(`>` + label + `</button>`)
	}
	at, ok := t.Tree.At(path)
	first, second, sum := t.Tree.Kids(at)
	sum = sum && ok
	_, _, left := t.Tree.Kids(first)
	_, _, right := t.Tree.Kids(second)
	name := "no node is picked"
	if ok {
		_, n := t.Tree.Range(at)
		if name = "the sum of " + words.Num(int(n)); at.Place < 0 {
			name = "element " + words.Num(t.Tree.Element(at.Rank))
		}
	}
	b.WriteString(`<span class="dim">` + name + `</span>`)
	button("0", "swap operands", "a + b becomes b + a (key S)", !sum)
	button("1", "rotate right", "(a + b) + c becomes a + (b + c) (key R)", !sum || !left)
	button("2", "rotate left", "a + (b + c) becomes (a + b) + c (key L)", !sum || !right)
	if held == "" {
		button("h", "add to another…", "Pick this node up, then the one that it is to be added to (key P)", !ok || at.Place == 0)
	} else {
		h, _ := t.Tree.At(held)
		_, n := t.Tree.Range(h)
		what := "the sum of " + words.Num(int(n))
		if h.Place < 0 {
			what = "element " + words.Num(t.Tree.Element(h.Rank))
		}
		button("3", "add "+what+" here", "The node picked up is taken from its place and added to this one (key P)", !ok || path == held)
		button("x", "put back", "Leave it where it is", false)
	}
	b.WriteString(`</div><p class="note">` + freeNote + `</p>`)
	return b.String()
}
