// Package programs makes random programs in the C that package expr reads, for tests that hold the reader and the
// compilers to a real compiler, and has short texts for those that need some. It knows C only: nothing of the rules by which expr reads or compiles.
//
// A Program is a function of numbers with the helpers that it calls. It divides no integers, overflows none, sets every
// variable before it is read, and each of its loops ends, so that C defines all of it.
package programs
