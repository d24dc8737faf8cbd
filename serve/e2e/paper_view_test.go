package e2e

import (
	"fmt"
	"strconv"
	"testing"

	"ulplab/site/views/paper"
)

// TestPaperStatement: a link to a statement scrolls there and shows all marks; its own link is the address.
func TestPaperStatement(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/paper?c=figure6", Phone)
	p.wait(`document.activeElement.id === "paper-figure6"`)
	p.settle()
	if top, err := strconv.ParseFloat(p.eval(`document.activeElement.getBoundingClientRect().top`), 64); err != nil || top < 0 || top > 400 {
		t.Errorf("the statement is %v px below the window's top (%v)", top, err)
	}
	p.click(`[data-claim="library"] .paper-anchor`)
	p.wait(`location.hash === "#/v1/paper?c=library" && document.activeElement.id === "paper-library"`)
	p.click(`.paper-bar [data-tap="paper.go:2.1"]`)
	p.wait(`location.hash === "#/v1/paper?s=2.1" && document.activeElement.id === "paper-2-1"`)
	if y := p.eval(`document.querySelector(".paper-bar").getBoundingClientRect().top`); y != "0" {
		t.Errorf("the short contents are at %s, not at the top of the window", y)
	}
}

// TestPaperSection: a link to a section scrolls there and puts the focus on its heading.
func TestPaperSection(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/paper?s=2.3", Wide)
	at := func(id string) {
		t.Helper()
		p.wait(fmt.Sprintf(`document.activeElement.id === %q`, id))
		p.settle()
		if top, err := strconv.ParseFloat(p.eval(fmt.Sprintf(`document.getElementById(%q).getBoundingClientRect().top`, id)), 64); err != nil || top < 0 || top > 400 {
			t.Errorf("the heading %s is %v px below the window's top (%v)", id, top, err)
		}
	}
	at("paper-2-3")
	p.click(`.paper-bar [data-tap="paper.go:3.2"]`)
	at("paper-3-2")
	if h := p.hash(); h != "#/v1/paper?s=3.2" {
		t.Errorf("the address is %s", h)
	}
	p.eval(`scrollTo(0, 0)`)
	p.click(`.paper-bar [data-tap="paper.go:3.2"]`) // again, from the top
	at("paper-3-2")
}

// TestPaperFilter: the buttons show one mark; back undoes it; a link shows it again.
func TestPaperFilter(t *testing.T) {
	t.Parallel()
	const visible = `[].filter.call(document.querySelectorAll(".paper-fold[open] .paper-claim"), function (e) { return e.getClientRects().length > 0; })`
	made := paper.Build()
	shows := func(p *tpage, want int, selector string) {
		t.Helper()
		p.wait(fmt.Sprintf(`%s.length === %d`, visible, want))
		p.wait(fmt.Sprintf(`%s.every(function (e) { return e.matches(%q); })`, visible, selector))
	}
	p := visit(t, "#/v1/paper?o=all", Phone)
	shows(p, made.Total, "*")
	p.axePart(".paper-mark, .paper-count") // of all that the filters may show; the rest of a statement has the colours of every text
	for i, m := range paper.Marks {
		filter := fmt.Sprintf(".paper-filter button:nth-child(%d)", i+2)
		p.focus(filter)
		p.press("\r")
		p.wait(fmt.Sprintf(`location.hash === "#/v1/paper?m=%s"`, m))
		shows(p, made.Counts[i], ".m-"+string(m))
		if got := p.eval(fmt.Sprintf(`document.querySelector(%q).getAttribute("aria-pressed")`, filter)); got != "true" {
			t.Errorf("the button of %s is pressed: %s", m, got)
		}
		p.eval(`history.back()`)
		p.wait(`location.hash === "#/v1/paper?o=all"`)
		shows(p, made.Total, "*")
	}
	q := visit(t, "#/v1/paper?m=outdated&s=2.1", Narrow)
	shows(q, made.Counts[4], ".m-outdated")
	q.contains(".paper-body", "No statement of this section has this mark.")
	q.fits(320)
	q.axe()
}

// TestPaperFolds: the keyboard opens a section, which closes the one that was open, and keeps its place; back returns; a
// link to a statement opens its section and moves the keyboard there.
func TestPaperFolds(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/paper", Wide)
	folds := func(want string) {
		t.Helper()
		p.wait(fmt.Sprintf(`[].map.call(document.querySelectorAll(".paper-fold[open]"), function (e) { return e.parentNode.querySelector(".paper-section .paper-no").textContent; }).join(" ") === %q`, want))
	}
	folds("2.2")
	p.focus(`#paper-4-2`)
	p.press("\t")
	p.press("\r") // the summary below the heading
	folds("4.2")
	p.wait(`location.hash === "#/v1/paper?s=4.2" && document.activeElement.id === "paper-4-2"`)
	p.eval(`history.back()`)
	p.wait(`location.hash === "#/v1/paper"`)
	folds("2.2")
	p.eval(`location.hash = "#/v1/paper?c=slashop"`)
	folds("5.2")
	p.wait(`document.activeElement.id === "paper-slashop"`)
}
