package iteration

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/code"
	"ulplab/site/views/expression"
)

// Model is a program whose results are the inputs of its next run, on two targets.
type Model struct {
	In              State
	Problem         *expr.Error
	Notes           []expr.Note
	Trouble         string   // why nothing is iterated though the text can be read
	Unread          []string // variables without a readable value: the trouble is theirs
	Columns         [2]expression.Column
	Cells           []code.Cell // the first step
	Vars            []Var       // carried from step to step
	N               int         // steps done; the start is step 0
	FirstDifference int         // the first step whose bits differ, -1 if none
	Split           string      // the variable that differs there
	Ended           int         // from here on both targets have the same bits again for good, -1 if they do not
	Fit             *Fit
	Flat            bool       // the distance does not grow by a steady factor
	Distances       []Distance // by step
	Done            bool
}

// Var is a carried variable: its values on both targets, by step.
type Var struct {
	Name   string
	Type   expr.Type
	Format *format.Format
	Code   [2][]uint64
	in     [2]int
	out    [2]int32
}

// Distance is the distance of the two targets at a step: the largest of the variables.
type Distance struct {
	Same bool
	Far  bool   // not finite on one of them, or both are NaN with other bits: there is no distance
	Ulps uint64 // steps between neighbours
	// Log is 2^10 times the binary logarithm of the largest absolute difference; of no meaning where Same or Far.
	Log int64
}

// Fit is the straight line through the logarithms of the distances while they grow.
type Fit struct {
	_        [0]func() // not comparable
	From, To int       // steps
	Slope    int64     // 2^20 times the bits a step
	At       int64     // 2^20 times the line's value in bits at From
	Factor   string
	Bits     string // bits a step
	Lyapunov string // the natural logarithm of the factor
}

// of returns what an iteration is computed of.
func of(v State) State {
	v.At = 0
	return v
}

// New reads the text and compiles it for both targets; Step does the steps.
func New(v State) *Model {
	m := &Model{In: of(v), FirstDifference: -1, Ended: -1}
	if len(v.Text) > code.ExprMaxText {
		m.Problem = &expr.Error{From: code.ExprMaxText, To: int32(len(v.Text)), Text: code.ExprLong}
		return m
	}
	for side := range m.Columns {
		t := v.Target(side)
		c := expression.Column{Target: t, ID: t.ID(), Name: t.Name(), Command: t.Command()}
		c.Kind, c.Source = t.Source()
		if c.Code, m.Problem = expr.Parse(v.Text, t.Reads(v.Options())); m.Problem == nil {
			m.Problem = code.TooMany(c.Code, maxValues)
		}
		if m.Problem != nil {
			return m
		}
		if c.Plan, c.Problem = expr.Compile(c.Code, t); c.Problem != nil {
			m.Columns[side] = c
			m.Trouble = c.Name + ": " + c.Problem.Text
			return m
		}
		c.In, c.Values = make([]uint64, len(c.Code.Inputs)), make([]uint64, len(c.Code.Values))
		m.Columns[side] = c
	}
	theCode := m.Columns[0].Code
	m.Notes = theCode.Notes
	row := code.Inputs(v.Start)[0]
	for _, in := range theCode.Inputs {
		shown, _ := code.InputValue(row, in.Name)
		m.Cells = append(m.Cells, code.ReadCell(in.Name, in.Type, shown))
	}
	for _, in := range theCode.Inputs {
		w := Var{Name: in.Name, Type: in.Type, Format: in.Type.Format()}
		if w.find(0, m.Columns[0].Code) && w.find(1, m.Columns[1].Code) {
			if w.Format == nil {
				m.Trouble = integer
				return m
			}
			m.Vars = append(m.Vars, w)
		}
	}
	if len(m.Vars) == 0 {
		m.Trouble = nothing
		return m
	}
	for _, cell := range m.Cells {
		if !cell.Known {
			m.Unread = append(m.Unread, cell.Name)
		}
	}
	if m.Unread != nil {
		m.Trouble = unknown + strings.Join(m.Unread, ", ") + "."
		return m
	}
	for side := range m.Columns {
		c := &m.Columns[side]
		for k, in := range c.Code.Inputs {
			for _, cell := range m.Cells {
				if cell.Name == in.Name {
					c.In[k] = cell.Code.Lo
				}
			}
		}
		for i := range m.Vars {
			w := &m.Vars[i]
			w.Code[side] = append(w.Code[side], c.In[w.in[side]])
		}
	}
	m.Distances = []Distance{{Same: true}}
	return m
}

