package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ulplab/fpcore/expr/types"
)

// Token is a word of the text. Its bytes are src[from:to]; at and end are the bytes of the text that an error points to:
// the same but for the words of a macro, where it is the macro's name.
type Token struct {
	Kind     TokenKind
	Op       Operator
	ID       int32 // identifiers: number of the name
	From, To int32
	At, End  int32
}

// TokenKind says what a token is.
type TokenKind uint8

// The kinds of tokens.
const (
	EndOfText TokenKind = iota
	Identifier
	Numeral
	CharLiteral
	StringLiteral
	Punctuator
)

// Operator is an operator: its byte, or one of those below; with assigning, the compound assignment.
type Operator uint16

// The operators of more than one byte.
const (
	ShiftLeft Operator = 128 + iota
	ShiftRight
	LessEq
	MoreEq
	Equal
	Differ
	AndAnd
	OrOr
	Increment
	Decrement
	Arrow
	Scope
	Ellipsis
	Launch             // <<<
	LaunchEnd          // >>>
	Assigning Operator = 1 << 8
)

// longOperators are the operators of more than one byte, the longest first.
var longOperators = [...]struct {
	text string
	op   Operator
}{
	{"<<=", ShiftLeft | Assigning}, {">>=", ShiftRight | Assigning}, {"...", Ellipsis}, {"<<<", Launch}, {">>>", LaunchEnd},
	{"<<", ShiftLeft}, {">>", ShiftRight}, {"<=", LessEq}, {">=", MoreEq}, {"==", Equal}, {"!=", Differ}, {"&&", AndAnd},
	{"||", OrOr}, {"++", Increment}, {"--", Decrement}, {"->", Arrow}, {"::", Scope},
	{"+=", '+' | Assigning}, {"-=", '-' | Assigning}, {"*=", '*' | Assigning}, {"/=", '/' | Assigning}, {"%=", '%' | Assigning},
	{"&=", '&' | Assigning}, {"|=", '|' | Assigning}, {"^=", '^' | Assigning},
	{"−", '-'}, {"×", '*'}, {"·", '*'},
}

// Lexer cuts a text into tokens.
type Lexer struct {
	Text   string
	pos    int
	Tokens []Token
	ids    map[string]int32
	Names  []string
	macros map[int32]macro
	Notes  []types.Note
	depth  int // of macro calls
	made   int // words that macros made
	// label stands before the colon of the first line of output that was passed over, at the byte labelAt.
	Label   string
	LabelAt int
	Err     *types.Error
	vectors [VectorTypes]*types.Declared

	device   bool     // as nvcc compiles device code
	branches []branch // #if that are open
}

//go:noinline
func (l *Lexer) fail(from, to int, text string) {
	if l.Err == nil {
		l.Err = &types.Error{From: int32(from), To: int32(to), Text: text}
	}
	l.pos = len(l.Text)
}

// Note adds a note on the byte at of the text.
//
//go:noinline
func (l *Lexer) Note(at int, text string) {
	if n := (types.Note{At: int32(at), Text: text}); len(l.Notes) < maxNotes && !slices.Contains(l.Notes, n) {
		l.Notes = append(l.Notes, n)
	}
}

// Intern returns the number of a name.
func (l *Lexer) Intern(name string) int32 {
	id, ok := l.ids[name]
	if !ok {
		id = int32(len(l.Names))
		l.ids[name] = id
		l.Names = append(l.Names, name)
	}
	return id
}

