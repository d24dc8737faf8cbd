//go:build !js && !opening

package catalogue

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// The tests of this package run the whole page natively, without a browser: the program of the page over a fake one
// (settled.go). They know the lab and its views by what those show and take alone, so a view may be made in any way.

// newSettled is the page of all views with the data files of the repository, for tests.
func newSettled(t testing.TB) *Settled {
	h := NewSettled(asset, func(problem string) { t.Error(problem) })
	for id := range h.stages {
		h.stages[id] = [2]int{720, 360} // the record of texts was made at this size, which decides what of a large tree is named
	}
	return h
}

// open loads the page at a link, lets everything settle and returns what is in the main element, with what the page says
// before and after it.
func (h *Settled) open(link string) (shown []*piece) {
	h.settle(link, func(page markup.Node) { shown = within(fromNode(page)) })
	inject(shown, h.inner)
	return shown
}

// follow goes on to a link as a reader does who follows it.
func (h *Settled) follow(link string) (shown []*piece) {
	h.fragment = link
	h.navigate(true)
	h.rendered(link, func(page markup.Node) { shown = within(fromNode(page)) })
	inject(shown, h.inner)
	return shown
}

// within leaves out what stands around every view: header, footer and what is said once.
func within(pieces []*piece) []*piece {
	pieces = slices.DeleteFunc(pieces, func(p *piece) bool { return p.tag == "header" || p.tag == "footer" || p.attr["role"] == "status" })
	for _, p := range pieces {
		if p.tag != "main" {
			p.kids = within(p.kids)
		}
	}
	return pieces
}

// run loads the page.
func run(t *testing.T, b lab.Browser, s lab.Screen, views lab.Catalogue) {
	t.Helper()
	if err := lab.Run(b, s, views); err != nil {
		t.Fatal(err)
	}
}

// on is an event on an element with these attributes, its own or those around it.
type on map[string]string

func (e on) Closest(name string) string { return e[name] }
func (e on) Prevent()                   {}

// event is an event of a field.
func event(value string, around on) markup.Event {
	return markup.Event{Value: value, Open: value != "", Closest: around.Closest, Pasted: func() string { return value }, Prevent: around.Prevent}
}

// asset is a data file of the repository.
func asset(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join("..", "..", "..", "assets", "data", name))
}

// assetText is a data file, "" where it is missing.
func assetText(name string) string {
	text, _ := asset(name)
	return string(text)
}

// each calls f for every piece.
func each(list []*piece, f func(p *piece)) {
	for _, p := range list {
		f(p)
		each(p.kids, f)
	}
}
