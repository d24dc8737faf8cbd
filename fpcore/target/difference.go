package target

import (
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/x86"
)

// Effect is what a difference does to the bits of the operations of gpu.Operations.
type Effect uint8

const (
	// Shows: the operation named in the difference has operands with different bits, which a search finds.
	Shows Effect = iota + 1
	// SameHere: the operation it would show in executes the same code on both, or code whose rules give the same bits.
	SameHere
	// Unknown: it can show, but the bits of one side are not known.
	Unknown
	// Exists: one side has instructions or formats that the other lacks; what both have gives the same bits.
	Exists
	// Speed: how many results a clock, not which.
	Speed
	// Support: which toolkit compiles for it, not what it computes.
	Support
	// Matrix: tensor cores only, no scalar instruction.
	Matrix
	// Control: where rounding, traps and flags are controlled; the bits under equal control are the same.
	Control
)

var effectNames = strings.Split("|changes bits|the same bits in this code|the bits of one side are not known|what exists, not what is computed"+
	"|speed, not bits|support, not bits|matrix instructions only|how it is controlled", "|")

func (e Effect) String() string { return effectNames[e] }

// Difference is one thing in which two targets differ.
type Difference struct {
	_                [0]func() // not comparable
	Name             string    // of the feature, flag or property
	A, B             string    // what it is on either side
	KindA, KindB     gpu.Kind
	SourceA, SourceB string // IDs of Sources
	Why              string // why it matters, or why not
	Effect           Effect
	Operation        string // the ID of the operation in which it shows, or would show; "" if none
	Double           bool
	Want             Reason // what a search asks for
}

// Differences lists what differs from a to b: features of the profiles and flags of nvcc if both are GPUs, properties
// of the units otherwise. It is empty only if nothing that the lab knows differs.
func Differences(a, b Target) (list []Difference) {
	if a.Unit == GPU && b.Unit == GPU {
		return flagDifferences(a, b, featureDifferences(a, b))
	}
	pa, pb := a.properties(), b.properties()
	for k, row := range table(properties) {
		x, y := &pa[k], &pb[k]
		if x.Value == y.Value {
			continue
		}
		d := Difference{Name: row[0], A: x.Value, B: y.Value, KindA: x.Kind, KindB: y.Kind, SourceA: x.Source, SourceB: y.Source, Why: row[1]}
		d.show(a, b, row[2], row[3])
		list = append(list, d)
	}
	return list
}

// table splits rows of fields at bars.
func table(text string) (rows [][]string) {
	for _, line := range strings.Split(text, "\n") {
		rows = append(rows, strings.Split(line, "|"))
	}
	return rows
}

// show fills the effect from what the two targets execute: the first of the operations ("a+b", "a+b double") and of the
// reasons, as letters counted from A for AnyReason, for which the programs differ.
func (d *Difference) show(a, b Target, operations, wants string) {
	if operations == "" {
		d.Effect = Control
		return
	}
	d.Effect = SameHere
	why := ""
	for _, text := range strings.Split(operations, ",") {
		name, double := strings.CutSuffix(text, " double")
		o, _ := gpu.FindOperation(name)
		for _, letter := range wants {
			want := Reason(letter - 'A')
			s := NewSearch(a, b, o, double, want, 0, 0)
			v := s.result.Verdict
			unknown := v == NoBits && (s.a.missing == "" || s.b.missing == "")
			if why == "" || unknown && d.Effect == SameHere {
				why = s.result.Why
			}
			if v != Searching && !(unknown && d.Effect == SameHere) {
				continue
			}
			d.Operation, d.Double, d.Want, d.Effect = name, double, want, Unknown
			if v == Searching {
				d.Effect = Shows
				if s.hides(want) {
					d.Want = AnyReason
				}
				return
			}
		}
	}
	d.Why += "; " + why
}

// hides reports whether another reason is given wherever this one shows.
func (s *Search) hides(want Reason) bool {
	for _, r := range s.all {
		if r < want && want >= Truncated && want <= Ranged {
			return true
		}
	}
	return false
}

