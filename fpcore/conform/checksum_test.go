package conform

import (
	"bytes"
	"compress/gzip"
	"os"
	"strings"
	"testing"
)

func recordedChecksums(t *testing.T, file string) []Checksum {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := ReadChecksums(f)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestSamples evaluates every function of one binary32 operand of CUDA's library under three sets of flags, and every function of
// the C library with FMA3 and without, on a sample of arguments, another one each, and with ULPLAB_LONG=1 in the environment on all
// sixteen, and on all that were drawn. The functions written out as CUDA gave these checksums in the run in which they gave those
// of the libraries over all arguments.
func TestSamples(t *testing.T) {
	list := recordedChecksums(t, "testdata/math.tsv.gz")
	if len(list) != 120 {
		t.Errorf("%d functions and flags of CUDA were recorded", len(list))
	}
	host := recordedChecksums(t, "testdata/gnu.tsv.gz")
	if len(host) != 24 {
		t.Errorf("%d functions and processors of the C library were recorded", len(host))
	}
	list = append(list, host...)
	long := os.Getenv("ULPLAB_LONG") == "1"
	for k := range list {
		c := &list[k]
		for j := range c.Samples {
			if !long && (j != k%len(c.Samples) || testing.Short() && k%8 != 0) {
				continue
			}
			if got := c.Sample(j); got != c.Samples[j] {
				t.Errorf("%s %s: checksum %016x of sample %d, want %016x", c.Flags, c.Name, got, j, c.Samples[j])
			}
		}
		if long && !c.Every() {
			if got := c.Range(0, Drawn); got != c.Total {
				t.Errorf("%s %s: checksum %016x of what was drawn, want %016x", c.Flags, c.Name, got, c.Total)
			}
		}
	}
}

// TestReadChecksumsRefuses holds every way in which a file cannot be used.
func TestReadChecksumsRefuses(t *testing.T) {
	sums := strings.Repeat("\t0", 17)
	for text, want := range map[string]string{
		"default\texpf\t0\n":             "3 columns",
		"default\texpg" + sums + "\n":    `no function "expg"`,
		"quick\texpf" + sums + "\n":      `the flags "quick"`,
		"ftz\texpf\tx" + sums[2:] + "\n": `"x" is no checksum`,
	} {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(text))
		z.Close()
		if _, err := ReadChecksums(&b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: error %v, want one with %q", text, err, want)
		}
	}
}
