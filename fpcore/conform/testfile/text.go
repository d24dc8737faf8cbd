// Package testfile reads the compressed files of recorded results that tests hold the lab to.
package testfile

import (
	"compress/gzip"
	"io"
	"os"
	"testing"
)

// Text returns what a file of gzip holds.
func Text(t testing.TB, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
