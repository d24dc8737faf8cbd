// Package sample draws seeded binary32 numbers from the distributions that weights, activations and gradients are compared
// with. The same seed gives the same numbers on every machine: products are rounded by themselves, and logarithm and
// exponential are computed here.
package sample

import (
	"math"

	"ulplab/fpcore/reduce"
)

// Kind is a distribution.
type Kind uint8

const (
	Normal    Kind = iota // mean 0, standard deviation 1
	Laplace               // mean 0, scale 1: density exp(-|x|)/2
	Uniform               // from -1 to 1
	LogNormal             // exp of a standard normal number, with a random sign
)

// KindInfo names a Kind.
type KindInfo struct {
	Kind     Kind
	ID, Name string
}

// Kinds lists the distributions.
var Kinds = []KindInfo{
	{Normal, "normal", "normal"},
	{Laplace, "laplace", "Laplace"},
	{Uniform, "uniform", "uniform"},
	{LogNormal, "lognormal", "log-normal, either sign"},
}

// OutlierFactor is what outliers are multiplied by.
const OutlierFactor = 32

// Source draws numbers; those of a seed do not depend on how many are asked for at a time.
type Source struct {
	kind   Kind
	one    uint64 // of so many an outlier, 0 for none
	random reduce.Random
	spare  float64 // the second of a pair of normal numbers
	spared bool
}

// New returns a source. One of outliers elements, chosen at random, is multiplied by OutlierFactor; 0 is none.
func New(kind Kind, seed uint64, outliers int) *Source {
	return &Source{kind: kind, one: uint64(max(outliers, 0)), random: reduce.Random(seed)}
}

// Fill writes the next numbers.
func (s *Source) Fill(x []uint32) {
	for k := range x {
		var v float64
		switch s.kind {
		case Laplace:
			u := s.random.Next()
			if v = -ln(unit(u)); u&1 != 0 {
				v = -v
			}
		case Uniform:
			v = float64(int64(s.random.Next())>>10) / (1 << 53)
		case LogNormal:
			if v = exp(s.normal()); s.random.Next()>>63 != 0 {
				v = -v
			}
		default:
			v = s.normal()
		}
		if s.one != 0 && s.random.Next()>>32*s.one>>32 == 0 {
			v *= OutlierFactor
		}
		x[k] = math.Float32bits(float32(v))
	}
}

// unit returns a number of 52 random bits between 0 and 1, neither of the two.
func unit(u uint64) float64 { return (float64(u>>12) + 0.5) / (1 << 52) }

// normal returns a normal number by Marsaglia's polar method.
func (s *Source) normal() float64 {
	if s.spared {
		s.spared = false
		return s.spare
	}
	for {
		a, b := float64(int64(s.random.Next())>>10)/(1<<53), float64(int64(s.random.Next())>>10)/(1<<53)
		r := float64(a*a) + float64(b*b)
		if r > 0 && r < 1 {
			f := math.Sqrt(-2 * ln(r) / r)
			s.spare, s.spared = float64(b*f), true
			return float64(a * f)
		}
	}
}

// ln returns the natural logarithm of a positive normal number, to about 2^-50: the series of atanh of (m-1)/(m+1), with m
// between the roots of 1/2 and 2.
func ln(x float64) float64 {
	b := math.Float64bits(x)
	e := int(b>>52) - 1023
	m := math.Float64frombits(b&(1<<52-1) | 1023<<52)
	if m > math.Sqrt2 {
		m, e = m/2, e+1
	}
	t := (m - 1) / (m + 1)
	q := float64(t * t)
	sum := 0.0
	for k := 21; k >= 1; k -= 2 {
		sum = float64(sum*q) + 1/float64(k)
	}
	return float64(float64(e)*math.Ln2) + float64(2*t*sum)
}

// exp returns e^x for |x| < 700, to about 2^-50: the series of the rest of a division by ln 2.
func exp(x float64) float64 {
	k := math.Floor(x/math.Ln2 + 0.5)
	r := x - float64(k*math.Ln2)
	sum := 1.0
	for n := 14; n >= 1; n-- {
		sum = 1 + float64(sum*r)/float64(n)
	}
	return float64(sum * math.Float64frombits(uint64(int64(k)+1023)<<52))
}
