package run

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// run87 executes an instruction of x87.
func (p *Program) run87(in *Instruction, i int) {
	x := wide.U128{Hi: p.hi[max(in.X[0], 0)], Lo: p.lo[max(in.X[0], 0)]}
	var r wide.U128
	switch in.Do {
	case Do87:
		y := wide.U128{}
		if in.N == 1 && x.Hi>>15 != 0 && store87(p.Control, in.Type, x).Lo == types.SignBit(in.Type) {
			r.Hi = 1 << 15 // below zero the library takes the root, of what the type holds: -0
			break
		}
		if in.N > 1 {
			y = wide.U128{Hi: p.hi[in.X[1]], Lo: p.lo[in.X[1]]}
			var ok bool
			if r, ok = quick87(in.Op, x, y, p.Precision); ok {
				break
			}
		}
		r = in.X87.Do(p.Control, [3]wide.U128{x, y}, nil).Bits
	case DoNeg87:
		r = x
		r.Hi ^= 1 << 15
	case DoAbs87:
		r = x
		r.Hi &^= 1 << 15
	case DoRound87:
		r = arith.RoundToIntegral(round.Env{Direction: in.Env.Direction, NaN: p.Control.Env().NaN}, format.X87, format.X87, x, false, nil).Bits
	case DoSign87:
		r = x
		r.Hi = r.Hi&^(1<<15) | p.hi[in.X[1]]&(1<<15)
	case DoCopy:
		r = x
	case DoLoad87:
		if in.From >= types.Float {
			var ok bool
			if r, ok = quickLoad87(in.From, x.Lo); ok {
				break
			}
		}
		if f := in.From.Format(); f != nil {
			r = arith.Convert(round.Env{NaN: types.HostNaN}, format.X87, f, x, nil).Bits
		} else {
			r = arith.FromInt(round.Env{}, format.X87, in.From.IntType(), x.Lo, nil).Bits
		}
	case DoStore87:
		r = store87(p.Control, in.Type, x)
		if in.Bits == 0 { // it goes on in a register
			if w, ok := quickLoad87(in.Type, r.Lo); ok {
				r = w
				break
			}
			r = arith.Convert(round.Env{NaN: types.HostNaN}, format.X87, in.Type.Format(), r, nil).Bits
		}
	case DoCompare87:
		rel, _ := arith.Compare(round.Env{}, format.X87, x, wide.U128{Hi: p.hi[in.X[1]], Lo: p.lo[in.X[1]]})
		r.Lo = uint64(types.Bit(in.Op.Holds(rel)))
	case DoSelect87:
		from := in.X[2]
		if x.Lo&1 != 0 {
			from = in.X[1]
		}
		r = wide.U128{Hi: p.hi[from], Lo: p.lo[from]}
	case DoInt87:
		r.Lo = int87(in.Type, x)
	}
	p.lo[i], p.hi[i] = r.Lo, r.Hi
}

func store87(w x86.ControlWord, t types.Type, x wide.U128) wide.U128 {
	if t >= types.Float {
		if r, ok := quickStore87(t, x); ok {
			return wide.From64(r)
		}
	}
	env := w.Env()
	env.Precision = 0
	return arith.Convert(env, t.Format(), format.X87, x, nil).Bits
}

// int87 is fistp after the direction was set toward zero, of 32 bits for int and 64 for the others.
func int87(t types.Type, x wide.U128) uint64 {
	if t == types.Bool {
		rel, _ := arith.Compare(round.Env{}, format.X87, x, format.X87.Zero(false))
		return uint64(types.Bit(rel != arith.Equal))
	}
	typ := arith.IntType{Bits: 64, Signed: true}
	if t == types.Int {
		typ.Bits = 32
	}
	env := round.Env{Direction: round.TowardZero}
	if t == types.ULong { // from 2^63 on, 2^63 is subtracted first
		typ.Signed = false
	}
	r := arith.ToInt(env, format.X87, x, typ, false)
	if r.Flags&round.Invalid != 0 {
		return (1 << (typ.Bits - 1)) & t.Mask()
	}
	return r.Bits & t.Mask()
}
