package conform

import (
	"bytes"
	"compress/gzip"
	"os"
	"runtime"
	"strings"
	"testing"
)

func recordedDigests(t *testing.T) []Digest {
	t.Helper()
	f, err := os.Open("testdata/digests.tsv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := ReadDigests(f)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// someSlices says which parts of 2^24 operands of each 32-bit function are evaluated in every run. They hold what each
// function and sequence treats apart: 3f is [1/2, 2), 00 has the subnormal numbers, 7e what is above 2^126, c2 the
// arguments of 2^x around -126. Sequences that share their code with one listed are left out.
var someSlices = map[string][]int{
	"MUFU.RCP": {0x3f}, "MUFU.RSQ": {0x40}, "MUFU.SQRT": {0x3f}, "MUFU.EX2": {0xbf}, "MUFU.LG2": {0x3f}, "MUFU.SIN": {0xbe},
	"MUFU.COS": {0x3e}, "MUFU.TANH": {0x3f, 0xbe}, "MUFU.RCP64H": {0x3f, 0x7f}, "MUFU.RSQ64H": {0x40},
	"rcp.approx.f32": {0x7e}, "rsqrt.approx.f32": {0x00}, "sqrt.approx.f32": {0x00}, "lg2.approx.f32": {0x00}, "ex2.approx.f32": {0xc2},
	"sin.approx.f32": {0x40}, "cos.approx.f32": {0x3f}, "__tanf": {0x3f}, "__expf": {0xc2}, "__exp10f": {0x42}, "__logf": {0x3f}, "__log10f": {0x3f},
	"__tanf(-ftz=true)": {0x40}, "__expf(-ftz=true)": {0xc2}, "__logf(-ftz=true)": {0x3f},
}

// TestChecksums compares the checksums of every 16-bit function over all operands, and of the 32-bit ones over the
// slices above; with -short over one slice of one function. With ULPLAB_LONG=1 in the environment every function is
// evaluated on all its operands, by as many goroutines as GOMAXPROCS: 80 minutes of processor time, so that go test
// needs -timeout 0.
func TestChecksums(t *testing.T) {
	list := recordedDigests(t)
	long := os.Getenv("ULPLAB_LONG") == "1"
	found := 0
	for k := range list {
		d := &list[k]
		some, ok := someSlices[d.Name]
		if ok {
			found++
		}
		switch {
		case long || d.Width == 16:
			some = nil
		case testing.Short() && d.Name == "MUFU.EX2":
			some = some[:1]
		case testing.Short() || !ok:
			continue
		}
		t.Run(d.Name, func(t *testing.T) {
			for _, k := range some {
				if got := d.Slice(k); got != d.Slices[k] {
					t.Errorf("slice %02x: checksum %016x, want %016x", k, got, d.Slices[k])
				}
			}
			if some == nil {
				if wrong, total := d.Sweep(runtime.GOMAXPROCS(0)); len(wrong) > 0 || total != d.Total {
					t.Errorf("checksum %016x, want %016x; slices %x differ", total, d.Total, wrong)
				}
			}
		})
	}
	if found != len(someSlices) || len(list) != 66 {
		t.Errorf("%d of the %d functions listed and %d in all were recorded", found, len(someSlices), len(list))
	}
}

// TestDigestNotices damages a checksum: the slice is reported.
func TestDigestNotices(t *testing.T) {
	for _, d := range recordedDigests(t) {
		if d.Name != "hexp" {
			continue
		}
		d.Slices[0x3c]++
		if wrong, total := d.Sweep(2); len(wrong) != 1 || wrong[0] != 0x3c || total != d.Total {
			t.Errorf("slices %x differ, checksum %x", wrong, total)
		}
	}
}

// TestReadDigestsRefuses holds every way in which a file cannot be used.
func TestReadDigestsRefuses(t *testing.T) {
	sums := strings.Repeat("\t0", 257)
	for text, want := range map[string]string{
		"# nothing\n":                   "no checksums",
		"MUFU.RCP\t0\t0\n":              "3 columns",
		"MUFU.CBRT" + sums + "\n":       `no function "MUFU.CBRT"`,
		"fma.rn.f32" + sums + "\n":      `no function "fma.rn.f32"`,
		"rsqrt" + sums + "\n":           `no function "rsqrt"`,
		"MUFU.RCP" + sums[2:] + "\tx\n": `"x" is no checksum`,
	} {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(text))
		z.Close()
		if _, err := ReadDigests(&b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: error %v, want one with %q", text, err, want)
		}
	}
	if _, err := ReadDigests(strings.NewReader("MUFU.RCP")); err == nil {
		t.Error("plain text is read")
	}
}
