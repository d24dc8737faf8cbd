package types

// Outline says how a text is put together, for a program around it.
type Outline struct {
	From, To  int32              // the expression or operand of return that is the result
	Before    int32              // where that statement begins; the text after it is not needed
	Name      string             // or the variable that holds the result
	Called    *OutlinedFunction  // or the function that is run
	Functions []OutlinedFunction // those of the text, in its order
	Free      []bool             // by input: a name that is not declared
	Declare   []string           // names that are not declared, but set
	Arrays    bool               // names of arrays that are not declared
	Of        Type               // of what is not declared
	Early     bool               // a text that is no function returns before its end
}

// OutlinedFunction is a function of the text.
type OutlinedFunction struct {
	Name   string
	Start  int32 // the byte where its type begins
	Kernel bool
	Device bool // for a GPU
	Params []OutlinedParam
}

// OutlinedParam is a parameter of a function.
type OutlinedParam struct {
	Type Type  // NoType if it is no number
	At   int32 // where its name stands
}
