package encoding

import (
	"strconv"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/words"
)

// Model is what the Encoding view shows.
type Model struct {
	In       State
	F        *format.Format
	Class    format.Class
	Finite   bool
	Value    string // as text.Value writes it
	Entry    string // what the field shows: a decimal that reads back
	Shortest string
	Code     string // "0x3dcccccd"
	Binary   string
	Decimal  string
	Hex      string
	Fraction string
	Ulp      string // "2^-27", the quantum; "" without a value
	Problem  string // what is wrong with the typed text, "" if nothing
	Formula  Formula
	Typed    Typed
	Prev     Neighbour
	Next     Neighbour
	Binade   numberline.Line // between powers of two
	Zoom     numberline.Line // among its neighbours
	HasLines bool
	Others   []Other
	Source   string // what Others were made from: the typed text or the stored value
	Named    []EncName
}

// Formula is a finite value as (-1)^Sign × 2^(Biased - Bias) × Lead.Frac in binary.
type Formula struct {
	_        [0]func() // not comparable
	OK       bool
	Signed   bool // the format has a sign
	Sign     byte // '0' or '1'
	Biased   string
	Bias     string
	Exponent string // Biased - Bias, or Emin for subnormal numbers and zero
	Sub      bool   // the exponent is Emin, not Biased - Bias
	Explicit bool   // the bit before the point is stored
	Lead     byte
	Frac     string // trailing significand, every bit
	SigValue string // the significand in decimal
}

// Typed is the triple: what was typed, what is stored, and what lies between.
type Typed struct {
	_     [0]func() // not comparable
	On    bool
	Text  string
	Value string // what an expression comes to; "" for a plain number
	Exact bool   // the text has an exact value to compare with
	Words string // what the text means where it has none
	Diff  string // stored - typed
	Ulps  string // the same in ulp
	Same  bool   // nothing was lost
	Near  bool   // the stored value is the number typed, as far as 4,096 bits tell
}

// Neighbour is the next value up or down.
type Neighbour struct {
	_        [0]func() // not comparable
	OK       bool
	Bits     wide.U128
	Value    string
	Code     string
	Power    string // the distance: "2^-27"
	Distance string // the same in decimal, a few digits
	Rounded  bool   // those digits are not all
}

// Other is the value in another format.
type Other struct {
	_     [0]func() // not comparable
	F     *format.Format
	Here  bool
	Bits  wide.U128
	Code  string
	Value string
	Error string // in ulp of that format, "" where there is no number to compare
	Exact bool
	Flags round.Flags
}

// EncName is an entry of the menu of values.
type EncName struct {
	ID   string
	Here bool
}

// build computes the view. Hover, Cursor and the draft of the format's name play no part.
func build(e State) Model {
	f := e.F()
	n := f.Unpack(e.Bits)
	m := Model{In: e, F: f, Class: n.Class, Finite: n.Class.IsFinite(),
		Value: words.Brief(f, e.Bits), Entry: text.Entry(f, e.Bits), Shortest: text.Shortest(f, e.Bits), Code: text.Bits(f, e.Bits), Binary: text.Binary(f, e.Bits),
		Decimal: text.Decimal(f, e.Bits), Hex: text.Hex(f, e.Bits), Fraction: text.Fraction(f, e.Bits).String()}
	if m.Finite {
		_, q := f.IntegerSig(e.Bits)
		m.Ulp = words.Power(int64(q))
	}
	m.Formula = formula(f, e.Bits, n)
	value, _ := exact.FromBits(f, e.Bits)
	ref := exact.Ref(value)
	var parsed text.Parsed
	m.Typed.On, m.Typed.Text = e.Text.On, e.Text.Text
	if e.Text.On {
		var err error
		if parsed, err = e.Read(); err != nil {
			m.Problem = words.Problem(err)
			m.Typed.On = false
		} else {
			m.Typed = typed(e, f, parsed)
		}
	}
	if parsed.Finite {
		ref = parsed.Exact
	}
	m.Prev = neighbour(f, e.Bits, f.NextDown(e.Bits))
	m.Next = neighbour(f, e.Bits, f.NextUp(e.Bits))
	if m.Finite && f.HasZero() {
		m.HasLines = true
		m.Binade = binade(f, e.Bits, n)
		m.Zoom = zoom(f, e.Bits, value, ref, m.Typed)
	}
	m.Others, m.Source = others(e, f, parsed, m.Typed.On && !e.Stored)
	for _, v := range NamedValues {
		if v.Text != "" {
			m.Named = append(m.Named, EncName{v.ID, e.Text.On && e.Text.Text == v.Text})
		} else if c, ok := v.Code(f); ok {
			m.Named = append(m.Named, EncName{v.ID, c == e.Bits && !e.Text.On})
		}
	}
	return m
}

