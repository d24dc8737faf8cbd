package format

import (
	"math/big"
	"math/rand/v2"
	"sort"
	"testing"

	"ulplab/fpcore/wide"
)

// layout is the definition of a format that this test decodes with: fields and what the top exponent means.
type layout struct {
	id        string
	exp, frac int
	bias      int
	special   string // "ieee", "one NaN", "fnuz", "finite", "powers", "x87"
	unsigned  bool
}

var layouts = []layout{
	{id: "f16", exp: 5, frac: 10, bias: 15, special: "ieee"},
	{id: "bf16", exp: 8, frac: 7, bias: 127, special: "ieee"},
	{id: "tf32", exp: 8, frac: 10, bias: 127, special: "ieee"},
	{id: "f32", exp: 8, frac: 23, bias: 127, special: "ieee"},
	{id: "f64", exp: 11, frac: 52, bias: 1023, special: "ieee"},
	{id: "f128", exp: 15, frac: 112, bias: 16383, special: "ieee"},
	{id: "x87", exp: 15, frac: 64, bias: 16383, special: "x87"},
	{id: "e5m2", exp: 5, frac: 2, bias: 15, special: "ieee"},
	{id: "e4m3", exp: 4, frac: 3, bias: 7, special: "one NaN"},
	{id: "e5m2fnuz", exp: 5, frac: 2, bias: 16, special: "fnuz"},
	{id: "e4m3fnuz", exp: 4, frac: 3, bias: 8, special: "fnuz"},
	{id: "e3m4", exp: 3, frac: 4, bias: 3, special: "ieee"},
	{id: "e2m3", exp: 2, frac: 3, bias: 1, special: "finite"},
	{id: "e3m2", exp: 3, frac: 2, bias: 3, special: "finite"},
	{id: "e2m1", exp: 2, frac: 1, bias: 1, special: "finite"},
	{id: "e8m0", exp: 8, frac: 0, bias: 127, special: "powers", unsigned: true},
	{id: "ue4m3", exp: 4, frac: 3, bias: 7, special: "one NaN", unsigned: true},
	// Formats known only by their name.
	{id: "e2m0", exp: 2, bias: 1, special: "ieee"},
	{id: "e3m0", exp: 3, bias: 3, special: "ieee"},
	{id: "e2m2", exp: 2, frac: 2, bias: 1, special: "ieee"},
	{id: "e4m2", exp: 4, frac: 2, bias: 7, special: "ieee"},
	{id: "e5m0", exp: 5, bias: 15, special: "ieee"},
	{id: "e5m10", exp: 5, frac: 10, bias: 15, special: "ieee"},
	{id: "e2m13", exp: 2, frac: 13, bias: 1, special: "ieee"},
	{id: "e15m0", exp: 15, bias: 16383, special: "ieee"},
	{id: "e11m4", exp: 11, frac: 4, bias: 1023, special: "ieee"},
	{id: "e2m112", exp: 2, frac: 112, bias: 1, special: "ieee"},
	{id: "e15m112", exp: 15, frac: 112, bias: 16383, special: "ieee"},
	{id: "e4m60", exp: 4, frac: 60, bias: 7, special: "ieee"},
	{id: "e8m55", exp: 8, frac: 55, bias: 127, special: "ieee"},
}

func bigOf(x wide.U128) *big.Int {
	z := new(big.Int).SetUint64(x.Hi)
	return z.Or(z.Lsh(z, 64), new(big.Int).SetUint64(x.Lo))
}

// datum is what the layout says about a code: its class by name, sign, and for numbers the value m*2^q.
type datum struct {
	class   string
	neg     bool
	m       *big.Int
	q       int
	payload *big.Int
}

func (l layout) width() int {
	if l.unsigned {
		return l.exp + l.frac
	}
	return 1 + l.exp + l.frac
}

