package x87

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ulplab/fpcore/wide"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/lab/labtest"
)

// The results of the examples: those of SSE and x87 from gcc's FLT_EVAL_METHOD, the white paper's figures 1, 5 and 6 and
// an AMD EPYC (the value of fcos); the others were computed with rational numbers.
func TestX87Examples(t *testing.T) {
	for id, want := range map[string][3]string{
		"double":       {"0x3ff0000000000001", "0x3ff0000000000001", "0x3ff0000000000000"},
		"figure5":      {"0x3d653510", "0x3d653501", "0x3d653501"},
		"figure1":      {"0x00000000", "0x28800000", "0x28800000"},
		"cosine":       {"0x3e9649454bade22a", "0x3e9649454bade22a", "0x3e964945545d8d8d"},
		"self":         {"0x3fd5555555555555", "0x3fd5555555555555", "0x3fd5555555555555"},
		"overflow":     {"0x7ff0000000000000", "0x7ff0000000000000", "0x6974e718d7d7625a"},
		"discriminant": {"0x0000000000000000", "0x4010000000000000", "0x401e400000000000"},
		"tenth":        {"0x0000000000000000", "0x3c90000000000000", "0x3c90000000000000"},
		"mpc64":        {"0x0006ac4c25b9d603", "0x0006ac4c25b9d603", "0x0006ac4c25b9d602"},
		"cast":         {"0x00000000", "0x00000000", "0x28800000"},
		"wider":        {"0x28800000", "0x28800000", "0x28800000"},
		"flush":        {"0x00000000", "0x00000000", "0x00000300"},
		"trap":         {"", "", ""},
	} {
		m := build(labtest.Example(t, Examples, id))
		for i, c := range m.Columns {
			if c.Result.Hex != want[i] || (c.Trap != "") != (want[i] == "") {
				t.Errorf("%s, unit %d: %s %s, want %s", id, i, c.Result.Hex, c.Trap, want[i])
			}
		}
	}
	labtest.Worded(t, Examples, ExampleWords)
	if len(Examples) != 13 {
		t.Errorf("%d examples", len(Examples))
	}
}

func TestX87Rounding(t *testing.T) {
	m := build(First())
	r := m.Rounding
	if r == nil || !r.Double || !r.Tie || !r.Drawn || !r.Zoom {
		t.Fatalf("%+v", r)
	}
	if r.Lost != "2^-105" || r.ZoomLabels != [2]string{words.Midpoint, words.Midpoint + " + 2^-63"} || r.ZoomFirstAt != 0 {
		t.Errorf("lost %s, %q at %d", r.Lost, r.ZoomLabels, r.ZoomFirstAt)
	}
	if r.Direct.Hex != "0x3ff0000000000001" || r.Second.Hex != "0x3ff0000000000000" || r.SecondAt != 0 || r.DirectAt != numberline.Unit || r.FirstAt != numberline.Unit/2 {
		t.Errorf("%s and %s", r.Direct.Hex, r.Second.Hex)
	}
	if !m.Different || !strings.Contains(m.Compare, "greater") {
		t.Errorf("%q", m.Compare)
	}
	// With 53 bits the first rounding is the only one.
	s := Set{Precision: 53}.Apply(First())
	if r := build(s).Rounding; r.Double || r.Second.Hex != "0x3ff0000000000001" {
		t.Errorf("53 bits: %+v", r)
	}
	// A subnormal double is rounded twice even so.
	if r := build(labtest.Example(t, Examples, "mpc64")).Rounding; !r.Double || r.Bits != 53 || r.Direct.Hex != "0x0006ac4c25b9d603" {
		t.Errorf("%+v", r)
	}
}

// Figure 6, with the digits that the paper prints.
func TestX87Cosine(t *testing.T) {
	c := build(labtest.Example(t, Examples, "cosine")).Cosine
	if c == nil || c.Result != [2]string{"3.320904615e-07", "3.320904692e-07"} || c.Turns != "3814979" {
		t.Fatalf("%+v", c)
	}
	if c.Pi != [2]string{"3.243f6a8885a308d3", "13198a2e03707344"} {
		t.Errorf("pi is %q", c.Pi)
	}
	s := labtest.Example(t, Examples, "cosine")
	s = Operand{Text: "2^63"}.Apply(s)
	m := build(s)
	if !m.Cosine.Refuse || m.Columns[2].Result.Hex != "0x43e0000000000000" {
		t.Errorf("out of range: %+v, %s", m.Cosine, m.Columns[2].Result.Hex)
	}
}

