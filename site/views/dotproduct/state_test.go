package dotproduct

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
)

func at(t *testing.T, id string) State {
	t.Helper()
	s := First()

	return Preset{ID: id}.Apply(s)
}

func TestDotExamplesHaveWords(t *testing.T) {
	if len(Examples) != len(dotExamples) {
		t.Fatalf("%d examples, %d names", len(Examples), len(dotExamples))
	}
	for i, e := range Examples {
		p := dotExamples[i]
		if p.ID != e.ID || p.Name == "" || p.Note == "" {
			t.Errorf("example %d is %q, its words are of %q", i, e.ID, p.ID)
		}
		d := at(t, e.ID)
		if d.N < Least || d.N > Most || d.Node != -1 {
			t.Errorf("%s: %d elements", e.ID, d.N)
		}
		for c := range d.V {
			for k := range d.V[c] {
				if k >= int(d.N) && d.V[c][k] != (wide.U128{}) {
					t.Errorf("%s: element %d is not empty", e.ID, k)
				}
			}
		}
	}
}

// The recovered vectors print as the paper's seven digits, and so do the data of the other two examples.
func TestDotVectorsPrintAsInThePaper(t *testing.T) {
	printed := map[string][2][4]string{
		"fig5":    {{"1.907607", "-0.7862027", "1.147311", "0.9604002"}, {"-0.9355", "-0.6915108", "1.72447", "-0.7097529"}},
		"printed": {{"1.907607", "-0.7862027", "1.147311", "0.9604002"}, {"-0.9355", "-0.6915108", "1.72447", "-0.7097529"}},
		"typo":    {{"1.907607", "-0.7862027", "1.148311", "0.9604002"}, {"-0.9355", "-0.6915108", "1.72447", "-0.7097529"}},
	}
	for id, want := range printed {
		d := at(t, id)
		for c := range want {
			for i, w := range want[c] {
				if got := text.FormatG(format.F32, d.V[c][i], 7); got != w {
					t.Errorf("%s: element %d of vector %d prints %s, want %s", id, i, c, got, w)
				}
			}
		}
	}
}

func TestDotUniformLiesInRange(t *testing.T) {
	d := at(t, "uniform")
	low, _ := operand.Read("-1", format.F32)
	for c := range d.V {
		negative := 0
		for i := range Most {
			n := format.F32.Unpack(d.V[c][i])
			if n.Exp > 0 || n.Sign && n.Exp >= 0 && d.V[c][i] != low {
				t.Errorf("element %d is %s", i, text.Shortest(format.F32, d.V[c][i]))
			}
			if n.Sign {
				negative++
			}
		}
		if negative < 8 || negative > 36 {
			t.Errorf("%d of 64 are negative; a third is expected", negative)
		}
	}
}

func TestDotTyping(t *testing.T) {
	s := at(t, "fig5")
	cell := Cell{B, 2}
	s = Type{cell, "2/3"}.Apply(s)
	if s.V[1][2] != wide.From64(0x3f2aaaab) || s.Text[1][2] != (operand.Draft{On: true, Text: "2/3"}) {
		t.Errorf("2/3 gave %x, %+v", s.V[1][2].Lo, s.Text[1][2])
	}
	s = Type{cell, "2/"}.Apply(s)
	if s.V[1][2] != wide.From64(0x3f2aaaab) || s.Text[1][2].Text != "2/" {
		t.Error("unreadable text changed the number, or was not kept")
	}
	if got := (Settle{Cell: cell}).Apply(s); got.Text[1][2].Text != "2/" {
		t.Error("leaving the field dropped what is wrong with it")
	}
	s = Type{cell, "0x3f800000"}.Apply(s)
	s = Settle{Cell: cell}.Apply(s)
	if s.V[1][2] != wide.From64(0x3f800000) || s.Text[1][2].Text != "0x3f800000" || s.Unread() != nil {
		t.Errorf("bits gave %+v", s.Text[1][2])
	}
	if (Type{Cell: cell}).Gesture() == (Type{Cell: Cell{B, 3}}).Gesture() || (Type{Cell: cell}).Gesture() == "" {
		t.Error("typing in two fields is one step of the history")
	}
	for _, c := range []Cell{{A, 4}, {B, 200}, {ABC, 3}, {9, 0}} {
		if got := (Type{c, "1"}).Apply(s); got != s {
			t.Errorf("field %v exists", c)
		}
	}
}

