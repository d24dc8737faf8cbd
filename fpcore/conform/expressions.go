package conform

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/wide"
)

// Files of expressions begin with the headers target (the compiler with its flags, as in targetOf) and type ("float …"
// or "double …": of the variables a to f, and of the result), and have lines
//
//	expression <tab> bits of a b c d e f <tab> bits of the result
//
// or, with a header inputs, which lists the rows of a to f, rows apart by "; ":
//
//	expression <tab> results of the rows <tab> …
//
// where every column after the first belongs to the target of the same place in the header, and "=" stands for a
// result that is that of the first target.

// isExpressions recognises a file of expressions by its first header.
func isExpressions(head []byte) bool {
	s := string(head)
	return strings.HasPrefix(s, "# target: ") || strings.HasPrefix(s, "# targets: ")
}

// targetOf reads the target that a header names: nvcc with sm_NN and its flags, g++ or clang++ with theirs.
func targetOf(s string) (t expr.Target, ok bool) {
	words := strings.Fields(s)
	if len(words) == 0 {
		return t, false
	}
	has := func(w string) bool {
		for _, x := range words {
			if x == w {
				return true
			}
		}
		return false
	}
	switch words[0] {
	case "nvcc":
		t.GPU.Flags = gpu.Presets[0].Flags
		for _, w := range words {
			if n, err := strconv.Atoi(strings.TrimPrefix(w, "sm_")); err == nil && strings.HasPrefix(w, "sm_") {
				t.GPU.CC = gpu.Capability(n)
			}
		}
		f := &t.GPU.Flags
		f.FMad = !has("-fmad=false")
		f.FTZ = has("-ftz=true")
		f.PrecDiv = !has("-prec-div=false")
		f.PrecSqrt = !has("-prec-sqrt=false")
		if has("-use_fast_math") {
			*f = gpu.Presets[2].Flags
		}
		t.Debug = has("-G")
		_, ok = gpu.FindProfile(t.GPU.CC)
		return t, ok
	case "g++", "gcc", "clang++", "clang":
		if strings.HasPrefix(words[0], "clang") {
			t.Compiler = expr.Clang
		}
		if has("-mfpmath=387") {
			t.Machine, t.Precision, t.Store = expr.X87, 64, has("-ffloat-store")
			if has("-mpc32") {
				t.Precision = 24
			}
			if has("-mpc64") {
				t.Precision = 53
			}
			return t, t.Compiler == expr.GCC
		}
		t.Machine, t.FMA = expr.SSE, has("-mfma")
		switch {
		case !t.FMA || has("-ffp-contract=off"):
		case has("-ffp-contract=fast") || t.Compiler == expr.GCC:
			t.Contract = expr.ContractFast
		default:
			t.Contract = expr.ContractOn
		}
		return t, true
	}
	return t, false
}

// program is an expression compiled for a target; missing says why it is not.
type program struct {
	plan    *expr.Plan
	inputs  []int // by input: its column, 0 for a
	missing string
}

// compileFor compiles an expression whose result is converted to double or float.
func compileFor(text string, double bool, t expr.Target) program {
	o := expr.Options{Free: expr.Float}
	if double {
		o.Free = expr.Double
	}
	o = t.Reads(o)
	c, err := expr.Parse(text, o)
	if err == nil && c.Result >= 0 && c.Values[c.Result].Type != o.Free {
		cast := "(" + o.Free.String() + ")("
		if before, after, ok := strings.Cut(text, "return "); ok {
			text = before + "return " + cast + strings.TrimSuffix(after, ";") + ");"
		} else {
			text = cast + text + ")"
		}
		c, err = expr.Parse(text, o)
	}
	if err != nil {
		return program{missing: err.Text}
	}
	p := program{}
	for _, in := range c.Inputs {
		k := strings.Index("abcdef", in.Name)
		if len(in.Name) != 1 || k < 0 {
			return program{missing: "the variable " + in.Name + " is none of a to f"}
		}
		p.inputs = append(p.inputs, k)
	}
	if p.plan, err = expr.Compile(c, t); err != nil {
		return program{missing: err.Text}
	}
	return p
}

func (p *program) run(row []uint64) uint64 {
	in := make([]uint64, len(p.inputs))
	for i, k := range p.inputs {
		in[i] = row[k]
	}
	return p.plan.Result(in)
}

// expressions is the state of reading such a file.
type expressions struct {
	names   []string
	targets []expr.Target
	known   []bool
	typed   bool
	double  bool
	rows    [][]uint64
	reports []Report
	text    string
	plans   []program
}

