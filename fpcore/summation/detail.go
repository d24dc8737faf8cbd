package summation

import (
	"math"
	"ulplab/fpcore/superacc"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Number returns the value at a node as a code and its format: binary64 for the partial sums that an order carries in
// binary64.
func (b *Tree) Number(at Node) (f *format.Format, c wide.U128) {
	m := b.sum
	if at.Place < 0 {
		w, i := newFollower(m, true, nil), b.Element(at.Rank)
		v, _, _ := w.leaf(i, b.begun != nil && b.begun[i])
		return m.S, m.codeOf(v)
	}
	v := b.value[b.place[at.Place].id]
	if c = m.codeOf(v); m.number(c) != v && v == v {
		return format.F64, code64(v)
	}
	return m.S, c
}

// term is element i, or the product of the elements i, exactly.
func (m *Sums) term(i int) (x exact.Value, ok bool) {
	x, ok = exact.FromBits(m.E, m.code(false, i))
	if ok && m.In.Dot {
		var y exact.Value
		y, ok = exact.FromBits(m.E, m.code(true, i))
		x = x.Mul(y)
	}
	return x, ok
}

// Rounding is the rounding error of one node in units of 2^-20 ulp of its result.
func (b *Tree) Rounding(at Node) (e int64, ok bool) {
	m := b.sum
	f, c := b.Number(at)
	first, second, sum := b.Kids(at)
	if !sum {
		x, finite := m.term(b.Element(at.Rank))
		if !finite {
			return 0, false
		}
		return exact.ErrorFixed(f, c, x)
	}
	x, xok := exact.FromBits(b.Number(first))
	y, yok := exact.FromBits(b.Number(second))
	if b.height[b.place[at.Place].id]&1 != 0 {
		y, yok = m.term(b.Element(second.Rank))
	}
	if !xok || !yok {
		return 0, false
	}
	return exact.ErrorFixed(f, c, x.Add(y))
}

// Detail is what there is to say about a node.
type Detail struct {
	At                          Node
	Path                        string
	F                           *format.Format
	Bits                        wide.U128
	Start, Count                int // its leaves by rank
	First, Last                 int // the elements of its first and last leaf
	Height                      int
	Local                       int64 // the rounding error of this addition, in units of 2^-20 ulp
	Measured                    bool  // Local has a meaning
	Way                         []Crumb
	Kids                        [2]Node
	Sum                         bool
	Exact                       wide.U128 // the exact sum of its elements, rounded once
	Error                       string    // of the value against the exact sum, in ulp; "" where it has none
	Known                       bool      // Exact and Error are there
	acc                         *superacc.Accumulator
	next                        int
	SmallestIndex, LargestIndex int
}

// Detail describes a node, but for the exact sum of its elements, which Exactly adds up.
func (b *Tree) Detail(at Node) *Detail {
	start, count := b.Range(at)
	d := &Detail{At: at, Path: b.Path(at), Start: int(start), Count: int(count), First: b.Element(start), Last: b.Element(start + count - 1), Way: b.Way(at)}
	d.F, d.Bits = b.Number(at)
	d.Kids[0], d.Kids[1], d.Sum = b.Kids(at)
	if d.Sum {
		d.Height = int(b.height[b.place[at.Place].id] >> 1)
	}
	d.Local, d.Measured = b.Rounding(at)
	d.SmallestIndex, d.LargestIndex = b.N, 0
	d.acc = superacc.New(round.Env{}, b.sum.E, b.sum.In.Dot)
	return d
}

// Exactly adds up to 2^15 elements of a node exactly and reports whether all are.
func (b *Tree) Exactly(d *Detail) (done bool) {
	m := b.sum
	if d.Known {
		return true
	}
	end := min(d.next+1<<15, d.Count)
	list := b.leaf[d.Start+d.next : d.Start+end]
	d.next = end
	switch {
	case m.E == format.F64 && m.In.Dot:
		d.acc.AddProducts64(gather(m.a64, list), gather(m.b64, list))
	case m.E == format.F64:
		d.acc.AddFloats64(gather(m.a64, list))
	case m.E == format.F32 && m.In.Dot:
		d.acc.AddProducts32(gather(m.a32, list), gather(m.b32, list))
	case m.E == format.F32:
		d.acc.AddFloats32(gather(m.a32, list))
	default:
		for _, i := range list {
			if c := m.code(false, int(i)); m.In.Dot {
				d.acc.AddProduct(c, m.code(true, int(i)))
			} else {
				d.acc.Add(c)
			}
		}
	}
	for _, i := range list {
		d.SmallestIndex, d.LargestIndex = min(d.SmallestIndex, int(i)), max(d.LargestIndex, int(i))
	}
	if end < d.Count {
		return false
	}
	neg, mag, exp, finite := d.acc.Value()
	d.Exact = d.acc.Round(round.Env{}, m.S).Bits
	if finite {
		d.Error = exact.ErrorUlps(m.S, b.rounded(d), exact.New(neg, mag, exp))
	}
	d.Known, d.acc = true, nil
	return true
}

// rounded is the value of a node in the format of the sum.
func (b *Tree) rounded(d *Detail) wide.U128 {
	if d.F == b.sum.S {
		return d.Bits
	}
	return b.sum.codeOf(math.Float64frombits(d.Bits.Lo))
}

func gather[T any](v []T, list []int32) []T {
	w := make([]T, len(list))
	for k, i := range list {
		w[k] = v[i]
	}
	return w
}

// Format returns the format of the sum.
func (b *Tree) Format() *format.Format { return b.sum.S }

// Mode returns what the shades mean: Local or SoFar.
func (b *Tree) Mode() int { return b.mode }

// HasTree reports whether the row is an order, with a tree.
func (r *Row) HasTree() bool { return r.Form != nil && !r.NotMeasured }
