// Package editions is the white paper in our own words: what each statement of its editions says, why, and how it stands
// today, with sources. Package paper computes and marks them.
package editions

// The words of the Paper view. In the texts, {id} and {id|label} stand for a term of the glossary, and text between
// grave accents is code. Figures that can be computed do not stand here but in the model.

// edition describes one of the compared editions.
type edition struct {
	Name string // as prints are attributed to it
	Note string
}

// paperEditions lists the editions in the order of Editions.
var Editions = []edition{
	{"2011 PDF", "The original, spring 2011. The only one whose text has the boxes with the encodings of -192 and 2/3, the listings of Figures 2 to 4 and the whole of 5.1. Has sections on compute capability 1.x. The copy compared has lost its references."},
	{"2013 HTML", "Shipped with CUDA 5.5, dated July 19, 2013. Prints 1.148311 for a3, “=” for “+” in the caption of Figure 3, and loses a semicolon in Figure 1. Still has the sections on compute capability 1.x; a sentence of 5.1 breaks off."},
	{"later HTML", "Shows no toolkit version; it names Tesla Kxx, GTX 8xx and GTX 9xx boards, so it is not older than those of 2014. The sections on compute capability 1.x are gone, and 4.3 to 4.7 are 4.1 to 4.5 from here on. a3 is 1.148311, too. The copy compared has lost every minus sign of its formulas."},
	{"older web", "A web edition, also without a toolkit version. a3 is 1.147311 again. It has no captions of figures; the copy compared has lost its formulas and references 2, 6 and 7."},
	{"newest web", "The newest web edition, which says CUDA C++ where the others say CUDA C. a3 is 1.147311; the slips of the first edition’s formulas and of Figure 5 are still there. It has no captions of figures; the copy compared has lost references 2, 6 and 7."},
}

// sourceKind says how a fact about today is known.
type sourceKind string

// The kinds of sources.
const (
	Documented    sourceKind = "documented"
	MeasuredWords sourceKind = "measured"
	Inferred      sourceKind = "inferred"
)

// source is where a fact comes from.
type source struct {
	Kind sourceKind
	Text string
}

// claimWords has the words of a statement.
type ClaimWords struct {
	ID   string // of the claim in the model
	Says string // what the paper states, in our words
	Why  string // why it matters to a CUDA programmer; may be empty
	// Reason is shown where the mark is corrected, qualified or misprinted: what is wrong and how it came about.
	Reason string
	// Now is shown where the mark is outdated: what is true today, with its sources.
	Now     string
	Sources []source
	// Picture names the number line of the statement, Notice says what to notice; empty without one.
	Picture, Notice string
}

// section has the words of a section.
type section struct {
	ID, Title string
	Intro     string
}

