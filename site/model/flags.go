//go:build !opening

package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/target"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// Flags is what the Flags view shows.
type Flags struct {
	F        *format.Format
	Operands [3]Operand
	Modes    [2]FlagsMode
	Arch     string // what is known about the capability's compiler, with its kind
	NoEffect string // why the options do nothing, "" where they do
	Rows     []FlagsRow
	Differ   int // number of rows whose bits differ
	Chosen   int // index of the operation in detail
	Verdict  string
	Exact    string // the exact value of the operation in detail, 25 digits
	Work     [2]FlagsWork
	Line     FlagsLine
}

// never makes a struct that nobody compares not comparable: the program then has no code that compares it.
type never [0]func()

// FlagsMode is one set of options.
type FlagsMode struct {
	_       never
	Name    string // of the preset, or "your own"
	ID      string // of the preset, "" for none
	Options [5]FlagsOption
	Command string // for nvcc
}

// FlagsOption is an option as it acts.
type FlagsOption struct {
	_       never
	Label   string // "-ftz=true"
	On      bool   // true, or given
	Implied bool   // by -use_fast_math
	Changed bool   // not nvcc's default
}

// FlagsRow is an operation under both sets.
type FlagsRow struct {
	ID    string
	C     string // as code: "a/b", "sqrtf(a)"
	Exact string // the exact value, "" where the lab has none
	Side  [2]FlagsResult
	Known bool   // both have bits
	Same  bool   // the same bits
	Code  bool   // the same instructions
	Apart string // in ulp: "1"; words where there is no distance
	Why   string // the options that make the difference
	Alone bool   // Why names options each of which suffices alone
}

// FlagsResult is what one set makes of an operation.
type FlagsResult struct {
	_      never
	Code   string // "div.full.ftz.f32", "mul.rn.f32, add.rn.f32", "sinf"
	Known  bool
	Bits   uint64
	F      *format.Format
	Hex    string
	Brief  string
	Err    string // in ulp of the exact value; "" where the lab has none
	Short  string // Err with three digits or so
	Why    string // why there are no bits
	Bound  string // the documented bound of the library's function
	Near   string // the correctly rounded value, where the bits are not known
	Kind   string
	Source string
}

// FlagsWork is how one set gets its result.
type FlagsWork struct {
	Steps []FlagsStep
	Scope state.Op // the same rounding in the Operation view; ID "" where it is not one
}

// FlagsStep is one instruction of a sequence.
type FlagsStep struct {
	Name    string
	X       []FlagsDatum
	Z       FlagsDatum
	Unit    bool   // the special-function unit
	Inner   bool   // a machine instruction of the PTX instruction that follows
	Err     string // of the unit in ulp of the exact value, where that is known
	Correct bool   // the correctly rounded result of its operands
	Note    string // how the instruction rounds, where it is not a sequence
}

// FlagsDatum is a datum of a step.
type FlagsDatum struct{ Hex, Brief string }

// BuildFlags computes the view without its histogram.
func BuildFlags(v state.Flags) Flags {
	m := Flags{F: v.F()}
	var x [3]uint64
	var wx [3]wide.U128
	for i := range v.X {
		x[i], wx[i] = v.X[i].Bits.Lo, v.X[i].Bits
		p := Operand{Name: operandNames[i], Datum: datum(m.F, wx[i], false)}
		if p.Shown = p.Entry; v.X[i].Text.On {
			p.Shown = v.X[i].Text.Text
			p.Problem, p.Note = typed(m.F, v.X[i])
		}
		m.Operands[i] = p
	}
	for i, f := range v.Mode {
		m.Modes[i] = flagsMode(v.CC, f)
	}
	profile, _ := gpu.FindProfile(v.CC)
	tool := profile.Facts[gpu.Toolkit]
	m.Arch = prose.FlagsArch(profile.Family, profile.Examples, tool.Value, tool.Kind.String())
	m.NoEffect = prose.FlagsNoEffect(v.CC < 20, v.Double, v.CC.String())
	for i, o := range gpu.Operations {
		r := flagsRow(v, o, x, wx)
		if r.Known && !r.Same {
			m.Differ++
		}
		if o.ID == v.ID {
			m.Chosen = i
			for k := range m.Work {
				m.Work[k] = flagsWork(v, o, k, x)
			}
			ref := flagsExact(o.ID, m.F, wx)
			m.Exact = ref.digits(25)
			m.Line = flagsLine(r, ref)
		}
		m.Rows = append(m.Rows, r)
	}
	r := m.Rows[m.Chosen]
	m.Verdict = prose.FlagsVerdict(r.Code, r.Known, r.Same, r.Apart, r.Why, r.Alone)
	return m
}

func flagsMode(cc gpu.Capability, f gpu.Flags) FlagsMode {
	m := FlagsMode{Name: prose.OwnExample}
	for i, p := range gpu.Presets {
		if p.Flags == f {
			m.ID, m.Name = p.ID, prose.FlagsModes[i]
		}
	}
	effective := state.FlagBits(f.Effective())
	fallback := state.FlagBits(gpu.Presets[0].Flags)
	m.Command = "nvcc -arch=sm_" + strings.ReplaceAll(cc.String(), ".", "")
	for i, name := range state.FlagNames {
		on := effective>>i&1 != 0
		o := FlagsOption{Label: name, On: on, Implied: f.FastMath && i != state.FastMath, Changed: on != (fallback>>i&1 != 0)}
		if i != state.FastMath {
			o.Label += "=" + strconv.FormatBool(on)
			if !f.FastMath {
				m.Command += " " + o.Label
			}
		} else if on {
			m.Command += " " + name
		}
		m.Options[i] = o
	}
	m.Command += " kernel.cu"
	return m
}

