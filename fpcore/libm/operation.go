package libm

import (
	"math/bits"
	"slices"
	"strings"
	"sync"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/stable"
)

// Kind is the type of an operand or result.
type Kind byte

const (
	Float32 Kind = 'f'
	Float64 Kind = 'd'
	Int32   Kind = 'r'
	Int64   Kind = 'l'
	Truth   Kind = 'p' // 0 or 1
)

// operation is what a step does: an instruction of package gpu, or one on integers and bits.
type operation struct {
	name        string // as in PTX
	instruction *gpu.Instruction
	kinds       string // of the result, then of the operands, by their letters
	do          func(a, b, c uint64) uint64
}

// ops holds the operations that were asked for.
var ops sync.Map

// operationOf returns the operation of a word of the notation in a function of a format and variant.
func operationOf(word string, f *format.Format, v Variant) *operation {
	name := ptxName(word, f, v)
	if o, ok := ops.Load(name); ok {
		return o.(*operation)
	}
	o := newOperation(name)
	if o == nil {
		panic("libm: no operation " + word)
	}
	ops.Store(name, o)
	return o
}

// comparisons are the words of comparisons, which PTX writes with setp.
var comparisons = []string{"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "nan"}

var types = []string{"f32", "f64", "s32", "u32", "b32", "s64", "u64", "b64"}

// ptxName completes a word: with the function's type where it has none, the rounding that PTX leaves out, and what the flags
// change.
func ptxName(word string, f *format.Format, v Variant) string {
	parts := strings.Split(word, ".")
	base := parts[0]
	switch base {
	case "sel", "lo", "hi", "pair", "widen", "ld32", "ld64", "st32", "st64", "table32", "table64", "madlo", "madhi":
		return word
	}
	if !slices.Contains(types, parts[len(parts)-1]) {
		parts = append(parts, map[*format.Format]string{format.F32: "f32", format.F64: "f64"}[f])
	}
	n := len(parts)
	typ := parts[n-1]
	single := typ == "f32" || base == "cvt" && parts[n-2] == "f32"
	approximate := slices.Contains(parts, "approx") || slices.Contains(parts, "full")
	compare := slices.Contains(comparisons, base)
	if compare {
		parts = append([]string{"setp"}, parts...)
	}
	exact := false
	switch base {
	case "add", "sub", "mul", "fma", "div", "sqrt", "rcp":
		if typ[0] != 'f' || approximate {
			break
		}
		if len(parts) == 2 {
			parts = []string{base, "rn", typ}
			switch {
			case !single || base != "div" && base != "sqrt":
			case v == Approximate && base == "div":
				parts[1] = "full"
			case v == Fast || v == Approximate:
				parts[1] = "approx"
			}
		}
	case "copysign", "tanh":
		exact = true
	case "cvt":
		from, to := typ, parts[n-2]
		exact = from[0] != 'f'
		single = from == "f32" || to == "f32"
	}
	if (v == FTZ || v == Fast) && single && !exact && !slices.Contains(parts, "ftz") {
		at := slices.IndexFunc(parts, func(p string) bool { return p == "sat" || slices.Contains(types, p) })
		parts = stable.Insert(parts, at, "ftz")
	}
	return strings.Join(parts, ".")
}

// newOperation finds an operation by its full name; nil if there is none.
func newOperation(name string) *operation {
	if i, ok := gpu.Find(name); ok {
		o := &operation{name: name, instruction: i, kinds: kindOf(i.Out), do: i.Evaluator()}
		for _, t := range i.In {
			o.kinds += kindOf(t)
		}
		return o
	}
	if rest, ok := strings.CutPrefix(name, "setp."); ok {
		return comparison(name, rest)
	}
	if rest, ok := strings.CutPrefix(name, "copysign."); ok {
		top := uint64(1) << (widthOf(rest) - 1)
		k := letterOf(rest)
		return &operation{name: name, kinds: k + k + k, do: func(a, b, _ uint64) uint64 { return b&^top | a&top }}
	}
	for _, o := range integers {
		if o.name == name {
			return &o
		}
	}
	return nil
}

func kindOf(t gpu.Type) string {
	switch {
	case t.Float == format.F32:
		return "f"
	case t.Float == format.F64:
		return "d"
	case t.Int.Bits == 64:
		return "l"
	}
	return "r"
}

func widthOf(t string) uint {
	if strings.HasSuffix(t, "64") {
		return 64
	}
	return 32
}

func letterOf(t string) string {
	switch {
	case t == "f32":
		return "f"
	case t == "f64":
		return "d"
	case widthOf(t) == 64:
		return "l"
	}
	return "r"
}

// comparison makes setp.RELATION{.ftz}.TYPE.
func comparison(name, rest string) *operation {
	words := strings.Split(rest, ".")
	relation, t := words[0], words[len(words)-1]
	key := func(x uint64) (k int64, nan bool) { return int64(x), false }
	width := widthOf(t)
	switch t {
	case "s32":
		key = func(x uint64) (int64, bool) { return int64(int32(x)), false }
	case "f32", "f64":
		f := format.F32
		if t == "f64" {
			f = format.F64
		}
		top := uint64(1) << (width - 1)
		inf, least := f.Inf(false).Lo, uint64(0)
		if len(words) == 3 { // .ftz
			least = f.MinNormal(false).Lo
		}
		key = func(x uint64) (int64, bool) {
			m := x &^ top
			switch {
			case m < least:
				return 0, false
			case x&top != 0:
				return -int64(m), m > inf
			}
			return int64(m), m > inf
		}
	}
	base, orNaN := relation, false
	if len(relation) == 3 && relation != "nan" {
		base, orNaN = relation[:2], true
	}
	if t == "f32" || t == "f64" {
		orNaN = orNaN || relation == "nan"
	}
	k := letterOf(t)
	return &operation{name: name, kinds: "p" + k + k, do: func(a, b, _ uint64) uint64 {
		p, nan := key(a)
		q, also := key(b)
		if nan || also {
			return truth(orNaN)
		}
		switch base {
		case "eq":
			return truth(p == q)
		case "ne":
			return truth(p != q)
		case "lt":
			return truth(p < q)
		case "le":
			return truth(p <= q)
		case "gt":
			return truth(p > q)
		case "ge":
			return truth(p >= q)
		}
		return 0 // nan
	}}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// low is the lower half of a register.
func low(x uint64) uint64 { return uint64(uint32(x)) }

// signed is a 32-bit integer with its sign in 64 bits.
func signed(x uint64) uint64 { return uint64(int64(int32(x))) }

// clamp is a shift's count: from the width on, every bit goes, as PTX says.
func clamp(n, width uint64) uint64 { return min(low(n), width) }

// integers are the operations on integers and bits. Results of 32 bits have zeros above.
var integers = []operation{
	{name: "sel", kinds: "***p", do: func(a, b, q uint64) uint64 {
		if q != 0 {
			return a
		}
		return b
	}},
	{name: "lo", kinds: "rl", do: func(a, _, _ uint64) uint64 { return low(a) }},
	{name: "hi", kinds: "rl", do: func(a, _, _ uint64) uint64 { return a >> 32 }},
	{name: "pair", kinds: "lrr", do: func(a, b, _ uint64) uint64 { return b<<32 | low(a) }},
	{name: "widen", kinds: "lr", do: func(a, _, _ uint64) uint64 { return low(a) }},
	{name: "add.s32", kinds: "rrr", do: func(a, b, _ uint64) uint64 { return low(a + b) }},
	{name: "sub.s32", kinds: "rrr", do: func(a, b, _ uint64) uint64 { return low(a - b) }},
	{name: "neg.s32", kinds: "rr", do: func(a, _, _ uint64) uint64 { return low(-a) }},
	{name: "abs.s32", kinds: "rr", do: func(a, _, _ uint64) uint64 { return low(uint64(max(int64(int32(a)), -int64(int32(a))))) }},
	{name: "min.s32", kinds: "rrr", do: func(a, b, _ uint64) uint64 { return low(uint64(min(int32(a), int32(b)))) }},
	{name: "max.s32", kinds: "rrr", do: func(a, b, _ uint64) uint64 { return low(uint64(max(int32(a), int32(b)))) }},
	{name: "min.u32", kinds: "rrr", do: func(a, b, _ uint64) uint64 { return min(low(a), low(b)) }},
	{name: "mad.lo.s32", kinds: "rrrr", do: func(a, b, c uint64) uint64 { return low(a*b + c) }},
	{name: "and.b32", kinds: "rrr", do: func(a, b, _ uint64) uint64 { return low(a & b) }},
	{name: "or.b32", kinds: "rrr", do: func(a, b, _ uint64) uint64 { return low(a | b) }},
	{name: "xor.b32", kinds: "rrr", do: func(a, b, _ uint64) uint64 { return low(a ^ b) }},
	{name: "not.b32", kinds: "rr", do: func(a, _, _ uint64) uint64 { return low(^a) }},
	{name: "shl.b32", kinds: "rrr", do: func(a, b, _ uint64) uint64 { return low(a << clamp(b, 32)) }},
	{name: "shr.u32", kinds: "rrr", do: func(a, b, _ uint64) uint64 { return low(a) >> clamp(b, 32) }},
	{name: "shr.s32", kinds: "rrr", do: func(a, b, _ uint64) uint64 { return low(uint64(int32(a) >> clamp(b, 31))) }},
	{name: "mul.wide.s32", kinds: "lrr", do: func(a, b, _ uint64) uint64 { return signed(a) * signed(b) }},
	{name: "mul.wide.u32", kinds: "lrr", do: func(a, b, _ uint64) uint64 { return low(a) * low(b) }},
	{name: "mad.wide.u32", kinds: "lrrl", do: func(a, b, c uint64) uint64 { return low(a)*low(b) + c }},
	{name: "add.s64", kinds: "lll", do: func(a, b, _ uint64) uint64 { return a + b }},
	{name: "sub.s64", kinds: "lll", do: func(a, b, _ uint64) uint64 { return a - b }},
	{name: "neg.s64", kinds: "ll", do: func(a, _, _ uint64) uint64 { return -a }},
	{name: "min.u64", kinds: "lll", do: func(a, b, _ uint64) uint64 { return min(a, b) }},
	{name: "max.u64", kinds: "lll", do: func(a, b, _ uint64) uint64 { return max(a, b) }},
	{name: "or.b64", kinds: "lll", do: func(a, b, _ uint64) uint64 { return a | b }},
	{name: "xor.b64", kinds: "lll", do: func(a, b, _ uint64) uint64 { return a ^ b }},
	{name: "and.b64", kinds: "lll", do: func(a, b, _ uint64) uint64 { return a & b }},
	{name: "shl.b64", kinds: "llr", do: func(a, b, _ uint64) uint64 { return a << clamp(b, 64) }},
	{name: "shr.u64", kinds: "llr", do: func(a, b, _ uint64) uint64 { return a >> clamp(b, 64) }},
	{name: "clz.b64", kinds: "rl", do: func(a, _, _ uint64) uint64 { return uint64(bits.LeadingZeros64(a)) }},
	{name: "mul.lo.s64", kinds: "lll", do: func(a, b, _ uint64) uint64 { return a * b }},
	{name: "mul.hi.u64", kinds: "lll", do: func(a, b, _ uint64) uint64 { h, _ := bits.Mul64(a, b); return h }},
	{name: "madlo", kinds: "llll", do: func(a, b, c uint64) uint64 { return a*b + c }},
	{name: "madhi", kinds: "llll", do: func(a, b, c uint64) uint64 {
		h, l := bits.Mul64(a, b)
		_, carry := bits.Add64(l, c, 0)
		return h + carry
	}},
	{name: "table32", kinds: "rlr"}, {name: "table64", kinds: "llr"},
	{name: "ld32", kinds: "rlr"}, {name: "ld64", kinds: "llr"},
	{name: "st32", kinds: "rrlr"}, {name: "st64", kinds: "rllr"},
}
