package paper

// statements are the statements of chapters 4 and 5.2 in the language of paper_program.go: their lines with what
// they compute, and what the editions print.
const statements = `#adopted
IEEE 754 of 1985, and NVIDIA’s architecture;?f implemented/missing from the hardware: @2.0 rn:a/b rn:sqrt and has:fma.rn.f32 and;;implemented@01234
the revision in force;=IEEE Std 754-2019
#choosing
accuracy where results are inexact;?f depends on choices in the program/does not depend on them: @9.0 0x40000001 0x3f800001 __fadd_rn 0x41000001 __fadd_rn 0x40000001 0x3f800001 0x41000001 __fadd_rn __fadd_rn = not;;depends on choices in the program@01234
(A + B) + C of section 2.2;f @9.0 0x40000001 0x3f800001 __fadd_rn 0x41000001 __fadd_rn
A + (B + C);f @9.0 0x40000001 0x3f800001 0x41000001 __fadd_rn __fadd_rn
#audience documented
libraries named;=cuBLAS and cuFFT;CUBLAS and CUFFT in the PDF;cuBLAS and cuFFT@234
#overview
fused multiply-add in IEEE 754;=since 2008;IEEE Std 754-2008;since 2008@01234
in the hardware of GPUs;?f built in/not built in: @2.0 has:fma.rn.f32 @9.0 has:fma.rn.f32 and;;built in@01234
on 1.3, in double only;?f yes/no: @1.3 has:fma.rn.f64 @1.3 has:fma.rn.f32 not and
#interchange documented
for exchanging data;~basic and interchange formats;IEEE 754-2019, clause 3;basic and interchange formats@01234
float and double there;*binaries
#reserved
codes for infinity and NaN;*reserved;;reserved@01234
infinities of float;*infinities
NaNs of float;*nans
of double;*nans64
#nearesteven
default of SSE and of the GPU;?f round-to-nearest-or-even/another: @sse 1 2^-24 a+b 1 = @sse 0x1.000002p0 2^-24 a+b 0x1.000004p0 = and @9.0 1 2^-24 a+b 1 = and @9.0 0x1.000002p0 2^-24 a+b 0x1.000004p0 = and;;round-to-nearest-or-even@01234
1 + 2^-24, a tie;f @9.0 1 2^-24 a+b
1 + 3 × 2^-24, a tie;f @9.0 0x1.000002p0 2^-24 a+b
#samesystems
serial algorithm on SSE, 2.0 and 9.0;?f exactly the same/different: @sse loop2 @2.0 loop2 = @sse loop2 @9.0 loop2 = and;;exactly the same@01234
FMA algorithm on FMA3, 2.0 and 9.0;?f exactly the same/different: @fma3 loop @2.0 loop = @2.0 loop @9.0 loop = and;;exactly the same@01234
parallel algorithm on SSE and 9.0;*samehalves;;exactly the same@01234
serial;5 @9.0 loop2
FMA;5 @9.0 loop
#generations
features from one generation to the next;*grown;;extended@01234
formats of 1.0;F 1.0 Formats
of 2.0;F 2.0 Formats
of 9.0;F 9.0 Formats
tensor cores of 10.0;F 10.0 TensorTypes
#boards outdated
current generations;*boards;;Tesla C2xxx, GTX 4xx, GTX 5xx@01;Tesla Kxx, GTX 8xx, GTX 9xx@234
precision of all boards named;P fma.rn 2.0 2.1 3.0 3.5 5.0 5.2;with fused multiply-add;single and double@01234
#older
of these features, 1.2 and 1.3 have;?f some but not others/all: @1.3 has:fma.rn.f64 @1.3 has:fma.rn.f32 not and @1.2 has:add.rn.f64 not and;;some but not others@01
double-precision FMA on 1.3;?f yes/no: @1.3 has:fma.rn.f64
single-precision FMA;?f yes/no: @1.3 has:fma.rn.f32
#encoded documented
features are encoded in;~the compute capability number;9.0 is sm_90;the compute capability number@01234
to find it at run time;~a function call;cudaGetDeviceProperties;a function call@01234
compute capabilities of many devices;~a table;;a table@01234
#singleonly
arithmetic on 1.0, 1.1 and 1.2;P add 1.0 1.1 1.2;;single@01
0.1 + 0.2 in double, compiled for 1.2;d @1.2 0.1 0.2 a+b
compiled for 1.3;d @1.3 0.1 0.2 a+b
#notall
single operations that follow IEEE 754;?f not all/all: @1.2 loop @1.2 loop2 = not @1.2 loop @2.0 loop = not and;;not all@01
loop of Figure 2 on 1.2: FMAD;5 @1.2 loop
with __fmul_rn and __fadd_rn on 1.2;5 @1.2 loop2
on 2.0: FMA;5 @2.0 loop
a × a + b of Figure 1 on 1.2;f @1.2 A A B a*b+c
#flushed
1.5 × 2^-126 - 2^-126 on 1.2;f @1.2 0x1.8p-126 2^-126 a-b;;0@01
2^-127 × 2 on 1.2;f @1.2 2^-127 2 a*b;;0@01
1.5 × 2^-126 - 2^-126 on 2.0;f @2.0 0x1.8p-126 2^-126 a-b
2^-127 × 2 on 2.0;f @2.0 2^-127 2 a*b
#notnearest documented
division on 1.x;?f always the closest/not always the closest: @1.0 rn:a/b;;not always the closest@01
square root on 1.x;?f always the closest/not always the closest: @1.0 rn:sqrt;;not always the closest@01
division;F 1.2 DivisionF32
square root;F 1.2 SquareRootF32
#both13
arithmetic on 1.3;P add 1.3;;single and double@01
double results per clock and multiprocessor;F 1.3 RateF64
single results;F 1.3 RateF32
#double13
double operations by IEEE 754;?d always/not always: @1.3 rn:a/b rn:1/a and rn:sqrt and has:add.rn.f64 and has:mul.rn.f64 and has:fma.rn.f64 and;;always@01
1 / 3;d @1.3 1 3 a/b
√2;d @1.3 2 sqrt
2^-1074 + 2^-1074;d @1.3 2^-1074 2^-1074 a+b
#single13
single precision from 1.2 to 1.3;?f unchanged/changed: !single13 @1.2 loop @1.3 loop = and;;unchanged@01
loop of Figure 2 on 1.3: FMAD;5 @1.3 loop
#fma13
a * b + c in double on 1.3;?d fused/not fused: @1.3 A A B a*b+c A A mul.rn.f64 B add.rn.f64 = not;;fused@01
Figure 1 in double, fused;d @1.3 A A B a*b+c
multiply, then add;d @1.3 A A mul.rn.f64 B add.rn.f64
#nofma13
single-precision FMA on 1.3;?f in hardware/none: @1.3 has:fma.rn.f32;;none@01
Figure 1 on 1.3;f @1.3 A A B a*b+c
Figure 1 on 2.0;f @2.0 A A B a*b+c
Figure 1 on x86, SSE;f @sse A A B a*b+c
#both20
arithmetic;P add;;single and double@01234
fused multiply-add;P fma.rn;;single and double@01234
Figure 1 on 2.0;f @2.0 A A B a*b+c;;2^-46@014
Figure 1 on 9.0;f @9.0 A A B a*b+c
loop of Figure 2 on 2.0;5 @2.0 loop
#nearest20
square root and division by default;?f the closest value/not always the closest: !nearest;;the closest value@01234
2 / 3 on 2.0;f @2.0 2 3 a/b
√2 on 2.0;f @2.0 2 sqrt
2 / 3 in double;d @2.0 2 3 a/b
√2 in double;d @2.0 2 sqrt
#denormals20
denormals by default;?f kept/flushed to zero: @2.0 2^-126 2^-127 a-b 2^-127 =;;kept@01234
2^-126 - 2^-127 on 2.0;f @2.0 2^-126 2^-127 a-b
on 1.3;f @1.3 2^-126 2^-127 a-b
on x86, SSE;f @sse 2^-126 2^-127 a-b
#fourmodes
rounding directions of IEEE 754;*directions;754-2008, clause 4.3;four@01234
by name;*names
2.5 to an integer in each;*integers
#cudafour
modes of the intrinsics;*suffixes;;[rn|rz|ru|rd]@01234
by default;*default;;rn@01234
binary32 instructions of 1.3;F 1.3 RoundingF32
of 2.0;F 2.0 RoundingF32
#interpretation
rn;*rn;;round to nearest, ties to even@01234
rz;*rz;;round towards zero@01234
ru;*ru;;round towards +∞@014
rd;*rd;;round towards -∞@014
1 + 2^-24;4 __fadd_ 1 2^-24
-1 - 2^-24;4 __fadd_ -1 -2^-24
#floattable
addition;Tf __fadd_;;__fadd_[rn|rz|ru|rd](x, y)@01234
multiplication;Tf __fmul_;;__fmul_[rn|rz|ru|rd](x, y)@01234
FMA;Tf __fmaf_;;__fmaf_[rn|rz|ru|rd](x, y, z)@01234
reciprocal;Tf __frcp_;;__frcp_[rn|rz|ru|rd](x)@01234
division;Tf __fdiv_;;__fdiv_[rn|rz|ru|rd](x, y)@01234
square root;Tf __fsqrt_;;__fsqrt_[rn|rz|ru|rd](x)@01234
#doubletable
addition;Td __dadd_;;__dadd_[rn|rz|ru|rd](x, y)@01234
multiplication;Td __dmul_;;__dmul_[rn|rz|ru|rd](x, y)@01234
FMA;Td __fma_;;__fma_[rn|rz|ru|rd](x, y, z)@01234
reciprocal;Td __drcp_;;__drcp_[rn|rz|ru|rd](x)@01234
division;Td __ddiv_;;__ddiv_[rn|rz|ru|rd](x, y)@01234
square root;Td __dsqrt_;;__dsqrt_[rn|rz|ru|rd](x)@01234
#sqrtrow misprinted
function of the row __dsqrt_[rn|rz|ru|rd];*sqrtrow;;sqrt(x)@0;sqrtf(x)@134
#moreaccurate
closer to a × a + b in Figure 1;?f the fused result/the separate one: !closer;;the fused result@01234
loop of Figure 2, fused;5 @9.0 loop
loop of Figure 2, not fused;5 @9.0 loop2
0.1f * 0.1f - 0.1f * 0.1f, fused;f @9.0 0.1 0.1 0.1 0.1 __fmul_rn neg.f32 a*b+c
not fused;f @9.0 0.1 0.1 __fmul_rn 0.1 0.1 __fmul_rn a-b
#merged
a * a + b by default;?f merged/separate: @9.0 A A B a*b+c A A B __fmaf_rn =;;merged@01234
instructions;C 9.0 a*b+c
result;f @9.0 A A B a*b+c
#independent
__fadd_rn(__fmul_rn(a, a), b);?f separate/merged: @9.0 A A __fmul_rn B __fadd_rn A A B __fmaf_rn = not;;separate@01234
result;f @9.0 A A __fmul_rn B __fadd_rn
loop of Figure 2 with these;5 @9.0 loop2
#fortran outdated
compilers with a flag against merging;*nofma;;CUDA Fortran@012
a * a + b with -fmad=false;C 9.0-nofma a*b+c
result;f @9.0-nofma A A B a*b+c
#modes
IEEE 754 mode (default);M 0;;-ftz=false -prec-div=true -prec-sqrt=true@0134
fast mode;M 1;;-ftz=true -prec-div=false -prec-sqrt=false@0134
#threeflags outdated
flags relevant to IEEE 754 operations;*flags;;-ftz, -prec-div, -prec-sqrt@01234
-use_fast_math;M 2;and -fmad=true
1 / (1.5 × 2^126) by default;f @9.0 1 0x1.8p126 a/b
with -use_fast_math;f @9.0-fastmath 1 0x1.8p126 a/b
cosf(5992555) with -use_fast_math;f @9.0-fastmath 5992555 cos
#ieeemode
results of the default mode;?f correctly rounded/not correctly rounded: @9.0 rn:a/b rn:1/a and rn:sqrt and;;correctly rounded@01234
denormals;?f supported/flushed: @9.0 0x1.8p-126 2^-126 a-b 2^-127 =;;supported@01234
instructions for / and sqrtf;C 9.0 a/b sqrt
#ftzflag
denormals with -ftz=true;?f flushed to zero/kept: @9.0-ftz 0x1.8p-126 2^-126 a-b 0 =;;flushed to zero@01234
1.5 × 2^-126 - 2^-126, -ftz=false;f @9.0 0x1.8p-126 2^-126 a-b
with -ftz=true;f @9.0-ftz 0x1.8p-126 2^-126 a-b
#fastdivision
division with -prec-div=false;?f always the closest/not always the closest: @9.0 5 6 a/b @9.0-nodiv 5 6 a/b =;;not always the closest@01234
5 / 6, -prec-div=true;f @9.0 5 6 a/b
with -prec-div=false;f @9.0-nodiv 5 6 a/b
instruction;C 9.0-nodiv a/b
#fastroot
square root with -prec-sqrt=false;?f always the closest/not always the closest: @9.0 5 sqrt @9.0-nosqrt 5 sqrt =;;not always the closest@01234
sqrtf(5), -prec-sqrt=true;f @9.0 5 sqrt
with -prec-sqrt=false;f @9.0-nosqrt 5 sqrt
instruction;C 9.0-nosqrt sqrt
#noeffect
on double precision;?f no effect/an effect: !double;;no effect@01234
below compute capability 2.0;?f no effect/an effect: !early;;no effect@01234
1 / 3 in double, default mode;d @9.0 1 3 a/b
fast mode;d @9.0-fast 1 3 a/b
#directions
the rounding mode on x86;?f in a control word/in the instruction: @sse 1 2^-24 a+b @sse-ru 1 2^-24 a+b = not;;in a control word@01234
on the GPU;?f in the instruction/in a control word: @9.0 has:add.rn.f32 has:add.rp.f32 and;;in the instruction@01234
1 + 2^-24, addss, MXCSR 0x1F80;f @sse 1 2^-24 a+b
the same, MXCSR 0x5F80;f @sse-ru 1 2^-24 a+b
add.rn.f32;f @9.0 1 2^-24 add.rn.f32
add.rp.f32;f @9.0 1 2^-24 add.rp.f32
#noflags
exceptions that a GPU instruction reports;~none;;none@01234
1 / 3;S div32 a/b 1 3
2^127 × 2^127;S mul32 a*b 2^127 2^127
2^-126 × (0.5 + 2^-24);S mul32 a*b 2^-126 0x1.000002p-1
#precisions
precision of x87;?x in the control word/in the instruction: @x87-pc24 1 3 7div @x87-pc53 1 3 7div = not @x87 1 3 7div @x87-pc53 1 3 7div = not and;;in the control word@01234
of SSE and the GPU;?f in the instruction/in a control word: @9.0 has:div.rn.f32 has:div.rn.f64 and;;in the instruction@01234
fdiv 1 / 3, control word 0x007F;x @x87-pc24 1 3 7div;24 bits
fdiv 1 / 3, control word 0x027F;x @x87-pc53 1 3 7div;53 bits
fdiv 1 / 3, control word 0x037F;x @x87 1 3 7div;64 bits
#proofs documented
correct rounding of particular functions;~possible;;possible@01234
#semantics
IEEE 754 operations of C, as compilers make them;?d poorly preserved/preserved: @x87 1 0x1.0000000000001p-53 a+b @sse 1 0x1.0000000000001p-53 a+b = not;;poorly preserved@01234
a * a + b of Figure 1, gcc;e gcc a=0x3f800001,b=0xbf800002 a*a + b
gcc -mfma;e gcc-fma a=0x3f800001,b=0xbf800002 a*a + b
gcc -m32, x87;e x87 a=0x3f800001,b=0xbf800002 a*a + b
#widths87
bits of an x87 register;*x87bits;64 of them in the significand;80@01234
of addss and addsd;*ssebits
#spill
a value kept in a register;?x in extended precision/rounded to double: @x87 1 3 7div 7st64 wide 1 3 7div = not;;in extended precision@01234
a value stored to a double;?x rounded to double/in extended precision: @x87 1 3 7div 7st64 wide 1 3 7div = not;;rounded to double@01234
1 / 3 in a register;x @x87 1 3 7div
stored;x @x87 1 3 7div 7st64
2^1023 × 2 / 2, product in a register;x @x87 2^1023 2 7mul 2 7div 7st64
product stored;x @x87 2^1023 2 7mul 7st64 wide 2 7div 7st64
#defaultunit documented
64-bit compiles;~SSE;gcc, clang;SSE@01234
32-bit compiles;~x87;gcc;x87@01234
1 + (2^-53 + 2^-105), -m64;d @sse 1 0x1.0000000000001p-53 a+b
the same, -m32;d @x87 1 0x1.0000000000001p-53 a+b
#ssefollows
SSE and IEEE 754;?f follows it/does not follow it: @sse 0x40000001 0x3f800001 a+b 0x41000001 a+b @9.0 0x40000001 0x3f800001 __fadd_rn 0x41000001 __fadd_rn = @sse loop2 @9.0 loop2 = and;;follows it@01234
(A + B) + C of section 2.2, SSE;f @sse 0x40000001 0x3f800001 a+b 0x41000001 a+b
on the GPU;f @9.0 0x40000001 0x3f800001 __fadd_rn 0x41000001 __fadd_rn
loop of Figure 2, SSE;5 @sse loop2
1.5 × 2^-126 - 2^-126, SSE;f @sse 0x1.8p-126 2^-126 a-b
with FTZ, MXCSR 0x9F80;f @sse-ftz 0x1.8p-126 2^-126 a-b
#floatstore
precision in memory;?x double/extended: @x87 1 3 7div 7st64 1 3 7div 7st64 wide 7st64 =;;double@01234
1 + (2^-53 + 2^-105), x87, every result stored;d @x87 1 0x1.0000000000001p-53 a+b
SSE;d @sse 1 0x1.0000000000001p-53 a+b
#slashop outdated
option of Visual Studio;=/fp:precise, /fp:strict;;/Op@01234
option of gcc;=-ffloat-store;;-ffloat-store@01234
#controlword
-mpc32;p x87-pc24;control word 0x007F;24 bits@01234
-mpc64;p x87-pc53;control word 0x027F;53 bits@01234
1 + (2^-53 + 2^-105), 53 bits;d @x87-pc53 1 0x1.0000000000001p-53 a+b
64 bits;d @x87 1 0x1.0000000000001p-53 a+b
2^1023 × 2 / 2, 53 bits;x @x87-pc53 2^1023 2 7mul 2 7div 7st64
in SSE;d @sse 2^1023 2 a*b 2 a/b
#spaces misprinted
two spaces;=single and double precision;;single and double precision@0;single and doubleprecision@1234
;=-mpc32 or -mpc64;;-mpc32 or -mpc64@0;-mpc32 or-mpc64@1234
`
