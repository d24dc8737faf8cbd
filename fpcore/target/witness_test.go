package target

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/wide"
)

var ieee = gpu.Presets[0].Flags

// adjacent lists the pairs of neighbouring profiles with nvcc's default flags.
func adjacent() (pairs [][2]Target) {
	p := gpu.Profiles()
	for k := 1; k < len(p); k++ {
		pairs = append(pairs, [2]Target{OnGPU(p[k-1].CC, ieee), OnGPU(p[k].CC, ieee)})
	}
	return pairs
}

// flagged lists, for every profile, the default flags against each flag alone.
func flagged() (pairs [][2]Target) {
	for _, p := range gpu.Profiles() {
		for _, f := range Flags {
			set := ieee
			f.Set(&set)
			pairs = append(pairs, [2]Target{OnGPU(p.CC, ieee), OnGPU(p.CC, set)})
		}
	}
	return pairs
}

// units lists pairs of different units.
func units(t testing.TB) (pairs [][2]Target) {
	list := []Target{byID(t, "1.3"), byID(t, "2.0"), byID(t, "9.0"), byID(t, "9.0-ftz"), byID(t, "sse"), byID(t, "sse-ftz"), byID(t, "sse-daz"),
		byID(t, "sse-rz"), byID(t, "fma3"), byID(t, "x87"), byID(t, "x87-pc53"), byID(t, "x87-pc24"), byID(t, "x87-store"), byID(t, "x87-ru")}
	for k, a := range list {
		for _, b := range list[k+1:] {
			if a.Unit != GPU || b.Unit != GPU {
				pairs = append(pairs, [2]Target{a, b})
			}
		}
	}
	return pairs
}

func run(s *Search, slice int) Witnessed {
	for !s.Next(slice) {
	}
	return s.Result()
}

// check holds a witness against the machines themselves, one instruction after the other, and its own words.
func check(t *testing.T, a, b Target, w Witnessed) {
	t.Helper()
	name := a.ID() + " " + b.ID() + " " + w.Operation
	switch w.Verdict {
	case Found:
		o := operation(t, w.Operation)
		ra, rb := a.Run(o, w.Double, w.X), b.Run(o, w.Double, w.X)
		if ra.Bits != w.A.Bits || rb.Bits != w.B.Bits || ra.Missing != "" || rb.Missing != "" {
			t.Errorf("%s %x: run again %x and %x, not %x and %x", name, w.X, ra.Bits, rb.Bits, w.A.Bits, w.B.Bits)
		}
		va, vb := ra.Bits, rb.Bits
		if ra.Format != rb.Format { // compare values: binary32 fits into binary64
			if ra.Format == format.F32 {
				va = widen(va)
			} else {
				vb = widen(vb)
			}
			if format.F64.ClassOf(wide.From64(va)).IsNaN() && format.F64.ClassOf(wide.From64(vb)).IsNaN() {
				t.Errorf("%s: two NaNs of two formats are no witness", name)
			}
		}
		if va == vb {
			t.Errorf("%s %x: no difference, both %x", name, w.X, va)
		}
		if w.Reason == AnyReason || w.Reason.String() == "" || w.N != o.Arity {
			t.Errorf("%s: reason %d, %d operands", name, w.Reason, w.N)
		}
	case SameCode, SameRules, NoBits:
	default:
		t.Errorf("%s double %v: ended with %d after %d tries: %s", name, w.Double, w.Verdict, w.Tried, w.Why)
	}
	if w.Why == "" {
		t.Errorf("%s: no words", name)
	}
}

// TestAdjacent: every pair of neighbouring profiles has a witness, or a proof that there is none; every feature in
// which they differ is accounted for, and the two accounts agree.
func TestAdjacent(t *testing.T) {
	witnesses, proofs := 0, 0
	for _, pair := range adjacent() {
		a, b := pair[0], pair[1]
		found := 0
		for _, o := range gpu.Operations {
			for _, double := range []bool{false, true} {
				w := Witness(a, b, o, double, 1, DefaultBudget)
				check(t, a, b, w)
				if w.Verdict == Found {
					found++
				}
			}
		}
		text, alike := ProveEqual(a, b)
		if alike != (found == 0) || alike != (text != "") {
			t.Errorf("%s and %s: %d witnesses, and alike %v: %s", a.ID(), b.ID(), found, alike, text)
		}
		if alike {
			proofs++
		} else {
			witnesses++
		}
		pa, _ := gpu.FindProfile(a.GPU.CC)
		pb, _ := gpu.FindProfile(b.GPU.CC)
		list := Differences(a, b)
		if len(list) != len(gpu.Differences(pa, pb)) {
			t.Errorf("%s and %s: %d differences", a.ID(), b.ID(), len(list))
		}
		if shown := account(t, a, b, list); shown > 0 && alike {
			t.Errorf("%s and %s are said to be alike, and %d differences show", a.ID(), b.ID(), shown)
		} else if shown == 0 && !alike {
			t.Errorf("%s and %s differ, and no difference says where", a.ID(), b.ID())
		}
	}
	// 1.2 to 1.3 brings binary64, 1.3 to 2.0 subnormal numbers and FMA; nothing later changes an operation that was there.
	if witnesses != 2 || proofs != 19 {
		t.Errorf("%d pairs with witnesses, %d without", witnesses, proofs)
	}
}

