package explain

import (
	"cmp"
	"slices"
	"strconv"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// Candidate is an evaluation that gives what was observed, or comes near.
type Candidate struct {
	Family  Family
	Cost    int
	Level   int // how near the results come to the printed ones: Exactly, SixG, AsWide
	Target  expr.Target
	Choice  *expr.Choice // what a hypothesis chooses; nil: what the target's compiler does
	Changes []Change     // of the program
	Ordered bool
	Order   OrderWords
	Type    expr.Type
	Results []uint64      // on each row
	Rows    int           // rows that it explains
	Miss    uint64        // ulp that it is off on the others, in all
	Also    []expr.Target // other targets that do the same
	hyp     int32
}

// Group is candidates that gave the same on all further inputs that were tried: one evaluation, as far as that tells.
type Group struct {
	Best Candidate
	Same []Candidate // the others, by plausibility
}

// Targets lists the real targets of a group, the most plausible first.
func (g *Group) Targets() []expr.Target {
	var list []expr.Target
	add := func(c *Candidate) {
		if c.Family == Machines && !contains(list, c.Target) {
			list = append(list, c.Target)
		}
	}
	add(&g.Best)
	for i := range g.Same {
		add(&g.Same[i])
	}
	return list
}

const (
	maxProbes     = 40
	maxCandidates = 160
	niceInputs    = 64 // up to so many inputs, those of probes are short decimals
)

// prober runs the candidates on further inputs.
type prober struct {
	begun, ended bool
	table        Table
	lists        [2][]found
	marks        [2][][]uint64 // results of the candidates on the probes, in binary64 where they are numbers
	side, at     int
	cached       *sumCache
	ran          map[int32][]uint64 // what a hypothesis gave on the probes: both sides may have it
}

// probeTable makes inputs like those of the rows: the same signs and about the same sizes.
func (s *Search) probeTable() Table {
	var t Table
	if len(s.orig) == 0 || len(s.table.In) == 0 {
		return t
	}
	r := reduce.Random(1)
	still := make([]bool, len(s.orig))
	for i, v := range s.orig {
		still[i] = s.wanders(v.Name)
	}
	probes := maxProbes
	if n := len(s.base.Values); n > 1000 {
		probes /= 4
	} else if n > 100 {
		probes /= 3
	}
	for k := range probes {
		row := k % len(s.table.In)
		in, big := make([]uint64, len(s.orig)), make([]uint64, len(s.orig))
		for i, v := range s.orig {
			if in[i], big[i] = s.table.In[row][i], s.table.Wide[row][i]; still[i] {
				continue
			}
			in[i], big[i] = nearby(&r, v.Type, s.table.In[row][i], len(s.orig) <= niceInputs && k < probes*3/4)
		}
		t.In, t.Wide = append(t.In, in), append(t.Wide, big)
	}
	return t
}

// nearby returns a value like c, and the same in binary64; a short decimal if nice.
func nearby(r *reduce.Random, t expr.Type, c uint64, nice bool) (uint64, uint64) {
	f := t.Format()
	if f == nil {
		return c ^ r.Next()&3, 0
	}
	n := f.Unpack(wide.U128{Lo: c})
	if !n.Class.IsFinite() {
		return c, widen(t, c)
	}
	if nice {
		if d, ok := text.ShortestDigits(f, wide.U128{Lo: c}); ok && d.D != "0" {
			s := strconv.Itoa(int(1000+r.Next()%9000)) + "e" + strconv.FormatInt(d.Exp-3, 10)
			if d.Neg {
				s = "-" + s
			}
			if p, err := text.ParseNumber(s, f, round.Env{}); err == nil {
				return p.Bits.Lo, parse64(s)
			}
		}
	}
	keep := uint64(1)<<f.FracBits - 1
	c = c&^keep | r.Next()&keep
	return c, widen(t, c)
}

// nextProbe goes on with the grouping of candidates.
func (s *Search) nextProbe(steps int) (done bool) {
	p := &s.probes
	if p.ended {
		return true
	}
	if !p.begun {
		p.begun = true
		p.ran, p.cached = map[int32][]uint64{}, newCache()
		p.table = s.probeTable()
		for side := range s.sides {
			list := stable.Clone(s.found[side])
			stable.Sort(list, func(a, b found) int { return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.hyp, b.hyp)) })
			arrived := 0
			list = stable.Delete(list, func(x found) bool { // a few orders of arrival stand for all
				h := &s.hyps[x.hyp]
				if h.order > 0 && s.orderings[h.order-1].id == "atomics" {
					arrived++
				}
				return arrived > enoughArrivals && h.order > 0 && s.orderings[h.order-1].id == "atomics"
			})
			most := maxCandidates
			if len(s.base.Values) > 100 {
				most /= 2
			}
			p.lists[side] = list[:min(len(list), most)]
		}
	}
	rows := s.table
	for p.side < s.sides {
		if p.at == len(p.lists[p.side]) {
			p.side, p.at = p.side+1, 0
			continue
		}
		if steps <= 0 {
			return false
		}
		x := &p.lists[p.side][p.at]
		h := &s.hyps[x.hyp]
		same := s.first(x.hyp, h)
		marks, known := p.ran[same]
		if known {
		} else if len(p.table.In) > 0 {
			kept := s.cached
			s.table, s.cached = p.table, p.cached
			if t, ok := s.outcome(h); ok {
				for _, r := range s.results {
					marks = append(marks, widen(t, r))
				}
			}
			s.table, s.cached = rows, kept
		} else {
			marks = []uint64{uint64(h.family), uint64(s.programs[h.prog].change.Kind)}
		}
		p.ran[same] = marks
		p.marks[p.side] = append(p.marks[p.side], marks)
		p.at++
		steps -= 1 + len(p.table.In)*(len(s.base.Values)/16+1)/8
	}
	for side := range s.sides {
		s.group(side)
	}
	p.ended = true
	return true
}

