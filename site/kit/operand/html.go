package operand

import (
	"ulplab/site/kit/bits"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// Under is what stands under the field of an operand of the views Devices and Flags; link leads to its bits.
func Under(p Operand, link string) string {
	note := ""
	if p.Note != "" {
		note = `<p class="note op-note">` + words.Escape(words.Minus(p.Note)) + `</p>`
	}
	return note + bits.CodeBits(p.Bits) + `<p class="op-code"><span class="num">` + p.Hex + `</span> ` + html.Copy(p.Hex, "operand "+p.Name) + ` <a href="` + words.Escape(link) +
		`" aria-label="Operand ` + p.Name + ` in the Encoding view">bit by bit</a></p>`
}
