package expr

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr/types"
)

// tree is a node of the syntax tree: an expression, a statement, a type or a declaration. Nothing is computed while it is
// made, and it is not changed when it is evaluated.
type tree struct {
	kind    treeKind
	call    bool // name: arguments follow in parentheses; member: behind ->
	std     bool // name: behind std::
	long    bool // type: long double
	indexed bool // name: [ follows
	lacks   lack // statement: the semicolon that is missing
	tok     *token
	next    *token  // what stands behind it, or at its inner beginning, where an error may point to
	end     int32   // the end of its last word
	x, y, z *tree   // parts, in the order in which they are evaluated
	list    []*tree // more of them: arguments, statements, values, members
	typ     *tree
	body    *tree

	number types.Type // numeral
	bits   uint64
	st     storage         // type
	ct     *types.Declared // type: what is known without names
	stars  []*token
	given  []*tree // name: what stands in < >
	open   []*tree // function: the parameters of its template
	err    *types.Error
}

type treeKind uint8

const (
	badTree treeKind = iota // what was read of x, y, z and list before err
	numeralTree
	stringTree
	nameTree
	parenTree
	castTree   // x to typ; end is 0 where it ends with its operand
	bracesTree // list: values, each an entry
	entryTree  // .next = x in braces
	valueTree  // typ with the braces x
	prefixTree
	postfixTree // x++ and x--
	indexTree   // x[y]
	memberTree  // x.tok
	chainTree   // x, then the operators tok of the list with their right sides x
	choiceTree  // x ? y : z
	assignTree
	commaTree // list
	sizeofTree
	printfTree // format strings stand in stars, arguments in list
	threadTree // threadIdx and its relatives, with .next

	emptyTree
	blockTree
	expressionTree
	ifTree
	forTree // x; y; z body
	whileTree
	doTree // body while y
	returnTree
	breakTree
	continueTree
	switchTree // x; list: the statements, with labelTrees among them
	labelTree  // case x, or default
	usingTree
	declarationTree // typ, and declarators in the list
	functionTree    // a function, or its declaration where body is nil
	templateTree    // open: its parameters

	typeTree       // a type of words, or with a name
	recordTree     // list: declarations of members; tok its tag
	enumTree       // list: declarators with values x
	declaratorTree // stars, tok, dimensions in the list, a value x
	dimensionTree  // [x]
)

// lack is where a semicolon is missing.
type lack uint8

const (
	atLineEnd lack = iota + 1
	beforeBrace
	afterMember
)

// scopes are the names that are declared, each with what it means to the one who declares it.
type scopes[M any] struct {
	symbols []symbol[M]
	newest  []int32 // by name: its last symbol, -1 if none
	frame   int     // the first symbol of the function that is evaluated
	globals int     // the symbols before are seen from everywhere
}

// symbol is a name in a scope.
type symbol[M any] struct {
	id    int32
	prior int32 // the symbol of the same name outside
	sort  symbolSort
	is    M
}

type symbolSort uint8

const (
	variable symbolSort = iota
	typeName
	functionName
	constant // of an enumeration or a template
	generic  // a template of a function, while the text is read
)

// declare adds a symbol to the scope.
//
//go:noinline
func (s *scopes[M]) declare(y symbol[M]) {
	for int(y.id) >= len(s.newest) {
		s.newest = append(s.newest, -1)
	}
	y.prior = s.newest[y.id]
	s.newest[y.id] = int32(len(s.symbols))
	s.symbols = append(s.symbols, y)
}

// leave ends the scope that began with the symbol number mark.
func (s *scopes[M]) leave(mark int) {
	for n := len(s.symbols); n > mark; n-- {
		y := &s.symbols[n-1]
		s.newest[y.id] = y.prior
	}
	s.symbols = s.symbols[:mark]
}

// top returns the number of the last symbol of a name, -1 if there is none.
//
//go:noinline
func (s *scopes[M]) top(id int32) int32 {
	if int(id) >= len(s.newest) {
		return -1
	}
	return s.newest[id]
}

// lookup returns what a name means here, nil if nothing.
func (s *scopes[M]) lookup(id int32) *symbol[M] {
	for n := s.top(id); n >= 0; n = s.symbols[n].prior {
		if int(n) >= s.frame || int(n) < s.globals {
			return &s.symbols[n]
		}
	}
	return nil
}

// noMeaning is what the reader knows of a name beside its sort.
type noMeaning struct{}

// reader makes the tree of a text. What it cannot read becomes a badTree, behind which nothing is read: the error counts
// when the evaluation comes to it.
type reader struct {
	*lexer
	scopes[noMeaning]
	o      types.Options
	at     int // the token that is read next
	nest   int // of expressions and statements
	spaces int // namespaces that are open
	loops  int // around the statement that is read, in its function
	within int // scopes around it
}

// item is a statement or declaration of the outermost level.
type item struct {
	*tree
	first    *token
	declares bool
}

