// Package ptx reads modules of PTX, the assembly language of NVIDIA's virtual machine, as nvcc, Triton and LLVM print
// them (PTX ISA 7.0 to 9.x). Read resolves every name: what it delivers is declarations and instructions whose operands
// are symbols, immediates and addresses. Package machine runs them.
//
// Sections of debugging information are skipped; .loc is kept with the instructions that follow it. What cannot be read
// is an Error with its place in the text.
package ptx

import (
	"strconv"
	"strings"
)

// Position is a place in the text, lines and columns from 1; a column counts bytes.
type Position struct{ Line, Column int }

// Byte is the place in the text as an offset in bytes.
func (p Position) Byte(text string) (n int) {
	for line := 1; line < p.Line && n < len(text); line++ {
		k := strings.IndexByte(text[n:], '\n')
		if k < 0 {
			break
		}
		n += k + 1
	}
	return min(n+max(p.Column-1, 0), len(text))
}

// Error says what is wrong at a place of the text.
type Error struct {
	At   Position
	What string
}

func (e *Error) Error() string {
	return "line " + strconv.Itoa(e.At.Line) + ", column " + strconv.Itoa(e.At.Column) + ": " + e.What
}

// Class is the kind of values of a type.
type Class byte

// The classes, by the letter that PTX writes.
const (
	Predicate Class = 'p'
	Untyped   Class = 'b'
	Unsigned  Class = 'u'
	Signed    Class = 's'
	Float     Class = 'f'
)

// Type is a fundamental type: its name without the dot, its width and its class. A packed type is a Float of the width
// of the whole register.
type Type struct {
	Name  string
	Bits  int
	Class Class
}

// FindType returns the type with a name such as "u32".
func FindType(name string) (Type, bool) {
	for _, t := range types {
		if t.Name == name {
			return t, true
		}
	}
	return Type{}, false
}

var types = []Type{
	{"pred", 1, Predicate},
	{"b8", 8, Untyped}, {"b16", 16, Untyped}, {"b32", 32, Untyped}, {"b64", 64, Untyped}, {"b128", 128, Untyped},
	{"u8", 8, Unsigned}, {"u16", 16, Unsigned}, {"u32", 32, Unsigned}, {"u64", 64, Unsigned},
	{"s8", 8, Signed}, {"s16", 16, Signed}, {"s32", 32, Signed}, {"s64", 64, Signed},
	{"f16", 16, Float}, {"bf16", 16, Float}, {"f32", 32, Float}, {"tf32", 32, Float}, {"f64", 64, Float},
	{"f16x2", 32, Float}, {"bf16x2", 32, Float}, {"f32x2", 64, Float},
	{"u16x2", 32, Unsigned}, {"s16x2", 32, Signed},
	{"e4m3x2", 16, Float}, {"e5m2x2", 16, Float},
}

// Space is a state space of memory.
type Space byte

// The state spaces. Registers have none.
const (
	Generic Space = iota
	Global
	Const
	Shared
	Local
	Param
)

var spaces = map[string]Space{"global": Global, "const": Const, "shared": Shared, "local": Local, "param": Param}

// String returns the space as PTX writes it, without the dot.
func (s Space) String() string {
	for name, space := range spaces {
		if space == s {
			return name
		}
	}
	return "generic"
}

// Variable is storage with a name: Size bytes (0 for .extern .shared arrays, whose size the launch gives).
type Variable struct {
	At      Position
	Name    string
	Space   Space
	Type    Type
	Align   int
	Size    int
	Extern  bool
	Init    []byte      // the first bytes; the rest is zero
	Address []Reference // addresses of other variables within Init
}

// Reference is the address of a variable plus an offset, at a byte of an initial value.
type Reference struct {
	Byte   int
	To     *Variable
	Offset int64
}

// Register is a register of a function.
type Register struct {
	Name string
	Type Type
}

// Label is a place among the statements of a function.
type Label struct {
	Name    string
	Index   int      // of the statement that follows
	Targets []*Label // of a table of branch targets
}

// Formal is a parameter: of an entry a Variable, of a function a Variable or a Register.
type Formal struct {
	Variable *Variable
	Register *Register
}

// Function is an entry (a kernel) or a device function.
type Function struct {
	At      Position
	Name    string
	Entry   bool
	Defined bool
	Params  []Formal
	Returns []Formal
	Threads [3]int // .reqntid, or 0
	Most    [3]int // .maxntid, or 0
	Body    []Statement
	Fault   error // what in its body cannot be read, nil for nothing: the function cannot be run, others can
}

// Source is a line of the program that the text was compiled from, as .loc says.
type Source struct{ File, Line, Column int }

// Statement is one instruction.
type Statement struct {
	At       Position
	Source   Source
	Guard    *Register // runs where it is true, or with Unless false; nil: always
	Unless   bool
	Opcode   string // "add.rn.f32"
	Operands []Operand
	Text     string // as it stands, white space normalised
}

// Kind is the kind of an operand.
type Kind byte

// The kinds of operands.
const (
	IsRegister Kind = iota + 1
	IsInteger       // Value holds it, negative ones in two's complement
	IsFloat         // Value holds the bits of binary64, or with Single of binary32
	IsVariable      // the address of Variable, plus Offset
	IsSpecial       // Name: "%tid.x"
	IsAddress       // [Base or Variable + Offset]
	IsLabel
	IsFunction
	IsVector // List: {a, b}
	IsList   // List: (a, b), of calls
	IsPair   // List: a|b
	IsSink   // _
)

// Operand is one operand of a statement.
type Operand struct {
	At       Position
	Kind     Kind
	Register *Register
	Not      bool // !p
	Value    uint64
	Single   bool
	Name     string
	Variable *Variable
	Offset   int64
	Label    *Label
	Function *Function
	List     []Operand
}

// Module is a text of PTX.
type Module struct {
	Version   string
	Target    string
	Bits      int            // of an address
	Files     map[int]string // that .loc names
	Variables []*Variable
	Functions []*Function
}

// Entry returns the kernel with a name, or the only one for "".
func (m *Module) Entry(name string) (*Function, bool) {
	var found *Function
	for _, f := range m.Functions {
		if f.Entry && f.Defined && (f.Name == name || name == "") {
			if found != nil {
				return nil, false
			}
			found = f
		}
	}
	return found, found != nil
}

// Entries lists the names of the kernels.
func (m *Module) Entries() (names []string) {
	for _, f := range m.Functions {
		if f.Entry && f.Defined {
			names = append(names, f.Name)
		}
	}
	return names
}
