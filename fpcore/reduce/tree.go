package reduce

import (
	"math"
	"math/bits"
)

// Tree is the tree of additions of an order on n elements, looked at node by node: nothing of it is built but what was
// asked for. A Tree remembers what it was asked and must not be used by two goroutines at once.
type Tree struct {
	N     int
	root  TreeNode
	lists []source
	of    map[source]int32
	parts map[partKey]int32
	bases map[baseKey][]result[Summary]
	known map[TreeNode]Summary
	flat  map[flatKey]int32
}

// TreeNode is a node of a Tree: a leaf or an addition of two nodes. It is a value that can be compared; nodes of one Tree
// are equal if and only if they are the same.
type TreeNode struct {
	f    *Form // nil: a leaf
	list int32
	a, b int
}

// Summary describes the part of a tree below a node.
type Summary struct {
	Leaves   int32 // how many elements it sums
	Height   int32 // additions on the longest way to a leaf: steps that remain if independent additions run together
	Min, Max int32 // the smallest and the largest index of its elements
}

// source is a list of a tree: elements of the vector, or where form is set results of the lists into which form cuts
// another list.
type source struct {
	span
	form *Form
	from int32
}

type partKey struct {
	f    *Form
	list int32
	j, n int
}

type baseKey struct {
	f    *Form
	list int32
}

type flatKey struct {
	f *Form
	n int
}

// remembered bounds what a Tree keeps of the nodes that it was asked about.
const remembered = 1 << 16

// NewTree returns the tree of an order on n elements, 1 <= n < 2^31.
func NewTree(f *Form, n int) *Tree {
	t := &Tree{N: n, of: map[source]int32{}, parts: map[partKey]int32{}, bases: map[baseKey][]result[Summary]{},
		known: map[TreeNode]Summary{}, flat: map[flatKey]int32{}}
	t.root, _ = t.resolve(f, t.intern(source{span: all(n)}))
	return t
}

// Root returns the node of the whole sum.
func (t *Tree) Root() TreeNode { return t.root }

// Leaf returns the index of the element that a leaf is; ok is false for additions.
func (n TreeNode) Leaf() (i int, ok bool) { return n.a, n.f == nil }

func (t *Tree) intern(s source) int32 {
	id, ok := t.of[s]
	if !ok {
		id = int32(len(t.lists))
		t.lists = append(t.lists, s)
		t.of[s] = id
	}
	return id
}

// derived returns the list that derive gives for list id, made once for each key.
func (t *Tree) derived(k partKey, derive func(s span) span) int32 {
	id, ok := t.parts[k]
	if !ok {
		s := t.lists[k.list]
		s.span = derive(s.span)
		id = t.intern(s)
		t.parts[k] = id
	}
	return id
}

func (t *Tree) sub(list int32, from, n int) int32 {
	return t.derived(partKey{nil, list, from, n}, func(s span) span { return s.from(from, n) })
}

// base returns the summaries of the results that the elements of a list are taken from; nil for the vector.
func (t *Tree) base(s source) []result[Summary] {
	if s.form == nil {
		return nil
	}
	k := baseKey{s.form, s.from}
	r, ok := t.bases[k]
	if !ok {
		e := evaluation[Summary]{m: summing{}}
		from := t.lists[s.from]
		l := list[Summary]{from.span, t.base(from)}
		n, _ := s.form.cut(from.span)
		r = make([]result[Summary], n)
		for j := range r {
			part, inner := s.form.part(from.span, j)
			switch {
			case l.of != nil:
				r[j] = e.form(inner, list[Summary]{part, l.of})
			case part.n > 0 || inner.Zero:
				r[j] = result[Summary]{t.ofLeaves(inner, part), true}
			}
		}
		t.bases[k] = r
	}
	return r
}

// present reports whether any of the elements j, j+step, ... below n of a list has a sum.
func (t *Tree) present(list int32, j, step, n int) bool {
	s := t.lists[list]
	n = min(n, s.n)
	if s.form == nil {
		return j < n
	}
	for base := t.base(s); j < n; j += step {
		if r := base[s.at(j)]; r.ok && r.v.Leaves > 0 { // not only a start at +0
			return true
		}
	}
	return false
}

