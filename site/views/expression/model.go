package expression

import (
	"ulplab/fpcore/expr"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/code"
)

// Model is an expression, its targets and what they make of it. It is computed in slices, see Step.
type Model struct {
	In        State // without what does not change the numbers
	Problem   *expr.Error
	Notes     []expr.Note
	PTX       *Assembly
	Code      *expr.Code // as the first target's compiler reads it, nil with a Problem
	Columns   []Column
	Rows      []Row
	Prints    bool              // the program prints
	A, B      int               // the columns compared, of the row looked at; -1 where there is none
	Exact     string            // the exact value of the row looked at, "" if unknown
	Verdict   string            // who differs, by how much, and who is closer
	Distances [][]code.Distance // the distances of the results of the row looked at; below the diagonal the largest of all rows
	Part      *Part             // A and B, operation by operation
	Sweep     *ExprSweep

	codes [2]*expr.Code // as a host and as a device compiler read it
	todo  []func() int  // what is still to be computed; each returns its cost in operations
}

// Column is a target.
type Column struct {
	Target  expr.Target
	ID      string
	Name    string
	Command string // "" if there is none
	Kind    gpu.Kind
	Source  string
	Problem *expr.Error
	Code    *expr.Code
	Plan    *expr.Plan // nil with a Problem
	Printed string     // what the program prints in the row looked at
	Doubt   string     // why the result of the row looked at is not certain, "" where nothing is left open
	Other   code.Value // another result that the row looked at may have

	In     []uint64
	Values []uint64
	ptx    *ptxColumn  // nil of a target
	held   []held      // by value, of the row looked at
	steps  []expr.Step // of the row looked at
}

// Row is a row of inputs with its results, one a column.
type Row struct {
	Cells   []code.Cell
	Results []Result
	Differ  bool // there are two results with different bits
}

// Result is the result of a column in a row.
type Result struct {
	_ [0]func() // not comparable
	code.Value
	Mark  wide.U128 // the bits that differ from those of A, or of B for A
	Same  int       // the first column with the same bits
	Total string    // the error in ulp of the exact value; "" if unknown or not the row looked at
	Fixed int64     // the same in 2^-20 ulp
	Has   bool      // Fixed is known
}

// of returns what an expression is computed of: the state without the fields that change only how it is shown.
func of(e State) State {
	e.Find, e.Lang, e.At = false, 0, 0
	if !e.Sweep.On {
		e.Sweep = Sweep{}
	}
	return e
}

const (
	maxValues = 100_000 // of a program, as in package explain: a sum of 10,000 quotients has half of them
	maxSwept  = 4000    // values of a program that is evaluated for many numbers
	maxLines  = 4000    // values of a program whose operations are written out
)

// New begins a computation: the text is read, the rest is left to Step.
func New(e State) *Model {
	m := newModel(e, "")
	for _, passes := range expr.MorePasses {
		if !m.unfinished() {
			break
		}
		if n := newModel(e, passes); n.Problem == nil { // else the program grows too large
			m = n
		}
	}
	return m
}

// unfinished reports a row on which a loop needs more passes than were read.
func (m *Model) unfinished() bool {
	if m.Code == nil || m.Code.Unfinished == 0 {
		return false
	}
	c := Column{Code: m.Code}
	var err *expr.Error
	if c.Plan, err = expr.Compile(c.Code, expr.Target{Machine: expr.Strict}); err != nil {
		return false
	}
	c.In = make([]uint64, len(c.Code.Inputs))
	for k := range m.Rows {
		if c.load(&m.Rows[k]) && m.Code.Result >= 0 {
			if c.Plan.Result(c.In); c.Plan.Unfinished() {
				return true
			}
		}
	}
	return false
}

