package target

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/reduce"
)

// The twin of the machines, with math/big only: what GPUs, SSE2, FMA3 and x87 deliver for the operations that are
// rounded, on finite operands with finite or infinite results, and for NaNs. It knows targets by their IDs.

// twinType is a format: precision, least exponent of a normal number, greatest exponent.
type twinType struct {
	p, emin, emax, width int
}

var (
	twin32 = twinType{24, -126, 127, 32}
	twin64 = twinType{53, -1022, 1023, 64}
)

const twinPrecision = 3000

func (f twinType) value(c uint64) *big.Float {
	v := new(big.Float).SetPrec(twinPrecision)
	if f.width == 32 {
		return v.SetFloat64(float64(math.Float32frombits(uint32(c))))
	}
	return v.SetFloat64(math.Float64frombits(c))
}

func (f twinType) float(c uint64) float64 {
	if f.width == 32 {
		return float64(math.Float32frombits(uint32(c)))
	}
	return math.Float64frombits(c)
}

// quantized rounds v to a multiple of 2^q.
func quantized(v *big.Float, q int, mode big.RoundingMode) *big.Float {
	scaled := new(big.Float).SetMantExp(v, -q)
	whole, _ := scaled.Int(nil) // toward zero
	rest := new(big.Float).SetPrec(twinPrecision).Sub(scaled, new(big.Float).SetInt(whole))
	if up := rest.Sign(); up != 0 {
		half := rest.Abs(rest).Cmp(big.NewFloat(0.5))
		away := mode == big.ToPositiveInf && up > 0 || mode == big.ToNegativeInf && up < 0 ||
			mode == big.ToNearestEven && (half > 0 || half == 0 && whole.Bit(0) != 0)
		if away {
			whole.Add(whole, big.NewInt(int64(up)))
		}
	}
	r := new(big.Float).SetPrec(twinPrecision).SetInt(whole)
	r.SetMantExp(r, q)
	if v.Signbit() && r.Sign() == 0 {
		r.Neg(r)
	}
	return r
}

// rounded rounds to p bits with any exponent.
func rounded(v *big.Float, p int, mode big.RoundingMode) *big.Float {
	if v.Sign() == 0 {
		return v
	}
	return quantized(v, v.MantExp(nil)-p, mode)
}

// code rounds to the type. ftz says which results become zero: those below the normal numbers after rounding to p
// bits ('f'), or after rounding to the grid of subnormal numbers ('g').
func (f twinType) code(v *big.Float, mode big.RoundingMode, ftz byte) uint64 {
	sign := uint64(0)
	if v.Signbit() {
		sign = 1 << (f.width - 1)
	}
	if v.Sign() == 0 {
		return sign
	}
	tiny := func(v *big.Float) bool { return v.Sign() == 0 || v.MantExp(nil) <= f.emin }
	if ftz == 'f' && tiny(rounded(v, f.p, mode)) {
		return sign
	}
	q := max(v.MantExp(nil)-f.p, f.emin-f.p+1)
	r := quantized(v, q, mode)
	if ftz == 'g' && tiny(r) {
		return sign
	}
	if r.Sign() != 0 && r.MantExp(nil)-1 > f.emax {
		away := mode == big.ToNearestEven || mode == big.ToPositiveInf && sign == 0 || mode == big.ToNegativeInf && sign != 0
		infinity := uint64(f.emax*2+1) << (f.p - 1)
		if away {
			return sign | infinity
		}
		return sign | (infinity - 1)
	}
	if f.width == 32 {
		x, _ := r.Float32()
		return uint64(math.Float32bits(x))&^sign | sign
	}
	x, _ := r.Float64()
	return math.Float64bits(x)&^sign | sign
}

func (f twinType) flush(c uint64) uint64 {
	sign := uint64(1) << (f.width - 1)
	if c&^sign < 1<<(f.p-1) {
		return c & sign
	}
	return c
}

// exact is one operation on big numbers; the sign of an exact zero sum is that of the direction.
func exact(op string, mode big.RoundingMode, x ...*big.Float) *big.Float {
	z := new(big.Float).SetPrec(twinPrecision).SetMode(mode)
	sum := func(x, y *big.Float) *big.Float {
		z.Add(x, y)
		if z.Sign() == 0 && x.Signbit() != y.Signbit() { // big.Float does not look at the direction if both are zero
			z.SetInt64(0)
			if mode == big.ToNegativeInf {
				z.Neg(z)
			}
		}
		return z
	}
	switch op {
	case "add":
		return sum(x[0], x[1])
	case "sub":
		return sum(x[0], new(big.Float).Neg(x[1]))
	case "mul":
		return z.Mul(x[0], x[1])
	case "div":
		return z.Quo(x[0], x[1])
	case "fma":
		p := new(big.Float).SetPrec(twinPrecision).Mul(x[0], x[1])
		return sum(p, x[2])
	}
	return z.SetMode(big.ToZero).Sqrt(x[0])
}

