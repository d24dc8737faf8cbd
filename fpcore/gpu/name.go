package gpu

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// typeNames are the type suffixes of PTX. A packed type stands for one of its elements.
var typeNames = map[string]Type{
	"f16": {Float: format.F16}, "f16x2": {Float: format.F16}, "bf16": {Float: format.BF16}, "bf16x2": {Float: format.BF16},
	"f32": {Float: format.F32}, "f32x2": {Float: format.F32}, "f64": {Float: format.F64}, "tf32": {Float: format.TF32},
	"e4m3x2": {Float: format.E4M3}, "e5m2x2": {Float: format.E5M2}, "e4m3": {Float: format.E4M3}, "e5m2": {Float: format.E5M2},
	"e2m3": {Float: format.E2M3}, "e3m2": {Float: format.E3M2}, "e2m1": {Float: format.E2M1}, "e8m0": {Float: format.E8M0},
	"s32": {Int: arith.IntType{Bits: 32, Signed: true}}, "u32": {Int: arith.IntType{Bits: 32}},
	"s64": {Int: arith.IntType{Bits: 64, Signed: true}}, "u64": {Int: arith.IntType{Bits: 64}},
}

// directions are the rounding suffixes; the forms with i round to an integral value.
var directions = map[string]round.Direction{
	"rn": round.TiesToEven, "rna": round.TiesToAway, "rz": round.TowardZero, "rm": round.TowardNegative, "rp": round.TowardPositive,
	"rni": round.TiesToEven, "rzi": round.TowardZero, "rmi": round.TowardNegative, "rpi": round.TowardPositive,
}

// parse reads modifiers and types from a PTX name: base, modifiers, then the type of the result and, for
// conversions, the type of the operand. ok is false if a part is unknown.
func parse(name string) (i Instruction, types []Type, ok bool) {
	parts := strings.Split(name, ".")
	for _, p := range parts[1:] {
		if typ, ok := typeNames[p]; ok {
			types = append(types, typ)
			continue
		}
		if d, ok := directions[p]; ok {
			i.Direction, i.Integral = d, len(p) == 3 && p[2] == 'i'
			continue
		}
		switch p {
		case "ftz":
			i.Flush = true
		case "sat":
			i.Sat = true
		case "satfinite":
			i.Finite = true
		case "relu":
			i.Relu = true
		case "NaN":
			i.NaN = true
		default:
			return i, nil, false
		}
	}
	return i, types, len(types) > 0
}

// expand lists the names that a pattern stands for: {a,b} is one of a and b, an empty alternative included.
func expand(pattern string) []string {
	head, rest, found := strings.Cut(pattern, "{")
	if !found {
		return []string{pattern}
	}
	alternatives, rest, _ := strings.Cut(rest, "}")
	var out []string
	tails := expand(rest)
	for _, a := range strings.Split(alternatives, ",") {
		for _, t := range tails {
			out = append(out, head+a+t)
		}
	}
	return out
}
