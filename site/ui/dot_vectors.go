package ui

import (
	"strconv"

	fptext "ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// cellOf returns the field that an event comes from: data-cell is COLUMN:ELEMENT, counted from 0.
func cellOf(e event) (c state.DotCell, ok bool) {
	s := e.Closest("data-cell")
	if len(s) < 3 || s[1] != ':' {
		return c, false
	}
	n, err := strconv.Atoi(s[2:])
	return state.DotCell{Col: s[0] - '0', At: uint8(n)}, err == nil && n < state.DotMost
}

// dotPasted spreads a pasted list over the fields; any other text is left to the browser.
func dotPasted(e event) action {
	c, ok := cellOf(e)
	if !ok || app.state.ReadOnly {
		return nil
	}
	s := e.Pasted()
	if !state.DotIsList(s, app.state.Dot.F()) {
		return nil
	}
	e.Prevent()
	if n, room := len(state.DotList(s)), state.DotRoom(c); n > room {
		warn(prose.DotTooMany + strconv.Itoa(room) + " at most.")
		return nil
	}
	endGesture()
	return state.DotPaste{Cell: c, Text: s}
}

// vectors is the table of elements: a row an element, or A, B and C.
func (v dotView) vectors(in model.DotInput, shown int) node {
	d := v.In
	rows := make([]node, 0, shown)
	for i := range shown {
		r := dotRowIn{format: d.Format, at: i, col: state.DotA, readOnly: v.ReadOnly, removable: int(d.N) > state.DotLeast}
		if i < int(d.N) {
			r.bits = [2]wide.U128{d.V[0][i], d.V[1][i]}
			r.text = [2]state.Draft{d.Text[0][i], d.Text[1][i]}
		}
		rows = append(rows, el("li", has(flag("hidden", i >= int(d.N))), nodes{partOf(r, dotRow)}))
	}
	sums := make([]node, 0, 3)
	for i := range d.X {
		r := dotRowIn{format: d.Format, at: i, col: state.DotABC, readOnly: v.ReadOnly, bits: [2]wide.U128{d.X[i]}, text: [2]state.Draft{d.XText[i]}}
		sums = append(sums, el("li", nodes{partOf(r, dotRow)}))
	}
	return el("div",
		el("div", has(flag("hidden", d.Sum)),
			el("div", has(class("dot-heads"), attr("aria-hidden", "true")), el("span"), el("span", has(class("dot-letter")), text("a")), el("span", has(class("dot-letter")), text("b")), el("span")),
			el("ol", has(class("dot-rows"), attr("aria-label", "Elements of a and b")), list(rows)),
			el("div", has(class("row")),
				button("Add an element", state.DotResize{N: d.N + 1}, flag("disabled", v.ReadOnly || int(d.N) >= state.DotMost)),
				el("span", has(class("dim")), text(strconv.Itoa(int(d.N))+" of at most "+strconv.Itoa(state.DotMost)))),
			el("p", has(class("note")), text(prose.DotPasteHint))),
		el("div", has(flag("hidden", !d.Sum)),
			el("ol", has(class("dot-rows dot-abc"), attr("aria-label", "A, B and C")), list(sums))))
}

// dotRowIn is the input of a row of fields.
type dotRowIn struct {
	format    string
	at        int
	col       uint8 // state.DotA for a pair, state.DotABC for one number
	bits      [2]wide.U128
	text      [2]state.Draft
	readOnly  bool
	removable bool
}

func dotRow(in dotRowIn) node {
	f := state.FormatOf(in.format)
	n := 2
	if in.col == state.DotABC {
		n = 1
	}
	head := strconv.Itoa(in.at + 1)
	if n == 1 {
		head = string(rune('A' + in.at))
	}
	cells := []node{el("span", has(class("dot-index"), attr("aria-hidden", "true")), text(head))}
	for k := range n {
		col := uint8(k)
		name := string(rune('a'+k)) + " " + strconv.Itoa(in.at+1)
		if n == 1 {
			col, name = state.DotABC, head
		}
		shown, problem := fptext.Shortest(f, in.bits[k]), ""
		if in.text[k].On {
			shown = in.text[k].Text
			if _, err := state.DotRead(shown, f); err != nil {
				problem = dotProblem(err)
			}
		}
		id := "dot-" + strconv.Itoa(int(col)) + "-" + strconv.Itoa(in.at)
		cell := state.DotCell{Col: col, At: uint8(in.at)}
		cells = append(cells, el("div", has(class("dot-cell"), data("cell", strconv.Itoa(int(col))+":"+strconv.Itoa(in.at))),
			field(entry{id: id, label: name, shown: shown, problem: problem, disabled: in.readOnly,
				typed:   func(s string) state.Action { return state.DotType{Cell: cell, Text: s} },
				settled: func() state.Action { return state.DotSettle{Cell: cell} }})))
	}
	if n == 1 {
		cells = append(cells, el("span", has(class("num dim dot-code")), text(model.DotHex(f, in.bits[0]))))
	} else {
		cells = append(cells, button("×", state.DotRemove{At: uint8(in.at)}, class("plain dot-remove"), flag("disabled", in.readOnly || !in.removable),
			attr("aria-label", "Remove element "+strconv.Itoa(in.at+1))))
	}
	return el("div", has(class("dot-row")), list(cells))
}

// dotProblem says what is wrong with a text in the narrow space under a field.
func dotProblem(err error) string {
	if e, ok := err.(*fptext.Error); ok {
		return e.Msg
	}
	return err.Error()
}
