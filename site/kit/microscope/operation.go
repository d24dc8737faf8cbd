// Package microscope shows one rounding: the operands, the exact result and the delivered one, bit under bit.
package microscope

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/site/kit/words"
)

// factorSpan is the number of weights up to which factors, dividends and radicands are shown on the axis of the
// product, quotient or root even where they lie beside it.
const factorSpan = 60

// tail is the number of digits of an endless quotient or root that are shown after the cut.
const tail = 10

// Words labels the rows of a microscope.
type Words struct {
	Operands               [3]string
	Product, Exact, Result string
}

// Of makes the microscope of an operation from the trace and the decision that it returned.
func Of(id string, env round.Env, dst *format.Format, r round.Result, t *trace.Trace, words Words) Scope {
	return of(id, env, dst, r, t, words, factorSpan)
}

// of is Of with factors that stay where all weights are fewer than span.
func of(id string, env round.Env, dst *format.Format, r round.Result, t *trace.Trace, words Words, span int) Scope {
	var s Scope
	var exact *ScopeRow
	for _, row := range t.Rows[:t.N] {
		n := len(s.Rows)
		switch row.Role {
		case trace.OperandA, trace.OperandB, trace.OperandC:
			kind := ScopeOperand
			if id == "cvt" || id == "rint" || id == "toint" || id == "fromint" {
				kind = ScopeExact
			}
			s.Rows = append(s.Rows, rowOf(kind, words.Operands[row.Role-trace.OperandA], "", row))
			s.Rows[n].Factor = row.Role != trace.OperandC && (id == "mul" || id == "div" || id == "sqrt" || id == "fma")
		case trace.Product:
			s.Rows = append(s.Rows, rowOf(ScopeOperand, words.Product, "exact product", row))
			s.Rows[n].Product = true
		case trace.Result:
			if id == "rint" {
				continue // the integer, which the result shows
			}
			s.Rows = append(s.Rows, rowOf(ScopeExact, words.Exact, "exact", row))
		case trace.Quotient, trace.Root, trace.Remainder:
			s.Rows = append(s.Rows, rowOf(ScopeExact, words.Exact, "exact", row))
		}
		if len(s.Rows) > n && s.Rows[n].Kind == ScopeExact {
			exact = &s.Rows[n]
			exact.Sum = n > 0
		}
	}
	d := r.Decision
	if exact == nil && d.Rounded && id != "scaleb" {
		exact = s.copyOperand(words.Exact)
	}
	if exact == nil {
		return Scope{}
	}
	trim(exact, d)
	if id == "mul" || id == "div" || id == "sqrt" || id == "fma" {
		s.DropFactors(span)
	}
	s.cut(d)
	if env.Direction == round.Stochastic && env.RandomBits > 0 && d.Guard|d.Round|d.Sticky != 0 {
		s.Rows = append(s.Rows, random(env, s.Cut, "+ random"))
	}
	s.deliver(dst, r, words.Result)
	return s
}

// copyOperand makes the exact row from the only operand that is not zero: adding zero changes nothing.
func (s *Scope) copyOperand(label string) *ScopeRow {
	for _, r := range s.Rows {
		if !r.Zero {
			r.Kind, r.Label, r.Note, r.Sum = ScopeExact, label, "exact", true
			s.Rows = append(s.Rows, r)
			return &s.Rows[len(s.Rows)-1]
		}
	}
	return nil
}

// trim leaves out digits of the exact row far below the cut: trailing zeros, and all but a few of an endless one.
func trim(r *ScopeRow, d round.Decision) {
	if r.Zero {
		return
	}
	if r.More && d.Rounded {
		r.Low = max(r.Low, min(int(d.Quantum), r.High)-tail)
		return
	}
	if low := r.Top - 255 + r.Sig.TrailingZeros(); low > r.Low {
		r.Low = low
	}
}

// DropFactors removes the factors of a product, quotient or root where they lie far from it: their place on the axis
// says nothing, and their bits stand beside their fields. span is the number of weights up to which they stay.
func (s *Scope) DropFactors(span int) {
	high, low := 0, 0
	first := true
	for _, r := range s.Rows {
		if r.Zero {
			continue
		}
		if first {
			high, low, first = r.High, r.Low, false
		}
		high, low = max(high, r.High), min(low, r.Low)
	}
	if high-low < span {
		return
	}
	kept := s.Rows[:0]
	for _, r := range s.Rows {
		if r.Factor {
			continue
		}
		if r.Kind == ScopeExact && len(kept) == 0 {
			r.Sum = false
		}
		kept = append(kept, r)
	}
	s.Rows = kept
}

// deliver adds the row of the result, or says what was delivered instead.
func (s *Scope) deliver(dst *format.Format, r round.Result, label string) {
	s.OutcomeLabel = label
	if row, ok := delivered(dst, r.Bits, r.Decision, label, dst.Name); ok && !(r.Decision.Overflow && s.far(row)) {
		s.Rows = append(s.Rows, row)
		return
	}
	s.Outcome = words.Brief(dst, r.Bits)
}

// far reports whether a row lies wholly below the cut: the largest number beside a far larger value.
func (s *Scope) far(row ScopeRow) bool { return row.High < s.Cut-factorSpan }
