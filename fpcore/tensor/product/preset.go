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

// Layout says how B lies in memory; A is row by row.
type Layout string

const (
	// Columns: B is column by column, the transpose of a matrix stored by rows: torch.matmul(A, W.T), torch.nn.Linear.
	Columns Layout = "NT"
	// Rows: B is row by row: torch.matmul(A, B) of two new tensors.
	Rows Layout = "NN"
)

// Preset is a call of a library whose plans were measured: which kernel it chose for each size was recorded, the kernels'
// accumulation trees were revealed by masking, and elements of seeded data were compared.
type Preset struct {
	ID   string
	Name string
	In   *format.Format
	Out  *format.Format
	// Sizes says in words for which sizes there is an answer.
	Sizes string
	base  Plan
	// uniform: every measured size whose M, N and K are multiples of step, M and N up to 4096, K up to maxK, has the plan base;
	// that the others of them have it too is inferred.
	step, maxK int
	table      bool // the sizes of a Table
}

// Source says where the plans of the presets were measured.
const Source = "measured: NVIDIA H200, torch 2.11.0, CUDA 13.0, cuBLAS 13; kernels by name, orders by masking, 3 elements of each size compared"

// instruction returns the unit of compute capability 9.0 that carries out a name.
func instruction(name string) *tensor.Dot {
	i, _ := tensor.Find(name)
	d, _ := i.Dot(90)
	return d
}

const (
	wideSizes = "multiples of 8 with M and N up to 4096 and K up to 2560, some with K = 3072 and 4096; 30,000 of them were measured, and the order of those between is inferred"
	gridSizes = "M and N multiples of 16 up to 256 and 17 larger ones up to 4096, 13 to 80 values of K up to 8192; some other sizes"
)

// Presets lists the calls. Dots are not for several goroutines at once, so that it is made anew for each caller.
func Presets() []Preset {
	half := func(name string, out *format.Format, in *format.Format) Preset {
		return Preset{In: in, Out: out, Sizes: wideSizes, base: Plan{Dot: instruction("wgmma.m64n8k16.f32." + name), Sum: format.F32}, step: 8, maxK: 2560}
	}
	list := []Preset{
		{ID: "f32", Name: "torch.matmul, float32", In: format.F32, Out: format.F32, Sizes: gridSizes, base: Plan{Sum: format.F32}, table: true},
		{ID: "f32_tf32", Name: "torch.matmul, float32, TF32 allowed", In: format.F32, Out: format.F32, Sizes: gridSizes,
			base: Plan{Dot: instruction("mma.m16n8k8.f32.tf32.tf32.f32"), Sum: format.F32, ToTF32: true}, table: true},
		{ID: "f64", Name: "torch.matmul, float64", In: format.F64, Out: format.F64, Sizes: gridSizes, base: Plan{Sum: format.F64}, table: true},
		half("f16.f16", format.F16, format.F16), half("bf16.bf16", format.BF16, format.BF16),
		half("f16.f16", format.F32, format.F16), half("bf16.bf16", format.F32, format.BF16),
		{ID: "e4m3_fast", Name: "torch._scaled_mm, float8_e4m3fn, use_fast_accum=True", In: format.E4M3, Out: format.F32,
			Sizes: "multiples of 16 with M and N up to 4096 and K up to 4096; 27,000 of them were measured, and the order of those between is inferred", base: Plan{Dot: instruction("wgmma.m64n8k32.f32.e4m3.e4m3"), Sum: format.F32}, step: 16, maxK: 4096, table: true},
		{ID: "e4m3_slow", Name: "torch._scaled_mm, float8_e4m3fn, use_fast_accum=False", In: format.E4M3, Out: format.F32,
			Sizes: "multiples of 16 with M and N up to 4096 and K up to 8192; 27,000 of them were measured, and the order of those between is inferred", base: Plan{Dot: instruction("wgmma.m64n8k32.f32.e4m3.e4m3"), Sum: format.F32, Rule: Slices, Len: 128}, step: 16, maxK: 8192},
	}
	for i, p := range [4][2]string{{"f16", "torch.matmul, float16"}, {"bf16", "torch.matmul, bfloat16"},
		{"f16_to_f32", "torch.mm, float16 to float32"}, {"bf16_to_f32", "torch.mm, bfloat16 to float32"}} {
		list[3+i].ID, list[3+i].Name, list[3+i].table = p[0], p[1], true
	}
	return list
}

