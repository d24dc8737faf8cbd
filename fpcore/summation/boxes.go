package summation

import (
	"slices"
	"strings"

	"ulplab/fpcore/reduce"
)

// Launch is an order, a kernel's pattern or a preset of package reduce by its ID, with the numbers that it depends on.
type Launch struct {
	ID    string
	Knobs reduce.Knobs
}

// Uses says which of the numbers matter: none for a preset.
func (l Launch) Uses() reduce.Uses {
	if o, ok := reduce.FindOrder(l.ID); ok {
		return o.Uses
	}
	if slices.Contains(KernelPatterns[:], l.ID) {
		return reduce.UsesThreads | reduce.UsesBlocks
	}
	return 0
}

// Title is what package reduce calls it, the ID where it has no other name.
func (l Launch) Title() string {
	if o, ok := reduce.FindOrder(l.ID); ok {
		return o.Title
	}
	return l.ID
}

// KernelPatterns are the CUDA patterns of package reduce that stand in no order of the catalogue.
var KernelPatterns = [...]string{"strided_serial", "chunked_halving", "chunked_interleaved", "chunked_serial", "chunked_shfl_down", "chunked_shfl_rising",
	"cub_block_warp_reductions", "cub_block_raking", "cub_block_raking_commutative"}

// Boxes lists the IDs of what can be a black box: presets, orders and patterns, in this order.
func Boxes() (list []string) {
	for _, p := range reduce.Presets {
		list = append(list, p.ID)
	}
	for _, o := range reduce.Orders {
		list = append(list, o.ID)
	}
	return append(list, KernelPatterns[:]...)
}

// Box returns the black box of an ID for n elements: a launch of few threads, and its order; ok is false where there is
// none of that ID or it does not claim n.
func Box(id string, n int) (l Launch, f *reduce.Form, ok bool) {
	l = Launch{id, reduce.Knobs{Threads: 8, Blocks: 2, Accums: 4, Seed: 1}}
	if p, found := reduce.FindPreset(id); found {
		f, _, ok = p.At(n)
		return l, f, ok
	}
	k := &l.Knobs
	o, found := reduce.FindOrder(id)
	switch {
	case !found:
		if k.Threads = 32; strings.HasPrefix(id, "cub") {
			k.Threads, k.Blocks = 128, 1
		}
		if slices.Contains(KernelPatterns[:], id) {
			f, ok = reduce.Pattern(id, k.Threads, k.Blocks)
		}
		return l, f, ok
	case o.Uses&reduce.UsesWarps != 0:
		k.Threads = 32
	case o.Uses&reduce.UsesAccums != 0, strings.HasPrefix(id, "openmp"):
		k.Threads = 4
	case o.Uses&reduce.UsesThreads == 0:
		k.Blocks = 4
	}
	f, ok = o.At(*k)
	return l, f, ok
}
