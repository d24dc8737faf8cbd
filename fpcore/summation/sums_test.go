package summation

import (
	"bufio"
	"bytes"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
)

func started(in Input) Input {
	if in.Threads == 0 {
		in.Threads, in.Blocks, in.Accums, in.CPU = 128, 8, 1, 4
	}
	return in
}

func done(t *testing.T, in Input) *Sums {
	t.Helper()
	return finished(t, New(started(in), nil))
}

// given are numbers of the caller's own, twice for a dot product.
func given(v []float64) func(*Sums) {
	return func(m *Sums) {
		var codes []uint64
		for _, x := range v {
			codes = append(codes, math.Float64bits(x))
		}
		a, _ := m.Convert(codes, format.F64)
		if m.In.Dot {
			m.Take(a, a)
		} else {
			m.Take(a, nil)
		}
	}
}

func finished(t *testing.T, m *Sums) *Sums {
	t.Helper()
	for i := 0; !m.Step(300_000, false) && m.Problem == ""; i++ {
		if i > 100_000 {
			t.Fatal("no end")
		}
	}
	return m
}

// exactly adds the elements as rational numbers and rounds once, to nearest even, by math/big.
func exactly(m *Sums) wide.U128 {
	sum := new(big.Rat)
	for i := range m.N {
		x, y := new(big.Rat), big.NewRat(1, 1)
		if m.In.Double {
			x.SetFloat64(m.a64[i])
			if m.In.Dot {
				y.SetFloat64(m.b64[i])
			}
		} else {
			x.SetFloat64(float64(m.a32[i]))
			if m.In.Dot {
				y.SetFloat64(float64(m.b32[i]))
			}
		}
		sum.Add(sum, x.Mul(x, y))
	}
	if m.In.Double {
		f, _ := sum.Float64()
		return wide.From64(math.Float64bits(f))
	}
	f, _ := sum.Float32()
	return wide.From64(uint64(math.Float32bits(f)))
}

// The exact sum is that of rational numbers; serial, reversed and FMA loops are Go's own; every error is within its
// bound; orders that must agree do.
func TestOfEveryKind(t *testing.T) {
	sizes := []int32{2, 5, 8, 33, 150}
	if testing.Short() {
		sizes = []int32{2, 8, 33}
	}
	for kind := range int32(Given + 1) {
		for _, n := range sizes {
			for k := range 4 {
				in := Input{Kind: kind, N: n, Seed: int32(k) + 7, Dot: k&1 != 0, Double: k&2 != 0, Cond: 5}
				var m *Sums
				if kind < Given {
					m = done(t, in)
				} else {
					v := []float64{3, 1e10, -7.25, 0x1p-20, 1, -1e10, 0.1, 5}
					m = finished(t, New(started(in), given(v[:max(n%8, 2)])))
				}
				if m.Problem != "" {
					t.Fatalf("%+v: %s", in, m.Problem)
				}
				if want := exactly(m); m.Once != want || m.Row("exact").Bits != want {
					t.Errorf("%+v: the exact sum is %x, want %x", in, m.Once.Lo, want.Lo)
				}
				serial, back, fused := 0.0, 0.0, 0.0
				for i := range m.N {
					j := m.N - 1 - i
					if m.In.Double {
						b, c := 1.0, 1.0
						if in.Dot {
							b, c = m.b64[i], m.b64[j]
						}
						p, q := m.a64[i]*b, m.a64[j]*c
						serial, back, fused = float64(serial+float64(p)), float64(back+float64(q)), math.FMA(m.a64[i], b, fused)
					} else {
						b, c := float32(1), float32(1)
						if in.Dot {
							b, c = m.b32[i], m.b32[j]
						}
						p, q := float32(m.a32[i]*b), float32(m.a32[j]*c)
						serial, back = float64(float32(serial)+p), float64(float32(back)+q)
					}
				}
				check := func(id string, want float64) {
					c := wide.From64(math.Float64bits(want))
					if !m.In.Double {
						c = wide.From64(uint64(math.Float32bits(float32(want))))
					}
					if got := m.Row(id).Bits; got != c {
						t.Errorf("%+v: %s gives %x, want %x", in, id, got.Lo, c.Lo)
					}
				}
				check("serial", serial)
				check("reversed", back)
				if in.Dot && in.Double {
					check("fma", fused)
				}
				for i := range m.Rows {
					r := &m.Rows[i]
					if r.Done && !r.NotMeasured && r.OK && !math.IsNaN(r.Worst) && math.Abs(r.Ulps) > r.Worst*1.001+1e-5 {
						t.Errorf("%+v: %s is off by %v ulp, bound %v", in, r.ID, r.Ulps, r.Worst)
					}
				}
				if m.Row("shuffledown").Bits != m.Row("shufflexor").Bits {
					t.Error("shuffles down and xor differ")
				}
				cells, trees := uint64(0), uint64(0)
				for _, o := range m.Outcomes {
					cells += o.Count
				}
				for _, o := range m.Trees {
					trees += o.Count
				}
				if want := uint64(m.Samples()); m.N >= reduce.MaxAllTrees && trees != want || m.N < reduce.MaxAllTrees && trees != reduce.Count(m.N) || cells != uint64(Places+MostCPU) {
					t.Errorf("%+v: %d trees, %d launches", in, trees, cells)
				}
			}
		}
	}
}

