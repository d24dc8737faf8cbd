package expression

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/ptx"
	"ulplab/fpcore/ptx/machine"
	"ulplab/fpcore/ptx/scalar"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/code"
	"ulplab/site/kit/words"
	ptxview "ulplab/site/views/ptx"
)

// MaxPTX bounds the bytes of a text of PTX.
const MaxPTX = ptxview.MaxText

// Assembly is the reader's PTX of the program.
type Assembly struct {
	Problem *expr.Error // of the PTX
	Order   string      // what is wrong with the order of the inputs, a sentence
	Name    string      // of the kernel or function
	Args    []scalar.Argument

	f     *scalar.Function
	bound scalar.Binding
	typ   expr.Type
}

// ptxColumn is what a column knows whose program is the reader's PTX.
type ptxColumn struct {
	fuse     bool
	executed int // thread-instructions of the row looked at
	thread   int // that stored its result
	watch    machine.Watch
}

// Bounds of the work on PTX: thread-instructions of a step of the model, statements of a thread that are kept, and thread-instructions
// of a run up to which it is repeated along a sweep and in a search.
const (
	ptxStep   = 5000
	ptxEvents = 1000
	ptxLittle = 20_000
)

// assembly reads the PTX and adds its columns: as ptxas compiles it by default and, where that fuses anything, with -fmad=false.
func (m *Model) assembly(gpuCode *expr.Code) {
	a := &Assembly{}
	m.PTX = a
	if strings.TrimSpace(m.In.PTX) == "" {
		return
	}
	f, err := scalar.Read(m.In.PTX)
	switch {
	case err != nil:
		a.Problem = expr.ProblemOf(m.In.PTX, err)
		return
	case gpuCode == nil || gpuCode.Result < 0:
		a.Problem = &expr.Error{Text: ptxNoResult}
		return
	}
	a.f, a.Name, a.typ = f, f.Name, expr.TypeOf(f, gpuCode.Values[gpuCode.Result].Type)
	order := strings.FieldsFunc(m.In.Takes, func(r rune) bool { return r == ',' || r == ' ' || r == ';' })
	for _, name := range order {
		if !slices.ContainsFunc(gpuCode.Inputs, func(v expr.InputVar) bool { return v.Name == name || strings.HasPrefix(v.Name, name+"[") }) {
			a.Order = "The program has no input " + words.Few(name, 24) + "."
		}
	}
	wrong := ""
	if a.bound, wrong = expr.Bind(f, gpuCode.Inputs, a.typ, func(name string) int {
		if k := slices.Index(order, name); k >= 0 {
			return k
		}
		return len(order)
	}); wrong != "" {
		a.Problem = &expr.Error{To: int32(len(m.In.PTX)), Text: wrong}
		return
	}
	a.Args = a.bound.Args
	add := func(id, name, command string, fuse bool) {
		m.Columns = append(m.Columns, Column{ID: id, Name: name, Command: command, Kind: gpu.Measured, Source: ptxSource, Code: gpuCode, ptx: &ptxColumn{fuse: fuse}})
	}
	if !f.Fuses {
		add("ptx", "PTX", "ptxas -arch=sm_90", true)
		return
	}
	add("ptx", "PTX, ptxas", "ptxas -arch=sm_90", true)
	add("ptx-nofma", "PTX, ptxas -fmad=false", "ptxas -arch=sm_90 -fmad=false", false)
}

// start begins a run of column i.
func (m *Model) start(i int, in []uint64, watch *machine.Watch) (*scalar.Running, error) {
	return m.PTX.f.Start(m.PTX.bound.Numbers(m.PTX.f, in), m.Columns[i].ptx.fuse, watch)
}

