package tensor

import (
	"slices"
	"strings"

	"ulplab/fpcore/evidence"
	"ulplab/fpcore/round"
)

// Fact is a statement about a unit, how it is known, and from where: Source is the ID of one of Sources.
type Fact struct {
	What   string
	Kind   evidence.Kind
	Source string
}

// Source gives the title of a source that facts name.
type Source struct{ ID, Title string }

// Sources lists every source of the profiles.
var Sources = []Source{
	{"PTX", "PTX ISA 9.2"},
	{"KH", "Khattak and Mikaitis 2025, arXiv 2512.07004, with the recorded results of MATLAB-tensor-core: eight GPUs"},
	{"MMA-Sim", "Xie and others 2025, arXiv 2511.10909: MMA-Sim"},
	{"Fasi", "Fasi, Higham, Mikaitis and Pranesh 2021, PeerJ Computer Science 7:e330"},
	{"FTTN", "Li and others 2024, arXiv 2403.00232: FTTN"},
	{"DeepSeek", "DeepSeek-V3 technical report 2024: about 14 bits in FP8 accumulation on an H800"},
	{"H200", "measured for this lab: NVIDIA H200 (sm_90), CUDA 13.0, driver 580.159.04"},
	{"model", "the unit of this capability, held to the published results of another instruction of it"},
}

// SourceTitle returns the title of a source, the ID itself where it is none of them.
func SourceTitle(id string) string {
	for _, s := range Sources {
		if s.ID == id {
			return s.Title
		}
	}
	return id
}

// Generation is a compute capability that has tensor cores, with the units of its instructions.
type Generation struct {
	CC     int // times ten
	Also   string
	Family string
	Chips  string
	rules  []rule
}

// rule gives instructions their unit: the first rule that fits decides.
type rule struct {
	ops   string // "mma wgmma", "" for all
	in    string // types of A, "" for all
	acc   string // type of D, "" for all
	quads bool   // of m8n8k4 of binary16
	kind  string // "" for all
	unit  Unit
	facts []Fact
	other []Unit // what another source says
}

func fused(terms, frac int, floor int32) Unit {
	return Unit{Terms: terms, Frac: frac, Floor: floor, Direction: round.TowardZero}
}

// half is the same unit with results rounded to nearest in binary16.
func half(terms, frac int, floor int32) Unit {
	return Unit{Terms: terms, Frac: frac, Floor: floor, Direction: round.TiesToEven}
}

// short is a unit whose results keep 14 significant bits in a binary32 register.
func short(terms int) Unit {
	return Unit{Terms: terms, Frac: 13, Floor: NoFloor, Precision: 14, Direction: round.TowardZero}
}

func twice(u Unit) Unit { u.Halves = true; return u }

var chain = rule{in: "f64", unit: Unit{Terms: 1}, facts: []Fact{
	{"a chain of fused multiply-adds in rising k, each rounded", evidence.Documented, "PTX"},
	{"binary64 results of an H200", evidence.Measured, "H200"}}}

func agrees(what, source string) Fact { return Fact{what, evidence.Measured, source} }

var (
	ampereFacts = []Fact{agrees("blocks of 8 products, 4 of TF32, 24 fraction bits, truncated", "KH"), agrees("the same, and blocks in rising k", "MMA-Sim"),
		agrees("at least one bit more than binary32 has", "Fasi"), agrees("largest exponent taken as -132 or more (binary16 results: -20)", "KH")}
	hopperFacts = []Fact{agrees("blocks of 16 products, 8 of TF32, 25 fraction bits, truncated", "H200"), agrees("the same on H100 and H200", "KH"),
		agrees("at least two bits more than binary32 has", "FTTN"), agrees("largest exponent taken as -133 or more", "H200"),
		agrees("binary16 results: -21 or more", "KH")}
	twiceFacts = []Fact{agrees("two blocks of 16 products (of 8 for k16) as of binary16, then an addition of C to nearest: a found model, every recorded case", "H200"),
		agrees("binary16 results of H100, H200 and B200", "KH"), {"the compiler converts to binary16 and issues two instructions and an addition", evidence.Inferred, "model"}}
	quadFact = agrees("compiled to shuffles and binary32 operations, without a matrix instruction", "H200")
	wide25   = []Fact{agrees("blocks of 32 products, 25 fraction bits", "MMA-Sim"), {"not held to recorded results here", evidence.Inferred, "model"}}
)

