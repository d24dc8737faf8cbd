package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
)

// Unit is the kind of machine that gave a result, as far as somebody said.
type Unit uint8

const (
	AnyUnit Unit = iota
	OnGPU        // compute capability CC, 0 if that was not said
	OnCPU        // any x86 processor and compiler
	OnSSE        // x86-64
	OnX87        // 32-bit x86 without SSE
)

// Known is what was said of the machine of a result. Target has its compiler and flags, if those were said too.
type Known struct {
	Unit    Unit
	CC      gpu.Capability
	Target  *expr.Target
	Double  bool   // a reference that computes in double, as Python does
	Fast    bool   // compiled with -ffast-math
	Ofast   bool   // by -Ofast, which flushes subnormal numbers whatever stands beside it
	FTZ     bool   // by a compiler, or with an option, that flushes subnormal numbers by itself
	Loose   bool   // compiled with one of the options that -ffast-math is made of
	Single  bool   // compiled with -fsingle-precision-constant
	Finite  bool   // compiled with -ffinite-math-only, alone or as a part of -ffast-math
	NoFMA   bool   // compiled for plain x86-64, if all of its options were said
	FMA     bool   // compiled for x86-64 with FMA instructions, by an option that was said
	Matrix  bool   // a matrix product of a library
	Ready   bool   // of a library or framework that comes compiled: no option and no edit of the program reaches it
	Narrow  string // the narrower format that was named with it, "f16" or "bf16"
	Float   bool   // binary32 was named with it, and no narrower format
	Off     bool   // compiled with -ffp-contract=off
	By      int    // what compiled it, of compilers: 0 for g++, clang++ and nvcc
	Ordered bool   // the words beside the result name an order, or something that adds in one of its own
	Held    bool   // inputs were stored as TF32 has them
	Excess  bool   // compiled by the rules of C's standard for x87, by which operations keep excess precision until they are assigned
	Call    string // of product.Presets: the ID or what it begins with, "" for any
}

// KnownOf reads the forms that a Question holds: "", "gpu", "gpu 9.0", "call f16 on 9.0", "cpu", "sse", "x87", "double", or the ID of an
// expr.Target; behind "gpu", "gpu 9.0", "cpu" or "any" the words "library", and the name of a narrower format; behind all of them, or
// "any", the words "order", "held", "single", "float" and "excess"; behind these "by" and an ID of compilers.
func KnownOf(s string) (k Known, ok bool) {
	if rest, id, is := strings.Cut(s, " by "); is {
		if k, ok = KnownOf(rest); rest == "any" {
			k, ok = Known{}, true
		}
		k.By = slices.IndexFunc(compilers, func(c compiler) bool { return c.id == id })
		return k, ok && k.By > 0 && rest != ""
	}
	for _, w := range []string{"held", "order", "single", "float", "excess"} {
		if rest, is := strings.CutSuffix(s, " "+w); is {
			if ok = rest == "any"; !ok {
				k, ok = KnownOf(rest)
			}
			k.Held, k.Ordered, k.Single, k.Float, k.Excess = k.Held || w == "held", k.Ordered || w == "order", k.Single || w == "single", k.Float || w == "float", k.Excess || w == "excess"
			return k, ok && rest != ""
		}
	}
	if !strings.HasPrefix(s, "gpu") && !strings.HasPrefix(s, "cpu") && !strings.HasPrefix(s, "any") {
		return unitOf(s)
	}
	narrow := ""
	for _, f := range narrowNames {
		if rest, is := strings.CutSuffix(s, " "+f.id); is {
			s, narrow = rest, f.id
			break
		}
	}
	s, ready := strings.CutSuffix(s, " library")
	if k, ok = unitOf(s); ready || narrow != "" {
		k.Ready, k.Narrow = ready, narrow
		ok = (ok || s == "any") && k.Target == nil && !k.Matrix && k.Unit <= OnCPU
	}
	return k, ok
}

