package types

import (
	"ulplab/fpcore/stable"
)

// Type is the type of a value: C's arithmetic types as far as they occur in floating-point code, and CUDA's two 16-bit ones.
type Type uint8

// The types. Long is C's long long.
const (
	NoType   Type = iota
	Bool          // the result of a comparison: an int of C that is 0 or 1
	Int           // 32 bits, two's complement
	UInt          // 32 bits
	Long          // 64 bits, two's complement
	ULong         // 64 bits
	Half          // binary16, __half of CUDA
	BFloat16      // __nv_bfloat16 of CUDA
	Float         // binary32
	Double        // binary64
)

// Op says how a value comes from its operands.
type Op uint8

// The operations. Operands are values of the type that the operation works in: conversions of C stand as Convert of their own.
const (
	Const   Op = iota + 1 // Bits
	Input                 // the input number Bits
	Convert               // X[0] to Type, a conversion that C makes by itself or a cast (Cast says which)
	Bitcast               // the bits of X[0] as Type, of the same width
	Neg                   // -X[0]
	Add                   // X[0] + X[1]
	Sub                   // X[0] - X[1]
	Mul                   // X[0] * X[1]
	Div                   // X[0] / X[1]
	Rem                   // X[0] % X[1], integers
	And                   // X[0] & X[1], integers; likewise Or, Xor, Shl, Shr
	Or
	Xor
	Shl
	Shr
	Not    // ~X[0], integers
	Less   // X[0] < X[1], a Bool; likewise the next five
	LessEq // <=
	More   // >
	MoreEq // >=
	Equal  // ==
	Differ // != , true for a NaN
	Select // X[0] (a Bool) ? X[1] : X[2]; both were evaluated
	Call   // the function Fn of X[0], X[1], X[2], as many as it has
)

// Value is one operation of a program in the order of its evaluation: static single assignment, loops unrolled.
type Value struct {
	Op       Op
	Type     Type
	X        [3]int32 // operands, numbers of earlier values; -1 where there is none
	Bits     uint64   // Const: the code in Type. Input: the number of the input
	Fn       string   // Call: a name of Functions
	From, To int32    // where it is written: bytes From to To of the text; equal for what C adds by itself
	Line     int32    // the full expression it belongs to, counted from 0: contraction "on" stays within one
	Pass     int32    // the pass of a loop that it belongs to, of Code.Passes; 0 outside of loops
	Ways     [2]int32 // Select: the last basic blocks of the two ways, -1 where there are several; -2 if they do not meet here
	Block    int32    // the basic block in which it is computed, of Code.Blocks
	Name     string   // the variable that the value was assigned to (the first, if several), "" for an inner one
	Stored   bool     // assigned to a variable of Type, or the result of a cast: where -ffloat-store and C's rule for assignments round
	Cast     bool     // Convert: written by the author
	Paren    bool     // stands in parentheses of its own
	Inner    bool     // computed by a function that the program calls
	Volatile bool     // Convert to its own type: stored in a volatile variable and read back, so that nothing fuses across it
}

// InputVar is a value that the program is run with.
type InputVar struct {
	Name string // "a", or "x[3]" for an element of an array
	Type Type
	From int32 // where it first occurs
	// Index is the place among the elements of its array, those of several dimensions row by row; -1 where it depends on a thread.
	Index    int32
	Declared bool // it is a variable or a parameter that the text declares, or an element of one
	Unset    bool // it is a variable within a function, which is read before it is set: C leaves what it holds undefined
}

// Print is a call of printf: Format with its escapes resolved, and the values printed.
type Print struct {
	Format string
	Args   []int32
	At     int32 // where it stands in the text
}

// Pass is one pass of a loop. Every time that a loop is entered it has another number.
type Pass struct {
	Loop    int32 // 0 for what stands in no loop
	Parent  int32 // the pass of the loop around it, 0 if there is none
	Counted int32 // how many operations on integers that are known in every pass it makes beside those that end the loop; comparisons are two
	Reads   int32 // how many elements of arrays it reads or sets whose numbers are such integers
	Form    LoopForm
	Open    bool // the loop ends where an input says that has a value: the compiler does not know how often it is passed
}

// LoopForm says where the condition of a loop stands.
type LoopForm uint8

