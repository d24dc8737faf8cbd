package explain

import (
	"slices"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/stable"
)

// compiled remembers, for one search, what compilers chose for a program, what evaluations gave on the rows, and how texts
// read: compiling takes longer than anything else of a search, and the same is asked again and again.
type compiled struct {
	chosen    map[built]expr.Choice
	gave      map[evaluated][]uint64
	plans     map[evaluated]*expr.Plan // of those that explain something
	fuses     map[*expr.Code]bool      // there is something to fuse
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

	constants bool // constants that have names stay constants
}

func newCompiled() compiled {
	return compiled{map[built]expr.Choice{}, map[evaluated][]uint64{}, map[evaluated]*expr.Plan{}, map[*expr.Code]bool{}, map[reading]*expr.Code{}, map[*expr.Code]*expr.Code{}}
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
			s.compiled.gave[k] = stable.Clone(s.results)
		}
	}
}

// recall is outcome without an evaluation: for a hypothesis whose choice is known before the program is compiled, where the program
// was evaluated so before.
func (s *Search) recall(h *hypothesis) (t expr.Type, ok bool) {
	if h.order > 0 {
		return 0, false
	}
	c, ok := s.program(h.prog)
	if !ok {
		return 0, false
	}
	k := evaluated{code: c}
	if k.choice, ok = s.chosenAlready(c, h); !ok {
		return 0, false
	}
	r := s.compiled.gave[k]
	s.results, s.last = append(s.results[:0], r...), s.compiled.plans[k]
	return c.Values[c.Result].Type, r != nil
}

// chosenAlready is the choice of a hypothesis as far as it needs no compiler: what a compiler chose before, and what it chooses where
// there is nothing to fuse.
func (s *Search) chosenAlready(c *expr.Code, h *hypothesis) (ch expr.Choice, ok bool) {
	if h.choice != nil {
		return *h.choice, true
	}
	if ch, ok = s.compiled.chosen[built{c, h.target}]; ok {
		return ch, true
	}
	fuses, known := s.compiled.fuses[c]
	if !known {
		fuses = len(expr.Fusable(c)) > 0
		s.compiled.fuses[c] = fuses
	}
	return s.unfused(h.target), !fuses
}

// identical reports that two programs read from one text are one.
func identical(c, d *expr.Code) bool {
	return c.Result == d.Result && c.Unfinished == d.Unfinished && c.Text == d.Text && len(c.Prints) == len(d.Prints) && len(c.Blocks) == len(d.Blocks) &&
		slices.Equal(c.Values, d.Values) && slices.Equal(c.Inputs, d.Inputs) && slices.Equal(c.Passes, d.Passes)
}

// reread parses a text with other options; the parameters of the program that it varies become inputs again.
func (s *Search) reread(root int8, text string, o expr.Options) (*expr.Code, bool) {
	return s.readOnce(reading{root, text, o, false})
}

// readOnce reads a text that was not read yet.
func (s *Search) readOnce(k reading) (*expr.Code, bool) {
	o := &k.options
	o.Known += s.given
	if s.singles && o.Literals == expr.NoType {
		o.Literals = expr.Float
	}
	if s.whole != "" {
		o.Known = s.whole + " " + o.Known
	}
	c, ok := s.compiled.read[k]
	if !ok {
		c, _ = s.readAgain(k)
		s.compiled.read[k] = c
	}
	return c, c != nil
}

func (s *Search) readAgain(k reading) (*expr.Code, bool) {
	root := k.root
	c, err := expr.Parse(k.text, k.options)
	if err != nil {
		return nil, false
	}
	c, ok := withResult(c)
	if !ok {
		return nil, false
	}
	c = s.printing(c)
	if s.lifted[root] && !k.constants {
		d, at, _, ok := parameters(c, s.doubled(), s.plainly)
		if !ok { // what was a literal is computed
			return c, true
		}
		for i := len(c.Inputs); i < len(d.Inputs) && root > 0; i++ {
			d.Inputs[i].Name += secondMark
		}
		for i, v := range d.Inputs[len(c.Inputs):] {
			k := slices.IndexFunc(s.orig, func(o expr.InputVar) bool { return o.Name == v.Name })
			if k < 0 || v.Type == s.orig[k].Type && at[i] != s.table.In[0][k] || !near(widen(v.Type, at[i]), widen(s.orig[k].Type, s.table.In[0][k])) { // another number
				return c, true
			}
		}
		c = d
	}
	return c, true
}
