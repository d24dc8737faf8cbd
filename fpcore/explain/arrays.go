package explain

import (
	"errors"
	"math/bits"
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Bounds of the texts that tables and arrays are read from.
const (
	MaxArrayText = 16 << 20
	MaxPairs     = 1 << 20
)

// Worst is a pair of results far apart.
type Worst struct {
	Index int
	A, B  uint64
	Ulps  uint64
	Other bool // a NaN beside a number: no distance
}

// MaxWorst is how many pairs Arrays keeps.
const MaxWorst = 16

// Buckets of the histogram: bucket 0 holds equal pairs, bucket k distances from 2^(k-1) to below 2^k ulp.
const Buckets = 65

// Arrays compares two columns of results element by element. Distances count the numbers of the format from one result to
// the other; ±0 have distance 0 and are counted in ZeroSigns.
type Arrays struct {
	Format    *format.Format
	N         int // pairs
	Done      int
	Same      int // equal bits
	NaNs      int // both are NaNs
	Other     int // a NaN beside a number
	ZeroSigns int
	Vague     int // decimals written with fewer digits than tell two neighbours apart
	Above     int // pairs in which the first is the greater
	Below     int
	Histogram [Buckets]int
	Worst     []Worst // largest first
	Problem   string  // where reading stopped, in words; the pairs before count

	sum, carry uint64 // of distances
	text       string
	spans      [][2]int32 // of numbers in text: first column, second column, ...
	a, b       []uint64
}

// NewArrays finds two columns of numbers in a text: the last two columns of lines with as many each, or two lists in
// brackets, or two lines or paragraphs of equal length. f nil guesses the format: binary64 if bits have 16 digits or
// decimals more than 9, else binary32. Numbers are read by Next.
func NewArrays(s string, f *format.Format) (*Arrays, error) {
	if len(s) > MaxArrayText {
		return nil, errors.New("the text is longer than 16 MB")
	}
	s = unannotated(s)
	spans, err := columns(s)
	if err != nil {
		return nil, err
	}
	if f == nil {
		f = guess(s, spans)
	}
	return &Arrays{Format: f, N: len(spans) / 2, text: s, spans: spans}, nil
}

// ArraysOf compares codes of a format.
func ArraysOf(f *format.Format, a, b []uint64) *Arrays {
	return &Arrays{Format: f, N: min(len(a), len(b)), a: a, b: b}
}

// token reports the bytes that numbers are made of; all others separate them.
func token(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '.' || c == '+' || c == '-' || c == '#' || c == '_' || c >= 0x80
}

// number reports whether a token may be a number: it begins like one.
func number(s string) bool {
	t := strings.TrimLeft(s, "+-")
	if t == "" {
		return false
	}
	switch c := t[0]; {
	case '0' <= c && c <= '9':
		return true
	case c == '.':
		return len(t) > 1 && '0' <= t[1] && t[1] <= '9'
	}
	l := strings.ToLower(t)
	return l == "nan" || l == "inf" || l == "infinity" || len(l) <= 16 && bareBits(l) || strings.HasPrefix(s, "−") || l == "∞"
}

// columns finds the spans of pairs: element i of the first column at 2i, of the second at 2i+1.
func columns(s string) ([][2]int32, error) {
	type line struct{ from, n int } // first span, and how many
	var all [][2]int32
	var lines []line
	var groups []int // spans before each closing of an outermost bracket
	depth, groupAt, lists, blank := 0, 0, 0, -1
	lineAt := 0
	end := func() {
		if n := len(all) - lineAt; n > 0 {
			lines = append(lines, line{lineAt, n})
		} else if len(all) > 0 && blank < 0 {
			blank = len(all)
		}
		lineAt = len(all)
	}
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\n':
			end()
			i++
		case c == '#' && len(all) == lineAt:
			for i < len(s) && s[i] != '\n' {
				i++
			}
		case c == '[' || c == '{':
			if depth++; depth == 1 {
				groupAt = len(all)
			}
			i++
		case c == ']' || c == '}':
			if depth--; depth == 0 && len(all) > groupAt {
				groups = append(groups, len(all))
				lists++
			}
			depth = max(depth, 0)
			i++
		case token(c):
			j := i
			for j < len(s) && token(s[j]) {
				j++
			}
			if number(s[i:j]) {
				all = append(all, [2]int32{int32(i), int32(j)})
				if len(all) > 8*MaxPairs {
					return nil, errors.New("there are too many numbers")
				}
			}
			i = j
		default:
			i++
		}
	}
	end()
	pairs := func(a, b [][2]int32) ([][2]int32, error) {
		if len(a) != len(b) {
			return nil, errors.New("the first list has " + strconv.Itoa(len(a)) + " numbers, the second " + strconv.Itoa(len(b)))
		}
		if len(a) > MaxPairs {
			return nil, errors.New("there are more than " + strconv.Itoa(MaxPairs) + " pairs")
		}
		out := make([][2]int32, 0, 2*len(a))
		for i := range a {
			out = append(out, a[i], b[i])
		}
		return out, nil
	}
	switch {
	case len(all) == 0:
		return nil, errors.New("no numbers were found: two columns, or two lists in brackets")
	case lists == 2:
		return pairs(all[:groups[0]], all[groups[0]:groups[1]])
	case len(lines) == 2 && lines[0].n != 2:
		return pairs(all[:lines[0].n], all[lines[0].n:])
	case lines[len(lines)-1].n == 1 && blank > 0:
		return pairs(all[:blank], all[blank:])
	}
	n := lines[len(lines)-1].n
	if len(lines) > 1 && lines[0].n != n { // a header with digits in it
		lines = lines[1:]
	}
	if n < 2 {
		return nil, errors.New("there is one column: two are compared")
	}
	if len(lines) > MaxPairs {
		return nil, errors.New("there are more than " + strconv.Itoa(MaxPairs) + " pairs")
	}
	out := make([][2]int32, 0, 2*len(lines))
	for i, l := range lines {
		if l.n != n {
			return nil, errors.New("row " + strconv.Itoa(i+1) + " has " + strconv.Itoa(l.n) + " numbers, the last one " + strconv.Itoa(n))
		}
		out = append(out, all[l.from+n-2], all[l.from+n-1])
	}
	return out, nil
}

