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
)

// Form says how a list of m numbers becomes one, for any m. Lanes, Deal, Chunks and Spread cut the list into lists,
// give each to Inner and the list of their results to Outer. An empty list has no result and is passed over, unless
// Zero is set: then every Fold begins with +0, and so does what Halves does not find.
//
// A Form describes a million additions in a few words; nothing in it depends on data or formats.
type Form struct {
	Rule  Rule
	K, U  int
	Zero  bool
	Inner *Form
	Outer *Form
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

// Eval carries out an order on n elements; an empty sum is +0.
func Eval[T any](m Machine[T], f *Form, n int) T {
	e := evaluation[T]{m}
	r := e.form(f, list[T]{step: 1, u: 1, n: n, last: -1})
	if !r.ok {
		return m.Zero()
	}
	return r.v
}

type result[T any] struct {
	v  T
	ok bool
}

// list is part of the vector, or of a list of results. Element j has the index i + j/u*step + j%u*unit, but for the
// last one if last is not negative.
type list[T any] struct {
	of      []result[T] // nil: elements of the vector
	i, step int
	u, unit int
	n       int
	last    int
}

func (l list[T]) at(j int) int {
	if j == l.n-1 && l.last >= 0 {
		return l.last
	}
	if l.u == 1 {
		return l.i + j*l.step
	}
	return l.i + j/l.u*l.step + j%l.u*l.unit
}

// every returns the elements j, j+k, ...; k is a multiple of u.
func (l list[T]) every(j, k int) list[T] {
	s := list[T]{of: l.of, i: l.at(j), step: l.step * (k / l.u), u: 1, last: -1}
	if j < l.n {
		s.n = (l.n-1-j)/k + 1
		if l.last >= 0 && (l.n-1-j)%k == 0 {
			s.last = l.last
		}
	}
	return s
}

// units deals units of w elements: list j of k gets units j, j+k, ... and one of the elements after the last unit.
func (l list[T]) units(j, k, w int) list[T] {
	whole := l.n / w
	s := list[T]{of: l.of, i: l.i + j*w*l.step, step: k * w * l.step, u: w, unit: l.step, last: -1}
	if j < whole {
		s.n = ((whole-1-j)/k + 1) * w
	}
	if rest := whole*w + j; rest < l.n {
		s.n++
		s.last = l.at(rest)
	}
	return s
}

// from returns n consecutive elements from j on; lists whose units are wider than one element are not cut.
func (l list[T]) from(j, n int) list[T] {
	s := l
	s.i, s.n = l.at(j), n
	if j+n < l.n {
		s.last = -1
	}
	return s
}

type evaluation[T any] struct{ m Machine[T] }

func (e evaluation[T]) element(l list[T], j int) result[T] {
	if l.of == nil {
		return result[T]{e.m.Leaf(l.at(j)), true}
	}
	return l.of[l.at(j)]
}

// onto adds the elements of l, from j on, to t one by one.
func (e evaluation[T]) onto(t result[T], l list[T], j int) result[T] {
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
	if l.u == 1 {
		end := l.n
		if l.last >= 0 {
			end--
		}
		if j < end {
			t.v = e.m.Run(t.v, l.at(j), l.step, end-j)
			j = end
		}
	}
	for ; j < l.n; j++ {
		t.v = e.m.Run(t.v, l.at(j), 1, 1)
	}
	return t
}

func (e evaluation[T]) add(l, r result[T]) result[T] {
	if !l.ok {
		return r
	}
	if !r.ok {
		return l
	}
	return result[T]{e.m.Add(l.v, r.v), true}
}

func (e evaluation[T]) form(f *Form, l list[T]) result[T] {
	switch f.Rule {
	case Fold:
		var t result[T]
		if f.Zero {
			t = result[T]{e.m.Zero(), true}
		}
		return e.onto(t, l, 0)
	case Back:
		l.i, l.step = l.at(l.n-1), -l.step
		return e.form(&Form{Rule: Fold, Zero: f.Zero}, l)
	case Halves, Pairs:
		return e.levels(f, l)
	case Split:
		if l.n <= f.K {
			return e.form(f.Inner, l)
		}
		h := l.n / 2
		h -= h % f.U
		left := e.form(f, l.from(0, h))
		return e.add(left, e.form(f, l.from(h, l.n-h)))
	case Whole:
		if l.n == f.K {
			return e.form(f.Inner, l)
		}
		return e.form(f.Outer, l)
	case Cascade:
		return e.cascade(l)
	case Registers:
		return e.registers(l)
	case Tail:
		whole := l.n - l.n%f.K
		var t result[T]
		if whole > 0 {
			t = e.form(f.Inner, l.from(0, whole))
		}
		return e.onto(t, l, whole)
	}
	var parts []result[T]
	switch f.Rule {
	case Lanes:
		parts = make([]result[T], f.K)
		for j := range parts {
			parts[j] = e.form(f.Inner, l.every(j, f.K))
		}
	case Deal:
		parts = make([]result[T], f.K)
		for j := range parts {
			parts[j] = e.form(f.Inner, l.units(j, f.K, f.U))
		}
	case Lead:
		size := up(max(l.n-f.K, 0), f.K)
		parts = make([]result[T], min(f.K, l.n))
		for j := range parts {
			lo := min(f.K+j*size, l.n)
			own := []result[T]{e.element(l, j)}
			for i := range min(size, l.n-lo) {
				own = append(own, e.element(l, lo+i))
			}
			parts[j] = e.form(f.Inner, list[T]{of: own, step: 1, u: 1, n: len(own), last: -1})
		}
	case Chunks, Spread:
		size, k := f.K, (l.n+f.K-1)/f.K
		if f.Rule == Spread {
			size, k = k, f.K
		}
		parts = make([]result[T], k)
		for j := range parts {
			lo := min(j*size, l.n)
			if hi := min(lo+size, l.n); lo < hi {
				parts[j] = e.form(f.Inner, l.from(lo, hi-lo))
			} else {
				parts[j] = e.form(f.Inner, list[T]{of: l.of, step: 1, u: 1, last: -1})
			}
		}
	}
	return e.form(f.Outer, list[T]{of: parts, step: 1, u: 1, n: len(parts), last: -1})
}

// levels carries out Halves and Pairs, level by level.
func (e evaluation[T]) levels(f *Form, l list[T]) result[T] {
	w := 1
	for w < l.n {
		w *= 2
	}
	if f.Rule == Halves && f.K > 0 {
		w = f.K
	}
	v := make([]result[T], w)
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
	return v[0]
}
