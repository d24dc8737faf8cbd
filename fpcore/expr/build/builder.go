package build

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// builder evaluates the syntax tree of a text and makes values of what it computes: a loop's body is evaluated for every
// pass, a function's for every call.
type builder struct {
	*syntax.Lexer
	syntax.Scopes[meaning]
	o         types.Options
	here      *syntax.Token // of what is evaluated
	close     int32         // the end of the call that is evaluated
	work      int
	depth     int  // of function calls
	room      int  // how many cells containers have to grow
	guarded   int  // inside of an if whose condition depends on inputs
	base      int  // depth of the function that is the program
	outermost bool // the function that is called is the program
	current   *function
	functions []*function
	methods   map[method][]*function // nil: no structure has functions
	this      int32                  // the number of this name
	outline   types.Outline
	called    *function // the function of the text that is the program, nil if none
	group     *block    // whose threads are followed, nil outside
	single    bool      // a thread's index was asked for outside: one thread is evaluated
	dead      int       // inside of code that is not executed
	host      bool      // main is evaluated for a GPU: its compiler fuses nothing
	launches  bool      // a kernel is launched somewhere in the text, and main is not passed over
	speaks    bool      // a kernel is launched or something is printed, so that main is the program, beside kernels too
	followed  int       // threads that were launched
	crossed   int32     // the values before it are older than the last launch, or of it where that has ended
	indexing  int       // inside of an index

	values []types.Value
	inputs []types.InputVar
	prints []types.Print
	texts  []string // those of operands that are words

	routines  []routine
	instances []madeOf
	binds     []syntax.Symbol[meaning] // of the template of a structure that is evaluated
	form      *function                // that template
	stream    stream
	line      int32 // of the values that are made
	pass      int32 // likewise
	lines     int32 // how many full expressions there were

	passed  []types.Pass // of all loops so far
	steps   []step       // of the passes of the loops around
	ending  bool         // the condition of a loop is evaluated
	entered int32        // how often a loop was entered

	basic []types.BasicBlock // of all so far
	in    int32              // the one of the values that are made
	ways  [2]int32           // the last ones of the two ways that are joined; see Value.Ways
	mixed bool               // ways are joined that do not meet here

	free      map[int32]int32
	addressed map[int32]bool // those that were the value of a pointer
	threads   []string       // the names of thread indices

	cells   []cell
	objects []object
	read    []int32 // cells that are inputs, in the order of their values
	journal []change
	stamp   int32
	cut     int32                 // the cell of Code.Unfinished
	counter int32                 // a name that a loop begins with a whole number and counts: where it is not declared it is int
	most    int                   // passes of a loop whose end depends on inputs
	looked  map[*syntax.Tree]bool // statements that are not executed, and were looked at

	flow     flow
	out      *operand // where return puts its value in the function that is evaluated
	exits    []exit
	last     *operand // the value of the last statement
	lastAt   int32    // the cell that was stored to last, -1 if an expression came later
	stored   int      // how often anything was stored or printed
	computed bool     // what was stored last is not a constant integer: counters do not take its place
}

// meaning is what a name means where it is declared.
type meaning struct {
	ct *types.Declared // of a type
	at *operand        // a variable; of a constant, a known integer
	fn *function
}

// kind says what an operand is.
type kind uint8

const (
	nothing   kind = iota // of a call without a result
	value                 // values[v]
	known                 // the integer with the code k in typ
	place                 // a scalar in memory, not read yet
	aggregate             // an array, struct or union in memory
	pointer               // to a place
	thread                // threads[k] plus v: an index that differs from thread to thread
	words                 // a string, texts[v]
	callable              // a function, routines[v]
	maybe                 // a value that is assigned on one of two paths only
)

// operand is a part of an expression.
type operand struct {
	_        [0]func() // not comparable
	kind     kind
	typ      types.Type // value, known
	assumed  bool       // known: a test of a thread index, taken as it must be for the thread that does the work
	counted  bool       // known: from a variable that was read in a loop
	given    bool       // known: from an input that the options give
	backward bool       // pointer: an iterator that goes backward, and reads the element before its place
	paren    bool
	narrow   int8 // what a cast to char or short leaves; see types.Declared
	v        int32
	k        uint64
	cell     int32           // place, aggregate, pointer
	off      int32           // the byte in the cell
	ct       *types.Declared // place, aggregate: its type; pointer: what it points to
	from, to int32
}

// own returns a copy that nothing else refers to.
//
//go:noinline
func (o *operand) own() *operand {
	c := *o
	return &c
}

