package functions

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
)

// Verdict says how a documented bound stands to what was measured.
type Verdict uint8

// The verdicts. A documented bound of n ulp speaks of the distance to the correctly rounded result.
const (
	boundNone    Verdict = iota // nothing documented
	boundHolds                  // no result was farther away
	boundExceeds                // some result was
	boundPart                   // the bound is for part of the arguments only, or depends on the argument
	boundOther                  // the bound is an absolute or a relative error, not one in ulp
)

// Row is a measured function in the mode shown.
type Row struct {
	_       [0]func() // not comparable
	Name    string
	Here    bool
	Run     AccRun
	Arg     string // shortest
	Share   string // not correctly rounded: "9.958 %"
	Steps   string // farthest from the correctly rounded result, in codes: "1", "17 or more"
	Bound   AccBound
	Became  string // what -use_fast_math made of it; "" for itself
	Verdict Verdict
	Flushed bool // the maximum error is that of a result flushed to zero
	Unit    bool // an intrinsic or an instruction
}

// Double is a function of binary64 on a sample.
type Double struct {
	AccDouble
	Share   string
	Verdict Verdict
}

// Table is the table of measured functions.
type Table struct {
	Rows    []Row
	Total   int
	Picked  *AccFunction // nil if there is none of that name
	PickRow Row
	Doubles []Double
}

// buildTable makes the table in the mode, order and filter of s.
func buildTable(a *Accuracy, s State) Table {
	t := Table{Total: len(a.Functions), Picked: a.Function(s.Pick)}
	for i := range 2 * len(a.Functions) { // the library first, then what stands closer to the machine
		f := &a.Functions[i%len(a.Functions)]
		r := row(a, f, int(s.Mode))
		if r.Unit != (i >= len(a.Functions)) {
			continue
		}
		r.Here = r.Name == s.Pick
		if r.Here {
			t.PickRow = r
		}
		if s.Find != "" && !strings.Contains(r.Name, strings.ToLower(s.Find)) ||
			s.Group == Library && r.Unit || s.Group == Unit && !r.Unit {
			continue
		}
		t.Rows = append(t.Rows, r)
	}
	if s.Order != ByTable {
		sortRows(t.Rows, s.Order)
	}
	for _, d := range a.Doubles {
		t.Doubles = append(t.Doubles, Double{d, share(d.Not, d.N), doubleVerdict(d)})
	}
	return t
}

func row(a *Accuracy, f *AccFunction, mode int) Row {
	run := f.Modes[mode]
	r := Row{Name: f.Name, Run: run, Arg: words.Brief(format.F32, wide.From64(uint64(run.Arg))), Share: share(run.Not, run.Finite),
		Steps: strconv.Itoa(run.Steps()), Bound: f.Bound, Unit: strings.HasPrefix(f.Name, "__") || strings.Contains(f.Name, "_approx") || f.Name == "frcp_rn"}
	if run.Steps() == 17 {
		r.Steps = "17 or more"
	}
	if mode == modeFast && !r.Unit {
		r.Became = became(a, f)
		if g := a.Function(r.Became); g != nil {
			r.Bound = g.Bound
		}
	}
	r.Verdict = verdict(&r)
	// 2^23 ulp, less some for the rounding before: a result of 2^-126 that became 0
	worst := maxOf(run.Max)
	r.Flushed = mode != modeDefault && worst.exp == 7 && worst.digits > 83_800_000 && worst.digits < 83_887_000
	return r
}

// became returns the intrinsic whose profile a function has under -use_fast_math, or the instruction that stands for
// sqrtf.
func became(a *Accuracy, f *AccFunction) string {
	if f.Name == "sqrtf" {
		return "sqrt_approx"
	}
	for i := range a.Functions {
		if g := &a.Functions[i]; g != f && g.profiles[modeFlush] == f.profiles[modeFast] {
			return g.Name
		}
	}
	return ""
}

func verdict(r *Row) Verdict {
	switch b := r.Bound; {
	case b.Text == "":
		return boundNone
	case b.N >= 0 && r.Run.Steps() <= b.N:
		return boundHolds
	case b.N >= 0:
		return boundExceeds
	case b.Measure == "abs" || b.Measure == "rel" || b.Measure == "as":
		return boundOther
	}
	return boundPart
}

