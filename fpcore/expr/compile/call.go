package compile

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/libm"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// call lowers a function for GPU, SSE and Strict.
func (l *lowering) call(k int32, in *run.Instruction) {
	n := &l.g.nodes[k]
	name := n.fn
	switch base := baseName(name, n.typ); base {
	case "fabs":
		if l.Choice.Machine == GPU && l.Choice.CC >= 20 {
			l.instruction(k, in, "abs"+l.ftz(n.typ)+n.typ.Suffix())
			return
		}
		in.Is(run.DoAbs, l.named("abs", "andp")+n.typ.Suffix())
		return
	case "copysign":
		in.Is(run.DoSign, l.named("copysign"+n.typ.Suffix(), "copysign"))
		return
	case "sqrt":
		if l.Choice.Machine != GPU {
			in.Op, in.Quick = types.Call, true
			l.hostOp(in, "sqrt", func(x [3]uint64) round.Result { return l.hostSqrt(n.typ, x[0]) })
			in.Do = run.DoArith
			return
		}
	}
	if l.Choice.Machine == GPU {
		l.callGPU(k, in)
		return
	}
	l.callHost(k, in)
}

// baseName returns the name of a mathematical function without the f of its binary32 form.
//
//go:noinline
func baseName(name string, t types.Type) string {
	if t == types.Float && name[0] != '_' {
		return strings.TrimSuffix(name, "f")
	}
	return name
}

//go:noinline
func (l *lowering) ftz(t types.Type) string {
	if l.Flush && t == types.Float && l.Choice.CC >= 20 {
		return ".ftz"
	}
	return ""
}

// withFTZ are the approximations that have a form for -ftz=true.
const withFTZ = " __sinf __cosf __tanf __expf __exp10f __logf __log2f __log10f __powf "

// fastCalls are the functions that -use_fast_math replaces by intrinsics.
const fastCalls = " sinf cosf tanf expf exp10f logf log2f log10f powf tanhf "

func (l *lowering) callGPU(k int32, in *run.Instruction) {
	n := &l.g.nodes[k]
	ftz := l.ftz(n.typ)
	tail := ftz + n.typ.Suffix()
	name := n.fn
	if l.Choice.FastCalls && types.Listed(fastCalls, name) {
		name = "__" + name
	}
	base := baseName(name, n.typ)
	switch approximate := n.typ == types.Float; types.Letter(gpuNames, base) {
	case 's':
		if approximate && l.Choice.Sqrt == SqrtApprox {
			l.instruction(k, in, "sqrt.approx"+tail)
			return
		}
		if approximate && l.Choice.CC < 20 {
			l.fail(k, "the instruction sequence of the float square root on compute capability 1.x is not documented")
			return
		}
		in.Op, in.Quick = types.Call, true
		l.instruction(k, in, "sqrt.rn"+tail)
		return
	case 'a':
		if approximate {
			name = types.Word(gpuNames, base)[1:] + tail
		}
	case 'm':
		name = name[1:4] + tail
	case 'i':
		name = "cvt" + types.Word(gpuNames, base)[1:] + tail + n.typ.Suffix()
	case 'h':
		l.callHost(k, in)
		return
	case 'f': // an intrinsic with its rounding in its name, which takes the .ftz of -ftz=true
		if ftz != "" {
			l.instruction(k, in, types.Word(gpuNames, base)[1:]+ftz+".f32")
			return
		}
	}
	if types.Listed(withFTZ, name) && ftz != "" {
		name += "(-ftz=true)"
	}
	if n.typ == types.BFloat16 && name[0] != '_' {
		name += "(bfloat16)"
	}
	if in.From.IsFloat() && !in.Type.IsFloat() && (strings.HasPrefix(name, "lr") || strings.HasPrefix(name, "ll")) {
		l.callHost(k, in)
		return
	}
	if ptx := types.Word(half16, n.fn); ptx != "" {
		l.instruction(k, in, ptx+n.typ.Suffix())
		return
	}
	if ptx, ok := l.ptxOf(name, ftz); ok {
		name = ptx
	}
	if !l.mathFunction(k, in, name) {
		l.instruction(k, in, name)
	}
}

