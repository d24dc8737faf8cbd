package reduce

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

func TestParseTree(t *testing.T) {
	for _, c := range []struct {
		text  string
		n     int
		names []string
		want  string
	}{
		{"((a b) (c d))", 4, nil, "((a b) (c d))"},
		{" ( a + b + c ) ", 0, nil, "((a b) c)"},
		{"(3 (1, 2), 0)", 4, nil, "((d (b c)) a)"},
		{"[a b (c d) e]", 5, nil, "[a b (c d) e]"},
		{"(x1 (y x2))", 3, []string{"x1", "x2", "y"}, "(x1 (y x2))"},
		{"a", 1, nil, "a"}, {"(((0)))", 0, nil, "a"},
		{"((((d c) B) A))", 4, nil, "(((d c) b) a)"},
	} {
		tree, err := ParseTree(c.text, c.n, c.names)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := tree.Text(c.names); got != c.want {
			t.Errorf("%q is %s, want %s", c.text, got, c.want)
		}
	}
	for _, c := range []struct {
		text string
		n    int
		pos  int
	}{
		{"", 0, 0}, {"(a b", 2, 4}, {"(a b))", 2, 5}, {"(a b] ", 2, 4}, {"(a a)", 0, 3}, {"(a c)", 0, 5}, {"(a b) c", 3, 6}, {"()", 0, 1},
		{"(a 5)", 2, 3}, {"(a ?)", 2, 3}, {"(a b)", 3, 5}, {"(a 99999999999999999999)", 2, 3}, {"(a 4096)", 0, 3}, {"(foo a)", 0, 1}, {")", 0, 0},
		{strings.Repeat("(", MaxTreeText+1), 0, MaxTreeText}, {strings.Repeat("(", MaxTreeText), 0, MaxTreeText}, {"a", MaxTreeLeaves + 1, 0},
	} {
		if tree, err := ParseTree(c.text, c.n, nil); err == nil || err.Pos != c.pos || err.Msg == "" {
			t.Errorf("%.20q: %v %v, want an error at %d", c.text, tree, err, c.pos)
		}
	}
}

func FuzzParseTree(f *testing.F) {
	for _, s := range []string{"((a b) (c d))", "[a b c]", "(0 1 (2 3))", "((", "a b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tree, err := ParseTree(s, 0, nil)
		if err != nil {
			if err.Pos < 0 || err.Pos > len(s) {
				t.Fatalf("%q: position %d", s, err.Pos)
			}
			return
		}
		text := tree.Text(nil)
		again, err := ParseTree(text, tree.N, nil)
		if err != nil || again.Text(nil) != text {
			t.Fatalf("%q is %s, read again %v %v", s, text, again, err)
		}
	})
}

// Trees by number: all are different, and there are (2n-3)!! of them.
func TestTreeAt(t *testing.T) {
	counts := []uint64{0, 1, 1, 3, 15, 105, 945, 10395, 135135, 2027025}
	for n, want := range counts {
		if got := Count(n); got != want {
			t.Errorf("%d trees of %d elements, want %d", got, n, want)
		}
		if n == 0 || n > 7 {
			continue
		}
		seen := map[string]bool{}
		for i := range want {
			tree := TreeAt(n, i)
			checkFree(t, tree)
			canonical := tree.Canonical()
			checkFree(t, canonical)
			seen[canonical.Text(nil)] = true
		}
		if uint64(len(seen)) != want {
			t.Errorf("%d different trees of %d elements, want %d", len(seen), n, want)
		}
	}
	if Count(100) != 0 {
		t.Error("a number of more than 64 bits")
	}
}

func checkFree(t *testing.T, tree FreeTree) {
	t.Helper()
	used := make([]bool, tree.N+len(tree.Nodes))
	for k, kids := range tree.Nodes {
		for _, c := range kids {
			if c < 0 || c >= tree.N+k || used[c] {
				t.Fatalf("%v: node %d uses %d", tree, k, c)
			}
			used[c] = true
		}
	}
	for i, u := range used {
		if !u && i != len(used)-1 {
			t.Fatalf("%v: %d is not used", tree, i)
		}
	}
}

