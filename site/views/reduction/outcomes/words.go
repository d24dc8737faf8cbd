package outcomes

// The words about all orders and random ones.
const (
	treesTitle = "All orders"
	drawnTitle = "Random orders"
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