// account runs the search that each difference names and returns how many there are.
func account(t *testing.T, a, b Target, list []Difference) (shown int) {
	t.Helper()
	known := map[string]bool{}
	for _, s := range Sources() {
		known[s.ID] = s.Title != ""
	}
	for _, d := range list {
		name := a.ID() + " " + b.ID() + ", " + d.Name
		if d.Name == "" || d.A == d.B || d.A == "" || d.B == "" || d.Why == "" || d.KindA.String() == "" || d.KindB.String() == "" ||
			!known[d.SourceA] || !known[d.SourceB] {
			t.Errorf("%s: %+v", name, d)
		}
		if (d.Operation != "") != (d.Effect == Shows || d.Effect == Unknown) || d.Effect.String() == "" {
			t.Errorf("%s: effect %v, operation %q", name, d.Effect, d.Operation)
		}
		if d.Effect != Shows {
			continue
		}
		shown++
		w := run(NewSearch(a, b, operation(t, d.Operation), d.Double, d.Want, 1, DefaultBudget), 100)
		if check(t, a, b, w); w.Verdict != Found || d.Want != AnyReason && w.Reason != d.Want {
			t.Errorf("%s: %s ends with %d (%s), wanted %v", name, d.Operation, w.Verdict, w.Why, d.Want)
		}
	}
	return shown
}

// TestFlagsAccounted: every flag on every profile: from 2.0 each changes bits, but for those that are not known; below
// none does.
func TestFlagsAccounted(t *testing.T) {
	for k, pair := range flagged() {
		if testing.Short() && k%4 != 0 {
			continue
		}
		a, b := pair[0], pair[1]
		list := Differences(a, b)
		shown := account(t, a, b, list)
		want := len(list)
		switch {
		case a.GPU.CC < 20:
			want = 0
		case a.GPU.CC >= 52 && a.GPU.CC < 80 && !b.GPU.Flags.PrecSqrt:
			want-- // the bits of the approximate root are not known there
		}
		if shown != want {
			t.Errorf("%s: %d of %d differences show, want %d", b.ID(), shown, len(list), want)
		}
		if _, alike := ProveEqual(a, b); alike && shown > 0 {
			t.Errorf("%s is said to be alike", b.ID())
		}
		if a.GPU.CC != 20 && a.GPU.CC != 90 {
			continue
		}
		for _, o := range gpu.Operations {
			for _, double := range []bool{false, true} {
				w := Witness(a, b, o, double, 1, DefaultBudget)
				if w.Verdict == NotFound && strings.Contains(unshown, " "+o.ID+" ") {
					continue
				}
				check(t, a, b, w)
			}
		}
	}
}

// unshown are functions of the library in which flags change steps, such as a comparison of the upper half of a binary64 number,
// and no result that is known.
const unshown = " cos exp2 exp exp10 pow tanh "

// TestUnits: every operation on pairs of units of which at least one is x86 ends with a witness or a proof.
func TestUnits(t *testing.T) {
	pairs := units(t)
	for k, pair := range pairs {
		if testing.Short() && k%16 != 0 {
			continue
		}
		a, b := pair[0], pair[1]
		if a.Unit != b.Unit {
			account(t, a, b, Differences(a, b))
		}
		for _, o := range gpu.Operations {
			for _, double := range []bool{false, true} {
				check(t, a, b, Witness(a, b, o, double, 1, DefaultBudget))
			}
		}
	}
}

// TestSlices: a search in slices of any size ends with the same operands, and another seed may end with others.
func TestSlices(t *testing.T) {
	for _, pair := range [][2]string{{"sse", "x87"}, {"9.0", "9.0-fastmath"}, {"1.3", "2.0"}} {
		a, b := byID(t, pair[0]), byID(t, pair[1])
		for _, id := range []string{"a*b", "a*b+c", "sqrt"} {
			for _, double := range []bool{false, true} {
				o := operation(t, id)
				whole := run(NewSearch(a, b, o, double, AnyReason, 7, DefaultBudget), 1<<20)
				for _, slice := range []int{1, 17, 1000} {
					if w := run(NewSearch(a, b, o, double, AnyReason, 7, DefaultBudget), slice); w.X != whole.X || w.Verdict != whole.Verdict || w.Tried != whole.Tried {
						t.Errorf("%v %s in slices of %d: %x, not %x", pair, id, slice, w.X, whole.X)
					}
				}
			}
		}
	}
	s := NewSearch(byID(t, "sse"), byID(t, "x87"), operation(t, "a*b"), true, AnyReason, 1, 50)
	if w := run(s, 10); w.Verdict != NotFound || w.Tried < 50 || w.Tried > 51 {
		t.Errorf("a search of 50 comparisons ends with %d after %d", w.Verdict, w.Tried)
	}
}

