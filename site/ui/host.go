package ui

// Host is what the components need of the browser; site/browser implements it. Text crosses as strings, and every
// method is safe to call where the browser refuses the service (sandboxed frames, file://).
type Host interface {
	Fragment() string // of the page's address, with its #
	Query() string    // of the page's address, with its ?
	// Push and Replace change the fragment with and without a new entry in the history.
	Push(fragment string)
	Replace(fragment string)
	Back() // to the entry before
	// OnNavigate calls f when the reader follows a link, goes back or forward.
	OnNavigate(f func())
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
	// SaveText offers text as a file, SavePNG a picture of an SVG document at twice its size.
	SaveText(name, mime, text string)
	SavePNG(name, svg string)
	Focus(selector string)
	// After calls f once, later. Calls of one name within the delay count as one.
	After(name string, milliseconds int, f func())
	// Load fetches a file of assets/data and calls done once, later: with its bytes, or with a sentence that says why
	// not. A file that is here already is not fetched again.
	Load(name string, done func(data []byte, problem string))
	moreHost
	// Whole loads the page again with the whole program, at a link of a view that this one lacks. Kept returns, then and
	// once, what was given to keep.
	Whole(link, keep string)
	Kept() string
	// Ready tells page and embedding page that the first render is done.
	Ready(views []string)
}