// narrowNames are words for formats narrower than float.
var narrowNames = []struct {
	id    string
	words []string
}{
	{"e5m2", []string{"e5m2", "float8_e5m2", "fp8_e5m2"}},
	{"e4m3", []string{"e4m3", "e4m3fn", "float8_e4m3fn", "float8_e4m3", "fp8_e4m3", "float8", "fp8"}},
	{"bf16", []string{"bf16", "bfloat16", "__nv_bfloat16", "__nv_bfloat162", "__bfloat162"}},
	{"f16", []string{"fp16", "float16", "f16", "__half", "__half2", "half2", "__hfma", "__hfma2", "half"}},
}

// mixed are words beside which "float" may be only a part of what is said: names of narrower formats, and of what uses them by itself.
var mixed = []string{" f16", " bf16", " e4m3", " e5m2", " half", "fp16", "float16", "bf16", "bfloat", "fp8", "float8", "tf32", " mixed", " amp ", "autocast", " tensor core", " quant"}

// unitOf reads them without these words.
func unitOf(s string) (k Known, ok bool) {
	switch s {
	case "":
		return k, true
	case "gpu":
		return Known{Unit: OnGPU}, true
	case "cpu":
		return Known{Unit: OnCPU}, true
	case "sse":
		return Known{Unit: OnSSE}, true
	case "double":
		return Known{Unit: OnCPU, Double: true}, true
	}
	if options, is := strings.CutPrefix(s, "cpu "); is {
		k.Unit = OnCPU
		for _, o := range []struct {
			word string
			said *bool
		}{{"ftz", &k.FTZ}, {"ofast", &k.Ofast}, {"fast", &k.Fast}, {"loose", &k.Loose}, {"single", &k.Single}, {"finite", &k.Finite}, {"off", &k.Off}, {"nofma", &k.NoFMA}, {"fma", &k.FMA}} {
			if rest, is := strings.CutPrefix(options+" ", o.word+" "); is {
				options, *o.said = strings.TrimSuffix(rest, " "), true
			}
		}
		k.Fast = k.Fast || k.Ofast
		k.Finite = k.Finite || k.Fast
		return k, options == ""
	}
	if cc, is := strings.CutPrefix(s, "gpu "); is {
		t, ok := expr.TargetByID(cc)
		return Known{Unit: OnGPU, CC: t.GPU.CC}, ok && t.Machine == expr.GPU
	}
	if k, ok := knownCall(s); ok {
		return k, true
	}
	t, ok := expr.TargetByID(s)
	if !ok || t.Machine == expr.Exact {
		return k, false
	}
	switch k.Target = &t; t.Machine {
	case expr.GPU:
		k.Unit, k.CC = OnGPU, t.GPU.CC
	case expr.X87:
		k.Unit = OnX87
	case expr.Strict:
		k.Unit = OnCPU
	default:
		k.Unit = OnSSE
	}
	if s == "x87" {
		k.Target = nil
	}
	return k, true
}