// find looks up the variable in a program: its input, and the value that it holds at the end.
func (w *Var) find(side int, c *expr.Code) bool {
	w.in[side], w.out[side] = -1, -1
	for i, in := range c.Inputs {
		if in.Name == w.Name {
			w.in[side] = i
		}
	}
	for _, f := range c.Finals {
		if f.Name == w.Name && c.Values[f.Value].Type == w.Type && (c.Values[f.Value].Op != expr.Input || int(c.Values[f.Value].Bits) != w.in[side]) {
			w.out[side] = f.Value
		}
	}
	return w.in[side] >= 0 && w.out[side] >= 0
}

// Step does steps until the operations of the budget are spent; it reports whether all are done.
func (m *Model) Step(budget int) bool {
	if m.Problem != nil || m.Trouble != "" || m.Done {
		return true
	}
	for m.N < int(m.In.N) && budget > 0 {
		for side := range m.Columns {
			c := &m.Columns[side]
			c.Plan.Run(c.In, c.Values)
			for i := range m.Vars {
				w := &m.Vars[i]
				c.In[w.in[side]] = c.Values[w.out[side]]
				w.Code[side] = append(w.Code[side], c.Values[w.out[side]])
			}
			budget -= len(c.Code.Values)
		}
		m.N++
		d := m.distance(m.N)
		m.Distances = append(m.Distances, d)
		if !d.Same && m.FirstDifference < 0 {
			m.FirstDifference = m.N
			for _, w := range m.Vars {
				if w.Code[0][m.N] != w.Code[1][m.N] && m.Split == "" {
					m.Split = w.Name
				}
			}
		}
	}
	if m.N < int(m.In.N) {
		return false
	}
	m.Done = true
	m.fit()
	if m.FirstDifference >= 0 && m.Distances[m.N].Same {
		for m.Ended = m.N; m.Distances[m.Ended-1].Same; m.Ended-- {
		}
	}
	return true
}

// distance compares the targets at a step.
func (m *Model) distance(n int) (d Distance) {
	d.Same = true
	d.Log = -1 << 40
	for i := range m.Vars {
		w := &m.Vars[i]
		a, b := wide.From64(w.Code[0][n]), wide.From64(w.Code[1][n])
		if a == b {
			continue
		}
		x, ok1 := exact.FromBits(w.Format, a)
		y, ok2 := exact.FromBits(w.Format, b)
		d.Same = false
		if !ok1 || !ok2 {
			d.Far = true
			continue
		}
		if p := code.UlpDistance(code.Value{Known: true, Format: w.Format, Code: a, Type: w.Type}, code.Value{Known: true, Format: w.Format, Code: b, Type: w.Type}); p.Known {
			d.Ulps = max(d.Ulps, p.N)
		}
		d.Log = max(d.Log, log2Of(x.Sub(y)))
	}
	return d
}

// unit is one in the logarithms of distances.
const unit = 1 << 10

const maxValues = 2000 // of a program, each of whose runs is a step

// log2Of returns 2^10 times the binary logarithm of |v|, v not 0: squaring the significand gives bit by bit.
func log2Of(v exact.Value) int64 {
	if v.IsZero() {
		return -1 << 40
	}
	top := v.Log2()
	mag := v.Mag
	// The leading 32 bits of the significand, as 1.31.
	n := mag.Len()
	var m uint64
	if n > 32 {
		m = mag.Shr(uint(n - 32)).Low64()
	} else {
		m = mag.Low64() << (32 - n)
	}
	f := int64(0)
	for range 10 {
		q := m * m // 2.62
		f <<= 1
		if q>>63 != 0 {
			f |= 1
			q >>= 1
		}
		m = q >> 31
	}
	return top*unit + f
}

