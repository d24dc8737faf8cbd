package e2e

import "testing"

// What was typed and undone leaves no step on the way back.
func TestBackPassesWhatWasUndone(t *testing.T) {
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