// names of machines in words, in lower case: what stands in a text decides what it is of.
var namesOfMachines = []struct{ word, known string }{
	{"x87", "x87"}, {"387", "x87"}, {"32-bit", "x87"}, {"-m32", "x87"}, {"i686", "x87"}, {"i386", "x87"}, {"ia32", "x87"}, {"32 bit", "x87"}, {"32bit", "x87"}, {"win32", "x87"}, {"pentium", "x87"}, {"visual c++ 6", "x87"}, {"-mno-sse", "x87"}, {"athlon xp", "x87"}, {"borland", "x87"}, {"turbo c", "x87"}, {"watcom", "x87"}, {"delphi", "x87"}, {"mingw32", "x87"},
	{"compute capability", "gpu"}, {"sm_", "gpu"}, {"gpu", "gpu"}, {"cuda", "gpu"}, {"nvcc", "gpu"}, {"nvidia", "gpu"}, {"device", "gpu"}, {"kernel", "gpu"},
	{"geforce", "gpu"}, {"rtx", "gpu"}, {"gtx", "gpu"}, {"tesla", "gpu"}, {"quadro", "gpu"}, {"h100", "gpu"}, {"h200", "gpu"}, {"a100", "gpu"}, {"v100", "gpu"},
	{"b200", "gpu"}, {"p100", "gpu"}, {"-use_fast_math", "gpu"}, {"-fmad", "gpu"}, {"-prec-div", "gpu"}, {"-prec-sqrt", "gpu"}, {"-ftz", "gpu"}, {"jetson", "gpu"}, {"orin", "gpu"}, {"hopper", "gpu"}, {"cupy", "gpu"}, {"l40", "gpu"}, {"t4", "gpu"}, {"cublas", "gpu"}, {"triton", "gpu"},
	{"float64", "double"}, {"fp64", "double"}, {"double", "double"}, {"python", "double"}, {"mpmath", "double"}, {"matlab", "double"}, {"javascript", "double"}, {"excel", "double"}, {"spreadsheet", "double"}, {"octave", "double"}, {"mathematica", "double"}, {"wolfram", "double"}, {"calculator", "double"}, {"float32", "cpu"},
	{"sse", "sse"}, {"x86-64", "sse"}, {"x86_64", "sse"}, {"x64", "sse"}, {"amd64", "sse"}, {"64-bit", "sse"}, {"64 bit", "sse"},
	{"cpu", "cpu"}, {"host", "cpu"}, {"x86", "cpu"}, {"gcc", "cpu"}, {"g++", "cpu"}, {"clang", "cpu"}, {"msvc", "cpu"}, {"intel", "cpu"}, {"amd", "cpu"}, {"numpy", "cpu"},
	{"haswell", "cpu"}, {"broadwell", "cpu"}, {"skylake", "cpu"}, {"avx", "cpu"}, {"-mfma", "cpu"}, {"/arch:", "cpu"}, {"arm64", "cpu"}, {"aarch64", "cpu"}, {"raspberry", "cpu"}, {"graviton", "cpu"}, {"macbook", "cpu"}, {"apple m", "cpu"}, {"armv", "cpu"}, {"neon", "cpu"}, {"omp_num_threads", "cpu"}, {"iphone", "cpu"}, {"ios", "cpu"}, {"_mm_set_", "cpu"}, {"_mm_flush_", "cpu"}, {"mxcsr", "cpu"}, {"daz", "cpu"},
	{"torch.", "cpu"}, {"pytorch", "cpu"}, {"njit", "cpu"}, {"xeon", "cpu"}, {"ryzen", "cpu"}, {"epyc", "cpu"}, {"core i", "cpu"}, {"-march=", "cpu"}, {"-ofast", "cpu"}, {"-o0", "cpu"}, {"-o1", "cpu"}, {"-o2", "cpu"}, {"-o3", "cpu"}, {"-ffast-math", "cpu"}, {"/fp:", "cpu"}, {"visual studio", "cpu"}, {"vs20", "cpu"}, {"c++", "cpu"},
}

// widths are the widths of numbers, which are not those of machines.
var widths = strings.NewReplacer("32-bit float", "float32", "32 bit float", "float32", "32-bit single", "float32", "32-bit precision", "float32",
	"64-bit float", "float64", "64 bit float", "float64", "64-bit double", "float64", "64-bit precision", "float64")

// ParseKnown reads what people write of a machine, "a GPU", "compute capability 9.0", "nvcc -arch=sm_90 -fmad=false", "a
// 32-bit PC", or the ID of a target, and returns the form that a Question holds: "" if nothing in it is known.
func ParseKnown(s string) string {
	s = strings.TrimSpace(s)
	if _, ok := KnownOf(s); ok {
		return s
	}
	l := widths.Replace(strings.ToLower(s))
	if words := " " + strings.Map(separated, l) + " "; strings.Contains(words, " mac") && anyOf(words, []string{" m1 ", " m2 ", " m3 ", " m4 ", " m5 "}) {
		l = strings.Replace(l, "mac", "apple m mac", 1)
	}
	more := ""
	if words := " " + strings.Map(separated, l) + " "; !strings.Contains(l, "-") { // options are those of a compiler
		if anyOf(words, compiledBefore) && !anyOf(words, []string{" rawkernel ", " rawmodule ", " sourcemodule ", " nvrtc "}) { // these take options of nvcc
			more = " library"
		}
		for _, f := range narrowNames {
			if more += narrowIn(words, f.words, f.id); strings.HasSuffix(more, f.id) {
				break
			}
		}
		if l := more + words; !anyOf(l, mixed) {
			more += narrowIn(words, []string{"float", "floats", "float32", "fp32", "single precision"}, "float")
		}
	}
	if call := callOf(l); call != "" {
		return compiledBy(call, l)
	}
	return compiledBy(machineOf(l, more), l)
}

