package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
)

const recorded = "../../conform/testdata/math.tsv.gz"

// TestCompare: what the recorded checksums say of themselves is equal; one that is changed or left out is reported.
func TestCompare(t *testing.T) {
	all := testfile.Text(t, recorded)
	text := string(all)
	for _, c := range []struct {
		in, says string
		status   int
	}{
		{text, "120 of 120 functions equal", 0},
		{strings.Replace(text, "default\texpf\t", "default\texpf\t0", 1), "default\texpf differs", 1},
		{strings.Replace(text, "ftz\tsinf\t", "ftz\tsinh\t", 1), "ftz\tsinf was not computed", 1},
	} {
		var out, errs bytes.Buffer
		if got := run([]string{"-compare", recorded}, strings.NewReader(c.in), &out, &errs); got != c.status || !strings.Contains(out.String(), c.says) {
			t.Errorf("%d, %q, %q; want %q", got, out.String(), errs.String(), c.says)
		}
	}
}

// TestWrite: every part has its functions, and no function is left out.
func TestWrite(t *testing.T) {
	n := 0
	for _, part := range []string{"1/3", "2/3", "3/3"} {
		var out bytes.Buffer
		if run([]string{"-cuda", "-part", part}, nil, &out, nil) != 0 {
			t.Fatal(part)
		}
		n += strings.Count(out.String(), "\treportEvery<") + strings.Count(out.String(), "\treportDrawn<")
	}
	if n != 120+24 { // CUDA's, and the C library's
		t.Errorf("%d functions", n)
	}
	for _, flags := range []string{"default", "ftz", "fast", "unfused"} {
		var out bytes.Buffer
		if run([]string{"-against", flags}, nil, &out, nil) != 0 || strings.Count(out.String(), "\treport(") != 92 {
			t.Errorf("%s: %d functions", flags, strings.Count(out.String(), "\treport("))
		}
	}
	for _, args := range [][]string{{}, {"-cuda", "-part", "4/3"}, {"-against", "quick"}, {"-against", "gnu"}, {"-compare"}} {
		var errs bytes.Buffer
		if run(args, nil, io.Discard, &errs) != 2 || errs.Len() == 0 {
			t.Errorf("%q is accepted", args)
		}
	}
}
