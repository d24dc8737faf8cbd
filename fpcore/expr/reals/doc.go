// Package reals is the exact evaluator: what the values of a program are without any rounding.
//
// Its contract: a Real never claims more than is known. It is a number between two bounds, which are equal where the number
// is dyadic and of moderate length, an infinity or no number by the rules of IEEE 754, or Undecided. Bounds are rounded
// outward, so that what they decide is true; Of computes with longer ones where those of the result are too wide. Arithmetic
// is on integers of any length; no rule of a compiler and no machine comes in.
package reals