// machineOf is the form of a text without what compiled it; more is what stands behind it.
func machineOf(l, more string) string {
	if anyOf(" "+strings.Map(separated, l)+" ", namesOfOrders) {
		more += " order"
	}
	if strings.Contains(l, "tf32") && anyOf(l, []string{"stor", "held", "kept", "save", "load"}) {
		more += " held"
	}
	if strings.Contains(l, openCLSingle) {
		more += " single"
	}
	for _, n := range namesOfMachines {
		if !begins(l, n.word) || n.word == "-ftz" && fromIntel(l) {
			continue
		}
		k := n.known
		switch k {
		case "cpu":
			k = cpuOf(" " + l)
		case "sse":
			if o := cpuOf(" " + l); o != "cpu" { // -Ofast -march=x86-64-v3
				k = o
			}
		case "gpu":
			k = gpuOf(l)
		case "x87":
			if strings.Contains(l, singleLiterals) {
				k += " single"
			}
			if anyOf(l, []string{"-std=c9", "-std=c1", "-std=c2", "-std=iso9899", "-fexcess-precision=standard"}) {
				k += " excess"
			}
		}
		if _, ok := KnownOf(k + more); ok {
			k += more
		}
		return k
	}
	if fromIntel(l) || anyOf(l, withoutFMA) {
		return cpuOf(" " + l)
	}
	if more != "" {
		return "any" + more
	}
	return ""
}

// fromIntel reports words for Intel's compilers, C++ and Fortran, and for their options. Documented, not measured here (the guides of these compilers, option
// ftz): main of a program that they compile sets FTZ and DAZ with every option -O but -O0, which -no-ftz takes back.
func fromIntel(l string) bool {
	l = strings.ReplaceAll(l, "-ftz=", "") // nvcc's
	return slices.ContainsFunc([]string{"icc", "icpc", "icx", "icpx", "icl", "ifort", "ifx", "intel c++", "intel compiler", "intel fortran", "oneapi", "fp-model", "-ftz", "/qftz"}, func(w string) bool { return begins(l, w) })
}

// begins reports whether a word stands in a text, as the beginning of one: "arm" in "ARM64", not in "a warm build".
func begins(l, word string) bool {
	for i := 0; ; i++ {
		at := strings.Index(l[i:], word)
		if at < 0 {
			return false
		}
		if i += at; i == 0 || l[i-1] < 'a' || l[i-1] > 'z' || word[0] < 'a' || word[0] > 'z' {
			return true
		}
	}
}

// namesOfOrders are how words begin for the order of a sum, or for what adds in one of its own.
var namesOfOrders = []string{" revers", " backward", " down to ", " downto", " descending", " ascending", " sorted", " smallest first", " largest first", " right to left", " from the end", " pairwise", " tree",
	" parallel", " openmp", " omp ", " omp_num_threads", " thread", " atomic", " shuffle", " counting down", " count down", " unroll", " simd ", " vectori", " chunk", " partial sum", " partial result", " accumulators", " reduction", " reduce ", " reorder", " reassociat",
	" other order", " another order", " different order", " grouped", " associat"}

// compiledBefore are words for libraries, frameworks and languages that compile by themselves.
var compiledBefore = []string{" torch ", " pytorch ", " tensorflow ", " keras ", " jax ", " jnp ", " numpy ", " np ", " scipy ", " cupy ", " cp ", " numba ", " njit ", " pandas ", " julia ", " matlab ",
	" cublas", " cudnn ", " mkl ", " openblas ", " blas ", " onnx ", " tensorrt ", " triton "}

