package explain

import (
	"slices"

	"ulplab/fpcore/expr"
)

// compiled remembers, for one search, what compilers chose for a program, what evaluations gave on the rows, and how texts
// read: compiling takes longer than anything else of a search, and the same is asked again and again.
type compiled struct {
	chosen    map[built]expr.Choice
	gave      map[evaluated][]uint64
	read      map[reading]*expr.Code
	libraried map[*expr.Code]*expr.Code
}

type built struct {
	code   *expr.Code
	target expr.Target
}

type evaluated struct {
	code   *expr.Code
	choice expr.Choice
}

type reading struct {
	root    int8
	text    string
	options expr.Options
}

func newCompiled() compiled {
	return compiled{map[built]expr.Choice{}, map[evaluated][]uint64{}, map[reading]*expr.Code{}, map[*expr.Code]*expr.Code{}}
}

// compile is expr.Compile.
func (s *Search) compile(c *expr.Code, t expr.Target) (*expr.Plan, *expr.Error) {
	p, err := expr.Compile(c, t)
	if err == nil {
		s.compiled.chosen[built{c, t}] = p.Choice
	}
	return p, err
}

// chose is expr.ChoiceOf.
func (s *Search) chose(c *expr.Code, t expr.Target) expr.Choice {
	k := built{c, t}
	if ch, ok := s.compiled.chosen[k]; ok {
		return ch
	}
	if p, err := s.compile(c, t); err == nil {
		s.run(c, p) // who asks for the choice asks for the results next
	} else {
		s.compiled.chosen[k] = expr.ChoiceOf(c, t)
	}
	return s.compiled.chosen[k]
}

// resultsOf runs a choice on all rows, nil if the program cannot be run so.
func (s *Search) resultsOf(c *expr.Code, ch expr.Choice) []uint64 {
	k := evaluated{c, ch}
	r, ok := s.compiled.gave[k]
	if !ok {
		if p, err := expr.PlanOf(c, ch); err == nil {
			return s.run(c, p)
		}
		s.compiled.gave[k] = nil
	}
	return r
}

// run runs a plan on all rows.
func (s *Search) run(c *expr.Code, p *expr.Plan) (list []uint64) {
	s.pause(len(c.Values))
	for row := range s.table.In {
		s.tried++
		list = append(list, p.Result(s.rowInputs(c, row)))
		if p.Unfinished() {
			list = nil
			break
		}
	}
	s.compiled.gave[evaluated{c, p.Choice}] = list
	return list
}

// remember notes the results that the last hypothesis gave on the rows.
func (s *Search) remember() {
	if p := s.last; p != nil {
		k := evaluated{p.Code, p.Choice}
		if _, ok := s.compiled.gave[k]; !ok {
			s.compiled.gave[k] = slices.Clone(s.results)
		}
	}
}
