// Package explain answers the question that two results of one program raise: which evaluation gives these bits?
//
// A result is an Observed: bits, or a decimal as somebody's program printed it, which stands for every number that prints
// so. A Question is a program with rows of inputs and one or two observed results in each. A Search goes through the
// evaluations that compilers and machines may choose, in slices, and keeps those that give what was observed, ranked by
// how plausible they are; an Answer compares the best of both sides: cause, remedy, distance from the exact value, the
// place where the bits part, and a tolerance with its derivation. Two programs are cut at the values that both compute, and every mixture
// of their pieces is run, to see which of the things that they differ in change the result. Arrays compares two columns of results.
package explain
