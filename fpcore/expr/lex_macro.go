package expr

import (
	"strings"

	"ulplab/fpcore/expr/types"
)

// macro is what #define gives a name: words, with parameters if it has any.
type macro struct {
	body   []token
	params []int32 // names; nil without parentheses
	call   bool
}

// directive reads a line that begins with #.
func (l *lexer) directive() {
	from := l.pos
	end := l.lineEnd()
	line := l.text[from:end]
	body := strings.TrimLeft(line[1:], " \t")
	word := body
	if n := strings.IndexAny(body, " \t<\"("); n >= 0 {
		word = body[:n]
	}
	word = strings.TrimSpace(word)
	behind := from + len(line) - len(body) + len(word)
	switch word {
	case "if", "ifdef", "ifndef", "elif", "else", "endif":
		l.conditional(word, min(behind, end), end)
		if l.err == nil {
			l.pos = end
		}
		return
	}
	if !l.reads() {
		l.pos = end
		return
	}
	switch word {
	case "include", "", "line", "warning":
	case "undef":
		if id, ok := l.ids[strings.TrimSpace(l.text[behind:end])]; ok {
			delete(l.macros, id)
		}
	case "error":
		l.fail(from, end, "the text stops itself here: this line is reached under the conditions before it")
	case "pragma":
		if strings.Contains(body, "FP_CONTRACT") {
			l.note(from, "FP_CONTRACT is passed over: choose contraction by the flags of the target.")
		}
	case "define":
		l.define(behind, end)
	default:
		to := from + 1 + len(line[1:]) - len(body) + len(word)
		if len(word) > 20 {
			word = word[:20] + "..."
		}
		l.fail(from, to, "#"+word+" is not read; keep the lines that are compiled, without it")
	}
	if l.err == nil {
		l.pos = end
	}
}

// lineEnd returns the end of the line, with the lines that a backslash joins to it.
func (l *lexer) lineEnd() int {
	end := l.pos
	for {
		n := strings.IndexByte(l.text[end:], '\n')
		if n < 0 {
			return len(l.text)
		}
		end += n
		if !strings.HasSuffix(strings.TrimRight(l.text[:end], " \t\r"), "\\") {
			return end
		}
		end++
	}
}

// define reads the rest of a #define.
func (l *lexer) define(from, end int) {
	in := lexer{text: l.text[:end], pos: from, ids: l.ids, names: l.names, macros: l.macros, made: l.made}
	for in.err == nil && in.pos < end && len(in.tokens) < 1000 {
		c := in.text[in.pos]
		switch {
		case c <= ' ' || c == '\\':
			in.pos++
		case c == '/' && in.comment():
		case types.IsLetter(c) && len(in.tokens) == 0:
			start := in.pos
			for in.pos < end && (types.IsLetter(in.text[in.pos]) || types.IsDigit(in.text[in.pos])) {
				in.pos++
			}
			in.add(identifier, 0, in.intern(in.text[start:in.pos]), start)
		case types.IsLetter(c):
			in.word()
		case types.IsDigit(c) || c == '.':
			in.number()
		case c == '"' || c == '\'':
			in.quoted()
		default:
			in.operator()
		}
	}
	l.names, l.made = in.names, in.made
	switch {
	case in.err != nil:
		l.err, l.pos = in.err, len(l.text)
		return
	case len(in.tokens) == 0 || in.tokens[0].kind != identifier:
		l.fail(from, end, "#define needs a name")
		return
	case len(in.tokens) >= 1000:
		l.fail(from, end, "this macro is too long")
		return
	}
	name, rest := in.tokens[0], in.tokens[1:]
	m := macro{body: rest}
	if len(rest) > 0 && rest[0].op == '(' && rest[0].from == name.to {
		m.call = true
		i := 1
		for i < len(rest) && rest[i].op != ')' {
			if rest[i].kind == identifier {
				m.params = append(m.params, rest[i].id)
			} else if rest[i].op != ',' {
				l.fail(int(rest[i].from), int(rest[i].to), "a parameter's name is expected here")
				return
			}
			i++
		}
		if i == len(rest) {
			l.fail(int(rest[0].from), end, "the parameters have no closing parenthesis")
			return
		}
		m.body = rest[i+1:]
	}
	l.macros[name.id] = m
}

// expand writes the words of a macro in the place of its name, which begins at from.
func (l *lexer) expand(m macro, from int) {
	nameEnd := l.pos
	var args [][]token
	if m.call {
		if args = l.macroArguments(from); l.err != nil {
			return
		}
		if len(args) != len(m.params) && !(len(m.params) == 0 && len(args) == 1 && len(args[0]) == 0) {
			l.fail(from, nameEnd, "this macro is called with another number of arguments than it has parameters")
			return
		}
	}
	l.depth++
	defer func() { l.depth-- }()
	put := func(t token) {
		if m, ok := l.macros[t.id]; ok && t.kind == identifier && !m.call && l.depth < 20 {
			l.expand(m, from) // defined later
			return
		}
		t.at, t.end = int32(from), int32(nameEnd)
		l.tokens = append(l.tokens, t)
	}
	for _, t := range m.body {
		arg := -1
		for i, id := range m.params {
			if t.kind == identifier && t.id == id {
				arg = i
			}
		}
		if l.made++; l.made > maxMacros {
			l.fail(from, nameEnd, "the text is too long once this macro is written out")
			return
		}
		if arg < 0 {
			put(t)
			continue
		}
		for _, a := range args[arg] {
			if l.made++; l.made > maxMacros {
				return
			}
			l.tokens = append(l.tokens, a)
		}
	}
}

// macroArguments reads the parenthesized arguments of a macro.
func (l *lexer) macroArguments(from int) (args [][]token) {
	keep := l.tokens
	l.tokens = nil
	defer func() { l.tokens = keep }()
	if l.depth++; l.depth > 50 {
		l.fail(from, l.pos, "macros are nested too deeply here")
		return nil
	}
	defer func() { l.depth-- }()
	depth, start := 0, 0
	for l.err == nil && l.pos < len(l.text) && len(l.tokens) < maxTokens {
		c := l.text[l.pos]
		switch {
		case c <= ' ':
			l.pos++
			continue
		case c == '/' && l.comment():
			continue
		case types.IsLetter(c) && depth > 0:
			l.word()
			continue
		case types.IsDigit(c) && depth > 0:
			l.number()
			continue
		case (c == '"' || c == '\'') && depth > 0:
			l.quoted()
			continue
		}
		if c >= 0x80 && l.wideSpace() {
			continue
		}
		l.operator()
		if l.err != nil {
			return nil
		}
		switch last := l.tokens[len(l.tokens)-1]; {
		case depth == 0 && last.op != '(':
			l.fail(from, l.pos, "this macro needs its arguments in parentheses")
			return nil
		case last.op == '(':
			if depth++; depth == 1 {
				start = len(l.tokens)
			}
		case last.op == ')':
			if depth--; depth == 0 {
				return append(args, l.tokens[start:len(l.tokens)-1])
			}
		case last.op == ',' && depth == 1:
			args = append(args, l.tokens[start:len(l.tokens)-1])
			start = len(l.tokens)
		}
	}
	l.fail(from, from+1, "the arguments of this macro have no closing parenthesis")
	return nil
}
