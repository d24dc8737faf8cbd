package arith_test

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// The slow twin: what IEEE 754-2019 and the formats' own documents define, computed with math/big, sharing no
// code with packages round and arith and no table with package format. This file holds the formats.

// top says what the codes of the largest exponent field mean.
type top uint8

const (
	ieeeTop   top = iota // trailing significand 0: infinity, else NaN
	oneNaNTop            // all ones: NaN; no infinity
	fnuzTop              // numbers; the code of -0 is the NaN
	finiteTop            // numbers; no NaN at all
	powersTop            // E8M0: the code c < 255 is 2^(c-127), 255 is NaN
)

// def is a format by its definition: precision p, bias, and what is special. The rest follows.
type def struct {
	id       string
	expBits  int
	p        int
	bias     int
	top      top
	unsigned bool
	explicit bool

	f     *format.Format
	width int
	field int // width of the stored significand field
	emin  int
	etiny int
	maxG  wide.U128 // rank of the largest number, see rank
	codes []num     // decoded codes of formats up to 8 bits
}

// defs are the named formats, typed in from IEEE 754-2019 table 3.5, Intel SDM volume 1 4.2.2, the OCP 8-bit and
// microscaling specifications and the PTX manual's alternate formats.
var defs = complete([]def{
	{id: "f16", expBits: 5, p: 11, bias: 15},
	{id: "f32", expBits: 8, p: 24, bias: 127},
	{id: "f64", expBits: 11, p: 53, bias: 1023},
	{id: "f128", expBits: 15, p: 113, bias: 16383},
	{id: "bf16", expBits: 8, p: 8, bias: 127},
	{id: "tf32", expBits: 8, p: 11, bias: 127},
	{id: "x87", expBits: 15, p: 64, bias: 16383, explicit: true},
	{id: "e5m2", expBits: 5, p: 3, bias: 15},
	{id: "e4m3", expBits: 4, p: 4, bias: 7, top: oneNaNTop},
	{id: "e5m2fnuz", expBits: 5, p: 3, bias: 16, top: fnuzTop},
	{id: "e4m3fnuz", expBits: 4, p: 4, bias: 8, top: fnuzTop},
	{id: "e3m4", expBits: 3, p: 5, bias: 3},
	{id: "e2m3", expBits: 2, p: 4, bias: 1, top: finiteTop},
	{id: "e3m2", expBits: 3, p: 3, bias: 3, top: finiteTop},
	{id: "e2m1", expBits: 2, p: 2, bias: 1, top: finiteTop},
	{id: "e8m0", expBits: 8, p: 1, bias: 127, top: powersTop, unsigned: true},
	{id: "ue4m3", expBits: 4, p: 4, bias: 7, top: oneNaNTop, unsigned: true},
})

// customs are formats that exist only by their name eXmY.
var customs = complete([]def{
	custom(2, 0), custom(2, 2), custom(3, 0), custom(3, 3), custom(4, 2), custom(5, 0), custom(5, 3), custom(5, 10),
	custom(2, 13), custom(6, 9), custom(11, 4), custom(15, 0), custom(15, 112), custom(2, 112), custom(8, 55), custom(11, 63), custom(4, 60),
})

func custom(e, m int) def {
	return def{id: "e" + strconv.Itoa(e) + "m" + strconv.Itoa(m), expBits: e, p: m + 1, bias: 1<<(e-1) - 1}
}

func complete(list []def) []*def {
	var out []*def
	for i := range list {
		d := &list[i]
		f, err := format.Parse(d.id)
		if err != nil {
			panic(d.id)
		}
		d.f = f
		d.field = d.p - 1
		if d.explicit {
			d.field = d.p
		}
		d.width = d.expBits + d.field
		if !d.unsigned {
			d.width++
		}
		d.emin = 1 - d.bias
		d.etiny = d.emin - (d.p - 1)
		one := wide.From64(1)
		all := one.Shl(uint(d.expBits + d.p - 1))
		switch d.top {
		case ieeeTop:
			d.maxG = all.Sub(one.Shl(uint(d.p - 1))).Sub(one)
		case oneNaNTop:
			d.maxG = all.Sub(wide.From64(2))
		case fnuzTop, finiteTop:
			d.maxG = all.Sub(one)
		case powersTop:
			d.emin, d.etiny, d.maxG = -127, -127, wide.From64(255)
		}
		if d.width <= 8 {
			for c := range uint64(1) << d.width {
				d.codes = append(d.codes, d.decodeSlow(wide.From64(c)))
			}
		}
		out = append(out, d)
	}
	return out
}

func find(id string) *def {
	for _, d := range defs {
		if d.id == id {
			return d
		}
	}
	panic(id)
}

func (d *def) hasInf() bool { return d.top == ieeeTop }
func (d *def) hasNaN() bool { return d.top != finiteTop && !(d.top == ieeeTop && d.field == 0) }

// kindOf is the class of a datum.
type kindOf uint8

const (
	isZero kindOf = iota
	isFinite
	isInf
	isQuiet
	isSignaling
	isRefused // x87 unnormal, pseudo-infinity, pseudo-NaN
)

