package syntax

import (
	"strings"

	"ulplab/fpcore/expr/types"
)

// macro is what #define gives a name: words, with parameters if it has any.
type macro struct {
	body   []Token
	params []int32 // names; nil without parentheses
	call   bool
}

// directive reads a line that begins with #.
func (l *Lexer) directive() {
	from := l.pos
	end := l.lineEnd()
	line := l.Text[from:end]
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
		if l.Err == nil {
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
		if id, ok := l.ids[strings.TrimSpace(l.Text[behind:end])]; ok {
			delete(l.macros, id)
		}
	case "error":
		l.fail(from, end, "the text stops itself here: this line is reached under the conditions before it")
	case "pragma":
		if strings.Contains(body, "FP_CONTRACT") {
			l.Note(from, "FP_CONTRACT is passed over: choose contraction by the flags of the target.")
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
	if l.Err == nil {
		l.pos = end
	}
}

// lineEnd returns the end of the line, with the lines that a backslash joins to it.
func (l *Lexer) lineEnd() int {
	end := l.pos
	for {
		n := strings.IndexByte(l.Text[end:], '\n')
		if n < 0 {
			return len(l.Text)
		}
		end += n
		if !strings.HasSuffix(strings.TrimRight(l.Text[:end], " \t\r"), "\\") {
			return end
		}
		end++
	}
}

// part is to cut a part of the text alone.
func (l *Lexer) part(from, end int) *Lexer {
	return &Lexer{Text: l.Text[:end], pos: from, ids: l.ids, Names: l.Names, macros: l.macros, made: l.made, device: l.device}
}

// define reads the rest of a #define.
func (l *Lexer) define(from, end int) {
	in := l.part(from, end)
	for in.Err == nil && in.pos < end && len(in.Tokens) < 1000 {
		c := in.Text[in.pos]
		switch {
		case c <= ' ' || c == '\\':
			in.pos++
		case c == '/' && in.comment():
		case types.IsLetter(c) && len(in.Tokens) == 0:
			start := in.pos
			for in.pos < end && (types.IsLetter(in.Text[in.pos]) || types.IsDigit(in.Text[in.pos])) {
				in.pos++
			}
			in.add(Identifier, 0, in.Intern(in.Text[start:in.pos]), start)
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
	l.Names, l.made = in.Names, in.made
	switch {
	case in.Err != nil:
		l.Err, l.pos = in.Err, len(l.Text)
		return
	case len(in.Tokens) == 0 || in.Tokens[0].Kind != Identifier:
		l.fail(from, end, "#define needs a name")
		return
	case len(in.Tokens) >= 1000:
		l.fail(from, end, "this macro is too long")
		return
	}
	name, rest := in.Tokens[0], in.Tokens[1:]
	m := macro{body: rest}
	if len(rest) > 0 && rest[0].Op == '(' && rest[0].From == name.To {
		m.call = true
		i := 1
		for i < len(rest) && rest[i].Op != ')' {
			if rest[i].Kind == Identifier {
				m.params = append(m.params, rest[i].ID)
			} else if rest[i].Op != ',' {
				l.fail(int(rest[i].From), int(rest[i].To), "a parameter’s name is expected here")
				return
			}
			i++
		}
		if i == len(rest) {
			l.fail(int(rest[0].From), end, "the parameters have no closing parenthesis")
			return
		}
		m.body = rest[i+1:]
	}
	l.macros[name.ID] = m
}

// expand writes the words of a macro in the place of its name, which begins at from.
func (l *Lexer) expand(m macro, from int) {
	nameEnd := l.pos
	var args [][]Token
	if m.call {
		if args = l.macroArguments(from); l.Err != nil {
			return
		}
		if len(args) != len(m.params) && !(len(m.params) == 0 && len(args) == 1 && len(args[0]) == 0) {
			l.fail(from, nameEnd, "this macro is called with another number of arguments than it has parameters")
			return
		}
	}
	l.depth++
	defer func() { l.depth-- }()
	put := func(t Token) {
		if m, ok := l.macros[t.ID]; ok && t.Kind == Identifier && !m.call && l.depth < 20 {
			l.expand(m, from) // defined later
			return
		}
		t.At, t.End = int32(from), int32(nameEnd)
		l.Tokens = append(l.Tokens, t)
	}
	for _, t := range m.body {
		arg := -1
		for i, id := range m.params {
			if t.Kind == Identifier && t.ID == id {
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
			l.Tokens = append(l.Tokens, a)
		}
	}
}

// macroArguments reads the parenthesized arguments of a macro.
func (l *Lexer) macroArguments(from int) (args [][]Token) {
	keep := l.Tokens
	l.Tokens = nil
	defer func() { l.Tokens = keep }()
	if l.depth++; l.depth > 50 {
		l.fail(from, l.pos, "macros are nested too deeply here")
		return nil
	}
	defer func() { l.depth-- }()
	depth, start := 0, 0
	for l.Err == nil && l.pos < len(l.Text) && len(l.Tokens) < maxTokens {
		c := l.Text[l.pos]
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
		if l.Err != nil {
			return nil
		}
		switch last := l.Tokens[len(l.Tokens)-1]; {
		case depth == 0 && last.Op != '(':
			l.fail(from, l.pos, "this macro needs its arguments in parentheses")
			return nil
		case last.Op == '(':
			if depth++; depth == 1 {
				start = len(l.Tokens)
			}
		case last.Op == ')':
			if depth--; depth == 0 {
				return append(args, l.Tokens[start:len(l.Tokens)-1])
			}
		case last.Op == ',' && depth == 1:
			args = append(args, l.Tokens[start:len(l.Tokens)-1])
			start = len(l.Tokens)
		}
	}
	l.fail(from, from+1, "the arguments of this macro have no closing parenthesis")
	return nil
}
