package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr"
)

// pair is one evaluation of each side.
type pair struct {
	a, b *evaluation
	diff [causes]bool
	n    int // causes in diff
	cost int
}

// difference says in what two evaluations differ: their traits, or, where they have the same, what their machines do with
// NaNs and with conversions out of range. n is 0 where that is not known.
func (s *Search) difference(a, b *evaluation) (d [causes]bool, n int) {
	nan, conversion := s.unlike(a, b)
	if nan || conversion {
		d[CauseNaN], d[CauseConversion] = nan, conversion
		return d, 1
	}
	for _, id := range s.between(a, b) {
		d[id] = true
		n++
	}
	if n == 0 {
		for id := range d {
			if a.traits[id] != b.traits[id] {
				d[id] = true
				n++
			}
		}
	}
	if a.typ != b.typ && s.isStored(a) != s.isStored(b) && !d[CauseWide] { // one was rounded to float at the end, the other was not
		d[CauseWide] = true
		n++
	}
	if s.textDiffers {
		if !d[s.textCause] {
			n++
		}
		d[s.textCause] = true
		for side, e := range []*evaluation{a, b} {
			if d[CauseWide] && d[CauseReducedInput] && strings.HasPrefix(e.traits[CauseReducedInput], inFloats) && !holdsDoubles(s.texts[1-side]) {
				d[CauseReducedInput] = false // the data of both are those of the text in float
				n--
			}
		}
	} else if s.ofFloats(a) != s.ofFloats(b) && a.typ == b.typ && a.typ.IsFloat() && slices.EqualFunc(a.results, b.results, near) { // and not a number that a float has none of
		if d[CauseReducedInput] && strings.HasPrefix(a.traits[CauseReducedInput]+b.traits[CauseReducedInput], inFloats) { // the data of both are floats
			d[CauseReducedInput] = false
			n--
		}
		if !d[CauseWide] {
			n++
		}
		d[CauseWide] = true
	}
	return d, n
}

// ofFloats reports an evaluation for which variables that the text does not declare are float where they are double for others.
func (s *Search) ofFloats(e *evaluation) bool {
	return slices.ContainsFunc(s.changes(&s.hyps[e.hyp]), func(c Change) bool { return c.Kind == FloatData })
}

// byDefault reports the evaluation of nvcc's default build where the result is one of a GPU.
func (s *Search) byDefault(side int, e *evaluation) bool {
	h := &s.hyps[e.hyp]
	f := h.target.GPU.Flags
	return s.known[side].Unit == OnGPU && h.family == Machines && h.target.Machine == expr.GPU && f == mustTarget("9.0").GPU.Flags && !h.target.Debug && e.traits[CauseContraction] != ""
}

// inDouble reports a program in float that was evaluated in double.
func (e *evaluation) inDouble() bool {
	return e.traits[CauseWide] != "" && e.traits[CauseWide] != "demoted" && e.traits[CauseWide] != inFloat
}

// ids lists the causes in which a pair differs. Where one evaluation is in double, the order of the additions and what is fused are none
// of them, unless the texts differ in it: to evaluate the other one in double takes the difference away.
func (s *Search) ids(p *pair) (list []ID) {
	wide := p.diff[CauseWide] && (p.a.inDouble() != p.b.inDouble() || (p.a.traits[CauseWide] == inFloat) != (p.b.traits[CauseWide] == inFloat))
	for id, on := range p.diff {
		if id := ID(id); on && (!wide || id != CauseOrder && id != CauseContraction || s.textDiffers && s.textCause == id) {
			list = append(list, id)
		}
	}
	return list
}

// sideOf is the side whose evaluation has what a cause stands for.
func (s *Search) sideOf(p *pair, id ID) int {
	switch a, b := p.a.traits[id] != "", p.b.traits[id] != ""; {
	case id == CauseContraction && s.textDiffers && id == s.textCause && s.known[0].fuses() && s.known[1].fuses(): // though one may fuse without effect
		return BothSides
	case a && !b:
		return 0
	case a && b:
		return BothSides
	case !b && s.textDiffers && id == s.textCause:
		return s.departs()
	}
	return 1
}

