package syntax

import (
	"strings"

	"ulplab/fpcore/expr/types"
)

// expression reads a full expression, commas and all.
func (r *reader) expression() *Tree {
	n := r.assignment()
	if !r.is(',') || r.Err != nil {
		return n
	}
	n = &Tree{Kind: CommaTree, Token: r.peek(), List: []*Tree{n}}
	for r.Err == nil && r.take(',') {
		n.List = append(n.List, r.assignment())
	}
	return n
}

// assignment reads an expression without commas.
func (r *reader) assignment() *Tree {
	if !r.deeper() {
		return r.bad()
	}
	defer r.shallower()
	left := r.conditional()
	t := r.peek()
	if t.Op != '=' && t.Op&Assigning == 0 {
		return left
	}
	r.next()
	return &Tree{Kind: AssignTree, Token: t, X: left, Y: r.assignment()}
}

// conditional reads a ?: or what binds tighter.
func (r *reader) conditional() *Tree {
	c := r.binary(1)
	if !r.is('?') || r.Err != nil {
		return c
	}
	n := &Tree{Kind: ChoiceTree, Token: r.next(), X: c}
	n.Y = r.expression()
	if !r.expect(':', " after what stands behind ?") {
		n.Z = r.bad()
		return n
	}
	n.Z = r.assignment()
	return n
}

// Binding returns how tightly a binary operator binds, 0 for anything else.
func Binding(op Operator) int {
	switch op {
	case OrOr:
		return 1
	case AndAnd:
		return 2
	case '|':
		return 3
	case '^':
		return 4
	case '&':
		return 5
	case Equal, Differ:
		return 6
	case '<', '>', LessEq, MoreEq:
		return 7
	case ShiftLeft, ShiftRight:
		return 8
	case '+', '-':
		return 9
	case '*', '/', '%':
		return 10
	}
	return 0
}

// binary reads operators that bind at least as tightly as least.
func (r *reader) binary(least int) *Tree {
	n := r.unary()
	if r.Err != nil {
		return n
	}
	for chain := false; r.Err == nil; chain = true {
		t := r.peek()
		b := Binding(t.Op)
		if t.Kind != Punctuator || b < least || b == 0 {
			break
		}
		r.next()
		if !chain {
			n = &Tree{Kind: ChainTree, Token: t, X: n}
		}
		n.List = append(n.List, &Tree{Token: t, X: r.binary(b + 1)})
	}
	return n
}

// unary reads prefix operators and casts.
func (r *reader) unary() *Tree {
	if !r.deeper() {
		return r.bad()
	}
	defer r.shallower()
	t := r.peek()
	if t.Kind != Punctuator {
		if t.Kind == Identifier && t.ID == WordSizeof {
			return r.sizeof()
		}
		return r.postfix(r.primary())
	}
	switch t.Op {
	case '-', '+', '~', '!', Increment, Decrement, '*', '&':
		if r.next(); t.Op == '*' {
			r.star = r.peek().At
		}
		x := r.unary()
		if t.Op == '*' && x.Kind == MethodTree && x.Std {
			return x
		}
		return &Tree{Kind: PrefixTree, Token: t, X: x}
	case '(':
		made := r.after(2).Op == '{' || r.after(2).Op == '(' && r.after(3).Op != '*' && r.after(3).Op != ')' // (T(1) + x)
		if r.startsType(r.after(1)) && !made {
			return r.cast()
		}
	}
	return r.postfix(r.primary())
}

// cast reads (type) and what it converts.
func (r *reader) cast() *Tree {
	n := &Tree{Kind: CastTree, Token: r.next(), Type: r.typeName()}
	if !r.expect(')', " after the type of a cast") {
		return r.bad(n.Type)
	}
	if r.is('{') {
		n.Kind, n.Next = ValueTree, r.peek()
		n.X = r.initializer()
		n.End = r.end()
		return n
	}
	n.X = r.unary()
	return n
}

// sizeof reads sizeof of a type or an expression.
func (r *reader) sizeof() *Tree {
	n := &Tree{Kind: SizeofTree, Token: r.next()}
	if r.is('(') && r.startsType(r.after(1)) {
		r.next()
		if n.Type = r.typeName(); !r.expect(')', " after the type") {
			return r.bad(n.Type)
		}
	} else {
		n.X = r.unary()
	}
	n.End = r.end()
	return n
}

