package lab

import (
	"ulplab/site/files"
	"ulplab/site/kit/markup"
	"ulplab/site/lab/lessons"
)

// fileOf returns what a file of a place means, nil where there is no such place.
func fileOf(place string) func(f *files.Source, problem string) markup.Action {
	if place == lessons.FileArea {
		return lessonFile
	}
	for _, v := range app.views {
		if do := v.Files[place]; do != nil {
			return do
		}
	}
	return nil
}

// FilePlace is a place for files of the reader's: a button that opens the file chooser, with the area around it to
// drop a file onto. shown says what is open, "" for nothing.
func FilePlace(name, shown string, disabled bool) markup.Node {
	hint := fileHint
	if shown != "" {
		hint = shown
	}
	return markup.El("div", markup.Class("drop"), markup.Data("drop", name),
		markup.El("button", markup.Attr("type", "button"), markup.Class("plain"), markup.Flag("disabled", disabled), markup.On("click", func(markup.Event) markup.Action {
			app.host.(Chooser).Open(func(file string, data []byte, problem string) { fileOpened(name, file, data, problem) })
			return nil
		}), markup.Text(fileOpen)),
		markup.El("span", markup.Class("dim"), markup.Text(hint)))
}

// fileOpened hands a file that was chosen or dropped to its place.
func fileOpened(name, file string, data []byte, problem string) {
	if name == "" { // dropped beside the places
		name = string(app.state.View)
	}
	do := fileOf(name)
	switch {
	case do == nil:
		Warn(fileNowhere)
		return
	case app.state.ReadOnly:
		Warn(fileReadOnly)
		return
	}
	var s *files.Source
	if problem == "" {
		s = files.Put(file, data)
	}
	EndGesture()
	does(do(s, problem))
}