// departs is the side whose text has more of what the two texts differ in, BothSides where both fuse products.
func (s *Search) departs() int {
	var n [2]int
	for side, text := range [...]string{s.q.Text, s.q.Second} {
		switch s.textCause {
		case CauseContraction, CauseFastDivision, CauseFastFunction:
			for _, t := range tokens(text) {
				if m, known := expr.MeaningOf(text[t.from:t.to]); known && (m.ID == "fma" || m.Intrinsic && s.textCause != CauseContraction) {
					n[side]++
				}
			}
		case CauseReducedInput, CauseReducedAccumulation:
			for _, v := range s.texts[side].Values {
				if ofNarrow(v) {
					n[side]++
				}
			}
		case CauseWide:
			n[side] = strings.Count(text, "double")
		}
	}
	switch {
	case n[0] > n[1]:
		return 0
	case n[0] == n[1] && s.textCause == CauseContraction: // another product is fused
		return BothSides
	}
	return 1
}

// isStored reports a result in double that was assigned to a float, which the program does not say.
func (s *Search) isStored(e *evaluation) bool {
	return slices.ContainsFunc(s.changes(&s.hyps[e.hyp]), func(c Change) bool { return c.Kind == StoredFloat })
}

// unlike reports results that differ only in bits of NaNs, or in what a conversion of a number out of range gives.
func (s *Search) unlike(a, b *evaluation) (nan, conversion bool) {
	f, g := a.typ.Format(), b.typ.Format()
	if f != nil && g != nil {
		nan, some := true, false
		for i := range a.results {
			both := f.ClassOf(u128(a.results[i])).IsNaN() && g.ClassOf(u128(b.results[i])).IsNaN()
			some = some || both
			nan = nan && (both || widen(a.typ, a.results[i]) == widen(b.typ, b.results[i]))
		}
		if nan && some {
			return true, false
		}
	}
	if a.typ != b.typ || slices.Equal(a.results, b.results) {
		return false, false
	}
	if a.traits != (traits{}) || b.traits != (traits{}) {
		return false, false
	}
	return false, s.undefined(a, b)
}

// sameEvaluation reports that one evaluation gives both results.
func sameEvaluation(a, b *evaluation) bool {
	return a.traits == b.traits && a.typ == b.typ && slices.Equal(a.results, b.results)
}

// escapes reports a pair of which one is a number and the other a NaN or infinite: an algebraic form without the overflow gives a
// number as well as a wider format does.
func (s *Search) escapes(p *pair) bool {
	for row := range s.table.In {
		if finite(p.a.typ, p.a.results[row]) != finite(p.b.typ, p.b.results[row]) {
			return true
		}
	}
	return false
}

// inputsToo reports that the evaluation of a side that rounds results to a narrower format gives the same with its inputs rounded to it too.
func (s *Search) inputsToo(side int, best pair) bool {
	e := [2]*evaluation{best.a, best.b}[side]
	ch := s.programs[s.hyps[e.hyp].prog].change
	return !s.holds(s.main[side], ch.Fn) && slices.ContainsFunc(s.found[side], func(y found) bool {
		return slices.Equal(y.results, e.results) && slices.ContainsFunc(s.changes(&s.hyps[y.hyp]), func(c Change) bool {
			return c.Fn == ch.Fn && (c.Kind == RoundValues || c.Kind == RoundInputs && c.Was == "")
		})
	})
}

// byNoCompiler reports a side on which products are fused as no compiler that is known does it: only patterns that were tried give the result.
func (s *Search) byNoCompiler(a, b []evaluation) bool {
	for _, list := range [2][]evaluation{a, b} {
		if !slices.ContainsFunc(list, func(e evaluation) bool { return s.hyps[e.hyp].family != Fusings }) {
			return true
		}
	}
	return false
}

