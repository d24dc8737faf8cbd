package conform

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
	"ulplab/fpcore/wide"
)

// Seeded returns n elements of the data on which summation orders were recorded, as codes of binary32: the uniform ones
// of package summation.
func Seeded(seed uint64, n int) []wide.U128 {
	v := make([]wide.U128, n)
	for i, x := range summation.Uniform(n, seed, false) {
		v[i] = wide.From64(uint64(math.Float32bits(float32(x))))
	}
	return v
}

// seeds keeps the data of one size, which many rows share.
type seeds struct {
	n    int
	a, b []wide.U128
}

func (s *seeds) of(n int, seedA, seedB uint64) (a, b []wide.U128) {
	if s.n != n {
		s.n, s.a, s.b = n, Seeded(seedA, n), Seeded(seedB, n)
	}
	return s.a, s.b
}

// maxElements bounds the sizes that order files may name.
const maxElements = 1 << 24

// claim carries out a preset; ok is false where it does not claim the size.
func claim(p reduce.Preset, a, b []wide.U128) (sum uint64, ok bool) {
	form, fused, ok := p.At(len(a))
	if !ok {
		return 0, false
	}
	m := reduce.Bits{F: format.F32, A: a, Fused: fused}
	if p.Dot {
		m.B = b
	}
	return reduce.Eval(m, form, len(a)).Lo, true
}

// orders counts the rows of each function in the order in which they come.
type orders struct{ reports []Report }

func (o *orders) report(name string) *Report {
	for i := range o.reports {
		if o.reports[i].Name == name {
			return &o.reports[i]
		}
	}
	o.reports = append(o.reports, Report{Name: name, Order: true})
	return &o.reports[len(o.reports)-1]
}

// count enters one row: line says which it is, if it differs.
func (o *orders) count(name string, line int, n int, want, got uint64, claimed bool) {
	r := o.report(name)
	switch {
	case !claimed:
		r.Unsupported++
	case want == got:
		r.Passed++
	default:
		r.Failed++
		if len(r.Mismatches) < MaxMismatches {
			r.Mismatches = append(r.Mismatches, Mismatch{Line: line, Operands: []wide.U128{wide.From64(uint64(n))},
				Want: wide.From64(want), Got: wide.From64(got)})
		}
	}
}

// functions gives the preset of a function as the recorded trees name it.
var functions = map[string]string{
	"torch.sum cuda f32": "torch.sum", "torch.dot cuda f32 (cublasSdot)": "torch.dot",
	"torch.mv 1xn cuda f32 (cublasSgemv)": "torch.mv", "numpy.sum f32": "numpy.sum", "numpy.dot f32": "numpy.dot",
	"torch.sum cpu f32": "torch.sum.cpu", "cupy.sum f32": "cupy.sum", "cupy.dot f32 (cublasSdot)": "cupy.dot",
	"jax.numpy.sum cuda f32": "jax.sum",
}

// checkJSON reads trees ("tree": nested lists of leaf indices) and sums of seeded data (objects with n, seed_a, seed_b
// and a field of hexadecimal bits for each function), lists of objects both.
func checkJSON(r io.Reader) ([]Report, error) {
	d := json.NewDecoder(r)
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return nil, errors.New("no list of objects")
	}
	var o orders
	var data seeds
	for row := 1; d.More(); row++ {
		var fields map[string]json.RawMessage
		if err := d.Decode(&fields); err != nil {
			return o.reports, fmt.Errorf("object %d: %w", row, err)
		}
		var n int
		if err := json.Unmarshal(fields["n"], &n); err != nil || n < 1 || n > maxElements {
			return o.reports, fmt.Errorf("object %d: n is missing or no size from 1 to %d", row, maxElements)
		}
		if tree, ok := fields["tree"]; ok {
			var name string
			_ = json.Unmarshal(fields["function"], &name)
			if err := o.tree(name, row, n, tree); err != nil {
				return o.reports, fmt.Errorf("object %d: %w", row, err)
			}
			continue
		}
		var seedA, seedB uint64
		if json.Unmarshal(fields["seed_a"], &seedA) != nil || json.Unmarshal(fields["seed_b"], &seedB) != nil {
			return o.reports, fmt.Errorf("object %d has neither a tree nor seeds", row)
		}
		a, b := data.of(n, seedA, seedB)
		names := make([]string, 0, len(fields))
		for name := range fields {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			var hex string
			if json.Unmarshal(fields[name], &hex) != nil {
				continue // numbers and lists
			}
			want, err := strconv.ParseUint(hex, 16, 64)
			if err != nil {
				return o.reports, fmt.Errorf("object %d: %s: %q is no bit pattern", row, name, hex)
			}
			got, claimed := uint64(0), false
			if p, ok := reduce.FindPreset(name); ok {
				got, claimed = claim(p, a, b)
			}
			o.count(name, row, n, want, got, claimed)
		}
	}
	if len(o.reports) == 0 {
		return nil, errors.New("no cases")
	}
	return o.reports, nil
}

