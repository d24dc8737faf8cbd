package product

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/evidence"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
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

// usual are codes of the table, by how many of its sizes have them: together 99 in 100; of calls with 16-bit operands only long sums are
// split.
var usual = map[string]string{
	"f32":      "F D8x8 D8x5 D8x4 D8x7 D8x3 D8x6 D8x9 D8x2 D8x16 D8x11 S16 D8x13 S12 S4 D8x12 S14 D8x14 S13 S32 S22 S8 S20 S10 S18 S15 S7 S5 S6 S11 S2 S26 S9 S3 S24 D8x17 S17 D8x10 S19 S21 S31 S30 S27 S25 D8x22 S23 S28 D8x264b132 S64 S36 S29 S40 D8x3b2 S33 D8x18 D8x33 D8x29 S34 D8x88 D8x132b66 S42 D8x44 S44 S54 S43 S38 D8x26 S48 S52 S60 S50 S39",
	"f32_tf32": "F S8r32 S4r32 S8r16 S16r16 S11r32 S16r32 S7r16 S5r16 S6r16 S4r16 S9r16 S12r32 S9r32 S13r32 S7r32 S6r32 S14r16 S12r16 S13r16 S15r16 S14r32 S17r16 S10r32 S10r16 S5r32 S11r16 S24r16 S20r16 S22r32 S15r32 S2r16 S23r16 S3r16 S18r16 S18r32 S20r32 S32r16 S22r16 S19r16 sF S17r32 S21r32 S31r16 S21r16 S24r32 S32r32 S27r16 S28r16 S30r16",
	"f64":      "F D32x2 D32x3 S8 D32x3b2 D32x4 D32x4b2 D32x5 S16 D32x6 D32x5b3 S15 D16x4 D32x7 D32x7b4 D16x3 S14 D32x6b3 D32x8 S5 D32x8b4 D32x9b5 S10 S7 S6 S11 S12 D16x5b3 S13 S9 D32x66 D32x10b5 D16x5 D32x11b6 D32x9 D16x2 D32x132",
	"f16":      "F S2 S3",
	"bf16":     "F S2 S3",
}

// Orders lists the plans that a call was seen to use for K products in one size or another, the most usual first; those
// that come to the same for this K are one.
func (p *Preset) Orders(k int) (list []Plan) {
	codes, ok := usual[p.table]
	if !ok {
		return []Plan{p.base}
	}
	type order struct {
		parts   []Part
		buffers int
	}
	var seen []order
	for code := range strings.SplitSeq(codes, " ") {
		plan, _ := p.chosen(code, k)
		all := plan.parts(k)
		parts, buffers := stable.Delete(stable.Clone(all), func(p Part) bool { return len(p.Runs) == 0 }), plan.Buffers
		if len(parts) <= 2 || len(parts) < len(all) && len(parts) <= buffers { // each buffer has one part, and these are added in their order
			buffers = 0
		}
		if plan.Dot == nil == (p.base.Dot == nil) && slices.ContainsFunc(seen, func(s order) bool {
			return s.buffers == buffers && slices.EqualFunc(s.parts, parts, func(x, y Part) bool { return slices.Equal(x.Runs, y.Runs) })
		}) {
			continue
		}
		seen = append(seen, order{parts, buffers})
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
	}
	if p.Buffers != 0 {
		s += ", added by way of " + counted(p.Buffers, "buffer")
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
