package fast

import (
	"math"
	"ulplab/fpcore/superacc"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Data is what error bounds need to know of the elements of a sum, or of the products of a dot product.
type Data struct {
	N         int
	Dot       bool
	Sum       exact.Value // exact
	Magnitude exact.Value // the sum of the magnitudes of the terms, exact
	Largest   exact.Value // the largest magnitude of a term
	Finite    bool        // no NaN or infinity among the data; Sum is that of the finite ones otherwise
}

// Describe adds up data of f exactly: the sum of a, or where b is not nil the dot product with b, as long as a.
func Describe(f *format.Format, a, b []wide.U128) Data {
	sum, all := superacc.New(round.Env{}, f, b != nil), superacc.New(round.Env{}, f, b != nil)
	d := Data{N: len(a), Dot: b != nil}
	for i, c := range a {
		m := magnitude(f, c)
		if b != nil {
			n := magnitude(f, b[i])
			sum.AddProduct(c, b[i])
			all.AddProduct(m, n)
			x, xok := exact.FromBits(f, m)
			y, yok := exact.FromBits(f, n)
			if xok && yok {
				d.largest(x.Mul(y))
			}
			continue
		}
		sum.Add(c)
		all.Add(m)
		if x, ok := exact.FromBits(f, m); ok {
			d.largest(x)
		}
	}
	d.set(sum, all)
	return d
}

// magnitude is |c|; a NaN stays what it is.
func magnitude(f *format.Format, c wide.U128) wide.U128 {
	if f.ClassOf(c).IsFinite() {
		return arith.Abs(f, c)
	}
	return c
}

func (d *Data) largest(x exact.Value) {
	if x.Cmp(d.Largest) > 0 {
		d.Largest = x
	}
}

func (d *Data) set(sum, all *superacc.Accumulator) {
	neg, mag, exp, finite := sum.Value()
	d.Sum, d.Finite = exact.New(neg, mag, exp), finite
	_, mag, exp, _ = all.Value()
	d.Magnitude = exact.New(false, mag, exp)
}

// Describe32 is Describe for floats; Describe64 too.
func Describe32(a, b []float32) Data {
	sum, all := superacc.New(round.Env{}, format.F32, b != nil), superacc.New(round.Env{}, format.F32, b != nil)
	d := Data{N: len(a), Dot: b != nil}
	var x, y [block]float32
	largest := 0.0
	for at := 0; at < len(a); at += block {
		v := a[at:min(at+block, len(a))]
		for i, c := range v {
			x[i] = math.Float32frombits(math.Float32bits(c) & allBut1)
			p := float64(x[i])
			if b != nil {
				y[i] = math.Float32frombits(math.Float32bits(b[at+i]) & allBut1)
				p *= float64(y[i])
			}
			if p > largest && p <= math.MaxFloat64 {
				largest = p
			}
		}
		if b != nil {
			sum.AddProducts32(v, b[at:])
			all.AddProducts32(x[:len(v)], y[:len(v)])
		} else {
			sum.AddFloats32(v)
			all.AddFloats32(x[:len(v)])
		}
	}
	d.set(sum, all)
	d.Largest, _ = exact.FromBits(format.F64, bits64(largest)) // exact: products of binary32 numbers are
	return d
}

// Describe64 is Describe for binary64.
func Describe64(a, b []float64) Data {
	if b != nil {
		x, y := make([]wide.U128, len(a)), make([]wide.U128, len(a))
		for i := range a {
			x[i], y[i] = bits64(a[i]), bits64(b[i])
		}
		return Describe(format.F64, x, y)
	}
	sum, all := superacc.New(round.Env{}, format.F64, false), superacc.New(round.Env{}, format.F64, false)
	var x [block]float64
	largest := 0.0
	for at := 0; at < len(a); at += block {
		v := a[at:min(at+block, len(a))]
		for i, c := range v {
			if x[i] = math.Abs(c); x[i] > largest && x[i] <= math.MaxFloat64 {
				largest = x[i]
			}
		}
		sum.AddFloats64(v)
		all.AddFloats64(x[:len(v)])
	}
	d := Data{N: len(a)}
	d.set(sum, all)
	d.Largest, _ = exact.FromBits(format.F64, bits64(largest))
	return d
}

// Error returns (result - exact sum) / ulp as exact.ErrorUlps prints it: the ulp is the quantum of the exact sum
// rounded to f.
func (d *Data) Error(f *format.Format, result wide.U128) string {
	return exact.ErrorUlps(f, result, d.Sum)
}

// ErrorFixed is Error in units of 2^-20 ulp.
func (d *Data) ErrorFixed(f *format.Format, result wide.U128) (int64, bool) {
	return exact.ErrorFixed(f, result, d.Sum)
}

// Condition returns sum |x| / |sum x|, the condition number of the sum; infinite for a zero sum.
func (d *Data) Condition() float64 {
	if d.Sum.IsZero() {
		return math.Inf(1)
	}
	return exactly(d.Magnitude.Scaled(-d.Sum.Log2())) / exactly(exact.Value{Mag: d.Sum.Mag, Exp: d.Sum.Exp - d.Sum.Log2()})
}

// exactly is x to nearest in binary64.
func exactly(x exact.Value) float64 { return from64(x.Round(round.Env{}, format.F64).Bits) }

// Bound is a bound of |result - exact sum|, in ulp as Error counts them.
type Bound struct {
	Worst  float64 // holds always, for roundTiesToEven without overflow, and for dot products without underflow
	Likely float64 // holds with the probability that was asked for, if rounding errors are independent and have mean 0; NaN if none is known
	Order1 bool    // Worst has its terms of the first order in u only
}

// BoundOfOrder returns the bound of an order whose tree has the given height (reduce.Summary), for a sum with
// products rounded before they are added or, if fused, with them. With u = 2^-P, k = height, one more for rounded
// products, and S the sum of the magnitudes:
//
//	Worst = k*u/(1 - float64(k*u)) * S                                  (Higham 2002, 4.2)
//	Likely = (exp(l*sqrt(k)*u + k*u^2/(1-u)) - 1) * S          (Higham and Mary 2019)
//
// where l = sqrt(2*ln(2n/(1-probability)))/(1-u).
func (d *Data) BoundOfOrder(f *format.Format, height int, fused bool, probability float64) Bound {
	u := math.Ldexp(1, -f.P)
	k := float64(height)
	if d.Dot && !fused {
		k++
	}
	lambda := math.Sqrt(2*math.Log(2*float64(max(d.N, 1))/(1-probability))) / (1 - u)
	likely := math.Expm1(float64(lambda*math.Sqrt(k)*u) + k*u*u/(1-u))
	if k == 0 {
		likely = 0
	}
	return d.bound(f, Bound{Worst: gamma(k, u), Likely: likely}, 0)
}

// gamma is k*u/(1-k*u), infinite from k*u = 1 on.
func gamma(k, u float64) float64 {
	if k*u >= 1 {
		return math.Inf(1)
	}
	return k * u / (1 - float64(k*u))
}

// bound turns factors of S into ulp and adds half an ulp's worth, u*|sum|, times last.
func (d *Data) bound(f *format.Format, b Bound, last float64) Bound {
	q := exact.Quantum(f, d.Sum)
	s, t := exactly(d.Magnitude.Scaled(int64(-q))), exactly(d.Sum.Scaled(int64(-q)))
	final := last * math.Ldexp(1, -f.P) * math.Abs(t)
	const up = 1 + 0x1p-40 // the roundings of these few operations
	b.Worst = (times(b.Worst, s) + final) * up
	b.Likely = (times(b.Likely, s) + final) * up
	return b
}

func times(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return a * b
}

// BoundOfScheme returns the bound of a scheme of reduce.Schemes, or of "exact" and "binned"; ok is false for others.
// With u, S as above, n terms and s the exact sum:
//
//	kahan     2u*S, first order                               (Higham 2002, 4.3)
//	neumaier  u|s| + g(n-1)^2 * S, and dot2 of a sum           (Neumaier 1974; Ogita, Rump and Oishi 2005, 4.5)
//	dot2      u|s| + g(n)^2 * S for a dot product              (Ogita, Rump and Oishi 2005, 5.5)
//	klein     u|s| + (1 + u)*(u*g + (1 + u)*g^3) * S, g = g(n-1) (from its steps: the losses are at most g*S, theirs g^2*S)
//	twofold   u|s| + ((1 + 2u^2)^(n-1) - 1) * S, first order   (a step: Joldes, Muller and Popescu 2017)
//	exact     u|s|
//	binned    u|s| + n/2 units of the lowest bin
//
// where g(k) = k*u/(1 - float64(k*u)). Products that are rounded before add u*S, in all schemes but dot2 and exact.
func (d *Data) BoundOfScheme(f *format.Format, id string) (b Bound, ok bool) {
	u, n := math.Ldexp(1, -f.P), float64(d.N)
	last := 1.0
	g := gamma(max(n-1, 0), u)
	switch id {
	case "naive": // from a start at 0, whose addition is exact
		return d.BoundOfOrder(f, max(d.N-1, 0), false, 0.99), true
	case "kahan":
		b, last = Bound{Worst: 2 * u, Order1: true}, 0
	case "neumaier":
		b.Worst = g * g
	case "dot2":
		if d.Dot {
			g = gamma(n, u)
		}
		b.Worst = g * g
	case "klein":
		b.Worst = (1 + u) * (float64(u*g) + float64((1+u)*g*g*g))
	case "twofold":
		b = Bound{Worst: math.Expm1(max(n-1, 0) * math.Log1p(2*u*u)), Order1: true}
	case "exact":
	case "binned":
		if !d.Largest.IsZero() {
			bins := reduce.NewBinned(f)
			bins.Add(d.Largest.Round(round.Env{Direction: round.TowardPositive, Overflow: round.Saturate}, f).Bits)
			unit, _ := bins.Unit()
			b.Worst = n / 2 / exactly(d.Magnitude.Scaled(int64(-unit)))
		}
	default:
		return Bound{}, false
	}
	if d.Dot && id != "dot2" && id != "exact" {
		b.Worst, b.Order1 = b.Worst+u, true
	}
	b.Likely = math.NaN()
	b = d.bound(f, b, last)
	return b, true
}