// separated puts a blank in the place of what stands between words.
func separated(r rune) rune {
	if r < 128 && !wordByte(byte(r)) {
		return ' '
	}
	return r
}

// narrowIn is the name of a format behind a blank where one of its words stands in a text, and is neither denied nor the half of something.
func narrowIn(l string, words []string, id string) string {
	for _, w := range words {
		i := strings.Index(l, " "+w+" ")
		if i < 0 || anyOf(l[:i+1]+"|", []string{" no |", " not |", " from |"}) || anyOf("|"+l[i+1+len(w):], []string{"| the ", "| of ", "| as ", "| a "}) {
			continue
		}
		return " " + id
	}
	return ""
}

// cpuOf reads the options of a compiler in a text: without -march or -mfma a build for x86-64 has no FMA instruction.
func cpuOf(l string) string {
	s := "cpu"
	if fromIntel(l) && !anyOf(l, []string{"no-ftz", "qftz-", "-o0", "/od", "precise", "strict", "consistent", "source"}) {
		s += " ftz"
	} else if anyOf(l, []string{"flush_zero_on", "denormals_zero_on", "daz", "denormals off", "denormals are zero"}) && !anyOf(l, []string{"no daz", "without daz", "no ftz", "without ftz"}) || begins(l, "neon") && !anyOf(l, []string{"aarch64", "arm64", "armv8"}) { // NEON of ARMv7 always flushes (Arm Architecture Reference Manual, ARMv7-A)
		s += " ftz"
	}
	if strings.Contains(l, "-ofast") {
		s += " ofast"
	} else if strings.Contains(l, "-ffast-math") || strings.Contains(l, "/fp:fast") {
		s += " fast"
	}
	if !strings.Contains(s, "fast") && anyOf(l, looseOptions) {
		s += " loose"
	}
	if strings.Contains(l, singleLiterals) {
		s += " single"
	}
	if strings.Contains(l, finiteMath) {
		s += " finite"
	}
	if off := strings.LastIndex(l, contractOff); off > max(strings.LastIndex(l, "-ffp-contract=fast"), strings.LastIndex(l, "-ffp-contract=on")) { // the last one counts
		s += " off"
	}
	if (strings.Contains(l, " -o") || anyOf(l, withoutFMA)) && !machined(l) && !slices.ContainsFunc(fusing, func(w string) bool { return begins(l, w) }) {
		s += " nofma"
	} else if anyOf(l, withFMA) && !anyOf(l, []string{"-m32", "387", "-mno-fma", "-ffp-contract=off"}) {
		s += " fma"
	}
	return s
}

// withoutFMA are x86 processors that lack FMA instructions: they came with Intel's Haswell and AMD's Bulldozer (the processor
// types of GCC's option -march, each with its instruction sets).
var withoutFMA = []string{"sandy bridge", "ivy bridge", "nehalem", "westmere", "core 2 duo", "core 2 quad", "core2", "athlon", "phenom"}

// withFMA are options of builds for x86-64 that have FMA instructions (the processor types of GCC's option -march).
var withFMA = []string{"-mfma", "-march=haswell", "-march=broadwell", "-march=skylake", "-march=znver", "-march=x86-64-v3", "-march=x86-64-v4"}

// machined reports an option for a kind of x86 that may have FMA instructions, or x87: another than -mavx2, -msse4.2 and -mtune.
func machined(l string) bool {
	for _, w := range strings.Fields(l) {
		if m, is := strings.CutPrefix(strings.TrimRight(w, ",;."), "-m"); is && m != "64" && m != "avx" && m != "avx2" && m != "ssse3" && !strings.HasPrefix(m, "sse") && !strings.HasPrefix(m, "tune=") {
			return true
		}
	}
	return false
}

// looseOptions are those of g++ and clang++ that let expressions be rearranged, one by one.
var looseOptions = []string{"-fassociative-math", "-freciprocal-math", "-funsafe-math-optimizations"}

