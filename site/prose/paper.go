//go:build !opening

package prose

// The words of the Paper view. In the texts, {id} and {id|label} stand for a term of the glossary, and text between
// grave accents is code. Figures that can be computed do not stand here but in the model.

// PaperEdition describes one of the compared editions.
type PaperEdition struct {
	Name string // as prints are attributed to it
	Note string
}

// PaperEditions lists the editions in the order of model.Editions.
var PaperEditions = []PaperEdition{
	{"2011 PDF", "The original, spring 2011. The only one whose text keeps the boxes with the encodings of -192 and 2/3; its float box of -192 has one zero too many. Has sections on compute capability 1.x."},
	{"2013 HTML", "Shipped with CUDA 5.5, dated July 19, 2013. Prints 1.148311 for a3, an “=” for a “+” in the caption of Figure 3, and loses a semicolon in Figure 1. Still has the sections on compute capability 1.x; a sentence of 5.1 breaks off."},
	{"CUDA 6–7 HTML", "Of the time of CUDA 6.x and 7.0 (it names Tesla Kxx and GTX 9xx boards). The sections on compute capability 1.x are gone, so 4.3 to 4.7 are 4.1 to 4.5 from here on; a3 is 1.148311, too."},
	{"CUDA 7–8 web", "A web edition of the time of CUDA 7 and 8. a3 is 1.147311 again. The copy compared here has lost its formulas."},
	{"newest web", "The newest web edition, which says CUDA C++ where the others say CUDA C. a3 is 1.147311; every slip of the first edition’s formulas and of Figure 5 is still there."},
}

// SourceKind says how a fact about today is known.
type SourceKind string

// The kinds of sources.
const (
	Documented SourceKind = "documented"
	Measured   SourceKind = "measured"
	Inferred   SourceKind = "inferred"
)

// PaperSource is where a fact comes from.
type PaperSource struct {
	Kind SourceKind
	Text string
}

// PaperClaim has the words of a statement.
type PaperClaim struct {
	ID   string // of the claim in the model
	Says string // what the paper states, in our words
	Why  string // why it matters to a CUDA programmer; may be empty
	// Reason is shown where the mark is corrected: what is wrong and how it came about.
	Reason string
	// Now is shown where the mark is outdated: what is true today, with its sources.
	Now     string
	Sources []PaperSource
	// Picture names the number line of the statement, Notice says what to notice; empty without one.
	Picture, Notice string
}

// PaperSection has the words of a section.
type PaperSection struct {
	ID, Title string
	Intro     string
	Later     string // what became of its number in the editions since CUDA 6; "" if it is the same
}

// PaperSections lists the sections that the view covers.
var PaperSections = []PaperSection{
	{"2.1", "Formats",
		"How a real number becomes 32 or 64 bits: a sign, a {biased-exponent}, and a fraction whose leading 1 is not stored. Whoever compares the bits of a GPU result with those of a CPU reads them in these three fields.", ""},
	{"2.2", "Operations and Accuracy",
		"IEEE 754 fixes the result of every single operation to the last bit: compute exactly, then round once. It does not fix the order in which a program combines operations, and rounding after each step makes the order matter.", ""},
	{"2.3", "The Fused Multiply-Add (FMA)",
		"A {fma} rounds once where a multiply and an add round twice. `nvcc` fuses `a * b + c` on its own, so the same source line can give different bits on a CPU and a GPU, both of them right.", ""},
	{"3.1", "Example Algorithms",
		"Three ways to a dot product of four elements, drawn as graphs: each circle is one operation and one rounding.", ""},
	{"3.2", "Comparison",
		"The same two vectors through all three graphs: three different results, each of them correct by the standard.", ""},
	{"4.1", "Compute Capability 1.2 and Below",
		"The first CUDA devices, of 2006 to 2009. Their arithmetic is modelled here as hardware tests found it on real chips.", "left out"},
	{"4.2", "Compute Capability 1.3",
		"GT200, the first CUDA chip with doubles: IEEE 754 in double precision, the old arithmetic in single.", "left out"},
	{"4.3", "Compute Capability 2.0 and Above",
		"Since Fermi, of 2010, float and double both follow IEEE 754. This section still holds for every device of today’s toolkits.", "4.1"},
	{"4.4", "Rounding Modes",
		"A {direction|rounding direction} for every single operation, by intrinsics: `__fadd_ru(x, y)` is `x + y` rounded up. All results below are live.", "4.2"},
	{"4.5", "Controlling Fused Multiply-add",
		"Whether `a * b + c` becomes one operation is the compiler’s choice, and can be made the programmer’s.", "4.3"},
	{"4.6", "Compiler Flags",
		"Three flags of `nvcc` trade accuracy of single precision for speed. Each is tried here on operands on which it shows, on compute capability 9.0.", "4.4"},
	{"4.7", "Differences from x86",
		"Where rounding, precision and exceptions live: in the instruction, in a control word, or nowhere.", "4.5"},
	{"5.1", "Mathematical Function Accuracy",
		"sin, exp and their like are not required to be {correctly-rounded|correctly rounded}, and two libraries rarely agree on every bit.", ""},
	{"5.2", "x87 and SSE",
		"The CPU side of a comparison can itself be ambiguous: x86 has two floating-point units with different ideas of a double.", ""},
	{"5.3", "Core Counts",
		"How many threads share a sum decides in which order it is added up, so two correct programs, or one program launched twice, can give other bits.", ""},
	{"5.4", "Verifying GPU Results",
		"What a difference between CPU and GPU proves, and what it does not. The four reasons of the paper, each with two machines that disagree.", ""},
	{"6", "The Key Points",
		"The paper’s advice, with what has become of it.", ""},
}

