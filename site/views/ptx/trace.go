package ptx

import (
	"strings"

	"ulplab/fpcore/ptx"
	"ulplab/fpcore/ptx/machine"
	"ulplab/site/kit/code"
)

// Trace is one thread of a run, on both sides: every statement that it came to.
type Trace struct {
	Run           *Run
	Block, Thread int // of the grid, of the block
	Problem       string
	Sides         [2]Thread
	Done          bool
	Part          *Part // where the results part; nil where they do not, or where nothing is compared

	free bool // the thread may be another one: that from which the first value that differs came
	hops []hop
}

// hop is a thread that was followed before.
type hop struct{ block, thread int }

// Thread is what a thread did.
type Thread struct {
	Watch   machine.Watch
	Done    bool
	machine *machine.Machine
}

// Part is where two threads part: the first statements whose results one of them has alone.
type Part struct {
	At [2]int // events, -1 for none
	To [2]int // one beyond the last event shown
}

// maxHops bounds how often the thread is looked for from which a value came.
const maxHops = 12

// NewTrace follows a thread of a run that has ended.
func NewTrace(r *Run, s State) *Trace {
	t := &Trace{Run: r, free: !s.Followed}
	block, thread := r.chosen()
	if s.Followed {
		block, thread = int(s.Group), int(s.Thread)
	}
	if block >= r.blocks() || thread >= r.threads() {
		t.Problem, t.Done = noThread(r.blocks(), r.threads()), true
		return t
	}
	t.begin(block, thread)
	return t
}

// begin is about another thread from now on.
func (t *Trace) begin(block, thread int) {
	t.Block, t.Thread, t.Part = block, thread, nil
	for side := range t.Run.Count {
		d := &t.Sides[side]
		*d = Thread{Watch: machine.Watch{Block: block, Thread: thread, Most: MaxSteps}}
	}
}

// start makes the machine of a side ready.
func (t *Trace) start(side int) bool {
	d := &t.Sides[side]
	l, _ := t.Run.launchOf(side)
	l.Watch = &d.Watch
	x, err := machine.Start(t.Run.Sides[side].Module, l)
	if err != nil {
		t.Problem, t.Done = err.Error(), true
		return false
	}
	d.machine = x
	return true
}

// Step runs the kernels until the thread has ended; it reports whether all is known.
func (t *Trace) Step() bool {
	for side := range t.Run.Count {
		d := &t.Sides[side]
		if t.Done {
			return true
		}
		if d.Done {
			continue
		}
		if d.machine == nil && !t.start(side) {
			return true
		}
		done, _ := d.machine.Step(little)
		if done || d.Watch.Cut || d.Watch.Ended {
			d.Done, d.machine = true, nil
		}
		if !d.Done || side+1 < t.Run.Count {
			return false
		}
	}
	if t.Run.Count == 2 {
		t.Part = t.part()
		if from := t.source(); t.free && from >= 0 && len(t.hops) < maxHops {
			n := t.Run.threads()
			t.hops = append(t.hops, hop{t.Block, t.Thread})
			for _, h := range t.hops {
				if h == (hop{from / n, from % n}) {
					t.Done = true
					return true
				}
			}
			t.begin(from/n, from%n)
			return false
		}
	}
	t.Done = true
	return true
}

// source is the thread of the grid from which the first value that differs came to this one on both sides, -1 where it was
// computed here or came from elsewhere.
func (t *Trace) source() int {
	if t.Part == nil || t.Part.At[0] < 0 || t.Part.At[1] < 0 {
		return -1
	}
	from := t.Sides[0].Watch.Events[t.Part.At[0]].From
	if from != t.Sides[1].Watch.Events[t.Part.At[1]].From || from == t.Block*t.Run.threads()+t.Thread {
		return -1
	}
	return from
}

// carries reports whether a statement delivers a number that can part: arithmetic in floating point, a load or an exchange.
func carries(e *machine.Event) bool {
	if e.Off || len(e.Values) == 0 || e.Registers[0].Type.Bits == 1 {
		return false
	}
	base, rest, _ := strings.Cut(e.Statement.Opcode, ".")
	switch base {
	case "ld":
		return e.Memory != "parameters" && !strings.HasSuffix(rest, "64") || strings.HasSuffix(rest, ".f64")
	case "shfl", "atom":
		return true
	case "mov", "selp", "setp", "set":
		return false
	}
	t := last(e.Statement.Opcode, 0)
	return t.Class == ptx.Float
}

