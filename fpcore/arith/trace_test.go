package arith_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// tracer holds numbers as integers in units of 2^-scale; scale is chosen so that every row, and every product of
// two, is an integer.
type tracer struct{ scale uint }

func scaleFor(rows []trace.Row) tracer {
	lowest := 0
	for _, r := range rows {
		if r.Sig.A != 0 {
			lowest = min(lowest, int(r.Exp)-255)
		}
	}
	return tracer{uint(300 - 2*lowest)}
}

func (s tracer) row(r trace.Row) *big.Int {
	n := new(big.Int)
	for _, w := range []uint64{r.Sig.A, r.Sig.B, r.Sig.C, r.Sig.D} {
		n.Or(n.Lsh(n, 64), new(big.Int).SetUint64(w))
	}
	if n.Sign() != 0 {
		n.Lsh(n, uint(int(r.Exp)-255+int(s.scale)))
	}
	if r.Sign {
		n.Neg(n)
	}
	return n
}

// num is exact if 2^-scale divides it, else cut.
func (s tracer) num(n num) *big.Int {
	z := new(big.Int)
	if n.kind == isFinite {
		setInt(z, n.m)
		if shift := n.q + int(s.scale); shift >= 0 {
			z.Lsh(z, uint(shift))
		} else {
			z.Rsh(z, uint(-shift))
		}
	}
	if n.neg {
		z.Neg(z)
	}
	return z
}

// cut checks that row holds the leading digits of |x|, exactly known to x >= 0 in units of 2^-scale, and that
// More tells whether digits are missing. sticky: x itself is cut.
func (s tracer) cut(t *testing.T, what string, row trace.Row, x *big.Int, digits int, sticky bool) {
	t.Helper()
	want := new(big.Int).Set(x)
	more := sticky
	if drop := x.BitLen() - digits; drop > 0 {
		more = more || int(x.TrailingZeroBits()) < drop
		want.Lsh(want.Rsh(want, uint(drop)), uint(drop))
	}
	got := s.row(row)
	if got.Abs(got).Cmp(want) != 0 || row.More != more {
		t.Fatalf("%s: row %+v, want %d leading digits of %x (more %t)", what, row, digits, new(big.Int).Rsh(x, x.TrailingZeroBits()), more)
	}
	if got.Sign() != 0 && row.Sig.A>>63 != 1 {
		t.Fatalf("%s: row %+v is not normalised", what, row)
	}
}

// TestTrace holds the traced path of every operation to the untraced one and every row to its exact value.
func TestTrace(t *testing.T) {
	for i := range arith.Ops {
		op := &arith.Ops[i]
		t.Run(op.ID, func(t *testing.T) {
			patternedRun(t, func(t *testing.T, tw *twin, src *def, r *rand.Rand) {
				for range cases(40, 600) {
					a := src.draw(r, wide.From64(1).Shl(uint(src.width-3)))
					b := src.draw(r, a)
					near := a
					if op.Arity == 3 {
						near = arith.Mul(drawEnv(r, src), src.f, src.f, a, b, nil).Bits
					}
					c := [3]wide.U128{a, b, src.draw(r, near)}
					dst := pickDst(r, src)
					env := drawEnv(r, dst)
					var tr trace.Trace
					plain, traced := op.Do(env, dst.f, src.f, c, nil), op.Do(env, dst.f, src.f, c, &tr)
					if plain != traced {
						t.Fatalf("%s %s <- %s %x, %s:\nuntraced %+v\ntraced   %+v", op.ID, dst.id, src.id, c, show(env), plain, traced)
					}
					scaleFor(tr.Rows[:tr.N]).checkRows(t, tw, op, tr.Rows[:tr.N], dst, src, c)
					if t.Failed() {
						t.Logf("%s %s <- %s %x, %s", op.ID, dst.id, src.id, c, show(env))
					}
				}
			})
		})
	}
}

