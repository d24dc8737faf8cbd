//go:build !opening

package catalogue

// wordGroups are the lines of the index about words (start.FileName): words that mean the same, and words that a question can do
// without. Endings do not matter.
const wordGroups = `=gpu cuda device nvidia card
=cpu host x86 processor
=fma fused contraction contract fmad
=float binary32 fp32 single f32
=double binary64 fp64 f64
=half binary16 fp16 f16
=bfloat16 bf16 bfloat
=fp8 e4m3 e5m2
=zero 0
=nan nans
=denormal subnormal tiny ftz
=mantissa significand fraction
=infinity inf infinite overflow
=error wrong incorrect off inaccurate inexact imprecise accuracy accurate precision
=differ different difference mismatch match disagree other changes change inconsistent
=run runs rerun
=nondeterministic deterministic reproducible random nondeterminism determinism reproducibility invariance invariant
=sum add addition accumulate accumulation reduction reduce sums total summation summing
=kahan compensated neumaier klein
=pairwise tree cascade
=integer int int8 int32 integers
=fast ffast ofast fastmath
=overflow wrap wraps saturate saturation saturating clamp
=diverge divergence chaos chaotic butterfly lyapunov
=llm model inference neural training network deep
=ptx sass assembly
=lesson course tutorial exercise teach teacher student homework learn lecture task school university
=present presentation presenter slides projector lecture
=embed iframe documentation docs widget markdown
=offline download install
=worst hardest dilemma
=banker even
=hex hexadecimal code codes
=binary bit bits
=stability stable unstable
=throughput rate clock speed
=maximum max largest biggest highest
=minimum min smallest
=warp lane lanes shuffle
=dot dotproduct inner
=matmul gemm mma product matrix multiplication cublas
=multiply product times multiplication mul
=divide division quotient div
=root sqrt
=tensor core wmma mma imma dp4a
=round rounding rounded rounds truncate
=tolerance epsilon atol rtol allclose bound compare
=equal equality ==
=option flag switch
=32 32bit 32-bit
=64 64bit 64-bit
=cos cosine cosf
=sin sine sinf
=exp exponential expf
=cast convert conversion converter
=print prints printf printed shows
=order associative associativity
=atomic atomicadd atomics
=batch shape size
=library cublas cub torch pytorch
=debug release
=build builds compile compiled compiler compilation
=version toolkit upgrade update
=quantize quantization quantise
-vs versus a an the is are was were be been do does did doing done my i me we you your it its this that these those there here of to in on for and or by from at as with into than then so if can could may might should would will why what how which when where who not no does have has had get gets got give gives given any some only just please about between come comes too very also slightly explain explained safe mean means always never using like happen happens really actually
`

// otherWords are words in which readers ask the questions of the gallery, where they are not those of the question itself: ID, words.
const otherWords = `x87|a different result of a program, excess extended precision, long double, FLT_EVAL_METHOD, volatile
exp|imprecise inaccurate
shape|deep learning inference nondeterministic
off|disable turn switch off FMA contraction
orbit|n-body simulation chaos graded equality compare pixels
equal|equality comparison fails, loop never ends, literal double constant
counter|adding 1 to a large float changes nothing, integers above 2^24
atomics|different sum every run not reproducible nondeterministic
dot|float is off by
debug|optimised optimized
subnormal|denormals flush
firstnan|training loss nan mixed precision
clamp|integer overflow undefined behaviour cast negative float to int
`

