package operation

import (
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
)

// The code of every example's operand is what its text means, as a reader of the text finds it.
func TestOpExamplesReadAsTyped(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Examples {
		if seen[e.ID] || !Known(e.State.ID) {
			t.Errorf("%s: listed twice or of an unknown operation %q", e.ID, e.State.ID)
		}
		seen[e.ID] = true
		for i, x := range e.State.X {
			if i >= e.State.Arity() {
				if x != (operand.Entered{}) {
					t.Errorf("%s: operand %d is not used", e.ID, i)
				}
				continue
			}
			if c, err := e.State.Read(x.Text.Text); err != nil || c != x.Bits || !x.Text.On {
				t.Errorf("%s: %q is %x (%v), the example says %x", e.ID, x.Text.Text, c, err, x.Bits)
			}
		}
	}
}

func TestOpTyping(t *testing.T) {
	s := Type{I: 1, Text: "2/3"}.Apply(First())
	if s.X[1].Bits != wide.From64(0x3fe5555555555555) {
		t.Errorf("2/3 is %x", s.X[1].Bits)
	}
	bad := Type{I: 1, Text: "2/"}.Apply(s)
	if bad.X[1].Bits != s.X[1].Bits || bad.X[1].Text.Text != "2/" {
		t.Errorf("a text that cannot be read changed the value or was not kept: %+v", bad.X[1])
	}
	if got := (Type{I: 3, Text: "1"}).Apply(s); got != s {
		t.Error("a fourth operand was typed")
	}
}

// A change of format reads typed numbers again and rounds everything else.
func TestOpFormat(t *testing.T) {
	s := Src{Format: "f32"}.Apply(First())
	if s.X[0].Bits != wide.From64(0x3dcccccd) || s.X[0].Text.Text != "0.1" {
		t.Errorf("0.1 became %+v", s.X[0])
	}
	s = Step{I: 0, Up: true}.Apply(s)
	if s.X[0].Bits != wide.From64(0x3dccccce) || s.X[0].Text.On {
		t.Errorf("a step up from 0.1 gives %+v", s.X[0])
	}
	s = Src{Format: "f64"}.Apply(s)
	if s.X[0].Bits != wide.From64(0x3fb99999c0000000) {
		t.Errorf("the neighbour of 0.1 in binary64 is %x", s.X[0].Bits)
	}
	s = Type{I: 0, Text: "0x3ff0000000000000"}.Apply(s)
	s = Src{Format: "f16"}.Apply(s)
	if s.X[0].Bits != wide.From64(0x3c00) {
		t.Errorf("the pattern of 1 became %+v, want the value 1", s.X[0])
	}
	if got := (Src{Format: "nonsense"}).Apply(s); got != s {
		t.Error("an unknown format changed the state")
	}
	s = Own{Text: "e5m"}.Apply(s)
	if s.Src != "f16" || s.Own.Text != "e5m" {
		t.Errorf("half a name gave %+v", s)
	}
	s = Own{Text: "e5m3"}.Apply(s)
	if s.Src != "e5m3" || s.X[0].Bits != wide.From64(15<<3) {
		t.Errorf("the format e5m3 gave %+v", s)
	}
	if s = (Dst{Format: "f64"}).Apply(s); s.Dst != "f64" {
		t.Errorf("destination %q", s.Dst)
	}
	if src, dst := s.F(); src.ID != "e5m3" || dst != format.F64 {
		t.Errorf("formats %s and %s", src.ID, dst.ID)
	}
	if s = (Src{Format: "f64"}).Apply(s); s.Dst != "" {
		t.Errorf("the destination stays %q beside the same source", s.Dst)
	}
}

