// Package blockscale quantizes binary32 numbers to narrow formats whose elements share scales: the microscaling formats
// of OCP (a power of two for 32 elements), NVFP4 (an E4M3 scale for 16 elements and a binary32 scale for the tensor), and
// FP8 with one binary32 scale for a tensor or for each row.
//
// The value of an element is its code's times its scale, and for NVFP4 times the tensor's scale.
package blockscale

import (
	"math/bits"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/evidence"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Scheme is a format with shared scales.
type Scheme struct {
	_        [0]func() // not comparable
	ID, Name string
	Elem     *format.Format // nil: integers of 8 bits, in units of 2^-6
	Scale    *format.Format
	Block    int // elements along a row that share a scale: Row for all of a row, Tensor for all there are
	Second   bool
	Kind     evidence.Kind
	Source   string
}

const (
	Row    = 0
	Tensor = -1
)

// Schemes lists what there is. Second says that the whole tensor has a binary32 scale too.
var Schemes = []Scheme{
	{ID: "mxfp8_e4m3", Name: "MXFP8 E4M3", Elem: format.E4M3, Scale: format.E8M0, Block: 32, Kind: evidence.Documented, Source: ocp},
	{ID: "mxfp8_e5m2", Name: "MXFP8 E5M2", Elem: format.E5M2, Scale: format.E8M0, Block: 32, Kind: evidence.Documented, Source: ocp},
	{ID: "mxfp6_e2m3", Name: "MXFP6 E2M3", Elem: format.E2M3, Scale: format.E8M0, Block: 32, Kind: evidence.Documented, Source: ocp},
	{ID: "mxfp6_e3m2", Name: "MXFP6 E3M2", Elem: format.E3M2, Scale: format.E8M0, Block: 32, Kind: evidence.Documented, Source: ocp},
	{ID: "mxfp4", Name: "MXFP4", Elem: format.E2M1, Scale: format.E8M0, Block: 32, Kind: evidence.Documented, Source: ocp},
	{ID: "mxint8", Name: "MXINT8", Scale: format.E8M0, Block: 32, Kind: evidence.Documented, Source: ocp},
	{ID: "nvfp4", Name: "NVFP4", Elem: format.E2M1, Scale: format.UE4M3, Block: 16, Second: true, Kind: evidence.Documented, Source: ptx},
	{ID: "e4m3_tensor", Name: "E4M3, one scale", Elem: format.E4M3, Scale: format.F32, Block: Tensor, Kind: evidence.Recalled, Source: practice},
	{ID: "e4m3_row", Name: "E4M3, a scale for each row", Elem: format.E4M3, Scale: format.F32, Block: Row, Kind: evidence.Recalled, Source: practice},
	{ID: "e5m2_tensor", Name: "E5M2, one scale", Elem: format.E5M2, Scale: format.F32, Block: Tensor, Kind: evidence.Recalled, Source: practice},
	{ID: "e5m2_row", Name: "E5M2, a scale for each row", Elem: format.E5M2, Scale: format.F32, Block: Row, Kind: evidence.Recalled, Source: practice},
}

const (
	ocp      = "OCP Microscaling Formats (MX) Specification 1.0"
	ptx      = "PTX ISA 9.2, kind::mxf4nvf4 and formats of scales"
	practice = "common use in libraries, not looked up"
)

// Find returns a scheme by its ID.
func Find(id string) (Scheme, bool) {
	for _, s := range Schemes {
		if s.ID == id {
			return s, true
		}
	}
	return Scheme{}, false
}

// Rule says how a scale follows from the largest finite magnitude of its block. The first three, for scales that are
// powers of two, differ in the exponent of that magnitude: rounded down, up, or down after the magnitude has been rounded
// to the element's precision. MaxToMax takes the largest magnitude to the largest code: the quotient of the two, rounded
// up where scales are powers of two and to nearest where they are not. Other scales know MaxToMax alone.
type Rule uint8

const (
	Floor Rule = iota // OCP
	Ceil
	Nearest
	MaxToMax
)

// RuleInfo names a Rule.
type RuleInfo struct {
	Rule Rule
	ID   string
	Name string
}

// Rules lists the scale rules.
var Rules = []RuleInfo{
	{Floor, "floor", "exponent of the largest, rounded down (OCP)"},
	{Ceil, "ceil", "exponent of the largest, rounded up"},
	{Nearest, "nearest", "exponent of the largest, rounded to the element’s precision"},
	{MaxToMax, "max", "largest value to largest code"},
}

// Options says how to quantize. The zero value rounds to nearest even and saturates.
type Options struct {
	_          [0]func() // not comparable
	Rule       Rule
	Stochastic bool   // 32 random bits are added below the last bit that is kept, which are drawn from Seed
	Seed       uint64 // of splitmix64: the output of element i has the counter i + 1
	// Overflow: a magnitude that rounds beyond the largest code becomes infinity, or NaN where there is none, instead
	// of the largest code. Formats with neither saturate all the same.
	Overflow bool
}

// Counts are what quantizing lost besides precision.
type Counts struct {
	Zeros      int // elements that are not zero and became zero
	Subnormals int // elements that became subnormal codes
	Saturated  int // elements beyond the largest code, infinities among them
	NaNs       int
}

// Quantized is a matrix of codes, row by row, with the codes of its scales, block by block and row by row.
type Quantized struct {
	Scheme     Scheme
	Rows, Cols int
	Codes      []uint8
	Scales     []uint32
	Second     uint32 // binary32, of the tensor; 1 where the scheme has none
	Counts     Counts
}

// Error is a request that has no answer; it says why.
type Error string

func (e Error) Error() string { return string(e) }

// blocks returns the length of a block and the number of blocks in a row.
func (s Scheme) blocks(rows, cols int) (length, perRow int) {
	switch s.Block {
	case Row:
		return cols, 1
	case Tensor:
		return rows * cols, 0
	}
	return s.Block, (cols + s.Block - 1) / s.Block
}

// ScaleAt returns the index in Scales of the scale of an element.
func (q *Quantized) ScaleAt(row, col int) int {
	length, perRow := q.Scheme.blocks(q.Rows, q.Cols)
	if perRow == 0 {
		return 0
	}
	return row*perRow + col/length
}

// Work is quantizing in steps.
type Work struct {
	*Quantized
	x       []uint32
	encoder *encoder
	rule    Rule
	length  int         // of a block
	row     int         // the length of a row: blocks end with it
	at, end int         // elements done; where the block begun ends
	most    uint32      // the largest element
	scales  *encoder    // of E4M3 scales
	wholes  [128]uint32 // what they and the tensor's scale come to
}

// Begin makes a matrix without codes of binary32 codes, rows*cols of them, which Step quantizes. Infinities and NaNs do not
// count for scales; infinities are beyond the largest code, and NaNs become NaN or, where the element has none, the
// largest code, as cvt has it.
func Begin(s Scheme, o Options, x []uint32, rows, cols int) (*Work, error) {
	if rows < 0 || cols < 0 || rows*cols != len(x) {
		return nil, Error("the number of elements is not rows times columns")
	}
	if s.Scale != format.E8M0 && o.Rule != MaxToMax {
		return nil, Error(s.Name + " has scales that are no powers of two: their rule is largest value to largest code")
	}
	q := &Quantized{Scheme: s, Rows: rows, Cols: cols, Codes: make([]uint8, len(x)), Second: one}
	w := &Work{Quantized: q, x: x, encoder: newEncoder(s.Elem, o), rule: o.Rule, row: cols}
	length, perRow := s.blocks(rows, cols)
	if perRow == 0 {
		w.row = len(x)
	}
	w.length, w.most = max(length, 1), s.largestCode()
	if s.Second {
		q.Second = secondScale(largest(x), s)
		w.scales = newEncoder(s.Scale, Options{})
		for c := range w.wholes {
			w.wholes[c] = s.whole(uint32(c), q.Second)
		}
	}
	return w, nil
}

// Step quantizes about n more elements and reports whether all are done.
func (w *Work) Step(n int) bool {
	for n > 0 && w.at < len(w.x) {
		if w.at == w.end {
			w.end = min(w.at+w.length, w.at-w.at%w.row+w.row)
			w.Scales = append(w.Scales, w.scale(largest(w.x[w.at:w.end])))
		}
		to := min(w.end, w.at+max(n, 256))
		codes, x, scale := w.Codes[w.at:to], w.x[w.at:to], w.Scales[len(w.Scales)-1]
		switch {
		case w.Scheme.Scale == format.E8M0:
			w.encoder.block(codes, x, 127-int32(scale), w.at, &w.Counts)
		case w.scales != nil:
			w.encoder.divide(codes, x, w.wholes[scale], w.at, &w.Counts)
		default:
			w.encoder.divide(codes, x, scale, w.at, &w.Counts)
		}
		n -= to - w.at
		w.at = to
	}
	return w.at == len(w.x)
}

// Quantize quantizes binary32 codes in one step.
func Quantize(s Scheme, o Options, x []uint32, rows, cols int) (*Quantized, error) {
	w, err := Begin(s, o, x, rows, cols)
	if err != nil {
		return nil, err
	}
	w.Step(len(x))
	return w.Quantized, nil
}

const (
	one = 0x3f800000
	inf = 0x7f800000
)

// largest returns the largest finite magnitude.
func largest(x []uint32) (m uint32) {
	for _, v := range x {
		if v &= 0x7fffffff; v < inf {
			m = max(m, v)
		}
	}
	return m
}

// exponent returns the exponent of the leading bit of a positive binary32 number, and the bits below it in 23 bits.
func exponent(v uint32) (e int32, frac uint32) {
	e, frac = int32(v>>23), v&0x7fffff
	if e == 0 {
		n := bits.LeadingZeros32(frac) - 8
		return 1 - 127 - int32(n), frac << n & 0x7fffff
	}
	return e - 127, frac
}

// last returns the exponent and the 24-bit significand of the largest element.
func (s Scheme) last() (e int32, sig uint32) {
	if s.Elem == nil {
		return 0, 127 << 17 // 127/64
	}
	n := s.Elem.Unpack(s.Elem.Max(false))
	return n.Exp, uint32(n.Sig.Hi >> 40)
}

// scale returns the code of the scale of a block whose largest magnitude is m: where it is no power of two, the largest
// magnitude over the largest element, in binary32, and over the tensor's scale, in the scale's format, to nearest,
// saturated. A binary32 scale of a block of zeros is 1, an E4M3 one 0.
func (w *Work) scale(m uint32) uint32 {
	s := w.Scheme
	if s.Scale == format.E8M0 {
		return s.power(w.rule, m)
	}
	v := div(m, w.most)
	switch {
	case w.scales != nil:
		return uint32(w.scales.code(div(v, w.Second), 0, 0, new(Counts)))
	case v == 0:
		return one
	}
	return v
}

// power returns the code of a scale that is a power of two.
func (s Scheme) power(r Rule, m uint32) uint32 {
	if m == 0 {
		return 0
	}
	e, frac := exponent(m)
	top, sig := s.last()
	switch r {
	case Ceil:
		if frac != 0 {
			e++
		}
	case Nearest:
		precision := 7
		if s.Elem != nil {
			precision = s.Elem.P
		}
		drop := 24 - precision
		if kept := frac | 1<<23; (kept+1<<(drop-1)-1+kept>>drop&1)>>24 != 0 {
			e++
		}
	case MaxToMax:
		if frac|1<<23 > sig {
			e++
		}
	}
	return uint32(min(max(e-top+127, 0), 254))
}

// largestCode returns the largest element as a binary32 code.
func (s Scheme) largestCode() uint32 {
	e, sig := s.last()
	return uint32(e+127)<<23 | sig&0x7fffff
}

// secondScale is the binary32 scale of a tensor of NVFP4: the largest magnitude over the largest element times the largest
// scale, 6 * 448; 1 for a tensor of zeros.
func secondScale(m uint32, s Scheme) uint32 {
	limit := mul(s.largestCode(), wider(format.UE4M3, format.UE4M3.Max(false).Lo))
	if r := div(m, limit); m != 0 && r != 0 {
		return r
	}
	return one
}

// whole returns the scale of a block as binary32, the tensor's scale in it, rounded.
func (s Scheme) whole(scale, second uint32) uint32 {
	if s.Scale == format.F32 {
		return scale
	}
	return mul(wider(s.Scale, uint64(scale)), second)
}

func wider(f *format.Format, c uint64) uint32 {
	return uint32(arith.Convert(round.Env{}, format.F32, f, wide.From64(c), nil).Bits.Lo)
}

func mul(a, b uint32) uint32 {
	if r, ok := fast.Mul32Bits(a, b, false); ok {
		return r
	}
	return uint32(arith.Mul(nvidia, format.F32, format.F32, wide.From64(uint64(a)), wide.From64(uint64(b)), nil).Bits.Lo)
}

func div(a, b uint32) uint32 {
	if r, ok := fast.Div32Bits(a, b, false); ok {
		return r
	}
	return uint32(arith.Div(nvidia, format.F32, format.F32, wide.From64(uint64(a)), wide.From64(uint64(b)), nil).Bits.Lo)
}

var nvidia = round.Env{NaN: round.NaNRule{NoPropagate: true, Default: format.AllOnes}}

// ScaleOf returns the scale of a block as binary32, by its index in Scales, the tensor's scale in it, rounded.
func (q *Quantized) ScaleOf(block int) uint32 {
	if q.Scheme.Scale == format.E8M0 {
		return wider(format.E8M0, uint64(q.Scales[block]))
	}
	return q.Scheme.whole(q.Scales[block], q.Second)
}

// BlockAt returns the elements that share the scale of an element, from one to before another.
func (q *Quantized) BlockAt(k int) (from, to int) {
	length, perRow := q.Scheme.blocks(q.Rows, q.Cols)
	if perRow == 0 {
		return 0, len(q.Codes)
	}
	row := k - k%q.Cols
	from = row + (k-row)/length*length
	return from, min(from+length, row+q.Cols)
}

// Values returns the value of each code as binary32.
func (s Scheme) Values() (values [256]uint32) {
	for c := range values {
		if s.Elem == nil {
			values[c] = uint32(arith.FromInt(round.Env{}, format.F32, arith.IntType{Bits: 64, Signed: true}, uint64(int64(int8(c))), nil).Bits.Lo)
			values[c] = mul(values[c], 0x3c800000) // 2^-6
		} else {
			values[c] = wider(s.Elem, uint64(c)&(1<<s.Elem.Bits-1))
		}
	}
	return values
}

// Dequantize returns the values of the elements in binary32: the code's value times the scale, rounded, and for NVFP4 the
// scales multiplied first.
func (q *Quantized) Dequantize() []uint32 {
	out, values := make([]uint32, len(q.Codes)), q.Scheme.Values()
	q.dequantize(out, &values, 0)
	return out
}

// dequantize writes the values of the elements that begin with number from.
func (q *Quantized) dequantize(out []uint32, values *[256]uint32, from int) {
	var of [256]uint32
	for k := from; k < from+len(out); {
		_, to := q.BlockAt(k)
		to = min(to, from+len(out))
		scale := q.ScaleOf(q.ScaleAt(k/q.Cols, k%q.Cols))
		if to-k < len(of)/2 {
			for ; k < to; k++ {
				out[k-from] = mul(values[q.Codes[k]], scale)
			}
			continue
		}
		for c := range of {
			of[c] = mul(values[c], scale)
		}
		for ; k < to; k++ {
			out[k-from] = of[q.Codes[k]]
		}
	}
}
