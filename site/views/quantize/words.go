package quantize

import (
	"strconv"

	"ulplab/fpcore/blockscale"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/sample"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/files"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
)

// ExampleWords holds name and note of each of Examples.
const ExampleWords = `fp4|MXFP4 and NVFP4|Four bits an element. The scale of MXFP4 is a power of two for 32 elements, that of NVFP4 an E4M3 number for 16: it fits the largest number of its block more closely.
rule|MXFP4: two rules for the scale|The rule of OCP takes the exponent of the largest number, rounded down, so that numbers up to a third beyond the largest code saturate. Largest value to largest code never saturates, and makes small numbers coarser: on these numbers both lose about as much.
outliers|Outliers: integers and floating point|One number of a hundred is 32 times as large. Integers have the better signal-to-noise ratio, which the outliers decide; but beside an outlier small numbers become zero, and E4M3 keeps them.
tensor|One scale for a tensor, or one for 32 elements|A floating-point format of eight bits needs its scale for the range alone: on numbers of one distribution block scales change little.
six|Six bits: two or three for the exponent|Laplace numbers: E2M3 has finer steps, E3M2 reaches farther down and makes fewer of them zero.
stochastic|Stochastic rounding|Beside a 6 every 0.1 is below half of the smallest code. To nearest all of them become zero, and the errors add up; stochastic rounding keeps one of five, so that the mean error is small and the mean square error larger.
hand|Twelve numbers by hand|One block that can be followed element by element.
million|A million numbers|One scale for a million E4M3 numbers with outliers against NVFP4.`

const (
	noNumbers  = "Type or paste numbers, a row a line: 0.5, -1.25, 3e-4."
	noFile     = "Open a file of numbers, or drop one on the page: CSV, TSV, NPY or raw values."
	ownNoText  = "This is no text of numbers: type or paste numbers, a row a line, such as 0.5, -1.25, 3e-4."
	ownTooLong = "These are more numbers than a link holds: open them as a file."
	pasted     = "pasted numbers"

	ownLabel = "Numbers, a row a line"

	histNote   = "Upward: the numbers over their scales, in equal steps. Downward: how many took the code at this place; zeros of both signs are one."
	histLog    = "Upward: magnitudes of the numbers over their scales, four classes an octave. Downward: how many took the code of this magnitude; at the left what became zero."
	blocksNote = "A column is a block: the line reaches from its smallest number that is not zero to its largest magnitude (dot); the band from the smallest to the largest code times the scale, pale where codes are subnormal. What lies below the band is rounded to zero or to the smallest code, what lies above to the largest."
	openTitle  = "A block, element by element"
	openNote   = "x / scale is what is rounded to a code; the error is the value minus x, exact but for its last digits."
	tableTitle = "Every format on these numbers"
	dotTitle   = "Dot product of two rows"
	dotAsk     = "Compute the dot product"
	dotNote    = "Both rows are quantized by the recipe. What quantizing costs is the first line of each; the others have what the tensor core truncates and rounds besides, with the scales where the instruction takes them."
	rowProblem = "A row is a whole number from 0; beyond the last one it is the last."
	exportNote = "Raw codes are one byte an element, row by row; those of four bits two in a byte, the first in the low half, each row from a byte of its own. Raw scales are one byte each, binary32 ones four bytes, the lowest first."
)

// typedFields are the fields of numbers that are typed, from TypeN on, with what is said of texts that are none.
var typedFields = [5]markup.Entry{
	{ID: "n", Label: "How many", Hint: "4096 or 2^12", Problem: "A number of elements from 1 to 1,048,576, as 4096 or 2^12."},
	{ID: "seed", Label: "Seed", Hint: "1", Problem: "A seed is a whole number from 0 to 999,999,999."},
	{ID: "width", Label: "Elements of a row", Hint: "as the data", Problem: "The length of a row is a whole number up to 1,048,576, or nothing for that of the data."},
	{ID: "row1", Label: "Row", Hint: "0", Problem: rowProblem},
	{ID: "row2", Label: "With row", Hint: "0", Problem: rowProblem},
}