// element returns the node of element j of a list.
func (t *Tree) element(list int32, j int) (TreeNode, bool) {
	s := t.lists[list]
	if j >= s.n {
		return TreeNode{}, false
	}
	place := s.at(j)
	if s.form == nil {
		return TreeNode{a: place}, true
	}
	id, ok := t.parts[partKey{s.form, s.from, place, -1}]
	from := t.lists[s.from]
	part, inner := s.form.part(from.span, place)
	if !ok {
		id = t.intern(source{part, from.form, from.from})
		t.parts[partKey{s.form, s.from, place, -1}] = id
	}
	return t.resolve(inner, id)
}

// resolve returns the node of a form on a list; ok is false if there is nothing to add up.
func (t *Tree) resolve(f *Form, id int32) (TreeNode, bool) {
	for {
		s := t.lists[id]
		switch f.Rule {
		case Fold:
			return t.fold(start(f), id, s.n)
		case Back:
			return t.fold(start(f), t.derived(partKey{f, id, 0, 0}, span.reversed), s.n)
		case Halves:
			return t.halve(f, id, 1, 0)
		case Pairs:
			level := 0
			for 1<<level < s.n {
				level++
			}
			return t.couple(f, id, level, 0)
		case Split:
			if s.n > f.K {
				h := f.half(s.n)
				left, right := t.present(id, 0, 1, h), t.present(id, h, 1, s.n)
				switch {
				case left && right:
					return TreeNode{f: f, list: id}, true
				case left:
					id = t.sub(id, 0, h)
				case right:
					id = t.sub(id, h, s.n-h)
				default:
					return TreeNode{}, false
				}
				continue
			}
			f = f.Inner
		case Whole:
			if s.n == f.K {
				f = f.Inner
			} else {
				f = f.Outer
			}
		case Cut:
			k := min(f.K, s.n)
			left, right := t.present(id, 0, 1, k), t.present(id, k, 1, s.n)
			switch {
			case left && right:
				return TreeNode{f: f, list: id}, true
			case left:
				f, id = f.Inner, t.sub(id, 0, k)
			case right:
				f, id = f.Outer, t.sub(id, k, s.n-k)
			default:
				return TreeNode{}, false
			}
		case Tail:
			if s.n < f.K {
				f = plainFold
				continue
			}
			return t.tail(f, id, s.n%f.K)
		case Permuted, Shuffled:
			g := f
			id = t.derived(partKey{f, id, 0, 0}, func(s span) span { return s.permuted(g) })
			f = f.Inner
		default:
			k, outer := f.cut(s.span)
			results := t.intern(source{all(k), f, id})
			if f.Rule == Registers && s.n%32 != 0 {
				if _, ok := t.resolve(outer, results); ok {
					return TreeNode{f: f, list: id}, true
				}
				rest := t.sub(id, s.n/32*32, s.n%32)
				n, ok := t.fold(plainFold, rest, s.n%32)
				if n.f == plainFold && n.list == rest {
					n.f = f
				}
				return n, ok
			}
			f, id = outer, results
		}
	}
}

// start is the fold that begins as f does.
func start(f *Form) *Form {
	if f.Zero {
		return plainZero
	}
	return plainFold
}

// fold is the sum of the first n elements of a list.
func (t *Tree) fold(f *Form, id int32, n int) (TreeNode, bool) {
	for n > 0 && !t.present(id, n-1, 1, n) {
		n--
	}
	switch {
	case n == 0:
		return TreeNode{}, false
	case !t.present(id, 0, 1, n-1):
		return t.element(id, n-1)
	}
	return TreeNode{f: f, list: id, a: n}, true
}

// tail is what Tail makes of the whole part and k of the elements after it.
func (t *Tree) tail(f *Form, id int32, k int) (TreeNode, bool) {
	whole := t.lists[id].n / f.K * f.K
	for k > 0 && !t.present(id, whole+k-1, 1, whole+k) {
		k--
	}
	first, ok := t.resolve(f.Inner, t.sub(id, 0, whole))
	switch {
	case k == 0:
		return first, ok
	case ok || t.present(id, whole, 1, whole+k-1):
		return TreeNode{f: f, list: id, a: k}, true
	}
	return t.element(id, whole+k-1)
}

// halve is what Halves has of the elements b, b+a, b+2a, ... of a list.
func (t *Tree) halve(f *Form, id int32, a, b int) (TreeNode, bool) {
	n := t.lists[id].n
	for w := f.width(n); a < w; a *= 2 {
		left, right := t.present(id, b, 2*a, n), t.present(id, b+a, 2*a, n)
		switch {
		case left && right:
			return TreeNode{f: f, list: id, a: a, b: b}, true
		case right:
			b += a
		case !left:
			return TreeNode{}, false
		}
	}
	return t.element(id, b)
}

