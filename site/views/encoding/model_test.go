package encoding

import (
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
)

// typing returns the model after the text was typed in the format.
func typing(f, s string) Model {
	st := Format{Name: f}.Apply(First())
	return build(Type{Text: s}.Apply(st))
}

func other(m Model, id string) Other {
	for _, o := range m.Others {
		if o.F.ID == id {
			return o
		}
	}
	return Other{}
}

// The values of 2/3 and -192 in the paper's chapter 2, and 0.1 as everybody knows it.
func TestPapersValues(t *testing.T) {
	m := typing("f32", "2/3")
	if m.Code != "0x3f2aaaab" || other(m, "f64").Code != "0x3fe5555555555555" || other(m, "f32").Code != "0x3f2aaaab" {
		t.Errorf("2/3: %s %+v", m.Code, other(m, "f64"))
	}
	m = typing("f32", "-192")
	if m.Code != "0xc3400000" || other(m, "f64").Code != "0xc068000000000000" || !other(m, "f64").Exact {
		t.Errorf("-192: %s %+v", m.Code, other(m, "f64"))
	}
	m = build(First())
	if m.Code != "0x3dcccccd" || m.Decimal != "0.100000001490116119384765625" || m.Shortest != "0.1" || m.Ulp != "2^-27" ||
		m.Typed.Diff != "1.490116119384765625e-9" || m.Typed.Ulps != "+0.200000" {
		t.Errorf("0.1: %+v", m)
	}
	f := m.Formula
	if f.Sign != '0' || f.Biased != "123" || f.Bias != "127" || f.Exponent != "-4" || f.Lead != '1' || f.Frac != "10011001100110011001101" ||
		f.SigValue != "1.60000002384185791015625" {
		t.Errorf("0.1: formula %+v", f)
	}
}

// A stored value is converted, typed text is rounded once: 2/3 through binary32 differs from 2/3 in binary64.
func TestStoredOrTyped(t *testing.T) {
	st := Type{Text: "2/3"}.Apply(First())
	st = Stored{Stored: true}.Apply(st)
	if got := other(build(st), "f64").Code; got != "0x3fe5555560000000" {
		t.Errorf("the stored value in binary64 is %s", got)
	}
}

func TestTypedTexts(t *testing.T) {
	for _, c := range []struct{ text, code, decimal string }{
		{"-0", "0x80000000", "-0"}, {"1e-45", "0x00000001", ""}, {"inf", "0x7f800000", "inf"}, {"nan", "0x7fc00000", "nan"},
		{"0x1p-149", "0x00000001", ""}, {"1e400", "0x7f800000", "inf"}, {"0x7f800001", "0x7f800001", "snan(0x1)"}, {"pi", "0x40490fdb", "3.1415927410125732421875"},
	} {
		m := typing("f32", c.text)
		if m.Code != c.code || c.decimal != "" && m.Decimal != c.decimal || m.Problem != "" {
			t.Errorf("%s: %s %s %q", c.text, m.Code, m.Decimal, m.Problem)
		}
	}
	for _, s := range []string{"", "  ", "rubbish", "1..2", "0x", "2/0", "--1"} {
		m := typing("f32", s)
		if m.Problem == "" || !strings.HasPrefix(m.Problem, "At character ") || m.Code != "0x3dcccccd" {
			t.Errorf("%q: problem %q, code %s", s, m.Problem, m.Code)
		}
	}
}

