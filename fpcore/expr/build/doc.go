// Package build evaluates the syntax tree of a text and makes a program of what it computes: every pass of a loop, every
// call of a function and every thread of a block that works together, with all conversions of C written out.
//
// Its contract: Parse gives a program or an error that says what stands in the text and what would be right; it ends for
// every text, within the bounds of packages types and syntax and its own. What depends on inputs becomes a value; integers
// that do not are computed while evaluating, so that they can count passes and choose elements. Which function a value is
// is known as well: a call of it is a call of that one. Nothing is rounded: that is for who runs the program. Where a branch
// depends on an input, both ways are evaluated, and a Select joins what they leave in memory.
package build
