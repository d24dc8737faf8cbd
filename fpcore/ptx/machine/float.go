package machine

import (
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/ptx"
)

// float makes arithmetic instructions ready: those of package gpu, each element of packed types alone.
func (b *lowering) float(base string, mods []string, types []ptx.Type) error {
	t := types[0]
	name := b.s.Opcode
	operands := len(b.s.Operands) - 1
	switch base {
	case "mad": // on this target it is fma
		name = "fma" + strings.TrimPrefix(name, "mad")
		if !strings.HasPrefix(name, "fma.r") {
			name = "fma.rn" + strings.TrimPrefix(name, "fma")
		}
	case "copysign":
		top := uint64(1) << (t.Bits - 1)
		return b.with2(t, t, t.Bits, func(x, y uint64) uint64 { return y&^top | x&top })
	case "testp":
		return b.testp(mods, t)
	case "min", "max":
		if operands == 3 {
			return b.least(name, t)
		}
	}
	if rest, ok := strings.CutSuffix(name, "."+t.Name+".ftz"); ok { // so some of CUDA's headers write it
		name = rest + ".ftz." + t.Name
	}
	before, after, signs := strings.Cut(name, ".xorsign.abs")
	name = before + after
	i, ok := gpu.Find(name)
	if !ok && strings.HasSuffix(name, "16x2") {
		i, ok = gpu.Find(strings.TrimSuffix(name, "x2"))
	}
	if !ok {
		return b.unsupported()
	}
	if operands != len(i.In) {
		return b.count(len(i.In) + 1)
	}
	n, element := t.Bits, i.Out.Bits()
	f := i.Evaluator()
	if signs {
		f = magnitudes(f, element)
	}
	if n > element {
		f = each(f, element)
	}
	switch operands {
	case 1:
		return b.with1(t, n, func(x uint64) uint64 { return f(x, 0, 0) })
	case 2:
		if err := b.with2(t, t, n, func(x, y uint64) uint64 { return f(x, y, 0) }); err != nil {
			return err
		}
		b.c.ops[len(b.c.ops)-1].arithmetic = classify(base, name, t)
		return nil
	}
	return b.with3(t, t, n, f)
}

// magnitudes is .xorsign.abs: f of the magnitudes, with the product's sign, which a NaN does not take.
func magnitudes(f func(x, y, z uint64) uint64, bits int) func(x, y, z uint64) uint64 {
	sign := uint64(1) << (bits - 1)
	return func(x, y, z uint64) uint64 {
		r := f(x&^sign, y&^sign, z)
		if r == sign-1 {
			return r
		}
		return r | (x^y)&sign
	}
}

// each is f of two elements of a register.
func each(f func(x, y, z uint64) uint64, bits int) func(x, y, z uint64) uint64 {
	in := ones(bits)
	return func(x, y, z uint64) uint64 {
		return f(x&in, y&in, z&in)&in | f(x>>bits, y>>bits, z>>bits)<<bits
	}
}

// least makes min and max of three operands ready.
func (b *lowering) least(name string, t ptx.Type) error {
	i, ok := gpu.Find(name)
	if !ok || t.Bits != i.Out.Bits() {
		return b.unsupported()
	}
	return b.with3(t, t, t.Bits, func(x, y, z uint64) uint64 {
		return i.Bits([3]uint64{i.Bits([3]uint64{x, y}), z})
	})
}

// parts describes a float type: how many bits the significand's fraction has.
func fraction(t ptx.Type) int {
	switch t.Name {
	case "f16", "f16x2":
		return 10
	case "bf16", "bf16x2":
		return 7
	case "f64":
		return 52
	}
	return 23
}

// testp makes the tests of a number's class ready.
func (b *lowering) testp(mods []string, t ptx.Type) error {
	if len(mods) != 1 {
		return b.unsupported()
	}
	p := fraction(t)
	infinity := ones(t.Bits-1) &^ ones(p)
	var is func(m uint64) bool // of the magnitude
	switch mods[0] {
	case "finite":
		is = func(m uint64) bool { return m < infinity }
	case "infinite":
		is = func(m uint64) bool { return m == infinity }
	case "number":
		is = func(m uint64) bool { return m <= infinity }
	case "notanumber":
		is = func(m uint64) bool { return m > infinity }
	case "normal":
		is = func(m uint64) bool { return m < infinity && m > ones(p) || m == 0 } // a zero too
	case "subnormal":
		is = func(m uint64) bool { return m != 0 && m <= ones(p) }
	default:
		return b.unsupported()
	}
	return b.with1(t, 1, func(x uint64) uint64 { return truth(is(x & ones(t.Bits-1))) })
}