// knownInt is the integer with the code k in the type t.
//
//go:noinline
func knownInt(t types.Type, k uint64, from, to int32) *operand {
	return &operand{kind: known, typ: t, k: k, from: from, to: to}
}

// opToken is an operator that does not stand in the text, for what comes of the bytes at to end.
//
//go:noinline
func opToken(op syntax.Operator, at, end int32) *syntax.Token {
	return &syntax.Token{Op: op, At: at, End: end}
}

// unset is what a cell holds that was never set.
var unset = &operand{}

type flow uint8

const (
	goesOn flow = iota
	breaks
	continues
	returns
)

// Parse reads a text. A nil Error means that there is a program.
func Parse(text string, o types.Options) (*types.Code, *types.Error) {
	if o.Free != types.Double && o.Free != types.Half && o.Free != types.BFloat16 {
		o.Free = types.Float
	}
	l, list, err := syntax.Read(text, o)
	if err != nil {
		return nil, err
	}
	c, p := evaluate(text, o, l, list)
	if main := p.main(); p.Err != nil && main != nil && p.speaks && p.kernel() != nil {
		// The kernel may be read where main is not.
		o.Known += " main=0"
		if l, list, err = syntax.Read(text, o); err != nil {
			return nil, err
		}
		d, q := evaluate(text, o, l, list)
		if q.Err == nil {
			for i, n := range d.Notes {
				if strings.HasPrefix(n.Text, passedOver) {
					d.Notes[i] = types.Note{At: p.Err.From, Text: passedOver + " What is not read in it: " + p.Err.Text}
				}
			}
		}
		if q.Err != nil && q.called == nil { // the kernel is not come to
			return nil, p.Err
		}
		return d, q.Err
	}
	return c, p.Err
}

// evaluate makes a program of a tree; there is none where the builder has an error.
func evaluate(text string, o types.Options, l *syntax.Lexer, list []syntax.Item) (*types.Code, *builder) {
	p := &builder{Lexer: l, o: o, here: &l.Tokens[0], free: map[int32]int32{}, addressed: map[int32]bool{}, looked: map[*syntax.Tree]bool{}, most: MaxOpen, lastAt: -1, last: unset, line: -1, lines: -1, basic: []types.BasicBlock{{Cond: -1}}}
	if n, ok := p.known("while"); ok {
		p.most = int(max(MaxOpen, min(n, 1000)))
	}
	_, skipped := p.known("main")
	if !skipped {
		p.launches = slices.ContainsFunc(l.Tokens, func(t syntax.Token) bool { return t.Op == syntax.Launch })
		p.speaks = p.launches || slices.ContainsFunc(l.Tokens, func(t syntax.Token) bool {
			return t.Kind == syntax.Identifier && (t.ID == syntax.WordPrintf || t.ID == syntax.WordCout)
		})
	}
	p.cut = p.allocate("", types.ScalarType(types.Bool), 0, 0, false).cell
	p.objects[0].hidden, p.cells[p.cut].now = true, knownInt(types.Bool, 0, 0, 0)
	result := p.program(list)
	if p.Err != nil {
		return nil, p
	}
	p.sortInputs()
	if n := len(p.Label); n > 0 {
		for _, pr := range p.prints {
			if len(pr.Format) > n && pr.Format[:n] == p.Label && pr.Format[n] != ':' {
				p.Note(p.LabelAt, "In the output stands “"+p.Label+":”, but the printf of this text writes no colon.")
				break
			}
		}
	}
	unfinished := int32(0)
	if cut := p.cells[p.cut].now; cut.kind == value {
		unfinished = cut.v
	}
	c := &types.Code{Text: text, Values: p.values, Inputs: p.inputs, Prints: p.prints, Passes: append([]types.Pass{{}}, p.passed...), Blocks: p.basic, Last: p.in, Result: result, Notes: p.Notes, Finals: p.finals(), Unfinished: unfinished}
	prune(c)
	c.Outline = p.outlined(c)
	return c, p
}

// outlined completes the outline of the text.
func (p *builder) outlined(c *types.Code) types.Outline {
	o := p.outline
	o.Of = p.o.Free
	for _, f := range p.functions {
		o.Functions = append(o.Functions, outlinedFunction(c.Text, f))
	}
	if p.called != nil {
		f := outlinedFunction(c.Text, p.called)
		o.Called = &f
	}
	if p.lastAt >= 0 {
		o.Name = p.nameOf(p.lastAt)
	}
	free := map[string]bool{}
	for i := range p.cells {
		ob := &p.objects[p.cells[i].object]
		switch {
		case p.called != nil || !ob.outer || ob.first != int32(i):
		case ob.ct.Form == types.Address:
			o.Arrays = true
		case p.cells[i].input >= 0:
			free[ob.name] = true
		default:
			o.Declare = append(o.Declare, ob.name)
		}
	}
	for _, in := range c.Inputs {
		o.Free = append(o.Free, free[in.Name])
	}
	return o
}

