package devices

// intrinsics lists the twelve intrinsics of the paper's 4.4, one a line: name, operation of package arith, the C
// operator on float or double, from when, how that is known and where it is written.
const intrinsics = `__fadd|add|x + y|hardware everywhere in rn and rz; ru and rd in software before 2.0|documented|CUDA C Programming Guide 4.2, F.2
__fmul|mul|x * y|hardware everywhere in rn and rz; ru and rd in software before 2.0|documented|CUDA C Programming Guide 4.2, F.2
__fmaf|fma|fmaf(x, y, z)|software before 2.0|documented|CUDA C Programming Guide 4.2, F.2
__frcp|rcp|1.0f / x|software before 2.0|documented|CUDA C Programming Guide 4.2, F.2
__fdiv|div|x / y|software before 2.0|documented|CUDA C Programming Guide 4.2, F.2
__fsqrt|sqrt|sqrtf(x)|software before 2.0|documented|CUDA C Programming Guide 4.2, F.2
__dadd|add|x + y|from 1.3|documented|PTX ISA 9.2
__dmul|mul|x * y|from 1.3|documented|PTX ISA 9.2
__fma|fma|fma(x, y, z)|from 1.3|documented|PTX ISA 9.2
__drcp|rcp|1.0 / x|from 2.0|documented|CUDA Math API
__ddiv|div|x / y|from 2.0|documented|CUDA Math API
__dsqrt|sqrt|sqrt(x)|from 2.0|documented|CUDA Math API`

// intrinExamples names the sets of operands of IntrinExamples and says what to notice, one a line.
const intrinExamples = `tenth|0.1, 10 and −1|0.1 × 10 is inexact and its four results are two neighbours; x × y − 1 in one step fits, so that the four results of fma are one.
tail|1, 3 and a tiny z|z lies far below the last bit of x × y, yet ru of fma steps up to the next number: every bit counts.
minus|negative results|Toward zero is up here: rz agrees with ru, where it agreed with rd for positive results.
zeros|1 − 1|An exact sum of zero is +0, but −0 toward −∞: the sign tells the direction.
overflow|overflow in binary32|Beyond the largest number rz and rd stay there, rn and ru go on to infinity. binary64 has room.
underflow|underflow in binary32|x × y is subnormal in binary32. With -ftz=true it becomes zero in all four columns, ru included.`

// Words of the table of intrinsics.
const (
	intrinTitle = "Rounding intrinsics"
	intrinNote  = "The direction is part of the instruction: no mode to set, none to restore. Amber digits differ from the result of rn; ▲ and ▼ mark the upper and the lower neighbour of the exact value, = the exact value itself. Unlike * and + in C, intrinsics are never merged into an FMA."
	intrinKnown = "Correctly rounded by documentation (CUDA Programming Guide 13, intrinsic functions); every one of these instructions was measured in all four directions on 9.0 (NVIDIA H200, CUDA 13.0, driver 580.159.04), with -ftz=true in binary32 too. When .ftz flushes a result is documented nowhere; it is inferred from 9.0 for the others."
	intrinFTZ   = "-ftz=true"
)