func checkExpressions(br *bufio.Reader) ([]Report, error) {
	s := bufio.NewScanner(br)
	s.Buffer(make([]byte, 1<<16), 1<<16)
	var e expressions
	for n := 1; s.Scan(); n++ {
		if err := e.line(s.Text(), n); err != nil {
			return e.reports, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := s.Err(); err != nil {
		return e.reports, err
	}
	if len(e.reports) == 0 {
		return nil, fmt.Errorf("no expressions")
	}
	return e.reports, nil
}

func (e *expressions) line(s string, n int) error {
	if strings.HasPrefix(s, "#") {
		return e.header(strings.TrimSpace(s[1:]))
	}
	if s == "" {
		return nil
	}
	cols := strings.Split(s, "\t")
	if len(e.targets) == 0 || !e.typed {
		return fmt.Errorf("an expression before the headers target and type")
	}
	if cols[0] != e.text {
		e.text = cols[0]
		e.plans = e.plans[:0]
		for i, t := range e.targets {
			p := program{missing: "unknown target"}
			if e.known[i] {
				p = compileFor(e.text, e.double, t)
			}
			e.plans = append(e.plans, p)
			e.reports = append(e.reports, Report{Name: e.names[i] + ": " + e.text, Order: true, Reason: p.missing})
		}
	}
	if e.rows == nil {
		return e.single(cols, n)
	}
	return e.table(cols, n)
}

func (e *expressions) header(s string) error {
	name, value, _ := strings.Cut(s, ": ")
	switch name {
	case "target", "targets":
		e.names, e.targets, e.known, e.text, e.rows, e.typed = nil, nil, nil, "", nil, false
		for _, w := range strings.Split(value, "; ") {
			t, ok := targetOf(w)
			e.names, e.targets, e.known = append(e.names, w), append(e.targets, t), append(e.known, ok)
		}
	case "type":
		switch {
		case strings.HasPrefix(value, "float"):
			e.double = false
		case strings.HasPrefix(value, "double"):
			e.double = true
		default:
			return fmt.Errorf("type %q: float or double is expected", value)
		}
		e.typed = true
	case "inputs":
		for _, r := range strings.Split(value, "; ") {
			row, err := hexes(r, 6)
			if err != nil {
				return err
			}
			e.rows = append(e.rows, row)
		}
	}
	return nil
}

func hexes(s string, n int) ([]uint64, error) {
	var list []uint64
	for _, w := range strings.Fields(s) {
		x, err := strconv.ParseUint(w, 16, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is no hexadecimal number", w)
		}
		list = append(list, x)
	}
	if len(list) != n {
		return nil, fmt.Errorf("%d numbers where %d are expected", len(list), n)
	}
	return list, nil
}

func (e *expressions) single(cols []string, n int) error {
	if len(cols) != 3 {
		return fmt.Errorf("%d columns where 3 are expected", len(cols))
	}
	row, err := hexes(cols[1], 6)
	if err != nil {
		return err
	}
	want, err := hexes(cols[2], 1)
	if err != nil {
		return err
	}
	e.compare(0, row, want[0], n)
	return nil
}

func (e *expressions) table(cols []string, n int) error {
	if len(cols) != len(e.targets)+1 {
		return fmt.Errorf("%d columns where %d are expected", len(cols), len(e.targets)+1)
	}
	first, err := hexes(cols[1], len(e.rows))
	if err != nil {
		return err
	}
	for i, col := range cols[1:] {
		words := strings.Fields(col)
		for k, row := range e.rows {
			want := first[k]
			if col != "=" && len(words) == len(e.rows) && words[k] != "=" {
				if want, err = strconv.ParseUint(words[k], 16, 64); err != nil {
					return fmt.Errorf("%q is no hexadecimal number", words[k])
				}
			} else if col != "=" && len(words) != len(e.rows) {
				return fmt.Errorf("%d results where %d are expected", len(words), len(e.rows))
			}
			e.compare(i, row, want, n)
		}
	}
	return nil
}

// compare counts a case of the target number i.
func (e *expressions) compare(i int, row []uint64, want uint64, n int) {
	r := &e.reports[len(e.reports)-len(e.targets)+i]
	p := &e.plans[i]
	if p.missing != "" {
		r.Unsupported++
		return
	}
	got := p.run(row)
	if got == want {
		r.Passed++
		return
	}
	r.Failed++
	if len(r.Mismatches) < MaxMismatches {
		m := Mismatch{Line: n, Want: wide.From64(want), Got: wide.From64(got)}
		for _, x := range row {
			m.Operands = append(m.Operands, wide.From64(x))
		}
		r.Mismatches = append(r.Mismatches, m)
	}
}
