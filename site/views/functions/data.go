package functions

import (
	"errors"
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
	"ulplab/site/views/functions/evaluation"
)

// Accuracy is the recorded evidence about CUDA's functions: what assets/data/accuracy.txt says. The file is loaded
// when it is asked for; parseAccuracy reads it. It was made from testdata/accuracy, whose files say where they come
// from, and a test proves that both say the same.
//
// The file has one record a function, a word at the beginning of each line saying what it holds:
//
//	f sinf                  a function
//	a max arg finite not special d0 d1 …     compiled by default: maximum error in ulp of the exact value, its
//	                        argument's bits, arguments with a finite result, results not correctly rounded,
//	                        results of another class than the exact one, histogram of the distance in codes to the
//	                        correctly rounded result (last: 17 and more), zeros at its end left out
//	b …, c …                the same with -ftz=true and with -use_fast_math; "=" is the line before
//	p …, m …                profile: the maximum error by biased exponent of the argument, 256 of positive and 256
//	                        of negative arguments; "value*n" is n times the value; "=" is the line before
//	q …, r …                what differs from it in b, and from b in c: "index:value"; "@name" is q of that function
//	d bound measure domain CUDA11 4.2 Ada    documented bound with tabs between, and what others measured on an Ada GPU
//	g sin max arg n not more	bound …     a binary64 function, on a sample of n arguments; its bound as in d
//	h exp n c1 c2 …|arg:run …    how many of n results have at least 1, 2, … bits after the guard bit that differ
//	                        from it, for all binary32 arguments; the hardest arguments
//
// A value of a profile is an integer of thousandths of an ulp, or "1678e4" for 1678 × 10^4 ulp.
type Accuracy struct {
	Functions []AccFunction
	Doubles   []AccDouble
	Hard      []AccHard
}

// The compiler modes, in the order of AccFunction.Modes.
const (
	modeDefault = iota
	modeFlush
	modeFast
	modesModel
)

// AccFunction is a function of one binary32 argument.
type AccFunction struct {
	Name     string
	Modes    [modesModel]AccRun
	Bound    AccBound
	profiles [modesModel]*Profile
}

// AccRun is what one sweep over all arguments found.
type AccRun struct {
	_                    [0]func() // not comparable
	Max                  string    // in ulp of the exact value: "1.93099", "8.38859e+06"
	Arg                  uint32
	Finite, Not, Special uint64
	D                    [18]uint64
}

// AccBound is what the documentation promises. N is the bound in ulp, -1 if it is not one number for all arguments.
type AccBound struct {
	_                     [0]func() // not comparable
	Text, Measure, Domain string
	Cuda11, Old, Ada      string
	N                     int
}

// AccDouble is a function of one binary64 argument, tried on a sample.
type AccDouble struct {
	_              [0]func() // not comparable
	Name, Max, Arg string
	N, Not, More   uint64 // More: errors of more than one ulp
	Bound          AccBound
}

// AccHard counts how many bits decide the rounding of a function's binary32 results.
type AccHard struct {
	ID      string
	N       uint64
	AtLeast []uint64 // AtLeast[k-1]: results with a run of at least k
	Worst   []HardRun
}

// HardRun is an argument and the length of its run.
type HardRun struct {
	Arg uint32
	Run int
}

// Profile is the maximum error by sign*256 + biased exponent of the argument.
type Profile [512]UlpValue

// UlpValue is M × 10^E ulp, with M below 10000.
type UlpValue struct {
	M uint16
	E int8
}

// worst is the largest error that was recorded of the function that is computed step by step.
func (a *Accuracy) worst(s State) (w evaluation.Worst) {
	if a == nil {
		return w
	}
	if f := a.Function(s.Lib); f != nil {
		run := f.Modes[s.Mode]
		return evaluation.Worst{Max: run.Max, Arg: wide.From64(uint64(run.Arg)), Over: "over all 2³² arguments, measured"}
	}
	for i := range a.Doubles {
		if d := &a.Doubles[i]; d.Name == s.Lib {
			p, _ := text.Parse(d.Arg, format.F64, round.Env{})
			return evaluation.Worst{Max: d.Max, Arg: p.Bits, Over: "of " + words.Thousands(d.N) + " arguments, measured"}
		}
	}
	return w
}

var errAccuracy = errors.New("the recorded accuracy cannot be read")

