package reduction

// sumAnchors are the parts of the view: the ID of the section, a title.
const sumAnchors = `sum-orders Orders
sum-tree-part Tree
sum-cores Thread counts
sum-all All orders
sum-atomics Atomics
sum-vectors Many vectors
sum-program Program
sum-reveal-part Recover an order`

// The words about the arithmetic of the additions.
const (
	arithTitle = "Arithmetic of the additions"
	arithNote  = "Elements are rounded to their format first, to nearest: that is the data. Products and sums are rounded at every step, the result once more if its format is another. The table, the launches, the trees and the statistics follow. Bounds are known for the default only. Stochastic rounding is left out: it needs random bits."
	arithMAD   = "MAD of compute capability 1.x truncates the product to 24 bits, flushes subnormals and rounds the sum to nearest."
)

// arithNames are the words of ArithPresets.
var arithNames = [...]string{"default", "sums toward zero", "bfloat16 data, binary32 sums", "bfloat16 in and out", "binary16 throughout", "E4M3 data, binary32 sums", "FMAD of 1.x, flushed", "binary64 inside"}

// mulAddNames are the words of summation.MulAdds.
var mulAddNames = [...]string{"as the algorithm specifies", "multiply, then add", "FMA", "FMAD (compute capability 1.x)"}

// The words about thread counts.
const (
	coresTitle = "Thread counts: same data and code, different launches"
	coresNote  = "Chapter 5.3 of the white paper: a GPU may launch blocks of 128 threads where a CPU runs 4. Move a slider and watch the bits; below, every position at once. A letter is a result: cells with the same letter agree in every bit."
	coresGPU   = "GPU"
	coresCPU   = "CPU"
	coresSrc   = "GPU: each thread strides over the vector and starts at +0; with one accumulator, the pattern’s sums equal those measured on an NVIDIA H200 with CUDA 13 at every size and launch recorded (kind: measured). More accumulators take a thread’s elements in turn and are added one by one (kind: inferred from the source such code has). CPU: OpenMP’s static schedule, consecutive parts of equal length, and the threads’ sums in the order of threads (kind: documented for the parts; OpenMP leaves the order of the sums open)."
)

// The words about atomics.
const (
	atomicsTitle   = "Atomics: the order changes from run to run"
	atomicsNote    = "atomicAdd lets sums arrive in any order, and the hardware’s order is not the same twice. Each run below draws one, every order as likely as any other."
	atomicsCaption = "Blue, above: random orders, drawn here with the seeds 1, 2, 3, … Amber, below: the same data and launch on an NVIDIA H200 (kind: measured, CUDA 13.0, driver 580). The hardware’s order is not uniformly random: warps arrive in one piece and nearly in turn, so its distribution may be shifted or narrow; how many results there are is what carries over."
	atomicsAlone   = "Random orders, drawn here with the seeds 1, 2, 3, … The axis is the error in ulp. There is a record of an H200 beside it for uniform data of seed 1 with 1,000, 4,096 or 2²⁰ elements and 8 blocks of 128 threads."
	atomicsFixed   = "An order that is fixed gives the same bits however often it runs, on this page and on hardware. What changes them is another launch, another size or another library."
	levelsTitle    = "CUB’s three levels of determinism"
)

// arrivalNames are the words of summation.ArrivalOrders.
var arrivalNames = [...]string{"sums of blocks", "sums of threads", "elements"}

// levels are CUB's levels: name, what is documented, how it is done, what was measured.
const levels = `not_guaranteed|Results may differ from run to run.|Blocks add their sums to the result with atomicAdd as they finish: one kernel, the fastest. The order is that of arrival.|CUB 3.1.2, as CuPy 14.2 ships it, accepts the word and carries out run_to_run: its sources have no kernel with atomics, and at least 200 runs on each of 32 vectors gave one result.
run_to_run|The same bits each time on the same GPU; the default. Another GPU may have other bits.|A fixed tree: threads, warps in the order of lanes, warps one by one, then a second pass over the blocks. How many blocks there are depends on the number of multiprocessors.|500 runs on each of 32 vectors: one result each, and it is that of this page’s cupy.sum, bit for bit.
gpu_to_gpu|The same bits on every GPU; of floating-point sums, those of float and double.|No order at all matters: elements are cut into slices that are added in bins without rounding, and rounded once at the end.|500 runs on each of 32 vectors: one result each, and it is that of this page’s binned sum, bit for bit.`

// levelsSource says where they are from.
const levelsSource = "Documented: CUDA Core Compute Libraries, “Determinism”, and the notes of release 3.1.0. Measured: NVIDIA H200, 132 multiprocessors, CUDA 13.0, uniform and wide data of 1,000 to 2²⁰ elements."

// The words about many vectors.
const (
	vectorsTitle   = "Many vectors: how errors grow"
	vectorsNote    = "One vector proves little. Here every method adds up hundreds of random vectors of each size, and the errors are averaged."
	plotTitle      = "Mean error by number of elements"
	plotCaption    = "Both axes are logarithmic, so a power of n is a line and its slope the exponent; the number behind a name is its slope over the larger half of the sizes. Thin grey lines have slope 1 and ½. Dots are means; the short dashes above them the worst vector."
	pairsTitle     = "Closer to the exact sum than the serial loop?"
	pairsNote      = "“Parallel is usually much more accurate than serial”, says chapter 3. Counted here, vector by vector: green is closer, grey is as close, orange is farther away."
	vectorsOwn     = "Custom numbers are one vector; choose a random kind of data above."
	vectorsFirst   = "These were computed beforehand, with the same code."
	vectorsOther   = "These are results for other settings than those above."
	vectorsHold    = "Where it does not hold:"
	vectorsHoldWhy = "with alternating signs the serial loop’s sums stay small, since neighbours cancel at once, while halves add numbers of one sign first."
)

// scales are the words of the scales of errors.
var scales = [...]string{"ulp of the sum", "u · Σ|x|"}
