package expr

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ulplab/fpcore/expr/types"
)

// token is a word of the text. Its bytes are src[from:to]; at and end are the bytes of the text that an error points to:
// the same but for the words of a macro, where it is the macro's name.
type token struct {
	kind     tokenKind
	op       op16
	id       int32 // identifiers: number of the name
	from, to int32
	at, end  int32
}

type tokenKind uint8

const (
	endOfText tokenKind = iota
	identifier
	numeral
	charLiteral
	stringLiteral
	operator
)

// op16 is an operator: its byte, or one of those below; with assigning, the compound assignment.
type op16 uint16

const (
	shiftLeft op16 = 128 + iota
	shiftRight
	lessEq
	moreEq
	equal
	differ
	andAnd
	orOr
	increment
	decrement
	arrow
	scope
	ellipsis
	assigning op16 = 1 << 8
)

// longOperators are the operators of more than one byte, the longest first.
var longOperators = [...]struct {
	text string
	op   op16
}{
	{"<<=", shiftLeft | assigning}, {">>=", shiftRight | assigning}, {"...", ellipsis},
	{"<<", shiftLeft}, {">>", shiftRight}, {"<=", lessEq}, {">=", moreEq}, {"==", equal}, {"!=", differ}, {"&&", andAnd},
	{"||", orOr}, {"++", increment}, {"--", decrement}, {"->", arrow}, {"::", scope},
	{"+=", '+' | assigning}, {"-=", '-' | assigning}, {"*=", '*' | assigning}, {"/=", '/' | assigning}, {"%=", '%' | assigning},
	{"&=", '&' | assigning}, {"|=", '|' | assigning}, {"^=", '^' | assigning},
	{"−", '-'}, {"×", '*'}, {"·", '*'},
}

// lexer cuts a text into tokens.
type lexer struct {
	text   string
	pos    int
	tokens []token
	ids    map[string]int32
	names  []string
	macros map[int32]macro
	notes  []types.Note
	depth  int // of macro calls
	made   int // words that macros made
	// label stands before the colon of the first line of output that was passed over, at the byte labelAt.
	label   string
	labelAt int
	err     *types.Error
	vectors [vectorTypes]*types.Declared

	device   bool     // as nvcc compiles device code
	branches []branch // #if that are open
}

//go:noinline
func (l *lexer) fail(from, to int, text string) {
	if l.err == nil {
		l.err = &types.Error{From: int32(from), To: int32(to), Text: text}
	}
	l.pos = len(l.text)
}

//go:noinline
func (l *lexer) note(at int, text string) {
	if n := (types.Note{At: int32(at), Text: text}); len(l.notes) < maxNotes && !slices.Contains(l.notes, n) {
		l.notes = append(l.notes, n)
	}
}

// intern returns the number of a name.
func (l *lexer) intern(name string) int32 {
	id, ok := l.ids[name]
	if !ok {
		id = int32(len(l.names))
		l.ids[name] = id
		l.names = append(l.names, name)
	}
	return id
}

// run cuts the text; the last token is endOfText.
func (l *lexer) run() {
	for _, w := range keywords {
		l.intern(w)
	}
	fresh := true // nothing but space so far in this line
	for l.err == nil && l.pos < len(l.text) && len(l.tokens) < maxTokens {
		c := l.text[l.pos]
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
		case c == '\\' && strings.HasPrefix(strings.TrimLeft(l.text[l.pos+1:], " \t\r"), "\n"):
			l.pos++ // a line that goes on
			continue
		case types.IsLetter(c):
			l.word()
		case types.IsDigit(c) || c == '.' && l.pos+1 < len(l.text) && types.IsDigit(l.text[l.pos+1]):
			l.number()
		case c == '"' || c == '\'' || strings.HasPrefix(l.text[l.pos:], "“") || strings.HasPrefix(l.text[l.pos:], "”"):
			l.quoted()
		case c >= utf8.RuneSelf && l.wideSpace():
			continue
		default:
			l.operator()
		}
		fresh = false
		if l.pos == start && l.err == nil {
			l.pos++
		}
	}
	if len(l.tokens) >= maxTokens {
		l.fail(len(l.text)-1, len(l.text), "the text is too long once its macros are written out")
	}
	if n := len(l.branches); n > 0 {
		l.fail(l.branches[n-1].at, l.branches[n-1].at+3, "this #if has no #endif")
	}
	n := int32(len(l.text))
	l.tokens = append(l.tokens, token{kind: endOfText, from: n, to: n, at: n, end: n})
}

