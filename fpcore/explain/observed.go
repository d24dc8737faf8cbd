package explain

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// MaxNumber bounds the text of one observed number.
const MaxNumber = 1200

// Layout says how a decimal was printed, which decides how many numbers of a format it may stand for.
type Layout uint8

const (
	AnyLayout Layout = iota // not known: the levels of a Set tell how near a number comes
	Shortest                // the fewest digits that read back: Python, Go, Java, JavaScript, Rust
	Digits                  // rounded to its significant digits: %.9g, %.6e, %g
	Fixed                   // rounded to its digits after the point: %f, %.4f
)

// Layouts lists the layouts, with an ID and in words.
var Layouts = []struct {
	Layout Layout
	ID     string
	Name   string
}{
	{AnyLayout, "any", "unknown format"},
	{Shortest, "shortest", "the shortest that reads back (Python, Go, Java)"},
	{Digits, "digits", "significant digits (%g, %e)"},
	{Fixed, "fixed", "digits after the point (%f)"},
}

// Shape says in which form a result was written.
type Shape uint8

const (
	Decimal   Shape = iota // 9.8616, 1.79999995e+00
	Bits                   // 0x4601D3FF: the code itself
	HexFloat               // 0x1.8p+1: the number exactly
	InfinityN              // inf
	NotNumber              // nan
)

// Observed is a result as somebody saw it.
type Observed struct {
	_      [0]func() // not comparable
	Text   string
	Shape  Shape
	Layout Layout
	Neg    bool
	Signed bool           // NotNumber: its sign counts, since beside it stands one with a sign
	Format *format.Format // Bits: of the code; otherwise nil: any
	Code   uint64         // Bits
	digits string         // Decimal: significant digits without leading zeros, "0" for zero
	exp    int            // the number is digits * 10^exp
	hex    string         // HexFloat, without its sign

	decimals int  // Decimal: digits written after the point
	placed   bool // Decimal: all of three rows or more have as many of them, and not as many digits, as with "%.3f"
	whole    bool // Decimal: those digits are zeros
	full     bool // Decimal of unknown layout: all digits of the number are written, but for zeros at the end
	short    int  // the same of one with few digits, if it is a number of a format of so many bits
	taken    bool // short because it is such a number exactly, which may be chance
	tight    bool // Decimal of unknown layout: too few digits are written for a number rounded to them
}

var errNumber = errors.New("a result is a decimal as printed (9.8616), bits (0x4601D3FF), a hexadecimal float (0x1.8p+1), inf or nan")

// ParseObserved reads a result. f is the format of bits; nil guesses it from the number of digits: 4 are binary16, 8
// binary32, 16 binary64, 2 FP8 E4M3. Wrappers as Python prints them, "np.float32(9.8616)" and "tensor(9.8616)", and the
// suffixes f and F are passed over.
func ParseObserved(s string, f *format.Format, layout Layout) (Observed, error) {
	o := Observed{Text: strings.TrimSpace(s), Layout: layout}
	if len(s) > MaxNumber {
		return o, errors.New("a number is at most " + strconv.Itoa(MaxNumber) + " characters long")
	}
	s = unwrap(o.Text)
	rest := s
	switch {
	case strings.HasPrefix(rest, "-"):
		o.Neg, rest = true, rest[1:]
	case strings.HasPrefix(rest, "−"):
		o.Neg, rest = true, rest[len("−"):]
	case strings.HasPrefix(rest, "+"):
		rest = rest[1:]
	}
	word := strings.ToLower(rest)
	switch {
	case word == "inf" || word == "infinity" || word == "∞" || strings.HasPrefix(word, "1.#inf"):
		o.Shape = InfinityN
		return o, nil
	case isNaN(word):
		o.Shape = NotNumber
		return o, nil
	case strings.HasPrefix(word, "0x") && strings.ContainsAny(word, ".p"):
		if _, err := text.ParseNumber(word, format.F64, round.Env{}); err != nil {
			return o, errNumber
		}
		o.Shape, o.hex = HexFloat, word
		return o, nil
	case strings.HasPrefix(word, "0x"):
		return o.bits(word[2:], f, o.Neg)
	case bareBits(word):
		return o.bits(word, f, o.Neg)
	}
	if i := strings.IndexByte(word, 'd'); i > 0 && strings.Contains(word[:i], ".") { // Fortran
		word = word[:i] + "e" + word[i+1:]
	}
	return o, o.decimal(word)
}

