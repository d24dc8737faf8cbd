package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/ptx/scalar"
	"ulplab/fpcore/stable"
)

// Assembly is the program of the second result where it is given as PTX, and what it gives.
type Assembly struct {
	Given   bool
	Name    string // of the kernel or function
	Block   string // threads of a block, "128 1 1"; "" of a function, which is no kernel
	Args    []Argument
	Type    expr.Type   // of its result
	Results [2][]uint64 // on each row: as written, and with multiplications and additions fused as ptxas may
	Gives   [2]bool     // that is the second result, on all rows
	Differ  bool        // the two differ, on a row or on a further input
	Probes  int         // further inputs on which evaluations of the program were compared with it
}

// Argument is what a parameter is given, and what that was.
type Argument struct {
	_ [0]func() // not comparable
	scalar.Argument
	Values string // on the row that the answer is about; "" of the result, and of what is not read
}

// assembly is PTX at work in a search.
type assembly struct {
	Assembly
	f      *scalar.Function
	bound  scalar.Binding
	table  Table // the rows, then further inputs
	want   [2][]uint64
	cached *sumCache
}

// problemOf is what is wrong with PTX.
func problemOf(text string, err error) *Problem {
	return &Problem{InSecondText, *expr.ProblemOf(text, err)}
}

// assemble gives the parameters of the PTX their inputs and runs it on the rows and on further inputs.
func (s *Search) assemble() *Problem {
	x := s.ptx
	if x == nil {
		return nil
	}
	c := s.programs[s.main[0]].code
	x.Type = expr.TypeOf(x.f, c.Values[c.Result].Type)
	wrong := x.bind(s.base.Inputs, s.q.Rows)
	if wrong != "" && len(s.orig) > len(s.base.Inputs) && x.bind(s.orig, s.q.Rows) == "" { // constants with names are parameters of it
		wrong = ""
	}
	if wrong != "" {
		return &Problem{InSecondText, expr.Error{To: int32(len(s.q.Second)), Text: wrong}}
	}
	taken := make([]bool, len(s.orig))
	for _, list := range x.bound.Takes {
		for _, i := range list {
			taken[i] = true
		}
	}
	rows, more := len(s.table.In), s.probeTable()
	x.table = Table{In: stable.Clone(s.table.In), Wide: stable.Clone(s.table.Wide)}
	for k, in := range append(stable.Clone(x.table.In), more.In...) {
		var got [2]uint64
		var err error
		if k >= rows {
			for i := range in { // a constant that the PTX holds stays what it is
				if !taken[i] {
					in[i], more.Wide[k-rows][i] = s.table.In[0][i], s.table.Wide[0][i]
				}
			}
		}
		for way := range got {
			if got[way], err = x.run(in, way == 1); err != nil {
				break
			}
		}
		switch {
		case err != nil && k < rows:
			return problemOf(s.q.Second, err)
		case err != nil:
			continue
		case k >= rows:
			x.table.In, x.table.Wide = append(x.table.In, in), append(x.table.Wide, more.Wide[k-rows])
			x.Probes++
		}
		for way, r := range got {
			x.want[way] = append(x.want[way], r)
		}
		x.Differ = x.Differ || got[0] != got[1]
	}
	for way := range x.want {
		x.Results[way] = x.want[way][:rows]
		given, _, _ := s.fit(1, x.Type, x.Results[way])
		x.Gives[way] = given == rows
	}
	return nil
}

// bind gives the parameters the inputs of the program: by name where all have names of inputs, else in the order in which rows
// name them, or the program does. It returns what keeps it from that, "" if nothing does.
func (x *assembly) bind(inputs []expr.InputVar, rows string) (wrong string) {
	words := rowParser{s: rows, inputs: inputs}
	words.scan()
	x.bound, wrong = expr.Bind(x.f, inputs, x.Type, func(name string) int {
		at := slices.IndexFunc(words.words, func(w word) bool { return w.text == name || strings.HasPrefix(w.text, name+"[") })
		if at < 0 {
			at = len(words.words)
		}
		return at
	})
	x.Args = nil
	for _, a := range x.bound.Args {
		x.Args = append(x.Args, Argument{Argument: a})
	}
	return wrong
}

// run computes the result on the inputs of one row.
func (x *assembly) run(in []uint64, fuse bool) (uint64, error) {
	return x.f.Run(x.bound.Numbers(x.f, in), fuse)
}

// assembled returns what running the PTX showed, with the values that its parameters were given on a row.
func (s *Search) assembled(row int) Assembly {
	x := s.ptx
	if x == nil {
		return Assembly{}
	}
	a := x.Assembly
	a.Args = stable.Clone(a.Args)
	for k, list := range x.bound.Takes {
		p := &a.Args[k]
		for _, i := range list {
			p.Values += " " + s.valueOf(row, i)
		}
		if p.Values = strings.TrimPrefix(p.Values, " "); list == nil && p.Type != "" && !p.Array {
			p.Values = strconv.FormatUint(x.bound.Count, 10)
		}
	}
	return a
}

// agrees reports that a hypothesis gives what the PTX gives, on the rows and on further inputs, in one of the ways that give the
// second result.
func (s *Search) agrees(h *hypothesis) bool {
	x := s.ptx
	rows, kept, results, last := s.table, s.cached, s.results, s.last
	s.table, s.cached, s.results = x.table, x.cached, nil
	t, ok := s.outcome(h)
	got := s.results
	s.table, s.cached, s.results, s.last = rows, kept, results, last
	return ok && slices.ContainsFunc([]int{0, 1}, func(way int) bool {
		return x.Gives[way] && slices.EqualFunc(got, x.want[way], func(a, b uint64) bool {
			f, g := t.Format(), x.Type.Format()
			return widen(t, a) == widen(x.Type, b) || f != nil && g != nil && f.ClassOf(u128(a)).IsNaN() && g.ClassOf(u128(b)).IsNaN()
		})
	})
}

// Words says what running the PTX showed.
func (x *Assembly) Words() string {
	row := 0
	for x.Decides() && row+1 < len(x.Results[0]) && x.Results[0][row] == x.Results[1][row] {
		row++
	}
	said := func(way int) string {
		decimal, bits := Written(x.Type, x.Results[way][row])
		if bits != "" { // they are the value, which the shortest decimal is not
			return bits
		}
		return decimal
	}
	const fused = "multiplications and additions that name no rounding"
	s := "The PTX gives " + SideWords(1)
	switch x.Gives {
	case [2]bool{true, true}:
		s += ", whether ptxas fuses its multiplications and additions or not."
		if x.Differ {
			s += " Other inputs would tell which it did."
		}
	case [2]bool{true, false}:
		s += " as it is written: ptxas fused none of its " + fused + ". Fused, as they are by default, they would give " + said(1) + "."
	case [2]bool{false, true}:
		s += " with the " + fused + " fused, as ptxas does by default. As it is written it would give " + said(0) + "."
	default:
		s = "The PTX does not give " + SideWords(1) + ", but " + said(0)
		if x.Results[0][row] != x.Results[1][row] {
			s += " as it is written, and " + said(1) + " where ptxas fuses " + fused
		}
		return s + ". Another build was run, or its parameters were given something else. What follows does not rest on it."
	}
	return s + " What the GPU evaluated is therefore not guessed: only what agrees with the PTX, on these inputs and on " + count(x.Probes, "further one") + ", counts for " + SideWords(1) + "."
}

// Decides reports that the PTX gives the second result, so that evaluations of the program have to agree with it.
func (x *Assembly) Decides() bool { return x.Gives[0] || x.Gives[1] }