// run cuts the text; the last token is EndOfText.
func (l *Lexer) run() {
	for _, w := range Keywords {
		l.Intern(w)
	}
	for _, w := range [...]string{"cudaError_t", "cudaEvent_t", "cudaStream_t"} { // handles, which nothing is computed of
		l.ids[w] = WordInt
	}
	l.ids["dim3"] = l.ids["uint3"]
	for i, under := range [...]string{"__", ""} { // OpenCL, which has both spellings
		before, _, plain := strings.Cut(l.Text, "kernel void ")
		if i == 0 && strings.Contains(l.Text, "__kernel") || i == 1 && plain && (before == "" || before[len(before)-1] <= ' ') {
			l.ids[under+"kernel"], l.ids[under+"local"], l.ids["barrier"] = WordGlobal, WordShared, WordSyncthreads
			l.ids[under+"global"], l.ids[under+"private"], l.ids[under+"constant"] = l.ids["restrict"], l.ids["restrict"], WordConst
		}
	}
	fresh := true // nothing but space so far in this line
	for l.Err == nil && l.pos < len(l.Text) && len(l.Tokens) < maxTokens {
		c := l.Text[l.pos]
		start := l.pos
		if fresh && c > ' ' && l.output() {
			continue
		}
		switch {
		case c == '\n':
			fresh = true
			l.pos++
			continue
		case c <= ' ':
			l.pos++
			continue
		case c == '#' && fresh:
			if l.directive(); !l.reads() {
				l.skipLines()
			}
			continue
		case c == '/' && l.comment():
			continue
		case c == '\\' && strings.HasPrefix(strings.TrimLeft(l.Text[l.pos+1:], " \t\r"), "\n"):
			l.pos++ // a line that goes on
			continue
		case types.IsLetter(c):
			l.word()
		case types.IsDigit(c) || c == '.' && l.pos+1 < len(l.Text) && types.IsDigit(l.Text[l.pos+1]):
			l.number()
		case c == '"' || c == '\'' || strings.HasPrefix(l.Text[l.pos:], "“") || strings.HasPrefix(l.Text[l.pos:], "”"):
			l.quoted()
		case c >= utf8.RuneSelf && l.wideSpace():
			continue
		default:
			l.operator()
		}
		fresh = false
		if l.pos == start && l.Err == nil {
			l.pos++
		}
	}
	if len(l.Tokens) >= maxTokens {
		l.fail(len(l.Text)-1, len(l.Text), "the text is too long once its macros are written out")
	}
	if n := len(l.branches); n > 0 {
		l.fail(l.branches[n-1].at, l.branches[n-1].at+3, "this #if has no #endif")
	}
	n := int32(len(l.Text))
	l.Tokens = append(l.Tokens, Token{Kind: EndOfText, From: n, To: n, At: n, End: n})
}

//go:noinline
func (l *Lexer) add(kind TokenKind, op Operator, id int32, from int) {
	at, end := int32(from), int32(l.pos)
	l.Tokens = append(l.Tokens, Token{kind, op, id, at, end, at, end})
}

// wideSpace skips a space beyond ASCII, as copied from typeset pages.
func (l *Lexer) wideSpace() bool {
	for _, w := range [...]string{"\u00a0", "\u2007", "\u2009", "\u200a", "\u200b", "\u202f", "\ufeff"} {
		if strings.HasPrefix(l.Text[l.pos:], w) {
			l.pos += len(w)
			return true
		}
	}
	return false
}

func (l *Lexer) comment() bool {
	rest := l.Text[l.pos:]
	switch {
	case strings.HasPrefix(rest, "//"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			l.pos += n
		} else {
			l.pos = len(l.Text)
		}
		return true
	case strings.HasPrefix(rest, "/*"):
		n := strings.Index(rest[2:], "*/")
		if n < 0 {
			l.fail(l.pos, l.pos+2, "this comment has no end; */ is missing")
			return true
		}
		l.pos += n + 4
		return true
	}
	return false
}

// output skips a line that a program printed and that was pasted along: one that ends in "output:", and, after such a
// line, "a: 1.0000001".
func (l *Lexer) output() bool {
	end := len(l.Text)
	if n := strings.IndexByte(l.Text[l.pos:], '\n'); n >= 0 {
		end = l.pos + n
	}
	line := strings.TrimRight(l.Text[l.pos:end], " \t\r")
	if strings.HasSuffix(line, "output:") && len(line) < 80 {
		l.Note(l.pos, "“"+line+"” and the lines of output below it are passed over.")
		l.macros[outputSeen] = macro{}
		l.pos = end
		return true
	}
	name, value, ok := strings.Cut(line, ":")
	if _, seen := l.macros[outputSeen]; !seen || !ok || name == "" || strings.TrimLeft(value, " ") == value {
		return false
	}
	for i := range len(name) {
		if !types.IsLetter(name[i]) && !types.IsDigit(name[i]) {
			return false
		}
	}
	if value = strings.TrimLeft(value, " "); value == "" || !types.IsDigit(value[0]) && value[0] != '-' {
		return false
	}
	if l.Label == "" {
		l.Label, l.LabelAt = name, l.pos
	}
	l.pos = end
	return true
}

