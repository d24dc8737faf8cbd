package ptx

import (
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/ptx"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/rounding"
)

// registers are the values that registers hold.
type registers map[*ptx.Register]uint64

// held returns what the registers of a thread hold before its step number at.
func (t *Trace) held(side, at int) registers {
	h := registers{}
	for k := range at {
		h.take(t, side, k)
	}
	return h
}

// take adds what a step wrote.
func (h registers) take(t *Trace, side, at int) {
	e := &t.Sides[side].Watch.Events[at]
	for i, r := range e.Registers {
		h[r] = e.Values[i]
	}
}

// operand is the value of an operand of a type, ok false for what is no register and no number.
func (h registers) operand(x *ptx.Operand, typ ptx.Type) (v uint64, ok bool) {
	switch x.Kind {
	case ptx.IsRegister:
		v, ok = h[x.Register]
		return v, ok
	case ptx.IsFloat:
		v, err := x.FloatBits(typ)
		return v, err == nil
	}
	return 0, false
}

// rounded says what a step of a thread rounded, where h is what its registers held before.
func (h registers) rounded(t *Trace, side, at int) (r rounding.Rounded, ok bool) {
	e := &t.Sides[side].Watch.Events[at]
	if e.Off || len(e.Values) != 1 {
		return r, false
	}
	if e.Fused != nil {
		return h.fused(e.Statement, e.Fused, e.Values[0])
	}
	name := e.Statement.Opcode
	if rest, mad := strings.CutPrefix(name, "mad."); mad {
		name = "fma." + rest
	}
	i, found := gpu.Find(name)
	if !found || len(i.In) != len(e.Statement.Operands)-1 {
		return r, false
	}
	var in [3]uint64
	for k := range i.In {
		if in[k], ok = h.operand(&e.Statement.Operands[k+1], operandType(e.Statement, k+1)); !ok {
			return r, false
		}
	}
	return rounding.Of(i, in, e.Values[0])
}

// fused compares the result of a sum or difference with that of the exact product that it was fused with.
func (h registers) fused(s, product *ptx.Statement, out uint64) (r rounding.Rounded, ok bool) {
	f := formatOf(operandType(s, 0))
	if f == nil || len(s.Operands) != 3 || len(product.Operands) != 3 {
		return r, false
	}
	value := func(s *ptx.Statement, k int) (exact.Value, bool) {
		c, ok := h.operand(&s.Operands[k], operandType(s, k))
		if !ok {
			return exact.Value{}, false
		}
		return exact.FromBits(f, wide.From64(c))
	}
	var x [3]exact.Value
	for k := 1; k < 3; k++ {
		if o := s.Operands[k]; o.Kind == ptx.IsRegister && o.Register == product.Operands[0].Register {
			a, aok := value(product, 1)
			b, bok := value(product, 2)
			if !aok || !bok {
				return r, false
			}
			x[k] = a.Mul(b)
		} else if x[k], ok = value(s, k); !ok {
			return r, false
		}
	}
	if strings.HasPrefix(s.Opcode, "sub.") {
		x[2] = x[2].Negated()
	}
	return rounding.To(f, x[1].Add(x[2]), out)
}
