package matrixunit

import (
	"slices"
	"strconv"
	"sync"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/tensor"
	"ulplab/site/kit/example"
)

const (
	hopper16 = "mma.m16n8k16.f32.f16.f16.f32"
	bfloat16 = "mma.m16n8k16.f32.bf16.bf16.f32"
	half16   = "mma.m16n8k16.f16.f16.f16.f16"
	volta4   = "mma.m8n8k4.f32.f16.f16.f32"
	turing8  = "mma.m16n8k8.f32.f16.f16.f32"
	fp8wide  = "wgmma.m64n8k32.f32.e4m3.e4m3"
	fp8warp  = "mma.m16n8k32.f32.e4m3.e4m3.f32"
	double4  = "mma.m8n8k4.f64.f64.f64.f64"
	mx4wide  = "mma.m16n8k32.f32.e2m1.e2m1.f32.mxf8f6f4.ue8m0.32"
	mx4      = "mma.m16n8k64.f32.e2m1.e2m1.f32.mxf4.ue8m0.32"
	nv4      = "mma.m16n8k64.f32.e2m1.e2m1.f32.mxf4nvf4.ue4m3.16"
	nv4tc    = "tcgen05.m128n256k64.f32.e2m1.e2m1.mxf4nvf4.ue4m3.16"
	int8     = "mma.m16n8k32.s32.s8.s8.s32"
	int8half = "mma.m16n8k16.s32.s8.s8.s32"
	bits16   = "mma.m16n8k128.s32.b1.b1.s32.xor"
	bits8    = "mma.m8n8k128.s32.b1.b1.s32.xor"
	clamped  = ".satfinite"
)

// Examples lists the named examples; the first is what the view opens on. The words of each say what it shows, and a test
// holds them to what is computed.
var Examples = sync.OnceValue(func() example.List[State] {
	of := func(id, first string, cc uint8, second string, other uint8, a, b, c string, scales ...string) example.Named[State] {
		s := State{Unit: [2]Unit{{first, cc}, {second, other}}}
		for i, t := range append([]string{a, b}, scales...) {
			s = TypeList{I: uint8(i), Text: t}.Apply(s)
		}
		return example.Named[State]{ID: id, State: Type{Text: c}.Apply(s)}
	}
	return example.List[State]{
		of("vanish", hopper16, 90, hopper16, 80, "2^-12 x16", "2^-13 x16", "1"),
		of("volta", turing8, 80, volta4, 70, "-2^-12", "2^-12", "1"),
		of("cancel", hopper16, 90, hopper16, 80, "2^15 4 x14 -2^15", "2^15 4 x14 2^15", "0"),
		of("order", hopper16, 90, hopper16, 80, "4 x14 2^15 -2^15", "4 x14 2^15 2^15", "0"),
		of("truncate", hopper16, 90, hopper16, 80, "1 2^-12 2^-12", "1 2^-12 2^-13", "0"),
		of("subnormal", bfloat16, 90, bfloat16, 80, "15*2^-79 2^-79", "17*2^-78 2^-78", "0"),
		of("inputs", hopper16, 90, hopper16, 80, "2^-24 2^-22", "1 2^-24", "0"),
		of("turing", turing8, 75, turing8, 80, "2^-12 x4 1", "2^-13 x4 1", "0"),
		of("eight", fp8wide, 90, fp8warp, 120, "16 0.125 x31", "16 0.125 x31", "0"),
		of("pairs", fp8warp, 90, fp8warp, 89, "16 x2 0.0625 x28 -16 x2", "16 x2 0.0625 x28 16 x2", "0.5"),
		of("half", half16, 90, half16, 80, "1 2^-6 x2", "1 2^-6 2^-5", "0"),
		of("double", double4, 90, double4, 80, "0.1 0.2 0.3 0.4", "10 5 -2 -3", "-0.2"),
		of("wrap", int8, 90, int8+clamped, 90, "127 x32", "127 x32", "2147483647"),
		of("between", int8+clamped, 90, int8half+clamped, 80, "127 x16 -128 x16", "127 x32", "2147483000"),
		of("dp4a", "dp4a.s32.s32", 90, int8half, 90, "100 -50 25 -12", "3 7 -9 11", "1000"),
		of("bits", bits16, 80, bits8, 75, "0xffff0000 0xff00ff00 0xaaaaaaaa 0xffffffff", "0xffff0000 0x00ff00ff 0xcccccccc 0x0", "0"),
		of("scales", mx4wide, 120, mx4, 120, "1 x32", "1 x32", "1", "2^-13", "2^-13"),
		of("nvfp4", nv4, 120, nv4tc, 100, "1 x32 0.5", "1 x16 -1 x16 0.5", "0", "448 448 2^-9 1", "448 448 2^-9 1"),
	}
})

