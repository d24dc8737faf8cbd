package compile

import (
	"slices"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// Plan is a program as instructions of a machine. It is made for one goroutine.
type Plan struct {
	run.Program
	Choice Choice
	Target Target   // the zero Target if the plan was made by PlanOf
	Kind   gpu.Kind // the weakest way in which the bits of an instruction are known

	g       *graph
	open    []int32 // x87: nodes that may be in memory where they are not here, and the other way round
	crowded bool    // x87: because there are too few registers
	target  gpu.Target
	err     *types.Error
}

func newPlan(c *types.Code, ch Choice) *Plan {
	p := &Plan{Program: run.New(c), Choice: ch, Kind: gpu.Measured}
	p.Exact, p.Flush, p.Precision = ch.Machine == Exact, ch.FlushOut, ch.Precision
	p.FlushAll = ch.FlushOut && ch.Machine == SSE
	if ch.Machine == GPU {
		p.Overflow = types.GPUInts
		p.target = ch.capability()
	}
	p.Control = x86.ControlWordDefault.With(round.TiesToEven, int(ch.Precision))
	return p
}

// add compiles what the roots need and appends it.
func (p *Plan) add(roots []int32, contract func(*graph, *Choice)) *types.Error {
	g := p.Choice.graph(p.Code)
	g.join = p.Target.Machine == SSE && p.Target.Compiler == Clang && p.Target.FMA && p.Target.Contract == ContractOn
	var kept []int32
	if p.Choice.Rules == RulesGCC {
		kept = keptRoots(p.Code, roots)
		roots = append(roots, kept...)
	}
	if p.Choice.Rules == RulesGCC && len(p.Code.Blocks) > 0 {
		flow, code := flowOf(p.Code, foldEarly(p.Code))
		g.c = code
		g.placed(flow)
		g.open = len(g.c.Passes) > 1
		roots = append(roots, flow.deciding(code, kept)...)
	}
	g.build(roots)
	if g.flow != nil {
		if loops := g.findRegions(g.live()); loops != nil {
			again := p.Choice.graph(g.c) // once more: what counts passes is no constant where they are not unrolled
			again.placed(g.flow)
			if slices.Contains(loops.kept, true) {
				again.kept = loops.kept
				again.carry = findCarried(g.c, loops.all, loops.kept)
				again.begins()
				again.loops = loops
			}
			again.build(roots)
			g = again
			g.loops, g.late = loops, loops.turned(g.c)
			if g.turned = g.carry; g.carry == nil || !slices.Equal(g.late, loops.kept) {
				g.turned = findCarried(g.c, loops.all, g.late)
			}
		}
	}
	if g.rules.hoistNegation {
		g.partial()
	}
	contract(g, &p.Choice)
	if g.rules.hoistNegation {
		g.combineGCC(p.Choice.Machine == SSE, p.Target.FMA, p.Choice.Store)
	}
	if p.g == nil {
		p.g = g
	}
	live := g.live()
	reg := make([]int32, len(g.nodes))
	for i := range reg {
		reg[i] = -1
	}
	p.Instructions = slices.Grow(p.Instructions, len(live))
	l := lowering{Plan: p, g: g, reg: reg, found: map[string]instruction{}}
	if p.Choice.Machine == X87 {
		l.findSpills(live)
		live = l.order
	}
	for _, k := range live {
		l.node(k)
		if p.err != nil {
			return p.err
		}
	}
	var into []int32
	for v := range p.Slot {
		if k := g.at[v]; k >= 0 && p.Slot[v] < 0 && p.Into[v] < 0 {
			if p.Slot[v] = reg[k]; reg[k] < 0 {
				if into == nil {
					into = g.absorbers(live)
				}
				p.Into[v] = into[v]
			}
		}
	}
	return nil
}

// keptRoots lists the calls of sqrt that the roots do not need and g++ keeps all the same, since they may set errno.
func keptRoots(c *types.Code, roots []int32) (list []int32) {
	need := make([]bool, len(c.Values))
	for _, r := range roots {
		need[r] = true
	}
	for i := len(need) - 1; i >= 0; i-- {
		v := &c.Values[i]
		if !need[i] && v.Op == types.Call && baseName(v.Fn, v.Type) == "sqrt" {
			list = append(list, int32(i))
			need[i] = true
		}
		if need[i] {
			for _, x := range v.Operands() {
				need[x] = true
			}
		}
	}
	return list
}

// absorbers returns, for every value, the one whose node took it as a product, else the first that is made of it, -1 if
// there is none.
func (g *graph) absorbers(live []int32) []int32 {
	into := make([]int32, len(g.c.Values))
	for i := range into {
		into[i] = -1
	}
	for _, k := range live {
		if n := &g.nodes[k]; n.fusedProduct >= 0 && into[n.fusedProduct] < 0 {
			into[n.fusedProduct] = n.value
		}
	}
	for i := range g.c.Values {
		for _, x := range g.c.Values[i].Operands() {
			if into[x] < 0 {
				into[x] = int32(i)
			}
		}
	}
	return into
}

// maxForShow is the length up to which a program is compiled with what nothing uses. In longer ones, as kernels whose threads are all
// followed and of which one result is wanted, that took half of the time of a search.
const maxForShow = 2000

// finish compiles the values that nothing uses, for show.
func (p *Plan) finish(contract func(*graph, *Choice)) *types.Error {
	if r := p.Code.Result; r >= 0 {
		p.ResultAt = p.Slot[r]
	}
	var rest []int32
	for _, v := range deadEnds(p.Code) {
		if p.Slot[v] < 0 && p.Into[v] < 0 && len(p.Code.Values) <= maxForShow {
			rest = append(rest, v)
		}
	}
	if len(rest) > 0 {
		before := len(p.Instructions)
		if err := p.add(rest, contract); err != nil {
			p.Instructions, p.err = p.Instructions[:before], nil // what is not used need not be possible
			for i, s := range p.Slot {
				if int(s) >= before {
					p.Slot[i] = -1
				}
			}
		}
	}
	p.Reserve(p.Choice.Machine == X87)
	p.g = nil // plans are kept, and nothing asks for their graphs any more
	return nil
}

// Clone returns a plan for another goroutine.
func (p *Plan) Clone() *Plan {
	q := *p
	q.Program = p.Program.Clone()
	return &q
}

type lowering struct {
	*Plan
	g      *graph
	reg    []int32
	spill  []bool  // x87: values that survive a call in memory
	stored []uint8 // x87: by user: the operands that it takes from there, a bit each
	saved  []int32 // x87: by node: the register that holds the stored value
	sides  []sideCall
	order  []int32
	b      *blocks
	found  map[string]instruction // by name
}

// instruction is one of the GPU, and how its bits are known; ok is false where they are not.
type instruction struct {
	*gpu.Instruction
	kind gpu.Kind
	ok   bool
}

//go:noinline
func (l *lowering) fail(k int32, text string) {
	if l.err != nil {
		return
	}
	e := &types.Error{Text: text}
	if v := l.g.nodes[k].value; v >= 0 {
		e.From, e.To = l.Code.Values[v].From, l.Code.Values[v].To
	}
	l.err = e
}

//go:noinline
func (l *lowering) emit(in *run.Instruction) int32 {
	l.Instructions = append(l.Instructions, *in)
	if in.Kind != 0 {
		l.Kind = gpu.Weaker(l.Kind, in.Kind)
	}
	return int32(len(l.Instructions) - 1)
}

// node lowers a node of the graph.
func (l *lowering) node(k int32) {
	n := &l.g.nodes[k]
	if l.Choice.Machine != X87 && n.handedOn() { // a register has it already
		l.reg[k] = l.reg[n.x[0]]
		return
	}
	in := run.Instruction{Op: n.op, Type: n.typ, N: n.n, Neg: n.neg, Value: n.value, X: [3]int32{-1, -1, -1}, Bits: n.bits, Function: n.fn}
	if n.value >= 0 && l.g.at[n.value] != k { // made in its place, with another sign
		in.Value = -1
	}
	for j, x := range n.x[:n.n] {
		in.X[j] = l.reg[x]
		if l.stored != nil && l.stored[k]>>j&1 != 0 && l.saved[x] > 0 {
			in.X[j] = l.saved[x]
		}
	}
	if n.n > 0 {
		in.From = l.g.nodes[n.x[0]].typ
	}
	if len(l.sides) > 0 {
		l.saveAside(k, &in)
	}
	switch {
	case n.op == types.Const:
		in.Is(run.DoConst, "constant")
		in.Folded = n.value >= 0 && l.Code.Values[n.value].Op != types.Const
	case n.op == types.Input:
		in.Do, in.Name, in.From = run.DoInput, "input", l.Code.Inputs[n.bits].Type
	case n.op == types.Call && n.fn[0] == '=':
		f, env, ok := types.Rounding(n.fn)
		if !ok {
			l.fail(k, "unknown rounding "+n.fn)
			return
		}
		in.Do, in.Name, in.Format, in.Env = run.DoRound, "round to "+n.fn[1:], f, env
	case n.op == types.Call && n.fn[0] == '~':
		l.library(k, &in)
	case n.op == types.Bitcast:
		in.Is(run.DoCopy, "same bits")
		if l.Choice.Promote || l.Choice.Demote {
			l.bitcast(k, &in)
		}
	case l.Choice.Machine == X87:
		l.node87(k, &in)
		return
	default:
		l.plain(k, &in)
		if l.err != nil {
			return
		}
	}
	if l.Choice.Machine == X87 {
		l.boundary87(k, &in)
		return
	}
	l.reg[k] = l.emit(&in)
}

// bitcast refuses to look at the bits of what is computed in another type.
func (l *lowering) bitcast(k int32, in *run.Instruction) {
	v := &l.Code.Values[l.g.nodes[k].value]
	from := l.Code.Values[v.X[0]].Type
	if l.g.as(from) != from || l.g.as(v.Type) != v.Type {
		l.fail(k, "the bits of a "+from.String()+" are looked at, but this target computes it in another type")
	}
}

// plain lowers an operation for GPU, SSE and Strict.
func (l *lowering) plain(k int32, in *run.Instruction) {
	n := &l.g.nodes[k]
	ftz := ""
	if l.Flush && (in.Type == types.Float || in.From == types.Float) {
		ftz = ".ftz"
	}
	switch {
	case n.op == types.Select:
		in.Is(run.DoSelect, "select")
	case n.op >= types.Less && n.op <= types.Differ && in.From.IsFloat():
		in.Is(run.DoCompare, l.named("setp"+ftz+in.From.Suffix(), "ucomi"+sd(in.From)))
	case n.op == types.Convert:
		l.convert(k, in)
	case !in.From.IsFloat() && n.op != types.Call && n.op < types.FusedOp:
		in.Is(run.DoInteger, "integer")
	case n.op == types.ScaleOp:
		in.Is(run.DoScale, "scale")
	case n.op == types.ScaledOp:
		in.Is(run.DoScaled, "FMUL"+".D8.D4.D2   .M2.M4.M8"[3*(n.bits+3):][:3])
	case n.op == types.UnitOp:
		l.instruction(k, in, "rcp.approx.ftz.f32")
		in.Name = "MUFU.RCP"
	case n.op == types.Call:
		l.call(k, in)
	case l.Choice.Machine == GPU:
		l.arithGPU(k, in, ftz)
	default:
		l.arithHost(in)
	}
}

//go:noinline
func sd(t types.Type) string {
	if t == types.Double {
		return "sd"
	}
	return "ss"
}

//go:noinline
func (l *lowering) named(gpuName, host string) string {
	if l.Choice.Machine == GPU {
		return gpuName
	}
	return host
}

// instruction finds an instruction of the GPU.
func (l *lowering) instruction(k int32, in *run.Instruction, name string) {
	f, known := l.found[name]
	if !known {
		f.Instruction, f.kind, f.ok = l.target.Find(name)
		l.found[name] = f
	}
	if !f.ok {
		if _, exists := gpu.Find(name); exists {
			l.fail(k, "compute capability "+l.Choice.CC.String()+": the bits of "+name+" are not known")
		} else {
			l.fail(k, "the bits of "+name+" are not known")
		}
		return
	}
	in.Do, in.Name, in.GPU, in.Kind = run.DoArith, name, f.Instruction, f.kind
}

// wordOf is the name of an operation in the names of instructions.
//
//go:noinline
func wordOf(o types.Op) string {
	if o == types.FusedOp {
		return "fma"
	}
	return "addsubmuldiv"[3*(o-types.Add):][:3]
}

func (l *lowering) arithGPU(k int32, in *run.Instruction, ftz string) {
	n := &l.g.nodes[k]
	old := l.Choice.CC < 20
	if old {
		ftz = ""
	}
	tail := ftz + in.Type.Suffix()
	in.Quick = !old && in.Type >= types.Float
	switch n.op {
	case types.Add, types.Sub, types.Mul:
		rn := ".rn"
		if old && in.Type == types.Float {
			rn = ""
		}
		l.instruction(k, in, wordOf(n.op)+rn+tail)
	case types.FusedOp:
		if old && in.Type == types.Float {
			if n.noContract {
				l.fail(k, "compute capability 1.x has no fused multiply-add of float")
				return
			}
			l.instruction(k, in, "mad.f32")
			return
		}
		l.instruction(k, in, "fma.rn"+tail)
	case types.Neg:
		if old {
			in.Is(run.DoNeg, "neg"+tail)
			return
		}
		in.Quick = false
		l.instruction(k, in, "neg"+tail)
	case types.Div:
		l.divideGPU(k, in, ftz)
	}
}

func (l *lowering) divideGPU(k int32, in *run.Instruction, ftz string) {
	n := &l.g.nodes[k]
	reciprocal := l.g.isOne(n.x[0])
	tail := ftz + in.Type.Suffix()
	switch {
	case in.Type == types.Half:
		l.instruction(k, in, "__hdiv(half)")
		return
	case in.Type == types.BFloat16:
		l.instruction(k, in, "__hdiv(bfloat16)")
		return
	case l.Choice.CC < 20 && in.Type == types.Float:
		l.fail(k, "the instruction sequence of float division on compute capability 1.x is not documented")
		return
	case in.Type == types.Double || l.Choice.Div == DivRounded && n.fn == "":
		if reciprocal {
			in.Op, in.N, in.X[0] = types.Call, 1, in.X[1]
			l.instruction(k, in, "rcp.rn"+tail)
			in.Quick = false
			return
		}
		l.instruction(k, in, "div.rn"+tail)
		return
	}
	in.Quick = false
	mode := "div.full"
	if l.Choice.Div == DivApprox || n.fn != "" {
		mode = "div.approx"
	}
	switch {
	case n.fn == "" && reciprocal:
		in.N, in.X[0] = 1, in.X[1]
		if m := &l.g.nodes[n.x[1]]; l.Choice.Sqrt == SqrtApprox && m.op == types.Call && m.fn == "sqrtf" {
			in.X[0] = l.reg[m.x[0]]
			l.instruction(k, in, "rsqrt.approx"+tail)
			return
		}
		l.instruction(k, in, "rcp.approx"+tail)
	case n.fn == "" && mode == "div.approx" && in.Value < 0 && l.g.nodes[n.x[0]].op == types.Const && l.g.nodes[n.x[0]].bits == types.One(types.Float)|types.SignBit(types.Float):
		l.instruction(k, in, "div.full"+tail) // -(1/x), which the instruction selection made of a reciprocal
	default:
		l.instruction(k, in, mode+tail)
	}
}

// convert lowers a conversion for GPU, SSE and Strict.
func (l *lowering) convert(k int32, in *run.Instruction) {
	if in.From == in.Type {
		in.Is(run.DoCopy, "stored")
		return
	}
	in.Do = run.DoConvert
	if l.Choice.Machine != GPU || !in.From.IsFloat() && !in.Type.IsFloat() || in.From == types.Bool || in.Type == types.Bool {
		in.Name = "convert " + in.From.String() + " to " + in.Type.String()
		return
	}
	ftz := ""
	if l.Flush && l.Choice.CC >= 20 && (in.From == types.Float || in.Type == types.Float && in.From.IsFloat()) && in.Type != types.BFloat16 && in.From != types.BFloat16 {
		ftz = ".ftz"
	}
	name, tail := "", ftz+in.Type.Suffix()+in.From.Suffix()
	switch {
	case in.From == types.BFloat16 && in.Type == types.Float:
		name = "__bfloat162float"
	case in.From == types.BFloat16 || in.From == types.Half && in.Type == types.BFloat16:
		in.Name = "cvt" + in.Type.Suffix() + in.From.Suffix()
		return
	case !in.Type.IsFloat():
		name = "cvt.rzi" + tail
	case !in.From.IsFloat() || in.Type.Bits() < in.From.Bits():
		name = "cvt.rn" + tail
	default:
		name = "cvt" + tail
	}
	if l.Choice.CC < 20 {
		in.Name = name
		return
	}
	l.instruction(k, in, name)
	if m := &l.g.nodes[l.g.nodes[k].x[0]]; name == "cvt.f64.f32" && l.Choice.Rules == RulesNVCC && m.op == types.Call && m.fn == "fabsf" {
		in.Host = magnitude // the conversion takes |x|, and its NaN is its own
	}
}

func magnitude(x [3]uint64) round.Result {
	env := round.Env{NaN: round.NaNRule{NoPropagate: true, Default: format.PositiveQuiet}}
	return arith.Convert(env, format.F64, format.F32, wide.From64(x[0]), nil)
}
