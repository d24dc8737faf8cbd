package expression

import (
	"slices"
	"strconv"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/code"
)

// findTries is how many sets of inputs a search tries, and findValues how many candidates there are of an input.
const (
	findTries  = 20_000
	findValues = 64
)

// Finder looks for inputs of the magnitudes of the row looked at for which A and B give different bits: numbers of
// three digits, in an order that is always the same.
type Finder struct {
	Tried int
	Row   string // what was found, "" if nothing was yet

	m     *Model
	seed  reduce.Random
	texts [][]string // by input: candidates
	codes [][]uint64
	plans [2]func(in []uint64) (bits uint64, open bool)
	in    [2][]uint64
	at    [2][]int // the input of a column by cell
	cost  int      // operations of a try
}

// digits returns the digits of a floating-point input.
func digits(c *code.Cell) (d exact.Digits, ok bool) {
	if !c.Known || c.Format == nil {
		return d, false
	}
	return text.ShortestDigits(c.Format, c.Code)
}

// Find begins a search, nil where there is nothing to search for.
func (m *Model) Find() *Finder {
	if m.A < 0 || m.B < 0 || !m.runs(m.A) || !m.runs(m.B) || m.Code.Result < 0 || len(m.Code.Inputs) == 0 || len(m.Code.Inputs) > code.MaxCells {
		return nil
	}
	cells := m.Rows[m.Row()].Cells
	f := &Finder{m: m, seed: reduce.Random(len(m.Rows)), cost: m.cost(m.A) + m.cost(m.B), texts: make([][]string, len(cells)), codes: make([][]uint64, len(cells))}
	for i := range cells {
		c := &cells[i]
		for range findValues {
			t, code := c.Shown, c.Code.Lo
			if d, ok := digits(c); ok {
				t = strconv.FormatUint(100+f.seed.Next()%900, 10) + "e" + strconv.FormatInt(d.Exp-2, 10)
				if d.Neg {
					t = "-" + t
				}
				if p, err := text.ParseNumber(t, c.Format, round.Env{}); err == nil {
					code = p.Bits.Lo
					t = text.Shortest(c.Format, p.Bits)
				}
			}
			f.texts[i], f.codes[i] = append(f.texts[i], t), append(f.codes[i], code)
		}
	}
	for side, k := range [2]int{m.A, m.B} {
		c := &m.Columns[k]
		if !c.load(&m.Rows[m.Row()]) {
			return nil
		}
		f.plans[side], f.in[side], f.at[side] = m.evaluator(k), stable.Clone(c.In), make([]int, len(cells))
		for i := range cells {
			f.at[side][i] = slices.IndexFunc(c.Code.Inputs, func(in expr.InputVar) bool { return in.Name == cells[i].Name })
		}
	}
	return f
}

// Step tries sets of inputs for about so many operations, at least one set, and reports whether the search has ended.
func (f *Finder) Step(operations int) (done bool) {
	t := f.m.Code.Values[f.m.Code.Result].Type.Format()
	nan := func(c uint64) bool { return t != nil && t.ClassOf(wide.From64(c)).IsNaN() }
	pick := make([]int, len(f.codes))
	for ; f.Row == "" && f.Tried < findTries; f.Tried++ {
		if operations <= 0 {
			return false
		}
		operations -= f.cost
		for i := range pick {
			pick[i] = int(f.seed.Next() % findValues)
		}
		var out [2]uint64
		open := false
		for side, p := range f.plans {
			for i, j := range f.at[side] {
				if j >= 0 {
					f.in[side][j] = f.codes[i][pick[i]]
				}
			}
			bits, unknown := p(f.in[side])
			out[side], open = bits, open || unknown
		}
		if open || out[0] == out[1] || nan(out[0]) && nan(out[1]) {
			continue
		}
		var found []code.Input
		for i, c := range f.m.Rows[f.m.Row()].Cells {
			found = append(found, code.Input{Name: c.Name, Text: f.texts[i][pick[i]]})
		}
		f.Row = code.Join([][]code.Input{found})
	}
	return true
}
