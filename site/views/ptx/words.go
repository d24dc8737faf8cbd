package ptx

import (
	"strconv"

	"ulplab/site/kit/words"
)

// examples holds name and note of each of Examples.
const ExampleWords = `contract|a·b + c, with and without -fmad=false|nvcc fuses the product into the sum unless -fmad=false says otherwise: one rounding instead of two. Where the product almost cancels, what the second rounding threw away is the whole result.
exp|expf, by default and with -use_fast_math|The default reduces the argument in two steps and lets the special-function unit raise 2 to a small remainder; fast math multiplies by log₂e once and rounds there: the larger the argument, the larger the error.
reduce|A block’s sum, by shuffles and in a loop|Sixty-four numbers, added in a tree over the lanes of two warps, and one after the other by one thread. Both are right; their bits differ.
softmax|Softmax of a row, fused and not|One warp a row, with base 2 as attention kernels have it: x·log₂e − m·log₂e is a multiplication and a subtraction without rounding modifier, which ptxas may fuse.
layernorm|Layer normalisation of a row, fused and not|One warp a row: mean, variance, then (x − mean)·rstd·weight + bias. Each sum of a product is fused or not.`

const own = "Paste what nvcc -ptx, Triton, Numba, Julia or XLA print, say how it is launched, and follow any thread."

const (
	textLabel      = "PTX"
	textsLabel     = "PTX, A"
	secondLabel    = "PTX, B"
	fileNote       = "The text is a file’s; change it there and open it again."
	dropNote       = "or drop one here, up to 1 MiB. It stays on this machine."
	closeFile      = "Type instead"
	tooLong        = "The text is longer than 16,000 bytes, which is what a link holds. Open it as a file."
	emptyText      = "Nothing to run yet: paste a module of PTX, or open a file."
	pasted         = "pasted.ptx"
	launchTitle    = "Launch"
	gridLabel      = "Grid, in blocks"
	blockLabel     = "Block, in threads"
	sharedLabel    = "Shared, bytes"
	sizes          = "One to three sizes, such as 128 or 16, 8, 1."
	fuseLabel      = "mul and add without rounding modifier"
	againstLabel   = "Compare with"
	orderLabel     = "Where CUDA promises no order"
	paramsTitle    = "Parameters"
	noParams       = "The entry has no parameters."
	budgetSpent    = "stopped after 400 million thread-instructions: an endless loop, or too much for this page"
	resultsTitle   = "What was written"
	partTitle      = "First difference"
	traceTitle     = "One thread, instruction by instruction"
	traceNote      = "Press a result above to follow the thread that wrote it. Arrow keys step; Home and End go to the ends. Beside each result stands its error: how far rounding took it from what the operands give exactly."
	isPTX          = "This is PTX, not C."
	runHere        = "Run it thread by thread, with what each instruction rounds"
	exactLabel     = "exact"
	registersTitle = "All registers after this step"
	cutNote        = "The first 4,000 statements are kept."
	nothing        = "The kernel ended and wrote nothing into its buffers."
	limits         = "Up to 1,024 threads a block, 16 parameters, 1,048,576 elements a buffer, 16 MiB in all, and 400 million thread-instructions. Textures, calls through registers, recursion, clusters and asynchronous tensor copies are not run; what vprintf prints is not shown."
	fuseNote       = "PTX lets ptxas fuse a mul and an add that name no rounding (.rn) into one fma, and by default it does. The lab fuses within a basic block, where every use of the product can be fused, as an H200’s results showed, and not in a module for debugging (nvcc -G); ptxas documents only that it may."
)

// noThread says which threads there are.
func noThread(blocks, threads int) string {
	return "This launch has " + words.Count(blocks, "block") + " of " + words.Count(threads, "thread") + "; both are numbered from 0."
}

// verdict says what a run came to, and by which instructions two results diverge where the thread t is known.
func verdict(r *Run, t *Trace) string {
	switch {
	case !r.Done:
		return ""
	case len(r.Buffers) == 0:
		return nothing
	case r.Count == 1:
		n := 0
		for _, b := range r.Buffers {
			n += b.Written
		}
		return words.Capital(elementsOf(n)) + " written by " + words.Thousands(r.Sides[0].Threads) + " thread-instructions."
	case r.Differ == 0:
		return "A and B wrote the same bits."
	}
	for _, b := range r.Buffers {
		if b.Differ > 0 {
			of := words.Thousands(uint64(b.Written))
			return words.Thousands(uint64(b.Differ)) + " of " + of + " elements of " + b.Name + " differ, the first at " + b.Name + "[" + strconv.Itoa(b.First) + "]." + parting(t)
		}
	}
	return ""
}

// parting names the first instructions whose results one side has alone.
func parting(t *Trace) string {
	if t == nil || t.Part == nil || t.Part.At[0] < 0 || t.Part.At[1] < 0 {
		return ""
	}
	said := " In " + threadName(t.Block, t.Thread) + " they diverge at "
	for side, at := range t.Part.At {
		e := &t.Sides[side].Watch.Events[at]
		name := e.Statement.Opcode
		if e.Fused != nil {
			name = e.Fused.Opcode + " fused with " + name
		}
		said += []string{"", " and "}[side] + name + " (line " + strconv.Itoa(e.Statement.At.Line) + ")"
	}
	return said + "."
}

func elementsOf(n int) string {
	if n == 1 {
		return "1 element"
	}
	return words.Thousands(uint64(n)) + " elements"
}

// readingOf names a side.
func readingOf(r *Run, side int) string {
	if r.In.Against == OtherReading {
		if r.In.Separate != (side == 1) {
			return "separate"
		}
		return "fused"
	}
	if r.In.Against == OtherText {
		return []string{"first text", "second text"}[side]
	}
	return "result"
}

// threadName names a thread.
func threadName(block, thread int) string {
	return "block " + words.Thousands(uint64(block)) + ", thread " + strconv.Itoa(thread)
}