// formula takes a code apart.
func formula(f *format.Format, c wide.U128, n format.Num) Formula {
	if !n.Class.IsFinite() {
		return Formula{}
	}
	sign, exp, frac := f.Split(c)
	m := Formula{OK: true, Signed: !f.Unsigned, Sign: '0', Biased: strconv.FormatUint(uint64(exp), 10),
		Bias: strconv.Itoa(int(f.Bias)), Exponent: strconv.Itoa(int(exp) - int(f.Bias)), Lead: '1', Explicit: f.Explicit}
	if sign {
		m.Sign = '1'
	}
	if exp == 0 && f.Codes != format.PowerOnly {
		m.Sub, m.Exponent, m.Lead = true, strconv.Itoa(int(f.Emin)), '0'
	}
	width := f.FracBits
	if f.Explicit {
		width--
		m.Lead = '0' + byte(frac.Bit(uint(width)))
	}
	digits := make([]byte, width)
	for i := range digits {
		digits[i] = '0' + byte(frac.Bit(uint(width-1-i)))
	}
	m.Frac = string(digits)
	sig, _ := f.IntegerSig(c)
	m.SigValue = exact.New(false, sig.Nat(), int64(1-f.P)).Decimal()
	return m
}

// typed compares the stored value with the text.
func typed(e State, f *format.Format, p text.Parsed) Typed {
	t := Typed{On: true, Text: e.Text.Text, Value: words.Evaluated(p)}
	if !p.Finite || !f.ClassOf(e.Bits).IsFinite() {
		t.Words = className(f.ClassOf(e.Bits)) + ": no number, so no difference"
		if p.Finite && p.Flags&round.Overflowed != 0 {
			t.Words = overflow(words.Brief(f, f.Max(f.Unpack(e.Bits).Sign)))
		}
		switch stored := f.ClassOf(e.Bits); {
		case p.Kind == text.KindNaN && !stored.IsNaN():
			t.Words = missing(f.Name, "NaN", "largest number")
		case p.Kind == text.KindInfinity && stored.IsNaN():
			t.Words = missing(f.Name, "infinity", "NaN")
		case p.Kind == text.KindInfinity && stored.IsFinite():
			t.Words = missing(f.Name, "infinity", "largest number")
		}
		return t
	}
	t.Exact = true
	t.Diff = text.Difference(f, e.Bits, p.Exact, 20)
	t.Ulps = words.Grouped(exact.ErrorUlps(f, e.Bits, p.Exact))
	t.Same, t.Near = t.Ulps == "0", p.Near
	return t
}

// neighbour describes d, next to c.
func neighbour(f *format.Format, c, d wide.U128) Neighbour {
	if c == d || f.ClassOf(c).IsNaN() || f.ClassOf(c).IsInvalid() {
		return Neighbour{}
	}
	n := Neighbour{OK: true, Bits: d, Value: words.Brief(f, d), Code: text.Bits(f, d)}
	a, aok := exact.FromBits(f, c)
	b, bok := exact.FromBits(f, d)
	if !aok || !bok {
		return n
	}
	gap := a.Sub(b)
	gap.Neg = false
	size := gap.Digits(4).Trim()
	if n.Distance, n.Rounded = size.Scientific(1), size.Inexact; !n.Rounded && -5 <= size.Exp && size.Exp < 7 {
		n.Distance = size.Plain()
	}
	if gap.Mag.Len() == 1 {
		n.Power = words.Power(gap.Exp)
	}
	return n
}

// others gives the value to every format: the typed number, or the stored value.
func others(e State, f *format.Format, p text.Parsed, fromText bool) (list []Other, source string) {
	fromText = fromText && p.Kind != text.KindBits
	source = stored(words.Brief(f, e.Bits))
	if fromText {
		source = e.Text.Text
	}
	formats := format.All
	if named, _ := format.Parse(f.ID); named != nil && !listed(f) {
		formats = append([]*format.Format{f}, formats...)
	}
	value, finite := exact.FromBits(f, e.Bits)
	for _, g := range formats {
		o := Other{F: g, Here: g.ID == f.ID}
		env := e.Env(g)
		var ref exact.Ref = value
		var r round.Result
		switch {
		case fromText:
			// The text was read once; its exact value is rounded to each format.
			q, err := text.Parse(e.Text.Text, g, env)
			if err != nil {
				continue
			}
			r, ref, finite = q.Result, q.Exact, q.Finite
		case o.Here:
			r.Bits = e.Bits
		default:
			r = arith.Convert(env, g, f, e.Bits, nil)
		}
		o.Bits, o.Flags = r.Bits, r.Flags
		o.Code, o.Value = text.Bits(g, r.Bits), words.Brief(g, r.Bits)
		if finite && g.ClassOf(r.Bits).IsFinite() {
			o.Error = words.Grouped(exact.ErrorUlps(g, r.Bits, ref))
			o.Exact = o.Error == "0"
		}
		list = append(list, o)
	}
	return list, source
}

func listed(f *format.Format) bool {
	for _, g := range format.All {
		if g.ID == f.ID {
			return true
		}
	}
	return false
}

// bitDetail says what bit i of the code does: its number, field, weight, and what it adds to the value.
func bitDetail(f *format.Format, c wide.U128, i int) string {
	k, w := bits.KindOfModel(f, i)
	s := "bit " + strconv.Itoa(i) + " of " + strconv.Itoa(f.Bits) + " · " + k.Name() + " · " + w
	if n := f.Unpack(c); n.Class.IsFinite() && (k == bits.Trailing || k == bits.Integer) {
		_, q := f.IntegerSig(c)
		verb := " · would add "
		if c.Bit(uint(i)) != 0 {
			verb = " · adds "
		}
		s += verb + words.Power(int64(q)+int64(i))
	}
	return s
}
