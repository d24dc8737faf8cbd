package product

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/assets"
	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/evidence"
	"ulplab/fpcore/format"
)

func vector(seed, start, step uint64, n int, f *format.Format) []uint64 {
	v := make([]uint64, n)
	Measured.fill(v, seed, start, step, f)
	return v
}

// TestMeasured compares elements of products of an H200, of sizes within and outside of what the presets answer for: no
// claim is wrong, and enough is claimed.
func TestMeasured(t *testing.T) {
	z := bytes.NewReader(testfile.Text(t, "testdata/h200_sizes.txt.gz"))
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
		if _, err := fmt.Sscan(s.Text(), &id, &layout, &m, &n, &k, &want[0], &want[1], &want[2]); err != nil {
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
			a := vector(1, uint64(rc[0]*k), 1, k, p.In)
			b := vector(2, uint64(rc[1]*k), 1, k, p.In)
			if layout == "NN" {
				b = vector(2, uint64(rc[1]), uint64(n), k, p.In)
			}
			if got := fmt.Sprintf("%0*x", p.Out.Bits/4, p.Element(plan, a, b)); got != want[i] {
				c.wrong++
				t.Errorf("%s %s %d %d %d, plan %v, element %v: %s, not %s", id, layout, m, n, k, plan, rc, got, want[i])
				break
			}
		}
	}
	least := map[string]int{"f32 NT": 95, "f32_tf32 NT": 98, "f64 NT": 92, "f32 NN": 93, "f32_tf32 NN": 97, "f64 NN": 92,
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

// cell is a size of the table, with its code, "" for none.
type cell struct {
	preset, layout, code string
	m, n, k              int
}

// cells reads the table as a whole.
func cells(t *testing.T) (list []cell) {
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			t.Fatalf("%q is no size", s)
		}
		return n
	}
	text, sections, _ := strings.Cut(assets.Products, "\n")
	letters := map[rune]string{'-': ""}
	for _, word := range strings.Fields(text) {
		letter, code := []rune(word)[0], string([]rune(word)[1:])
		if letters[letter] != "" || slices.Contains(slices.Collect(maps.Values(letters)), code) {
			t.Errorf("%s is there twice", word)
		}
		letters[letter] = code
	}
	for _, section := range strings.Split(sections, "@")[1:] {
		name, grids, _ := strings.Cut(section, "\n")
		preset, layout, _ := strings.Cut(name, " ")
		for _, grid := range strings.Split("\n"+grids, "\nK ")[1:] {
			lines := strings.Split(strings.TrimSuffix(grid, "\n"), "\n")
			depths := strings.Fields(lines[0])
			var sizes [][2]int
			at := 0
			for _, line := range lines[1:] {
				if words := strings.Fields(line); len(words) > 1 {
					for _, n := range words[1:] {
						sizes = append(sizes, [2]int{number(words[0]), number(n)})
					}
					continue
				}
				row := []rune(line)
				if at == len(sizes) || len(row) != len(depths) {
					t.Fatalf("%s: the row %q is none of %d sizes in %d depths", name, line, len(sizes), len(depths))
				}
				for i, letter := range row {
					code, known := letters[letter]
					if !known {
						t.Errorf("%s: %c is no letter of the table", name, letter)
					}
					list = append(list, cell{preset, layout, code, sizes[at][0], sizes[at][1], number(depths[i])})
				}
				at++
			}
			if at != len(sizes) {
				t.Errorf("%s: %d rows of %d sizes", name, at, len(sizes))
			}
		}
	}
	return list
}

// TestTable: each size is there once, and a look into the table finds its code.
func TestTable(t *testing.T) {
	seen := map[cell]bool{}
	for i, c := range cells(t) {
		if size := (cell{c.preset, c.layout, "", c.m, c.n, c.k}); seen[size] {
			t.Errorf("%v is there twice", size)
		} else {
			seen[size] = true
		}
		if i%997 == 0 {
			if got := Table(assets.Products).lookup(c.preset+" "+c.layout, c.m, c.n, c.k); got != c.code {
				t.Errorf("%v: %s", c, got)
			}
		}
	}
	if len(seen) < 200_000 {
		t.Errorf("%d sizes", len(seen))
	}
}

// TestCodes: every code of the table is read and written back, and its parts take every index once.
func TestCodes(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range cells(t) {
		seen[strings.TrimPrefix(c.code, "s")] = true
	}
	delete(seen, "")
	if len(seen) < 50 {
		t.Errorf("only %d codes", len(seen))
	}
	for code := range seen {
		p, ok := Plan{}.parse(code)
		if !ok || p.String() != code {
			t.Errorf("%s is read as %v", code, p)
		}
		for _, n := range []int{1, 7, 64, 1000} {
			count := make([]int, n)
			for _, part := range p.parts(n) {
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
	for _, code := range []string{"", "-", "C", "D8", "Dx5", "L", "X3", "F1"} {
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
		{"f16", 1000, 2040, 8, Columns, inferred}, {"f16_to_f32", 16, 16, 3072, Columns, measured}, {"e4m3_fast", 64, 64, 4096, Columns, measured}, {"e4m3_slow", 64, 64, 4096, Columns, inferred},
		{"f16", 64, 64, 3584, Columns, none}, {"f16", 64, 60, 64, Columns, none}, {"e4m3_fast", 64, 64, 64, Rows, none}, {"f16", 64, 64, 64, Rows, inferred}, {"f32", 0, 0, 0, Columns, none}, {"f64", -1, 2, 3, Rows, none}} {
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
	var sum *big.Float
	for _, part := range p.parts(len(a)) {
		acc := new(big.Float).SetPrec(prec)
		for _, r := range part.Runs {
			for k := r[0]; k < r[1]; k++ {
				exact := new(big.Float).SetPrec(2000).Mul(new(big.Float).SetPrec(2000).SetFloat64(a[k]), big.NewFloat(b[k]))
				acc = new(big.Float).SetPrec(prec).SetMode(big.ToNearestEven).Set(exact.Add(exact, acc))
			}
		}
		if sum == nil {
			sum = acc
		} else {
			sum = new(big.Float).SetPrec(prec).Add(sum, acc)
		}
	}
	f, _ := sum.Float64()
	return f
}

func TestTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, code := range []string{"F", "C4", "C32", "D8x3", "D32x5", "L16"} {
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
	for k, x := range in {
		if got := toTF32(x); got != want[k] {
			t.Errorf("%x becomes %x, not %x", x, got, want[k])
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