// postfix reads indices, members, ++ and -- behind an operand.
func (r *reader) postfix(n *Tree) *Tree {
	for r.Err == nil {
		t := r.peek()
		if t.Kind != Punctuator {
			return n
		}
		switch t.Op {
		case '[':
			r.next()
			n = &Tree{Kind: IndexTree, Token: t, X: n, Y: r.expression()}
			if !r.expect(']', " after the index") {
				n.Y = r.bad(n.Y)
			}
			n.End = r.end()
		case '.', Arrow:
			r.next()
			name := r.peek()
			if name.Kind != Identifier {
				return r.bad(n, r.unexpected("a member’s name is expected"))
			}
			r.next()
			if m := r.ofContainer(n, name); m != nil {
				n = m
				continue
			}
			if r.is('(') {
				n = r.called(n, t, name)
				continue
			}
			n = &Tree{Kind: MemberTree, Token: name, Next: t, Call: t.Op == Arrow, X: n}
		case Increment, Decrement:
			r.next()
			n = &Tree{Kind: PostfixTree, Token: t, X: n}
		case '(':
			name := *t
			name.ID = r.Intern("operator()")
			n = r.called(n, t, &name)
		default:
			return n
		}
	}
	return n
}

// numeral is a number as it is written.
func (r *reader) numeral(t *Token, text string) *Tree {
	typ, code, msg := literal(text, r.o.Literals == types.Float, r.o.Device)
	if msg != "" {
		return r.failAt(t, msg)
	}
	return &Tree{Kind: NumeralTree, Token: t, Number: typ, Bits: code}
}

// primary reads a number, a name, a call or something in parentheses.
func (r *reader) primary() *Tree {
	t := r.peek()
	switch t.Kind {
	case Numeral:
		r.next()
		return r.numeral(t, r.Text[t.From:t.To])
	case CharLiteral:
		r.next()
		s, bad := Unescape(r.Text[t.From+1 : t.To-1])
		if bad >= 0 || len(s) != 1 {
			return r.failAt(t, "one character is expected between these quotes")
		}
		return &Tree{Kind: NumeralTree, Token: t, Number: types.Int, Bits: uint64(int8(s[0])) & types.Int.Mask()}
	case StringLiteral:
		n := &Tree{Kind: StringTree, Token: t}
		for r.peek().Kind == StringLiteral {
			n.Stars = append(n.Stars, r.next())
		}
		return n
	case Identifier:
		if digits := MathConstant(r.Names[t.ID]); digits != "" && r.Lookup(t.ID) == nil {
			r.next()
			return r.numeral(t, digits)
		}
		return r.name()
	}
	if t.Kind == Punctuator && t.Op == '(' {
		r.next()
		n := &Tree{Kind: ParenTree, Token: t, X: r.expression()}
		if !r.expect(')', " to close the parenthesis") {
			return r.bad(n.X)
		}
		n.End = r.end()
		return n
	}
	if t.Op == '[' {
		return r.lambda()
	}
	return r.unexpected("a number, a name or a parenthesis is expected")
}

// name reads an identifier and what makes one operand with it: a call, a cast such as float(x), a constant.
func (r *reader) name() *Tree {
	t := r.next()
	if s := r.Lookup(t.ID); s != nil && s.Sort == TypeName && r.is(Scope) {
		return r.ofStructure(t, &Tree{Kind: TypeTree, Token: t, Next: t})
	}
	if r.is(Scope) {
		return r.qualified(t)
	}
	if s := r.Lookup(t.ID); s != nil {
		switch s.Sort {
		case Variable, Constant:
			return &Tree{Kind: NameTree, Token: t, Indexed: r.is('[')}
		case FunctionName, Generic:
			return r.callNamed(t)
		}
	}
	if r.startsType(t) {
		r.at--
		n := &Tree{Kind: CastTree, Token: t, Type: r.typeName()}
		if r.Err == nil && r.is('{') {
			n.Kind, n.Call, n.Next = ValueTree, true, r.peek()
			n.X = r.initializer()
			n.End = r.end()
			return n
		}
		if r.is(Scope) {
			return r.ofStructure(t, n.Type)
		}
		if !r.expect('(', " after a type, as in float(x)") {
			return r.bad(n.Type)
		}
		if r.take(')') { // zero, or an object without values
			n.Kind, n.Call, n.Next = ValueTree, true, t
			n.X = &Tree{Kind: BracesTree, Token: t, End: r.end()}
		} else if n.X = r.expression(); !r.expect(')', " to close the parenthesis") {
			return r.bad(n.Type, n.X)
		}
		n.End = r.end()
		return n
	}
	return r.calling(t, false)
}

