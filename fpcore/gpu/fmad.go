package gpu

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// teslaSingle lists the binary32 instructions of compute capability 1.x. All of them flush: subnormal operands are
// read as zero of the same sign; a sum or product rounded with unbounded exponent range to a magnitude below 2^-126
// becomes zero. Other roundings, division and roots were software there. (envytools, nvhw/fp.c and hwtest.)
var teslaSingle = []family{
	{"add{,.rn,.rz}{,.sat}.f32", 2, sum},
	{"sub{,.rn,.rz}{,.sat}.f32", 2, difference},
	{"mul{,.rn,.rz}{,.sat}.f32", 2, product},
	{"mad{,.sat}.f32", 3, multiplyAdd},
}

// teslaIntrinsics are the CUDA names of hardware instructions there.
var teslaIntrinsics = alias{"__f{add,sub,mul}_{rn,rz}", "{add,sub,mul}{.rn,.rz}.f32", asPTX}

// teslaDouble lists the binary64 instructions of compute capability 1.3: those of today, with the same NaN rule.
var teslaDouble = []string{
	"{add,sub,mul,fma}{.rn,.rz,.rm,.rp}.f64", "{add,sub,mul}.f64", "{div,rcp,sqrt}.rn.f64", "cvt.f64.f32",
}

var teslaDoubles = stable.Once(func() (list []string) {
	for _, pattern := range teslaDouble {
		list = append(list, expand(pattern)...)
	}
	return list
})

// teslaIndex holds the instructions of teslaSingle and teslaIntrinsics.
var teslaIndex = stable.Once(func() []*Instruction {
	var list []*Instruction
	add := func(f family, name, shown string) {
		i := f.instruction(name)
		i.Name, i.Flush = shown, true
		list = append(list, &i)
	}
	names, shown := expand(teslaIntrinsics.ptx), expand(teslaIntrinsics.cuda)
	for _, f := range teslaSingle {
		for _, name := range expand(f.pattern) {
			add(f, name, name)
			for k := range names {
				if names[k] == name {
					add(f, name, shown[k])
				}
			}
		}
	}
	return list
})

// multiplyAdd is FMAD, the a*b + c of compute capability 1.x:
//
//	a, b or c zero (after flushing):  round(round(a*b) + c), as mul and then add
//	otherwise:                        round(truncate(a*b) + c)
//
// truncate keeps 24 bits of the product and any exponent. A sum below 2^-126 is rounded on the grid of subnormal
// numbers and then flushed, so that one rounding up to 2^-126 stays. NaN and infinities as in fma.
func multiplyAdd(i *Instruction, x [3]wide.U128, t *trace.Trace) round.Result {
	env := i.env(format.F32)
	if flushesToZero(x[0]) || flushesToZero(x[1]) || flushesToZero(x[2]) {
		p := arith.Mul(env, format.F32, format.F32, x[0], x[1], nil)
		return i.finish(arith.Add(env, format.F32, format.F32, p.Bits, x[2], t))
	}
	// In binary64 every product of binary32 numbers is in range, so that only the truncation to 24 bits acts.
	p := arith.Mul(round.Env{Direction: round.TowardZero, Precision: 24, FlushIn: true}, format.F64, format.F32, x[0], x[1], nil)
	c := arith.Convert(round.Env{}, format.F64, format.F32, x[2], nil)
	env.FlushIn, env.FlushOut = false, round.FlushSubnormal
	return i.finish(arith.Add(env, format.F32, format.F64, p.Bits, c.Bits, t))
}

// flushesToZero: the binary32 operand is zero or subnormal.
func flushesToZero(x wide.U128) bool { return tiny(x.Lo) }
