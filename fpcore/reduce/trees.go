package reduce

import (
	"math/bits"

	"ulplab/fpcore/format"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/wide"
)

// MaxAllTrees is the largest number of elements of which all trees are summed: 2,027,025 of 9.
const MaxAllTrees = 9

// Count returns the number of trees of n elements whose additions have operands without order: (2n-3)!!, and 0 for
// numbers that need more than 64 bits or n < 1.
func Count(n int) uint64 {
	if n < 1 {
		return 0
	}
	c := uint64(1)
	for k := 3; k <= 2*n-3; k += 2 {
		high, low := bits.Mul64(c, uint64(k))
		if high != 0 {
			return 0
		}
		c = low
	}
	return c
}

// TreeAt returns tree number index, 0 <= index < Count(n), of the trees of n elements: beginning with element 0 alone,
// element k is put beside one of the 2k-1 numbers there are, chosen by the remainder of index by 2k-1, and index
// becomes the quotient.
func TreeAt(n int, index uint64) FreeTree {
	return grow(n, func(places int) int {
		p := index % uint64(places)
		index /= uint64(places)
		return int(p)
	})
}

// RandomTree returns one of all trees of n elements, each with the same probability, drawn with a seed.
func RandomTree(n int, seed uint64) FreeTree {
	r := Random(seed)
	return grow(n, r.Below)
}

// grow puts one element after the other beside a number that choose picks.
func grow(n int, choose func(places int) int) FreeTree {
	// A tree of pointers by number: leaf k is k, the sum made for element k is n+k-1.
	kids, parent := make([][2]int32, 2*n), make([]int32, 2*n)
	root := int32(0)
	parent[0] = -1
	for k := 1; k < n; k++ {
		p := choose(2*k - 1)
		at := int32(p) // the first k numbers are leaves, the others sums
		if p >= k {
			at = int32(n + p - k)
		}
		sum, up := int32(n+k-1), parent[at]
		kids[sum] = [2]int32{at, int32(k)}
		parent[at], parent[k], parent[sum] = sum, sum, up
		switch {
		case up < 0:
			root = sum
		case kids[up][0] == at:
			kids[up][0] = sum
		default:
			kids[up][1] = sum
		}
	}
	// The sums from the root, each with what is right of it first: read backwards, every sum comes after its operands, those
	// on the left first. parent has served, and holds the numbers in the tree that is returned.
	sums, stack, number := make([]int32, 0, n), make([]int32, 1, n+1), parent
	stack[0] = root
	for len(stack) > 0 {
		k := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if int(k) >= n {
			sums = append(sums, k)
			stack = append(stack, kids[k][0], kids[k][1])
		} else {
			number[k] = k
		}
	}
	t := FreeTree{N: n, Nodes: make([][]int, 0, n)}
	pairs := make([]int, 2*n)
	for i := len(sums) - 1; i >= 0; i-- {
		k := sums[i]
		pair := pairs[2*len(t.Nodes):][:2:2]
		pair[0], pair[1] = int(number[kids[k][0]]), int(number[kids[k][1]])
		number[k] = int32(n + len(t.Nodes))
		t.Nodes = append(t.Nodes, pair)
	}
	return t
}

// Outcome is a result that Count trees have.
type Outcome struct {
	Bits  wide.U128
	Count uint64
}

// AllTrees sums up n elements in every one of the Count(n) trees. Subsets of the elements are taken in turn; the
// results that a subset has are the sums of the results of its two parts, in all ways to part it, and equal results are
// counted and kept once.
type AllTrees struct {
	n       int
	add     func(l, r wide.U128) wide.U128
	results []map[wide.U128]origin // by subset
	subset  int                    // being worked on
	part    int                    // of subset, next to be done
	done    uint64
}

// origin says how often a result comes up, and one way to it.
type origin struct {
	count uint64
	part  int
	l, r  wide.U128
}

// NewAllTrees prepares n elements, 1 <= n <= MaxAllTrees, with m's leaves and additions.
func NewAllTrees(m Machine[wide.U128], n int) *AllTrees {
	n = max(1, min(n, MaxAllTrees))
	a := &AllTrees{n: n, add: m.Add, results: make([]map[wide.U128]origin, 1<<n), subset: 3}
	for i := range n {
		a.results[1<<i] = map[wide.U128]origin{m.Leaf(i): {count: 1}}
	}
	a.begin()
	return a
}

func (a *AllTrees) begin() {
	for a.subset < 1<<a.n && bits.OnesCount(uint(a.subset)) < 2 {
		a.subset++
	}
	if a.subset < 1<<a.n {
		a.results[a.subset] = map[wide.U128]origin{}
		a.part = (a.subset - 1) & a.subset
	}
}

