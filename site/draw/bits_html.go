package draw

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/site/model"
)

// BitsClass returns the classes of a bit editor: they give the width of its cells.
func BitsClass(f *format.Format) string {
	w := 8
	for w < f.Bits {
		w *= 2
	}
	class := "bits w" + num(w)
	if f.Explicit {
		class += " x87"
	}
	return class
}

// FieldName heads a field of a bit editor: its letter, and its name where there is room.
func FieldName(f model.Field) string {
	if len(f.Bits) > 2 {
		return f.Kind.Letter() + " " + f.Kind.Name()
	}
	return f.Kind.Letter()
}

// StillBits is a bit editor that does not take clicks, for the page before the program has started.
func StillBits(b model.Bits) string {
	var s strings.Builder
	s.WriteString(`<div class="` + BitsClass(b.Format) + `" aria-hidden="true">`)
	for _, f := range b.Fields {
		s.WriteString(`<div class="bitfield k` + f.Kind.Letter() + `"><span class="bitfield-name">` + Escape(FieldName(f)) + `</span><div class="nibbles">`)
		for _, four := range model.Nibbles(f.Bits) {
			s.WriteString(`<span class="nibble"><span class="cells" data-low="` + num(four[len(four)-1].Index) + `">`)
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
