package matrixunit

import (
	"strconv"
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/tensor"
	"ulplab/site/kit/example"
	"ulplab/site/kit/words"
)

// Examples lists the named examples; the first is what the view opens on. The words of each say what it shows, and a test
// holds them to what is computed.
var Examples = stable.Once(func() (list example.List[State]) {
	for line := range strings.SplitSeq(exampleTable, "\n") {
		w := strings.Split(line, "|")
		s := State{}
		for side := range s.Unit {
			cc, _ := strconv.Atoi(w[2+2*side])
			s.Unit[side] = Unit{w[1+2*side], uint8(cc)}
		}
		for i, text := range append(w[5:7:7], w[8:]...) {
			s.typeList(i, text)
		}
		s.C.Type(w[7], s.result().read)
		list = append(list, example.Named[State]{ID: w[0], State: s})
	}
	return list
})

// exampleTable has a line for each: its ID, two units with their capabilities times ten, a, b, c, and the block scales.
const exampleTable = `vanish|mma.m16n8k16.f32.f16.f16.f32|90|mma.m16n8k16.f32.f16.f16.f32|80|2^-12 x16|2^-13 x16|1
volta|mma.m16n8k8.f32.f16.f16.f32|80|mma.m8n8k4.f32.f16.f16.f32|70|-2^-12|2^-12|1
cancel|mma.m16n8k16.f32.f16.f16.f32|90|mma.m16n8k16.f32.f16.f16.f32|80|2^15 4 x14 -2^15|2^15 4 x14 2^15|0
order|mma.m16n8k16.f32.f16.f16.f32|90|mma.m16n8k16.f32.f16.f16.f32|80|4 x14 2^15 -2^15|4 x14 2^15 2^15|0
truncate|mma.m16n8k16.f32.f16.f16.f32|90|mma.m16n8k16.f32.f16.f16.f32|80|1 2^-12 2^-12|1 2^-12 2^-13|0
subnormal|mma.m16n8k16.f32.bf16.bf16.f32|90|mma.m16n8k16.f32.bf16.bf16.f32|80|15*2^-79 2^-79|17*2^-78 2^-78|0
inputs|mma.m16n8k16.f32.f16.f16.f32|90|mma.m16n8k16.f32.f16.f16.f32|80|2^-24 2^-22|1 2^-24|0
turing|mma.m16n8k8.f32.f16.f16.f32|75|mma.m16n8k8.f32.f16.f16.f32|80|2^-12 x4 1|2^-13 x4 1|0
eight|wgmma.m64n8k32.f32.e4m3.e4m3|90|mma.m16n8k32.f32.e4m3.e4m3.f32|120|16 0.125 x31|16 0.125 x31|0
pairs|mma.m16n8k32.f32.e4m3.e4m3.f32|90|mma.m16n8k32.f32.e4m3.e4m3.f32|89|16 x2 0.0625 x28 -16 x2|16 x2 0.0625 x28 16 x2|0.5
half|mma.m16n8k16.f16.f16.f16.f16|90|mma.m16n8k16.f16.f16.f16.f16|80|1 2^-6 x2|1 2^-6 2^-5|0
quads|mma.m8n8k4.f32.f16.f16.f32|90|mma.m8n8k4.f32.f16.f16.f32|70|2^-12 x4|2^-13 x4|1
double|mma.m8n8k4.f64.f64.f64.f64|90|mma.m8n8k4.f64.f64.f64.f64|80|0.1 0.2 0.3 0.4|10 5 -2 -3|-0.2
wrap|mma.m16n8k32.s32.s8.s8.s32|90|mma.m16n8k32.s32.s8.s8.s32.satfinite|90|127 x32|127 x32|2147483647
between|mma.m16n8k32.s32.s8.s8.s32.satfinite|90|mma.m16n8k16.s32.s8.s8.s32.satfinite|80|127 x16 -128 x16|127 x32|2147483000
dp4a|dp4a.s32.s32|90|mma.m16n8k16.s32.s8.s8.s32|90|100 -50 25 -12|3 7 -9 11|1000
bits|mma.m16n8k128.s32.b1.b1.s32.xor|80|mma.m8n8k128.s32.b1.b1.s32.xor|75|0xffff0000 0xff00ff00 0xaaaaaaaa 0xffffffff|0xffff0000 0x00ff00ff 0xcccccccc 0x0|0
scales|mma.m16n8k32.f32.e2m1.e2m1.f32.mxf8f6f4.ue8m0.32|120|mma.m16n8k64.f32.e2m1.e2m1.f32.mxf4.ue8m0.32|120|1 x32|1 x32|1|2^-13|2^-13
nvfp4|mma.m16n8k64.f32.e2m1.e2m1.f32.mxf4nvf4.ue4m3.16|120|tcgen05.m128n256k64.f32.e2m1.e2m1.mxf4nvf4.ue4m3.16|100|1 x32 0.5|1 x16 -1 x16 0.5|0|448 448 2^-9 1|448 448 2^-9 1`

// First is what the view opens on.
func First() State { return Examples()[0].State }

// Pattern is a way to fill A and B.
type Pattern struct {
	ID, Name         string
	Floats, Integers bool // which numbers it is for
}

// Patterns lists them.
var Patterns = []Pattern{
	{"ones", "ones", true, true},
	{"falling", "1, ½, ¼ …", true, false},
	{"alternate", "1, −1 …", true, false},
	{"cancelling", "cancelling pairs", true, false},
	{"uniform", "random", true, true},
	{"wide", "random, wide range", true, false},
	{"least", "the least", false, true},
	{"greatest", "the greatest", false, true},
}

// pattern returns the rows of a pattern as numbers. What is random follows from the operands shown, so that choosing it
// again gives other numbers.
func (s *State) pattern(id string) (rows [2][]string, ok bool) {
	k := s.K()
	for i := range rows {
		rows[i] = make([]string, k)
	}
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
			for j := range k {
				c := uint64(1)
				switch id {
				case "ones":
				case "uniform":
					c = r.Next()
				case "least":
					c = -least
				case "greatest":
					c = greatest
				default:
					return rows, false
				}
				rows[i][j] = t.entry(c)
			}
		}
		return rows, true
	}
	p := min(f[0].P, f[1].P)
	random := func(low, high int) string { // significand of p bits, leading bit of weight low to high
		sig := 1<<(p-1) | int(r.Next()>>1)&(1<<(p-1)-1)
		sign := ""
		if r.Next()&1 != 0 {
			sign = "-"
		}
		return sign + words.Fill("#*2^#", sig, low+r.Below(high-low+1)-p+1)
	}
	for j := range k {
		a, b := "1", "1"
		switch id {
		case "ones":
		case "falling":
			a = words.Fill("2^-#", j)
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
		rows[0][j], rows[1][j] = a, b
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
func ccName(cc uint8) string { return words.Fill("#.#", int(cc)/10, int(cc)%10) }

// generation is that of a unit.
func generation(u Unit) tensor.Generation {
	g, _ := tensor.FindGeneration(int(u.CC))
	return g
}

// exampleOf returns the ID of the example shown, "" for a state of the reader's own.
func exampleOf(s *State) string {
	for _, e := range Examples() {
		x := &e.State
		same := x.Unit == s.Unit && x.C.Bits == s.C.Bits
		for i := range x.X { // however they were typed
			same = same && x.X[i].Code == s.X[i].Code
		}
		if same {
			return e.ID
		}
	}
	return ""
}