// The pictures and the table show what libraries gave on an H200 for the same data.
func TestLibrariesAsRecorded(t *testing.T) {
	z := bytes.NewReader(testfile.Text(t, "../conform/testdata/orders/sums.txt.gz"))
	names := []string{"torch.sum", "torch.dot", "torch.mv", "numpy.sum", "numpy.dot", "torch.sum.cpu", "cupy.sum", "cupy.dot"}
	tried := 0
	for s := bufio.NewScanner(z); s.Scan(); {
		w := strings.Fields(s.Text())
		n, err := 0, error(nil)
		if len(w) == 9 {
			n, err = strconv.Atoi(w[0])
		}
		if err != nil || n < 2 || n > 1100 || n%97 != 0 && n != 1000 && n != 128 {
			continue
		}
		for _, dot := range []bool{false, true} {
			m := New(started(Input{N: int32(n), Seed: 1, Dot: dot}), nil)
			for m.stage < 3 {
				m.Step(1, true)
			}
			for k, name := range names {
				r := m.Row(name)
				if r == nil {
					continue
				}
				want, _ := strconv.ParseUint(w[k+1], 16, 32)
				tried++
				if r.NotMeasured || r.Bits.Lo != want {
					t.Errorf("%s of %d: %x, recorded %x", name, n, r.Bits.Lo, want)
				}
			}
		}
	}
	if tried < 40 {
		t.Errorf("%d sums compared", tried)
	}
}

// The grid gives the sums that the same kernels gave on an H200.
func TestLaunchesAsRecorded(t *testing.T) {
	z := bytes.NewReader(testfile.Text(t, "../conform/testdata/orders/kernels.tsv.gz"))
	made := map[string]*Sums{}
	tried := 0
	for s := bufio.NewScanner(z); s.Scan(); {
		w := strings.Split(s.Text(), "\t")
		for i, name := range []string{"strided_halving", "strided_interleaved", "strided_shfl_down", "strided_shfl_rising"} {
			if w[0] != name || w[1] != "1000" {
				continue
			}
			for k, dot := range []bool{false, true} {
				m := made[name+strconv.Itoa(k)]
				if m == nil {
					m = New(started(Input{N: 1000, Seed: 2001, Pattern: int32(i), Dot: dot}), nil)
					for m.stage < 4 {
						m.Step(1, true)
					}
					made[name+strconv.Itoa(k)] = m
				}
				for c, got := range m.Cell[:GridCells] {
					if strconv.Itoa(Threads[c%len(Threads)]) != w[2] || strconv.Itoa(Blocks[c/len(Threads)]) != w[3] {
						continue
					}
					want, _ := strconv.ParseUint(w[4+k], 16, 32)
					tried++
					if got.Lo != want {
						t.Errorf("%s, %s threads, %s blocks, column %d: %x, recorded %x", name, w[2], w[3], k, got.Lo, want)
					}
				}
			}
		}
	}
	if tried < 80 {
		t.Errorf("%d launches compared", tried)
	}
}

// 0x910a2dec89025cc1 is splitmix64's first output from state 1: 0x910a2d * 3/2^24 - 1 = 11738759/2^24 = 0x3f331e87. What
// follows is right if the recorded sums of it are.
func TestSeededData(t *testing.T) {
	r := reduce.Random(1)
	if z := r.Next(); z != 0x910a2dec89025cc1 {
		t.Errorf("the first output is %x", z)
	}
	if v := elements(0, 1, 1, 24, func(int) {}); v[0] != 11738759.0/(1<<24) || math.Float32bits(float32(v[0])) != 0x3f331e87 {
		t.Errorf("the first element is %v", v[0])
	}
}

// fig5 takes the vectors of Figure 5 of the paper.
func fig5(m *Sums) {
	var v [2][]wide.U128
	for i, c := range []uint64{0x3ff42c76, 0xbf494494, 0x3f92db19, 0x3f75dcc9, 0xbf6f7cee, 0xbf3106da, 0x3fdcbb70, 0xbf35b25d} {
		v[i/4] = append(v[i/4], wide.From64(c))
	}
	m.Take(v[0], v[1])
}

// Figure 5 of the paper prints these codes for the serial, the fused and the parallel dot product, and the exact one's
// first digits.
func TestFigure5(t *testing.T) {
	m := finished(t, New(started(Input{Kind: Given, Dot: true}), fig5))
	for id, want := range map[string]uint64{"serial": 0x3d653510, "fma": 0x3d653501, "halving": 0x3d653500, "exact": 0x3d653501} {
		if got := m.Row(id).Bits.Lo; got != want {
			t.Errorf("%s: %x, the paper prints %x", id, got, want)
		}
	}
}

// Numbers that are not there are a problem in words, at once.
func TestNothingGiven(t *testing.T) {
	if m := New(started(Input{Kind: Given, N: 4}), nil); !m.Step(1, false) || m.Problem == "" {
		t.Errorf("%q", m.Problem)
	}
}

// The condition number asked for is what comes out.
func TestCondition(t *testing.T) {
	for _, dot := range []bool{false, true} {
		for _, cond := range []int32{2, 5, 8} {
			m := New(started(Input{Kind: Ill, N: 1000, Seed: 3, Cond: cond, Dot: dot}), nil)
			for !m.Described() {
				m.Step(1, true)
			}
			if got := math.Log10(m.Data.Condition()); math.Abs(got-float64(cond)) > 0.01 {
				t.Errorf("condition 10^%d: got 10^%.2f", cond, got)
			}
		}
	}
}