func TestDotPaste(t *testing.T) {
	s := Paste{Cell: Cell{A, 1}, Text: "[1, 2\n 3;\t4 5]"}.Apply(at(t, "fig5"))
	d := s
	if d.N != 6 || d.V[0][0] != wide.From64(0x3ff42c76) || d.V[0][1] != wide.From64(0x3f800000) || d.V[0][5] != wide.From64(0x40a00000) ||
		d.V[1][5] != format.F32.Zero(false) {
		t.Errorf("%d elements: %x", d.N, d.V[0][:6])
	}
	// A list typed into a field goes to the fields when it is left.
	s = Type{Cell{B, 0}, "7,8"}.Apply(s)
	if s = (Settle{Cell: Cell{B, 0}}).Apply(s); s.V[1][1] != wide.From64(0x41000000) || s.Text[1][0].Text != "7" {
		t.Errorf("%+v %x", s.Text[1][0], s.V[1][:3])
	}
	// What is not a list stays the text of the field.
	if got := (Paste{Cell: Cell{A, 0}, Text: "1 two 3"}).Apply(s); got.Text[0][0].Text != "1 two 3" || got.N != s.N {
		t.Errorf("%+v", got.Text[0][0])
	}
	// No more than there is room for.
	got := Paste{Cell: Cell{A, 5}, Text: strings.Repeat("1 ", 500)}.Apply(s)
	if got.N != Most || got.V[0][Most-1] != wide.From64(0x3f800000) {
		t.Errorf("%d elements", got.N)
	}
	if n := len(List(strings.Repeat("1 ", 500))); n != 500 || Room(Cell{A, 60}) != 4 || Room(Cell{ABC, 1}) != 2 {
		t.Errorf("a list of 500 has %d entries; room %d, %d", n, Room(Cell{A, 60}), Room(Cell{ABC, 1}))
	}
	sum := Paste{Cell: Cell{ABC, 1}, Text: "1,2,3"}.Apply(at(t, "abc"))
	if sum.X[1] != wide.From64(0x3f800000) || sum.X[2] != wide.From64(0x40000000) {
		t.Errorf("%x", sum.X)
	}
	for s, want := range map[string]bool{"1, 2": true, "3 * 2^7": false, "1": false, "": false, "1\n2": true, "nan(3)": false} {
		if got := IsList(s, format.F32); got != want {
			t.Errorf("%q is a list: %v", s, got)
		}
	}
}

func TestDotElements(t *testing.T) {
	s := at(t, "fig5")
	s = Type{Cell{A, 3}, "x"}.Apply(s)
	s = Remove{At: 1}.Apply(s)
	d := s
	if d.N != 3 || d.V[0][1] != wide.From64(0x3f92db19) || d.V[1][2] != wide.From64(0xbf35b25d) || d.V[0][3] != (wide.U128{}) ||
		d.Text[0][2].Text != "x" || d.Text[0][3].On {
		t.Errorf("%+v", d.V[0][:5])
	}
	s = Remove{At: 0}.Apply(Remove{At: 0}.Apply(s))
	if s.N != Least {
		t.Errorf("%d elements", s.N)
	}
	if s = (Resize{N: 200}).Apply(s); s.N != Most {
		t.Errorf("%d elements", s.N)
	}
}

