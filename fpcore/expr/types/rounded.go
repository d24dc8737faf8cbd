package types

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Rounding reads the name of a function that rounds a number to a format and leaves it in its type: "=tf32 rna", and with
// what overflow gives "=e4m3 rne sat" (or inf, nan). ok is false for other names.
func Rounding(fn string) (f *format.Format, env round.Env, ok bool) {
	if len(fn) > 40 || !strings.HasPrefix(fn, "=") {
		return nil, env, false
	}
	words := strings.Fields(fn[1:])
	if len(words) < 2 || len(words) > 3 {
		return nil, env, false
	}
	f, err := format.Parse(words[0])
	if err != nil {
		return nil, env, false
	}
	for _, d := range round.Directions {
		if d.ID == words[1] {
			env.Direction, ok = d.Dir, true
		}
	}
	if len(words) == 3 {
		switch words[2] {
		case "sat":
			env.Overflow = round.Saturate
		case "inf":
			env.Overflow = round.OverflowToInfinity
		case "nan":
			env.Overflow = round.OverflowToNaN
		default:
			ok = false
		}
	}
	return f, env, ok
}

// RoundTo returns the code c of src rounded to f under env, in src again; the way back is exact where src holds all
// numbers of f.
func RoundTo(f *format.Format, env round.Env, src *format.Format, c uint64) uint64 {
	r := arith.Convert(env, f, src, wide.U128{Lo: c}, nil).Bits
	return arith.Convert(round.Env{NaN: env.NaN}, src, f, r, nil).Bits.Lo
}
