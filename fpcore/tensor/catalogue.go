package tensor

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/stable"
)

// Op is a family of matrix instructions.
type Op string

const (
	MMA     Op = "mma"     // mma.sync: one warp, operands in registers
	WGMMA   Op = "wgmma"   // wgmma.mma_async: four warps, B and possibly A in shared memory
	TCGEN05 Op = "tcgen05" // tcgen05.mma: one thread starts it, accumulators in tensor memory; types stand in a descriptor
	DP4A    Op = "dp4a"    // one thread: four bytes of each operand, packed in a register
	DP2A    Op = "dp2a"    // one thread: two numbers of 16 bits, and the lower or the upper two bytes of a register
)

// Instruction is a matrix instruction of PTX: D = A*B + C with A of M x K, B of K x N elements.
type Instruction struct {
	Op         Op
	M, N, K    int
	D, A, B, C string // types as PTX names them; tcgen05 and wgmma have C = D
	Form       string // of integers: "satfinite"; of one bit "and" or "xor"; of dp2a "lo" or "hi", the half of B that it takes; of m8n8k4 of binary16 its layouts; else ""
	Kind       string // f8f6f4, mxf8f6f4, mxf4, mxf4nvf4, f16, tf32, i8: "" where the name has none
	Scale      string // type of block scales: ue8m0, ue4m3, or ""
	Vector     int    // elements that share a scale
	Since      int    // compute capability times ten
	Until      int    // the last compute capability that has it, 0: all later ones
	Again      int    // a later one that has it by other instructions, and was measured
	Only       bool   // of this capability's architecture-specific target (sm_90a, sm_100a, sm_120a)
}

// Name returns the instruction as PTX writes it.
func (i Instruction) Name() string {
	shape := ".m" + strconv.Itoa(i.M) + "n" + strconv.Itoa(i.N) + "k" + strconv.Itoa(i.K)
	kind := ""
	if i.Kind != "" {
		kind = ".kind::" + i.Kind
	}
	if i.Scale != "" {
		kind += ".block_scale"
		if i.Op == MMA {
			kind += ".scale_vec::" + strconv.Itoa(i.K/i.Vector) + "X"
		} else {
			kind += ".block" + strconv.Itoa(i.Vector)
		}
	}
	before, after := "", ""
	switch {
	case i.A == "b1":
		after = "." + i.Form + ".popc"
	case i.Form != "" && !i.QuadPairs():
		before = "." + i.Form
	}
	switch i.Op {
	case WGMMA:
		return "wgmma.mma_async.sync.aligned" + shape + before + "." + i.D + "." + i.A + "." + i.B + after
	case TCGEN05:
		return "tcgen05.mma.cta_group::1" + kind
	case DP4A, DP2A:
		return string(i.Op) + before + "." + i.A[:1] + "32." + i.B[:1] + "32"
	}
	name := "mma.sync.aligned" + kind + shape + "." + i.layouts() + before + "." + i.D + "." + i.A + "." + i.B + "." + i.C + after
	if i.Scale != "" {
		name += "." + i.Scale
	}
	return name
}

// ID returns the short name of recorded vectors: op, shape, types, form.
func (i Instruction) ID() string {
	if i.M == 1 {
		return i.Name()
	}
	id := string(i.Op) + ".m" + strconv.Itoa(i.M) + "n" + strconv.Itoa(i.N) + "k" + strconv.Itoa(i.K) + "." + i.D + "." + i.A + "." + i.B
	if i.Op == MMA {
		id += "." + i.C
	}
	if i.Kind != "" {
		id += "." + i.Kind
	}
	if i.Scale != "" {
		id += "." + i.Scale + "." + strconv.Itoa(i.Vector)
	}
	if i.Form != "" {
		id += "." + i.Form
	}
	return id
}

// formats are those that PTX names by their IDs; the rest are UE8M0 and integers.
var formats = [...]*format.Format{format.F16, format.BF16, format.TF32, format.F32, format.F64, format.E4M3, format.E5M2, format.E2M3, format.E3M2, format.E2M1, format.UE4M3}

// Format returns the format of a type of PTX, or nil for integers. As a call it makes the program smaller.
//
//go:noinline
func Format(name string) *format.Format {
	if name == "ue8m0" {
		return format.E8M0
	}
	for _, f := range formats {
		if f.ID == name {
			return f
		}
	}
	return nil
}

// form is one line of the catalogue: each shape with each pair of operand types and each accumulator type.
type form struct {
	op     Op
	shapes []string // "16 8 16"
	pairs  []string // "f16" for A and B alike; "e4m3 e5m2": every pairing of them
	accs   []string
	modes  []string // forms, nil for none but ""
	kind   string
	scale  string
	vector int
	since  int
	until  int
	again  int
	only   bool
}

// wraps are the forms of integers: a sum beyond 32 bits wraps, or is clamped.
var wraps = []string{"", "satfinite"}