// parseAccuracy reads the file. It never panics; what it does not understand is an error.
func parseAccuracy(text string) (*Accuracy, error) {
	a := &Accuracy{}
	var f *AccFunction
	var run AccRun
	var half []UlpValue
	for len(text) > 0 {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		if f == nil && word != "f" && word != "g" && word != "h" {
			return nil, errAccuracy
		}
		ok := true
		switch word {
		case "f":
			a.Functions = append(a.Functions, AccFunction{Name: rest})
			f = &a.Functions[len(a.Functions)-1]
		case "a", "b", "c":
			if rest != "=" {
				run, ok = parseRun(rest)
			}
			f.Modes[word[0]-'a'] = run
		case "p", "m":
			if rest != "=" {
				half, ok = parseHalf(rest)
			}
			if ok {
				if f.profiles[0] == nil {
					f.profiles = [modesModel]*Profile{new(Profile), nil, nil}
				}
				at := 0
				if word == "m" {
					at = 256
				}
				copy(f.profiles[0][at:], half)
			}
		case "q":
			f.profiles[modeFlush], ok = f.profiles[modeDefault].changed(rest)
		case "r":
			if name, same := strings.CutPrefix(rest, "@"); same {
				g := a.Function(name)
				if ok = g != nil; ok {
					f.profiles[modeFast] = g.profiles[modeFlush]
				}
				break
			}
			f.profiles[modeFast], ok = f.profiles[modeFlush].changed(rest)
		case "d":
			f.Bound, ok = parseBound(rest)
		case "g":
			ok = a.double(rest)
		case "h":
			ok = a.hard(rest)
		default:
			ok = false
		}
		if !ok {
			return nil, errAccuracy
		}
	}
	for i := range a.Functions {
		for _, p := range a.Functions[i].profiles {
			if p == nil {
				return nil, errAccuracy
			}
		}
	}
	if len(a.Functions) == 0 {
		return nil, errAccuracy
	}
	return a, nil
}

// Function returns the function of that name, nil if there is none.
func (a *Accuracy) Function(name string) *AccFunction {
	for i := range a.Functions {
		if a.Functions[i].Name == name {
			return &a.Functions[i]
		}
	}
	return nil
}

// HardOf returns the counts of a function, nil if there are none.
func (a *Accuracy) HardOf(id string) *AccHard {
	for i := range a.Hard {
		if a.Hard[i].ID == id {
			return &a.Hard[i]
		}
	}
	return nil
}

// Profile returns the profile in a mode.
func (f *AccFunction) Profile(mode int) *Profile { return f.profiles[mode] }

// Steps returns the largest distance in codes to the correctly rounded result; 17 stands for 17 and more.
func (r *AccRun) Steps() int {
	for k := 17; k > 0; k-- {
		if r.D[k] != 0 {
			return k
		}
	}
	return 0
}

func parseRun(s string) (r AccRun, ok bool) {
	w := strings.Fields(s)
	if len(w) < 5 || len(w) > 5+18 {
		return r, false
	}
	arg, err := strconv.ParseUint(w[1], 16, 32)
	ok = err == nil
	r.Max, r.Arg = w[0], uint32(arg)
	for i, word := range w[2:] {
		n, err := strconv.ParseUint(word, 10, 64)
		ok = ok && err == nil
		switch i {
		case 0:
			r.Finite = n
		case 1:
			r.Not = n
		case 2:
			r.Special = n
		default:
			r.D[i-3] = n
		}
	}
	return r, ok
}

func parseHalf(s string) ([]UlpValue, bool) {
	var half []UlpValue
	for _, w := range strings.Fields(s) {
		v, times, many := strings.Cut(w, "*")
		n := 1
		if many {
			var err error
			if n, err = strconv.Atoi(times); err != nil {
				return nil, false
			}
		}
		u, ok := parseUlps(v)
		if !ok || n < 1 || n > 256-len(half) {
			return nil, false
		}
		for range n {
			half = append(half, u)
		}
	}
	return half, len(half) == 256
}

func parseUlps(s string) (UlpValue, bool) {
	digits, exp, scientific := strings.Cut(s, "e")
	e := int64(-3)
	if scientific {
		var err error
		if e, err = strconv.ParseInt(exp, 10, 8); err != nil {
			return UlpValue{}, false
		}
	}
	m, err := strconv.ParseUint(digits, 10, 16)
	return UlpValue{uint16(m), int8(e)}, err == nil && m < 10000
}

