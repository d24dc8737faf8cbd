package fast

import "math"

// Quotients32 writes x[k] / by, binary32 codes, rounded to nearest even; a NaN stays one.
func Quotients32(d, x []uint32, by uint32) {
	b := math.Float32frombits(by)
	d = d[:len(x)]
	for k, v := range x {
		d[k] = math.Float32bits(math.Float32frombits(v) / b)
	}
}

// Errors tells how far binary32 numbers lie from others. Sums are in binary64, in the order given; each difference, square
// and sum is rounded.
type Errors struct {
	Count  int     // pairs of finite numbers; the others are left out
	Sum    float64 // of the differences
	Signal float64 // sum of the squares of the numbers
	Noise  float64 // sum of the squares of the differences
	Worst  float64 // largest magnitude of a difference
	At     int     // where it is first
}

// Add takes binary32 codes and those that stand for them; the first is number from.
func (e *Errors) Add(x, y []uint32, from int) {
	sum, signal, noise := e.Sum, e.Signal, e.Noise
	y = y[:len(x)]
	for k, v := range x {
		a, b := float64(math.Float32frombits(v)), float64(math.Float32frombits(y[k]))
		d := b - a
		if d-d != 0 { // one is not finite
			continue
		}
		e.Count++
		sum += d
		signal += float64(a * a)
		noise += float64(d * d)
		if d = math.Abs(d); d > e.Worst {
			e.Worst, e.At = d, from+k
		}
	}
	e.Sum, e.Signal, e.Noise = sum, signal, noise
}

// MeanSquare is the mean of the squares of the differences, 0 where there are none.
func (e *Errors) MeanSquare() float64 { return e.Noise / float64(max(e.Count, 1)) }

// Mean is the mean of the differences, 0 where there are none.
func (e *Errors) Mean() float64 { return e.Sum / float64(max(e.Count, 1)) }

// Decibels is ten times the decimal logarithm of signal over noise; ok is false where either is zero.
func (e *Errors) Decibels() (db float64, ok bool) {
	if e.Noise == 0 || e.Signal == 0 {
		return 0, false
	}
	return 10 * math.Log10(e.Signal/e.Noise), true
}
