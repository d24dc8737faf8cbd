package print

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
)

// PTX writes a module with the kernel evaluate, which performs the operations of a GPU's plan: its parameters are the inputs that
// the result depends on, in their order, and the address of the result. Every operation names its rounding, so ptxas has nothing to
// fuse. inputs are the numbers of those inputs; missing says why there is no such kernel.
func PTX(p *compile.Plan) (module string, inputs []int, missing string) {
	result := resultOf(p)
	switch {
	case p.Choice.Machine != compile.GPU:
		return "", nil, "PTX is the assembly language of NVIDIA's GPUs: choose one of them"
	case p.Choice.CC < 20:
		return "", nil, "no toolkit of today compiles for compute capability 1.x"
	case result < 0 || p.Slot[result] < 0:
		return "", nil, "there is no value to store"
	}
	e := &ptx{emitter: emitter{p: p, used: map[string]int{"result": 1, "evaluate": 1}}, count: map[string]int{}}
	return e.module(p.Slot[result], p.Code.Values[result].Type)
}

// ptx writes PTX: names are those of registers.
type ptx struct {
	emitter
	count map[string]int // registers by the beginning of their names
}

// registers are the beginnings of the names of registers, with their types.
var registers = [...][2]string{{"%p", ".pred"}, {"%h", ".b16"}, {"%f", ".f32"}, {"%r", ".b32"}, {"%fd", ".f64"}, {"%rd", ".b64"}}

// kindOf is the beginning of a register for numbers of a type.
func kindOf(t types.Type) string {
	switch {
	case t == types.Bool:
		return "%p"
	case t == types.Float:
		return "%f"
	case t == types.Double:
		return "%fd"
	case t.Bits() == 16:
		return "%h"
	case t.Bits() == 32:
		return "%r"
	}
	return "%rd"
}

// fresh is a register that nothing has used.
func (e *ptx) fresh(kind string) string {
	e.count[kind]++
	return kind + strconv.Itoa(e.count[kind])
}

// put writes a statement.
func (e *ptx) put(name string, operands ...string) {
	e.line("\t" + name + " \t" + strings.Join(operands, ", ") + ";")
}

// as is a type as it stands in the names of instructions that do not compute with it.
func as(t types.Type) string {
	if t.Bits() == 16 {
		return ".b16"
	}
	return t.Suffix()
}

func (e *ptx) module(register int32, t types.Type) (module string, inputs []int, missing string) {
	p := e.p
	need := needed(p, register)
	e.names, e.params = make([]string, len(p.Instructions)), make([]string, len(p.Code.Inputs))
	for i, in := range p.Instructions {
		if need[i] && in.Do == run.DoInput {
			e.params[in.Bits] = " "
		}
	}
	var formals []string
	for i, v := range p.Code.Inputs {
		if e.params[i] == "" {
			continue
		}
		if v.Type == types.Bool {
			return "", nil, "a truth value is no parameter of a kernel here"
		}
		inputs = append(inputs, i)
		e.params[i] = e.identifier(v.Name)
		formals = append(formals, "\t.param "+as(v.Type)+" "+e.params[i])
	}
	for i := range p.Instructions {
		if need[i] && e.missing == "" {
			e.instruct(int32(i))
		}
	}
	if got := p.Instructions[register].Type; got != t || t == types.Bool {
		e.fail("a result of type " + t.String() + " is not stored here")
	}
	if e.missing != "" {
		return "", nil, e.missing
	}
	where := e.fresh("%rd")
	e.put("ld.param.u64", where, "[result]")
	e.put("cvta.to.global.u64", where, where)
	e.put("st.global"+as(t), "["+where+"]", e.names[register])
	arch := "90"
	if p.Choice.CC >= 75 {
		arch = strings.ReplaceAll(p.Choice.CC.String(), ".", "")
	}
	s := "// The operations of " + e.targetName() + ".\n.version 9.0\n.target sm_" + arch + "\n.address_size 64\n\n.visible .entry evaluate(\n" +
		strings.Join(append(formals, "\t.param .u64 result"), ",\n") + "\n)\n{\n"
	for _, r := range registers {
		if n := e.count[r[0]]; n > 0 {
			s += "\t.reg " + r[1] + " \t" + r[0] + "<" + strconv.Itoa(n+1) + ">;\n"
		}
	}
	return s + strings.Join(e.lines, "\n") + "\n\tret;\n}\n", inputs, ""
}

