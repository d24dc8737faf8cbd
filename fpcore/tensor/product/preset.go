package product

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/evidence"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
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
	_    [0]func() // not comparable
	ID   string
	Name string
	In   *format.Format
	Out  *format.Format
	// Sizes says in words for which sizes there is an answer.
	Sizes string
	unit  string // the ID of the instruction of compute capability 9.0 that adds, "" for fused multiply-adds
	base  Plan
	// Sizes whose M, N and K are multiples of step, M and N up to 4096, K up to maxK, have the plan base, as each has that was
	// measured; that the others of them have it too is inferred.
	step, maxK int
	table      string // the section of a Table, which may be that of another preset
}

// Source says where the plans of the presets were measured.
const Source = "measured: NVIDIA H200, torch 2.11.0, CUDA 13.0, cuBLAS 13; kernels by name and launch, orders by masking, 3 elements of many sizes compared"

const (
	wideSizes = "multiples of 8 with M and N up to 4096 and K up to 2560, many up to 4096; 300,000 of them were measured, and the order of those between is inferred"
	gridSizes = "B by columns: M and N multiples of 16 up to 256, of 32 up to 512, of 128 up to 1280, 1000, 1536, 2048, 3072 and 4096, K multiples of 8 up to 128, of 16 up to 2048, of 128 up to 4096, 1000, 3000, 5120, 6144 and 8192; by rows: 34 values of M and N up to 4096, 28 of K up to 4096"
)

// calls are the presets without Dot, which Preset.ready gives them.
var calls = []Preset{
	{ID: "f32", Name: "torch.matmul, float32", In: format.F32, Out: format.F32, Sizes: gridSizes, table: "f32"},
	{ID: "f32_tf32", Name: "torch.matmul, float32, TF32 allowed", In: format.F32, Out: format.F32, Sizes: gridSizes, unit: "mma.m16n8k8.f32.tf32.tf32.f32", base: Plan{ToTF32: true}, table: "f32_tf32"},
	{ID: "f64", Name: "torch.matmul, float64", In: format.F64, Out: format.F64, Sizes: gridSizes, table: "f64"},
	{ID: "f16", Name: "torch.matmul, float16", In: format.F16, Out: format.F16, Sizes: wideSizes, unit: halfUnit, step: 8, maxK: 2560, table: "f16"},
	{ID: "bf16", Name: "torch.matmul, bfloat16", In: format.BF16, Out: format.BF16, Sizes: wideSizes, unit: brainUnit, step: 8, maxK: 2560, table: "bf16"},
	{ID: "f16_to_f32", Name: "torch.mm, float16 to float32", In: format.F16, Out: format.F32, Sizes: wideSizes, unit: halfUnit, step: 8, maxK: 2560, table: "f16"},
	{ID: "bf16_to_f32", Name: "torch.mm, bfloat16 to float32", In: format.BF16, Out: format.F32, Sizes: wideSizes, unit: brainUnit, step: 8, maxK: 2560, table: "bf16"},
	{ID: "e4m3_fast", Name: "torch._scaled_mm, float8_e4m3fn, use_fast_accum=True", In: format.E4M3, Out: format.F32,
		Sizes: "multiples of 16 with M and N up to 4096 and K up to 5120; 300,000 of them were measured, and the order of those between is inferred", unit: byteUnit, step: 16, maxK: 5120},
	{ID: "e4m3_slow", Name: "torch._scaled_mm, float8_e4m3fn, use_fast_accum=False", In: format.E4M3, Out: format.F32,
		Sizes: "multiples of 16 with M and N up to 4096 and K up to 8192; 300,000 of them were measured, and the order of those between is inferred", unit: byteUnit, base: Plan{Rule: Slices, Len: 128}, step: 16, maxK: 8192},
}

// The instructions that several calls use.
const (
	halfUnit  = "wgmma.m64n8k16.f32.f16.f16"
	brainUnit = "wgmma.m64n8k16.f32.bf16.bf16"
	byteUnit  = "wgmma.m64n8k32.f32.e4m3.e4m3"
)

// ready returns the preset with its accumulator and a Dot of its own.
func (p Preset) ready() Preset {
	if p.base.Sum = format.F32; p.In == format.F64 {
		p.base.Sum = format.F64
	}
	if p.unit != "" {
		p.base.Dot, _ = units()[p.unit].Dot(90)
	}
	return p
}

// units are the instructions of calls by their names.
var units = stable.Once(func() map[string]tensor.Instruction {
	list := map[string]tensor.Instruction{}
	for _, p := range calls {
		if p.unit != "" {
			list[p.unit], _ = tensor.Find(p.unit)
		}
	}
	return list
})

// Presets lists the calls. Dots are not for several goroutines at once, so that it is made anew for each caller.
func Presets() (list []Preset) {
	for _, p := range calls {
		list = append(list, p.ready())
	}
	return list
}

// Find returns a preset by its ID.
func Find(id string) (Preset, bool) {
	for _, p := range calls {
		if p.ID == id {
			return p.ready(), true
		}
	}
	return Preset{}, false
}

