package program

// The words of the program of an order.
const (
	codeHead = "This order as a program"
	codeNote = "The order looked at, on the data shown, with the expected bits as an assertion: it fails where the machine, the compiler’s flags or the library add in another way."
)
