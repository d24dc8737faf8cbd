package matrixproduct

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor/product"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
)

// Part is a source of error: Times times a relative error of at most Unit.
type Part struct {
	What  string
	Times int
	Unit  exact.Value
	Said  string // the unit in words
}

// Bound is the derivation of a tolerance: the parts, their sum n, and n/(1 - n), which bounds the error against the sum of
// the magnitudes of all products.
type Bound struct {
	Parts []Part
	N     exact.Value
	Gamma exact.Ratio
	OK    bool // n is below 1
}

func power(e int) exact.Value { return exact.New(false, wide.NatFrom64(1), int64(e)) }

func times(n int, v exact.Value) exact.Value {
	return exact.New(false, wide.NatFrom64(uint64(n)), 0).Mul(v)
}

// BoundOf derives the bound of an element with K products in a plan, delivered in a format. Operands are normal numbers.
//
// A block of T products cuts each of its T + 1 terms by less than 2^-F of the largest one, which is not above the sum of
// the magnitudes, and its result by less than the unit of its format.
func BoundOf(plan product.Plan, out *format.Format, k int) (b Bound) {
	add := func(what string, n int, unit exact.Value, said string) {
		if n > 0 {
			b.Parts = append(b.Parts, Part{what, n, unit, said})
			b.N = b.N.Add(times(n, unit))
		}
	}
	to := func(what string, n, p int) { add(what, n, power(-p), words.Fill("2^-#", p)) }
	longest, parts := k, 1
	switch plan.Rule {
	case product.Slices:
		longest, parts = min(k, plan.Len), (k+plan.Len-1)/plan.Len
	case product.Dealt:
		tiles := (k + plan.Len - 1) / plan.Len
		parts = min(plan.Parts, tiles)
		longest = min(k, (tiles+parts-1)/parts*plan.Len)
	}
	p := plan.Sum.P
	if plan.ToTF32 {
		add("operands rounded to TF32, to nearest", 1, times(2, power(-11)).Add(power(-22)), "2·2^-11 + 2^-22")
	}
	if plan.Dot != nil && plan.Dot.Unit.Frac != 0 {
		u := plan.Dot.Unit
		last := 1 - p
		if u.Precision != 0 {
			last = 1 - u.Precision
		}
		blocks := (longest + u.Terms - 1) / u.Terms
		if plan.First > 0 {
			blocks++
		}
		add(words.Fill("blocks of # products in the longest chain", u.Terms), blocks, times(u.Terms+1, power(-u.Frac)).Add(power(last)),
			words.Fill("#·2^-# + 2^#", u.Terms+1, u.Frac, last))
	} else {
		to("fused multiply-adds in the longest chain", longest, p)
	}
	to("additions of parts", parts-1, p)
	if out != plan.Sum {
		to("rounding to "+out.Name, 1, out.P)
	}
	one := power(0)
	if b.OK = b.N.Cmp(one) < 0; b.OK {
		b.Gamma, _ = b.N.Ratio().Quo(one.Sub(b.N).Ratio())
	}
	return b
}