// assemble runs column i on every row, a few instructions a step.
func (m *Model) assemble(i int) int {
	c := &m.Columns[i]
	c.In = make([]uint64, len(c.Code.Inputs))
	row := -1
	var r *scalar.Running
	var step func() int
	step = func() int {
		var err error
		done := false
		switch {
		case m.PTX.Problem != nil:
			return 0
		case r != nil:
			done, err = r.Step(ptxStep)
		default:
			for row++; row < len(m.Rows) && !c.load(&m.Rows[row]); {
				row++
			}
			if row == len(m.Rows) {
				return 0
			}
			r, err = m.start(i, c.In, nil)
		}
		switch {
		case err != nil:
			m.PTX.Problem = expr.ProblemOf(m.In.PTX, err)
			return 0
		case done:
			m.Rows[row].Results[i] = Result{Value: code.ValueOf(m.PTX.typ, m.PTX.typ.Format(), wide.From64(r.Result())), Same: i}
			if row == m.Row() {
				c.ptx.executed, c.ptx.thread = r.Executed, r.Thread()
			}
			r = nil
		}
		m.todo = append([]func() int{step}, m.todo...)
		return few + 1
	}
	return step()
}

// evaluator computes column i on inputs, open being true where there is no result, or it takes long.
func (m *Model) evaluator(i int) func(in []uint64) (bits uint64, open bool) {
	c := &m.Columns[i]
	if c.ptx == nil {
		p := c.Plan.Clone()
		return func(in []uint64) (uint64, bool) {
			bits := p.Result(in)
			return bits, p.Unfinished()
		}
	}
	return func(in []uint64) (uint64, bool) {
		r, err := m.start(i, in, nil)
		if err != nil {
			return 0, true
		}
		done, err := r.Step(ptxLittle)
		return r.Result(), !done || err != nil
	}
}

// runs reports whether column i can be computed on other inputs than those of the rows.
func (m *Model) runs(i int) bool {
	c := &m.Columns[i]
	return c.Plan != nil || c.ptx != nil && m.PTX.Problem == nil && c.ptx.executed > 0 && c.ptx.executed <= ptxLittle
}

// cost is that of one evaluation of column i, in operations.
func (m *Model) cost(i int) int {
	if c := &m.Columns[i]; c.ptx != nil {
		return c.ptx.executed + 200
	}
	return len(m.Columns[i].Code.Values)
}

// watch follows the thread of column i that stored the result of the row looked at, and finds the error of that result.
func (m *Model) watch(i int) int {
	c := &m.Columns[i]
	v := &m.Rows[m.Row()].Results[i]
	if !v.Known || !c.load(&m.Rows[m.Row()]) {
		return 0
	}
	if v.Format != nil && len(c.Code.Values) <= traced {
		if x := expr.Reals(c.Code, c.In, nil)[c.Code.Result]; x.Known() {
			v.Total = exact.ErrorUlps(v.Format, v.Code, x.Lo)
			v.Fixed, v.Has = exact.ErrorFixed(v.Format, v.Code, x.Lo)
		}
	}
	if i != m.A && i != m.B {
		return few
	}
	c.ptx.watch = machine.Watch{Thread: c.ptx.thread, Most: ptxEvents}
	r, err := m.start(i, c.In, &c.ptx.watch)
	if err != nil {
		return few
	}
	var step func() int
	step = func() int {
		if done, err := r.Step(ptxStep); !done && err == nil && !c.ptx.watch.Cut && !c.ptx.watch.Ended {
			m.todo = append([]func() int{step}, m.todo...)
		}
		return few + 1
	}
	m.todo = append([]func() int{step}, m.todo...)
	return few
}

// done is an operation that a column performs, with its result.
type done struct {
	line  Line
	value held
	at    ptx.Position // of a statement of PTX
}