// instruct writes an instruction of the plan and names the register of its result.
func (e *ptx) instruct(i int32) {
	in := &e.p.Instructions[i]
	var x [3]string
	for j := range in.X[:in.N] {
		x[j] = e.names[in.X[j]]
	}
	d := e.fresh(kindOf(in.Type))
	e.names[i] = d
	was := len(e.lines)
	switch in.Do {
	case run.DoConst:
		e.constant(d, in.Type, in.Bits)
	case run.DoInput:
		if in.From != in.Type {
			e.fail("an input of type " + in.From.String() + " is computed with as " + in.Type.String())
		}
		e.put("ld.param"+as(in.Type), d, "["+e.params[in.Bits]+"]")
	case run.DoArith:
		e.compute(d, in, x)
	case run.DoCompare:
		e.compare(d, in, x)
	case run.DoSelect:
		e.choose(d, in.Type, x)
	case run.DoInteger:
		e.whole(d, in, x)
	case run.DoConvert:
		e.convert(d, in, x[0])
	case run.DoCopy:
		if in.From.Bits() != in.Type.Bits() || in.Type == types.Bool {
			e.fail("the bits of a " + in.From.String() + " are not taken for a " + in.Type.String() + " here")
		}
		e.put("mov.b"+strconv.Itoa(in.Type.Bits()), d, x[0])
	case run.DoSign:
		e.put("copysign"+in.Type.Suffix(), d, x[1], x[0])
	case run.DoNeg:
		e.put("neg"+in.Type.Suffix(), d, x[0])
	case run.DoAbs:
		e.put("abs"+in.Type.Suffix(), d, x[0])
	default:
		e.fail(in.Name + " has no form of its own in PTX")
	}
	if in.Value >= 0 && len(e.lines) > was && in.Do != run.DoInput && in.Do != run.DoConst {
		if _, text, ok := strings.Cut(e.comment(in), ": "); ok {
			e.lines[len(e.lines)-1] += " \t// " + text
		}
	}
}

func (e *ptx) constant(d string, t types.Type, bits uint64) {
	bits &= t.Mask()
	hex := strconv.FormatUint(bits, 16)
	switch t {
	case types.Bool:
		e.put("setp.eq.u32", d, strconv.FormatUint(bits^1, 10), "0")
	case types.Float, types.Double:
		letter := "0f"
		if t == types.Double {
			letter = "0d"
		}
		e.put("mov"+t.Suffix(), d, letter+strings.ToUpper(strings.Repeat("0", t.Bits()/4-len(hex))+hex))
	default:
		e.put("mov.b"+strconv.Itoa(t.Bits()), d, "0x"+hex)
	}
}

// compute writes an instruction of floating-point arithmetic, which has its name.
func (e *ptx) compute(d string, in *run.Instruction, x [3]string) {
	name := in.Name
	if in.Op == types.UnitOp {
		name = "rcp.approx.ftz.f32"
	}
	if in.GPU == nil || !strings.Contains(name, ".") || strings.Contains(name, "(") {
		e.fail(name + " is code of CUDA's library, and no instruction of PTX")
		return
	}
	for k, neg := range [...]uint8{0: run.NegProduct, 2: run.NegAddend} {
		if in.Neg&neg != 0 {
			r := e.fresh(kindOf(in.Type))
			e.put("neg"+in.Type.Suffix(), r, x[k])
			x[k] = r
		}
	}
	e.put(name, append([]string{d}, x[:in.N]...)...)
}

