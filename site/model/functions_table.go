//go:build !opening

package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// Verdict says how a documented bound stands to what was measured.
type Verdict uint8

// The verdicts. A documented bound of n ulp speaks of the distance to the correctly rounded result.
const (
	BoundNone    Verdict = iota // nothing documented
	BoundHolds                  // no result was farther away
	BoundExceeds                // some result was
	BoundPart                   // the bound is for part of the arguments only, or depends on the argument
	BoundOther                  // the bound is of another measure: an absolute or a relative error
)

// FnRow is a measured function in the mode shown.
type FnRow struct {
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

// FnDouble is a function of binary64 on a sample.
type FnDouble struct {
	AccDouble
	Share   string
	Verdict Verdict
}

// FnTable is the table of measured functions.
type FnTable struct {
	Rows    []FnRow
	Total   int
	Picked  *AccFunction // nil if there is none of that name
	PickRow FnRow
	Doubles []FnDouble
}

// BuildFnTable makes the table in the mode, order and filter of s.
func BuildFnTable(a *Accuracy, s state.Fn) FnTable {
	t := FnTable{Total: len(a.Functions), Picked: a.Function(s.Pick)}
	for i := range 2 * len(a.Functions) { // the library first, then what stands closer to the machine
		f := &a.Functions[i%len(a.Functions)]
		r := fnRow(a, f, int(s.Mode))
		if r.Unit != (i >= len(a.Functions)) {
			continue
		}
		r.Here = r.Name == s.Pick
		if r.Here {
			t.PickRow = r
		}
		if s.Find != "" && !strings.Contains(r.Name, strings.ToLower(s.Find)) ||
			s.Group == state.FnLibrary && r.Unit || s.Group == state.FnUnit && !r.Unit {
			continue
		}
		t.Rows = append(t.Rows, r)
	}
	if s.Order != state.FnByTable {
		sortRows(t.Rows, s.Order)
	}
	for _, d := range a.Doubles {
		t.Doubles = append(t.Doubles, FnDouble{d, Share(d.Not, d.N), doubleVerdict(d)})
	}
	return t
}

func fnRow(a *Accuracy, f *AccFunction, mode int) FnRow {
	run := f.Modes[mode]
	r := FnRow{Name: f.Name, Run: run, Arg: brief(format.F32, wide.From64(uint64(run.Arg))), Share: Share(run.Not, run.Finite),
		Steps: strconv.Itoa(run.Steps()), Bound: f.Bound, Unit: strings.HasPrefix(f.Name, "__") || strings.Contains(f.Name, "_approx") || f.Name == "frcp_rn"}
	if run.Steps() == 17 {
		r.Steps = "17 or more"
	}
	if mode == ModeFast && !r.Unit {
		r.Became = became(a, f)
		if g := a.Function(r.Became); g != nil {
			r.Bound = g.Bound
		}
	}
	r.Verdict = verdict(&r)
	// 2^23 ulp, less some for the rounding before: a result of 2^-126 that became 0
	worst := maxOf(run.Max)
	r.Flushed = mode != ModeDefault && worst.exp == 7 && worst.digits > 83_800_000 && worst.digits < 83_887_000
	return r
}

// became returns the intrinsic whose profile a function has under -use_fast_math, or the instruction that stands for
// sqrtf.
func became(a *Accuracy, f *AccFunction) string {
	if f.Name == "sqrtf" {
		return "sqrt_approx"
	}
	for i := range a.Functions {
		if g := &a.Functions[i]; g != f && g.profiles[ModeFlush] == f.profiles[ModeFast] {
			return g.Name
		}
	}
	return ""
}

func verdict(r *FnRow) Verdict {
	switch b := r.Bound; {
	case b.Text == "":
		return BoundNone
	case b.N >= 0 && r.Run.Steps() <= b.N:
		return BoundHolds
	case b.N >= 0:
		return BoundExceeds
	case b.Measure == "abs" || b.Measure == "rel" || b.Measure == "as":
		return BoundOther
	}
	return BoundPart
}

// doubleVerdict: an error of e ulp from the exact value is at most floor(e + 1/2) codes from the correctly rounded result.
func doubleVerdict(d AccDouble) Verdict {
	if d.Bound.N < 0 {
		return BoundPart
	}
	whole, frac, _ := strings.Cut(d.Max, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || d.Not == 0 {
		return BoundHolds
	}
	if frac != "" && frac[0] >= '5' {
		n++
	}
	if n <= d.Bound.N {
		return BoundHolds
	}
	return BoundExceeds
}

// Share returns part/all in percent with four digits.
func Share(part, all uint64) string {
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
func sortRows(rows []FnRow, order uint8) {
	before := func(a, b *FnRow) bool {
		switch order {
		case state.FnByName:
			return strings.TrimLeft(a.Name, "_") < strings.TrimLeft(b.Name, "_")
		case state.FnByError:
			return maxOf(a.Run.Max).more(maxOf(b.Run.Max))
		case state.FnByShare: // not / finite, compared by products below 2^64
			return a.Run.Not*(b.Run.Finite>>8) > b.Run.Not*(a.Run.Finite>>8)
		}
		return a.Verdict == BoundExceeds && b.Verdict != BoundExceeds || a.Verdict == b.Verdict && a.Bound.N > b.Bound.N
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
	Name      string
	Mode      int
	Modes     [Modes]*Profile
	Both      bool // negative arguments have errors too
	Low, High int  // powers of ten of the scale
	Cell      int
	Sweep     *Profile // what the sweep found, nil if there is none of this function and mode
}

// BuildFnProfile makes the plot of the picked function.
func BuildFnProfile(f *AccFunction, s state.Fn) FnProfile {
	p := FnProfile{Name: f.Name, Mode: int(s.Mode)}
	high := -40
	for m := range Modes {
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
	p.Cell = FnCellOf(f, s)
	return p
}

// FnCellOf returns the cell looked at: that under the pointer, else the one chosen, else that of the worst argument.
func FnCellOf(f *AccFunction, s state.Fn) int {
	arg := f.Modes[s.Mode].Arg
	switch {
	case s.Hover != 0:
		return int(s.Hover) - 1
	case s.Cell != 0:
		return int(s.Cell) - 1
	}
	return int(arg>>31<<8 | arg>>23&255)
}

// CellPlace is the place of a cell from left to right, −inf at 0, and CellAt the cell of a place.
func CellPlace(cell int) int {
	if cell >= 256 {
		return 511 - cell
	}
	return 256 + cell
}

// CellAt is the cell at a place.
func CellAt(place int) int {
	if place < 256 {
		return 511 - place
	}
	return place - 256
}

// CellRange returns the arguments of a cell of a profile, as text: "2^3 ≤ x < 2^4".
func CellRange(cell int) string {
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
		low, high = encPower(int64(e)-127), encPower(int64(e)-126)
	}
	if neg {
		return "−" + high + " < x ≤ −" + low
	}
	return low + " ≤ x < " + high
}

// CellCodes returns the codes of the finite arguments of a cell.
func CellCodes(cell int) (lo, hi uint32) {
	lo = uint32(cell>>8)<<31 | uint32(cell&255)<<23
	return lo, lo | 0x7fffff
}
