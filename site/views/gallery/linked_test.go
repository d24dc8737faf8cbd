package gallery

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// linked is a state of the view with what a link says besides.
type linked struct {
	View            lab.ID
	Embed, ReadOnly bool
	Theme           lab.Theme
	Problems        string
	Gallery         State
}

func linkedOf(s lab.State) linked {
	return linked{s.View, s.Embed, s.ReadOnly, s.Theme, s.Problems, lab.Part[State](s)}
}

func (o linked) state() lab.State {
	s := lab.Catalogue{View()}.With(o.Gallery)
	s.View, s.Embed, s.ReadOnly, s.Theme, s.Problems = o.View, o.Embed, o.ReadOnly, o.Theme, o.Problems
	return s
}

func linkedFirst() linked { return linkedOf(lab.Catalogue{View()}.Default()) }

// linkedThen is the state after an action.
func linkedThen(o linked, a markup.Action) linked {
	return linkedOf(lab.Catalogue{View()}.Update(o.state(), a))
}

func linkedTo(o linked) string { return lab.Catalogue{View()}.Encode(o.state()) }

func linkedAt(fragment, query string) linked {
	return linkedOf(lab.Catalogue{View()}.Decode(fragment, query))
}
