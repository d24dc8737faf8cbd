package reduce

// span is a list by the places of its elements in another list. Element j has the place i + j/u*step + j%u*unit; but
// the last one has the place last if that is not negative, and element 0 the place first if that is not negative, the
// others then counting from 0 again. Where perm is set, perm[place] takes the place's place.
type span struct {
	i, step int
	u, unit int
	n       int
	first   int
	last    int
	perm    *[]int32
}

// all is the list of n places 0, 1, ...
func all(n int) span { return span{step: 1, u: 1, n: n, first: -1, last: -1} }

func (s span) at(j int) int {
	if s.u == 1 && s.last < 0 && s.first < 0 {
		j = s.i + j*s.step
	} else {
		j = s.uneven(j)
	}
	if s.perm != nil {
		return int((*s.perm)[j])
	}
	return j
}

func (s span) uneven(j int) int {
	if j == s.n-1 && s.last >= 0 {
		return s.last
	}
	if s.first >= 0 {
		if j == 0 {
			return s.first
		}
		j--
	}
	return s.i + j/s.u*s.step + j%s.u*s.unit
}

// even reports that the places have one distance, step.
func (s span) even() bool {
	return s.perm == nil && s.first < 0 && (s.n < 2 || s.u == 1 && s.last < 0)
}

// plain returns s as a span whose units are single elements, without exceptions: through a permutation if need be.
func (s span) plain() span {
	if s.u == 1 && s.first < 0 && s.last < 0 {
		return s
	}
	p := make([]int32, s.n)
	for j := range p {
		p[j] = int32(s.at(j))
	}
	t := all(s.n)
	t.perm = &p
	return t
}

// every returns the elements j, j+k, ...
func (s span) every(j, k int) span {
	if s.first >= 0 || k%s.u != 0 {
		s = s.plain()
	}
	t := span{step: s.step * (k / s.u), u: 1, first: -1, last: -1, perm: s.perm}
	if j < s.n {
		t.n = (s.n-1-j)/k + 1
		t.i = s.i + j/s.u*s.step + j%s.u*s.unit
		if s.last >= 0 && (s.n-1-j)%k == 0 {
			t.last = s.last
		}
	}
	return t
}

// units deals units of w elements: list j of k gets units j, j+k, ... and one of the elements after the last unit.
func (s span) units(j, k, w int) span {
	s = s.plain()
	whole := s.n / w
	t := span{i: s.i + j*w*s.step, step: k * w * s.step, u: w, unit: s.step, first: -1, last: -1, perm: s.perm}
	if j < whole {
		t.n = ((whole-1-j)/k + 1) * w
	}
	if rest := whole*w + j; j < k && rest < s.n {
		t.n++
		t.last = s.i + rest*s.step
	}
	return t
}

// from returns n consecutive elements from j on.
func (s span) from(j, n int) span {
	if s.first >= 0 || s.u > 1 && j%s.u != 0 {
		s = s.plain()
	}
	t := s
	t.i, t.n = s.i+j/s.u*s.step, n
	if n == 0 || j+n < s.n {
		t.last = -1
	}
	return t
}

// lead returns element j and n consecutive elements from lo on.
func (s span) lead(j, lo, n int) span {
	s = s.plain()
	t := s
	t.first, t.i, t.n = s.i+j*s.step, s.i+lo*s.step, n+1
	return t
}

func (s span) reversed() span {
	if s.n == 0 {
		return s
	}
	s = s.plain()
	s.i, s.step = s.i+(s.n-1)*s.step, -s.step
	return s
}

// permuted carries out Permuted and Shuffled.
func (s span) permuted(f *Form) span {
	perm := f.Perm
	if f.Rule == Shuffled {
		perm = Shuffle(uint64(f.U), s.n)
	}
	if len(perm) != s.n {
		return s
	}
	p := make([]int32, s.n)
	for j := range p {
		p[j] = int32(s.at(int(perm[j])))
	}
	t := all(s.n)
	t.perm = &p
	return t
}

// Shuffle returns a permutation of 0..n-1 that depends on nothing but the seed: for i = n-1 down to 1, elements i and
// (next splitmix64 output * (i+1)) / 2^64 change places, the output being its upper 32 bits times 2^32.
func Shuffle(seed uint64, n int) []int32 {
	p := make([]int32, n)
	for i := range p {
		p[i] = int32(i)
	}
	r := Random(seed)
	for i := n - 1; i > 0; i-- {
		j := r.Below(i + 1)
		p[i], p[j] = p[j], p[i]
	}
	return p
}

// Random is splitmix64: the numbers that all generated data and random orders are made of. Its value is the seed.
type Random uint64

// Next returns the next 64 bits.
func (r *Random) Next() uint64 {
	*r += 0x9E3779B97F4A7C15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Below returns a number from 0 to n-1, n < 2^31.
func (r *Random) Below(n int) int { return int(r.Next() >> 32 * uint64(n) >> 32) }

// half is the length of the first part that Split makes of n elements.
func (f *Form) half(n int) int {
	h := n / 2
	if h -= h % max(f.U, 1); h == 0 {
		return (n + 1) / 2
	}
	return h
}

// width is the number of places, a power of two, that Halves and Pairs begin with.
func (f *Form) width(n int) int {
	w := 1
	for w < n {
		w *= 2
	}
	if f.Rule == Halves {
		for w < f.K {
			w *= 2
		}
	}
	return w
}

// cut returns into how many lists a rule cuts s, and the form for their results.
func (f *Form) cut(s span) (k int, outer *Form) {
	switch f.Rule {
	case Chunks:
		return ceilDiv(s.n, f.K), f.Outer
	case Lead:
		return min(f.K, s.n), f.Outer
	case Cascade:
		return cascadeParts(s.n)
	case Registers:
		return 96, registersOuter
	}
	return f.K, f.Outer
}

// part returns list j of those that a rule cuts s into, and the form for it.
func (f *Form) part(s span, j int) (span, *Form) {
	switch f.Rule {
	case Lanes:
		return s.every(j, f.K), f.Inner
	case Deal:
		return s.units(j, f.K, f.U), f.Inner
	case Lead:
		size := ceilDiv(max(s.n-f.K, 0), f.K)
		lo := min(f.K+j*size, s.n)
		return s.lead(j, lo, min(size, s.n-lo)), f.Inner
	case Static:
		q, r := s.n/f.K, s.n%f.K
		lo, hi := j*q+min(j, r), (j+1)*q+min(j+1, r)
		return s.from(lo, hi-lo), f.Inner
	case Cascade:
		return cascadePart(s, j)
	case Registers:
		return registersPart(s, j)
	}
	size := f.K
	if f.Rule == Spread {
		size = ceilDiv(s.n, f.K)
	}
	lo := min(j*size, s.n)
	return s.from(lo, min(size, s.n-lo)), f.Inner
}