// last returns the type number k of an opcode, the last where there are fewer.
func last(opcode string, k int) (t ptx.Type) {
	for _, p := range strings.Split(opcode, ".")[1:] {
		if found, ok := ptx.FindType(p); ok {
			if t = found; k == 0 {
				return t
			}
			k--
		}
	}
	return t
}

// numbers lists the events that carry numbers.
func (d *Thread) numbers() (list []int) {
	for k := range d.Watch.Events {
		if carries(&d.Watch.Events[k]) {
			list = append(list, k)
		}
	}
	return list
}

// same reports whether two events left the same values.
func same(a, b *machine.Event) bool {
	if len(a.Values) != len(b.Values) {
		return false
	}
	for k := range a.Values {
		if a.Values[k] != b.Values[k] {
			return false
		}
	}
	return true
}

// part finds the first place where each of the threads computed what the other did not.
func (t *Trace) part() *Part {
	a, b := &t.Sides[0], &t.Sides[1]
	x, y := a.numbers(), b.numbers()
	event := func(d *Thread, k int) *machine.Event { return &d.Watch.Events[k] }
	i, j, di, dj, apart := code.Parting(len(x), len(y), func(i, j int) bool { return same(event(a, x[i]), event(b, y[j])) })
	if !apart {
		return nil
	}
	p := &Part{At: [2]int{-1, -1}}
	p.span(0, x[i:i+di])
	p.span(1, y[j:j+dj])
	// Several steps of one side stand for one of the other: a product before a sum for a fused multiply-add.
	if di > 0 && dj > 0 {
		m, n := fused(event(a, x[i])), fused(event(b, y[j]))
		if m && !n && dj > 1 && product(event(b, y[j])) {
			p.To[1] = y[j+1] + 1
		}
		if n && !m && di > 1 && product(event(a, x[i])) {
			p.To[0] = x[i+1] + 1
		}
	}
	return p
}

// span takes the first of the events that only one side has.
func (p *Part) span(side int, list []int) {
	if len(list) > 0 {
		p.At[side], p.To[side] = list[0], list[0]+1
	}
}

func fused(e *machine.Event) bool {
	return e.Fused != nil || strings.HasPrefix(e.Statement.Opcode, "fma") || strings.HasPrefix(e.Statement.Opcode, "mad")
}

func product(e *machine.Event) bool { return strings.HasPrefix(e.Statement.Opcode, "mul") }

// Here is the step shown: what the reader chose, where the results part, or the last number computed.
func (t *Trace) Here(s State) int {
	events := t.Sides[s.Side].Watch.Events
	if s.Step > 0 {
		return max(0, min(int(s.Step)-1, len(events)-1))
	}
	if t.Part != nil && t.Part.At[s.Side] >= 0 {
		return t.Part.At[s.Side]
	}
	for k := len(events) - 1; k >= 0; k-- {
		if carries(&events[k]) {
			return k
		}
	}
	return max(0, len(events)-1)
}

// Operand is an operand of a statement, or its result, with its value in the thread.
type Operand struct {
	_      [0]func() // not comparable
	Name   string
	Type   ptx.Type
	Value  uint64
	Known  bool
	Result bool
	Not    bool
}

