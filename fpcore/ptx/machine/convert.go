package machine

import (
	"math/bits"
	"slices"
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/ptx"
)

// convert makes mov and cvt ready.
func (b *lowering) convert(base string, mods []string, types []ptx.Type) error {
	if base == "mov" {
		if len(mods) > 0 || len(types) != 1 {
			return b.unsupported()
		}
		return b.move(types[0])
	}
	if slices.Equal(mods, []string{"pack", "sat"}) {
		return b.pack(types)
	}
	if len(types) != 2 {
		return b.unsupported()
	}
	to, from := types[0], types[1]
	if to.Class == ptx.Float || from.Class == ptx.Float {
		return b.convertFloat(mods, to, from)
	}
	sat := len(mods) == 1 && mods[0] == "sat"
	if len(mods) > 0 && !sat {
		return b.unsupported()
	}
	wide := b.width(to)
	return b.with1(from, wide, func(x uint64) uint64 {
		v := extend(x, from.Bits, from.Class == ptx.Signed)
		if sat {
			v = saturate(v, from.Class == ptx.Signed, to)
		}
		return extend(v, to.Bits, to.Class == ptx.Signed)
	})
}

// width returns the width of the register that a statement writes, at least that of t: results narrower than it are
// widened by their sign.
func (b *lowering) width(t ptx.Type) int {
	if len(b.s.Operands) > 0 && b.s.Operands[0].Kind == ptx.IsRegister {
		return max(t.Bits, b.s.Operands[0].Register.Type.Bits)
	}
	return t.Bits
}

// saturate keeps a 64-bit integer within the range of a type.
func saturate(v uint64, sign bool, t ptx.Type) uint64 {
	if t.Class == ptx.Signed {
		most := ones(t.Bits - 1)
		switch {
		case !sign && v > most || sign && int64(v) > int64(most):
			return most
		case sign && int64(v) < -int64(most)-1:
			return ^most
		}
		return v
	}
	switch {
	case sign && int64(v) < 0:
		return 0
	case v > ones(t.Bits):
		return ones(t.Bits)
	}
	return v
}

// convertFloat makes conversions from and to floating point ready: those of package gpu, and integers of 8 and 16 bits
// by way of 32.
func (b *lowering) convertFloat(mods []string, to, from ptx.Type) error {
	prefix := strings.Join(append([]string{"cvt"}, mods...), ".")
	find := func(to, from string) (*gpu.Instruction, bool) {
		i, ok := gpu.Find(prefix + "." + to + "." + from)
		if !ok { // both orders are assembled
			if i, ok = gpu.Find(strings.Replace(prefix, ".satfinite.relu", ".relu.satfinite", 1) + "." + to + "." + from); !ok {
				i, ok = gpu.Find(strings.Replace(prefix, ".relu.satfinite", ".satfinite.relu", 1) + "." + to + "." + from)
			}
		}
		return i, ok
	}
	wide := b.width(to)
	small := func(t ptx.Type) string { // the name of the 32-bit integer that stands for a narrow one
		if t.Class != ptx.Float && t.Bits < 32 {
			return string(rune(t.Class)) + "32"
		}
		return t.Name
	}
	switch {
	case strings.HasSuffix(to.Name, "x2") && len(b.s.Operands) == 3: // two numbers packed, the first into the upper half
		if i, ok := find(to.Name, from.Name); ok && len(i.In) == 2 {
			return b.with2(from, from, to.Bits, func(x, y uint64) uint64 { return i.Bits([3]uint64{x, y}) })
		}
		i, ok := find(strings.TrimSuffix(to.Name, "x2"), from.Name)
		if !ok {
			return b.unsupported()
		}
		half := to.Bits / 2
		return b.with2(from, from, to.Bits, func(x, y uint64) uint64 {
			return i.Bits([3]uint64{x})&ones(half)<<half | i.Bits([3]uint64{y})&ones(half)
		})
	case strings.HasSuffix(to.Name, "x2") && strings.HasSuffix(from.Name, "x2"):
		i, ok := find(to.Name, from.Name)
		if !ok {
			return b.unsupported()
		}
		in, out := from.Bits/2, to.Bits/2
		if len(i.In) == 2 {
			return b.with1(from, to.Bits, func(x uint64) uint64 { return i.Bits([3]uint64{x >> in, x & ones(in)}) })
		}
		return b.with1(from, to.Bits, func(x uint64) uint64 {
			return i.Bits([3]uint64{x >> in & ones(in)})&ones(out)<<out | i.Bits([3]uint64{x & ones(in)})&ones(out)
		})
	}
	source, target := small(from), small(to)
	alone := len(mods) == 0 || len(mods) == 1 && mods[0][0] == 'r'                                  // there are no other forms of these
	if alone && to.Bits >= 16 && (from.Name == "bf16" || from.Name == "f16" && to.Name == "bf16") { // by way of binary32, which has all of its numbers
		source = "f32"
		if from.Name == to.Name && len(mods) > 0 {
			target = "f32"
		}
	}
	i, ok := find(target, source)
	if !ok {
		return b.unsupported()
	}
	widen, _ := gpu.Find("cvt.f32.f16")
	narrow := to.Class != ptx.Float && to.Bits < 32
	return b.with1(from, wide, func(x uint64) uint64 {
		switch {
		case from.Class != ptx.Float:
			x = extend(x, from.Bits, from.Class == ptx.Signed) & ones(max(from.Bits, 32))
		case from.Name == "bf16":
			x = x << 16 & ones(32)
		case source != from.Name:
			x = widen.Bits([3]uint64{x & ones(16)})
		}
		r := i.Bits([3]uint64{x})
		switch {
		case target != to.Name && to.Name == "bf16":
			r >>= 16
		case narrow && from.Bits == 64 && x&ones(63) > 0x7ff<<52: // a NaN
			r = 1 << (to.Bits - 1)
		case narrow:
			r = saturate(extend(r, 32, to.Class == ptx.Signed), to.Class == ptx.Signed, to)
		}
		if to.Class == ptx.Signed {
			r = extend(r, to.Bits, true)
		}
		return r
	})
}

