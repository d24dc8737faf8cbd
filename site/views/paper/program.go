package paper

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/words"
)

// Statements of chapters 4 and 5.2 are text, which is far smaller than code. A statement begins with
// "#id" and the mark that it has where a printed figure is not what comes out, or "documented" if nothing is computed.
// Each of its lines has fields between semicolons: the label, what to compute, a note, and what the paper prints, each with the numbers of its editions after an @ (0 is the
// first of paperEditions). What to compute begins with a letter:
//
//	f d x PROGRAM    a number in binary32, in double of the target, or of x87
//	5 PROGRAM        a dot product of Figure 5's vectors: its code and error
//	?f YES/NO: PROGRAM   one of two answers
//	C ID OP…         the instructions that operations are compiled to
//	P NAME CC…       the formats that all of some capabilities have NAME.f32 and NAME.f64 for; all from 2.0 on if none
//	F CC FEATURE     a fact of a profile
//	M N              the flags of a preset of nvcc
//	4 NAME X…        the results of an intrinsic in its four modes
//	Tf Td NAME       an intrinsic with its modes, and its results for x, y, z
//	S SSE OP X Y     a result with the exceptions that SSE raises
//	p ID             the precision of an x87 control word
//	*NAME            one of special
//	= ~ TEXT         text, as code or as words
//
// A PROGRAM works on a stack: a target after an @, numbers, operations of gpu.Operations on the target, names of
// instructions or intrinsics, those of x87 after a 7, wide (a double loaded into a register), A and B of Figure 1, loop
// and loop2 (the dot product, with the target's a*b+c or with a multiply and an add), = (are two equal), not, and;
// rn:OP (is it compiled to one correctly rounded instruction), has:NAME, and !NAME, one of test.
type paperProgram struct {
	at     target.Target
	double bool
	extend bool // numbers are those of x87 registers
	f      *format.Format
	stack  []wide.U128
}

// bits runs a program and returns the number that it leaves, with its format.
func bits(kind byte, program string) (wide.U128, *format.Format) {
	p := paperProgram{double: kind == 'd', extend: kind == 'x', f: format.F32}
	for _, token := range strings.Fields(program) {
		p.step(token)
	}
	if len(p.stack) == 0 {
		return wide.U128{}, p.f
	}
	return p.stack[len(p.stack)-1], p.f
}

// take pops n numbers; what is missing is zero.
func (p *paperProgram) take(n int) []wide.U128 {
	x := make([]wide.U128, n)
	at := max(0, len(p.stack)-n)
	copy(x, p.stack[at:])
	p.stack = p.stack[:at]
	return x
}

func (p *paperProgram) push(c wide.U128) { p.stack = append(p.stack, c) }

// answer pushes 1 or 0.
func (p *paperProgram) answer(yes bool) {
	if yes {
		p.push(wide.From64(1))
	} else {
		p.push(wide.U128{})
	}
}

// number is the format of numbers.
func (p *paperProgram) number() *format.Format {
	switch {
	case p.extend:
		return format.X87
	case p.double:
		return format.F64
	}
	return format.F32
}

func (p *paperProgram) step(token string) {
	name := token[1:]
	head, tail, pair := strings.Cut(token, ":")
	switch {
	case token[0] == '@':
		p.at, _ = target.ByID(name)
	case token == "=":
		x := p.take(2)
		p.answer(x[0] == x[1])
	case token == "not":
		p.answer(p.take(1)[0].IsZero())
	case token == "and":
		x := p.take(2)
		p.answer(!x[0].IsZero() && !x[1].IsZero())
	case token == "loop":
		p.push(dotLoop(func(a, b, s wide.U128) wide.U128 { return p.run("a*b+c", a, b, s) }))
	case token == "loop2":
		mul, add := "__fmul_rn", "__fadd_rn"
		if p.at.Unit != target.GPU {
			mul, add = "a*b", "a+b"
		}
		p.push(dotLoop(func(a, b, s wide.U128) wide.U128 { return p.run(add, p.run(mul, a, b), s) }))
	case token == "A":
		p.push(exact.New(false, wide.Nat{1}, 0).Add(exact.New(false, wide.Nat{1}, 1-int64(p.number().P))).Round(env, p.number()).Bits)
	case token == "B":
		p.push(exact.New(true, wide.Nat{1}, 0).Sub(exact.New(false, wide.Nat{1}, 2-int64(p.number().P))).Round(env, p.number()).Bits)
	case token == "wide":
		p.push(arith.Convert(env, format.X87, format.F64, p.take(1)[0], nil).Bits)
		p.f = format.X87
	case token[0] == '!':
		p.answer(test(name))
	case pair && head == "rn":
		p.answer(correct(p.at.GPU, tail, p.double))
	case pair && head == "has":
		p.answer(chipHas(p.at.GPU, tail))
	default:
		if op, ok := x86.FindX87(name); ok && token[0] == '7' {
			var in [3]wide.U128
			copy(in[:], p.take(op.Arity))
			p.push(op.Do(p.at.Control, in, nil).Bits)
			p.f = op.Dst
		} else if n := p.arity(token); n > 0 {
			p.push(p.run(token, p.take(n)...))
		} else {
			p.f = p.number()
			p.push(read(p.f, token))
		}
	}
}

