package files

import (
	"errors"
	"math/bits"
	"strconv"
	"strings"

	"ulplab/fpcore/format"
)

// magic begins every NPY file (NumPy Enhancement Proposal 1 and numpy.lib.format).
const magic = "\x93NUMPY"

// readNPY reads an array in NPY, versions 1.0 to 3.0, of binary16, binary32, binary64 or integers of up to 64 bits in
// either byte order. Arrays of more than one dimension are read as one column, in C order. numpy saves arrays of
// bfloat16 (ml_dtypes) as two bytes without a type, V2; those are taken for bfloat16.
func readNPY(data []byte) (*Table, error) {
	short := errors.New("The NPY file ends within its header.")
	if len(data) < 10 {
		return nil, short
	}
	begin, size := 10, int(word(data[8:10], false))
	switch version := data[6]; {
	case version == 0 || version > 3:
		return nil, errors.New("The file is NPY of version " + strconv.Itoa(int(version)) + "; versions 1 to 3 are read.")
	case version > 1:
		if len(data) < 12 {
			return nil, short
		}
		begin, size = 12, int(word(data[8:12], false))
	}
	if size > len(data)-begin {
		return nil, short
	}
	header, data := string(data[begin:begin+size]), data[begin+size:]
	kind, ok := entry(header, "descr")
	if !ok || len(kind) < 2 || kind[0] != '\'' && kind[0] != '"' {
		return nil, errors.New("The NPY file holds records or has no type; plain arrays of numbers are read.")
	}
	kind = strings.Trim(kind, "'\"")
	shape, count, err := shapeOf(header)
	if err != nil {
		return nil, err
	}
	if order, _ := entry(header, "fortran_order"); order == "True" && long(shape) > 1 {
		return nil, errors.New("The NPY file is in Fortran order; save it in C order: numpy.save(name, numpy.ascontiguousarray(a)).")
	}
	if count == 0 {
		return nil, errors.New("The array in the NPY file is empty.")
	}
	if count > MaxValues {
		return nil, tooMany()
	}
	bigEndian := strings.HasPrefix(kind, ">")
	kind = strings.TrimLeft(kind, "<>=|")
	width := 0
	if len(kind) == 2 && strings.IndexByte("1248", kind[1]) >= 0 {
		width = int(kind[1] - '0')
	}
	f := map[string]*format.Format{"f2": format.F16, "f4": format.F32, "f8": format.F64, "V2": format.BF16}[kind]
	integer := width > 0 && (kind[0] == 'i' || kind[0] == 'u')
	if f == nil && !integer {
		return nil, errors.New("The NPY file holds values of type " + quoted(kind) + "; read are f2, f4, f8, integers and bfloat16 (V2).")
	}
	if len(data) != count*width {
		return nil, errors.New("The NPY file says that it holds " + strconv.Itoa(count) + " values of " + strconv.Itoa(width) + " bytes, but " + strconv.Itoa(len(data)) + " bytes follow its header.")
	}
	t, err := &Table{Columns: []Column{{Number: 1, Format: format.F64}}}, error(nil)
	if integer {
		t.Columns[0].Codes, err = integers(data, width, bigEndian, kind[0] == 'i')
		t.Note = "The integers of the file are taken as binary64 values, which are equal to them."
	} else {
		t, err = readRaw(data, f, bigEndian)
	}
	if err != nil {
		return nil, err
	}
	t.Kind = NPY
	if kind == "V2" {
		t.Note = "The type of the file, V2, says only that each value has two bytes; they are taken as bfloat16."
	}
	if len(shape) > 1 {
		t.Shape = shape
	}
	return t, nil
}

// entry returns the text of a value in the header, a Python dictionary of literals: {'descr': '<f4', …}.
func entry(header, key string) (string, bool) {
	at := strings.Index(header, "'"+key+"'")
	if at < 0 {
		at = strings.Index(header, `"`+key+`"`)
	}
	if at < 0 {
		return "", false
	}
	value := strings.TrimLeft(header[at+len(key)+2:], " ")
	if !strings.HasPrefix(value, ":") {
		return "", false
	}
	value = strings.TrimLeft(value[1:], " ")
	end := strings.IndexAny(value, ",}")
	if strings.HasPrefix(value, "(") {
		end = strings.IndexByte(value, ')') + 1
	}
	if end <= 0 {
		return "", false
	}
	return strings.TrimRight(value[:end], " "), true
}

// shapeOf returns the dimensions and their product. An array without dimensions is one value.
func shapeOf(header string) (shape []int, count int, err error) {
	bad := errors.New("The NPY file has no shape that could be read.")
	s, ok := entry(header, "shape")
	if !ok || !strings.HasPrefix(s, "(") {
		return nil, 0, bad
	}
	count = 1
	for _, d := range strings.Split(strings.Trim(s, "()"), ",") {
		if d = strings.TrimSpace(d); d == "" {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSuffix(d, "L"), 10, 31) // Python 2 wrote long integers with an L
		if err != nil || len(shape) >= 32 {
			return nil, 0, bad
		}
		hi, lo := bits.Mul64(uint64(count), n)
		if hi != 0 || lo > 1<<40 {
			return nil, 0, tooMany()
		}
		shape, count = append(shape, int(n)), int(lo)
	}
	return shape, count, nil
}

// long counts the dimensions of more than one element.
func long(shape []int) (n int) {
	for _, d := range shape {
		if d > 1 {
			n++
		}
	}
	return n
}

// integers reads integers as binary64 codes. Those that binary64 does not hold are an error.
func integers(data []byte, width int, bigEndian, signed bool) ([]uint64, error) {
	codes := make([]uint64, len(data)/width)
	for i := range codes {
		v := word(data[i*width:(i+1)*width], bigEndian)
		negative := signed && v>>(8*width-1) == 1
		if negative {
			v = (-v) << (64 - 8*width) >> (64 - 8*width)
		}
		if v == 0 {
			continue
		}
		n := bits.Len64(v)
		if n-bits.TrailingZeros64(v) > 53 {
			return nil, errors.New("The integer " + strconv.FormatUint(v, 10) + " of the NPY file is no binary64 value.")
		}
		codes[i] = uint64(n+1022)<<52 | v<<(64-n)<<1>>12
		if negative {
			codes[i] |= 1 << 63
		}
	}
	return codes, nil
}

// quoted shows a piece of a file in a message.
func quoted(s string) string {
	if len(s) > 40 {
		s = s[:40] + "…"
	}
	return "“" + strings.ToValidUTF8(s, "?") + "”"
}
