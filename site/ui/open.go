//go:build !opening

package ui

import (
	"ulplab/site/files"
	"ulplab/site/kit/markup"
	"ulplab/site/prose"
)

// opened maps the name of a place for files to what a file opened there means: s is nil and problem a sentence if it
// could not be read. A view adds a line in more.go.
var opened = map[string]func(s *files.Source, problem string) markup.Action{}

// filePlace is a place for files of the reader's: a button that opens the file chooser, with the area around it to
// drop a file onto. shown says what is open, "" for nothing.
func filePlace(name, shown string, disabled bool) markup.Node {
	hint := prose.FileHint
	if shown != "" {
		hint = shown
	}
	return markup.El("div", markup.Class("drop"), markup.Data("drop", name),
		markup.El("button", markup.Attr("type", "button"), markup.Class("plain"), markup.Flag("disabled", disabled), markup.On("click", func(markup.Event) markup.Action {
			app.host.Open(func(file string, data []byte, problem string) { took(name, file, data, problem) })
			return nil
		}), markup.Text(prose.FileOpen)),
		markup.El("span", markup.Class("dim"), markup.Text(hint)))
}

// took hands a file that was chosen or dropped to its place.
func took(name, file string, data []byte, problem string) {
	if name == "" { // dropped beside the places
		name = string(app.state.View)
	}
	do := opened[name]
	switch {
	case do == nil:
		warn(prose.FileNowhere)
		return
	case app.state.ReadOnly:
		warn(prose.FileReadOnly)
		return
	}
	var s *files.Source
	if problem == "" {
		s = files.Put(file, data)
	}
	endGesture()
	if a := do(s, problem); a != nil {
		dispatch(a)
	}
}