// Generations lists the compute capabilities with tensor cores in ascending order.
var Generations = []Generation{
	{70, "7.2", "Volta", "V100", []rule{
		{acc: "f32", unit: fused(4, 23, NoFloor), facts: []Fact{agrees("blocks of 4 products, 23 fraction bits, truncated", "Fasi"), agrees("the same, 5,000 results", "KH"), agrees("the same", "MMA-Sim")}},
		{acc: "f16", unit: half(4, 23, -19), facts: []Fact{agrees("blocks of 4 products, rounded to nearest once", "KH"), agrees("largest exponent taken as -19 or more", "KH"),
			{"blocks of longer products rounded to binary16 in between", evidence.Inferred, "model"}}}}},
	{75, "", "Turing", "T4, RTX 20", []rule{
		{acc: "f32", unit: fused(8, 24, -132), facts: turing, other: []Unit{fused(4, 24, -132)}},
		{acc: "f16", unit: half(8, 24, -20), facts: turing, other: []Unit{half(4, 24, -20)}}}},
	{80, "8.6, 8.7", "Ampere", "A100, A2, A30, RTX 30", []rule{chain,
		{in: "tf32", unit: fused(4, 24, -132), facts: ampereFacts},
		{acc: "f32", unit: fused(8, 24, -132), facts: ampereFacts}, {acc: "f16", unit: half(8, 24, -20), facts: ampereFacts}}},
	{89, "", "Ada", "L40S, RTX 40", []rule{
		{in: "e4m3 e5m2", acc: "f32", unit: short(16), facts: []Fact{agrees("blocks of 16 products, 13 fraction bits, 14 significant bits of the result", "KH"), agrees("the same", "MMA-Sim")}},
		{in: "e4m3 e5m2", acc: "f16", unit: half(16, 13, NoFloor), facts: []Fact{agrees("blocks of 16 products, 13 fraction bits", "KH"), agrees("the same", "MMA-Sim")}},
		{in: "tf32", unit: fused(4, 24, -132), facts: ampereFacts},
		{acc: "f32", unit: fused(8, 24, -132), facts: ampereFacts}, {acc: "f16", unit: half(8, 24, -20), facts: ampereFacts}}},
	{90, "", "Hopper", "H100, H200", []rule{chain,
		{ops: "wgmma", in: "e4m3 e5m2", acc: "f32", unit: short(32), facts: []Fact{agrees("blocks of 32 products, 13 fraction bits, 14 significant bits of the result", "H200"),
			agrees("the same", "KH"), agrees("about 14 bits", "DeepSeek")}},
		{ops: "wgmma", in: "e4m3 e5m2", acc: "f16", unit: half(32, 13, NoFloor), facts: []Fact{agrees("blocks of 32 products, 13 fraction bits, rounded to nearest", "H200"), agrees("the same", "MMA-Sim")}},
		{in: "e4m3 e5m2", acc: "f32", unit: twice(fused(16, 25, -133)), facts: twiceFacts},
		{in: "e4m3 e5m2", acc: "f16", unit: twice(half(16, 25, -21)), facts: twiceFacts},
		{quads: true, acc: "f32", unit: Unit{Terms: 1, Chain: 4}, facts: []Fact{agrees("a chain of fused multiply-adds in binary32 from +0, then C is added", "H200"), quadFact}},
		{quads: true, acc: "f16", unit: Unit{Terms: 1, Chain: 2}, facts: []Fact{agrees("C and the sums of two pairs of products are added in rising k in binary32, and the result is rounded to binary16", "H200"), quadFact}},
		{in: "tf32", unit: fused(8, 25, -133), facts: hopperFacts},
		{acc: "f32", unit: fused(16, 25, -133), facts: hopperFacts}, {acc: "f16", unit: half(16, 25, -21), facts: hopperFacts}}},
	{100, "10.3, 11.0", "Blackwell", "B200, GB200", []rule{chain,
		{kind: "f8f6f4", acc: "f32", unit: fused(32, 25, NoFloor), facts: wide25}, {kind: "f8f6f4", acc: "f16", unit: half(32, 25, NoFloor), facts: wide25},
		{kind: "mxf8f6f4", unit: fused(32, 25, NoFloor), facts: scaledFacts}, {kind: "mxf4", unit: fused(64, 35, NoFloor), facts: groupFacts},
		{kind: "mxf4nvf4", unit: fused(64, 35, NoFloor), facts: groupFacts},
		{in: "e4m3 e5m2", acc: "f32", unit: twice(fused(16, 25, -133)), facts: twiceFacts[1:]},
		{in: "e4m3 e5m2", acc: "f16", unit: twice(half(16, 25, -21)), facts: twiceFacts[1:]},
		{in: "tf32", unit: fused(8, 25, -133), facts: blackwellFacts},
		{acc: "f32", unit: fused(16, 25, -133), facts: blackwellFacts}, {acc: "f16", unit: half(16, 25, -21), facts: blackwellFacts}}},
	{120, "12.1", "Blackwell", "RTX PRO 6000, RTX 50", []rule{
		{kind: "f8f6f4", acc: "f32", unit: fused(32, 25, NoFloor), facts: wide25}, {kind: "f8f6f4", acc: "f16", unit: half(32, 25, NoFloor), facts: wide25},
		{kind: "mxf8f6f4", unit: fused(32, 25, NoFloor), facts: scaledFacts}, {kind: "mxf4", unit: fused(64, 35, NoFloor), facts: groupFacts},
		{kind: "mxf4nvf4", unit: fused(64, 35, NoFloor), facts: groupFacts},
		{in: "e4m3 e5m2", acc: "f32", unit: fused(32, 25, NoFloor), facts: wide25}, {in: "e4m3 e5m2", acc: "f16", unit: half(32, 25, NoFloor), facts: wide25},
		{in: "tf32", unit: fused(8, 25, -133), facts: rtxFacts},
		{acc: "f32", unit: fused(16, 25, -133), facts: rtxFacts}, {acc: "f16", unit: half(16, 25, -21), facts: rtxFacts}}},
}