// singleLiterals is g++'s option by which a decimal literal without suffix is a float, and openCLSingle that of OpenCL (clBuildProgram).
const (
	singleLiterals = "-fsingle-precision-constant"
	openCLSingle   = "-cl-single-precision-constant"
)

// singleOption is which of them a side has.
func (k *Known) singleOption() string {
	if compilers[k.By].id == "opencl" {
		return openCLSingle
	}
	return singleLiterals
}

// fusing are words for processors whose instructions include a multiply-add from the first on, and for compilers and options that fuse by
// themselves. Documented, not measured here: GCC's manual gives -ffp-contract=fast as its default outside ISO C, which reaches every
// processor that has the instruction; the manuals of Intel's compilers give -fp-model=fast as theirs, and that of hipcc -ffp-contract=fast.
var fusing = []string{"aarch64", "arm", "raspberry", "graviton", "neoverse", "apple", "ppc", "powerpc", "power7", "power8", "power9", "power1", "s390", "risc", "ia64", "itanium", "hip", "icc", "icpx", "icx", "intel compiler", "oneapi",
	"-ffp-contract=fast", "-ffp-model"}

// gpuOf reads the compute capability and the flags of nvcc in a text.
func gpuOf(l string) string {
	cc := ""
	for i := 0; i < len(l); i++ {
		if l[i] < '0' || l[i] > '9' || i > 0 && (wordByte(l[i-1]) && l[i-1] != '_' || l[i-1] == '.') {
			continue
		}
		j := i
		for j < len(l) && ('0' <= l[j] && l[j] <= '9' || l[j] == '.' && j+1 < len(l) && '0' <= l[j+1] && l[j+1] <= '9') {
			j++
		}
		w := l[i:j]
		if n := len(w); (strings.HasSuffix(l[:i], "sm_") || strings.HasSuffix(l[:i], "compute_")) && (n == 2 || n == 3) && !strings.Contains(w, ".") {
			w = w[:n-1] + "." + w[n-1:]
		} else if !strings.Contains(w, ".") {
			i = j
			continue
		}
		if j < len(l) && letter(l[j]) { // 1.1f is a literal
			i = j
			continue
		}
		if k, ok := KnownOf("gpu " + w); ok && (k.CC >= 20 || !anyOf(l, versions)) {
			cc = k.CC.String()
			break
		}
		i = j
	}
	if f := flagsOf(l); f != "" {
		id := cc
		if id == "" {
			id = "9.0"
		}
		if _, ok := KnownOf(id + f); ok {
			return id + f
		}
	}
	if cc != "" {
		return "gpu " + cc
	}
	return "gpu"
}

// versions are words for software, whose version is no compute capability.
var versions = []string{"torch", "tensorflow", "jax", "cupy", "numba", "toolkit", "driver", "version"}

// flagsOf is the end of a target's ID for the options that a command names; "" where there are none, or where options beside
// -use_fast_math take a part of it back, of which there is no ID. Their order does not matter to nvcc (measured with nvcc 13.0).
func flagsOf(l string) (id string) {
	l = strings.NewReplacer(" true", "=true", " false", "=false", "fast-math", "fast math").Replace(l)
	if i := strings.Index(l, "fast math"); i >= 0 && !anyOf(l[:i]+"|", []string{"no |", "not |", "without |", "non-|"}) && !anyOf("|"+l[i+len("fast math"):], []string{"| off", "| disabled"}) {
		return "-fastmath"
	}
	if i := strings.Index(l, "use_fast_math"); i >= 0 && !anyOf(strings.TrimRight(l[:i], " -")+"|", []string{"no|", "not|", "without|"}) {
		if strings.Contains(l, "=false") || strings.Contains(l, "=true") {
			return ""
		}
		return "-fastmath"
	}
	for _, f := range target.Flags {
		if strings.Contains(l, f.On) {
			id += "-" + f.ID
		}
	}
	if strings.HasSuffix(l, " -g") || strings.Contains(l, " -g ") {
		id += "-debug"
	}
	return id
}