// Title names a recipe.
func (r Recipe) Title() string {
	s := r.Of().Name
	if r.Power() && r.Rule != blockscale.Floor {
		s += ", " + ruleWord(r.Rule)
	}
	if r.Stochastic {
		s += ", stochastic"
	}
	if r.Overflow {
		s += ", not saturated"
	}
	return s
}

func ruleWord(r blockscale.Rule) string {
	return [...]string{"floor rule", "ceiling rule", "nearest rule", "largest to largest"}[r]
}

// decimal writes a rounded number with n digits.
func decimal(x float64, n int) string {
	return words.Minus(strconv.FormatFloat(x, 'g', n, 64))
}

// db writes a signal-to-noise ratio.
func db(e *fast.Errors) string {
	v, ok := e.Decibels()
	switch {
	case ok:
		return words.Minus(strconv.FormatFloat(v, 'f', 2, 64)) + " dB"
	case e.Noise == 0:
		return "exact"
	}
	return "no signal"
}

// share writes a count with its part of all.
func share(n, of int) string {
	if n == 0 {
		return "0"
	}
	return words.Thousands(n) + " (" + percent(n, of) + ")"
}

func percent(n, of int) string {
	switch per := (n*2000 + of) / (2 * max(of, 1)); {
	case n == 0:
		return "0 %"
	case n == of:
		return "100 %"
	case per == 0:
		return "below 0.1 %"
	case per == 1000:
		return "above 99.9 %"
	default:
		return words.Fill("#.# %", per/10, per%10)
	}
}

// bitsEach writes the bits of an element, its share of the scales included.
func bitsEach(q *blockscale.Quantized) string {
	n := (q.Bits()*100 + 512) >> 10
	return words.Fill("#.##", n/100, n/10%10, n%10)
}

// value writes a binary32 code with up to n digits.
func value(c uint32, n int) string {
	return words.Minus(text.ValueTo(format.F32, wide.From64(uint64(c)), n))
}

// verdict compares the sides in a sentence or two.
func verdict(m *Model) string {
	a, b := m.Sides[0], m.Sides[1]
	if !a.Done || !b.Done {
		return ""
	}
	s := words.Put("Signal to noise: #; #.", m.said(0), m.said(1))
	x, y := a.S.Errors.MeanSquare(), b.S.Errors.MeanSquare()
	better := "B"
	if x < y {
		better, x, y = "A", y, x
	}
	switch {
	case x == 0:
		return s + " Both keep every number."
	case x == y:
		return s + " Their mean square errors are equal."
	case y == 0:
		return s
	case x < 1.005*y:
		return s + " Their mean square errors differ by less than 0.5 %."
	}
	return s + words.Put(" #’s mean square error is # times smaller.", better, decimal(x/y, 3))
}

// said is the signal-to-noise ratio of a side, with what it costs.
func (m *Model) said(side int) string {
	r := m.Sides[side]
	return words.Put("#, #, # with # bits an element", "AB"[side:side+1], r.Recipe.Title(), db(&r.S.Errors), bitsEach(r.Q))
}

// title names a side by its recipe.
func (m *Model) title(side int) string {
	return "AB"[side:side+1] + ": " + m.Sides[side].Recipe.Title()
}

// about says what the numbers are.
func about(m *Model) string {
	n := len(m.X)
	s := words.Thousands(n) + " number"
	if n != 1 {
		s += "s"
	}
	if m.Rows > 1 {
		s += " in " + words.Thousands(m.Rows) + " rows of " + words.Thousands(m.Cols)
	}
	switch d := &m.In.Data; d.Kind {
	case Own:
		s += ", as typed"
	case File:
		s += " of " + d.File.Name
		if d.File.Name == pasted {
			s += ", which are too many for a link: it holds their digest alone"
		}
	default:
		for _, k := range sample.Kinds {
			if k.ID == d.Kind {
				s += ", " + k.Name + words.Fill(", seed #", int(d.Seed))
			}
		}
		if d.Outliers > 0 {
			s += words.Fill(", one of # times #", int(d.Outliers), sample.OutlierFactor)
		}
	}
	if f := &m.Facts; f.Largest != 0 {
		s += "; magnitudes from " + value(f.Least, 4) + " to " + value(f.Largest, 4)
	}
	if m.Facts.Zeros > 0 {
		s += "; " + words.Thousands(m.Facts.Zeros) + " zero"
	}
	if m.Facts.Special > 0 {
		s += "; " + words.Thousands(m.Facts.Special) + " infinite or NaN, which count for no scale and no error"
	}
	return s + "."
}

