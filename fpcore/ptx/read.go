package ptx

import (
	"slices"
	"strconv"
	"strings"
)

// Bounds of what a text may ask for, so that no text exhausts the page.
const (
	maxDepth  = 64      // of braces within each other
	maxBytes  = 1 << 26 // of one variable
	maxFormal = 4096    // bytes of the parameters of an entry, as PTX has it
)

// name is what a name stands for in a scope.
type name struct {
	register *Register
	variable *Variable
	label    *Label
}

// family is a declaration such as %r<18>: registers %r0 to %r17.
type family struct {
	typ   Type
	count int
}

// scope is a block in braces.
type scope struct {
	up       *scope
	names    map[string]name
	families map[string]family
}

func newScope(up *scope) *scope {
	return &scope{up: up, names: map[string]name{}, families: map[string]family{}}
}

// find looks a name up, in the inner scopes first. Registers of a family are made when they are first named.
func (s *scope) find(n string) (name, bool) {
	prefix := strings.TrimRight(n, "0123456789")
	digits := n[len(prefix):]
	for ; s != nil; s = s.up {
		if found, ok := s.names[n]; ok {
			return found, true
		}
		f, ok := s.families[prefix]
		if !ok || digits == "" || len(digits) > 9 || digits[0] == '0' && digits != "0" {
			continue
		}
		if k, err := strconv.Atoi(digits); err == nil && k < f.count {
			found := name{register: &Register{n, f.typ}}
			s.names[n] = found
			return found, true
		}
	}
	return name{}, false
}

// pending is a label that was named before its scope was read to the end.
type pending struct {
	at    Position
	label *Label
	name  string
	scope *scope
}

type reader struct {
	text      string
	list      []token
	pos       int
	m         *Module
	globals   *scope
	scope     *scope
	functions map[string]*Function
	current   *Function
	loc       Source
	pending   []pending

	statements int // of all functions
}

// Read reads a module.
func Read(text string) (*Module, error) {
	list, err := lex(text)
	if err != nil {
		return nil, err
	}
	r := &reader{text: text, list: list, m: &Module{Bits: 64, Files: map[int]string{}}, functions: map[string]*Function{}}
	r.globals = newScope(nil)
	r.scope = r.globals
	for r.peek().kind != end {
		if err := r.top(); err != nil {
			return nil, err
		}
	}
	if len(r.m.Functions) == 0 {
		return nil, &Error{Position{1, 1}, "no function: a module of PTX has at least one .entry"}
	}
	var fault error
	for _, f := range r.m.Functions {
		switch {
		case f.Fault != nil && fault == nil:
			fault = f.Fault
		case f.Entry && f.Defined && f.Fault == nil:
			return r.m, nil
		}
	}
	return r.m, fault
}

func (r *reader) peek() token { return r.list[r.pos] }

func (r *reader) next() token {
	t := r.list[r.pos]
	if t.kind != end {
		r.pos++
	}
	return t
}

// is consumes a mark if it is next.
func (r *reader) is(text string) bool {
	t := r.peek()
	if t.kind == mark && t.text == text {
		r.pos++
		return true
	}
	return false
}

func (t token) String() string {
	switch t.kind {
	case end:
		return "the end of the text"
	case quoted:
		return strconv.Quote(t.text)
	}
	return t.text
}

func (r *reader) wrong(t token, what string) error { return &Error{t.at, what} }

func (r *reader) expect(text string) error {
	if !r.is(text) {
		t := r.peek()
		return r.wrong(t, text+" was expected instead of "+t.String())
	}
	return nil
}

// line skips the rest of a line: directives such as .version and .loc have no semicolon.
func (r *reader) line(of token) (rest []token) {
	for t := r.peek(); t.kind != end && t.at.Line == of.at.Line; t = r.peek() {
		rest = append(rest, t)
		r.pos++
	}
	return rest
}

