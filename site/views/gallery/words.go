package gallery

import (
	"strings"
)

// Words of the Gallery view.
const (
	listTitle      = "Questions"
	find           = "Find a question"
	findHint       = "NaN, atomicAdd, TF32"
	none           = "No question has all these words."
	answer         = "Answer"
	remedy         = "What to do"
	galleryLive    = "Computed here"
	try            = "Try it"
	edit           = "Change the program in Expression"
	galleryExplain = "Let Explain find it from the two results"
	before         = "Previous question"
	after          = "Next question"
	printed        = "It prints"
	kept           = "comes out as posted"
	lost           = "is not what comes out here"
)

// topics are the headings of the list.
var topics = [...]string{"Fused multiply-add", "Types and formats", "Sums", "Special values", "Machines and flags"}

// asked says where questions come from.
var asked = [...]string{"posted in public, with these numbers", "asked often; the numbers are examples", "an example of the lab’s own"}

// galleryWords has a line for each question: ID, title, question, answer, what to do.
const galleryWords = `debug|The release build is one bit off, the debug build agrees|A kernel computes a·(d + b·c). Its release build differs from the CPU in the last place; compiled with -G it does not. Is the optimiser broken?|No. By default nvcc contracts b·c + d into one fused multiply-add, which rounds once; -G leaves product and sum apart, as the CPU does. Here the fused result is the correctly rounded one.|Compile with -fmad=false, or write __fmul_rn(b, c) so that this product stays apart. Better: compare with a tolerance, since the fused result is usually the closer one.
off|How do I switch FMA off?|a·b − c·d with a = c and b = d must be zero, and on the GPU it is not.|The compiler fuses one of the two products. That product enters the difference exactly, the other one rounded: what is left is the rounding error of a product.|nvcc -fmad=false; g++ and clang -ffp-contract=off. For one place in the code: __fmul_rn and __fadd_rn are never fused.
mad|The same kernel gives other bits on a 1.x and on a 2.x device|A dot product of four elements, the vectors of the paper’s Figure 5, on compute capability 1.3 and 2.0.|Devices of compute capability 1.x have a multiply-add in single precision that truncates the product before it adds. From 2.0 on it is fused: the product is kept whole. A CPU without FMA rounds both.|Only separate operations (__fmul_rn, __fadd_rn) on both remove the difference.
exp|exp is off by one bit on the GPU|exp(−0.5342753880274873…) is 0x3F160A3F on the host and 0x3F160A3E on the device.|Both are the float nearest to the exact value, for two different arguments. The host computed exp of the double literal, the device exp of a float variable that held it. The second row of inputs is that float.|Give both sides the same argument: write the literal with f, or keep the variable double.
nodouble|1080.0/600.0 is 1.79999995|A program in double precision prints 1.79999995 on an old card.|Below compute capability 1.3 there is no double precision; nvcc compiles double as float. 1.8 is not a float; the nearest one, printed with nine digits, is 1.79999995.|Compile for compute capability 1.3 or later (-arch), on a card that has it.
equal|if (x == 0.1) is never true|x is a float that was set to 0.1.|0.1 without f is a double. C converts x to double and compares: the float nearest to 0.1 is not the double nearest to 0.1. Compute capability 1.2 compares in float, and there it is true.|Write 0.1f, or compare with a tolerance.
counter|My counter stops at 16777216|A float counts events; at 2²⁴ it no longer grows.|From 2²⁴ on floats are 2 apart. 2²⁴ + 1 lies half way between two of them, and the tie goes to the even significand.|Count in integers, or in double, which counts to 2⁵³.
bfloat|256 + 1 is 256 in bfloat16|A sum in bfloat16 stops growing very early.|bfloat16 has 8 bits of significand: from 256 on its numbers are 2 apart, and 257 is a tie that goes to 256.|Keep the sum in float and round at the end; matrix units accumulate in float for this reason.
half|When does a half overflow?|65504 is the largest binary16 number. What do 65519 and 65520 become?|Rounding to nearest decides as if the exponent could go on: below the middle between 65504 and 65536 the result is 65504, from the middle on it is infinity.|Scale before the conversion, or use bfloat16, which has the range of float.
fp8|464 becomes 448, 465 becomes NaN|Casts to FP8 E4M3 give 448 in one library and NaN in another.|E4M3 has no infinity. CUDA’s constructors saturate: everything too large becomes 448. Other libraries return NaN; then 464, the middle, still rounds to 448, and 465 does not.|Choose the policy where the library lets you, and scale the data so that neither is needed.
tf32|A product by 1 turned 1024.5 into 1025|A matrix product with the identity changes the matrix.|The library used TF32: inputs keep 10 bits after the leading one. 1024.5 lies half way between 1024 and 1025, and the conversion takes ties away from zero; truncation or ties to even would give 1024.|Forbid TF32 for this product (in PyTorch torch.backends.cuda.matmul.allow_tf32 = False), or accept its 11 bits.
zsz|9.8616 for 9.8596|z′Sz with S = 1 and z = 3.14 comes out as 9.8616 on the GPU.|The first step, S·z, is a matrix product in TF32 and gives 3.140625; the second, a dot product, is in single precision: 3.14 · 3.140625.|Compute both steps in single precision: forbid TF32.
dot|A float dot product of integers is off by 6|The vectors 2080…2131 and 2112…2163: 52 products, exact sum 234038038.|Near 2.3·10⁸ floats are 16 apart. 234038032 is the float nearest to the exact sum: nothing better exists in this type.|Accumulate in double or in integers if the last digits count.
atomics|Another result at every run|A sum with atomicAdd changes from run to run.|atomicAdd adds in the order in which threads arrive, and addition is not associative: the same three numbers in two orders. Each result is a correct rounding of its own order.|Give the additions a fixed order: a tree in shared memory, partial sums added serially, a library call that promises it.
shape|Why does the batch size change my model’s answer?|The same row of numbers, alone or in a batch, gives other bits.|With another shape the library chooses another kernel, and that one adds in another order: a tree where there was a chain, other block sizes.|Fix the shape (padding), or ask the library for batch-invariant kernels. In a test, compare with a tolerance.
clamp|(unsigned)x of a negative number|Conversions out of range differ between CPU and GPU.|C leaves them undefined. The GPU clamps: negative numbers become 0, large ones the largest integer, NaN 0. x86 converts with a 64-bit instruction and keeps the low 32 bits.|Clamp before you convert, on both sides.
payload|My NaN lost its payload|A NaN that carries a tag goes through an addition.|A GPU delivers one NaN, 0x7FFFFFFF, from every operation in single precision. x86 hands on the payload of an operand.|Carry tags beside the numbers.
subnormal|Tiny numbers become zero|Half of the smallest normal number is 0 in one build.|-ftz=true, which -use_fast_math includes, takes subnormal operands and results for zero. Without it GPUs from compute capability 2.0 on compute with them at full speed.|Compile with -ftz=false, or scale the data away from 2⁻¹²⁶.
firstnan|Where did my NaN first appear?|The result is NaN, and the GPU raises no exception.|GPUs have no flags and no traps. An operation makes a NaN of numbers only in a few cases: here the root of a negative difference. Open the program in Expression: its tree shows the first operation whose result is a NaN.|Test intermediate results (isnan) or evaluate the operands here.
fmin|fminf hides a NaN|fminf(NaN, 1) is 1.|fmin and fmax take a NaN for missing data, in C as on the GPU. The comparison a < b ? a : b behaves otherwise, since every comparison with a NaN is false: it gives b.|Test with isnan first, or use the instructions that hand NaNs on (min.NaN, from compute capability 8.0).
x87|The 32-bit build differs from the 64-bit build|The real part of a complex product, compiled for 32-bit x86.|32-bit code computes in x87 registers of 64 bits of significand and rounds when it stores. Products enter the difference with more bits than double holds.|-mfpmath=sse -msse2; -ffloat-store rounds stored variables only.
fastdiv|-use_fast_math turns a quotient into 0|2¹²⁶ / 2¹²⁷ is 0.5 in every build but one.|With -use_fast_math a division is a multiplication by the approximate reciprocal. For a divisor above 2¹²⁶ the reciprocal is subnormal and flushed to zero.|-prec-div=false alone keeps the whole range, with 2 ulp; or scale both sides.
fastcos|cosf is −0.38 under -use_fast_math|The argument 5992555 of the paper’s Figure 6: the cosine is 3.3·10⁻⁷.|-use_fast_math puts __cosf in the place of cosf: it multiplies by 1/2π in single precision, and of a large argument nothing of the phase is left. For small arguments it is good to about 2⁻²¹.|Reduce arguments yourself, or keep cosf.
toolkit|expf(−4.75) changed between toolkits|One version of CUDA returns 0x3C0DBFD6, a later one 0x3C0DBFD7.|Functions are code of the toolkit, not of the chip, and are allowed errors of 1 or 2 ulp. The later result is the correctly rounded one, as the exact value shows.|Compare functions with their documented error as the tolerance.
orbit|How do I compare two Mandelbrot pictures?|Pictures of CPU and GPU differ in single pixels near the border.|An orbit near the border doubles its distance from its neighbour at every step or so. One step differs in the last place, as here; some dozens of steps later nothing agrees.|Compare single steps, not orbits: one iteration with a tolerance. Or count the pixels that differ.`

// Words are the words of a question.
type Words struct{ Title, Question, Answer, Remedy string }

// WordsOf returns the words of a question; those of an unknown ID are empty.
func WordsOf(id string) Words {
	for line := range strings.SplitSeq(galleryWords, "\n") {
		if f := strings.Split(line, "|"); f[0] == id && len(f) == 5 {
			return Words{f[1], f[2], f[3], f[4]}
		}
	}
	return Words{}
}

// has reports whether every word of a text stands in a question, its answer or what to do, in any case.
func has(id, text string) bool {
	w := WordsOf(id)
	all := strings.ToLower(w.Title + " " + w.Question + " " + w.Answer + " " + w.Remedy)
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		if !strings.Contains(all, word) {
			return false
		}
	}
	return true
}