// couple is what Pairs has of the 2^a elements from b*2^a on.
func (t *Tree) couple(f *Form, id int32, a, b int) (TreeNode, bool) {
	for ; a > 0; a-- {
		half := 1 << (a - 1)
		left, right := t.present(id, 2*b*half, 1, (2*b+1)*half), t.present(id, (2*b+1)*half, 1, (2*b+2)*half)
		switch {
		case left && right:
			return TreeNode{f: f, list: id, a: a, b: b}, true
		case left:
			b *= 2
		case right:
			b = 2*b + 1
		default:
			return TreeNode{}, false
		}
	}
	return t.element(id, b)
}

// Kids returns the two operands of an addition; ok is false for a leaf.
func (t *Tree) Kids(n TreeNode) (l, r TreeNode, ok bool) {
	if n.f == nil {
		return TreeNode{}, TreeNode{}, false
	}
	switch {
	case n.f.Rule == Registers && n.a > 0: // nothing but a rest
		n.f = plainFold
		fallthrough
	case n.f.Rule == Fold:
		l, _ = t.fold(n.f, n.list, n.a-1)
		r, _ = t.element(n.list, n.a-1)
		return l, r, true
	}
	switch n.f.Rule {
	case Tail:
		l, _ = t.tail(n.f, n.list, n.a-1)
		r, _ = t.element(n.list, t.lists[n.list].n/n.f.K*n.f.K+n.a-1)
	case Halves:
		l, _ = t.halve(n.f, n.list, 2*n.a, n.b)
		r, _ = t.halve(n.f, n.list, 2*n.a, n.b+n.a)
	case Pairs:
		l, _ = t.couple(n.f, n.list, n.a-1, 2*n.b)
		r, _ = t.couple(n.f, n.list, n.a-1, 2*n.b+1)
	case Split:
		m := t.lists[n.list].n
		h := n.f.half(m)
		l, _ = t.resolve(n.f, t.sub(n.list, 0, h))
		r, _ = t.resolve(n.f, t.sub(n.list, h, m-h))
	case Cut:
		m := t.lists[n.list].n
		l, _ = t.resolve(n.f.Inner, t.sub(n.list, 0, n.f.K))
		r, _ = t.resolve(n.f.Outer, t.sub(n.list, n.f.K, m-n.f.K))
	case Registers:
		s := t.lists[n.list]
		k, outer := n.f.cut(s.span)
		l, _ = t.resolve(outer, t.intern(source{all(k), n.f, n.list}))
		r, _ = t.resolve(plainFold, t.sub(n.list, s.n/32*32, s.n%32))
	}
	return l, r, true
}

// Left goes k times to the first operand, or as far as there is one: many additions of a serial sum at once.
func (t *Tree) Left(n TreeNode, k int) TreeNode {
	for k > 0 && n.f != nil {
		if jump := min(k, n.a-2); n.f.Rule == Fold && jump > 0 && t.lists[n.list].form == nil {
			n.a -= jump
			k -= jump
			continue
		}
		n, _, _ = t.Kids(n)
		k--
	}
	return n
}

// At follows a path from the root: "l" or "r" for the first or second operand, each with a count after it if it is
// gone more than once ("l1000r" is the second operand of the node after 1000 first operands). ok is false where the
// path is not such a text or leads beyond a leaf.
func (t *Tree) At(path string) (n TreeNode, ok bool) {
	n = t.root
	for i := 0; i < len(path); {
		step := path[i]
		if step != 'l' && step != 'r' {
			return TreeNode{}, false
		}
		k, digits := 0, 0
		for i++; i < len(path) && path[i] >= '0' && path[i] <= '9'; i++ {
			if k, digits = k*10+int(path[i]-'0'), digits+1; k > t.N {
				return TreeNode{}, false
			}
		}
		if digits == 0 {
			k = 1
		}
		if step == 'l' && k > 1 {
			n = t.Left(n, k-1)
			k = 1
		}
		for ; k > 0; k-- {
			l, r, more := t.Kids(n)
			if !more {
				return TreeNode{}, false
			}
			if n = l; step == 'r' {
				n = r
			}
		}
	}
	return n, true
}

// Summary describes the part of the tree below a node.
func (t *Tree) Summary(n TreeNode) Summary {
	if n.f == nil {
		return Summary{Leaves: 1, Min: int32(n.a), Max: int32(n.a)}
	}
	s := t.lists[n.list]
	if n.f.Rule == Fold && s.form == nil && s.even() {
		return run(Summary{}, false, s.i, s.step, n.a)
	}
	if r, ok := t.known[n]; ok {
		return r
	}
	r := t.summary(n, list[Summary]{s.span, t.base(s)})
	if len(t.known) >= remembered {
		clear(t.known)
	}
	t.known[n] = r
	return r
}

