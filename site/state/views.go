package state

// Info describes a view of the catalogue.
type Info struct {
	ID    View
	Title string // the word in the header
	About string // one line: what the view answers

	first func(*State)          // sets the view's part of the state to its first example
	take  func(to, from *State) // copies the view's part of the state
}

// Views lists the views in the order of the header. A new view is a file here, a field in State and a line below;
// the same ID then gets its line in route.codecs and ui.views.
var Views = []Info{
	{Encoding, "Encoding", "One value, bit by bit, in every format",
		func(s *State) { s.Enc = FirstEnc() }, func(to, from *State) { to.Enc = from.Enc }},
	{Operation, "Operation", "One operation under the microscope: exact, cut, rounded",
		func(s *State) { s.Op = firstOp() }, func(to, from *State) { to.Op = from.Op }},
	{Fused, "FMA", "One rounding against two: fused and separate multiply-add",
		func(s *State) { s.FMA = firstFMA() }, func(to, from *State) { to.FMA = from.FMA }},
	{DotProduct, "Dot product", "One sum of products, several orders, several results",
		func(s *State) { s.Dot = firstDot() }, func(to, from *State) { to.Dot = from.Dot }},
	{Capabilities, "Devices", "Two machines, one operation: whose bits, and why",
		func(s *State) { s.Devices, s.Intrin = firstDevices(), FirstIntrin() }, func(to, from *State) { to.Devices, to.Intrin = from.Devices, from.Intrin }},
	{Extended, "x87 and SSE", "One expression in 80-bit registers, spilled or kept, and in SSE",
		func(s *State) { s.X87 = firstX87() }, func(to, from *State) { to.X87 = from.X87 }},
	{CompilerFlags, "Flags", "nvcc's options side by side: which bits each of them changes",
		func(s *State) { s.Flags = firstFlags() }, func(to, from *State) { to.Flags = from.Flags }},
	{Functions, "Functions", "What rounding exp, sin and cos takes, and how accurate CUDA’s are",
		func(s *State) { s.Fn = firstFn().kept(s.Fn) }, func(to, from *State) { to.Fn = from.Fn.kept(to.Fn) }},
	{Paper, "Paper", "The white paper, section by section, every figure computed again",
		func(s *State) { s.Paper = Reading{} }, func(to, from *State) { to.Paper = from.Paper }},
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
