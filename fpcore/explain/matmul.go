package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/tensor/product"
	"ulplab/fpcore/text"
)

// calls are words for a matrix product of a library, and processors those for one that no GPU computes.
var (
	calls      = []string{"matmul", "torch.mm", "scaled_mm", "cublas", "gemm", "tensor core", "tensorcore", "matrix unit", "matrix product", "wgmma", "mma.sync", "nn.linear", "f.linear", "bmm", "einsum"}
	processors = []string{"cpu", "numpy", "host", "mkl", "openblas", "blis", "eigen", "jnp"}
)

// numberTypes are words for the types of operands, the longer before those that they contain, and the calls of
// product.Presets on them: the ID, or what it begins with.
var numberTypes = []struct{ word, call string }{
	{"bfloat16", "bf16"}, {"bf16", "bf16"}, {"float16", "f16"}, {"fp16", "f16"}, {"f16", "f16"}, {"half", "f16"}, {"r_16bf", "bf16"}, {"r_16f", "f16"}, {"hgemm", "f16"},
	{"scaled_mm", "e4m3"}, {"float8", "e4m3"}, {"fp8", "e4m3"}, {"e4m3", "e4m3"},
	{"float64", "f64"}, {"fp64", "f64"}, {"f64", "f64"}, {"double", "f64"}, {"r_64f", "f64"}, {"dgemm", "f64"},
	{"tf32", "f32_tf32"}, {"float32", "f32"}, {"fp32", "f32"}, {"f32", "f32"}, {"r_32f", "f32"}, {"sgemm", "f32"}, {"float", "f32"},
}

// chips are names of GPUs with their compute capabilities.
var chips = []struct{ word, cc string }{
	{"v100", "7.0"}, {"t4", "7.5"}, {"rtx 20", "7.5"}, {"a100", "8.0"}, {"a30", "8.0"}, {"rtx 30", "8.0"}, {"a10", "8.0"},
	{"l40", "8.9"}, {"rtx 40", "8.9"}, {"h100", "9.0"}, {"h200", "9.0"}, {"h800", "9.0"}, {"gh200", "9.0"}, {"b200", "10.0"}, {"gb200", "10.0"}, {"rtx 50", "12.0"},
}

func anyOf(l string, words []string) bool {
	for _, w := range words {
		if strings.Contains(l, w) {
			return true
		}
	}
	return false
}

// callOf reads a matrix product of a library in words, "torch.matmul of float16 on an H200", in lower case: "call", what is
// known of the preset, and the compute capability, as KnownOf has it; "" for anything else.
func callOf(l string) string {
	if !anyOf(l, calls) || anyOf(l, processors) {
		return ""
	}
	known := "call"
	for _, t := range numberTypes {
		if !strings.Contains(l, t.word) {
			continue
		}
		call := t.call
		off := anyOf(l, []string{"off", "false", "disabled", "without", "slow", "no fast", "no tf32"})
		switch {
		case call == "f32_tf32" && off:
			call = "f32"
		case call == "e4m3" && off:
			call = "e4m3_slow"
		case call == "e4m3" && strings.Contains(l, "fast"):
			call = "e4m3_fast"
		case (call == "f16" || call == "bf16") && anyOf(l, []string{"float32 result", "float32 output", "to float32", "out_dtype=torch.float32", "f32 result", "fp32 output"}):
			call += "_to_f32"
		}
		known += " " + call
		break
	}
	for _, c := range chips {
		if strings.Contains(l, c.word) {
			return known + " on " + c.cc
		}
	}
	return known
}

// knownCall reads what callOf writes.
func knownCall(s string) (k Known, ok bool) {
	rest, ok := strings.CutPrefix(s, "call")
	if !ok {
		return k, false
	}
	k.Unit, k.Matrix = OnGPU, true
	call, chip, found := strings.Cut(rest, " on ")
	if found {
		for _, c := range chips {
			if c.cc == chip {
				g, _ := KnownOf("gpu " + chip)
				k.CC = g.CC
			}
		}
		if k.CC == 0 {
			return k, false
		}
	}
	if call == "" {
		return k, true
	}
	k.Call = strings.TrimPrefix(call, " ")
	_, ok = k.preset()
	return k, ok && call[0] == ' '
}

// callWords says what is known of a matrix product.
func (k *Known) callWords() string {
	s := "a library’s matrix product"
	if p, ok := product.Find(k.Call); ok {
		s = p.Name
	} else if k.Call != "" {
		s += " of " + format.E4M3.Name
	}
	if k.CC > 0 {
		s += ", compute capability " + k.CC.String()
	}
	return s
}

