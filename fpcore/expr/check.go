package expr

// rvalue reads an operand: a place becomes the value in it.
func (p *builder) rvalue(o *operand) *operand {
	switch o.kind {
	case value, known, pointer, thread:
		return o
	case place:
		return p.load(o)
	case nothing:
		return p.fail(o.from, o.to, "this has no value")
	case words:
		return p.fail(o.from, o.to, "a string has no number; it belongs into printf")
	case maybe:
		return p.fail(o.from, o.to, "this is set on one side of a condition only; give it a value on the other side too")
	}
	if o.ct != nil && o.ct.form == array {
		return &operand{kind: pointer, cell: o.cell, off: o.off, ct: o.ct.elem, from: o.from, to: o.to}
	}
	return p.fail(o.from, o.to, "a structure is no number; name one of its members")
}

// numeric reads an operand that must be a number.
func (p *builder) numeric(o *operand) *operand {
	o = p.rvalue(o)
	switch o.kind {
	case pointer:
		return p.fail(o.from, o.to, "a pointer is no number; write * before it or an index after it")
	case thread:
		return p.threadInput(o)
	}
	return o
}

// convert converts to a type as C does; cast: the author wrote it, at the bytes from to to.
func (p *builder) convert(o *operand, t Type, cast bool, from, to int32) *operand {
	o = p.numeric(o)
	switch {
	case p.err != nil || o.typ == t:
		o.from, o.to = from, to
		if cast && o.kind == value {
			p.values[o.v].Stored = true
		}
		o.assumed = o.assumed && t == Bool
		return o
	case o.kind == known && t.IsInt():
		k := o.k
		if t == Bool {
			if k != 0 {
				k = 1
			}
		} else {
			k = uint64(o.typ.signed(k)) & t.mask()
		}
		return &operand{kind: known, typ: t, k: k, from: from, to: to, assumed: o.assumed && t == Int}
	case o.typ == Half && t == BFloat16 || o.typ == BFloat16 && t == Half:
		return p.fail(o.from, o.to, "CUDA has no conversion from "+o.typ.String()+" to "+t.String()+"; go through float")
	}
	r := p.emitOp(Convert, t, from, to, p.of(o))
	if r.kind == value {
		p.values[r.v].Cast, p.values[r.v].Stored = cast, cast
	}
	return r
}

// implicit converts where C converts by itself: the value has no bytes of its own.
func (p *builder) implicit(o *operand, t Type) *operand {
	from, to := o.from, o.to
	n := len(p.values)
	o = p.convert(o, t, false, from, to)
	if o.kind == value && int(o.v) >= n && p.values[o.v].Op == Convert {
		p.values[o.v].To = p.values[o.v].From
	}
	o.from, o.to = from, to
	return o
}

// truth converts a condition to Bool.
func (p *builder) truth(o *operand) *operand {
	if o = p.rvalue(o); o.kind == pointer || o.kind == thread {
		yes := knownInt(Bool, 1, o.from, o.to)
		yes.assumed = o.kind == thread
		return yes
	}
	if o.kind == value && o.typ != Bool {
		zero := p.emit(Value{Op: Const, Type: o.typ, X: [3]int32{-1, -1, -1}, From: o.to, To: o.to})
		return p.emitOp(Differ, Bool, o.from, o.to, p.of(o), p.of(zero))
	}
	return p.convert(o, Bool, false, o.from, o.to)
}

// both converts the operands of the operator t to the type in which C computes with them.
func (p *builder) both(t *token, a, b *operand) (*operand, *operand, Type) {
	a, b = p.numeric(a), p.numeric(b)
	if p.err != nil {
		return a, b, Int
	}
	c := common(a.typ, b.typ)
	if c == NoType {
		small := max(a.typ, b.typ)
		if a.typ == Half || b.typ == Half {
			small = Half
		}
		other := a.typ + b.typ - small
		p.failAt(t, "CUDA finds this ambiguous between "+a.typ.String()+" and "+b.typ.String()+": convert one of them, as in ("+small.String()+")x or ("+max(other, Float).String()+")x")
		return a, b, Int
	}
	return p.implicit(a, c), p.implicit(b, c), c
}

// operations are those of the binary operators.
var operations = map[op16]Op{'+': Add, '-': Sub, '*': Mul, '/': Div, '%': Rem, '&': And, '|': Or, '^': Xor, shiftLeft: Shl, shiftRight: Shr,
	'<': Less, lessEq: LessEq, '>': More, moreEq: MoreEq, equal: Equal, differ: Differ}

