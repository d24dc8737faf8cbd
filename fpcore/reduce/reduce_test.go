package reduce

import (
	"math"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

func vector(codes ...uint64) []wide.U128 {
	v := make([]wide.U128, len(codes))
	for i, c := range codes {
		v[i] = wide.From64(c)
	}
	return v
}

// The vectors that reproduce figure 5 of the white paper, and what its table prints for them. The reversed and
// contracted orders were recomputed independently from the same vectors.
func TestFigure5(t *testing.T) {
	a := vector(0x3ff42c76, 0xbf494494, 0x3f92db19, 0x3f75dcc9)
	b := vector(0xbf6f7cee, 0xbf3106da, 0x3fdcbb70, 0xbf35b25d)
	want := map[string]uint64{"serial": 0x3d653510, "fma": 0x3d653501, "parallel": 0x3d653500,
		"serialrev": 0x3d6534e0, "fmarev": 0x3d653509, "parallelfma": 0x3d653500}
	if len(want) != len(Shapes) {
		t.Fatalf("%d shapes, %d expectations", len(Shapes), len(want))
	}
	for _, s := range Shapes {
		out := Run(round.Env{}, format.F32, s.Build(4), a, b)
		if got := out[len(out)-1].Bits.Lo; got != want[s.ID] {
			t.Errorf("%s: got %#x, want %#x", s.Name, got, want[s.ID])
		}
	}
}

// The vectors as the paper prints them, rounded to seven digits, give other bits (measured on an NVIDIA H200 too).
func TestFigure5Printed(t *testing.T) {
	for _, c := range []struct {
		a3   float32
		want [3]uint64
	}{{1.147311, [3]uint64{0x3d6533f0, 0x3d6533f6, 0x3d6533e0}}, {1.148311, [3]uint64{0x3d6c4450, 0x3d6c4456, 0x3d6c4460}}} {
		a, b := []wide.U128{}, []wide.U128{}
		for _, x := range []float32{1.907607, -.7862027, c.a3, .9604002} {
			a = append(a, wide.From64(uint64(math.Float32bits(x))))
		}
		for _, x := range []float32{-.9355000, -.6915108, 1.724470, -.7097529} {
			b = append(b, wide.From64(uint64(math.Float32bits(x))))
		}
		for i, want := range c.want {
			out := Run(round.Env{}, format.F32, Shapes[i].Build(4), a, b)
			if got := out[len(out)-1].Bits.Lo; got != want {
				t.Errorf("a3=%v %s: got %#x, want %#x", c.a3, Shapes[i].Name, got, want)
			}
		}
	}
}

// Every graph multiplies every element exactly once, uses every node but the last exactly once, and agrees with
// the host's arithmetic in binary64 computed recursively from the graph's meaning.
func TestGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range Shapes {
		for n := 1; n <= 70; n++ {
			g := s.Build(n)
			leaves, uses := make([]int, n), make([]int, len(g))
			a, b := make([]float64, n), make([]float64, n)
			av, bv := make([]wide.U128, n), make([]wide.U128, n)
			for i := range n {
				a[i], b[i] = r.NormFloat64(), r.NormFloat64()
				av[i], bv[i] = wide.From64(math.Float64bits(a[i])), wide.From64(math.Float64bits(b[i]))
			}
			var value func(k int) float64
			value = func(k int) float64 {
				m := g[k]
				if m.L >= k || m.R >= k {
					t.Fatalf("%s n=%d: node %d uses a later node", s.ID, n, k)
				}
				uses[k]++
				switch m.Kind {
				case Start:
					return 0
				case Plus:
					return value(m.L) + value(m.R)
				case FusedAdd:
					leaves[m.Leaf]++
					return math.FMA(a[m.Leaf], b[m.Leaf], value(m.L))
				}
				leaves[m.Leaf]++
				return float64(a[m.Leaf] * b[m.Leaf])
			}
			want := value(len(g) - 1)
			out := Run(round.Env{}, format.F64, g, av, bv)
			if got := out[len(g)-1].Bits.Lo; got != math.Float64bits(want) {
				t.Fatalf("%s n=%d: got %#x, want %#x", s.ID, n, got, math.Float64bits(want))
			}
			for i, c := range leaves {
				if c != 1 {
					t.Fatalf("%s n=%d: element %d used %d times", s.ID, n, i, c)
				}
			}
			for k, c := range uses {
				if c != 1 {
					t.Fatalf("%s n=%d: node %d used %d times", s.ID, n, k, c)
				}
			}
		}
	}
}

func TestDepth(t *testing.T) {
	for _, c := range []struct {
		id         string
		n          int
		depth, ops int
	}{{"serial", 4, 5, 8}, {"fma", 4, 4, 4}, {"parallel", 4, 3, 7}, {"parallel", 64, 7, 127}, {"serial", 64, 65, 128}} {
		for _, s := range Shapes {
			if s.ID == c.id {
				g := s.Build(c.n)
				if g.Depth() != c.depth || g.Operations() != c.ops {
					t.Errorf("%s n=%d: depth %d, operations %d; want %d, %d", c.id, c.n, g.Depth(), g.Operations(), c.depth, c.ops)
				}
			}
		}
	}
}

// The associativity example of chapter 2.2: (A+B)+C as the paper prints it, A+(B+C) likewise; (A+C)+B was added by
// hand: A+C = 2^3 x 1.0100000000000000000000101 rounds to ...01 (below half), and adding B gives the exact sum
// 2^3 x 1.01100000000000000000001011 less 2^-22, which rounds down too.
func TestSums(t *testing.T) {
	x := vector(0x40000001, 0x3f800001, 0x41000001)
	want := map[string]uint64{"ab-c": 0x41300002, "a-bc": 0x41300001, "ac-b": 0x41300001}
	for _, s := range Sums {
		g := s.Build(3)
		out := Run(round.Env{}, format.F32, g, x, nil)
		if got := out[len(out)-1].Bits.Lo; got != want[s.ID] {
			t.Errorf("%s: got %#x, want %#x", s.Name, got, want[s.ID])
		}
		if g.Depth() != 2 || g.Operations() != 2 {
			t.Errorf("%s: depth %d, operations %d", s.Name, g.Depth(), g.Operations())
		}
		leaves := 0
		for _, n := range g {
			if n.Kind == Load {
				leaves |= 1 << n.Leaf
			}
		}
		if leaves != 7 {
			t.Errorf("%s: leaves %b", s.Name, leaves)
		}
	}
	if len(want) != len(Sums) {
		t.Errorf("%d sums, %d expectations", len(Sums), len(want))
	}
}