// num is a decoded datum: ±m*2^q if finite; e is the exponent of its leading bit.
type num struct {
	kind      kindOf
	neg       bool
	subnormal bool
	q, e      int
	m         wide.U128
	payload   wide.U128 // of a NaN: the bits of the trailing significand, aligned to bit 127
}

func (n num) nan() bool { return n.kind == isQuiet || n.kind == isSignaling }

func (d *def) decode(c wide.U128) num {
	if d.codes != nil {
		return d.codes[c.Lo]
	}
	return d.decodeSlow(c)
}

func (d *def) decodeSlow(c wide.U128) num {
	t := c.And(wide.Mask(uint(d.field)))
	e := int(c.Shr(uint(d.field)).And(wide.Mask(uint(d.expBits))).Lo)
	n := num{neg: !d.unsigned && c.Bit(uint(d.width-1)) == 1}
	last := 1<<d.expBits - 1
	number := func(m wide.U128, q int) num {
		n.kind, n.m, n.q, n.e = isFinite, m, q, q+m.Len()-1
		if m.IsZero() {
			n.kind = isZero
		}
		return n
	}
	nan := func(payload wide.U128, width int) num {
		n.kind, n.payload = isSignaling, payload.Shl(uint(128-width))
		if payload.Bit(uint(width-1)) == 1 {
			n.kind = isQuiet
		}
		return n
	}
	switch {
	case d.top == powersTop && e == last:
		return num{kind: isQuiet, payload: wide.From64(1).Shl(127)}
	case d.top == powersTop:
		return number(wide.From64(1), e-127)
	case d.top == fnuzTop && n.neg && e == 0 && t.IsZero():
		return num{kind: isQuiet, payload: wide.From64(1).Shl(127)}
	case d.top == oneNaNTop && e == last && t == wide.Mask(uint(d.field)):
		return nan(t, d.field)
	case d.explicit:
		integer := t.Bit(63)
		rest := t.And(wide.Mask(63))
		switch {
		case e > 0 && integer == 0:
			n.kind = isRefused
			return n
		case e == last && rest.IsZero():
			n.kind = isInf
			return n
		case e == last:
			return nan(rest, 63)
		}
		n.subnormal = e == 0 && integer == 0 && !rest.IsZero()
		return number(t, d.etiny+max(e, 1)-1)
	case d.top == ieeeTop && e == last && t.IsZero():
		n.kind = isInf
		return n
	case d.top == ieeeTop && e == last:
		return nan(t, d.field)
	case e == 0:
		n.subnormal = !t.IsZero()
		return number(t, d.etiny)
	}
	return number(t.Add(wide.From64(1).Shl(uint(d.p-1))), d.etiny+e-1)
}

// rank orders the non-negative numbers of a format, were its exponents unbounded above: zero is 0, the smallest
// positive number 1, and so on. code is the way back, for ranks up to maxG.
func (d *def) code(neg bool, rank wide.U128) wide.U128 {
	neg = neg && !d.unsigned
	var c wide.U128
	switch {
	case d.top == powersTop && rank.IsZero():
		// No zero: the smallest number stands in.
	case d.top == powersTop:
		c = rank.Sub(wide.From64(1))
	case d.explicit:
		e := rank.Shr(63)
		c = e.Shl(64).Or(rank.And(wide.Mask(63)))
		if !e.IsZero() {
			c = c.SetBit(63, 1)
		}
	case d.top == fnuzTop && rank.IsZero():
		neg = false
	default:
		c = rank
	}
	if neg {
		c = c.SetBit(uint(d.width-1), 1)
	}
	return c
}

func (d *def) infinity(neg bool) wide.U128 {
	c := wide.Mask(uint(d.expBits)).Shl(uint(d.field))
	if d.explicit {
		c = c.SetBit(63, 1)
	}
	if neg {
		c = c.SetBit(uint(d.width-1), 1)
	}
	return c
}

// quiet returns the quiet NaN with a sign and the leading bits of a payload; the stand-in is the largest number.
func (d *def) quiet(neg bool, payload wide.U128) wide.U128 {
	switch {
	case !d.hasNaN():
		return d.code(false, d.maxG)
	case d.top == fnuzTop:
		return wide.From64(1).Shl(uint(d.width - 1))
	case d.top == powersTop:
		return wide.From64(255)
	}
	width := d.p - 1
	var c wide.U128
	if d.top == oneNaNTop {
		c = wide.Mask(uint(d.width - 1))
		if d.unsigned {
			c = wide.Mask(uint(d.width))
		}
	} else {
		c = d.infinity(false).Or(payload.Shr(uint(128-width))).SetBit(uint(width-1), 1)
	}
	if neg && !d.unsigned {
		c = c.SetBit(uint(d.width-1), 1)
	}
	return c
}

// defaultNaN is the NaN of a pattern: sign 0 or 1 with only the quiet bit, or sign 0 with all ones.
func (d *def) defaultNaN(p format.NaNPattern) wide.U128 {
	if p == format.AllOnes {
		return d.quiet(false, wide.Mask(128))
	}
	return d.quiet(p == format.NegativeQuiet, wide.U128{})
}