// Operands lists operands and results of an event.
func (t *Trace) Operands(side, at int) (list []Operand) {
	d := &t.Sides[side]
	e := &d.Watch.Events[at]
	held := t.held(side, at)
	uses := t.Run.Sides[side].uses
	if uses == nil {
		uses = usesOf(t.Run.Sides[side].Module)
		t.Run.Sides[side].uses = uses
	}
	seen := map[string]bool{}
	s := e.Statement
	var add func(x *ptx.Operand, typ ptx.Type)
	add = func(x *ptx.Operand, typ ptx.Type) {
		o := Operand{Type: typ, Not: x.Not}
		switch x.Kind {
		case ptx.IsRegister:
			o.Name = x.Register.Name
			o.Value = held[x.Register]
			o.Known = true
			if used, ok := uses[x.Register]; ok && (typ.Class == ptx.Untyped || typ.Class == 0) {
				o.Type = used
			} else if typ.Class == 0 || typ.Bits != x.Register.Type.Bits && typ.Class == ptx.Untyped {
				o.Type = x.Register.Type
			}
		case ptx.IsInteger, ptx.IsFloat:
			o.Value, o.Known = x.Value, true
			if x.Kind == ptx.IsFloat {
				if v, err := x.FloatBits(typ); err == nil {
					o.Value = v
				}
			}
		case ptx.IsSpecial:
			o.Name, o.Value, o.Known = x.Name, t.special(side, x.Name), true
			o.Type = ptx.Type{Name: "u32", Bits: 32, Class: ptx.Unsigned}
		case ptx.IsAddress:
			if x.Register != nil {
				o.Name, o.Value, o.Known, o.Type = x.Register.Name, held[x.Register], true, x.Register.Type
			}
		case ptx.IsVector, ptx.IsPair, ptx.IsList:
			for k := range x.List {
				add(&x.List[k], typ)
			}
			return
		}
		if !o.Known || o.Name != "" && seen[o.Name] {
			return
		}
		seen[o.Name] = o.Name != ""
		list = append(list, o)
	}
	if s.Guard != nil {
		add(&ptx.Operand{Kind: ptx.IsRegister, Register: s.Guard, Not: s.Unless}, ptx.Type{Name: "pred", Bits: 1, Class: ptx.Predicate})
	}
	if e.Off {
		return list
	}
	if e.Fused != nil {
		for k := range e.Fused.Operands[1:] {
			add(&e.Fused.Operands[k+1], operandType(e.Fused, k+1))
		}
		if r := e.Fused.Operands[0].Register; r != nil {
			seen[r.Name] = true
		}
	}
	first := len(e.Registers)
	if first > 0 {
		first = 1 // the operand that is written
	}
	for k := first; k < len(s.Operands); k++ {
		add(&s.Operands[k], operandType(s, k))
	}
	for k, r := range e.Registers {
		typ := operandType(s, 0)
		if r.Type.Bits == 1 {
			typ = r.Type
		}
		if used, ok := uses[r]; ok && typ.Class == ptx.Untyped {
			typ = used
		}
		list = append(list, Operand{Name: r.Name, Type: typ, Value: e.Values[k], Known: true, Result: true})
	}
	return list
}

// special is the value of a special register in the thread.
func (t *Trace) special(side int, name string) uint64 {
	return t.Run.Sides[side].machine.Special(name, t.Block, t.Thread)
}

// operandType is the type that a statement gives to its operand number k, 0 being the result of what has one.
func operandType(s *ptx.Statement, k int) (t ptx.Type) {
	base, rest, _ := strings.Cut(s.Opcode, ".")
	switch base {
	case "cvt", "set":
		return last(s.Opcode, k)
	case "setp":
		if k == 0 || k > 2 {
			return ptx.Type{Name: "pred", Bits: 1, Class: ptx.Predicate}
		}
		return last(s.Opcode, 0)
	case "selp":
		if k == 3 {
			return ptx.Type{Name: "pred", Bits: 1, Class: ptx.Predicate}
		}
	case "shfl":
		if k > 1 {
			return ptx.Type{Name: "u32", Bits: 32, Class: ptx.Unsigned}
		}
	case "bra", "ret", "exit", "call", "bar", "brx", "mma", "ldmatrix", "stmatrix":
		return t
	case "shl", "shr":
		if k == 2 {
			return ptx.Type{Name: "u32", Bits: 32, Class: ptx.Unsigned}
		}
	}
	t = last(s.Opcode, 0)
	if strings.HasPrefix(rest, "wide") && (k == 0 || k == 3) {
		if wider, ok := ptx.FindType(t.Name[:1] + map[int]string{16: "32", 32: "64"}[t.Bits]); ok {
			t = wider
		}
	}
	return t
}

// usesOf says of registers that are declared as bits which floating-point type they hold, from the statements that compute
// with them.
func usesOf(m *ptx.Module) map[*ptx.Register]ptx.Type {
	uses := map[*ptx.Register]ptx.Type{}
	for _, f := range m.Functions {
		for i := range f.Body {
			s := &f.Body[i]
			for k := range s.Operands {
				x := &s.Operands[k]
				if x.Kind != ptx.IsRegister || x.Register.Type.Class != ptx.Untyped && x.Register.Type.Class != ptx.Float {
					continue
				}
				if x.Register.Type.Class == ptx.Float {
					uses[x.Register] = x.Register.Type
				} else if t := operandType(s, k); t.Class == ptx.Float && t.Bits == x.Register.Type.Bits {
					uses[x.Register] = t
				}
			}
		}
	}
	return uses
}
