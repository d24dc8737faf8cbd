package encoding

import (
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

func do(s State, actions ...lab.Action[State]) State {
	for _, a := range actions {
		s = a.Apply(s)
	}
	return s
}

func TestEncTypingKeepsTheTextAndTheLastValue(t *testing.T) {
	s := do(First(), Type{"2/3"})
	if s.Bits != wide.From64(0x3f2aaaab) || s.Text != operand.Typed("2/3") {
		t.Errorf("2/3: %+v", s)
	}
	s = do(s, Type{"2/"})
	if s.Bits != wide.From64(0x3f2aaaab) || s.Text != operand.Typed("2/") {
		t.Errorf("an unfinished text: %+v", s)
	}
	s = do(s, Toggle{Bit: 31})
	if s.Bits != wide.From64(0xbf2aaaab) || s.Text.On || s.Cursor != 31 {
		t.Errorf("a bit: %+v", s)
	}
}

// Typed text is rounded once in each format; a value that was set is converted.
func TestEncFormatChange(t *testing.T) {
	typed := do(First(), Format{Name: "f64"})
	if typed.Bits != wide.From64(0x3fb999999999999a) || !typed.Text.On {
		t.Errorf("typed: %+v", typed)
	}
	set := do(First(), Toggle{Bit: 0}, Toggle{Bit: 0}, Format{Name: "f64"})
	if set.Bits != wide.From64(0x3fb99999a0000000) || set.Text.On {
		t.Errorf("set: %+v", set)
	}
	// A typed code belongs to its format: it is the value that moves.
	code := do(First(), Type{"0x3f800000"}, Format{Name: "f64"})
	if code.Bits != wide.From64(0x3ff0000000000000) || code.Text.On {
		t.Errorf("a code: %+v", code)
	}
	custom := do(First(), Name{"e5m7"})
	if custom.Format != "e5m7" || custom.Bits != wide.From64(0x5cd) {
		t.Errorf("custom: %+v", custom)
	}
	if bad := do(First(), Name{"e99"}); bad.Format != "f32" || bad.Name.Text != "e99" {
		t.Errorf("a bad name: %+v", bad)
	}
	if same := do(First(), Format{Name: "nothing"}); same != First() {
		t.Error("an unknown format changed the state")
	}
}

func TestEncDirections(t *testing.T) {
	for dir, want := range map[round.Direction]uint64{round.TiesToEven: 0x3dcccccd, round.TowardZero: 0x3dcccccc, round.TowardPositive: 0x3dcccccd, round.TowardNegative: 0x3dcccccc} {
		if s := do(First(), Dir{Dir: dir}); s.Bits != wide.From64(want) {
			t.Errorf("direction %d: %x", dir, s.Bits.Lo)
		}
	}
	// 0.1 lies 0.8 of an ulp above 0x3dcccccc: random bits below 0.2 of their range do not carry, the others do.
	for random, want := range map[uint32]uint64{0: 0x3dcccccc, 0x33333332: 0x3dcccccc, 0x33333334: 0x3dcccccd, FirstRandom: 0x3dcccccd, 0xffffffff: 0x3dcccccd} {
		if s := do(First(), Dir{Dir: round.Stochastic}, Random{random}); s.Bits != wide.From64(want) {
			t.Errorf("random bits %08x: %x", random, s.Bits.Lo)
		}
	}
}

// Half of the random range rounds to nearest in every format, the widest included.
func TestEncRandomInEveryFormat(t *testing.T) {
	for _, f := range format.All {
		near := do(First(), Format{Name: f.ID})
		if got := do(near, Dir{Dir: round.Stochastic}); got.Bits != near.Bits {
			t.Errorf("%s: %x, want %x", f.ID, got.Bits, near.Bits)
		}
	}
}

func TestEncSteps(t *testing.T) {
	one := do(First(), Type{"1"})
	for _, c := range []struct {
		a    lab.Action[State]
		want uint64
	}{
		{Ulps{Up: true}, 0x3f800001}, {Ulps{}, 0x3f7fffff}, {Twice{Up: true}, 0x40000000}, {Twice{}, 0x3f000000},
		{Special{Up: true}, 0x7f7fffff}, {Special{}, 0x00800000}, {Paint{Bit: 31, One: true}, 0xbf800000},
		{Put{Named: "max"}, 0x7f7fffff}, {Put{Named: "minus192"}, 0xc3400000}, {Put{Named: "negzero"}, 0x80000000}, {Put{Named: "nothing"}, 0x3f800000},
	} {
		if got := do(one, c.a).Bits; got != wide.From64(c.want) {
			t.Errorf("%T%v: %x, want %x", c.a, c.a, got.Lo, c.want)
		}
	}
	// Doubling stops before infinity, halving before zero.
	up, down := one, one
	for range 400 {
		up, down = do(up, Twice{Up: true}), do(down, Twice{})
	}
	if up.Bits != wide.From64(0x7f000000) || down.Bits != wide.From64(1) {
		t.Errorf("doubling ends at %x, halving at %x", up.Bits.Lo, down.Bits.Lo)
	}
}

// From any start the keys [ and ] reach every landmark once, in the order of the numbers, and stop.
func TestEncSpecialWalks(t *testing.T) {
	for _, f := range format.All {
		s := do(First(), Format{Name: f.ID}, Put{Named: "minnormal"})
		for range 60 {
			s = do(s, Special{})
		}
		seen := map[wide.U128]bool{s.Bits: true}
		n := 0
		for ; ; n++ {
			next := do(s, Special{Up: true})
			if next.Bits == s.Bits {
				break
			}
			s = next
			if seen[s.Bits] || n > 60 {
				t.Fatalf("%s: the walk comes back to %x", f.ID, s.Bits)
			}
			seen[s.Bits] = true
		}
		for _, c := range []wide.U128{f.Max(false), f.MinPositive(false), f.Zero(false)} {
			if !seen[c] {
				t.Errorf("%s: the walk misses %x", f.ID, c)
			}
		}
	}
}

func TestEncIgnoresWhatIsNotThere(t *testing.T) {
	s := do(First(), Format{Name: "e2m1"})
	for _, a := range []lab.Action[State]{Cursor{Bit: 9}, Hover{Bit: 40}, Hover{Bit: -1}, Paint{Bit: 99, One: true}} {
		if got := do(s, a); got != s {
			t.Errorf("%T changed %+v", a, got)
		}
	}
}

// A text that is too long is refused, not read as the number that it begins with; the longest exact expansion of
// binary128 is not too long.
func TestLongText(t *testing.T) {
	s := Type{Text: strings.Repeat("7", 30000)}.Apply(First())
	if _, err := s.Read(); err == nil || s.Bits != First().Bits {
		t.Errorf("30000 digits were read as %x, %v", s.Bits, err)
	}
	s = Format{Name: "f128"}.Apply(First())
	one := wide.From64(1)
	s = Type{Text: text.Decimal(s.F(), one)}.Apply(s)
	if n := len(s.Text.Text); s.Bits != one || n < 16000 {
		t.Errorf("the %d digits of the smallest number gave %x", n, s.Bits)
	}
}
