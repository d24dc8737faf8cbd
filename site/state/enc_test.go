package state

import (
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

func do(s State, actions ...Action) State {
	for _, a := range actions {
		s = Update(s, a)
	}
	return s
}

func TestEncTypingKeepsTheTextAndTheLastValue(t *testing.T) {
	s := do(Default(), EncType{"2/3"})
	if s.Enc.Bits != wide.From64(0x3f2aaaab) || s.Enc.Text != Typed("2/3") {
		t.Errorf("2/3: %+v", s.Enc)
	}
	s = do(s, EncType{"2/"})
	if s.Enc.Bits != wide.From64(0x3f2aaaab) || s.Enc.Text != Typed("2/") {
		t.Errorf("an unfinished text: %+v", s.Enc)
	}
	s = do(s, EncToggle{Bit: 31})
	if s.Enc.Bits != wide.From64(0xbf2aaaab) || s.Enc.Text.On || s.Enc.Cursor != 31 {
		t.Errorf("a bit: %+v", s.Enc)
	}
}

// Typed text is rounded once in each format; a value that was set is converted.
func TestEncFormatChange(t *testing.T) {
	typed := do(Default(), EncFormat{Name: "f64"})
	if typed.Enc.Bits != wide.From64(0x3fb999999999999a) || !typed.Enc.Text.On {
		t.Errorf("typed: %+v", typed.Enc)
	}
	set := do(Default(), EncToggle{Bit: 0}, EncToggle{Bit: 0}, EncFormat{Name: "f64"})
	if set.Enc.Bits != wide.From64(0x3fb99999a0000000) || set.Enc.Text.On {
		t.Errorf("set: %+v", set.Enc)
	}
	// A typed code belongs to its format: it is the value that moves.
	code := do(Default(), EncType{"0x3f800000"}, EncFormat{Name: "f64"})
	if code.Enc.Bits != wide.From64(0x3ff0000000000000) || code.Enc.Text.On {
		t.Errorf("a code: %+v", code.Enc)
	}
	custom := do(Default(), EncName{"e5m7"})
	if custom.Enc.Format != "e5m7" || custom.Enc.Bits != wide.From64(0x5cd) {
		t.Errorf("custom: %+v", custom.Enc)
	}
	if bad := do(Default(), EncName{"e99"}); bad.Enc.Format != "f32" || bad.Enc.Name.Text != "e99" {
		t.Errorf("a bad name: %+v", bad.Enc)
	}
	if same := do(Default(), EncFormat{Name: "nothing"}); same != Default() {
		t.Error("an unknown format changed the state")
	}
}

func TestEncDirections(t *testing.T) {
	for dir, want := range map[round.Direction]uint64{round.TiesToEven: 0x3dcccccd, round.TowardZero: 0x3dcccccc, round.TowardPositive: 0x3dcccccd, round.TowardNegative: 0x3dcccccc} {
		if s := do(Default(), EncDir{Dir: dir}); s.Enc.Bits != wide.From64(want) {
			t.Errorf("direction %d: %x", dir, s.Enc.Bits.Lo)
		}
	}
	// 0.1 lies 0.8 of an ulp above 0x3dcccccc: random bits below 0.2 of their range do not carry, the others do.
	for random, want := range map[uint32]uint64{0: 0x3dcccccc, 0x33333332: 0x3dcccccc, 0x33333334: 0x3dcccccd, FirstRandom: 0x3dcccccd, 0xffffffff: 0x3dcccccd} {
		if s := do(Default(), EncDir{Dir: round.Stochastic}, EncRandom{random}); s.Enc.Bits != wide.From64(want) {
			t.Errorf("random bits %08x: %x", random, s.Enc.Bits.Lo)
		}
	}
}

// Half of the random range rounds to nearest in every format, the widest included.
func TestEncRandomInEveryFormat(t *testing.T) {
	for _, f := range format.All {
		near := do(Default(), EncFormat{Name: f.ID})
		if got := do(near, EncDir{Dir: round.Stochastic}); got.Enc.Bits != near.Enc.Bits {
			t.Errorf("%s: %x, want %x", f.ID, got.Enc.Bits, near.Enc.Bits)
		}
	}
}

func TestEncSteps(t *testing.T) {
	one := do(Default(), EncType{"1"})
	for _, c := range []struct {
		a    Action
		want uint64
	}{
		{EncUlps{Up: true}, 0x3f800001}, {EncUlps{}, 0x3f7fffff}, {EncTwice{Up: true}, 0x40000000}, {EncTwice{}, 0x3f000000},
		{EncSpecial{Up: true}, 0x7f7fffff}, {EncSpecial{}, 0x00800000}, {EncPaint{Bit: 31, One: true}, 0xbf800000},
		{EncPut{Named: "max"}, 0x7f7fffff}, {EncPut{Named: "minus192"}, 0xc3400000}, {EncPut{Named: "negzero"}, 0x80000000}, {EncPut{Named: "nothing"}, 0x3f800000},
	} {
		if got := do(one, c.a).Enc.Bits; got != wide.From64(c.want) {
			t.Errorf("%T%v: %x, want %x", c.a, c.a, got.Lo, c.want)
		}
	}
	// Doubling stops before infinity, halving before zero.
	up, down := one, one
	for range 400 {
		up, down = do(up, EncTwice{Up: true}), do(down, EncTwice{})
	}
	if up.Enc.Bits != wide.From64(0x7f000000) || down.Enc.Bits != wide.From64(1) {
		t.Errorf("doubling ends at %x, halving at %x", up.Enc.Bits.Lo, down.Enc.Bits.Lo)
	}
}

// From any start the keys [ and ] reach every landmark once, in the order of the numbers, and stop.
func TestEncSpecialWalks(t *testing.T) {
	for _, f := range format.All {
		s := do(Default(), EncFormat{Name: f.ID}, EncPut{Named: "minnormal"})
		for range 60 {
			s = do(s, EncSpecial{})
		}
		seen := map[wide.U128]bool{s.Enc.Bits: true}
		n := 0
		for ; ; n++ {
			next := do(s, EncSpecial{Up: true})
			if next.Enc.Bits == s.Enc.Bits {
				break
			}
			s = next
			if seen[s.Enc.Bits] || n > 60 {
				t.Fatalf("%s: the walk comes back to %x", f.ID, s.Enc.Bits)
			}
			seen[s.Enc.Bits] = true
		}
		for _, c := range []wide.U128{f.Max(false), f.MinPositive(false), f.Zero(false)} {
			if !seen[c] {
				t.Errorf("%s: the walk misses %x", f.ID, c)
			}
		}
	}
}

func TestEncIgnoresWhatIsNotThere(t *testing.T) {
	s := do(Default(), EncFormat{Name: "e2m1"})
	for _, a := range []Action{EncCursor{Bit: 9}, EncHover{Bit: 40}, EncHover{Bit: -1}, EncPaint{Bit: 99, One: true}} {
		if got := do(s, a); got != s {
			t.Errorf("%T changed %+v", a, got.Enc)
		}
	}
}

// A text that is too long is refused, not read as the number that it begins with; the longest exact expansion of
// binary128 is not too long.
func TestLongText(t *testing.T) {
	s := Update(Default(), EncType{Text: strings.Repeat("7", 30000)})
	if _, err := s.Enc.Read(); err == nil || s.Enc.Bits != FirstEnc().Bits {
		t.Errorf("30000 digits were read as %x, %v", s.Enc.Bits, err)
	}
	s = Update(Default(), EncFormat{Name: "f128"})
	one := wide.From64(1)
	s = Update(s, EncType{Text: text.Decimal(s.Enc.F(), one)})
	if n := len(s.Enc.Text.Text); s.Enc.Bits != one || n < 16000 {
		t.Errorf("the %d digits of the smallest number gave %x", n, s.Enc.Bits)
	}
}
