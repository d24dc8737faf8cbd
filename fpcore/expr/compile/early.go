package compile

import "ulplab/fpcore/expr/types"

// early is what g++ folds within one full expression as soon as it has read it: a ?: whose two ways are the same is that way,
// and x + c < x and x - c > x are false for a constant c that is not negative. What was only written there is gone.
type early struct {
	same  []int32 // by value: the one that it is, -1 if it is itself
	never []bool  // by value: it is false
	gone  []bool  // by value: nothing is left that uses it
}

// foldEarly folds a program's full expressions; nil if there is nothing to fold.
func foldEarly(c *types.Code) *early {
	var e *early
	for i := range c.Values {
		v := &c.Values[i]
		never := (v.Op == types.Less || v.Op == types.More) && exceeds(c, v)
		same := v.Op == types.Select && v.Type != types.Bool && v.X[1] >= 0 && equalText(c, v.X[1], v.X[2], v.Line)
		if !never && !same {
			continue
		}
		if e == nil {
			e = &early{same: make([]int32, len(c.Values)), never: make([]bool, len(c.Values)), gone: make([]bool, len(c.Values))}
			for k := range e.same {
				e.same[k] = -1
			}
		}
		if e.never[i] = never; same {
			e.same[i] = v.X[1]
		}
	}
	if e == nil {
		return nil
	}
	used, left := make([]bool, len(c.Values)), make([]bool, len(c.Values))
	folded := make([]bool, len(c.Values)) // conditions of a ?: that is one of its ways
	for i, k := range e.same {
		if k >= 0 {
			folded[c.Values[i].X[0]] = true
		}
	}
	for b := range c.Blocks {
		if v := c.Blocks[b].Cond; v >= 0 && !folded[v] {
			left[v] = true
		}
	}
	for i := len(c.Values) - 1; i >= 0; i-- {
		e.gone[i] = used[i] && !left[i] && c.Values[i].Name == ""
		for _, x := range c.Values[i].Operands() {
			used[x] = true
		}
		if !e.gone[i] {
			for _, x := range e.operands(c, int32(i)) {
				left[x] = true
			}
		}
	}
	return e
}

// operands returns those that a value has when it is folded.
func (e *early) operands(c *types.Code, i int32) []int32 {
	switch {
	case e == nil:
	case e.never[i]:
		return nil
	case e.same[i] >= 0:
		return e.same[i : i+1]
	}
	return c.Values[i].Operands()
}

// equalText reports whether two values are the same variable, or written alike in one full expression.
func equalText(c *types.Code, a, b, line int32) bool {
	if a == b {
		return true
	}
	v, w := &c.Values[a], &c.Values[b]
	if v.Op != w.Op || v.Type != w.Type || v.Op == types.Call || v.Op == types.Input || v.Line != line || w.Line != line || v.Bits != w.Bits {
		return false
	}
	x, y := v.Operands(), w.Operands()
	for j := range x {
		if !equalText(c, x[j], y[j], line) {
			return false
		}
	}
	return true
}

// exceeds reports x + c < x, x - c > x.
func exceeds(c *types.Code, v *types.Value) bool {
	s := &c.Values[v.X[0]]
	if s.Op != types.Add && s.Op != types.Sub || s.Line != v.Line || !s.Type.IsFloat() {
		return false
	}
	for j := range 2 {
		k := &c.Values[s.X[1-j]]
		if k.Op != types.Const || j == 1 && s.Op == types.Sub || !equalText(c, s.X[j], v.X[1], v.Line) {
			continue
		}
		negative := k.Bits&types.SignBit(k.Type) != 0
		return negative == ((v.Op == types.Less) == (s.Op == types.Sub))
	}
	return false
}