func (s *Search) group(side int) {
	p := &s.probes
	var keys []int
	for i := range p.lists[side] {
		c := s.candidate(&p.lists[side][i])
		at := -1
		for k, j := range keys {
			if slices.Equal(p.marks[side][i], p.marks[side][j]) {
				at = k
				break
			}
		}
		switch {
		case at >= 0:
			s.groups[side][at].Same = append(s.groups[side][at].Same, c)
		case len(keys) < maxGroups:
			keys = append(keys, i)
			s.groups[side] = append(s.groups[side], Group{Best: c})
		}
	}
}

// candidate makes a Candidate of what was found.
func (s *Search) candidate(x *found) Candidate {
	h := &s.hyps[x.hyp]
	c := Candidate{Family: h.family, Cost: x.cost, Level: x.level, Target: h.target, Choice: h.choice, Type: x.typ, Results: x.results, Rows: x.rows, Miss: x.miss, hyp: x.hyp}
	for n := int(h.prog); n >= 0; n = s.programs[n].parent {
		if ch := s.programs[n].change; ch.Kind != AsWritten {
			c.Changes = append(c.Changes, ch)
		}
		if n == s.programs[n].parent {
			break
		}
	}
	if root := s.programs[h.prog].root; s.lifted[root] && h.prog == s.main[root]-1 {
		c.Changes = []Change{{Kind: KnownConstants}}
	}
	if h.order > 0 {
		c.Ordered, c.Order = true, s.orderings[h.order-1].words(len(s.programs[h.prog].sum.terms))
	}
	return c
}

// Separator is one more input, on which the causes that are still possible give different results.
type Separator struct {
	Names   []string
	Inputs  []string // shortest decimals
	Bits    []uint64
	Results []SeparatorResult
}

// SeparatorResult is what both sides give on it if a cause is right.
type SeparatorResult struct {
	_     [0]func() // not comparable
	Cause int       // number in Answer.Causes
	Type  [2]expr.Type
	Bits  [2]uint64
}

// separator chooses the probe on which the first causes predict different results. ok is false if there is none.
func (s *Search) separator(list []Cause) (sep Separator, ok bool) {
	p := &s.probes
	n := min(len(list), 4)
	if n < 2 || len(p.table.In) == 0 {
		return sep, false
	}
	type prediction struct {
		t expr.Type
		r []uint64
	}
	rows, kept := s.table, s.cached
	s.table, s.cached = p.table, newCache()
	predict := func(c *Candidate) (x prediction) {
		if t, ok := s.outcome(&s.hyps[c.hyp]); ok {
			x = prediction{t, stable.Clone(s.results)}
		}
		s.pause(len(s.base.Values))
		return x
	}
	said := make([][2][]prediction, n)
	further := tieWindow
	if len(s.base.Values) > 300 {
		further = 0
	}
	for i := range n {
		for k := range 2 {
			pairs := list[i].Pairs[k]
			for j := range pairs { // evaluations that are as plausible as the first
				if j == 0 || pairs[j].Cost < pairs[0].Cost+further {
					said[i][k] = append(said[i][k], predict(&pairs[j]))
				}
			}
		}
	}
	s.table, s.cached = rows, kept
	at := func(x prediction, k int) uint64 {
		if k < len(x.r) {
			return widen(x.t, x.r[k])
		}
		return 0
	}
	differ := func(i, j, k int) bool { // on a side, whichever evaluation of each cause it was
		for side := range 2 {
			x, y := said[i][side], said[j][side]
			shared := slices.ContainsFunc(x, func(a prediction) bool {
				return slices.ContainsFunc(y, func(b prediction) bool { return at(a, k) == at(b, k) })
			})
			if len(x) > 0 && len(y) > 0 && !shared {
				return true
			}
		}
		return false
	}
	best, most := -1, 0
	for k := range p.table.In {
		if !differ(0, 1, k) {
			continue
		}
		apart := 0
		for i := range n {
			for j := range i {
				if differ(i, j, k) {
					apart++
				}
			}
		}
		if apart > most {
			best, most = k, apart
		}
	}
	if best < 0 {
		return sep, false
	}
	for i, v := range s.orig {
		if s.wanders(v.Name) {
			continue
		}
		sep.Names = append(sep.Names, v.Name)
		sep.Bits = append(sep.Bits, p.table.In[best][i])
		if f := v.Type.Format(); f != nil {
			sep.Inputs = append(sep.Inputs, textShortest(f, p.table.In[best][i]))
		} else {
			sep.Inputs = append(sep.Inputs, strconv.FormatUint(p.table.In[best][i], 10))
		}
	}
	for i := range n {
		told := true // from every one before
		for j := range i {
			told = told && (i == 1 || differ(i, j, best))
		}
		if !told {
			continue
		}
		r := SeparatorResult{Cause: i}
		for k := range 2 {
			if x := said[i][k]; len(x) > 0 && best < len(x[0].r) {
				r.Type[k], r.Bits[k] = x[0].t, x[0].r[best]
			}
		}
		sep.Results = append(sep.Results, r)
	}
	return sep, true
}