// compareForms settles what a decimal of unknown layout may stand for by what stands beside it. "1.0" among results with
// other numbers of digits after the point is no rounded print, but how Python, Java and Go write a number that is whole.
// Fewer than six digits are taken for a rounded print only where all results have as many after the point, as with "%.4f".
// Where one NaN has a sign, that of the others counts too. Beside results with as many digits as their type needs, one with
// a digit less lost a zero, as with "%.9g"; beside such results of the same side (several, where the type is float), one with however few digits did,
// and so did one that is a float and has a fraction: few decimals are. A
// zero with an exponent is zero, since no small number prints so. Few digits that end with the sixth after the point are all that "%f" prints of a small number.
func compareForms(rows [][]Observed) {
	places, mixed, signs, decimals, most := -1, false, false, 0, 0
	var all [2]map[int]int // by side and number of digits: how many results of the side have as many
	own := [2]struct {     // of a side
		places, decimals, least, most int
		mixed                         bool
	}{{least: math.MaxInt}, {least: math.MaxInt}}
	each := func(f func(side int, o *Observed)) {
		for _, row := range rows {
			for i := range row {
				f(i, &row[i])
			}
		}
	}
	each(func(side int, o *Observed) {
		switch o.Shape {
		case Decimal:
			if decimals++; places < 0 {
				places = o.decimals
			}
			mixed = mixed || o.decimals != places
			most = max(most, len(o.digits))
			x := &own[side]
			if x.decimals++; x.decimals == 1 {
				x.places = o.decimals
			}
			x.mixed = x.mixed || o.decimals != x.places
			x.least, x.most = min(x.least, len(o.digits)), max(x.most, len(o.digits))
			if all[side] == nil {
				all[side] = map[int]int{}
			}
			all[side][len(o.digits)]++
		case Bits, HexFloat:
			mixed = true
		case NotNumber:
			signs = signs || o.Neg
		}
	})
	each(func(side int, o *Observed) {
		switch {
		case o.Shape == NotNumber:
			o.Signed = signs
		case o.Shape == Decimal && o.Layout == AnyLayout && mixed && o.decimals == 1 && o.whole, o.Shape == Decimal && o.digits == "0" && strings.ContainsAny(o.Text, "eE"):
			o.Layout = Shortest
		case o.Shape == Decimal && o.Layout == AnyLayout && o.decimals == 6 && o.exp == -6 && len(o.digits) < 6: // as %f prints it, and hardly anything else
			o.Layout = Fixed
		case o.Shape == Decimal:
			o.full = most >= 17 && len(o.digits) >= 16 || most == 9 && len(o.digits) == 8
			switch {
			case most == 9 && len(o.digits) < 8 && all[side][9] > 1:
				o.short = 32
			case most == 9 && len(o.digits) < 8 && all[1-side][9] > 0 && o.dyadic():
				o.short, o.taken = 32, o.decimals == 1 // one in five decimals with so many digits after the point, one in 25 with two
			case most == 17 && len(o.digits) < 16 && all[side][16]+all[side][17] > 0:
				o.short = 64
			case most == 16 && len(o.digits) < 16 && all[side][16] > 0 && o.digits != "0": // as "%.16g" prints it, by which numbers are not told apart
				for len(o.digits) < 16 {
					o.digits, o.exp = o.digits+"0", o.exp-1
				}
			}
			zeros := o.digits == "0" || strings.HasSuffix(o.digits, "0")
			padded := zeros && (o.decimals >= 3 || o.decimals == 2 && o.digits == "0" || o.decimals > 0 && strings.ContainsAny(o.Text, "eE")) // with zeros up to a number of digits
			x := &own[side]
			o.placed = !x.mixed && x.decimals == len(rows) && len(rows) >= 3 && x.least < x.most
			o.tight = len(o.digits) < 6 && !padded && !(!mixed && places > 0 && decimals > 1 || decimals == 1 && places >= 4 || !x.mixed && x.decimals >= 3 && x.places > 0)
		}
	})
}

