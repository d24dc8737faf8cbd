package expr

import (
	"strings"

	"ulplab/fpcore/expr/types"
)

// constants are the values of macros of <math.h>, <float.h> and <limits.h>, in the order of the words from wInfinity on.
var constants = [...]struct {
	typ  types.Type
	bits uint64
}{
	{types.Float, 0x7f800000}, {types.Float, 0x7fc00000}, {types.Double, 0x7ff0000000000000},
	{types.Float, 0x7f7fffff}, {types.Float, 0x00800000}, {types.Float, 0x34000000},
	{types.Double, 0x7fefffffffffffff}, {types.Double, 0x0010000000000000}, {types.Double, 0x3cb0000000000000},
	{types.Double, 0x400921fb54442d18}, {types.Double, 0x4005bf0a8b145769}, {types.Int, 0x7fffffff}, {types.Int, 0x80000000},
}

// special evaluates words with a meaning of their own; ok is false for other names.
func (p *builder) special(n *tree) (o *operand, ok bool) {
	t := n.tok
	switch {
	case wInfinity <= t.id && t.id <= wIntMin:
		c := constants[t.id-wInfinity]
		if c.typ == types.Int {
			return knownInt(types.Int, c.bits, t.at, t.end), true
		}
		return p.constant(c.typ, c.bits, t.at, t.end), true
	case wMake <= t.id && t.id < wMake+vectorTypes && n.call:
		return p.makeVector(n), true
	case t.id == wTrue || t.id == wFalse:
		return knownInt(types.Bool, uint64(wFalse-t.id), t.at, t.end), true
	case t.id == wNull || t.id == wNullptr:
		return knownInt(types.Int, 0, t.at, t.end), true
	case t.id == wMemcpy:
		return p.memcpy(n), true
	case t.id == wSyncthreads:
		p.arguments(n)
		p.barrier(t, forBlock)
		return &operand{from: t.at, to: t.end}, true
	case t.id == wAssert:
		p.without(func() { p.arguments(n) })
		return &operand{from: t.at, to: t.end}, true
	case (t.id == wMin || t.id == wMax) && n.std && n.call:
		o := p.stdLeast(t, p.names[t.id], p.arguments(n))
		o.from, o.to = t.at, n.end
		return o, true
	}
	return nil, false
}

// threadIndex evaluates threadIdx.x and its relatives.
func (p *builder) threadIndex(n *tree) *operand {
	t, m := n.tok, n.next
	switch {
	case p.group == nil:
		return p.threadOf(p.names[t.id]+"."+p.names[m.id], t.at, m.end)
	case t.id == wThreadIdx && p.names[m.id] != "x":
		return p.fail(t.at, m.end, "a block of threads is followed along x only; write the threads along y and z as loops")
	}
	return knownInt(types.UInt, p.inBlock(t.id, p.names[m.id]), t.at, m.end)
}

// cast evaluates (float)x, float(x) and static_cast<float>(x).
func (p *builder) cast(n *tree) *operand {
	ct := p.typeName(n.typ)
	o := p.value(n.x)
	if n.end > 0 {
		return p.castTo(o, ct, n.tok.at, n.end)
	}
	return p.castTo(o, ct, n.tok.at, o.to)
}

// castTo converts as a cast does.
func (p *builder) castTo(o *operand, ct *types.Declared, from, to int32) *operand {
	if p.err != nil {
		return o
	}
	switch ct.Form {
	case types.Void:
		return &operand{from: from, to: to}
	case types.Address:
		if o = p.rvalue(o); o.kind == pointer && o.typ != outsideType {
			o.ct, o.from, o.to = ct.Elem, from, to
			return o
		}
		return p.fail(from, to, "only the address of a variable can be read as another pointer")
	case types.Scalar:
	default:
		return p.fail(from, to, "a cast to this type is not read")
	}
	if o = p.rvalue(o); o.kind == thread && ct.Base.IsInt() {
		o.from, o.to = from, to
		return o
	}
	if ct.Rounding != "" {
		if o = p.rounded(o, ct.Rounding, from, to); o.kind == value {
			o.from, o.to = from, to
			p.values[o.v].Stored = true
		}
		return o
	}
	if ct.Narrow != 0 {
		o = p.wrap(p.convert(o, types.Int, true, from, to), ct.Narrow)
		o.from, o.to, o.narrow = from, to, ct.Narrow
		return o
	}
	return p.convert(o, ct.Base, true, from, to)
}

