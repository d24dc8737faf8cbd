package explain

import "strings"

// compiler is what compiles a program other than g++, clang++ and nvcc.
type compiler struct {
	id    string
	words []string // by which a text names it, each between blanks in place of all that is no letter or digit
	name  string
	// options are what it has in the place of those of builds, in turn.
	options []string
}

// compilers are those whose options are known by their documentation, and languages no option of which is. MSVC: /fp (/fp:strict disallows
// contractions, /fp:precise is without the rules of /fp:fast) and /arch of Microsoft's C++ reference; before Visual C++ .NET 2003 there was
// no /arch:SSE2, and every build for x86 computes with x87. Intel's classic compiler: -fma and
// -fp-model of its developer guide. OpenCL: the FP_CONTRACT pragma of the OpenCL C specification. HIP: hipcc is clang, whose manual has
// -ffp-contract. AVR: GCC's ABI for it, where double has four bytes unless -mdouble=64 (GCC 10 and newer) is given.
var compilers = []compiler{
	{},
	{"opencl", []string{" opencl ", " clang opencl "}, "by OpenCL", []string{contractOff, openCLOff, unfusedFlag, openCLOff, "compile without " + openCLSingle, "compile without " + openCLSingle}},
	{"vc6", []string{" visual studio 6 ", " visual studio 97 ", " visual c++ 6 ", " visual c++ 5 ", " visual c++ 4 ", " vs6 ", " vs 6 ", " vc6 ", " vc 6 ", " vc++ 6 ", " vc++6 ", " msvc6 ", " msvc 6 "}, "by Microsoft’s compiler of before 2003", []string{}},
	{"msvc", []string{" msvc ", " visual studio ", " visual c++ ", " vs2", " cl ", " clang cl ", " fp fast ", " fp precise ", " fp strict ", " win32 "}, "by Microsoft’s compiler",
		[]string{contractOff, "/fp:strict", noX87, "/arch:SSE2", noFastMath, "/fp:precise"}},
	{"icc", []string{" icc ", " icpc ", " ifort ", " ifx ", " intel compiler ", " intel c++ ", " intel fortran "}, "by Intel’s compiler", []string{contractOff, "-no-fma", noFastMath, "-fp-model precise", noFTZ, noFTZ}},
	{"icx", []string{" icx ", " icpx ", " oneapi "}, "by Intel’s compiler", []string{contractOff, contractOff, noFastMath, noFastMath, noFTZ, noFTZ}},
	{"hip", []string{" hip ", " hipcc ", " rocm "}, "by hipcc", []string{contractOff, contractOff, unfusedFlag, contractOff}},
	{"arm", []string{" arm ", " arm64 ", " armv", " apple m", " graviton", " neoverse", " cortex", " aarch64 ", " neon ", " iphone ", " ios ", " raspberry "}, "for ARM", []string{contractOff, contractOff, noFastMath, noFastMath, plainMath, plainMath, noOfast, noOfast, "compile without " + singleLiterals, "compile without " + singleLiterals}},
	{"avr", []string{" avr ", " atmega", " attiny", " arduino uno ", " arduino nano ", " arduino mega "}, "for AVR, whose double is float", nil},
	{"old", []string{" borland ", " turbo c ", " turbo c++ ", " watcom ", " delphi "}, "by a compiler of the x87’s time", []string{}},
	{"torch", []string{" torch ", " pytorch "}, "by PyTorch", nil},
	{"other", []string{" radeon ", " java ", " jvm ", " kotlin ", " scala ", " c# ", " dotnet ", " python ", " numpy ", " np ", " matlab ", " octave ", " excel ", " spreadsheet ", " javascript ", " node js ", " julia ", " rust ",
		" mathematica ", " wolfram ", " calculator ", " glsl ", " hlsl ", " webgl ", " webgpu ", " shader ", " vulkan "}, "not from C or CUDA", nil},
}

// openCLOff is the pragma by which OpenCL C rounds products for themselves.
const openCLOff = "#pragma OPENCL FP_CONTRACT OFF"

// gnuWords name g++ and clang++, in whose texts the words for others tell something else: "MinGW, Win32".
var gnuWords = []string{" gcc ", " g++ ", " mingw", " clang ", " clang++ ", " mfpmath ", " nvcc "}

// compiledBy adds to the form of a text what compiled it.
func compiledBy(form, l string) string {
	words := strings.NewReplacer("c#", "c# ", ".net", " dotnet ", "++", "++ ").Replace(l)
	words = " " + strings.Map(func(r rune) rune {
		if r == '+' || r == '#' {
			return r
		}
		return separated(r)
	}, words) + " "
	words = " " + strings.Join(strings.Fields(words), " ") + " "
	for _, c := range compilers[1:] {
		if !anyOf(words, c.words) || (c.id == "msvc" || c.id == "vc6") && anyOf(words, gnuWords) {
			continue
		}
		if c.id == "vc6" || c.id == "old" {
			form = "x87"
		}
		if form == "" {
			form = "any"
		}
		if _, ok := KnownOf(form + " by " + c.id); ok {
			return form + " by " + c.id
		}
	}
	return strings.TrimSuffix(form, "any")
}

// closed reports a library that comes compiled, which no option of a compiler and no change of the text reaches.
func (k *Known) closed() bool { return k.Ready || k.Matrix }

// foreign reports a side that no text of C reaches: of another language, or of a library that comes compiled.
func (k *Known) foreign() bool { return k.Ready || k.By > 0 && compilers[k.By].options == nil }

// option is what an option of g++, clang++ or nvcc is for the compiler of a side; "" where it has none, or where it is on already.
func (k *Known) option(text string) string {
	if k.Off && text == contractOff {
		return ""
	}
	if k.By == 0 {
		return text
	}
	list := compilers[k.By].options
	for i := 0; i+1 < len(list); i += 2 {
		if list[i] == text {
			return list[i+1]
		}
	}
	return ""
}
