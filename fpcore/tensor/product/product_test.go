package product

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ulplab/assets"
	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/evidence"
	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor"
)

func vector(seed, start, step uint64, n int, f *format.Format) []uint64 {
	v := make([]uint64, n)
	Measured.fill(v, seed, start, step, f)
	return v
}

// TestMeasured compares elements of products of an H200, of sizes within and outside of what the presets answer for: no
// claim is wrong, and enough is claimed.
func TestMeasured(t *testing.T) {
	z := io.MultiReader(bytes.NewReader(testfile.Text(t, "testdata/h200_sizes.txt.gz")), bytes.NewReader(testfile.Text(t, "testdata/h200_random.txt.gz")))
	type count struct{ rows, claimed, wrong int }
	counts := map[string]*count{}
	presets := map[string]Preset{}
	for _, p := range Presets() {
		presets[p.ID] = p
	}
	s := bufio.NewScanner(z)
	for s.Scan() {
		if s.Text()[0] == '#' {
			continue
		}
		var id, layout string
		var m, n, k int
		var want [3]string
		seed := uint64(1)
		if read, err := fmt.Sscan(s.Text(), &id, &layout, &m, &n, &k, &want[0], &want[1], &want[2], &seed); read < 8 {
			t.Fatal(err)
		}
		c := counts[id+" "+layout]
		if c == nil {
			c = &count{}
			counts[id+" "+layout] = c
		}
		p := presets[id]
		c.rows++
		plan, known := p.Plan(m, n, k, Layout(layout), Table(assets.Products))
		if known == 0 {
			continue
		}
		c.claimed++
		for i, rc := range [3][2]int{{0, 0}, {m - 1, n - 1}, {m / 2, n / 3}} {
			a := vector(2*seed-1, uint64(rc[0]*k), 1, k, p.In)
			b := vector(2*seed, uint64(rc[1]*k), 1, k, p.In)
			if layout == "NN" {
				b = vector(2*seed, uint64(rc[1]), uint64(n), k, p.In)
			}
			if got := fmt.Sprintf("%0*x", p.Out.Bits/4, p.Element(plan, a, b)); got != want[i] {
				c.wrong++
				t.Errorf("%s %s %d %d %d, plan %v, element %v: %s, not %s", id, layout, m, n, k, plan, rc, got, want[i])
				break
			}
		}
	}
	least := map[string]int{"f32 NT": 75, "f32_tf32 NT": 75, "f64 NT": 60, "f32 NN": 97, "f32_tf32 NN": 96, "f64 NN": 98,
		"f16 NT": 75, "bf16 NT": 75, "f16_to_f32 NT": 80, "bf16_to_f32 NT": 80, "e4m3_fast NT": 90, "e4m3_slow NT": 95,
		"f16 NN": 85, "bf16 NN": 85, "f16_to_f32 NN": 85, "bf16_to_f32 NN": 85}
	for name, c := range counts {
		if c.claimed*100 < least[name]*c.rows || c.rows < 100 || least[name] == 0 {
			t.Errorf("%s: %d of %d sizes claimed", name, c.claimed, c.rows)
		}
		t.Logf("%s: %d of %d sizes claimed, %d wrong", name, c.claimed, c.rows, c.wrong)
	}
	if len(counts) != len(least) {
		t.Errorf("%d presets and layouts", len(counts))
	}
}

// sections reads the table as a whole.
func sections() (list []section) {
	for rest := assets.Products; rest != ""; {
		var s section
		s, rest = read(rest)
		list = append(list, s)
	}
	return list
}

// TestTable: values rise, every code is used, every row has a letter for each K, and a look into the table finds the code of a size.
func TestTable(t *testing.T) {
	names, all, looks := map[string]bool{}, 0, 0
	for _, s := range sections() {
		if !slices.IsSorted(s.sides) || !slices.IsSorted(s.depths) {
			t.Errorf("%s: values do not rise", s.name)
		}
		names[s.name] = true
		if rows := strings.Count(s.rows, "\n"); rows != len(s.sides)*len(s.sides) {
			t.Errorf("%s: %d rows", s.name, rows)
		}
		used := map[rune]bool{}
		preset, layout, _ := strings.Cut(s.name, " ")
		for at := range len(s.sides) * len(s.sides) {
			row := s.row(at)
			if len(row) != len(s.depths) {
				t.Fatalf("%s: row %d has %d letters", s.name, at, len(row))
			}
			for _, letter := range row {
				used[letter] = true
			}
			m, n, i := s.sides[at/len(s.sides)], s.sides[at%len(s.sides)], at*7%len(s.depths)
			if got := Table(assets.Products).lookup(preset, Layout(layout), m, n, s.depths[i]); got != s.codes[row[i]] || got == "" {
				t.Errorf("%s %d %d %d: %s", s.name, m, n, s.depths[i], got)
			}
			looks++
			all += len(row)
		}
		if len(used) != len(s.codes) {
			t.Errorf("%s: %d codes, %d used", s.name, len(s.codes), len(used))
		}
	}
	if all < 700_000 || looks < 9_000 || len(names) != 10 {
		t.Errorf("%d sizes in %d sections, %d looks", all, len(names), looks)
	}
}