// twin returns what a target delivers for an operation on finite numbers; ok is false if the operands divide by zero,
// take the root of a negative number, or have a result that the twin does not compute.
func twin(id, op string, double bool, x [3]uint64) (c uint64, ok bool) {
	f := twin32
	if double {
		f = twin64
	}
	arity := map[string]int{"a+b": 2, "a-b": 2, "a*b": 2, "a/b": 2, "a*b+c": 3, "1/a": 1, "sqrt": 1, "rsqrt": 1}[op]
	for k := range arity {
		if v := f.float(x[k]); math.IsNaN(v) || math.IsInf(v, 0) {
			return 0, false
		}
	}
	mode := big.ToNearestEven
	for text, m := range map[string]big.RoundingMode{"-rz": big.ToZero, "-ru": big.ToPositiveInf, "-rd": big.ToNegativeInf} {
		if strings.Contains(id, text) {
			mode = m
		}
	}
	tesla := strings.HasPrefix(id, "1.")
	if tesla && id != "1.3" && double { // float, on operands that are float
		for k := range x {
			x[k] = uint64(math.Float32bits(float32(math.Float64frombits(x[k]))))
		}
		f, double = twin32, false
	}
	x87 := strings.HasPrefix(id, "x87")
	flushIn := (tesla || strings.Contains(id, "9.0-ftz") || strings.Contains(id, "9.0-fast")) && !double || strings.Contains(id, "daz")
	ftz := byte(0)
	if flushIn && !strings.Contains(id, "daz") || strings.Contains(id, "sse-ftz") || strings.Contains(id, "daz-ftz") {
		ftz = 'f'
	}
	in := func(c uint64) uint64 {
		if flushIn {
			return f.flush(c)
		}
		return c
	}
	pc := 64
	for text, p := range map[string]int{"pc53": 53, "pc24": 24} {
		if strings.Contains(id, text) {
			pc = p
		}
	}
	// step is one instruction: the value that the next one reads.
	step := func(name string, v ...*big.Float) (*big.Float, bool) {
		if name == "div" && v[1].Sign() == 0 || name == "sqrt" && v[0].Sign() < 0 {
			return nil, false
		}
		r := exact(name, mode, v...)
		if r.IsInf() {
			return nil, false
		}
		if x87 {
			if r = rounded(r, pc, mode); !strings.Contains(id, "store") {
				return r, true
			}
		}
		code := f.code(r, mode, ftz)
		v2 := f.float(code)
		return f.value(in(code)), !math.IsInf(v2, 0)
	}
	a, b, d := f.value(in(x[0])), f.value(in(x[1])), f.value(in(x[2]))
	one := big.NewFloat(1)
	var v *big.Float
	last := func(name string, v ...*big.Float) (uint64, bool) {
		if name == "div" && v[1].Sign() == 0 || name == "sqrt" && v[0].Sign() < 0 {
			return 0, false
		}
		r := exact(name, mode, v...)
		if x87 {
			r = rounded(r, pc, mode)
		}
		return f.code(r, mode, ftz), true
	}
	switch op {
	case "a+b":
		return last("add", a, b)
	case "a-b":
		return last("sub", a, b)
	case "a*b":
		return last("mul", a, b)
	case "a/b":
		return last("div", a, b)
	case "1/a":
		return last("div", one, a)
	case "sqrt":
		return last("sqrt", a)
	case "rsqrt":
		if v, ok = step("sqrt", a); ok {
			return last("div", one, v)
		}
		return 0, false
	}
	switch {
	case tesla && !double && a.Sign() != 0 && b.Sign() != 0 && d.Sign() != 0:
		p := rounded(exact("mul", mode, a, b), 24, big.ToZero)
		return f.code(exact("add", mode, p, d), mode, 'g'), true
	case tesla && !double || strings.Contains(id, "nofma") || strings.HasPrefix(id, "sse") || x87:
		if v, ok = step("mul", a, b); ok {
			return last("add", v, d)
		}
		return 0, false
	}
	return last("fma", a, b, d)
}