func TestOpIntegers(t *testing.T) {
	s := Open{ID: "fromint"}.Apply(First())
	for _, c := range []struct {
		typ, text string
		bits      uint64
		ok        bool
	}{
		{"s32", "-1", 0xffffffff, true}, {"s8", "-128", 0x80, true}, {"s8", "128", 0, false}, {"u8", "255", 0xff, true}, {"u8", "-1", 0, false},
		{"u64", "18446744073709551615", ^uint64(0), true}, {"s64", "0x8000000000000000", 1 << 63, true}, {"s32", "1.5", 0, false}, {"s32", "", 0, false},
	} {
		n := Type{Text: "7"}.Apply(Set{Key: "it", Value: c.typ}.Apply(s))
		n = Type{Text: c.text}.Apply(n)
		want := c.bits
		if !c.ok {
			want = 7
		}
		if _, err := n.Read(c.text); (err == nil) != c.ok || n.X[0].Bits != wide.From64(want) {
			t.Errorf("%s %q: %x, error %v", c.typ, c.text, n.X[0].Bits, err)
		}
	}
	// Leaving the integers reads the text as a number again, or starts with one that can be read.
	s = Pick{ID: "add"}.Apply(s)
	if s.X[0].Bits != wide.From64(0x4b800000) || s.X[0].Text.Text != "16777217" {
		t.Errorf("16777217 in binary32 is %+v", s.X[0])
	}
	s = Pick{ID: FromInt}.Apply(Type{Text: "0.5"}.Apply(s))
	if s.X[0].Bits != wide.From64(16777217) {
		t.Errorf("0.5 as an integer became %+v", s.X[0])
	}
}

// Every value of every option can be set, is read back, and the default is the zero state.
func TestOpOptions(t *testing.T) {
	for _, opt := range Options {
		var o State
		if got := o.Option(opt.Key); got != opt.Values[0] {
			t.Errorf("option %s starts as %q", opt.Key, got)
		}
		for _, v := range opt.Values {
			if !o.SetOption(opt.Key, v) || o.Option(opt.Key) != v {
				t.Errorf("option %s set to %q reads %q", opt.Key, v, o.Option(opt.Key))
			}
		}
		if o.SetOption(opt.Key, "nonsense") || o.SetOption(opt.Key, "") {
			t.Errorf("option %s takes anything", opt.Key)
		}
	}
	var o State
	for _, x := range [][2]string{{"rb", "0"}, {"rb", "64"}, {"rn", "0"}, {"rn", "ffffffffffffffff"}} {
		if !o.SetOption(x[0], x[1]) || o.Option(x[0]) != x[1] {
			t.Errorf("%s=%s reads %q", x[0], x[1], o.Option(x[0]))
		}
	}
	if o.SetOption("rb", "4"); o.Env.Random != 15 {
		t.Errorf("4 random bits hold %#x", o.Env.Random)
	}
	if o.SetOption("rb", "65") || o.SetOption("rb", "-1") || o.SetOption("rn", "xyz") || o.SetOption("zz", "1") {
		t.Error("an option out of range was taken")
	}
	s := Dir{Dir: round.Stochastic}.Apply(First())
	if s.Env.RandomBits == 0 {
		t.Error("stochastic rounding starts without random bits")
	}
	s = Random{Text: "0xd123"}.Apply(Set{Key: "rb", Value: "16"}.Apply(s))
	for _, x := range []string{"xyz", "", "12345", "ffffffffffffffffff"} {
		if got := (Random{Text: x}).Apply(s); got.Env.Random != 0xd123 || got.Hex.Text != x {
			t.Errorf("random bits %q: %#x under %q", x, got.Env.Random, got.Hex.Text)
		}
		if _, err := s.ReadRandom(x); err == nil || !strings.Contains(err.Error(), "hexadecimal digits") && !strings.Contains(err.Error(), "at most ffff") {
			t.Errorf("random bits %q: %v", x, err)
		}
	}
	if got := (Dir{Dir: round.TiesTowardZero}).Apply(s); got != s {
		t.Error("a direction that the catalogue does not offer was taken")
	}
}
