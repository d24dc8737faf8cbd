package explain

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/format"
)

// TestArraysForms: the same pairs in every way to paste them, against counting with math.Nextafter32's order.
func TestArraysForms(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var a, b []float32
	equal, far, total := 0, 0, 0
	for i := range 40 {
		x := float32(r.NormFloat64())
		y := x
		steps := 0
		if i%3 != 0 {
			steps = r.IntN(9)
		}
		for range steps {
			y = math.Nextafter32(y, float32(math.Inf(1)))
		}
		if steps == 0 {
			equal++
		}
		far = max(far, steps)
		total += steps
		a, b = append(a, x), append(b, y)
	}
	p := func(x float32) string { return strconv.FormatFloat(float64(x), 'g', -1, 32) }
	h := func(x float32) string { return "0x" + strconv.FormatUint(uint64(math.Float32bits(x)), 16) }
	join := func(v []float32, sep string, p func(float32) string) string {
		var l []string
		for _, x := range v {
			l = append(l, p(x))
		}
		return strings.Join(l, sep)
	}
	var columns, csv, indexed, hex strings.Builder
	csv.WriteString("cpu32,gpu32\n")
	for i := range a {
		columns.WriteString(p(a[i]) + "  " + p(b[i]) + "\n")
		csv.WriteString(p(a[i]) + "," + p(b[i]) + "\r\n")
		indexed.WriteString(strconv.Itoa(i) + ": " + p(a[i]) + " " + p(b[i]) + "\n")
		hex.WriteString(h(a[i]) + "\t" + h(b[i]) + "\n")
	}
	for name, s := range map[string]string{
		"columns": columns.String(), "csv": csv.String(), "indexed": indexed.String(), "bits": hex.String(),
		"lists":      "cpu = [" + join(a, ", ", p) + "]\ngpu = [" + join(b, ",\n ", p) + "]",
		"tensors":    "tensor([[" + join(a[:20], ", ", p) + "],\n[" + join(a[20:], ", ", p) + "]], device='cuda')\ntensor([[" + join(b, ", ", p) + "]])",
		"lines":      join(a, " ", p) + "\n" + join(b, " ", p),
		"paragraphs": join(a, "\n", p) + "\n\n" + join(b, "\n", p),
	} {
		v, err := NewArrays(s, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for !v.Next(7) {
		}
		if v.Problem != "" || v.N != 40 || v.Done != 40 || v.Same != equal || v.Max() != uint64(far) || v.Histogram[0] != equal || v.Below != 40-equal {
			t.Errorf("%s: %+v", name, v)
		}
		if want := strconv.FormatFloat(float64(total)/40, 'f', 3, 64); v.Mean() != want {
			t.Errorf("%s: mean %s, want %s", name, v.Mean(), want)
		}
	}
}

func TestArraysSpecials(t *testing.T) {
	v, err := NewArrays("nan nan\nnan 1\n0 -0\n3.4028235e38 inf\n1 1", nil)
	if err != nil {
		t.Fatal(err)
	}
	v.Next(100)
	if v.NaNs != 1 || v.Other != 1 || v.ZeroSigns != 1 || v.Max() != 1 || v.Done != 5 || !v.Worst[0].Other {
		t.Errorf("%+v", v)
	}
	for _, s := range []string{"", "words only", "1\n2\n3", "[1 2] [1]", "1 2\n3", strings.Repeat("[", 1000)} {
		if v, err := NewArrays(s, nil); err == nil {
			t.Errorf("%q: %+v", s, v)
		}
	}
}

func FuzzArrays(f *testing.F) {
	f.Add("1 2\n3 4")
	f.Add("[1,2],[3,4]")
	f.Add("a b\n0x3f800000 0x3f800001")
	f.Add("1\n2\n\n3\n4")
	f.Fuzz(func(t *testing.T, s string) {
		for _, g := range []*format.Format{nil, format.F64, format.F16} {
			v, err := NewArrays(s, g)
			if err != nil {
				return
			}
			for range v.N + 1 {
				if v.Next(1) {
					break
				}
			}
			if v.Done != v.N && v.Problem == "" {
				t.Fatal("not done")
			}
			v.Mean()
			for _, w := range v.Worst {
				v.Relative(w)
			}
		}
	})
}