// features says of each gpu.Feature, in their order, why it matters, in which operations it shows and for which
// reasons; or, where it cannot change bits of these operations, which effect it has.
const features = `the type decides precision and range; without binary64, double is float|a+b double|A
conversions in hardware; other formats are converted by code|exists
one rounding, two, or a truncated product: the last bits, and all bits after cancellation|a*b+c|DE
one rounding or two|a*b+c double|A
16-bit arithmetic in hardware; without it, binary32 and a conversion|exists
directed roundings as instructions; without them, intrinsics are code|exists
directed roundings of a fused instruction|exists
directed roundings as instructions|exists
directed roundings as instructions|exists
numbers below 2^-126 are kept, or become zero|a+b,a*b|IJ
numbers below the normal range are kept, or become zero|a*b double|IJ
correctly rounded, or by a reciprocal with up to 2 ulp|a/b|A
correctly rounded, or by a reciprocal root with up to 3 ulp|sqrt|A
in binary64, or not at all|sqrt double,a/b double|A
functions that are one instruction there|exists
which bits a NaN has tells where it was made|a+b|K
whether payloads survive, and whose; where that is left open the lab computes what 1.3 and 9.0 were measured to deliver|a+b double|K
which bits a NaN has tells where it was made|exists
results a clock|speed
results a clock|speed
results a clock|speed
results a clock|speed
products of matrices, whose sums are not rounded term by term|matrix
which compiler still builds for it|support`

var effectOf = map[string]Effect{"exists": Exists, "speed": Speed, "matrix": Matrix, "support": Support}

func featureDifferences(a, b Target) (list []Difference) {
	pa, _ := gpu.FindProfile(a.GPU.CC)
	pb, _ := gpu.FindProfile(b.GPU.CC)
	rows := table(features)
	for _, f := range gpu.Differences(pa, pb) {
		x, y, row := &pa.Facts[f], &pb.Facts[f], rows[f]
		d := Difference{Name: f.String(), A: x.Value, B: y.Value, KindA: x.Kind, KindB: y.Kind, SourceA: x.Source, SourceB: y.Source, Why: row[0],
			Effect: effectOf[row[1]]}
		if f == gpu.Formats && a.GPU.Double() == b.GPU.Double() {
			d.Effect = Exists
		}
		if d.Effect == 0 {
			d.show(a, b, row[1], row[2])
		}
		if f == gpu.SubnormalsOther && d.Effect == SameHere {
			d.Why += "; conversions to binary16: every subnormal number of binary32 is rounded to zero, flushed or not"
		}
		list = append(list, d)
	}
	return list
}

// flags says of each of Flags what it does, and where and for which reasons it shows.
const flags = `adds .ftz to every instruction on float that has it: subnormal operands and results become zero|a+b,a*b|IJ
a/b by div.full, 1/a by rcp.approx on float, instead of correctly rounded|a/b,1/a|C
sqrt.approx on float instead of the correctly rounded root|sqrt|C
contracts a*b+c into one instruction with one rounding, for float and double|a*b+c|E
replaces / and functions of float by intrinsics, and sets the other flags|a/b,pow,sin|C`

// flagDifferences adds the flags whose values differ; -use_fast_math counts as the flags it implies and itself.
func flagDifferences(a, b Target, list []Difference) []Difference {
	x, y := a.GPU.Flags.Effective(), b.GPU.Flags.Effective()
	for k, row := range table(flags) {
		f := &Flags[k]
		is := f.Is(x)
		if is == f.Is(y) {
			continue
		}
		d := Difference{Name: f.Option, A: f.Off, B: f.On, KindA: gpu.Documented, KindB: gpu.Documented, SourceA: "PG13", SourceB: "PG13", Why: row[0]}
		if is {
			d.A, d.B = d.B, d.A
		}
		if a.GPU.CC < 20 && b.GPU.CC < 20 {
			d.Effect, d.Why = SameHere, "flags act on compute capability 2.0 and later only"
		} else {
			d.show(a, b, row[1], row[2])
		}
		list = append(list, d)
	}
	return list
}