// mathFunction lowers a function of CUDA's mathematical library; ok is false if it has none of that name.
func (l *lowering) mathFunction(k int32, in *run.Instruction, name string) (ok bool) {
	v := libm.Default
	switch c := l.Choice; {
	case c.FastCalls:
		v = libm.Fast
	case l.Flush:
		v = libm.FTZ
	}
	f := libm.Under(name, v, l.Choice.Div == DivRounded, l.Choice.Sqrt == SqrtRounded, l.contracts())
	if f == nil {
		return false
	}
	i := f.Instruction()
	if kind, has := l.target.Known(i); has {
		in.Do, in.Name, in.GPU, in.Kind = run.DoArith, i.Name, i, kind
	} else {
		l.fail(k, "compute capability "+l.Choice.CC.String()+": the bits of "+name+" are not known")
	}
	return true
}

// contracts reports whether the target fuses products and sums, in the code of the library too.
func (p *Plan) contracts() bool {
	t := p.Target
	return p.Choice.Rules != RulesDebug && (t.Machine != GPU || t.GPU.CC == 0 || t.GPU.Flags.Effective().FMad)
}

// half16 are the instructions of the intrinsics of 16-bit types.
const half16 = " __hfma=fma.rn __hfma_sat=fma.rn.sat __hfma_relu=fma.rn.relu __hadd_rn=add.rn __hsub_rn=sub.rn __hmul_rn=mul.rn" +
	" __hadd_sat=add.sat __hsub_sat=sub.sat __hmul_sat=mul.sat __hmin=min __hmax=max __hmin_nan=min.NaN __hmax_nan=max.NaN __habs=abs "

// gpuNames are functions with a letter that says how the GPU has them, and the beginning of the instruction's name.
const gpuNames = " sqrt=s rsqrt=arsqrt.approx exp2=aex2.approx fmin=m fmax=m floor=i.rmi ceil=i.rpi trunc=i.rzi rint=i.rni nearbyint=i.rni" +
	" round=h ldexp=h scalbn=h nextafter=h fdim=h fmod=h remainder=h" +
	" __fsqrt_rn=fsqrt.rn __frcp_rn=frcp.rn __fdiv_rn=fdiv.rn __fmul_rz=fmul.rz "

// Parts of the names of intrinsics, as instructions have them.
const (
	ptxDirections = " rn=.rn rz=.rz ru=.rp rd=.rm "
	ptxFloats     = " fadd=add fsub=sub fmul=mul fdiv=div frcp=rcp fsqrt=sqrt fmaf=fma "
	ptxDoubles    = " dadd=add dsub=sub dmul=mul ddiv=div drcp=rcp dsqrt=sqrt fma=fma "
)

// ptxOf returns the instruction of an intrinsic: __fadd_rz is add.rz, __float2int_rn is cvt.rni.s32.f32.
func (l *lowering) ptxOf(name, ftz string) (string, bool) {
	if name == "__saturatef" {
		return "cvt" + ftz + ".sat.f32.f32", true
	}
	if len(name) < 2 || name[:2] != "__" {
		return "", false
	}
	stem, d, _ := strings.Cut(name[2:], "_")
	dir := types.Word(ptxDirections, d)
	if dir == "" {
		return "", false
	}
	if op := types.Word(ptxFloats, stem); op != "" {
		return op + dir + ftz + ".f32", true
	}
	if op := types.Word(ptxDoubles, stem); op != "" {
		return op + dir + ".f64", true
	}
	from, to, _ := strings.Cut(stem, "2")
	a, b := types.Word(cudaTypes, from), types.Word(cudaTypes, to)
	if a == "" || b == "" {
		return "", false
	}
	if a == ".f32" || b == ".f32" && a == ".f64" {
		dir += ftz
	}
	if a[1] == 'f' && b[1] != 'f' {
		dir = dir[:3] + "i" + dir[3:]
	}
	return "cvt" + dir + b + a, true
}

