package functions

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/sweep"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
)

// sweepJobs says which accuracy job (fpcore/sweep) is which measured function, by compiler mode. Instructions written
// as PTX were measured against the exact value of the argument itself ("raw"), functions against that of the argument
// with subnormal numbers flushed, as the compiler does with their code.
var sweepJobs = [modesModel]string{
	modeDefault: "exp2f=exp2f sqrtf=sqrt.rn.f32 rsqrtf=rsqrtf frcp_rn=__frcp_rn rcp_approx=rcp.approx.f32 sqrt_approx=sqrt.approx.f32 rsqrt_approx=rsqrt.approx.f32 ex2_approx=ex2.approx.f32 tanh_approx=tanh.approx.f32",
	modeFlush: "exp2f=ex2.approx.ftz.f32 sqrtf=sqrt.rn.ftz.f32 rsqrtf=rsqrt.approx.ftz.f32 frcp_rn=rcp.rn.ftz.f32 rcp_approx=rcp.approx.ftz.f32+raw sqrt_approx=sqrt.approx.ftz.f32+raw " +
		"rsqrt_approx=rsqrt.approx.ftz.f32+raw ex2_approx=ex2.approx.ftz.f32 tanh_approx=tanh.approx.f32",
	modeFast: "sinf=__sinf cosf=__cosf tanf=__tanf expf=__expf exp10f=__exp10f logf=__logf log2f=__log2f log10f=__log10f tanhf=tanh.approx.f32 sqrtf=sqrt.approx.ftz.f32",
}

// sweepJob returns the subject of the accuracy job of a measured function, "" if the lab does not have its code.
func sweepJob(name string, mode int) string {
	flush := ""
	if mode != modeDefault {
		flush = "(-ftz=true)"
	}
	if strings.HasPrefix(name, "__") {
		return name + flush
	}
	jobs := sweepJobs[mode]
	if mode == modeFast {
		jobs += " " + sweepJobs[modeFlush] // the first of a name counts
	}
	for _, j := range strings.Fields(jobs) {
		n, subject, _ := strings.Cut(j, "=")
		if n != name {
			continue
		}
		subject = strings.Replace(subject, "+", " ", 1)
		if strings.HasPrefix(subject, "__") && subject != "__frcp_rn" {
			subject += flush
		}
		return subject
	}
	return ""
}

// Swept is the result of a sweep, or of the parts of it that are finished.
type Swept struct {
	Subject string
	Lo, Hi  uint32
	*sweep.Accuracy
	Profile Profile
}

// parseSwept reads the result of a job. It is nil if the text is not one.
func parseSwept(subject string, lo, hi uint32, result string) *Swept {
	j, err := sweep.Parse(sweepText(subject, lo, hi))
	if err != nil {
		return nil
	}
	a, ok := j.Start().(*sweep.Accuracy)
	if !ok || a.Merge(result) != nil {
		return nil
	}
	s := &Swept{Subject: subject, Lo: lo, Hi: hi, Accuracy: a}
	for i, e := range a.Profile {
		s.Profile[i] = ulpOf(e)
	}
	return s
}

// sweepText is the text of the accuracy job over the codes lo to hi.
func sweepText(subject string, lo, hi uint32) string {
	return "ulp " + subject + " " + strconv.FormatUint(uint64(lo), 16) + " " + strconv.FormatUint(uint64(hi)+1, 16)
}

// ulpOf returns four digits of a binary64 number.
func ulpOf(bits uint64) UlpValue {
	v, ok := exact.FromBits(format.F64, wide.From64(bits))
	if !ok || v.IsZero() {
		return UlpValue{}
	}
	d := v.Digits(4)
	for len(d.D) < 4 {
		d.D += "0"
	}
	m, _ := strconv.Atoi(d.D[:4])
	return UlpValue{uint16(m), int8(max(-128, min(d.Exp-3, 127)))}
}

