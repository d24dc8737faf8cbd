package reduce

// Rule is the way in which a Form makes one number out of a list.
type Rule uint8

const (
	Fold      Rule = iota // ((x0 + x1) + x2) + ...
	Back                  // from the last element to the first
	Halves                // x[i] + x[i + w/2], then x[i] + x[i + w/4], ...: w is K, or the next power of two
	Pairs                 // x[0] + x[1], x[2] + x[3], ..., then pairs of the sums; a last element without partner waits
	Lanes                 // list j of K lists takes x[j], x[j+K], ...
	Deal                  // list j of K lists takes units of U elements: units j, j+K, ...; what is left of a unit goes one each to lists 0, 1, ...
	Chunks                // consecutive lists of K elements, the last shorter
	Spread                // K consecutive lists of ceil(m/K) elements, the last shorter or empty
	Lead                  // list j of K lists begins with x[j]; the elements after the first K are cut into K consecutive lists of equal length
	Split                 // up to K elements by Inner; else the first half, rounded down to a multiple of U, plus the rest
	Tail                  // the first m - m mod K elements by Inner, the others added to it one by one
	Whole                 // exactly K elements by Inner, any other number by Outer
	Cascade               // the rows of torch's sum on the CPU (cascade.go)
	Registers             // OpenBLAS's dot product with 512-bit registers (cascade.go)
	Permuted              // x[Perm[0]], x[Perm[1]], ... by Inner
	Shuffled              // a permutation drawn with the seed U (Shuffle), by Inner
	Static                // K consecutive lists whose lengths differ by at most one, the longer first: OpenMP's static schedule
	Cut                   // the first K elements by Inner, the others by Outer, and the sum of the two
)

// Form says how a list of m numbers becomes one, for any m. Lanes, Deal, Chunks, Spread, Lead and Static cut the list
// into lists, give each to Inner and the list of their results to Outer. An empty list has no result and is passed over,
// unless Zero is set: then every Fold begins with +0, and so does what Halves does not find.
//
// A Form describes a million additions in a few words; nothing in it depends on data or formats but a Perm made from data.
type Form struct {
	Rule  Rule
	K, U  int
	Zero  bool
	Inner *Form
	Outer *Form
	Perm  []int32 // of Permuted: each of 0..m-1 once; for lists of other lengths the rule permutes nothing
}

// Machine is what an order is carried out on: numbers of some kind T and the two ways to add them.
type Machine[T any] interface {
	Zero() T
	Leaf(i int) T              // element i of the vector, or the product of elements i of two
	Add(l, r T) T              // l + r
	Run(t T, i, step, n int) T // t plus n elements i, i+step, ... one after the other; where products are fused, fused
	// Double adds n elements i, i+step, ... in binary64, each product rounded to the format of the sum first, then t if
	// has is set, in binary64 too, and rounds to the format.
	Double(t T, has bool, i, step, n int) T
}

// Bulk is a Machine that does many independent steps at once.
type Bulk[T any] interface {
	Machine[T]
	Load(v []T, i, step int) // v[k] = Leaf(i + k*step)
	Halve(v []T, w int)      // v[j] = v[j] + v[j+w] for all j with j+w < len(v); w <= len(v) <= 2w
	Couple(v []T)            // v[j] = v[2j] + v[2j+1] for j < len(v)/2
}

// Eval carries out an order on n elements; an empty sum is +0.
func Eval[T any](m Machine[T], f *Form, n int) T {
	e := evaluation[T]{m: m}
	e.bulk, _ = m.(Bulk[T])
	r := e.form(f, list[T]{span: all(n)})
	if !r.ok {
		return m.Zero()
	}
	return r.v
}

type result[T any] struct {
	v  T
	ok bool
}

// list is part of the vector, or of a list of results.
type list[T any] struct {
	span
	of []result[T] // nil: elements of the vector
}

// evaluation holds room for lists of results, taken and given back like a stack.
type evaluation[T any] struct {
	m       Machine[T]
	bulk    Bulk[T] // nil if m is none
	results []result[T]
	values  []T
}

// take returns room for n results, absent all of them. The caller cuts e.results back to the length it had.
func (e *evaluation[T]) take(n int) []result[T] {
	k := len(e.results)
	if k+n > cap(e.results) {
		e.results = make([]result[T], k, 2*(k+n)+64) // what is in use stays where it is
	}
	e.results = e.results[:k+n]
	s := e.results[k : k+n : k+n]
	clear(s)
	return s
}

func (e *evaluation[T]) element(l list[T], j int) result[T] {
	if l.of == nil {
		return result[T]{e.m.Leaf(l.at(j)), true}
	}
	return l.of[l.at(j)]
}

// onto adds the elements of l, from j on, to t one by one.
func (e *evaluation[T]) onto(t result[T], l list[T], j int) result[T] {
	if l.of != nil {
		for ; j < l.n; j++ {
			t = e.add(t, l.of[l.at(j)])
		}
		return t
	}
	if j < l.n && !t.ok {
		t = result[T]{e.m.Leaf(l.at(j)), true}
		j++
	}
	if l.even() && j < l.n {
		t.v = e.m.Run(t.v, l.at(j), l.step, l.n-j)
		return t
	}
	for ; j < l.n; j++ {
		t.v = e.m.Run(t.v, l.at(j), 1, 1)
	}
	return t
}

func (e *evaluation[T]) add(l, r result[T]) result[T] {
	if !l.ok {
		return r
	}
	if !r.ok {
		return l
	}
	return result[T]{e.m.Add(l.v, r.v), true}
}

