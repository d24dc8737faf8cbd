package summation

import (
	"iter"
	"math/bits"

	"ulplab/fpcore/reduce"
)

// Tree is an order on many elements as a tree with all its additions, laid out to be drawn at any size.
//
// Leaves have ranks from 0 in the order in which the tree holds them. Additions are numbered by heavy-path
// decomposition: a path follows the operand with more leaves (the first of two alike), its additions have places in a
// row, and the paths that leave it follow. So the subtree of an addition is a range of places, and Place+1 is the next on
// its path.
type Tree struct {
	N      int
	Laid   bool // nodes have their places
	Done   bool // and their colours
	Failed bool // the additions do not give the row's result

	sum   *Sums
	order string
	place []addition
	leaf  []int32 // by rank: the element
	begun []bool  // by element: a product that starts a chain from +0 unrounded, nil where that is the product rounded

	// By the number of the addition, as they are carried out.
	value  []float64 // exact: binary32 and binary64 numbers both
	height []int32   // twice the steps, plus 1 where an unrounded product goes in
	shade  [2][]uint8

	// The shade that is bound: sums of shades before each place, and of the additions of 2^j to 2^(j+1)-1 elements, sorted
	// by their first leaf.
	mode   int
	before []int32
	octave [24]int // where each begins in first and total
	first  []int32
	total  []int32

	next func() (struct{}, bool)
	stop func()
}

// addition is an addition.
type addition struct {
	start, count int32 // its leaves
	light        int32 // twice the place of its operand with fewer elements, noPlace for a leaf; plus 1 if it is the first operand
	last         int32 // the end of its path
	id           int32
}

const noPlace = 1<<30 - 1

// The modes of colour.
const (
	Local = iota // the rounding error of the one addition
	SoFar        // the error of the partial sum
)

// restAfter is the number of additions between two pauses.
const restAfter = 1 << 15

// Tree prepares the tree of a row; ok is false where it has none. old, which may be nil, is not used any more.
func (m *Sums) Tree(id string, mode int, old *Tree) (b *Tree, ok bool) {
	r := m.Row(id)
	if old != nil && old.stop != nil {
		old.stop()
	}
	if r == nil || !r.HasTree() || m.N < 2 || !m.drawable() {
		return nil, false
	}
	if old == nil {
		old = &Tree{}
	}
	n := m.N
	b = &Tree{N: n, sum: m, order: id, mode: mode}
	b.place, b.leaf = room(old.place, n-1), room(old.leaf, n)
	b.value, b.height = room(old.value, n-1), room(old.height, n-1)
	b.shade = [2][]uint8{room(old.shade[0], n-1), room(old.shade[1], n-1)}
	b.before, b.first, b.total = room(old.before, n), room(old.first, n), room(old.total, n)
	b.next, b.stop = iter.Pull(func(yield func(struct{}) bool) {
		defer func() {
			if r := recover(); r != nil && r != any(cancelled{}) {
				panic(r)
			}
		}()
		b.build(newWriter(b, r, yield), r)
	})
	return b, true
}

func room[T any](old []T, n int) []T {
	if cap(old) >= n {
		return old[:n]
	}
	return make([]T, n)
}

// Order returns the ID of the row that the tree is of.
func (b *Tree) Order() string { return b.order }

// Step computes for some milliseconds at most and reports whether all is there.
func (b *Tree) Step() (done bool) {
	if _, more := b.next(); more {
		return false
	}
	return true
}

// Close ends the computation.
func (b *Tree) Close() { b.stop() }

// build carries the order out and lays its tree out.
func (b *Tree) build(w *writer, row *Row) {
	root := reduce.Eval[int32](w, row.Form, b.N)
	if int(w.count) != b.N-1 || int(root) != 2*b.N-2 || row.Done && b.sum.out(b.sum.codeOf(b.value[b.N-2])) != row.Bits {
		b.Failed = true
		return
	}
	b.lay(w)
	b.Laid = true
	b.bind(w.pause)
	b.Done = true
}