// Plan returns the plan for C of M x N elements with K products each, and how it is known: measured at this size, or inferred
// from measured sizes that all have one plan; 0 if it is not. Of the sizes that are in the table it knows nothing without it.
func (p *Preset) Plan(m, n, k int, l Layout, t Table) (plan Plan, known evidence.Kind) {
	if p.table != "" {
		if code := t.lookup(p.table, l, m, n, k); code != "" {
			if plan, ok := p.chosen(code, k); ok {
				return plan, evidence.Measured
			}
			return plan, 0
		}
	}
	if p.step != 0 && m > 0 && n > 0 && k > 0 && (m|n|k)%p.step == 0 && m <= 4096 && n <= 4096 && k <= p.maxK && (l == Columns || p.In != format.E4M3) {
		return p.base, evidence.Inferred
	}
	if p.step == 8 && m > 0 && n > 0 && (m|n|k)%8 == 0 && m <= 4096 && n <= 4096 && k > p.maxK {
		switch {
		case m*n <= 37*2048 && k <= 3840:
			plan, _ = p.chosen("S2", k)
			return plan, evidence.Inferred
		case m*n >= 400_000 && k <= 4096:
			return p.base, evidence.Inferred
		}
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

// chosen returns the plan of a code of Table for K products: as Coded, or S16 for kernels that cut K into 16 slices, r32
// after it where they read tiles of 32. Slices are as long as each other but the last, in multiples of 128 bytes; of 16 where K is none
// and operands have more than 16 bits.
func (p *Preset) chosen(code string, k int) (Plan, bool) {
	code, splits := strings.CutPrefix(code, "S")
	if !splits {
		return p.Coded(code)
	}
	code, tile, _ := strings.Cut(code, "r")
	n, _ := strconv.Atoi(code)
	if n < 1 {
		return Plan{}, false
	}
	size, align := p.In.Bits/8, 128
	if size > 2 && k*size%align != 0 {
		align = 16
	}
	plan := p.base
	plan.Rule, plan.Len = Slices, up(up(k, n)/n, align/size)
	if first, _ := strconv.Atoi(tile); first != 0 && min(plan.Len, k)%first%plan.Dot.Unit.Terms != 0 {
		plan.First = first
	}
	if plan.Len >= k {
		plan.Rule, plan.Len = Whole, 0
	}
	return plan, true
}

// up is the smallest multiple of step that is not below n.
func up(n, step int) int { return (n + step - 1) / step * step }

// Code is the inverse of Coded.
func (p *Preset) Code(plan Plan) string {
	if p.base.Dot != nil && plan.Dot == nil {
		return "s" + plan.String()
	}
	return plan.String()
}

// Table holds which kernel the library chose for each size, the file products.txt of assets/data. A section has a line "@preset layout",
// of which there may be several; the values of M and of N; those of K, where a:b:c stands for those from a to b by c; and
// letters, each with the code of a plan behind it (Preset.chosen), "-" where there is none. A line for each M and N, N the fastest, has
// the letters of K in their order, and behind one for how many K it stands, if they are more than one.
type Table string

// lookup returns the code of a size, or "".
func (t Table) lookup(preset string, l Layout, m, n, k int) string {
	for rest := string(t); rest != ""; {
		var s section
		if s, rest = read(rest); s.name != preset+" "+string(l) {
			continue
		}
		row, column, depth := slices.Index(s.sides, m), slices.Index(s.sides, n), slices.Index(s.depths, k)
		if row >= 0 && column >= 0 && depth >= 0 {
			return s.codes[s.row(row*len(s.sides) + column)[depth]]
		}
	}
	return ""
}

// section is a part of a Table.
type section struct {
	name          string
	sides, depths []int // of M and N; of K
	codes         map[rune]string
	rows          string
}

// read reads the first section, and returns what follows it.
func read(t string) (s section, rest string) {
	t = strings.TrimPrefix(t, "@")
	if end := strings.IndexByte(t, '@'); end >= 0 {
		t, rest = t[:end], t[end:]
	}
	var lines [4]string
	for i := range lines {
		lines[i], t, _ = strings.Cut(t, "\n")
	}
	s = section{name: lines[0], sides: values(lines[1]), depths: values(lines[2]), codes: map[rune]string{}, rows: t}
	for _, word := range strings.Fields(lines[3]) {
		letter, size := utf8.DecodeRuneInString(word)
		s.codes[letter] = word[size:]
	}
	return s, rest
}

// values reads numbers behind a name, and ranges from:to:step.
func values(line string) (list []int) {
	for _, word := range strings.Fields(line)[1:] {
		var n [3]int
		for i, part := range strings.Split(word, ":") {
			n[i], _ = strconv.Atoi(part)
		}
		list = append(list, n[0])
		for v := n[0] + n[2]; n[2] > 0 && v <= n[1]; v += n[2] {
			list = append(list, v)
		}
	}
	return list
}

// row returns the letters of a row, one for each K.
func (s section) row(i int) (letters []rune) {
	rows := s.rows
	for range i {
		_, rows, _ = strings.Cut(rows, "\n")
	}
	line, _, _ := strings.Cut(rows, "\n")
	count := 0
	for _, c := range line {
		if '0' <= c && c <= '9' {
			count = 10*count + int(c-'0')
			continue
		}
		letters = repeat(letters, count)
		letters, count = append(letters, c), 0
	}
	return repeat(letters, count)
}

// repeat has the last letter stand n times instead of once; not where n is 0.
func repeat(letters []rune, n int) []rune {
	for ; n > 1; n-- {
		letters = append(letters, letters[len(letters)-1])
	}
	return letters
}