// convertsElsewhere reports a variation of a program that converts to integers, for a GPU or a CPU, where the result is said to be of the other
// unit: which converts otherwise, or gives it without the variation.
func (s *Search) convertsElsewhere(side int, x *found) bool {
	h := &s.hyps[x.hyp]
	id, u := "gcc", s.known[side].Unit
	switch {
	case h.family == Machines || h.family == Policies || h.order > 0:
		return false
	case u == OnGPU && h.target.Machine == expr.SSE:
		id = "9.0"
	case u < OnCPU || h.target.Machine != expr.GPU:
		return false
	}
	code, z, ok := s.choiceOf(h)
	if !ok || !slices.ContainsFunc(code.Values, func(v expr.Value) bool {
		return v.Op == expr.Convert && !v.Type.IsFloat() && code.Values[v.X[0]].Type.IsFloat()
	}) {
		return false
	}
	w := s.chose(code, mustTarget(id))
	if w.Fuse, w.Div, w.Sqrt, w.FlushIn, w.FlushOut = z.Fuse, z.Div, z.Sqrt, z.FlushIn, z.FlushOut; len(z.Fuse) == 0 {
		unfused(&w)
	}
	if r := s.resultsOf(code, w); r != nil && !slices.Equal(r, x.results) {
		return true
	}
	plain, ok := s.program(int32(s.programs[h.prog].parent))
	return ok && slices.Equal(s.resultsOf(plain, s.chose(plain, mustTarget(id))), x.results)
}

// telling is on how many rows the results of a pair differ.
func (s *Search) telling(p pair) (n int) {
	for row := range s.table.In {
		if widen(p.a.typ, p.a.results[row]) != widen(p.b.typ, p.b.results[row]) {
			n++
		}
	}
	return n
}

// locate adds to a cause the change that it stands for.
func (s *Search) locate(c *Cause, p *pair) {
	e := p.a
	if c.Side != 0 {
		e = p.b
	}
	if c.ID == CauseWide && e.traits[CauseWide] == longDouble {
		c.Fn = longDouble
	}
	if c.ID == CauseX87 && strings.HasPrefix(e.traits[CauseX87], "24") {
		c.Fn = allSingle
	}
	for _, ch := range s.changes(&s.hyps[e.hyp]) {
		switch {
		case c.ID == CauseNaN && ch.Kind == FiniteOnly:
			c.Fn = finiteMath
		case c.ID == CauseWide && ch.Kind == FunctionsOfC:
			c.Fn = asInC
		case c.ID == CauseOrder && ch.Kind == Factored:
			c.Fn = factoredOut
		case c.ID == CauseWide && (ch.Kind == AllDouble || ch.Kind == DoubleRounded || ch.Kind == DoubleOfFloat || ch.Kind == DoubleOfFloatRounded):
			c.Fn = inDouble
		case c.ID == CauseWide && p.a.traits[c.ID]+p.b.traits[c.ID] == inFloat:
			c.Fn = inFloat
		case c.ID == CauseOrder && ch.Kind == Simplified, c.ID == CauseFastDivision && ch.Kind == Reciprocals:
			c.Fn = reassociated
		case ch.Kind == Spelled && c.ID == ch.ID:
			c.Fn = ch.Was
		case ch.Kind == AnotherNaN && c.ID == ch.ID:
			c.Fn = finiteResult
		case c.ID == CauseIntegerDivision && ch.Kind == TrueDivision:
			c.Fn = ch.Was
		case c.ID == CauseNaN && ch.Kind == Extremes,
			c.ID == CauseReducedInput && (ch.Kind == RoundFactors || ch.Kind == RoundInputs), c.ID == CauseReducedAccumulation && (ch.Kind == RoundAll || ch.Kind == RoundLast || ch.Kind == RoundValues),
			c.ID == CauseOrder && ch.Kind == Regrouped, c.ID == CauseLibrary && ch.Kind == OtherLibrary, c.ID == CauseConversion && ch.Kind == Policy:
			c.Fn, c.From, c.To = ch.Fn, ch.From, ch.To
		}
	}
	if c.ID == CauseNaN && guard(c.Fn) && c.Side != BothSides { // it is about the other result
		c.Side = 1 - c.Side
	}
	if s.textDiffers && c.ID == s.textCause && (c.Fn == "" || leaves(s.textWay) || c.ID == CauseLibrary && !guard(c.Fn)) {
		c.Fn = s.textWay
	}
	if code, _, ok := s.choiceOf(&s.hyps[e.hyp]); ok && c.ID == CauseLibrary && c.Fn == "" {
		c.Fn = functionNames(code)
	}
	if h := &s.hyps[e.hyp]; h.order > 0 && c.ID.reduced() {
		c.Fn = s.orderings[h.order-1].rounding(c.ID)
	}
}

// formatName is the format of a rounding, "=tf32" of "=tf32 rna".
func formatName(fn string) string {
	name, _, _ := strings.Cut(fn, " ")
	return name
}
