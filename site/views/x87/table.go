package x87

import (
	"strings"
)

// x87Table holds the rows: name | text # source of the GPU | of SSE | of x87; a source that begins with ! was measured.
const x87Table = `Rounding direction|in the instruction: .rn .rz .rm .rp#PTX ISA, floating-point instructions|bits 13 and 14 of MXCSR#Intel SDM 1, 10.2.3|bits 10 and 11 of the control word#Intel SDM 1, 8.1.5
Chosen|when the code is compiled: __fadd_rn, __fadd_rz, …#CUDA C++ Programming Guide, mathematical functions|while it runs, for all that follows: ldmxcsr, fesetround#Intel SDM 1, 10.2.3|while it runs: fldcw, fesetround#Intel SDM 1, 8.1.5
Precision|in the instruction: f16, f32, f64#PTX ISA, floating-point instructions|in the instruction: ss, sd#Intel SDM 1, 10.4|24, 53 or 64 bits: bits 8 and 9 of the control word#Intel SDM 1, 8.1.5
More than the type has|no#PTX ISA, floating-point instructions|no: FLT_EVAL_METHOD is 0#!GCC 12.2, x86-64|64 bits and a 15-bit exponent until stored: FLT_EVAL_METHOD is 2#!GCC 12.2, -mfpmath=387
Traps|none#CUDA C++ Programming Guide, floating-point standard|six, each with a mask in MXCSR; at the instruction#Intel SDM 1, 11.5|six, each with a mask in the control word; at the next instruction that waits#Intel SDM 1, 8.6
Status flags|none#CUDA C++ Programming Guide, floating-point standard|six, sticky: bits 0 to 5 of MXCSR#Intel SDM 1, 10.2.3|six, sticky: bits 0 to 5 of the status word; C1 tells which way it rounded#Intel SDM 1, 8.1.3
Subnormal numbers|kept; .ftz in the instruction flushes f32 operands and results#PTX ISA, floating-point instructions|kept; FTZ flushes results, DAZ operands#Intel SDM 1, 10.2.3|kept, always#Intel SDM 1, 8.1
Default NaN, float|0x7fffffff#!H200, CUDA 13.0|0xffc00000#!AMD EPYC|0xffc00000, once stored#!AMD EPYC
Default NaN, double|0xfff8000000000000#!H200, CUDA 13.0|0xfff8000000000000#!AMD EPYC|0xfff8000000000000, once stored#!AMD EPYC
NaN operands|float: the default NaN; double: an operand, made quiet#!H200, CUDA 13.0|the first that is a NaN, made quiet#!AMD EPYC|the one with the larger significand, made quiet#Intel SDM 1, 4.8.3.5
Fused multiply-add|fma, in f64 from 1.3, in f32 from 2.0; compilers contract unless -fmad=false#CUDA C++ Programming Guide, floating-point standard|FMA3 where the processor has it; compilers contract with -mfma#!GCC 12.2, -ffp-contract=fast|none#Intel SDM 1, 8.3
Division, square root|correctly rounded; approximate with -prec-div=false, -prec-sqrt=false#nvcc manual|correctly rounded#!AMD EPYC|correctly rounded to the precision control#!AMD EPYC
Sine, cosine|a library; __sinf and __cosf from the special-function unit#CUDA C++ Programming Guide, intrinsic functions|a library#Intel SDM 1, 10.4|fsin, fcos: π of 66 bits#Intel SDM 1, 8.3.8`

// tableWords returns the rows: the name, then what the GPU, SSE and x87 do, each followed by how that is known.
func tableWords() [][]string {
	var rows [][]string
	for line := range strings.SplitSeq(x87Table, "\n") {
		var row []string
		for i, part := range strings.Split(line, "|") {
			text, source, _ := strings.Cut(part, "#")
			if row = append(row, text); i > 0 {
				if measured, ok := strings.CutPrefix(source, "!"); ok {
					source = "measured, " + measured
				} else {
					source = "documented, " + source
				}
				row = append(row, source)
			}
		}
		rows = append(rows, row)
	}
	return rows
}