// sameUlps: equal to four digits, or one apart in the fourth, where roundings may differ.
func sameUlps(a, b UlpValue) bool {
	a, b = a.four(), b.four()
	if a.M == 0 || b.M == 0 {
		return a.M == b.M
	}
	if a.E != b.E { // 9999 and 1000 of the next power
		if a.E > b.E {
			a, b = b, a
		}
		return b.E == a.E+1 && a.M == 9999 && b.M == 1000
	}
	return a.M == b.M || a.M+1 == b.M || b.M+1 == a.M
}

// four returns the value with four digits.
func (u UlpValue) four() UlpValue {
	for u.M != 0 && u.M < 1000 {
		u.M, u.E = u.M*10, u.E-1
	}
	return u
}

// Sweep is the panel of the sweep.
type Sweep struct {
	Job      string // "" if the lab does not have the function
	Lo, Hi   uint32
	From, To string // the ends as values
	Points   uint64
	Problem  RangeProblem
	Ends     [2]string // what is wrong with an end as typed
	Rows     []SweepRow
	Cells    int // exponents covered whole
	Same     int // of these, with the maximum that the GPU had
	Differ   int // the first cell that differs, -1 if none does
}

// SweepRow compares one number.
type SweepRow struct {
	Name, Here, There string
	Same              bool
	Known             bool // There is the number of the same arguments
}

// buildSweep makes the panel of the picked function. result may be nil or of another sweep.
func buildSweep(s State, f *AccFunction, result *Swept) Sweep {
	m := Sweep{Job: sweepJob(s.Pick, int(s.Mode)), Differ: -1}
	m.Lo, m.Hi = s.Lo, s.Hi
	_, _, m.Problem = s.Range()
	for i, d := range [2]operand.Draft{s.From, s.To} {
		if _, err := text.Parse(d.Text, format.F32, round.Env{}); d.On && err != nil {
			m.Ends[i] = words.Problem(err)
		}
	}
	if m.Problem == RangeSign {
		m.Ends[0] = endSign
	}
	m.From, m.To = text.Entry(format.F32, wide.From64(uint64(s.Lo))), text.Entry(format.F32, wide.From64(uint64(s.Hi)))
	m.Points = uint64(s.Hi) - uint64(s.Lo) + 1
	if result == nil || result.Subject != m.Job {
		return m
	}
	run, recorded := result, &f.Modes[s.Mode]
	whole := run.Count == 1<<32
	add := func(name, here, there string) {
		m.Rows = append(m.Rows, SweepRow{name, here, there, here == there, whole})
	}
	max := ulpOf(run.Max).Text()
	add("Maximum error, ulp", max, maxText(recorded.Max))
	if whole && sameUlps(ulpOf(run.Max), f.Profile(int(s.Mode))[recorded.Arg>>23]) {
		m.Rows[0].Same = true
	}
	add("at the argument", text.Bits(format.F32, wide.From64(uint64(run.Arg))), text.Bits(format.F32, wide.From64(uint64(recorded.Arg))))
	add("Finite results", words.Thousands(run.Finite), words.Thousands(recorded.Finite))
	add("Not correctly rounded", words.Thousands(run.NotCorrect()), words.Thousands(recorded.Not))
	add("Results of another class", words.Thousands(run.Mismatch), words.Thousands(recorded.Special))
	if run.Count != uint64(run.Hi)-uint64(run.Lo)+1 { // not finished: parts may be missing in any exponent
		return m
	}
	p := f.Profile(int(s.Mode))
	for cell := range 512 {
		lo, hi := cellCodes(cell)
		if lo < run.Lo || hi > run.Hi {
			continue
		}
		m.Cells++
		if sameUlps(run.Profile[cell], p[cell]) {
			m.Same++
		} else if m.Differ < 0 {
			m.Differ = cell
		}
	}
	return m
}

// maxText writes a recorded maximum with four digits.
func maxText(s string) string {
	d := maxOf(s)
	n := d.digits
	e := d.exp - 8
	for n >= 10_000 {
		if n/10 < 10_000 { // the last digit dropped rounds
			n += 5
		}
		n, e = n/10, e+1
	}
	if n >= 10_000 {
		n, e = n/10, e+1
	}
	return UlpValue{uint16(n), int8(e)}.Text()
}