const cudaTypes = " float=.f32 double=.f64 half=.f16 bfloat16=.bf16 int=.s32 uint=.u32 ll=.s64 ull=.u64 "

// hostOp sets the function of the host's library, or an instruction of its own.
//
//go:noinline
func (l *lowering) hostOp(in *run.Instruction, name string, f func(x [3]uint64) round.Result) {
	in.Do, in.Name, in.Host = run.DoHost, name, f
	if l.Choice.Machine == SSE && name == "sqrt" {
		in.Name = "sqrt" + sd(in.Type)
	}
}

func (l *lowering) hostSqrt(t types.Type, x uint64) round.Result {
	return arith.Sqrt(round.Env{NaN: types.HostNaN, FlushIn: l.FlushAll}, t.Format(), t.Format(), wide.From64(x), nil)
}

// arithHost lowers + - * / fma and negation for x86 and Strict.
func (l *lowering) arithHost(in *run.Instruction) {
	in.Quick = in.Type >= types.Float
	in.Do = run.DoArith
	f := in.Type.Format()
	op := in.Op
	in.Host = func(x [3]uint64) round.Result { return hostArith(op, f, x) }
	if in.Op == types.Neg {
		in.Do, in.Name, in.Host = run.DoNeg, "xorp"+sd(in.Type)[1:], nil
		return
	}
	base := wordOf(in.Op)
	in.Name = base
	if l.Choice.Machine == SSE && in.Type >= types.Float {
		if i, ok := x86.FindSSE(base + in.Type.Suffix()[2:]); ok {
			in.Name, in.SSE = i.Mnemonic, i
		}
		if in.Op == types.FusedOp {
			in.Name = "vf" + []string{"madd", "nmadd", "msub", "nmsub"}[in.Neg] + "231" + sd(in.Type)
		}
	}
}

func hostArith(op types.Op, f *format.Format, x [3]uint64) round.Result {
	env := round.Env{NaN: types.HostNaN}
	a, b := wide.From64(x[0]), wide.From64(x[1])
	switch op {
	case types.Add:
		return arith.Add(env, f, f, a, b, nil)
	case types.Sub:
		return arith.Sub(env, f, f, a, b, nil)
	case types.Mul:
		return arith.Mul(env, f, f, a, b, nil)
	case types.Div:
		return arith.Div(env, f, f, a, b, nil)
	}
	env.NaN.QuietHidesProduct = true
	return arith.FMA(env, f, f, a, b, wide.From64(x[2]), nil)
}

// callHost lowers a function whose result is defined by C: exact ones, and those of Strict, correctly rounded.
func (l *lowering) callHost(k int32, in *run.Instruction) {
	n := &l.g.nodes[k]
	base := baseName(n.fn, in.From)
	f := in.From.Format()
	env := round.Env{NaN: types.HostNaN}
	if l.Choice.Machine == GPU && in.Type.IsFloat() && in.Type != types.Double {
		env.NaN = types.GPUNaN
		if l.Flush && in.Type == types.Float {
			env.FlushIn, env.FlushOut = true, round.FlushTinyAfter
		}
	}
	if f == nil || n.fn[0] == '_' || n.typ == types.Half || n.typ == types.BFloat16 {
		l.fail(k, n.fn+" is a function of CUDA; this target does not have it")
		return
	}
	which := types.Letter(hostNames, base)
	if which == 0 {
		l.callReal(k, in, base, env)
		return
	}
	if strings.HasSuffix(base, "round") {
		env.Direction = round.TiesToAway
	}
	to := in.Type
	l.hostOp(in, n.fn, func(x [3]uint64) round.Result { return hostCall(which, env, f, to, x) })
}

// hostNames are the functions of C that are exact, or correctly rounded, with the letters of hostCall.
const hostNames = " fmin=n fmax=x fmod=m remainder=r fdim=d nextafter=a ldexp=l scalbn=l lrint=i llrint=i lround=i llround=i "

