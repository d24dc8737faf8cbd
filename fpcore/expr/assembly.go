package expr

import (
	"strings"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/ptx"
	"ulplab/fpcore/ptx/machine"
	"ulplab/fpcore/ptx/scalar"
)

// TypeOf is the type of the result of a function of PTX that computes a program whose result has type t: t, or where it has another size
// the floating-point type of that size.
func TypeOf(f *scalar.Function, t types.Type) types.Type {
	if t.Bits() == 8*f.Bytes {
		return t
	}
	return map[int]types.Type{2: types.Half, 4: types.Float, 8: types.Double}[f.Bytes]
}

// Bind gives the parameters of a function of PTX, whose result has type t, the inputs of a program (scalar.Function.Bind). rank says which
// names come first.
func Bind(f *scalar.Function, inputs []types.InputVar, t types.Type, rank func(name string) int) (b scalar.Binding, problem string) {
	var list []scalar.Input
	for _, v := range inputs {
		name, _, _ := strings.Cut(v.Name, "[")
		list = append(list, scalar.Input{Name: v.Name, Type: v.Type.Suffix()[1:], Word: v.Type.String(), Bits: v.Type.Bits(), Float: v.Type.IsFloat(), Rank: rank(name)})
	}
	return f.Bind(list, t.Suffix()[1:])
}

// ProblemOf is what is wrong with PTX, and where.
func ProblemOf(text string, err error) *types.Error {
	p := &types.Error{Text: err.Error()}
	at := ptx.Position{}
	switch e := err.(type) {
	case *ptx.Error:
		at, p.Text = e.At, e.What
	case *machine.Error:
		at, p.Text = e.At, e.What
	}
	from := at.Byte(text)
	p.From, p.To = int32(from), int32(from+strings.IndexAny(text[from:]+"\n", " \t\r\n;,"))
	return p
}
