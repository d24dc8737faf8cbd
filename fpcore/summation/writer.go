package summation

import (
	"math"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// writer is the machine that writes down the additions of an order with their results and errors. Numbers are held as
// binary64, which has all values of the formats that can be drawn.
type writer struct {
	b          *Tree
	m          *Sums
	n          int
	plain      bool      // binary32 or binary64 as processors add
	narrow     bool      // and binary32
	fused      bool      // products go unrounded into runs
	l, r       []int32   // operands: elements below n, additions from n on
	e          []float32 // errors so far, absolute
	count      int32
	fast32     fast.Vector[float32]
	slow       reduce.Bits
	bits, emin int // of the significand, of the sums
	left       int
	yield      func(struct{}) bool
}

// drawable reports whether binary64 has all values of the sums and the elements.
func (m *Sums) drawable() bool {
	return inBinary64(m.E) && inBinary64(m.S) && inBinary64(m.product)
}

func inBinary64(f *format.Format) bool { return f.P <= 53 && f.Emin >= -1022 && f.Emax <= 1023 }

func newWriter(b *Tree, row *Row, yield func(struct{}) bool) *writer {
	m, n := b.sum, b.N
	fused := m.fuses(row.Fused)
	w := &writer{b: b, m: m, n: n, plain: m.Plain() && m.env == round.Env{}, narrow: m.S == format.F32, fused: fused && m.In.Dot,
		l: b.first[:n-1], r: b.total[:n-1], e: make([]float32, n-1), slow: m.slow(fused).Bits, bits: m.S.P, emin: int(m.S.Emin), left: restAfter, yield: yield}
	if w.plain && w.narrow {
		w.fast32 = fast.Sum32(m.env, m.a32, m.b32, true)
	}
	return w
}

func (w *writer) pause(n int) {
	if w.left -= n; w.left <= 0 {
		w.left = restAfter
		if !w.yield(struct{}{}) {
			panic(dropped{})
		}
	}
}

// number is a code of the sums as binary64, and codeOf the code of such a number.
func (m *Sums) number(c wide.U128) float64 {
	return math.Float64frombits(arith.Convert(round.Env{}, format.F64, m.S, c, nil).Bits.Lo)
}

func (m *Sums) codeOf(v float64) wide.U128 {
	switch m.S {
	case format.F64:
		return code64(v)
	case format.F32:
		return code32(float32(v))
	}
	return arith.Convert(round.Env{}, m.S, format.F64, code64(v), nil).Bits
}

// element is element i of a vector.
func (m *Sums) element(second bool, i int) float64 {
	switch {
	case m.E == format.F64:
		if second {
			return m.b64[i]
		}
		return m.a64[i]
	case m.E == format.F32:
		if second {
			return float64(m.b32[i])
		}
		return float64(m.a32[i])
	}
	return math.Float64frombits(arith.Convert(round.Env{}, format.F64, m.E, m.code(second, i), nil).Bits.Lo)
}

// leaf is what goes into an order for element i: the element or the product, as the sums have it; x + rest is exact.
func (w *writer) leaf(i int) (v, x, rest float64) {
	x = w.m.element(false, i)
	if w.m.In.Dot {
		y := w.m.element(true, i)
		p := x * y
		if w.m.E.P > 26 {
			rest = math.FMA(x, y, -p)
		}
		x = p
	}
	switch {
	case w.plain && w.narrow:
		return float64(float32(x)), x, rest
	case w.plain:
		return x, x, rest
	}
	w.load(i)
	if w.b != nil && w.b.begun != nil && w.b.begun[i] {
		return w.m.number(w.slow.Run(w.m.S.Zero(false), 0, 1, 1)), x, rest
	}
	return w.m.number(w.slow.Leaf(0)), x, rest
}

func (w *writer) load(i int) {
	w.slow.A[0] = w.m.code(false, i)
	if w.slow.B != nil {
		w.slow.B[0] = w.m.code(true, i)
	}
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
	v, x, rest := w.leaf(int(i))
	return v, float32((v - x) - rest)
}

// put writes an addition down: its operands, its result, what the exact sum of the operands is, in two parts, and the
// error that the operands bring along.
func (w *writer) put(l, r int32, v, s, t float64, e float32) int32 {
	k := w.count
	w.count++
	local := (v - s) - t
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
	if w.plain {
		w.pause(1)
	} else {
		w.pause(16)
	}
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
	s := x + y
	z := s - x
	t := (x - (s - z)) + (y - z)
	v := s
	switch {
	case w.plain && w.narrow:
		v = float64(float32(x) + float32(y))
	case !w.plain:
		v = w.m.number(w.slow.Add(w.m.codeOf(x), w.m.codeOf(y)))
	}
	return w.put(l, r, v, s, t, ex+ey)
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
		if w.m.product != w.m.S {
			if w.b.begun == nil {
				w.b.begun = make([]bool, w.n)
			}
			w.b.begun[i] = true
		}
		return int32(i)
	}
	x, e := w.of(l)
	_, y, rest := w.leaf(i)
	var v float64
	switch {
	case w.plain && w.narrow:
		v = float64(w.fast32.Run(float32(x), i, 1, 1))
	case w.plain:
		v = math.FMA(w.m.a64[i], w.m.b64[i], x)
	default:
		w.load(i)
		v = w.m.number(w.slow.Run(w.m.codeOf(x), 0, 1, 1))
	}
	s := x + y
	z := s - x
	k := w.put(l, int32(i), v, s, (x-(s-z))+(y-z)+rest, e)
	w.b.height[k-int32(w.n)] |= 1
	return k
}

// Double implements reduce.Machine; libraries that add so are known for binary32 and binary64 as processors add.
func (w *writer) Double(t int32, has bool, i, step, n int) int32 {
	s := int32(i)
	add := func(l, r int32, last bool) int32 {
		x, ex := w.of(l)
		y, ey := w.of(r)
		v := x + y
		z := v - x
		rest := (x - (v - z)) + (y - z)
		s := v
		if last && w.narrow {
			v = float64(float32(v))
		}
		return w.put(l, r, v, s, rest, ex+ey)
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
