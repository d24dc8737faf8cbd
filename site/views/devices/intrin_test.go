package devices

import (
	"math/big"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// bigOf is the slow twin: the intrinsic in math/big, ok for results in the normal range.
func bigOf(op string, f *format.Format, mode big.RoundingMode, x [3]wide.U128) (*big.Float, bool) {
	var v [3]*big.Rat
	for i := range v {
		val, ok := exact.FromBits(f, x[i])
		if !ok {
			return nil, false
		}
		v[i], _ = new(big.Rat).SetString(val.Decimal())
	}
	z := new(big.Float).SetPrec(uint(f.P)).SetMode(mode)
	r := new(big.Rat)
	switch op {
	case "add":
		r.Add(v[0], v[1])
	case "mul":
		r.Mul(v[0], v[1])
	case "fma", "fmaf":
		r.Add(r.Mul(v[0], v[1]), v[2])
	case "rcp":
		if v[0].Sign() == 0 {
			return nil, false
		}
		r.Inv(v[0])
	case "div":
		if v[1].Sign() == 0 {
			return nil, false
		}
		r.Quo(v[0], v[1])
	case "sqrt":
		if v[0].Sign() <= 0 {
			return nil, false
		}
		// A root with 300 bits decides every rounding of an irrational one.
		z.Sqrt(new(big.Float).SetPrec(300).SetRat(v[0]))
		root := new(big.Float).SetPrec(300).Sqrt(new(big.Float).SetPrec(300).SetRat(v[0]))
		z = new(big.Float).SetPrec(uint(f.P)).SetMode(mode).Set(root)
		return z, true
	}
	if r.Sign() == 0 {
		return nil, false
	}
	return z.SetRat(r), true
}

func TestIntrinsicsAgainstBig(t *testing.T) {
	modes := [4]big.RoundingMode{big.ToNearestEven, big.ToZero, big.ToPositiveInf, big.ToNegativeInf}
	checked := 0
	for _, e := range IntrinExamples {
		m := BuildIntrin(e.State)
		if len(m.Rows) != 12 {
			t.Fatalf("%d intrinsics, the paper lists 12", len(m.Rows))
		}
		for _, r := range m.Rows {
			var x [3]wide.U128
			for i, b := range e.State.X {
				if x[i] = wide.From64(uint64(b.F32)); r.Format == format.F64 {
					x[i] = wide.From64(b.F64)
				}
			}
			op := r.Name[3:]
			if r.Name == "__fma" || r.Name == "__fmaf" {
				op = "fma"
			}
			for k, c := range r.Cells {
				if _, ok := gpu.Find(c.Name); !ok {
					t.Errorf("CUDA has no %s", c.Name)
				}
				want, ok := bigOf(op, r.Format, modes[k], x)
				if !ok {
					continue
				}
				if exp := want.MantExp(nil); exp > int(r.Format.Emax)+1 || exp-1 < int(r.Format.Emin) {
					continue // outside the normal range
				}
				v, _ := exact.FromBits(r.Format, wide.From64(c.Bits))
				got, _ := new(big.Float).SetPrec(200).SetString(v.Decimal())
				if got.Cmp(want) != 0 {
					t.Errorf("%s: %s = %s, want %s", e.ID, c.Name, text.Shortest(r.Format, wide.From64(c.Bits)), want.Text('g', 20))
				}
				checked++
			}
		}
	}
	if checked < 200 {
		t.Errorf("only %d results were compared", checked)
	}
}

// Signs of exact zeros, overflow and flushing, from IEEE 754-2019 (6.3, 7.4) and PTX (.ftz).
func TestIntrinsicsAtTheEdges(t *testing.T) {
	in := func(id string) Intrin {
		for _, e := range IntrinExamples {
			if e.ID == id {
				return e.State
			}
		}
		t.Fatalf("no example %s", id)
		return Intrin{}
	}
	flushed := in("underflow")
	flushed.FTZ = true
	for _, c := range []struct {
		in   Intrin
		row  int
		want [4]uint64
		same bool
	}{
		{in("zeros"), 0, [4]uint64{0, 0, 0, 0x80000000}, false},
		{in("zeros"), 2, [4]uint64{0, 0, 0, 0x80000000}, false},
		{in("zeros"), 6, [4]uint64{0, 0, 0, 1 << 63}, false},
		{in("overflow"), 1, [4]uint64{0x7f800000, 0x7f7fffff, 0x7f800000, 0x7f7fffff}, false},
		{flushed, 1, [4]uint64{0, 0, 0, 0}, true},
		{in("tenth"), 2, [4]uint64{0x32800000, 0x32800000, 0x32800000, 0x32800000}, true}, // 10*0.1f - 1 = 2^-26
		{in("tail"), 2, [4]uint64{0x40400000, 0x40400000, 0x40400001, 0x40400000}, false},
	} {
		r := BuildIntrin(c.in).Rows[c.row]
		for k, cell := range r.Cells {
			if cell.Bits != c.want[k] {
				t.Errorf("%s: %#x, want %#x", cell.Name, cell.Bits, c.want[k])
			}
		}
		if r.Same != c.same {
			t.Errorf("%s: same %v", r.Name, r.Same)
		}
	}
	for _, r := range BuildIntrin(FirstIntrin()).Rows {
		if r.From == "" || r.Kind == "" || r.Source == "" || r.C == "" {
			t.Errorf("%s: %+v", r.Name, r)
		}
	}
}
