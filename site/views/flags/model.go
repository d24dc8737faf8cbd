package flags

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/target"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/reference"
	targets "ulplab/site/kit/target"
	"ulplab/site/kit/words"
	"ulplab/site/views/operation"
)

// Model is what the Flags view shows.
type Model struct {
	F        *format.Format
	Operands [3]operand.Operand
	Modes    [2]FlagsMode
	Arch     string // what is known about the capability's compiler, with its kind
	NoEffect string // why the options do nothing, "" where they do
	Rows     []Row
	Differ   int // number of rows whose bits differ
	Chosen   int // index of the operation in detail
	Verdict  string
	Exact    string // the exact value of the operation in detail, 25 digits
	Work     [2]Work
	Line     Line
}

// FlagsMode is one set of options.
type FlagsMode struct {
	_       reference.Never
	Name    string // of the preset, or "your own"
	ID      string // of the preset, "" for none
	Options [5]Option
	Command string // for nvcc
}

// Option is an option as it acts.
type Option struct {
	_       reference.Never
	Label   string // "-ftz=true"
	On      bool   // true, or given
	Implied bool   // by -use_fast_math
	Changed bool   // not nvcc's default
}

// Row is an operation under both sets.
type Row struct {
	ID    string
	C     string // as code: "a/b", "sqrtf(a)"
	Exact string // the exact value, "" where the lab has none
	Side  [2]Result
	Known bool   // both have bits
	Same  bool   // the same bits
	Code  bool   // the same instructions
	Apart string // in ulp: "1"; words where there is no distance
	Why   string // the options that make the difference
	Alone bool   // Why names options each of which suffices alone
}

