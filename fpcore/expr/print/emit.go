package print

import (
	"strconv"
	"strings"

	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// Language is what Emit writes in.
type Language uint8

// The languages.
const (
	LanguageC Language = iota
	LanguageCUDA
	LanguagePython
	LanguageGo
)

// File is the name of the file that Emit's compiler line names. An author's own text is C++ as g++ and clang++ read it.
func (l Language) File(plain bool) string {
	if l == LanguageC && plain {
		return "program.cpp"
	}
	return Languages[l].File
}

// Languages are the languages' IDs, names and files, indexed by Language.
var Languages = [...]struct{ ID, Name, File string }{
	{"c", "C", "program.c"},
	{"cuda", "CUDA C++", "program.cu"},
	{"python", "Python (NumPy)", "program.py"},
	{"go", "Go", "program.go"},
}

// Emit writes a complete program that evaluates on the inputs in, as hexadecimal floating-point literals, and asserts
// the bits of the result. plain: the text as its author wrote it, in C or CUDA C++, for the compiler line of the plan's
// target; else the operations that the plan performs, each on a line of its own, so that every compiler and machine
// delivers the same bits. missing says why there is no such program.
func Emit(p *compile.Plan, lang Language, in []uint64, plain bool) (program, missing string) {
	e := &emitter{p: p, lang: lang, in: in, used: map[string]int{}, helpers: map[string]bool{}}
	for _, w := range strings.Fields(reservedWords) {
		e.used[w] = 1
	}
	if p.Choice.Machine == compile.Exact {
		return "", "the exact value is not computed by floating-point operations"
	}
	result := resultOf(p)
	if result < 0 || p.Slot[result] < 0 {
		return "", "there is no value to assert"
	}
	values := make([]uint64, len(p.Code.Values))
	p.Run(in, values)
	e.want, e.typ = values[result], p.Code.Values[result].Type
	if plain {
		e.plain()
	} else {
		e.operations(p.Slot[result])
	}
	if e.missing == "" && e.word(e.typ) != "" {
		program = e.program(plain)
	}
	if e.missing != "" {
		return "", e.missing
	}
	return program, ""
}

// reservedWords are the words that no variable may be called by in one of the languages.
const reservedWords = "result bits main evaluate asm int float double long short char signed unsigned bool if else for while do return break" +
	" continue switch case default goto const volatile static extern auto register struct union enum typedef sizeof void inline" +
	" and as assert async await class def del elif except finally from global import in is lambda None nonlocal not or pass" +
	" raise try with yield True False chan defer fallthrough func go interface map package range select type var nil true false" +
	" float32 float64 int32 int64 uint32 uint64 math fmt np fma16 fma32 fma64 ftz b2i hexf new this template operator half union near far y0 y1 j0 j1"

type emitter struct {
	p       *compile.Plan
	lang    Language
	in      []uint64
	want    uint64
	typ     types.Type
	lines   []string       // of the function that computes
	names   []string       // by register
	params  []string       // by input: its name, "" if it is not used
	used    map[string]int // names that are taken: the number to try next behind each
	helpers map[string]bool
	flags   string
	missing string
	result  string
	prelude string // functions of the author
}

//go:noinline
func (e *emitter) fail(text string) string {
	if e.missing == "" {
		e.missing = text
	}
	return ""
}

//go:noinline
func (e *emitter) line(s string) { e.lines = append(e.lines, s) }

// identifier makes a name for the language of what the author wrote, as x_3 of x[3].
func (e *emitter) identifier(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		c := s[i]
		switch {
		case types.IsLetter(c) && c != '$', types.IsDigit(c) && len(b) > 0:
			b = append(b, c)
		case len(b) > 0 && b[len(b)-1] != '_' && i+1 < len(s):
			b = append(b, '_')
		}
	}
	name := strings.TrimRight(string(b), "_")
	if name == "" || strings.HasPrefix(name, "__") {
		name = "t"
	}
	if len(name) > 30 {
		name = name[:30]
	}
	for try := name; ; e.used[name]++ {
		if e.used[try] == 0 {
			e.used[try] = 1
			return try
		}
		try = name + "_" + strconv.Itoa(e.used[name])
	}
}

