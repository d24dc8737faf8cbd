package expr

import "strings"

// constants are the values of macros of <math.h>, <float.h> and <limits.h>, in the order of the words from wInfinity on.
var constants = [...]struct {
	typ  Type
	bits uint64
}{
	{Float, 0x7f800000}, {Float, 0x7fc00000}, {Double, 0x7ff0000000000000},
	{Float, 0x7f7fffff}, {Float, 0x00800000}, {Float, 0x34000000},
	{Double, 0x7fefffffffffffff}, {Double, 0x0010000000000000}, {Double, 0x3cb0000000000000},
	{Double, 0x400921fb54442d18}, {Double, 0x4005bf0a8b145769}, {Int, 0x7fffffff}, {Int, 0x80000000},
}

// special reads what words with a meaning of their own stand for; t is taken already.
func (p *parser) special(t *token, std bool) (*operand, bool) {
	if wInfinity <= t.id && t.id <= wIntMin {
		c := constants[t.id-wInfinity]
		if c.typ == Int {
			return knownInt(Int, c.bits, t.at, t.end), true
		}
		return p.constant(c.typ, c.bits, t.at, t.end), true
	}
	if t.id >= wMake && t.id < wMake+vectorTypes {
		return p.makeVector(t), true
	}
	switch t.id {
	case wTrue, wFalse:
		return knownInt(Bool, uint64(wFalse-t.id), t.at, t.end), true
	case wNull, wNullptr:
		return knownInt(Int, 0, t.at, t.end), true
	case wPrintf:
		return p.printf(t), true
	case wMemcpy:
		return p.memcpy(t), true
	case wSyncthreads:
		p.arguments()
		p.barrier(t, forBlock)
		return &operand{from: t.at, to: t.end}, true
	case wAssert:
		p.without(func() { p.arguments() })
		return &operand{from: t.at, to: t.end}, true
	case wThreadIdx, wThreadIdx + 1, wBlockDim, wGridDim:
		if !p.take('.') || p.peek().kind != identifier {
			return p.unexpected("one of .x .y .z is expected"), true
		}
		m := p.next()
		if p.group != nil && t.id == wThreadIdx && p.names[m.id] != "x" {
			return p.fail(t.at, m.end, "a block of threads is followed along x only; write the threads along y and z as loops"), true
		}
		if p.group != nil {
			return knownInt(UInt, p.inBlock(t.id, p.names[m.id]), t.at, m.end), true
		}
		return p.threadOf(p.names[t.id]+"."+p.names[m.id], t.at, m.end), true
	case wMin, wMax:
		if std && p.is('(') {
			o := p.stdLeast(t, p.names[t.id], p.arguments())
			o.from, o.to = t.at, p.end()
			return o, true
		}
		return &operand{}, false
	case wAbs:
		return &operand{}, false
	case wStaticCast, wReinterpretCast:
		return p.templateCast(t), true
	case wCout:
		return p.failAt(t, "streams are not read; print with printf"), true
	case wMain, wStd:
		return p.failAt(t, "“"+p.shown(t)+"” cannot stand here"), true
	case wComplex, wComplex + 1:
		return p.failAt(t, "complex numbers are not read; write the real and the imaginary part as two variables"), true
	}
	for _, n := range [...]struct {
		first, last int32
		text        string
	}{
		{wElse, wElse, "else belongs to an if"}, {wClass, wClass, "classes are not read; use a struct with plain members"},
		{wTemplate, wTemplate, "a template stands at the outermost level"}, {wTypename, wTypename, "typename belongs to a template; leave it out here"},
		{wGoto, wGoto, "goto is not read; use a loop with break"}, {wCase, wDefault, "this belongs into a switch"},
	} {
		if n.first <= t.id && t.id <= n.last {
			return p.failAt(t, n.text), true
		}
	}
	if t.id < wMake {
		return p.failAt(t, "“"+p.shown(t)+"” cannot stand in an expression"), true
	}
	return &operand{}, false
}

// templateCast reads static_cast<float>(x).
func (p *parser) templateCast(t *token) *operand {
	if !p.expect('<', " after "+p.shown(t)) {
		return knownInt(Int, 0, 0, 0)
	}
	ct, _ := p.typeName()
	p.expect('>', " after the type")
	if !p.expect('(', " before what is converted") {
		return knownInt(Int, 0, 0, 0)
	}
	o := p.expression()
	end := p.peek().end
	p.expect(')', " to close the parenthesis")
	if p.err != nil {
		return o
	}
	return p.castTo(o, ct, t.at, end)
}

// cast reads (type) and what it converts.
func (p *parser) cast() *operand {
	t := p.next()
	ct, _ := p.typeName()
	if !p.expect(')', " after the type of a cast") {
		return knownInt(Int, 0, 0, 0)
	}
	if p.is('{') {
		return p.braced(ct, t)
	}
	o := p.unary()
	return p.castTo(o, ct, t.at, o.to)
}