// Result is what one set makes of an operation.
type Result struct {
	_      reference.Never
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

// Work is how one set gets its result.
type Work struct {
	Steps []FlagsStep
	Scope operation.State // the same rounding in the Operation view; ID "" where it is not one
}

// FlagsStep is one instruction of a sequence.
type FlagsStep struct {
	Name    string
	X       []Datum
	Z       Datum
	Unit    bool   // the special-function unit
	Inner   bool   // a machine instruction of the PTX instruction that follows
	Err     string // of the unit in ulp of the exact value, where that is known
	Correct bool   // the correctly rounded result of its operands
	Note    string // how the instruction rounds, where it is not a sequence
}

// Datum is a datum of a step.
type Datum struct{ Hex, Brief string }

// build computes the view without its histogram.
func build(v State) Model {
	m := Model{F: v.F()}
	var x [3]uint64
	var wx [3]wide.U128
	for i := range v.X {
		x[i], wx[i] = v.X[i].Bits.Lo, v.X[i].Bits
		p := operand.Operand{Name: operand.Names[i], Datum: operand.DatumOf(m.F, wx[i], false)}
		if p.Text = p.Entry; v.X[i].Text.On {
			p.Text = v.X[i].Text.Text
			p.Problem, p.Note = operand.Judge(m.F, v.X[i])
		}
		m.Operands[i] = p
	}
	for i, f := range v.Mode {
		m.Modes[i] = mode(v.CC, f)
	}
	profile, _ := gpu.FindProfile(v.CC)
	tool := profile.Facts[gpu.Toolkit]
	m.Arch = arch(profile.Family, profile.Examples, tool.Value, tool.Kind.String())
	m.NoEffect = noEffect(v.CC < 20, v.Double, v.CC.String())
	for i, o := range gpu.Operations {
		r := row(v, o, x, wx)
		if r.Known && !r.Same {
			m.Differ++
		}
		if o.ID == v.ID {
			m.Chosen = i
			for k := range m.Work {
				m.Work[k] = work(v, o, k, x)
			}
			ref := reference.Exact(o.ID, m.F, wx)
			m.Exact = ref.Digits(25)
			m.Line = line(r, ref)
		}
		m.Rows = append(m.Rows, r)
	}
	r := m.Rows[m.Chosen]
	m.Verdict = verdict(r.Code, r.Known, r.Same, r.Apart, r.Why, r.Alone)
	return m
}

func mode(cc gpu.Capability, f gpu.Flags) FlagsMode {
	m := FlagsMode{Name: words.OwnExample}
	for i, p := range gpu.Presets {
		if p.Flags == f {
			m.ID, m.Name = p.ID, modes[i]
		}
	}
	effective := FlagBits(f.Effective())
	fallback := FlagBits(gpu.Presets[0].Flags)
	m.Command = "nvcc -arch=sm_" + strings.ReplaceAll(cc.String(), ".", "")
	for i, name := range FlagNames {
		on := effective>>i&1 != 0
		o := Option{Label: name, On: on, Implied: f.FastMath && i != FastMath, Changed: on != (fallback>>i&1 != 0)}
		if i != FastMath {
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

func row(v State, o gpu.Operation, x [3]uint64, wx [3]wide.U128) Row {
	r := Row{ID: o.ID, C: targets.InC(o, v.Double)}
	ref := reference.Exact(o.ID, v.F(), wx)
	r.Exact = ref.Digits(v.F().P*31/100 + 3)
	for k := range r.Side {
		r.Side[k] = result(v, o, k, x, ref)
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
	r.Apart = apart(a.F, a.Bits, b.Bits)
	r.Why, r.Alone = why(v, o, x, b.Bits)
	return r
}

func result(v State, o gpu.Operation, side int, x [3]uint64, ref reference.Value) Result {
	t := target.OnGPU(v.CC, v.Mode[side])
	out := t.Run(o, v.Double, x)
	if out.Missing != "" {
		c := t.GPU.Compile(o, v.Double)
		r := Result{Code: strings.Join(c.Names, " "), Why: out.Missing}
		if c.Library != "" {
			r.Code, r.Bound = c.Library+"()", libraryBound(o.ID, v.Double && !c.Demoted)
		}
		if ref.Ok {
			r.Near = words.Brief(v.F(), ref.Round(v.F(), round.TiesToEven))
		}
		return r
	}
	f := out.Format
	z := wide.From64(out.Bits)
	r := Result{Code: strings.Join(out.Code, ", "), Known: true, Bits: out.Bits, F: f, Hex: text.Bits(f, z), Brief: words.Brief(f, z),
		Err: ref.Err(f, z, 6), Short: ref.Err(f, z, 3), Kind: out.Kind.String(), Source: out.Source}
	for _, s := range target.Sources() {
		if s.ID == out.Source {
			r.Source = s.Title
		}
	}
	return r
}

// apart returns the number of steps between neighbours from one datum to the other, or why there is none.
func apart(f *format.Format, a, b uint64) string {
	if f.ClassOf(wide.From64(a)).IsNaN() || f.ClassOf(wide.From64(b)).IsNaN() {
		return apartNaN
	}
	low, high := ordinal(f, a), ordinal(f, b)
	if low > high {
		low, high = high, low
	}
	if low == high {
		return apartZero
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

// why finds the smallest sets of options that turn the result on the left into that on the right: each option
// is changed alone, then pairs, and so on, and the operation is run again. The names of one set are joined by "and",
// sets of the same size by "or". -use_fast_math stands only where its parts do not explain the change.
func why(v State, o gpu.Operation, x [3]uint64, want uint64) (why string, alone bool) {
	from := FlagBits(v.Mode[0].Effective())
	to := FlagBits(v.Mode[1].Effective())
	changed := from ^ to
	for _, whole := range [2]uint8{0, 1 << FastMath} {
		for size := 1; size <= len(FlagNames); size++ {
			for set := uint8(1); set < 1<<len(FlagNames); set++ {
				if set&^changed != 0 || ones(set) != size || set&(1<<FastMath) != whole {
					continue
				}
				out := target.OnGPU(v.CC, Of(from^set)).Run(o, v.Double, x)
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
	for i, name := range FlagNames {
		if set>>i&1 == 0 {
			continue
		}
		if s != "" {
			s += " and "
		}
		switch on := values>>i&1 != 0; {
		case i != FastMath:
			s += name + "=" + strconv.FormatBool(on)
		case on:
			s += name
		default:
			s += "no " + name
		}
	}
	return s
}