// Random trees: each of the 15 trees of 4 elements comes up about as often, and larger ones are trees.
func TestRandomTree(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(15000) {
		tree := RandomTree(4, seed)
		canonical := tree.Canonical()
		seen[canonical.Text(nil)]++
	}
	if len(seen) != 15 {
		t.Errorf("%d trees of 4 elements", len(seen))
	}
	for text, n := range seen {
		if n < 850 || n > 1150 { // 1000 +- 5 standard deviations
			t.Errorf("%s comes up %d times of 15000", text, n)
		}
	}
	for _, n := range []int{1, 2, 3, 50, 1000} {
		checkFree(t, RandomTree(n, uint64(n)))
	}
}

// All trees: the distinct results and how often each comes up, against one tree after the other.
func TestAllTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	for _, f := range []*format.Format{format.F16, format.F32, format.E4M3} {
		for n := 1; n <= 7; n++ {
			m := Bits{F: f, Env: round.Env{Direction: round.Direction(n % 3)}}
			for range n {
				c := r.Uint64() & (1<<f.Bits - 1)
				if f.ClassOf(wide.From64(c)) > format.Normal {
					c = 1
				}
				m.A = append(m.A, wide.From64(c))
			}
			want := map[wide.U128]uint64{}
			for i := range Count(n) {
				tree := TreeAt(n, i)
				v := Values[wide.U128](m, &tree, nil)
				want[v[len(v)-1]]++
			}
			all := NewAllTrees(m, n)
			for calls := 0; !all.Next(7); calls++ {
				if calls > 1_000_000 {
					t.Fatal("no end")
				}
			}
			got := all.Outcomes(f)
			if len(got) != len(want) {
				t.Fatalf("%s of %d: %d results, want %d", f.ID, n, len(got), len(want))
			}
			for i, o := range got {
				if want[o.Bits] != o.Count {
					t.Errorf("%s of %d: %x comes up %d times, want %d", f.ID, n, o.Bits, o.Count, want[o.Bits])
				}
				tree, ok := all.Witness(o.Bits)
				if !ok {
					t.Fatalf("no witness")
				}
				checkFree(t, tree)
				if v := Values[wide.U128](m, &tree, nil); v[len(v)-1] != o.Bits {
					t.Errorf("%s of %d: the witness of %x has %x", f.ID, n, o.Bits, v[len(v)-1])
				}
				if i > 0 {
					a, aok := exact.FromBits(f, got[i-1].Bits)
					b, bok := exact.FromBits(f, o.Bits)
					if aok && bok && a.Cmp(b) > 0 {
						t.Errorf("%x stands before %x", got[i-1].Bits, o.Bits)
					}
				}
			}
		}
	}
}

func TestSample(t *testing.T) {
	const n = 4
	m := Bits{F: format.F32}
	for i := range n {
		m.A = append(m.A, wide.From64(uint64(0x3f800000+i*0x00cccccd)))
	}
	draw := func(seed uint64) wide.U128 {
		tree := RandomTree(n, seed)
		v := Values[wide.U128](m, &tree, nil)
		return v[len(v)-1]
	}
	var a, b Sample
	a.Draw(500, 1000, draw)
	for !b.Draw(500, 3, draw) {
	}
	x, y := a.Outcomes(format.F32), b.Outcomes(format.F32)
	total := uint64(0)
	for i := range x {
		if x[i] != y[i] || draw(a.Seed(x[i].Bits)) != x[i].Bits {
			t.Errorf("outcome %d: %v and %v", i, x[i], y[i])
		}
		total += x[i].Count
	}
	if total != 500 || len(x) != len(y) || len(x) < 2 {
		t.Errorf("%d results of %d draws", len(x), total)
	}
}

func BenchmarkAllTrees(b *testing.B) {
	m := Bits{F: format.F32}
	r := rand.New(rand.NewPCG(3, 8))
	for range 8 {
		m.A = append(m.A, wide.From64(uint64(r.Uint32()&0x8fffffff|0x30000000)))
	}
	for b.Loop() {
		NewAllTrees(m, 8).Next(1 << 40)
	}
	one := NewAllTrees(m, 8)
	one.Next(1 << 40)
	b.ReportMetric(float64(len(one.Outcomes(format.F32))), "results")
	b.ReportMetric(float64(one.done), "additions")
}