func (l layout) decode(code wide.U128) datum {
	c := bigOf(code)
	mask := func(n int) *big.Int { return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(n)), big.NewInt(1)) }
	t := new(big.Int).And(c, mask(l.frac))
	e := int(new(big.Int).And(new(big.Int).Rsh(c, uint(l.frac)), mask(l.exp)).Int64())
	neg := !l.unsigned && c.Bit(l.width()-1) == 1
	last := 1<<l.exp - 1
	nan := func(quiet bool) datum {
		if quiet {
			return datum{class: "quiet", neg: neg, payload: t}
		}
		return datum{class: "signaling", neg: neg, payload: t}
	}
	number := func(class string, m *big.Int, q int) datum {
		if m.Sign() == 0 {
			class = "zero"
		}
		return datum{class: class, neg: neg, m: m, q: q}
	}
	switch l.special {
	case "powers":
		if e == last {
			return nan(true)
		}
		return number("normal", big.NewInt(1), e-l.bias)
	case "x87":
		integer := t.Bit(63) == 1
		below := new(big.Int).And(t, mask(63))
		switch {
		case e == last && integer && below.Sign() == 0:
			return datum{class: "infinity", neg: neg}
		case e == last && integer:
			t = below
			return nan(below.Bit(62) == 1)
		case e == last && below.Sign() == 0:
			return datum{class: "pseudo-infinity", neg: neg}
		case e == last:
			return datum{class: "pseudo-NaN", neg: neg}
		case e > 0 && !integer:
			return datum{class: "unnormal", neg: neg}
		case e == 0 && integer:
			return number("pseudo-subnormal", t, 1-l.bias-63)
		case e == 0:
			return number("subnormal", t, 1-l.bias-63)
		}
		return number("normal", t, e-l.bias-63)
	case "ieee":
		if e == last && t.Sign() == 0 {
			return datum{class: "infinity", neg: neg}
		}
		if e == last {
			return nan(t.Bit(l.frac-1) == 1)
		}
	case "one NaN":
		if e == last && t.Cmp(mask(l.frac)) == 0 {
			return nan(true)
		}
	case "fnuz":
		if neg && e == 0 && t.Sign() == 0 {
			return nan(true)
		}
	}
	if e == 0 {
		return number("subnormal", t, 1-l.bias-l.frac)
	}
	return number("normal", new(big.Int).SetBit(t, l.frac, 1), e-l.bias-l.frac)
}

var classNames = map[Class]string{Zero: "zero", Subnormal: "subnormal", Normal: "normal", Infinity: "infinity", QuietNaN: "quiet",
	SignalingNaN: "signaling", PseudoSubnormal: "pseudo-subnormal", Unnormal: "unnormal", PseudoInfinity: "pseudo-infinity", PseudoNaN: "pseudo-NaN"}

// codes lists every code up to 16 bits, a sample beyond.
func (l layout) codes() []wide.U128 {
	var list []wide.U128
	if l.width() <= 16 {
		step := uint64(1)
		if testing.Short() && l.width() > 9 {
			step = 37
		}
		for c := uint64(0); c < 1<<l.width(); c += step {
			list = append(list, wide.From64(c))
		}
		return list
	}
	r := rand.New(rand.NewPCG(4, uint64(l.width())))
	for range 6000 {
		c := wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}
		ones, zeros := wide.Mask(uint(r.IntN(l.frac+1))), wide.Mask(uint(r.IntN(l.frac+1)))
		switch r.IntN(4) {
		case 0:
			c = c.Or(ones)
		case 1:
			c = c.And(zeros.Not())
		case 2:
			c = c.And(wide.Mask(uint(l.frac)).Not()).Or(ones)
		}
		top := wide.Mask(uint(l.exp)).Shl(uint(l.frac))
		switch r.IntN(6) {
		case 0:
			c = c.And(top.Not())
		case 1:
			c = c.Or(top)
		case 2:
			c = c.And(top.Not()).Or(wide.From64(1).Shl(uint(l.frac)))
		}
		list = append(list, c.And(wide.Mask(uint(l.width()))))
	}
	return list
}

// value returns ±m*2^q as an integer in units of 2^-17000.
func (d datum) value() *big.Int {
	z := new(big.Int).Lsh(d.m, uint(d.q+17000))
	if d.neg {
		z.Neg(z)
	}
	return z
}

