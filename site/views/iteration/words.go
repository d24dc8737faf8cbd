package iteration

import (
	"strconv"
)

// ExampleWords holds name and note of each of Examples.
const ExampleWords = `logistic|The logistic map, r = 3.9|One rounding more or less, then the map nearly doubles the difference at each step until it is as large as the numbers themselves.
mandelbrot|An orbit at the edge of the Mandelbrot set|After some hundred steps it escapes, on one machine earlier than on the other perhaps: a program that is graded by comparing pictures bit by bit cannot be right on both machines.
leapfrog|An oscillator by leapfrog steps|Not chaotic: the difference of the bits grows slowly, as the phases drift, and not exponentially.
newton|Newton’s iteration for √5|It corrects itself: whatever the division does, both arrive, for a = 5 at the same float. For a = 3 they end one float apart.
henon|The Hénon map in double|Sixteen digits last some two hundred steps less than one would like: the same exponential growth, from a smaller start.
kahan|Muller’s recurrence|The limit is 5; every machine goes to 100. x87 arrives there a few steps later.`

const textLabel = "One step, in C"

const textNote = "Variables that the text assigns are carried over to the next step; the others are constants."

const startTitle = "The first step"

const nothing = "Nothing is carried over: assign to an input, as in x = r*x*(1 - x);"

const integer = "Variables of integer type are not carried over."

const unknown = "The first step needs a value for "

const flat = "No line is fitted: the distance grows by less than six bits in all, or not by a steady factor."

const plotTitle = "How the distance grows"

const plotCaption = "Distance of the two targets by step, on logarithmic scales: in ulp (solid, right scale) and as an absolute difference (purple and dotted, left scale), the largest of all variables. Dashed: a line fitted from the first difference to where the distance stops growing."

const tableTitle = "Step by step"

const tableNote = "Choose a step to see its bits above. The distance is in ulp; of several variables it is the largest."

const orbitTitle = "Both orbits"

const orbitNote = "The first variable by step: A as a thin line, B as a broad one. They coincide until the difference is large enough to be seen."

// verdict says where two orbits diverge.
func verdict(n, parted, ended int, split string) string {
	if parted < 0 {
		return "The same bits in all " + strconv.Itoa(n) + " steps."
	}
	s := "The bits diverge at step " + strconv.Itoa(parted)
	if split != "" {
		s += ", in " + split
	}
	s += "."
	if ended > 0 {
		s += " From step " + strconv.Itoa(ended) + " on they are the same again."
	}
	return s
}
