package reveal

// The words of the panels on revealing.
const (
	title        = "Recover the summation tree by masking"
	note         = "A sum is a black box: numbers go in, one comes out. Put M, a number so large that M + 1 = M, at one place, −M at another and 1 everywhere else: a one that is added to M before the two meet is lost, and the result counts the others. So each answer tells how large the sum is in which the two places meet, and all answers together tell the tree."
	figureTitle  = "The experiment on"
	caption      = "Left, every pair of elements: above the diagonal what was asked, below it what is known from the answers; the stronger the blue, the smaller the sum in which the two meet. Right, the tree as far as it is known: dashed lines say “somewhere below this sum”. Amber is the last probe, green ones are counted, hollow ones lost."
	probeHead    = "On your own machine"
	probeNote    = "The same experiment as a program: it runs your library, your kernel or your compiler’s code, and prints the tree in a few lines. Paste them below or choose the file: the lab draws the tree and says which of its orders it is. Programs of this page were run on an NVIDIA H200 with CUDA 13.0, torch 2.11.0, NumPy 2.5.2, CuPy 14.2.0 and JAX 0.11.2, and with GCC 12.2 (kind: measured)."
	probePaste   = "What the program printed, from “ulplab-tree 1” to “end”"
	probeFile    = "or drop the file that you wrote it to"
	foundUse     = "Add numbers in this order, beside all others"
	foundTitle   = "The tree found"
	foundCaption = "Elements on top, sums below, the result last; numbers are places in the vector. Time goes down."
	probeNoText  = "This file is no text: choose the one that holds what the program printed, from “ulplab-tree 1” to “end”."
)
