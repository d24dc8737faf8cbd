package lab

// Undo and redo are back and forward in the browser's history among the entries that the lab made: what is one entry there is
// one step here, and the address always says what is shown. They never leave the lab, which back does from its first entry.

// undoes returns how many entries back the state before is, 0 for none: an entry that says the same as the one before it, because
// what was typed had been undone by hand, is passed.
func undoes() int {
	n := 1
	if app.link == app.before {
		n = 2
	}
	if shown, _ := entries(); shown < n {
		return 0
	}
	return n
}

// redoes returns how many entries on the next state is, 0 for none.
func redoes() int {
	if shown, last := entries(); shown < last {
		return 1
	}
	return 0
}

// entries are the numbers of the entry shown and of the last; the page that is painted first has one.
func entries() (shown, last int) {
	if app.host == nil {
		return 0, 0
	}
	return app.host.Entries()
}

// step goes on by n entries.
func step(n int) {
	if n != 0 {
		app.host.Step(n)
	}
}

// undoKey answers Ctrl-Z, Ctrl-Shift-Z and Ctrl-Y, on a Mac with the command key; fields have an undo of their own.
func undoKey(k Key) bool {
	if k.Ctrl == k.Meta {
		return false
	}
	switch k.Name {
	case "z":
		step(-undoes())
	case "Z", "y":
		step(redoes())
	default:
		return false
	}
	return true
}
