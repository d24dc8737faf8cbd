package paper

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/numberline"
)

// accuracyClaims are the statements of section 2.2, Operations and Accuracy.
var accuracyClaims = []claim{
	{
		id: "required",
		lines: func() []*Line {
			var have []string
			for _, r := range required {
				if r.here() {
					have = append(have, r.word)
				}
			}
			names := func(ids ...string) Spans {
				var list []string
				for _, id := range ids {
					if o, ok := arith.Find(id); ok {
						list = append(list, o.Name)
					}
				}
				return plainSpan(strings.Join(list, ", "))
			}
			return []*Line{
				printed("computed in this lab", plainSpan(strings.Join(have, ", ")), "",
					"add, subtract, multiply, divide, square root, fused-multiply-add, remainder, conversion operations, scaling, sign operations, comparisons", everyEdition),
				shown("also required since 2008", names("nextup", "nextdown"), "IEEE 754-2008 and 2019, 5.3.1"),
				shown("recommended since 2019", names("min", "max", "minnum", "maxnum"), "IEEE 754-2019, 9.6"),
			}
		},
	},
	{
		id: "sumexact",
		lines: func() []*Line {
			a, b, c := abcOperands()
			left := valueOf(a).Add(valueOf(b)).Add(valueOf(c))
			right := valueOf(a).Add(valueOf(b).Add(valueOf(c)))
			return []*Line{
				printed("A", datumText(a), codeText(format.F32, a), "2^1 × 1.00000000000000000000001", formulas),
				printed("B", datumText(b), codeText(format.F32, b), "2^0 × 1.00000000000000000000001", formulas),
				printed("C", datumText(c), codeText(format.F32, c), "2^3 × 1.00000000000000000000001", formulas),
				printed("(A + B) + C", binaryText(left, 26, false), "exact", "2^3 × 1.01100000000000000000001011", formulas),
				printed("A + (B + C)", binaryText(right, 26, false), "exact", "2^3 × 1.01100000000000000000001011", formulas),
			}
		},
	},
	{
		id: "sumrounded",
		lines: func() []*Line {
			a, b, c := abcOperands()
			sums := abcSums()
			ab, bc := valueOf(a).Add(valueOf(b)), valueOf(b).Add(valueOf(c))
			all := abcExact()
			rounded := func(label string, code wide.U128, text string) *Line {
				return printed(label, datumText(code), codeText(format.F32, code), text, formulas)
			}
			return []*Line{
				printed("A + B", binaryText(ab, 28, true), "exact", "2^1 × 1.1000000000000000000000110000…", formulas),
				rounded("rn(A + B)", sums.ab, "2^1 × 1.10000000000000000000010"),
				printed("B + C", binaryText(bc, 28, true), "exact", "2^3 × 1.0010000000000000000000100100…", formulas),
				rounded("rn(B + C)", sums.bc, "2^3 × 1.00100000000000000000001"),
				printed("A + B + C", binaryText(all, 28, true), "exact", "2^3 × 1.0110000000000000000000101100…", formulas),
				rounded("rn(rn(A + B) + C)", sums.left, "2^3 × 1.01100000000000000000010"),
				rounded("rn(A + rn(B + C))", sums.right, "2^3 × 1.01100000000000000000001"),
			}
		},
	},
	{
		id: "closer",
		lines: func() []*Line {
			sums := abcSums()
			best := "neither"
			switch exact.Closer(format.F32, sums.left, sums.right, abcExact()) {
			case -1:
				best = "rn(rn(A + B) + C)"
			case 1:
				best = "rn(A + rn(B + C))"
			}
			nearest := abcExact().Round(env, format.F32).Bits
			return []*Line{
				printed("closer to the exact sum", plainSpan(best), "", "rn(A + rn(B + C))", everyEdition),
				shown("rn(rn(A + B) + C)", plainSpan(ulps(sums.left, abcExact())), codeText(format.F32, sums.left)),
				shown("rn(A + rn(B + C))", plainSpan(ulps(sums.right, abcExact())), codeText(format.F32, sums.right)),
				shown("correctly rounded sum", plainSpan(codeText(format.F32, nearest)), ""),
			}
		},
		line: abcLine,
	},
}

// required holds the operations that section 2.2 lists, in its words, and whether the lab has them.
var required = []struct {
	word string
	here func() bool
}{
	{"add", operation("add")},
	{"subtract", operation("sub")},
	{"multiply", operation("mul")},
	{"divide", operation("div")},
	{"square root", operation("sqrt")},
	{"fused-multiply-add", operation("fma")},
	{"remainder", operation("rem")},
	{"conversion operations", operation("cvt", "rint")},
	{"scaling", operation("scaleb", "logb")},
	{"sign operations", operation("neg", "abs", "copysign")},
	{"comparisons", func() bool { return len(arith.Predicates) > 0 }},
}

// operation reports whether the core has every operation of the IDs.
func operation(ids ...string) func() bool {
	return func() bool {
		for _, id := range ids {
			if _, ok := arith.Find(id); !ok {
				return false
			}
		}
		return true
	}
}

// abcOperands returns A, B and C of section 2.2.
func abcOperands() (a, b, c wide.U128) {
	return single(0x40000001), single(0x3f800001), single(0x41000001)
}

// abcExact returns A + B + C.
func abcExact() exact.Value {
	a, b, c := abcOperands()
	return valueOf(a).Add(valueOf(b)).Add(valueOf(c))
}

// abcResults are the rounded sums of section 2.2.
type abcResults struct{ ab, bc, left, right wide.U128 }

func abcSums() (s abcResults) {
	a, b, c := abcOperands()
	add := func(x, y wide.U128) wide.U128 { return arith.Add(env, format.F32, format.F32, x, y, nil).Bits }
	s.ab, s.bc = add(a, b), add(b, c)
	s.left, s.right = add(s.ab, c), add(a, s.bc)
	return s
}

// abcLine shows both rounded sums and the exact one between them.
func abcLine() *numberline.Line {
	s := abcSums()
	return ulpLine(format.F32, format.F32.NextDown(s.right), format.F32.NextUp(s.left), abcExact(),
		[]landmark{{s.right, "rn(A + rn(B + C))", -1}, {s.left, "rn(rn(A + B) + C)", 1}})
}

// landmark is a datum with a name; side is where its label stands, as in Tick.
type landmark struct {
	code wide.U128
	name string
	side int
}

// ulpLine is a number line from one datum of a format to a later one of the same exponent, with the exact value and the data that have
// names. Every datum has a tick; named ones are labelled with the last two digits of their codes.
func ulpLine(f *format.Format, from, to wide.U128, ref exact.Value, marks []landmark) *numberline.Line {
	l := numberline.Line{HasExact: true, ExactLabel: "exact", Every: true, Width: 424}
	n := int(to.Lo - from.Lo)
	at := func(c wide.U128) int { return numberline.Unit * int(c.Lo-from.Lo) / n }
	for c := from; ; c = f.NextUp(c) {
		t := numberline.Tick{Pos: at(c), Weight: numberline.Minor}
		for _, m := range marks {
			if m.code == c {
				code := codeText(f, c)
				t.Weight, t.Label, t.Note, t.Side = numberline.Major, "…"+code[len(code)-2:], m.name, m.side
			}
		}
		l.Ticks = append(l.Ticks, t)
		if c == to {
			break
		}
	}
	if low, _, pos, ok := exact.Bracket(f, ref); ok {
		l.Exact = at(low) + int(pos*int64(numberline.Unit/n)>>exact.FixedBits)
	}
	return &l
}