// operations lists what column i performs on floating-point numbers.
func (m *Model) operations(i int) (list []done) {
	c := &m.Columns[i]
	if c.ptx == nil {
		lines, _ := c.lines(m, -1)
		for k := range lines {
			s := &c.steps[k]
			list = append(list, done{lines[k], held{s.Format, s.Bits, s.Format != nil}, ptx.Position{}})
		}
		return list
	}
	held := map[*ptx.Register]uint64{}
	for k := range c.ptx.watch.Events {
		if o, ok := operationOf(&c.ptx.watch.Events[k], held); ok && len(list) < lines {
			list = append(list, o)
		}
		for n, r := range c.ptx.watch.Events[k].Registers {
			held[r] = c.ptx.watch.Events[k].Values[n]
		}
	}
	return list
}

// operationOf is an event as an operation; ok is false of what computes no floating-point number. registers are the values before it.
func operationOf(e *machine.Event, registers map[*ptx.Register]uint64) (d done, ok bool) {
	s := e.Statement
	base, rest, _ := strings.Cut(s.Opcode, ".")
	switch base {
	case "ld", "ldu", "mov", "st", "selp", "setp", "set", "shfl":
		return d, false
	}
	var t expr.Type
	for _, p := range strings.Split(rest, ".") { // of the result, which stands before that of the operands
		if t = map[string]expr.Type{"f16": expr.Half, "bf16": expr.BFloat16, "f32": expr.Float, "f64": expr.Double}[p]; t != expr.NoType {
			break
		}
		if found, is := ptx.FindType(p); is && found.Class != ptx.Float {
			return d, false // to an integer
		}
	}
	if e.Off || len(e.Values) != 1 || t == expr.NoType {
		return d, false
	}
	v := code.ValueOf(t, t.Format(), wide.From64(e.Values[0]))
	d = done{Line{Name: s.Opcode, Value: -1, Piece: "line " + strconv.Itoa(s.At.Line) + ": " + s.Text, Brief: v.Brief, Hex: v.Hex}, held{t.Format(), v.Code, true}, s.At}
	take := func(s *ptx.Statement, skip *ptx.Register) {
		for k := range s.Operands[1:] {
			x := &s.Operands[k+1]
			bits, known := x.Value, false
			switch x.Kind {
			case ptx.IsRegister:
				if bits, known = registers[x.Register]; x.Register == skip {
					known = false
				}
			case ptx.IsFloat:
				var err error
				bits, err = x.FloatBits(ptx.Type{Name: t.Suffix()[1:], Bits: t.Bits()})
				known = err == nil
			}
			if known && base != "cvt" {
				d.line.Operands = append(d.line.Operands, code.ValueOf(t, t.Format(), wide.From64(bits)).Brief)
			}
		}
	}
	if f := e.Fused; f != nil {
		d.line.Name = f.Opcode + " fused with " + s.Opcode
		d.line.Piece = "line " + strconv.Itoa(f.At.Line) + ": " + f.Text + "; " + d.line.Piece
		take(f, nil)
		take(s, f.Operands[0].Register)
	} else {
		take(s, nil)
	}
	return d, true
}

// parting compares A and B, of which one is the reader's PTX, by the results of their operations.
func (m *Model) parting() *Part {
	p := &Part{Columns: [2]int{m.A, m.B}, Value: -1}
	var all [2][]done
	for side, i := range p.Columns {
		all[side] = m.operations(i)
		if len(all[side]) == 0 {
			return nil
		}
	}
	i, j, di, dj, apart := code.Parting(len(all[0]), len(all[1]), func(i, j int) bool {
		a, b := all[0][i].value, all[1][j].value
		return a.known && b.known && sameDatum(a.format, a.bits, b.format, b.bits)
	})
	var names [2][]string
	for side, first := range [2][2]int{{i, di}, {j, dj}} {
		for k := range all[side] {
			d := &all[side][k]
			d.line.Parts = apart && k == first[0] && first[1] > 0
			p.Lines[side] = append(p.Lines[side], d.line)
		}
		if !apart || first[1] == 0 {
			continue
		}
		for k := first[0]; k < first[0]+min(first[1], 2); k++ { // a product before a sum for a fused multiply-add
			if k == first[0] || strings.Contains(all[side][first[0]].line.Name, "mul") && !strings.Contains(all[side][first[0]].line.Name, "fused") {
				names[side] = append(names[side], all[side][k].line.Name)
			}
		}
		if d := &all[side][first[0]]; d.at.Line > 0 {
			p.Statement[side] = d.at
		} else if d.line.Value >= 0 && side == 0 {
			p.Value, p.From, p.To = d.line.Value, d.line.From, d.line.To
		} else if d.line.Value >= 0 {
			p.Value, p.From, p.To = 0, d.line.From, d.line.To
		}
	}
	if names[0] != nil && names[1] != nil {
		p.Cause = cause(m.Columns[m.A].Name, strings.Join(names[0], ", "), m.Columns[m.B].Name, strings.Join(names[1], ", "))
	}
	return p
}

