package svg

import (
	"bytes"
	"image"
	"image/png"
	"testing"
)

// TestPNGText: a PNG file with the chunks is read as one, and holds text alternative and link as they are.
func TestPNGText(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	const link = "https://example.org/#/v1/enc?b=3dcccccd&f=f32"
	file := Linked(Picture{Title: "1 < 2 ≈ 3", W: 40, H: 20}.File(false), link, false)
	made := append(bytes.Clone(b.Bytes()[:33]), append(PNGText(file), b.Bytes()[33:]...)...)
	if _, err := png.Decode(bytes.NewReader(made)); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"iTXtDescription\x00\x00\x00\x00\x001 < 2 ≈ 3", "iTXtSource\x00\x00\x00\x00\x00" + link} {
		if !bytes.Contains(made, []byte(want)) {
			t.Errorf("%q is not in it: %q", want, made)
		}
	}
}