// paperSections lists the sections that the view covers.
var Sections = []section{
	{"1", "Introduction",
		"For whom the paper is and what it covers. Its abstract says why: floating point confuses on CPUs and on GPUs, and the paper supplements the CUDA programming guide with the questions that are asked most."},
	{"2.1", "Formats",
		"How a real number becomes 32 or 64 bits: a sign, a {biased-exponent}, and a fraction whose leading 1 is not stored. Whoever compares the bits of a GPU result with those of a CPU reads them in these three fields."},
	{"2.2", "Operations and Accuracy",
		"IEEE 754 fixes the result of every single operation to the last bit: compute exactly, then round once. It does not fix the order in which a program combines operations, and rounding after each step makes the order matter."},
	{"2.3", "The Fused Multiply-Add (FMA)",
		"A {fma} rounds once where a multiply and an add round twice. `nvcc` fuses `a * b + c` on its own, so the same source line can give different bits on a CPU and a GPU, both of them right."},
	{"3.1", "Example Algorithms",
		"Chapter 3 computes the dot product of two vectors of four elements, by IEEE 754 operations alone. This section draws three ways to do it as graphs: each circle is one operation and one rounding."},
	{"3.2", "Comparison",
		"The same two vectors through all three graphs: three different results, each of them correct by the standard."},
	{"4", "The beginning of the chapter",
		"Before its first section the chapter says how the features of a GPU are numbered and found."},
	{"4.1", "Compute Capability 1.2 and Below",
		"The first CUDA devices, of 2006 to 2009. Their arithmetic is modelled here as hardware tests found it on real chips."},
	{"4.2", "Compute Capability 1.3",
		"GT200, the first CUDA chip with doubles: IEEE 754 in double precision, the old arithmetic in single."},
	{"4.3", "Compute Capability 2.0 and Above",
		"Since Fermi, of 2010, float and double both follow IEEE 754. This section still holds for every device of today’s toolkits."},
	{"4.4", "Rounding Modes",
		"A {direction|rounding direction} for every single operation, by intrinsics: `__fadd_ru(x, y)` is `x + y` rounded up. All results below are computed here."},
	{"4.5", "Controlling Fused Multiply-add",
		"Whether `a * b + c` becomes one operation is the compiler’s choice, and can be made the programmer’s."},
	{"4.6", "Compiler Flags",
		"Three flags of `nvcc` trade accuracy of single precision for speed. Each is tried here on operands on which it shows, on compute capability 9.0."},
	{"4.7", "Differences from x86",
		"Where rounding, precision and exceptions live: in the instruction, in a control word, or nowhere."},
	{"5.1", "Mathematical Function Accuracy",
		"sin, exp and their like are not required to be {correctly-rounded|correctly rounded}, and two libraries rarely agree on every bit."},
	{"5.2", "x87 and SSE",
		"The CPU side of a comparison can itself be ambiguous: x86 has two floating-point units with different ideas of a double."},
	{"5.3", "Core Counts",
		"How many threads share a sum decides in which order it is added up, so two correct programs, or one program launched twice, can give different bits."},
	{"5.4", "Verifying GPU Results",
		"What a difference between CPU and GPU proves, and what it does not. The four reasons of the paper, each with two machines that disagree."},
	{"6", "Concrete Recommendations",
		"The key points: four pieces of advice, with what has become of them."},
	{"A", "Acknowledgements",
		"Chapter 7 of the PDF. Who wrote the paper and who helped. Copies of it may be made and handed on without fee."},
	{"B", "References",
		"Chapter 8 of the PDF. The seven works that the paper cites. Numbers in brackets in its text are these."},
}

// chapters has the numbers and titles of the chapters that have more than one section here.
var Chapters = [][2]string{{"2", "Floating Point"}, {"3", "Dot Product: An Accuracy Example"}, {"4", "CUDA and Floating Point"}, {"5", "Considerations for a Heterogeneous World"}}

// paperFigure has the words of a figure, and its listing as far as it is code: set here in lines of our own.
type paperFigure struct {
	Title   string // as the HTML editions head it
	Caption string // what it shows, in our words
	Listing string
}

// figures lists the figures from the first on; Figures says where they stand.
var Figures = []paperFigure{
	{"Multiply and Add Code Fragment and Output for x86 and NVIDIA Fermi GPU",
		"The bits of a and b are set through a union, r = a × a + b is computed, and all three are printed. One listing, two outputs.",
		FigureOneWords},
	{"Serial Method to Compute Vectors Dot Product",
		"A loop that multiplies, adds and rounds twice in every pass.",
		"t = 0\nfor i = 1, 2, 3, 4:\n    p = rn(a[i] × b[i])\n    t = rn(t + p)\nreturn t"},
	{"FMA Method to Compute Vector Dot Product",
		"The same loop with one fused multiply-add, and one rounding, in every pass.",
		"t = 0\nfor i = 1, 2, 3, 4:\n    t = rn(a[i] × b[i] + t)\nreturn t"},
	{"The Parallel Method to Reduce Individual Elements Products into a Final Sum",
		"A tree: four products, two sums of two, and their sum.",
		"p1 = rn(a1 × b1);  p2 = rn(a2 × b2)\np3 = rn(a3 × b3);  p4 = rn(a4 × b4)\ns_left  = rn(p1 + p2)\ns_right = rn(p3 + p4)\nt = rn(s_left + s_right)\nreturn t"},
	{"Algorithms Results vs. the Correct Mathematical Dot Product",
		"A table with a row each for the exact value and the serial, the FMA and the parallel result, in decimal and as the bits of a float.",
		""},
	{"Cosine Computations using the glibc Math Library",
		"One program, compiled by gcc for 64 bits and for 32 bits, prints two cosines.",
		"volatile float x = 5992555.0;\nprintf(\"cos(%f): %.10g\\n\", x, cos(x));\n\ngcc test.c -lm -m64\ngcc test.c -lm -m32"},
}

