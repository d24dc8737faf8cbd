package microscope

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
)

// OfFactors is Of with all factors: they stand first, and begin where the product, quotient or root begins, since their own weights say
// nothing beside those of a product, quotient or root.
func OfFactors(id string, env round.Env, dst *format.Format, r round.Result, t *trace.Trace, words Words) Scope {
	s := of(id, env, dst, r, t, words, 1<<30)
	e := s.Exact()
	for i := range s.Rows {
		if s.Rows[i].Product {
			e = &s.Rows[i]
		}
	}
	if e != nil && !e.Zero {
		for i := range s.Rows {
			if s.Rows[i].Factor {
				s.Rows[i].begin(e.High)
			}
		}
	}
	return s
}

// begin moves a row so that its leading digit stands at weight w, and notes the power of two that it has.
func (r *ScopeRow) begin(w int) {
	if r.Zero {
		return
	}
	r.Note = "× " + words.Pow2(r.High)
	d := w - r.High
	r.High, r.Low, r.Top = r.High+d, r.Low+d, r.Top+d
}

// Frame returns the picture with the rows that show chooses, the others keeping their place, and without the outcome unless
// it is whole; cut tells whether the rounding has cut already.
func (s *Scope) Frame(show func(i int, r *ScopeRow) bool, cut bool) Scope {
	f := *s
	f.Staged, f.Uncut = true, !cut
	f.Rows = stable.Clone(s.Rows)
	for i := range f.Rows {
		if r := &f.Rows[i]; !show(i, r) {
			r.Hidden, f.Outcome = true, ""
		}
	}
	return f
}

// Unaligned lets every operand begin at the highest weight among them.
func (s Scope) Unaligned() Scope {
	s.shared, s.Loose = s.seeds(), true
	s.Rows = stable.Clone(s.Rows)
	top, any := 0, false
	for _, r := range s.Rows {
		if r.Kind != ScopeDelivered && !r.Factor && !r.Hidden && !r.Zero && (!any || r.High > top) {
			top, any = r.High, true
		}
	}
	for i := range s.Rows {
		if r := &s.Rows[i]; any && !r.Factor && !r.Hidden {
			r.begin(top)
		}
	}
	return s
}

// WithoutFactors leaves the factors out.
func (s Scope) WithoutFactors() Scope {
	s.Rows = stable.Delete(stable.Clone(s.Rows), func(r ScopeRow) bool { return r.Factor })
	if len(s.Rows) > 0 {
		s.Rows[0].Sum = false
	}
	return s
}

// Bracket marks the weights from reach down to floor.
func (s Scope) Bracket(reach, floor int, label string) Scope {
	s.Window, s.Reach, s.Floor, s.WindowLabel = true, reach, floor, label
	return s
}

// DigitWords labels the rows of a step of a division or root.
type DigitWords struct{ Before, Trial, After, Digits string }

// OfDigit is step k of a division or root by digits: what was left, what is tried, what is left now, and the digits so far,
// of which those below the cut of d are not kept.
func OfDigit(list []arith.Digit, k int, d round.Decision, words DigitWords) Scope {
	s := Scope{Staged: true, Open: true, Rounded: d.Rounded, Cut: int(d.Quantum), Decision: d}
	row := func(kind ScopeKind, label string, sig wide.U128, unit int) {
		r := ScopeRow{Kind: kind, Label: label, Zero: sig.IsZero(), Unsigned: true}
		if !r.Zero {
			n := sig.LeadingZeros()
			r.High, r.Low, r.Sig = unit+127-n, unit, wide.Top128(sig.Shl(uint(n)))
			r.Top = r.High
		}
		s.Rows = append(s.Rows, r)
	}
	at := list[k]
	row(ScopeOperand, words.Before, at.Before, int(at.Unit))
	row(ScopeOperand, words.Trial, at.Trial, int(at.Unit))
	row(ScopeOperand, words.After, at.After, int(at.Unit))
	s.Rows[2].Sum = true
	if !at.One {
		s.Rows[1].Label, s.Rows[1].Note = words.Trial, "too large"
	}
	from := max(0, k-127)
	var digits wide.U128
	for i := from; i <= k; i++ {
		digits = digits.Shl(1)
		if list[i].One {
			digits.Lo |= 1
		}
	}
	high := int(list[from].Weight)
	s.Rows = append(s.Rows, ScopeRow{Kind: ScopeExact, Label: words.Digits, Unsigned: true, High: high, Low: int(at.Weight), Top: high,
		Sig: wide.Top128(digits.Shl(uint(127 - (k - from))))})
	return s
}