var (
	turing = []Fact{agrees("blocks of 8 products, 24 fraction bits", "MMA-Sim"), agrees("units of 4 products; at least one bit more than binary32 has", "Fasi"),
		{"the two disagree on the block; taken as 8, the floor as Ampere’s", evidence.Inferred, "model"}}
	blackwellFacts = []Fact{agrees("blocks of 16 products, 8 of TF32, 25 fraction bits, largest exponent taken as -133 or more", "KH"), agrees("the same", "MMA-Sim")}
	rtxFacts       = []Fact{agrees("blocks of 16 products, 8 of TF32, 25 fraction bits", "MMA-Sim"), {"the floor as that of 10.0", evidence.Inferred, "model"}}
	scaledFacts    = []Fact{agrees("scale exponents are added to those of the products before they are aligned; 25 fraction bits", "MMA-Sim"),
		{"FP6 operands were not measured by anyone; not held to recorded results here", evidence.Inferred, "model"}}
	groupFacts = []Fact{agrees("16 products at a time are added exactly and multiplied by the scale significands; the groups and C are aligned with 35 fraction bits", "MMA-Sim"),
		{"not held to recorded results here", evidence.Inferred, "model"}}
)

// What is known of instructions on integers.
var (
	exactFacts  = []Fact{{"the sum is exact; beyond 32 bits it wraps, with .satfinite it is clamped", evidence.Documented, "PTX"}}
	threadFacts = []Fact{{"the products are added to 32 bits", evidence.Documented, "PTX"}, {"beyond 32 bits the sum wraps", evidence.Inferred, "H200"}} // of dp4a and dp2a
	integers200 = agrees("75 instructions on integers, every element of 256 matrices each", "H200")
)

// FindGeneration returns the generation of a compute capability times ten.
func FindGeneration(cc int) (Generation, bool) {
	name := string(rune('0'+cc/10%10)) + "." + string(rune('0'+cc%10))
	if cc >= 100 {
		name = "1" + name
	}
	for _, g := range Generations {
		if g.CC == cc || strings.Contains(" "+g.Also+",", " "+name+",") {
			return g, true
		}
	}
	return Generation{}, false
}

// Unit returns the unit that carries the instruction out on a compute capability times ten, and what is known of it;
// ok is false if the capability does not have the instruction. One on integers is exact and has a Unit of all its products alone.
// As a call it makes the program smaller.
//
//go:noinline
func (i Instruction) Unit(cc int) (u Unit, facts []Fact, ok bool) {
	r, ok := i.rule(cc)
	return r.unit, r.facts, ok
}

// Others lists the units that other sources give where they disagree with the one that Unit returns: the block of Turing, and for
// all the zeros of MMA-Sim, which knows no mma.sync of FP8 on 9.0 and 10.0. On 9.0 recorded results of an H200 refute these zeros.
func (i Instruction) Others(cc int) []Unit {
	r, _ := i.rule(cc)
	if u := r.unit; u.Frac != 0 && !u.Halves {
		u.Floor, u.Zeros = NoFloor, true
		return append(slices.Clip(r.other), u)
	}
	return r.other
}

func (i Instruction) rule(cc int) (r rule, ok bool) {
	g, ok := FindGeneration(cc)
	if !ok || !i.Has(cc) {
		return r, false
	}
	if i.Integer() {
		r.unit, r.facts = Unit{Terms: i.Length()}, exactFacts
		if i.M == 1 {
			r.facts = threadFacts
		}
		if cc == 90 {
			r.facts = append([]Fact{integers200}, r.facts...)
		}
		return r, true
	}
	for _, r := range g.rules {
		if fits(r.ops, string(i.Op)) && fits(r.in, i.A) && fits(r.acc, i.D) && fits(r.kind, i.Kind) && (!r.quads || i.QuadPairs()) && (r.kind != "" || i.Scale == "") {
			return r, true
		}
	}
	return r, false
}

// Dot returns the evaluator of the instruction on a compute capability times ten.
func (i Instruction) Dot(cc int) (*Dot, bool) {
	u, _, ok := i.Unit(cc)
	if !ok || i.Integer() {
		return nil, false
	}
	return NewDot(u, Format(i.A), Format(i.B), Format(i.D)), true
}

func fits(list, name string) bool {
	return list == "" || strings.Contains(" "+list+" ", " "+name+" ")
}
