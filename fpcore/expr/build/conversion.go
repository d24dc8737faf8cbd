package build

import (
	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// rvalue reads an operand: a place becomes the value in it.
func (p *builder) rvalue(o *operand) *operand {
	switch o.kind {
	case value, known, pointer, thread, words, callable:
		return o
	case place:
		return p.load(o)
	case nothing:
		return p.fail(o.from, o.to, "this has no value")
	case maybe:
		return p.fail(o.from, o.to, "this is set on one side of a condition only; give it a value on the other side too")
	}
	if o.ct != nil && o.ct.Form == types.Array {
		return &operand{kind: pointer, cell: o.cell, off: o.off, ct: o.ct.Elem, from: o.from, to: o.to}
	}
	return p.fail(o.from, o.to, "a structure is no number; name one of its members")
}

// numeric reads an operand that must be a number.
func (p *builder) numeric(o *operand) *operand {
	o = p.rvalue(o)
	switch o.kind {
	case words:
		return p.fail(o.from, o.to, "a string is no number; it belongs in printf")
	case pointer:
		return p.fail(o.from, o.to, "a pointer is no number; write * before it or an index after it")
	case callable:
		return p.fail(o.from, o.to, "this is a function: its arguments are expected in parentheses")
	case thread:
		return p.threadInput(o)
	}
	return o
}

// convert converts to a type as C does; cast: the author wrote it, at the bytes from to to.
func (p *builder) convert(o *operand, t types.Type, cast bool, from, to int32) *operand {
	o = p.numeric(o)
	switch {
	case p.Err != nil || o.typ == t:
		o.from, o.to = from, to
		if cast && o.kind == value {
			p.values[o.v].Stored = true
		}
		o.assumed = o.assumed && t == types.Bool
		return o
	case o.kind == known && t.IsInt():
		k := o.k
		if t == types.Bool {
			if k != 0 {
				k = 1
			}
		} else {
			k = uint64(o.typ.Int64(k)) & t.Mask()
		}
		return &operand{kind: known, typ: t, k: k, from: from, to: to, assumed: o.assumed && t == types.Int, counted: o.counted, given: o.given}
	case o.typ == types.Half && t == types.BFloat16 || o.typ == types.BFloat16 && t == types.Half:
		return p.fail(o.from, o.to, "CUDA has no conversion from "+o.typ.String()+" to "+t.String()+"; go through float")
	}
	r := p.emitOp(types.Convert, t, from, to, p.of(o))
	if r.kind == value {
		p.values[r.v].Cast, p.values[r.v].Stored = cast, cast
	}
	return r
}

// implicit converts where C converts by itself: the value has no bytes of its own.
func (p *builder) implicit(o *operand, t types.Type) *operand {
	from, to := o.from, o.to
	n := len(p.values)
	o = p.convert(o, t, false, from, to)
	if o.kind == value && int(o.v) >= n && p.values[o.v].Op == types.Convert {
		p.values[o.v].To = p.values[o.v].From
	}
	o.from, o.to = from, to
	return o
}

// truth converts a condition to Bool.
func (p *builder) truth(o *operand) *operand {
	if o = p.rvalue(o); o.kind == pointer || o.kind == thread || o.kind == callable {
		yes := knownInt(types.Bool, 1, o.from, o.to)
		yes.assumed = o.kind == thread
		return yes
	}
	if o.kind == value && o.typ != types.Bool {
		zero := p.emit(types.Value{Op: types.Const, Type: o.typ, X: [3]int32{-1, -1, -1}, From: o.to, To: o.to})
		o = p.emitOp(types.Differ, types.Bool, o.from, o.to, p.of(o), p.of(zero))
	} else {
		o = p.convert(o, types.Bool, false, o.from, o.to)
	}
	if o.kind == value && p.Err == nil {
		if k, ok := p.decided(o.v, 8); ok {
			return knownInt(types.Bool, k, o.from, o.to)
		}
	}
	return o
}

// decided is the value of an integer that is computed of constants which volatile variables hold, in at most depth steps.
func (p *builder) decided(n int32, depth int) (k uint64, ok bool) {
	v := &p.values[n]
	switch {
	case !v.Type.IsInt() && v.Type != types.Bool || depth == 0:
		return 0, false
	case v.Op == types.Const:
		return v.Bits, true
	case v.Op != types.Convert && (v.Op < types.Add || v.Op > types.Differ || v.X[1] < 0):
		return 0, false
	}
	from := p.values[v.X[0]].Type
	a, ok := p.decided(v.X[0], depth-1)
	if !ok || v.Op == types.Convert {
		return p.convert(knownInt(from, a, v.From, v.To), v.Type, false, v.From, v.To).k, ok
	}
	b, ok := p.decided(v.X[1], depth-1)
	if !ok || (v.Op == types.Div || v.Op == types.Rem) && b == 0 {
		return 0, false
	}
	k, _ = types.FoldInteger(v.Op, from, a, b)
	return k, true
}

// both converts the operands of the operator t to the type in which C computes with them.
func (p *builder) both(t *syntax.Token, a, b *operand) (*operand, *operand, types.Type) {
	a, b = p.numeric(a), p.numeric(b)
	if p.Err != nil {
		return a, b, types.Int
	}
	c := types.Common(a.typ, b.typ)
	if c == types.NoType {
		small := max(a.typ, b.typ)
		if a.typ == types.Half || b.typ == types.Half {
			small = types.Half
		}
		other := a.typ + b.typ - small
		p.failAt(t, "CUDA finds this ambiguous between "+a.typ.String()+" and "+b.typ.String()+": convert one of them, as in ("+small.String()+")x or ("+max(other, types.Float).String()+")x")
		return a, b, types.Int
	}
	return p.implicit(a, c), p.implicit(b, c), c
}

// arithmetic makes the operation of a binary operator.
func (p *builder) arithmetic(t *syntax.Token, op syntax.Operator, a, b *operand) *operand {
	from, to := min(a.from, b.from), max(a.to, b.to)
	if a.kind == aggregate && a.ct.Form == types.Record || b.kind == aggregate && b.ct.Form == types.Record {
		return p.ownOperator(t, from, to, a, b)
	}
	if a, b = p.rvalue(a), p.rvalue(b); p.Err != nil {
		return a
	}
	if r, ok := p.address(t, op, a, b); ok {
		r.from, r.to = from, to
		return r
	}
	var c types.Type
	if op == syntax.ShiftLeft || op == syntax.ShiftRight {
		if a, b = p.numeric(a), p.numeric(b); a.typ.IsFloat() || b.typ.IsFloat() {
			return p.whole(t, "shifts need integers; a floating-point number is scaled with ldexp")
		}
		c = max(a.typ, types.Int)
		a, b = p.implicit(a, c), p.implicit(b, c)
	} else if a, b, c = p.both(t, a, b); p.Err != nil {
		return a
	}
	o := syntax.Operations[op]
	result := c
	if o >= types.Less {
		result = types.Bool
	}
	if c.IsFloat() && types.Rem <= o && o <= types.Shr {
		what := "needs integers; the bits of a float are read through a union or __float_as_int"
		if o == types.Rem {
			what = "needs integers; the remainder of floating-point numbers is fmod or fmodf"
		}
		return p.whole(t, p.Shown(t)+" "+what)
	}
	if c.IsInt() && b.kind == known && (o == types.Div || o == types.Rem) && b.k == 0 {
		if !p.certain() { // perhaps not executed
			x, y := p.of(a), p.of(b)
			return p.emitOp(o, c, from, to, x, y)
		}
		return p.fail(b.from, b.to, "an integer divided by zero; for an infinity or a NaN write a floating-point number")
	}
	if a.kind == known && b.kind == known {
		k, odd := types.FoldInteger(o, c, a.k, b.k)
		if odd != "" && p.dead == 0 {
			p.Note(int(t.At), odd)
		}
		r := knownInt(result, k, from, to)
		r.given = a.given || b.given
		if r.counted = a.counted || b.counted; r.counted && o != types.Add && o != types.Sub {
			p.counts(o, from, k != 0)
		}
		return r
	}
	if p.group != nil && types.Less <= o && o <= types.MoreEq && c.IsInt() {
		for i, v := range [...]*operand{a, b} {
			if v.kind != value || p.source(v.v).Op != types.Input {
				continue
			}
			name := p.source(v.v).Name
			if p.dead == 0 {
				p.Note(int(t.At), "Every thread of the block is taken to lie below "+name+"; give "+name+" a value where it does not.")
			}
			below := (o == types.Less || o == types.LessEq) == (i == 1)
			return &operand{kind: known, typ: types.Bool, k: uint64(types.Bit(below)), assumed: true, from: from, to: to}
		}
	}
	x, y := p.of(a), p.of(b)
	r := p.emitOp(o, result, from, to, x, y)
	if p.host && p.group == nil && o == types.Mul && c.IsFloat() {
		r = p.opaque(r)
	}
	return r
}

// negate makes the prefix operators -, + and ~.
func (p *builder) negate(t *syntax.Token, o *operand) *operand {
	from, to := t.At, o.to
	if o.kind == aggregate && o.ct.Form == types.Record {
		return p.ownOperator(t, from, to, o)
	}
	if o = p.numeric(o); p.Err != nil {
		return o
	}
	if o.typ < types.Int {
		o = p.implicit(o, types.Int)
	}
	switch {
	case t.Op == '~' && o.typ.IsFloat():
		return p.whole(t, "~ needs an integer; the bits of a float are read through a union or __float_as_int")
	case t.Op == '+':
		o.from, o.narrow = from, 0
		return o
	case o.kind == known && t.Op == '~':
		o = o.own()
		o.k = ^o.k & o.typ.Mask()
	case o.kind == known:
		o = o.own()
		k, odd := types.FoldInteger(types.Sub, o.typ, 0, o.k)
		if o.k = k; odd != "" && p.dead == 0 {
			p.Note(int(t.At), odd)
		}
	case t.Op == '~':
		return p.emitOp(types.Not, o.typ, from, to, p.of(o))
	default:
		return p.emitOp(types.Neg, o.typ, from, to, p.of(o))
	}
	o.from, o.assumed = from, false
	return o
}

// whole is the error that an operation of integers stands where no integers are.
func (p *builder) whole(t *syntax.Token, text string) *operand {
	if p.Err == nil {
		p.failAt(t, text)
		p.Err.Whole = true
	}
	return &operand{from: t.At, to: t.End}
}