// SpelledOut returns the question with a matrix product in words, "torch.matmul(A, B)" or "A @ B", as the loop of one element:
// a row of the first matrix and a column of the second, as the inputs have them. Inputs written as bits of the type that the
// words name, or what is known of a machine, become numbers; a product.Generated in the place of the inputs becomes its
// numbers. Of a program in prose only what stands between fences is left. Any other question stays as it is.
func (q Question) SpelledOut() Question {
	q.Text, q.Second = unfenced(q.Text), unfenced(q.Second)
	l := strings.ToLower(q.Text)
	if strings.ContainsAny(q.Text, ";{}") || !anyOf(l, calls) && !strings.Contains(l, "@") {
		return q
	}
	if g, ok := product.ParseGenerated(q.Rows); ok {
		c, _ := product.Find(g.Preset)
		a, b := g.Vectors()
		q.Rows = "A =" + codes(c.In, a) + "\nB =" + codes(c.In, b)
	}
	var names []string
	var lengths []int
	for name, values := range pairs(q.Rows) {
		names, lengths = append(names, name.text), append(lengths, counted(values))
	}
	if len(names) < 2 || len(names) > 2 && lengths[0] < 2 || names[0] == names[1] || lengths[0] != lengths[1] || lengths[0] == 0 || strings.Contains(q.Text, names[0]) != strings.Contains(q.Text, names[1]) {
		return q
	}
	typ, in := "float", format.F32
	for _, s := range []string{q.Known[1], q.Known[0], callOf(l + " matmul")} {
		known, _ := KnownOf(s)
		if c, ok := known.preset(); ok {
			in = c.In
			break
		}
	}
	if in == format.F64 {
		typ, q.Free = "double", expr.Double
	}
	a, b, n := names[0], names[1], strconv.Itoa(lengths[0])
	q.Text = typ + " " + a + "[" + n + "], " + b + "[" + n + "], sum = 0;\nfor (int k = 0; k < " + n + "; k++) sum += " + a + "[k]*" + b + "[k];\nsum"
	if in.Bits >= 32 {
		return q
	}
	var out strings.Builder
	from := int32(0)
	for _, values := range pairs(q.Rows) {
		for _, w := range values {
			h := strings.ToLower(w.text)
			if digits, hex := strings.CutPrefix(h, "0x"); !hex || len(digits) != in.Bits/4 {
				continue
			}
			if r, err := text.ParseNumber(h, in, round.Env{}); err == nil {
				out.WriteString(q.Rows[from:w.from] + text.Hex(in, r.Bits))
				from = w.to
			}
		}
	}
	q.Rows = out.String() + q.Rows[from:]
	return q
}

// codes writes numbers as their codes.
func codes(f *format.Format, v []uint64) string {
	var b strings.Builder
	for _, c := range v {
		b.WriteString(" " + text.Bits(f, u128(c)))
	}
	return b.String()
}

// preset returns the call that is known, the first that fits.
func (k *Known) preset() (product.Preset, bool) {
	for _, p := range product.Presets() {
		if k.Call != "" && (p.ID == k.Call || strings.HasPrefix(p.ID, k.Call+"_")) {
			return p, true
		}
	}
	return product.Preset{}, false
}

// maxUnnamed bounds the orders of a call that are tried where nobody spoke of a matrix product.
const maxUnnamed = 12

// matrixOrderings lists the recipes by which a sum of n products may be an element of a matrix product: all of them where
// somebody named one, else those that are usual and differ from what loops do.
func matrixOrderings(n int, named bool) (list []ordering) {
	add := func(r product.Recipe, cost int) {
		o := ordering{id: "product", unit: &r, cost: 3 + min(cost, 3)}
		if named {
			o.cost -= 8 // before all other orders
		}
		switch {
		case r.Plan.ToTF32 && r.Plan.Dot != nil:
			o.reads = "=tf32 rne"
		case r.In.P < 24:
			o.reads = "=" + r.In.ID + " rne"
		}
		list = append(list, o)
	}
	var formats []*format.Format
	for _, p := range product.Presets() {
		if !slices.Contains(formats, p.In) {
			formats = append(formats, p.In)
		}
		for i, plan := range p.Orders(n) {
			if !named && (i >= maxUnnamed || plan.Sum == format.F64 || plan.Dot == nil && plan.Rule == product.Whole) {
				continue
			}
			add(product.Recipe{Name: p.Name, Plan: plan, Preset: &p, In: p.In}, i)
		}
	}
	for _, f := range formats {
		for _, r := range product.Chains(f) {
			if r.Plan.Dot != nil {
				add(r, 3)
			}
		}
	}
	return list
}

// delivered gives 16 bits the format of the call that delivered them, where that is known: a guess takes them for
// binary16.
func (k *Known) delivered(list []Observed) {
	p, ok := k.preset()
	for i := range list {
		if o := &list[i]; ok && o.Shape == Bits && o.Format == format.F16 && p.Out.Bits == o.Format.Bits {
			o.Format = p.Out
		}
	}
}

