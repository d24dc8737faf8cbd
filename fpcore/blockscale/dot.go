package blockscale

import (
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor"
	"ulplab/fpcore/wide"
)

// Dot returns the dot product of a row of a and a row of b as a tensor core of a compute capability, times ten, adds it:
// the products of the codes by the instruction for their formats, its blocks one after another from +0, with the block
// scales inside of the instruction where it takes them, and binary32 scales multiplied onto the result, first those of
// the two rows or tensors with each other.
func Dot(a, b *Quantized, rowA, rowB int, cc int) (uint32, error) {
	if a.Cols != b.Cols || rowA < 0 || rowB < 0 || rowA >= a.Rows || rowB >= b.Rows {
		return 0, Error("the rows are not there or not of the same length")
	}
	i, err := Instruction(a.Scheme, b.Scheme, cc)
	if err != nil {
		return 0, err
	}
	x, y := elements(a, rowA), elements(b, rowB)
	if i.Scale == "" {
		d, _ := i.Dot(cc)
		scale := mul(a.Scales[a.scaleOf(rowA)], b.Scales[b.scaleOf(rowB)])
		return mul(uint32(d.Do(x, y, 0)), scale), nil
	}
	s, _ := i.Scaled(cc)
	r := uint32(s.Do(x, y, scales(a, rowA), scales(b, rowB), 0))
	if a.Scheme.Second {
		r = mul(r, mul(a.Second, b.Second))
	}
	return r, nil
}

// Instruction returns the instruction by which a compute capability, times ten, adds products of two schemes.
func Instruction(a, b Scheme, cc int) (tensor.Instruction, error) {
	none := tensor.Instruction{}
	switch {
	case a.Elem == nil || b.Elem == nil:
		return none, Error("no tensor instruction takes MXINT8")
	case a.Scale != b.Scale:
		return none, Error("no instruction takes scales of " + a.Name + " and of " + b.Name)
	case a.Scale == format.F32:
		if i, ok := plain(a.Elem.ID, b.Elem.ID, cc); ok {
			return i, nil
		}
		return none, Error("this compute capability has no FP8 instruction")
	}
	if i, ok := scaled(a, b, cc); ok {
		return i, nil
	}
	return none, Error("this compute capability has no instruction for " + a.Name)
}

// Value returns the exact value of element (row, col).
func (q *Quantized) Value(row, col int) exact.Value {
	c := q.Codes[row*q.Cols+col]
	var v exact.Value
	if q.Scheme.Elem == nil {
		n := int64(int8(c))
		v = exact.New(n < 0, wide.NatFrom64(uint64(max(n, -n))), -6)
	} else {
		v, _ = exact.FromCode(q.Scheme.Elem, uint64(c))
	}
	scale, _ := exact.FromCode(q.Scheme.Scale, uint64(q.Scales[q.ScaleAt(row, col)]))
	v = v.Mul(scale)
	if q.Scheme.Second {
		second, _ := exact.FromCode(format.F32, uint64(q.Second))
		v = v.Mul(second)
	}
	return v
}

// elements returns a row of codes.
func elements(q *Quantized, row int) []uint64 {
	out := make([]uint64, q.Cols)
	for k := range out {
		out[k] = uint64(q.Codes[row*q.Cols+k])
	}
	return out
}

// scales returns the scales of a row's blocks.
func scales(q *Quantized, row int) []uint64 {
	_, perRow := q.Scheme.blocks(q.Rows, q.Cols)
	out := make([]uint64, perRow)
	for k := range out {
		out[k] = uint64(q.Scales[row*perRow+k])
	}
	return out
}

// scaleOf is the index of the one scale of a row.
func (q *Quantized) scaleOf(row int) int {
	if q.Scheme.Block == Tensor {
		return 0
	}
	return row
}

// plain finds the FP8 instruction that libraries use on a compute capability.
func plain(a, b string, cc int) (tensor.Instruction, bool) {
	for _, op := range []tensor.Op{tensor.WGMMA, tensor.TCGEN05, tensor.MMA} {
		for _, i := range tensor.Catalogue() {
			if i.Op == op && i.A == a && i.B == b && i.D == "f32" && i.Scale == "" && i.K == 32 {
				if _, ok := i.Dot(cc); ok {
					return i, true
				}
			}
		}
	}
	return tensor.Instruction{}, false
}

// scaled finds the instruction with block scales.
func scaled(a, b Scheme, cc int) (tensor.Instruction, bool) {
	kind := "mxf8f6f4"
	switch {
	case a.Second:
		kind = "mxf4nvf4"
	case a.Elem == format.E2M1 && b.Elem == format.E2M1:
		kind = "mxf4"
	}
	scale := "ue8m0"
	if a.Scale == format.UE4M3 {
		scale = "ue4m3"
	}
	for _, i := range tensor.Catalogue() {
		if i.Kind == kind && i.A == a.Elem.ID && i.B == b.Elem.ID && i.Scale == scale && i.Vector == a.Block {
			if _, ok := i.Scaled(cc); ok {
				return i, true
			}
		}
	}
	return tensor.Instruction{}, false
}
