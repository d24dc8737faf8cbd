package reduce

import "strings"

// Pattern returns a common CUDA reduction with its threads per block and blocks. Its name is STEP_BLOCK: the way of a
// thread through the vector (strided: every element that is a grid's width further; chunked: consecutive ones), each
// starting at +0, then the reduction inside a block. The sums of the blocks are added one by one, starting at +0.
// CUB's block reductions (cub_block_…) are claimed for the sizes of block that were measured.
func Pattern(name string, threads, blocks int) (*Form, bool) {
	if threads < 32 || threads > 1024 || threads&(threads-1) != 0 || blocks < 1 || blocks > 1<<20 {
		return nil, false
	}
	thread := Lanes
	step, rest, ok := strings.Cut(name, "_")
	cub := step == "cub"
	switch {
	case !ok || !cub && step != "strided" && step != "chunked":
		return nil, false
	case step == "chunked":
		thread = Spread
	}
	var block *Form
	switch {
	case cub && rest == "block_warp_reductions" && (threads == 128 || threads == 256), !cub && rest == "shfl_rising":
		block = chunks(32, pairs(), fold())
	case cub && rest == "block_raking" && (threads == 128 || threads == 256):
		block = chunks(threads/32, fold(), pairs())
	case cub && rest == "block_raking_commutative" && threads == 128:
		block = &Form{Rule: Lead, K: 32, Inner: pairs(), Outer: pairs()}
	case cub:
		return nil, false
	case rest == "halving":
		block = halves(threads)
	case rest == "interleaved":
		block = pairs()
	case rest == "serial":
		block = zeroFold()
	case rest == "shfl_down", rest == "shfl_xor":
		block = chunks(32, halves(32), &Form{Rule: Halves, K: 32, Zero: true})
	default:
		return nil, false
	}
	return &Form{Rule: thread, K: threads * blocks, Inner: zeroFold(), Outer: chunks(threads, block, zeroFold())}, true
}
