package programs

import (
	"strconv"
	"strings"
)

// Features says what the programs of a generator may contain; arithmetic, variables and if are always there.
type Features uint16

// The features.
const (
	Returns    Features = 1 << iota // return within an if or a loop
	Loops                           // for, while and do with a number of passes that the text says
	Breaks                          // break and continue, also where inputs decide
	Functions                       // helpers that the program calls
	References                      // helpers that set variables of their caller, by reference or by pointer
	Structs                         // structures, as parameters and as results
	Arrays                          // arrays with constant length
	Integers                        // parameters and variables of type int
	Double                          // double in the place of float
	Mixed                           // float and double in one program
	Library                         // fabs, sqrt and fma
)

// All is every feature of programs in float.
const All = Returns | Loops | Breaks | Functions | References | Structs | Arrays | Integers | Library

// Param is a parameter of a program.
type Param struct{ Name, Type string } // Type: "float", "double" or "int"

// Program is a text with one function that is to be evaluated, the last.
type Program struct {
	Text   string // C++, and CUDA; C where there are no references
	Name   string // of the function
	Result string // its type: "float" or "double"
	Params []Param

	marked string // Text with the marks for Respell
}

// Head returns the function's declaration without a semicolon.
func (p Program) Head() string {
	s := p.Result + " " + p.Name + "("
	for i, q := range p.Params {
		if i > 0 {
			s += ", "
		}
		s += q.Type + " " + q.Name
	}
	return s + ")"
}

// A mark follows a word: a use of a variable's value, or the name of a type.
const (
	use    = "\x01"
	ofType = "\x02"
)

// random is splitmix64.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *random) intn(n int) int { return int(r.next() % uint64(n)) }

// one reports true once in n calls, by chance.
func (r *random) one(n int) bool { return r.intn(n) == 0 }

func (r *random) pick(list ...string) string { return list[r.intn(len(list))] }

// Gen makes programs, each with names of its own so that many fit into one file.
type Gen struct {
	random
	features Features
	count    int
	number   string // of the program that is made

	text    strings.Builder
	helpers []helper
	structs []string
	scope   []variable
	depth   int // of statements
	budget  int // statements that may still be written
	names   int
	result  string // type of the function that is written; "" for none
	loops   int
	passes  int // product of the passes of the loops around
	inFor   bool
}

type variable struct {
	name, typ string
	length    int  // of an array
	counter   bool // only read
}

type helper struct {
	name   string
	result string   // "" for none
	params []string // types; & or * at the end
}

// New returns a generator; the same seed gives the same programs.
func New(seed uint64, f Features) *Gen {
	return &Gen{random: random(seed*0x5851f42d4c957f2d + 1), features: f}
}

func (g *Gen) has(f Features) bool { return g.features&f != 0 }

// Next makes a program.
func (g *Gen) Next() Program {
	g.number = strconv.Itoa(g.count)
	g.count++
	g.text.Reset()
	g.helpers, g.structs, g.scope, g.names = nil, nil, nil, 0
	if g.has(Structs) && g.one(2) {
		g.structure()
	}
	if g.has(Functions) {
		for range g.intn(3) {
			g.helper()
		}
	}
	p := Program{Name: "f" + g.number, Result: g.float()}
	g.scope = nil
	for i := range 2 + g.intn(4) {
		q := Param{string(rune('a' + i)), g.float()}
		if i > 1 && g.has(Integers) && g.one(5) {
			q.Type = "int"
		}
		p.Params = append(p.Params, q)
		g.scope = append(g.scope, variable{name: q.Name, typ: q.Type})
	}
	// The order in which parameters are declared is not that of their use, nor of the alphabet.
	for i := len(p.Params) - 1; i > 0; i-- {
		j := g.intn(i + 1)
		p.Params[i], p.Params[j] = p.Params[j], p.Params[i]
	}
	g.write(g.typeMark(p.Result), " ", p.Name, "(")
	for i, q := range p.Params {
		if i > 0 {
			g.write(", ")
		}
		g.write(g.typeMark(q.Type), " ", q.Name)
	}
	g.write(") {\n")
	g.body(p.Result, 2+g.intn(7))
	g.write("}\n")
	p.marked = g.text.String()
	p.Text = strip(p.marked)
	return p
}