func (t *Tree) summary(n TreeNode, l list[Summary]) Summary {
	e := evaluation[Summary]{m: summing{}}
	f := n.f
	if f.Rule == Fold || f.Rule == Tail {
		return partial(&e, n, l).v
	}
	f, l.span = n.below(l.span)
	if l.of == nil {
		return t.ofLeaves(f, l.span)
	}
	return e.form(f, l).v
}

// ofLeaves is the summary of a form on a list of leaves.
func (t *Tree) ofLeaves(f *Form, s span) Summary {
	if s.n == 0 {
		return Summary{}
	}
	r := Summary{int32(s.n), t.height(f, s.n), math.MaxInt32, 0}
	step := 1
	if s.perm == nil { // the places rise or fall, but for the first and the last
		step = max(1, s.n-3)
	}
	for j := 0; j < s.n; j += step {
		for k := j; k < min(j+3, s.n); k++ {
			i := int32(s.at(k))
			r.Min, r.Max = min(r.Min, i), max(r.Max, i)
		}
	}
	return r
}

// height is that of a form on n leaves, which ones does not matter.
func (t *Tree) height(f *Form, n int) int32 {
	switch f.Rule {
	case Fold, Back:
		return int32(n - 1)
	case Pairs, Halves:
		return int32(bits.Len(uint(n - 1)))
	}
	k := flatKey{f, n}
	h, ok := t.flat[k]
	if !ok {
		if half := f.half(n); f.Rule == Split && n > f.K {
			h = 1 + max(t.height(f, half), t.height(f, n-half))
		} else {
			e := evaluation[Summary]{m: summing{}}
			h = e.form(f, list[Summary]{span: all(n)}).v.Height
		}
		t.flat[k] = h
	}
	return h
}

// below returns the form and the list whose sum a node of Halves, Pairs, Split or Registers is.
func (n TreeNode) below(s span) (*Form, span) {
	f := n.f
	switch f.Rule {
	case Halves:
		s = s.every(n.b, n.a)
		f = &Form{Rule: Halves, K: n.f.width(s.n), Zero: f.Zero}
	case Pairs:
		lo := n.b << n.a
		s = s.from(lo, min(1<<n.a, s.n-lo))
	}
	return f, s
}

// partial carries out what is below a node of list l.
func partial[T any](e *evaluation[T], n TreeNode, l list[T]) result[T] {
	switch f := n.f; f.Rule {
	case Fold:
		return e.form(f, list[T]{l.from(0, n.a), l.of})
	case Tail:
		whole := l.n / f.K * f.K
		first := e.form(f.Inner, list[T]{l.from(0, whole), l.of})
		return e.onto(first, list[T]{l.from(whole, n.a), l.of}, 0)
	}
	f, s := n.below(l.span)
	return e.form(f, list[T]{s, l.of})
}

// summing is the machine that adds summaries.
type summing struct{}

func (summing) Zero() Summary      { return Summary{} }
func (summing) Leaf(i int) Summary { return Summary{Leaves: 1, Min: int32(i), Max: int32(i)} }
func (summing) Add(l, r Summary) Summary {
	if l.Leaves == 0 { // a start at +0
		return r
	}
	if r.Leaves == 0 {
		return l
	}
	return Summary{l.Leaves + r.Leaves, max(l.Height, r.Height) + 1, min(l.Min, r.Min), max(l.Max, r.Max)}
}

func (summing) Run(t Summary, i, step, n int) Summary { return run(t, t.Leaves > 0, i, step, n) }

func (m summing) Double(t Summary, has bool, i, step, n int) Summary {
	s := run(Summary{}, false, i, step, n)
	if has {
		return m.Add(t, s)
	}
	return s
}

// run adds n leaves one after the other, to t if has is set.
func run(t Summary, has bool, i, step, n int) Summary {
	if n == 0 {
		return t
	}
	first, last := int32(i), int32(i+(n-1)*step)
	r := Summary{int32(n), int32(n - 1), min(first, last), max(first, last)}
	if has {
		r = Summary{r.Leaves + t.Leaves, t.Height + int32(n), min(r.Min, t.Min), max(r.Max, t.Max)}
	}
	return r
}