// TestAllocations: the inner loop of a search allocates nothing.
func TestAllocations(t *testing.T) {
	for _, id := range []string{"1.2", "1.3", "9.0", "9.0-fastmath", "sse", "fma3", "x87", "x87-store"} {
		for _, op := range []string{"a*b+c", "a+b", "sqrt", "1/a", "a/b"} {
			for _, double := range []bool{false, true} {
				o := operation(t, op)
				p := byID(t, id).compile(&o, double)
				if p.missing != "" {
					continue
				}
				x := [3]uint64{0x3f800001, 0x3f800003, 0xbf800002}
				if n := testing.AllocsPerRun(50, func() { p.bits(x) }); n != 0 {
					t.Errorf("%s on %s: %v allocations", op, id, n)
				}
			}
		}
	}
}

func BenchmarkWitness(b *testing.B) {
	for _, c := range [][3]string{{"1.3", "2.0", "a*b+c"}, {"9.0", "9.0-ftz", "a+b"}, {"9.0", "9.0-fastmath", "a/b"}, {"sse", "x87", "a*b"}, {"sse", "x87-pc53", "a*b"}, {"fma3", "x87", "a*b+c"}} {
		b.Run(c[0]+"_"+c[1]+"_"+c[2], func(b *testing.B) {
			x, y, o := byID(b, c[0]), byID(b, c[1]), operation(b, c[2])
			for b.Loop() {
				Witness(x, y, o, c[0] == "sse", 1, DefaultBudget)
			}
		})
	}
}

// TestRoots: 1/sqrt(a) of every binary32 number from 1 to 4 by x87 with 53 and with 64 bits; powers of four only
// scale operand and result. It takes half a minute, and runs in full when ULPLAB_LONG is set.
func TestRoots(t *testing.T) {
	o := operation(t, "rsqrt")
	a, b := byID(t, "x87").compile(&o, false), byID(t, "x87-pc53").compile(&o, false)
	step := uint64(4099)
	if os.Getenv("ULPLAB_LONG") != "" {
		step = 1
	}
	for c := uint64(0x3f800000); c < 0x40800000; c += step {
		if x := [3]uint64{c}; a.bits(x) != b.bits(x) {
			t.Fatalf("1/sqrt(%#x): %#x and %#x", c, a.bits(x), b.bits(x))
		}
	}
}

// TestPrintWitnesses lists every witness when ULPLAB_LONG is set, for reading.
func TestPrintWitnesses(t *testing.T) {
	if os.Getenv("ULPLAB_LONG") == "" {
		return
	}
	for _, pair := range append(append(adjacent(), flagged()...), units(t)...) {
		for _, d := range Differences(pair[0], pair[1]) {
			t.Log(pair[0].ID(), pair[1].ID(), d.Name, "|", d.A, "|", d.B, "|", d.Effect, "|", d.Why)
			if d.Effect == Shows {
				w := run(NewSearch(pair[0], pair[1], operation(t, d.Operation), d.Double, d.Want, 1, DefaultBudget), 100)
				text := "    " + d.Operation
				for k := range w.N {
					text += " " + strconv.FormatUint(w.X[k], 16)
				}
				t.Log(text, "->", strconv.FormatUint(w.A.Bits, 16), strconv.FormatUint(w.B.Bits, 16), w.Why)
			}
		}
	}
}

// TestCompare: from 2.0 on no instruction of the catalogue changes its rule, only what exists or is known grows; what
// changes from 1.3 to 2.0 is that binary32 flushes.
func TestCompare(t *testing.T) {
	for _, pair := range adjacent() {
		a, b := pair[0].GPU.CC, pair[1].GPU.CC
		s := Compare(a, b)
		switch {
		case a == 13:
			if len(s.Changed) == 0 || s.Same == 0 {
				t.Errorf("1.3 and 2.0: %d changed, %d the same", len(s.Changed), s.Same)
			}
			for _, name := range s.Changed {
				i, _, _ := gpu.Target{CC: 13}.Find(name)
				j, _, _ := gpu.Target{CC: 20}.Find(name)
				x := [3]uint64{0x00400000}
				if strings.Contains(name, "mul") {
					x[1] = 0x3f800000
				}
				if i.Out.Float != format.F32 || !i.Flush || j.Flush || i.Bits(x) == j.Bits(x) {
					t.Errorf("1.3 and 2.0: %s is not said to flush on 1.3 only", name)
				}
			}
		case len(s.Changed) != 0:
			t.Errorf("%v and %v: %v changed", a, b, s.Changed)
		case a >= 20 && s.Same < 200:
			t.Errorf("%v and %v: %d the same", a, b, s.Same)
		}
	}
	if s := Compare(90, 100); len(s.OnlyB) != 38 || len(s.OnlyA) != 0 {
		t.Errorf("10.0 brings the 38 forms of f32x2, found %v", s.OnlyB)
	}
	text, ok := ProveEqual(byID(t, "9.0"), byID(t, "10.0"))
	if !ok {
		t.Error("9.0 and 10.0 are not alike")
	}
	t.Log(text)
}
