package devices

import (
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/reference"
	"ulplab/site/kit/words"
)

// IntrinModel is the table of rounding intrinsics.
type IntrinModel struct {
	Operands [3]IntrinOperand
	Rows     []IntrinRow
}

// IntrinOperand is an operand as it is shown beside its field.
type IntrinOperand struct {
	Name, Shown, Problem string
	Hex32, Hex64         string
}

// IntrinRow is one intrinsic in its four directions.
type IntrinRow struct {
	_      reference.Never
	Name   string // "__fadd"
	C      string // the operator on float or double: "x + y"
	Format *format.Format
	Exact  string // the exact value; "" where there is none
	Cells  [4]IntrinCell
	Same   bool // all four results are the same
	From   string
	Kind   string
	Source string
}

// IntrinCell is the result in one direction.
type IntrinCell struct {
	_     reference.Never
	Name  string // "__fadd_rn"
	PTX   string // "add.rn.f32"
	Bits  uint64
	Hex   string
	Brief string
	Err   string // in ulp of the exact value, "–" without one
	Where numberline.Side
	From  int // the place of Hex from which the result differs from that of rn; its length where it does not
}

// intrinDirections are CUDA's names of the directions, and PTX's.
var intrinDirections = [4][2]string{{"rn", ".rn"}, {"rz", ".rz"}, {"ru", ".rp"}, {"rd", ".rm"}}

// BuildIntrin computes the table.
func BuildIntrin(in Intrin) (m IntrinModel) {
	var single, double [3]wide.U128
	for i, x := range in.X {
		single[i], double[i] = wide.From64(uint64(x.F32)), wide.From64(x.F64)
		p := &m.Operands[i]
		*p = IntrinOperand{Name: "xyz"[i : i+1], Shown: text.Entry(format.F32, single[i]),
			Hex32: text.Bits(format.F32, single[i]), Hex64: text.Bits(format.F64, double[i])}
		if x.Text.On {
			p.Shown = x.Text.Text
			if _, err := ReadBoth(x.Text.Text); err != nil {
				p.Problem = words.Problem(err)
			}
		}
	}
	for _, line := range strings.Split(intrinsics, "\n") {
		w := strings.Split(line, "|")
		r := IntrinRow{Name: w[0], C: w[2], From: w[3], Kind: w[4], Source: w[5], Format: format.F32}
		x, tail := single, ".f32"
		switch {
		case r.Name == "__fma" || r.Name[2] == 'd':
			r.Format, x, tail = format.F64, double, ".f64"
		case in.FTZ:
			tail = ".ftz.f32"
		}
		r.run(w[1], tail, x)
		m.Rows = append(m.Rows, r)
	}
	return m
}

// run computes the four results of an operation of package arith.
func (r *IntrinRow) run(op, tail string, x [3]wide.U128) {
	f := r.Format
	ref, ok := reference.Ratio(op, f, x)
	if ok {
		r.Exact = words.DigitsTo(ref, f.P*31/100+5)
	}
	low, high, _, between := exact.Bracket(f, ref)
	r.Same = true
	for k, d := range intrinDirections {
		c := &r.Cells[k]
		c.Name, c.PTX = r.Name+"_"+d[0], op+d[1]+tail
		i, found := gpu.Find(c.PTX)
		if !found {
			continue
		}
		z := i.Do(x, nil).Bits
		c.Bits, c.Hex, c.Brief = z.Lo, text.Bits(f, z), words.Brief(f, z)
		c.Err = operand.ErrorOf(f, z, ref, "ulp", ok).Text
		if ok && between {
			c.Where = numberline.SideOf(f, z, low, high, ref)
		}
		for c.From < len(c.Hex) && c.Hex[c.From] == r.Cells[0].Hex[c.From] {
			c.From++
		}
		r.Same = r.Same && c.Bits == r.Cells[0].Bits
	}
}
