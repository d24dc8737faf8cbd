// Package html writes pieces of a page as text: terms of the glossary, long numbers in groups, figures, tables.
package html

import (
	"ulplab/site/kit/words"
)

// Stale says that what follows is of earlier operands, since the text of those named is not understood; "" for none.
// The style sheet dims what stands beside it, and elements of class of-operands, in an element of class stale.
func Stale(unread []string) string {
	if len(unread) == 0 {
		return ""
	}
	return `<p class="stale-note">` + words.Escape(words.Stale(unread)) + `</p>`
}

// Bar is the verdict of a view as one line; "" while operands are not understood.
func Bar(unread []string, verdict string) string {
	if len(unread) > 0 {
		return ""
	}
	return Options(verdict)
}

// StaleClass adds class stale to the classes of a view.
func StaleClass(names string, unread []string) string {
	if len(unread) == 0 {
		return names
	}
	return names + " stale"
}