// finals lists what the variables of the program hold at its end, the last of each name.
func (p *builder) finals() (list []types.Final) {
	at := map[string]int{}
	for i := range p.cells {
		c := &p.cells[i]
		o := &p.objects[c.object]
		if c.now.kind != value || o.inner || o.hidden || c.ct.Form != types.Scalar || len(list) >= types.MaxInputs {
			continue
		}
		f := types.Final{Name: p.nameOf(int32(i)), Value: c.now.v, From: o.from, Outer: o.outer}
		if n, ok := at[f.Name]; ok {
			list[n] = f
			continue
		}
		at[f.Name] = len(list)
		list = append(list, f)
	}
	return list
}

// prune takes out inputs and constants that nothing uses.
func prune(c *types.Code) {
	used := make([]bool, len(c.Values))
	for i := range c.Values {
		for _, x := range c.Values[i].X {
			if x >= 0 {
				used[x] = true
			}
		}
	}
	for _, pr := range c.Prints {
		for _, x := range pr.Args {
			used[x] = true
		}
	}
	for _, f := range c.Finals {
		used[f.Value] = true
	}
	if c.Result >= 0 {
		used[c.Result] = true
	}
	if c.Unfinished > 0 {
		used[c.Unfinished] = true
	}
	to := make([]int32, len(c.Values))
	values := c.Values[:0] // in their place: a value moves to the front or stays
	var inputs []types.InputVar
	for i := range to {
		to[i] = -1
	}
	number := make([]uint64, len(c.Inputs))
	for i := range number {
		number[i] = ^uint64(0)
	}
	for i, v := range c.Values {
		if v.Op == types.Input && used[i] {
			number[v.Bits] = 0
		}
	}
	for i, in := range c.Inputs {
		if number[i] == 0 {
			number[i] = uint64(len(inputs))
			inputs = append(inputs, in)
		}
	}
	for i, v := range c.Values {
		if !used[i] && (v.Op == types.Input || v.Op == types.Const) {
			continue
		}
		for j, x := range v.X {
			if x >= 0 {
				v.X[j] = to[x]
			}
		}
		if v.Op == types.Input {
			v.Bits = number[v.Bits]
		}
		to[i] = int32(len(values))
		values = append(values, v)
	}
	for _, pr := range c.Prints {
		for j, x := range pr.Args {
			pr.Args[j] = to[x]
		}
	}
	for i := range c.Finals {
		c.Finals[i].Value = to[c.Finals[i].Value]
	}
	if c.Result >= 0 {
		c.Result = to[c.Result]
	}
	if c.Unfinished > 0 {
		c.Unfinished = to[c.Unfinished]
	}
	c.Values, c.Inputs, c.Blocks = values, inputs, types.Renumbered(c.Blocks, to)
}

// before reports whether the input a stands before b: by the text, then by its place in an array.
func (p *builder) before(a, b int) bool {
	if from, other := p.inputs[a].From, p.inputs[b].From; from != other {
		return from < other
	}
	x, y := p.objects[p.cells[p.read[a]].object].index, p.objects[p.cells[p.read[b]].object].index
	return x < y || x == y && p.read[a] < p.read[b]
}

// sortInputs numbers the inputs in the order of the text.
func (p *builder) sortInputs() {
	order := make([]int, len(p.inputs))
	for i := range order {
		order[i] = i
	}
	for i := range order {
		low, high := 0, i
		for low < high {
			if m := (low + high) / 2; p.before(i, order[m]) {
				high = m
			} else {
				low = m + 1
			}
		}
		copy(order[low+1:i+1], order[low:i])
		order[low] = i
	}
	sorted := make([]types.InputVar, len(order))
	to := make([]uint64, len(order))
	for i, old := range order {
		sorted[i], to[old] = p.inputs[old], uint64(i)
	}
	p.inputs = sorted
	for i := range p.values {
		if v := &p.values[i]; v.Op == types.Input {
			v.Bits = to[v.Bits]
		}
	}
}

// fail records the first error; nothing is evaluated after it.
//
//go:noinline
func (p *builder) fail(from, to int32, text string) *operand {
	if p.Err == nil {
		p.Err = &types.Error{From: from, To: max(from, to), Text: text}
	}
	return knownInt(types.Int, 0, from, to)
}

// failAt points to a token; at the end of the text to the last word before it.
//
//go:noinline
func (p *builder) failAt(t *syntax.Token, text string) *operand {
	t = p.WordAt(t)
	return p.fail(t.At, t.End, text)
}

