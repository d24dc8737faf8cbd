package summation

import "strconv"

// Node is a node of a Tree: an addition by its place, or with Place -1 the leaf of a rank.
type Node struct{ Place, Rank int32 }

// Place returns the leaves of an addition and the last place of its path.
func (b *Tree) Place(p int32) (start, count, last int32) {
	d := &b.place[p]
	return d.start, d.count, d.last
}

// Light returns the operand with fewer elements of an addition, the first of its leaves and their number.
func (b *Tree) Light(p int32) (at Node, start, count int32) {
	d := &b.place[p]
	count = b.lightOf(p)
	start = d.start
	if d.light&1 == 0 {
		start += d.count - count
	}
	if q := d.light >> 1; q != noPlace {
		return Node{q, start}, start, count
	}
	return Node{-1, start}, start, count
}

// Shade returns the shade of an addition.
func (b *Tree) Shade(p int32) uint8 { return b.shade[b.mode][b.place[p].id] }

// Mean returns the mean shade of the places from p to end-1.
func (b *Tree) Mean(p, end int32) uint8 { return uint8((b.before[end] - b.before[p]) / (end - p)) }

// Octave returns where the additions of 2^j to 2^(j+1)-1 elements stand in the lists of Octaves.
func (b *Tree) Octave(j int) (from, to int) { return b.octave[j], b.octave[j+1] }

// Octaves returns the first leaves of all additions, sorted within each octave, and the sums of shades before each.
func (b *Tree) Octaves() (first, total []int32) { return b.first, b.total }

// Element returns the element that is the leaf of a rank.
func (b *Tree) Element(rank int32) int { return int(b.leaf[rank]) }

// Range returns the leaves of a node.
func (b *Tree) Range(at Node) (start, count int32) {
	if at.Place < 0 {
		return at.Rank, 1
	}
	return b.place[at.Place].start, b.place[at.Place].count
}

