package expr

import (
	"slices"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// Plan is a program as instructions of a machine. It is made for one goroutine.
type Plan struct {
	Program
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
	p := &Plan{Program: newProgram(c), Choice: ch, Kind: gpu.Measured}
	p.exact, p.flush, p.precision = ch.Machine == Exact, ch.FlushOut, ch.Precision
	if ch.Machine == GPU {
		p.overflow = types.GPUInts
		p.target = ch.capability()
	}
	p.word = x86.ControlWordDefault.With(round.TiesToEven, int(ch.Precision))
	return p
}

// add compiles what the roots need and appends it.
func (p *Plan) add(roots []int32, contract func(*graph, *Choice)) *types.Error {
	g := p.Choice.graph(p.Code)
	g.join = p.Target.Machine == SSE && p.Target.Compiler == Clang && p.Target.FMA && p.Target.Contract == ContractOn
	if p.Choice.Rules == RulesGCC && p.Choice.Machine == SSE {
		roots = append(roots, keptRoots(p.Code, roots)...)
	}
	if p.Choice.Machine == SSE && p.Choice.Rules == RulesGCC && len(p.Code.Blocks) > 0 {
		g.placed(flowOf(p.Code))
	}
	g.build(roots)
	if g.flow != nil {
		if loops := g.findRegions(g.live()); loops != nil && slices.Contains(loops.kept, true) { // once more: what counts passes is no constant
			again := p.Choice.graph(p.Code)
			again.placed(g.flow)
			again.kept = loops.kept
			again.build(roots)
			g = again
		}
	}
	if g.rules.signs {
		g.partial()
	}
	contract(g, &p.Choice)
	if g.rules.signs {
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
	p.code = slices.Grow(p.code, len(live))
	l := lowering{Plan: p, g: g, reg: reg}
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
	for v := range p.slot {
		if k := g.at[v]; k >= 0 && p.slot[v] < 0 && p.into[v] < 0 {
			if p.slot[v] = reg[k]; reg[k] < 0 {
				if into == nil {
					into = g.absorbers(live)
				}
				p.into[v] = into[v]
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
		if n := &g.nodes[k]; n.took >= 0 && into[n.took] < 0 {
			into[n.took] = n.value
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

// finish compiles the values that nothing uses, for show.
func (p *Plan) finish(contract func(*graph, *Choice)) *types.Error {
	if r := p.Code.Result; r >= 0 {
		p.result = p.slot[r]
	}
	var rest []int32
	for _, v := range deadEnds(p.Code) {
		if p.slot[v] < 0 && p.into[v] < 0 {
			rest = append(rest, v)
		}
	}
	if len(rest) > 0 {
		before := len(p.code)
		if err := p.add(rest, contract); err != nil {
			p.code, p.err = p.code[:before], nil // what is not used need not be possible
			for i, s := range p.slot {
				if int(s) >= before {
					p.slot[i] = -1
				}
			}
		}
	}
	p.reserve(p.Choice.Machine == X87)
	return nil
}

// Clone returns a plan for another goroutine.
func (p *Plan) Clone() *Plan {
	q := *p
	q.reserve(p.hi != nil)
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
func (l *lowering) emit(in *inst) int32 {
	l.code = append(l.code, *in)
	if in.kind != 0 {
		l.Kind = gpu.Weaker(l.Kind, in.kind)
	}
	return int32(len(l.code) - 1)
}

// node lowers a node of the graph.
func (l *lowering) node(k int32) {
	n := &l.g.nodes[k]
	in := inst{op: n.op, typ: n.typ, n: n.n, neg: n.neg, value: n.value, x: [3]int32{-1, -1, -1}, bits: n.bits, fn: n.fn}
	if n.value >= 0 && l.g.at[n.value] != k { // made in its place, with another sign
		in.value = -1
	}
	for j, x := range n.x[:n.n] {
		in.x[j] = l.reg[x]
		if l.stored != nil && l.stored[k]>>j&1 != 0 && l.saved[x] > 0 {
			in.x[j] = l.saved[x]
		}
	}
	if n.n > 0 {
		in.from = l.g.nodes[n.x[0]].typ
	}
	if len(l.sides) > 0 {
		l.saveAside(k, &in)
	}
	switch {
	case n.op == types.Const:
		in.is(doConst, "constant")
		in.folded = n.value >= 0 && l.Code.Values[n.value].Op != types.Const
	case n.op == types.Input:
		in.do, in.name, in.from = doInput, "input", l.Code.Inputs[n.bits].Type
	case n.op == types.Call && n.fn[0] == '=':
		f, env, ok := types.Rounding(n.fn)
		if !ok {
			l.fail(k, "unknown rounding "+n.fn)
			return
		}
		in.do, in.name, in.f, in.env = doRound, "round to "+n.fn[1:], f, env
	case n.op == types.Call && n.fn[0] == '~':
		l.library(k, &in)
	case n.op == types.Bitcast:
		in.is(doCopy, "same bits")
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
func (l *lowering) bitcast(k int32, in *inst) {
	v := &l.Code.Values[l.g.nodes[k].value]
	from := l.Code.Values[v.X[0]].Type
	if l.g.as(from) != from || l.g.as(v.Type) != v.Type {
		l.fail(k, "the bits of a "+from.String()+" are looked at, but this target computes it in another type")
	}
}

// plain lowers an operation for GPU, SSE and Strict.
func (l *lowering) plain(k int32, in *inst) {
	n := &l.g.nodes[k]
	ftz := ""
	if l.flush && (in.typ == types.Float || in.from == types.Float) {
		ftz = ".ftz"
	}
	switch {
	case n.op == types.Select:
		in.is(doSelect, "select")
	case n.op >= types.Less && n.op <= types.Differ && in.from.IsFloat():
		in.is(doCompare, l.named("setp"+ftz+in.from.Suffix(), "ucomi"+sd(in.from)))
	case n.op == types.Convert:
		l.convert(k, in)
	case !in.from.IsFloat() && n.op != types.Call && n.op < types.FusedOp:
		in.is(doInteger, "integer")
	case n.op == types.ScaleOp:
		in.is(doScale, "scale")
	case n.op == types.ScaledOp:
		in.is(doScaled, "FMUL"+".D8.D4.D2   .M2.M4.M8"[3*(n.bits+3):][:3])
	case n.op == types.UnitOp:
		l.instruction(k, in, "rcp.approx.ftz.f32")
		in.name = "MUFU.RCP"
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
func (l *lowering) instruction(k int32, in *inst, name string) {
	i, kind, ok := l.target.Find(name)
	if !ok {
		if _, exists := gpu.Find(name); exists {
			l.fail(k, "compute capability "+l.Choice.CC.String()+": the bits of "+name+" are not known")
		} else {
			l.fail(k, "the bits of "+name+" are not known")
		}
		return
	}
	in.do, in.name, in.gpu, in.kind = doArith, name, i, kind
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

func (l *lowering) arithGPU(k int32, in *inst, ftz string) {
	n := &l.g.nodes[k]
	old := l.Choice.CC < 20
	if old {
		ftz = ""
	}
	tail := ftz + in.typ.Suffix()
	in.quick = !old && in.typ >= types.Float
	switch n.op {
	case types.Add, types.Sub, types.Mul:
		rn := ".rn"
		if old && in.typ == types.Float {
			rn = ""
		}
		l.instruction(k, in, wordOf(n.op)+rn+tail)
	case types.FusedOp:
		if old && in.typ == types.Float {
			if n.fixed {
				l.fail(k, "compute capability 1.x has no fused multiply-add of float")
				return
			}
			l.instruction(k, in, "mad.f32")
			return
		}
		l.instruction(k, in, "fma.rn"+tail)
	case types.Neg:
		if old {
			in.is(doNeg, "neg"+tail)
			return
		}
		in.quick = false
		l.instruction(k, in, "neg"+tail)
	case types.Div:
		l.divideGPU(k, in, ftz)
	}
}

func (l *lowering) divideGPU(k int32, in *inst, ftz string) {
	n := &l.g.nodes[k]
	reciprocal := l.g.isOne(n.x[0])
	tail := ftz + in.typ.Suffix()
	switch {
	case in.typ == types.Half:
		l.instruction(k, in, "__hdiv(half)")
		return
	case in.typ == types.BFloat16:
		l.instruction(k, in, "__hdiv(bfloat16)")
		return
	case l.Choice.CC < 20 && in.typ == types.Float:
		l.fail(k, "division of float on compute capability 1.x is a sequence that nobody has written down")
		return
	case in.typ == types.Double || l.Choice.Div == DivRounded && n.fn == "":
		if reciprocal {
			in.op, in.n, in.x[0] = types.Call, 1, in.x[1]
			l.instruction(k, in, "rcp.rn"+tail)
			in.quick = false
			return
		}
		l.instruction(k, in, "div.rn"+tail)
		return
	}
	in.quick = false
	mode := "div.full"
	if l.Choice.Div == DivApprox || n.fn != "" {
		mode = "div.approx"
	}
	switch {
	case n.fn == "" && reciprocal:
		in.n, in.x[0] = 1, in.x[1]
		if m := &l.g.nodes[n.x[1]]; l.Choice.Sqrt == SqrtApprox && m.op == types.Call && m.fn == "sqrtf" {
			in.x[0] = l.reg[m.x[0]]
			l.instruction(k, in, "rsqrt.approx"+tail)
			return
		}
		l.instruction(k, in, "rcp.approx"+tail)
	case n.fn == "" && mode == "div.approx" && in.value < 0 && l.g.nodes[n.x[0]].op == types.Const && l.g.nodes[n.x[0]].bits == types.One(types.Float)|types.SignBit(types.Float):
		l.instruction(k, in, "div.full"+tail) // -(1/x), which the instruction selection made of a reciprocal
	default:
		l.instruction(k, in, mode+tail)
	}
}

// convert lowers a conversion for GPU, SSE and Strict.
func (l *lowering) convert(k int32, in *inst) {
	if in.from == in.typ {
		in.is(doCopy, "stored")
		return
	}
	in.do = doConvert
	if l.Choice.Machine != GPU || !in.from.IsFloat() && !in.typ.IsFloat() || in.from == types.Bool || in.typ == types.Bool {
		in.name = "convert " + in.from.String() + " to " + in.typ.String()
		return
	}
	ftz := ""
	if l.flush && l.Choice.CC >= 20 && (in.from == types.Float || in.typ == types.Float && in.from.IsFloat()) && in.typ != types.BFloat16 && in.from != types.BFloat16 {
		ftz = ".ftz"
	}
	name, tail := "", ftz+in.typ.Suffix()+in.from.Suffix()
	switch {
	case in.from == types.BFloat16 && in.typ == types.Float:
		name = "__bfloat162float"
	case in.from == types.BFloat16 || in.from == types.Half && in.typ == types.BFloat16:
		in.name = "cvt" + in.typ.Suffix() + in.from.Suffix()
		return
	case !in.typ.IsFloat():
		name = "cvt.rzi" + tail
	case !in.from.IsFloat() || in.typ.Bits() < in.from.Bits():
		name = "cvt.rn" + tail
	default:
		name = "cvt" + tail
	}
	if l.Choice.CC < 20 {
		in.name = name
		return
	}
	l.instruction(k, in, name)
	if m := &l.g.nodes[l.g.nodes[k].x[0]]; name == "cvt.f64.f32" && l.Choice.Rules == RulesNVCC && m.op == types.Call && m.fn == "fabsf" {
		in.host = magnitude // the conversion takes |x|, and its NaN is its own
	}
}

func magnitude(x [3]uint64) round.Result {
	env := round.Env{NaN: round.NaNRule{NoPropagate: true, Default: format.PositiveQuiet}}
	return arith.Convert(env, format.F64, format.F32, wide.From64(x[0]), nil)
}
