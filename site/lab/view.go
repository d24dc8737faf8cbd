package lab

import (
	"ulplab/site/files"
	"ulplab/site/kit/markup"
	"ulplab/site/lab/link"
)

// ID names a view; it is the word used in links.
type ID = link.View

// The lists of the header. A list of one view is shown as that view.
const (
	Numbers     = "Numbers"
	Machines    = "Machines"
	Sums        = "Sums"
	Matrices    = "Matrices"
	Expressions = "Expressions"
)

// View is a view of the lab: a value that its folder makes. S is what it shows, a comparable value of its own type, which no
// other view has.
type View[S comparable] struct {
	Info
	// First is what the view opens on.
	First func() S
	// Encode writes what differs from First; Decode reads it back into a state that holds First. What cannot be read stays
	// as it is and is named in a Problem.
	Encode func(s S, w *link.Writer)
	Decode func(r *link.Reader, s *S)
	// Examples are the words of its examples, one a line: ID, name, note; "" for none. Example shows the one of an ID. The search finds
	// them all.
	Examples string
	Example  func(id string) markup.Action
	// More adds what few views have: Short or Kept. nil for nothing.
	More func(*Entry)
	// Tasks is the long work that a state asks for while it is shown (Task). nil for none.
	Tasks func(s S) []Task
	// Says is what the view says of a state to those who do not see it: the answer in a sentence, then what is looked at beside
	// it, each "" where there is nothing to say, or nothing yet. What a reader's change makes of it is read out. nil for nothing.
	Says func(s S) []string
	// Page shows the state, with what its tasks have made (Made). On a read-only page nothing can be changed.
	Page func(s S, readOnly bool) markup.Node
	// Parts are the parts of the page that a presenter can hide (markup.Reveals).
	Parts []string
	// Panels are the names of the panels of a page that is presented (markup.PanelOf), from panel 1 on; nil where the page is one.
	Panels []string
	Heard
}

// Heard is what a view makes of what is done in drawings, which are text without listeners. A nil Action is nothing.
type Heard struct {
	// Keys has the keyboard of each area by the value of data-keys; bit is the number of data-bit, or -1. It reports
	// whether the key was one of its own. "" is the whole page, whichever view is shown: keys that no area has taken and
	// that are not typed into a field.
	Keys Keys
	// Bits has each area of bits by the value of data-bits.
	Bits map[string]Bits
	// Taps has what a click means by the word before the colon of data-tap; rest is what follows it.
	Taps Taps
	// Files has what a file means by the value of data-drop: f is nil and problem a sentence if it could not be read. The
	// place with the ID of the view takes files that are dropped beside the others.
	Files Files
}

// What is heard of each area or word.
type (
	Keys  map[string]func(k Key, bit int) (markup.Action, bool)
	Taps  map[string]func(rest string) markup.Action
	Files map[string]func(f *files.Source, problem string) markup.Action
)

// Bits is what is done with bits: a click, the pointer over one (-1: it left), a drag that sets it.
type Bits struct {
	Toggle, Hover func(bit int) markup.Action
	Paint         func(bit int, on bool) markup.Action
}

// Info is what the header says of a view.
type Info struct {
	_     [0]func() // not comparable
	ID    ID
	Title string // the word in the header
	About string // one line: what the view answers
	Group string // the list of the header it stands in; "": the header itself
}

// Entry is a view in the catalogue, without the type of its state: View.Entry makes it, or Elsewhere. A program of many views has
// the lab once, and of each view these functions.
type Entry struct {
	Info
	Heard
	Examples string
	Example  func(id string) markup.Action
	parts    []string
	panels   []string
	encode   func(part any, w *link.Writer)
	decode   func(r *link.Reader) any                                     // nil for what the view opens on
	short    func(name, value string, r *link.Reader) (part any, ok bool) // nil for none
	kept     func(part, shown any) any                                    // nil for nothing
	apply    func(part any, a markup.Action) (next any, ok bool)
	tasks    func(part any) []Task   // nil for none
	says     func(part any) []string // nil for none
	draw     func(part any, readOnly bool) markup.Node
	holds    func(part any) bool
}