// sizeof gives the constant of sizeof.
func (p *builder) sizeof(n *tree) *operand {
	var size int32
	if n.typ != nil {
		if ct := p.typeName(n.typ); p.err == nil {
			size = ct.Size
		}
	} else {
		p.without(func() {
			o := p.value(n.x)
			if p.err != nil {
				return
			}
			switch o.kind {
			case place, aggregate:
				size = o.ct.Size
			case pointer:
				size = 8
			default:
				if o = p.numeric(o); o.typ == types.Bool && p.o.C {
					o.typ = types.Int
				}
				if size = int32(max(o.typ.Bits(), 8) / 8); o.narrow != 0 {
					size = int32(max(o.narrow, -o.narrow)) / 8
				}
			}
		})
	}
	return knownInt(types.ULong, uint64(size), n.tok.at, n.end)
}

// memcpy copies the bits of one variable into another.
func (p *builder) memcpy(n *tree) *operand {
	t, args := n.tok, p.arguments(n)
	if !p.count(t, args, 3) {
		return &operand{from: t.at, to: t.end}
	}
	dst, src, size := args[0], args[1], args[2]
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
	if size.kind != known || size.k == 0 || size.k%uint64(dst.ct.Size) != 0 || size.k%uint64(src.ct.Size) != 0 || size.k != uint64(dst.ct.Size) && dst.ct.Size != src.ct.Size {
		return p.fail(size.from, size.to, "memcpy is read for as many bytes as the variables have")
	}
	for done := int32(0); done < int32(size.k) && p.err == nil; done += dst.ct.Size {
		step := knownInt(types.Int, uint64(done/dst.ct.Size), size.from, size.to)
		from := p.moved(t, '+', src, step)
		if p.err == nil {
			from.ct = dst.ct
			to := p.follow(t, p.moved(t, '+', dst, step))
			if p.err == nil {
				from = p.load(p.follow(t, from))
				from.from, from.to = t.at, n.end
				p.store(to, from)
			}
		}
	}
	return &operand{from: t.at, to: n.end}
}

// printf evaluates a call of printf.
func (p *builder) printf(n *tree) *operand {
	var format strings.Builder
	for _, s := range n.stars {
		inner := p.text[s.from:s.to]
		inner = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(inner, `"`), `"`), "“"), "”")
		out, bad := unescape(inner)
		if bad >= 0 {
			return p.failAt(s, "there is an escape after \\ in this string that C does not know")
		}
		format.WriteString(out)
	}
	var args []*operand
	for _, m := range n.list {
		o := p.value(m)
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
	pr := types.Print{Format: format.String()}
	if !p.checkFormat(n.next, pr.Format, args) {
		return &operand{}
	}
	for _, o := range args {
		switch o.typ {
		case types.Float:
			o = p.implicit(o, types.Double)
		case types.Bool:
			o = p.implicit(o, types.Int)
		case types.Half, types.BFloat16:
			return p.fail(o.from, o.to, "printf takes no "+o.typ.String()+": convert it to float first")
		}
		pr.Args = append(pr.Args, p.of(o))
	}
	if !p.certain() && p.dead == 0 {
		return p.failAt(n.tok, "whether this is printed depends on the inputs; print after the if")
	}
	if len(p.prints) >= 1000 {
		return p.failAt(n.tok, "this prints more than 1000 times")
	}
	p.prints = append(p.prints, pr)
	return knownInt(types.Int, 0, n.tok.at, n.end)
}