// What was typed is rounded once, to the format shown, however many formats came before; a bit pattern and a number
// that was not typed are converted.
func TestDotFormatReadsAnew(t *testing.T) {
	third, bits, same := Cell{A, 0}, Cell{A, 1}, Cell{B, 0}
	s := Type{bits, "0x3f800000"}.Apply(Type{third, "1/3"}.Apply(at(t, "fig5")))
	s = Settle{Cell: third}.Apply(s)
	was := s.V[same.Col][same.At]
	s = Format{Name: "f64"}.Apply(Format{Name: "f16"}.Apply(s))
	d := s
	if d.V[0][0] != wide.From64(0x3fd5555555555555) || d.Text[0][0].Text != "1/3" {
		t.Errorf("1/3 by way of binary16 is %x in binary64, text %q", d.V[0][0], d.Text[0][0].Text)
	}
	if d.V[0][1] != wide.From64(0x3ff0000000000000) || d.Text[0][1].On {
		t.Errorf("the bits of 1 became %x, text %+v", d.V[0][1], d.Text[0][1])
	}
	half := arith.Convert(round.Env{}, format.F16, format.F32, was, nil).Bits
	if d.V[1][0] != arith.Convert(round.Env{}, format.F64, format.F16, half, nil).Bits {
		t.Errorf("a number that was not typed became %x", d.V[1][0])
	}
	s = Type{third, "1/"}.Apply(s)
	if got := s.Unread(); len(got) != 1 || got[0] != "a1" {
		t.Errorf("unread: %q", got)
	}
}

func TestDotFormats(t *testing.T) {
	s := Format{Name: "f64"}.Apply(at(t, "fig5"))
	if s.V[0][0] != wide.From64(0x3ffe858ec0000000) || s.X[0] != wide.From64(0x4000000020000000) {
		t.Errorf("%x %x", s.V[0][0].Lo, s.X[0].Lo)
	}
	if got := (Format{Name: "what"}).Apply(s); got != s {
		t.Error("an unknown format changed something")
	}
	s = FormatName{Text: "e5m"}.Apply(s)
	if s.Format != "f64" || s.Name.Text != "e5m" {
		t.Errorf("%+v", s.Name)
	}
	s = FormatName{Text: "e5m10"}.Apply(s)
	if s.Format != "e5m10" || s.V[0][0] != wide.From64(0x3fa1) {
		t.Errorf("%s %x", s.Format, s.V[0][0].Lo)
	}
	if s = (FormatSettle{}).Apply(s); s.Name.On {
		t.Error("the name is still a draft")
	}
}

func TestDotNodes(t *testing.T) {
	s := bench.Then(bench.First(), Preset{ID: "fig5"})
	s = bench.Then(s, Pick{DotNode: DotNode{3, 2}})
	if s.Part.Shape != 2 || s.Part.Node != 2 {
		t.Errorf("%+v", s.Part)
	}
	last := len(reduce.Parallel(4)) - 1
	if got := bench.Then(s, Pick{DotNode: DotNode{3, int16(last)}}); got.Part.Node != -1 {
		t.Error("the result has two names")
	}
	for _, n := range []DotNode{{0, 0}, {99, 0}} {
		if got := bench.Then(s, Pick{DotNode: n}); got != s {
			t.Errorf("%v is a node", n)
		}
	}
	over := bench.Then(s, Over{DotNode: DotNode{1, 3}})
	if over.Part.Over != (DotNode{1, 3}) || over.Part.Node != 2 {
		t.Errorf("%+v", over.Part)
	}
	for _, n := range []DotNode{{}, {1, -1}, {1, 999}, {99, 1}} {
		if got := bench.Then(over, Over{DotNode: n}); got.Part.Over != (DotNode{}) {
			t.Errorf("the pointer is over %v", n)
		}
	}
	if got := bench.Then(over, Sum{On: true}); got.Part.Shape != 0 || got.Part.Node != -1 || got.Part.Over != (DotNode{}) {
		t.Errorf("the sum begins at %+v", got.Part)
	}
	s.ReadOnly = true
	if got := bench.Then(s, Pick{DotNode: DotNode{1, 1}}); got.Part.Node != 1 {
		t.Error("nodes cannot be looked at on a read-only page")
	}
	if got := bench.Then(s, Resize{N: 9}); got != s {
		t.Error("a read-only page changed")
	}
}

