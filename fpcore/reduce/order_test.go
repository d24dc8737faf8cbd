package reduce

import (
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// shapes lists a form of every rule, and every pattern and preset.
func shapes(n int) map[string]*Form {
	list := map[string]*Form{
		"fold": fold(), "zero fold": zeroFold(), "back": {Rule: Back}, "halves": halves(0), "pairs": pairs(),
		"lanes": lanes(5, fold(), pairs()), "deal": deal(3, 4, lanes(4, fold(), fold()), fold()), "chunks": chunks(7, pairs(), halves(0)),
		"spread": {Rule: Spread, K: 6, Inner: zeroFold(), Outer: pairs()}, "lead": {Rule: Lead, K: 4, Inner: pairs(), Outer: fold()},
		"split": {Rule: Split, K: 4, U: 2, Inner: fold()}, "tail": {Rule: Tail, K: 8, Inner: pairs()},
		"whole": {Rule: Whole, K: 9, Inner: fold(), Outer: pairs()}, "cascade": {Rule: Cascade}, "registers": {Rule: Registers},
	}
	for _, step := range []string{"strided_", "chunked_"} {
		for _, block := range []string{"halving", "interleaved", "serial", "shfl_down", "shfl_xor", "shfl_rising"} {
			list[step+block], _ = Pattern(step+block, 64, 3)
		}
	}
	for _, name := range []string{"cub_block_warp_reductions", "cub_block_raking", "cub_block_raking_commutative"} {
		list[name], _ = Pattern(name, 128, 2)
	}
	for _, p := range Presets {
		if f, _, ok := p.At(n); ok {
			list[p.ID] = f
		}
	}
	return list
}

// Every order adds every element exactly once, whatever the size.
func TestOrdersAreTrees(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 100, 127, 128, 129, 255, 257, 300, 511, 513, 1000, 1024, 2500, 4095, 4096, 4097, 5000, 9000} {
		for name, f := range shapes(n) {
			if f == nil {
				t.Fatalf("%s has no form", name)
			}
			m := Leaves{N: n}
			root := Eval(&m, f, n)
			if len(m.Pairs) != n-1 || int(root) != n+len(m.Pairs)-1 && n > 1 {
				t.Fatalf("%s of %d: %d additions, root %d", name, n, len(m.Pairs), root)
			}
			used := make([]bool, n+len(m.Pairs))
			for k, p := range m.Pairs {
				for _, c := range p {
					if c < 0 || c >= n+k || used[c] {
						t.Fatalf("%s of %d: addition %d uses %d, which does not stand before it or is used twice", name, n, k, c)
					}
					used[c] = true
				}
			}
		}
	}
}

// The value of an order is that of its tree, added node by node; starts at +0 change nothing but a sum of -0 alone,
// which the data does not have. Machine.Double adds in binary64 and is left out by sizes that are multiples of 32.
func TestOrderIsItsTree(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 2, 31, 32, 96, 128, 300, 1024, 4096, 5000} {
		a := make([]wide.U128, n)
		for i := range a {
			a[i] = wide.From64(uint64(r.Uint32()%0x10000000 + 0x38000000 | r.Uint32()&0x80000000))
		}
		for name, f := range shapes(n) {
			if f.Rule == Registers && n%32 != 0 {
				continue
			}
			got := Eval(Bits{F: format.F32, A: a}, f, n)
			tree := Leaves{N: n}
			root := Eval(&tree, f, n)
			var m Bits = Bits{Env: round.Env{}, F: format.F32, A: a}
			value := append([]wide.U128{}, a...)
			for _, p := range tree.Pairs {
				value = append(value, m.Add(value[p[0]], value[p[1]]))
			}
			if got != value[root] {
				t.Errorf("%s of %d: %08x, its tree %08x", name, n, got.Lo, value[root].Lo)
			}
		}
	}
}

// Small orders against trees written by hand after the rule's words.
func TestRules(t *testing.T) {
	text := func(f *Form, n int) string {
		m := Leaves{N: n}
		root := Eval(&m, f, n)
		var write func(k int) string
		write = func(k int) string {
			if k < n {
				return string(rune('a' + k))
			}
			return "(" + write(m.Pairs[k-n][0]) + write(m.Pairs[k-n][1]) + ")"
		}
		return write(int(root))
	}
	for _, c := range []struct {
		f    *Form
		n    int
		want string
	}{
		{fold(), 4, "(((ab)c)d)"},
		{&Form{Rule: Back}, 4, "(((dc)b)a)"},
		{halves(0), 6, "(((ae)c)((bf)d))"},
		{pairs(), 5, "(((ab)(cd))e)"},
		{lanes(3, fold(), fold()), 7, "((((ad)g)(be))(cf))"},
		{deal(2, 2, fold(), fold()), 9, "(((((ab)e)f)i)(((cd)g)h))"},
		{chunks(3, fold(), fold()), 7, "((((ab)c)((de)f))g)"},
		{&Form{Rule: Spread, K: 2, Inner: fold(), Outer: fold()}, 5, "(((ab)c)(de))"},
		{&Form{Rule: Lead, K: 2, Inner: fold(), Outer: fold()}, 6, "(((ac)d)((be)f))"},
		{&Form{Rule: Split, K: 2, U: 2, Inner: fold()}, 6, "((ab)((cd)(ef)))"},
		{&Form{Rule: Tail, K: 4, Inner: pairs()}, 6, "((((ab)(cd))e)f)"},
		{&Form{Rule: Whole, K: 3, Inner: fold(), Outer: pairs()}, 4, "((ab)(cd))"},
	} {
		if got := text(c.f, c.n); got != c.want {
			t.Errorf("rule %d of %d: %s, want %s", c.f.Rule, c.n, got, c.want)
		}
	}
}

func TestPatternBounds(t *testing.T) {
	for _, c := range []struct {
		name            string
		threads, blocks int
	}{{"strided_halving", 48, 1}, {"strided_halving", 64, 0}, {"strided_nothing", 64, 1}, {"halving", 64, 1}, {"", 64, 1}, {"cub_block_raking", 64, 1}, {"sideways_halving", 64, 1}, {"strided_halving", 2048, 1}} {
		if _, ok := Pattern(c.name, c.threads, c.blocks); ok {
			t.Errorf("%s with %d threads and %d blocks is claimed", c.name, c.threads, c.blocks)
		}
	}
}
