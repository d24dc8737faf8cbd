package gpu

import (
	"ulplab/fpcore/evidence"
	"ulplab/fpcore/stable"
)

// Capability is a compute capability times ten: 13 for 1.3, 120 for 12.0.
type Capability uint8

// String returns the capability as NVIDIA writes it: "1.3".
func (c Capability) String() string { return itoa(int(c/10)) + "." + itoa(int(c%10)) }

// Kind says how a fact is known.
type Kind = evidence.Kind

const (
	Documented = evidence.Documented
	Measured   = evidence.Measured
	Inferred   = evidence.Inferred
	Recalled   = evidence.Recalled
)

// Source gives the title of a source that facts name by its short name.
type Source struct{ ID, Title string }

// Sources lists every source of the profiles.
var Sources = []Source{
	{"PTX", "PTX ISA 9.2, target notes of the instructions"},
	{"PG4", "CUDA C Programming Guide 4.2, appendices C and F"},
	{"PG12", "CUDA C++ Programming Guide 12.9, chapter 17"},
	{"PG13", "CUDA Programming Guide 13, compute capabilities and floating-point computation"},
	{"rates", "throughput tables of the CUDA C++ Programming Guides 6 to 12 and Best Practices Guides 13, in secondary copies"},
	{"envytools", "envytools: models of G80 to GT200 held to the chips by its hardware tests (nvhw/fp.c, hwtest)"},
	{"MMA-Sim", "MMA-Sim, arXiv 2511.10909: tensor cores measured"},
	{"H200", "measured for this lab: NVIDIA H200 (sm_90), CUDA 13.0, driver 580.159.04"},
	{"general", "general knowledge, not looked up"},
}

// Feature is a numerical property of a compute capability.
type Feature uint8

const (
	Formats Feature = iota
	Conversions
	MultiplyAddF32
	MultiplyAddF64
	MultiplyAddF16
	RoundingF32
	RoundingMultiplyAdd
	RoundingF64
	RoundingDivisionF64
	SubnormalsF32
	SubnormalsOther
	DivisionF32
	SquareRootF32
	DivisionF64
	SpecialUnit
	NaNF32
	NaNF64
	NaNF16
	RateF32
	RateF64
	RateF16
	RateSpecial
	TensorTypes
	Toolkit
	featureCount
)

var featureNames = [featureCount]string{
	"formats of scalar arithmetic",
	"formats converted from and to binary32",
	"a × b + c in binary32",
	"a × b + c in binary64",
	"a × b + c in binary16 and bfloat16",
	"rounding of add, sub, mul in binary32",
	"rounding of a × b + c in binary32",
	"rounding of add, sub, mul, fma in binary64",
	"rounding of div, rcp, sqrt in binary64",
	"subnormal numbers in binary32",
	"subnormal numbers in other formats",
	"division in binary32",
	"square root in binary32",
	"division and square root in binary64",
	"functions of the special-function unit",
	"NaN delivered in binary32",
	"NaN delivered in binary64",
	"NaN delivered in binary16 and bfloat16",
	"binary32 results per clock and multiprocessor",
	"binary64 results per clock and multiprocessor",
	"binary16 results per clock and multiprocessor",
	"special-function results per clock and multiprocessor",
	"tensor-core operand types",
	"last CUDA toolkit",
}

func (f Feature) String() string { return featureNames[f] }

// Fact is what one feature is, how that is known, and from where: Source is the ID of one of Sources.
type Fact struct {
	Feature Feature
	Value   string
	Kind    Kind
	Source  string
}

// Profile is a compute capability. Also lists capabilities that have the same values in every fact known.
type Profile struct {
	CC       Capability
	Also     string
	Family   string
	Examples string
	Facts    [featureCount]Fact // indexed by Feature
}

// generation is a profile as the families state it: what differs from the generation before.
type generation struct {
	cc       Capability
	also     string
	family   string
	examples string
	facts    []Fact
}

// families of chips, in the order of their capabilities.
var chipFamilies = [][]generation{tesla, fermi, kepler, maxwell, pascal, volta, turing, ampere, ada, hopper, blackwell}

// Profiles returns every profile in ascending order; the slice is shared and must not be changed.
var Profiles = stable.Once(func() []Profile {
	var out []Profile
	var facts [featureCount]Fact
	for _, family := range chipFamilies {
		for _, g := range family {
			for _, f := range g.facts {
				facts[f.Feature] = f
			}
			out = append(out, Profile{g.cc, g.also, g.family, g.examples, facts})
		}
	}
	return out
})

// FindProfile returns the profile of a capability that Profiles lists.
func FindProfile(cc Capability) (Profile, bool) {
	for _, p := range Profiles() {
		if p.CC == cc {
			return p, true
		}
	}
	return Profile{}, false
}

// Differences lists the features whose values differ between two profiles.
func Differences(a, b Profile) (list []Feature) {
	for f := range featureCount {
		if a.Facts[f].Value != b.Facts[f].Value {
			list = append(list, f)
		}
	}
	return list
}
