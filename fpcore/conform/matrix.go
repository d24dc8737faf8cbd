package conform

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"ulplab/assets"
	"ulplab/fpcore/tensor"
	"ulplab/fpcore/tensor/product"
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
				return fmt.Errorf("%.40q is no hexadecimal number of at most 16 digits", f[2+k])
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
			return v, fmt.Errorf("%.40q is no hexadecimal number of at most 16 digits", part)
		}
		v = append(v, x.Lo)
	}
	if len(v) != n {
		return v, fmt.Errorf("%d elements, not %d", len(v), n)
	}
	return v, nil
}

// presets maps the calls that files of matrix products name in "op" to the presets of package product.
var presets = map[string]string{
	"torch.matmul float32, TF32 off":                                  "f32",
	"torch.matmul float32, TF32 on":                                   "f32_tf32",
	"torch.matmul float64":                                            "f64",
	"torch.matmul float16, reduced-precision reduction off":           "f16",
	"torch.matmul bfloat16, reduced-precision reduction off":          "bf16",
	"torch.mm torch.float16 with float32 result":                      "f16_to_f32",
	"torch.mm torch.bfloat16 with float32 result":                     "bf16_to_f32",
	"torch._scaled_mm float8_e4m3fn to float32, use_fast_accum=True":  "e4m3_fast",
	"torch._scaled_mm float8_e4m3fn to float32, use_fast_accum=False": "e4m3_slow",
}

// productReader returns the reader of a file of elements of matrix products: M N K, a row of A, a column of B and the
// element, parted by tabs. Elements of sizes without a measured plan are not claimed. B is taken as stored by columns
// where a header "layout" does not say NN.
func (c *checker) productReader() (columnReader, error) {
	p, ok := product.Find(presets[c.header["op"]])
	if !ok {
		return nil, fmt.Errorf("no matrix product %q", c.header["op"])
	}
	layout := product.Columns
	if s := c.header["layout"]; s != "" {
		layout = product.Layout(s)
	}
	c.reports[len(c.reports)-1].Order = true
	var a, b []uint64
	return func(rep *Report, line []byte) error {
		f := bytes.Split(line, []byte{'\t'})
		if len(f) != 4 {
			return fmt.Errorf("%d columns where %s has 4, parted by tabs: M N K, a row of A, a column of B, the element", len(f), rep.Name)
		}
		var size [3]int
		words := bytes.Fields(f[0])
		for i := range size {
			var err error
			if len(words) == 3 {
				size[i], err = strconv.Atoi(string(words[i]))
			}
			if len(words) != 3 || err != nil || size[i] <= 0 {
				return fmt.Errorf("%q is no size M N K", f[0])
			}
		}
		var err error
		if a, err = codes(a, f[1], size[2]); err != nil {
			return err
		}
		if b, err = codes(b, f[2], size[2]); err != nil {
			return err
		}
		want, ok := parseHex(f[3])
		if !ok || want.Hi != 0 {
			return fmt.Errorf("%.40q is no hexadecimal number of at most 16 digits", f[3])
		}
		plan, known := p.Plan(size[0], size[1], size[2], layout, product.Table(assets.Products))
		if known == 0 {
			rep.Unsupported++
			return nil
		}
		rep.element(c.line, p.Element(plan, a, b), want.Lo, uint64(size[0]), uint64(size[1]), uint64(size[2]))
		return nil
	}, nil
}