// arity returns the number of operands of an operation or instruction, 0 if it is none.
func (p *paperProgram) arity(name string) int {
	if o, ok := gpu.FindOperation(name); ok {
		return o.Arity
	}
	if i, ok := gpu.Find(name); ok {
		return len(i.In)
	}
	return 0
}

// run executes an operation or an instruction on the target.
func (p *paperProgram) run(name string, x ...wide.U128) wide.U128 {
	if o, ok := gpu.FindOperation(name); ok {
		var in [3]uint64
		for i := range x {
			in[i] = x[i].Lo
		}
		r := p.at.Run(o, p.double, in)
		p.f = r.Format
		return wide.From64(r.Bits)
	}
	if i, ok := gpu.Find(name); ok && i.Out.Float != nil {
		p.f = i.Out.Float
	}
	return chipDo(p.at.GPU, name, x...)
}

// correct reports whether an operation is compiled to an instruction that rounds to nearest.
func correct(t gpu.Target, op string, double bool) bool {
	c := chipCode(t, op, double)
	return len(c.Names) == 1 && strings.Contains(c.Names[0], ".rn.")
}

// lineOf computes a line.
func lineOf(line string) *Line {
	f := strings.Split(line, ";")
	l := &Line{Label: f[0]}
	l.Live, l.Note = compute(f[1])
	if len(f) > 2 && f[2] != "" {
		l.Note = f[2]
	}
	for _, p := range f[min(3, len(f)):] {
		words, digits, _ := strings.Cut(p, "@")
		var in Editions
		for _, d := range digits {
			in |= 1 << (d - '0')
		}
		l.Prints = append(l.Prints, Print{Text: words, In: in})
	}
	return l
}

// compute returns the figure of a line and the note that comes with it.
func compute(source string) (live Spans, note string) {
	said := strings.Fields(source)
	rest := source[1:]
	switch source[0] {
	case 'f', 'd', 'x':
		c, f := bits(source[0], rest)
		if f == format.X87 {
			return plainSpan(codeText(f, c)), ""
		}
		return numberText(f, c), codeText(f, c)
	case '5':
		c, f := bits('f', rest)
		return plainSpan(codeText(f, c)), ulps(c, dotResultsOf("fig5").exact)
	case '?':
		answers, program, _ := strings.Cut(rest[2:], ": ")
		yes, no, _ := strings.Cut(answers, "/")
		if c, _ := bits(rest[0], program); c.IsZero() {
			return inWords(no), ""
		}
		return inWords(yes), ""
	case 'C':
		t, _ := target.ByID(said[1])
		var names []string
		for _, op := range said[2:] {
			names = append(names, chipCode(t.GPU, op, false).Names...)
		}
		return plainSpan(strings.Join(names, ", ")), ""
	case 'P':
		ccs := said[2:]
		if len(ccs) == 0 {
			for _, p := range gpu.Profiles() {
				if p.CC >= 20 {
					ccs = append(ccs, p.CC.String())
				}
			}
			note = "on all " + strconv.Itoa(len(ccs)) + " capabilities from 2.0 on that the lab models; more exist"
		}
		return inWords(precisions(said[1], ccs)), note
	case 'F':
		t, _ := target.ByID(said[1])
		p, _ := gpu.FindProfile(t.GPU.CC)
		for _, f := range features {
			if f.name == said[2] {
				return inWords(p.Facts[f.feature].Value), p.Facts[f.feature].Kind.String()
			}
		}
	case 'M':
		return plainSpan(flagText(gpu.Presets[source[2]-'0'].Flags.Effective())), ""
	case '4':
		return plainSpan(fourResults(said[1], reads(format.F32, said[2:]...))), ""
	case 'T':
		f := format.F32
		if source[1] == 'd' {
			f = format.F64
		}
		name := said[1] + suffixes(said[1])
		if i, _, ok := chipOf(90).Find(said[1] + "rn"); ok && i.Out.Float == f {
			name += [...]string{"", "(x)", "(x, y)", "(x, y, z)"}[len(i.In)]
		}
		return plainSpan(name), fourResults(said[1], reads(f, tableOperands...))
	case 'S':
		x := reads(format.F32, said[3:]...)
		op, _ := x86.FindSSE(said[1])
		r := op.Do(x86.MXCSRDefault, [3]wide.U128{x[0], x[1]}, nil)
		note = "SSE raises " + strings.Join(words.FlagWords(r.Flags), ", ")
		if onFloat(chipOf(90), said[2], x...) == r.Bits {
			note += "; the GPU gives the same number"
		}
		return numberText(format.F32, r.Bits), note
	case 'e', 'u':
		return expr(source[0], rest)
	case 'p':
		t, _ := target.ByID(said[1])
		return plainSpan(strconv.Itoa(t.Control.Precision()) + " bits"), ""
	case '*':
		return special(rest), ""
	case '~':
		return inWords(rest), ""
	}
	return plainSpan(rest), ""
}

