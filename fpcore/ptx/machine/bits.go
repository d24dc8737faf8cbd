package machine

import (
	"math/bits"

	"ulplab/fpcore/ptx"
)

// lop3 makes a logic operation of three operands by its table ready; with .and or .or it has a predicate d|p too: whether d is not 0,
// joined with a sixth operand.
func (b *lowering) lop3(mod string, t ptx.Type) (err error) {
	more := 0
	if mod == "and" || mod == "or" {
		more = 1
	}
	if err := b.count(5 + more); err != nil {
		return err
	}
	x := b.s.Operands[4]
	if x.Kind != ptx.IsInteger || x.Value > 255 || t.Bits != 32 {
		return b.bad("the table of lop3.b32 is a number from 0 to 255")
	}
	kept := b.s.Operands
	defer func() { b.s.Operands = kept }()
	table := x.Value
	f := func(p, q, r uint64) (v uint64) {
		for k := range uint64(8) {
			if table>>k&1 == 0 {
				continue
			}
			x, y, z := p, q, r
			if k&4 == 0 {
				x = ^x
			}
			if k&2 == 0 {
				y = ^y
			}
			if k&1 == 0 {
				z = ^z
			}
			v |= x & y & z
		}
		return v
	}
	if more == 0 {
		b.s.Operands = kept[:4]
		return b.with3(t, t, 32, f)
	}
	if kept[0].Kind != ptx.IsPair {
		return b.bad(b.s.Opcode + " writes a register and a predicate, d|p")
	}
	o := b.base()
	if err = b.results(&o, kept[0]); err != nil {
		return err
	}
	for k, to := range []*int32{&o.a, &o.b, &o.c} {
		if *to, err = b.source(kept[k+1], t); err != nil {
			return err
		}
	}
	o.not = kept[5].Not
	if o.members, err = b.source(kept[5], predicate); err != nil {
		return err
	}
	o.do = func(w *warp, o *op, mask uint32) {
		for m := mask; m != 0; m &= m - 1 {
			l := int32(bits.TrailingZeros32(m))
			v := f(w.r[o.a+l], w.r[o.b+l], w.r[o.c+l]) & ones(32)
			p := joined(mod, v != 0, w.r[o.members+l] != 0 != o.not)
			w.r[o.d+l], w.r[o.e+l] = v, truth(p)
		}
	}
	b.emit(o)
	return nil
}

// permute makes prmt ready: bytes of two registers picked by the digits of a third.
func (b *lowering) permute(mod string, t ptx.Type) error {
	if t.Bits != 32 {
		return b.unsupported()
	}
	var pick func(s uint64, k int) int // which byte goes to place k, where the mode is not the general one
	switch mod {
	case "":
	case "f4e":
		pick = func(s uint64, k int) int { return int(s) + k }
	case "b4e":
		pick = func(s uint64, k int) int { return (int(s) - k) & 7 }
	case "rc8":
		pick = func(s uint64, _ int) int { return int(s) }
	case "ecl":
		pick = func(s uint64, k int) int { return max(k, int(s)) }
	case "ecr":
		pick = func(s uint64, k int) int { return min(k, int(s)) }
	case "rc16":
		pick = func(s uint64, k int) int { return int(s&1)*2 + k&1 }
	default:
		return b.unsupported()
	}
	return b.with3(u32, u32, 32, func(x, y, s uint64) (v uint64) {
		both := y<<32 | x&0xffffffff
		for k := range 4 {
			var c uint64
			if pick != nil {
				c = both >> (8 * (pick(s&3, k) & 7)) & 0xff
			} else {
				d := s >> (4 * k) & 15
				c = both >> (8 * (d & 7)) & 0xff
				if d&8 != 0 { // its sign only
					c = -(c >> 7) & 0xff
				}
			}
			v |= c << (8 * k)
		}
		return v
	})
}