// read makes the syntax tree of a text, a part for each statement and declaration of the outermost level. What an error
// stands in is in the tree with it: an error counts only if the evaluation comes to it.
func read(text string, o types.Options) (*lexer, []item, *types.Error) {
	if len(text) > types.MaxText {
		return nil, nil, &types.Error{From: types.MaxText, To: int32(len(text)), Text: "the text is too long: " + strconv.Itoa(len(text)) + " bytes of at most " + strconv.Itoa(types.MaxText)}
	}
	l := &lexer{text: text, ids: map[string]int32{}, macros: map[int32]macro{}, device: o.Device}
	if l.run(); l.err != nil {
		return nil, nil, l.err
	}
	r := reader{lexer: l, o: o}
	return l, r.program(), nil
}

// program reads the whole text.
func (r *reader) program() (list []item) {
	for r.err == nil && r.peek().kind != endOfText {
		t := r.peek()
		word := t.kind == identifier && (t.id == wUsing || t.id == wTemplate || t.id == wNamespace)
		it := item{first: t, declares: r.startsType(t) || word || r.spaces > 0 && t.op == '}'}
		it.tree = r.statement()
		list = append(list, it)
	}
	r.err = nil
	return list
}

// bad is what was read before an error.
func (r *reader) bad(parts ...*tree) *tree {
	return &tree{kind: badTree, tok: r.peek(), list: slices.DeleteFunc(parts, func(n *tree) bool { return n == nil }), err: r.err}
}

// fail records the first error; nothing is read after it.
//
//go:noinline
func (r *reader) fail(from, to int32, text string) *tree {
	if r.err == nil {
		r.err = &types.Error{From: from, To: max(from, to), Text: text}
	}
	r.at = len(r.tokens) - 1
	return r.bad()
}

// failAt points to a token; at the end of the text to the last word before it.
//
//go:noinline
func (r *reader) failAt(t *token, text string) *tree {
	t = r.wordAt(t)
	return r.fail(t.at, t.end, text)
}

// wordAt returns the token, at the end of the text the last word before it.
func (l *lexer) wordAt(t *token) *token {
	if t.kind == endOfText && len(l.tokens) > 1 {
		return &l.tokens[len(l.tokens)-2]
	}
	return t
}

// peek returns the token that is read next.
//
//go:noinline
func (r *reader) peek() *token { return &r.tokens[r.at] }

//go:noinline
func (r *reader) after(n int) *token { return &r.tokens[min(r.at+n, len(r.tokens)-1)] }

// next takes a token.
func (r *reader) next() *token {
	t := &r.tokens[r.at]
	if t.kind != endOfText {
		r.at++
	}
	return t
}

// end returns the end of the token before the next one.
//
//go:noinline
func (r *reader) end() int32 {
	if r.at == 0 {
		return 0
	}
	return r.tokens[r.at-1].end
}

//go:noinline
func (r *reader) is(op op16) bool { return r.tokens[r.at].op == op }

// take takes the operator if it is next.
//
//go:noinline
func (r *reader) take(op op16) bool {
	if !r.is(op) {
		return false
	}
	r.next()
	return true
}

// takeWord reports whether the identifier w is next, and takes it then.
func (r *reader) takeWord(w int32) bool {
	if t := r.peek(); t.kind != identifier || t.id != w {
		return false
	}
	r.next()
	return true
}

// expect takes an operator; what says what it is for.
func (r *reader) expect(op byte, what string) bool {
	if r.err != nil || r.take(op16(op)) {
		return r.err == nil
	}
	r.unexpected(string(rune(op)) + " is expected" + what)
	return false
}

// unexpected is the error that something else stands here.
func (r *reader) unexpected(want string) *tree {
	return r.failAt(r.peek(), r.instead(r.peek(), want))
}

// instead says that a token stands where something else is wanted.
//
//go:noinline
func (l *lexer) instead(t *token, want string) string {
	if t.kind == endOfText {
		return "the text ends here; " + want
	}
	return "“" + l.shown(t) + "” stands here; " + want
}

// shown returns a token for a message.
//
//go:noinline
func (l *lexer) shown(t *token) string {
	s := l.text[t.from:t.to]
	if len(s) > 30 {
		s = strings.ToValidUTF8(s[:27], "") + "…"
	}
	return s
}

// deeper counts a level of nesting; shallower ends it.
func (r *reader) deeper() bool {
	if r.nest++; r.nest > types.MaxDepth {
		r.failAt(r.peek(), "this is nested too deeply: more than "+strconv.Itoa(types.MaxDepth)+" levels")
		return false
	}
	return true
}

func (r *reader) shallower() { r.nest-- }

// skipBraces passes over { ... }.
func (r *reader) skipBraces() {
	open := r.peek()
	depth := 0
	for t := r.peek(); t.kind != endOfText; t = r.peek() {
		r.next()
		switch t.op {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return
			}
		}
	}
	r.failAt(open, "this brace is not closed")
}

// skipParentheses passes over ( ... ).
func (r *reader) skipParentheses() {
	depth := 0
	for t := r.peek(); t.kind != endOfText; t = r.peek() {
		if depth == 0 && t.op != '(' {
			return
		}
		r.next()
		switch t.op {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return
			}
		}
	}
}
