package orders

// The words of the table of orders and its picture.
const (
	stripTitle   = "One data set, many summation orders"
	stripCaption = "Each mark is an order of additions, at its error in ulp; the purple line is the exact sum, and only what is within ½ ulp of it is correctly rounded. Marks at one place are one result. Press a mark to look at its order."
	tableTitle   = "Every order"
	tableNote    = "Digits that differ from those of the exact sum, rounded once, are marked. The worst-case bound holds for every input of this size and sum of magnitudes; the probabilistic one with a probability of 99 % if rounding errors are independent with mean 0. The depth is the longest chain of dependent additions."
	tableOwn     = "The additions are the processor’s own, tested to equal the lab’s integer arithmetic bit for bit."
)
