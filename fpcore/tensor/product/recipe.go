package product

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/evidence"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/tensor"
	"ulplab/fpcore/wide"
)

// Recipe is a way to compute an element: a call of a library in an order that it was seen to use, a chain of the blocks of a
// generation, or a chain of fused multiply-adds.
type Recipe struct {
	Name   string
	Plan   Plan
	Preset *Preset // nil: the accumulator is the result
	Kind   evidence.Kind
	Source string // the ID of one of tensor.Sources, or in words; "" for what follows from IEEE 754
	CC     []int  // of a chain of blocks: the compute capabilities that have them, times ten
	In     *format.Format
}

// Out returns the format of the element.
func (r *Recipe) Out() *format.Format {
	if r.Preset != nil {
		return r.Preset.Out
	}
	return r.Plan.Sum
}

// Element returns the element of a row and a column, codes of In.
func (r *Recipe) Element(a, b []uint64) uint64 {
	if r.Preset != nil {
		return r.Preset.Element(r.Plan, a, b)
	}
	a, b = r.Operands(a, b)
	sum, _ := r.Plan.Element(a, b)
	return sum
}

// Operands returns a row and a column as the plan takes them: chains of fused multiply-adds have operands of the
// accumulator's format.
func (r *Recipe) Operands(a, b []uint64) (x, y []uint64) {
	if r.Plan.Dot != nil || r.In == r.Plan.Sum {
		return a, b
	}
	widened := func(v []uint64) []uint64 {
		out := make([]uint64, len(v))
		for k, c := range v {
			out[k] = arith.Convert(round.Env{}, r.Plan.Sum, r.In, wide.From64(c), nil).Bits.Lo
		}
		return out
	}
	return widened(a), widened(b)
}

// Detail says the order of K products, the accumulator and the format of the element.
func (r *Recipe) Detail(k int) string {
	switch {
	case r.Preset != nil:
		return r.Plan.Words(k) + "; result " + r.Preset.Out.Name
	case r.Plan.Dot == nil:
		return "rn(a·b + c) in " + r.Plan.Sum.Name + ", k rising"
	case r.Plan.ToTF32:
		return "operands rounded to TF32; " + UnitWords(r.Plan.Dot.Unit)
	}
	return UnitWords(r.Plan.Dot.Unit)
}

// Chains lists the chains on operands of a format: of the blocks of each generation, those alike as one, and of fused
// multiply-adds.
func Chains(in *format.Format) (list []Recipe) {
generations:
	for _, g := range tensor.Generations {
		var best tensor.Instruction
		for _, i := range tensor.Catalogue() {
			f := tensor.Format(i.A)
			if i.Scale != "" || i.Integer() || i.A != i.B || i.D != "f32" || f != in && !(in == format.F32 && f == format.TF32) {
				continue
			}
			if u, _, ok := i.Unit(g.CC); ok && !u.Halves && (best.K == 0 || i.Op != tensor.MMA) {
				best = i
			}
		}
		if best.K == 0 {
			continue
		}
		u, facts, _ := best.Unit(g.CC)
		name := strconv.Itoa(g.CC/10) + "." + strconv.Itoa(g.CC%10)
		for i := range list {
			if list[i].Plan.Dot.Unit == u {
				list[i].Name += ", " + name
				list[i].CC = append(list[i].CC, g.CC)
				continue generations
			}
		}
		d, _ := best.Dot(g.CC)
		list = append(list, Recipe{Name: "One chain of blocks on " + name, Plan: Plan{Dot: d, Sum: format.F32, ToTF32: in == format.F32}, Kind: facts[0].Kind, Source: facts[0].Source, CC: []int{g.CC}, In: in})
	}
	acc := format.F32
	if in == format.F64 {
		acc = format.F64
	}
	return append(list, Recipe{Name: "FMA chain", Plan: Plan{Sum: acc}, In: in})
}