// scaleRange says which scales a result has.
func scaleRange(r *Result) string {
	s := &r.Scales
	list, said := words.Thousands(len(r.Q.Scales)), value(s.Least, 5)
	if len(r.Q.Scales) > 1 && s.Least != s.Largest {
		if said += " to " + value(s.Largest, 5); r.Scheme.Scale != format.F32 {
			list += words.Fill(", # different", s.Kinds)
		}
	}
	return list + ": " + said
}

// histogram is the caption of the histogram of a side; that of A says what is drawn.
func histogram(r *Result, side int, log bool) string {
	note := ""
	switch {
	case side == 0 && log:
		note = histLog + " "
	case side == 0:
		note = histNote + " "
	}
	of, used, most, top := 0, 0, 0, 0
	all := 1 << width(r.Scheme)
	for c, n := range r.S.Codes {
		of += n
		if n > 0 {
			used++
		}
		if n > most {
			most, top = n, c
		}
	}
	s := note + words.Fill("# of # codes are taken, most often ", used, all) + codeName(r.Scheme, uint8(top)) + " (" + percent(most, of) + ")."
	if r.S.Beyond > 0 {
		s += " Beyond the ends: " + words.Thousands(r.S.Beyond) + "."
	}
	return s
}

// width is the number of bits of an element.
func width(s blockscale.Scheme) int {
	if s.Elem == nil {
		return 8
	}
	return s.Elem.Bits
}

// hexCode writes a code.
func hexCode(bits int, c uint32) string {
	digits := (bits + 3) / 4
	s := strconv.FormatUint(uint64(c), 16)
	return "0x" + "00000000"[:max(digits-len(s), 0)] + s
}

// codeName is a code with its value.
func codeName(s blockscale.Scheme, c uint8) string {
	return hexCode(width(s), uint32(c)) + " = " + value(s.Values()[c], 6)
}

// blockWords says what block or blocks of a result hold some elements, and their scales.
func blockWords(r *Result, from, to int) string {
	said := ""
	for k, n := from, 0; k < to && n < 4; n++ {
		a, z := r.Q.BlockAt(k)
		i := r.Q.ScaleAt(k/r.Q.Cols, k%r.Q.Cols)
		if n > 0 {
			said += "; "
		}
		said += "block " + words.Thousands(i+1) + " of " + words.Thousands(len(r.Q.Scales)) + words.Fill(" (elements # to #) has the scale ", a, z-1) + scaleWords(r, i)
		k = z
	}
	return said + "."
}

func scaleWords(r *Result, i int) string {
	c := r.Q.Scales[i]
	switch r.Scheme.Scale {
	case format.E8M0:
		return words.Fill("2^#, code ", int(c)-127) + hexCode(8, c)
	case format.F32:
		return value(c, 9)
	}
	return words.Put("#: code # = # times that of the tensor, #", value(r.Q.ScaleOf(i), 6), hexCode(8, c), words.Brief(format.UE4M3, wide.From64(uint64(c))), value(r.Q.Second, 6))
}

// fileWords says what file is open.
func fileWords(v *Source) string {
	if v.Digest == "" || files.Get(v.Digest) == nil {
		return ""
	}
	return v.Name + ", digest " + v.Digest
}

// plain writes a binary32 code as the shortest decimal that reads back as it.
func plain(c uint32) string { return text.Shortest(format.F32, wide.From64(uint64(c))) }
