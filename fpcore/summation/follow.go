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

// follower carries single additions out for machines that follow them with their errors. Numbers are held as binary64,
// which has all values of the formats that can be drawn.
type follower struct {
	m      *Sums
	plain  bool // binary32 or binary64 as processors add
	narrow bool // and binary32
	fused  bool // products go unrounded into runs
	fast32 fast.Vector[float32]
	slow   reduce.Bits
	left   int // until the next pause
	yield  func(struct{}) bool
}

func newFollower(m *Sums, fused bool, yield func(struct{}) bool) follower {
	fused = m.fuses(fused)
	w := follower{m: m, plain: m.Plain() && m.env == round.Env{}, narrow: m.S == format.F32, fused: fused && m.In.Dot, slow: m.slow(fused).Bits, left: restAfter, yield: yield}
	if w.plain && w.narrow {
		w.fast32 = fast.Sum32(m.env, m.a32, m.b32, true)
	}
	return w
}

// pause counts work in additions of a processor and rests after some of it.
func (w *follower) pause(n int) {
	if w.left -= n; w.left <= 0 {
		w.left = restAfter
		if !w.yield(struct{}{}) {
			panic(cancelled{})
		}
	}
}

// cost is what an addition counts.
func (w *follower) cost() int {
	if w.plain {
		return 1
	}
	return 16
}

// drawable reports whether binary64 has all values of the sums and the elements.
func (m *Sums) drawable() bool {
	return inBinary64(m.E) && inBinary64(m.S) && inBinary64(m.product)
}

func inBinary64(f *format.Format) bool { return f.P <= 53 && f.Emin >= -1022 && f.Emax <= 1023 }

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

// term is what element i is exactly: the element or the product, x + rest.
func (w *follower) term(i int) (x, rest float64) {
	x = w.m.element(false, i)
	if w.m.In.Dot {
		y := w.m.element(true, i)
		p := float64(x * y)
		if w.m.E.P > 26 {
			rest = math.FMA(x, y, -p)
		}
		x = p
	}
	return x, rest
}

// leaf is what goes into an order for element i, as the sums have it, and what it is exactly. begun says that it is a
// product that starts a chain of fused additions, which is not rounded as one by itself is.
func (w *follower) leaf(i int, begun bool) (v, x, rest float64) {
	x, rest = w.term(i)
	switch {
	case w.plain && w.narrow:
		return float64(float32(x)), x, rest
	case w.plain:
		return x, x, rest
	}
	w.load(i)
	if begun {
		return w.m.number(w.slow.Run(w.m.S.Zero(false), 0, 1, 1)), x, rest
	}
	return w.m.number(w.slow.Leaf(0)), x, rest
}

// begins reports whether a product that starts a chain of fused additions is another number than one by itself.
func (w *follower) begins() bool { return w.m.product != w.m.S }

func (w *follower) load(i int) {
	w.slow.A[0] = w.m.code(false, i)
	if w.slow.B != nil {
		w.slow.B[0] = w.m.code(true, i)
	}
}

// add is x + y as the arithmetic has it.
func (w *follower) add(x, y float64) float64 {
	switch {
	case w.plain && w.narrow:
		return float64(float32(x) + float32(y))
	case w.plain:
		return x + y
	}
	return w.m.number(w.slow.Add(w.m.codeOf(x), w.m.codeOf(y)))
}

// fuse adds the product of the elements i to x without rounding it first, as the arithmetic does.
func (w *follower) fuse(x float64, i int) float64 {
	switch {
	case w.plain && w.narrow:
		return float64(w.fast32.Run(float32(x), i, 1, 1))
	case w.plain:
		return math.FMA(w.m.a64[i], w.m.b64[i], x)
	}
	w.load(i)
	return w.m.number(w.slow.Run(w.m.codeOf(x), 0, 1, 1))
}

// double is x + y in binary64, rounded to the sums if it is the last of its kind; libraries that add so are known for
// binary32 and binary64 as processors add.
func (w *follower) double(x, y float64, last bool) float64 {
	if v := x + y; !last || !w.narrow {
		return v
	}
	return float64(float32(x + y))
}

// lost is what rounding took from x + y + rest when v came out.
func lost(v, x, y, rest float64) float64 {
	s, low := fast.TwoSum(x, y)
	return (v - s) - low - rest
}
