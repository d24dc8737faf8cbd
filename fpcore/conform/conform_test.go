package conform

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
)

// recorded returns the text of a file of testdata.
func recorded(t *testing.T, name string) []byte {
	t.Helper()
	return testfile.Text(t, "testdata/"+name)
}

// TestRecorded compares every recorded case: none fails, the operations without an answer are those listed, and as
// many cases and operations were compared as were recorded.
func TestRecorded(t *testing.T) {
	for _, file := range []struct {
		name               string
		operations, passed int
		unsupported        []string
	}{
		{"h200.txt.gz", 275, 1236880, nil},
		{"h200_edges.txt.gz", 674, 72740, nil},
		{"h200_approx.txt.gz", 22, 17600, nil},
		{"h200_math.txt.gz", 173, 14540, nil},
		{"h200_unfused.txt.gz", 16, 2389, nil},
		{"h200_mma.txt.gz", 15, 11520, nil},
		{"h200_mma_edges.txt.gz", 16, 5488, nil},
		{"h200_quadpairs.txt.gz", 8, 1582, nil},
		{"published_mma.txt.gz", 48, 6000, nil},
		{"h200_gemm.txt.gz", 9, 186, nil},
		{"x86.txt.gz", 370, 66198, nil},
		{"x87_trig.txt.gz", 24, 8345, nil},
	} {
		reports, err := Check(bytes.NewReader(recorded(t, file.name)))
		if err != nil {
			t.Fatalf("%s: %v", file.name, err)
		}
		passed := 0
		var unsupported []string
		for _, r := range reports {
			passed += r.Passed
			if r.Failed > 0 {
				t.Errorf("%s: %d of %d cases fail: %v", r.Name, r.Failed, r.Failed+r.Passed, r.Mismatches)
			}
			if r.Unsupported > 0 {
				unsupported = append(unsupported, r.Name)
				if r.Reason == "" {
					t.Errorf("%s is unsupported without a reason", r.Name)
				}
			}
		}
		slices.Sort(unsupported)
		if !slices.Equal(unsupported, file.unsupported) {
			t.Errorf("%s: unsupported are %q, not %q", file.name, unsupported, file.unsupported)
		}
		if len(reports) != file.operations || passed != file.passed {
			t.Errorf("%s: %d operations and %d cases passed, not %d and %d", file.name, len(reports), passed, file.operations, file.passed)
		}
	}
}

// TestNotices corrupts recorded results and flags: each damaged case fails, the others pass.
func TestNotices(t *testing.T) {
	for _, file := range []string{"h200_edges.txt.gz", "h200_mma.txt.gz", "h200_gemm.txt.gz", "x86.txt.gz"} {
		var out bytes.Buffer
		damaged, sinceHeader := 0, 0
		for line := range strings.Lines(string(recorded(t, file))) {
			if line[0] == '#' {
				sinceHeader = 0
			} else if sinceHeader++; sinceHeader == 3 {
				line = flipLast(t, line)
				damaged++
			}
			out.WriteString(line)
		}
		reports, err := Check(&out)
		if err != nil {
			t.Fatal(err)
		}
		failed := 0
		for _, r := range reports {
			failed += r.Failed
			if r.Failed != len(r.Mismatches) || r.Failed > 1 {
				t.Errorf("%s: %d failed, %d shown", r.Name, r.Failed, len(r.Mismatches))
			}
		}
		if failed != damaged || damaged == 0 {
			t.Errorf("%s: %d cases damaged, %d failed", file, damaged, failed)
		}
	}
}

// flipLast inverts the lowest bit of the last column.
func flipLast(t *testing.T, line string) string {
	t.Helper()
	line = strings.TrimSuffix(line, "\n")
	k := strings.LastIndexAny(line, " \t") + 1
	v, err := strconv.ParseUint(line[k:], 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	return line[:k] + strconv.FormatUint(v^1, 16) + "\n"
}

// TestCheckRefuses holds every way in which a file cannot be used.
func TestCheckRefuses(t *testing.T) {
	const header = "# op: add.rn.f32\n# in: binary32 binary32\n# out: binary32\n"
	for _, c := range []struct{ text, want string }{
		{"", "no cases"},
		{header, "no cases"},
		{"3f800000 3f800000 40000000\n", "header"},
		{header + "3f800000 40000000\n", "2 columns where add.rn.f32 has 3"},
		{header + "3f800000 3f800000 40000000 0\n", "4 columns"},
		{header + "3f800000 3f800000 40000000 0 0 0\n", "too many columns"},
		{header + "3f800000 3f8x 40000000\n", `"3f8x" is no hexadecimal number`},
		{header + strings.Repeat("0", 5000) + "\n", "no hexadecimal number"},
		{header + strings.Repeat("0", maxLine+1) + "\n", "too long"},
		{"\x1f\x8bnot gzip", "gzip"},
	} {
		if _, err := Check(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: error %v, want one with %q", c.text, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"# op: sin.approx.f64\n# in: binary64\n# out: binary64\n0 0\n", "no instruction"},
		{"# op: add.rn.f32\n# in: binary64 binary64\n# out: binary64\n0 0 0\n", "takes binary32 binary32"},
		{"# op: sse.add32.up\n0 0 0\n", "no rounding direction"},
		{"# op: sse.add32\n0 0 0\n", "not UNIT.NAME.DIRECTION"},
		{"# op: sse.add16.rn\n0 0 0\n", "no SSE instruction"},
		{"# op: sse.add32.rn\n# control: rc\n0 0 0\n", "no SSE control"},
		{"# op: x87.fyl2x.rn\n0 0 0\n", "no x87 instruction"},
		{"# op: x87.add.rn\n# control: pc32\n0 0 0\n", "no x87 control"},
		{"# op: x87.add\n# control: pc64\n0 0 0\n", "not UNIT.NAME.DIRECTION"},
	} {
		reports, err := Check(strings.NewReader(c.text))
		if err != nil || len(reports) != 1 || reports[0].Unsupported != 1 || !strings.Contains(reports[0].Reason, c.want) {
			t.Errorf("%q: %v, %v, want unsupported because of %q", c.text, reports, err, c.want)
		}
	}
}

// TestMismatchText holds the line that shows a mismatch.
func TestMismatchText(t *testing.T) {
	text := "# op: sse.add32.rn\n# control: default\n# columns: operands result flags\n3f800000 3f800000 40000001 20\n"
	reports, err := Check(strings.NewReader(text))
	if err != nil || len(reports) != 1 || len(reports[0].Mismatches) != 1 {
		t.Fatal(reports, err)
	}
	const want = "line 4: 3f800000 3f800000: expected 40000001 flags 20, got 40000000 flags 0"
	if got := reports[0].Mismatches[0].String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
