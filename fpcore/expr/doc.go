// Package expr reads floating-point code as people paste it, in C or CUDA C, and evaluates it as a given compiler and
// machine would, operation by operation.
//
// Parse makes a Code of a text: typed values in the order of evaluation, every conversion of C written out. Its reader
// makes a syntax tree of the text, and its builder evaluates the tree, every pass of a loop and every call. Compile turns
// a Code into a Plan for a target, with the contractions and instructions that its compiler chooses, and a Plan runs on
// bits.
package expr