// TestUsualSizes: of square blocks of 64 up to 512, and K of multiples of 16 up to 2048, nearly all are known where B lies by columns.
func TestUsualSizes(t *testing.T) {
	step := 64
	if testing.Short() {
		step = 448
	}
	for _, p := range Presets() {
		known, all := 0, 0
		for m := 64; m <= 512; m += 64 {
			for n := 64; n <= 512; n += 64 {
				for k := 16 * (1 + (m+n)/64%4); k <= 2048; k += step {
					all++
					if _, kind := p.Plan(m, n, k, Columns, Table(assets.Products)); kind != 0 {
						known++
					}
				}
			}
		}
		if known*100 < all*95 {
			t.Errorf("%s: %d of %d sizes are known", p.ID, known, all)
		}
	}
}

// TestCodes: every code of the table is a plan, whose own code is read and written back, and its parts take every index once.
func TestCodes(t *testing.T) {
	seen := 0
	for _, s := range sections() {
		preset, _, _ := strings.Cut(s.name, " ")
		p, _ := Find(preset)
		for _, code := range s.codes {
			for _, n := range []int{8, 64, 1000, 2600} {
				plan, ok := p.chosen(code, n)
				if ok == (code == "-") {
					t.Errorf("%s is read as %v", code, plan)
				}
				if !ok {
					continue
				}
				if again, ok := p.Coded(p.Code(plan)); !ok || again != plan {
					t.Errorf("%s: %v is read as %v", p.Code(plan), plan, again)
				}
				seen++
				count := make([]int, n)
				for _, part := range plan.parts(n) {
					for _, r := range part.Runs {
						for k := r[0]; k < r[1]; k++ {
							count[k]++
						}
					}
				}
				if slices.Min(count) != 1 || slices.Max(count) != 1 {
					t.Errorf("%s of %d: not every index once", code, n)
				}
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d plans", seen)
	}
	for _, code := range []string{"", "-", "C", "D8", "Dx5", "L16", "X3", "F1", "D8x2b2"} {
		if p, ok := (Plan{}).parse(code); ok {
			t.Errorf("%q is read as %v", code, p)
		}
	}
}

// TestKnown: sizes of the table are measured, those between measured ones that all have one plan are inferred; all others have
// none, and neither has a layout that was not measured.
func TestKnown(t *testing.T) {
	const measured, inferred, none = evidence.Measured, evidence.Inferred, evidence.Kind(0)
	for _, c := range []struct {
		id      string
		m, n, k int
		l       Layout
		known   evidence.Kind
	}{{"f32", 64, 64, 128, Columns, measured}, {"f32", 64, 64, 129, Columns, none}, {"f32", 6400, 64, 128, Columns, none}, {"f16", 64, 64, 2560, Columns, inferred},
		{"f16", 1000, 2040, 8, Columns, inferred}, {"f16_to_f32", 16, 16, 3072, Columns, measured}, {"e4m3_fast", 64, 64, 4096, Columns, inferred}, {"e4m3_slow", 64, 64, 4096, Columns, inferred},
		{"f16", 64, 64, 3584, Columns, measured}, {"f16", 64, 72, 3600, Columns, inferred}, {"f16", 64, 72, 3848, Columns, none}, {"bf16", 640, 640, 3848, Rows, inferred}, {"f16", 64, 60, 64, Columns, none}, {"e4m3_fast", 64, 64, 64, Rows, none}, {"f16", 64, 64, 64, Rows, inferred}, {"f32", 0, 0, 0, Columns, none}, {"f64", -1, 2, 3, Rows, none}} {
		p, _ := Find(c.id)
		if _, known := p.Plan(c.m, c.n, c.k, c.l, Table(assets.Products)); known != c.known {
			t.Errorf("%v: %v", c, known)
		}
	}
	if _, ok := Find("f128"); ok {
		t.Error("a preset for binary128")
	}
}

// twin adds the products of the parts with fused multiply-adds of 24 or 53 bits, and the parts, by big.Float.
func twin(p Plan, a, b []float64, prec uint) float64 {
	var accs []*big.Float
	for _, part := range p.parts(len(a)) {
		acc := new(big.Float).SetPrec(prec)
		for _, r := range part.Runs {
			for k := r[0]; k < r[1]; k++ {
				exact := new(big.Float).SetPrec(2000).Mul(new(big.Float).SetPrec(2000).SetFloat64(a[k]), big.NewFloat(b[k]))
				acc = new(big.Float).SetPrec(prec).SetMode(big.ToNearestEven).Set(exact.Add(exact, acc))
			}
		}
		accs = append(accs, acc)
	}
	add := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Add(x, y) }
	if p.Buffers > 0 { // all but the last to one of the buffers, these to the last
		last := len(accs) - 1
		sum := accs[last]
		for b := range p.Buffers {
			var buffer *big.Float
			for i := b; i < last; i += p.Buffers {
				if buffer == nil {
					buffer = accs[i]
				} else {
					buffer = add(buffer, accs[i])
				}
			}
			if buffer != nil {
				sum = add(sum, buffer)
			}
		}
		accs = []*big.Float{sum}
	}
	sum := accs[0]
	for _, acc := range accs[1:] {
		sum = add(sum, acc)
	}
	f, _ := sum.Float64()
	return f
}

func TestTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, code := range []string{"F", "C4", "C32", "D8x3", "D32x5", "D8x5b3", "D8x6b2"} {
		for range 40 {
			n := 1 + r.IntN(200)
			x, y := make([]float64, n), make([]float64, n)
			a, b := make([]uint64, n), make([]uint64, n)
			for k := range x {
				x[k], y[k] = float64(float32(r.NormFloat64())), float64(float32(math.Exp(4*r.NormFloat64())))
				a[k], b[k] = uint64(math.Float32bits(float32(x[k]))), uint64(math.Float32bits(float32(y[k])))
			}
			p, _ := Plan{Sum: format.F32}.parse(code)
			if got, _ := p.Element(a, b); uint32(got) != math.Float32bits(float32(twin(p, x, y, 24))) {
				t.Fatalf("binary32 %s of %d: %x, not %v", code, n, got, twin(p, x, y, 24))
			}
			for k := range x {
				x[k] *= 1 + 1e-12*r.Float64()
				a[k], b[k] = math.Float64bits(x[k]), math.Float64bits(y[k])
			}
			p, _ = Plan{Sum: format.F64}.parse(code)
			if got, _ := p.Element(a, b); got != math.Float64bits(twin(p, x, y, 53)) {
				t.Fatalf("binary64 %s of %d: %x, not %v", code, n, got, twin(p, x, y, 53))
			}
		}
	}
}

