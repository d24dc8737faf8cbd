package vectors

// The words about many vectors.
const (
	vectorsTitle   = "Many vectors: how errors grow"
	vectorsNote    = "One vector proves little. Here every method adds up hundreds of random vectors of each size, and the errors are averaged."
	plotTitle      = "Mean error by number of elements"
	plotCaption    = "Both axes are logarithmic, so a power of n is a line and its slope the exponent; the number behind a name is its slope over the larger half of the sizes. Thin grey lines have slope 1 and ½. Dots are means; the short dashes above them the worst vector."
	pairsTitle     = "Closer to the exact sum than the serial loop?"
	pairsNote      = "“Parallel is usually much more accurate than serial”, says chapter 3. Counted here, vector by vector: green is closer, grey is as close, orange is farther away."
	vectorsOwn     = "Custom numbers are one vector; choose a random kind of data above."
	vectorsFirst   = "These were computed beforehand, with the same code."
	vectorsOther   = "These are results for other settings than those above."
	vectorsHold    = "Where it does not hold:"
	vectorsHoldWhy = "with alternating signs the serial loop’s sums stay small, since neighbours cancel at once, while halves add numbers of one sign first."
)

// scales are the words of the scales of errors.
var scales = [...]string{"ulp of the sum", "u · Σ|x|"}