// dyadic reports a decimal with a fraction that is a float exactly: 167.5, and not 0.1 or 167.
func (o *Observed) dyadic() bool {
	f := format.F32
	return o.decimals > 0 && !o.whole && o.exactly(f, o.parse(f, o.digits, o.exp, round.TiesToEven), o.digits, o.exp)
}

// shown is how many significant digits are written, zeros that were left out at the end included.
func (o *Observed) shown() int {
	if o.short == 0 {
		return len(o.digits)
	}
	return max(len(o.digits), o.short/4+1) // 9 of binary32, 17 of binary64
}

// loosely returns what o stands for if it was rounded to the digits that are written, however few they are.
func (o Observed) loosely(f *format.Format) Set {
	if o.tight, o.full, o.short = false, false, 0; o.Layout == Shortest && o.whole { // zeros at its end may have been rounded to
		o.Layout = Fixed
	}
	return o.In(f)
}

// unreadable is the error of a word that is no result, and names it.
func unreadable(s string, from, to int, err error) *expr.Error {
	text := err.Error()
	if err == errNumber {
		text = "“" + clipped(s[from:to]) + "”: " + text
	}
	return &expr.Error{From: int32(from), To: int32(to), Text: text}
}

// unwrap takes the number out of "tensor(1.5, device='cuda:0')".
func unwrap(s string) string {
	if i := strings.IndexByte(s, '('); i > 0 && strings.HasSuffix(s, ")") && !strings.HasPrefix(strings.ToLower(strings.TrimLeft(s, "+-−")), "nan") {
		s, _, _ = strings.Cut(s[i+1:len(s)-1], ",")
		s = strings.TrimSpace(s)
	}
	return s
}

// isNaN knows the ways in which C libraries print a NaN, Microsoft's older one included.
func isNaN(word string) bool {
	word = strings.TrimSuffix(word, "(ind)")
	return word == "nan" || strings.HasPrefix(word, "nan(") && strings.HasSuffix(word, ")") || strings.HasPrefix(word, "-nan") && len(word) == 4 ||
		strings.HasPrefix(word, "1.#qnan") || strings.HasPrefix(word, "1.#ind") || strings.HasPrefix(word, "1.#snan") || word == "snan"
}

// bareBits reports hexadecimal digits without 0x: 4, 8 or 16 of them with a letter that no decimal has.
func bareBits(word string) bool {
	if len(word) != 4 && len(word) != 8 && len(word) != 16 {
		return false
	}
	letters, others := 0, 0
	for i := range len(word) {
		c := word[i]
		switch {
		case c == 'e':
			letters++
		case c == 'f' && i == len(word)-1:
			letters++ // 1234567f may be a float of C, 123e567f too
		case 'a' <= c && c <= 'f':
			others++
		case c < '0' || c > '9':
			return false
		}
	}
	return others > 0 || letters > 1 && word[0] != 'e' && !strings.HasSuffix(word, "f")
}

func (o Observed) bits(hex string, f *format.Format, neg bool) (Observed, error) {
	hex = strings.NewReplacer("_", "", "'", "").Replace(hex)
	x, err := strconv.ParseUint(hex, 16, 64)
	if err != nil || neg {
		return o, errNumber
	}
	if f == nil {
		switch n := len(hex); {
		case n <= 2:
			f = format.E4M3
		case n <= 4:
			f = format.F16
		case n <= 8:
			f = format.F32
		default:
			f = format.F64
		}
	}
	if f.Bits > 64 || f.Bits < 64 && x>>f.Bits != 0 {
		return o, errors.New("0x" + hex[:min(len(hex), 20)] + " has more bits than " + f.Name)
	}
	o.Shape, o.Format, o.Code = Bits, f, x
	return o, nil
}

