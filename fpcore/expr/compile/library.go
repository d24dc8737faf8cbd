package compile

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr/reals"
	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Library returns the name of a function of some library as every target but x87 takes it in a Call: the correctly rounded
// value of fn, or the number so many units in the last place above that in magnitude.
func Library(fn string, ulps int) string { return "~" + strconv.Itoa(ulps) + " " + fn }

// LibraryOf reads such a name.
func LibraryOf(name string) (fn string, ulps int, ok bool) {
	if len(name) == 0 || name[0] != '~' {
		return "", 0, false
	}
	n, fn, _ := strings.Cut(name[1:], " ")
	ulps, err := strconv.Atoi(n)
	return fn, ulps, err == nil && reals.HasExact(fn)
}

// library lowers a call of a Library function.
func (l *lowering) library(k int32, in *run.Instruction) {
	fn, ulps, ok := LibraryOf(l.g.nodes[k].fn)
	f := in.Type.Format()
	if !ok || l.Choice.Machine == X87 || f == nil || in.Type < types.Float {
		l.fail(k, fn+" is code of a library that this target does not have")
		return
	}
	env := round.Env{NaN: types.HostNaN}
	if l.Choice.Machine == GPU {
		env.NaN = types.GPUNaN
	}
	m, _ := types.MeaningOf(fn)
	one, unary := exact.FindFunction(m.ID)
	from, to := in.From, in.Type
	l.hostOp(in, fn, func(x [3]uint64) (r round.Result) {
		if unary {
			r = one.Round(env, f, from.Format(), wide.From64(x[0])).Result
		} else {
			r = round.PackInvalid(env, f)
			for bits := 128; bits <= 4096; bits *= 4 {
				y := reals.Apply(m, bits, to, from, &[3]reals.Real{reals.OfCode(from, x[0]), reals.OfCode(from, x[1]), reals.OfCode(from, x[2])})
				if c, ok := y.Rounded(to); ok && y.Kind != reals.NotNumber {
					r = round.Result{Bits: wide.From64(c)}
					break
				}
			}
		}
		if c := r.Bits.Lo; f.ClassOf(r.Bits).IsFinite() && c<<(65-f.Bits) != 0 {
			r.Bits.Lo = c + uint64(ulps)
		}
		return r
	})
}
