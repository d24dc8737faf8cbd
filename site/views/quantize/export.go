package quantize

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
)

// line adds a line of cells.
func line(out []byte, cells ...string) []byte {
	return append(out, strings.Join(cells, ",")+"\r\n"...)
}

// codesCSV is a line for each element.
func codesCSV(m *Model, r *Result) string {
	values := r.Q.Dequantize()
	out := line(make([]byte, 0, 40*len(m.X)), "row,column,x,code,value")
	for k, c := range r.Q.Codes {
		out = line(out, strconv.Itoa(k/r.Q.Cols), strconv.Itoa(k%r.Q.Cols), plain(m.X[k]), hexCode(width(r.Scheme), uint32(c)), plain(values[k]))
	}
	return string(out)
}

// scalesCSV is a line for each block; of NVFP4 the scale of the tensor is in the scale, and named in the first line.
func scalesCSV(r *Result) string {
	head, second := "block,first_element,elements,code,scale", ""
	if r.Scheme.Second {
		head, second = head+",tensor_scale", ","+plain(r.Q.Second)
	}
	out := line(nil, head)
	for k := 0; k < len(r.Q.Codes); {
		from, to := r.Q.BlockAt(k)
		i := r.Q.ScaleAt(k/r.Q.Cols, k%r.Q.Cols)
		out = line(out, strconv.Itoa(i), strconv.Itoa(from), strconv.Itoa(to-from), hexCode(r.Scheme.Scale.Bits, r.Q.Scales[i]), plain(r.Q.ScaleOf(i))+second)
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
	size := 1
	if r.Scheme.Scale == format.F32 {
		size = 4
	}
	for _, c := range r.Q.Scales {
		for k := range size {
			out = append(out, byte(c>>(8*k)))
		}
	}
	return out
}