// decimal reads digits, a point and an exponent.
func (o *Observed) decimal(word string) error {
	word = strings.TrimRight(word, "fl")
	point, seen, digits := 0, false, make([]byte, 0, len(word))
	i := 0
	for ; i < len(word); i++ {
		c := word[i]
		switch {
		case '0' <= c && c <= '9':
			digits = append(digits, c)
			if seen {
				point++
			}
		case c == '.' && !seen:
			seen = true
		case (c == '_' || c == '\'') && i > 0:
		default:
			goto exponent
		}
	}
exponent:
	if len(digits) == 0 {
		return errNumber
	}
	exp := 0
	if i < len(word) {
		if word[i] != 'e' {
			return errNumber
		}
		e, err := strconv.Atoi(strings.Replace(word[i+1:], "−", "-", 1))
		if err != nil || e > 20_000 || e < -20_000 {
			return errNumber
		}
		exp = e
	}
	d := strings.TrimLeft(string(digits), "0")
	if d == "" {
		d = "0"
	}
	exp -= point
	// Beyond the range of every format that is looked at, by how much does not matter.
	if m := exp + len(d); m > 400 {
		exp -= m - 400
	} else if m < -400 {
		exp += -400 - m
	}
	o.Shape, o.digits, o.exp = Decimal, d, exp
	o.decimals = point
	o.whole = strings.TrimRight(string(digits[len(digits)-point:]), "0") == ""
	return nil
}

// finite reports a number.
func (o *Observed) finite() bool {
	return o.Shape == Decimal || o.Shape == HexFloat || o.Shape == Bits && o.Format.ClassOf(u128(o.Code)).IsFinite()
}

// nanBits is a NaN as notFiniteAs reads it, "" for every other result and for a NaN without a sign.
func (o *Observed) nanBits() string {
	switch {
	case o.Shape == Bits && o.Format.ClassOf(u128(o.Code)).IsNaN():
		return hexOf(o.Format, o.Code)
	case o.Shape == NotNumber && o.Signed && o.Neg:
		return "-nan"
	case o.Shape == NotNumber && o.Signed:
		return "nan"
	}
	return ""
}

// Levels of a Set: how near a number comes to what was printed.
const (
	Exactly = iota // the number nearest to the decimal, or the bits
	SixG           // prints so with %g, six digits
	AsWide         // prints so when rounded to the last digit that is written
	levels
)

// Set is the numbers of one format that an Observed stands for: magnitudes from Lo to Hi at each level, with one sign.
type Set struct {
	_      [0]func() // not comparable
	F      *format.Format
	Lo, Hi [levels]uint64 // magnitudes as codes without sign; empty where Lo > Hi
	Neg    bool
	NaN    bool // any NaN
	Signed bool // of the sign Neg only
	sign   uint64
}

// empty is a range without codes.
const empty = 1

// In returns the numbers of format f, of at most 64 bits, that o stands for.
func (o *Observed) In(f *format.Format) Set {
	s := Set{F: f, Neg: o.Neg}
	if !f.Unsigned {
		s.sign = 1 << (f.Bits - 1)
	}
	for i := range s.Lo {
		s.Lo[i], s.Hi[i] = empty, 0
	}
	one := func(c uint64) Set {
		s.Neg = c&s.sign != 0
		s.Lo[0], s.Hi[0] = c&^s.sign, c&^s.sign
		return s
	}
	switch o.Shape {
	case Bits:
		if o.Format == f {
			return one(o.Code)
		}
		to := arith.Convert(round.Env{}, f, o.Format, wide.U128{Lo: o.Code}, nil).Bits
		if f.ClassOf(to).IsNaN() {
			s.NaN = true
			return s
		}
		if arith.Convert(round.Env{}, o.Format, f, to, nil).Bits.Lo == o.Code {
			return one(to.Lo)
		}
	case HexFloat:
		p, err := text.ParseNumber(o.hex, f, round.Env{})
		if err == nil && p.Flags&round.Inexact == 0 {
			return one(p.Bits.Lo | o.signIn(&s))
		}
	case InfinityN:
		if f.HasInf() {
			return one(f.Inf(o.Neg && !f.Unsigned).Lo)
		}
	case NotNumber:
		s.NaN, s.Signed = f.HasNaN(), o.Signed && s.sign != 0
	case Decimal:
		o.ranges(&s)
	}
	return s
}

