package code

import (
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// Heights returns codes of a format as heights from 0 to h, -1 for what is not finite, and the values at 0 and at h.
func Heights(f *format.Format, h int, series ...[]uint64) (ys [][]int, low, high string) {
	var lo, hi exact.Value
	var at [2]uint64
	some := false
	for _, codes := range series {
		for _, c := range codes {
			v, ok := exact.FromBits(f, wide.From64(c))
			if !ok {
				continue
			}
			if !some || v.Cmp(lo) < 0 {
				lo, at[0] = v, c
			}
			if !some || v.Cmp(hi) > 0 {
				hi, at[1] = v, c
			}
			some = true
		}
	}
	span := hi.Sub(lo)
	shift := span.Log2() - 40 // both below 2^41 after the shift
	for _, codes := range series {
		var y []int
		for _, c := range codes {
			v, ok := exact.FromBits(f, wide.From64(c))
			switch {
			case !ok:
				y = append(y, -1)
			case span.IsZero():
				y = append(y, h/2)
			default:
				y = append(y, int(floorShift(v.Sub(lo), shift)*int64(h)/floorShift(span, shift)))
			}
		}
		ys = append(ys, y)
	}
	if some {
		low, high = text.ValueTo(f, wide.From64(at[0]), 2), text.ValueTo(f, wide.From64(at[1]), 2)
	}
	return ys, low, high
}

// floorShift returns the whole part of v/2^shift, for v from 0 and a result below 2^63.
func floorShift(v exact.Value, shift int64) int64 {
	n := v.Exp - shift
	if n >= 0 {
		return int64(v.Mag.Shl(uint(n)).Low64())
	}
	return int64(v.Mag.Shr(uint(-n)).Low64())
}

// CodeMark is a piece of a text to be marked, with a class.
type CodeMark struct {
	From, To int
	Class    string
}

// MarkedCode is a text with pieces marked; of overlapping marks the first counts. An empty piece marks the character at
// its place, or a space at the end of the line.
func MarkedCode(text string, marks ...CodeMark) string {
	for i := range marks { // whole characters
		m := &marks[i]
		m.From, m.To = max(0, min(m.From, len(text))), max(0, min(m.To, len(text)))
		for m.From > 0 && m.From < len(text) && text[m.From]&0xc0 == 0x80 {
			m.From--
		}
		if m.To <= m.From {
			m.To = m.From + 1
		}
		for m.To < len(text) && text[m.To]&0xc0 == 0x80 {
			m.To++
		}
	}
	var b strings.Builder
	for at := 0; at <= len(text); {
		next, in := len(text)+1, -1
		for i, m := range marks {
			switch {
			case m.From <= at && at < m.To:
				if in < 0 {
					in, next = i, min(next, m.To)
				}
			case m.From > at:
				next = min(next, m.From)
			}
		}
		piece := text[at:min(next, len(text))]
		if in >= 0 {
			if piece == "" || piece[0] == '\n' {
				piece = " " + piece
			}
			b.WriteString(`<mark class="` + marks[in].Class + `">` + words.Escape(piece) + `</mark>`)
		} else {
			b.WriteString(words.Escape(piece))
		}
		at = next
	}
	return b.String()
}

// Back is what lies behind the text of an editor and marks its pieces: an error, or else from to to, the first difference
// of two targets, if there is one.
func Back(text string, problem *expr.Error, from, to int32) string {
	var marks []CodeMark
	if problem != nil {
		marks = append(marks, CodeMark{int(problem.From), int(problem.To), "expr-bad"})
	} else if to > from {
		marks = append(marks, CodeMark{int(from), int(to), "expr-apart"})
	}
	return MarkedCode(text, marks...) + "\n"
}

// Problem says what is wrong with a text and where.
func Problem(text string, e *expr.Error) string {
	if e == nil {
		return ""
	}
	return `<p class="problem">` + words.Escape(Place(text, int(e.From))+": "+html.Sentence(e.Text)) + `</p>`
}

// Place names a byte of a text by line and character.
func Place(text string, at int) string {
	at = max(0, min(at, len(text)))
	before := text[:at]
	line := strings.Count(before, "\n") + 1
	char := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
	if !strings.Contains(text, "\n") {
		return "Character " + words.Num(char)
	}
	return "Line " + words.Num(line) + ", character " + words.Num(char)
}

// Notes lists what the reader should know though it is no error.
func Notes(text string, notes []expr.Note) string {
	var b strings.Builder
	for i, n := range notes {
		if i == 4 {
			b.WriteString(`<li>and ` + words.Num(len(notes)-i) + ` more</li>`)
			break
		}
		where := ""
		if n.At >= 0 {
			where = Place(text, int(n.At)) + ": "
		}
		b.WriteString(`<li>` + words.Escape(where+html.Sentence(n.Text)) + `</li>`)
	}
	if b.Len() == 0 {
		return ""
	}
	return `<ul class="expr-notes">` + b.String() + `</ul>`
}

// Bits writes a value in its fields, with the bits of mark emphasized.
func Bits(v Value, mark wide.U128) string {
	if v.Format != nil {
		return bits.MarkedBits(bits.BitsOf(v.Format, v.Code), mark)
	}
	n := max(v.Type.Bits(), 32)
	f := bits.Field{Kind: bits.Trailing}
	for i := n - 1; i >= 0; i-- {
		f.Bits = append(f.Bits, bits.Bit{Index: i, One: v.Code.Bit(uint(i)) != 0, Kind: bits.Trailing})
	}
	return strings.Replace(bits.MarkedBits(bits.Bits{Fields: []bits.Field{f}}, mark), ` kT" title="`+bits.Trailing.Name()+`"`, `" title="integer"`, 1)
}

// Side is the letter of a side in a disc.
func Side(side int) string {
	return `<span class="dev-letter" aria-hidden="true">` + "AB"[side:side+1] + `</span>`
}

// ApartClass sorts a distance: 0 for none, 1 for neighbours, 2 up to 4, 3 up to 64, 4 up to 2^16, 5 beyond.
func ApartClass(n uint64) int {
	for i, most := range [...]uint64{0, 1, 4, 64, 1 << 16} {
		if n <= most {
			return i
		}
	}
	return 5
}

// ApartText writes a distance, with a power of two where it is long.
func ApartText(n uint64) string {
	if n < 1e7 {
		return words.Thousands(int(n))
	}
	k := 0
	for n>>k > 1 {
		k++
	}
	return "≈ 2" + words.Raised(int(k))
}
