package quantize

import (
	"strconv"

	"ulplab/fpcore/format"
)

// codesCSV is a line for each element.
func codesCSV(m *Model, r *Result) string {
	values := r.Q.Dequantize()
	out := append(make([]byte, 0, 40*len(m.X)), "row,column,x,code,value\r\n"...)
	for k, c := range r.Q.Codes {
		out = strconv.AppendInt(out, int64(k/r.Q.Cols), 10)
		out = append(out, ',')
		out = strconv.AppendInt(out, int64(k%r.Q.Cols), 10)
		out = append(out, ',')
		out = append(out, plain(m.X[k])...)
		out = append(out, ',')
		out = append(out, hexCode(width(r.Scheme), uint32(c))...)
		out = append(out, ',')
		out = append(out, plain(values[k])...)
		out = append(out, '\r', '\n')
	}
	return string(out)
}

// scalesCSV is a line for each block; of NVFP4 the scale of the tensor is in the scale, and named in the first line.
func scalesCSV(r *Result) string {
	out := []byte("block,first_element,elements,code,scale")
	if r.Scheme.Second {
		out = append(out, ",tensor_scale"...)
	}
	out = append(out, '\r', '\n')
	bits := r.Scheme.Scale.Bits
	for k := 0; k < len(r.Q.Codes); {
		from, to := r.Q.BlockAt(k)
		i := r.Q.ScaleAt(k/r.Q.Cols, k%r.Q.Cols)
		out = strconv.AppendInt(out, int64(i), 10)
		out = append(out, ',')
		out = strconv.AppendInt(out, int64(from), 10)
		out = append(out, ',')
		out = strconv.AppendInt(out, int64(to-from), 10)
		out = append(out, ',')
		out = append(out, hexCode(bits, r.Q.Scales[i])...)
		out = append(out, ',')
		out = append(out, plain(r.Q.ScaleOf(i))...)
		if r.Scheme.Second {
			out = append(out, ',')
			out = append(out, plain(r.Q.Second)...)
		}
		out = append(out, '\r', '\n')
		k = to
	}
	return string(out)
}

// codesRaw packs the codes as exportNote says.
func codesRaw(r *Result) (out []byte) {
	if width(r.Scheme) != 4 {
		return r.Q.Codes
	}
	for row := range r.Q.Rows {
		for col, c := range r.Q.Codes[row*r.Q.Cols : (row+1)*r.Q.Cols] {
			if col%2 == 0 {
				out = append(out, c)
			} else {
				out[len(out)-1] |= c << 4
			}
		}
	}
	return out
}

// scalesRaw packs the scales.
func scalesRaw(r *Result) (out []byte) {
	for _, c := range r.Q.Scales {
		out = append(out, byte(c))
		if r.Scheme.Scale == format.F32 {
			out = append(out, byte(c>>8), byte(c>>16), byte(c>>24))
		}
	}
	return out
}
