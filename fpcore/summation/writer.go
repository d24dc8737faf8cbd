package summation

import (
	"math"

	"ulplab/fpcore/reduce"
)

// writer is the machine that writes down the additions of an order with their results and errors.
type writer struct {
	follower
	b          *Tree
	n          int
	l, r       []int32   // operands: elements below n, additions from n on
	e          []float32 // errors so far, absolute
	count      int32
	bits, emin int // of the significand, of the sums
}

func newWriter(b *Tree, row *Row, yield func(struct{}) bool) *writer {
	m, n := b.sum, b.N
	return &writer{follower: newFollower(m, row.Fused, yield), b: b, n: n,
		l: b.first[:n-1], r: b.total[:n-1], e: make([]float32, n-1), bits: m.S.P, emin: int(m.S.Emin)}
}

// of returns the value of a node and its error so far.
func (w *writer) of(i int32) (v float64, e float32) {
	if k := int(i) - w.n; k >= 0 {
		return w.b.value[k], w.e[k]
	}
	if w.plain && !w.m.In.Dot {
		if w.narrow {
			return float64(w.m.a32[i]), 0
		}
		return w.m.a64[i], 0
	}
	v, x, rest := w.leaf(int(i), w.b.begun != nil && w.b.begun[i])
	return v, float32((v - x) - rest)
}

// put writes an addition down: its operands, its result, what rounding took from it, and the error that the operands bring
// along.
func (w *writer) put(l, r int32, v, local float64, e float32) int32 {
	k := w.count
	w.count++
	e += float32(local)
	w.l[k], w.r[k], w.b.value[k], w.e[k] = l, r, v, e
	h := int32(0)
	if l >= int32(w.n) {
		h = w.b.height[l-int32(w.n)] >> 1
	}
	if r >= int32(w.n) {
		h = max(h, w.b.height[r-int32(w.n)]>>1)
	}
	w.b.height[k] = 2*h + 2
	w.b.shade[Local][k] = shadeOf(math.Abs(local)*w.perQuantum(v), v)
	w.b.shade[SoFar][k] = shadeSoFar(math.Abs(float64(e)) * w.perQuantum(v-float64(e)))
	w.pause(w.cost())
	return int32(w.n) + k
}

// perQuantum returns 1/quantum of a number, 0 for a NaN or an infinity.
func (w *writer) perQuantum(v float64) float64 {
	e := int(math.Float64bits(v)>>52)&0x7ff - 1023
	if e == 1024 {
		return 0
	}
	// 2^(bits-1-e) for the exponent e >= emin.
	return math.Float64frombits(uint64(min(w.bits-1-max(e, w.emin), 1023)+1023) << 52)
}

// shadeOf is 480 times an error in ulp of a result: 240 for half an ulp, 255 for more than that.
func shadeOf(ulps, v float64) uint8 {
	switch {
	case !(ulps <= 0.5) || v != v:
		return 255
	case ulps > 0:
		return uint8(max(1, 480*ulps))
	}
	return 0
}

// shadeSoFar is 24*log2(1 + 2*error in ulp), about: 24 for half an ulp, 240 for 512.
func shadeSoFar(ulps float64) uint8 {
	if !(ulps < 1e6) {
		return 255
	}
	c := math.Float64bits(1 + 2*ulps)
	log := float64(int(c>>52)-1023) + float64(c<<12>>12)/(1<<52)
	return uint8(min(255, 24*log))
}

func (w *writer) Zero() int32 { return reduce.Absent }

func (w *writer) Leaf(i int) int32 { return int32(i) }

func (w *writer) Add(l, r int32) int32 {
	if l == reduce.Absent {
		return r
	}
	if r == reduce.Absent {
		return l
	}
	x, ex := w.of(l)
	y, ey := w.of(r)
	v := w.add(x, y)
	return w.put(l, r, v, lost(v, x, y, 0), ex+ey)
}

func (w *writer) Run(t int32, i, step, n int) int32 {
	for ; n > 0; n-- {
		if w.fused {
			t = w.fma(t, i)
		} else {
			t = w.Add(t, int32(i))
		}
		i += step
	}
	return t
}

// fma adds a product to t without rounding it first, as the arithmetic does.
func (w *writer) fma(l int32, i int) int32 {
	if l == reduce.Absent {
		if w.begins() {
			if w.b.begun == nil {
				w.b.begun = make([]bool, w.n)
			}
			w.b.begun[i] = true
		}
		return int32(i)
	}
	x, e := w.of(l)
	y, rest := w.term(i)
	v := w.fuse(x, i)
	k := w.put(l, int32(i), v, lost(v, x, y, rest), e)
	w.b.height[k-int32(w.n)] |= 1
	return k
}

// Double implements reduce.Machine.
func (w *writer) Double(t int32, has bool, i, step, n int) int32 {
	s := int32(i)
	add := func(l, r int32, last bool) int32 {
		x, ex := w.of(l)
		y, ey := w.of(r)
		v := w.double(x, y, last)
		return w.put(l, r, v, lost(v, x, y, 0), ex+ey)
	}
	for k := 1; k < n; k++ {
		s = add(s, int32(i+k*step), k == n-1 && !has)
	}
	if has {
		s = add(t, s, true)
	}
	return s
}

// Load implements reduce.Bulk.
func (w *writer) Load(v []int32, i, step int) {
	for k := range v {
		v[k] = int32(i)
		i += step
	}
}

// Halve implements reduce.Bulk.
func (w *writer) Halve(v []int32, n int) {
	for j := range len(v) - n {
		v[j] = w.Add(v[j], v[j+n])
	}
}

// Couple implements reduce.Bulk.
func (w *writer) Couple(v []int32) {
	for j := range len(v) / 2 {
		v[j] = w.Add(v[2*j], v[2*j+1])
	}
}
