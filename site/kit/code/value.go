package code

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
)

// Cell is the value of an input.
type Cell struct {
	_       [0]func() // not comparable
	Name    string
	Shown   string // as typed
	Problem string
	Note    string
	Value
}

// Value is a value of a program.
type Value struct {
	_      [0]func() // not comparable
	Known  bool
	Type   expr.Type
	Format *format.Format // nil for an integer
	Code   wide.U128
	Brief  string
	Hex    string
}

// Distance is the distance of two results: the number of steps between neighbours, or why there is none.
type Distance struct {
	Known bool
	N     uint64
	All   bool // the cell is about all rows
}

// TooMany refuses a program of more values than a page evaluates.
func TooMany(c *expr.Code, most int) *expr.Error {
	if n := len(c.Values); n > most {
		return &expr.Error{To: int32(len(c.Text)), Text: TooManyWords(n, most)}
	}
	return nil
}

// ValueOf describes a value of a type.
func ValueOf(t expr.Type, f *format.Format, c wide.U128) Value {
	v := Value{Known: true, Type: t, Format: f, Code: c}
	if f != nil {
		v.Brief, v.Hex = words.Brief(f, c), text.Bits(f, c)
		return v
	}
	switch t {
	case expr.Int, expr.Bool:
		v.Brief = strconv.FormatInt(int64(int32(c.Lo)), 10)
	case expr.Long:
		v.Brief = strconv.FormatInt(int64(c.Lo), 10)
	default:
		v.Brief = strconv.FormatUint(c.Lo, 10)
	}
	s := strconv.FormatUint(c.Lo, 16)
	for len(s) < max(t.Bits(), 32)/4 {
		s = "0" + s
	}
	v.Hex = "0x" + s
	return v
}

// ReadCell reads the value of an input.
func ReadCell(name string, t expr.Type, shown string) Cell {
	c := Cell{Name: name, Shown: shown}
	if len(shown) > ExprMaxCell {
		c.Problem = ExprCellLong
		return c
	}
	f := t.Format()
	if f == nil {
		n, problem := exprInteger(shown)
		c.Problem = problem
		if problem == "" {
			c.Value = ValueOf(t, nil, wide.From64(n&(^uint64(0)>>(64-max(t.Bits(), 32)))))
		}
		return c
	}
	p, err := text.Parse(shown, f, round.Env{})
	if err != nil {
		c.Problem = words.Problem(err)
		return c
	}
	c.Value = ValueOf(t, f, p.Bits)
	if p.Flags&(round.Inexact|round.Overflowed) != 0 {
		_, c.Note = operand.Judge(f, operand.Entered{Bits: p.Bits, Text: operand.Typed(shown)})
	}
	return c
}

// exprInteger reads a whole number, decimal or hexadecimal.
func exprInteger(s string) (n uint64, problem string) {
	s = strings.TrimSpace(strings.ReplaceAll(s, "−", "-"))
	if u, err := strconv.ParseUint(s, 0, 64); err == nil {
		return u, ""
	}
	if i, err := strconv.ParseInt(s, 0, 64); err == nil {
		return uint64(i), ""
	}
	return 0, ExprInteger
}

// Order maps codes to integers so that neighbouring numbers are neighbouring integers; ok is false for a NaN.
func Order(v Value) (n int64, ok bool) {
	if v.Format == nil {
		switch v.Type {
		case expr.Int, expr.Bool:
			return int64(int32(v.Code.Lo)), true
		}
		return int64(v.Code.Lo), true
	}
	if v.Format.Bits > 64 || v.Format.ClassOf(v.Code).IsNaN() {
		return 0, false
	}
	sign := uint64(1) << (v.Format.Bits - 1)
	if v.Code.Lo&sign != 0 {
		return -int64(v.Code.Lo &^ sign), true
	}
	return int64(v.Code.Lo), true
}

// UlpDistance is the number of steps between neighbours from one result to the other.
func UlpDistance(a, b Value) Distance {
	if !a.Known || !b.Known || a.Type != b.Type {
		return Distance{}
	}
	x, ok1 := Order(a)
	y, ok2 := Order(b)
	if !ok1 || !ok2 {
		return Distance{Known: a.Code == b.Code}
	}
	if x < y {
		x, y = y, x
	}
	return Distance{Known: true, N: uint64(x) - uint64(y)}
}

// TypeName names the type of an input as C does.
func (c *Cell) TypeName() string {
	if c.Known {
		return c.Type.String()
	}
	return "?"
}
