package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr"
)

// libraried returns the program with functions whose bits differ between libraries correctly rounded, on every target.
func (s *Search) libraried(c *expr.Code) *expr.Code {
	if !slices.ContainsFunc(c.Values, func(v expr.Value) bool { return v.Op == expr.Call && libraryFunction(v.Fn) }) {
		return c
	}
	if s.compiled.libraried[c] == nil {
		s.compiled.libraried[c], _ = rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
			if v.Op == expr.Call && libraryFunction(v.Fn) {
				v.Fn = expr.Library(v.Fn, 0)
			}
			return r.emit(v)
		})
	}
	return s.compiled.libraried[c]
}

// libraryFamily gives functions correctly rounded values, and then values within their documented error: one call, or two.
func (s *Search) libraryFamily(code *expr.Code, main int32, bases []expr.Target) {
	type call struct {
		fn   string
		x, y int32
	}
	var calls []call // the same function of the same values is one
	var at []int32
	need := needed(code)
	for i := range code.Values {
		v := &code.Values[i]
		if v.Op != expr.Call || !need[i] || !libraryFunction(v.Fn) {
			continue
		}
		if k := (call{v.Fn, v.X[0], v.X[1]}); !slices.Contains(calls, k) {
			calls, at = append(calls, k), append(at, int32(i))
		}
	}
	if len(calls) == 0 {
		return
	}
	targets := append(bases[:len(bases):len(bases)], mustTarget("9.0-nofma"), mustTarget("gcc-fma"), mustTarget("x87"), mustTarget("x87-store"))
	s.vary(Libraries, costNearest, main, Change{Kind: OtherLibrary, Fn: functionNames(code)}, targets, func(c *expr.Code) (*expr.Code, bool) { return s.libraried(c), true })
	plain := int32(len(s.programs) - 1)
	other := func(parent int32, n, ulps, cost int) int32 {
		v := &code.Values[at[n]]
		s.vary(Libraries, costLibraries+cost, parent, Change{Kind: OtherLibrary, Fn: v.Fn, From: v.From, To: v.To, Ulps: ulps}, targets[:3], func(c *expr.Code) (*expr.Code, bool) {
			return rewrite(c, func(r *rewriter, _ int32, w expr.Value) int32 {
				if fn, _, ok := expr.LibraryOf(w.Fn); ok && fn == v.Fn && w.X[0] == v.X[0] && w.X[1] == v.X[1] {
					w.Fn = expr.Library(fn, ulps)
				}
				return r.emit(w)
			})
		})
		return int32(len(s.programs) - 1)
	}
	if len(calls) > maxCalls {
		return
	}
	for n, k := range calls {
		u, _ := DocumentedUlps(k.fn)
		if u = min(u, 4); len(calls) > 2 {
			u = min(u, 2)
		}
		for d := 1; d <= u; d++ {
			for _, ulps := range [2]int{d, -d} {
				one := other(plain, n, ulps, 2*d)
				for m := n + 1; m < len(calls) && d == 1 && len(calls) <= 6; m++ {
					other(one, m, 1, 8)
					other(one, m, -1, 8)
				}
			}
		}
	}
}

// maxCalls bounds the calls of functions that are varied one by one.
const maxCalls = 24

// functionNames lists the functions of libraries of a program.
func functionNames(c *expr.Code) string {
	var list []string
	for i := range c.Values {
		if v := &c.Values[i]; v.Op == expr.Call && libraryFunction(v.Fn) && !slices.Contains(list, v.Fn) {
			list = append(list, v.Fn)
		}
	}
	return strings.Join(list, ", ")
}

// markRows notes on which rows the results of a program whose functions are off by some ulp, or by none, are those of a side.
func (s *Search) markRows(side int, t expr.Type) {
	if s.byLibrary[side] == nil {
		s.byLibrary[side] = make([]bool, len(s.table.In))
	}
	for row, sets := range s.setsOf(t.Format()) {
		s.byLibrary[side][row] = s.byLibrary[side][row] || sets[side].Level(s.results[row]) >= 0
	}
}

// libraryInstead is a cause in the place of what a side is said to do beside the plain evaluation of its program: functions that are off by
// other errors on each row, within what is documented. nil if there is none: a GPU's functions are known.
func (s *Search) libraryInstead(best [2]*evaluation) []Cause {
	for side, e := range best {
		if s.known[side].Unit == OnGPU || s.hyps[e.hyp].family == Machines || e.traits == (traits{}) || e.traits[CauseLibrary] != "" || s.byLibrary[side] == nil || slices.Contains(s.byLibrary[side], false) {
			continue
		}
		if c, ok := s.program(s.main[side]); ok {
			return []Cause{{ID: CauseLibrary, Rank: 1, Side: side, Fn: functionNames(c)}}
		}
	}
	return nil
}
