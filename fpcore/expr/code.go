package expr

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
	Volatile bool     // Convert to its own type: stored in a volatile variable and read back, so that nothing fuses across it
}

// InputVar is a value that the program is run with.
type InputVar struct {
	Name string // "a", or "x[3]" for an element of an array
	Type Type
	From int32 // where it first occurs

	Declared bool // it is a variable or a parameter that the text declares, or an element of one
}

// Print is a call of printf: Format with its escapes resolved, and the values printed.
type Print struct {
	Format string
	Args   []int32
}

// Pass is one pass of a loop. Every time that a loop is entered it has another number.
type Pass struct {
	Loop   int32 // 0 for what stands in no loop
	Parent int32 // the pass of the loop around it, 0 if there is none
}

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
}

// Note is something that the reader of the text should know though it is no error: a semicolon that was missing, an unused variable.
type Note struct {
	At   int32 // byte of the text
	Text string
}

// Error is what is wrong with a text: Text says what stands there and what would be right.
type Error struct {
	From, To int32 // bytes of the text
	Text     string
}

func (e *Error) Error() string { return e.Text }

// Options says how a text is read.
type Options struct {
	Free     Type   // of an identifier that is not declared: Float or Double
	Device   bool   // as nvcc compiles device code: what differs from a host compiler
	C        bool   // as C, not C++ and CUDA: sqrt of a float is the function for double
	Known    string // integer inputs that are given, as in "n=1000 k=3": they are no inputs then, and loops may count to them
	Literals Type   // NoType: as written; Float: a decimal literal without suffix is a float, as with -fsingle-precision-constant
}
