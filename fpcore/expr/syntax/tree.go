package syntax

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// Forever reports a loop whose condition is written as true, which only break and return leave.
func (n *Tree) Forever() bool {
	return n.Y == nil || n.Y.Kind == NumeralTree || n.Y.Kind == NameTree && n.Y.Token.ID == WordTrue
}

// Tree is a node of the syntax tree: an expression, a statement, a type or a declaration. Nothing is computed while it is
// made, and it is not changed when it is evaluated.
type Tree struct {
	Kind    TreeKind
	Call    bool // name: arguments follow in parentheses; member: behind ->; sizeof: how many elements the array x has
	Std     bool // name: behind std::; member: behind the name of its structure and ::
	Long    bool // type: long double
	Indexed bool // name: [ follows
	Lacks   Lack // statement: the semicolon that is missing
	Token   *Token
	Next    *Token  // what stands behind it, or at its inner beginning, where an error may point to
	End     int32   // the end of its last word
	X, Y, Z *Tree   // parts, in the order in which they are evaluated; z of a type or a declarator: the parameters of a function that it is
	List    []*Tree // more of them: arguments, statements, values, members
	Type    *Tree
	Body    *Tree

	Number   types.Type // numeral
	Bits     uint64
	Storage  Storage         // type
	Declared *types.Declared // type: what is known without names
	Stars    []*Token
	Given    []*Tree // name, type: what stands in < >

	Container *Token  // type: the container whose elements have it; Y: how many, of std::array
	Open      []*Tree // function: the parameters of its template
	Err       *types.Error
}

// TreeKind says what a node is.
type TreeKind uint8

// The kinds of nodes.
const (
	BadTree TreeKind = iota // what was read of x, y, z and list before err
	NumeralTree
	StringTree
	NameTree
	ParenTree
	CastTree   // x to typ; end is 0 where it ends with its operand
	BracesTree // list: values, each an entry
	EntryTree  // .next = x in braces
	ValueTree  // typ with the braces x
	PrefixTree
	PostfixTree // x++ and x--
	IndexTree   // x[y]
	MemberTree  // x.tok
	MethodTree  // x.tok(list), x->tok(list), or x(list)
	ChainTree   // x, then the operators tok of the list with their right sides x
	ChoiceTree  // x ? y : z
	AssignTree
	CommaTree // list
	SizeofTree
	FillTree        // list: how a container begins, as filled reads it
	GrowTree        // x.tok(list), which changes how many elements a container has
	ReverseTree     // an iterator that goes from x backward
	LambdaTree      // a function without a name: list: its parameters; y its type; given: the names that it captures, long: by reference, x: another value
	PrintfTree      // format strings stand in stars, arguments in list
	CoutTree        // list: what is printed, with ManipulatorTrees among it
	ManipulatorTree // tok, and x if it has an argument
	ThreadTree      // threadIdx and its relatives, with .next

	EmptyTree
	BlockTree
	ExpressionTree
	IfTree
	ForTree // x; y; z body
	WhileTree
	DoTree // body while y
	ReturnTree
	BreakTree
	ContinueTree
	SwitchTree // x; list: the statements, with LabelTrees among them
	LabelTree  // case x, or default
	UsingTree
	DeclarationTree // typ, and declarators in the list
	FunctionTree    // a function, or its declaration where body is nil; y: its type behind ->
	TemplateTree    // open: its parameters; of a type, typ alone

	TypeTree       // a type of words, or with a name
	RecordTree     // list: declarations of members; given: functions; tok its tag
	EnumTree       // list: declarators with values x
	DeclaratorTree // stars, tok, dimensions in the list, a value x
	DimensionTree  // [x]
)

// Lack is where a semicolon is missing.
type Lack uint8

const (
	atLineEnd Lack = iota + 1
	beforeBrace
	afterMember
)

