package flags

import (
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/target"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/reference"
	"ulplab/site/kit/words"
	"ulplab/site/views/operation"
)

// work lists the steps of one side.
func work(v State, o gpu.Operation, side int, x [3]uint64) (w Work) {
	out := target.OnGPU(v.CC, v.Mode[side]).Run(o, v.Double, x)
	for i, s := range out.Steps {
		inner := i > 0 && out.Steps[i-1].Inner
		step := FlagsStep{Name: s.Name, Z: datum(s.Format, s.Bits), Inner: s.Inner, Unit: strings.HasPrefix(s.Name, "MUFU")}
		switch {
		case inner || s.Inner:
		case strings.HasPrefix(s.Name, "mad"):
			step.Note = truncated
		default:
			step.Note = rounded
		}
		for k := range s.N {
			step.X = append(step.X, datum(s.In, s.X[k]))
		}
		if ref := reference.Unit(s.Name, s.X[0]); ref.Ok {
			step.Err = ref.Err(format.F32, s.Bits, 4)
			step.Correct = ref.Round(format.F32, round.TiesToEven) == s.Bits
		}
		w.Steps = append(w.Steps, step)
	}
	w.Scope = scope(v, out)
	return w
}

func datum(f *format.Format, c wide.U128) Datum {
	if f == nil {
		return Datum{Hex: text.Bits(format.F32, c)} // a word of 32 bits
	}
	return Datum{text.Bits(f, c), words.Brief(f, c)}
}

// scope is the one correctly rounded instruction that an operation became, for the Operation view.
func scope(v State, out target.Outcome) (o operation.State) {
	if len(out.Steps) != 1 || v.CC < 20 || out.Steps[0].Format != v.F() {
		return o
	}
	name, rest, _ := strings.Cut(out.Steps[0].Name, ".")
	if strings.Contains(rest, "approx") || strings.Contains(rest, "full") {
		return o
	}
	switch name {
	case "add", "sub", "mul", "fma", "div", "sqrt":
		o.ID, o.X = name, v.X
	case "rcp":
		o.ID, o.X = "div", [3]operand.Entered{{Bits: v.F().Join(false, uint32(v.F().Bias), wide.U128{})}, v.X[0]}
	default:
		return o
	}
	o.Src = v.F().ID
	if strings.Contains(rest, "ftz") {
		o.Env.FlushIn, o.Env.FlushOut = true, round.FlushTinyAfter
	}
	return o
}

// Line is the piece of the number line around the exact value and both results.
type Line struct {
	OK         bool
	Ticks      []numberline.Tick // every number of the format in the piece
	Exact      int
	ExactLabel string
	Result     [2]int
}

// line places both results among the numbers around the exact value; OK is false where they lie too far apart.
func line(r Row, ref reference.Value) (l Line) {
	if !r.Known || !ref.Ok || r.Side[0].F != r.Side[1].F {
		return l
	}
	f := r.Side[0].F
	low, high := ref.Round(f, round.TowardNegative), ref.Round(f, round.TowardPositive)
	min, max := ordinal(f, low.Lo), ordinal(f, high.Lo)
	for _, s := range r.Side {
		if !f.ClassOf(wide.From64(s.Bits)).IsFinite() {
			return l
		}
		if o := ordinal(f, s.Bits); o < min {
			min = o
		} else if o > max {
			max = o
		}
	}
	if max-min > 5 {
		return l
	}
	for max-min < 3 {
		min, max = min-1, max+1
	}
	var at []int64
	for o := min; o <= max; o++ {
		c := wide.From64(uint64(o))
		if o < 0 {
			c = f.Negate(wide.From64(uint64(-o)))
		}
		pos, finite := ref.Fixed(f, c)
		if !finite {
			return l
		}
		at = append(at, pos)
		l.Ticks = append(l.Ticks, numberline.Tick{Weight: numberline.Major, Label: words.Brief(f, c), Note: text.Bits(f, c)})
	}
	first, span := at[0], at[len(at)-1]-at[0]
	place := func(pos int64) int { return int((pos - first) * numberline.Unit / span) }
	for i, pos := range at {
		l.Ticks[i].Pos = place(pos)
	}
	for k, s := range r.Side {
		l.Result[k] = l.Ticks[ordinal(f, s.Bits)-min].Pos
	}
	l.OK, l.Exact, l.ExactLabel = true, place(0), "exact "+ref.Digits(f.P*31/100+6)
	return l
}
