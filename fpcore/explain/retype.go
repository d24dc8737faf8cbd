package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// Programs with other types.

// overloads reports a text for a CPU in which the type of an argument chooses another function in C++ and none in C, as 1.0f does in acos(1.0f), where
// that was not so before: whether it is a remedy depends on the language and the headers.
func (x *surgery) overloads(side int, was, now string) bool {
	s := x.s
	chooses := func(text string) bool {
		root := s.programs[s.hyps[x.best[side].hyp].prog].root
		c, ok := s.reread(root, text, expr.Options{Free: s.q.Free, Device: true})
		d, also := s.reread(root, text, expr.Options{Free: s.q.Free, Device: true, C: true})
		return ok && also && !identical(c, d)
	}
	return x.unit(side) != expr.GPU && !strings.Contains(now, "std::") && chooses(now) && !chooses(was)
}

// retyped returns the program as C computes it where its literals, and where its variables, are of another type; NoType leaves them as they are.
// Literals are double that are it in another program, like.
func retyped(c, like *expr.Code, literals, variables expr.Type) (*expr.Code, bool) {
	changed := false
	d, ok := rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		was := v.Type
		double := func(x int32) bool { return r.out.Values[x].Type == expr.Double }
		to := func(x int32, t expr.Type) int32 {
			if r.out.Values[x].Type == t || !t.IsFloat() {
				return x
			}
			return r.emit(expr.Value{Op: expr.Convert, Type: t, X: [3]int32{x, -1, -1}, From: v.From, To: v.From, Line: v.Line})
		}
		stored := v.Stored || v.Op == expr.Input
		floats := was == expr.Float || was == expr.Double
		wanted := v.Op == expr.Convert && !v.Stored && !v.Cast && i != c.Result && floats // by an operation, not by the text
		switch {
		case v.Op == expr.Const && literals != expr.NoType && floats:
			x := widen(was, v.Bits)
			single := arith.Convert(round.Env{}, format.F32, format.F64, u128(x), nil).Bits.Lo
			i := slices.IndexFunc(like.Values, func(w expr.Value) bool {
				return w.Op == expr.Const && w.Type == expr.Double && w.From < w.To && codesOff(w.Bits&^(1<<63), x&^(1<<63)) <= 1<<28
			})
			switch {
			case v.From == v.To: // of an int: it decides no type
				if widen(expr.Float, single) == x {
					v.Type, v.Bits = expr.Float, single
				}
				return r.emit(v)
			case literals == expr.Float:
				v.Type, v.Bits = literals, single
			case i >= 0:
				v.Type, v.Bits = literals, like.Values[i].Bits&^(1<<63)|x&(1<<63)
			}
			changed = changed || was != v.Type
		case wanted && (was == expr.Double || !c.Values[c.Values[i].X[0]].Type.IsFloat()): // a whole number becomes what the other operand is
			return v.X[0]
		case v.Op == expr.Convert && was == expr.Float && double(v.X[0]) && i != c.Result:
			if variables == expr.Double {
				changed = true
				return v.X[0]
			}
			stored = true
		}
		common := expr.Float // of operands
		if slices.ContainsFunc(v.Operands(), double) {
			common = expr.Double
		}
		computes, compares := floats && (v.Op == expr.Neg || arithmetic(v.Op)), v.Op >= expr.Less && v.Op <= expr.Differ
		if computes {
			v.Type = common
		}
		for k, x := range v.Operands() {
			switch t := c.Values[c.Values[i].X[k]].Type; {
			case (computes || compares) && (t == expr.Float || t == expr.Double):
				v.X[k] = to(x, common)
			case floats || !r.out.Values[x].Type.IsFloat():
				v.X[k] = to(x, t)
			}
		}
		n := r.emit(v)
		if stored && variables != expr.NoType && !(v.Op == expr.Input && variables == expr.Double) {
			changed = changed || was != variables
			if n = to(n, variables); i == c.Result && c.Outline.Name == "" { // what returns it has its own type
				return to(n, was)
			}
			return n
		}
		if stored || i == c.Result {
			return to(n, was)
		}
		return n
	})
	return d, ok && changed
}

// codesOff is how many numbers of binary64 lie between two positive ones.
func codesOff(x, y uint64) uint64 { return max(x, y) - min(x, y) }

func arithmetic(op expr.Op) bool { return op >= expr.Add && op <= expr.Div }

// singled returns the program with float in the place of double, and its result in the type t.
func singled(c *expr.Code, t expr.Type) (*expr.Code, bool) {
	d, ok := rewrite(c, func(r *rewriter, _ int32, v expr.Value) int32 {
		double := v.Type == expr.Double
		inner := v.Op == expr.Input && digit(r.out.Inputs[v.Bits].Name[0]) // of a piece: it stays what it is
		if double && !inner {
			v.Type = expr.Float
		}
		switch {
		case v.Op == expr.Const && double:
			v.Bits = arith.Convert(round.Env{}, format.F32, format.F64, u128(v.Bits), nil).Bits.Lo
		case v.Op == expr.Convert && r.out.Values[v.X[0]].Type == v.Type:
			return v.X[0]
		case v.Op == expr.Call && double:
			name, library := libraryCall(&v)
			if !library {
				name = v.Fn
			}
			if v.Fn = name + "f"; library {
				v.Fn = expr.Library(v.Fn, 0)
			}
			if _, ok := expr.FindFunction(name+"f", expr.Float); !ok {
				return -1
			}
		}
		if v.Op == expr.Input && !inner {
			r.out.Inputs[v.Bits].Type = v.Type
		}
		n := r.emit(v)
		if inner && double {
			n = r.emit(expr.Value{Op: expr.Convert, Type: expr.Float, X: [3]int32{n, -1, -1}})
		}
		return n
	})
	if ok && d.Values[d.Result].Type != t {
		d.Values = append(d.Values, expr.Value{Op: expr.Convert, Type: t, X: [3]int32{d.Result, -1, -1}, Stored: true})
		d.Result = int32(len(d.Values) - 1)
	}
	return d, ok
}