// newModel is New with open loops read as often as expr.Options.Known says.
func newModel(e State, passes string) *Model {
	m := &Model{In: of(e), A: -1, B: -1}
	list, _ := List(m.In.Targets)
	if len(m.In.Text) > code.ExprMaxText {
		m.Problem = &expr.Error{From: code.ExprMaxText, To: int32(len(m.In.Text)), Text: code.ExprLong}
		return m
	}
	var problems [2]*expr.Error
	read := func(t expr.Target) (side int) {
		o := t.Reads(e.Options())
		o.Known = passes
		if o.Device {
			side = 1
		}
		if m.codes[side] == nil && problems[side] == nil {
			m.codes[side], problems[side] = expr.Parse(m.In.Text, o)
		}
		return side
	}
	for _, t := range list {
		side := read(t)
		c := Column{Target: t, ID: t.ID(), Name: t.Name(), Command: t.Command(), Problem: problems[side], Code: m.codes[side]}
		c.Kind, c.Source = t.Source()
		m.Columns = append(m.Columns, c)
		if m.Code == nil && c.Code != nil {
			m.Code, m.Notes, m.Prints = c.Code, c.Code.Notes, len(c.Code.Prints) > 0
		}
		if m.Problem == nil && c.Problem != nil {
			m.Problem = c.Problem
		}
	}
	if m.Code == nil {
		return m
	}
	if m.Problem = code.TooMany(m.Code, maxValues); m.Problem != nil {
		m.Code = nil
		return m
	}
	if m.In.PTX != "" {
		t, _ := expr.TargetByID("9.0")
		m.assembly(m.codes[read(t)])
	}
	for _, row := range code.Inputs(m.In.Rows) {
		m.Rows = append(m.Rows, m.readRow(row))
	}
	for i := range m.Columns {
		m.later(func() int { return m.compile(i) })
	}
	m.later(m.compare)
	for i := range m.Columns {
		m.later(func() int { return m.trace(i) })
		m.later(func() int { return m.follow(i) })
		m.later(func() int { return m.doubt(i) })
	}
	m.later(m.judge)
	if m.In.Sweep.On {
		m.later(m.sweep)
	}
	return m
}

// size is how many values the program has, 0 where it is not read.
func (m *Model) size() int {
	if m.Code == nil {
		return 0
	}
	return len(m.Code.Values)
}

func (m *Model) later(f func() int) { m.todo = append(m.todo, f) }

// Step computes until the operations of the budget are spent; it reports whether all is done.
func (m *Model) Step(budget int) bool {
	for len(m.todo) > 0 {
		f := m.todo[0]
		m.todo = m.todo[1:]
		if budget -= f(); budget < 0 {
			break
		}
	}
	return len(m.todo) == 0
}

// Row returns the number of the row looked at.
func (m *Model) Row() int { return min(int(m.In.Row), len(m.Rows)-1) }

// readRow reads the values of the inputs.
func (m *Model) readRow(row []code.Input) (out Row) {
	for _, in := range m.Code.Inputs {
		shown, _ := code.InputValue(row, in.Name)
		out.Cells = append(out.Cells, code.ReadCell(in.Name, in.Type, shown))
	}
	out.Results = make([]Result, len(m.Columns))
	return out
}

// compile makes the plan of a column and runs it on every row.
func (m *Model) compile(i int) int {
	c := &m.Columns[i]
	if c.Code == nil {
		return 0
	}
	if c.ptx != nil {
		return m.assemble(i)
	}
	cost := 4 * len(c.Code.Values)
	if c.Plan, c.Problem = expr.Compile(c.Code, c.Target); c.Problem != nil {
		c.Plan = nil
		return cost
	}
	c.In, c.Values = make([]uint64, len(c.Code.Inputs)), make([]uint64, len(c.Code.Values))
	for k := range m.Rows {
		r := &m.Rows[k]
		if !c.load(r) || c.Code.Result < 0 {
			continue
		}
		t := c.Code.Values[c.Code.Result].Type
		if bits := c.Plan.Result(c.In); !c.Plan.Unfinished() {
			r.Results[i] = Result{Value: code.ValueOf(t, t.Format(), wide.From64(bits)), Same: i}
		}
		cost += len(c.Code.Values)
	}
	return cost
}