// Entry returns the view as the catalogue has it. Its functions hold those of the view as values of any type, and not the view: else
// the program would describe S, and compare it, twice.
func (v View[S]) Entry() Entry {
	first, encode, decode, page := any(v.First), any(v.Encode), any(v.Decode), any(v.Page)
	e := Entry{
		Info:     v.Info,
		Heard:    v.Heard,
		Examples: v.Examples, Example: v.Example,
		parts:  v.Parts,
		panels: v.Panels,
		encode: func(part any, w *link.Writer) { encode.(func(S, *link.Writer))(part.(S), w) },
		decode: func(r *link.Reader) any {
			s := new(S)
			if *s = first.(func() S)(); r != nil {
				decode.(func(*link.Reader, *S))(r, s)
			}
			return *s
		},
		apply: func(part any, a markup.Action) (any, bool) {
			if act, ok := a.(Action[S]); ok {
				return act.Apply(part.(S)), true
			}
			return part, false
		},
		draw:  func(part any, readOnly bool) markup.Node { return page.(func(S, bool) markup.Node)(part.(S), readOnly) },
		holds: func(part any) bool { _, ok := part.(S); return ok },
	}
	if v.Says != nil {
		says := any(v.Says)
		e.says = func(part any) []string { return says.(func(S) []string)(part.(S)) }
	}
	if v.Tasks != nil {
		tasks := any(v.Tasks)
		e.tasks = func(part any) []Task { return tasks.(func(S) []Task)(part.(S)) }
	}
	if v.More != nil {
		v.More(&e)
	}
	return e
}

// Short has a view read what #/NAME/VALUE means, a form for typing; ok is false where NAME is none of the view's. first is what
// it opens on.
func Short[S any](first func() S, read func(name, value string, r *link.Reader, s *S) (ok bool)) func(*Entry) {
	begins, reads := any(first), any(read)
	return func(e *Entry) {
		e.short = func(name, value string, r *link.Reader) (any, bool) {
			s := new(S)
			*s = begins.(func() S)()
			ok := reads.(func(string, string, *link.Reader, *S) bool)(name, value, r, s)
			return *s, ok
		}
	}
}

// Kept has a view keep what of the state shown no link and no reset changes: kept returns s with what the page holds.
func Kept[S any](kept func(s, shown S) S) func(*Entry) {
	keeps := any(kept)
	return func(e *Entry) {
		e.kept = func(part, shown any) any { return keeps.(func(S, S) S)(part.(S), shown.(S)) }
	}
}

// shown is the input of a view's page.
type shown struct {
	part     any
	readOnly bool
	tick     uint32 // of the work of its tasks
}

// page shows a state of the view.
func (e *Entry) page(part any, readOnly bool, tick uint32) *markup.Part {
	return markup.Bare(shown{part, readOnly, tick}, func(in shown) markup.Node { return e.draw(in.part, in.readOnly) })
}

// Elsewhere is a view that this program lacks and the whole one has. The lab is built twice: the opening program, which a
// first visit loads, has the views of single numbers and operations; the whole one has all of them.
func Elsewhere(i Info) Entry { return Entry{Info: i} }

// here reports whether the program has the view.
func (e *Entry) here() bool { return e.decode != nil }

// First is what the view opens on.
func (e *Entry) First() any { return e.decode(nil) }

// asks returns the tasks that a state of the view asks for.
func (e *Entry) asks(part any) []Task {
	if e.tasks == nil {
		return nil
	}
	return e.tasks(part)
}

// keep returns part, a state of the view, with what it keeps of the state shown.
func (e *Entry) keep(part, shown any) any {
	if e.kept == nil {
		return part
	}
	return e.kept(part, shown)
}

// Action is what the reader meant on a view whose state is S. Apply is total: an action that makes no sense changes nothing.
// A method Gesture() string, which an action may have, names the drag, run of key strokes or run of steps that it belongs to;
// actions of one gesture make one entry in the browser's history. An action without it, or with "", stands alone.
type Action[S any] interface{ Apply(S) S }

// Once is embedded by actions that stand alone in the browser's history. It says so to who reads them, and has no method: one
// would be two functions more in the program for every action. Nobody compares actions, so these are not comparable.
type Once struct{ _ [0]func() }

// Navigation is embedded by actions that a read-only page still takes.
type Navigation struct{}

func (Navigation) navigates() {}

type navigation interface{ navigates() }
