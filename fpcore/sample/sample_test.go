package sample

import (
	"math"
	"slices"
	"testing"
)

// TestFunctions compares logarithm and exponential with those of the library.
func TestFunctions(t *testing.T) {
	for k := 1; k < 20000; k++ {
		x := float64(k) / 7919
		if got, want := ln(x), math.Log(x); math.Abs(got-want) > 1e-14*math.Max(1, math.Abs(want)) {
			t.Fatalf("ln %v = %v, not %v", x, got, want)
		}
		y := float64(k-10000) / 1000
		if got, want := exp(y), math.Exp(y); math.Abs(got-want) > 1e-14*want {
			t.Fatalf("exp %v = %v, not %v", y, got, want)
		}
	}
}

// TestDistributions compares the share of numbers below some points with the distribution functions.
func TestDistributions(t *testing.T) {
	const n = 200_000
	normal := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	below := map[Kind]func(x float64) float64{
		Normal: normal,
		Laplace: func(x float64) float64 {
			if x < 0 {
				return math.Exp(x) / 2
			}
			return 1 - math.Exp(-x)/2
		},
		Uniform: func(x float64) float64 { return min(max((x+1)/2, 0), 1) },
		LogNormal: func(x float64) float64 {
			switch {
			case x < 0:
				return (1 - normal(math.Log(-x))) / 2
			case x == 0:
				return 0.5
			}
			return (1 + normal(math.Log(x))) / 2
		},
	}
	for _, info := range Kinds {
		x := make([]uint32, n)
		New(info.Kind, 1, 0).Fill(x)
		for _, at := range []float64{-3, -1.5, -1, -0.3, 0, 0.2, 0.9, 1, 2.5} {
			got := 0
			for _, v := range x {
				if float64(math.Float32frombits(v)) < at {
					got++
				}
			}
			p := below[info.Kind](at)
			if off := math.Abs(float64(got) - n*p); off > 5*math.Sqrt(n*p*(1-p))+1 {
				t.Errorf("%s: %d of %d numbers are below %v, expected %v", info.ID, got, n, at, n*p)
			}
		}
		large := make([]uint32, n)
		New(info.Kind, 1, 100).Fill(large)
		outliers := 0
		for k := 0; k < n && info.Kind == Uniform; k++ {
			if v := math.Abs(float64(math.Float32frombits(large[k]))); v > 1 {
				outliers++
			}
		}
		if want := 2000 * 31 / 32; info.Kind == Uniform && (outliers < want-250 || outliers > want+250) {
			t.Errorf("%d outliers, expected %d", outliers, want)
		}
	}
}

// TestParts: the numbers do not depend on how they are asked for.
func TestParts(t *testing.T) {
	for _, info := range Kinds {
		whole, parts := make([]uint32, 1000), make([]uint32, 1000)
		New(info.Kind, 5, 50).Fill(whole)
		s := New(info.Kind, 5, 50)
		for k := 0; k < 1000; k += 125 {
			s.Fill(parts[k : k+125])
		}
		if !slices.Equal(whole, parts) {
			t.Errorf("%s: parts differ", info.ID)
		}
		other := make([]uint32, 1000)
		New(info.Kind, 6, 50).Fill(other)
		if slices.Equal(whole, other) {
			t.Errorf("%s: two seeds give the same numbers", info.ID)
		}
	}
}
