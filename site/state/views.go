package state

// Info describes a view of the catalogue.
type Info struct {
	ID    View
	Title string // the word in the header
	About string // one line: what the view answers
	Group string // the list of the header it stands in; "": the header itself
	Whole bool   // only the whole program has it

	// Both are nil where the program does not have the view.
	first func(*State)          // sets the view's part of the state to its first example
	take  func(to, from *State) // copies the view's part of the state
}

// The views that only the whole program has.
const (
	Functions     View = "functions"
	CompilerFlags View = "flags"
	Capabilities  View = "devices"
	Extended      View = "x87"
	Paper         View = "paper"
	Expression    View = "expr"
	Iteration     View = "iter"
	Reduction     View = "sum" // sums in many orders, from two elements to a million
	Explains      View = "explain"
	Questions     View = "gallery"
)

// The lists of the header. A list of one view is shown as that view.
const (
	groupNumbers     = "Numbers"
	groupMachines    = "Machines"
	groupSums        = "Sums"
	groupExpressions = "Expressions"
)

// Views lists the views in the order of the header, those of a list together. A new view is a file here, a field in
// State, a line below and one in views_more.go; the same ID then gets its line in route/more.go and ui/more.go.
var Views = []Info{
	{Encoding, "Encoding", "One value, bit by bit, in every format", groupNumbers, false,
		func(s *State) { s.Enc = FirstEnc() }, func(to, from *State) { to.Enc = from.Enc }},
	{Operation, "Operation", "One operation: exact result, discarded bits, rounding", groupNumbers, false,
		func(s *State) { s.Op = firstOp() }, func(to, from *State) { to.Op = from.Op }},
	{Fused, "FMA", "One rounding against two: fused and separate multiply-add", groupNumbers, false,
		func(s *State) { s.FMA = firstFMA() }, func(to, from *State) { to.FMA = from.FMA }},
	{DotProduct, "Dot product", "One sum of products, several orders, several results", groupNumbers, false,
		func(s *State) { s.Dot = firstDot() }, func(to, from *State) { to.Dot = from.Dot }},
	{ID: Capabilities, Title: "Devices", About: "One operation on two targets: which bits differ, and why", Group: groupMachines, Whole: true},
	{ID: CompilerFlags, Title: "Flags", About: "nvcc's options side by side: which bits each of them changes", Group: groupMachines, Whole: true},
	{ID: Extended, Title: "x87 and SSE", About: "One expression in 80-bit registers, spilled or kept, and in SSE", Group: groupMachines, Whole: true},
	{ID: Functions, Title: "Functions", About: "What rounding exp, sin and cos takes, and how accurate CUDA’s are", Group: groupMachines, Whole: true},
	{ID: Reduction, Title: "Reduction", About: "One sum in every order: libraries, launches, all trees, to a million elements", Group: groupSums, Whole: true},
	{ID: Expression, Title: "Expression", About: "C code on several machines: where the results diverge and which is more accurate", Group: groupExpressions, Whole: true},
	{ID: Iteration, Title: "Iteration", About: "An iteration on two targets: when they diverge, how fast", Group: groupExpressions, Whole: true},
	{ID: Explains, Title: "Explain", About: "Two results of one program: which evaluation gave each, and what removes the difference", Group: groupExpressions, Whole: true},
	{ID: Questions, Title: "Gallery", About: "Questions that people ask, each with its answer computed", Whole: true},
	{ID: Paper, Title: "Paper", About: "The white paper, section by section, every figure computed again", Whole: true},
}

// Here reports whether the program has the view. The lab is built twice: the opening program, which a first visit
// loads, has the views of single numbers, operations and short sums; the whole one has all of them.
func (i Info) Here() bool { return i.first != nil }

// Group is a list of the header, or a view that stands in it by itself (Name is "" then).
type Group struct {
	Name  string
	Views []Info
}

// Groups returns the lists of the header in their order.
func Groups() []Group {
	var list []Group
	for _, v := range Views {
		if n := len(list); v.Group != "" && n > 0 && list[n-1].Name == v.Group {
			list[n-1].Views = append(list[n-1].Views, v)
		} else {
			list = append(list, Group{v.Group, []Info{v}})
		}
	}
	return list
}

// InfoOf returns the catalogue entry of a view.
func InfoOf(v View) (Info, bool) {
	for _, i := range Views {
		if i.ID == v {
			return i, true
		}
	}
	return Info{}, false
}