// arithmetic makes the operation of a binary operator.
func (p *builder) arithmetic(t *token, op op16, a, b *operand) *operand {
	from, to := min(a.from, b.from), max(a.to, b.to)
	if a.kind == aggregate && a.ct.form == record || b.kind == aggregate && b.ct.form == record {
		return p.ownOperator(t, from, to, a, b)
	}
	if a, b = p.rvalue(a), p.rvalue(b); p.err != nil {
		return a
	}
	if r, ok := p.address(t, op, a, b); ok {
		r.from, r.to = from, to
		return r
	}
	var c Type
	if op == shiftLeft || op == shiftRight {
		if a, b = p.numeric(a), p.numeric(b); a.typ.IsFloat() || b.typ.IsFloat() {
			return p.failAt(t, "shifts need integers; a floating-point number is scaled with ldexp")
		}
		c = max(a.typ, Int)
		a, b = p.implicit(a, c), p.implicit(b, c)
	} else if a, b, c = p.both(t, a, b); p.err != nil {
		return a
	}
	o := operations[op]
	result := c
	if o >= Less {
		result = Bool
	}
	if c.IsFloat() && Rem <= o && o <= Shr {
		what := "needs integers; the bits of a float are read through a union or __float_as_int"
		if o == Rem {
			what = "needs integers; the remainder of floating-point numbers is fmod or fmodf"
		}
		return p.failAt(t, p.shown(t)+" "+what)
	}
	if c.IsInt() && b.kind == known && (o == Div || o == Rem) && b.k == 0 {
		if !p.certain() { // perhaps not executed
			x, y := p.of(a), p.of(b)
			return p.emitOp(o, c, from, to, x, y)
		}
		return p.fail(b.from, b.to, "an integer divided by zero; for an infinity or a NaN write a floating-point number")
	}
	if a.kind == known && b.kind == known {
		k, odd := fold(o, c, a.k, b.k)
		if odd != "" && p.dead == 0 {
			p.note(int(t.at), odd)
		}
		return knownInt(result, k, from, to)
	}
	if p.group != nil && Less <= o && o <= MoreEq && c.IsInt() {
		for i, v := range [...]*operand{a, b} {
			if v.kind != value || p.source(v.v).Op != Input {
				continue
			}
			name := p.source(v.v).Name
			if p.dead == 0 {
				p.note(int(t.at), "Every thread of the block is taken to lie below "+name+"; give "+name+" a value where it does not.")
			}
			below := (o == Less || o == LessEq) == (i == 1)
			return &operand{kind: known, typ: Bool, k: uint64(truth(below)), assumed: true, from: from, to: to}
		}
	}
	x, y := p.of(a), p.of(b)
	return p.emitOp(o, result, from, to, x, y)
}

// fold computes with integers of the type t; odd says what C leaves open, where the result is that of two's complement.
func fold(o Op, t Type, a, b uint64) (k uint64, odd string) {
	x, y := t.signed(a), t.signed(b)
	less := a < b
	if t.Signed() {
		less = x < y
	}
	truth := func(b bool) (uint64, string) {
		if b {
			return 1, ""
		}
		return 0, ""
	}
	switch o {
	case Less:
		return truth(less)
	case LessEq:
		return truth(less || a == b)
	case More:
		return truth(!less && a != b)
	case MoreEq:
		return truth(!less)
	case Equal:
		return truth(a == b)
	case Differ:
		return truth(a != b)
	case And:
		return a & b, ""
	case Or:
		return a | b, ""
	case Xor:
		return a ^ b, ""
	case Shl, Shr:
		n := b & uint64(t.Bits()-1)
		if n != b {
			odd = "A shift by a negative count or by the width of the type and more is undefined in C."
		}
		if o == Shl {
			return a << n & t.mask(), odd
		}
		if t.Signed() {
			return uint64(x>>n) & t.mask(), odd
		}
		return a >> n, odd
	}
	var r int64
	overflow := false
	switch o {
	case Add:
		r = x + y
		overflow = (r < x) != (y < 0)
	case Sub:
		r = x - y
		overflow = (r > x) != (y < 0)
	case Mul:
		r = x * y
		overflow = x != 0 && (r/x != y || x == -1 && y == -1<<63)
	case Div, Rem:
		if !t.Signed() {
			if o == Div {
				return a / b, ""
			}
			return a % b, ""
		}
		if overflow = y == -1 && x == t.signed(t.mask()/2+1); overflow {
			if r = x; o == Rem {
				r = 0
			}
		} else if r = x / y; o == Rem {
			r = x % y
		}
	}
	if t == Int {
		overflow = overflow || r != int64(int32(r))
	}
	if overflow && t.Signed() {
		odd = "This overflows " + t.String() + ", which is undefined in C; the result is taken modulo 2^" + [...]string{"32", "64"}[t.Bits()/64] + "."
	}
	return uint64(r) & t.mask(), odd
}

// negate makes the prefix operators -, + and ~.
func (p *builder) negate(t *token, o *operand) *operand {
	from, to := t.at, o.to
	if o.kind == aggregate && o.ct.form == record {
		return p.ownOperator(t, from, to, o)
	}
	if o = p.numeric(o); p.err != nil {
		return o
	}
	if o.typ < Int {
		o = p.implicit(o, Int)
	}
	switch {
	case t.op == '~' && o.typ.IsFloat():
		return p.failAt(t, "~ needs an integer; the bits of a float are read through a union or __float_as_int")
	case t.op == '+':
		o.from, o.narrow = from, 0
		return o
	case o.kind == known && t.op == '~':
		o = o.own()
		o.k = ^o.k & o.typ.mask()
	case o.kind == known:
		o = o.own()
		k, odd := fold(Sub, o.typ, 0, o.k)
		if o.k = k; odd != "" && p.dead == 0 {
			p.note(int(t.at), odd)
		}
	case t.op == '~':
		return p.emitOp(Not, o.typ, from, to, p.of(o))
	default:
		return p.emitOp(Neg, o.typ, from, to, p.of(o))
	}
	o.from, o.assumed = from, false
	return o
}