// askedElsewhere has questions that other views than the gallery answer: link, question, what is to be seen.
const askedElsewhere = `#/v1/x87?a=3fb999999999999a&b=4024000000000000&ta=0.1&tb=10&x=a~2ab-1&y=double|One build prints 0, the other a tiny number: 32-bit against 64-bit|0.1·10 − 1: x87 registers keep 64 bits of the product, SSE rounds it to the 53 bits of a double.
#/v1/mma|Is a tensor-core product with float accumulation the same as a float matmul?|No: a block aligns its FP16 products to the largest, cuts what lies below and adds once, so the FP32 accumulator of a tensor core does not round like a chain of float additions.
#/v1/gemm|Which tolerance may my test of a matrix product use?|The bound and the typical error along K of the library's own order, as atol and rtol to compare with.
#/v1/gemm|In which order does cuBLAS add an element of a matrix product?|The chain over K of torch.matmul and cuBLAS for a size, as measured.
#/v1/sum|Why does the number of threads or blocks change my sum?|Another launch is another order of the additions: the same numbers by loops, trees, warps, blocks and atomicAdd, each with its error.
#/v1/explain|Which of my two results is more accurate?|The exact value, both results with their distance in ulp, and what removes the difference: a kernel that does not match its reference on the CPU, in double or in NumPy.
#/v1/op|Why do JavaScript, Python and C print 0.30000000000000004?|0.1 + 0.2 in double: both are rounded before they are added, and the sum once more.
#/v1/explain?i=f~3d98.6&p=5~2f9~2a~28f-32~29&r1=37&r2=0|Why is 5/9*(f - 32) zero?|In C 5/9 is a division of integers, and 0; write 5.0f/9. Why a quotient of int is cut off.
#/v1/iter|After how many steps do two simulations diverge?|An iteration, n-body or Mandelbrot orbit, on two targets: the first different bit, and how fast the difference grows.
#/v1/ptx|What does each instruction of my kernel compute?|Paste PTX as nvcc -ptx or Triton print it, and run it thread by thread.
#/v1/quant|What do block scales of FP8, FP6 and FP4 keep of my numbers?|Quantization for training and inference, microscaling (MX): MXFP8, MXFP4, MXINT8, NVFP4 and scaled FP8: the codes, the scales and the error of each recipe; convert floats to FP8 or FP4.
#/v1/functions?p=measured|How accurate are CUDA's mathematical functions?|The largest error in ulp of each function over all arguments, measured and documented: accuracy of sin, cos, exp, log, sqrt, pow, tanh.
#/v1/fma|What does a fused multiply-add keep that a product and a sum lose?|One rounding in place of two: the exact product takes part in the sum.
#/v1/devices|Which GPU generation introduced what: doubles, FMA, tensor cores, bfloat16, FP8?|What each compute capability supports, 1.0 to 12.0, and the operands on which two of them differ.
#/v1/expr|What does the compiler make of my expression?|nvcc, g++ and clang, with their options: which products are fused, in which precision, with which result.
#/v1/enc?t=1|How is a float stored, and what is the hidden bit?|How floating point works: sign, exponent, significand. The leading bit of a normal number is implied by the exponent, hidden, not stored.
#/v1/enc?b=00000001&f=f32|What is a subnormal or denormal number?|Below the smallest normal number the exponent stays and the significand loses bits, down to the smallest positive number.
#/v1/enc?b=34000000&f=f32|What is machine epsilon?|The distance from 1 to the next number, 2^-23 in binary32 and 2^-52 in binary64: the ulp of 1. Half of it bounds the relative error of a rounding.
#/v1/enc?b=7f800000&f=f32|When does a number become infinity?|Above the largest number by half an ulp or more: overflow. Infinity is a code of its own.
#/v1/enc?b=7f7fffff&f=f32|What is the largest float, and what is the smallest?|The largest and smallest number of each format: maximum 3.4e38 in binary32, minimum positive 1.4e-45.
#/v1/enc?b=80000000&f=f32|What is negative zero?|Minus zero, -0: equal to 0, with a sign that a division shows.
#/v1/enc|How many digits do float and double keep?|The same number in every format: float against double, versus half and bfloat16, each with its error; about 7 decimal digits, and 16; 9 and 17 bring a number back (printf with %.9g and %.17g).
#/v1/enc?b=4048f5c3&f=f32&t=3.14|How do I convert a decimal number to binary or hex, and back?|IEEE 754 converter and calculator: type a number, its bits in hexadecimal (0x4048f5c3) or any expression, in every format; float to hex, hex to float, double to binary.
#/v1/enc?b=7b&f=e5m2&t=57344|What are the ranges of E4M3 and E5M2?|The largest values of FP8: 448 in E4M3, with three fraction bits, and 57344 in E5M2, with two, which has infinities.
#/v1/enc?b=3dcd&f=bf16&t=0.1|What is the difference between bfloat16 and half, FP16?|bfloat16 has the range of float and 8 bits of precision, binary16 ends at 65504 and has 11: the same number in both.
#/v1/functions|How many bits does it take to round exp or sin correctly?|The hardest arguments, worst case of each function: the table maker's dilemma.
#/v1/op|Which rounding modes are there, and what does each give?|Nearest even, away, toward zero, up, down, stochastic: one exact result in every rounding direction.
#/v1/op?a=3f800000&b=33800000&f=f32|What is round to nearest, ties to even?|1 + 2^-24 lies half way between two numbers: the tie goes to the one whose last bit is even.
#/v1/op?o=sub&f=f32&a=40490fdb&b=40490fda|What is catastrophic cancellation?|The difference of two neighbours is exact, but only the last bits of the operands are left in it, with all their errors.
#/v1/op?o=cmp&f=f32&ta=nan&tb=nan|Why is NaN not equal to itself?|Comparisons with NaN are false, x == x too where x is NaN: x != x finds it (isnan).
#/v1/op?o=sqrt&f=f32&ta=-1|Which operations give NaN?|Invalid ones: the square root sqrt of a negative number, 0/0, infinity divided by infinity, infinity minus infinity, zero times infinity.
#/v1/functions?a0=400921fb54442d18&p=steps&s=sin|Why is sin(pi) not zero?|The double next to π is not π: its sine is 1.2e-16, and that is the right answer for this argument.
#/v1/enc?f=f64&t=1/3|Why is 1/3 or 0.1 not exact?|Thirds and tenths, money, prices and cents among them, have no end in binary: what is stored is the nearest number, here with its error.
#/v1/sum|Why is the sum or mean of a large array inaccurate?|Rounding errors of an average, mean or total of many floats: the same numbers in a loop, pairwise and compensated.
#/v1/mma|How precise is a tensor core?|Precision of its products and accumulator: exact products, aligned and truncated, added at once.
`

