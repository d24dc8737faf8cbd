package reduce

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// Knobs are the numbers that an order may depend on; those that it does not name in Uses are not looked at.
type Knobs struct {
	Threads int // per block, or of a CPU
	Blocks  int
	Accums  int // accumulators per thread
	Seed    int // of a random arrival
}

// Uses says which knobs an order has.
type Uses uint8

const (
	UsesThreads Uses = 1 << iota
	UsesBlocks
	UsesAccums
	UsesSeed
	UsesWarps // Threads is a multiple of 32 and a power of two
)

// Order is an order of the catalogue for any number of elements.
type Order struct {
	ID, Title, What string
	Uses            Uses
	form            func(k Knobs) *Form
}

// MaxKnob bounds Threads, Blocks and Accums; their product is bounded by 2^22.
const MaxKnob = 1 << 16

// At returns the form for the knobs; ok is false where one is out of range.
func (o Order) At(k Knobs) (f *Form, ok bool) {
	product := 1
	for _, u := range []struct {
		use Uses
		v   *int
	}{{UsesThreads, &k.Threads}, {UsesBlocks, &k.Blocks}, {UsesAccums, &k.Accums}} {
		if o.Uses&u.use == 0 {
			continue
		}
		if *u.v < 1 || *u.v > MaxKnob {
			return nil, false
		}
		product *= *u.v
		if product > 1<<22 {
			return nil, false
		}
	}
	if t := k.Threads; o.Uses&UsesWarps != 0 && (t < 32 || t > 1024 || t&(t-1) != 0) {
		return nil, false
	}
	return o.form(k), true
}

// grid is a kernel whose threads stride over the vector, with a way to sum up a block and one to join the blocks.
func grid(k Knobs, thread, block, blocks *Form) *Form {
	return lanes(k.Threads*k.Blocks, thread, chunks(k.Threads, block, blocks))
}

// arrival adds in a random order, onto +0: atomic additions.
func arrival(k Knobs) *Form { return &Form{Rule: Shuffled, U: k.Seed, Inner: zeroFold()} }

func of(f *Form) func(Knobs) *Form { return func(Knobs) *Form { return f } }

func pattern(name string) func(Knobs) *Form {
	return func(k Knobs) *Form {
		f, _ := Pattern(name, k.Threads, k.Blocks)
		return f
	}
}

const (
	onGrid = UsesThreads | UsesBlocks
	inWarp = onGrid | UsesWarps
)