func TestX87Ways(t *testing.T) {
	m := build(labtest.Example(t, Examples, "figure5"))
	here := 0
	for _, w := range m.Ways {
		want := "0x3d653510"
		switch w.Name {
		case "SSE with FMA3", "x87, kept in registers", "x87, 53 bits":
			want = "0x3d653501"
		}
		if w.Result.Hex != want || w.Command == "" || w.Same != (want == "0x3d653510") {
			t.Errorf("%s: %s, want %s", w.Name, w.Result.Hex, want)
		}
		if w.Here {
			here++
		}
	}
	if here != 1 {
		t.Errorf("%d ways are the one shown", here)
	}
	if ways := build(labtest.Example(t, Examples, "cast")).Ways; ways[len(ways)-1].Result.Hex != "0x00000000" || !strings.Contains(ways[len(ways)-1].Command, "-std=c11") {
		t.Errorf("%+v", ways[len(ways)-1])
	}
}

func TestX87Registers(t *testing.T) {
	s := Bit{Bit: 8}.Apply(First())
	s = Bit{Bit: 11}.Apply(s)
	s = Bit{MXCSR: true, Bit: 15}.Apply(s)
	s = Bit{MXCSR: true, Bit: 3}.Apply(s) // a flag: not to be changed
	s = Bit{Bit: 6}.Apply(s)
	m := build(s)
	if m.Words[0] != "0x0A7F" || m.Words[1] != "0x9F80" {
		t.Errorf("%q", m.Words)
	}
	if m.Control[0].Means != "toward positive" || m.Control[1].Means != "53 bits" || m.MXCSR[0].Means != "tiny results become zero" {
		t.Errorf("%+v", m.Control)
	}
	m = build(First())
	if m.Words[2] != "0x3820" || m.Control[0].Name != "RC" || len(m.After) != 1 || len(m.Before) != 2 {
		t.Errorf("%q, %d registers before, %d after", m.Words, len(m.Before), len(m.After))
	}
	// Every bit of each register that means something stands in one field.
	for k, layout := range [][]fieldWords{control, mxcsr, x87Status} {
		seen := 0
		for _, f := range layout {
			mask := (1<<f.Width - 1) << f.Low
			if seen&mask != 0 || len(f.Means) != 1<<f.Width && len(f.Means) != 1 {
				t.Errorf("register %d: field %s", k, f.Name)
			}
			seen |= mask
		}
		if want := []int{ControlBits, MXCSRBits, 0x3ebf}[k]; seen != want {
			t.Errorf("register %d: fields cover %04x, want %04x", k, seen, want)
		}
	}
}

// Every cell of chapter 4.7's table says how it is known.
func TestX87Table(t *testing.T) {
	rows := tableWords()
	for _, r := range rows {
		if len(r) != 7 || r[0] == "" {
			t.Errorf("%q", r)
			continue
		}
		for i := 1; i < 7; i += 2 {
			kind, source, _ := strings.Cut(r[i+1], ", ")
			if r[i] == "" || len(source) < 8 || kind != "documented" && kind != "measured" {
				t.Errorf("%s: %q, %q", r[0], r[i], r[i+1])
			}
		}
	}
	if len(rows) < 12 {
		t.Errorf("%d rows", len(rows))
	}
}

// No operands, registers or formula make the model panic.
func TestX87Any(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	formulas := []string{"a", "a+b", "a*b-c*d", "sqrt(a)/b", "-(a*b)+c", "fma(a,b,c)", "cos(a)+sin(b)", "(float)(a*b)/c", "(double)a-2.0f*b", "1/a", "a-a", "sin(a)", "cosf(a)*2"}
	for range 700 {
		s := Examples[0].State
		s = Declare{Double: r.IntN(2) == 0}.Apply(s)
		s = Type{Text: formulas[r.IntN(len(formulas))]}.Apply(s)
		v := &s
		for i := range v.X {
			c := r.Uint64()
			switch r.IntN(4) {
			case 0:
				c &= 0x8000_0000_8000_0003
			case 1:
				c |= 0x7fe0_0000_7f00_0000
			}
			if !v.Double {
				c &= 0xffffffff
			}
			v.X[i] = operand.Entered{Bits: wide.From64(c)}
		}
		v.Control, v.MXCSR, v.Spills, v.At = uint16(r.Uint32()), uint16(r.Uint32()), r.Uint32(), uint8(r.Uint32())
		m := build(*v)
		for i, c := range m.Columns {
			if len(c.Lines) == 0 || c.Trap == "" && c.Result.Hex == "" {
				t.Fatalf("%s on unit %d: %+v", v.Formula, i, c)
			}
		}
	}
}