var narrow = []string{"e4m3 e5m2 e2m3 e3m2 e2m1"}

var forms = []form{
	{op: MMA, shapes: []string{"8 8 4"}, pairs: []string{"f16"}, accs: []string{"f16", "f32"}, modes: []string{"", "row.row", "col.row", "col.col"}, since: 70, until: 72, again: 90}, // all later ones have it, by other instructions
	{op: MMA, shapes: []string{"16 8 8"}, pairs: []string{"f16"}, accs: []string{"f16", "f32"}, since: 75},
	{op: MMA, shapes: []string{"16 8 16"}, pairs: []string{"f16"}, accs: []string{"f16", "f32"}, since: 80},
	{op: MMA, shapes: []string{"16 8 8", "16 8 16"}, pairs: []string{"bf16"}, accs: []string{"f32"}, since: 80},
	{op: MMA, shapes: []string{"16 8 4", "16 8 8"}, pairs: []string{"tf32"}, accs: []string{"f32"}, since: 80},
	{op: MMA, shapes: []string{"8 8 4"}, pairs: []string{"f64"}, accs: []string{"f64"}, since: 80},
	{op: MMA, shapes: []string{"16 8 4", "16 8 8", "16 8 16"}, pairs: []string{"f64"}, accs: []string{"f64"}, since: 90},
	{op: MMA, shapes: []string{"16 8 16", "16 8 32"}, pairs: []string{"e4m3 e5m2"}, accs: []string{"f32", "f16"}, since: 89},
	{op: MMA, shapes: []string{"8 8 16"}, pairs: []string{"s8 u8"}, accs: []string{"s32"}, modes: wraps, since: 75},
	{op: MMA, shapes: []string{"8 8 32"}, pairs: []string{"s4 u4"}, accs: []string{"s32"}, modes: wraps, since: 75},
	{op: MMA, shapes: []string{"8 8 128"}, pairs: []string{"b1"}, accs: []string{"s32"}, modes: []string{"and"}, since: 80},
	{op: MMA, shapes: []string{"8 8 128"}, pairs: []string{"b1"}, accs: []string{"s32"}, modes: []string{"xor"}, since: 75},
	{op: MMA, shapes: []string{"16 8 16", "16 8 32"}, pairs: []string{"s8 u8"}, accs: []string{"s32"}, modes: wraps, since: 80},
	{op: MMA, shapes: []string{"16 8 32", "16 8 64"}, pairs: []string{"s4 u4"}, accs: []string{"s32"}, modes: wraps, since: 80},
	{op: MMA, shapes: []string{"16 8 128", "16 8 256"}, pairs: []string{"b1"}, accs: []string{"s32"}, modes: []string{"and", "xor"}, since: 80},
	{op: WGMMA, shapes: []string{"64 8 16"}, pairs: []string{"f16"}, accs: []string{"f16", "f32"}, since: 90, until: 90, only: true},
	{op: WGMMA, shapes: []string{"64 8 16"}, pairs: []string{"bf16"}, accs: []string{"f32"}, since: 90, until: 90, only: true},
	{op: WGMMA, shapes: []string{"64 8 8"}, pairs: []string{"tf32"}, accs: []string{"f32"}, since: 90, until: 90, only: true},
	{op: WGMMA, shapes: []string{"64 8 32"}, pairs: []string{"e4m3 e5m2"}, accs: []string{"f16", "f32"}, since: 90, until: 90, only: true},
	{op: WGMMA, shapes: []string{"64 8 32"}, pairs: []string{"s8 u8"}, accs: []string{"s32"}, modes: wraps, since: 90, until: 90, only: true},
	{op: WGMMA, shapes: []string{"64 8 256"}, pairs: []string{"b1"}, accs: []string{"s32"}, modes: []string{"and"}, since: 90, until: 90, only: true},
	{op: TCGEN05, shapes: []string{"128 256 16"}, pairs: []string{"f16"}, accs: []string{"f16", "f32"}, kind: "f16", since: 100, until: 110, only: true},
	{op: TCGEN05, shapes: []string{"128 256 16"}, pairs: []string{"bf16"}, accs: []string{"f32"}, kind: "f16", since: 100, until: 110, only: true},
	{op: TCGEN05, shapes: []string{"128 256 8"}, pairs: []string{"tf32"}, accs: []string{"f32"}, kind: "tf32", since: 100, until: 110, only: true},
	{op: TCGEN05, shapes: []string{"128 256 32"}, pairs: narrow, accs: []string{"f32", "f16"}, kind: "f8f6f4", since: 100, until: 110, only: true},
	{op: TCGEN05, shapes: []string{"128 256 32"}, pairs: []string{"s8 u8"}, accs: []string{"s32"}, modes: wraps, kind: "i8", since: 100, until: 110, only: true},
	{op: TCGEN05, shapes: []string{"128 256 32"}, pairs: narrow, accs: []string{"f32"}, kind: "mxf8f6f4", scale: "ue8m0", vector: 32, since: 100, until: 110, only: true},
	{op: TCGEN05, shapes: []string{"128 256 64"}, pairs: []string{"e2m1"}, accs: []string{"f32"}, kind: "mxf4", scale: "ue8m0", vector: 32, since: 100, until: 110, only: true},
	{op: TCGEN05, shapes: []string{"128 256 64"}, pairs: []string{"e2m1"}, accs: []string{"f32"}, kind: "mxf4nvf4", scale: "ue8m0", vector: 32, since: 100, until: 110, only: true},
	{op: TCGEN05, shapes: []string{"128 256 64"}, pairs: []string{"e2m1"}, accs: []string{"f32"}, kind: "mxf4nvf4", scale: "ue4m3", vector: 16, since: 100, until: 110, only: true},
	{op: MMA, shapes: []string{"16 8 32"}, pairs: narrow, accs: []string{"f32", "f16"}, kind: "f8f6f4", since: 120, only: true},
	{op: MMA, shapes: []string{"16 8 32"}, pairs: narrow, accs: []string{"f32"}, kind: "mxf8f6f4", scale: "ue8m0", vector: 32, since: 120, only: true},
	{op: MMA, shapes: []string{"16 8 64"}, pairs: []string{"e2m1"}, accs: []string{"f32"}, kind: "mxf4", scale: "ue8m0", vector: 32, since: 120, only: true},
	{op: MMA, shapes: []string{"16 8 64"}, pairs: []string{"e2m1"}, accs: []string{"f32"}, kind: "mxf4nvf4", scale: "ue8m0", vector: 32, since: 120, only: true},
	{op: MMA, shapes: []string{"16 8 64"}, pairs: []string{"e2m1"}, accs: []string{"f32"}, kind: "mxf4nvf4", scale: "ue4m3", vector: 16, since: 120, only: true},
	{op: DP4A, shapes: []string{"1 1 4"}, pairs: []string{"s8 u8"}, accs: []string{"s32"}, since: 61},
	{op: DP2A, shapes: []string{"1 1 2"}, pairs: []string{"s8 u8"}, accs: []string{"s32"}, modes: []string{"lo", "hi"}, since: 61},
}

