package fast

import (
	"math"
	"math/bits"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/wide"
)

var functions = [...]Function{
	{"exp", math.Exp},
	{"exp2", math.Exp2},
	{"exp10", exp10},
	{"expm1", math.Expm1},
	{"log", math.Log},
	{"log2", func(x float64) float64 { return math.Log(x) * (1 / math.Ln2) }},
	{"log10", func(x float64) float64 { return math.Log(x) * (1 / math.Ln10) }},
	{"log1p", math.Log1p},
	{"sin", sin},
	{"cos", cos},
	{"tan", tan},
	{"sinpi", sinpi},
	{"cospi", cospi},
	{"asin", math.Asin},
	{"acos", acos},
	{"atan", math.Atan},
	{"sinh", math.Sinh},
	{"cosh", math.Cosh},
	{"tanh", math.Tanh},
	{"asinh", math.Asinh},
	{"acosh", math.Acosh},
	{"atanh", math.Atanh},
	{"sqrt", math.Sqrt},
	{"rsqrt", func(x float64) float64 { return 1 / math.Sqrt(x) }},
	{"cbrt", math.Cbrt},
	{"rcbrt", func(x float64) float64 { return 1 / math.Cbrt(x) }},
	{"rcp", func(x float64) float64 { return 1 / x }},
	{"erf", math.Erf},
	{"erfc", math.Erfc},
}

// exp10 is 2^n * 2^(x*log2(10) - n); the first 29 bits of log2(10) times a binary32 number are exact.
func exp10(x float64) float64 {
	const high = 0x1.a934f09p+1
	const low = math.Ln10/math.Ln2 - high
	if x != x || x > 60 {
		return x + math.Inf(1)
	}
	x = max(x, -60)
	t := x * high
	n := math.Floor(t + 0.5)
	return math.Exp2((t-n)+float64(x*low)) * math.Float64frombits(uint64(1023+int64(n))<<52)
}

// acos avoids the difference from pi/2 where it would be small: (1-x)/2 is exact.
func acos(x float64) float64 {
	if x > 0.5 {
		return 2 * math.Asin(math.Sqrt((1-x)/2))
	}
	return math.Acos(x)
}

func sin(x float64) float64 {
	if math.Abs(x) <= math.Pi/4 {
		return math.Sin(x)
	}
	return turned(quarter(x))
}

func cos(x float64) float64 {
	if math.Abs(x) <= math.Pi/4 {
		return math.Cos(x)
	}
	r, q := quarter(x)
	return turned(r, q+1)
}

// tan is a quotient: math.Tan takes x for tan x up to 2^-23.
func tan(x float64) float64 {
	if math.Abs(x) <= math.Pi/4 {
		return math.Sin(x) / math.Cos(x)
	}
	r, q := quarter(x)
	return turned(r, q) / turned(r, q+1)
}

// turned is the sine of r + q*pi/2 for |r| <= pi/4.
func turned(r float64, q uint64) float64 {
	y := math.Sin(r)
	if q&1 != 0 {
		y = math.Cos(r)
	}
	if q&2 != 0 {
		y = -y
	}
	return y
}

// twoOverPi is the beginning of 2/pi: 320 bits, the first of weight 2^-1.
var twoOverPi = stable.Once(func() (t [5]uint64) {
	pi := exact.Pi(400, false) // Mag * 2^Exp
	q, _ := wide.NatFrom64(1).Shl(uint(321 - pi.Exp)).DivMod(pi.Mag)
	for i := range t {
		t[i] = q.Shr(uint(64 * (4 - i))).Low64()
	}
	return t
})

// quarter reduces a binary32 number, |x| > pi/4, by multiples of pi/2: x = m * 2^e with a whole m of 24 bits is
// multiplied with those 128 bits of 2/pi that matter modulo 4 and up to 2^-102. No binary32 number is nearer to a
// multiple than 2^-32.
func quarter(x float64) (r float64, q uint64) {
	b := math.Float64bits(x)
	e := int(b>>52&0x7ff) - 1023 - 23
	if e > 104 { // an infinity or NaN
		return math.NaN(), 0
	}
	m := (b&(1<<52-1) | 1<<52) >> 29
	t := twoOverPi()
	skip := max(0, e-2) // these bits of 2/pi give multiples of 4
	i, s := skip/64, uint(skip%64)
	w1 := t[i]<<s | t[i+1]>>1>>(63-s)
	w0 := t[i+1]<<s | t[i+2]>>1>>(63-s)
	h, p0 := bits.Mul64(w0, m)
	p2, p1 := bits.Mul64(w1, m)
	p1, c := bits.Add64(p1, h, 0)
	p2 += c
	if e < 2 { // to units of 2^-126
		n := uint(2 - e)
		p0 = p0>>n | p1<<(64-n)
		p1 = p1>>n | p2<<(64-n)
	}
	q = p1 >> 62
	high, low := p1<<2|p0>>62, p0<<2
	neg := high>>63 != 0
	if neg {
		q++
		var borrow uint64
		low, borrow = bits.Sub64(0, low, 0)
		high, _ = bits.Sub64(0, high, borrow)
	}
	r = (float64(float64(high)*0x1p-64) + float64(float64(low)*0x1p-128)) * (math.Pi / 2)
	if neg {
		r = -r
	}
	if x < 0 {
		return -r, -q
	}
	return r, q
}

// quarterPi is the same for pi*x.
func quarterPi(x float64) (r float64, q uint64) {
	if math.Abs(x) >= 1<<24 { // even whole numbers, infinities and NaN
		return (x - x) * 0, 0
	}
	n := math.Floor(2*x + 0.5)
	return (x - n/2) * math.Pi, uint64(int64(n))
}

func sinpi(x float64) float64 {
	y := turned(quarterPi(x))
	if y == 0 {
		return math.Copysign(0, x)
	}
	return y
}

func cospi(x float64) float64 {
	r, q := quarterPi(x)
	return turned(r, q+1)
}
