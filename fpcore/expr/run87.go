package expr

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// run87 executes an instruction of x87.
func (p *Program) run87(in *inst, i int) {
	x := wide.U128{Hi: p.hi[max(in.x[0], 0)], Lo: p.lo[max(in.x[0], 0)]}
	var r wide.U128
	switch in.do {
	case do87:
		y := wide.U128{}
		if in.n == 1 && x.Hi>>15 != 0 && store87(p.word, in.typ, x).Lo == types.SignBit(in.typ) {
			r.Hi = 1 << 15 // below zero the library takes the root, of what the type holds: -0
			break
		}
		if in.n > 1 {
			y = wide.U128{Hi: p.hi[in.x[1]], Lo: p.lo[in.x[1]]}
			var ok bool
			if r, ok = quick87(in.op, x, y, p.precision); ok {
				break
			}
		}
		r = in.x87.Do(p.word, [3]wide.U128{x, y}, nil).Bits
	case doNeg87:
		r = x
		r.Hi ^= 1 << 15
	case doAbs87:
		r = x
		r.Hi &^= 1 << 15
	case doRound87:
		r = arith.RoundToIntegral(round.Env{Direction: in.env.Direction, NaN: p.word.Env().NaN}, format.X87, format.X87, x, false, nil).Bits
	case doSign87:
		r = x
		r.Hi = r.Hi&^(1<<15) | p.hi[in.x[1]]&(1<<15)
	case doCopy:
		r = x
	case doLoad87:
		if in.from >= types.Float {
			var ok bool
			if r, ok = quickLoad87(in.from, x.Lo); ok {
				break
			}
		}
		if f := in.from.Format(); f != nil {
			r = arith.Convert(round.Env{NaN: types.HostNaN}, format.X87, f, x, nil).Bits
		} else {
			r = arith.FromInt(round.Env{}, format.X87, in.from.IntType(), x.Lo, nil).Bits
		}
	case doStore87:
		r = store87(p.word, in.typ, x)
		if in.bits == 0 { // it goes on in a register
			if w, ok := quickLoad87(in.typ, r.Lo); ok {
				r = w
				break
			}
			r = arith.Convert(round.Env{NaN: types.HostNaN}, format.X87, in.typ.Format(), r, nil).Bits
		}
	case doCompare87:
		rel, _ := arith.Compare(round.Env{}, format.X87, x, wide.U128{Hi: p.hi[in.x[1]], Lo: p.lo[in.x[1]]})
		r.Lo = uint64(types.Bit(in.op.Holds(rel)))
	case doSelect87:
		from := in.x[2]
		if x.Lo&1 != 0 {
			from = in.x[1]
		}
		r = wide.U128{Hi: p.hi[from], Lo: p.lo[from]}
	case doInt87:
		r.Lo = int87(in.typ, x)
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