func TestDecode(t *testing.T) {
	for _, l := range layouts {
		f, err := Parse(l.id)
		if err != nil {
			t.Fatal(err)
		}
		if f.Bits != l.width() || f.ExpBits != l.exp || f.FracBits != l.frac || int(f.Bias) != l.bias {
			t.Fatalf("%s: %+v", l.id, f)
		}
		for _, c := range l.codes() {
			want := l.decode(c)
			n := f.Unpack(c)
			neg := want.neg && !(l.special == "fnuz" && want.class == "quiet") // the FNUZ NaN has no sign
			if classNames[n.Class] != want.class || n.Sign != neg || f.ClassOf(c) != n.Class {
				t.Fatalf("%s %x is %s (sign %t), want %s (sign %t)", l.id, c, classNames[n.Class], n.Sign, want.class, neg)
			}
			sign, exp, frac := f.Split(c)
			if f.Join(sign, exp, frac) != c {
				t.Fatalf("%s %x: Join after Split gives %x", l.id, c, f.Join(sign, exp, frac))
			}
			if s2, e2, f2 := f.Split(c.Or(wide.Mask(128).Shl(uint(f.Bits)))); s2 != sign || e2 != exp || f2 != frac {
				t.Fatalf("%s %x: bits above the width change the fields", l.id, c)
			}
			switch {
			case n.Class.IsNaN():
				if l.special == "fnuz" || l.special == "powers" {
					continue // one NaN, no payload
				}
				width := l.frac
				if l.special == "x87" {
					width = 63
				}
				if bigOf(n.Sig).Cmp(new(big.Int).Lsh(want.payload, uint(128-width))) != 0 {
					t.Fatalf("%s %x: payload %x", l.id, c, n.Sig)
				}
				if got := f.NaNWith(n.Sign, n.Sig); n.Class == QuietNaN && got != c {
					t.Fatalf("%s %x: NaNWith gives %x", l.id, c, got)
				}
			case n.Class == Infinity:
				if f.Inf(n.Sign) != c {
					t.Fatalf("%s %x: Inf gives %x", l.id, c, f.Inf(n.Sign))
				}
			case n.Class == Zero:
				if f.Zero(n.Sign) != c {
					t.Fatalf("%s %x: Zero gives %x", l.id, c, f.Zero(n.Sign))
				}
			case n.Class.IsFinite():
				// Sig * 2^(Exp-127) is m * 2^q.
				if n.Sig.Hi>>63 != 1 || new(big.Int).Lsh(bigOf(n.Sig), uint(n.Exp-127+17000)).CmpAbs(want.value()) != 0 {
					t.Fatalf("%s %x: decoded as %+v", l.id, c, n)
				}
				m, q := f.IntegerSig(c)
				if new(big.Int).Lsh(bigOf(m), uint(q+17000)).CmpAbs(want.value()) != 0 || q < f.Etiny() || bigOf(m).BitLen() > f.P {
					t.Fatalf("%s %x: integer significand %x * 2^%d", l.id, c, m, q)
				}
				if sign, e, sig, ok := f.Normal(c.Lo); f.Narrow && ok != (want.class == "normal" && exp != 1<<l.exp-1) ||
					f.Narrow && ok && (sign != n.Sign || e != n.Exp || sig != n.Sig.Hi) {
					t.Fatalf("%s %x: Normal gives %t %d %x %t", l.id, c, sign, e, sig, ok)
				}
			}
			if !f.Explicit && f.Canonical(c) != c {
				t.Fatalf("%s %x: Canonical gives %x", l.id, c, f.Canonical(c))
			}
		}
	}
}