// guess looks at the first numbers.
func guess(s string, spans [][2]int32) *format.Format {
	f := format.F32
	for _, p := range spans[:min(len(spans), 64)] {
		w := strings.ToLower(s[p[0]:p[1]])
		o, err := ParseObserved(w, nil, AnyLayout)
		if err != nil {
			continue
		}
		if o.Shape == Bits {
			return o.Format
		}
		if o.Shape == Decimal && len(o.digits) > 9 {
			f = format.F64
		}
	}
	return f
}

// Next compares at most n more pairs and reports whether all are done.
func (a *Arrays) Next(n int) (done bool) {
	for ; n > 0 && a.Done < a.N && a.Problem == ""; n-- {
		i := a.Done
		var x, y uint64
		if a.text == "" {
			x, y = a.a[i], a.b[i]
		} else {
			var vague [2]bool
			var ok [2]bool
			x, vague[0], ok[0] = a.read(2 * i)
			y, vague[1], ok[1] = a.read(2*i + 1)
			if !ok[0] || !ok[1] {
				return true
			}
			if vague[0] || vague[1] {
				a.Vague++
			}
		}
		a.pair(i, x, y)
		a.Done++
	}
	return a.Done == a.N || a.Problem != ""
}

func (a *Arrays) read(i int) (c uint64, vague, ok bool) {
	p := a.spans[i]
	w := a.text[p[0]:p[1]]
	o, err := ParseObserved(w, nil, AnyLayout)
	if err != nil {
		a.Problem = "pair " + strconv.Itoa(i/2+1) + ": " + w[:min(len(w), 40)] + " is no number"
		return 0, false, false
	}
	if o.Shape == Bits && o.Format != a.Format && o.Format.Bits <= a.Format.Bits && (a.Format.Bits == 64 || o.Code>>a.Format.Bits == 0) {
		o.Format = a.Format // leading zeros were left out
	}
	if o.Shape == Decimal { // the nearest number, whatever it was printed from
		c = o.parse(a.Format, o.digits, o.exp, round.TiesToEven)
		if o.Neg && !a.Format.Unsigned {
			c |= 1 << (a.Format.Bits - 1)
		}
		if len(o.digits) > a.Format.P*30103/100000+1 { // enough digits for any number of the format
			return c, false, true
		}
		set := o.In(a.Format)
		return c, set.Lo[AsWide] < set.Hi[AsWide] && set.Lo[AsWide] <= c&^set.sign, true
	}
	set := o.In(a.Format)
	c, ok = set.Some()
	if !ok {
		a.Problem = "pair " + strconv.Itoa(i/2+1) + ": " + w[:min(len(w), 40)] + " is no number of " + a.Format.Name
	}
	return c, false, ok
}