// First is what the view opens on.
func First() State { return Examples()[0].State }

// Patterns lists the ways to fill A and B; the last two are of integers alone.
var Patterns = []struct{ ID, Name string }{
	{"ones", "ones"},
	{"falling", "1, ½, ¼ …"},
	{"alternate", "1, −1 …"},
	{"cancelling", "cancelling pairs"},
	{"uniform", "random"},
	{"wide", "random, wide range"},
	{"least", "the least"},
	{"greatest", "the greatest"},
}

// patterns are those of floating-point numbers or of integers.
func patterns(integers bool) []struct{ ID, Name string } {
	if integers {
		return slices.Concat(Patterns[:1], Patterns[4:5], Patterns[6:])
	}
	return Patterns[:6]
}

// pattern returns the rows of a pattern as numbers. What is random follows from the operands shown, so that choosing it
// again gives other numbers.
func pattern(id string, s State) (rows [2][]string, ok bool) {
	k := s.K()
	seed := uint64(1)
	for _, x := range s.X[:scalesA] {
		for _, c := range x.Code[:max(k, 32)] {
			seed = seed*0x9E3779B97F4A7C15 + c + 1
		}
	}
	r := reduce.Random(seed)
	f := s.Formats()
	if f[2] == nil {
		for i := range rows {
			t, _ := s.list(i)
			least, greatest := t.integer().Range()
			for range k {
				c := map[string]uint64{"ones": 1, "uniform": r.Next(), "least": -least, "greatest": greatest}[id]
				rows[i] = append(rows[i], t.entry(c))
			}
		}
		return rows, slices.ContainsFunc(patterns(true), func(p struct{ ID, Name string }) bool { return p.ID == id })
	}
	p := min(f[0].P, f[1].P)
	random := func(low, high int) string { // significand of p bits, leading bit of weight low to high
		sig := 1<<(p-1) | int(r.Next()>>1)&(1<<(p-1)-1)
		sign := ""
		if r.Next()&1 != 0 {
			sign = "-"
		}
		return sign + strconv.Itoa(sig) + "*2^" + strconv.Itoa(low+r.Below(high-low+1)-p+1)
	}
	for j := range k {
		a, b := "1", "1"
		switch id {
		case "ones":
		case "falling":
			a = "2^-" + strconv.Itoa(j)
		case "alternate":
			if j%2 != 0 {
				a = "-1"
			}
		case "cancelling":
			if a, b = random(-1, 0), random(-1, 0); j >= k/2 {
				a, b = negated(rows[0][j-k/2]), rows[1][j-k/2]
			}
		case "uniform":
			a, b = random(-4, -1), random(-4, -1)
		case "wide":
			a, b = random(-8, 7), random(-8, 7)
		default:
			return rows, false
		}
		rows[0], rows[1] = append(rows[0], a), append(rows[1], b)
	}
	return rows, true
}

func negated(s string) string {
	if s[0] == '-' {
		return s[1:]
	}
	return "-" + s
}

// ccName writes a compute capability.
func ccName(cc uint8) string { return strconv.Itoa(int(cc)/10) + "." + strconv.Itoa(int(cc)%10) }

// generation is that of a unit.
func generation(u Unit) tensor.Generation {
	g, _ := tensor.FindGeneration(int(u.CC))
	return g
}

// codesOf are the codes of the lists, however they were typed.
func codesOf(s State) (codes [len(keys)][Most]uint64) {
	for i := range s.X {
		codes[i] = s.X[i].Code
	}
	return codes
}

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(s State) string {
	for _, e := range Examples() {
		x := e.State
		if x.Unit == s.Unit && codesOf(x) == codesOf(s) && x.C.Bits == s.C.Bits {
			return e.ID
		}
	}
	return ""
}