// TestOrder lists the numbers of each small format in the order of their values and holds NextUp, NextDown and
// the extreme values to that list.
func TestOrder(t *testing.T) {
	for _, l := range layouts {
		if l.width() > 16 || testing.Short() && l.width() > 9 {
			continue
		}
		f, _ := Parse(l.id)
		type entry struct {
			code wide.U128
			v    *big.Int
		}
		var list []entry // numbers and infinities, -0 left out
		huge := new(big.Int).Lsh(big.NewInt(1), 40000)
		for c := range uint64(1) << l.width() {
			d := l.decode(wide.From64(c))
			switch {
			case d.class == "infinity" && d.neg:
				list = append(list, entry{wide.From64(c), new(big.Int).Neg(huge)})
			case d.class == "infinity":
				list = append(list, entry{wide.From64(c), huge})
			case d.class == "zero" && d.neg:
				if got := f.NextUp(wide.From64(c)); got != f.MinPositive(false) {
					t.Fatalf("%s: NextUp(-0) = %x", l.id, got)
				}
			case d.m != nil:
				list = append(list, entry{wide.From64(c), d.value()})
			default:
				if f.NextUp(wide.From64(c)) != wide.From64(c) || f.NextDown(wide.From64(c)) != wide.From64(c) {
					t.Fatalf("%s: a NaN %x has a neighbour", l.id, c)
				}
			}
		}
		sort.Slice(list, func(i, j int) bool { return list[i].v.Cmp(list[j].v) < 0 })
		// zero compares codes: a step from a negative number up to zero gives -0 where there is one.
		same := func(got, want wide.U128) bool {
			return got == want || f.ClassOf(got) == Zero && f.ClassOf(want) == Zero
		}
		for i, e := range list {
			up, down := e.code, e.code
			if i+1 < len(list) {
				up = list[i+1].code
			}
			if i > 0 {
				down = list[i-1].code
			}
			if got := f.NextUp(e.code); !same(got, up) {
				t.Fatalf("%s: NextUp(%x) = %x, want %x", l.id, e.code, got, up)
			}
			if got := f.NextDown(e.code); !same(got, down) {
				t.Fatalf("%s: NextDown(%x) = %x, want %x", l.id, e.code, got, down)
			}
			if e.v.Sign() != 0 && !l.unsigned {
				mirror := list[len(list)-1-i]
				if f.Negate(e.code) != mirror.code {
					t.Fatalf("%s: Negate(%x) = %x", l.id, e.code, f.Negate(e.code))
				}
			}
		}
		finite := list
		if f.HasInf() {
			finite = list[1 : len(list)-1]
		}
		if f.Max(false) != finite[len(finite)-1].code || !l.unsigned && f.Max(true) != finite[0].code {
			t.Fatalf("%s: Max %x %x", l.id, f.Max(false), f.Max(true))
		}
		firstPositive := sort.Search(len(finite), func(i int) bool { return finite[i].v.Sign() > 0 })
		if f.MinPositive(false) != finite[firstPositive].code {
			t.Fatalf("%s: MinPositive %x", l.id, f.MinPositive(false))
		}
		firstNormal := sort.Search(len(finite), func(i int) bool {
			return finite[i].v.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(f.Emin+17000))) >= 0
		})
		if f.MinNormal(false) != finite[firstNormal].code || f.ClassOf(f.MinNormal(false)) != Normal {
			t.Fatalf("%s: MinNormal %x", l.id, f.MinNormal(false))
		}
		if got := l.decode(f.Max(false)); got.value().BitLen()-1-17000 != int(f.Emax) || bigOf(f.MaxSig).BitLen() != f.P {
			t.Fatalf("%s: Emax %d", l.id, f.Emax)
		}
	}
}

// TestX87Steps walks across the exponents of x87, where the stored integer bit has to follow.
func TestX87Steps(t *testing.T) {
	l := layouts[6]
	r := rand.New(rand.NewPCG(8, 7))
	check := func(c wide.U128) {
		d := l.decode(c)
		if d.m == nil || d.class == "zero" {
			return
		}
		up := X87.NextUp(c)
		u := l.decode(up)
		if u.class == "infinity" || u.class == "zero" {
			return
		}
		// One unit of the finer of the two quanta lies between them.
		diff := new(big.Int).Sub(u.value(), d.value())
		if want := new(big.Int).Lsh(big.NewInt(1), uint(min(d.q, u.q)+17000)); diff.Cmp(want) != 0 || u.class == "unnormal" || u.class == "pseudo-subnormal" {
			t.Fatalf("x87 NextUp(%x) = %x (%s)", c, up, u.class)
		}
		if back := X87.NextDown(up); back != X87.Canonical(c) {
			t.Fatalf("x87 NextDown(NextUp(%x)) = %x", c, back)
		}
	}
	for range 20_000 {
		sig := []uint64{1 << 63, 1<<63 + 1, ^uint64(0), 1<<63 - 1, 1, 2, r.Uint64()}[r.IntN(7)]
		exp := []uint64{0, 1, 2, 16383, 32766, uint64(r.IntN(32767))}[r.IntN(6)]
		check(wide.U128{Hi: exp | r.Uint64N(2)<<15, Lo: sig})
	}
	for _, k := range []struct{ from, to wide.U128 }{
		{wide.U128{Lo: 1<<63 - 1}, wide.U128{Hi: 1, Lo: 1 << 63}},
		{wide.U128{Hi: 1, Lo: ^uint64(0)}, wide.U128{Hi: 2, Lo: 1 << 63}},
		{wide.U128{Hi: 0x7ffe, Lo: ^uint64(0)}, wide.U128{Hi: 0x7fff, Lo: 1 << 63}},
		{wide.U128{Lo: 1 << 63}, wide.U128{Hi: 1, Lo: 1<<63 + 1}}, // a pseudo-subnormal is 2^Emin
		{wide.U128{}, wide.U128{Lo: 1}},
	} {
		if got := X87.NextUp(k.from); got != k.to {
			t.Errorf("x87 NextUp(%x) = %x, want %x", k.from, got, k.to)
		}
	}
}

