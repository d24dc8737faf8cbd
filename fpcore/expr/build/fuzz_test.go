package build_test

import (
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/programs"
	"ulplab/fpcore/expr/types"
)

// FuzzParse holds every text to: a well-formed program, or an error that points into the text.
func FuzzParse(f *testing.F) {
	for _, s := range programs.Seeds() {
		f.Add(s, uint8(0))
		f.Add(s, uint8(7))
	}
	f.Fuzz(func(t *testing.T, text string, mode uint8) {
		o := types.Options{Free: types.Float, Device: mode&1 != 0, C: mode&2 != 0}
		if mode&4 != 0 {
			o.Free, o.Literals = types.Double, types.Float
		}
		c, err := build.Parse(text, o)
		if err != nil {
			if c != nil || err.From < 0 || err.From > err.To || int(err.To) > len(text) || err.Text == "" {
				t.Fatalf("error %+v of a text of %d bytes", *err, len(text))
			}
			return
		}
		sound(t, c)
		for i := range c.Prints {
			c.Printed(i, func(v int32) uint64 { return c.Values[v].Bits })
		}
	})
}

// sound checks what the doc comments of Code promise.
func sound(t *testing.T, c *types.Code) {
	t.Helper()
	n := int32(len(c.Values))
	if n > types.MaxValues || len(c.Inputs) > types.MaxInputs || c.Result < -1 || c.Result >= n || c.Result < 0 && len(c.Prints) == 0 {
		t.Fatalf("%d values, %d inputs, result %d", n, len(c.Inputs), c.Result)
	}
	for _, in := range c.Inputs {
		if in.Name == "" || in.Type == types.NoType || in.From < 0 || int(in.From) > len(c.Text) {
			t.Fatalf("input %+v", in)
		}
	}
	for i, v := range c.Values {
		want := operands(v)
		for j, x := range v.X {
			if j < want && (x < 0 || x >= int32(i)) || j >= want && x != -1 {
				t.Fatalf("value %d %+v has operand %d", i, v, x)
			}
		}
		if v.Type == types.NoType || v.From < 0 || v.From > v.To || int(v.To) > len(c.Text) || v.Line < 0 {
			t.Fatalf("value %d %+v", i, v)
		}
		checkTypes(t, c, i)
	}
	for _, p := range c.Prints {
		for _, x := range p.Args {
			if x < 0 || x >= n {
				t.Fatalf("print of value %d", x)
			}
		}
	}
	for _, note := range c.Notes {
		if note.At < 0 || int(note.At) > len(c.Text) || note.Text == "" {
			t.Fatalf("note %+v", note)
		}
	}
}

// operands returns how many operands an operation has.
func operands(v types.Value) int {
	switch v.Op {
	case types.Const, types.Input:
		return 0
	case types.Convert, types.Bitcast, types.Neg, types.Not:
		return 1
	case types.Select:
		return 3
	case types.Call:
		f, ok := types.FindFunction(v.Fn, v.Type)
		if !ok {
			return -1
		}
		return len(f.In)
	}
	return 2
}

// checkTypes checks that operands are of the type that the operation works in.
func checkTypes(t *testing.T, c *types.Code, i int) {
	t.Helper()
	v := c.Values[i]
	of := func(n int) types.Type { return c.Values[v.X[n]].Type }
	ok := true
	switch v.Op {
	case types.Const:
		ok = v.Bits&^v.Type.Mask() == 0
	case types.Input:
		ok = v.Bits < uint64(len(c.Inputs)) && c.Inputs[v.Bits].Type == v.Type
	case types.Convert:
		ok = of(0) != v.Type || v.Volatile
	case types.Bitcast:
		ok = of(0) != v.Type && (of(0).Bits() == v.Type.Bits() || of(0).Bits()+v.Type.Bits() == 48)
	case types.Neg:
		ok = of(0) == v.Type && v.Type > types.Bool
	case types.Add, types.Sub, types.Mul, types.Div:
		ok = of(0) == v.Type && of(1) == v.Type && v.Type > types.Bool
	case types.Rem, types.And, types.Or, types.Xor, types.Shl, types.Shr:
		ok = of(0) == v.Type && of(1) == v.Type && types.Bool < v.Type && v.Type <= types.ULong
	case types.Not:
		ok = of(0) == v.Type && types.Bool < v.Type && v.Type <= types.ULong
	case types.Less, types.LessEq, types.More, types.MoreEq, types.Equal, types.Differ:
		ok = v.Type == types.Bool && of(0) == of(1)
	case types.Select:
		ok = of(0) == types.Bool && of(1) == v.Type && of(2) == v.Type
	case types.Call:
		f, found := types.FindFunction(v.Fn, v.Type)
		ok = found
		for n := range f.In {
			ok = ok && of(n) == f.In[n]
		}
	default:
		ok = false
	}
	if !ok {
		t.Fatalf("value %d %+v does not fit its operands", i, v)
	}
}
