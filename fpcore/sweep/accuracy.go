package sweep

import (
	"errors"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/wide"
)

// references says which function each instruction of one binary32 operand approximates.
const references = "rcp: rcp.approx.f32 rcp.approx.ftz.f32 rcp.rn.f32 rcp.rn.ftz.f32 __frcp_rn" +
	";rsqrt: rsqrt.approx.f32 rsqrt.approx.ftz.f32 rsqrtf __frsqrt_rn" +
	";sqrt: sqrt.approx.f32 sqrt.approx.ftz.f32 sqrt.rn.f32 sqrt.rn.ftz.f32 __fsqrt_rn" +
	";exp2: ex2.approx.f32 ex2.approx.ftz.f32 exp2f" +
	";log2: lg2.approx.f32 lg2.approx.ftz.f32 __log2f __log2f(-ftz=true)" +
	";sin: sin.approx.f32 sin.approx.ftz.f32 __sinf __sinf(-ftz=true)" +
	";cos: cos.approx.f32 cos.approx.ftz.f32 __cosf __cosf(-ftz=true)" +
	";tan: __tanf __tanf(-ftz=true)" +
	";tanh: tanh.approx.f32 __tanhf" +
	";exp: __expf __expf(-ftz=true)" +
	";exp10: __exp10f __exp10f(-ftz=true)" +
	";log: __logf __logf(-ftz=true)" +
	";log10: __log10f __log10f(-ftz=true)"

var referenceIndex = stable.Once(func() map[string]string {
	m := make(map[string]string)
	for _, line := range strings.Split(references, ";") {
		function, names, _ := strings.Cut(line, ": ")
		for _, name := range strings.Fields(names) {
			m[name] = function
		}
	}
	return m
})

// Reference returns the ID of the exact function that an instruction approximates; ok is false for instructions that no
// accuracy job can be about.
func Reference(instruction string) (id string, ok bool) {
	id, ok = referenceIndex()[instruction]
	return id, ok
}

// Instructions lists the instructions of accuracy jobs by function.
func Instructions() []string {
	var list []string
	for _, line := range strings.Split(references, ";") {
		_, names, _ := strings.Cut(line, ": ")
		list = append(list, strings.Fields(names)...)
	}
	return list
}

// accuracy is the job "ulp INSTRUCTION LO HI": how far the results of an instruction are from the exact values.
//
// Where the instruction is a .ftz form, correctly rounded means: subnormal operands read as zeros, then rounded, then
// subnormal results replaced by zeros. "ulp INSTRUCTION raw LO HI" keeps the operands as they are, so that results for
// subnormal operands count as errors.
type accuracy struct {
	name        string
	raw         bool
	lo, hi      uint64
	instruction *gpu.Instruction
	reference   *fast.Function
	flush       bool
}

func newAccuracy(words []string, lo, hi uint64) (Job, error) {
	if len(words) == 0 || len(words) > 2 || len(words) == 2 && words[1] != "raw" {
		return nil, errors.New("an accuracy job reads: ulp, an instruction, perhaps the word raw, and the range")
	}
	id, ok := Reference(words[0])
	if !ok {
		return nil, errors.New(quoted(words[0]) + " is no instruction of one binary32 operand that approximates a function known here")
	}
	j := &accuracy{name: words[0], raw: len(words) == 2, lo: lo, hi: hi}
	j.reference, _ = fast.Find(id)
	j.instruction, ok = gpu.Find(words[0])
	if !ok {
		return nil, errors.New(words[0] + " is not in the catalogue of instructions")
	}
	j.flush = j.instruction.Flush
	return j, nil
}

func (j *accuracy) String() string {
	subject := j.name
	if j.raw {
		subject += " raw"
	}
	return text("ulp", subject, j.lo, j.hi)
}

func (j *accuracy) Range() (lo, hi uint64) { return j.lo, j.hi }

func (j *accuracy) Part(lo, hi uint64) Job {
	part := *j
	part.lo, part.hi = max(lo, j.lo), min(hi, j.hi)
	return &part
}

func (j *accuracy) Start() Runner { return &Accuracy{job: j, next: j.lo} }

// Accuracy is the result of an accuracy job, with the quantities of the recorded evidence.
type Accuracy struct {
	_        [0]func()            // not comparable
	Count    uint64               // arguments
	Finite   uint64               // both the result and the correctly rounded one are finite
	Mismatch uint64               // one is finite and the other is not, or they are different specials
	Steps    [MaxSteps + 1]uint64 // finite results by their distance from the correctly rounded one, the last of all greater ones
	Max      uint64               // the largest error in ulp, as math.Float64bits, among finite results
	Arg      uint32               // the first argument with that error
	Profile  [512]uint64          // the same by sign*256 + biased exponent of the argument
	job      *accuracy
	next     uint64
}