// TestNaNPatterns: the bit patterns that vendors document.
func TestNaNPatterns(t *testing.T) {
	for _, k := range []struct {
		f    *Format
		p    NaNPattern
		want wide.U128
	}{
		{F32, PositiveQuiet, wide.From64(0x7fc00000)},
		{F32, NegativeQuiet, wide.From64(0xffc00000)},
		{F32, AllOnes, wide.From64(0x7fffffff)},
		{F64, PositiveQuiet, wide.From64(0x7ff8000000000000)},
		{F64, NegativeQuiet, wide.From64(0xfff8000000000000)},
		{F16, AllOnes, wide.From64(0x7fff)},
		{BF16, AllOnes, wide.From64(0x7fff)},
		{X87, NegativeQuiet, wide.U128{Hi: 0xffff, Lo: 0xc000000000000000}},
		{F128, PositiveQuiet, wide.U128{Hi: 0x7fff800000000000}},
		{E5M2, AllOnes, wide.From64(0x7f)},
		{E4M3, PositiveQuiet, wide.From64(0x7f)},
		{E4M3, NegativeQuiet, wide.From64(0xff)},
		{E4M3FNUZ, PositiveQuiet, wide.From64(0x80)},
		{E5M2FNUZ, AllOnes, wide.From64(0x80)},
		{E8M0, PositiveQuiet, wide.From64(0xff)},
		{UE4M3, NegativeQuiet, wide.From64(0x7f)},
		{E2M1, PositiveQuiet, wide.From64(0x7)}, // no NaN: the largest number
	} {
		if got := k.f.NaN(k.p); got != k.want {
			t.Errorf("%s NaN pattern %d = %x, want %x", k.f.ID, k.p, got, k.want)
		}
	}
}

// TestParse: names, aliases, and everything that is not a format.
func TestParse(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range All {
		if seen[f.ID] || f.Name == "" {
			t.Errorf("%s: name missing or listed twice", f.ID)
		}
		seen[f.ID] = true
		if g, err := Parse(f.ID); err != nil || g != f {
			t.Errorf("Parse(%q) = %v, %v", f.ID, g, err)
		}
	}
	for name, want := range map[string]*Format{"float": F32, "Double": F64, "HALF": F16, "binary128": F128, "bfloat16": BF16, "E4M3": E4M3, "fp16": F16, "e8m0": E8M0} {
		if g, err := Parse(name); err != nil || g != want {
			t.Errorf("Parse(%q) = %v, %v", name, g, err)
		}
	}
	for _, name := range []string{"", "e", "m", "em", "e1m2", "e16m2", "e5m113", "e05m2", "e5m02", "e5", "e5m", "5m2", "e5m2x", "e-5m2", "e5m-2", "e 5m2", "e5m2 ",
		"f", "f31", "e99999999999m1", "e5m99999999999", "e5m1000", "doubleé", "e２m1"} {
		if g, err := Parse(name); err == nil {
			t.Errorf("Parse(%q) = %s, want an error", name, g.ID)
		}
	}
	// Every width that can be typed.
	for e := 2; e <= 15; e++ {
		for m := 0; m <= 112; m++ {
			id := "e" + itoa(e) + "m" + itoa(m)
			f, err := Parse(id)
			if err != nil || f.ExpBits != e || f.FracBits != m {
				t.Fatalf("Parse(%q) = %v, %v", id, f, err)
			}
		}
	}
}

func itoa(n int) string { return big.NewInt(int64(n)).String() }

// FuzzParse: no name makes Parse panic, and what it accepts has the width it says.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"f32", "e5m2", "e15m112", "E8M0", "e2m0", "double", "e5m", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		g, err := Parse(s)
		if err != nil {
			return
		}
		if g.Bits < 3 || g.Bits > 128 || g.P < 1 || g.P > 113 {
			t.Fatalf("Parse(%q) = %+v", s, g)
		}
		g.Unpack(g.Max(true))
	})
}