func (e *evaluation[T]) form(f *Form, l list[T]) result[T] {
	switch f.Rule {
	case Fold, Back:
		if f.Rule == Back {
			l.span = l.reversed()
		}
		var t result[T]
		if f.Zero {
			t = result[T]{e.m.Zero(), true}
		}
		return e.onto(t, l, 0)
	case Halves, Pairs:
		if e.bulk != nil && !f.Zero {
			if v := e.load(l); v != nil {
				return e.bulkLevels(f, v)
			}
		}
		return e.levels(f, l)
	case Split:
		if l.n <= f.K {
			return e.form(f.Inner, l)
		}
		h := f.half(l.n)
		left := e.form(f, list[T]{l.from(0, h), l.of})
		return e.add(left, e.form(f, list[T]{l.from(h, l.n-h), l.of}))
	case Whole:
		if l.n == f.K {
			return e.form(f.Inner, l)
		}
		return e.form(f.Outer, l)
	case Tail:
		whole := l.n - l.n%f.K
		var t result[T]
		if whole > 0 {
			t = e.form(f.Inner, list[T]{l.from(0, whole), l.of})
		}
		return e.onto(t, l, whole)
	case Permuted, Shuffled:
		return e.form(f.Inner, list[T]{l.permuted(f), l.of})
	case Cut:
		k := min(f.K, l.n)
		left := e.form(f.Inner, list[T]{l.from(0, k), l.of})
		return e.add(left, e.form(f.Outer, list[T]{l.from(k, l.n-k), l.of}))
	}
	k, outer := f.cut(l.span)
	mark := len(e.results)
	parts := e.take(k)
	if !e.deal(f, l, parts) {
		for j := range parts {
			s, inner := f.part(l.span, j)
			if f.Rule == Registers && j%3 == 2 { // an element for an accumulator: its product is fused
				sum := e.add(parts[j-2], parts[j-1])
				parts[j-1] = result[T]{}
				parts[j-2] = e.onto(sum, list[T]{s, l.of}, 0)
				continue
			}
			parts[j] = e.form(inner, list[T]{s, l.of})
		}
	}
	t := e.form(outer, list[T]{all(k), parts})
	e.results = e.results[:mark]
	if f.Rule == Registers && l.n%32 != 0 {
		whole := l.n / 32 * 32
		rest := l.from(whole, l.n%32)
		return result[T]{e.m.Double(t.v, t.ok, rest.at(0), rest.step, rest.n), true}
	}
	return t
}

// deal does what the lists of Lanes mostly are, elements of the vector at one distance that are added in turn, without
// describing each list.
func (e *evaluation[T]) deal(f *Form, l list[T], parts []result[T]) (dealt bool) {
	if f.Rule != Lanes || f.Inner.Rule != Fold || l.of != nil || !l.even() {
		return false
	}
	for j := range parts {
		if f.Inner.Zero {
			parts[j] = result[T]{e.m.Zero(), true}
		}
		if j >= l.n {
			continue
		}
		at, n := l.at(j), (l.n-1-j)/f.K+1
		if !parts[j].ok {
			parts[j] = result[T]{e.m.Leaf(at), true}
			at, n = at+f.K*l.step, n-1
		}
		if n > 0 {
			parts[j].v = e.m.Run(parts[j].v, at, f.K*l.step, n)
		}
	}
	return true
}

// levels carries out Halves and Pairs, level by level.
func (e *evaluation[T]) levels(f *Form, l list[T]) result[T] {
	w := f.width(l.n)
	mark := len(e.results)
	v := e.take(w)
	for j := range v {
		if j < l.n {
			v[j] = e.element(l, j)
		}
		if f.Zero && !v[j].ok {
			v[j] = result[T]{e.m.Zero(), true}
		}
	}
	for w /= 2; w > 0; w /= 2 {
		for j := range w {
			if f.Rule == Halves {
				v[j] = e.add(v[j], v[j+w])
			} else {
				v[j] = e.add(v[2*j], v[2*j+1])
			}
		}
	}
	e.results = e.results[:mark]
	return v[0]
}

// load copies the values of l, or returns nil if the list is empty, uneven or has absent elements before present ones.
func (e *evaluation[T]) load(l list[T]) []T {
	n := l.n
	if n == 0 || l.of == nil && !l.even() {
		return nil
	}
	if cap(e.values) < n {
		e.values = make([]T, max(n, 64))
	}
	v := e.values[:n]
	if l.of == nil {
		e.bulk.Load(v, l.at(0), l.step)
		return v
	}
	for n > 0 && !l.of[l.at(n-1)].ok {
		n--
	}
	for j := range n {
		r := l.of[l.at(j)]
		if !r.ok {
			return nil
		}
		v[j] = r.v
	}
	if n == 0 {
		return nil
	}
	return v[:n]
}

// bulkLevels is levels for the values v, all of them present.
func (e *evaluation[T]) bulkLevels(f *Form, v []T) result[T] {
	if f.Rule == Pairs {
		for len(v) > 1 {
			n := len(v)
			e.bulk.Couple(v)
			if n&1 != 0 {
				v[n/2] = v[n-1]
			}
			v = v[:(n+1)/2]
		}
		return result[T]{v[0], true}
	}
	for w := f.width(len(v)) / 2; w > 0; w /= 2 {
		if len(v) > w {
			e.bulk.Halve(v, w)
			v = v[:w]
		}
	}
	return result[T]{v[0], true}
}
