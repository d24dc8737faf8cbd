package conform

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"ulplab/fpcore/tensor"
	"ulplab/fpcore/wide"
)

// A file of matrix instructions names one in "op" by its ID in package tensor (mma.m16n8k16.f32.f16.f16.f32) and the
// number of products in "terms"; its cases are a row of A, a column of B, c and d, elements parted by commas. They were
// recorded on compute capability 9.0 where a header "cc" does not say otherwise.

// columnReader compares one case.
type columnReader func(rep *Report, line []byte) error

// matrixReader returns the reader for an instruction; an error says why there is none.
func (c *checker) matrixReader() (columnReader, error) {
	i, ok := tensor.Find(c.header["op"])
	if !ok {
		return nil, fmt.Errorf("no matrix instruction %q", c.header["op"])
	}
	cc := 90
	if s := c.header["cc"]; s != "" {
		major, minor, _ := strings.Cut(s, ".")
		n, err := strconv.Atoi(major + minor)
		if err != nil || len(minor) != 1 {
			return nil, fmt.Errorf("%q is no compute capability such as 9.0", s)
		}
		cc = n
	}
	d, ok := i.Dot(cc)
	if !ok {
		return nil, fmt.Errorf("compute capability %d.%d has no %s", cc/10, cc%10, i.ID())
	}
	if s := c.header["terms"]; s != "" && s != strconv.Itoa(i.K) {
		return nil, fmt.Errorf("%s has %d terms, not %s", i.ID(), i.K, s)
	}
	var a, b []uint64
	return func(rep *Report, line []byte) error {
		var err error
		f := bytes.Fields(line)
		if len(f) != 4 {
			return fmt.Errorf("%d columns where %s has 4: a row of A, a column of B, c and d", len(f), rep.Name)
		}
		if a, err = codes(a, f[0], i.K); err != nil {
			return err
		}
		if b, err = codes(b, f[1], i.K); err != nil {
			return err
		}
		last := [2]uint64{}
		for k := range last {
			v, ok := parseHex(f[2+k])
			if !ok || v.Hi != 0 {
				return fmt.Errorf("%q is no hexadecimal number of at most 16 digits", f[2+k])
			}
			last[k] = v.Lo
		}
		rep.element(c.line, d.Do(a, b, last[0]), last[1], last[0])
		return nil
	}, nil
}

// element counts one element.
func (rep *Report) element(line int, got, want uint64, operands ...uint64) {
	if got == want {
		rep.Passed++
		return
	}
	rep.Failed++
	if len(rep.Mismatches) < MaxMismatches {
		m := Mismatch{Line: line, Want: wide.From64(want), Got: wide.From64(got)}
		for _, x := range operands {
			m.Operands = append(m.Operands, wide.From64(x))
		}
		rep.Mismatches = append(rep.Mismatches, m)
	}
}

// codes reads n codes parted by commas into the space of v.
func codes(v []uint64, text []byte, n int) ([]uint64, error) {
	v = v[:0]
	for part := range bytes.SplitSeq(text, []byte{','}) {
		x, ok := parseHex(part)
		if !ok || x.Hi != 0 {
			return v, fmt.Errorf("%q is no hexadecimal number of at most 16 digits", part)
		}
		v = append(v, x.Lo)
	}
	if len(v) != n {
		return v, fmt.Errorf("%d elements, not %d", len(v), n)
	}
	return v, nil
}