func (a *Arrays) pair(i int, x, y uint64) {
	f := a.Format
	nx, ny := f.ClassOf(wide.U128{Lo: x}).IsNaN(), f.ClassOf(wide.U128{Lo: y}).IsNaN()
	if x == y {
		a.Same++
	}
	switch {
	case nx && ny:
		a.NaNs++
		return
	case nx || ny:
		a.Other++
		a.keep(Worst{Index: i, A: x, B: y, Ulps: 1<<64 - 1, Other: true})
		return
	}
	d := Ulps(f, x, y)
	a.Histogram[bits.Len64(d)]++
	sum, carry := bits.Add64(a.sum, d, 0)
	a.sum, a.carry = sum, a.carry+carry
	if d == 0 {
		if x != y {
			a.ZeroSigns++
		}
		return
	}
	if greater(f, x, y) {
		a.Above++
	} else {
		a.Below++
	}
	a.keep(Worst{Index: i, A: x, B: y, Ulps: d})
}

// greater compares two different numbers.
func greater(f *format.Format, x, y uint64) bool {
	if f.Unsigned {
		return x > y
	}
	sign := uint64(1) << (f.Bits - 1)
	switch nx, ny := x&sign != 0, y&sign != 0; {
	case nx && ny:
		return x < y
	case nx != ny:
		return ny
	}
	return x > y
}

// keep puts w among the worst.
func (a *Arrays) keep(w Worst) {
	k := len(a.Worst)
	for k > 0 && a.Worst[k-1].Ulps < w.Ulps {
		k--
	}
	if k == MaxWorst {
		return
	}
	if len(a.Worst) < MaxWorst {
		a.Worst = append(a.Worst, Worst{})
	}
	copy(a.Worst[k+1:], a.Worst[k:])
	a.Worst[k] = w
}

// Max returns the largest distance between two numbers, in ulp.
func (a *Arrays) Max() uint64 {
	for _, w := range a.Worst {
		if !w.Other {
			return w.Ulps
		}
	}
	return 0
}

// Mean returns the mean distance in ulp with three digits after the point, pairs with NaNs left out.
func (a *Arrays) Mean() string {
	n := uint64(a.Done - a.NaNs - a.Other)
	if n == 0 {
		return "0"
	}
	sum := exact.Ratio{Num: wide.U128{Hi: a.carry, Lo: a.sum}.Nat(), Den: wide.Nat{n}}
	_, d, ok := sum.Fixed(3)
	if !ok {
		return "0"
	}
	for len(d) < 4 {
		d = "0" + d
	}
	return d[:len(d)-3] + "." + d[len(d)-3:]
}

// Relative returns |A-B|/|B| of a pair to two digits, "" where it has no meaning.
func (a *Arrays) Relative(w Worst) string {
	return relative(a.Format, w.A, w.B)
}

// relative returns |x-y|/|y| to two digits.
func relative(f *format.Format, x, y uint64) string {
	vx, ok1 := exact.FromBits(f, wide.U128{Lo: x})
	vy, ok2 := exact.FromBits(f, wide.U128{Lo: y})
	if !ok1 || !ok2 {
		return ""
	}
	d, ok := vx.Ratio().Add(vy.Ratio().Negated())
	if !ok {
		return ""
	}
	q, ok := d.Quo(vy.Ratio())
	if !ok {
		return ""
	}
	q.Neg = false
	if q.IsZero() {
		return "0"
	}
	return q.Digits(2).Scientific(1)
}
