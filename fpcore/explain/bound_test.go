package explain

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/expr"
)

// TestBoundHolds: every evaluation that fuses what it likes lies within the bound of the exact value, computed here with
// rational numbers; so do two of them within twice the bound.
func TestBoundHolds(t *testing.T) {
	type rat = *big.Rat
	add := func(x, y rat) rat { return new(big.Rat).Add(x, y) }
	sub := func(x, y rat) rat { return new(big.Rat).Sub(x, y) }
	mul := func(x, y rat) rat { return new(big.Rat).Mul(x, y) }
	quo := func(x, y rat) rat { return new(big.Rat).Quo(x, y) }
	programs := []struct {
		text  string
		exact func(v []rat) rat
	}{
		{"a*b+c*d", func(v []rat) rat { return add(mul(v[0], v[1]), mul(v[2], v[3])) }},
		{"a*b-c*d", func(v []rat) rat { return sub(mul(v[0], v[1]), mul(v[2], v[3])) }},
		{"(a*b+c)/(d*a+b)", func(v []rat) rat { return quo(add(mul(v[0], v[1]), v[2]), add(mul(v[3], v[0]), v[1])) }},
		{"((a*b+c)*b+d)*b+a", func(v []rat) rat { return add(mul(add(mul(add(mul(v[0], v[1]), v[2]), v[1]), v[3]), v[1]), v[0]) }},
		{"a-(b*c-d)/a", func(v []rat) rat { return sub(v[0], quo(sub(mul(v[1], v[2]), v[3]), v[0])) }},
		{"__fmul_rn(a,b)+fmaf(c,d,-a)", func(v []rat) rat { return add(mul(v[0], v[1]), sub(mul(v[2], v[3]), v[0])) }},
		{"a+b+c+d", func(v []rat) rat { return add(add(add(v[0], v[1]), v[2]), v[3]) }},
	}
	r := rand.New(rand.NewPCG(21, 22))
	checked, bounded := 0, 0
	for k := range 700 {
		p := programs[k%len(programs)]
		c, perr := expr.Parse(p.text, expr.Options{Free: expr.Float, Device: true})
		if perr != nil {
			t.Fatal(perr)
		}
		in := make([]uint64, len(c.Inputs))
		v := make([]rat, 4)
		for i := range in {
			x := float32(r.NormFloat64())
			if k%3 == 0 {
				x *= float32(math.Ldexp(1, r.IntN(40)-20))
			}
			in[i] = uint64(math.Float32bits(x))
			v[c.Inputs[i].Name[0]-'a'] = new(big.Rat).SetFloat64(float64(x))
		}
		base := expr.ChoiceOf(c, mustTarget("9.0"))
		b := RunningBound(c, in, Model{})
		if b.Missing >= 0 {
			continue
		}
		bounded++
		want := p.exact(v)
		limit := new(big.Rat)
		bound, _ := bigOf(b.total).Rat(limit)
		if b.total.isZero() {
			bound = new(big.Rat)
		}
		for _, ch := range expr.Choices(c, base, 40) {
			q, err := expr.PlanOf(c, ch)
			if err != nil {
				t.Fatal(err)
			}
			got := math.Float32frombits(uint32(q.Result(in)))
			if math.IsInf(float64(got), 0) || got != got {
				continue
			}
			d := sub(new(big.Rat).SetFloat64(float64(got)), want)
			if d.Abs(d).Cmp(bound) > 0 {
				t.Fatalf("%s on %x: %v is off by %s, bound %s", p.text, in, got, d.FloatString(20), bound.FloatString(20))
			}
			checked++
		}
	}
	if checked < 1500 || bounded < 400 {
		t.Errorf("only %d evaluations checked, %d programs bounded", checked, bounded)
	}
}

// TestBoundOfOrders: with AnyOrder the bound holds for every order of a sum, for cancelling ones too.
func TestBoundOfOrders(t *testing.T) {
	c, perr := expr.Parse("float x[12], s = 0;\nfor (int i = 0; i < 12; i++) s += x[i];\ns", expr.Options{Free: expr.Float})
	if perr != nil {
		t.Fatal(perr)
	}
	r := rand.New(rand.NewPCG(23, 24))
	for range 300 {
		in := make([]uint64, 12)
		x := make([]float32, 12)
		exact := new(big.Rat)
		for i := range x {
			x[i] = float32(r.NormFloat64() * math.Ldexp(1, r.IntN(30)))
			in[i] = uint64(math.Float32bits(x[i]))
			exact.Add(exact, new(big.Rat).SetFloat64(float64(x[i])))
		}
		b := RunningBound(c, in, Model{AnyOrder: true})
		bound, _ := bigOf(b.total).Rat(nil)
		for range 50 {
			for i, j := range r.Perm(12) {
				x[i], x[j] = x[j], x[i]
			}
			list := append([]float32(nil), x...)
			for len(list) > 1 { // a random tree
				i := r.IntN(len(list) - 1)
				list[i] += list[i+1]
				list = append(list[:i+1], list[i+2:]...)
			}
			d := new(big.Rat).SetFloat64(float64(list[0]))
			if d.Sub(d, exact); d.Abs(d).Cmp(bound) > 0 {
				t.Fatalf("a sum of %v is off by %s, bound %s", x, d.FloatString(9), bound.FloatString(9))
			}
		}
	}
}