// hostCall is a function of C on operands of format f with a result of type to.
func hostCall(which byte, e round.Env, f *format.Format, to types.Type, x [3]uint64) round.Result {
	g, a, b := to.Format(), wide.From64(x[0]), wide.From64(x[1])
	switch which {
	case 'm':
		return arith.Fmod(e, g, f, a, b, nil)
	case 'r':
		return arith.Remainder(e, g, f, a, b, nil)
	case 'd':
		if r, _ := arith.Compare(e, f, a, b); r&(arith.Less|arith.Equal) != 0 {
			return round.Result{}
		}
		return arith.Sub(e, g, f, a, b, nil)
	case 'a':
		return nextAfter(e, g, f, a, b)
	case 'l':
		return arith.ScaleB(e, g, f, a, int64(int32(b.Lo)), nil)
	case 'i':
		r := arith.ToInt(e, f, a, to.IntType(), true)
		if r.Flags&round.Invalid != 0 {
			r.Bits = 1 << (to.Bits() - 1)
		}
		return round.Result{Bits: wide.From64(r.Bits), Flags: r.Flags, Decision: r.Decision}
	}
	return hostMinMax(f, which == 'x', x)
}

// callReal lowers functions that round to integral values, and for Strict the elementary ones.
func (l *lowering) callReal(k int32, in *run.Instruction, base string, env round.Env) {
	n := &l.g.nodes[k]
	f := in.Type.Format()
	if d, ok := types.Integral(base); ok {
		env.Direction = d
		l.hostOp(in, n.fn, func(x [3]uint64) round.Result {
			return arith.RoundToIntegral(env, f, f, wide.From64(x[0]), false, nil)
		})
		return
	}
	if fn, ok := exact.FindFunction(base); ok && l.Choice.Machine == Strict {
		l.hostOp(in, n.fn, func(x [3]uint64) round.Result { return fn.Round(env, f, f, wide.From64(x[0])).Result })
		in.Kind = gpu.Inferred
		return
	}
	if l.Choice.Machine == SSE && l.gnuFunction(k, in) {
		return
	}
	l.fail(k, n.fn+" is code of a library, whose bits differ from one release to the next; the lab does not have it")
}

// gnuFunction lowers a function of the C library as GNU C Library 2.36 computes it on a processor with FMA3, which the library
// looks for itself, whatever the program was compiled for. Of constants the compilers compute it themselves, correctly rounded.
func (l *lowering) gnuFunction(k int32, in *run.Instruction) bool {
	n := &l.g.nodes[k]
	f, ok := libm.Find(n.fn, libm.GNU)
	if !ok {
		return false
	}
	constant := true
	for _, x := range n.x[:n.n] {
		constant = constant && l.g.nodes[x].op == types.Const
	}
	if constant {
		n.fn = Library(n.fn, 0)
		l.library(k, in)
		return true
	}
	l.hostOp(in, n.fn+" of "+libm.GNULibrary, func(x [3]uint64) round.Result { return round.Result{Bits: wide.From64(f.Eval(x))} })
	return true
}

func nextAfter(e round.Env, d, s *format.Format, a, b wide.U128) round.Result {
	switch r, _ := arith.Compare(e, s, a, b); r {
	case arith.Less:
		return arith.NextUp(e, s, a)
	case arith.Greater:
		return arith.NextDown(e, s, a)
	case arith.Equal:
		return round.Result{Bits: b}
	}
	return arith.Add(e, d, s, a, b, nil)
}

// hostMinMax is fmin and fmax of glibc on x86-64, and what clang makes of them: one NaN is ignored, and of two zeros the
// first is delivered.
func hostMinMax(f *format.Format, greatest bool, x [3]uint64) round.Result {
	a, b := wide.From64(x[0]), wide.From64(x[1])
	env := round.Env{NaN: types.HostNaN}
	if f.ClassOf(a).IsNaN() || f.ClassOf(b).IsNaN() {
		return arith.MinimumNumber(env, f, f, a, b)
	}
	r, _ := arith.Compare(env, f, a, b)
	if r == arith.Equal || r == arith.Less && !greatest || r == arith.Greater && greatest {
		return round.Result{Bits: a}
	}
	return round.Result{Bits: b}
}
