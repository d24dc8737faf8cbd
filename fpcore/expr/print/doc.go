// Package print writes the code of a compiled program: a whole program in C, CUDA C++, Python or Go that evaluates it on
// given inputs and asserts the bits of the result.
//
// Its contract: what Emit writes of a plan's operations delivers the same bits under every compiler and on every machine,
// since each operation stands on a line of its own and every constant is exact; the author's own text is written for the
// compiler of the plan's target alone. Where there is no such program, Emit says why and writes none. PTX does the same with a
// GPU's operations as one kernel in NVIDIA's assembly language.
package print