// TestToTF32: to nearest even on the low 13 bits, infinities and NaNs kept, overflow to infinity; the H200's cuBLAS did
// the same on these.
func TestToTF32(t *testing.T) {
	in := []uint64{0x3f801000, 0x3f803000, 0x3f801001, 0x3f800fff, 0xbf801000, 0xbf803000, 0x1000, 0x3000, 0x7f7ff000, 0x1800, 0x7f800000, 0xff800000, 0x7f800001}
	want := []uint64{0x3f800000, 0x3f804000, 0x3f802000, 0x3f800000, 0xbf800000, 0xbf804000, 0, 0x4000, 0x7f800000, 0x2000, 0x7f800000, 0xff800000, 0x7fc00001}
	var got [tensor.MaxTerms]uint64
	toTF32(&got, in)
	for k, x := range in {
		if got[k] != want[k] {
			t.Errorf("%x becomes %x, not %x", x, got[k], want[k])
		}
	}
}

// BenchmarkElement computes one element with K = 4096; BenchmarkPlain is the loop over binary64 numbers.
func BenchmarkElement(b *testing.B) {
	for _, id := range []string{"f16_to_f32", "f32_tf32", "e4m3_slow", "f32", "f64"} {
		p, _ := Find(id)
		x, y := vector(1, 0, 1, 4096, p.In), vector(2, 0, 1, 4096, p.In)
		b.Run(id, func(b *testing.B) {
			for b.Loop() {
				p.Element(p.base, x, y)
			}
		})
	}
}

func BenchmarkPlain(b *testing.B) {
	x, y := make([]float64, 4096), make([]float64, 4096)
	for k := range x {
		x[k], y[k] = float64(k)+0.5, 1/float64(k+1)
	}
	s := 0.0
	for b.Loop() {
		for k, v := range x {
			s += v * y[k]
		}
	}
	if s == 0 {
		b.Fatal(s)
	}
}
