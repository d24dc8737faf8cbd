package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/foobaz/go-zopfli/zopfli"
)

// TestTight: the tight form gives back the text, of any length, and is smaller than the usual one; pieces are joined to blocks, but not where a text
// becomes another.
func TestTight(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	drawn := func(n int, letters string) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		return b
	}
	two := append(drawn(20_000, "abcdefgh"), drawn(20_000, "01")...)
	for _, text := range [][]byte{nil, {7}, drawn(4096, "xyz"), two} {
		packed := (&store{}).tight(text)
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		if back, err := io.ReadAll(z); err != nil || !bytes.Equal(back, text) {
			t.Errorf("%d bytes become %d: %v", len(text), len(back), err)
		}
		if usual := gzipped(text, gzip.BestCompression); len(text) > 100 && len(packed) >= len(usual) {
			t.Errorf("%d bytes take %d, and %d as usual", len(text), len(packed), len(usual))
		}
	}
	options := zopfli.DefaultOptions()
	ends := blocks(two, &options)
	if len(ends) > 8 || !slices.Contains(ends, 20_480) || !slices.IsSorted(ends) || ends[len(ends)-1] != len(two) { // of 10 pieces
		t.Errorf("blocks end at %d", ends)
	}
}