// TestTwin holds Run to the twin on operands that are aimed as those of a search, and on any bits.
func TestTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2026))
	n := 0
	for _, id := range []string{"1.2", "1.3", "9.0", "9.0-ftz", "9.0-nofma", "sse", "sse-rz", "sse-ru", "sse-ftz", "sse-daz", "sse-daz-ftz-rd", "fma3", "fma3-rd",
		"x87", "x87-pc53", "x87-pc24", "x87-store", "x87-pc53-store", "x87-ru", "x87-pc24-rz"} {
		x := byID(t, id)
		for _, op := range []string{"a+b", "a-b", "a*b", "a*b+c", "a/b", "1/a", "sqrt", "rsqrt"} {
			o := operation(t, op)
			for _, double := range []bool{false, true} {
				p := x.compile(&o, double)
				if p.missing != "" || p.rules().approximate {
					continue
				}
				s := &Search{id: op, arity: o.Arity, double: double, base: p.out, rng: random{reduce.Random(r.Uint64())}}
				stages := plan([]Reason{Extended, FlushedIn}, op, o.Arity)
				for k := range 150 {
					state := s.make(stages[k%len(stages)], r.IntN(30000))
					v, ok := s.codes(&s.try)
					if state != made || !ok {
						continue
					}
					want, ok := twin(id, op, double, v)
					if !ok {
						continue
					}
					n++
					if got := x.Run(o, double, v).Bits; got != want {
						t.Fatalf("%s, %s double %v, %x: %x, want %x", id, op, double, v, got, want)
					}
					if got := p.bits(v); got != want {
						t.Fatalf("%s, %s double %v, %x: %x in the inner loop, want %x", id, op, double, v, got, want)
					}
				}
			}
		}
	}
	if n < 15000 {
		t.Errorf("only %d cases", n)
	}
}

// TestTwinWitness holds every witness between targets whose results are rounded to the twin, both sides.
func TestTwinWitness(t *testing.T) {
	ids := []string{"1.2", "1.3", "9.0", "9.0-ftz", "9.0-nofma", "sse", "sse-rz", "sse-daz-ftz", "fma3", "x87", "x87-pc53", "x87-pc24", "x87-store"}
	n, least, step := 0, 200, 1
	if testing.Short() {
		least, step = 40, 4
	}
	for k, a := range ids {
		for i, b := range ids[k+1:] {
			if (i+k)%step != 0 {
				continue
			}
			for _, op := range []string{"a+b", "a*b", "a*b+c", "a/b", "sqrt"} {
				for _, double := range []bool{false, true} {
					w := Witness(byID(t, a), byID(t, b), operation(t, op), double, 1, 20000)
					if w.Verdict != Found || w.Reason == Approximated || w.Reason == NaNBits {
						continue
					}
					wa, oka := twin(a, op, double, w.X)
					wb, okb := twin(b, op, double, w.X)
					if !oka && !okb {
						continue // the exponent range of registers against an infinity
					}
					n++
					if oka && wa != w.A.Bits || okb && wb != w.B.Bits {
						t.Errorf("%s and %s, %s double %v, %x: %x and %x, want %x and %x", a, b, op, double, w.X, w.A.Bits, w.B.Bits, wa, wb)
					}
				}
			}
		}
	}
	if n < least {
		t.Errorf("only %d witnesses", n)
	}
}