// outputSeen is the key in macros that says that a line of output was passed over.
const outputSeen = -1

func (l *Lexer) word() {
	from := l.pos
	for l.pos < len(l.Text) && (types.IsLetter(l.Text[l.pos]) || types.IsDigit(l.Text[l.pos])) {
		l.pos++
	}
	if l.pos-from > 200 {
		l.fail(from, l.pos, "this name has more than 200 letters")
		return
	}
	id := l.Intern(l.Text[from:l.pos])
	if m, ok := l.macros[id]; ok {
		l.expand(m, from)
		return
	}
	l.add(Identifier, 0, id, from)
}

// number takes what C calls a preprocessing number.
func (l *Lexer) number() {
	from := l.pos
	for l.pos < len(l.Text) {
		c := l.Text[l.pos]
		switch {
		case (c == '+' || c == '-') && strings.IndexByte("eEpP", l.Text[l.pos-1]) >= 0 && l.pos > from:
			if (l.Text[l.pos-1]|0x20) == 'e' && l.pos-from > 1 && l.Text[from] == '0' && l.Text[from+1]|0x20 == 'x' {
				l.add(Numeral, 0, 0, from) // 0xe+1 is a sum
				return
			}
		case c == '\'' && l.pos+1 < len(l.Text) && (types.IsDigit(l.Text[l.pos+1]) || types.IsLetter(l.Text[l.pos+1])):
		case !types.IsDigit(c) && !types.IsLetter(c) && c != '.':
			l.add(Numeral, 0, 0, from)
			return
		}
		l.pos++
	}
	l.add(Numeral, 0, 0, from)
}

// quoted takes a string or a character with its quotes.
func (l *Lexer) quoted() {
	from := l.pos
	kind, quote := StringLiteral, l.Text[l.pos:l.pos+1]
	if quote == "'" {
		kind = CharLiteral
	}
	l.pos++
	if kind == StringLiteral && quote != `"` {
		quote = "”"
		l.pos += 2
		l.Note(from, "Typographic quotes are read as \".")
	}
	for l.pos < len(l.Text) && l.Text[l.pos] != '\n' {
		if strings.HasPrefix(l.Text[l.pos:], quote) {
			l.pos += len(quote)
			l.add(kind, 0, 0, from)
			return
		}
		if l.Text[l.pos] == '\\' {
			l.pos++
		}
		l.pos++
	}
	l.pos = min(l.pos, len(l.Text))
	l.fail(from, l.pos, "this has no closing quote in its line")
}

func (l *Lexer) operator() {
	from := l.pos
	rest := l.Text[from:]
	for i := range longOperators {
		if o := &longOperators[i]; strings.HasPrefix(rest, o.text) {
			l.pos += len(o.text)
			l.add(Punctuator, o.op, 0, from)
			return
		}
	}
	if strings.IndexByte("+-*/%<>=!~&|^?:;,.(){}[]", rest[0]) >= 0 {
		l.pos++
		l.add(Punctuator, Operator(rest[0]), 0, from)
		return
	}
	r, n := utf8.DecodeRuneInString(rest)
	text := "“" + string(r) + "” does not belong to C here"
	switch r {
	case '²', '³', '√', '÷':
		text += "; write x*x, sqrt(x) or x/y"
	case '@', '`':
		text += "; take it out"
	case '#':
		text += "; # starts a line of its own"
	}
	l.fail(from, from+n, text)
}

const (
	maxNotes  = 20
	maxMacros = 20_000 // words that macros add to a text
	maxTokens = types.MaxText + maxMacros
)
