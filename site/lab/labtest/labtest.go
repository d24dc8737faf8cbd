// Package labtest is a lab of one view, for the tests of its links and actions.
package labtest

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// Linked is a state of the view with what a link says besides.
type Linked[S comparable] struct {
	View            lab.ID
	Embed, ReadOnly bool
	Theme           lab.Theme
	Problems        string
	Part            S // the view's own
}

// Bench is the lab of one view.
type Bench[S comparable] struct {
	views lab.Catalogue
	id    lab.ID
}

// Of returns the lab of a view.
func Of[S comparable](v lab.View[S]) Bench[S] { return Bench[S]{lab.Catalogue{v.Entry()}, v.ID} }

func of[S comparable](s lab.State) Linked[S] {
	return Linked[S]{s.View, s.Embed, s.ReadOnly, s.Theme, s.Problems, lab.Part[S](s)}
}

// State is the state of the lab.
func (b Bench[S]) State(l Linked[S]) lab.State {
	s := b.views.With(l.Part)
	s.View, s.Embed, s.ReadOnly, s.Theme, s.Problems = l.View, l.Embed, l.ReadOnly, l.Theme, l.Problems
	return s
}

// First is what the lab opens on.
func (b Bench[S]) First() Linked[S] { return of[S](b.views.Default()) }

// Then is the state after an action.
func (b Bench[S]) Then(l Linked[S], a markup.Action) Linked[S] {
	return of[S](b.views.Update(b.State(l), a))
}

// Link is the link of a state, At the state that an address opens.
func (b Bench[S]) Link(l Linked[S]) string { return b.views.Encode(b.State(l)) }

// At is the inverse of Link, of any fragment and query.
func (b Bench[S]) At(fragment, query string) Linked[S] {
	return of[S](b.views.Decode(fragment, query))
}
