package devices

import (
	"testing"

	"ulplab/fpcore/target"
	"ulplab/fpcore/wide"
	"ulplab/site/lab"
)

func devices() State {
	return First()
}

func TestDevMoveVisitsEveryTarget(t *testing.T) {
	s := Dev{Do: Pick, I: 1, Text: "1.0"}.Apply(devices())
	for i, want := range target.All() {
		if s.T[1] != want.ID() {
			t.Fatalf("step %d is at %s, want %s", i, s.T[1], want.ID())
		}
		s = Dev{Do: Move, I: 1, Up: true}.Apply(s)
	}
	if s.T != [2]string{"1.3", "x87"} {
		t.Errorf("the end is %v", s.T)
	}
	if s = (Dev{Do: Move, I: 0}).Apply(s); s.T[0] != "1.2" {
		t.Errorf("left of 1.3 is %s", s.T[0])
	}
}

func TestDevPicksOnlyTargets(t *testing.T) {
	s := devices()
	for _, a := range []lab.Action[State]{Dev{Do: Pick, I: 2, Text: "9.0"}, Dev{Do: Pick, Text: "9.1"}, Dev{Do: Pick, Text: "sse-pc53"}, Dev{Do: Op, Text: "a^b"}, Dev{Do: Type, I: 3, Text: "1"}, Dev{Do: Nudge, I: 3},
		Feature{Feature: 24}, Dev{Do: Move, I: 2}, Dev{Do: Open, Text: "none"}, Dev{Do: Witness, I: -1}, Dev{Do: Witness, I: 99}, Sought{Seek: Seek{Phase: SeekFound}}} {
		if got := a.Apply(s); got != s {
			t.Errorf("%#v changed %+v", a, got)
		}
	}
	if got := (Dev{Do: Pick, Text: "9.0-nosqrt-ftz"}).Apply(s).T[0]; got != "9.0-ftz-nosqrt" {
		t.Errorf("options in another order became %s", got)
	}
}

// Typed text is read again in the other type; other data are rounded.
func TestDevDouble(t *testing.T) {
	s := Dev{Do: Double, Up: true}.Apply(Dev{Do: Type, I: 0, Text: "0.1"}.Apply(devices()))
	if got := s.X[0].Bits; got != wide.From64(0x3fb999999999999a) {
		t.Errorf("0.1 is %x", got)
	}
	if got := s.X[1].Bits; got != wide.From64(0x3ff0000020000000) { // 0x3f800001
		t.Errorf("1 + 2^-23 is %x", got)
	}
	s = Dev{Do: Nudge, I: 1, Up: true}.Apply(s)
	if s = (Dev{Do: Double}).Apply(s); s.X[1].Bits != wide.From64(0x3f800001) {
		t.Errorf("rounded to %x", s.X[1].Bits)
	}
}

// A search ends with what it found, and whatever else is done ends it.
func TestDevSeek(t *testing.T) {
	s := Dev{Do: DevSeek}.Apply(devices())
	found := Sought{Seek: Seek{Phase: SeekFound, Why: "because"}, X: [3]uint64{1, 2, 3}}
	if got := found.Apply(s); got.X[2].Bits != wide.From64(3) || got.X[0].Text.On || got.Seek != found.Seek {
		t.Errorf("%+v", got)
	}
	none := Sought{Seek: Seek{Phase: SeekNone}, X: [3]uint64{1, 2, 3}}
	if got := none.Apply(s); got.X != s.X || got.Seek.Phase != SeekNone {
		t.Errorf("%+v", got)
	}
	for _, a := range []lab.Action[State]{Dev{Do: Pick, Text: "9.0"}, Dev{Do: Move, Up: true}, Dev{Do: Swap}, Dev{Do: Op, Text: "a+b"}, Dev{Do: Double, Up: true}, Dev{Do: Type, Text: "1"}, Dev{Do: Nudge}, Dev{Do: Open, Text: "x87"}} {
		after := a.Apply(s)
		if after.Seek != (Seek{}) {
			t.Errorf("%+v leaves the search running", a)
		}
		if got := found.Apply(after); got != after {
			t.Errorf("%+v: an old answer changed the page", a)
		}
	}
}

// Every difference that shows leads to a search in the operation in which it shows.
func TestDevWitness(t *testing.T) {
	s := devices()
	for i, d := range target.Differences(s.Target(0), s.Target(1)) {
		got := Dev{Do: Witness, I: i}.Apply(s)
		if d.Operation == "" {
			continue
		}
		if got.Op != d.Operation || got.Double != d.Double || got.Seek.Phase != Seeking || got.Seek.Want != d.Want {
			t.Errorf("%s: %+v", d.Name, got)
		}
	}
}