// Find returns a preset by its ID.
func Find(id string) (Preset, bool) {
	for _, p := range Presets() {
		if p.ID == id {
			return p, true
		}
	}
	return Preset{}, false
}

// Plan returns the plan for C of M x N elements with K products each, and how it is known: measured at this size, or inferred
// from measured sizes that all have one plan; 0 if it is not. Of the sizes that are in the table it knows nothing without it.
func (p *Preset) Plan(m, n, k int, l Layout, t Table) (plan Plan, known evidence.Kind) {
	if p.table {
		if code := t.lookup(p.ID+" "+string(l), m, n, k); code != "" {
			if plan, ok := p.Coded(code); ok {
				return plan, evidence.Measured
			}
			return plan, 0
		}
	}
	if p.step != 0 && m > 0 && n > 0 && k > 0 && (m|n|k)%p.step == 0 && m <= 4096 && n <= 4096 && k <= p.maxK && (l == Columns || p.In != format.E4M3) {
		return p.base, evidence.Inferred
	}
	return plan, 0
}

// Element returns an element of the product: what the plan's accumulators come to, rounded to the preset's result.
func (p *Preset) Element(plan Plan, a, b []uint64) uint64 {
	sum, _ := plan.Element(a, b)
	if p.Out == plan.Sum {
		return sum
	}
	env := round.Env{NaN: round.NaNRule{NoPropagate: true, Default: format.AllOnes}}
	return arith.Convert(env, p.Out, plan.Sum, wide.From64(sum), nil).Bits.Lo
}

// Coded returns the plan of a code as String and Table have it.
func (p *Preset) Coded(code string) (Plan, bool) {
	if rest, simt := strings.CutPrefix(code, "s"); simt {
		return Plan{Sum: p.base.Sum}.parse(rest)
	}
	return p.base.parse(code)
}

// Code is the inverse of Coded.
func (p *Preset) Code(plan Plan) string {
	if p.base.Dot != nil && plan.Dot == nil {
		return "s" + plan.String()
	}
	return plan.String()
}

// Table holds the measured plans, the file products.txt of assets/data. Its first line gives each code (Preset.Code) behind
// the letter that stands for it. Sections "@preset layout" have grids of sizes: a line "K ..." names the columns, lines
// "M N N ..." the rows in their order, and a line for each row has a letter a column, - for a size without an answer.
type Table string

// lookup returns the code of a size, or "".
func (t Table) lookup(section string, m, n, k int) string {
	letters, text, _ := strings.Cut(string(t), "\n")
	_, text, ok := strings.Cut(text, "@"+section+"\n")
	if !ok {
		return ""
	}
	text, _, _ = strings.Cut(text, "@")
	column, row, rows := -1, -1, 0 // of the size in a grid, and how many rows were named before
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case len(words) == 1:
			if row == 0 && column >= 0 {
				return coded(letters, []rune(words[0])[column])
			}
			row--
		case words[0] == "K":
			column, row, rows = slices.Index(words[1:], strconv.Itoa(k)), -1, 0
		default:
			if at := slices.Index(words[1:], strconv.Itoa(n)); at >= 0 && words[0] == strconv.Itoa(m) {
				row = rows + at
			}
			rows += len(words) - 1
		}
	}
	return ""
}

// coded returns the code of a letter, "" for none.
func coded(letters string, letter rune) string {
	for word := range strings.FieldsSeq(letters) {
		if code, ok := strings.CutPrefix(word, string(letter)); ok {
			return code
		}
	}
	return ""
}