var typeWords = [...][4]string{
	types.Bool:     {"int", "bool", "bool", "bool"},
	types.Int:      {"int32_t", "int", "np.int32", "int32"},
	types.UInt:     {"uint32_t", "unsigned", "np.uint32", "uint32"},
	types.Long:     {"int64_t", "long long", "np.int64", "int64"},
	types.ULong:    {"uint64_t", "unsigned long long", "np.uint64", "uint64"},
	types.Half:     {"", "__half", "np.float16", ""},
	types.BFloat16: {"", "__nv_bfloat16", "", ""},
	types.Float:    {"float", "float", "np.float32", "float32"},
	types.Double:   {"double", "double", "np.float64", "float64"},
}

// word returns the name of a type.
//
//go:noinline
func (e *emitter) word(t types.Type) string {
	w := typeWords[t][e.lang]
	if w == "" {
		return e.fail(Languages[e.lang].Name + " has no " + t.String())
	}
	if t == types.Half {
		e.helpers["half"] = true
	} else if t == types.BFloat16 {
		e.helpers["bfloat16"] = true
	}
	return w
}

// literal writes a constant exactly.
func (e *emitter) literal(t types.Type, bits uint64) string {
	bits &= t.Mask()
	f := t.Format()
	if f == nil {
		return e.integer(t, bits)
	}
	w := e.word(t)
	if w == "" {
		return ""
	}
	code := wide.From64(bits)
	hex := text.Hex(f, code)
	finite := f.ClassOf(code).IsFinite()
	pattern := "0x" + strconv.FormatUint(bits, 16)
	switch e.lang {
	case LanguagePython:
		if finite {
			e.helpers["hexf"] = true
			return w + "(hexf(\"" + hex + "\"))"
		}
		return "np.uint" + strconv.Itoa(t.Bits()) + "(" + pattern + ").view(" + w + ")"
	case LanguageGo:
		if !finite || bits == types.SignBit(t) {
			return "math.F" + w[1:] + "frombits(" + pattern + ")"
		}
		return w + "(" + hex + ")"
	case LanguageCUDA:
		switch {
		case t == types.Half:
			return "__ushort_as_half(" + pattern + ")"
		case t == types.BFloat16:
			return "__ushort_as_bfloat16(" + pattern + ")"
		case !finite && t == types.Float:
			return "__int_as_float(" + pattern + ")"
		case !finite:
			return "__longlong_as_double(" + pattern + "ll)"
		}
	default:
		if !finite {
			e.helpers["as_"+w] = true
			return "as_" + w + "(" + pattern + "u" + [...]string{"", "ll"}[types.Is64(t)] + ")"
		}
	}
	if t == types.Float {
		hex += "f"
	}
	if hex[0] == '-' {
		return "(" + hex + ")"
	}
	return hex
}

func (e *emitter) integer(t types.Type, bits uint64) string {
	if t == types.Bool {
		s := [...]string{"false", "true"}[bits&1]
		switch e.lang {
		case LanguageC:
			s = [...]string{"0", "1"}[bits&1]
		case LanguagePython:
			s = [...]string{"False", "True"}[bits&1]
		}
		return s
	}
	s := strconv.FormatUint(bits, 10)
	if t.Signed() {
		s = strconv.FormatInt(t.Int64(bits), 10)
	}
	switch {
	case e.lang >= LanguagePython:
		return e.word(t) + "(" + s + ")"
	case t.Signed() && (bits == 1<<31 && t == types.Int || bits == 1<<63):
		return "(" + e.word(t) + ")0x" + strconv.FormatUint(bits, 16) + [...]string{"u", "ull"}[types.Is64(t)]
	}
	s += [...]string{"", "u", "ll", "ull"}[t-types.Int]
	if s[0] == '-' {
		s = "(" + s + ")"
	}
	return s
}

