package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/stable"
)

// build is a set of options that changes what a compiler does.
type build struct {
	text   string
	target func(t *expr.Target)
	choice func(c *expr.Choice)
}

func accurate(t *expr.Target) {
	f := mustTarget("9.0").GPU.Flags
	f.FMad = t.GPU.Flags.FMad || t.GPU.Flags.FastMath
	t.GPU.Flags = f
}

func accurateChoice(c *expr.Choice) {
	c.FlushIn, c.FlushOut, c.FastCalls, c.Div, c.Sqrt = false, false, false, expr.DivRounded, expr.SqrtRounded
}

func unfused(c *expr.Choice) { c.Fuse = strings.Repeat("-", len(c.Fuse)) }

const (
	unfusedFlag = "-fmad=false"
	contractOff = "-ffp-contract=off"
	noX87       = "-msse2 -mfpmath=sse"
	floatStore  = "-ffloat-store"
	noFastMath  = "-fno-fast-math"
	plainMath   = noFastMath + " " + contractOff // to clang++, -ffast-math alone lets products be fused, whatever else is said (measured with clang 14)
	noOfast     = "-O3 in the place of -Ofast"   // which links what flushes subnormal numbers beside -fno-fast-math too
	noFTZ       = "-no-ftz"
	unfusedAny  = "-fmad=false (nvcc), -ffp-contract=off (g++, clang++)" // where nothing was said of the machine
)

const preciseAny = "-prec-div=true (nvcc), -fno-fast-math (g++, clang++)"

const withoutFast = "compile without -use_fast_math"

// builds are the options that are tried on a machine, the simplest first.
func builds(m expr.Machine, fast bool) (list []build) {
	switch m {
	case expr.GPU:
		list = append(list, build{unfusedFlag, func(t *expr.Target) { t.GPU.Flags.FMad = false }, unfused})
		if fast {
			list = append(list,
				build{"-ftz=false", func(t *expr.Target) { t.GPU.Flags.FTZ = false }, func(c *expr.Choice) { c.FlushIn, c.FlushOut = false, false }},
				build{"-prec-div=true", func(t *expr.Target) { t.GPU.Flags.PrecDiv = true }, func(c *expr.Choice) { c.Div = expr.DivRounded }},
				build{"-prec-sqrt=true", func(t *expr.Target) { t.GPU.Flags.PrecSqrt = true }, func(c *expr.Choice) { c.Sqrt = expr.SqrtRounded }},
				build{"-ftz=false -prec-div=true -prec-sqrt=true", accurate, func(c *expr.Choice) { fastCalls := c.FastCalls; accurateChoice(c); c.FastCalls = fastCalls }},
				build{"-fmad=false -ftz=false -prec-div=true -prec-sqrt=true", func(t *expr.Target) { accurate(t); t.GPU.Flags.FMad = false },
					func(c *expr.Choice) { fastCalls := c.FastCalls; accurateChoice(c); c.FastCalls = fastCalls; unfused(c) }},
				build{withoutFast, func(t *expr.Target) {
					if t.GPU.Flags.FastMath { // where it is on, the option changes something
						accurate(t)
					}
				}, nil},
				build{"-ftz=true", func(t *expr.Target) { t.GPU.Flags.FTZ = true }, func(c *expr.Choice) { c.FlushIn, c.FlushOut = true, true }})
		}
	case expr.SSE:
		list = append(list, build{contractOff, func(t *expr.Target) { t.Contract = expr.ContractOff }, unfused})
	case expr.X87:
		list = append(list, build{noX87, func(t *expr.Target) { *t = mustTarget("gcc") }, func(*expr.Choice) {}},
			build{floatStore, func(t *expr.Target) { t.Store = true }, func(*expr.Choice) {}})
	}
	return list
}

// reordered reports a pair with the few terms of a program in an order on both sides that it does not have, and that the best evaluations
// do without.
func (s *Search) reordered(p *pair, best [2]*evaluation) bool {
	order := func(e *evaluation) bool { return e.traits[CauseOrder] != "" }
	return s.terms < manyTerms && order(p.a) && order(p.b) && !order(best[0]) && !order(best[1])
}

// unsaid reports fused products of a build of which no option was said that has them, where the best evaluation is without; likewise x87
// registers that nobody named, where they change nothing, and products with reciprocals of a machine that was named without -ffast-math, and options of nvcc where a compute capability
// was said and none of them.
func (s *Search) unsaid(side int, e, best *evaluation) bool {
	fuses := func(e *evaluation) bool {
		h := &s.hyps[e.hyp]
		return h.target.FMA || h.family == Fusings
	}
	x87 := func(e *evaluation) bool { return s.hyps[e.hyp].target.Machine == expr.X87 }
	k, quick := &s.known[side], func(e *evaluation) bool { return e.traits[CauseFastDivision] == reassociated }
	optional := func(e *evaluation) bool { // options of nvcc
		t := s.hyps[e.hyp].target
		return s.hyps[e.hyp].family == Machines && t.Machine == expr.GPU && t.GPU.Flags != mustTarget("9.0").GPU.Flags
	}
	return k.NoFMA && fuses(e) && !fuses(best) || k.Unit != OnX87 && e.traits[CauseX87] == "" && x87(e) && !x87(best) ||
		k.Unit != AnyUnit && !k.Fast && !k.Loose && quick(e) && !quick(best) ||
		k.Unit == OnGPU && k.CC > 0 && k.Target == nil && optional(e) && !optional(best) &&
			best.traits[CauseFTZ]+best.traits[CauseFastDivision]+best.traits[CauseFastSqrt]+best.traits[CauseFastFunction] == ""
}

