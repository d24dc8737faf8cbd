package target

import (
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
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

var effectNames = [...]string{"", "changes bits", "the same bits in this code", "the bits of one side are not known", "what exists, not what is computed",
	"speed, not bits", "support, not bits", "matrix instructions only", "how it is controlled"}

func (e Effect) String() string { return effectNames[e] }

// Difference is one thing in which two targets differ.
type Difference struct {
	Name             string // of the feature, flag or property
	A, B             string // what it is on either side
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
		return append(featureDifferences(a, b), flagDifferences(a, b)...)
	}
	pa, pb := a.properties(), b.properties()
	for k := range pa {
		x, y := pa[k], pb[k]
		if x.value == y.value {
			continue
		}
		d := Difference{Name: propertyNames[k], A: x.value, B: y.value, KindA: x.kind, KindB: y.kind, SourceA: x.source, SourceB: y.source,
			Why: propertyWhy[k]}
		d.show(a, b, propertyShows[k], propertyWants[k]...)
		list = append(list, d)
	}
	return list
}

// show fills the effect from what the two targets execute: the first of the operations listed ("a+b", "a+b double",
// separated by |) and of the reasons wanted for which the programs differ.
func (d *Difference) show(a, b Target, operations string, wants ...Reason) {
	if operations == "" {
		d.Effect = Control
		return
	}
	d.Effect = SameHere
	why := ""
	for _, text := range strings.Split(operations, "|") {
		name, double := strings.CutSuffix(text, " double")
		o, _ := gpu.FindOperation(name)
		for _, want := range wants {
			s := NewSearch(a, b, o, double, want, 0, 0)
			switch s.result.Verdict {
			case Searching:
				if s.hides(want) {
					want = AnyReason
				}
				d.Effect, d.Operation, d.Double, d.Want = Shows, name, double, want
				return
			case NoBits:
				if d.Effect == SameHere && (s.a.missing == "" || s.b.missing == "") {
					d.Effect, d.Operation, d.Double, d.Want = Unknown, name, double, want
				}
			}
			if why == "" || d.Effect == Unknown && s.result.Verdict == NoBits {
				why = s.result.Why
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

// Facts about features that are no bits: why each cannot change any, by feature.
var featureEffects = map[gpu.Feature]Effect{
	gpu.Conversions: Exists, gpu.MultiplyAddF16: Exists, gpu.RoundingF32: Exists, gpu.RoundingMultiplyAdd: Exists, gpu.RoundingF64: Exists,
	gpu.RoundingDivisionF64: Exists, gpu.NaNF16: Exists, gpu.SpecialUnit: Exists,
	gpu.RateF32: Speed, gpu.RateF64: Speed, gpu.RateF16: Speed, gpu.RateSpecial: Speed, gpu.Toolkit: Support, gpu.TensorTypes: Matrix,
}

// The operations in which the other features show.
var featureShows = map[gpu.Feature]string{
	gpu.Formats: "a+b double", gpu.MultiplyAddF32: "a*b+c", gpu.MultiplyAddF64: "a*b+c double", gpu.SubnormalsF32: "a+b|a*b",
	gpu.SubnormalsOther: "a*b double", gpu.DivisionF32: "a/b", gpu.SquareRootF32: "sqrt", gpu.DivisionF64: "sqrt double|a/b double",
	gpu.NaNF32: "a+b", gpu.NaNF64: "a+b double",
}

// featureWhy says why a feature matters, in the order of gpu.Feature.
var featureWhy = strings.Split(`the type decides precision and range; without binary64, double is float
conversions in hardware; other formats are converted by code
one rounding, two, or a truncated product: the last bits, and all bits after cancellation
one rounding or two
16-bit arithmetic in hardware; without it, binary32 and a conversion
directed roundings as instructions; without them, intrinsics are code
directed roundings of a fused instruction
directed roundings as instructions
directed roundings as instructions
numbers below 2^-126 are kept, or become zero
numbers below the normal range are kept, or become zero
correctly rounded, or by a reciprocal with up to 2 ulp
correctly rounded, or by a reciprocal root with up to 3 ulp
in binary64, or not at all
functions that are one instruction there
which bits a NaN has tells where it was made
whether payloads survive, and whose; where that is left open the lab computes what 1.3 and 9.0 were measured to deliver
which bits a NaN has tells where it was made
results a clock
results a clock
results a clock
results a clock
products of matrices, whose sums are not rounded term by term
which compiler still builds for it`, "\n")

func featureDifferences(a, b Target) (list []Difference) {
	if a.GPU.CC == b.GPU.CC {
		return nil
	}
	pa, _ := gpu.FindProfile(a.GPU.CC)
	pb, _ := gpu.FindProfile(b.GPU.CC)
	for _, f := range gpu.Differences(pa, pb) {
		x, y := pa.Facts[f], pb.Facts[f]
		d := Difference{Name: f.String(), A: x.Value, B: y.Value, KindA: x.Kind, KindB: y.Kind, SourceA: x.Source, SourceB: y.Source,
			Why: featureWhy[f], Effect: featureEffects[f]}
		wants := []Reason{AnyReason}
		switch f {
		case gpu.Formats:
			if a.GPU.Double() == b.GPU.Double() {
				d.Effect = Exists
			}
		case gpu.NaNF32, gpu.NaNF64:
			wants[0] = NaNBits
		case gpu.MultiplyAddF32:
			wants = []Reason{Truncated, Fused}
		case gpu.SubnormalsF32, gpu.SubnormalsOther:
			wants = []Reason{FlushedIn, FlushedOut}
		}
		if d.Effect == 0 {
			d.show(a, b, featureShows[f], wants...)
		}
		if f == gpu.SubnormalsOther && d.Effect == SameHere {
			d.Why += "; conversions to binary16: every subnormal number of binary32 is rounded to zero, flushed or not"
		}
		list = append(list, d)
	}
	return list
}

// flagDifferences lists the flags whose values differ; -use_fast_math counts as the flags it implies and itself.
func flagDifferences(a, b Target) (list []Difference) {
	shows := [...]string{"a+b|a*b", "a/b|1/a", "sqrt", "a*b+c", "a/b|pow|sin"}
	why := [...]string{"adds .ftz to every instruction on float that has it: subnormal operands and results become zero",
		"a/b by div.full, 1/a by rcp.approx on float, instead of correctly rounded", "sqrt.approx on float instead of the correctly rounded root",
		"contracts a*b+c into one instruction with one rounding, for float and double", "replaces / and functions of float by intrinsics, and sets the other flags"}
	x, y := a.GPU.Flags.Effective(), b.GPU.Flags.Effective()
	for k, f := range Flags {
		if f.Is(x) == f.Is(y) {
			continue
		}
		d := Difference{Name: f.Option, A: f.Off, B: f.On, KindA: gpu.Documented, KindB: gpu.Documented, SourceA: "PG13", SourceB: "PG13", Why: why[k]}
		if f.Is(x) {
			d.A, d.B = f.On, f.Off
		}
		wants := []Reason{Approximated}
		switch f.ID {
		case "ftz":
			wants = []Reason{FlushedIn, FlushedOut}
		case "nofma":
			wants[0] = Fused
		}
		if a.GPU.CC < 20 && b.GPU.CC < 20 {
			d.Effect, d.Why = SameHere, "flags act on compute capability 2.0 and later only"
		} else {
			d.show(a, b, shows[k], wants...)
		}
		list = append(list, d)
	}
	return list
}

// property is what a unit does in one respect.
type property struct {
	value  string
	kind   gpu.Kind
	source string
}

// The properties in which units are compared.
var (
	propertyNames = [...]string{"a × b + c in binary32", "a × b + c in binary64", "where results are rounded", "rounding direction",
		"subnormal numbers in binary32", "NaN of an invalid operation in binary32", "NaN operands in binary64", "exceptions", "sine and cosine"}
	propertyWhy = [...]string{"one rounding, two, or more bits in between", "one rounding, two, or more bits in between",
		"a result that is rounded in a register and again when stored can differ in the last bit",
		"in the instruction there is no state that a library could leave changed", "numbers below 2^-126 are kept, or become zero",
		"which bits a NaN has tells where it was made", "whose sign and payload the result has",
		"what the program can know of overflow, invalid and inexact results", "an instruction with its own pi, a unit with tables, or code of a library"}
	propertyShows = [...]string{"a*b+c", "a*b+c double", "a+b double|a*b+c|a*b+c double", "", "a+b|a*b", "a+b", "a+b double", "", "sin|cos"}
	propertyWants = [...][]Reason{{Truncated, Fused, Extended, Ranged}, {Fused, Extended, Ranged, Demotion}, {Extended, Ranged}, nil, {FlushedIn, FlushedOut}, {NaNBits}, {NaNBits},
		nil, {Approximated, AnyReason}}
)

// properties lists the properties of a target in the order of propertyNames.
func (t Target) properties() (p [len(propertyNames)]property) {
	if t.Unit == GPU {
		return t.gpuProperties()
	}
	manual := func(value string) property { return property{value, gpu.Documented, "SDM"} }
	measured := func(value string) property { return property{value, gpu.Measured, "EPYC"} }
	p[7] = manual("six flags, and traps if unmasked")
	p[5] = measured("0xFFC00000")
	direction := map[round.Direction]string{round.TiesToEven: "to nearest", round.TowardZero: "toward zero", round.TowardPositive: "toward positive",
		round.TowardNegative: "toward negative"}[t.direction()]
	if t.Unit == X87 {
		bits := map[int]string{24: "24", 53: "53", 64: "64"}[t.Control.Precision()] + " bits"
		p[0] = manual("fmul, fadd: each rounded to " + bits + ", stored at the end")
		if t.Stored {
			p[0] = manual("fmul, fadd: each rounded to " + bits + " and to the type")
		}
		p[1] = p[0]
		p[2] = manual("to " + bits + " with 15 bits of exponent in registers, again to the type when stored")
		p[3] = manual("control word, bits 10 and 11: " + direction)
		p[4] = manual("kept, always; normal numbers in registers")
		p[6] = manual("the NaN with the larger significand, made quiet")
		p[8] = measured("fsin and fcos, reduced by a pi of 66 bits")
		return p
	}
	p[0], p[1] = manual("mulss, addss: two roundings"), manual("mulsd, addsd: two roundings")
	p[6] = manual("the first NaN, made quiet")
	if t.Unit == FMA3 {
		p[0], p[1] = manual("vfmadd213ss: one rounding"), manual("vfmadd213sd: one rounding")
	}
	p[2] = manual("to the type, in every instruction")
	p[3] = manual("MXCSR, bits 13 and 14: " + direction)
	switch daz, ftz := t.MXCSR&x86.DAZ != 0, t.MXCSR&x86.FTZ != 0; {
	case daz && ftz:
		p[4] = manual("operands and results become zero (DAZ, FTZ)")
	case daz:
		p[4] = manual("operands are read as zero (DAZ), results kept")
	case ftz:
		p[4] = manual("operands kept, results become zero (FTZ)")
	default:
		p[4] = manual("kept")
	}
	p[8] = property{"code of the C library", gpu.Recalled, "general"}
	return p
}

func (t Target) gpuProperties() (p [len(propertyNames)]property) {
	facts, _ := gpu.FindProfile(t.GPU.CC)
	fact := func(f gpu.Feature) property {
		x := facts.Facts[f]
		return property{x.Value, x.Kind, x.Source}
	}
	nvcc := func(value string) property { return property{value, gpu.Documented, "PG13"} }
	p[0], p[1] = fact(gpu.MultiplyAddF32), fact(gpu.MultiplyAddF64)
	p[2] = nvcc("to the type, in every instruction")
	p[3] = nvcc("in the name of each instruction")
	p[4], p[5], p[6] = fact(gpu.SubnormalsF32), fact(gpu.NaNF32), fact(gpu.NaNF64)
	if t.GPU.CC >= 20 {
		p[4].value = "kept"
	}
	p[7] = nvcc("neither flags nor traps")
	p[8] = nvcc("code of the CUDA math library")
	f := t.GPU.Flags.Effective()
	if t.GPU.CC >= 20 && !f.FMad {
		p[0], p[1] = nvcc("mul, add: two roundings (-fmad=false)"), nvcc("mul, add: two roundings (-fmad=false)")
	}
	if t.GPU.CC >= 20 && f.FTZ {
		p[4] = nvcc("operands and results become zero (-ftz=true)")
	}
	if f.FastMath && t.GPU.CC >= 20 {
		p[8] = nvcc("instructions of the special-function unit (-use_fast_math)")
	}
	return p
}