// figureOneWords is the listing of Figure 1, with the semicolon that only the first edition has.
const FigureOneWords = `union {
    float f;
    unsigned int i;
} a, b;
float r;

a.i = 0x3F800001;
b.i = 0xBF800002;
r = a.f * a.f + b.f;

printf("a %.8g\n", a.f);
printf("b %.8g\n", b.f);
printf("r %.8g\n", r);`

// advice has the four headings of chapter 6 in the order of the paper, each with the statement that it stands before.
var Advice = [][2]string{
	{"usefma", "Use the fused multiply-add operator"},
	{"careful", "Compare results carefully"},
	{"capabilities", "Know the capabilities of your GPU"},
	{"c99", "Take advantage of the CUDA math library functions"},
}

// Words of the Paper view.
const (
	Title  = "The white paper, computed again"
	About  = "NVIDIA’s “Floating Point and IEEE 754 Compliance for NVIDIA GPUs” explains in six short chapters why CPU and GPU results differ. Here it is, section by section, retold in our words, with every figure computed in this page and compared with what is printed."
	All    = "all"
	Filter = "Show statements by mark"
	Unfold = "Open all sections"
	Fold   = "Close all sections"
	Link   = "Link to this statement"
	// newNumber stands before the number of a section in the later editions, gone where they have none.
	NewNumber = "In the editions after 2013: "
	Gone      = "Left out of the editions after 2013"
	// sectionsName is the name of the bar of sections.
	SectionsName = "Sections"
	OpenIn       = "Open in"    // before the name of a view and its links
	Prints       = "printed in" // before the editions that have another figure
	// noneHere is said of a section without statements of the chosen mark.
	NoneHere = "No statement of this section has this mark."
	// paperSlips heads the list of printing errors at the end of a section.
	Slips = "Printing errors"
	// editionsTitle heads the list of editions.
	EditionsTitle = "The five editions compared"
	EditionsAbout = "The paper was reissued with several toolkits. A figure that only some copies print, or print differently, is attributed below it. Short titles of the figures are those of the HTML editions."
)

// Words of the index of the Paper view.
const (
	Index        = "Index: section numbers of every edition, figures, references"
	IndexSection = "Section"
	IndexOld     = "2011, 2013"
	IndexNew     = "later editions"
	IndexFigures = "Figures"
	IndexRefs    = "References"
	FigureName   = "Figure"
	// paperCaptions says which editions have captions.
	Captions = "The PDF of 2011 and both HTML editions caption the figures; the two web editions have none."
)

// paperCoverage are the words of the line that says how much of the paper is here: how many numbered sections the first
// two editions have, and how many the others.
var Coverage = [3]string{"Chapter 1, all ", " numbered sections of chapters 2 to 5 (", " in the editions after 2013), chapter 6 and the references are here."}

// marks has the icon of each mark and what it means, in the order of Marks.
var Marks = []struct{ Icon, Meaning string }{
	{"✓", "every figure comes out as printed, computed here or recorded from hardware"},
	{"§", "nothing to compute: compared with the documents that are named"},
	{"±", "true under conditions that the paper does not name"},
	{"≠", "a printed figure or statement is not what comes out; both are shown, with the reason"},
	{"↻", "true when it was written; what holds today is shown with its source"},
	{"·", "a slip of the printing, on which nothing depends; listed at the end of each section"},
}

// paperClaims calls f for the words of each statement, in the order of the paper, until it returns false.
func Claims(f func(ClaimWords) bool) {
	for _, chapter := range [...][]ClaimWords{chapter1, chapter2, chapter3, chapter4, chapter5, chapter6, references} {
		for _, c := range chapter {
			if !f(c) {
				return
			}
		}
	}
}

// claimOf returns the words of a statement.
func ClaimOf(id string) (claim ClaimWords, ok bool) {
	for c := range Claims {
		if c.ID == id {
			return c, true
		}
	}
	return claim, false
}