func (o *Observed) signIn(s *Set) uint64 {
	if o.Neg {
		return s.sign
	}
	return 0
}

// ranges fills the levels for a decimal.
func (o *Observed) ranges(s *Set) {
	if o.Neg && s.sign == 0 {
		return
	}
	f := s.F
	largest := f.Max(false).Lo
	// The nearest number counts if a program would print it so: the shortest digits that read back, or, below, rounded to
	// the digits that are written.
	near := o.parse(f, o.digits, o.exp, round.TiesToEven)
	written := o.digits // trailing zeros are those of a rounded print, but for "100" and "1.0"
	if o.decimals == 0 || o.decimals == 1 && o.whole || written == "0" {
		written = strings.TrimRight(written, "0")
	}
	if d, ok := text.ShortestDigits(f, wide.U128{Lo: near}); (o.Layout == AnyLayout || o.Layout == Shortest) && near <= largest && ok &&
		strings.TrimRight(d.D, "0") == written {
		s.Lo[Exactly], s.Hi[Exactly] = near, near
	}
	span := func(level, n int, significant bool) {
		d, e := o.digits, o.exp
		for len(d) < n {
			d, e = d+"0", e-1
		}
		// The decimal is d*10^e; in tenths of a unit of its last digit it is d0, and the ends are 5 below and above.
		even := (d[len(d)-1]-'0')&1 == 0
		high := o.parse(f, plus(d+"0", 5), e-1, round.TowardNegative)
		low := uint64(0)
		var lowText string
		lowExp := e - 1
		if d != "0" || e < 0 {
			lowText = minus(d+"0", 5)
			if significant && strings.Trim(d, "0") == "1" { // below a power of ten there is one more digit
				lowText, lowExp = minus(d+"00", 5), e-2
			}
		}
		if strings.Trim(d, "0") == "" { // zero: anything that is not yet half a unit
			lowText = ""
		}
		if lowText != "" {
			low = o.parse(f, lowText, lowExp, round.TowardPositive)
			if !even && o.exactly(f, low, lowText, lowExp) {
				low++
			}
		}
		if !even && high > 0 && o.exactly(f, high, plus(d+"0", 5), e-1) {
			high--
		}
		high = min(high, largest)
		s.Lo[level], s.Hi[level] = low, high
	}
	switch o.Layout {
	case AnyLayout:
		if len(o.digits) < 6 && o.digits != "0" {
			span(SixG, 6, true)
		}
		if (o.digits != "0" || o.exp < 0) && !o.tight {
			span(AsWide, 0, true)
		}
		if l := AsWide; s.Lo[l] <= near && near <= s.Hi[l] || o.tight && s.Lo[SixG] <= near && near <= s.Hi[SixG] {
			s.Lo[Exactly], s.Hi[Exactly] = near, near
			if o.full || o.short == f.Bits {
				s.Lo[AsWide], s.Hi[AsWide] = empty, 0
			}
			if o.short > 0 {
				if s.Lo[SixG], s.Hi[SixG] = empty, 0; o.short < f.Bits { // of a wider format, what prints with as many digits
					span(AsWide, o.shown(), true)
				}
			}
		}
	case Digits:
		if o.digits == "0" {
			s.Lo[Exactly], s.Hi[Exactly] = 0, 0
			return
		}
		span(AsWide, 0, true)
	case Fixed:
		span(AsWide, 0, false)
	}
	if l := AsWide; (o.Layout == Digits || o.Layout == Fixed) && s.Lo[l] == s.Hi[l] { // no other number prints so
		s.Lo[Exactly], s.Hi[Exactly] = s.Lo[l], s.Hi[l]
	}
}

// parse rounds digits*10^exp to a code of f.
func (o *Observed) parse(f *format.Format, digits string, exp int, d round.Direction) uint64 {
	p, err := text.ParseNumber(digits+"e"+strconv.Itoa(exp), f, round.Env{Direction: d})
	if err != nil {
		return 1<<63 - 1
	}
	return p.Bits.Lo
}