var marks = strings.NewReplacer(use, "", ofType, "")

func strip(s string) string { return marks.Replace(s) }

func (g *Gen) write(parts ...string) {
	for _, s := range parts {
		g.text.WriteString(s)
	}
}

func (g *Gen) indent() { g.write(strings.Repeat("  ", g.depth+1)) }

func (g *Gen) typeMark(t string) string {
	if t == "" {
		return "void"
	}
	return t + ofType
}

// float returns a floating-point type that the features allow.
func (g *Gen) float() string {
	switch {
	case g.has(Mixed):
		return g.pick("float", "double")
	case g.has(Double):
		return "double"
	}
	return "float"
}

// name returns a name that the program does not have yet.
func (g *Gen) name() string {
	g.names++
	return g.pick("t", "u", "v", "x", "sum", "y", "r") + strconv.Itoa(g.names)
}

// body writes the statements of a function and its last return.
func (g *Gen) body(result string, statements int) {
	g.result, g.budget, g.depth, g.loops, g.passes, g.inFor = result, 2*statements+4, 0, 0, 1, false
	mark := len(g.scope)
	for range statements {
		g.statement()
	}
	if result != "" {
		g.indent()
		g.give()
	}
	g.scope = g.scope[:mark]
}

// give writes a return with its value.
func (g *Gen) give() {
	switch {
	case g.result == "":
		g.write("return;\n")
	case g.isStruct(g.result):
		if v := g.pickVariable(func(v variable) bool { return v.typ == g.result }); v.name != "" {
			g.write("return ", v.name, ";\n")
			return
		}
		n := g.name()
		g.write("{ ", g.result, " ", n, " = {", g.member(), ", ", g.member(), "}; return ", n, "; }\n")
	default:
		g.write("return ", g.expr(g.result, 3), ";\n")
	}
}

func (g *Gen) isStruct(t string) bool { return strings.HasPrefix(t, "S") }

// structure declares a structure of two numbers.
func (g *Gen) structure() {
	n := "S" + g.number
	t := g.float()
	if g.one(2) {
		g.write("struct ", n, " { ", g.typeMark(t), " x, y; };\n")
	} else {
		g.write("typedef struct { ", g.typeMark(t), " x; ", g.typeMark(t), " y; } ", n, ";\n")
	}
	g.structs = append(g.structs, n)
}

// helper writes a function that the program may call.
func (g *Gen) helper() {
	h := helper{name: "h" + g.number + "_" + strconv.Itoa(len(g.helpers)), result: g.float()}
	sets := g.has(References) && g.one(2)
	if sets && g.one(2) {
		h.result = ""
	} else if len(g.structs) > 0 && g.one(3) {
		h.result = g.structs[0]
	}
	g.scope = nil
	head := ""
	for i := range 1 + g.intn(3) {
		t, n := g.float(), string(rune('p'+i))
		if i == 0 && sets {
			by := g.pick("&", "*")
			h.params = append(h.params, t+by)
			head += g.typeMark(t) + " " + by + n
			if by == "*" {
				n = "(*" + n + ")"
			}
			g.scope = append(g.scope, variable{name: n, typ: t})
			continue
		}
		if len(g.structs) > 0 && g.one(4) {
			t = g.structs[0]
			head += comma(i) + t + " " + n
		} else {
			head += comma(i) + g.typeMark(t) + " " + n
		}
		h.params = append(h.params, t)
		g.scope = append(g.scope, variable{name: n, typ: t})
	}
	result := h.result
	if !g.isStruct(result) {
		result = g.typeMark(result)
	}
	g.write("static ", g.pick("", "inline "), result, " ", h.name, "(", head, ") {\n")
	g.body(h.result, 1+g.intn(4))
	g.write("}\n")
	g.helpers = append(g.helpers, h)
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ", "
}

// pickVariable returns a variable of the scope that fits, without a name if there is none.
func (g *Gen) pickVariable(fits func(variable) bool) variable {
	var list []variable
	for _, v := range g.scope {
		if fits(v) {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return variable{}
	}
	return list[g.intn(len(list))]
}
