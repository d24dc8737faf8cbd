package build

import (
	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// Values that are functions. Which function a value is is always known: a call of it is a call of that one.

// routine is such a function: one of a list of the text, that without a name alone, or operator() of the object of; or id, one of a library;
// or another function, of, on arguments of the types of as.
type routine struct {
	list  []*function
	given []*operand // what stands behind the name in < >
	id    int32
	of    *operand
	as    *types.Declared // a signature
}

// anyFunction is the type of functions of which no types are said, and inferred that of auto.
var (
	anyFunction = types.PointerTo(&types.Declared{Form: types.Signature})
	inferred    = types.ScalarType(types.Float)
)

const whichFunction = "which of two functions this is depends on an input: call both, and choose one of the results"

func isFunction(ct *types.Declared) bool {
	return ct.Form == types.Address && ct.Elem.Form == types.Signature
}

// callable makes a value of a function.
func (p *builder) callable(r routine, from, to int32) *operand {
	p.work += 8
	p.routines = append(p.routines, r)
	return &operand{kind: callable, v: int32(len(p.routines) - 1), from: from, to: to}
}

// signature is the type of a pointer to functions that take the parameters of n.
func (p *builder) signature(out *types.Declared, n *syntax.Tree) *types.Declared {
	f, s := &function{out: out}, &types.Declared{Form: types.Signature}
	p.parameters(f, n)
	for _, q := range f.params {
		s.Members = append(s.Members, types.Member{Type: q.ct})
	}
	s.Elem = f.out
	return types.PointerTo(s)
}

// lambda evaluates a function without a name. It sees what is seen here, and copies of what it captures by value; no compiler takes a text in which
// it names a variable that it does not capture.
func (p *builder) lambda(n *syntax.Tree) *operand {
	f := &function{name: n.Token, out: inferred, body: n.Body, start: n.Token.From}
	f.binds = append(f.binds, p.Symbols[p.Frame:]...)
	p.work += len(f.binds)
	for _, e := range n.Given {
		id, x := e.Token.ID, e.X
		if x == nil {
			if x = e; e.Long || id == p.this || p.Lookup(id) == nil || int(p.Top(id)) < p.Frame {
				continue
			}
		}
		o := p.value(x)
		if !e.Long && p.Err == nil {
			ct := o.ct
			if o.kind != aggregate {
				ct = typeOf(o)
			}
			at := p.allocate(p.Names[id], ct, e.Token.At, e.Token.End, false)
			p.put(at, o)
			o = at
		}
		f.binds = append(f.binds, syntax.Symbol[meaning]{ID: id, Is: meaning{at: o}})
	}
	p.parameters(f, n)
	return p.callable(routine{list: []*function{f}}, n.Token.At, n.End)
}

// ofLibrary makes a value of the name of a function of a library that stands without arguments; nil of anything else.
func (p *builder) ofLibrary(o *operand) *operand {
	if o.kind != place || p.Err != nil {
		return nil
	}
	ob := &p.objects[p.cells[o.cell].object]
	if _, ok := types.FindFunction(ob.name, types.NoType); !ok || !ob.free || p.cells[o.cell].now.kind != nothing {
		return nil
	}
	return p.callable(routine{id: p.Intern(ob.name)}, o.from, o.to)
}

// asFunction makes of an operand what a variable of a type of functions holds.
func (p *builder) asFunction(sig *types.Declared, o *operand) *operand {
	from, to := o.from, o.to
	if f := p.ofLibrary(o); f != nil {
		o = f
	}
	if list := p.calls(o); len(list) > 0 { // an object
		at := p.allocate("", o.ct, from, to, false)
		p.put(at, o)
		o = p.callable(routine{list: list, of: at}, from, to)
	}
	if o = p.rvalue(o); o.kind == known && o.k == 0 { // nullptr
		return unset
	}
	if o.kind != callable {
		return p.fail(from, to, "a function is expected here")
	}
	if sig.Elem == nil || p.routines[o.v].as == sig {
		return o
	}
	return p.callable(routine{of: o, as: sig}, from, to)
}

// converted makes a value of a type, as an argument or a result.
func (p *builder) converted(o *operand, ct *types.Declared) *operand {
	switch {
	case ct.Form == types.Void:
		return &operand{from: o.from, to: o.to}
	case ct.Form != types.Scalar || p.Err != nil:
		return o
	case ct.Narrow != 0:
		return p.narrowed(o, ct.Narrow)
	}
	return p.implicit(o, ct.Base)
}

// invoke calls a value that is a function, or an object.
func (p *builder) invoke(t *syntax.Token, o *operand, args []*operand) *operand {
	from, to := o.from, p.close
	if o = p.rvalue(o); o.kind != callable {
		return p.failAt(t, noFunction)
	}
	r := &p.routines[o.v]
	p.work++
	switch {
	case r.as != nil && len(args) != len(r.as.Members):
		p.failAt(t, "this function takes another number of arguments")
	case r.as != nil:
		for i, m := range r.as.Members {
			args[i] = p.converted(args[i], m.Type)
		}
		o = p.converted(p.invoke(t, r.of, args), r.as.Elem)
	case r.list != nil:
		if r.of != nil {
			args = append([]*operand{r.of}, args...)
		}
		o = p.callBest(r.list, t, r.given, args)
	default:
		for i := range args {
			args[i] = p.rvalue(args[i])
		}
		name := *t
		name.ID = r.id
		o = p.call(&name, args)
	}
	o.from, o.to = from, max(from, to)
	return o
}

const noFunction = "this is no function; a * may be missing before the parenthesis"

// calls lists the functions that an object is called by.
func (p *builder) calls(o *operand) []*function {
	if o.kind != aggregate {
		return nil
	}
	return p.methods[method{o.ct, p.Intern("operator()")}]
}

// callBest calls the function of a list that fits the arguments best.
func (p *builder) callBest(list []*function, t *syntax.Token, given, args []*operand) *operand {
	f, args := p.best(list, t, given, args)
	return p.callOf(f, t, args)
}
