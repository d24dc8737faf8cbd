//go:build !opening

package ui

import (
	"ulplab/site/files"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// opened maps the name of a place for files to what a file opened there means: s is nil and problem a sentence if it
// could not be read. A view adds a line in more.go.
var opened = map[string]func(s *files.Source, problem string) state.Action{}

// filePlace is a place for files of the reader's: a button that opens the file chooser, with the area around it to
// drop a file onto. shown says what is open, "" for nothing.
func filePlace(name, shown string, disabled bool) node {
	hint := prose.FileHint
	if shown != "" {
		hint = shown
	}
	return el("div", has(class("drop"), data("drop", name)),
		el("button", has(attr("type", "button"), class("plain"), flag("disabled", disabled), on("click", func(event) action {
			app.host.Open(func(file string, data []byte, problem string) { took(name, file, data, problem) })
			return nil
		})), text(prose.FileOpen)),
		el("span", has(class("dim")), text(hint)))
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