// exactly reports whether the code is digits*10^exp exactly.
func (o *Observed) exactly(f *format.Format, c uint64, digits string, exp int) bool {
	p, err := text.ParseNumber(digits+"e"+strconv.Itoa(exp), f, round.Env{})
	return err == nil && p.Flags == 0 && p.Bits.Lo == c
}

// plus adds k < 10 to the last digit of a decimal integer.
func plus(d string, k byte) string {
	b := []byte(d)
	for i := len(b) - 1; i >= 0; i-- {
		b[i] += k
		if b[i] <= '9' {
			return string(b)
		}
		b[i] -= 10
		k = 1
	}
	return "1" + string(b)
}

// minus subtracts k < 10 from the last digit of a decimal integer that is not smaller.
func minus(d string, k byte) string {
	b := []byte(d)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] >= '0'+k {
			b[i] -= k
			break
		}
		b[i] += 10 - k
		k = 1
	}
	return string(b)
}

// Level returns how near a code comes to what was printed: Exactly, SixG, AsWide, or -1 if it would print otherwise.
func (s *Set) Level(c uint64) int {
	m := c &^ s.sign
	if s.NaN {
		if s.F.ClassOf(wide.U128{Lo: c}).IsNaN() && (!s.Signed || (c&s.sign != 0) == s.Neg) {
			return Exactly
		}
		return -1
	}
	if (c&s.sign != 0) != s.Neg {
		return -1
	}
	for l := range s.Lo {
		if s.Lo[l] <= m && m <= s.Hi[l] {
			return l
		}
	}
	return -1
}

// Empty reports that no number of the format prints so.
func (s *Set) Empty() bool {
	for l := range s.Lo {
		if s.Lo[l] <= s.Hi[l] {
			return false
		}
	}
	return !s.NaN
}

// Count returns how many codes of the format the observed text may stand for.
func (s *Set) Count() uint64 {
	n := uint64(0)
	for l := range s.Lo {
		if s.Lo[l] <= s.Hi[l] {
			n = max(n, s.Hi[l]-s.Lo[l]+1)
		}
	}
	return n
}

// Distance returns how many codes lie between c and the nearest number of the set, 0 for a member; ok is false if one of
// both is a NaN and the other is not, or the set is empty.
func (s *Set) Distance(c uint64) (uint64, bool) {
	if s.Level(c) >= 0 {
		return 0, true
	}
	if s.NaN || s.Empty() || s.F.ClassOf(wide.U128{Lo: c}).IsNaN() {
		return 0, false
	}
	best := uint64(1<<64 - 1)
	for l := range s.Lo {
		if s.Lo[l] > s.Hi[l] {
			continue
		}
		for _, e := range [2]uint64{s.Lo[l], s.Hi[l]} {
			if s.Neg {
				e |= s.sign
			}
			best = min(best, Ulps(s.F, c, e))
		}
	}
	return best, true
}

// Some returns a code of the set at its narrowest level.
func (s *Set) Some() (uint64, bool) {
	for l := range s.Lo {
		if s.Lo[l] <= s.Hi[l] {
			c := s.Lo[l] + (s.Hi[l]-s.Lo[l])/2
			if s.Neg {
				c |= s.sign
			}
			return c, true
		}
	}
	if s.NaN {
		return s.F.NaN(format.PositiveQuiet).Lo, true
	}
	return 0, false
}

// Ulps counts the steps from one number of a format to another, infinities being the numbers after the largest, and -0
// and +0 the same.
func Ulps(f *format.Format, a, b uint64) uint64 {
	sign := uint64(0)
	if !f.Unsigned {
		sign = 1 << (f.Bits - 1)
	}
	x, y := a&^sign, b&^sign
	if (a^b)&sign != 0 {
		return x + y
	}
	return max(x, y) - min(x, y)
}

func textShortest(f *format.Format, c uint64) string { return text.Shortest(f, wide.U128{Lo: c}) }
