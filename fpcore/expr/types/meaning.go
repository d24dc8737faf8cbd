package types

import (
	"strings"

	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
)

// Meaning says what a function computes, apart from how well: the mathematical function, and what its name says of the
// rounding.
type Meaning struct {
	_         [0]func() // not comparable
	ID        string    // "add", "div", "rcp", "exp", "pow", "floor", "convert"…: the name in C without a type's letter
	Direction round.Direction
	Directed  bool // the direction stands in the name: __fadd_rz, __float2int_rn
	Whole     bool // rounds to a whole number in that direction: floor, lrint
	Saturates bool // the result is clamped to [0, 1]
	Relu      bool // a negative result becomes 0
	KeepsNaN  bool // a NaN is not ignored: __hmin_nan
	Intrinsic bool // an approximation of CUDA: __expf, __fdividef, htanh_approx
}

// The functions whose name does not follow from the rules of meaningOf.
const oddMeanings = " __saturatef=saturate __fdividef=div fdividef=div lrint=rint llrint=rint lround=round llround=round scalbn=ldexp "

// meaningStems are the operations of intrinsics with a direction, each with the mathematical function.
const meaningStems = " fadd=add fsub=sub fmul=mul fdiv=div frcp=rcp fsqrt=sqrt frsqrt=rsqrt fmaf=fma dadd=add dsub=sub dmul=mul ddiv=div drcp=rcp dsqrt=sqrt" +
	" fma=fma hadd=add hsub=sub hmul=mul hfma=fma hmin=fmin hmax=fmax habs=fabs "

func namedDirection(s string) round.Direction {
	switch s {
	case "rz":
		return round.TowardZero
	case "ru":
		return round.TowardPositive
	case "rd":
		return round.TowardNegative
	}
	return round.TiesToEven
}

// convertible are the types in the names of conversions.
const convertible = " float double half bfloat16 int uint ll ull "

// plainNames are the functions of C without a type's letter.
var plainNames = stable.Once(func() map[string]bool {
	m := map[string]bool{}
	for _, s := range strings.Fields(math1 + " " + math2 + " " + math3 + " ldexp scalbn lrint lround llrint llround") {
		m[s] = true
	}
	return m
})

// MeaningOf returns what a function of Functions computes; ok is false for any other name.
func MeaningOf(fn string) (m Meaning, ok bool) {
	if strings.HasPrefix(fn, "=") {
		return Meaning{ID: "convert"}, true
	}
	plain := func(name string) bool {
		if !plainNames()[name] {
			name = strings.TrimSuffix(name, "f")
		}
		m.ID = name
		if odd := Word(oddMeanings, name); odd != "" {
			m.ID = odd
		}
		if d, whole := Integral(m.ID); whole {
			m.Direction, m.Whole = d, true
		}
		return plainNames()[name]
	}
	if odd := Word(oddMeanings, fn); odd != "" && (fn[0] == '_' || odd == "div") {
		return Meaning{ID: odd, Intrinsic: fn[0] == '_' && odd == "div"}, true
	}
	if name, intrinsic := strings.CutPrefix(fn, "__"); intrinsic {
		stem, suffix, _ := strings.Cut(name, "_")
		switch suffix {
		case "rn", "rz", "ru", "rd":
			m.Directed = true
			m.Direction = namedDirection(suffix)
		case "sat":
			m.Saturates = true
		case "relu":
			m.Relu = true
		case "nan":
			m.KeepsNaN = true
		case "":
		default:
			return m, false
		}
		if m.ID = Word(meaningStems, stem); m.ID != "" {
			return m, true
		}
		if from, to, two := strings.Cut(stem, "2"); two && Listed(convertible, from) && Listed(convertible, to) {
			m.ID = "convert"
			return m, true
		}
		m.Intrinsic = true
		return m, suffix == "" && strings.HasSuffix(stem, "f") && plain(stem)
	}
	if plain(fn) {
		return m, true
	}
	if name, half := strings.CutPrefix(fn, "h"); half {
		name, m.Intrinsic = strings.CutSuffix(name, "_approx")
		if name == "rcp" {
			m.ID = name
			return m, true
		}
		return m, plain(name)
	}
	return m, false
}

// Integral returns the direction of a function that rounds to an integral value.
//
//go:noinline
func Integral(name string) (round.Direction, bool) {
	switch Letter(" floor=n ceil=p trunc=z rint=e nearbyint=e round=a ", name) {
	case 'n':
		return round.TowardNegative, true
	case 'p':
		return round.TowardPositive, true
	case 'z':
		return round.TowardZero, true
	case 'e':
		return round.TiesToEven, true
	case 'a':
		return round.TiesToAway, true
	}
	return 0, false
}
