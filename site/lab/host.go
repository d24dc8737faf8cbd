package lab

import "ulplab/site/work"

// Browser is what the lab and its views need of the browser; site/browser implements it. Text crosses as strings, and every
// method is safe to call where the browser refuses the service (sandboxed frames, file://).
type Browser interface {
	Fragment() string         // of the page's address, with its #
	Query() string            // of the page's address, with its ?
	Views() string            // the views of the whole program (Catalogue.Listing)
	Built(name string) string // what the page says of the build: its version, source, and the size of the single file in bytes as "offline"; "" for nothing
	// Push and Replace change the fragment with and without a new entry in the history. In a frame the entries are the lab's
	// alone, and the history of the page around stays as it is.
	Push(fragment string)
	Replace(fragment string)
	// Entries returns the numbers of the entry shown and of the last, among those that the lab made from 0 on. Step goes on by n
	// of them, back where n is negative, and never beyond them.
	Entries() (shown, last int)
	Step(n int)
	// OnNavigate calls f when the reader follows a link, which makes an entry, or goes back or forward.
	OnNavigate(f func(followed bool))
	// OnMessage calls f for each well-formed message of an embedding page: "set", "get", "theme", "reset" with its
	// url, id or theme.
	OnMessage(f func(kind, value string))
	// OnFault calls f with what a callback of the page panicked with: an event's, a timer's, a worker's. The program goes on.
	OnFault(f func(reason any))
	// Tell sends {v: 1, type: "ulplab:"+kind, key: value, …} to the embedding page; nothing without one.
	Tell(kind string, pairs ...string)
	// OnPaint calls f while a pointer drags over elements with data-bit inside one element with data-bits: the group
	// is the value of data-bits, bit that of data-bit, on what the drag sets; done ends the drag.
	OnPaint(f func(group, bit string, on, done bool))
	// Setting and SetSetting read and write the reader's own settings.
	Setting(name string) string
	SetSetting(name, value string)
	// ShowTheme puts a theme on the document: "light", "dark" or "auto".
	ShowTheme(theme string)
	// Dark reports whether the page is shown dark now.
	Dark() bool
	SetTitle(title string)
	// Copy puts text on the clipboard and reports whether the browser let it.
	Copy(text string, done func(ok bool))
	Link() string // the address of the page without its fragment
	// SaveText offers text as a file, SavePNG a picture of an SVG document at twice its size, with chunks of text.
	SaveText(name, mime, text string)
	SavePNG(name, document string, text []byte)
	Focus(selector string)
	// Modal opens the dialog of an ID, above everything else. told hears the height that a frame of the lab in it asks for.
	Modal(id string, told func(height int))
	// Frames has the frames of a selector show links of the lab, each with a program of its own, which starts with the first call.
	// told hears of what the reader makes of the one of a number: the link, and a text that is the same during one run of typing
	// or dragging; it returns the link that stands for what is shown there.
	Frames(selector, theme string, links [2]string, told func(i int, link, run string) (shows string))
	// After calls f once, later. Calls of one name within the delay count as one.
	After(name string, milliseconds int, f func())
	// Reach moves the focus to an element and its top edge to the top of the window.
	Reach(selector string)
	// Load fetches a file of assets/data and calls done once, later: with its bytes, or with a sentence that says why
	// not. A file that is here already is not fetched again.
	Load(name string, done func(data []byte, problem string))
	// Whole loads the page again with the whole program, at a link of a view that this one lacks. Kept returns, then and
	// once, what was given to keep.
	Whole(link, keep string)
	Kept() string
	// Ready tells page and embedding page that the first render is done.
	Ready(views []string)
}

// What only some views need of the browser has interfaces of its own, so that a program without these views is without the
// code: the linker keeps a method only where it is called.
type (
	// Chooser opens a reader's own files.
	Chooser interface {
		// Open lets the reader choose a file; it works in answer to a click or a key only. done is called once the file is
		// read, with its bytes or with a sentence that says why not, and never if the reader thinks better of it.
		Open(done func(name string, data []byte, problem string))
		// OnDrop calls f for each file dropped: onto an element with data-drop, whose value is the area, or beside those, with
		// the area "". While a file is dragged over it, the element has data-over.
		OnDrop(f func(area, name string, data []byte, problem string))
	}
	// Saver offers bytes as a file.
	Saver interface {
		SaveBytes(name string, data []byte)
	}
	// Workers does long jobs (site/work).
	Workers interface {
		// Work starts a job (site/work) in workers under a name, ending an earlier one of that name. tell is called
		// later: at each change of the state, and with progress at most ten times a second.
		Work(name, job string, tell func(work.Report))
		// PauseWork stops a job within a slice of its workers, ResumeWork goes on, CancelWork ends it at once.
		PauseWork(name string)
		ResumeWork(name string)
		CancelWork(name string)
	}
	// Stage shows pictures of pixels.
	Stage interface {
		// Stage makes the element of an ID, which holds a canvas, one that pointers and wheel act on, and returns the size of
		// the canvas in CSS pixels, 0 where it is not shown. told hears, in CSS pixels from
		// the corner: "wheel" at x, y by so much, "drag" by x, y, "pinch" about x, shifted by y, by a factor, "tap" and "twice" at
		// x, y, "over" and "leave" of a pointer that is not pressed, and "again" when light and dark change, also for paper.
		Stage(id string, told func(what string, x, y, by float64)) (w, h int)
		// Pixels shows w by h pixels on the canvas of a stage, red in the lowest byte, then green, blue and alpha.
		Pixels(id string, w, h int, rgba []uint32)
		// Inner sets the HTML inside an element that no component looks into.
		Inner(id, html string)
		// Frame calls f once before the next paint, with the time in milliseconds.
		Frame(f func(now float64))
		// Calm reports whether the reader asked for less motion.
		Calm() bool
		// Clock returns milliseconds since the page began.
		Clock() float64
	}
)
