package sum

// Look is how the tree of the Reduction view is looked at.
type Look struct {
	From, Span int64  // the window, in units of 1/1024 of a leaf; Span 0: the whole tree
	Path       string // the node looked at, as reduce.Tree.At reads it, or "." for the result; "" for none
	SoFar      bool   // colours are those of the error of the partial sums
	Lanes      bool   // few elements: threads side by side
	Step       int32  // few elements: 1 more than the steps carried out, 0 for all
	Play       bool   // the steps follow each other; not in links
	Held       string // the node that is to be added to another; not in links
}

// Reveal is what the panels on revealing show; its zero value is the opening one.
type Reveal struct {
	Box    string // the black box, an ID of package reduce: "" for the first
	N      int32  // of its elements, 0 for 16
	Step   int32  // the probes that are shown, 0 for all
	Play   bool   // steps follow each other; not in links
	Lang   uint8  // of the probe: Python, CUDA C++, C
	Fn     string // what the probe looks at, "" for the first on offer
	Size   int32  // the elements of the probe, 0 for 64
	Double bool   // the probe's format
	Pasted string // what a probe printed
}

// Stat is the part of the Reduction view on many random vectors.
type Stat struct {
	Vectors int32 // of each size
	Top     uint8 // the largest number of elements is 2 to this power, 8 to 20
	Scale   uint8 // of errors: 0 in ulp of the sum, 1 in units of u times the sum of magnitudes
	Run     Run
}

// Run is what was asked for of the vectors: nothing of it is in links.
type Run struct {
	Job string // "" for nothing
	N   uint32 // how many were asked for
}
