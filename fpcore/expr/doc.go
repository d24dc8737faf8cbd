// Package expr reads floating-point code as people paste it, in C or CUDA C, and evaluates it as a given compiler and
// machine would, operation by operation. It is the front of its rooms, and holds nothing but their names (names.go): a name
// here has the contract that it has there.
//
//	types    C's types and conversions, functions, and Code: a program as values in the order of evaluation
//	syntax   a text becomes a syntax tree; nothing is executed
//	build    a tree is evaluated, every pass of a loop and every call, and becomes a Code
//	reals    the exact evaluator: the values of a Code without any rounding
//	compile  a Code becomes a graph, the compilers' rules rewrite and fuse in it, and it becomes instructions
//	run      instructions are executed on bits, and traced
//	print    a compiled program is written in C, CUDA C++, Python or Go
//	programs random programs, for tests
//
// Parse makes a Code of a text, Compile turns it into a Plan for a target, and a Plan runs.
package expr
