// Package example is the list of named states that a view has.
package example

// Named is a state and its ID, which is the key of its words.
type Named[S comparable] struct {
	_     [0]func() // not comparable
	ID    string
	State S
}

// List are the named states of a view in their order; it opens on the first.
type List[S comparable] []Named[S]

// Find returns the state of an ID.
func (l List[S]) Find(id string) (s S, ok bool) {
	for _, e := range l {
		if e.ID == id {
			return e.State, true
		}
	}
	return s, false
}

// Like returns the ID of the state that s is, "" for none: plain takes out of both what does not matter.
func (l List[S]) Like(s S, plain func(S) S) string {
	like := any(plain(s)) // as any value: how values of S are compared is in the program then once
	for _, e := range l {
		if any(plain(e.State)) == like {
			return e.ID
		}
	}
	return ""
}

// Holder is a state whose view has examples.
type Holder[S comparable] interface {
	comparable
	// Examples returns those of the view.
	Examples() List[S]
}

// Open shows the example of an ID: an action of a view whose state is S.
// Each example is an entry in the history.
type Open[S Holder[S]] struct{ ID string }

// Apply implements lab.Action.
func (a Open[S]) Apply(s S) S {
	if e, ok := s.Examples().Find(a.ID); ok {
		return e
	}
	return s
}
