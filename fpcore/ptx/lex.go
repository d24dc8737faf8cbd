package ptx

// tokenKind is the kind of a token: a word (names, opcodes, directives, numbers), a text in quotation marks, or one
// character of punctuation.
type tokenKind byte

const (
	end tokenKind = iota
	word
	quoted
	mark
)

// token is a piece of the text.
type token struct {
	kind tokenKind
	text string
	at   Position
	off  int // bytes from the start
}

// Bounds of the texts that Read takes, which keep what it makes of them below 256 MB: a large library kernel prints some hundred
// thousand bytes and some ten thousand instructions.
const (
	maxText       = 8 << 20
	maxTokens     = 1 << 20
	maxStatements = 1 << 16
)

func wordByte(c byte) bool {
	return c == '_' || c == '$' || c == '%' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// lex cuts a text into tokens; comments and white space go. A word goes on over "::", as in .shared::cta.
func lex(text string) (list []token, err error) {
	if len(text) > maxText {
		return nil, &Error{Position{1, 1}, "the text has more than 8 MiB"}
	}
	list = make([]token, 0, min(len(text)/3+16, maxTokens+1))
	line, start := 1, 0 // of the line
	at := func(i int) Position { return Position{line, i - start + 1} }
	for i := 0; i < len(text); {
		if len(list) == maxTokens {
			return nil, &Error{at(i), "the text has more than 1,048,576 words and signs"}
		}
		c := text[i]
		switch {
		case c == '\n':
			i++
			line, start = line+1, i
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
		case c == '/' && i+1 < len(text) && text[i+1] == '/':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == '/' && i+1 < len(text) && text[i+1] == '*':
			from := at(i)
			i += 2
			for ; ; i++ {
				if i+1 >= len(text) {
					return nil, &Error{from, "a comment has no end: */ is missing"}
				}
				if text[i] == '\n' {
					line, start = line+1, i+1
				}
				if text[i] == '*' && text[i+1] == '/' {
					break
				}
			}
			i += 2
		case c == '"':
			from, first := at(i), i
			i++
			for i < len(text) && text[i] != '"' && text[i] != '\n' {
				if text[i] == '\\' {
					i++
				}
				i++
			}
			if i >= len(text) || text[i] != '"' {
				return nil, &Error{from, "a text in quotation marks has no end on its line"}
			}
			i++
			list = append(list, token{quoted, text[first+1 : i-1], from, first})
		case wordByte(c):
			first := i
			for i < len(text) {
				if text[i] == '.' && text[first] == '.' && i > first {
					break // .reg.b32 is two words
				} else if wordByte(text[i]) {
					i++
				} else if text[i] == ':' && i+2 < len(text) && text[i+1] == ':' && wordByte(text[i+2]) {
					i += 2
				} else {
					break
				}
			}
			list = append(list, token{word, text[first:i], at(first), first})
		default:
			if c >= 0x80 || c < ' ' {
				return nil, &Error{at(i), "a character that PTX does not have"}
			}
			list = append(list, token{mark, text[i : i+1], at(i), i})
			i++
		}
	}
	return append(list, token{kind: end, at: at(len(text)), off: len(text)}), nil
}
