package quantize

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/blockscale"
	"ulplab/site/files"
	"ulplab/site/kit/golden"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab/labtest"
)

func made(t *testing.T, in Input) *Model {
	t.Helper()
	m := New(in, nil)
	for n := 0; !m.Step(1000); n++ {
		if n > 100_000 {
			t.Fatal("the work does not end")
		}
	}
	return m
}

func number(c uint32) float64 { return float64(math.Float32frombits(c)) }

// TestHand follows the example of typed numbers by plain binary64 arithmetic: the scale of MXFP4 by OCP's rule is that of
// 448 = 1.75 * 2^8, less the 2 of 6 = 1.5 * 2^2; values are multiples of a half of it.
func TestHand(t *testing.T) {
	m := made(t, labtest.Example(t, Examples, "hand").Input)
	if m.Problem != "" || len(m.X) != 12 || m.Rows != 1 {
		t.Fatalf("%q, %d numbers in %d rows", m.Problem, len(m.X), m.Rows)
	}
	a := m.Sides[0]
	if a.Q.Scales[0] != 127+6 {
		t.Errorf("the scale is 2^%d, not 2^6", int(a.Q.Scales[0])-127)
	}
	signal, noise, worst := 0.0, 0.0, 0.0
	for k, c := range m.X {
		x := number(c)
		y := 64 * []float64{0, 0.5, 1, 1.5, 2, 3, 4, 6}[a.Q.Codes[k]&7]
		if a.Q.Codes[k]&8 != 0 {
			y = -y
		}
		if x == 448 && y != 384 || x == 6 && y != 0 || x == 7.9012 {
			t.Errorf("%v becomes %v", x, y)
		}
		signal, noise, worst = signal+x*x, noise+(y-x)*(y-x), math.Max(worst, math.Abs(y-x))
	}
	e := a.S.Errors
	if math.Abs(e.Noise-noise) > 1e-9*noise || math.Abs(e.Signal-signal) > 1e-9*signal || e.Worst != worst {
		t.Errorf("%+v, not %v %v %v", e, signal, noise, worst)
	}
	want := strconv.FormatFloat(10*math.Log10(signal/noise), 'f', 2, 64) + " dB"
	if got := verdict(m); !strings.Contains(got, want) {
		t.Errorf("%q lacks %s", got, want)
	}
}

// TestReuse: what a model takes over from the one before is what it would have computed itself.
func TestReuse(t *testing.T) {
	in := labtest.Example(t, Examples, "fp4").Input
	m := made(t, in)
	for _, change := range []func(*Input){
		func(in *Input) { in.R[1].Scheme = "mxfp8_e5m2" },
		func(in *Input) { in.R[0], in.R[1] = in.R[1], in.R[0] },
		func(in *Input) { in.R[0].Rule = blockscale.Ceil },
		func(in *Input) { in.R[0].Stochastic = true },
		func(in *Input) { in.Seed = 2 },
		func(in *Input) { in.Width = 100 },
		func(in *Input) { in.Kind, in.Own = Own, "1 2 3" },
	} {
		change(&in)
		next := New(in, m)
		for !next.Step(5000) {
		}
		alone := made(t, in)
		for name, of := range map[string]func(*Model) string{"answer": answer, "formats": func(m *Model) string { return formats(m, 0) }, "about": about, "block": func(m *Model) string { return block(m, 0) }} {
			if got, want := of(next), of(alone); got != want {
				t.Errorf("%+v: %s\n%s\nalone\n%s", in, name, got, want)
			}
		}
		m = next
	}
}

func fileInput(name string, data []byte, raw string) Input {
	in := First().Input
	in.Kind, in.Width = File, 0
	in.File = Source{Name: name, Digest: files.Put(name, data).Digest, Raw: raw}
	return in
}

