package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun holds exit status and output of the command.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const header = "# op: add.rn.f32\n# in: binary32 binary32\n# out: binary32\n"
	good := file("good.txt", header+"3f800000 3f800000 40000000\n")
	wrong := file("wrong.txt", header+"3f800000 3f800000 40000001\n3f800000 3f800000 40000000\n")
	other := file("other.txt", "# op: sin.approx.f64\n# in: binary64\n# out: binary64\n0 0\n")
	broken := file("broken.txt", header+"3f800000\n")
	for _, c := range []struct {
		args   []string
		in     string
		status int
		want   string
	}{
		{[]string{good}, "", 0, "add.rn.f32                                           1 passed      0 failed        0 unsupported\n"},
		{[]string{wrong, good}, "", 1, "line 4: 3f800000 3f800000: expected 40000001, got 40000000\n"},
		{[]string{wrong, good}, "", 1, "total                                                2 passed      1 failed        0 unsupported\n"},
		{[]string{other}, "", 0, "0 passed      0 failed        1 unsupported\n"},
		{[]string{good, broken}, "", 2, "1 columns where add.rn.f32 has 3"},
		{[]string{filepath.Join(dir, "none.txt")}, "", 2, "none.txt"},
		{nil, "", 2, "usage"},
		{[]string{"-testfloat", "f32_add"}, "3F800000 3F800000 40000000 00\n", 0, "f32_add: 1 cases, 1 passed, 0 failed, 0 bad lines,"},
		{[]string{"-testfloat", "f32_add", "-direction", "tiesToEven", "-tininess", "after"}, "3F800000 3F800000 40000000 00\nx\n", 0, `line 2 is no case: "x"`},
		{[]string{"-testfloat", "f32_add"}, "3F800000 3F800000 40000000 01\n", 1, "line 1: 3f800000 3f800000: expected 40000000 flags 1, got 40000000 flags 0\n"},
		{[]string{"-testfloat", "f32_mul", "-tininess", "before"}, "00800001 3F7FFFFE 00800000 03\n", 0, "1 passed"},
		{[]string{"-testfloat", "f32_roundToInt", "-exact"}, "40200000 40000000 01\n", 0, "1 passed"},
		{[]string{"-testfloat", "f32_roundToInt", "-notexact"}, "40200000 40000000 00\n", 0, "1 passed"},
		{[]string{"-testfloat", "extF80_div", "-precision", "32"}, "3FFF8000000000000000 4000C000000000000000 3FFDAAAAAB0000000000 01", 0, "1 passed"},
		{[]string{"-testfloat", "f32_add", "-checkNaNs"}, "7FC00001 7FC00002 7FC00002 00\n", 1, "got 7fc00001"},
		{[]string{"-testfloat", "f32_add"}, "", 2, "no cases"},
		{[]string{"-testfloat", "f32_pow"}, "", 2, "no function"},
		{[]string{"-testfloat", "f32_add", "-direction", "up"}, "", 2, "no rounding direction"},
		{[]string{"-testfloat", "f32_add", "-tininess", "never"}, "", 2, "tininess"},
		{[]string{"-testfloat", "f32_add", "-precision", "53"}, "", 2, "usage"},
		{[]string{"-testfloat", "f32_add", "file"}, "", 2, "usage"},
		{[]string{"-unknown"}, "", 2, "usage"},
	} {
		var out bytes.Buffer
		if got := run(c.args, strings.NewReader(c.in), &out, &out); got != c.status || !strings.Contains(out.String(), c.want) {
			t.Errorf("%q: status %d, want %d; output %q, want %q in it", c.args, got, c.status, out.String(), c.want)
		}
	}
}
