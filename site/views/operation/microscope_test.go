package operation

import (
	"math"
	"math/big"
	"math/rand"
	"testing"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/microscope"
)

// numberOf adds up the cells of a row: sum of digit * 2^weight, with the sign.
func numberOf(r *microscope.ScopeRow) *big.Rat {
	n := new(big.Int)
	for w := r.High; w >= r.Low && !r.Zero; w-- {
		n.Lsh(n, 1)
		n.SetBit(n, 0, uint(r.Bit(w)))
	}
	if r.Sign {
		n.Neg(n)
	}
	q := new(big.Rat).SetInt(n)
	return q.Mul(q, pow2(r.Low))
}

func pow2(e int) *big.Rat {
	one := new(big.Int).Lsh(big.NewInt(1), uint(max(e, -e)))
	if e < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), one)
	}
	return new(big.Rat).SetInt(one)
}

func ratOf32(t *testing.T, bits uint32) *big.Rat {
	t.Helper()
	r := new(big.Rat).SetFloat64(float64(math.Float32frombits(bits)))
	if r == nil {
		t.Fatalf("%08x has no value", bits)
	}
	return r
}

// finite32 makes operands whose exponents lie close enough to meet, with significands of many patterns.
func finite32(r *rand.Rand) uint32 {
	frac := r.Uint32() & 0x7fffff
	switch r.Intn(4) {
	case 0:
		frac = 1 << r.Intn(23)
	case 1:
		frac = 0x7fffff << r.Intn(23) & 0x7fffff
	}
	return r.Uint32()&(1<<31) | uint32(100+r.Intn(56))<<23 | frac
}

// TestScopeHoldsTheNumbers: the rows of the microscope, read cell by cell, are the operands, the exact result and the
// delivered one; the kept bits, guard, round and sticky are those of the exact row. math/big computes the other side.
func TestScopeHoldsTheNumbers(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	exactly := map[string]func(a, b, c *big.Rat) *big.Rat{
		"add": func(a, b, _ *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) },
		"sub": func(a, b, _ *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) },
		"mul": func(a, b, _ *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) },
		"fma": func(a, b, c *big.Rat) *big.Rat { return new(big.Rat).Add(new(big.Rat).Mul(a, b), c) },
		"cvt": func(a, _, _ *big.Rat) *big.Rat { return a },
	}
	cuts := 0
	for id, value := range exactly {
		for n := 0; n < 400; n++ {
			var x [3]uint32
			o := State{ID: id, Src: "f32"}
			for i := range x {
				x[i] = finite32(r)
				o.X[i].Bits = wide.From64(uint64(x[i]))
			}
			if id == "cvt" {
				o.Dst = "bf16"
			}
			o.Env.Direction = round.Directions[n%len(round.Directions)].Dir
			o.Env.RandomBits, o.Env.Random = 12, r.Uint64()
			m := build(o)
			want := value(ratOf32(t, x[0]), ratOf32(t, x[1]), ratOf32(t, x[2]))
			e := m.Scope.Exact()
			if e == nil || numberOf(e).Cmp(want) != 0 {
				t.Fatalf("%s %x: the exact row is %v, want %v", id, x, e, want)
			}
			for i := range m.Scope.Rows {
				row := &m.Scope.Rows[i]
				if row.Kind == microscope.ScopeOperand && !row.Product {
					which := map[string]int{"a": 0, "b": 1, "−b": 1, "c": 2}[row.Label]
					v := ratOf32(t, x[which])
					if row.Label == "−b" {
						v.Neg(v)
					}
					if numberOf(row).Cmp(v) != 0 {
						t.Fatalf("%s %x: row %s holds %v", id, x, row.Label, numberOf(row))
					}
				}
				if row.Kind == microscope.ScopeDelivered {
					bits := uint32(m.Result.Code.Lo)
					if id == "cvt" {
						bits <<= 16
					}
					if numberOf(row).Cmp(ratOf32(t, bits)) != 0 {
						t.Fatalf("%s %x: the result row holds %v, the result is %08x", id, x, numberOf(row), bits)
					}
				}
			}
			if !m.Scope.Rounded {
				continue
			}
			cuts++
			d, q := m.Scope.Decision, m.Scope.Cut
			kept := new(big.Int)
			for w := e.High; w >= q; w-- {
				kept.Lsh(kept, 1)
				kept.SetBit(kept, 0, uint(e.Bit(w)))
			}
			sticky := uint8(0)
			for w := q - 3; w >= e.Low; w-- {
				sticky |= e.Bit(w)
			}
			if kept.Cmp(new(big.Int).SetBits([]big.Word{big.Word(d.Kept.Lo), big.Word(d.Kept.Hi)})) != 0 || e.Bit(q-1) != d.Guard || e.Bit(q-2) != d.Round || sticky != d.Sticky {
				t.Fatalf("%s %x: the cut at %d shows kept %v, guard %d, round %d, sticky %d, the decision is %+v", id, x, q, kept, e.Bit(q-1), e.Bit(q-2), sticky, d)
			}
		}
	}
	if cuts < 1500 {
		t.Errorf("only %d results were rounded", cuts)
	}
}
