package compile

import (
	"strings"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/gpu"
)

// Rules names a compiler's constant folding and rewriting.
type Rules uint8

// The rules.
const (
	RulesNone  Rules = iota // the program as it stands
	RulesNVCC               // nvcc 13
	RulesDebug              // nvcc 13 -G
	RulesGCC                // g++ 12 -O2
	RulesClang              // clang++ 14 -O2
)

// DivMode is how binary32 is divided.
type DivMode uint8

// The ways to divide.
const (
	DivRounded DivMode = iota // correctly rounded
	DivFull                   // div.full: -prec-div=false
	DivApprox                 // div.approx: -use_fast_math
)

// SqrtMode is how the square root of binary32 is taken.
type SqrtMode uint8

// The ways to take a root.
const (
	SqrtRounded SqrtMode = iota // correctly rounded
	SqrtApprox                  // sqrt.approx: -prec-sqrt=false
)

// Choice is an evaluation: everything that decides the bits of a program beside its text. It is comparable.
type Choice struct {
	Machine   Machine
	CC        gpu.Capability // GPU
	Rules     Rules
	Fuse      string // see Fusable: a letter for each place, '-' none, 'l' the left product, 'r' the right one; "" is none at all
	FlushIn   bool   // binary32, on x86 binary64 too: subnormal operands are read as zeros
	FlushOut  bool   // binary32, on x86 binary64 too: subnormal results become zeros
	Div       DivMode
	Sqrt      SqrtMode
	FastCalls bool  // sinf is __sinf and so on
	Mad       bool  // what is fused is the MAD of 1.x, which truncates the product
	Demote    bool  // double is computed as float
	Promote   bool  // all floating-point types are computed as double
	Precision uint8 // X87: bits of the significand
	Store     bool  // X87: every result is stored to its type, as -ffloat-store makes g++ do
	Memory    int32 // X87: which of the values that may be kept in memory are, see Plan.Others
}

// FuseSite is a place where a multiply-add can be fused: a sum or difference, of which Left or Right is a product; or, if
// Doubled, twice a product x*y that nvcc computes as fma(x, y, x*y), with the letter 'l'.
type FuseSite struct {
	Value       int32
	Left, Right bool
	Doubled     bool
}

// Fusable lists the places of a program in the order of its values. Choice.Fuse has a letter for each of them.
func Fusable(c *types.Code) []FuseSite {
	var list []FuseSite
	for i := range c.Values {
		v := &c.Values[i]
		if v.Type < types.Half || v.Op == types.Input {
			continue
		}
		switch v.Op {
		case types.Add, types.Sub:
			s := FuseSite{Value: int32(i), Left: isProduct(c, v.X[0]), Right: isProduct(c, v.X[1])}
			if s.Left || s.Right {
				list = append(list, s)
			}
		case types.Mul, types.Div:
			if x, ok := doubles(c, v); ok && isProduct(c, x) {
				list = append(list, FuseSite{Value: int32(i), Left: true, Doubled: true})
			}
		}
	}
	return list
}

// under returns what stands under negations, conversions among floating-point types and the magnitude of a square.
func under(c *types.Code, x int32) int32 {
	for {
		v := &c.Values[x]
		if v.Op == types.Call && (v.Fn == "fabsf" || v.Fn == "fabs") {
			if w := &c.Values[v.X[0]]; w.Op == types.Mul && w.X[0] == w.X[1] {
				return v.X[0]
			}
		}
		if v.Op != types.Neg && !(v.Op == types.Convert && !v.Volatile && v.Type >= types.Half && c.Values[v.X[0]].Type >= types.Half) {
			return x
		}
		x = v.X[0]
	}
}

// isProduct reports a value of which some compiler may make a multiplication: x*y; x/y, if it is approximate or y a power of
// two; x+x (GCC); a ?: of two products (LLVM), or of one where constants decide.
func isProduct(c *types.Code, x int32) bool {
	v := &c.Values[under(c, x)]
	return v.Op == types.Mul || v.Op == types.Div || v.Op == types.Call && v.Fn == "__fdividef" || v.Op == types.Add && v.X[0] == v.X[1] ||
		v.Op == types.Select && types.Bit(c.Values[under(c, v.X[1])].Op == types.Mul)+types.Bit(c.Values[under(c, v.X[2])].Op == types.Mul) >= 2-types.Bit(decided(c, v.X[0]))
}

// decided reports a comparison of two constants.
func decided(c *types.Code, x int32) bool {
	v := &c.Values[x]
	return types.Less <= v.Op && v.Op <= types.Differ && c.Values[v.X[0]].Op == types.Const && c.Values[v.X[1]].Op == types.Const
}

// isNumber reports the constant of the given bits, which may be a converted one.
//
//go:noinline
func isNumber(c *types.Code, x int32, bits uint64) bool {
	w := &c.Values[x]
	if w.Op == types.Convert {
		from := &c.Values[w.X[0]]
		b, _ := types.ConvertBits(w.Type, from.Type, from.Bits, types.FoldInts)
		return from.Op == types.Const && b == bits
	}
	return w.Op == types.Const && w.Bits == bits
}

// doubles returns x of x*2, 2*x and x/0.5.
func doubles(c *types.Code, v *types.Value) (int32, bool) {
	if v.Op == types.Div {
		return v.X[0], isNumber(c, v.X[1], types.One(v.Type)-1<<(v.Type.Format().P-1))
	}
	if isNumber(c, v.X[1], two(v.Type)) {
		return v.X[0], true
	}
	return v.X[1], isNumber(c, v.X[0], two(v.Type))
}

// Choices lists evaluations of a program that differ from base in what is fused: base itself, none fused, then every
// other combination, at most bound of them; single changes of base come first where there are more.
func Choices(c *types.Code, base Choice, bound int) []Choice {
	sites := Fusable(c)
	none := strings.Repeat("-", len(sites))
	if base.Fuse == "" {
		base.Fuse = none
	}
	l := choiceList{base: base, list: []Choice{base}, seen: map[string]bool{base.Fuse: true}, bound: bound}
	l.add([]byte(none))
	letters := make([]string, len(sites))
	left, right := []byte(none), []byte(none)
	for i, s := range sites {
		switch {
		case s.Left && s.Right:
			letters[i], left[i], right[i] = "-lr", 'l', 'r'
		case s.Right:
			letters[i], left[i], right[i] = "-r", 'r', 'r'
		default:
			letters[i], left[i], right[i] = "-l", 'l', 'l'
		}
	}
	l.add(left)
	l.add(right)
	for _, from := range []string{base.Fuse, none} {
		for i := range sites {
			for j := range letters[i] {
				b := []byte(from)
				b[i] = letters[i][j]
				if !l.add(b) {
					return l.list
				}
			}
		}
	}
	count := make([]int, len(sites))
	b := []byte(none)
	for {
		i := 0
		for ; i < len(sites); i++ {
			if count[i]++; count[i] < len(letters[i]) {
				break
			}
			count[i] = 0
			b[i] = letters[i][0]
		}
		if i == len(sites) {
			return l.list
		}
		b[i] = letters[i][count[i]]
		if !l.add(b) {
			return l.list
		}
	}
}

type choiceList struct {
	base  Choice
	list  []Choice
	seen  map[string]bool
	bound int
}

// add appends the evaluation that fuses as given, unless it is there; false at the bound.
//
//go:noinline
func (l *choiceList) add(fuse []byte) bool {
	if len(l.list) >= l.bound {
		return false
	}
	if f := string(fuse); !l.seen[f] {
		l.seen[f] = true
		next := l.base
		next.Fuse = f
		l.list = append(l.list, next)
	}
	return true
}
