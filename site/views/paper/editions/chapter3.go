package editions

// chapter3 has the words of the statements of chapter 3.
var chapter3 = []ClaimWords{
	{
		ID:      "figure2",
		Says:    "Figure 2, the simplest way: a short loop with a multiply and an add per element.",
		Why:     "Each addition waits for the one before it: the graph is a chain.",
		Picture: "Figure 2 run on the vectors of Figure 5",
		Notice:  "Amber marks an operation that had to round; the stronger, the more was rounded off.",
	},
	{
		ID:      "figure3",
		Says:    "Figure 3, for more accuracy: the same loop with one {fma} per element.",
		Why:     "This is what `nvcc` makes of the loop of Figure 2 unless told otherwise.",
		Picture: "Figure 3 run on the vectors of Figure 5",
		Notice:  "Half the circles of Figure 2: each rounds a product and a sum together.",
	},
	{
		ID:     "caption3",
		Says:   "The caption of Figure 3 gives the result as a formula.",
		Reason: "Both HTML editions print “=” for the first “+”.",
	},
	{
		ID:      "figure4",
		Says:    "Figure 4, divide and conquer: the dot products of both halves, found in the same way, are added; the recursion ends with vectors of length 1, a single multiply. It is called the parallel algorithm, since the halves do not depend on each other, but one thread can compute it, too.",
		Why:     "Halves that do not depend on each other are what threads and warps compute side by side; the chain shrinks from n to log n additions.",
		Picture: "Figure 4 run on the vectors of Figure 5",
		Notice:  "The two halves run side by side and meet in the last addition.",
	},
	{
		ID:   "samesystems",
		Says: "The serial algorithm gives exactly the same result on every system that supports the standard; so do the FMA and the parallel one. Results of two of them may differ.",
		Why:  "As long as every operation rounds to the type, which x87 does not do by itself (5.2).",
	},
	{
		ID:   "vectors",
		Says: "Two vectors of four random numbers between -1 and 2, printed with seven digits.",
		Why:  "Seven digits do not determine a float. Of all floats that print as these digits, ten pairs of vectors give the bits of all three results in Figure 5, and a single one also gives the exact value that it prints, .0559587528435…: the one shown here.",
	},
	{
		ID:     "a3",
		Says:   "The third element of the first vector.",
		Reason: "Both HTML editions print 1.148311. No floats that print like that lead to Figure 5; with 1.147311 they do.",
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
		Says:    "Figure 5: the three results as floats.",
		Why:     "After only four elements they lie many floats apart. To tell an error from another order, compare each with the exact value, not with each other.",
		Picture: "The three results of Figure 5 and the exact dot product on the number line",
		Notice:  "Each tick is a float, labelled with the last two digits of its code: 0x3D6535__. FMA is the float next to the exact value.",
	},
	{
		ID:     "dotdigits",
		Says:   "The three results of Figure 5 in decimal, to ten places.",
		Reason: "The printed digits are truncated, not rounded: each result’s eleventh digit is 5 or more, so the tenth should be one higher. `printf(\"%.10f\")` rounds.",
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
		ID:     "usually",
		Says:   "In the authors’ experience, parallel trees are usually much more accurate than serial sums.",
		Why:    "Each number goes through log n additions instead of up to n, so fewer roundings reach it.",
		Reason: "It is a matter of the data: where neighbours cancel, the serial loop’s sums stay small, and a tree that adds distant elements first does worse.",
	},
	{
		ID:     "fmamore",
		Says:   "In their experience, too, fused multiply-add significantly increases the accuracy of results.",
		Why:    "It does where a product and a sum cancel, as in Figure 1, and it saves the rounding of every product.",
		Reason: "It depends on where the error comes from. In a serial dot product of many elements nearly all of the error comes from rounding the growing sum, and FMA rounds that sum as often as separate operations do: it is closer about as often as it is farther. Another order helps much more.",
	},
}
