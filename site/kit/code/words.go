package code

import (
	"strconv"

	"ulplab/site/kit/words"
)

const ExprFreeLabel = "Type of undeclared names"

const ExprLong = "The text is longer than 12,000 bytes, which is what a link holds. It was not read: paste a shorter one."

const ExprCellLong = "A value has at most 100 characters; this one was not read."

const ExprInteger = "This is not a whole number; write digits, or 0x and hexadecimal digits."

// TooManyWords says that a program is too long.
func TooManyWords(n, most int) string {
	return "With its loops unrolled the program has " + words.Grouped(strconv.Itoa(n)) + " values; this page evaluates up to " + words.Grouped(strconv.Itoa(most)) + ". For long sums see the view Reduction."
}