// fits reports whether a hypothesis may be what happened on such a machine: everything but a compiler or a unit that the
// machine does not have. A variation of the program is tried with the rules of one compiler and stands for all.
func (k *Known) fits(h *hypothesis) bool {
	if h.target.Machine == expr.X87 && ((k.NoFMA || k.Off || k.FMA) && h.family == Machines || compilers[k.By].id == "arm") {
		return false
	}
	if h.family == Fusings && k.Unit == OnX87 { // no multiply-add in x87
		return strings.Trim(h.choice.Fuse, "-") == ""
	}
	if h.family != Machines {
		return true
	}
	t := h.target
	switch k.Unit {
	case OnGPU:
		if t.Machine != expr.GPU || k.Target != nil && t != *k.Target {
			return false
		}
		return k.CC == 0 || t.GPU.CC == k.CC || k.CC >= 20 && t.GPU.CC >= 20
	case OnCPU:
		if t.Machine == expr.X87 && (k.Double || k.Ready) { // what is in use today computes with SSE
			return false
		}
		return t.Machine != expr.GPU && (k.Target == nil || t == *k.Target)
	case OnSSE:
		return t.Machine == expr.SSE && (k.Target == nil || t == *k.Target)
	case OnX87:
		return t.Machine == expr.X87 && (k.Target == nil || t == *k.Target)
	}
	return true
}

// fuses reports a build that fuses products by itself.
func (k *Known) fuses() bool { return k.FMA || k.Unit == OnGPU && !k.unfused() }

// unfused reports a build that fuses no products by itself, as an option says that was named: -ffp-contract=off or -fmad=false.
func (k *Known) unfused() bool {
	return k.Off || k.Target != nil && k.Target.Machine == expr.GPU && k.Target.GPU.CC >= 20 && !k.Target.GPU.Flags.FMad
}

// rearranged reports a build whose compiler may rearrange expressions.
func (k *Known) rearranged() bool { return k.Fast || k.Loose }

// names reports a rounding to the narrower format that was named with the machine.
func (k *Known) names(fn string) bool {
	return k.Narrow != "" && strings.HasPrefix(fn, "="+k.Narrow+" ")
}

// Words says what is known of a machine.
func (k *Known) Words() string {
	if k.By > 0 {
		plain := *k
		plain.By = 0
		return strings.Replace(plain.Words(), singleLiterals, k.singleOption(), 1) + ", " + compilers[k.By].name
	}
	if k.Held {
		plain := *k
		plain.Held = false
		return plain.Words() + ", with inputs stored as TF32"
	}
	if k.Single && k.Unit != OnCPU {
		plain := *k
		plain.Single = false
		return plain.Words() + ", with " + singleLiterals
	}
	if k.Excess {
		plain := *k
		plain.Excess = false
		return plain.Words() + ", by the rules of C’s standard"
	}
	if k.Ordered {
		plain := *k
		plain.Ordered = false
		return plain.Words() + ", in an order of its own"
	}
	if k.Ready {
		plain := *k
		plain.Ready = false
		return plain.Words() + ", by a library"
	}
	switch {
	case k.Target != nil:
		return k.Target.Name()
	case k.Double:
		return "a computation in double"
	case k.FTZ:
		return "an x86 CPU, with subnormal numbers flushed"
	case k.Fast:
		return "an x86 CPU, with -ffast-math"
	case k.Loose:
		return "an x86 CPU, with parts of -ffast-math"
	case k.Single:
		return "an x86 CPU, with " + singleLiterals
	case k.Finite:
		return "an x86 CPU, with " + finiteMath
	case k.Off:
		return "an x86 CPU, with -ffp-contract=off"
	case k.NoFMA:
		return "an x86-64 CPU, without an option for FMA instructions"
	case k.FMA:
		return "an x86-64 CPU, with FMA instructions"
	case k.Matrix:
		return k.callWords()
	case k.CC > 0:
		return "a GPU of compute capability " + k.CC.String()
	}
	return [...]string{"a machine of which nothing was said", "a GPU", "an x86 CPU", "an x86-64 CPU", "a 32-bit x86 CPU"}[k.Unit]
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