// launchPTX is the reader's PTX in the view that runs it, on the inputs of the row looked at; ok is false of a function, which is no
// kernel.
func launchPTX(m *Model, i int) (s ptxview.State, ok bool) {
	a, c := m.PTX, &m.Columns[i]
	if a.f.Block() == "" || len(a.Args) > len(s.Args) || !c.load(&m.Rows[m.Row()]) {
		return s, false
	}
	s.Grid, s.Block, s.Separate, s.Modules[0].Text = "1", a.f.Block(), !c.ptx.fuse, m.In.PTX
	for k, list := range a.bound.Takes {
		p := a.Args[k]
		text := ""
		for _, input := range list {
			text += " " + inputText(c.Code.Inputs[input].Type, c.In[input])
		}
		switch {
		case len(text) > ptxview.MaxList:
			return s, false
		case list == nil && p.Array:
			s.Args[k] = ptxview.Arg{Kind: ptxview.Zero, Type: p.Type, N: "1"}
		case list == nil && p.Type != "":
			s.Args[k] = ptxview.Arg{Kind: ptxview.Value, Type: p.Type, Text: strconv.FormatUint(a.bound.Count, 10)}
		case p.Array:
			s.Args[k] = ptxview.Arg{Kind: ptxview.List, Type: p.Type, Text: text[1:]}
		case list != nil:
			s.Args[k] = ptxview.Arg{Kind: ptxview.Value, Type: p.Type, Text: text[1:]}
		}
	}
	return s, true
}

// bindings says what the parameters of the PTX are given.
func bindings(m *Model) string {
	a := m.PTX
	if a == nil || a.Problem != nil || a.f == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<p class="note">Parameters of <code>` + words.Escape(words.Few(a.Name, 60)) + `</code>, in order: `)
	for k, p := range a.Args {
		if k > 0 {
			b.WriteString(`, `)
		}
		b.WriteString(`<code>` + words.Escape(words.Few(p.Name, 60)) + `</code>`)
		if p.Takes != p.Name {
			b.WriteString(` (` + words.Escape(p.Takes) + `)`)
		}
	}
	b.WriteString(`.`)
	for i := range m.Columns {
		if m.Columns[i].ptx == nil {
			continue
		}
		if s, ok := launchPTX(m, i); ok {
			b.WriteString(` <a href="` + words.Escape(ptxview.Link(s)) + `">` + codeRun + `</a>`)
		}
		break
	}
	return b.String() + `</p>`
}

// ptxBack is what lies behind the PTX: its error, or the statement where A and B part.
func ptxBack(m *Model) string {
	from, to := 0, 0
	if p := m.Part; p != nil {
		for _, at := range p.Statement {
			if at.Line > 0 && to == 0 {
				from = at.Byte(m.In.PTX)
				to = from + max(1, strings.IndexByte(m.In.PTX[from:], ';'))
			}
		}
	}
	return code.Back(m.In.PTX, m.PTX.Problem, int32(from), int32(to))
}