// qualified reads a name behind a namespace, such as std::sqrt.
func (r *reader) qualified(space *Token) *Tree {
	std := space.ID == WordStd
	switch r.Names[space.ID] {
	case "thrust", "cub":
		return r.failAt(space, "algorithms of this library are not read; write what it computes as a loop, as in for (int i = 0; i < n; i++) s += x[i]")
	case "cg", "cooperative_groups":
		return r.failAt(space, "groups of this library are not read; use threadIdx, __syncthreads and __shfl_down_sync, or a loop")
	}
	for r.take(Scope) {
		name := *r.peek()
		if name.Kind != Identifier {
			return r.unexpected("a name is expected after ::")
		}
		if r.next(); !r.is(Scope) {
			switch r.Names[name.ID] {
			case "complex":
				return r.failAt(&name, "complex numbers are not read; write the real and the imaginary part as two variables")
			case "fragment", "mma_sync", "load_matrix_sync", "store_matrix_sync", "fill_fragment":
				return r.failAt(&name, "instructions of matrix units are not read; write the product as loops, or take the view Matrix unit")
			case "vector", "array", "valarray":
				return r.failAt(&name, "this of the library is not read; take an array, as in float v[4], and a loop")
			}
			if r.Lookup(name.ID) != nil && !(std && strings.Contains(library, "\n"+r.Names[name.ID])) {
				r.at--
				return r.name()
			}
			name.At = space.At
			return r.calling(&name, std)
		}
		std = name.ID == WordStd
	}
	return r.bad()
}

// calling reads a name that the text does not declare before it.
func (r *reader) calling(t *Token, std bool) *Tree {
	if t.ID < int32(len(Keywords)) {
		if n := r.special(t); n != nil {
			return n
		}
	}
	n := &Tree{Kind: NameTree, Token: t, Std: std, Indexed: r.is('[')}
	if w := r.Names[t.ID]; strings.Trim(w, "_") == "asm" {
		return r.failAt(t, "assembly is not read; write the instruction as C, or take the view PTX for a whole kernel")
	}
	if r.is('<') && std {
		if m := r.object(t); m != nil {
			return m
		}
	}
	switch {
	case types.Listed(" FILE ifstream ofstream fstream ", r.Names[t.ID]):
		return r.failAt(t, noFiles)
	case r.is('(') && types.Listed(" sort stable_sort partial_sort nth_element qsort lower_bound upper_bound find_if ", r.Names[t.ID]):
		return r.failAt(t, "this moves or finds elements by their values, which are not known when the text is read: write the elements in the order that you mean, or compare them one by one")
	}
	if star := r.star == t.At; r.is('(') {
		if n = r.arguments(n); r.Err == nil && len(n.List) == 1 {
			if m := r.of(t, n.List[0]); m != nil { // std::begin(v)
				m.End = n.End
				return m
			}
		}
		return r.ofLibrary(n, star)
	}
	if r.is(Launch) {
		return r.failAt(t, "there is no kernel “"+r.Shown(t)+"” above this launch; paste it too")
	}
	return n
}