// Catalogue lists every instruction, wgmma and tcgen05 with one N each; it is shared and must not be changed.
var Catalogue = stable.Once(func() (list []Instruction) {
	for _, f := range forms {
		for _, shape := range f.shapes {
			dim := strings.Fields(shape)
			m, _ := strconv.Atoi(dim[0])
			n, _ := strconv.Atoi(dim[1])
			k, _ := strconv.Atoi(dim[2])
			modes := f.modes
			if modes == nil {
				modes = []string{""}
			}
			for _, acc := range f.accs {
				for _, pair := range f.pairs {
					for _, a := range strings.Fields(pair) {
						for _, b := range strings.Fields(pair) {
							for _, form := range modes {
								i := Instruction{Op: f.op, M: m, N: n, K: k, D: acc, A: a, B: b, C: acc, Form: form, Kind: f.kind,
									Scale: f.scale, Vector: f.vector, Since: f.since, Until: f.until, Again: f.again, Only: f.only}
								if m == 1 && a == "u8" && b == "u8" {
									i.D, i.C = "u32", "u32"
								}
								if f.op == DP2A {
									i.A = a[:1] + "16"
								}
								list = append(list, i)
							}
						}
					}
				}
			}
		}
	}
	return list
})

// Find returns the instruction with a name of PTX or an ID. The N of wgmma may be any multiple of 8 up to 256.
func Find(name string) (Instruction, bool) {
	width := 0
	if rest, ok := strings.CutPrefix(name, "wgmma."); ok {
		if i := strings.Index(rest, "m64n"); i >= 0 {
			digits, tail, _ := strings.Cut(rest[i+4:], "k")
			if n, err := strconv.Atoi(digits); err == nil && n%8 == 0 && 8 <= n && n <= 256 {
				width = n
				name = "wgmma." + rest[:i] + "m64n8k" + tail
			}
		}
	}
	for _, i := range Catalogue() {
		if i.ID() == name || i.Name() == name {
			if width != 0 {
				i.N = width
			}
			return i, true
		}
	}
	return Instruction{}, false
}

// Has reports whether a compute capability, times ten, has the instruction. Where an instruction is chosen a call costs nothing, and copies
// make the program larger.
//
//go:noinline
func (i Instruction) Has(cc int) bool {
	if i.Only && cc/10 != i.Since/10 && !(i.Op == TCGEN05 && cc == 110) {
		return false
	}
	return cc >= i.Since && (i.Until == 0 || cc <= i.Until || cc == i.Again) && (i.A != "f64" || cc%10 == 0 && cc != 110 && cc < 120)
}
