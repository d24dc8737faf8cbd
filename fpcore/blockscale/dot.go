package blockscale

import (
	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor"
)

// Dot returns the dot product of a row of a and a row of b as a tensor core of a compute capability, times ten, adds it:
// the products of the codes by the instruction for their formats, its blocks one after another from +0, with the block
// scales inside of the instruction where it takes them, and binary32 scales multiplied onto the result, first those of
// the two rows or tensors with each other.
func Dot(a, b *Quantized, rowA, rowB int, cc int) (uint32, error) {
	if a.Cols != b.Cols || rowA < 0 || rowB < 0 || rowA >= a.Rows || rowB >= b.Rows {
		return 0, Error("the rows are not there or not of the same length")
	}
	x, y := elements(a, rowA), elements(b, rowB)
	switch {
	case a.Scheme.Elem == nil || b.Scheme.Elem == nil:
		return 0, Error("no tensor instruction takes MXINT8")
	case a.Scheme.Scale != b.Scheme.Scale:
		return 0, Error("no instruction takes scales of " + a.Scheme.Name + " and of " + b.Scheme.Name)
	case a.Scheme.Scale == format.F32:
		d, ok := plain(a.Scheme.Elem.ID, b.Scheme.Elem.ID, cc)
		if !ok {
			return 0, Error("this compute capability has no FP8 instruction")
		}
		scale := mul(a.Scales[a.scaleOf(rowA)], b.Scales[b.scaleOf(rowB)])
		return mul(uint32(d.Do(x, y, 0)), scale), nil
	}
	s, ok := scaled(a.Scheme, b.Scheme, cc)
	if !ok {
		return 0, Error("this compute capability has no instruction for " + a.Scheme.Name)
	}
	r := uint32(s.Do(x, y, scales(a, rowA), scales(b, rowB), 0))
	if a.Scheme.Second {
		r = mul(r, mul(a.Second, b.Second))
	}
	return r, nil
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
func plain(a, b string, cc int) (*tensor.Dot, bool) {
	for _, op := range []tensor.Op{tensor.WGMMA, tensor.TCGEN05, tensor.MMA} {
		for _, i := range tensor.Catalogue() {
			if i.Op == op && i.A == a && i.B == b && i.D == "f32" && i.Scale == "" && i.K == 32 {
				if d, ok := i.Dot(cc); ok {
					return d, true
				}
			}
		}
	}
	return nil, false
}

// scaled finds the instruction with block scales.
func scaled(a, b Scheme, cc int) (*tensor.Scaled, bool) {
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
			if s, ok := i.Scaled(cc); ok {
				return s, true
			}
		}
	}
	return nil, false
}
