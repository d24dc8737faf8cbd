package reduce

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// Mark says what an element is in a probe: MinusBig and Big are -M and M, with M so large that M plus all Ones is M.
type Mark int8

const (
	MinusBig Mark = iota - 1
	None          // 0
	One           // 1
	Big
)

// Box is a summation seen from outside: it sums up the marked elements and returns the result, a whole number.
type Box func(marks []Mark) int

// BoxOf makes a Box of n elements of a summation of data of f; ok is false where f is too narrow for that many, 2n >
// 2^P or M = 2^(Emax-2) too small.
func BoxOf(f *format.Format, n int, sum func(v []wide.U128) wide.U128) (b Box, ok bool) {
	if f.P < 2 || f.P < 40 && 2*n > 1<<f.P || int(f.Emax)-2-f.P < 32 && n > 1<<max(0, int(f.Emax)-3-f.P) {
		return nil, false
	}
	power := func(e int32, neg bool) wide.U128 {
		sig := wide.U128{}
		if f.Explicit {
			sig = sig.SetBit(uint(f.P-1), 1)
		}
		return f.Join(neg, uint32(e+f.Bias), sig)
	}
	one, big, minus := power(0, false), power(f.Emax-2, false), power(f.Emax-2, true)
	return func(marks []Mark) int {
		v := make([]wide.U128, len(marks))
		for i, m := range marks {
			switch m {
			case None:
				v[i] = f.Zero(false)
			case One:
				v[i] = one
			case Big:
				v[i] = big
			default:
				v[i] = minus
			}
		}
		s := sum(v)
		if n := f.Unpack(s); !n.Class.IsFinite() || n.Class != format.Zero && (n.Exp < 0 || n.Exp > 40 || n.Sign) {
			return -1
		} else if n.Class != format.Zero {
			return int(n.Sig.Shr(uint(127 - n.Exp)).Lo)
		}
		return 0
	}, true
}

// Reveal finds the tree of a summation of n elements by masking: with M for element i, -M for element j and 1 for all
// others, what is added to either before they meet is lost, and the result counts the rest. It returns the tree and the
// number of probes, n-1 for a serial sum and at most about n^2/2 for sums of two. Sums of more than two are found
// too, those that lose everything beside an M as matrix units do, and those that are exact until they are rounded once.
// ok is false for what is no tree: a result that depends on more than the elements, say.
func Reveal(n int, box Box) (t FreeTree, probes int, ok bool) {
	if n < 1 {
		return FreeTree{}, 0, false
	}
	r := revealer{n: n, box: box, marks: make([]Mark, n), known: map[[2]int]int{}, tree: FreeTree{N: n}}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	_, ok = r.nested(all)
	if !ok { // not that kind of tree: perhaps one with exact sums of many
		r.tree = FreeTree{N: n}
		_, ok = r.exact(all)
	}
	return r.tree, r.probes, ok && r.verified()
}

type revealer struct {
	n      int
	box    Box
	marks  []Mark
	known  map[[2]int]int
	probes int
	tree   FreeTree
}

// ask probes with M and -M for i and j and ones for others, and returns how many of these were lost.
func (r *revealer) ask(i, j int, others []int) int {
	clear(r.marks)
	count := 0
	for _, k := range others {
		if k != i && k != j {
			r.marks[k] = One
			count++
		}
	}
	r.marks[i], r.marks[j] = Big, MinusBig
	r.probes++
	return count - r.box(r.marks)
}

// meet returns the number of elements below the sum in which i and j meet.
func (r *revealer) meet(i, j int) int {
	key := [2]int{min(i, j), max(i, j)}
	size, ok := r.known[key]
	if !ok {
		all := make([]int, r.n)
		for k := range all {
			all[k] = k
		}
		size = r.ask(i, j, all) + 2
		r.known[key] = size
	}
	return size
}

func (r *revealer) add(kids []int) int {
	r.tree.Nodes = append(r.tree.Nodes, kids)
	return r.n + len(r.tree.Nodes) - 1
}

// nested reveals the subtree of set, whose sums of more than two lose what stands beside an M.
func (r *revealer) nested(set []int) (node int, ok bool) {
	node = set[0]
	groups := map[int][]int{}
	for _, j := range set[1:] {
		size := r.meet(node, j)
		if size < 2 || size > len(set) {
			return 0, false
		}
		groups[size] = append(groups[size], j)
	}
	below := 1
	for size := 2; size <= len(set); size++ {
		group := groups[size]
		if group == nil {
			continue
		}
		if below+len(group) != size {
			return 0, false
		}
		kids := []int{node}
		for len(group) > 0 {
			own, rest := group[:1:1], []int(nil)
			for _, j := range group[1:] {
				switch m := r.meet(group[0], j); {
				case m < size:
					own = append(own, j)
				case m == size:
					rest = append(rest, j)
				default:
					return 0, false
				}
			}
			kid, ok := r.nested(own)
			if !ok {
				return 0, false
			}
			kids = append(kids, kid)
			group = rest
		}
		node, below = r.add(kids), size
	}
	return node, below == len(set)
}

// exact reveals the subtree of set, whose sums of more than two lose nothing that they add in the same step: beside
// i and j, only what is below the operands with i and with j is lost.
func (r *revealer) exact(set []int) (node int, ok bool) {
	if len(set) == 1 {
		return set[0], true
	}
	i, far, most := set[0], -1, -1
	for _, k := range set[1:] {
		if lost := r.ask(i, k, set); lost > most {
			far, most = k, lost
		}
	}
	if most < 0 {
		return 0, false
	}
	// Elements that are lost beside i and far: those of the two operands.
	split := func(j int, among []int) (both []int) {
		for _, x := range among {
			if x == i || x == j || r.ask(i, j, []int{x}) == 1 {
				both = append(both, x)
			}
		}
		return both
	}
	both := split(far, set)
	var first, second []int
	for _, x := range both {
		if x != i && r.ask(i, x, both) == len(both)-2 {
			second = append(second, x)
		} else {
			first = append(first, x)
		}
	}
	parts := [][]int{first, second}
	rest := without(set, both)
	for len(rest) > 0 {
		part := split(rest[0], rest)
		parts = append(parts, part)
		rest = without(rest, part)
	}
	kids := make([]int, len(parts))
	for k, p := range parts {
		if len(p) == 0 || len(p) == len(set) {
			return 0, false
		}
		if kids[k], ok = r.exact(p); !ok {
			return 0, false
		}
	}
	return r.add(kids), true
}

// without returns the elements of set that are not in other; both rise.
func without(set, other []int) (rest []int) {
	for _, x := range set {
		for len(other) > 0 && other[0] < x {
			other = other[1:]
		}
		if len(other) == 0 || other[0] != x {
			rest = append(rest, x)
		}
	}
	return rest
}

// verified reports whether the tree has every element once.
func (r *revealer) verified() bool {
	uses := make([]int, r.n+len(r.tree.Nodes))
	for k, kids := range r.tree.Nodes {
		for _, c := range kids {
			if c >= r.n+k {
				return false
			}
			uses[c]++
		}
	}
	for _, u := range uses[:len(uses)-1] {
		if u != 1 {
			return false
		}
	}
	return true
}