// log2Ulps returns 2^10 times the binary logarithm of a distance in ulp.
func log2Ulps(n uint64) int64 { return log2Of(exact.New(false, wide.NatFrom64(n), 0)) }

// fit draws the line of least squares through the logarithms of the absolute distances, from the step where the targets
// part to where the distance is first within a factor of 16 of its largest, at least six steps.
func (m *Model) fit() {
	if m.FirstDifference < 0 {
		return
	}
	largest := int64(-1 << 40)
	for n := m.FirstDifference; n <= m.N; n++ {
		if d := m.Distances[n]; !d.Same && !d.Far {
			largest = max(largest, d.Log)
		}
	}
	to := m.FirstDifference
	for to <= m.N && (m.Distances[to].Same || m.Distances[to].Far || m.Distances[to].Log < largest-4*unit) {
		to++
	}
	to = min(to, m.N)
	var n, sx, sy, sxx, sxy int64
	for i := m.FirstDifference; i <= to; i++ {
		if d := m.Distances[i]; !d.Same && !d.Far {
			x := int64(i - m.FirstDifference)
			n, sx, sy, sxx, sxy = n+1, sx+x, sy+d.Log, sxx+x*x, sxy+x*d.Log
		}
	}
	den := n*sxx - sx*sx
	if n < 6 || den == 0 {
		return
	}
	slope := (n*sxy - sx*sy) * 1024 / den          // 2^20 bits a step
	if slope*int64(to-m.FirstDifference) < 6<<20 { // no growth to speak of
		m.Flat = true
		return
	}
	f := &Fit{From: m.FirstDifference, To: to, Slope: slope}
	f.At = (sy*1024 - slope*sx) / n
	f.Bits = fixed20(slope)
	f.Lyapunov = fixed20(mulFixed(slope, ln2Fixed))
	if slope > 0 {
		f.Factor = fixed20(exp2Fixed(slope))
	}
	m.Fit = f
}

// ln2Fixed is the natural logarithm of 2 in 2^-20.
const ln2Fixed = 726817

// mulFixed multiplies two numbers in 2^-20.
func mulFixed(a, b int64) int64 { return a * b >> 20 }

// exp2Fixed returns 2^x for x from 0, both in 2^-20: of the fraction by the series of e^(x ln 2). Beyond 2^20 it is 2^20.
func exp2Fixed(x int64) int64 {
	whole, f := x>>20, mulFixed(x&(1<<20-1), ln2Fixed)
	sum, term := int64(1<<20), int64(1<<20)
	for k := int64(1); k < 12; k++ {
		term = mulFixed(term, f) / k
		sum += term
	}
	if whole > 20 {
		return 1 << 40
	}
	return sum << whole
}

// fixed20 writes a number in 2^-20 with three decimals.
func fixed20(n int64) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	milli := (n*1000 + 1<<19) >> 20
	s := strconv.FormatInt(milli%1000, 10)
	return sign + strconv.FormatInt(milli/1000, 10) + "." + "000"[len(s):] + s
}

// Look returns the step looked at: the one asked for, or where the targets part, or the last.
func (m *Model) Look(at uint16) int {
	switch {
	case at > 0:
		return min(int(at)-1, m.N)
	case m.FirstDifference >= 0:
		return m.FirstDifference
	}
	return m.N
}

// Rows returns the steps of the table: some around the one looked at, the first and the last.
func (m *Model) Rows(look int) (out []int) {
	from, to := max(0, look-4), min(m.N, look+8)
	if from > 0 {
		out = append(out, 0)
	}
	for i := from; i <= to; i++ {
		out = append(out, i)
	}
	if to < m.N {
		out = append(out, m.N)
	}
	return out
}

// Value describes a variable at a step on a target.
func (w *Var) Value(side, n int) code.Value {
	return code.ValueOf(w.Type, w.Format, wide.From64(w.Code[side][n]))
}