// lay gives places to the additions and ranks to the elements.
func (b *Tree) lay(w *writer) {
	n := int32(b.N)
	count := b.before // by addition, until the shades are bound
	size := func(i int32) int32 {
		if i < n {
			return 1
		}
		return count[i-n]
	}
	for k := range n - 1 {
		count[k] = size(w.l[k]) + size(w.r[k])
		if k&1023 == 0 {
			w.pause(512)
		}
	}
	type todo struct{ id, start, from int32 }
	stack := []todo{{n - 2, 0, -1}}
	p := int32(0)
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.from >= 0 {
			b.place[top.from].light = p<<1 | b.place[top.from].light&1
		}
		head := p
		for id, start := top.id, top.start; ; p++ {
			l, r := w.l[id], w.r[id]
			d := addition{start: start, count: count[id], id: id, light: noPlace << 1}
			heavy, light, at := l, r, start+size(l)
			if size(r) > size(l) {
				heavy, light, at = r, l, start
				start += size(l)
				d.light |= 1
			}
			b.place[p] = d
			if light < n {
				b.leaf[at] = light
			} else {
				stack = append(stack, todo{light - n, at, p})
			}
			w.pause(1)
			if heavy < n {
				b.leaf[start] = heavy
				break
			}
			id = heavy - n
		}
		for k := head; k <= p; k++ {
			b.place[k].last = p
		}
		p++
	}
}

// lightOf is the number of elements of the operand with fewer.
func (b *Tree) lightOf(p int32) int32 {
	if q := b.place[p].light >> 1; q != noPlace {
		return b.place[q].count
	}
	return 1
}

// bind sums up the shades of the mode.
func (b *Tree) bind(pause func(int)) {
	shade := b.shade[b.mode]
	sum := int32(0)
	for p := range b.place {
		b.before[p] = sum
		sum += int32(shade[b.place[p].id])
		if p&1023 == 0 {
			pause(256)
		}
	}
	b.before[b.N-1] = sum
	// The additions sorted by their first leaf, larger ones first, then stably by octave.
	var size [24]int
	at := make([]int32, b.N+1)
	for p := range b.place {
		at[b.place[p].start+1]++
		size[bits.Len32(uint32(b.place[p].count))-1]++
	}
	pause(b.N / 8)
	for i := range b.N {
		at[i+1] += at[i]
	}
	sorted := b.total[:b.N-1]
	for p := range b.place {
		s := b.place[p].start
		sorted[at[s]] = int32(p)
		at[s]++
		if p&1023 == 0 {
			pause(256)
		}
	}
	b.octave[0] = 0
	for j := range len(size) - 1 {
		b.octave[j+1] = b.octave[j] + size[j]
	}
	to := b.octave
	kept := at[:b.N-1] // the places by octave
	for _, p := range sorted {
		j := bits.Len32(uint32(b.place[p].count)) - 1
		kept[to[j]] = p
		to[j]++
	}
	pause(b.N / 4)
	total := int32(0)
	for k, p := range kept {
		b.first[k], b.total[k] = b.place[p].start, total
		total += int32(shade[b.place[p].id])
		if k&1023 == 0 {
			pause(256)
		}
	}
	b.first[b.N-1], b.total[b.N-1] = int32(b.N), total
}

// Recolour sums up the shades of another mode, from the beginning if others were not yet done; Step computes. A tree whose nodes
// have no places yet stays as it is.
func (b *Tree) Recolour(mode int) {
	if b.mode == mode || !b.Laid {
		return
	}
	b.mode, b.Done = mode, false
	b.stop()
	b.next, b.stop = iter.Pull(func(yield func(struct{}) bool) {
		defer func() {
			if r := recover(); r != nil && r != any(cancelled{}) {
				panic(r)
			}
		}()
		w := follower{left: restAfter, yield: yield}
		b.bind(w.pause)
		b.Done = true
	})
}
