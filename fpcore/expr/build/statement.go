package build

import (
	"slices"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// program executes the whole text and returns the value that it is about.
func (p *builder) program(list []syntax.Item) int32 {
	said := false     // something is computed at the outermost level
	declared := false // variables are set behind the last function
	for i, it := range list {
		functions, stores := len(p.functions), len(p.journal)
		p.Globals = len(p.Symbols)
		p.run(it.Tree)
		switch {
		case !it.Declares:
			said = true
		case len(p.functions) > functions:
			declared = false
		default:
			declared = declared || len(p.functions) > 0 && len(p.journal) > stores
		}
		if p.flow == returns {
			p.outline.Before = it.First.At
			if i+1 < len(list) {
				p.Note(int(list[i+1].First.At), "What follows the return is not executed.")
			}
		}
		if p.flow == returns || p.Err != nil {
			break
		}
	}
	p.ended()
	p.Globals = len(p.Symbols)
	p.Frame = p.Globals
	p.close = p.Tokens[max(len(p.Tokens)-2, 0)].End
	if p.Err == nil && len(p.functions) > 0 && !said && !(declared && p.main() == nil) {
		p.runFunction()
	}
	if p.Err != nil {
		return -1
	}
	o := p.last
	if p.lastAt >= 0 {
		at := p.lastAt
		ct := p.cells[at].ct
		o = &operand{kind: place, cell: at, ct: ct}
		if p.cells[at].now.kind != nothing && ct.Form == types.Record {
			o.ct = types.ScalarType(p.cells[at].now.typ)
		}
		o.from, o.to = p.objects[p.cells[at].object].from, p.objects[p.cells[at].object].to
	}
	if o.kind == nothing {
		if len(p.prints) == 0 {
			end := p.Tokens[len(p.Tokens)-1].End
			if len(p.Tokens) == 1 {
				p.fail(0, end, "there is nothing to compute yet; write an expression such as a*b + c")
			} else {
				p.fail(0, end, "nothing is computed here; end with an expression, an assignment or a return")
			}
		}
		return -1
	}
	if o = p.numeric(o); p.Err != nil {
		return -1
	}
	return p.of(o)
}

// ended ends a text that is no function: its value is what return gives where it comes to one, else what was computed
// last.
func (p *builder) ended() {
	p.outline.Early = len(p.exits) > 0
	if p.Err == nil && p.flow != returns && len(p.exits) > 0 && p.out != nil {
		o := p.last
		if p.lastAt >= 0 {
			o = p.load(&operand{kind: place, cell: p.lastAt, ct: p.cells[p.lastAt].ct})
		}
		if o.kind != nothing {
			p.gives(p.numeric(o))
		}
	}
	p.gather(returns, 0, int32(len(p.cells)), true)
	p.flow = goesOn
	if p.out == nil || p.Err != nil {
		return
	}
	if p.last, p.lastAt = p.cells[p.out.cell].now.own(), -1; p.last.kind == maybe {
		p.fail(p.out.from, p.out.to, "the text gives a value on one path only: end it with a return or an expression")
	}
}

// main returns the function main, nil if there is none.
func (p *builder) main() *function {
	for _, f := range p.functions {
		if f.name.ID == syntax.WordMain {
			return f
		}
	}
	return nil
}

// kernel returns the last kernel, nil if there is none.
func (p *builder) kernel() (f *function) {
	for _, g := range p.functions {
		if g.kernel {
			f = g
		}
	}
	return f
}

// runFunction runs main where it launches a kernel or prints, or where there is no kernel, else the last kernel, else the last function: its
// parameters are inputs.
func (p *builder) runFunction() {
	f := p.functions[len(p.functions)-1]
	main, kernel := p.main(), p.kernel()
	if main != nil {
		f = main
	}
	if kernel != nil && (main == nil || !p.speaks) {
		f = kernel
	}
	if f.kernel && main != nil {
		p.Note(int(main.name.At), passedOver)
	}
	if f.form != nil {
		f = p.instance(f, nil, nil, true)
		if p.Err != nil {
			return
		}
	}
	args := make([]*operand, len(f.params))
	for i, pm := range f.params {
		name := "argument"
		if pm.name.Kind == syntax.Identifier {
			name = p.Names[pm.name.ID]
		}
		switch {
		case f == main && i == 0 && pm.ct.Form == types.Scalar && pm.ct.Base.IsInt():
			args[i] = knownInt(pm.ct.Base, 1, pm.name.At, pm.name.End)
			p.Note(int(pm.name.At), "The program is run without arguments: "+name+" is 1.")
		case isFunction(pm.ct):
			p.failAt(pm.name, "which function this is is not known: write a call below, with a function in this place")
			return
		case pm.ct.Form == types.Reference:
			args[i] = p.allocate(name, pm.ct.Elem, pm.name.At, pm.name.End, true)
		case pm.ct.Form == types.Address:
			args[i] = p.outside(name, pm.ct.Elem, pm.name.At, pm.name.End)
		default:
			args[i] = p.allocate(name, pm.ct, pm.name.At, pm.name.End, true)
		}
	}
	p.outermost, p.base = true, 1
	p.called = f
	p.host = f == main && p.o.Device && p.launches
	if together, _ := p.cooperates(); f.kernel && p.Err == nil && together {
		p.outermost = false
		p.runBlock(f, args)
		return
	}
	o := p.callOf(f, f.name, args)
	if f.name.ID == syntax.WordMain { // its value is an exit status
		o = p.lastPrinted(f.name)
	}
	if ob := p.returnedRow(o); ob != nil { // its elements are what the program leaves
		ob.outer, p.lastAt = true, ob.first+ob.ct.Cells-1
		if ob.ct.Form == types.Record {
			ob.name, ob.hidden, ob.inner = p.Shown(f.name), false, false
		}
	} else if p.Err == nil && o.kind != nothing {
		p.last, p.lastAt = o, -1
	}
}

// returnedRow is the structure of numbers that a function returns, or the array of which it returns where the first element is, nil for every
// other value.
func (p *builder) returnedRow(o *operand) *object {
	if p.Err == nil && o.kind == aggregate && o.ct.Form == types.Record {
		if ob := &p.objects[p.cells[o.cell].object]; ob.first == o.cell && ob.ct == o.ct {
			return ob
		}
	}
	if p.Err != nil || o.kind != pointer || o.typ == outsideType {
		return nil
	}
	ob := &p.objects[p.cells[o.cell].object]
	if ob.ct.Form != types.Array || ob.ct.Elem.Form != types.Scalar || ob.first != o.cell {
		return nil
	}
	return ob
}

// lastPrinted is the last value that was printed, a counter only where there are no others: a float itself, and not the double that
// printf gets.
func (p *builder) lastPrinted(t *syntax.Token) *operand {
	last := int32(-1)
	for _, pr := range slices.Backward(p.prints) {
		for _, x := range slices.Backward(pr.Args) {
			v := &p.values[x]
			counter := v.Op == types.Const && v.Type.IsInt()
			if counter && last >= 0 {
				continue
			}
			if v.Op == types.Convert && v.Type == types.Double && !v.Cast && p.values[v.X[0]].Type == types.Float {
				x = v.X[0]
			}
			if last = x; !counter {
				return &operand{kind: value, v: x, typ: p.values[x].Type, from: t.At, to: t.End}
			}
		}
	}
	if last < 0 {
		return &operand{}
	}
	return &operand{kind: value, v: last, typ: p.values[last].Type, from: t.At, to: t.End}
}

// passedOver is the note that a kernel is evaluated alone.
const passedOver = "main is passed over: the kernel is evaluated, its parameters are the inputs."

// callOf runs a function of the text on arguments.
func (p *builder) callOf(f *function, t *syntax.Token, args []*operand) *operand {
	from, to := t.At, max(p.close, t.End)
	if p.Err != nil {
		return knownInt(types.Int, 0, 0, 0)
	}
	if p.depth > 50 {
		return p.fail(from, to, "“"+p.Shown(t)+"” calls itself more than 50 deep: recursion is read where its end does not depend on inputs")
	}
	if len(args) != len(f.params) {
		return p.fail(from, to, "“"+p.Shown(t)+"” is defined with another number of parameters")
	}
	if p.dead > 0 && p.depth > 2 {
		return p.anyOf(f.out, from, to)
	}
	if f.out == inferred {
		g := *f
		f, g.open = &g, true
	}
	outermost := p.outermost
	p.outermost = false
	p.depth++
	frame, flow, out, exits, mark, line := p.Frame, p.flow, p.out, len(p.exits), len(p.Symbols), p.line
	last, lastAt, computed, current := p.last, p.lastAt, p.computed, p.current
	p.current = f
	stored := p.stored
	p.Frame, p.flow, p.out = mark, goesOn, &operand{}
	if f.open {
		p.out = nil
	} else if f.out.Form != types.Void {
		p.out = p.allocate("", f.out, from, to, false)
		if p.Err != nil {
			return p.out
		}
		p.objects[len(p.objects)-1].hidden = true
	}
	limit := int32(len(p.cells))
	for _, b := range f.binds {
		p.Declare(b)
	}
	p.work += len(f.binds) / 8
	for i, pm := range f.params {
		if pm.name.Kind != syntax.Identifier {
			continue
		}
		v, ct := args[i], pm.ct
		if ct.Form == types.Reference {
			ct = ct.Elem
		}
		if ct == inferred {
			ct = typeOf(v)
		}
		if pm.ct.Form == types.Reference {
			v = p.bound(ct, v, pm.name)
		} else if !outermost || v.kind == pointer {
			v = p.allocate(p.Names[pm.name.ID], ct, pm.name.At, pm.name.End, false)
			p.put(v, args[i])
		}
		p.Declare(syntax.Symbol[meaning]{ID: pm.name.ID, Is: meaning{at: v}})
	}
	if len(f.begins) > 0 {
		p.setMembers(f, args[0])
	}
	p.run(f.body)
	every := p.flow == returns
	for _, e := range p.exits[exits:] {
		for _, b := range e.from {
			if b >= 0 && e.flow == returns {
				p.basic[b].Ends = true
			}
		}
	}
	p.gather(returns, exits, limit, true)
	o := unset.own()
	if p.Err == nil && f.out.Form != types.Void && p.out != nil {
		o = p.returned(f, every)
	}
	p.Leave(mark)
	p.depth--
	p.Frame, p.flow, p.out, p.line, p.current = frame, flow, out, line, current
	p.stored = stored
	if at := p.lastAt; !outermost && !(f.out.Form == types.Void && 0 <= at && at < limit && at != lastAt) {
		p.last, p.lastAt, p.computed = last, lastAt, computed
	}
	o.from, o.to = from, to
	return o
}

// anyOf is a value of a type, in code that is not executed.
func (p *builder) anyOf(ct *types.Declared, from, to int32) *operand {
	switch {
	case ct.Form == types.Record || ct.Form == types.Address:
		return p.allocate("", ct, from, to, false)
	case ct.Form == types.Void:
		return &operand{from: from, to: to}
	case ct.Base.IsFloat():
		return p.constant(ct.Base, 0, from, to)
	}
	return knownInt(ct.Base, 0, from, to)
}

// returned is what the function gives; every: it comes to a return on every way.
func (p *builder) returned(f *function, every bool) *operand {
	if !every {
		if f.name.ID == syntax.WordMain {
			return &operand{}
		}
		return p.failAt(f.name, "this function does not return a value on every path")
	}
	if f.out.Form == types.Record {
		return p.out
	}
	o := p.cells[p.out.cell].now.own()
	if o.kind == maybe {
		return p.failAt(f.name, "a function that returns one pointer or another is not read; return the value")
	}
	return o
}

// run executes a statement.
func (p *builder) run(n *syntax.Tree) {
	if !p.enter(n) {
		return
	}
	switch n.Kind {
	case syntax.EmptyTree:
	case syntax.BlockTree:
		mark := len(p.Symbols)
		p.statements(n.List)
		p.Leave(mark)
	case syntax.ExpressionTree:
		p.expression(n)
	case syntax.IfTree:
		p.ifStatement(n)
	case syntax.ForTree, syntax.WhileTree, syntax.DoTree:
		p.loop(n)
	case syntax.ReturnTree:
		p.returnStatement(n)
	case syntax.BreakTree:
		p.flow = breaks
	case syntax.ContinueTree:
		p.flow = continues
	case syntax.SwitchTree:
		p.switchStatement(n)
	case syntax.LabelTree: // execution comes to it from the statement before
		if n.X != nil {
			p.without(func() { p.value(n.X) })
		}
	case syntax.UsingTree:
		if ct := p.typeName(n.Type); p.Err == nil {
			p.Declare(syntax.Symbol[meaning]{ID: n.Token.ID, Sort: syntax.TypeName, Is: meaning{ct: ct}})
		}
	case syntax.DeclarationTree:
		p.declaration(n)
	case syntax.TemplateTree:
		p.template(n)
	default:
		p.value(n)
	}
	p.lacking(n)
}

// statements executes a list. What stands behind a return, break or continue is not executed.
func (p *builder) statements(list []*syntax.Tree) {
	for i, n := range list {
		if p.flow != goesOn && p.dead == 0 {
			p.unreached(n, func() { p.statements(list[i:]) })
			return
		}
		if p.Err != nil {
			return
		}
		p.flow = goesOn
		p.run(n)
	}
}

// unreached looks once for errors in what is not executed, which begins with n.
func (p *builder) unreached(n *syntax.Tree, f func()) {
	if p.Err == nil && !p.looked[n] {
		p.looked[n] = true
		p.without(f)
	}
}

// expression executes a statement that is an expression.
func (p *builder) expression(n *syntax.Tree) {
	p.newLine()
	t, mark := n.Token, p.stored
	p.outline.Before = t.At
	o := p.value(n.X)
	if p.Err != nil {
		return
	}
	if o.kind == place {
		o = p.readable(o)
	}
	if o.kind == callable {
		if n.X.Kind == syntax.NameTree {
			p.numeric(o)
		}
		return
	}
	if o.kind != nothing && o.kind != pointer && o.kind != aggregate && o.kind != words && p.stored == mark {
		p.last, p.lastAt = o, -1
		p.outline.From, p.outline.To = o.from, o.to
	}
}

func (p *builder) returnStatement(n *syntax.Tree) {
	p.newLine()
	if n.X != nil {
		var o *operand
		if n.X.Kind == syntax.BracesTree && p.current != nil && p.current.out.Form == types.Record {
			o = p.filled(p.current.out, n.Next, n.X)
		} else {
			o = p.value(n.X)
		}
		if p.Err != nil {
			return
		}
		from, to := o.from, o.to
		if o.kind == place || o.kind == aggregate && o.ct.Form == types.Array {
			o = p.rvalue(o)
		}
		if p.current != nil {
			o = p.asReturned(o)
		} else {
			o = p.numeric(o)
			p.outline.From, p.outline.To = from, to
		}
		p.gives(o)
	} else if p.current != nil && p.current.out.Form != types.Void && !p.current.open {
		p.failAt(n.Next, "a value is expected behind this return: the function’s type says that there is one")
	}
	p.flow = returns
}

// asReturned converts what stands behind return to the type of the function.
func (p *builder) asReturned(o *operand) *operand {
	if p.current.open {
		if have := typeOf(o); p.out == nil {
			p.current.out = have
		} else if p.dead == 0 && !alike(have, p.current.out) {
			return p.fail(o.from, o.to, "this return has another type than the one before it: write the type of the function, as in -> float")
		}
	}
	ct := p.current.out
	if isFunction(ct) {
		o = p.asFunction(ct.Elem, o)
	}
	switch {
	case ct.Form == types.Void:
		return p.fail(o.from, o.to, "this function returns nothing: its type is void")
	case ct.Form == types.Scalar:
		o = p.converted(o, ct)
	case ct.Form == types.Address && o.kind != pointer && o.kind != words && o.kind != callable || ct.Form == types.Record && (o.kind != aggregate || o.ct != ct):
		return p.fail(o.from, o.to, "this is not of the type that the function returns")
	}
	return o
}
