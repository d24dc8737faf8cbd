package plot

import (
	"fmt"
	"math"
	"testing"

	"ulplab/site/kit/svg"
)

func Example() {
	var p svg.Pen
	y := Log(1e-3, 100, 200, 0)
	Rows(&p, y.Powers(10, 8), 40, 300, func(t Tick) string { return PowerLabel("10", t.Power) })
	for _, t := range y.Powers(10, 3) {
		fmt.Println(t.At, PowerLabel("10", t.Power))
	}
	for _, t := range Linear(-3, 11, 0, 280).Round(4) {
		fmt.Println(t.At, t.Value)
	}
	// Output:
	// 200 10^−3
	// 120 0.1
	// 40 10
	// 60 0
	// 160 5
	// 260 10
}

// TestScale: the ends lie where they should, places come back, and what is greater lies farther.
func TestScale(t *testing.T) {
	for _, s := range []Scale{Linear(-2, 5, 10, 710), Linear(0, 1, 300, 20), Log(1e-4, 1e6, 0, 333), Log(1, 2, 500, 7), Signed(30, 0, 801), Signed(2, 640, 0)} {
		for at := min(s.From, s.To); at <= max(s.From, s.To); at++ {
			v := s.Invert(at)
			if got := s.Map(v); got != at {
				t.Fatalf("%+v: %d is %g, which lies at %d", s, at, v, got)
			}
			if next := s.Invert(at + 1); next > v != (s.To > s.From) {
				t.Fatalf("%+v: %g at %d, %g after it", s, v, at, next)
			}
		}
		if s.Map(s.Invert(s.From)) != s.From || s.Map(s.Invert(s.To)) != s.To {
			t.Errorf("%+v: the ends do not lie at the ends", s)
		}
	}
	s := Log(1e-3, 10, 40, 240)
	for _, v := range []float64{0, -1, 1e-9, math.NaN()} {
		if s.Map(v) != 40 {
			t.Errorf("%g lies at %d on a logarithmic scale from 0.001", v, s.Map(v))
		}
	}
}

func TestTicks(t *testing.T) {
	for span := range 60 {
		s := Log(math.Exp2(-3), math.Exp2(float64(span)), 0, 500)
		list := s.Powers(2, 7)
		if len(list) == 0 || len(list) > 8 || list[0].Power != -3 {
			t.Errorf("powers from 2^-3 to 2^%d: %v", span, list)
		}
	}
	for _, high := range []float64{1, 3, 7.5, 12, 99, 1000, 4321, 1e7} {
		for _, low := range []float64{-high, 0, -0.3} {
			list := Linear(low, high, 0, 700).Round(6)
			if len(list) < 3 || len(list) > 7 {
				t.Errorf("from %g to %g: %v", low, high, list)
			}
			for _, k := range list {
				if k.Value < low-1e-9*high || k.Value > high*(1+1e-9) {
					t.Errorf("from %g to %g: %g", low, high, k.Value)
				}
			}
		}
	}
}

// TestApart: labels above each other keep their distance and their order, and those beside each other stay.
func TestApart(t *testing.T) {
	a, b, c, d := &Label{0, 100, 50}, &Label{20, 96, 50}, &Label{10, 104, 50}, &Label{200, 98, 50}
	Apart([]*Label{a, b, c, d}, 15, 120)
	if !(b.Y+15 <= a.Y && a.Y+15 <= c.Y && c.Y <= 120) || d.Y != 98 {
		t.Errorf("%v %v %v %v", a, b, c, d)
	}
}

func TestCurve(t *testing.T) {
	var c Curve
	if c.String() != "" {
		t.Error("a curve without points draws something")
	}
	c.To(1, 2)
	c.To(3, 4)
	c.Break()
	c.To(5, 6)
	if got := c.String(); got != "M1 2h.01L3 4M5 6h.01" {
		t.Error(got)
	}
}
