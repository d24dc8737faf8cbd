package libm

import (
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// memory are the bytes that a function may write: the longest product of a reduction.
type memory [48]byte

// access is a load or store at a place of memory or of the tables; places outside read zero and write nothing.
func (m *memory) access(s *step, table []byte, a, b, c uint64) uint64 {
	switch s.op.name {
	case "table32", "table64":
		return word(table, int64(a)+int64(b), s.op.name == "table64")
	case "ld32", "ld64":
		return word(m[:], int64(a)+int64(b), s.op.name == "ld64")
	case "st32":
		if at := int64(b) + int64(c); at >= 0 && at <= int64(len(m))-4 {
			put(m[at:at+4], a)
		}
	case "st64":
		if at := int64(b) + int64(c); at >= 0 && at <= int64(len(m))-8 {
			put(m[at:at+8], a)
		}
	}
	return 0
}

func word(b []byte, at int64, double bool) (v uint64) {
	n := int64(4)
	if double {
		n = 8
	}
	if at < 0 || at > int64(len(b))-n {
		return 0
	}
	for k := n - 1; k >= 0; k-- {
		v = v<<8 | uint64(b[at+k])
	}
	return v
}

func put(b []byte, v uint64) {
	for k := range b {
		b[k] = byte(v >> (8 * k))
	}
}

// Eval returns the bits of the function's value for the bits of its operands.
func (f *Function) Eval(x [3]uint64) uint64 { return f.run(x, nil) }

// run goes through the steps; t, if not nil, records each that was done.
func (p *program) run(x [3]uint64, t *tracer) uint64 {
	var some [160]uint64
	r := some[:]
	if p.registers > len(some) {
		r = make([]uint64, p.registers)
	}
	copy(r, p.constants)
	copy(r[p.first:], x[:min(3, p.registers-p.first)])
	var m memory
	for k := 0; k < len(p.steps); k++ {
		s := &p.steps[k]
		switch s.control {
		case none:
			r[s.d[0]] = s.op.do(r[s.in[0]], r[s.in[1]], r[s.in[2]])
		case jumpIf:
			if r[s.in[0]] != 0 {
				k = int(s.target) - 1
			}
		case jumpUnless:
			if r[s.in[0]] == 0 {
				k = int(s.target) - 1
			}
		case jump:
			k = int(s.target) - 1
		case leave:
			return r[s.in[0]]
		case move:
			r[s.d[0]] = r[s.in[0]]
		case load:
			r[s.d[0]] = m.access(s, p.table, r[s.in[0]], r[s.in[1]], 0)
		case store:
			m.access(s, p.table, r[s.in[0]], r[s.in[1]], r[s.in[2]])
		}
		if t != nil {
			t.record(s, r)
		}
	}
	return 0
}

// Value is an operand or result in a trace.
type Value struct {
	Name string // "" for a constant
	Bits uint64
	Kind Kind
}

// Step is a step that was done.
type Step struct {
	Part        string
	Name        string // of the result
	Op          string // as in PTX
	In          []Value
	Out         uint64
	Kind        Kind             // of the result
	Instruction *gpu.Instruction // nil for operations on integers and bits
	Rounded     round.Result     // what the instruction rounded; zero where it is none, or an approximation
}

// Trace returns the steps that the function does for the bits of its operands. Jumps are not listed.
func (f *Function) Trace(x [3]uint64) []Step {
	t := tracer{f: f}
	f.run(x, &t)
	return t.list
}

// tracer makes a trace.
type tracer struct {
	f      *Function
	list   []Step
	before []uint64 // registers before the step, since a step of Horner's rule writes what it reads
}

func (t *tracer) record(s *step, r []uint64) {
	if s.control == none || s.control == load {
		t.list = append(t.list, t.step(s, r))
	}
	t.before = append(t.before[:0], r...)
}

func (t *tracer) step(s *step, r []uint64) Step {
	o, p := s.op, t.f.program
	n := Step{Part: p.parts[s.part], Name: p.name(s.d[0]), Op: o.name, Out: r[s.d[0]], Kind: Kind(o.kinds[0]), Instruction: o.instruction}
	var in [3]wide.U128
	for k := range len(o.kinds) - 1 {
		at := s.in[k]
		v := Value{Name: p.name(at), Bits: r[at], Kind: Kind(o.kinds[1+k])}
		if at == s.d[0] && t.before != nil {
			v.Bits = t.before[at]
		}
		in[k] = wide.From64(v.Bits)
		n.In = append(n.In, v)
	}
	if n.Kind == '*' { // a selection has the type of the function
		n.Kind = Kind(kindOf(gpu.Type{Float: t.f.Format})[0])
		n.In[0].Kind, n.In[1].Kind = n.Kind, n.Kind
	}
	if o.instruction != nil && !o.instruction.Approximate() {
		n.Rounded = o.instruction.Do(in, nil)
	}
	return n
}

// name returns the name of a register, "" of a constant.
func (p *program) name(r uint16) string {
	if int(r) < p.first {
		return ""
	}
	return p.names[int(r)-p.first]
}