// load fills the inputs of a column with those of a row; it reports whether all of them are known.
func (c *Column) load(r *Row) bool {
	for k, in := range c.Code.Inputs {
		known := false
		for _, cell := range r.Cells {
			if cell.Name == in.Name {
				known = cell.Known
				c.In[k] = cell.Code.Lo
				break
			}
		}
		if !known {
			return false
		}
	}
	return true
}

// compare finds which results are the same, the two columns compared, and the distances.
func (m *Model) compare() int {
	for k := range m.Rows {
		r := &m.Rows[k]
		first := -1
		for i := range r.Results {
			a := &r.Results[i]
			if !a.Known {
				continue
			}
			if first < 0 {
				first = i
			}
			for j := range i {
				if b := &r.Results[j]; b.Known && b.Type == a.Type && b.Code == a.Code {
					a.Same = j
					break
				}
			}
			r.Differ = r.Differ || a.Same != first
		}
	}
	m.choosePair()
	for k := range m.Rows {
		r := &m.Rows[k]
		if m.A < 0 || m.B < 0 || !r.Results[m.A].Known {
			continue
		}
		for i := range r.Results {
			a := &r.Results[i]
			other := m.A
			if i == m.A {
				other = m.B
			}
			if b := &r.Results[other]; a.Known && b.Known && a.Type == b.Type {
				a.Mark = a.Code.Xor(b.Code)
			}
		}
	}
	m.distances()
	return len(m.Rows) * len(m.Columns) * len(m.Columns)
}

// choosePair takes the columns that the reader chose, or the first and the first that differs from it.
func (m *Model) choosePair() {
	n := len(m.Columns)
	if n == 0 || len(m.Rows) == 0 {
		return
	}
	r := m.Rows[m.Row()]
	pick := func(i uint8) int {
		if int(i) > n {
			return -1
		}
		return int(i) - 1
	}
	m.A, m.B = pick(m.In.Pair[0]), pick(m.In.Pair[1])
	seek := func(other int, differ bool) int {
		for i := range n {
			if i == other || !r.Results[i].Known {
				continue
			}
			if !differ || r.Results[i].Same != r.Results[other].Same {
				return i
			}
		}
		return -1
	}
	if m.A < 0 && m.B < 0 {
		m.A = seek(-1, false)
	}
	for _, side := range [2]struct{ own, other *int }{{&m.B, &m.A}, {&m.A, &m.B}} {
		if *side.own < 0 && *side.other >= 0 {
			if *side.own = seek(*side.other, true); *side.own < 0 {
				*side.own = seek(*side.other, false)
			}
		}
	}
}

// distances fills the matrix.
func (m *Model) distances() {
	n := len(m.Columns)
	m.Distances = make([][]code.Distance, n)
	for i := range n {
		m.Distances[i] = make([]code.Distance, n)
		for j := range n {
			if i <= j || len(m.Rows) == 1 {
				r := &m.Rows[m.Row()]
				m.Distances[i][j] = code.UlpDistance(r.Results[i].Value, r.Results[j].Value)
				continue
			}
			worst := code.Distance{Known: true, All: true}
			for k := range m.Rows {
				d := code.UlpDistance(m.Rows[k].Results[i].Value, m.Rows[k].Results[j].Value)
				worst.Known = worst.Known && d.Known
				worst.N = max(worst.N, d.N)
			}
			m.Distances[i][j] = worst
		}
	}
}

// Inputs returns the inputs of a column in the row looked at; ok is false where one of them is unknown.
func (m *Model) Inputs(column int) (in []uint64, ok bool) {
	c := &m.Columns[column]
	if c.Plan == nil || !c.load(&m.Rows[m.Row()]) {
		return nil, false
	}
	return append([]uint64(nil), c.In...), true
}
