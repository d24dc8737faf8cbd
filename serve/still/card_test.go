package still

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"ulplab/serve/handler"
)

// TestCard: the card of a state is a picture of the size that its page announces, with the description and the bits of the answer
// in it, for hostile texts too.
func TestCard(t *testing.T) {
	m := New()
	a := m.Announce("#/v1/op")
	if len(a.Bits) != 3 || a.Bits[0].Digits != "0" || a.Bits[1].Digits != "01111111101" || len(a.Bits[2].Digits) != 52 {
		t.Errorf("the bits of 0.1 + 0.2 are %v", a.Bits)
	}
	before := inked(t, handler.Announced{})
	for name, a := range map[string]handler.Announced{
		"a state": a, "another": m.Announce("#/f32/0.1"), "a question": m.Announce("#/v1/gallery"),
		"a long word": {Title: strings.Repeat("W", 500), Description: strings.Repeat("1", 5000)},
		"odd signs":   {Title: "2⁻²⁴ ≈ \x00\xff漢字", Description: "−0 × ∞ → NaN"},
		"many bits":   {Bits: []handler.BitField{{Kind: 'T', Digits: strings.Repeat("1", 128)}}},
	} {
		if n := inked(t, a); n <= before+500 {
			t.Errorf("%s: %d pixels are drawn, without anything %d", name, n, before)
		}
	}
}

// inked is the number of pixels of a card that are not white.
func inked(t *testing.T, a handler.Announced) (n int) {
	t.Helper()
	p, err := png.Decode(bytes.NewReader(a.Card()))
	if err != nil {
		t.Fatal(err)
	}
	size := p.Bounds()
	if size.Dx() != 1200 || size.Dy() != 630 {
		t.Errorf("the card is %v", size)
	}
	for y := range size.Dy() {
		for x := range size.Dx() {
			if r, g, b, _ := p.At(x, y).RGBA(); r+g+b != 3*0xffff {
				n++
			}
		}
	}
	return n
}