// callNamed reads a call of a function of the text.
func (r *reader) callNamed(t *Token) *Tree {
	n := &Tree{Kind: NameTree, Token: t}
	open := false
	for i := r.Top(t.ID); i >= 0; i = r.Symbols[i].Prior {
		open = open || r.Symbols[i].Sort == Generic
	}
	if open && r.is('<') {
		if r.given(n); r.Err != nil {
			return r.bad(n.Given...)
		}
	}
	if r.is(Launch) {
		n.X = &Tree{Kind: CommaTree, Token: r.next()}
		for more := true; more && r.Err == nil; more = r.take(',') {
			n.X.List = append(n.X.List, r.assignment())
		}
		if r.Err != nil || !r.take(LaunchEnd) {
			return r.bad(append(n.X.List, r.unexpected(">>> is expected after the blocks and threads of a launch"))...)
		}
	}
	if !r.is('(') && n.X == nil { // handed over
		return n
	}
	return r.arguments(n)
}

// given reads what a template takes, in < >.
func (r *reader) given(n *Tree) {
	r.next()
	r.deeper()
	for r.Err == nil && !r.is('>') {
		if r.startsType(r.peek()) {
			n.Given = append(n.Given, r.typeName())
		} else {
			n.Given = append(n.Given, r.binary(9))
		}
		if !r.take(',') {
			break
		}
	}
	r.shallower()
	r.closeAngle(" after what the template takes")
}

// closeAngle takes a >, the first one of >>.
func (r *reader) closeAngle(what string) {
	switch t := r.peek(); t.Op {
	case ShiftRight:
		t.Op = '>'
	case LaunchEnd:
		t.Op = ShiftRight
	default:
		r.expect('>', what)
	}
}

// arguments reads the arguments of a call with their parentheses.
func (r *reader) arguments(n *Tree) *Tree {
	n.Call = true
	if !r.expect('(', " before the arguments") {
		return r.bad()
	}
	if r.take(')') {
		n.End = r.end()
		return n
	}
	for r.Err == nil {
		if len(n.List) > 100 {
			return r.bad(append(n.List, r.failAt(r.peek(), "a call has at most 100 arguments"))...)
		}
		n.List = append(n.List, r.initializer())
		if r.Err != nil || !r.take(',') {
			break
		}
	}
	if !r.expect(')', " to close the arguments") {
		return r.bad(n.List...)
	}
	n.End = r.end()
	return n
}

// notHere says why words cannot stand in an expression.
var notHere = [...]struct {
	first, last int32
	text        string
}{
	{WordComplex, WordComplex + 1, "complex numbers are not read; write the real and the imaginary part as two variables"},
	{WordElse, WordElse, "else belongs to an if"},
	{WordTemplate, WordTemplate, "a template stands at the outermost level"}, {WordTypename, WordTypename, "typename belongs to a template; leave it out here"},
	{WordGoto, WordGoto, "goto is not read; use a loop with break"}, {WordCase, WordDefault, "this belongs in a switch"},
}

// special reads what words with a meaning of their own stand for, nil if it is a name like others.
func (r *reader) special(t *Token) *Tree {
	n := &Tree{Kind: NameTree, Token: t}
	switch {
	case WordInfinity <= t.ID && t.ID <= WordIntMin, WordTrue <= t.ID && t.ID <= WordNullptr:
		return n
	case WordMake <= t.ID && t.ID < WordMake+VectorTypes, t.ID == WordMemcpy, t.ID == WordSyncthreads, t.ID == WordAssert:
		return r.arguments(n)
	case t.ID == WordPrintf:
		return r.printf(n)
	case t.ID == WordCout:
		return r.cout(n)
	case WordThreadIdx <= t.ID && t.ID <= WordGridDim:
		if !r.take('.') || r.peek().Kind != Identifier {
			return r.unexpected("one of .x .y .z is expected")
		}
		n.Kind, n.Next = ThreadTree, r.next()
		return n
	case t.ID == WordMin, t.ID == WordMax, t.ID == WordAbs:
		return nil
	case t.ID == WordStaticCast, t.ID == WordReinterpretCast:
		return r.templateCast(n)
	case t.ID == WordMain, t.ID == WordStd:
		return r.failAt(t, "“"+r.Shown(t)+"” cannot stand here")
	}
	for _, w := range notHere {
		if w.first <= t.ID && t.ID <= w.last {
			return r.failAt(t, w.text)
		}
	}
	if t.ID < WordMake {
		return r.failAt(t, "“"+r.Shown(t)+"” cannot stand in an expression")
	}
	return nil
}