// tree compares a revealed tree with that of the preset. The operands of an addition have no order.
func (o *orders) tree(name string, row, n int, text []byte) error {
	want, err := parseTree(text, n)
	if err != nil {
		return err
	}
	if known, ok := functions[name]; ok {
		name = known
	}
	r := o.report(name + " (tree)")
	p, _ := reduce.FindPreset(name)
	form, _, claimed := p.At(n)
	if !claimed {
		r.Unsupported++
		return nil
	}
	got := reduce.Leaves{N: n}
	reduce.Eval(&got, form, n)
	if slices.Equal(canonical(got), canonical(want)) {
		r.Passed++
	} else {
		r.Failed++
		r.Mismatches = append(r.Mismatches, Mismatch{Line: row, Operands: []wide.U128{wide.From64(uint64(n))}})
	}
	return nil
}

// parseTree reads nested lists of two; every leaf below n must stand there once.
func parseTree(text []byte, n int) (reduce.Leaves, error) {
	t := reduce.Leaves{N: n}
	var open [][]int
	seen := make([]bool, n)
	for i := 0; i < len(text); i++ {
		c := text[i]
		value := -1
		switch {
		case c == '[':
			open = append(open, nil)
		case c == ']':
			if len(open) == 0 || len(open[len(open)-1]) != 2 {
				return t, errors.New("a node of the tree has other than two children")
			}
			top := open[len(open)-1]
			open = open[:len(open)-1]
			value = int(t.Add(int32(top[0]), int32(top[1])))
		case c >= '0' && c <= '9':
			value = 0
			for ; i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
				value = min(value*10+int(text[i]-'0'), maxElements)
			}
			i--
			if value >= n || seen[value] {
				return t, fmt.Errorf("leaf %d is out of range or stands there twice", value)
			}
			seen[value] = true
		case c == ',' || c == ' ' || c == '\n' || c == '\r' || c == '\t':
		default:
			return t, fmt.Errorf("a tree has no %q", c)
		}
		if value >= 0 && len(open) > 0 {
			open[len(open)-1] = append(open[len(open)-1], value)
		}
	}
	if len(open) != 0 || len(t.Pairs) != n-1 {
		return t, fmt.Errorf("the tree has %d additions, %d elements need %d", len(t.Pairs), n, n-1)
	}
	return t, nil
}

// canonical lists the additions of a tree as pairs of the smallest leaves on their two sides, the smaller first, in
// the order in which a walk from the root down meets them: equal for equal trees only.
func canonical(t reduce.Leaves) [][2]int {
	low := make([]int, t.N+len(t.Pairs))
	for i := range low {
		low[i] = i
	}
	for k, p := range t.Pairs {
		low[t.N+k] = min(low[p[0]], low[p[1]])
	}
	var list [][2]int
	stack := []int{len(low) - 1}
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if node < t.N {
			continue
		}
		l, r := t.Pairs[node-t.N][0], t.Pairs[node-t.N][1]
		if low[l] > low[r] {
			l, r = r, l
		}
		list = append(list, [2]int{low[l], low[r]})
		stack = append(stack, r, l)
	}
	return list
}

// checkKernels reads the sums of reduction patterns: pattern, n, threads, blocks, sum bits and dot bits.
func checkKernels(r *bufio.Reader) ([]Report, error) {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, maxLine), maxLine)
	var o orders
	var data seeds
	for line := 1; s.Scan(); line++ {
		f := strings.Split(strings.TrimRight(s.Text(), "\r"), "\t")
		if line == 1 || len(f) == 1 && f[0] == "" {
			continue
		}
		if len(f) != 6 {
			return o.reports, fmt.Errorf("line %d: %d columns where there should be 6", line, len(f))
		}
		var v [3]int
		for k := range v {
			x, err := strconv.Atoi(f[k+1])
			if err != nil || x < 0 || x > maxElements {
				return o.reports, fmt.Errorf("line %d: %q is no number from 0 to %d", line, f[k+1], maxElements)
			}
			v[k] = x
		}
		n := v[0]
		if n == 0 {
			return o.reports, fmt.Errorf("line %d: no elements", line)
		}
		form, claimed := reduce.Pattern(f[0], v[1], v[2])
		if f[0] == "cub_device_reduce_sum" {
			p, _ := reduce.FindPreset("cupy.sum")
			form, _, claimed = p.At(n)
		}
		a, b := data.of(n, uint64(2*n+1), uint64(2*n+2))
		for k, hex := range f[4:] {
			if hex == "-" {
				continue
			}
			want, err := strconv.ParseUint(hex, 16, 32)
			if err != nil {
				return o.reports, fmt.Errorf("line %d: %q is no bit pattern", line, hex)
			}
			var got uint64
			if claimed {
				m := reduce.Bits{F: format.F32, A: a, Fused: true}
				if k == 1 {
					m.B = b
				}
				got = reduce.Eval(m, form, n).Lo
			}
			o.count(f[0], line, n, want, got, claimed)
		}
	}
	if err := s.Err(); err != nil {
		return o.reports, err
	}
	if len(o.reports) == 0 {
		return nil, errors.New("no cases")
	}
	return o.reports, nil
}
