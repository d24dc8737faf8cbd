package growth

// The words of the errors by steps.
const (
	title    = "Errors while the order runs"
	caption  = "For each depth, the largest error of the partial sums at it; additions of one depth can run in parallel. A serial sum goes one deeper with every element and its error grows all the way; a tree is done after a few. The dot at the end of a line is the error of the result. Purple: the bounds at that depth, the dotted one for every input, the filled one with a probability of 99 % if rounding errors are independent."
	noBounds = " For this arithmetic no bounds are shown."
)
