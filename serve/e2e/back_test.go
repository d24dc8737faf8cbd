package e2e

import (
	"fmt"
	"testing"
)

// What was typed and undone leaves no step on the way back.
func TestBackPassesWhatWasUndone(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/enc?b=3f800000&f=f32", Wide)
	p.fill("#enc-value", "2")
	p.focus("#enc-dir") // ends the run of keys
	two := p.hash()
	p.fill("#enc-value", "15")
	p.fill("#enc-value", "2")
	p.focus("#enc-dir")
	if got := p.hash(); got != two {
		t.Fatalf("the address is %s, want %s", got, two)
	}
	p.must(p.Eval("history.back()", nil))
	p.wait(`location.hash === "#/v1/enc?b=3f800000&f=f32"`)
	p.contains(".enc-hero", "1")
}

// What is changed in one go is one entry.
func TestBackAfterSeveralChangesAtOnce(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/enc?b=3f800000&f=f32", Wide)
	entries := func() int { return int(number(p, "history.length")) }
	set := func(id, value, event string) string {
		return fmt.Sprintf(`(e => { e.value = %q; e.dispatchEvent(new Event(%q, { bubbles: true })); })(document.querySelector(%q)), `, value, event, id)
	}
	before := entries()
	p.eval("(" + set("#enc-value", "2", "input") + set("#enc-dir", "rtz", "change") + "0)")
	p.wait(`/b=40000000.*rtz|rtz.*b=40000000/.test(location.hash)`)
	if n := entries() - before; n != 1 {
		t.Errorf("two changes at once made %d entries, want 1", n)
	}
	p.must(p.Eval("history.back()", nil))
	p.wait(`location.hash === "#/v1/enc?b=3f800000&f=f32"`)
	p.contains(".enc-hero", "1")
}