// On returns the last place of the path from p on whose leaves hold those of a range.
func (b *Tree) On(p, start, count int32) int32 {
	lo, hi := p, b.place[p].last
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if d := &b.place[mid]; d.start <= start && d.start+d.count >= start+count {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}

// Kids returns the operands of an addition; ok is false for a leaf.
func (b *Tree) Kids(at Node) (first, second Node, ok bool) {
	if at.Place < 0 {
		return at, at, false
	}
	d := &b.place[at.Place]
	light, start, _ := b.Light(at.Place)
	heavy := Node{at.Place + 1, 0}
	if at.Place == d.last {
		heavy = Node{-1, d.start + d.count - 1}
		if start > d.start {
			heavy.Rank = d.start
		}
	}
	if light.Place >= 0 {
		light.Rank = 0
	}
	if start == d.start {
		return light, heavy, true
	}
	return heavy, light, true
}

// Parent returns the sum that a node goes into; ok is false for the result.
func (b *Tree) Parent(at Node) (up Node, ok bool) {
	if at.Place == 0 {
		return at, false
	}
	start, count := b.Range(at)
	for p := int32(0); ; {
		q := b.On(p, start, count)
		if at.Place > p && at.Place <= q {
			return Node{at.Place - 1, 0}, true
		}
		light, s, c := b.Light(q)
		if light.Place < 0 || light.Place == at.Place || start < s || start >= s+c {
			return Node{q, 0}, true
		}
		p = light.Place
	}
}

// Crumb is a station of the way from the result to a node.
type Crumb struct {
	At    Node
	Steps int // from the station before, all to the first operand or all to the second
	Right bool
	Count int
}

// Way returns the stations of the way from the result to a node: where it changes its side.
func (b *Tree) Way(at Node) (list []Crumb) {
	list = append(list, Crumb{At: Node{0, 0}, Count: b.N})
	step := func(to Node, right bool) {
		_, count := b.Range(to)
		if top := &list[len(list)-1]; len(list) > 1 && top.Right == right {
			top.At, top.Count = to, int(count)
			top.Steps++
			return
		}
		list = append(list, Crumb{to, 1, right, int(count)})
	}
	start, count := b.Range(at)
	for p := int32(0); ; {
		q := b.On(p, start, count)
		if at.Place >= p && at.Place <= q {
			q = at.Place
		}
		for k := p; k < q; k++ {
			step(Node{k + 1, 0}, b.place[k].light&1 != 0)
		}
		if q == at.Place {
			return list
		}
		first, second, _ := b.Kids(Node{q, 0})
		s, _ := b.Range(second)
		next := first
		if start >= s {
			next = second
		}
		step(next, start >= s)
		if next.Place < 0 || next == at {
			return list
		}
		p = next.Place
	}
}

// longPath is the length of a path as text beyond which a node is named by its leaves.
const longPath = 120

// Path names a node: "." for the result, else the way as reduce.Tree.At reads it; a long one by its first leaf and the number of leaves: "n512.128".
func (b *Tree) Path(at Node) string {
	if at.Place == 0 {
		return "."
	}
	s := ""
	for _, c := range b.Way(at)[1:] {
		s += "lr"[btoi(c.Right):][:1]
		if c.Steps > 1 {
			s += strconv.Itoa(c.Steps)
		}
		if len(s) > longPath {
			start, count := b.Range(at)
			return "n" + strconv.Itoa(int(start)) + "." + strconv.Itoa(int(count))
		}
	}
	return s
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// At returns the node of a name; ok is false where there is none.
func (b *Tree) At(path string) (at Node, ok bool) {
	if path == "." {
		return at, true
	}
	number := func(i int) (n, next int) {
		for next = i; next < len(path) && path[next] >= '0' && path[next] <= '9' && n <= b.N; next++ {
			n = n*10 + int(path[next]-'0')
		}
		return n, next
	}
	if path != "" && path[0] == 'n' {
		start, i := number(1)
		count := 0
		if i < len(path) && path[i] == '.' {
			count, i = number(i + 1)
		}
		if i < len(path) || count < 1 || start+count > b.N {
			return at, false
		}
		at = b.Holding(start, count)
		s, c := b.Range(at)
		return at, int(s) == start && int(c) == count
	}
	for i := 0; i < len(path); {
		side := path[i]
		if side != 'l' && side != 'r' {
			return at, false
		}
		k, next := number(i + 1)
		if next == i+1 {
			k = 1
		}
		for i = next; k > 0; k-- {
			first, second, more := b.Kids(at)
			if !more {
				return at, false
			}
			if at = first; side == 'r' {
				at = second
			}
		}
	}
	return at, path != ""
}

// Holding returns the smallest node that holds count leaves from start on.
func (b *Tree) Holding(start, count int) Node {
	for p := int32(0); ; {
		q := b.On(p, int32(start), int32(count))
		light, s, c := b.Light(q)
		if int32(start) >= s && int32(start+count) <= s+c {
			if light.Place < 0 {
				return light
			}
			p = light.Place
			continue
		}
		if d := &b.place[q]; q == d.last && count == 1 {
			return Node{-1, int32(start)}
		}
		return Node{q, 0}
	}
}

// Beside returns the largest node next to one, to the right or left, that has no more elements; ok is false at the edge.
func (b *Tree) Beside(at Node, right bool) (next Node, ok bool) {
	start, count := b.Range(at)
	rank := start - 1
	if right {
		rank = start + count
	}
	if rank < 0 || int(rank) >= b.N {
		return at, false
	}
	for p := int32(0); ; {
		q := b.On(p, rank, 1)
		lo, hi := p, q+1
		for lo < hi {
			mid := (lo + hi) / 2
			if b.place[mid].count <= count {
				hi = mid
			} else {
				lo = mid + 1
			}
		}
		if lo <= q {
			return Node{lo, 0}, true
		}
		light, s, c := b.Light(q)
		if light.Place < 0 || rank < s || rank >= s+c {
			return Node{-1, rank}, true
		}
		p = light.Place
	}
}