// relations are the comparisons of PTX: of floating-point numbers, where a NaN makes all false but the last.
var relations = map[types.Op]string{types.Less: "lt", types.LessEq: "le", types.More: "gt", types.MoreEq: "ge", types.Equal: "eq", types.Differ: "ne"}

func (e *ptx) compare(d string, in *run.Instruction, x [3]string) {
	how := relations[in.Op]
	if in.From == types.Bool && (in.Op == types.Equal || in.Op == types.Differ) {
		e.put("xor.pred", d, x[0], x[1])
		if in.Op == types.Equal {
			e.put("not.pred", d, d)
		}
		return
	}
	if in.Op == types.Differ && in.From.IsFloat() {
		how = "neu"
	}
	ftz := ""
	if strings.Contains(in.Name, ".ftz") {
		ftz = ".ftz"
	}
	if in.From == types.Bool {
		e.fail("truth values are not compared by size here")
	}
	e.put("setp."+how+ftz+in.From.Suffix(), d, x[0], x[1])
}

// choose writes x[0] ? x[1] : x[2].
func (e *ptx) choose(d string, t types.Type, x [3]string) {
	if t != types.Bool {
		e.put("selp"+as(t), d, x[1], x[2], x[0])
		return
	}
	yes, no := e.fresh("%p"), e.fresh("%p")
	e.put("and.pred", yes, x[0], x[1])
	e.put("not.pred", no, x[0])
	e.put("and.pred", no, no, x[2])
	e.put("or.pred", d, yes, no)
}

// whole writes an operation on integers.
func (e *ptx) whole(d string, in *run.Instruction, x [3]string) {
	if relations[in.Op] != "" {
		e.compare(d, in, x)
		return
	}
	bits := ".b" + strconv.Itoa(in.Type.Bits())
	name, ok := map[types.Op]string{types.Add: "add", types.Sub: "sub", types.Mul: "mul.lo", types.Div: "div", types.Rem: "rem", types.Neg: "neg", types.Shr: "shr"}[in.Op]
	suffix := in.Type.Suffix()
	if in.Op == types.Neg { // which PTX has of signed integers only; the bits are the same
		suffix = ".s" + suffix[2:]
	}
	if name += suffix; !ok {
		name, ok = map[types.Op]string{types.And: "and", types.Or: "or", types.Xor: "xor", types.Not: "not", types.Shl: "shl"}[in.Op]
		name += bits
	}
	if !ok || in.Type == types.Bool {
		e.fail("an operation on truth values has no form of its own in PTX")
	}
	if shift := in.Op == types.Shl || in.Op == types.Shr; shift && strings.HasPrefix(x[1], "%rd") {
		r := e.fresh("%r")
		e.put("cvt.u32.u64", r, x[1])
		x[1] = r
	}
	e.put(name, append([]string{d}, x[:in.N]...)...)
}

// convert writes a conversion of or to integers and truth values that rounds nothing.
func (e *ptx) convert(d string, in *run.Instruction, x string) {
	switch {
	case in.Type.IsFloat() || in.From.IsFloat() && in.Type != types.Bool:
		e.fail(in.Name + " from " + in.From.String() + " to " + in.Type.String() + " has no form of its own in PTX")
	case in.From == types.Bool:
		e.put("selp"+in.Type.Suffix(), d, "1", "0", x)
	case in.From.IsFloat():
		zero := e.fresh(kindOf(in.From))
		e.constant(zero, in.From, 0)
		e.put("setp.neu"+in.From.Suffix(), d, x, zero)
	case in.Type == types.Bool:
		e.put("setp.ne"+in.From.Suffix(), d, x, "0")
	case in.Type.Bits() == in.From.Bits():
		e.put("mov.b"+strconv.Itoa(in.Type.Bits()), d, x)
	default:
		e.put("cvt"+in.Type.Suffix()+in.From.Suffix(), d, x)
	}
}
