package expression

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// The tasks of the view.
const (
	evaluate = "expr.run"
	find     = "expr.find"
)

// few is how many operations a step of the work performs, about: far less than a slice.
const few = 4000

// slow is the length of a text from which on the page waits for a pause in typing, and slowValues the number of its
// operations; pause is that pause in milliseconds.
const (
	slow       = 1500
	slowValues = 3000
	pause      = 200
)

// tasks are the evaluation, and the search for inputs that was asked for. While the reader types in a long program the model
// is that of the text before.
func tasks(s State) []lab.Task {
	in := of(s)
	list := []lab.Task{lab.Slices[*Model]{Name: evaluate, In: in,
		Wait: func(before *Model) int {
			if before.In.Text != s.Text && (len(s.Text) > slow || before.Code != nil && len(before.Code.Values) > slowValues) {
				return pause
			}
			return 0
		},
		Begin: func(*Model) *Model { return New(s) },
		Step:  func(m *Model) bool { return m.Step(few) }}.Task()}
	if s.Find {
		list = append(list, lab.Slices[*Finder]{Name: find, In: in,
			Begin: func(*Finder) *Finder {
				if m, _ := lab.Made[*Model](evaluate); m != nil && m.In == in {
					return m.Find()
				}
				return nil
			},
			Step: func(f *Finder) bool { return f == nil || f.Step(few) },
			Far: func(f *Finder) (done, total uint64) {
				if f == nil {
					return 0, 0
				}
				return uint64(f.Tried), findTries
			},
			Done: func(f *Finder) markup.Action {
				switch {
				case f == nil:
					lab.Say(findNot)
				case f.Row == "":
					lab.Say(findNone)
				default:
					return Set{Do: AddRow, Text: f.Row}
				}
				return Set{Do: Find}
			}}.Task())
	}
	return list
}
