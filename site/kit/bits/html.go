package bits

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// BitsClass returns the classes of a bit editor: they give the width of its cells.
func BitsClass(f *format.Format) string {
	w := 8
	for w < f.Bits {
		w *= 2
	}
	class := "bits w" + words.Num(w)
	if f.Explicit {
		class += " x87"
	}
	return class
}

// FieldName heads a field of a bit editor: its letter, and its name where there is room.
func FieldName(f Field) string {
	if len(f.Bits) > 2 {
		return f.Kind.Letter() + " " + f.Kind.Name()
	}
	return f.Kind.Letter()
}

// StillBits is a bit editor that does not take clicks, for the page before the program has started.
func StillBits(b Bits) string {
	var s strings.Builder
	s.WriteString(`<div class="` + BitsClass(b.Format) + `" aria-hidden="true">`)
	for _, f := range b.Fields {
		s.WriteString(`<div class="bitfield k` + f.Kind.Letter() + `"><span class="bitfield-name">` + words.Escape(FieldName(f)) + `</span><div class="nibbles">`)
		for _, four := range Nibbles(f.Bits) {
			s.WriteString(`<span class="nibble"><span class="cells" data-low="` + words.Num(four[len(four)-1].Index) + `">`)
			for _, bit := range four {
				if bit.One {
					s.WriteString(`<button type="button" class="bit one" disabled>1</button>`)
				} else {
					s.WriteString(`<button type="button" class="bit" disabled>0</button>`)
				}
			}
			s.WriteString(`</span></span>`)
		}
		s.WriteString(`</div></div>`)
	}
	s.WriteString(`</div>`)
	return s.String()
}

// MarkedBits writes a code in its fields, with the bits of mark emphasized.
func MarkedBits(bits Bits, mark wide.U128) string {
	var s strings.Builder
	s.WriteString(`<p class="op-bits dev-bits num">`)
	for _, f := range bits.Fields {
		s.WriteString(`<span class="op-field k` + f.Kind.Letter() + `" title="` + words.Escape(f.Kind.Name()) + `">`)
		on := false
		for i, bit := range f.Bits {
			differs := mark.Bit(uint(bit.Index)) != 0
			gapped := i > 0 && (len(f.Bits)-i)%4 == 0
			if on && (!differs || gapped) {
				s.WriteString(`</mark>`)
				on = false
			}
			if gapped {
				s.WriteString(html.Gap)
			}
			if differs && !on {
				s.WriteString(`<mark>`)
				on = true
			}
			if bit.One {
				s.WriteByte('1')
			} else {
				s.WriteByte('0')
			}
		}
		if on {
			s.WriteString(`</mark>`)
		}
		s.WriteString(`</span><wbr>`)
	}
	s.WriteString(`</p>`)
	return s.String()
}

// MarkedHex marks the digits whose bits differ.
func MarkedHex(hex string, mark wide.U128) string {
	var b strings.Builder
	for i := 0; i < len(hex); i++ {
		if i >= 2 && mark.Shr(uint(4*(len(hex)-1-i))).Lo&15 != 0 {
			b.WriteString(`<mark>` + hex[i:i+1] + `</mark>`)
		} else {
			b.WriteByte(hex[i])
		}
	}
	return strings.ReplaceAll(b.String(), `</mark><mark>`, "")
}

// CodeBits writes a code as coloured runs of bits, one for each field, that wrap between nibbles.
func CodeBits(b Bits) string { return LitBits(b, -1) }

// LitBits is CodeBits with one bit lit; -1 for none.
func LitBits(b Bits, lit int) string {
	var s strings.Builder
	s.WriteString(`<span class="op-bits num">`)
	for _, f := range b.Fields {
		s.WriteString(`<span class="op-field k` + f.Kind.Letter() + `" title="` + words.Escape(f.Kind.Name()) + `">`)
		for i, bit := range f.Bits {
			if i > 0 && (len(f.Bits)-i)%4 == 0 {
				s.WriteString(html.Gap)
			}
			digit := "0"
			if bit.One {
				digit = "1"
			}
			if bit.Index == lit {
				digit = `<span class="lit">` + digit + `</span>`
			}
			s.WriteString(digit)
		}
		s.WriteString(`</span><wbr>`)
	}
	s.WriteString(`</span>`)
	return s.String()
}