// addsInMemory reports a kernel that adds by atomics in global memory, where subnormal numbers are zeros whatever -ftz says (PTX ISA, atom).
func addsInMemory(text string) bool {
	return strings.Contains(text, "atomicAdd") && !strings.Contains(text, "__shared__")
}

// flags lists options of the compilers, of one side and of both.
func (x *surgery) flags(list []change, fast bool) []change {
	var sides [2][]build
	for side := range 2 {
		if x.s.known[side].closed() {
			continue
		}
		sides[side] = builds(x.unit(side), fast)
		if x.s.known[side].Excess { // a product that is no variable keeps its excess all the same (measured with gcc 12, -std=c11)
			sides[side] = stable.Delete(sides[side], func(b build) bool { return b.text == floatStore })
		}
		if k := &x.s.known[side]; k.Fast && x.unit(side) == expr.SSE && (k.By == 0 || compilers[k.By].id == "arm") {
			if sides[side] = nil; x.best[side].traits[CauseContraction] != "" {
				list = append(list, on(side, Remedy{Kind: Flag, Text: plainMath}, func(x *surgery) ran { return x.compiledFor(side, "gcc") }))
			}
		}
		if u := x.unit(side); x.s.known[side].Unit == AnyUnit && (u == expr.GPU || u == expr.SSE) {
			sides[side][0] = build{unfusedAny, func(t *expr.Target) { t.GPU.Flags.FMad, t.Contract = false, expr.ContractOff }, unfused}
		}
		if t := x.s.known[side].Target; t != nil && !t.GPU.Flags.FastMath { // what was said has it not
			sides[side] = stable.Delete(sides[side], func(b build) bool { return b.text == withoutFast })
		}
		if addsInMemory(x.textOf(side)) && x.unit(side) == expr.GPU {
			sides[side] = stable.Delete(sides[side], func(b build) bool { return strings.Contains(b.text, "-ftz=false") || b.text == withoutFast })
		}
		for i := range sides[side] {
			if b := &sides[side][i]; x.s.known[side].Unit == AnyUnit && x.unit(side) == expr.GPU && b.text[0] == '-' && i > 0 {
				b.text += " (nvcc)"
			}
		}
		for _, b := range sides[side] {
			list = append(list, on(side, Remedy{Kind: Flag, Text: b.text}, func(x *surgery) ran { return x.rebuilt(side, b.target, b.choice) }))
		}
		if fast && x.unit(side) == expr.SSE && compilers[x.s.known[side].By].id != "arm" {
			list = append(list, on(side, Remedy{Kind: Setting, Text: "_MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_OFF); _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_OFF);",
				Note: "with #include <xmmintrin.h> and #include <pmmintrin.h>, where the program begins, and behind what else sets these modes"}, x.unflushed(side)))
		}
	}
	for _, a := range sides[0] {
		for _, b := range sides[1] {
			if a.text != b.text && x.unit(0) == x.unit(1) {
				continue
			}
			text, second := x.s.known[0].option(a.text), x.s.known[1].option(b.text)
			if text == "" || second == "" {
				continue
			}
			if text != second {
				text = "first: " + text + "; second: " + second
			}
			list = append(list, change{Remedy{Kind: Flag, Side: BothSides, Text: text}, func(x *surgery) (first, second ran) {
				// Only where one side's options are not enough.
				first, second = x.rebuilt(0, a.target, a.choice), x.rebuilt(1, b.target, b.choice)
				if first.equal(ranOf(x.best[1])) || second.equal(ranOf(x.best[0])) {
					return ran{}, ran{}
				}
				return first, second
			}})
		}
	}
	return list
}

// unflushed runs the program of a side with subnormal numbers as they are.
func (x *surgery) unflushed(side int) func(x *surgery) ran {
	return func(x *surgery) ran {
		return x.rebuilt(side, func(*expr.Target) {}, func(c *expr.Choice) { c.FlushIn, c.FlushOut = false, false })
	}
}

// precise has divisions rounded where nothing was said of the machine: by nvcc, or by a compiler that made products with reciprocals
// of them.
func (x *surgery) precise(list []change) []change {
	s := x.s
	for side := range 2 {
		if s.known[side].Unit != AnyUnit {
			continue
		}
		text := noFastMath // -prec-div is of binary32: nvcc divides doubles precisely, whatever it is told (documented, nvcc's manual)
		if slices.ContainsFunc(s.texts[min(side, 1)].Values, func(v expr.Value) bool { return v.Op == expr.Div && v.Type == expr.Float }) {
			text = preciseAny
		}
		list = append(list, on(side, Remedy{Kind: Flag, Text: text}, func(x *surgery) ran {
			if slices.ContainsFunc(s.changes(&s.hyps[x.best[side].hyp]), func(c Change) bool { return c.Kind == Reciprocals }) {
				return x.careful(side)
			}
			return x.rebuilt(side, func(t *expr.Target) { t.GPU.Flags.PrecDiv = true }, func(c *expr.Choice) { c.Div = expr.DivRounded })
		}))
	}
	return list
}