// enter counts a part of the tree that is evaluated; false after an error.
func (p *builder) enter(n *syntax.Tree) bool {
	if p.here = n.Token; p.Err == nil {
		if p.work++; p.work > maxSteps {
			p.tooLong(n.Token)
		}
	}
	return p.Err == nil
}

// limit marks the error as that of a program beyond what is evaluated.
func (p *builder) limit() { p.Err.Limit = true }

func (p *builder) tooLong(t *syntax.Token) {
	p.failAt(t, "this runs too long to be evaluated: the passes of its loops come to more than "+strconv.Itoa(maxSteps)+" steps")
	p.limit()
}

// emit appends a value.
func (p *builder) emit(v types.Value) *operand {
	if len(p.values) >= types.MaxValues {
		o := p.fail(v.From, v.To, "this makes more than "+strconv.Itoa(types.MaxValues)+" operations, inputs and constants")
		p.limit()
		return o
	}
	v.Line, v.To, v.Pass, v.Block = max(p.line, 0), max(v.From, v.To), p.pass, p.in
	v.Inner = p.depth > p.base
	if v.Op == types.Select {
		v.Ways = p.ways
	}
	if len(p.values) == cap(p.values) {
		p.values = slices.Grow(p.values, len(p.values)+16) // twice as many: append would copy long programs many times
	}
	p.values = append(p.values, v)
	return &operand{kind: value, typ: v.Type, v: int32(len(p.values) - 1), from: v.From, to: v.To}
}

func (p *builder) emitOp(op types.Op, t types.Type, from, to int32, x ...int32) *operand {
	v := types.Value{Op: op, Type: t, X: [3]int32{-1, -1, -1}, From: from, To: to}
	copy(v.X[:], x)
	return p.emit(v)
}

// of returns the number of the value that an operand is; a known integer becomes a constant.
func (p *builder) of(o *operand) int32 {
	if o = p.rvalue(o); o.kind == words {
		o = p.numeric(o)
	}
	if o.kind == known {
		o = p.emit(types.Value{Op: types.Const, Type: o.typ, X: [3]int32{-1, -1, -1}, Bits: o.k & o.typ.Mask(), From: o.from, To: o.to})
	}
	if o.kind != value {
		return 0
	}
	return o.v
}

// input makes an input of the given name.
func (p *builder) input(name string, t types.Type, from, to int32, declared bool) *operand {
	if len(p.inputs) >= types.MaxInputs {
		return p.fail(from, to, "there are more than "+strconv.Itoa(types.MaxInputs)+" inputs")
	}
	p.inputs = append(p.inputs, types.InputVar{Name: name, Type: t, From: from, Declared: declared})
	return p.emit(types.Value{Op: types.Input, Type: t, X: [3]int32{-1, -1, -1}, Bits: uint64(len(p.inputs) - 1), From: from, To: to, Name: name})
}

// without runs f, and takes back all that it did to the program: code that is not executed.
func (p *builder) without(f func()) {
	values, inputs, prints, line, mark, flow, exits := len(p.values), len(p.inputs), len(p.prints), p.line, len(p.journal), p.flow, len(p.exits)
	last, lastAt, computed, out, notes := p.last, p.lastAt, p.computed, p.out, len(p.Notes)
	basic, in := len(p.basic), p.in
	p.begin(p.in)
	p.dead++
	p.flow = goesOn
	f()
	p.dead--
	p.rollback(mark)
	p.values, p.inputs, p.prints, p.line, p.flow, p.exits = p.values[:values], p.inputs[:inputs], p.prints[:prints], line, flow, p.exits[:min(exits, len(p.exits))]
	p.basic, p.in = p.basic[:basic], in
	p.last, p.lastAt, p.computed, p.out, p.Notes = last, lastAt, computed, out, p.Notes[:min(notes, len(p.Notes))]
	for n := len(p.read); n > 0 && p.cells[p.read[n-1]].input >= int32(values); n-- {
		p.cells[p.read[n-1]].input = -1
		p.read = p.read[:n-1]
	}
}

// outlinedFunction is a function as an Outline has it.
func outlinedFunction(text string, f *function) types.OutlinedFunction {
	o := types.OutlinedFunction{Name: text[f.name.From:f.name.To], Start: f.start, Kernel: f.kernel, Device: f.device}
	for _, pm := range f.params {
		q := types.OutlinedParam{At: pm.name.At}
		if pm.ct.Form == types.Scalar {
			q.Type = pm.ct.Base
		}
		o.Params = append(o.Params, q)
	}
	return o
}