// Every class of every format gives a model without a panic, whose pieces agree with the format.
func TestEveryFormatBuilds(t *testing.T) {
	names := []string{"e2m0", "e15m112", "e2m1", "e5m0", "e8m23"}
	for _, f := range format.All {
		names = append(names, f.ID)
	}
	for _, name := range names {
		f, err := format.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		codes := []wide.U128{{}, f.Max(false), f.Max(true), f.MinNormal(false), f.MinPositive(true), f.NextDown(f.MinNormal(false)), wide.Mask(uint(f.Bits)),
			wide.Mask(uint(f.Bits - 1)), wide.From64(1).Shl(uint(f.Bits - 1)), wide.From64(0x5a5a5a5a5a5a5a5a).And(wide.Mask(uint(f.Bits)))}
		for _, c := range codes {
			e := First()
			e.Format, e.Bits, e.Text = name, c, operand.Draft{}
			m := build(e)
			n := 0
			for _, field := range bits.BitsOf(f, c).Fields {
				n += len(field.Bits)
			}
			if n != f.Bits {
				t.Errorf("%s: the fields hold %d bits of %d", name, n, f.Bits)
			}
			if m.Finite != m.Formula.OK {
				t.Errorf("%s %s: formula %v for a finite value %v", name, m.Code, m.Formula.OK, m.Finite)
			}
			for _, l := range []numberline.Line{m.Binade, m.Zoom} {
				for _, tick := range l.Ticks {
					if tick.Pos < 0 || tick.Pos > numberline.Unit {
						t.Errorf("%s %s: a tick at %d", name, m.Code, tick.Pos)
					}
				}
			}
			if m.HasLines && (m.Binade.Result < 0 || m.Binade.Result > numberline.Unit) {
				t.Errorf("%s %s: the value at %d", name, m.Code, m.Binade.Result)
			}
			if o := other(m, f.ID); o.Code != m.Code {
				t.Errorf("%s: its own row says %s, not %s", name, o.Code, m.Code)
			}
			for i := 0; i < f.Bits; i++ {
				if bitDetail(f, c, i) == "" || bits.BitName(f, i) == "" {
					t.Errorf("%s: bit %d has no name", name, i)
				}
			}
		}
	}
}

func TestX87EncodingsAreNamed(t *testing.T) {
	for code, class := range map[wide.U128]format.Class{
		{Hi: 0x0000, Lo: 1 << 63}: format.PseudoSubnormal,
		{Hi: 0x3fff, Lo: 1}:       format.Unnormal,
		{Hi: 0x7fff, Lo: 0}:       format.PseudoInfinity,
		{Hi: 0x7fff, Lo: 5}:       format.PseudoNaN,
	} {
		e := First()
		e.Format, e.Bits, e.Text = "x87", code, operand.Draft{}
		if m := build(e); m.Class != class || m.Finite != (class == format.PseudoSubnormal) {
			t.Errorf("%v: class %d", code, m.Class)
		}
	}
}

func TestBinadePositions(t *testing.T) {
	for text, want := range map[string]int{"1": 0, "1.5": numberline.Unit / 2, "1.25": numberline.Unit / 4, "-1.25": numberline.Unit - numberline.Unit/4, "0": 0, "0x1p-127": numberline.Unit / 2} {
		if got := typing("f32", text).Binade.Result; got != want {
			t.Errorf("%s lies at %d, want %d", text, got, want)
		}
	}
}

func TestFieldEdge(t *testing.T) {
	for _, c := range []struct {
		from  int
		left  bool
		want  int
		which *format.Format
	}{
		{0, true, 30, format.F32}, {22, true, 30, format.F32}, {23, true, 31, format.F32}, {31, true, 31, format.F32},
		{31, false, 30, format.F32}, {25, false, 22, format.F32}, {5, false, 0, format.F32},
		{10, true, 63, format.X87}, {63, true, 78, format.X87}, {78, false, 63, format.X87}, {3, true, 7, format.E8M0},
	} {
		if got := bits.FieldEdge(c.which, c.from, c.left); got != c.want {
			t.Errorf("%s from %d, left %v: %d, want %d", c.which.ID, c.from, c.left, got, c.want)
		}
	}
}

// What a format cannot hold is named beside the field.
func TestEncMissingData(t *testing.T) {
	for _, c := range []struct{ format, typed, want string }{
		{"e2m1", "nan", "FP4 E2M1 has no NaN; its largest number takes the place"},
		{"e2m1", "-inf", "FP4 E2M1 has no infinity; its largest number takes the place"},
		{"e4m3", "inf", "FP8 E4M3 has no infinity; its NaN takes the place"},
		{"f32", "inf", "infinity: no number, so no difference"},
		{"f32", "1e400", "overflow: beyond ≈3.4028234663852886e+38"},
		{"f32", "-1e400", "overflow: beyond ≈-3.4028234663852886e+38"},
		{"e4m3", "nan", "quiet NaN: no number, so no difference"},
	} {
		s := Type{Text: c.typed}.Apply(Format{Name: c.format}.Apply(First()))
		if got := build(s).Typed.Words; got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.typed, c.format, got, c.want)
		}
	}
}
