package encoding

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// NamedValue is a value worth going to: a code that every format has in its own place, or a text to be read.
type NamedValue struct {
	ID   string // its label is in prose
	Text string // read as if typed; "" for codes
	// code returns the code in a format; ok is false where the format has none.
	code func(f *format.Format) (c wide.U128, ok bool)
}

// NamedValues lists the menu. Codes come from the format, numbers are read from text with the direction shown.
var NamedValues = []NamedValue{
	{ID: "one", Text: "1"},
	{ID: "tenth", Text: "0.1"},
	{ID: "twothirds", Text: "2/3"},
	{ID: "minus192", Text: "-192"},
	{ID: "pi", Text: "pi"},
	{ID: "max", code: func(f *format.Format) (wide.U128, bool) { return f.Max(false), true }},
	{ID: "minnormal", code: func(f *format.Format) (wide.U128, bool) { return f.MinNormal(false), true }},
	{ID: "maxsub", code: func(f *format.Format) (wide.U128, bool) {
		c := f.NextDown(f.MinNormal(false))
		return c, f.ClassOf(c) == format.Subnormal
	}},
	{ID: "minpos", code: func(f *format.Format) (wide.U128, bool) {
		c := f.MinPositive(false)
		return c, f.ClassOf(c) == format.Subnormal
	}},
	{ID: "zero", code: func(f *format.Format) (wide.U128, bool) { return f.Zero(false), f.HasZero() }},
	{ID: "negzero", code: func(f *format.Format) (wide.U128, bool) { return f.Zero(true), f.HasNegZero() }},
	{ID: "inf", code: func(f *format.Format) (wide.U128, bool) { return infinity(f, false) }},
	{ID: "neginf", code: func(f *format.Format) (wide.U128, bool) { return infinity(f, true) }},
	{ID: "nan", code: func(f *format.Format) (wide.U128, bool) { return f.NaN(format.PositiveQuiet), f.HasNaN() }},
	{ID: "snan", code: signaling},
	{ID: "gpunan", code: func(f *format.Format) (wide.U128, bool) {
		return f.NaN(format.AllOnes), f.HasNaN() && f.NaN(format.AllOnes) != f.NaN(format.PositiveQuiet)
	}},
}

// Code returns the code of the named value in f; ok is false where f has none or the value is a text.
func (n NamedValue) Code(f *format.Format) (c wide.U128, ok bool) {
	if n.code == nil {
		return c, false
	}
	return n.code(f)
}

func infinity(f *format.Format, sign bool) (wide.U128, bool) {
	if !f.HasInf() || sign && f.Unsigned {
		return wide.U128{}, false
	}
	return f.Inf(sign), true
}

// signaling returns the signaling NaN of payload 1.
func signaling(f *format.Format) (wide.U128, bool) {
	if !f.HasInf() {
		return wide.U128{}, false
	}
	c := f.Inf(false).Or(wide.From64(1))
	return c, f.ClassOf(c) == format.SignalingNaN
}

// nextNamed returns the nearest code above (up) or below c among the format's own landmarks of both signs, in the
// order of totalOrder.
func nextNamed(f *format.Format, c wide.U128, up bool) (best wide.U128, ok bool) {
	one := arith.Convert(round.Env{}, f, format.F32, wide.From64(0x3f800000), nil).Bits
	landmarks := []wide.U128{one}
	for _, n := range NamedValues {
		if v, ok := n.Code(f); ok {
			landmarks = append(landmarks, v)
		}
	}
	// beyond reports whether w lies strictly on the wanted side of v.
	beyond := func(v, w wide.U128) bool {
		if !up {
			v, w = w, v
		}
		return arith.TotalOrder(f, v, w) && !arith.TotalOrder(f, w, v)
	}
	for _, v := range landmarks {
		for _, w := range [2]wide.U128{v, f.Negate(v)} {
			if beyond(c, w) && (!ok || beyond(w, best)) {
				best, ok = w, true
			}
		}
	}
	return best, ok
}
