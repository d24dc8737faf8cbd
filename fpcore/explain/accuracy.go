package explain

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/stable"
)

// Vendor is whose code the functions of a program may be.
type Vendor uint8

const (
	AnyVendor Vendor = iota // the larger bound of the two holds
	CUDA
	GNU // glibc on x86-64
)

// Accuracy is how far a function of a library may lie from the exact value.
type Accuracy struct {
	_        [0]func() // not comparable
	Function string    // as expr.Meaning has it
	Type     expr.Type // Float or Double
	Library  Vendor
	Ulps     int // documented, from the correctly rounded result: half an ulp more from the exact value
	Measured int // the largest error from the exact value that was measured, in thousandths of an ulp, rounded up; 0: none was
	Source   string
	Kind     gpu.Kind // of Ulps
}

// accuracyText has the documented errors in ulp and the measured ones: function, CUDA binary32 documented/measured, CUDA
// binary64 documented/measured, glibc binary32 and binary64. - stands where the library has no such function.
const accuracyText = `cbrt 1/0.991 1/0.501 1 4
rcbrt 1/0.990 1 - -
exp 2/1.931 1/0.861 1 1
exp2 2/2.384 1/0.888 1 1
exp10 2/2.070 1 1 2
expm1 1/1.445 1/1.155 1 1
log 1/0.865 1/0.543 1 1
log2 1/0.919 1/1.221 1 2
log10 2/2.086 1/1.371 2 2
log1p 1/0.887 1/1.493 1 1
sin 2/1.500 2/1.477 1 1
cos 2/1.511 2/1.453 1 1
tan 4/3.096 2/1.879 1 1
sinpi 1/0.967 2 1 1
cospi 1/0.966 2 1 1
asin 2/1.358 2/1.954 1 1
acos 2/1.336 2/1.452 1 1
atan 2/1.210 2/1.566 1 1
sinh 3/2.939 2/1.409 2 2
cosh 2/2.333 1/1.248 2 2
tanh 2/1.815 1/1.397 2 2
asinh 3/1.739 3/1.995 2 2
acosh 4/2.097 3/2.094 2 2
atanh 3/3.151 2/2.230 2 2
erf 2/1.038 2/1.371 1 1
erfc 4/4.487 5/3.616 4 5
tgamma 5/4.338 10/2.444 8 9
rsqrt 2/1.515 1 1 1
hypot 3 2 1 1
rhypot 2 1 - -
atan2 3 2 2 1
pow 4 2 1 1`

// intrinsicText has what the guide says of CUDA's approximations: bounds are absolute where no ulp stands.
const intrinsicText = `exp=2 + ⌊1.173 |x|⌋ ulp
exp10=2 + ⌊2.97 |x|⌋ ulp
sin=2⁻²¹·⁴¹ in [−π, π]; of PTX 2⁻²⁰·⁵ in [−2π, 2π], 2⁻¹⁴·⁷ in [−100π, 100π]
cos=2⁻²¹·¹⁹ in [−π, π]; of PTX 2⁻²⁰·⁵ in [−2π, 2π], 2⁻¹⁴·⁷ in [−100π, 100π]
tan=as __sinf divided by __cosf
log=2⁻²¹·⁴¹ in [0.5, 2], 3 ulp elsewhere
log2=2⁻²² in [0.5, 2], 2 ulp elsewhere
log10=2⁻²⁴ in [0.5, 2], 3 ulp elsewhere
tanh=2⁻¹¹ of the value
pow=as exp2f(y * __log2f(x))
div=2 ulp for divisors from 2⁻¹²⁶ to 2¹²⁶`

// BoundSource is what a bound of a program takes a function's error to be, and where that stands.
type BoundSource struct {
	Function string // as the program has it
	Error    string // "2 ulp"
	Source   string
	Kind     gpu.Kind
}

// sourcesOf lists what is known of a function of a program under a Model.
func sourcesOf(fn string, id string, t expr.Type, intrinsic bool, m Model) (list []BoundSource) {
	accuracies := Accuracies()
	for i := range accuracies {
		a := &accuracies[i]
		if a.Function == id && a.Type == t && !intrinsic && (m.Library == AnyVendor || m.Library == a.Library) {
			list = append(list, BoundSource{fn, strconv.Itoa(a.Ulps) + " ulp", a.Source, a.Kind})
		}
	}
	if t == expr.Float && (intrinsic || m.FastFunctions) {
		for _, line := range strings.Split(intrinsicText, "\n") {
			if name, text, _ := strings.Cut(line, "="); name == id {
				if !intrinsic {
					fn = "__" + fn
				}
				list = append(list, BoundSource{fn, text, "CUDA Programming Guide 13, intrinsic functions", gpu.Documented})
			}
		}
	}
	return list
}

// Sources of accuracyText.
const (
	sourceCUDA     = "CUDA Programming Guide 13, mathematical functions"
	sourceMeasured = "; measured on an H200 with CUDA 13"
	sourceGNU      = "GNU C Library, known maximum errors on x86-64 (libm-test-ulps), the largest of its releases and at least 1"
)

// Accuracies lists the documented and measured errors of functions.
var Accuracies = stable.Once(func() (list []Accuracy) {
	for _, line := range strings.Split(accuracyText, "\n") {
		w := strings.Fields(line)
		for k, s := range w[1:] {
			if s == "-" {
				continue
			}
			a := Accuracy{Function: w[0], Type: expr.Float, Library: CUDA, Source: sourceCUDA, Kind: gpu.Documented}
			if k&1 != 0 {
				a.Type = expr.Double
			}
			if k >= 2 {
				a.Library, a.Source = GNU, sourceGNU
			}
			documented, measured, found := strings.Cut(s, "/")
			a.Ulps, _ = strconv.Atoi(documented)
			if found {
				a.Measured, _ = strconv.Atoi(strings.TrimLeft(strings.Replace(measured, ".", "", 1), "0"))
				a.Source += sourceMeasured
			}
			list = append(list, a)
		}
	}
	return list
})

// halvesOf returns the error of a library's function from the exact value in halves of an ulp.
func halvesOf(id string, t expr.Type, l Vendor) (halves uint64, ok bool) {
	list := Accuracies()
	for i := range list {
		if a := &list[i]; a.Function == id && a.Type == t && (l == AnyVendor || l == a.Library) {
			halves = max(halves, uint64(2*a.Ulps+1), uint64(a.Measured+499)/500)
			ok = true
		}
	}
	return halves, ok
}

// DocumentedUlps returns the documented bound of the error of a function in ulp, that of the less accurate library; ok is
// false if there is none.
func DocumentedUlps(fn string) (int, bool) {
	m, ok := expr.MeaningOf(fn)
	f, found := expr.FindFunction(fn, expr.NoType)
	if !ok || !found || m.Intrinsic {
		return 0, false
	}
	halves, ok := halvesOf(m.ID, f.Out, AnyVendor)
	return int(halves / 2), ok
}