// changed returns p with the differences of a line.
func (p *Profile) changed(s string) (*Profile, bool) {
	if p == nil {
		return nil, false
	}
	if s == "" {
		return p, true
	}
	q := *p
	for _, w := range strings.Fields(s) {
		at, v, _ := strings.Cut(w, ":")
		i, err := strconv.Atoi(at)
		u, ok := parseUlps(v)
		if err != nil || !ok || i < 0 || i >= len(q) {
			return nil, false
		}
		q[i] = u
	}
	return &q, true
}

func parseBound(s string) (b AccBound, ok bool) {
	for i, p := range [...]*string{&b.Text, &b.Measure, &b.Domain, &b.Cuda11, &b.Old, &b.Ada} {
		*p, s, ok = strings.Cut(s, "\t")
		if !ok && i < 1 {
			return b, false
		}
	}
	b.N = -1
	if n, err := strconv.Atoi(b.Text); err == nil && b.Measure == "ulp" && b.Domain == "" {
		b.N = n
	}
	return b, s == ""
}

func (a *Accuracy) double(s string) bool {
	numbers, bound, _ := strings.Cut(s, "\t")
	w := strings.Fields(numbers)
	if len(w) != 6 {
		return false
	}
	d := AccDouble{Name: w[0], Max: w[1], Arg: w[2]}
	ok := true
	for i, p := range [...]*uint64{&d.N, &d.Not, &d.More} {
		n, err := strconv.ParseUint(w[3+i], 10, 64)
		*p, ok = n, ok && err == nil
	}
	var read bool
	d.Bound, read = parseBound(bound)
	a.Doubles = append(a.Doubles, d)
	return ok && read
}

func (a *Accuracy) hard(s string) bool {
	numbers, list, _ := strings.Cut(s, "|")
	w := strings.Fields(numbers)
	if len(w) < 3 {
		return false
	}
	h := AccHard{ID: w[0]}
	for i, word := range w[1:] {
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			return false
		}
		if i == 0 {
			h.N = n
		} else {
			h.AtLeast = append(h.AtLeast, n)
		}
	}
	for _, word := range strings.Fields(list) {
		arg, run, _ := strings.Cut(word, ":")
		x, err := strconv.ParseUint(arg, 16, 32)
		n, bad := strconv.Atoi(run)
		if err != nil || bad != nil {
			return false
		}
		h.Worst = append(h.Worst, HardRun{uint32(x), n})
	}
	a.Hard = append(a.Hard, h)
	return true
}

// Text writes a value: "0", "1.499", "0.0009766", "1.678e+7".
func (u UlpValue) Text() string {
	if u.M == 0 {
		return "0"
	}
	d := strings.TrimRight(strconv.Itoa(int(u.M)), "0")
	e := int(u.E) + len(strconv.Itoa(int(u.M))) - 1 // of the first digit
	switch {
	case e >= 0 && e < 6:
		for len(d) < e+1 {
			d += "0"
		}
		if len(d) > e+1 {
			d = d[:e+1] + "." + d[e+1:]
		}
		return d
	case e < 0 && e >= -4:
		return "0." + "0000"[:-e-1] + d
	}
	if len(d) > 1 {
		d = d[:1] + "." + d[1:]
	}
	if e >= 0 {
		return d + "e+" + strconv.Itoa(e)
	}
	return d + "e" + strconv.Itoa(e)
}

// Log returns 1000 times the decimal logarithm, rounded down to within 1; ok is false for 0.
func (u UlpValue) Log() (n int, ok bool) {
	if u.M == 0 {
		return 0, false
	}
	// log10 by repeated tenth powers: d.ddd is raised to the tenth power, whose digits before the point count tenths.
	m, e := uint64(u.M), int(u.E)
	for m >= 10_000 {
		m /= 10
		e++
	}
	for m < 1000 {
		m *= 10
		e--
	}
	n = (e + 3) * 1000
	x := m * 1000 // significand times 10^6
	for place := 100; place > 0; place /= 10 {
		p, lifted := x, 0
		for range 9 {
			p = p * x / 1_000_000
			for p >= 10_000_000 {
				p /= 10
				lifted++
			}
		}
		n += lifted * place
		x = p
	}
	return n, true
}