// features names features for lines.
var features = [...]struct {
	name    string
	feature gpu.Feature
}{
	{"Formats", gpu.Formats}, {"TensorTypes", gpu.TensorTypes}, {"DivisionF32", gpu.DivisionF32}, {"SquareRootF32", gpu.SquareRootF32},
	{"RateF32", gpu.RateF32}, {"RateF64", gpu.RateF64}, {"RoundingF32", gpu.RoundingF32},
}

// inWords is an answer that is read as text.
func inWords(s string) Spans { return Spans{{s, toneWords}} }

// precisions names the formats for which all of the capabilities have an instruction.
func precisions(name string, ccs []string) string {
	single, double := true, true
	for _, cc := range ccs {
		t, _ := target.ByID(cc)
		single = single && chipHas(t.GPU, name+".f32")
		double = double && chipHas(t.GPU, name+".f64")
	}
	switch {
	case single && double:
		return "single and double"
	case single:
		return "single"
	case double:
		return "double"
	}
	return "none"
}

// textClaims returns the statements of statements.
func textClaims() (list []claim) {
	for _, block := range strings.Split(statements+exprStatements, "#")[1:] {
		head, body, _ := strings.Cut(block, "\n")
		words := strings.Fields(head)
		c := claim{id: words[0]}
		switch {
		case len(words) > 1 && words[1] == string(Documented):
			c.agrees = Documented
		case len(words) > 1:
			c.differs = Mark(words[1])
		}
		lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
		c.lines = func() (out []*Line) {
			for _, line := range lines {
				out = append(out, lineOf(line))
			}
			return out
		}
		switch c.id {
		case "notall":
			c.line = madLine
		case "defaultunit":
			c.line = twiceLine
		}
		list = append(list, c)
	}
	return list
}

// madLine shows the loop of Figure 2 with FMAD and with FMA.
func madLine() *numberline.Line {
	mad, _ := bits('f', "@1.2 loop")
	fused, _ := bits('f', "@2.0 loop")
	return ulpLine(format.F32, format.F32.NextDown(mad), format.F32.NextUp(format.F32.NextUp(fused)), dotResultsOf("fig5").exact,
		[]landmark{{mad, "FMAD, 1.x", -1}, {fused, "FMA, 2.0", 1}})
}

// twiceLine shows a sum of doubles that x87 rounds twice.
func twiceLine() *numberline.Line {
	one, _ := bits('d', "@x87 1 0x1.0000000000001p-53 a+b")
	more, _ := bits('d', "@sse 1 0x1.0000000000001p-53 a+b")
	v, _ := exact.FromBits(format.F64, read(format.F64, "1"))
	tail, _ := exact.FromBits(format.F64, read(format.F64, "0x1.0000000000001p-53"))
	return ulpLine(format.F64, one, format.F64.NextUp(more), v.Add(tail), []landmark{{one, "x87", -1}, {more, "SSE", 1}})
}

// numberWord writes a small number as a word.
func numberWord(n int) string {
	return strings.Fields("none one two three four five six seven")[n]
}