// Scopes are the names that are declared, each with what it means to the one who declares it.
type Scopes[M any] struct {
	Symbols []Symbol[M]
	Newest  []int32 // by name: its last symbol, -1 if none
	Frame   int     // the first symbol of the function that is evaluated
	Globals int     // the symbols before are seen from everywhere
}

// Symbol is a name in a scope.
type Symbol[M any] struct {
	ID    int32
	Prior int32 // the symbol of the same name outside
	Sort  SymbolSort
	Is    M
}

// SymbolSort says what a name stands for.
type SymbolSort uint8

// The sorts.
const (
	Variable SymbolSort = iota
	TypeName
	FunctionName
	Constant // of an enumeration or a template
	Generic  // a template of a function, while the text is read
)

// Declare adds a symbol to the scope.
//
//go:noinline
func (s *Scopes[M]) Declare(y Symbol[M]) {
	for int(y.ID) >= len(s.Newest) {
		s.Newest = append(s.Newest, -1)
	}
	y.Prior = s.Newest[y.ID]
	s.Newest[y.ID] = int32(len(s.Symbols))
	s.Symbols = append(s.Symbols, y)
}

// Leave ends the scope that began with the symbol number mark.
func (s *Scopes[M]) Leave(mark int) {
	for n := len(s.Symbols); n > mark; n-- {
		y := &s.Symbols[n-1]
		s.Newest[y.ID] = y.Prior
	}
	s.Symbols = s.Symbols[:mark]
}

// Top returns the number of the last symbol of a name, -1 if there is none.
//
//go:noinline
func (s *Scopes[M]) Top(id int32) int32 {
	if int(id) >= len(s.Newest) {
		return -1
	}
	return s.Newest[id]
}

// Lookup returns what a name means here, nil if nothing.
func (s *Scopes[M]) Lookup(id int32) *Symbol[M] {
	for n := s.Top(id); n >= 0; n = s.Symbols[n].Prior {
		if int(n) >= s.Frame || int(n) < s.Globals {
			return &s.Symbols[n]
		}
	}
	return nil
}

// noMeaning is what the reader knows of a name beside its sort.
type noMeaning struct{}

// reader makes the tree of a text. What it cannot read becomes a BadTree, behind which nothing is read: the error counts
// when the evaluation comes to it.
type reader struct {
	*Lexer
	Scopes[noMeaning]
	o      types.Options
	at     int   // the token that is read next
	nest   int   // of expressions and statements
	spaces int   // namespaces that are open
	loops  int   // around the statement that is read, in its function
	within int   // scopes around it
	star   int32 // where what the last * stands before begins
	own    int   // where the library begins behind the text, 0 before it is read from

	methods map[int32]bool // the names of functions of structures
}

// Braces makes values in braces of a list: what a structure is made of in parentheses.
func Braces(list *Tree) *Tree {
	n := &Tree{Kind: BracesTree, Token: list.Token, Next: list.Next, End: list.End}
	for _, x := range list.List {
		n.List = append(n.List, &Tree{Kind: EntryTree, Token: x.Token, X: x})
	}
	return n
}

// Item is a statement or declaration of the outermost level.
type Item struct {
	*Tree
	First    *Token
	Declares bool
}

// Read makes the syntax tree of a text, a part for each statement and declaration of the outermost level. What an error
// stands in is in the tree with it: an error counts only if the evaluation comes to it.
func Read(text string, o types.Options) (*Lexer, []Item, *types.Error) {
	if len(text) > types.MaxText {
		return nil, nil, &types.Error{From: types.MaxText, To: int32(len(text)), Text: "the text is too long: " + strconv.Itoa(len(text)) + " bytes of at most " + strconv.Itoa(types.MaxText)}
	}
	if e := otherLanguage(text); e != nil {
		return nil, nil, e
	}
	l := &Lexer{Text: text, ids: map[string]int32{}, macros: map[int32]macro{}, device: o.Device}
	if l.run(); l.Err != nil {
		return nil, nil, l.Err
	}
	l.dropNamespaces()
	l.moveMembers()
	r := reader{Lexer: l, o: o}
	return l, r.program(), nil
}