// unit returns the recipe of an ordering that is an element of a matrix product, nil for all other hypotheses.
func (s *Search) unit(h *hypothesis) *product.Recipe {
	if h.order == 0 {
		return nil
	}
	return s.orderings[h.order-1].unit
}

// matrix computes a sum of products as an element of a matrix product.
func (o *ordering) matrix(s *sum, values []uint64, u *scratch) (uint64, bool) {
	f, r := s.typ.Format(), o.unit
	if s.a == nil || r.In.P > f.P {
		return 0, false
	}
	code := func(x int32) uint64 {
		if f == r.In {
			return values[x]
		}
		return arith.Convert(round.Env{}, r.In, f, u128(values[x]), nil).Bits.Lo
	}
	u.m, u.n = u.m[:0], u.n[:0]
	for i := range s.a {
		u.m, u.n = append(u.m, code(s.a[i])), append(u.n, code(s.b[i]))
	}
	return arith.Convert(round.Env{}, f, r.Out(), u128(r.Element(u.m, u.n)), nil).Bits.Lo, true
}

// withoutTF32 returns what a program gives as an element of a matrix product in binary32: the zero ran if the orders that libraries have at this
// length give several results. ok is false where none was tried.
func (s *Search) withoutTF32(root int8) (r ran, ok bool) {
	for i := range s.hyps {
		h := &s.hyps[i]
		if u := s.unit(h); u == nil || u.Preset == nil || u.Preset.ID != "f32" || s.programs[h.prog].root != root {
			continue
		}
		t, good := s.outcome(h)
		now := ran{t, stable.Clone(s.results)}
		if good && ok && !now.equal(r) {
			return ran{}, true
		}
		if good {
			r, ok = now, true
		}
	}
	return r, ok
}

// narrow says what an element of a matrix product is rounded to that is narrower than binary32, as expr.Rounding reads it or
// as a number of bits; "" for nothing.
func (o *ordering) narrow() string {
	switch d := o.unit.Plan.Dot; {
	case o.unit.Out().P < 24:
		return "=" + o.unit.Out().ID + " rne"
	case d != nil && d.Unit.Precision != 0:
		return strconv.Itoa(d.Unit.Precision)
	}
	return ""
}

// rounding is the rounding by which a cause is named: of the operands, or of an element of a matrix product.
func (o *ordering) rounding(id ID) string {
	if id != CauseReducedAccumulation || o.unit == nil {
		return o.reads
	}
	if fn := o.narrow(); strings.HasPrefix(fn, "=") {
		return fn
	}
	return ""
}

// computes reports whether a machine may have computed an element of a matrix product by a recipe; nil stands for none.
func (k *Known) computes(r *product.Recipe) bool {
	switch {
	case r == nil:
		return true
	case k.Unit > OnGPU || k.Target != nil:
		return false
	case k.CC == 0:
		return true
	case r.Preset != nil:
		return k.CC == measuredOn
	}
	return slices.Contains(r.CC, int(k.CC))
}

// measuredOn is the compute capability on which the calls of product.Presets were measured.
const measuredOn gpu.Capability = 90

// costNotCalled is what it costs that an evaluation is none of a matrix product, where one was named.
const costNotCalled = 20

// called is how far a recipe is from the matrix product that was named.
func (k *Known) called(r *product.Recipe) (cost int) {
	if r.Preset == nil {
		cost = 5
	}
	p, ok := k.preset()
	switch {
	case k.Call == "":
		return cost + 2
	case r.Preset != nil && r.Preset.ID == k.Call, r.Preset == nil && ok && p.In == r.In:
		return cost
	case r.Preset != nil && strings.HasPrefix(r.Preset.ID, k.Call+"_"):
		return cost + 1
	}
	return cost + 14
}

// factors returns the row and the column of which a matrix product gives one of the results, in binary64.
func (s *Search) factors(best [2]*evaluation, row int) (f [2][]uint64) {
	for _, e := range best {
		if e == nil || s.unit(&s.hyps[e.hyp]) == nil || !s.prepare(&s.hyps[e.hyp]) {
			continue
		}
		sum, values := &s.programs[s.hyps[e.hyp].prog].sum, s.cached.values[row]
		f = [2][]uint64{}
		for i := range sum.a {
			f[0], f[1] = append(f[0], widen(sum.typ, values[sum.a[i]])), append(f[1], widen(sum.typ, values[sum.b[i]]))
		}
	}
	return f
}

// callOn returns the ID of the call of a recipe, or of one on the same operands.
func callOn(r *product.Recipe) string {
	if r.Preset != nil {
		return r.Preset.ID
	}
	for _, p := range product.Presets() {
		if plan, _ := p.Coded("F"); p.In == r.In && plan.ToTF32 == r.Plan.ToTF32 && (plan.Dot == nil) == (r.Plan.Dot == nil) {
			return p.ID
		}
	}
	return ""
}