// termLinks are the states in which the terms of the glossary can be seen: ID, link.
const termLinks = `augmented|#/v1/op
bias|#/v1/enc
biased-exponent|#/v1/enc
class|#/v1/enc
condition|#/v1/sum
correctly-rounded|#/v1/functions
direction|#/v1/op
dot-tail|#/v1/op
error|#/v1/op
exact|#/v1/op
fma|#/v1/fma
grs|#/v1/op
inexact|#/v1/op
nan|#/v1/enc?b=7fffffff&f=f32
payload|#/v1/gallery?q=payload
precision|#/v1/enc
quantum|#/v1/enc
rounding-names|#/v1/op
run|#/v1/functions
significand|#/v1/enc
subnormal|#/v1/enc?b=00000001&f=f32
trailing|#/v1/enc
ulp|#/v1/start
underflow|#/v1/op
`

// formatWords are further words for formats: ID, words.
const formatWords = `f16|half fp16
f32|float single fp32
f64|double fp64
f128|quadruple quad fp128
bf16|bfloat16 brain float
tf32|TensorFloat-32 tf32
x87|long double extended 80 bits
e4m3|fp8
e5m2|fp8
e3m4|fp8
e5m2fnuz|fp8 AMD
e4m3fnuz|fp8 AMD
e3m2|fp6
e2m3|fp6
e2m1|fp4
e8m0|scale MX
ue4m3|scale NVFP4
`

// optionWords has compiler options: link, option, what it does.
const optionWords = `#/v1/flags?r=fastmath|-use_fast_math|nvcc: subnormal numbers become zero, approximate division, square root and functions (__cosf, __expf), contraction
#/v1/gallery?q=subnormal|-ftz=true|nvcc: subnormal operands and results become zero, flush to zero
#/v1/flags?r=fast|-prec-div=false|nvcc: approximate division
#/v1/flags?r=fast|-prec-sqrt=false|nvcc: approximate square root
#/v1/gallery?q=off|-fmad=false|nvcc: switch contraction to FMA off
#/v1/gallery?q=off|-ffp-contract=off|g++ and clang: switch contraction to FMA off
#/v1/gallery?q=x87|-mfpmath=387, -m32|g++: x87 registers of 80 bits in a 32-bit build
#/v1/x87|-ffloat-store|g++: every value is stored and rounded to its type
#/v1/gallery|-G|nvcc: debug build without contraction
`

// orderWords are further words for summation orders: ID, words.
const orderWords = `serial|: naive loop
pairwise|: cascade summation
neumaier|: Kahan and Babuška
halving|: tree reduction
atomics|: atomicAdd
`

// usesOfLab are what the lab is used for beside its views: link, title, words.
const usesOfLab = `#/v1/enc?les=all|Lessons|Seven lessons in floating point with exercises, from how a float is stored to tensor cores; a teacher's own lesson is opened here too
#/v1/op?present=1|Present|Presenter mode for a class: large type on a projector, parts hidden and revealed, a playlist of states. The key P, in every view
#/v1/start?fig=embedding|Embed a view|A view within a page of your own: iframe, element ulp-lab, Markdown, picture in SVG and PNG; Share, in the header, writes them
#/v1/start?fig=help|Help|How numbers are typed, and what the keys do
#/v1/start?fig=foot|Use offline|The whole lab as one file to download, without a connection; the page itself can be installed as an app
`
