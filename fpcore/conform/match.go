package conform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/libm"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// evaluator computes the cases of one operation; do is nil if the lab does not have it.
type evaluator struct {
	arity int
	flags bool // the file records flags
	do    func(x [3]wide.U128) round.Result
}

// match finds the operation that a header describes. An error says why there is none.
func match(header map[string]string) (evaluator, error) {
	op := header["op"]
	var e evaluator
	var err error
	switch {
	case strings.HasPrefix(op, "sse."):
		e, err = matchSSE(op, header["control"])
	case strings.HasPrefix(op, "x87."):
		e, err = matchX87(op, header["control"])
	default:
		e, err = matchGPU(op, header)
	}
	e.flags = strings.Contains(header["columns"], "flags")
	return e, err
}

func matchGPU(op string, header map[string]string) (evaluator, error) {
	name, modulus, reduced := strings.Cut(op, "(a,(int)b%") // its second operand was reduced, as C's % does
	i, ok := findGPU(name, header["flags"])
	if !ok {
		return evaluator{}, fmt.Errorf("no instruction %q", strings.TrimSpace(op+" "+header["flags"]))
	}
	var in []string
	for _, t := range i.In {
		in = append(in, t.Name())
	}
	if have := strings.Join(in, " "); have != header["in"] || i.Out.Name() != header["out"] {
		return evaluator{}, fmt.Errorf("%s takes %s and gives %s, not %s and %s", op, have, i.Out.Name(), header["in"], header["out"])
	}
	m, _ := strconv.Atoi(strings.TrimSuffix(modulus, ")"))
	if reduced && m <= 0 {
		return evaluator{}, fmt.Errorf("%q has no modulus", op)
	}
	return evaluator{arity: len(i.In), do: func(x [3]wide.U128) round.Result {
		if reduced {
			x[1].Lo = uint64(uint32(int32(x[1].Lo) % int32(m)))
		}
		return i.Do(x, nil)
	}}, nil
}

// findGPU returns a function of CUDA's library under nvcc's flags, or an instruction; of those that nvcc has made exact, all
// that -use_fast_math changes is what -ftz=true does.
func findGPU(name, flags string) (*gpu.Instruction, bool) {
	if flags == "-fmad=false" {
		f := libm.Under(name, libm.Default, true, true, false)
		if f == nil {
			return nil, false
		}
		return f.Instruction(), true
	}
	v := slices.Index(libm.Variants[:], flags)
	if v < 0 {
		return nil, false
	}
	if f, ok := libm.Find(name, libm.Variant(v)); ok {
		return f.Instruction(), true
	}
	if v != 0 {
		name += "(-ftz=true)"
	}
	return gpu.Find(name)
}

// directions are the names in the op header of x86 vectors.
var directions = map[string]round.Direction{"rn": round.TiesToEven, "rz": round.TowardZero, "ru": round.TowardPositive, "rd": round.TowardNegative}

// split cuts UNIT.NAME.DIRECTION.
func split(op string) (name string, d round.Direction, err error) {
	parts := strings.Split(op, ".")
	if len(parts) != 3 {
		return "", 0, fmt.Errorf("%q is not UNIT.NAME.DIRECTION", op)
	}
	d, ok := directions[parts[2]]
	if !ok {
		return "", 0, fmt.Errorf("no rounding direction %q", parts[2])
	}
	return parts[1], d, nil
}

func matchSSE(op, control string) (evaluator, error) {
	name, d, err := split(op)
	if err != nil {
		return evaluator{}, err
	}
	i, ok := x86.FindSSE(name)
	if !ok {
		return evaluator{}, fmt.Errorf("no SSE instruction %q", name)
	}
	m := x86.MXCSRDefault.With(d)
	for _, word := range strings.Fields(control) {
		switch word {
		case "default":
		case "ftz":
			m |= x86.FTZ
		case "daz":
			m |= x86.DAZ
		default:
			return evaluator{}, fmt.Errorf("no SSE control %q", word)
		}
	}
	return evaluator{arity: i.Arity, do: func(x [3]wide.U128) round.Result { return i.Do(m, x, nil) }}, nil
}

func matchX87(op, control string) (evaluator, error) {
	name, d, err := split(op)
	if err != nil {
		return evaluator{}, err
	}
	i, ok := x86.FindX87(name)
	if !ok {
		return evaluator{}, fmt.Errorf("no x87 instruction %q", name)
	}
	precision, ok := map[string]int{"": 64, "default": 64, "pc24": 24, "pc53": 53, "pc64": 64}[control]
	if !ok {
		return evaluator{}, fmt.Errorf("no x87 control %q", control)
	}
	w := x86.ControlWordDefault.With(d, precision)
	return evaluator{arity: i.Arity, do: func(x [3]wide.U128) round.Result { return i.Do(w, x, nil) }}, nil
}