// top reads one thing outside of functions.
func (r *reader) top() error {
	t := r.next()
	if t.kind == mark && t.text == ";" {
		return nil
	}
	if t.kind != word || !strings.HasPrefix(t.text, ".") {
		return r.wrong(t, "a directive such as .version, .global or .entry was expected instead of "+t.String())
	}
	switch t.text {
	case ".version":
		if rest := r.line(t); len(rest) == 1 {
			r.m.Version = rest[0].text
			major, _, _ := strings.Cut(rest[0].text, ".")
			if n, err := strconv.Atoi(major); err != nil || n < 1 {
				return r.wrong(rest[0], "a version such as 8.7 was expected")
			}
			return nil
		}
		return r.wrong(t, ".version is followed by a number such as 8.7")
	case ".target":
		var names []string
		for _, w := range r.line(t) {
			if w.kind == word {
				names = append(names, w.text)
			}
		}
		r.m.Target = strings.Join(names, " ")
		return nil
	case ".address_size":
		rest := r.line(t)
		if len(rest) != 1 || rest[0].text != "64" {
			return r.wrong(t, "addresses of 64 bits are read only: .address_size 64")
		}
		return nil
	case ".file":
		rest := r.line(t)
		if len(rest) >= 2 && rest[1].kind == quoted {
			if n, err := strconv.Atoi(rest[0].text); err == nil {
				r.m.Files[n] = rest[1].text
			}
		}
		return nil
	case ".loc", ".pragma":
		r.line(t)
		return nil
	case ".section":
		for r.peek().kind != end && !r.is("{") {
			r.pos++
		}
		return r.braces(t)
	case ".alias":
		return r.wrong(t, ".alias is not read")
	}
	r.pos--
	return r.declaration()
}

// braces skips to the brace that closes the one before.
func (r *reader) braces(from token) error {
	for depth := 1; depth > 0; {
		switch {
		case r.peek().kind == end:
			return r.wrong(from, "a brace is not closed")
		case r.is("{"):
			depth++
		case r.is("}"):
			depth--
		default:
			r.pos++
		}
	}
	return nil
}

// function reads a function after .entry or .func.
func (r *reader) function(t token) error {
	f := &Function{Entry: t.text == ".entry"}
	r.scope = newScope(r.globals)
	r.current, r.loc, r.pending = f, Source{}, nil
	defer func() { r.scope, r.current = r.globals, nil }()
	var err error
	if r.is("(") {
		if f.Returns, err = r.formals(); err != nil {
			return err
		}
	}
	n := r.next()
	if n.kind != word {
		return r.wrong(n, "the name of a function was expected instead of "+n.String())
	}
	f.At, f.Name = n.at, n.text
	if r.is("(") {
		if f.Params, err = r.formals(); err != nil {
			return err
		}
	}
	for d := r.peek(); d.kind == word && d.text[0] == '.'; d = r.peek() {
		r.pos++
		switch d.text {
		case ".reqntid", ".maxntid":
			of := &f.Threads
			if d.text == ".maxntid" {
				of = &f.Most
			}
			*of = [3]int{1, 1, 1}
			for k := 0; k < 3; k++ {
				if of[k], err = r.number(1 << 20); err != nil {
					return err
				}
				if !r.is(",") {
					break
				}
			}
		case ".noreturn", ".explicitcluster", ".blocksareclusters", ".unique":
		case ".pragma":
			for r.peek().kind == quoted || r.peek().text == "," {
				r.pos++
			}
			r.is(";")
		default: // a bound of resources or clusters: numbers that change no result
			for r.peek().kind == word && r.peek().text[0] != '.' {
				r.pos++
				if !r.is(",") {
					break
				}
			}
		}
	}
	before := r.functions[f.Name]
	if r.is(";") {
		if before == nil {
			r.functions[f.Name] = f
			r.m.Functions = append(r.m.Functions, f)
		}
		return nil
	}
	if before != nil {
		if before.Defined {
			return r.wrong(n, f.Name+" is defined twice")
		}
		*before = *f // statements that call it hold the declaration
		f = before
		r.current = f
	} else {
		r.functions[f.Name] = f
		r.m.Functions = append(r.m.Functions, f)
	}
	f.Defined = true
	if err := r.expect("{"); err != nil {
		return err
	}
	begin := r.pos
	if err := r.body(); err != nil {
		f.Fault = err
		r.pos = begin
		for depth := 1; depth > 0; {
			switch {
			case r.is("{"):
				depth++
			case r.is("}"):
				depth--
			case r.next().kind == end:
				return err
			}
		}
		return nil
	}
	for _, p := range r.pending {
		found, _ := p.scope.find(p.name)
		if found.label == nil {
			f.Fault = &Error{p.at, p.name + " is no label of this function"}
			return nil
		}
		*p.label = *found.label
	}
	return nil
}

