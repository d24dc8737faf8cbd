package dotproduct

import (
	"strconv"

	fptext "ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/graph"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// cellOf returns the field that an event comes from: data-cell is COLUMN:ELEMENT, counted from 0.
func cellOf(e markup.Event) (c Cell, ok bool) {
	s := e.Closest("data-cell")
	if len(s) < 3 || s[1] != ':' {
		return c, false
	}
	n, err := strconv.Atoi(s[2:])
	return Cell{Col: s[0] - '0', At: uint8(n)}, err == nil && n < Most
}

// pasted spreads a pasted list over the fields; any other text is left to the browser.
func pasted(e markup.Event) markup.Action {
	c, ok := cellOf(e)
	if !ok || lab.ReadOnly() {
		return nil
	}
	s := e.Pasted()
	if !IsList(s, lab.Now[State]().F()) {
		return nil
	}
	e.Prevent()
	if n, room := len(List(s)), Room(c); n > room {
		lab.Warn(tooMany + strconv.Itoa(room) + " at most.")
		return nil
	}
	lab.EndGesture()
	return Paste{Cell: c, Text: s}
}

// vectors is the table of elements: a row an element, or A, B and C.
func (v view) vectors(in Input, shown int) markup.Node {
	d := v.In
	rows := make([]markup.Node, 0, shown)
	for i := range shown {
		r := rowIn{format: d.Format, at: i, col: A, readOnly: v.ReadOnly, removable: int(d.N) > Least}
		if i < int(d.N) {
			r.bits = [2]wide.U128{d.V[0][i], d.V[1][i]}
			r.text = [2]operand.Draft{d.Text[0][i], d.Text[1][i]}
		}
		rows = append(rows, markup.El("li", markup.Flag("hidden", i >= int(d.N)), markup.List{markup.PartOf(r, row)}))
	}
	sums := make([]markup.Node, 0, 3)
	for i := range d.X {
		r := rowIn{format: d.Format, at: i, col: ABC, readOnly: v.ReadOnly, bits: [2]wide.U128{d.X[i]}, text: [2]operand.Draft{d.XText[i]}}
		sums = append(sums, markup.El("li", markup.List{markup.PartOf(r, row)}))
	}
	return markup.El("div",
		markup.El("div", markup.Flag("hidden", d.Sum),
			markup.El("div", markup.Class("dot-heads"), markup.Attr("aria-hidden", "true"), markup.El("span"), markup.El("span", markup.Class("dot-letter"), markup.Text("a")), markup.El("span", markup.Class("dot-letter"), markup.Text("b")), markup.El("span")),
			markup.El("ol", markup.Class("dot-rows"), markup.Attr("aria-label", "Elements of a and b"), markup.List(rows)),
			markup.El("div", markup.Class("row"),
				markup.Button("Add an element", Resize{N: d.N + 1}, markup.Flag("disabled", v.ReadOnly || int(d.N) >= Most)),
				markup.El("span", markup.Class("dim"), markup.Text(strconv.Itoa(int(d.N))+" of at most "+strconv.Itoa(Most)))),
			markup.El("p", markup.Class("note"), markup.Text(pasteHint))),
		markup.El("div", markup.Flag("hidden", !d.Sum),
			markup.El("ol", markup.Class("dot-rows dot-abc"), markup.Attr("aria-label", "A, B and C"), markup.List(sums))))
}

// rowIn is the input of a row of fields.
type rowIn struct {
	format    string
	at        int
	col       uint8 // A for a pair, ABC for one number
	bits      [2]wide.U128
	text      [2]operand.Draft
	readOnly  bool
	removable bool
}

func row(in rowIn) markup.Node {
	f := operand.FormatOf(in.format)
	n := 2
	if in.col == ABC {
		n = 1
	}
	head := strconv.Itoa(in.at + 1)
	if n == 1 {
		head = string(rune('A' + in.at))
	}
	cells := []markup.Node{markup.El("span", markup.Class("dot-index"), markup.Attr("aria-hidden", "true"), markup.Text(head))}
	for k := range n {
		col := uint8(k)
		name := string(rune('a'+k)) + " " + strconv.Itoa(in.at+1)
		if n == 1 {
			col, name = ABC, head
		}
		shown, problem := fptext.Shortest(f, in.bits[k]), ""
		if in.text[k].On {
			shown = in.text[k].Text
			if _, err := operand.Read(shown, f); err != nil {
				problem = dotProblem(err)
			}
		}
		id := "dot-" + strconv.Itoa(int(col)) + "-" + strconv.Itoa(in.at)
		cell := Cell{Col: col, At: uint8(in.at)}
		cells = append(cells, markup.El("div", markup.Class("dot-cell"), markup.Data("cell", strconv.Itoa(int(col))+":"+strconv.Itoa(in.at)),
			markup.Field(markup.Entry{ID: id, Label: name, Shown: shown, Problem: problem, Disabled: in.readOnly,
				Typed:   func(s string) markup.Action { return Type{Cell: cell, Text: s} },
				Settled: func() markup.Action { return Settle{Cell: cell} }})))
	}
	if n == 1 {
		cells = append(cells, markup.El("span", markup.Class("num dim dot-code"), markup.Text(graph.Hex(f, in.bits[0]))))
	} else {
		cells = append(cells, markup.Button("×", Remove{At: uint8(in.at)}, markup.Class("plain dot-remove"), markup.Flag("disabled", in.readOnly || !in.removable),
			markup.Attr("aria-label", "Remove element "+strconv.Itoa(in.at+1))))
	}
	return markup.El("div", markup.Class("dot-row"), markup.List(cells))
}

// dotProblem says what is wrong with a text in the narrow space under a field.
func dotProblem(err error) string {
	if e, ok := err.(*fptext.Error); ok {
		return e.Msg
	}
	return err.Error()
}
