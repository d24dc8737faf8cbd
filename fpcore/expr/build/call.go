package build

import (
	"strings"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// arguments evaluates the arguments of a call.
func (p *builder) arguments(n *syntax.Tree) []*operand {
	args := p.places(n)
	for i := range args {
		if args[i].kind == place && p.Err == nil {
			args[i] = p.rvalue(args[i])
		}
	}
	return args
}

// places evaluates arguments, and leaves variables as they are.
func (p *builder) places(n *syntax.Tree) []*operand {
	indexing := p.indexing
	p.indexing = 0
	args := make([]*operand, len(n.List))
	for i, m := range n.List {
		args[i] = p.value(m)
	}
	p.indexing, p.close = indexing, n.End
	return args
}

// count checks the number of arguments.
func (p *builder) count(t *syntax.Token, args []*operand, n int) bool {
	if p.Err != nil {
		return false
	}
	if len(args) == n {
		return true
	}
	p.fail(t.At, p.close, p.Shown(t)+" takes "+[...]string{"no arguments", "one argument", "two arguments", "three arguments"}[n])
	return false
}

// call makes a call of a function that the text does not define.
func (p *builder) call(t *syntax.Token, args []*operand) *operand {
	if p.Err != nil {
		return knownInt(types.Int, 0, 0, 0)
	}
	name := p.Names[t.ID]
	if o, ok := p.builtin(t, name, args); ok {
		o.from, o.to = t.At, p.close
		return o
	}
	if name == "free" && len(args) == 1 && args[0].kind == pointer {
		return &operand{from: t.At, to: p.close}
	}
	if strings.HasPrefix(name, "cuda") || name == "malloc" || name == "calloc" || name == "free" {
		return p.failAt(t, "memory of a GPU is not managed here: paste the kernel alone, its parameters become the inputs; of a program, (float *)malloc(n*sizeof(float)) is read")
	}
	switch strings.TrimSuffix(name, "f") {
	case "sincospi", "frexp", "modf", "remquo":
		return p.failAt(t, name+" gives a result through a pointer, which is not read of a library’s function; "+
			map[bool]string{true: "call the sine and the cosine one by one", false: "write what it computes"}[name[0] == 's'])
	}
	if typ := readsText(strings.TrimPrefix(name, "std::")); typ != types.NoType {
		if p.dead > 0 { // as a condition keeps it from being called: argc > 1 ? atoi(argv[1]) : 100
			return p.constant(typ, 0, t.At, p.close)
		}
		return p.failAt(t, "what "+name+" reads is not known: write the number in its place")
	}
	if o, ok := p.scanf(t, name, args); ok {
		return o
	}
	f, ok := types.FindFunction(name, types.NoType)
	if !ok {
		text := "there is no function “" + name + "” here"
		switch n := types.NearestFunction(name); {
		case name == "scanf" || name == "fscanf" || name == "sscanf":
			text = "what " + name + notKnown
		case strings.Contains(" rand random drand48 curand_uniform curand_normal rnorm ", " "+name+" "):
			text = "what " + name + " gives is not known: write the number in its place"
		case strings.HasPrefix(name, "__s"):
			text = name + " is for the threads of a kernel: paste that, __global__, too"
		case n != "":
			text += "; is " + n + " meant?"
		default:
			text += "; paste its definition above"
		}
		o := p.failAt(t, text)
		p.Err.Missing = true
		return o
	}
	for i := range args {
		args[i] = p.numeric(args[i])
	}
	if p.Err != nil {
		return knownInt(types.Int, 0, 0, 0)
	}
	if !p.count(t, args, len(f.In)) {
		return knownInt(types.Int, 0, 0, 0)
	}
	f = p.overload(t, f, args)
	v := types.Value{Op: types.Call, Type: f.Out, Fn: f.Name, X: [3]int32{-1, -1, -1}, From: t.At, To: p.close}
	for i, in := range f.In {
		args[i] = p.implicit(args[i], in)
	}
	for i := range f.In {
		v.X[i] = p.of(args[i])
	}
	return p.emit(v)
}

// readsText is the type of the numbers that a function of the C or C++ library reads of a text.
func readsText(name string) types.Type {
	switch name {
	case "atoi", "stoi":
		return types.Int
	case "atol", "atoll", "strtol", "strtoll", "strtoul", "stol", "stoll", "stoul":
		return types.Long
	case "strtof", "stof":
		return types.Float
	case "atof", "strtod", "stod":
		return types.Double
	}
	return types.NoType
}

// overload chooses among the functions of one name by the types of the operands, as C++ and CUDA do.
func (p *builder) overload(t *syntax.Token, f *types.Function, args []*operand) *types.Function {
	if f.Out == types.Half || len(f.In) > 0 && f.In[0] == types.Half {
		for _, a := range args {
			if a.typ == types.BFloat16 {
				if g, ok := types.FindFunction(f.Name, types.BFloat16); ok {
					return g
				}
			}
		}
		return f
	}
	if len(f.In) == 0 || f.In[0] != types.Double || strings.HasPrefix(f.Name, "__") {
		return f
	}
	single := true
	for i, a := range args {
		if a.typ == types.Half || a.typ == types.BFloat16 {
			p.failAt(t, "CUDA finds this ambiguous for "+a.typ.String()+": convert the argument, as in "+f.Name+"f((float)x)")
			return f
		}
		single = single && (f.In[i] != types.Double || a.typ == types.Float)
	}
	g, ok := types.FindFunction(f.Name+"f", types.NoType)
	if !single || !ok {
		return f
	}
	if p.o.C {
		return f
	}
	if p.dead == 0 && !strings.HasSuffix(p.Text[:t.At], "std::") {
		inC := "is the function for double"
		if p.Shown(t) == "abs" {
			inC = "takes an int, so that the fraction is lost"
		}
		p.Note(int(t.At), "With a float "+p.Shown(t)+" is taken as "+g.Name+", as in CUDA, with std:: and in C++ with <math.h>; in C, and with <cmath> alone, it "+inC+".")
	}
	return g
}

// conversions are the functions that convert (=) or look at bits (:), with the types as in signatures.
const conversions = " __half2float h=f __low2float h=f __bfloat162float b=f __float2half f=h __float2bfloat16 f=b" +
	" __float_as_int f:i __float_as_uint f:u __int_as_float i:f __uint_as_float u:f __double_as_longlong d:l __longlong_as_double l:d" +
	" __half_as_ushort h:u __half_as_short h:u __bfloat16_as_ushort b:u __bfloat16_as_short b:u" +
	" __ushort_as_half u:h __short_as_half u:h __ushort_as_bfloat16 u:b __short_as_bfloat16 u:b "

// builtin makes the calls that become operations: conversions, bit patterns, arithmetic under a name.
func (p *builder) builtin(t *syntax.Token, name string, args []*operand) (*operand, bool) {
	to := p.close
	if n := strings.Index(conversions, " "+name+" "); n >= 0 {
		spec := conversions[n+len(name)+2:]
		from, typ := types.LetterType(spec[0]), types.LetterType(spec[2])
		if !p.count(t, args, 1) {
			return &operand{}, true
		}
		o := p.implicit(args[0], from)
		if spec[1] == '=' {
			return p.convert(o, typ, true, t.At, to), true
		}
		return p.bits(o, typ, &operand{from: t.At, to: to}), true
	}
	switch name {
	case "__double2hiint", "__double2loint":
		if !p.count(t, args, 1) {
			return &operand{}, true
		}
		o := p.bits(p.implicit(args[0], types.Double), types.ULong, &operand{from: t.At, to: to})
		if name == "__double2hiint" {
			o = p.arithmetic(t, syntax.ShiftRight, o, knownInt(types.Int, 32, t.At, to))
		}
		return p.convert(o, types.Int, false, t.At, to), true
	case "__hiloint2double":
		if !p.count(t, args, 2) {
			return &operand{}, true
		}
		hi, lo := p.implicit(p.implicit(args[0], types.UInt), types.ULong), p.implicit(p.implicit(args[1], types.UInt), types.ULong)
		hi = p.arithmetic(t, syntax.ShiftLeft, hi, knownInt(types.Int, 32, t.At, to))
		return p.bits(p.arithmetic(t, '|', hi, lo), types.Double, &operand{from: t.At, to: to}), true
	case "isnan", "isinf", "isfinite", "signbit", "__isnanf", "__isinff":
		if !p.count(t, args, 1) {
			return &operand{}, true
		}
		return p.classify(t, name, args[0]), true
	case "abs", "fabs", "labs", "llabs":
		if len(args) == 1 && p.numeric(args[0]).typ.IsInt() && name != "fabs" {
			return p.absolute(t, name, args[0]), true
		}
		if len(args) == 1 && name == "abs" {
			return p.call(&syntax.Token{Kind: syntax.Identifier, ID: p.Intern("fabs"), At: t.At, End: t.End, From: t.From, To: t.To}, args), true
		}
	case "min", "max", "umin", "umax":
		if !p.count(t, args, 2) {
			return &operand{}, true
		}
		return p.least(t, name[len(name)-3:], args[0], args[1]), true
	case "__umul24", "__mul24":
		if !p.count(t, args, 2) {
			return &operand{}, true
		}
		return p.arithmetic(opToken('*', t.At, to), '*', args[0], args[1]), true
	case "__float_to_tf32":
		if !p.count(t, args, 1) {
			return &operand{}, true
		}
		return p.rounded(args[0], "=tf32 rna", t.At, to), true
	case "atomicAdd":
		if !p.count(t, args, 2) {
			return &operand{}, true
		}
		if args[0].kind == aggregate {
			args[0] = p.rvalue(args[0])
		}
		at := p.follow(t, args[0])
		if p.Err != nil {
			return at, true
		}
		if p.dead == 0 {
			if p.single {
				return p.fail(t.At, to, "every thread adds a term of its own, and one thread alone is evaluated here: write the sum as a loop over the elements, for (int i = 0; i < n; i++) s += x[i]"), true
			}
			p.Note(int(t.At), "atomicAdd: the threads add in the order of their arrival, which is not fixed; here it is that of the text.")
		}
		if c := &p.cells[at.cell]; p.group != nil && c.now.kind == nothing && c.input < 0 && p.objects[c.object].outer && at.ct.Form == types.Scalar {
			zero := p.implicit(knownInt(types.Int, 0, t.At, to), at.ct.Base).own()
			if p.dead > 0 { // which is taken back
				p.set(at.cell, zero)
			} else {
				c.now = zero
			}
			p.Note(int(t.At), "The memory that atomicAdd adds to is taken to be 0 before the launch.")
		}
		was := p.readable(at)
		p.store(at, p.compound(&syntax.Token{Kind: syntax.Punctuator, Op: '+' | syntax.Assigning, At: t.At, End: t.End, From: t.From, To: t.To}, at, args[1]))
		return was, true
	case "get_global_id", "get_local_id", "get_local_size": // OpenCL
		if p.count(t, args, 1); p.group == nil {
			p.single = true
			return p.threadOf(p.Text[t.From:to], t.At, to), true
		}
		n := p.group.now // the one block that is followed begins at 0
		if name == "get_local_size" {
			n = p.group.size
		}
		return knownInt(types.UInt, uint64(n), t.At, to), true
	case "__ldg":
		if !p.count(t, args, 1) {
			return &operand{}, true
		}
		return p.readable(p.follow(t, args[0])), true
	case "__hneg":
		if !p.count(t, args, 1) {
			return &operand{}, true
		}
		o := p.small(args[0])
		return p.emitOp(types.Neg, o.typ, t.At, to, p.of(o)), true
	}
	if ops := " __hadd+ __hsub- __hmul* __hdiv/ __heq= __hne! __hlt< __hle{ __hgt> __hge} "; strings.HasPrefix(name, "__h") {
		n := strings.Index(ops, " "+name)
		if at := n + 1 + len(name); n >= 0 && ops[at+1] == ' ' {
			if !p.count(t, args, 2) {
				return &operand{}, true
			}
			op := syntax.Operator(ops[at])
			switch op {
			case '=':
				op = syntax.Equal
			case '!':
				op = syntax.Differ
			case '{':
				op = syntax.LessEq
			case '}':
				op = syntax.MoreEq
			}
			a, b := args[0], args[1]
			if p.numeric(a).typ != types.BFloat16 && p.numeric(b).typ != types.BFloat16 {
				a, b = p.implicit(a, types.Half), p.implicit(b, types.Half)
			} else {
				a, b = p.implicit(a, types.BFloat16), p.implicit(b, types.BFloat16)
			}
			a.from, b.to = t.At, to
			return p.arithmetic(t, op, a, b), true
		}
	}
	return &operand{}, false
}

// small converts to one of the 16-bit types.
func (p *builder) small(o *operand) *operand {
	if o = p.numeric(o); o.typ != types.BFloat16 {
		o = p.implicit(o, types.Half)
	}
	return o
}

func (p *builder) constant(t types.Type, bits uint64, from, to int32) *operand {
	return p.emit(types.Value{Op: types.Const, Type: t, X: [3]int32{-1, -1, -1}, Bits: bits, From: from, To: to})
}

// classify makes isnan and its relatives of comparisons.
func (p *builder) classify(t *syntax.Token, name string, x *operand) *operand {
	if x = p.numeric(x); p.Err != nil {
		return x
	}
	from, to := t.At, p.close
	if x.typ.IsInt() {
		x = p.implicit(x, types.Double)
	}
	f := x.typ.Format()
	v := p.of(x)
	if strings.Contains(name, "nan") {
		return p.emitOp(types.Differ, types.Bool, from, to, v, v)
	}
	integer := types.UInt
	if x.typ == types.Double {
		integer = types.ULong
	}
	b := p.bits(x, integer, &operand{from: from, to: to})
	sign := uint64(1) << (x.typ.Bits() - 1)
	bound := knownInt(integer, 0, from, to)
	switch {
	case name == "signbit":
		return p.convert(p.arithmetic(t, '&', b, knownInt(integer, sign, from, to)), types.Bool, false, from, to)
	case name == "isfinite":
		bound.k = f.Inf(false).Lo
		return p.arithmetic(opToken('<', from, to), '<', p.arithmetic(t, '&', b, knownInt(integer, sign-1, from, to)), bound)
	}
	bound.k = f.Inf(false).Lo
	return p.arithmetic(opToken(syntax.Equal, from, to), syntax.Equal, p.arithmetic(t, '&', b, knownInt(integer, sign-1, from, to)), bound)
}

// absolute is abs of integers.
func (p *builder) absolute(t *syntax.Token, name string, x *operand) *operand {
	typ := types.Int
	if x = p.numeric(x); name != "abs" || x.typ == types.Long || x.typ == types.ULong {
		typ = types.Long
	}
	x = p.implicit(x, typ)
	zero := knownInt(typ, 0, t.At, t.At)
	c := p.arithmetic(opToken('<', t.At, t.End), '<', x, zero)
	n := p.negate(opToken('-', t.At, t.End), x)
	if c.kind == known {
		if c.k != 0 {
			return n
		}
		return x
	}
	a, b, d := p.of(c), p.of(n), p.of(x)
	return p.emitOp(types.Select, typ, t.At, p.close, a, b, d)
}

// least is min or max of CUDA: of floating-point numbers fmin or fmax, of integers a comparison.
func (p *builder) least(t *syntax.Token, name string, a, b *operand) *operand {
	a, b, typ := p.both(t, a, b)
	if p.Err != nil {
		return a
	}
	to := p.close
	switch typ {
	case types.Half, types.BFloat16:
		x, y := p.of(a), p.of(b)
		o := p.emitOp(types.Call, typ, t.At, to, x, y)
		if o.kind == value {
			p.values[o.v].Fn = "__h" + name
		}
		return o
	case types.Float, types.Double:
		fn := "f" + name
		if typ == types.Float {
			fn += "f"
		}
		x, y := p.of(a), p.of(b)
		o := p.emitOp(types.Call, typ, t.At, to, x, y)
		if o.kind == value {
			p.values[o.v].Fn = fn
		}
		return o
	}
	x, y := a.own(), b.own()
	if name == "min" {
		x, y = b.own(), a.own()
	}
	x.from, y.to = t.At, to
	return p.pick(t, p.arithmetic(opToken('<', t.At, t.End), '<', x, y), b, a)
}

// pick is c ? a : b of values of one type.
func (p *builder) pick(t *syntax.Token, c, a, b *operand) *operand {
	if c.kind == known {
		if c.k != 0 {
			return a
		}
		return b
	}
	x, y, z := p.of(c), p.of(a), p.of(b)
	return p.emitOp(types.Select, a.typ, t.At, p.close, x, y, z)
}

// stdLeast is std::min or std::max: (b < a) ? b : a and (a < b) ? b : a, of one type.
func (p *builder) stdLeast(t *syntax.Token, name string, args []*operand) *operand {
	if !p.count(t, args, 2) {
		return knownInt(types.Int, 0, 0, 0)
	}
	a, b := p.numeric(args[0]), p.numeric(args[1])
	if p.Err != nil {
		return a
	}
	if a.typ != b.typ {
		return p.failAt(t, "std::"+name+" needs two arguments of one type; these are "+a.typ.String()+" and "+b.typ.String())
	}
	x, y := a.own(), b.own()
	if name == "min" {
		x, y = b.own(), a.own()
	}
	x.from, y.to = t.At, p.close
	return p.pick(t, p.arithmetic(opToken('<', t.At, t.End), '<', x, y), b, a)
}

// notKnown is what to do where the values that a program reads cannot be inputs.
const notKnown = " reads is not known: make a function of this with parameters in the place of the variables that are read, which are inputs then"

// scanf makes inputs of the variables to which its arguments point; ok is false where they are none, or are read a second time.
func (p *builder) scanf(t *syntax.Token, name string, args []*operand) (o *operand, ok bool) {
	if name != "scanf" || len(args) < 2 {
		return nil, false
	}
	for _, a := range args[1:] {
		if a.kind != pointer || a.typ == outsideType || !p.typed(a.cell) {
			return nil, false
		}
	}
	return knownInt(types.Int, uint64(len(args)-1), t.At, p.close), true
}

// typed makes an input of a variable, with its name; false if it is no number, or was one before.
func (p *builder) typed(cell int32) bool {
	if cell < 0 || int(cell) >= len(p.cells) {
		return false
	}
	c := &p.cells[cell]
	if c.typed || c.input >= 0 || c.ct.Form != types.Scalar {
		return false
	}
	c.typed = true
	p.set(cell, unset)
	return true
}

// cin reads variables from std::cin, as scanf does.
func (p *builder) cin(n *syntax.Tree) *operand {
	for _, link := range n.List {
		if o := p.value(link.X); p.Err == nil && (link.Token.Op != syntax.ShiftRight || o.kind != place || !p.typed(o.cell)) {
			return p.fail(o.from, max(o.to, link.Token.End), "what std::cin"+notKnown)
		}
	}
	return knownInt(types.Int, 1, n.X.Token.At, n.End)
}
