package state

import (
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// The code of every example's operand is what its text means, as a reader of the text finds it.
func TestOpExamplesReadAsTyped(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range OpExamples {
		if seen[e.ID] || !KnownOp(e.Op.ID) {
			t.Errorf("%s: listed twice or of an unknown operation %q", e.ID, e.Op.ID)
		}
		seen[e.ID] = true
		for i, x := range e.Op.X {
			if i >= e.Op.Arity() {
				if x != (Operand{}) {
					t.Errorf("%s: operand %d is not used", e.ID, i)
				}
				continue
			}
			if c, err := e.Op.Read(x.Text.Text); err != nil || c != x.Bits || !x.Text.On {
				t.Errorf("%s: %q is %x (%v), the example says %x", e.ID, x.Text.Text, c, err, x.Bits)
			}
		}
	}
	seen = map[string]bool{}
	for _, e := range FMAExamples {
		if seen[e.ID] {
			t.Errorf("%s is listed twice", e.ID)
		}
		seen[e.ID] = true
		for _, x := range e.FMA.X {
			if c, err := e.FMA.Read(x.Text.Text); err != nil || c != x.Bits {
				t.Errorf("%s: %q is %x (%v), the example says %x", e.ID, x.Text.Text, c, err, x.Bits)
			}
		}
		if e.FMA.DecText.Text != e.FMA.Dec || DecimalProblem(e.FMA.Dec) != nil {
			t.Errorf("%s: decimal x %q", e.ID, e.FMA.Dec)
		}
	}
}

func TestOpTyping(t *testing.T) {
	s := Update(Default(), OpType{I: 1, Text: "2/3"})
	if s.Op.X[1].Bits != wide.From64(0x3fe5555555555555) {
		t.Errorf("2/3 is %x", s.Op.X[1].Bits)
	}
	bad := Update(s, OpType{I: 1, Text: "2/"})
	if bad.Op.X[1].Bits != s.Op.X[1].Bits || bad.Op.X[1].Text.Text != "2/" {
		t.Errorf("a text that cannot be read changed the value or was not kept: %+v", bad.Op.X[1])
	}
	if got := Update(s, OpType{I: 3, Text: "1"}); got != s {
		t.Error("a fourth operand was typed")
	}
}

// A change of format reads typed numbers again and rounds everything else.
func TestOpFormat(t *testing.T) {
	s := Update(Default(), OpSrc{Format: "f32"})
	if s.Op.X[0].Bits != wide.From64(0x3dcccccd) || s.Op.X[0].Text.Text != "0.1" {
		t.Errorf("0.1 became %+v", s.Op.X[0])
	}
	s = Update(s, OpStep{I: 0, Up: true})
	if s.Op.X[0].Bits != wide.From64(0x3dccccce) || s.Op.X[0].Text.On {
		t.Errorf("a step up from 0.1 gives %+v", s.Op.X[0])
	}
	s = Update(s, OpSrc{Format: "f64"})
	if s.Op.X[0].Bits != wide.From64(0x3fb99999c0000000) {
		t.Errorf("the neighbour of 0.1 in binary64 is %x", s.Op.X[0].Bits)
	}
	s = Update(s, OpType{I: 0, Text: "0x3ff0000000000000"})
	s = Update(s, OpSrc{Format: "f16"})
	if s.Op.X[0].Bits != wide.From64(0x3c00) {
		t.Errorf("the pattern of 1 became %+v, want the value 1", s.Op.X[0])
	}
	if got := Update(s, OpSrc{Format: "nonsense"}); got != s {
		t.Error("an unknown format changed the state")
	}
	s = Update(s, OpOwn{Text: "e5m"})
	if s.Op.Src != "f16" || s.Op.Own.Text != "e5m" {
		t.Errorf("half a name gave %+v", s.Op)
	}
	s = Update(s, OpOwn{Text: "e5m3"})
	if s.Op.Src != "e5m3" || s.Op.X[0].Bits != wide.From64(15<<3) {
		t.Errorf("the format e5m3 gave %+v", s.Op)
	}
	if s = Update(s, OpDst{Format: "f64"}); s.Op.Dst != "f64" {
		t.Errorf("destination %q", s.Op.Dst)
	}
	if src, dst := s.Op.F(); src.ID != "e5m3" || dst != format.F64 {
		t.Errorf("formats %s and %s", src.ID, dst.ID)
	}
	if s = Update(s, OpSrc{Format: "f64"}); s.Op.Dst != "" {
		t.Errorf("the destination stays %q beside the same source", s.Op.Dst)
	}
}

func TestOpIntegers(t *testing.T) {
	s := Update(Default(), OpOpen{ID: "fromint"})
	for _, c := range []struct {
		typ, text string
		bits      uint64
		ok        bool
	}{
		{"s32", "-1", 0xffffffff, true}, {"s8", "-128", 0x80, true}, {"s8", "128", 0, false}, {"u8", "255", 0xff, true}, {"u8", "-1", 0, false},
		{"u64", "18446744073709551615", ^uint64(0), true}, {"s64", "0x8000000000000000", 1 << 63, true}, {"s32", "1.5", 0, false}, {"s32", "", 0, false},
	} {
		n := Update(Update(s, OpSet{Key: "it", Value: c.typ}), OpType{Text: "7"})
		n = Update(n, OpType{Text: c.text})
		want := c.bits
		if !c.ok {
			want = 7
		}
		if _, err := n.Op.Read(c.text); (err == nil) != c.ok || n.Op.X[0].Bits != wide.From64(want) {
			t.Errorf("%s %q: %x, error %v", c.typ, c.text, n.Op.X[0].Bits, err)
		}
	}
	// Leaving the integers reads the text as a number again, or starts with one that can be read.
	s = Update(s, OpPick{ID: "add"})
	if s.Op.X[0].Bits != wide.From64(0x4b800000) || s.Op.X[0].Text.Text != "16777217" {
		t.Errorf("16777217 in binary32 is %+v", s.Op.X[0])
	}
	s = Update(Update(s, OpType{Text: "0.5"}), OpPick{ID: OpFromInt})
	if s.Op.X[0].Bits != wide.From64(16777217) {
		t.Errorf("0.5 as an integer became %+v", s.Op.X[0])
	}
}

// Every value of every option can be set, is read back, and the default is the zero state.
func TestOpOptions(t *testing.T) {
	for _, opt := range OpOptions {
		var o Op
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
	var o Op
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
	s := Update(Default(), OpDir{Dir: round.Stochastic})
	if s.Op.Env.RandomBits == 0 {
		t.Error("stochastic rounding starts without random bits")
	}
	s = Update(Update(s, OpSet{Key: "rb", Value: "16"}), OpRandom{Text: "0xd123"})
	for _, x := range []string{"xyz", "", "12345", "ffffffffffffffffff"} {
		if got := Update(s, OpRandom{Text: x}); got.Op.Env.Random != 0xd123 || got.Op.Hex.Text != x {
			t.Errorf("random bits %q: %#x under %q", x, got.Op.Env.Random, got.Op.Hex.Text)
		}
		if _, err := s.Op.ReadRandom(x); err == nil || !strings.Contains(err.Error(), "hexadecimal digits") && !strings.Contains(err.Error(), "at most ffff") {
			t.Errorf("random bits %q: %v", x, err)
		}
	}
	if got := Update(s, OpDir{Dir: round.TiesTowardZero}); got != s {
		t.Error("a direction that the catalogue does not offer was taken")
	}
}

func TestFMAActions(t *testing.T) {
	s := Update(Default(), FMAFormat{Format: "f64"})
	if s.FMA.X[0].Bits != wide.From64(0x3ff0000020000000) || s.FMA.X[0].Text.On {
		t.Errorf("A in binary64 is %+v", s.FMA.X[0])
	}
	s = Update(s, FMADecimal{Text: "1.00"})
	if s.FMA.Dec != "1.00" {
		t.Errorf("decimal x %q", s.FMA.Dec)
	}
	s = Update(s, FMADecimal{Text: "1.00x"})
	if s.FMA.Dec != "1.00" || s.FMA.DecText.Text != "1.00x" {
		t.Errorf("after a text that cannot be read: %+v", s.FMA)
	}
	for _, bad := range []string{"inf", "nan", "0x3f800000", "1e999999", "1e60", "-1e300", "9e-61", "", "1..2"} {
		if DecimalProblem(bad) == nil {
			t.Errorf("the decimal machine takes %q", bad)
		}
	}
	for n := range 20 {
		got := Update(s, FMAPlaces{N: uint8(n)}).FMA.Places
		if in := MinDecimal <= n && n <= MaxDecimal; in != (got == uint8(n)) && n != int(s.FMA.Places) {
			t.Errorf("%d digits gave %d", n, got)
		}
	}
	if got := Update(s, FMADir{Dir: round.Stochastic}); got != s {
		t.Error("the FMA view rounds stochastically")
	}
}