// Orders lists the orders that the lab can carry out, apart from Presets. Sorted orders depend on the data: Magnitudes.
var Orders = []Order{
	{"serial", "serial", "one loop from the first element to the last", 0, of(fold())},
	{"reversed", "serial, reversed", "one loop from the last element to the first", 0, of(&Form{Rule: Back})},
	{"pairwise", "pairwise, neighbours", "neighbours are added, then neighbours among the sums", 0, of(pairs())},
	{"halving", "pairwise, halves", "the upper half is added to the lower, again and again", 0, of(halves(0))},
	{"recursive", "pairwise, recursive", "the sum of the first half plus the sum of the second", 0,
		of(&Form{Rule: Split, K: 1, U: 1, Inner: fold()})},
	{"accumulators", "interleaved accumulators", "accumulators take elements in turn and are added one by one", UsesAccums,
		func(k Knobs) *Form { return lanes(k.Accums, fold(), fold()) }},
	{"blocked", "blocks in parallel, then serial", "each block is added by halves, and the sums of the blocks one by one: the paper’s pattern", UsesThreads,
		func(k Knobs) *Form { return chunks(k.Threads, halves(0), fold()) }},
	{"gridstride", "grid stride", "threads stride over the vector, each with accumulators; blocks are added by halves, then one by one", onGrid | UsesAccums,
		func(k Knobs) *Form {
			return grid(k, lanes(k.Accums, fold(), fold()), halves(0), fold())
		}},
	{"shared", "shared memory, halving", "a block adds threads half a block apart, then a quarter", inWarp, pattern("strided_halving")},
	{"neighbours", "shared memory, interleaved", "a block adds neighbouring threads, then pairs of them", inWarp, pattern("strided_interleaved")},
	{"shuffledown", "warp shuffle down, 16 to 1", "__shfl_down_sync with offsets 16, 8, 4, 2, 1, then a warp of warps", inWarp, pattern("strided_shfl_down")},
	{"shufflexor", "warp shuffle xor", "__shfl_xor_sync with offsets 16, 8, 4, 2, 1: the same sums as down", inWarp, pattern("strided_shfl_xor")},
	{"shufflerising", "warp shuffle down, 1 to 16", "__shfl_down_sync with offsets 1, 2, 4, 8, 16, then the warps one by one", inWarp, pattern("strided_shfl_rising")},
	{"splitk", "split-K", "consecutive parts of equal length, one for each block, are added one by one", UsesBlocks,
		func(k Knobs) *Form { return &Form{Rule: Spread, K: k.Blocks, Inner: fold(), Outer: fold()} }},
	{"openmp", "OpenMP threads", "reduction(+) with the static schedule: consecutive parts, one for each thread, and their sums in the order of threads", UsesThreads,
		func(k Knobs) *Form { return &Form{Rule: Static, K: k.Threads, Inner: zeroFold(), Outer: zeroFold()} }},
	{"openmparrival", "OpenMP threads as they finish", "the same parts, their sums in a random order: OpenMP does not say in which", UsesThreads | UsesSeed,
		func(k Knobs) *Form { return &Form{Rule: Static, K: k.Threads, Inner: zeroFold(), Outer: arrival(k)} }},
	{"atomicblocks", "atomics of blocks", "blocks are added by halves and their sums arrive in a random order", onGrid | UsesSeed,
		func(k Knobs) *Form { return grid(k, fold(), halves(0), arrival(k)) }},
	{"atomicthreads", "atomics of threads", "the sums of threads arrive in a random order", onGrid | UsesSeed,
		func(k Knobs) *Form { return lanes(k.Threads*k.Blocks, fold(), arrival(k)) }},
	{"atomics", "atomics of elements", "every element arrives on its own in a random order", UsesSeed, arrival},
}

// FindOrder returns the order with the given ID.
func FindOrder(id string) (Order, bool) {
	for _, o := range Orders {
		if o.ID == id {
			return o, true
		}
	}
	return Order{}, false
}

// Magnitudes returns the serial order of n numbers of f by rising magnitude, or by falling magnitude; equal magnitudes
// keep their order, and NaNs count as larger than infinities. It asks at for every number several times.
func Magnitudes(f *format.Format, n int, at func(i int) wide.U128, falling bool) *Form {
	sign := wide.U128{}
	if !f.Unsigned {
		sign = sign.SetBit(uint(f.Bits-1), 1)
	}
	perm, next := make([]int32, n), make([]int32, n)
	for i := range perm {
		perm[i] = int32(i)
	}
	// Some bits at a time, from the lowest: sixteen where the counts are no longer than the list.
	width := 8
	if n >= 1<<16 {
		width = 16
	}
	start := make([]int32, 1<<width+1)
	for shift := 0; shift < f.Bits; shift += width {
		key := func(p int32) int {
			c := at(int(p)).And(sign.Not())
			if falling {
				c = c.Not()
			}
			return int(c.Shr(uint(shift)).Lo & (1<<width - 1))
		}
		clear(start)
		for _, p := range perm {
			start[key(p)+1]++
		}
		for k := range 1 << width {
			start[k+1] += start[k]
		}
		for _, p := range perm {
			k := key(p)
			next[start[k]] = p
			start[k]++
		}
		perm, next = next, perm
	}
	return &Form{Rule: Permuted, Perm: perm, Inner: fold()}
}
