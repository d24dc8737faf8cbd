// Package bits cuts a code into its fields and draws them.
package bits

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/markup"
)

// EditorIn is the input of a bit editor.
type EditorIn struct {
	Area     string // the value of data-bits and data-keys; "enc.bits"
	Label    string // the name of the group
	Format   *format.Format
	Code     wide.U128
	Cursor   int // the bit that holds the tab stop
	ReadOnly bool
}

// Editor is a code as buttons in fields and nibbles. Clicks, keys and drags are lab.Event at the root and at the
// document (keys.go), so the buttons carry no listeners, and a nibble whose bits stay is not rendered again.
func Editor(in EditorIn) markup.Node {
	fields := make([]markup.Node, 0, 4)
	for _, f := range BitsOf(in.Format, in.Code).Fields {
		high, low := f.Bits[0].Index, f.Bits[len(f.Bits)-1].Index
		part := in
		part.Code = in.Code.And(wide.Mask(uint(high + 1))).Shr(uint(low)).Shl(uint(low))
		if in.Cursor < low || in.Cursor > high {
			part.Cursor = -1
		}
		part.Label = ""
		fields = append(fields, markup.Panel("bitfield k"+f.Kind.Letter(), fieldIn{part, f.Kind}, bitField))
	}
	return markup.El("div", markup.Class(BitsClass(in.Format)), markup.Attr("role", "group"), markup.Attr("aria-label", in.Label),
		markup.Data("bits", in.Area), markup.Data("keys", in.Area), markup.List(fields))
}

// fieldIn is the input of one field of a bit editor: the code with the other fields' bits clear.
type fieldIn struct {
	bits EditorIn
	kind Kind
}

func bitField(in fieldIn) markup.Node {
	for _, f := range BitsOf(in.bits.Format, in.bits.Code).Fields {
		if f.Kind != in.kind {
			continue
		}
		groups := make([]markup.Node, 0, len(f.Bits)/4+1)
		for _, four := range Nibbles(f.Bits) {
			groups = append(groups, markup.El("span", markup.Class("nibble"), markup.List{markup.Bare(nibbleOf(in.bits, four), nibble)}))
		}
		return markup.El("div",
			markup.El("span", markup.Class("bitfield-name"), markup.Attr("aria-hidden", "true"), markup.Text(FieldName(f))),
			markup.El("div", markup.Class("nibbles"), markup.List(groups)))
	}
	return nil
}

// nibbleIn is the input of up to four neighbouring bits of one field.
type nibbleIn struct {
	format   *format.Format
	kind     Kind
	high, n  int // index of the highest bit and number of bits
	ones     uint8
	cursor   int // the bit with the tab stop, -1 if it is elsewhere
	readOnly bool
}

func nibbleOf(in EditorIn, bits []Bit) nibbleIn {
	g := nibbleIn{format: in.Format, kind: bits[0].Kind, high: bits[0].Index, n: len(bits), cursor: -1, readOnly: in.ReadOnly}
	for i, b := range bits {
		if b.One {
			g.ones |= 1 << i
		}
		if b.Index == in.Cursor {
			g.cursor = b.Index
		}
	}
	return g
}

func nibble(in nibbleIn) markup.Node {
	cells := make([]markup.Node, in.n)
	for i := range cells {
		index := in.high - i
		one := in.ones>>i&1 != 0
		digit, names := "0", "bit"
		if one {
			digit, names = "1", "bit one"
		}
		tab := "-1"
		if index == in.cursor {
			tab = "0"
		}
		cells[i] = markup.El("button", markup.Attr("type", "button"), markup.Class(names), markup.Data("bit", strconv.Itoa(index)), markup.Attr("tabindex", tab),
			markup.Pressed(one), markup.Attr("aria-label", BitName(in.format, index)), markup.Flag("disabled", in.readOnly), markup.Text(digit))
	}
	return markup.El("span", markup.Class("cells"), markup.Data("low", strconv.Itoa(in.high-in.n+1)), markup.List(cells))
}