// TestFiles: files give the numbers that they hold, row by row; what cannot be taken is said.
func TestFiles(t *testing.T) {
	raw := func(v ...float32) (b []byte) {
		for _, x := range v {
			c := math.Float32bits(x)
			b = append(b, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
		}
		return b
	}
	npy := "\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"
	npy += strings.Repeat(" ", 10+0x76-len(npy)-1) + "\n" + string(raw(1, 2, 3, 4, 5, 6))
	own := func(s string) Input {
		in := First().Input
		in.Kind, in.Own, in.Width = Own, s, 0
		return in
	}
	wide := own("1 2 3 4")
	wide.Width = 3
	for name, c := range map[string]struct {
		in         Input
		rows, cols int
		x          []float64
		note       string
		wrong      string
	}{
		"table":      {in: fileInput("v.csv", []byte("x,y\n0.1,1\n16777217,2\n-0.3,4\n"), ""), rows: 3, cols: 2, x: []float64{float64(float32(0.1)), 1, 16777216, 2, float64(float32(-0.3)), 4}},
		"column":     {in: fileInput("v.txt", []byte("1\n2\n3\n"), ""), rows: 1, cols: 3, x: []float64{1, 2, 3}},
		"npy":        {in: fileInput("v.npy", []byte(npy), ""), rows: 2, cols: 3, x: []float64{1, 2, 3, 4, 5, 6}},
		"raw":        {in: fileInput("v.f32", raw(1, -2, 0.1), ""), rows: 1, cols: 3, x: []float64{1, -2, float64(float32(0.1))}},
		"raw bf16":   {in: fileInput("data", []byte{0, 0, 0x80, 0x3f}, "bf16"), rows: 1, cols: 2, x: []float64{0, 1}},
		"double":     {in: fileInput("v.f64", []byte{0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xb9, 0x3f}, ""), rows: 1, cols: 1, x: []float64{float64(float32(0.1))}, note: "1 of the 1 numbers are no binary32 values"},
		"typed":      {in: own("1, 2\n3, 4"), rows: 2, cols: 2, x: []float64{1, 2, 3, 4}},
		"no rows":    {in: wide, rows: 1, cols: 4, x: []float64{1, 2, 3, 4}, note: "no whole number of rows of 3"},
		"nothing":    {in: own(""), wrong: "Type or paste numbers"},
		"words":      {in: own("one two"), wrong: "no number in the text"},
		"zip":        {in: own("PK\x03\x04"), wrong: "no text of numbers"},
		"bad line":   {in: fileInput("v.csv", []byte("1\n2x\n"), ""), wrong: "2x"},
		"too many":   {in: fileInput("v.f32", make([]byte, 4*(Most+1)), ""), wrong: "takes up to 1,048,576"},
		"not here":   {in: Input{Data: Data{Kind: File, File: Source{Name: "mine.npy", Digest: "0123456789abcdef"}}, R: First().R}, wrong: "needs the file “mine.npy”"},
		"no file":    {in: Input{Data: Data{Kind: File}, R: First().R}, wrong: "Open a file"},
		"half":       {in: fileInput("v.f32", []byte{1, 2, 3, 4, 5, 6}, ""), wrong: "6 bytes"},
		"an archive": {in: fileInput("v.npz", []byte("PK\x03\x04aaaa"), ""), wrong: "The file is "},
	} {
		m := made(t, c.in)
		if c.wrong != "" {
			if !strings.Contains(m.Problem, c.wrong) {
				t.Errorf("%s: %q, want %q", name, m.Problem, c.wrong)
			}
			if s := result(m); !strings.Contains(s, "problem") {
				t.Errorf("%s: %s", name, s)
			}
			continue
		}
		if m.Problem != "" || m.Rows != c.rows || m.Cols != c.cols || len(m.X) != len(c.x) {
			t.Errorf("%s: %q, %d x %d", name, m.Problem, m.Rows, m.Cols)
			continue
		}
		for k, x := range c.x {
			if number(m.X[k]) != x {
				t.Errorf("%s: element %d is %v, not %v", name, k, number(m.X[k]), x)
			}
		}
		if !strings.Contains(strings.Join(m.Notes, " "), c.note) {
			t.Errorf("%s: %q lacks %q", name, m.Notes, c.note)
		}
	}
}

// TestExports: the files that are saved hold codes and scales, from which the values follow.
func TestExports(t *testing.T) {
	in := labtest.Example(t, Examples, "fp4").Input
	in.N, in.Width = 105, 35
	for _, s := range blockscale.Schemes {
		in.R[0].Scheme = s.ID
		m := made(t, in)
		r := m.Sides[0]
		codes, err := csv.NewReader(strings.NewReader(codesCSV(m, r))).ReadAll()
		if err != nil || len(codes) != 106 {
			t.Fatalf("%s: %v, %d lines", s.ID, err, len(codes))
		}
		scales, err := csv.NewReader(strings.NewReader(scalesCSV(r))).ReadAll()
		if err != nil || len(scales) != len(r.Q.Scales)+1 {
			t.Fatalf("%s: %v, %d lines of scales", s.ID, err, len(scales))
		}
		values := s.Values()
		raw, rawScales := codesRaw(r), scalesRaw(r)
		for i, l := range scales[1:] {
			first, _ := strconv.Atoi(l[1])
			n, _ := strconv.Atoi(l[2])
			scale, _ := strconv.ParseFloat(l[4], 32)
			each := len(rawScales) / len(r.Q.Scales)
			c := uint32(0)
			for b := range each {
				c |= uint32(rawScales[i*each+b]) << (8 * b)
			}
			if want, _ := strconv.ParseUint(l[3], 0, 32); uint32(want) != c {
				t.Errorf("%s: scale %d is %x in the raw file and %s in the table", s.ID, i, c, l[3])
			}
			for k := first; k < first+n; k++ {
				line := codes[k+1]
				code, _ := strconv.ParseUint(line[3], 0, 8)
				got, _ := strconv.ParseFloat(line[4], 64)
				if want := float64(float32(number(values[code]) * scale)); float32(got) != float32(want) || math.Signbit(got) != math.Signbit(want) {
					t.Errorf("%s: element %d with code %s and scale %s is %s, not %v", s.ID, k, line[3], l[4], line[4], want)
				}
				if x, _ := strconv.ParseFloat(line[2], 32); math.Float32bits(float32(x)) != m.X[k] {
					t.Errorf("%s: element %d is written %s", s.ID, k, line[2])
				}
				var packed byte
				if width(s) == 4 {
					packed = raw[k/35*18+k%35/2] >> (4 * (k % 35 % 2)) & 15
				} else {
					packed = raw[k]
				}
				if uint64(packed) != code {
					t.Errorf("%s: element %d has the code %x in the raw file, %s in the table", s.ID, k, packed, line[3])
				}
			}
		}
	}
}

// The goldens were looked at in a browser, light and dark.
func TestGoldens(t *testing.T) {
	m := made(t, labtest.Example(t, Examples, "fp4").Input)
	golden.Compare(t, "histogram.svg", Histogram(m.Sides[0], false, fileWidth).File(false))
	golden.Compare(t, "blocks.svg", Blocks(m, m.Sides[1], 300, fileWidth).File(false))
	m = made(t, labtest.Example(t, Examples, "tensor").Input)
	golden.Compare(t, "histogram_octaves.svg", Histogram(m.Sides[0], true, fileWidth).File(true))
}

// TestMarkup: every part is well-formed, at every example and width, with special numbers and hostile names.
func TestMarkup(t *testing.T) {
	var inputs []Input
	for _, e := range Examples {
		if e.ID != "million" {
			inputs = append(inputs, e.State.Input)
		}
	}
	hostile := First().Input
	hostile.Kind, hostile.Own = Own, "inf, -inf, nan, 0, -0, 1e-45, 3.4e38"
	inputs = append(inputs, hostile, fileInput("<img src=x>&.csv", []byte("0\n0\n"), ""))
	for _, in := range inputs {
		for _, s := range blockscale.Schemes {
			in.R[1].Scheme = s.ID
			in.R[1].Overflow = true
			m := made(t, in)
			for i, s := range []string{result(m), block(m, 0), block(m, len(m.X)-1), formats(m, 0), "<p>" + bar(m) + "</p>", "<p>" + blocksCaption(m, 1, 0) + "</p>"} {
				golden.Markup(t, "part "+strconv.Itoa(i), "<div>"+s+"</div>")
			}
			for _, w := range []int{narrowWidth, fileWidth, wideWidth} {
				for _, p := range []svg.Picture{Histogram(m.Sides[1], false, w), Histogram(m.Sides[1], true, w), Blocks(m, m.Sides[1], 0, w)} {
					golden.WellFormed(t, p.Title, p.File(true))
					golden.Inside(t, p.Title, p, w)
				}
			}
		}
	}
}

// What is said of a field names the bounds that hold.
func TestTypedFields(t *testing.T) {
	for what, most := range map[What]int{TypeN: Most, TypeSeed: MostSeed, TypeWidth: Most} {
		if said := typedFields[what-TypeN].Problem; !strings.Contains(said, words.Thousands(most)) {
			t.Errorf("%q does not say %d", said, most)
		}
	}
}