// TestRecorded holds pairs that were run on hardware: flushing after rounding with unbounded exponent range (an AMD
// EPYC with FTZ, an H200 with .ftz), and NaNs.
func TestRecorded(t *testing.T) {
	for _, c := range []struct {
		ids    string
		op     string
		double bool
		x      [3]uint64
		want   uint64
	}{
		{"9.0 sse fma3 x87 2.0", "a*b", false, [3]uint64{0x008005a9, 0x3f7ff4ae}, 0x00800000},
		{"9.0-ftz sse-ftz sse-daz-ftz 1.0 1.3", "a*b", false, [3]uint64{0x008005a9, 0x3f7ff4ae}, 0},
		{"9.0 9.0-ftz sse sse-ftz 1.3", "a*b", false, [3]uint64{0x00800001, 0x3f7ffffe}, 0x00800000},
		{"1.0 1.3 2.0 9.0 10.0", "a/b", true, [3]uint64{}, 0xfff8000000000000},
		{"2.0 9.0", "a/b", false, [3]uint64{}, 0x7fffffff},
		{"sse fma3 x87", "a/b", false, [3]uint64{}, 0xffc00000},
		{"1.3 9.0", "a+b", true, [3]uint64{0x7ff8000000000001, 0x7ff8000000000002}, 0x7ff8000000000002},
		{"sse fma3", "a+b", true, [3]uint64{0x7ff8000000000001, 0x7ff8000000000002}, 0x7ff8000000000001},
		{"x87", "a+b", true, [3]uint64{0x7ff8000000000001, 0x7ff8000000000002}, 0x7ff8000000000002},
		{"x87", "a+b", true, [3]uint64{0x7ff8000000000002, 0x7ff8000000000001}, 0x7ff8000000000002},
		{"x87", "a+b", true, [3]uint64{0x7ff0000000000001, 0x3ff0000000000000}, 0x7ff8000000000001},
		{"fma3", "a*b+c", true, [3]uint64{0x7ff8000000000001, 0x7ff8000000000002, 0x7ff8000000000003}, 0x7ff8000000000002},
		{"9.0", "a*b+c", true, [3]uint64{0x7ff8000000000001, 0x3ff0000000000000, 0x7ff8000000000003}, 0x7ff8000000000003},
	} {
		for _, id := range strings.Fields(c.ids) {
			out := byID(t, id).Run(operation(t, c.op), c.double, c.x)
			if id == "1.0" && c.double { // double is demoted: no division in the catalogue
				if out.Missing == "" {
					t.Errorf("1.0 divides")
				}
				continue
			}
			if out.Bits != c.want || out.Missing != "" {
				t.Errorf("%s, %s %x: %x (%s), want %x", id, c.op, c.x, out.Bits, out.Missing, c.want)
			}
		}
	}
}

// TestOutcome: code, steps, formats, kind and source of an outcome belong together.
func TestOutcome(t *testing.T) {
	targets := append(All(), byID(t, "9.0-fastmath"), byID(t, "x87-store"), byID(t, "2.0-fast"), byID(t, "12.0-fastmath"))
	known := map[string]bool{}
	for _, s := range Sources() {
		known[s.ID] = true
	}
	for _, x := range targets {
		for _, o := range gpu.Operations {
			for _, double := range []bool{false, true} {
				out := x.Run(o, double, [3]uint64{0x3ff8000000000000, 0x4000000000000000, 0x3ff0000000000000})
				if out.Missing != "" {
					if out.Code != nil || out.Steps != nil || out.Kind != 0 {
						t.Errorf("%s %s: %+v", x.ID(), o.ID, out)
					}
					continue
				}
				end := out.Steps[len(out.Steps)-1]
				if !known[out.Source] || out.Kind.String() == "" || out.Kind == 0 || out.Format == nil || end.Bits.Lo != out.Bits || end.Format != out.Format || end.Inner {
					t.Errorf("%s %s: %+v", x.ID(), o.ID, out)
				}
				outer := 0
				for _, s := range out.Steps {
					if s.Name == "" || s.N > 3 || s.N == 0 && s.Name != "fld1" {
						t.Errorf("%s %s: %+v", x.ID(), o.ID, s)
					}
					if !s.Inner {
						outer++
					}
				}
				if outer != len(out.Code) {
					t.Errorf("%s %s: %d steps of %v", x.ID(), o.ID, outer, out.Code)
				}
			}
		}
	}
	for _, c := range []struct{ id, op, code string }{
		{"x87", "a*b+c", "fld m64, fld m64, fmul, fld m64, fadd, fst m64"},
		{"x87-store", "a*b+c", "fld m64, fld m64, fmul, fst m64, fld m64, fld m64, fadd, fst m64"},
		{"x87", "1/a", "fld1, fld m64, fdiv, fst m64"},
		{"x87", "cos", "fld m64, fcos, fst m64"},
		{"sse", "a*b+c", "mulsd, addsd"},
		{"sse", "rsqrt", "sqrtsd, divsd"},
		{"fma3", "a*b+c", "vfmadd213sd"},
		{"9.0", "a*b+c", "fma.rn.f64"},
		{"9.0-nofma", "a*b+c", "mul.rn.f64, add.rn.f64"},
		{"1.2", "a*b", "demoted to float, demoted to float, mul.f32"},
	} {
		out := byID(t, c.id).Run(operation(t, c.op), true, [3]uint64{0x3ff8000000000000, 0x4000000000000000, 0x3ff0000000000000})
		if got := strings.Join(out.Code, ", "); got != c.code {
			t.Errorf("%s on %s: %s, want %s", c.op, c.id, got, c.code)
		}
	}
}