// PaperChapters has the numbers and titles of the chapters.
var PaperChapters = [][2]string{{"2", "Floating Point"}, {"3", "Dot Product: An Accuracy Example"}, {"4", "CUDA and Floating Point"}, {"5", "Considerations for a Heterogeneous World"}, {"6", "Concrete Recommendations"}}

// PaperRest lists the numbered sections that the view does not cover.
var PaperRest = [][2]string{}

// PaperTitle is the heading of the view, PaperAbout what stands below it.
const (
	PaperTitle  = "The white paper, computed again"
	PaperAbout  = "NVIDIA’s “Floating Point and IEEE 754 Compliance for NVIDIA GPUs” explains in six short chapters why CPU and GPU results differ. Here are its numbered sections, retold, with every figure computed afresh in this page and compared with what is printed."
	PaperAll    = "all"
	PaperFilter = "Show statements by mark"
	PaperUnfold = "Open all sections"
	PaperFold   = "Close all sections"
	PaperLater  = "in the editions since CUDA 6: " // before what became of a section's number
	PaperLink   = "Link to this statement"
	// PaperSectionsName is the name of the short table of contents.
	PaperSectionsName = "Sections"
	PaperOpenIn       = "Open in"    // before the name of a view and its links
	PaperPrints       = "printed in" // before the editions that have another figure
	// PaperNoneHere is said of a section without statements of the chosen mark.
	PaperNoneHere = "No statement of this section has this mark."
	// PaperEditionsTitle heads the list of editions.
	PaperEditionsTitle = "The five editions compared"
	PaperEditionsAbout = "The paper was reissued with several toolkits. A figure that only some copies print, or print differently, is attributed below it."
)

// PaperCoverage are the words of the line that says how many sections have live statements.
var PaperCoverage = [3]string{" of the paper’s ", " numbered sections are live here; not: ", " and "}

// PaperEverything are the words of that line where none is left out.
var PaperEverything = [2]string{"All ", " numbered sections of the paper’s chapters 2 to 6 are live here."}

// PaperMarks has the icon of each mark and what it means, in the order of state.Marks.
var PaperMarks = []struct{ Icon, Meaning string }{
	{"✓", "computed again, every figure comes out as printed"},
	{"≠", "a printed figure is not what comes out; both are shown, with the reason"},
	{"↻", "true when it was written; what holds today is shown with its source"},
}

// PaperClaims calls f for the words of each statement, in the order of the paper, until it returns false.
func PaperClaims(f func(PaperClaim) bool) {
	for _, chapter := range [...][]PaperClaim{paperChapter2, paperChapter3, paperChapter4, paperChapter5, paperChapter6} {
		for _, c := range chapter {
			if !f(c) {
				return
			}
		}
	}
}

// PaperClaimOf returns the words of a statement.
func PaperClaimOf(id string) (claim PaperClaim, ok bool) {
	for c := range PaperClaims {
		if c.ID == id {
			return c, true
		}
	}
	return claim, false
}
