//go:build !opening

package state

// State is the whole of what is shown. It is comparable: two equal States show the same page.
// views_opening.go has the fields of the opening program.
type State struct {
	View     View
	Embed    bool   // one view without the header
	ReadOnly bool   // values can be looked at, not changed
	Theme    Theme  // the reader's own, kept when a link is followed
	Problems string // what of the link could not be read, one sentence a line
	Enc      Enc
	Op       Op
	FMA      FMA
	Dot      Dot
	Devices  Devices
	Flags    Flags
	X87      X87
	Fn       Fn
	Paper    Reading
	Sum      Sum
	Expr     Expr
	Iter     Iter
	Explain  Explain
	Gallery  Gallery
}

// What the opening program leaves out: the views whose machinery is large.
func init() {
	more := func(v View, first func(*State), take func(to, from *State)) {
		for i := range Views {
			if Views[i].ID == v {
				Views[i].first, Views[i].take = first, take
			}
		}
	}
	more(Capabilities,
		func(s *State) { s.Devices = firstDevices() },
		func(to, from *State) { to.Devices = from.Devices })
	more(Extended,
		func(s *State) { s.X87 = firstX87() },
		func(to, from *State) { to.X87 = from.X87 })
	more(CompilerFlags,
		func(s *State) { s.Flags = firstFlags() },
		func(to, from *State) { to.Flags = from.Flags })
	more(Functions,
		func(s *State) { s.Fn = firstFn().kept(s.Fn) },
		func(to, from *State) { to.Fn = from.Fn.kept(to.Fn) })
	more(Reduction,
		func(s *State) { s.Sum = firstSum() },
		func(to, from *State) { to.Sum = from.Sum })
	more(Explains,
		func(s *State) { s.Explain = firstExplain() },
		func(to, from *State) { to.Explain = from.Explain })
	more(Questions,
		func(s *State) { s.Gallery = Gallery{} },
		func(to, from *State) { to.Gallery = from.Gallery })
	more(Expression,
		func(s *State) { s.Expr = firstExpr() },
		func(to, from *State) { to.Expr = from.Expr })
	more(Iteration,
		func(s *State) { s.Iter = firstIter() },
		func(to, from *State) { to.Iter = from.Iter })
	more(Paper,
		func(s *State) { s.Paper = Reading{} },
		func(to, from *State) { to.Paper = from.Paper })
}
