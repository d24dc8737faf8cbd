// Package types holds what a program is before any compiler has seen it: the arithmetic types of C and CUDA, the
// conversions between them and the operations on integers, the functions that a program may call, and Code, the values of
// a program in the order in which C evaluates them.
//
// Its contract: everything here is a value or a function of values. Conversions and comparisons are done on codes, by
// integer arithmetic; where C leaves a result to the machine, Overflow says whose answer it is, and FoldInts gives none.
// A Code is static single assignment: operands have lower numbers than the values made of them.
package types
