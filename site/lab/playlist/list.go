// Package playlist is the playlist of a presenter: states of the lab to go through, each with a title.
package playlist

import (
	"slices"
	"strings"

	"ulplab/fpcore/stable"
	"ulplab/site/kit/operand"
)

// Limits of a playlist.
const (
	Most         = 100
	MostBytes    = 64 << 10
	longestTitle = 120
)

// List is a playlist with what is chosen of it. Text is also its file: a line for each state, with its link, a blank and its title.
// Lines without a link are comments. It is the reader's own, like the theme: the browser keeps it, and no link holds it but one that is
// made to pass it on.
type List struct {
	Text  string
	At    int32 // the state that was chosen last
	Shown bool  // the list is open
}

// Slide is a state of a playlist.
type Slide struct{ Link, Title string }

// Read reads the text of a playlist.
func Read(text string) (list []Slide) {
	for _, line := range strings.Split(text, "\n") {
		at := strings.Index(line, "#/")
		if at < 0 || len(list) == Most {
			continue
		}
		to, title, _ := strings.Cut(strings.TrimRight(line[at:], "\r"), " ")
		list = append(list, Slide{to, operand.Cut(title, longestTitle)})
	}
	return list
}

// with is the playlist with other states, as it was where they are too long.
func (l List) with(list []Slide, at int32) List {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s.Link + " " + s.Title + "\n")
	}
	if b.Len() <= MostBytes {
		l.Text, l.At = b.String(), at
	}
	return l
}

// Slide returns the state of a place, false where there is none.
func (l List) Slide(i int32) (s Slide, ok bool) {
	if list := Read(l.Text); i >= 0 && int(i) < len(list) {
		return list[i], true
	}
	return s, false
}

// Find returns the place of a link, that of the state that was chosen last where it is none of them.
func (l List) Find(link string) int32 {
	if i := slices.IndexFunc(Read(l.Text), func(s Slide) bool { return s.Link == link }); i >= 0 {
		return int32(i)
	}
	return l.At
}

// Edit is an action on the playlist alone.
type Edit interface{ Edit(List) List }

type (
	// Show opens or closes the list.
	Show struct{ On bool }
	// Add puts a state at the end.
	Add struct{ Slide Slide }
	// Move moves a state by some places.
	Move struct{ Slide, By int32 }
	// Remove takes a state out.
	Remove struct{ Slide int32 }
	// Name gives a state another title.
	Name struct {
		Slide int32
		Title string
	}
	// Load is another playlist.
	Load struct{ Text string }
)

// Play shows a state of the playlist, which the lab does.
type Play struct{ Slide int32 }

func (a Show) Edit(l List) List {
	l.Shown = a.On
	return l
}

func (a Add) Edit(l List) List {
	list := Read(l.Text)
	if len(list) == Most {
		return l
	}
	return l.with(append(list, a.Slide), int32(len(list)))
}

func (a Move) Edit(l List) List {
	moved, ok := l.Slide(a.Slide)
	to := a.Slide + a.By
	if _, inside := l.Slide(to); !ok || !inside {
		return l
	}
	list := without(Read(l.Text), a.Slide)
	return l.with(stable.Insert(list, int(to), moved), to)
}

// without takes a slide out of a list.
func without(list []Slide, i int32) []Slide { return append(list[:i:i], list[i+1:]...) }

func (a Remove) Edit(l List) List {
	if _, ok := l.Slide(a.Slide); !ok {
		return l
	}
	list := without(Read(l.Text), a.Slide)
	return l.with(list, min(l.At, max(0, int32(len(list)-1))))
}

func (a Name) Edit(l List) List {
	if _, ok := l.Slide(a.Slide); !ok {
		return l
	}
	list := Read(l.Text)
	list[a.Slide].Title = operand.Cut(a.Title, longestTitle)
	return l.with(list, l.At)
}

func (a Load) Edit(l List) List {
	list := Read(strings.TrimPrefix(a.Text, "\ufeff"))
	for i := range list {
		list[i].Title = strings.Join(strings.Fields(list[i].Title), " ")
	}
	l.Shown = true
	return l.with(list, 0)
}