// resultOf is the value that a program delivers: its result, or the last one that it prints; -1 if there is none.
func resultOf(p *compile.Plan) int32 {
	result := p.Code.Result
	if n := len(p.Code.Prints); result < 0 && n > 0 {
		if args := p.Code.Prints[n-1].Args; len(args) > 0 {
			result = args[len(args)-1]
		}
	}
	return result
}

// needed are the instructions that a register needs.
func needed(p *compile.Plan, register int32) []bool {
	need := make([]bool, len(p.Instructions))
	need[register] = true
	for i := len(p.Instructions) - 1; i >= 0; i-- {
		if need[i] {
			for _, x := range p.Instructions[i].X[:p.Instructions[i].N] {
				need[x] = true
			}
		}
	}
	return need
}

// operations writes the instructions that the register needs.
func (e *emitter) operations(register int32) {
	p := e.p
	need := needed(p, register)
	e.params = make([]string, len(p.Code.Inputs))
	for i := range p.Instructions {
		if in := &p.Instructions[i]; need[i] && in.Do == run.DoInput {
			e.params[in.Bits] = " "
		}
	}
	for i, s := range e.params {
		if s != "" {
			e.params[i] = e.identifier(p.Code.Inputs[i].Name)
		}
	}
	e.names = make([]string, len(p.Instructions))
	for i := range p.Instructions {
		if need[i] && e.missing == "" {
			e.instruction(int32(i))
		}
	}
	e.result = e.names[register]
	if p.Has80Bits(register) && e.lang == LanguageC {
		e.result = "(" + e.word(e.typ) + ")" + e.result
	} else if t := p.Instructions[register].Type; t != e.typ && e.missing == "" {
		e.result = e.cast(e.typ, t, e.result)
	}
}

// comment returns what stands beside a line: the instruction and the author's text.
func (e *emitter) comment(in *run.Instruction) string {
	s := in.Name
	if in.Value >= 0 {
		if v := e.p.Code.Values[in.Value]; v.From < v.To && v.To-v.From <= 60 {
			if src := e.p.Code.Text[v.From:v.To]; !strings.ContainsAny(src, "\n\r\\") {
				s += ": " + src
			}
		}
	}
	if e.lang == LanguagePython {
		return "  # " + s
	}
	return "  // " + s
}

// instruction writes one instruction and names its result.
func (e *emitter) instruction(i int32) {
	in := &e.p.Instructions[i]
	switch in.Do {
	case run.DoConst:
		e.names[i] = e.literal(in.Type, in.Bits)
		return
	case run.DoInput:
		name := e.params[in.Bits]
		if in.From != in.Type {
			name = e.cast(in.Type, in.From, name)
		}
		e.names[i] = name
		return
	}
	var x [3]string
	for j := range in.X[:in.N] {
		x[j] = e.names[in.X[j]]
	}
	s := e.expression(in, x)
	if e.missing != "" {
		return
	}
	name := "t"
	if in.Value >= 0 && e.p.Code.Values[in.Value].Name != "" {
		name = e.p.Code.Values[in.Value].Name
	} else {
		name += strconv.Itoa(len(e.lines) + 1)
	}
	name = e.identifier(name)
	e.names[i] = name
	word := e.word(in.Type)
	if e.p.Has80Bits(i) {
		word = "volatile long double"
	}
	note := e.comment(in)
	switch {
	case strings.HasPrefix(s, "asm("): // %: the result
		e.line(word + " " + name + ";" + note)
		e.line(strings.ReplaceAll(s, "§", name) + ";")
	case e.lang == LanguageGo && in.Do == run.DoSelect:
		e.line(name + " := " + x[2] + note)
		e.line("if " + x[0] + " {")
		e.line("\t" + name + " = " + x[1])
		e.line("}")
	case e.lang == LanguageGo:
		e.line(name + " := " + s + note)
	case e.lang == LanguagePython:
		e.line(name + " = " + s + note)
	default:
		e.line(word + " " + name + " = " + s + ";" + note)
	}
}
