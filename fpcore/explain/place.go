package explain

import (
	"slices"

	"ulplab/fpcore/expr"
)

// place finds the first value in the text whose numbers differ. Values that a side fused away are passed over.
func (s *Search) place(best [2]*evaluation, row int) (at Place) {
	ca, pa, va, ok1 := s.valuesOf(best[0], row)
	cb, pb, vb, ok2 := s.valuesOf(best[1], row)
	if !ok1 || !ok2 {
		return at
	}
	same := func(i, j int32) bool {
		return widen(ca.Values[i].Type, va[i]) == widen(cb.Values[j].Type, vb[j])
	}
	set := func(i, j int32) Place {
		v := &ca.Values[i]
		return Place{true, row, v.From, v.To, [2]uint64{va[i], vb[j]}, [2]expr.Type{v.Type, cb.Values[j].Type}}
	}
	if s.texts[1] != s.base {
		x, y := operations(ca), operations(cb)
		if !slices.EqualFunc(x, y, operation.like) {
			return at // nothing in one text stands for a value of the other
		}
		for k := range x {
			i, j := x[k].at, y[k].at
			_, gone := pa.Fused(i)
			_, there := pb.Fused(j)
			if !gone && !there && ca.Values[i].Type.IsFloat() && !same(i, j) {
				return set(i, j)
			}
		}
		return at
	}
	// Values correspond by their place in the text, one after the other.
	type key struct {
		from, to int32
		op       expr.Op
	}
	where := map[key][]int32{}
	for j := range cb.Values {
		w := &cb.Values[j]
		if w.From < w.To {
			k := key{w.From, w.To, w.Op}
			where[k] = append(where[k], int32(j))
		}
	}
	for i := range ca.Values {
		v := &ca.Values[i]
		if v.From >= v.To {
			continue
		}
		k := key{v.From, v.To, v.Op}
		if len(where[k]) == 0 {
			continue
		}
		j := where[k][0]
		where[k] = where[k][1:]
		if _, gone := pa.Fused(int32(i)); gone {
			continue
		}
		if _, gone := pb.Fused(j); gone {
			continue
		}
		if v.Type.IsFloat() && !same(int32(i), j) {
			return set(int32(i), j)
		}
	}
	if ca.Result >= 0 && cb.Result >= 0 && !same(ca.Result, cb.Result) {
		return set(ca.Result, cb.Result)
	}
	return at
}

// operation is a value of a program that is no conversion, with its operands numbered among these.
type operation struct {
	at   int32
	op   expr.Op
	fn   string
	bits uint64 // of an input: its number
	x    [3]int32
}

// like reports the same operation on the same operands, whatever the types and constants.
func (o operation) like(p operation) bool {
	o.at = p.at
	return o == p
}

// operations are those of a program, in their order.
func operations(c *expr.Code) (list []operation) {
	number := make([]int32, len(c.Values))
	for i := range c.Values {
		v := &c.Values[i]
		if v.Op == expr.Convert {
			number[i] = number[v.X[0]]
			continue
		}
		o := operation{at: int32(i), op: v.Op, fn: v.Fn, x: [3]int32{-1, -1, -1}}
		if v.Op == expr.Input {
			o.bits = v.Bits
		}
		for k, x := range v.X {
			if x >= 0 {
				o.x[k] = number[x]
			}
		}
		number[i] = int32(len(list))
		list = append(list, o)
	}
	return list
}
