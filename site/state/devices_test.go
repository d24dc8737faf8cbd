package state

import (
	"testing"

	"ulplab/fpcore/target"
	"ulplab/fpcore/wide"
)

func devices() State {
	s := Default()
	s.View, s.Devices = Capabilities, firstDevices()
	return s
}

func TestDevMoveVisitsEveryTarget(t *testing.T) {
	s := Update(devices(), Dev{Do: DevPick, I: 1, Text: "1.0"})
	for i, want := range target.All() {
		if s.Devices.T[1] != want.ID() {
			t.Fatalf("step %d is at %s, want %s", i, s.Devices.T[1], want.ID())
		}
		s = Update(s, Dev{Do: DevMove, I: 1, Up: true})
	}
	if s.Devices.T != [2]string{"1.3", "x87"} {
		t.Errorf("the end is %v", s.Devices.T)
	}
	if s = Update(s, Dev{Do: DevMove, I: 0}); s.Devices.T[0] != "1.2" {
		t.Errorf("left of 1.3 is %s", s.Devices.T[0])
	}
}

func TestDevPicksOnlyTargets(t *testing.T) {
	s := devices()
	for _, a := range []Action{Dev{Do: DevPick, I: 2, Text: "9.0"}, Dev{Do: DevPick, Text: "9.1"}, Dev{Do: DevPick, Text: "sse-pc53"}, Dev{Do: DevOp, Text: "a^b"}, Dev{Do: DevType, I: 3, Text: "1"}, Dev{Do: DevNudge, I: 3},
		DevFeature{Feature: 24}, Dev{Do: DevMove, I: 2}, Dev{Do: DevOpen, Text: "none"}, Dev{Do: DevWitness, I: -1}, Dev{Do: DevWitness, I: 99}, DevSought{Seek: Seek{Phase: SeekFound}}} {
		if got := Update(s, a); got != s {
			t.Errorf("%#v changed %+v", a, got.Devices)
		}
	}
	if got := Update(s, Dev{Do: DevPick, Text: "9.0-nosqrt-ftz"}).Devices.T[0]; got != "9.0-ftz-nosqrt" {
		t.Errorf("options in another order became %s", got)
	}
}

// Typed text is read again in the other type; other data are rounded.
func TestDevDouble(t *testing.T) {
	s := Update(Update(devices(), Dev{Do: DevType, I: 0, Text: "0.1"}), Dev{Do: DevDouble, Up: true})
	if got := s.Devices.X[0].Bits; got != wide.From64(0x3fb999999999999a) {
		t.Errorf("0.1 is %x", got)
	}
	if got := s.Devices.X[1].Bits; got != wide.From64(0x3ff0000020000000) { // 0x3f800001
		t.Errorf("1 + 2^-23 is %x", got)
	}
	s = Update(s, Dev{Do: DevNudge, I: 1, Up: true})
	if s = Update(s, Dev{Do: DevDouble}); s.Devices.X[1].Bits != wide.From64(0x3f800001) {
		t.Errorf("rounded to %x", s.Devices.X[1].Bits)
	}
}

// A search ends with what it found, and whatever else is done ends it.
func TestDevSeek(t *testing.T) {
	s := Update(devices(), Dev{Do: DevSeek})
	found := DevSought{Seek: Seek{Phase: SeekFound, Why: "because"}, X: [3]uint64{1, 2, 3}}
	if got := Update(s, found).Devices; got.X[2].Bits != wide.From64(3) || got.X[0].Text.On || got.Seek != found.Seek {
		t.Errorf("%+v", got)
	}
	none := DevSought{Seek: Seek{Phase: SeekNone}, X: [3]uint64{1, 2, 3}}
	if got := Update(s, none).Devices; got.X != s.Devices.X || got.Seek.Phase != SeekNone {
		t.Errorf("%+v", got)
	}
	for _, a := range []Action{Dev{Do: DevPick, Text: "9.0"}, Dev{Do: DevMove, Up: true}, Dev{Do: DevSwap}, Dev{Do: DevOp, Text: "a+b"}, Dev{Do: DevDouble, Up: true}, Dev{Do: DevType, Text: "1"}, Dev{Do: DevNudge}, Dev{Do: DevOpen, Text: "x87"}} {
		after := Update(s, a)
		if after.Devices.Seek != (Seek{}) {
			t.Errorf("%+v leaves the search running", a)
		}
		if got := Update(after, found); got != after {
			t.Errorf("%+v: an old answer changed the page", a)
		}
	}
}

// Every difference that shows leads to a search in the operation in which it shows.
func TestDevWitness(t *testing.T) {
	s := devices()
	for i, d := range target.Differences(s.Devices.Target(0), s.Devices.Target(1)) {
		got := Update(s, Dev{Do: DevWitness, I: i}).Devices
		if d.Operation == "" {
			continue
		}
		if got.Op != d.Operation || got.Double != d.Double || got.Seek.Phase != Seeking || got.Seek.Want != d.Want {
			t.Errorf("%s: %+v", d.Name, got)
		}
	}
}
