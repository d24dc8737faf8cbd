// Package summation adds one set of numbers in every order that reduce knows, and says what comes out: the orders of
// loops, launches and libraries with their results, errors and bounds; all launches of a grid; atomic additions that
// arrive at random; all trees of few elements and random ones of many; the tree of an order with the rounding of each of
// its additions; the growth of errors along it; the same over many random vectors; and which order a tree found by masking
// is.
//
// An Input says which numbers are added and with what; it is comparable, and its lists and bounds (Threads, Kinds,
// Directions and so on) are the only ones: what shows or stores a setting refers to them. New makes the Sums of an input,
// and Step computes in pieces of about so many nanoseconds, so that a page stays quick; what is there at any time is right
// and stays. Nothing depends on the clock or on how the work is cut.
//
// Sums themselves are carried out by reduce on codes or by fast on the processor's floats, which is tested equal to it.
// Floats are used here besides for what is made exactly (the elements), for results that binary32 and binary64 additions
// give (by the same rules as in fast: products by themselves are converted, so that no compiler fuses them), and for
// errors as they are shown, by their magnitude; no sum, code or count depends on the latter.
package summation