// formals reads the parameters of a function after the opening parenthesis.
func (r *reader) formals() (list []Formal, err error) {
	size := 0
	for !r.is(")") {
		t := r.next()
		switch t.text {
		case ".param":
			v, err := r.variables(Param, false)
			if err != nil {
				return nil, err
			}
			size += v[0].Size
			list = append(list, Formal{Variable: v[0]})
		case ".reg":
			typ, ok := FindType(strings.TrimPrefix(r.next().text, "."))
			n := r.next()
			if !ok || n.kind != word {
				return nil, r.wrong(n, "a type and the name of a register were expected")
			}
			reg := &Register{n.text, typ}
			r.scope.names[n.text] = name{register: reg}
			list = append(list, Formal{Register: reg})
		default:
			return nil, r.wrong(t, ".param or .reg was expected instead of "+t.String())
		}
		if size > maxFormal {
			return nil, r.wrong(t, "the parameters have more than 4,096 bytes")
		}
		if !r.is(",") && r.peek().text != ")" {
			return nil, r.wrong(r.peek(), "a comma was expected instead of "+r.peek().String())
		}
	}
	return list, nil
}

// body reads statements up to the brace that closes the function.
func (r *reader) body() error {
	for depth := 1; depth > 0; {
		t := r.peek()
		switch {
		case t.kind == end:
			return r.wrong(t, "the body of "+r.current.Name+" is not closed")
		case r.is("{"):
			if depth++; depth > maxDepth {
				return r.wrong(t, "more than 64 braces within each other")
			}
			r.scope = newScope(r.scope)
		case r.is("}"):
			depth--
			r.scope = r.scope.up
		case r.is(";"):
		default:
			if err := r.statement(); err != nil {
				return err
			}
		}
	}
	return nil
}

// statement reads a declaration, a label or an instruction.
func (r *reader) statement() error {
	t := r.next()
	switch {
	case t.kind == word && r.peek().kind == mark && r.peek().text == ":":
		r.pos++
		return r.label(t)
	case t.kind == word && t.text[0] == '.':
		return r.inner(t)
	}
	if r.statements++; r.statements > maxStatements {
		return r.wrong(t, "the text has more than 65,536 instructions")
	}
	s := Statement{At: t.at, Source: r.loc}
	if t.kind == mark && t.text == "@" {
		s.Unless = r.is("!")
		p := r.next()
		found, _ := r.scope.find(p.text)
		if found.register == nil || found.register.Type.Class != Predicate {
			return r.wrong(p, p.String()+" is no predicate register")
		}
		s.Guard = found.register
		t = r.next()
	}
	if t.kind != word || t.text[0] < 'a' || t.text[0] > 'z' {
		return r.wrong(t, "an instruction was expected instead of "+t.String())
	}
	s.Opcode = t.text
	for !r.is(";") {
		if len(s.Operands) > 0 {
			if err := r.expect(","); err != nil {
				return err
			}
		}
		if len(s.Operands) > 64 {
			return r.wrong(t, "too many operands")
		}
		o, err := r.operand(s.Opcode)
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, o)
	}
	last := r.list[r.pos-1]
	s.Text = strings.Join(strings.Fields(r.text[r.list[r.index(s.At)].off:last.off]), " ")
	r.current.Body = append(r.current.Body, s)
	return nil
}

// index returns the token at a place, at most the one that was read last.
func (r *reader) index(at Position) int {
	k := r.pos - 1
	for k > 0 && r.list[k].at != at {
		k--
	}
	return k
}

