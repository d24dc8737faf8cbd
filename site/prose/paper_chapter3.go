//go:build !opening

package prose

// paperChapter3 has the words of the statements of chapter 3.
var paperChapter3 = []PaperClaim{
	{
		ID:      "figure2",
		Says:    "A loop with a multiply and an add per element (Figure 2).",
		Why:     "Each addition waits for the one before it: the graph is a chain.",
		Picture: "Figure 2 run on the vectors of Figure 5",
		Notice:  "Amber marks an operation that had to round; the stronger, the more was rounded off.",
	},
	{
		ID:      "figure3",
		Says:    "The same loop with one {fma} per element (Figure 3).",
		Why:     "This is what `nvcc` makes of the loop of Figure 2 unless told otherwise.",
		Picture: "Figure 3 run on the vectors of Figure 5",
		Notice:  "Half the circles of Figure 2: each rounds a product and a sum together.",
		Reason:  "Two HTML copies print “=” for the first “+” of the caption.",
	},
	{
		ID:      "figure4",
		Says:    "Divide and conquer: products in pairs, then a tree of additions (Figure 4). One thread can compute it as well as several.",
		Why:     "Halves that do not depend on each other are what threads and warps compute side by side; the chain shrinks from n to log n additions.",
		Picture: "Figure 4 run on the vectors of Figure 5",
		Notice:  "The two halves run side by side and meet in the last addition.",
	},
	{
		ID:     "vectors",
		Says:   "Two vectors of four random numbers between -1 and 2, printed with seven digits.",
		Why:    "Seven digits do not determine a float. The live column shows the only floats that print as these digits and give the bits of Figure 5; they were found by trying all of them.",
		Reason: "Two HTML copies print 1.148311 for a3. No float that prints like that leads to Figure 5; 1.147311 does.",
	},
	{
		ID:     "printedvectors",
		Says:   "Figure 5 is said to belong to the vectors as printed.",
		Why:    "To let others repeat a result, print 9 digits of a float (17 of a double), or its bits.",
		Reason: "Read as floats, the printed digits give other bits in all three methods: the inputs of the paper had more digits than it shows.",
	},
	{
		ID:   "dotexact",
		Says: "The exact dot product, to thirteen decimal places.",
	},
	{
		ID:     "dotexacthex",
		Says:   "The exact dot product as a float with two hexadecimal digits more than a float has.",
		Reason: "The next eight bits are 56, not 58. Keeping five further bits, rounded, and filling up with zeros gives 58; that is probably how the figure was made.",
	},
	{
		ID:      "dotbits",
		Says:    "The three results as floats (Figure 5).",
		Why:     "After only four elements they lie many floats apart. To tell an error from another order, compare each with the exact value, not with each other.",
		Picture: "The three results of Figure 5 and the exact dot product on the number line",
		Notice:  "Each tick is a float, labelled with the last two digits of its code: 0x3D6535__. FMA is the float next to the exact value.",
	},
	{
		ID:     "dotdigits",
		Says:   "The three results in decimal, to ten places (Figure 5).",
		Reason: "The printed digits are cut off, not rounded: each result’s eleventh digit is 5 or more, so the tenth should be one higher. `printf(\"%.10f\")` rounds.",
	},
	{
		ID:   "alldiffer",
		Says: "Every method gives another result, and all differ slightly from the exact value.",
		Why:  "They could not equal it: the exact value has more bits than a float. The best possible answer is the {correctly-rounded} one, and here the FMA gives it.",
	},
	{
		ID:   "ranking",
		Says: "Here FMA is the most accurate and the parallel method beats the serial one; the authors find that typical.",
		Why:  "Typical is not always: with the digits as printed the order is already another. The Dot product view has an example where the parallel method does worse.",
	},
	{
		ID:   "usually",
		Says: "In the authors’ experience, parallel trees are usually much more accurate than serial sums.",
		Why:  "Each number goes through log n additions instead of up to n, so fewer roundings reach it. It is a matter of the data, though: where neighbours cancel, the serial loop’s sums stay small, and a tree that adds distant elements first does worse.",
	},
	{
		ID:     "fmamore",
		Says:   "In their experience, too, fused multiply-add significantly increases the accuracy of results.",
		Why:    "It does where a product and a sum cancel, as in Figure 1, and it saves the rounding of every product.",
		Reason: "In a serial dot product of many elements nearly all of the error comes from rounding the growing sum, and FMA rounds that sum as often as separate operations do: it is closer about as often as it is farther. Another order helps much more.",
	},
}
