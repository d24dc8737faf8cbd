package microscope

import (
	"math/bits"

	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor"
	"ulplab/fpcore/wide"
)

// Term labels a row of a block.
type Term struct {
	_           [0]func() // not comparable
	Label, Note string
}

// OfBlock makes the microscope of a block of a matrix unit with accumulators of acc: its terms that are not zero, the
// window that they are cut to, their sum and the result. terms labels every term of the step; one without a label has no
// row, since an equal one before it stands for it. acc is nil for a sum of integers in 32 bits: instead of a cut there is
// what a sum beyond them loses, labelled by lost.
func OfBlock(step *tensor.Step, acc *format.Format, terms []Term, sum, lost, result Term) Scope {
	s := Scope{Window: true, Reach: int(step.Top), Floor: int(step.Quantum)}
	add := func(r ScopeRow) { s.Rows = append(s.Rows, r) }
	for i, t := range step.Terms {
		if t.Sig != 0 && terms[i].Label != "" {
			add(integerRow(ScopeOperand, terms[i], t.Neg, t.Sig, int(t.Exp-t.Frac)))
		}
	}
	if len(s.Rows) == 0 {
		return Scope{Outcome: "0", OutcomeLabel: result.Label}
	}
	if step.Sum == 0 {
		add(ScopeRow{Kind: ScopeExact, Label: sum.Label, Note: sum.Note, Zero: true, Sum: true})
		s.Outcome, s.OutcomeLabel = "0", result.Label
		return s
	}
	exact := integerRow(ScopeExact, sum, step.Sum < 0, uint64(max(step.Sum, -step.Sum)), int(step.Quantum))
	exact.Sum = true
	add(exact)
	if acc == nil {
		at := func(kind ScopeKind, t Term, v int64) {
			r := integerRow(kind, t, v < 0, uint64(max(v, -v, 1)), 0)
			r.Zero, r.Low, r.Sum = v == 0, 0, kind == ScopeDelivered
			add(r)
		}
		if out := int64(step.Out); out != step.Sum {
			at(ScopeOperand, lost, out-step.Sum)
		}
		at(ScopeDelivered, result, int64(step.Out))
		return s
	}
	s.cut(step.Rounded)
	if row, ok := delivered(acc, wide.From64(step.Out), step.Rounded, result.Label, result.Note); ok {
		add(row)
	} else {
		s.Outcome, s.OutcomeLabel = result.Note, result.Label
	}
	return s
}

// integerRow is the row of sig * 2^unit, down to the last of its digits that is not zero.
func integerRow(kind ScopeKind, t Term, neg bool, sig uint64, unit int) ScopeRow {
	top := unit + bits.Len64(sig) - 1
	return ScopeRow{Kind: kind, Label: t.Label, Note: t.Note, Sign: neg, High: top, Low: unit + bits.TrailingZeros64(sig),
		Sig: wide.U256{A: sig << uint(bits.LeadingZeros64(sig))}, Top: top}
}
