package e2e

import (
	"fmt"
	"testing"
)

// explained waits for the answer that speaks of words.
func (p *tpage) explained(words string) {
	p.t.Helper()
	p.comes(".explain-answer", words)
}

// comes waits until an element shows words.
func (p *tpage) comes(selector, words string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`(document.querySelector(%q) || document.head).textContent.includes(%q)`, selector, words))
}

// A question of 10,000 elements: the search says what it is at, the page answers keys beside it, pauses, goes on, is
// cancelled, begins again, and another question takes its place.
func TestExplainLong(t *testing.T) {
	p := open(t, Single, "#/v1/explain", Wide, longTasks())
	p.explained("FMA contraction")
	p.eval("(window.longTasks.length = 0, " + explainTimer + ", 0)")
	long := explainSums(10_000)[2]
	p.eval("(" + long.script() + ", 0)")
	at := func() int { return int(number(p, `document.querySelector(".explain-run progress").value`)) }
	p.comes(".explain-run", "Trying evaluation")
	p.click(".explain-columns summary")
	p.fill("#explain-pair", "1 1\n2 2.0000005")
	p.contains(".explain-columns", "Largest distance 2 ulp")
	if p.text(".explain-answer") != "" || !p.shown(".explain-run progress") {
		t.Error("a key waited for the answer, or the old answer stands")
	}
	before := at()
	p.wait(fmt.Sprintf(`document.querySelector(".explain-run progress").value > %d`, before))
	p.click("#explain-pause")
	p.comes(".explain-run", "paused")
	p.click("#explain-resume")
	p.comes(".explain-run", "Trying evaluation")
	p.click("#explain-cancel")
	p.comes(".explain-run", "cancelled")
	if p.shown(".explain-run progress") {
		t.Error("a search that was cancelled goes on")
	}
	p.click("#explain-start")
	p.comes(".explain-run", "Trying evaluation")
	p.pick("#explain-example", "exp")
	p.explained("float and double mixed")
	if p.shown(".explain-run") {
		t.Error("a search that was replaced goes on")
	}
	t.Logf("1,000 elements: %.0f ms to the answer; tasks of more than 50 ms: %s", number(p, explainSums(1000)[1].script()), p.eval(`window.longTasks.join(" ")`))
}

// A panic in the page is said in a sentence, in the window and as wide as a phone, and closes; the page goes on.
func TestFaultNotice(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/explain", Wide)
	p.explained("FMA contraction")
	p.eval(`(window.post = Worker.prototype.postMessage, Worker.prototype.postMessage = function () { throw new Error("the worker hears nothing"); }, 0)`)
	p.pick("#explain-example", "exp")
	p.comes(".notice[role=alert]", "This could not be computed: ")
	p.eval(`(Worker.prototype.postMessage = post, 0)`)
	p.contains(".notice[role=alert]", "the worker hears nothing.")
	p.fits(390)
	p.axe()
	p.click(".notice[role=alert] .plain:last-child")
	p.pick("#explain-example", "library")
	p.explained("another implementation of a function")
	if p.shown(".notice[role=alert]") {
		t.Error("the notice stays")
	}
}