// FlagsC writes an operation in C.
func FlagsC(o gpu.Operation, double bool) string {
	if strings.Contains(o.ID, "a") && strings.ContainsAny(o.ID, "+-*/") {
		return o.ID
	}
	s := o.ID
	if !double {
		s += "f"
	}
	if o.Arity == 2 {
		return s + "(a, b)"
	}
	return s + "(a)"
}

func flagsRow(v state.Flags, o gpu.Operation, x [3]uint64, wx [3]wide.U128) FlagsRow {
	r := FlagsRow{ID: o.ID, C: FlagsC(o, v.Double)}
	ref := flagsExact(o.ID, v.F(), wx)
	r.Exact = ref.digits(v.F().P*31/100 + 3)
	for k := range r.Side {
		r.Side[k] = flagsResult(v, o, k, x, ref)
	}
	a, b := r.Side[0], r.Side[1]
	r.Known = a.Known && b.Known
	r.Code = r.Known && a.Code == b.Code
	switch {
	case !r.Known:
		return r
	case a.Bits == b.Bits:
		r.Same, r.Apart = true, "0"
		return r
	}
	r.Apart = flagsApart(a.F, a.Bits, b.Bits)
	r.Why, r.Alone = flagsWhy(v, o, x, b.Bits)
	return r
}

func flagsResult(v state.Flags, o gpu.Operation, side int, x [3]uint64, ref flagsRef) FlagsResult {
	t := target.OnGPU(v.CC, v.Mode[side])
	out := t.Run(o, v.Double, x)
	if out.Missing != "" {
		c := t.GPU.Compile(o, v.Double)
		r := FlagsResult{Code: join(c.Names), Why: out.Missing}
		if c.Library != "" {
			r.Code, r.Bound = c.Library+"()", prose.LibraryBound(o.ID, v.Double && !c.Demoted)
		}
		if ref.ok {
			r.Near = brief(v.F(), ref.round(v.F(), round.TiesToEven))
		}
		return r
	}
	f := out.Format
	z := wide.From64(out.Bits)
	r := FlagsResult{Code: strings.Join(out.Code, ", "), Known: true, Bits: out.Bits, F: f, Hex: text.Bits(f, z), Brief: brief(f, z),
		Err: ref.err(f, z, 6), Short: ref.err(f, z, 3), Kind: out.Kind.String(), Source: out.Source}
	for _, s := range target.Sources() {
		if s.ID == out.Source {
			r.Source = s.Title
		}
	}
	return r
}

// flagsApart returns the number of steps between neighbours from one datum to the other, or why there is none.
func flagsApart(f *format.Format, a, b uint64) string {
	if f.ClassOf(wide.From64(a)).IsNaN() || f.ClassOf(wide.From64(b)).IsNaN() {
		return prose.FlagsApartNaN
	}
	low, high := ordinal(f, a), ordinal(f, b)
	if low > high {
		low, high = high, low
	}
	if low == high {
		return prose.FlagsApartZero
	}
	return strconv.FormatUint(uint64(high)-uint64(low), 10)
}

// ordinal numbers the data of a format of at most 64 bits in their order; both zeros are 0.
func ordinal(f *format.Format, c uint64) int64 {
	sign := uint64(1) << (f.Bits - 1)
	if c&sign != 0 {
		return -int64(c &^ sign)
	}
	return int64(c)
}

// flagsWhy finds the smallest sets of options that turn the result on the left into that on the right: each option
// is changed alone, then pairs, and so on, and the operation is run again. The names of one set are joined by "and",
// sets of the same size by "or". -use_fast_math stands only where its parts do not explain the change.
func flagsWhy(v state.Flags, o gpu.Operation, x [3]uint64, want uint64) (why string, alone bool) {
	from := state.FlagBits(v.Mode[0].Effective())
	to := state.FlagBits(v.Mode[1].Effective())
	changed := from ^ to
	for _, whole := range [2]uint8{0, 1 << state.FastMath} {
		for size := 1; size <= len(state.FlagNames); size++ {
			for set := uint8(1); set < 1<<len(state.FlagNames); set++ {
				if set&^changed != 0 || ones(set) != size || set&(1<<state.FastMath) != whole {
					continue
				}
				out := target.OnGPU(v.CC, state.FlagsOf(from^set)).Run(o, v.Double, x)
				if out.Missing != "" || out.Bits != want {
					continue
				}
				if why != "" {
					why += " or "
				}
				why += optionNames(set, to)
			}
			if why != "" {
				return why, size == 1
			}
		}
	}
	return "", false
}

func ones(b uint8) (n int) {
	for ; b != 0; b &= b - 1 {
		n++
	}
	return n
}

func optionNames(set, values uint8) (s string) {
	for i, name := range state.FlagNames {
		if set>>i&1 == 0 {
			continue
		}
		if s != "" {
			s += " and "
		}
		switch on := values>>i&1 != 0; {
		case i != state.FastMath:
			s += name + "=" + strconv.FormatBool(on)
		case on:
			s += name
		default:
			s += "no " + name
		}
	}
	return s
}