// properties are what units are compared in: the name, why it matters, the operations and the reasons for which it shows.
const properties = `a × b + c in binary32|one rounding, two, or more bits in between|a*b+c|DEGH
a × b + c in binary64|one rounding, two, or more bits in between|a*b+c double|EGHB
where results are rounded|a result that is rounded in a register and again when stored can differ in the last bit|a+b double,a*b+c,a*b+c double|GH
rounding direction|in the instruction there is no state that a library could leave changed||
subnormal numbers in binary32|numbers below 2^-126 are kept, or become zero|a+b,a*b|IJ
NaN of an invalid operation in binary32|which bits a NaN has tells where it was made|a+b|K
NaN operands in binary64|whose sign and payload the result has|a+b double|K
exceptions|what the program can know of overflow, invalid and inexact results||
sine and cosine|an instruction with its own pi, a unit with tables, or code of a library|sin,cos|CA`

// The values of the properties in their order, for SSE2, FMA3 and x87, and for GPUs where they are not facts of the
// profile. # stands for the bits of precision, @ for the direction.
var unitProperties = [...]string{
	SSE:  "mulss, addss: two roundings|mulsd, addsd: two roundings|to the type, in every instruction|MXCSR, bits 13 and 14: @|kept|0xFFC00000|the first NaN, made quiet|six flags, and traps if unmasked|code of the C library",
	FMA3: "vfmadd213ss: one rounding|vfmadd213sd: one rounding|to the type, in every instruction|MXCSR, bits 13 and 14: @|kept|0xFFC00000|the first NaN, made quiet|six flags, and traps if unmasked|code of the C library",
	X87: "fmul, fadd: each rounded to # bits|fmul, fadd: each rounded to # bits|to # bits with 15 bits of exponent in registers, again to the type when stored" +
		"|control word, bits 10 and 11: @|kept|0xFFC00000|the NaN with the larger significand, made quiet|six flags, and traps if unmasked|fsin and fcos, reduced by a pi of 66 bits",
	GPU: "mul, add: two roundings|mul, add: two roundings|to the type, in every instruction|in the name of each instruction|kept|||neither flags nor traps|code of the CUDA math library",
}

// properties lists what a target is in each of the properties.
func (t Target) properties() (p [9]gpu.Fact) {
	values := strings.Split(unitProperties[t.Unit], "|")
	direction := "to nearest"
	for _, r := range roundings {
		if t.Unit != GPU && t.direction() == r.dir {
			direction = r.name
		}
	}
	for k := range p {
		v := strings.ReplaceAll(strings.ReplaceAll(values[k], "@", direction), "#", decimal(t.Control.Precision()))
		if p[k] = (gpu.Fact{Value: v, Kind: gpu.Documented, Source: "SDM"}); t.Unit == GPU {
			p[k].Source = "PG13"
		}
	}
	switch t.Unit {
	case GPU:
		profile, _ := gpu.FindProfile(t.GPU.CC)
		f := t.GPU.Flags.Effective()
		old := t.GPU.CC < 20
		p[5], p[6] = profile.Facts[gpu.NaNF32], profile.Facts[gpu.NaNF64]
		if old || f.FMad {
			p[0], p[1] = profile.Facts[gpu.MultiplyAddF32], profile.Facts[gpu.MultiplyAddF64]
		}
		if old {
			p[4] = profile.Facts[gpu.SubnormalsF32]
		} else if f.FTZ {
			p[4].Value = "operands and results become zero (-ftz=true)"
		}
		if f.FastMath && !old {
			p[8].Value = "instructions of the special-function unit (-use_fast_math)"
		}
		return p
	case X87:
		if t.Stored {
			p[0].Value += " and to the type"
			p[1].Value = p[0].Value
		}
	default:
		p[8].Kind, p[8].Source = gpu.Recalled, "general"
		switch t.MXCSR & (x86.DAZ | x86.FTZ) {
		case x86.DAZ | x86.FTZ:
			p[4].Value = "operands and results become zero (DAZ, FTZ)"
		case x86.DAZ:
			p[4].Value = "operands are read as zero (DAZ), results kept"
		case x86.FTZ:
			p[4].Value = "operands kept, results become zero (FTZ)"
		}
	}
	p[5].Kind, p[5].Source = gpu.Measured, "EPYC"
	if t.Unit == X87 {
		p[8].Kind, p[8].Source = gpu.Measured, "EPYC"
	}
	return p
}