// usual are the orders of calls that split K, by how many of the measured sizes have them: together 99 in 100; of those with 16-bit operands only long sums are split.
var usual = map[string]string{
	"f32":         "F C64 D8x5 C4 D8x8 C32 D8x4 C96 D8x7 D8x6 D8x3 D8x9 D8x16 D8x11 C128 D8x2 C8 L16 D8x13 C160 D8x14 C68 C192 D8x12 D8x10 D8x22 D8x88 D8x29 D8x17 C256 D8x44 C12 C72 C224 C76 C512 C384 C320 D8x33 C20 C28 D8x26 C36 C288 C640 C1024 C16 D8x18 C704",
	"f32_tf32":    "F C64 C96 C32 C128 C4r16 C160 C192 C8 C256 C224 C12r16 C68r16 C320 C384 sF C76r16 C16 C288 C512 C352 C20r16 C72 C448 Fr32 C416 Fr16 C480 C28r16 C64r16 C640 C608 C80 C24 C8r16 C152 C44r16 C112 C72r16 C768 C16r16 sL16 C92r32 C24r16 C252r32 C84r16 C108r32 C576 C100r32 C76r32",
	"f64":         "F D32x2 D32x3 D32x4 C128 D32x5 C64 C112 C160 D32x6 C80 C96 C192 C144 C16 C32 D32x8 C256 D32x132 D32x7 C176 D32x33 C208 C48 D32x66 C126 C384 D32x9 C224 D16x2 C288 C240 C352 D16x3 C320 D32x11 D32x44 C188 C272 C14 D32x10 C76 D16x4 C10 C68",
	"f16":         "F C1536 C1408 C2048",
	"bf16":        "F C1536 C1408 C2048",
	"f16_to_f32":  "F C1536 C1408 C2048 C1344",
	"bf16_to_f32": "F C1536 C1408 C2048 C1344",
}

// Orders lists the plans that a call was seen to use for K products in one size or another, the most usual first; those
// that come to the same for this K are one.
func (p *Preset) Orders(k int) (list []Plan) {
	codes, ok := usual[p.ID]
	if !ok {
		return []Plan{p.base}
	}
	var seen [][]Part
	for code := range strings.SplitSeq(codes, " ") {
		plan, _ := p.Coded(code)
		parts := plan.parts(k)
		if plan.Dot == nil == (p.base.Dot == nil) && slices.ContainsFunc(seen, func(s []Part) bool {
			return slices.EqualFunc(s, parts, func(x, y Part) bool { return slices.Equal(x.Runs, y.Runs) })
		}) {
			continue
		}
		seen = append(seen, parts)
		list = append(list, plan)
	}
	return list
}

// Words says in which order an element of K products is added.
func (p Plan) Words(k int) string {
	s := ""
	switch p.Rule {
	case Whole:
		s = "one accumulator"
	case Slices:
		s = counted((k+p.Len-1)/p.Len, "part") + " of " + strconv.Itoa(p.Len) + " products"
	case Dealt:
		s = "tiles of " + strconv.Itoa(p.Len) + " products dealt to " + counted(p.Parts, "accumulator")
	case Lanes:
		s = "products dealt to " + counted(p.Parts, "accumulator")
	}
	if p.Dot == nil {
		return s + ", fused multiply-adds in " + p.Sum.Name
	}
	return s + ", " + UnitWords(p.Dot.Unit)
}

// UnitWords says how a unit adds.
func UnitWords(u tensor.Unit) string {
	if u.Frac == 0 {
		return "fused multiply-adds"
	}
	s := "blocks of " + strconv.Itoa(u.Terms) + ", " + strconv.Itoa(u.Frac) + " fraction bits"
	if u.Precision != 0 {
		s += ", " + strconv.Itoa(u.Precision) + " bits of the sum"
	}
	if u.Direction == round.TowardZero {
		s += ", truncated"
	}
	return s
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