// dropNamespaces takes the names of the text's namespaces and their :: out: what stands in them is read as if it stood outside. So are the
// integers of the C library, std::size_t. Attributes in [[ ]] go too.
func (l *Lexer) dropNamespaces() {
	spaces := map[int32]bool{}
	word := func(i int, id int32) bool { return i >= 0 && l.Tokens[i].Kind == Identifier && l.Tokens[i].ID == id }
	for i, t := range l.Tokens {
		if t.Kind == Identifier && (word(i-1, WordNamespace) && !word(i-2, WordUsing) || i > 1 && l.Tokens[i-1].Op == Scope && spaces[l.Tokens[i-2].ID]) && t.ID >= int32(len(Keywords)) {
			next := l.Tokens[i+1].Op
			spaces[t.ID] = spaces[t.ID] || next == '{' || next == Scope
		}
	}
	kept := l.Tokens[:0]
	for i := 0; i < len(l.Tokens); i++ {
		named := false // by what stands before it
		if len(kept) > 0 {
			before := kept[len(kept)-1]
			named = before.Kind == Identifier && (before.ID >= int32(len(Keywords)) || before.ID == WordStd) || strings.IndexByte(")]>", byte(before.Op)) >= 0
		}
		switch t := l.Tokens[i]; {
		case t.Kind == Identifier && l.Tokens[i+1].Op == Scope && (spaces[t.ID] || t.ID == WordStd && l.libraryType(i+2)):
			i++
			continue
		case t.Op == Scope && !named:
			continue
		case t.Op == '[' && l.Tokens[i+1].Op == '[' && !named:
			end := i
			for end < len(l.Tokens)-1 && (l.Tokens[end].Op != ']' || l.Tokens[end+1].Op != ']') {
				end++
			}
			if end < len(l.Tokens)-1 {
				i = end + 1
				continue
			}
		}
		kept = append(kept, l.Tokens[i])
	}
	l.Tokens = kept
}

// libraryType reports that the token is an integer type, or another name of a floating-point one, of the C library.
func (l *Lexer) libraryType(i int) bool {
	t := l.Tokens[i]
	return t.Kind == Identifier && WordUint <= t.ID && t.ID <= WordE5M2
}

// otherLanguage tells a text that begins in PTX or in Python, or whose blocks end with a word, and where to go with it.
func otherLanguage(text string) *types.Error {
	at, first, statements := int32(0), true, strings.Contains(text, ";")
	opened := strings.Contains(text, "{") // and no block of those that end with a word
	for line := range strings.Lines(text) {
		s := strings.TrimSpace(line)
		word, rest, _ := strings.Cut(s, " ")
		said := ""
		block := !statements && (strings.HasSuffix(s, ":") && types.Listed(" for while if elif def class with ", word) || strings.HasPrefix(s, "print("))
		ends := !opened && !first && types.Listed(" end end; enddo endif endfor endfunction ", word)
		switch {
		case ends:
			said = "this is Fortran, MATLAB or Julia, where blocks end with a word; what is read here is C and CUDA, as in for (int i = 0; i < 10; i++) s += x[i];"
		case s == "" || strings.HasPrefix(s, "//") || !first && !block:
			at += int32(len(line))
			continue
		case word == ".version" || word == ".target" || word == ".visible" || word == ".entry" || word == ".func":
			said = "this is PTX: the view PTX runs it, thread by thread, alone or beside a second text; what is read here is C and CUDA"
		case word == "import" || word == "from" && strings.Contains(rest, " import ") || block || s[0] == '@':
			said = "this is Python; what is read here is C and CUDA: an expression such as a*b + c, or statements that end with a semicolon; x**y is pow(x, y)"
		}
		if first = false; said == "" {
			at += int32(len(line))
			continue
		}
		at += int32(strings.Index(line, s))
		return &types.Error{From: at, To: at + int32(len(s)), Text: said}
	}
	return nil
}