// castTo converts as a cast does.
func (p *parser) castTo(o *operand, ct *ctype, from, to int32) *operand {
	if p.err != nil {
		return o
	}
	switch ct.form {
	case void:
		return &operand{from: from, to: to}
	case address:
		if o = p.rvalue(o); o.kind == pointer && o.typ != outsideType {
			o.ct, o.from, o.to = ct.elem, from, to
			return o
		}
		return p.fail(from, to, "only the address of a variable can be read as another pointer")
	case scalar:
	default:
		return p.fail(from, to, "a cast to this type is not read")
	}
	if o = p.rvalue(o); o.kind == thread && ct.base.IsInt() {
		o.from, o.to = from, to
		return o
	}
	if ct.rounding != "" {
		if o = p.rounded(o, ct.rounding, from, to); o.kind == value {
			o.from, o.to = from, to
			p.values[o.v].Stored = true
		}
		return o
	}
	if ct.narrow != 0 {
		o = p.wrap(p.convert(o, Int, true, from, to), ct.narrow)
		o.from, o.to, o.narrow = from, to, ct.narrow
		return o
	}
	return p.convert(o, ct.base, true, from, to)
}

// sizeof reads sizeof and gives its constant.
func (p *parser) sizeof() *operand {
	t := p.next()
	var size int32
	if p.is('(') && p.startsType(p.after(1)) {
		p.next()
		if ct, _ := p.typeName(); p.err == nil {
			size = ct.size
		}
		p.expect(')', " after the type")
	} else {
		p.without(func() {
			o := p.unary()
			if p.err != nil {
				return
			}
			switch o.kind {
			case place, aggregate:
				size = o.ct.size
			case pointer:
				size = 8
			default:
				if o = p.numeric(o); o.typ == Bool && p.o.C {
					o.typ = Int
				}
				if size = int32(max(o.typ.Bits(), 8) / 8); o.narrow != 0 {
					size = int32(max(o.narrow, -o.narrow)) / 8
				}
			}
		})
	}
	return knownInt(ULong, uint64(size), t.at, p.end())
}

// memcpy copies the bits of one variable into another.
func (p *parser) memcpy(t *token) *operand {
	args := p.arguments()
	if !p.count(t, args, 3) {
		return &operand{from: t.at, to: t.end}
	}
	dst, src, n := args[0], args[1], args[2]
	if dst.kind == aggregate {
		dst = p.rvalue(dst)
	}
	if src.kind == aggregate {
		src = p.rvalue(src)
	}
	for _, o := range [...]*operand{dst, src} {
		if o.kind != pointer || o.typ == outsideType {
			return p.fail(o.from, o.to, "the address of a variable is expected here, as in &x")
		}
	}
	if n.kind != known || n.k == 0 || n.k%uint64(dst.ct.size) != 0 || n.k%uint64(src.ct.size) != 0 || n.k != uint64(dst.ct.size) && dst.ct.size != src.ct.size {
		return p.fail(n.from, n.to, "memcpy is read for as many bytes as the variables have")
	}
	for done := int32(0); done < int32(n.k) && p.err == nil; done += dst.ct.size {
		step := knownInt(Int, uint64(done/dst.ct.size), n.from, n.to)
		from := p.moved(t, '+', src, step)
		if p.err == nil {
			from.ct = dst.ct
			to := p.follow(t, p.moved(t, '+', dst, step))
			if p.err == nil {
				from = p.load(p.follow(t, from))
				from.from, from.to = t.at, p.end()
				p.store(to, from)
			}
		}
	}
	return &operand{from: t.at, to: p.end()}
}

// printf reads a call of printf.
func (p *parser) printf(t *token) *operand {
	if !p.expect('(', " after printf") {
		return &operand{}
	}
	var format strings.Builder
	at := p.peek()
	if at.kind != stringLiteral {
		return p.unexpected("a string is expected as the first argument of printf")
	}
	for p.peek().kind == stringLiteral {
		s := p.next()
		inner := p.text[s.from:s.to]
		inner = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(inner, `"`), `"`), "“"), "”")
		out, bad := unescape(inner)
		if bad >= 0 {
			return p.failAt(s, "there is an escape after \\ in this string that C does not know")
		}
		format.WriteString(out)
	}
	var args []*operand
	for p.take(',') && p.err == nil && len(args) < 100 {
		o := p.assignment()
		if p.err != nil {
			return o
		}
		if o = p.rvalue(o); o.kind == thread {
			o = p.threadInput(o)
		}
		if p.err == nil && o.kind == pointer {
			return p.fail(o.from, o.to, "pointers are not printed")
		}
		args = append(args, o)
	}
	if !p.expect(')', " to close printf") {
		return &operand{}
	}
	pr := Print{Format: format.String()}
	if !p.checkFormat(at, pr.Format, args) {
		return &operand{}
	}
	for _, o := range args {
		switch o.typ {
		case Float:
			o = p.implicit(o, Double)
		case Bool:
			o = p.implicit(o, Int)
		case Half, BFloat16:
			return p.fail(o.from, o.to, "printf takes no "+o.typ.String()+": convert it to float first")
		}
		pr.Args = append(pr.Args, p.of(o))
	}
	if !p.certain() && p.dead == 0 {
		return p.failAt(t, "whether this is printed depends on the inputs; print after the if")
	}
	if len(p.prints) >= 1000 {
		return p.failAt(t, "this prints more than 1000 times")
	}
	p.prints = append(p.prints, pr)
	return knownInt(Int, 0, t.at, p.end())
}