// doubleVerdict: an error of e ulp from the exact value is at most floor(e + 1/2) codes from the correctly rounded result.
func doubleVerdict(d AccDouble) Verdict {
	if d.Bound.N < 0 {
		return boundPart
	}
	whole, frac, _ := strings.Cut(d.Max, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || d.Not == 0 {
		return boundHolds
	}
	if frac != "" && frac[0] >= '5' {
		n++
	}
	if n <= d.Bound.N {
		return boundHolds
	}
	return boundExceeds
}

// share returns part/all in percent with four digits.
func share(part, all uint64) string {
	if all == 0 || part == 0 {
		return "0 %"
	}
	if part*1000/all == 0 { // below 0.1 %: six digits after the point of all that are left
		n := part * 100_000_000 / all
		s := "000000" + strconv.FormatUint(n, 10)
		s = strings.TrimRight(s[len(s)-6:], "0")
		if s == "" {
			return "below 0.000001 %"
		}
		return "0." + s + " %"
	}
	n := part * 100_000 / all
	s := "000" + strconv.FormatUint(n%1000, 10)
	return strconv.FormatUint(n/1000, 10) + "." + s[len(s)-3:] + " %"
}

// sortRows sorts by insertion: rows are few, and instances of slices.SortFunc are large.
func sortRows(rows []Row, order uint8) {
	before := func(a, b *Row) bool {
		switch order {
		case ByName:
			return strings.TrimLeft(a.Name, "_") < strings.TrimLeft(b.Name, "_")
		case ByError:
			return maxOf(a.Run.Max).more(maxOf(b.Run.Max))
		case ByShare: // not / finite, compared by products below 2^64
			return a.Run.Not*(b.Run.Finite>>8) > b.Run.Not*(a.Run.Finite>>8)
		}
		return a.Verdict == boundExceeds && b.Verdict != boundExceeds || a.Verdict == b.Verdict && a.Bound.N > b.Bound.N
	}
	for i := range rows {
		for k := i; k > 0 && before(&rows[k], &rows[k-1]); k-- {
			rows[k], rows[k-1] = rows[k-1], rows[k]
		}
	}
}

// decimalUlps is a recorded maximum taken apart: digits × 10^exp, for comparing.
type decimalUlps struct {
	digits uint64
	exp    int
}

func maxOf(s string) decimalUlps {
	m, e, _ := strings.Cut(s, "e")
	exp, _ := strconv.Atoi(e)
	whole, frac, _ := strings.Cut(m, ".")
	d := strings.TrimLeft(whole+frac, "0")
	zeros := len(whole) + len(frac) - len(d)
	exp += len(whole) - zeros
	n, _ := strconv.ParseUint((d + "00000000")[:8], 10, 64)
	return decimalUlps{n, exp}
}

func (a decimalUlps) more(b decimalUlps) bool {
	if a.exp != b.exp && a.digits != 0 && b.digits != 0 {
		return a.exp > b.exp
	}
	return a.digits > b.digits
}

// FnProfile is the picked function's error over the argument's exponent.
type FnProfile struct {
	_         [0]func() // not comparable
	Name      string
	Mode      int
	Modes     [modesModel]*Profile
	Both      bool // negative arguments have errors too
	Low, High int  // powers of ten of the scale
	Cell      int
	Sweep     *Profile // what the sweep found, nil if there is none of this function and mode
}

// buildProfile makes the plot of the picked function.
func buildProfile(f *AccFunction, s State) FnProfile {
	p := FnProfile{Name: f.Name, Mode: int(s.Mode)}
	high := -40
	for m := range modesModel {
		p.Modes[m] = f.Profile(m)
		for i, u := range p.Modes[m] {
			n, ok := u.Log()
			if !ok {
				continue
			}
			p.Both = p.Both || i >= 256
			if n >= 0 {
				high = max(high, n/1000+1)
			} else {
				high = max(high, 0)
			}
		}
	}
	p.High, p.Low = max(high, 1), -3
	if p.High > 6 {
		p.Low = -4
	}
	p.Cell = cellOf(f, s)
	return p
}

// cellOf returns the cell looked at: that under the pointer, else the one chosen, else that of the worst argument.
func cellOf(f *AccFunction, s State) int {
	arg := f.Modes[s.Mode].Arg
	switch {
	case s.Hover != 0:
		return int(s.Hover) - 1
	case s.Cell != 0:
		return int(s.Cell) - 1
	}
	return int(arg>>31<<8 | arg>>23&255)
}

// cellPlace is the place of a cell from left to right, −inf at 0, and cellAt the cell of a place.
func cellPlace(cell int) int {
	if cell >= 256 {
		return 511 - cell
	}
	return 256 + cell
}

// cellAt is the cell at a place.
func cellAt(place int) int {
	if place < 256 {
		return 511 - place
	}
	return place - 256
}

// cellRange returns the arguments of a cell of a profile, as text: "2^3 ≤ x < 2^4".
func cellRange(cell int) string {
	e := cell & 255
	neg := cell >= 256
	var low, high string
	switch e {
	case 0:
		if neg {
			return "−2^-126 < x ≤ −0: zero and subnormal numbers"
		}
		return "0 ≤ x < 2^-126: zero and subnormal numbers"
	case 255:
		return "infinity and NaN"
	default:
		low, high = words.Power(int64(e)-127), words.Power(int64(e)-126)
	}
	if neg {
		return "−" + high + " < x ≤ −" + low
	}
	return low + " ≤ x < " + high
}

// cellCodes returns the codes of the finite arguments of a cell.
func cellCodes(cell int) (lo, hi uint32) {
	lo = uint32(cell>>8)<<31 | uint32(cell&255)<<23
	return lo, lo | 0x7fffff
}
