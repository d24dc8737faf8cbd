package ui

import (
	"strconv"
	"ulplab/site/kit/markup"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/draw"
	"ulplab/site/model"
)

// bitsIn is the input of a bit editor.
type bitsIn struct {
	Area     string // the value of data-bits and data-keys; "enc.bits"
	Label    string // the name of the group
	Format   *format.Format
	Code     wide.U128
	Cursor   int // the bit that holds the tab stop
	ReadOnly bool
}

// bitEditor is a code as buttons in fields and nibbles. Clicks, keys and drags are lab.Event at the root and at the
// document (keys.go), so the buttons carry no listeners, and a nibble whose bits stay is not rendered again.
func bitEditor(in bitsIn) markup.Node {
	fields := make([]markup.Node, 0, 4)
	for _, f := range model.BitsOf(in.Format, in.Code).Fields {
		high, low := f.Bits[0].Index, f.Bits[len(f.Bits)-1].Index
		part := in
		part.Code = in.Code.And(wide.Mask(uint(high + 1))).Shr(uint(low)).Shl(uint(low))
		if in.Cursor < low || in.Cursor > high {
			part.Cursor = -1
		}
		part.Label = ""
		fields = append(fields, markup.Panel("bitfield k"+f.Kind.Letter(), fieldIn{part, f.Kind}, bitField))
	}
	return markup.El("div", markup.Class(draw.BitsClass(in.Format)), markup.Attr("role", "group"), markup.Attr("aria-label", in.Label),
		markup.Data("bits", in.Area), markup.Data("keys", in.Area), markup.List(fields))
}

// fieldIn is the input of one field of a bit editor: the code with the other fields' bits clear.
type fieldIn struct {
	bits bitsIn
	kind model.Kind
}

func bitField(in fieldIn) markup.Node {
	for _, f := range model.BitsOf(in.bits.Format, in.bits.Code).Fields {
		if f.Kind != in.kind {
			continue
		}
		groups := make([]markup.Node, 0, len(f.Bits)/4+1)
		for _, four := range model.Nibbles(f.Bits) {
			groups = append(groups, markup.El("span", markup.Class("nibble"), markup.List{markup.Bare(nibbleOf(in.bits, four), nibble)}))
		}
		return markup.El("div",
			markup.El("span", markup.Class("bitfield-name"), markup.Attr("aria-hidden", "true"), markup.Text(draw.FieldName(f))),
			markup.El("div", markup.Class("nibbles"), markup.List(groups)))
	}
	return nil
}

// nibbleIn is the input of up to four neighbouring bits of one field.
type nibbleIn struct {
	format   *format.Format
	kind     model.Kind
	high, n  int // index of the highest bit and number of bits
	ones     uint8
	cursor   int // the bit with the tab stop, -1 if it is elsewhere
	readOnly bool
}

func nibbleOf(in bitsIn, bits []model.Bit) nibbleIn {
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
			markup.Pressed(one), markup.Attr("aria-label", model.BitName(in.format, index)), markup.Flag("disabled", in.readOnly), markup.Text(digit))
	}
	return markup.El("span", markup.Class("cells"), markup.Data("low", strconv.Itoa(in.high-in.n+1)), markup.List(cells))
}
