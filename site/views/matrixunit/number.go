package matrixunit

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/tensor"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
)

// number is a type of PTX: of floating-point numbers, integers or single bits, which stand as registers of 32.
type number string

// format is nil for integers.
func (t number) format() *format.Format { return tensor.Format(string(t)) }

func (t number) integer() arith.IntType { return tensor.IntType(string(t)) }

// bits is the width of a code.
func (t number) bits() int {
	if f := t.format(); f != nil {
		return f.Bits
	}
	return int(t.integer().Bits)
}

// read returns the code that a text means, rounded to nearest.
func (t number) read(s string) (wide.U128, error) {
	if f := t.format(); f != nil {
		p, err := text.Parse(s, f, round.Env{})
		return p.Bits, err
	}
	return operand.ReadInt(s, t.integer())
}

// entry writes a code so that it reads back.
func (t number) entry(c uint64) string {
	d := t.datum(c)
	if t == "b1" {
		return d.Hex
	}
	return d.Entry
}

func (t number) datum(c uint64) operand.Datum {
	if f := t.format(); f != nil {
		return operand.DatumOf(f, wide.From64(c), false)
	}
	return operand.DatumOfInt(c, t.integer())
}

// step moves an entered number to a neighbour.
func (t number) step(x *operand.Entered, up bool) {
	if f := t.format(); f != nil {
		x.Step(f, up)
		return
	}
	by := ^uint64(0)
	if up {
		by = 1
	}
	*x = operand.Entered{Bits: wide.From64(uint64(uint32(x.Bits.Lo + by)))}
}

// of takes a code of another type over: a floating-point number is rounded, of an integer the lowest bits remain.
func (t number) of(from number, c uint64) uint64 {
	if f := t.format(); f != nil {
		return arith.Convert(round.Env{}, f, from.format(), wide.From64(c), nil).Bits.Lo
	}
	return c & (1<<t.bits() - 1)
}