// MaxSteps is the distance that the last counter of Steps begins with.
const MaxSteps = 17

// NotCorrect is the number of finite results that are not correctly rounded.
func (a *Accuracy) NotCorrect() uint64 { return a.Finite - a.Steps[0] }

// Step evaluates the instruction and its reference for n more arguments.
func (a *Accuracy) Step(n int) (finished bool) {
	j := a.job
	end := min(j.hi, a.next+uint64(max(0, n)))
	for x := a.next; x < end; x++ {
		got := uint32(j.instruction.Bits([3]uint64{x}))
		arg := uint32(x)
		if j.flush && !j.raw && arg&0x7f800000 == 0 {
			arg &= 1 << 31
		}
		c := j.reference.Compare(arg, got, j.flush)
		switch c.Kind {
		case fast.Mismatch:
			a.Mismatch++
		case fast.BothFinite:
			a.Finite++
			a.Steps[min(c.Steps, MaxSteps)]++
			if c.Error > a.Max || a.Finite == 1 {
				a.Max, a.Arg = c.Error, uint32(x)
			}
			if p := &a.Profile[x>>23]; c.Error > *p {
				*p = c.Error
			}
		}
	}
	a.Count += end - a.next
	a.next = end
	return end == j.hi
}

// Done returns the number of arguments counted.
func (a *Accuracy) Done() uint64 { return a.Count }

// MaxUlps returns the largest error as ErrorUlps of package exact computes it for its argument: signed, every digit right.
func (a *Accuracy) MaxUlps(digits int) string {
	if a.Finite == 0 {
		return "nan"
	}
	return a.job.errorAt(a.Arg, digits)
}

func (j *accuracy) errorAt(arg uint32, digits int) string {
	got := j.instruction.Bits([3]uint64{uint64(arg)})
	if j.flush && !j.raw && arg&0x7f800000 == 0 {
		arg &= 1 << 31
	}
	f, _ := exact.FindFunction(j.reference.ID)
	x, ok := exact.FromBits(format.F32, wide.From64(uint64(arg)))
	if !ok { // a finite value at infinity: e^-inf, atan(inf)
		r := uint64(j.reference.Round(arg))
		v, _ := exact.FromBits(format.F32, wide.From64(r))
		return exact.ErrorUlpsDigits(format.F32, wide.From64(got), v, digits)
	}
	return f.ErrorUlps(format.F32, wide.From64(got), x, digits)
}

// Encode writes the counts, then the largest error, then the profile: position and error of each entry that is not 0.
func (a *Accuracy) Encode() string {
	var w writer
	w.put(a.Count)
	w.put(a.Finite)
	w.put(a.Mismatch)
	for _, n := range a.Steps {
		w.put(n)
	}
	w.put(a.Max)
	w.put(uint64(a.Arg))
	last := 0
	for i, e := range a.Profile {
		if e != 0 {
			w.put(uint64(i - last))
			w.put(e)
			last = i
		}
	}
	return string(w)
}

// Merge adds a result of other arguments of the same job.
func (a *Accuracy) Merge(text string) error {
	const count, finiteBits = 1 << 32, 0x7fefffffffffffff
	r := newReader(text)
	b := Accuracy{Count: r.get(count), Finite: r.get(count), Mismatch: r.get(count)}
	for i := range b.Steps {
		b.Steps[i] = r.get(count)
	}
	b.Max, b.Arg = r.get(finiteBits), uint32(r.get(1<<32-1))
	for i := uint64(0); len(r.words) > 0 && !r.bad; {
		i += r.get(511)
		if e := r.get(finiteBits); i < 512 {
			b.Profile[i] = e
		} else {
			r.bad = true
		}
	}
	if err := r.close(); err != nil {
		return err
	}
	if b.Finite > 0 && (a.Finite == 0 || b.Max > a.Max || b.Max == a.Max && b.Arg < a.Arg) {
		a.Max, a.Arg = b.Max, b.Arg
	}
	a.Count += b.Count
	a.Finite += b.Finite
	a.Mismatch += b.Mismatch
	for i := range b.Steps {
		a.Steps[i] += b.Steps[i]
	}
	for i, e := range b.Profile {
		a.Profile[i] = max(a.Profile[i], e)
	}
	return nil
}