func TestDotOptions(t *testing.T) {
	s := Dir{Dir: round.TowardZero}.Apply(at(t, "fig5"))
	if s.Dir != round.TowardZero || (Dir{Dir: round.Stochastic}).Apply(s) != s {
		t.Error("directions")
	}
	s = Flush{On: true}.Apply(s)
	if e := s.Env(); !e.FlushIn || e.FlushOut != round.FlushTinyAfter || e.Direction != round.TowardZero {
		t.Errorf("%+v", e)
	}
}

// Any list of numbers is read without fault, and every field it fills holds what the number means.
func FuzzDotPaste(f *testing.F) {
	f.Add("1, 2, 3", uint8(0))
	f.Add("[0x1p-3;2/3]", uint8(3))
	f.Add(strings.Repeat("1,", 300), uint8(63))
	f.Fuzz(func(t *testing.T, list string, at uint8) {
		s := Paste{Cell: Cell{A, at}, Text: list}.Apply(First())
		d := s
		if d.N < Least || d.N > Most {
			t.Fatalf("%d elements", d.N)
		}
		for i := int(d.N); i < Most; i++ {
			if d.V[0][i] != (wide.U128{}) || d.Text[0][i].On {
				t.Fatalf("element %s beyond the last is not empty", strconv.Itoa(i))
			}
		}
	})
}

// Figure 5 by exhaustion, with Go's floats and math/big: every float that prints as the paper's seven digits is tried in
// every place. Ten sets of vectors give the bits of its three results, and only the example's also gives the digits of
// its exact value.
func TestFigure5Vectors(t *testing.T) {
	printed := [2][4]string{{"1.907607", "-0.7862027", "1.147311", "0.9604002"}, {"-0.9355000", "-0.6915108", "1.724470", "-0.7097529"}}
	var of [2][4][]float32
	for v := range printed {
		for i, s := range printed[v] {
			middle, err := strconv.ParseFloat(s, 32)
			if err != nil {
				t.Fatal(err)
			}
			at := math.Float32bits(float32(middle))
			for c := at - 40; c <= at+40; c++ {
				_, decimals, _ := strings.Cut(s, ".")
				if f := math.Float32frombits(c); strconv.FormatFloat(float64(f), 'f', len(decimals), 64) == s {
					of[v][i] = append(of[v][i], f)
				}
			}
		}
	}
	big64 := func(x float32) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(float64(x)) }
	exactly := func(a, b []float32) *big.Float {
		sum := new(big.Float).SetPrec(300)
		for i := range a {
			sum.Add(sum, new(big.Float).SetPrec(300).Mul(big64(a[i]), big64(b[i])))
		}
		return sum
	}
	sets, single := 0, 0
	var a, b [4]float32
	var try func(i int)
	try = func(i int) {
		if i < 4 {
			for _, a[i] = range of[0][i] {
				for _, b[i] = range of[1][i] {
					try(i + 1)
				}
			}
			return
		}
		p := [4]float32{float32(a[0] * b[0]), float32(a[1] * b[1]), float32(a[2] * b[2]), float32(a[3] * b[3])}
		if math.Float32bits(float32(float32(float32(p[0]+p[1])+p[2])+p[3])) != 0x3d653510 || math.Float32bits(float32(float32(p[0]+p[1])+float32(p[2]+p[3]))) != 0x3d653500 {
			return
		}
		fused := float32(0)
		for i := range a {
			fused, _ = new(big.Float).SetPrec(300).Add(new(big.Float).SetPrec(300).Mul(big64(a[i]), big64(b[i])), big64(fused)).Float32()
		}
		if math.Float32bits(fused) != 0x3d653501 {
			return
		}
		sets++
		if strings.HasPrefix(exactly(a[:], b[:]).Text('f', 40), "0.0559587528435") {
			single++
			for i := range a {
				if uint64(math.Float32bits(a[i])) != fig5a[i] || uint64(math.Float32bits(b[i])) != fig5b[i] {
					t.Errorf("element %d is %#x, %#x", i+1, math.Float32bits(a[i]), math.Float32bits(b[i]))
				}
			}
		}
	}
	try(0)
	if sets != 10 || single != 1 {
		t.Errorf("%d sets of vectors give the bits, %d of them the exact value too", sets, single)
	}
}
