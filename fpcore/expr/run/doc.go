// Package run executes a program that was compiled: a Program is a list of instructions with their registers, in the order
// in which the machine executes them.
//
// Its contract: Run and Result give the bits that the machine gives, by the lab's own integer arithmetic (packages arith,
// gpu and x86), and by the processor's only where package fast knows that it gives the same. They do not allocate. A Program
// knows nothing of compilers and flags: what those decide stands in its instructions, and in Flush, Overflow and Control.
// Trace tells of each instruction what it read, how it rounded and how far that is from the exact value (package reals).
package run