// move makes mov ready: of a value, or between a register and the pieces of which it consists.
func (b *lowering) move(t ptx.Type) (err error) {
	if err := b.count(2); err != nil {
		return err
	}
	d, a := b.s.Operands[0], b.s.Operands[1]
	o := b.base()
	switch {
	case d.Kind == ptx.IsVector:
		piece := t.Bits / max(len(d.List), 1)
		if piece*len(d.List) != t.Bits || piece < 8 {
			return b.bad("the pieces of mov." + t.Name + " have not its width")
		}
		if o.a, err = b.source(a, t); err != nil {
			return err
		}
		for _, x := range d.List {
			s, err := b.destination(&o, x, piece)
			if err != nil {
				return err
			}
			o.list = append(o.list, s)
		}
		o.do = func(w *warp, o *op, mask uint32) {
			for m := mask; m != 0; m &= m - 1 {
				l := int32(bits.TrailingZeros32(m))
				v := w.r[o.a+l]
				for k, s := range o.list {
					w.r[s+l] = v >> (k * piece) & ones(piece)
				}
			}
		}
	case a.Kind == ptx.IsVector:
		piece := t.Bits / max(len(a.List), 1)
		if piece*len(a.List) != t.Bits || piece < 8 {
			return b.bad("the pieces of mov." + t.Name + " have not its width")
		}
		if o.d, err = b.destination(&o, d, t.Bits); err != nil {
			return err
		}
		for _, x := range a.List {
			s, err := b.source(x, ptx.Type{Name: "b", Bits: piece, Class: ptx.Untyped})
			if err != nil {
				return err
			}
			o.list = append(o.list, s)
		}
		o.do = func(w *warp, o *op, mask uint32) {
			for m := mask; m != 0; m &= m - 1 {
				l := int32(bits.TrailingZeros32(m))
				var v uint64
				for k, s := range o.list {
					v |= w.r[s+l] & ones(piece) << (k * piece)
				}
				w.r[o.d+l] = v
			}
		}
	case a.Kind == ptx.IsAddress:
		return b.bad("mov takes the address of a variable without brackets")
	default:
		if t.Class == ptx.Float && a.Kind == ptx.IsInteger {
			t.Class = ptx.Untyped
		}
		return b.with1(t, t.Bits, func(x uint64) uint64 { return x })
	}
	b.emit(o)
	return nil
}