// Next does about steps additions, but never none, and reports whether all trees are done.
func (a *AllTrees) Next(steps int) (done bool) {
	for a.subset < 1<<a.n {
		if steps <= 0 {
			return false
		}
		own := a.results[a.subset]
		other := a.subset &^ a.part
		if a.part < other { // each way to part it once
			for l, lo := range a.results[a.part] {
				for r, ro := range a.results[other] {
					s := a.add(l, r)
					o, known := own[s]
					if !known || bytesLess(a.part, l, r, o) {
						o.part, o.l, o.r = a.part, l, r
					}
					o.count += lo.count * ro.count
					own[s] = o
				}
			}
			did := len(a.results[a.part]) * len(a.results[other])
			steps -= did
			a.done += uint64(did)
		}
		if a.part = (a.part - 1) & a.subset; a.part == 0 {
			a.subset++
			a.begin()
		}
	}
	return true
}

// bytesLess keeps the witness independent of the order in which maps are walked.
func bytesLess(part int, l, r wide.U128, o origin) bool {
	if part != o.part {
		return false
	}
	if l != o.l {
		return l.Less(o.l)
	}
	return r.Less(o.r)
}

// Progress returns how many of the 2^n subsets are done.
func (a *AllTrees) Progress() (done, all int) { return min(a.subset, 1<<a.n), 1 << a.n }

// Outcomes lists the distinct results in the order of their values (Sorted) once Next has reported the end; their counts
// add up to Count(n).
func (a *AllTrees) Outcomes(f *format.Format) []Outcome {
	var list []Outcome
	for b, o := range a.results[1<<a.n-1] {
		list = append(list, Outcome{b, o.count})
	}
	return Sorted(f, list)
}

// Witness returns a tree with the given result.
func (a *AllTrees) Witness(result wide.U128) (FreeTree, bool) {
	if _, ok := a.results[1<<a.n-1][result]; !ok {
		return FreeTree{}, false
	}
	t := FreeTree{N: a.n}
	var build func(subset int, v wide.U128) int
	build = func(subset int, v wide.U128) int {
		if bits.OnesCount(uint(subset)) == 1 {
			return bits.TrailingZeros(uint(subset))
		}
		o := a.results[subset][v]
		l := build(o.part, o.l)
		r := build(subset&^o.part, o.r)
		t.Nodes = append(t.Nodes, []int{l, r})
		return a.n + len(t.Nodes) - 1
	}
	build(1<<a.n-1, result)
	return t, true
}

// Sorted sorts outcomes by value, -0 before +0, and NaNs at the ends by their sign.
func Sorted(f *format.Format, list []Outcome) []Outcome {
	key := func(c wide.U128) wide.U128 {
		top := wide.U128{}.SetBit(uint(f.Bits-1), 1)
		if f.Unsigned {
			return c
		}
		if c.And(top).IsZero() {
			return c.Or(top)
		}
		return c.Xor(wide.Mask(uint(f.Bits)))
	}
	stable.Sort(list, func(a, b Outcome) int { return key(a.Bits).Cmp(key(b.Bits)) })
	return list
}

// Sample sums up elements in trees or orders drawn at random, and counts the distinct results.
type Sample struct {
	Drawn  int
	counts map[wide.U128]uint64
	first  map[wide.U128]uint64
}

// Draw calls sum with the seeds Drawn+1, Drawn+2, ... until there are total of them or steps have been done, and
// reports whether all are drawn. sum returns the result for a seed, of RandomTree, say, or of Shuffle.
func (s *Sample) Draw(total, steps int, sum func(seed uint64) wide.U128) (done bool) {
	if s.counts == nil {
		s.counts, s.first = map[wide.U128]uint64{}, map[wide.U128]uint64{}
	}
	for ; s.Drawn < total && steps > 0; steps-- {
		s.Drawn++
		r := sum(uint64(s.Drawn))
		if s.counts[r]++; s.counts[r] == 1 {
			s.first[r] = uint64(s.Drawn)
		}
	}
	return s.Drawn >= total
}

// Outcomes lists the distinct results in the order of their values.
func (s *Sample) Outcomes(f *format.Format) []Outcome {
	var list []Outcome
	for b, c := range s.counts {
		list = append(list, Outcome{b, c})
	}
	return Sorted(f, list)
}

// Seed returns the first seed that had a result; 0 if none had.
func (s *Sample) Seed(result wide.U128) uint64 { return s.first[result] }
