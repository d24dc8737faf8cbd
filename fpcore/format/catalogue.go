package format

import "errors"

// The formats the lab knows by name. IEEE 754-2019 interchange formats, x87 double extended, bfloat16, NVIDIA's
// TF32 (19 bits of a 32-bit word), the OCP 8-bit and microscaling formats, their FNUZ variants, and NVIDIA's
// unsigned scale format UE4M3 (PTX ISA, alternate floating-point data formats).
var (
	F16      = New(Format{ID: "f16", Name: "binary16", ExpBits: 5, FracBits: 10})
	F32      = New(Format{ID: "f32", Name: "binary32", ExpBits: 8, FracBits: 23})
	F64      = New(Format{ID: "f64", Name: "binary64", ExpBits: 11, FracBits: 52})
	F128     = New(Format{ID: "f128", Name: "binary128", ExpBits: 15, FracBits: 112})
	BF16     = New(Format{ID: "bf16", Name: "bfloat16", ExpBits: 8, FracBits: 7})
	TF32     = New(Format{ID: "tf32", Name: "TF32", ExpBits: 8, FracBits: 10})
	X87      = New(Format{ID: "x87", Name: "x87 extended", ExpBits: 15, FracBits: 64, Explicit: true})
	E5M2     = New(Format{ID: "e5m2", Name: "FP8 E5M2", ExpBits: 5, FracBits: 2})
	E4M3     = New(Format{ID: "e4m3", Name: "FP8 E4M3", ExpBits: 4, FracBits: 3, Codes: OneNaN})
	E5M2FNUZ = New(Format{ID: "e5m2fnuz", Name: "FP8 E5M2FNUZ", ExpBits: 5, FracBits: 2, Codes: FNUZ, Bias: 16})
	E4M3FNUZ = New(Format{ID: "e4m3fnuz", Name: "FP8 E4M3FNUZ", ExpBits: 4, FracBits: 3, Codes: FNUZ, Bias: 8})
	E3M4     = New(Format{ID: "e3m4", Name: "FP8 E3M4", ExpBits: 3, FracBits: 4})
	E2M3     = New(Format{ID: "e2m3", Name: "FP6 E2M3", ExpBits: 2, FracBits: 3, Codes: Finite})
	E3M2     = New(Format{ID: "e3m2", Name: "FP6 E3M2", ExpBits: 3, FracBits: 2, Codes: Finite})
	E2M1     = New(Format{ID: "e2m1", Name: "FP4 E2M1", ExpBits: 2, FracBits: 1, Codes: Finite})
	E8M0     = New(Format{ID: "e8m0", Name: "E8M0 scale", ExpBits: 8, FracBits: 0, Codes: PowerOnly, Unsigned: true})
	UE4M3    = New(Format{ID: "ue4m3", Name: "UE4M3 scale", ExpBits: 4, FracBits: 3, Codes: OneNaN, Unsigned: true})
)

// All lists the named formats in the order in which the lab shows them.
var All = []*Format{F64, F32, TF32, BF16, F16, E5M2, E4M3, E3M4, E3M2, E2M3, E2M1, E5M2FNUZ, E4M3FNUZ, E8M0, UE4M3, X87, F128}

// aliases are other names people type.
var aliases = map[string]*Format{
	"half": F16, "fp16": F16, "binary16": F16, "float16": F16,
	"float": F32, "single": F32, "fp32": F32, "binary32": F32, "float32": F32,
	"double": F64, "fp64": F64, "binary64": F64, "float64": F64,
	"quad": F128, "binary128": F128, "float128": F128, "fp128": F128,
	"bfloat16": BF16, "f80": X87, "extended": X87, "ue8m0": E8M0,
}

// ErrFormat is the answer to a name that is neither known nor of the form eXmY.
var ErrFormat = errors.New("a format is one of f16 f32 f64 f128 bf16 tf32 x87 e5m2 e4m3 e5m2fnuz e4m3fnuz e3m4 e2m3 e3m2 e2m1 e8m0 ue4m3, " +
	"or eXmY with X from 2 to 15 exponent bits and Y from 0 to 112 trailing significand bits")

// Parse returns the format with the given name: an ID of All, an alias such as "float", or eXmY for an
// IEEE-like format with X exponent bits (2 to 15), Y trailing significand bits (0 to 112), infinities and NaN
// (no NaN when Y is 0: its top exponent holds only the infinities). Names are not case-sensitive.
func Parse(name string) (*Format, error) {
	if len(name) > 16 {
		return nil, ErrFormat
	}
	b := []byte(name)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	name = string(b)
	for _, f := range All {
		if f.ID == name {
			return f, nil
		}
	}
	if f := aliases[name]; f != nil {
		return f, nil
	}
	x, rest, ok := field(name, 'e')
	if !ok {
		return nil, ErrFormat
	}
	y, rest, ok := field(rest, 'm')
	if !ok || rest != "" || x < 2 || x > 15 || y > 112 {
		return nil, ErrFormat
	}
	return New(Format{ID: name, Name: "custom " + name, ExpBits: x, FracBits: y}), nil
}

// field reads the letter c and a decimal number of one to three digits without a leading zero.
func field(s string, c byte) (n int, rest string, ok bool) {
	if len(s) < 2 || s[0] != c {
		return 0, "", false
	}
	i := 1
	for i < len(s) && i < 4 && '0' <= s[i] && s[i] <= '9' {
		n = n*10 + int(s[i]-'0')
		i++
	}
	if i == 1 || i > 2 && s[1] == '0' {
		return 0, "", false
	}
	return n, s[i:], true
}
