package arith_test

import (
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/wide"
)

// specials lists one datum of every kind, of both signs: zeros, the extremes, one, infinities, NaNs with different
// payloads, and the encodings that only x87 has.
func (d *def) specials() []wide.U128 {
	one := wide.From64(1)
	var list []wide.U128
	add := func(c wide.U128) {
		for _, o := range list {
			if o == c {
				return
			}
		}
		list = append(list, c)
	}
	for _, neg := range []bool{false, true} {
		ranks := []wide.U128{{}, one, one.Shl(uint(d.p - 1)), d.maxG}
		if d.p > 1 {
			ranks = append(ranks, one.Shl(uint(d.p-1)).Sub(one))
		}
		for _, rank := range ranks {
			add(d.code(neg, rank))
		}
		// The number one, or what lies there.
		add(d.code(neg, wide.From64(uint64(max(d.bias, 1))).Shl(uint(d.p-1))))
		if d.hasInf() {
			add(d.infinity(neg))
		}
		if d.hasNaN() {
			add(d.quiet(neg, wide.U128{}))
			add(d.quiet(neg, one.Shl(124)))
			if d.p > 2 && d.top == ieeeTop {
				add(d.infinity(neg).Or(one))
				add(d.infinity(neg).Or(one.Shl(uint(d.p - 3)))) // signaling, with another payload
			}
		}
		if d.explicit {
			top := d.code(neg, wide.U128{})
			add(top.Or(one.Shl(63)))                      // pseudo-subnormal
			add(top.Or(wide.From64(5).Shl(64)).Or(one))   // unnormal
			add(d.infinity(neg).Xor(one.Shl(63)))         // pseudo-infinity
			add(d.infinity(neg).Xor(one.Shl(63)).Or(one)) // pseudo-NaN
		}
	}
	return list
}

// TestSpecials runs every combination of special operands through every operation under every NaN rule, overflow
// policy and direction that matters.
func TestSpecials(t *testing.T) {
	for _, pair := range [][2]string{{"f16", "f16"}, {"f32", "f16"}, {"f64", "f64"}, {"x87", "x87"}, {"f128", "f32"}, {"bf16", "e4m3"}, {"e4m3", "e4m3"},
		{"e5m2fnuz", "e5m2fnuz"}, {"e5m2", "e2m1"}, {"e8m0", "e8m0"}, {"ue4m3", "f32"}, {"f16", "e8m0"}, {"f32", "x87"}} {
		src, dst := find(pair[0]), find(pair[1])
		t.Run(src.id+"/"+dst.id, func(t *testing.T) {
			t.Parallel()
			var tw twin
			list := src.specials()
			for i := range arith.Ops {
				op := &arith.Ops[i]
				n := 1
				for range op.Arity {
					n *= len(list)
				}
				for k := range n {
					c := [3]wide.U128{list[k%len(list)], list[k/len(list)%len(list)], list[k/len(list)/len(list)]}
					if s := tw.checkAll(op, dst, src, c); s != "" {
						t.Fatal(s)
					}
				}
			}
			for _, a := range list {
				for _, b := range list {
					tw.checkCompare(t, base[0], src, a, b)
				}
			}
		})
	}
}