// The forms of loops.
const (
	ForLoop   LoopForm = iota // before the body, and something is done behind it
	WhileLoop                 // before the body
	DoLoop                    // behind the body
)

// Code is a program: Values in the order in which C evaluates them.
type Code struct {
	Text   string
	Values []Value
	Inputs []InputVar
	Prints []Print
	Passes []Pass // the first is what stands in no loop
	Blocks []BasicBlock
	Last   int32 // the basic block in which the program ends
	Result int32 // the value that the program is about: of return, of the last assignment, or of the bare expression; -1 if it only prints
	Notes  []Note
	Finals []Final // what the variables that the program sets hold at its end

	// Unfinished is a Bool that is true where a loop whose end depends on inputs needs more passes than are evaluated: what
	// the values are then is not what the program gives. 0 if there is no such loop.
	Unfinished int32

	Outline Outline
}

// Final is the value of a variable at the end.
type Final struct {
	Name  string
	Value int32
	From  int32 // where the variable is declared, or first occurs
	Outer bool  // its memory was there before the program began
}

// Note is something that the reader of the text should know though it is no error: a semicolon that was missing, an unused variable.
type Note struct {
	At   int32 // byte of the text, -1 for no place in it
	Text string
}

// Error is what is wrong with a text: Text says what stands there and what would be right.
type Error struct {
	_        [0]func() // not comparable
	From, To int32     // bytes of the text
	Text     string
	Limit    bool   // the program is longer than what is evaluated: reading it in another way costs as much again
	Needs    string // an integer input that a loop counts to, and that has no value
	Missing  bool   // a value, or the definition of a function, is not given
	Whole    bool   // an operation of integers stands where the operands are floating-point numbers
}

// Open reports an error that is no mistake: what was given does not suffice, or is too much, to evaluate the program.
func (e *Error) Open() bool { return e.Limit || e.Missing || e.Needs != "" }

func (e *Error) Error() string { return e.Text }

// Options says how a text is read.
type Options struct {
	Free     Type   // of an identifier that is not declared: Float or Double
	Device   bool   // as nvcc compiles device code: what differs from a host compiler
	C        bool   // as C, not C++ and CUDA: sqrt of a float is the function for double
	Known    string // integer inputs that are given, as in "n=1000 k=3": they are no inputs then, and loops may count to them. "k=int": an input that is not declared is int; "main=0": main is passed over, and the kernel is evaluated that it launches; "while=250": a loop whose end depends on inputs is evaluated so often
	Literals Type   // NoType: as written; Float: a decimal literal without suffix is a float, as with -fsingle-precision-constant
}

// BasicBlock is a part of a program without branches, loops unrolled. A block is behind those from which it is reached.
type BasicBlock struct {
	From []int32  // the blocks from which it is reached: none for the first one and for what is never reached
	Cond int32    // the value that decides which block is next, -1 if one only is or it is the end
	Next [2]int32 // the next ones: where Cond holds, and where it does not
	Pass int32    // of Code.Passes
	Ends bool     // a function returns there before its end
}

// Renumbered returns basic blocks with the conditions that to says for those they have.
func Renumbered(list []BasicBlock, to []int32) []BasicBlock {
	list = stable.Clone(list)
	for i := range list {
		if b := &list[i]; b.Cond >= 0 {
			b.Cond = to[b.Cond]
		}
	}
	return list
}

// Operations that only compilers make.
const (
	FusedOp  Op = 100 + iota // ±x[0]*x[1] ± x[2], rounded once; signs in neg
	ScaleOp                  // the power of two by which approximations scale a divisor: 2^-2, 2^24 or 1
	UnitOp                   // the special-function unit's reciprocal, alone
	ScaledOp                 // x[0]*x[1]*2^bits of binary32, rounded once: FMUL with .D2 to .M8
)

// Operands returns the operands that a value has.
//
//go:noinline
func (v *Value) Operands() []int32 {
	n := v.Op.arity()
	if v.Op == Call {
		for n = 0; n < 3 && v.X[n] >= 0; n++ {
		}
	}
	return v.X[:n]
}

//go:noinline
func (o Op) arity() int {
	switch o {
	case Const, Input:
		return 0
	case Convert, Bitcast, Neg, Not:
		return 1
	case Select, FusedOp:
		return 3
	case Call:
		return -1
	}
	return 2
}