// templateCast reads static_cast<float>(x).
func (r *reader) templateCast(n *Tree) *Tree {
	n.Kind = CastTree
	if !r.expect('<', " after "+r.Shown(n.Token)) {
		return r.bad()
	}
	n.Type = r.typeName()
	if !r.expect('>', " after the type") || !r.expect('(', " before what is converted") {
		return r.bad(n.Type)
	}
	if n.X = r.expression(); !r.expect(')', " to close the parenthesis") {
		return r.bad(n.Type, n.X)
	}
	n.End = r.end()
	return n
}

// printf reads a call of printf: its strings and its arguments.
func (r *reader) printf(n *Tree) *Tree {
	n.Kind = PrintfTree
	if !r.expect('(', " after printf") {
		return r.bad()
	}
	n.Next = r.peek()
	if n.Next.Kind != StringLiteral {
		return r.unexpected("a string is expected as the first argument of printf")
	}
	for r.peek().Kind == StringLiteral {
		n.Stars = append(n.Stars, r.next())
	}
	for r.take(',') && r.Err == nil && len(n.List) < 100 {
		n.List = append(n.List, r.assignment())
	}
	if !r.expect(')', " to close printf") {
		return r.bad(n.List...)
	}
	n.End = r.end()
	return n
}

// cout reads what std::cout << prints, manipulators among it.
func (r *reader) cout(n *Tree) *Tree {
	n.Kind = CoutTree
	if r.is('.') && r.Names[r.after(1).ID] == "precision" && r.after(2).Op == '(' {
		r.next()
		m := &Tree{Kind: ManipulatorTree, Token: r.next()}
		r.next()
		m.X = r.assignment()
		if n.List = append(n.List, m); !r.expect(')', " to close the parenthesis") {
			return r.bad(n.List...)
		}
		n.End = r.end()
		return n
	}
	if !r.is(ShiftLeft) {
		return r.unexpected("<< is expected after cout")
	}
	for len(n.List) < 100 && r.Err == nil && r.take(ShiftLeft) {
		if r.peek().Kind == Identifier && r.peek().ID == WordStd && r.after(1).Op == Scope && r.after(2).Kind == Identifier && r.Lookup(r.after(2).ID) == nil {
			if w := r.Names[r.after(2).ID]; Manipulator(w) {
				r.next()
				r.next()
			}
		}
		t := r.peek()
		if t.Kind != Identifier || r.Lookup(t.ID) != nil || !Manipulator(r.Names[t.ID]) {
			n.List = append(n.List, r.binary(Binding(ShiftLeft)+1))
			continue
		}
		m := &Tree{Kind: ManipulatorTree, Token: r.next()}
		if n.List = append(n.List, m); r.take('(') {
			if m.X = r.assignment(); !r.expect(')', " to close the parenthesis") {
				return r.bad(n.List...)
			}
		}
	}
	n.End = r.end()
	return n
}

// Manipulator reports what changes how a stream prints, or ends a line.
func Manipulator(word string) bool {
	switch word {
	case "endl", "flush", "fixed", "scientific", "defaultfloat", "hexfloat", "setprecision", "setw":
		return true
	}
	return false
}

// initializer reads an initial value; in braces, those of an array's or a structure's parts.
func (r *reader) initializer() *Tree {
	if !r.is('{') {
		return r.assignment()
	}
	if !r.deeper() {
		return r.bad()
	}
	defer r.shallower()
	n := &Tree{Kind: BracesTree, Token: r.next()}
	for r.Err == nil && !r.is('}') {
		e := &Tree{Kind: EntryTree, Token: r.peek()}
		if r.take('.') { // .x = of a structure
			if e.Next = r.peek(); e.Next.Kind != Identifier {
				return r.bad(append(n.List, r.unexpected("a member’s name is expected"))...)
			}
			r.next()
			if !r.expect('=', " after the member’s name") {
				return r.bad(n.List...)
			}
		}
		e.X = r.initializer()
		n.List = append(n.List, e)
		if !r.take(',') {
			break
		}
	}
	if r.Err == nil {
		r.expect('}', " after the values")
	}
	if r.Err != nil {
		n.Err = r.Err
	}
	n.End = r.end()
	return n
}
