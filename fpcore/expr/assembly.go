package expr

import (
	"strings"

	"ulplab/fpcore/expr/types"
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