func (s tracer) checkRows(t *testing.T, tw *twin, op *arith.Op, rows []trace.Row, dst, src *def, c [3]wide.U128) {
	t.Helper()
	var a, b *big.Int
	for _, row := range rows {
		switch row.Role {
		case trace.OperandA, trace.OperandB, trace.OperandC:
			k := row.Role - trace.OperandA
			n := src.decode(c[k])
			switch op.ID {
			case "neg":
				n.neg = !n.neg
			case "abs":
				n.neg = false
			case "copysign":
				n.neg = src.decode(c[1]).neg
			case "nextup", "nextdown":
				code, _ := tw.neighbour(&base[0], op.ID == "nextup", src, c[0], n)
				n = src.decode(code)
			case "sub":
				if k == 1 {
					n.neg = !n.neg
				}
			}
			want := s.num(n)
			// Flushed operands are zeros.
			if got := s.row(row); got.Cmp(want) != 0 && !(n.subnormal && got.Sign() == 0) || row.More {
				t.Fatalf("operand %d of %s: row %+v, code %x", k, op.ID, row, c[k])
			}
			if k == 0 {
				a = s.row(row)
			}
			if k == 1 {
				b = s.row(row)
			}
		case trace.Product:
			want := new(big.Int).Mul(a, b)
			got := s.row(row)
			if got.Lsh(got, s.scale).Cmp(want) != 0 || row.More {
				t.Fatalf("product %+v of %s %x", row, src.id, c)
			}
		case trace.Quotient:
			// a/b with 200 digits to spare.
			n := new(big.Int).Lsh(new(big.Int).Abs(a), s.scale)
			q, m := n.QuoRem(n, new(big.Int).Abs(b), new(big.Int))
			s.cut(t, "quotient", row, q, int(row.Bits), m.Sign() != 0)
		case trace.Root:
			n := new(big.Int).Lsh(a, s.scale)
			root := new(big.Int).Sqrt(n)
			s.cut(t, "root", row, root, int(row.Bits), new(big.Int).Mul(root, root).Cmp(n) != 0)
		case trace.Remainder, trace.Result:
			s.checkResultRow(t, tw, op, row, rows, dst, src, c, a, b)
		}
	}
}

// checkResultRow recomputes sums, products, scaled numbers and remainders from the rows of the operands.
func (s tracer) checkResultRow(t *testing.T, tw *twin, op *arith.Op, row trace.Row, rows []trace.Row, dst, src *def, c [3]wide.U128, a, b *big.Int) {
	t.Helper()
	want := new(big.Int)
	switch op.ID {
	case "add", "sub":
		want.Add(a, b)
	case "mul":
		want.Mul(a, b)
		want.Rsh(want, s.scale) // exact by the choice of scale
	case "fma":
		want.Mul(a, b)
		want.Rsh(want, s.scale)
		for _, o := range rows {
			if o.Role == trace.OperandC {
				want.Add(want, s.row(o))
			}
		}
	case "rem", "fmod":
		q, m := new(big.Int).QuoRem(a, s.orHuge(b), new(big.Int))
		if op.ID == "rem" && b != nil {
			twice := new(big.Int).Abs(m)
			twice.Lsh(twice, 1)
			if k := twice.CmpAbs(b); k > 0 || k == 0 && q.Bit(0) == 1 {
				if m.Sign() == b.Sign() {
					m.Sub(m, b)
				} else {
					m.Add(m, b)
				}
			}
		}
		want = m
	case "scaleb":
		n := s.num(src.decode(c[1]))
		n.Quo(n, new(big.Int).Lsh(big.NewInt(1), s.scale))
		k := 70000 * n.Sign()
		if n.IsInt64() && n.Int64() < 70000 && n.Int64() > -70000 {
			k = int(n.Int64())
		}
		want.Abs(a)
		if k >= 0 {
			want.Lsh(want, uint(k))
		} else {
			want.Rsh(want, uint(-k))
		}
		if a.Sign() < 0 {
			want.Neg(want)
		}
	case "rint":
		if got := s.row(row); got.Sign() != 0 && got.TrailingZeroBits() < s.scale {
			t.Fatalf("rint recorded %+v, not an integer", row)
		}
		diff := new(big.Int).Sub(s.row(row), a)
		if diff.CmpAbs(new(big.Int).Lsh(big.NewInt(1), s.scale)) >= 0 {
			t.Fatalf("rint recorded %+v, 1 or more away from its operand", row)
		}
		return
	default:
		t.Fatalf("%s recorded a result %+v", op.ID, row)
	}
	if want.Sign() != 0 && row.Sign != (want.Sign() < 0) {
		t.Fatalf("%s of %s %x: sign of %+v", op.ID, src.id, c, row)
	}
	s.cut(t, op.ID+" of "+src.id, row, want.Abs(want), 256, false)
}

// orHuge is b, or a number beyond every operand where the divisor was infinite and has no row.
func (s tracer) orHuge(b *big.Int) *big.Int {
	if b == nil {
		return new(big.Int).Lsh(big.NewInt(1), 4*s.scale+40000)
	}
	return b
}