// program reads the whole text.
func (r *reader) program() (list []Item) {
	for r.Err == nil && r.peek().Kind != EndOfText {
		t := r.peek()
		word := t.Kind == Identifier && (t.ID == WordUsing || t.ID == WordTemplate || t.ID == WordNamespace)
		it := Item{First: t, Declares: r.startsType(t) || word || r.spaces > 0 && t.Op == '}'}
		it.Tree = r.statement()
		list = append(list, it)
	}
	r.Err = nil
	return list
}

// bad is what was read before an error.
func (r *reader) bad(parts ...*Tree) *Tree {
	return &Tree{Kind: BadTree, Token: r.peek(), List: stable.Delete(parts, func(n *Tree) bool { return n == nil }), Err: r.Err}
}

// fail records the first error; nothing is read after it.
//
//go:noinline
func (r *reader) fail(from, to int32, text string) *Tree {
	if r.Err == nil {
		r.Err = &types.Error{From: from, To: max(from, to), Text: text}
	}
	r.at = len(r.Tokens) - 1
	return r.bad()
}

// failAt points to a token; at the end of the text to the last word before it.
//
//go:noinline
func (r *reader) failAt(t *Token, text string) *Tree {
	t = r.WordAt(t)
	return r.fail(t.At, t.End, text)
}

// WordAt returns the token, at the end of the text the last word before it.
func (l *Lexer) WordAt(t *Token) *Token {
	if t.Kind == EndOfText && len(l.Tokens) > 1 {
		return &l.Tokens[len(l.Tokens)-2]
	}
	return t
}

// peek returns the token that is read next.
//
//go:noinline
func (r *reader) peek() *Token { return &r.Tokens[r.at] }

//go:noinline
func (r *reader) after(n int) *Token { return &r.Tokens[min(r.at+n, len(r.Tokens)-1)] }

// next takes a token.
func (r *reader) next() *Token {
	t := &r.Tokens[r.at]
	if t.Kind != EndOfText {
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
	return r.Tokens[r.at-1].End
}

//go:noinline
func (r *reader) is(op Operator) bool { return r.Tokens[r.at].Op == op }

// take takes the operator if it is next.
//
//go:noinline
func (r *reader) take(op Operator) bool {
	if !r.is(op) {
		return false
	}
	r.next()
	return true
}

// takeWord reports whether the identifier w is next, and takes it then.
func (r *reader) takeWord(w int32) bool {
	if t := r.peek(); t.Kind != Identifier || t.ID != w {
		return false
	}
	r.next()
	return true
}

// expect takes an operator; what says what it is for.
func (r *reader) expect(op byte, what string) bool {
	if r.Err != nil || r.take(Operator(op)) {
		return r.Err == nil
	}
	r.unexpected(string(rune(op)) + " is expected" + what)
	return false
}

// unexpected is the error that something else stands here.
func (r *reader) unexpected(want string) *Tree {
	return r.failAt(r.peek(), r.Instead(r.peek(), want))
}

// Instead says that a token stands where something else is wanted.
//
//go:noinline
func (l *Lexer) Instead(t *Token, want string) string {
	if t.Kind == EndOfText {
		return "the text ends here; " + want
	}
	return "“" + l.Shown(t) + "” stands here; " + want
}

// Shown returns a token for a message.
//
//go:noinline
func (l *Lexer) Shown(t *Token) string {
	s := l.Text[t.From:t.To]
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
	for t := r.peek(); t.Kind != EndOfText; t = r.peek() {
		r.next()
		switch t.Op {
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
	for t := r.peek(); t.Kind != EndOfText; t = r.peek() {
		if depth == 0 && t.Op != '(' {
			return
		}
		r.next()
		switch t.Op {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return
			}
		}
	}
}