//go:noinline
func (l *lexer) add(kind tokenKind, op op16, id int32, from int) {
	at, end := int32(from), int32(l.pos)
	l.tokens = append(l.tokens, token{kind, op, id, at, end, at, end})
}

// wideSpace skips a space beyond ASCII, as copied from typeset pages.
func (l *lexer) wideSpace() bool {
	for _, w := range [...]string{"\u00a0", "\u2007", "\u2009", "\u200a", "\u200b", "\u202f", "\ufeff"} {
		if strings.HasPrefix(l.text[l.pos:], w) {
			l.pos += len(w)
			return true
		}
	}
	return false
}

func (l *lexer) comment() bool {
	rest := l.text[l.pos:]
	switch {
	case strings.HasPrefix(rest, "//"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			l.pos += n
		} else {
			l.pos = len(l.text)
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
func (l *lexer) output() bool {
	end := len(l.text)
	if n := strings.IndexByte(l.text[l.pos:], '\n'); n >= 0 {
		end = l.pos + n
	}
	line := strings.TrimRight(l.text[l.pos:end], " \t\r")
	if strings.HasSuffix(line, "output:") && len(line) < 80 {
		l.note(l.pos, "“"+line+"” and the lines of output below it are passed over.")
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
	if l.label == "" {
		l.label, l.labelAt = name, l.pos
	}
	l.pos = end
	return true
}

// outputSeen is the key in macros that says that a line of output was passed over.
const outputSeen = -1

func (l *lexer) word() {
	from := l.pos
	for l.pos < len(l.text) && (types.IsLetter(l.text[l.pos]) || types.IsDigit(l.text[l.pos])) {
		l.pos++
	}
	if l.pos-from > 200 {
		l.fail(from, l.pos, "this name has more than 200 letters")
		return
	}
	id := l.intern(l.text[from:l.pos])
	if m, ok := l.macros[id]; ok {
		l.expand(m, from)
		return
	}
	l.add(identifier, 0, id, from)
}

// number takes what C calls a preprocessing number.
func (l *lexer) number() {
	from := l.pos
	for l.pos < len(l.text) {
		c := l.text[l.pos]
		switch {
		case (c == '+' || c == '-') && strings.IndexByte("eEpP", l.text[l.pos-1]) >= 0 && l.pos > from:
			if (l.text[l.pos-1]|0x20) == 'e' && l.pos-from > 1 && l.text[from] == '0' && l.text[from+1]|0x20 == 'x' {
				l.add(numeral, 0, 0, from) // 0xe+1 is a sum
				return
			}
		case c == '\'' && l.pos+1 < len(l.text) && (types.IsDigit(l.text[l.pos+1]) || types.IsLetter(l.text[l.pos+1])):
		case !types.IsDigit(c) && !types.IsLetter(c) && c != '.':
			l.add(numeral, 0, 0, from)
			return
		}
		l.pos++
	}
	l.add(numeral, 0, 0, from)
}

// quoted takes a string or a character with its quotes.
func (l *lexer) quoted() {
	from := l.pos
	kind, quote := stringLiteral, l.text[l.pos:l.pos+1]
	if quote == "'" {
		kind = charLiteral
	}
	l.pos++
	if kind == stringLiteral && quote != `"` {
		quote = "”"
		l.pos += 2
		l.note(from, "Typographic quotes are read as \".")
	}
	for l.pos < len(l.text) && l.text[l.pos] != '\n' {
		if strings.HasPrefix(l.text[l.pos:], quote) {
			l.pos += len(quote)
			l.add(kind, 0, 0, from)
			return
		}
		if l.text[l.pos] == '\\' {
			l.pos++
		}
		l.pos++
	}
	l.pos = min(l.pos, len(l.text))
	l.fail(from, l.pos, "this has no closing quote in its line")
}

func (l *lexer) operator() {
	from := l.pos
	rest := l.text[from:]
	for i := range longOperators {
		if o := &longOperators[i]; strings.HasPrefix(rest, o.text) {
			l.pos += len(o.text)
			l.add(operator, o.op, 0, from)
			return
		}
	}
	if strings.IndexByte("+-*/%<>=!~&|^?:;,.(){}[]", rest[0]) >= 0 {
		l.pos++
		l.add(operator, op16(rest[0]), 0, from)
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