// ahead returns a label that is known when the function has been read.
func (r *reader) ahead(t token) *Label {
	l := &Label{Name: t.text}
	r.pending = append(r.pending, pending{t.at, l, t.text, r.scope})
	return l
}

func (r *reader) label(t token) error {
	if before, ok := r.scope.names[t.text]; ok && (before.label != nil || before.register != nil) {
		return r.wrong(t, t.text+" is declared twice")
	}
	l := &Label{Name: t.text, Index: len(r.current.Body)}
	r.scope.names[t.text] = name{label: l}
	switch r.peek().text {
	case ".branchtargets":
		r.pos++
		n := 0
		for first := true; first || r.is(","); first = false {
			w := r.next()
			if n++; n > 1<<16 || w.kind != word {
				return r.wrong(w, "a label was expected instead of "+w.String())
			}
			l.Targets = append(l.Targets, r.ahead(w))
		}
	case ".callprototype", ".calltargets":
		return r.wrong(r.peek(), "calls through registers are not read")
	}
	return nil
}

// inner reads a directive within a function.
func (r *reader) inner(t token) error {
	switch t.text {
	case ".loc":
		rest := r.line(t)
		if len(rest) < 3 {
			return r.wrong(t, ".loc is followed by a file, a line and a column")
		}
		var n [3]int
		for k := range n {
			v, err := strconv.Atoi(rest[k].text)
			if err != nil {
				return r.wrong(rest[k], ".loc is followed by a file, a line and a column")
			}
			n[k] = v
		}
		r.loc = Source{n[0], n[1], n[2]}
		return nil
	case ".reg":
		return r.registers()
	case ".pragma":
		for r.peek().kind != end && !r.is(";") {
			r.pos++
		}
		return nil
	case ".shared", ".local", ".param", ".global", ".const":
		list, err := r.variables(spaces[t.text[1:]], false)
		if err != nil {
			return err
		}
		switch list[0].Space {
		case Shared, Global, Const:
			r.m.Variables = append(r.m.Variables, list...)
		}
		return r.expect(";")
	}
	return r.wrong(t, t.text+" is not read here")
}

// registers reads a declaration of registers after .reg.
func (r *reader) registers() error {
	t := r.next()
	if t.text == ".v2" || t.text == ".v4" {
		return r.wrong(t, "registers of several elements are not read")
	}
	typ, ok := FindType(strings.TrimPrefix(t.text, "."))
	if !ok {
		return r.wrong(t, t.String()+" is not a type that is read here")
	}
	for {
		n := r.next()
		if n.kind != word {
			return r.wrong(n, "the name of a register was expected instead of "+n.String())
		}
		if r.is("<") {
			count, err := r.number(1 << 24)
			if err != nil {
				return err
			}
			if err := r.expect(">"); err != nil {
				return err
			}
			r.scope.families[n.text] = family{typ, count}
		} else {
			if _, ok := r.scope.names[n.text]; ok {
				return r.wrong(n, n.text+" is declared twice")
			}
			r.scope.names[n.text] = name{register: &Register{n.text, typ}}
		}
		if !r.is(",") {
			return r.expect(";")
		}
	}
}

// Special lists the special registers that can be read: the thread's place in the launch, constants of it, and clocks.
var Special = []string{"%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ntid.y", "%ntid.z", "%ctaid.x", "%ctaid.y", "%ctaid.z",
	"%nctaid.x", "%nctaid.y", "%nctaid.z", "%laneid", "%warpid", "%nwarpid", "%smid", "%nsmid", "%gridid",
	"%lanemask_eq", "%lanemask_le", "%lanemask_lt", "%lanemask_ge", "%lanemask_gt",
	"%clock", "%clock_hi", "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi", "%reserved_smem_offset_begin", "%reserved_smem_offset_end",
	"%reserved_smem_offset_cap", "%reserved_smem_offset_0", "%reserved_smem_offset_1", "%dynamic_smem_size", "%total_smem_size", "%clusterid.x", "%nclusterid.x", "%cluster_ctaid.x", "%cluster_nctaid.x", "%cluster_ctarank", "%cluster_nctarank"}

func special(n string) bool { return slices.Contains(Special, n) }
