package summation

// Input says which numbers are added, and with what.
type Input struct {
	Kind            int32 // of the numbers, an index of Kinds; Given and beyond: the caller's own
	Cond            int32 // of the kind Ill: the decimal exponent of the condition number asked for
	N, Seed         int32 // how many numbers are generated, and from what
	Dot             bool  // the products of two vectors are added
	Double          bool  // the numbers are binary64, not binary32
	Threads, Blocks int32 // of a launch: threads per block
	Accums          int32 // accumulators per thread
	CPU             int32 // threads of a CPU
	Pattern         int32 // of a block's threads, an index of GridOrders
	Arrive          int32 // what arrives by atomics, an index of ArrivalOrders
	Arith           Arith
	Tree            string // an order of the caller's own, as ReadTree reads it; "" for none
}

// The bounds of inputs.
const (
	Least    = 2
	Most     = 1 << 20
	MostSeed = 1 << 30
	MostCond = 14
	MostCPU  = 64
)

// Kinds name the kinds of numbers. Five are generated: uniform in [-1, 2); normal, the sum of twelve uniform ones; wide,
// over 41 binades; alternating in sign between 1 and 2; ill-conditioned, pairs that cancel. The others are the caller's
// own, typed or read from a file.
var Kinds = [...]string{"uniform", "normal", "wide", "alternating", "ill", "own", "file"}

// The kinds that are treated apart.
const (
	Ill   = 4
	Given = Own // the first that is not generated
	Own   = 5
	File  = 6
)

// The numbers of a launch on offer.
var (
	Threads = [...]int{32, 64, 128, 256, 512, 1024}
	Blocks  = [...]int{1, 2, 3, 4, 8, 16, 32, 64, 132}
	Accums  = [...]int{1, 2, 4, 8, 16}
)

// GridOrders are the IDs of the orders of package reduce that Cells can be launched with.
var GridOrders = [...]string{"shared", "neighbours", "shuffledown", "shufflerising"}

// ArrivalOrders are the IDs of the orders of package reduce whose additions arrive at random.
var ArrivalOrders = [...]string{"atomicblocks", "atomicthreads", "atomics"}

// The largest sizes of what is costly.
const (
	MostDrawn   = 1 << 12 // random trees
	FewElements = 64      // Steps, and trees of the caller's own
)
