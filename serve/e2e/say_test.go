package e2e

import "testing"

// TestAnnounced: a change is announced once, in the one place of the page that is read out, after the reader has stopped; what has the
// focus keeps it. Nothing is announced on loading.
func TestAnnounced(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/op", Wide)
	const place = `document.querySelector("#app > [role=status]")`
	p.must(p.Eval(`(window.said = [], new MutationObserver(function () { said.push(`+place+`.textContent); }).observe(`+place+`, { childList: true, characterData: true, subtree: true }))`, nil))
	if n := p.eval(`document.querySelectorAll("[role=status], [aria-live]:not([role=status])").length`); n != "1" {
		t.Errorf("%s places are read out", n)
	}
	if got := p.eval(place + ".textContent"); got != "" {
		t.Errorf("on loading %q is announced", got)
	}
	p.focus("#op-a")
	p.must(p.Eval(`document.activeElement.select()`, nil))
	p.press("0", ".", "3", "7", "5")
	p.wait(`said.length > 0`)
	p.wait(`document.activeElement.id === "op-a"`)
	p.press("x")
	p.wait(`said.length > 1`)
	p.must(p.Eval(`location.hash = "#/v1/fma"`, nil))
	p.wait(`said.length > 2`)
	p.settle()
	const want = `0.375 + 0.2 is ≈0.57499999999999996, error −0.500000 ulp.|Operand a: At character 6: x does not belong here; the number ended before it.|The fused result is exact; the separate one is 8,388,608 ulp off.`
	if got := p.eval(`said.join("|")`); got != want {
		t.Errorf("announced is\n%s, want\n%s", got, want)
	}
}
