package prose

// DotExample is an example of the Dot product view: its name in the menu and what is to be said about it, one
// paragraph a line.
type DotExample struct{ ID, Name, Note string }

// DotExamples has the words of state.DotExamples, in the same order.
var DotExamples = []DotExample{
	{"fig5", "Figure 5, recovered vectors",
		"The paper prints these vectors with seven digits. Seven digits do not determine a float: several print alike. These eight floats were found by trying every float that prints so: ten sets of vectors lead to the bits of all three results, and only this one also has the exact value .0559587528435… that the paper prints. All three results come out as printed; the exact value reads 0x3D6535015635B, not 0x3D65350158… as printed.\nFMA rounds least often and here gives the float next to the exact value; the loop ends fifteen floats away from it, the tree one."},
	{"printed", "Figure 5, digits as printed",
		"These are the seven printed digits read as floats. They do not give the table of Figure 5: other codes, and another ranking, in which the parallel order is the worst of the three. The paper's own vectors had more digits than it shows; the recovered ones are the first example.\nTo let others repeat a result, print nine digits of a float, or its bits."},
	{"typo", "Figure 5, a₃ = 1.148311",
		"Two HTML editions of the paper print 1.148311 for the third element instead of 1.147311. No float that prints so leads to the table of Figure 5: the digit is an error of those editions."},
	{"ints", "52 integers, 2080 … and 2112 …",
		"A question from a forum: why is the sum of 52 products of whole numbers off by 6? The exact value is 234038038; floats of that size are 16 apart, and 234038032 is the nearest. The loop had already given the best possible answer; the tree ends one float further away."},
	{"worse", "Where parallel is worse",
		"Trees are usually better, not always. Here the loop adds 1 and 16777215, cancels them against 16777216 and keeps the 0.5; the tree adds 0.5 to −16777216 first, where floats are 1 apart, and loses it."},
	{"tiny", "1 and fifteen times 2⁻²⁴",
		"Each small term is half a quantum of 1. The loop adds them to 1 one by one and loses every one of them; the tree adds small ones to small ones first and loses only one. From the other end the loop loses nothing before the 1 arrives."},
	{"uniform", "64 numbers in [−1, 2)",
		"Uniform numbers from a fixed seed, like the elements of the paper's example. Larger graphs are drawn in lines, or as a tree with the products written upright."},
	{"wide", "16 pairs of wide exponents",
		"Exponents from −20 to 20 at random: few of the additions matter, and all orders end within three floats."},
	{"half", "Figure 5 in binary16",
		"The recovered vectors converted to binary16, with 11 bits of significand instead of 24."},
	{"bf16", "Figure 5 in bfloat16",
		"The recovered vectors converted to bfloat16, with 8 bits of significand: after cancellation little is left."},
	{"abc", "A + B + C, chapter 2.2",
		"The same three numbers, added in three orders that are equal in mathematics. Each addition is rounded correctly; (A + B) + C and A + (B + C) still differ in the last bit. Amber marks the digits that rounding discards."},
}

// DotExampleOf returns the example with the ID.
func DotExampleOf(id string) (DotExample, bool) {
	for _, e := range DotExamples {
		if e.ID == id {
			return e, true
		}
	}
	return DotExample{}, false
}

// DotThreeTitle is the title of the small graphs.
func DotThreeTitle(sum bool) string {
	if sum {
		return "One sum, three orders"
	}
	return "One dot product, three orders"
}

// DotThreeCaption says what to notice in the small graphs.
func DotThreeCaption(sum, exact bool) string {
	if sum && exact {
		return "Nothing is discarded here: every addition is exact, and the order makes no difference."
	}
	if sum {
		return "Follow the amber digits: what an addition discards depends on what it is added to first."
	}
	return "Each circle is one operation and one rounding; what stands at the same height can happen at the same time. The deeper the tint, the more was rounded off."
}

// DotLargeTitle is the title of the large graph.
func DotLargeTitle(name string) string { return "Every operation, in the order: " + name }

// Words of the Dot product view.
const (
	DotLargeCaption = "At each operation its rounded value, its code and its own rounding error; choose a node for the exact values behind it."
	DotOwn          = "your own"
	DotVectors      = "Elements"
	DotPasteHint    = "Paste a list, such as 1.5, 2/3, 0x3f800000, into any field: it fills the fields below."
	DotTooMany      = "Nothing was pasted: the list has more numbers than the fields from here on, which are "
	DotDirLabel     = "Rounding direction of every operation"
	DotTableTitle   = "Results"
)
