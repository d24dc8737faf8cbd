//go:build !opening

package model

import (
	"bufio"
	"compress/gzip"
	"math"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
	"ulplab/site/files"
	"ulplab/site/state"
)

func sumInput(in SumInput) SumInput {
	if in.Threads == 0 {
		in.Threads, in.Blocks, in.Accums, in.CPU = 128, 8, 1, 4
	}
	return in
}

func sumDone(t *testing.T, in SumInput) *Sum {
	t.Helper()
	m := NewSum(sumInput(in))
	for i := 0; !m.Step(300_000, false) && m.Problem == ""; i++ {
		if i > 100_000 {
			t.Fatal("no end")
		}
	}
	return m
}

// exactly adds the elements as rational numbers and rounds once, to nearest even, by math/big.
func exactly(m *Sum) wide.U128 {
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
func TestSumOfEveryKind(t *testing.T) {
	for kind := range uint8(len(state.SumKinds)) {
		for _, n := range []int32{2, 5, 8, 33, 150} {
			for k := range 4 {
				in := SumInput{Kind: kind, N: n, Seed: int32(k) + 7, Dot: k&1 != 0, Double: k&2 != 0, Cond: 5}
				if kind == state.SumOwn {
					in.Own, in.N = "3 1e10, -7.25\n0x1p-20 1 -1e10 0.1 5", 0
				}
				if kind == state.SumFile {
					in.File, in.N = state.SumSource{Digest: files.Put("two.csv", []byte("a,b\n3,1e10\n-7.25,0.1\n1e-6,-1e10\n5,2\n")).Digest}, 0
				}
				m := sumDone(t, in)
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
					if r.Done && !r.Unclaimed && r.OK && !math.IsNaN(r.Worst) && math.Abs(r.Ulps) > r.Worst*1.001+1e-5 {
						t.Errorf("%+v: %s is off by %s ulp, bound %s", in, r.ID, SumUlps(r.Ulps, true), SumBound(r.Worst))
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
				if want := uint64(m.Samples()); m.N >= reduce.MaxAllTrees && trees != want || m.N < reduce.MaxAllTrees && trees != reduce.Count(m.N) || cells != uint64(SumPlaces+state.SumMostCPU) {
					t.Errorf("%+v: %d trees, %d launches", in, trees, cells)
				}
			}
		}
	}
}

// The pictures and the table show what libraries gave on an H200 for the same data.
func TestSumLibrariesAsRecorded(t *testing.T) {
	f, err := os.Open("../../fpcore/conform/testdata/orders/sums.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
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
			m := NewSum(sumInput(SumInput{N: int32(n), Seed: 1, Dot: dot}))
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
				if r.Unclaimed || r.Bits.Lo != want {
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
func TestSumLaunchesAsRecorded(t *testing.T) {
	f, err := os.Open("../../fpcore/conform/testdata/orders/kernels.tsv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]*Sum{}
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
					m = NewSum(sumInput(SumInput{N: 1000, Seed: 2001, Pattern: uint8(i), Dot: dot}))
					for m.stage < 4 {
						m.Step(1, true)
					}
					made[name+strconv.Itoa(k)] = m
				}
				for c, got := range m.Cell[:SumCells] {
					if strconv.Itoa(state.SumThreads[c%len(state.SumThreads)]) != w[2] || strconv.Itoa(state.SumBlocks[c/len(state.SumThreads)]) != w[3] {
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
func TestSumSeededData(t *testing.T) {
	r := sumRandom(1)
	if z := r.next(); z != 0x910a2dec89025cc1 {
		t.Errorf("the first output is %x", z)
	}
	if v := (&Sum{N: 1}).vector(0, 1, 24); v[0] != 11738759.0/(1<<24) || math.Float32bits(float32(v[0])) != 0x3f331e87 {
		t.Errorf("the first element is %v", v[0])
	}
}

// Figure 5 of the paper prints these codes for the serial, the fused and the parallel dot product, and the exact one's
// first digits.
func TestSumFigure5(t *testing.T) {
	e := state.SumExamples[7]
	if e.ID != "fig5" {
		t.Fatal(e.ID)
	}
	m := sumDone(t, SumInputOf(e.Sum))
	for id, want := range map[string]uint64{"serial": 0x3d653510, "fma": 0x3d653501, "halving": 0x3d653500, "exact": 0x3d653501} {
		if got := m.Row(id).Bits.Lo; got != want {
			t.Errorf("%s: %x, the paper prints %x", id, got, want)
		}
	}
}

func TestSumOwnProblems(t *testing.T) {
	for text, words := range map[string]string{
		"":            "at least two",
		"1":           "0 and 1 elements",
		"1 2x":        "Number 2, “2x”",
		"1 2;3":       "1 elements; they must be equally long",
		"1;2;3":       "once",
		"<b> 1":       "Number 1",
		"1 2 3":       "equally long",
		"1 2; 3 4; 5": "once",
	} {
		m := NewSum(sumInput(SumInput{Kind: state.SumOwn, Own: text, Dot: true}))
		if m.Step(1000, false); !strings.Contains(m.Problem, words) {
			t.Errorf("%q: %q", text, m.Problem)
		}
	}
}

// The condition number asked for is what comes out.
func TestSumCondition(t *testing.T) {
	for _, dot := range []bool{false, true} {
		for _, cond := range []uint8{2, 5, 8} {
			m := NewSum(sumInput(SumInput{Kind: state.SumIll, N: 1000, Seed: 3, Cond: cond, Dot: dot}))
			for !m.Described() {
				m.Step(1, true)
			}
			if got := math.Log10(m.Data.Condition()); math.Abs(got-float64(cond)) > 0.01 {
				t.Errorf("condition 10^%d: got 10^%.2f", cond, got)
			}
		}
	}
}
