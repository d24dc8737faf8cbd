package files

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"ulplab/fpcore/format"
)

// f64s and f32s are the codes that the processor has for numbers.
func f64s(v ...float64) (codes []uint64) {
	for _, x := range v {
		codes = append(codes, math.Float64bits(x))
	}
	return codes
}

func f32s(v ...float32) (codes []uint64) {
	for _, x := range v {
		codes = append(codes, uint64(math.Float32bits(x)))
	}
	return codes
}

func TestText(t *testing.T) {
	type column struct {
		name  string
		f     *format.Format
		codes []uint64
	}
	inf := math.Inf(1)
	for name, c := range map[string]struct {
		text string
		o    Options
		want []column
		note bool
	}{
		"one a line":        {text: "0.1\n-2\r\n3e5\n", want: []column{{"", format.F64, f64s(0.1, -2, 3e5)}}},
		"old line ends":     {text: "1\r2\r3", want: []column{{"", format.F64, f64s(1, 2, 3)}}},
		"in binary32":       {text: "0.1\n16777217\n1e39\n1e-46", o: Options{Format: format.F32}, want: []column{{"", format.F32, append(f32s(0.1, 16777216), 0x7f800000, 0)}}},
		"in binary16":       {text: "0.1\n65520\n", o: Options{Format: format.F16}, want: []column{{"", format.F16, []uint64{0x2e66, 0x7c00}}}},
		"header":            {text: "x,y\n1,2\n3,4\n", want: []column{{"x", format.F64, f64s(1, 3)}, {"y", format.F64, f64s(2, 4)}}},
		"quoted":            {text: "\"x, y\";\"z\"\n\"1\";\"2\"\n3 ; 4\n", want: []column{{"x, y", format.F64, f64s(1, 3)}, {"z", format.F64, f64s(2, 4)}}},
		"header of another": {text: "cpu gpu\n1,2\n3,4\n", want: []column{{"cpu", format.F64, f64s(1, 3)}, {"gpu", format.F64, f64s(2, 4)}}},
		"tabs":              {text: "1\t2\n3\t4\n", want: []column{{"", format.F64, f64s(1, 3)}, {"", format.F64, f64s(2, 4)}}},
		"spaces":            {text: "# numpy.savetxt\n 1.0e+00   2\n 3 \t 4 \n\n", want: []column{{"", format.F64, f64s(1, 3)}, {"", format.F64, f64s(2, 4)}}},
		"specials":          {text: "inf\n-Infinity\nNaN\n-0\n0x1.8p1\n2/3\n", want: []column{{"", format.F64, []uint64{math.Float64bits(inf), math.Float64bits(-inf), 0x7ff8000000000000, 1 << 63, math.Float64bits(3), math.Float64bits(2.0 / 3)}}}},
		"bits":              {text: "i,single,double,half\n0,0x3DCCCCCD,0x3fb999999999999a,0x2e66\n1,0x00000001,0x8000000000000000,0x0000\n", want: []column{{"i", format.F64, f64s(0, 1)}, {"single", format.F32, []uint64{0x3dcccccd, 1}}, {"double", format.F64, []uint64{0x3fb999999999999a, 1 << 63}}, {"half", format.F16, []uint64{0x2e66, 0}}}},
		"bits of bfloat16":  {text: "0x3f80\n0x0001\n", o: Options{Format: format.BF16}, want: []column{{"", format.BF16, []uint64{0x3f80, 1}}}},
		"one line":          {text: "[1.5, 2.5, 3.5]", want: []column{{"", format.F64, f64s(1.5, 2.5, 3.5)}}, note: true},
		"program":           {text: "{ 1.5f, 2.5f,\n 3.5f, 4.5f,\n 5.5f };\n", o: Options{Format: format.F32}, want: []column{{"", format.F32, f32s(1.5, 2.5, 3.5, 4.5, 5.5)}}, note: true},
		"very long lines":   {text: strings.Repeat("1 ", 70) + "\n" + strings.Repeat("2 ", 70), want: []column{{"", format.F64, append(slices.Repeat(f64s(1), 70), slices.Repeat(f64s(2), 70)...)}}, note: true},
		"text beside":       {text: "name,x,y\na,1,2\nb,3,4\n", want: []column{{"x", format.F64, f64s(1, 3)}, {"y", format.F64, f64s(2, 4)}}, note: true},
		"text, no header":   {text: "a 1.5\nb 2.5\nc 3.5\n", want: []column{{"", format.F64, f64s(1.5, 2.5, 3.5)}}, note: true},
		"text at the end":   {text: "1;2;ok\n3;4\n", want: []column{{"", format.F64, f64s(1, 3)}, {"", format.F64, f64s(2, 4)}}, note: true},
		"years above":       {text: "name;2020;2021\nx;1;2\n", want: []column{{"", format.F64, f64s(2020, 1)}, {"", format.F64, f64s(2021, 2)}}, note: true},
		"a number as name":  {text: "x;2020\n3;1\n4;2\n", want: []column{{"x", format.F64, f64s(3, 4)}, {"2020", format.F64, f64s(1, 2)}}},
		"text and one line": {text: "sum 1 2 3", want: []column{{"", format.F64, f64s(1, 2, 3)}}, note: true},
		"decimal commas":    {text: "Wert;Zeit\n1,5;2\n-0,25e1;3,5\n", want: []column{{"Wert", format.F64, f64s(1.5, -2.5)}, {"Zeit", format.F64, f64s(2, 3.5)}}, note: true},
		"after tabs":        {text: "1,5\t2,5\n3,125\t4\n", want: []column{{"", format.F64, f64s(1.5, 3.125)}, {"", format.F64, f64s(2.5, 4)}}, note: true},
		"after spaces":      {text: "1,5 2,5 3\n4 5,25 6\n", want: []column{{"", format.F64, f64s(1.5, 4)}, {"", format.F64, f64s(2.5, 5.25)}, {"", format.F64, f64s(3, 6)}}, note: true},
		"under one name":    {text: "Wert\n1,5\n2,5\n", want: []column{{"Wert", format.F64, f64s(1.5, 2.5)}}, note: true},
		"beside whole ones": {text: "1\n2\n1,5\n", want: []column{{"", format.F64, f64s(1, 2, 1.5)}}, note: true},
		"a zero after":      {text: "1,5\n1,05\n", want: []column{{"", format.F64, f64s(1.5, 1.05)}}, note: true},
		"0,125":             {text: "0,125;0,250", want: []column{{"", format.F64, f64s(0.125, 0.25)}}, note: true},
		"commas after all":  {text: "1,5\n2,-5\n", want: []column{{"", format.F64, f64s(1, 2)}, {"", format.F64, f64s(5, -5)}}},
		"mark of UTF-8":     {text: "\ufeff1\n2", want: []column{{"", format.F64, f64s(1, 2)}}},
		"UTF-16":            {text: wide("1;2\n3;4\n", binary.LittleEndian), want: []column{{"", format.F64, f64s(1, 3)}, {"", format.F64, f64s(2, 4)}}},
		"UTF-16, big end":   {text: wide("1\n3\n", binary.BigEndian), want: []column{{"", format.F64, f64s(1, 3)}}},
	} {
		table, err := Read("numbers.csv", []byte(c.text), c.o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if table.Kind != Text || len(table.Columns) != len(c.want) || (table.Note != "") != c.note {
			t.Errorf("%s: kind %d, %d columns, note %q", name, table.Kind, len(table.Columns), table.Note)
			continue
		}
		for i, got := range table.Columns {
			if want := c.want[i]; got.Name != want.name || got.Format != want.f || !slices.Equal(got.Codes, want.codes) {
				t.Errorf("%s: column %d is %q %s %x, want %q %s %x", name, i, got.Name, got.Format.Name, got.Codes, want.name, want.f.Name, want.codes)
			}
		}
	}
	for text, want := range map[string]string{
		"name,x,y\na,1,2\n": "Column 1 “name” holds text and is left out.",
		"a 1 u\nb 2 v\n":    "Columns 1, 3 hold text and are left out.",
		"1,5;2":             "The file has one line, which is read as one list. Commas are read as decimal commas: “1,5” is 1.5.",
	} {
		if table, err := Read("", []byte(text), Options{}); err != nil || table.Note != want {
			t.Errorf("%q: note %q, %v", text, table.Note, err)
		}
	}
	table, err := Read("a.txt", []byte("\"x\",y\n0.10 , \"2.50\"\n"), Options{})
	if err != nil || table.Columns[0].Text(0) != "0.10" || table.Columns[1].Text(0) != "2.50" || table.Columns[1].Text(1) != "" || table.Columns[0].Text(-1) != "" {
		t.Errorf("the texts of the fields: %+v, %v", table, err)
	}
}

func wide(text string, order binary.AppendByteOrder) string {
	b := order.AppendUint16(nil, 0xfeff)
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

// TestTextAgainstFormatting: numbers printed by the library come back, with any number of digits that suffices.
func TestTextAgainstFormatting(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var text strings.Builder
	var codes32, codes64 []uint64
	for range 20000 {
		a, b := math.Float32frombits(random.Uint32()), math.Float64frombits(random.Uint64())
		if a != a || b != b {
			continue
		}
		codes32, codes64 = append(codes32, f32s(a)...), append(codes64, f64s(b)...)
		fmt.Fprintf(&text, "%.9g,%.17g\n", a, b)
	}
	for column, f := range []*format.Format{format.F32, format.F64} {
		table, err := Read("", []byte(text.String()), Options{Format: f})
		if err != nil || !slices.Equal(table.Columns[column].Codes, [][]uint64{codes32, codes64}[column]) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

func TestTextProblems(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "empty",
		"\n\n":                 "no number",
		"hello":                "no number",
		"x\ny\n":               "Line 2 has “y”, which is no number",
		"1,2\n3\n":             "Line 2 has 1 field, the lines before it 2",
		"1,2\n3,4,5\n":         "Line 2 has 3 fields, the lines before it 2",
		"1.5\n2\n\n1,5\n":      "“1,5” with a decimal comma and “1.5” with a decimal point",
		"1,5\n2,5\n3,5\n":      "Lines as “1,5” may hold one number with a decimal comma or two numbers",
		"1,5, 2,5, 3":          "The commas of “1,5, 2,5, 3” may separate numbers or be decimal commas",
		"1,234;2,345\n3,456;7": "The comma of “1,234” may be a decimal comma or group thousands",
		"1,5;2.5\n3,5;4\n":     "with a decimal point: use one of the two",
		"x;y\na;b\nc;d":        "Line 2 has “a”, which is no number",
		"a;1\nb;2\nc;x":        "Line 3 has “x”, which is no number",
		"a;1\nb;2\nc":          "Line 3 has 1 field, the lines before it 2",
		"1,2\n3,\n":            "Line 2 has 1 field",
		"1,2\n,3\n":            "Line 2 has “”, which is no number",
		"\"1\n":                "quotation mark",
		"0x3f800000\n1.0\n":    "among bit patterns of binary32",
		"1.0\n0x3f800000\n":    "among numbers",
		"0x3f800000\n0x3f80\n": "the bits of a binary16 value among those of binary32",
		"a" + strings.Repeat(",b", 70) + "\n1" + strings.Repeat(",2", 70): "more than 64 columns",
		strings.Repeat("0\n", MaxValues+1):                                "more than 4194304 numbers",
		strings.Repeat(" ", MaxBytes+1):                                   "at most 32 MB",
		"\x00\x01\x02":                                                    "say in which format",
		"1,2\n3,\xff":                                                     "say in which format",
	} {
		_, err := Read("file", []byte(text), Options{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
	if _, err := Read("file", []byte("1"), Options{Format: format.X87}); err == nil {
		t.Error("a text was read into 80 bits")
	}
}

// TestForeign: files of other kinds are refused by their first bytes, with what to do instead; the zip and gzip are made by
// the library.
func TestForeign(t *testing.T) {
	var archive, packed, picture bytes.Buffer
	z := zip.NewWriter(&archive)
	w, _ := z.Create("arr_0.npy")
	w.Write(npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", []byte{0, 0, 128, 63}))
	z.Close()
	g := gzip.NewWriter(&packed)
	g.Write([]byte("1 2 3"))
	g.Close()
	png.Encode(&picture, image.NewGray(image.Rect(0, 0, 4, 4)))
	tensors := "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}"
	for name, c := range map[string][2]string{
		"a.npz":         {archive.String(), "numpy.save"},
		"a.csv.gz":      {packed.String(), "unpack it first"},
		"a.f32":         {picture.String(), "a PNG picture"},
		"a.pdf":         {"%PDF-1.4\n1 0 obj\n", "a PDF document"},
		"a.h5":          {"\x89HDF\r\n\x1a\n\x00\x00", "in HDF5"},
		"a.safetensors": {string(binary.LittleEndian.AppendUint64(nil, uint64(len(tensors)))) + tensors + "\x00\x00\x80\x3f", "safetensors"},
	} {
		data := []byte(c[0])
		_, err := Read(name, data, Options{Raw: format.F32})
		if err == nil || !strings.Contains(err.Error(), c[1]) || !strings.HasSuffix(err.Error(), ".") || NeedsFormat(name, data) || KindOf(data) != Foreign {
			t.Errorf("%s: %v, want %s", name, err, c[1])
		}
	}
}

func TestRaw(t *testing.T) {
	data := []byte{0x00, 0x3c, 0x00, 0xc0, 0x01, 0x00, 0xff, 0xff}
	for name, want := range map[string][]uint64{
		"a.f16":  {0x3c00, 0xc000, 1, 0xffff},
		"a.bf16": {0x3c00, 0xc000, 1, 0xffff},
		"a.F32":  {0xc0003c00, 0xffff0001},
		"a.f64":  {0xffff0001c0003c00},
	} {
		table, err := Read(name, data, Options{})
		if err != nil || table.Kind != Raw || !slices.Equal(table.Columns[0].Codes, want) || NeedsFormat(name, data) {
			t.Errorf("%s: %+v, %v", name, table, err)
		}
	}
	for _, name := range []string{"a.bin", "raw", "", "a.tf32", "a.e4m3", "f80.x87"} {
		if _, err := Read(name, data, Options{}); err == nil || !NeedsFormat(name, data) {
			t.Errorf("%s: read without a format", name)
		}
	}
	table, err := Read("a.bin", data, Options{Raw: format.F32})
	if err != nil || table.Columns[0].Format != format.F32 || table.Columns[0].Text(0) != "" {
		t.Errorf("%+v, %v", table, err)
	}
	if _, err := Read("a.f64", data[:7], Options{}); err == nil || !strings.Contains(err.Error(), "7 bytes") {
		t.Errorf("7 bytes as binary64: %v", err)
	}
	if _, err := Read("a.bin", data, Options{Raw: format.E4M3}); err == nil {
		t.Error("raw E4M3")
	}
	if NeedsFormat("a.bin", []byte("1,2\n")) || NeedsFormat("a.bin", nil) {
		t.Error("text needs no format")
	}
}

// npy writes a file as numpy.save does: the header padded with spaces to a multiple of 64 bytes.
func npy(version byte, header string, data []byte) []byte {
	b := append([]byte(magic), version, 0)
	size := 2
	if version > 1 {
		size = 4
	}
	for (len(b)+size+len(header)+1)%64 != 0 {
		header += " "
	}
	header += "\n"
	if version == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	}
	return append(append(b, header...), data...)
}

func TestNPY(t *testing.T) {
	le, be := binary.LittleEndian, binary.BigEndian
	var small, large []byte
	for _, x := range []float32{1, -2.5, 0.1} {
		small = le.AppendUint32(small, math.Float32bits(x))
		large = be.AppendUint32(large, math.Float32bits(x))
	}
	for name, c := range map[string]struct {
		file  []byte
		f     *format.Format
		codes []uint64
		shape []int
		note  bool
	}{
		"f4":          {npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", small), format.F32, f32s(1, -2.5, 0.1), nil, false},
		"big end":     {npy(2, "{'descr': '>f4', 'fortran_order': False, 'shape': (3,), }", large), format.F32, f32s(1, -2.5, 0.1), nil, false},
		"version 3":   {npy(3, "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 3), }", small), format.F32, f32s(1, -2.5, 0.1), []int{1, 3}, false},
		"matrix":      {npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 1), }", small), format.F32, f32s(1, -2.5, 0.1), []int{3, 1}, false},
		"one value":   {npy(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (), }", le.AppendUint64(nil, math.Float64bits(0.1))), format.F64, f64s(0.1), nil, false},
		"f2":          {npy(1, `{"descr": "<f2", "fortran_order": False, "shape": (2L,)}`, []byte{0, 0x3c, 1, 0}), format.F16, []uint64{0x3c00, 1}, nil, false},
		"bfloat16":    {npy(1, "{'descr': '|V2', 'fortran_order': False, 'shape': (2,), }", []byte{0x80, 0x3f, 1, 0}), format.BF16, []uint64{0x3f80, 1}, nil, true},
		"bytes":       {npy(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (4,), }", []byte{0, 1, 0xff, 0x80}), format.F64, f64s(0, 1, -1, -128), nil, true},
		"unsigned":    {npy(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", []byte{0xff, 0x80}), format.F64, f64s(255, 128), nil, true},
		"int64":       {npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }", le.AppendUint64(le.AppendUint64(le.AppendUint64(nil, 1<<63), 1<<53), 0xffffffff_fffffff9)), format.F64, f64s(-(1 << 63), 1<<53, -7), nil, true},
		"uint64":      {npy(1, "{'descr': '>u8', 'fortran_order': False, 'shape': (2,), }", be.AppendUint64(be.AppendUint64(nil, 1<<63), 0xfffffffffffff800)), format.F64, f64s(1<<63, 0xfffffffffffff800), nil, true},
		"int32 large": {npy(1, "{'descr': '>i4', 'fortran_order': False, 'shape': (1,), }", be.AppendUint32(nil, 1<<31)), format.F64, f64s(-(1 << 31)), nil, true},
	} {
		table, err := Read("a.npy", c.file, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := table.Columns[0]
		if table.Kind != NPY || len(table.Columns) != 1 || got.Format != c.f || !slices.Equal(got.Codes, c.codes) || !slices.Equal(table.Shape, c.shape) || (table.Note != "") != c.note {
			t.Errorf("%s: %+v, want %s %x", name, table, c.f.Name, c.codes)
		}
	}
	good := "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }"
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"cut":           {npy(1, good, small[:11]), "11 bytes follow"},
		"longer":        {npy(1, good, append(small, 0)), "13 bytes follow"},
		"version 4":     {npy(4, good, small), "version 4"},
		"header cut":    {npy(1, good, nil)[:40], "ends within its header"},
		"only magic":    {[]byte(magic), "ends within its header"},
		"version 2 cut": {append([]byte(magic), 2, 0, 1, 0), "ends within its header"},
		"complex":       {npy(1, strings.Replace(good, "<f4", "<c8", 1), small), "“c8”"},
		"long double":   {npy(1, strings.Replace(good, "<f4", "<f16", 1), small), "“f16”"},
		"records":       {npy(1, "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (3,), }", small), "records"},
		"empty":         {npy(1, strings.Replace(good, "3", "0", 1), nil), "empty"},
		"huge":          {npy(1, strings.Replace(good, "3", "99999999, 9999999", 1), small), "more than"},
		"huge again":    {npy(1, strings.Replace(good, "3", "2000000000, 2000000000, 2000000000", 1), small), "more than"},
		"negative":      {npy(1, strings.Replace(good, "3", "-3", 1), small), "no shape"},
		"no shape":      {npy(1, "{'descr': '<f4'}", small), "no shape"},
		"Fortran":       {npy(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2), }", make([]byte, 16)), "Fortran"},
		"not exact":     {npy(1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1,), }", le.AppendUint64(nil, 1<<53+1)), "9007199254740993"},
	} {
		if _, err := Read("a.npy", c.file, Options{}); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// TestDigest: the values are those of the reference (Fowler, Noll, Vo: test vectors of FNV-1a, 64 bits).
func TestDigest(t *testing.T) {
	for text, want := range map[string]string{"": "cbf29ce484222325", "a": "af63dc4c8601ec8c", "foobar": "85944171f73967e8"} {
		if got := Digest([]byte(text)); got != want {
			t.Errorf("%q has the digest %s, want %s", text, got, want)
		}
	}
}

func TestShelf(t *testing.T) {
	a, b := Put("a", []byte("1")), Put("b", []byte("2"))
	if Get(a.Digest) != a || Get(b.Digest) != b || Get("none") != nil {
		t.Error("files are not found again")
	}
	if again := Put("renamed", []byte("1")); Get(a.Digest) != again || again.Name != "renamed" {
		t.Error("the same bytes under another name")
	}
	var last *Source
	for i := range 5 {
		data := make([]byte, MaxBytes)
		data[0] = byte(i)
		last = Put("large", data)
	}
	if Get(last.Digest) != last || Get(b.Digest) != nil || len(shelf) != 3 {
		t.Errorf("%d files are kept", len(shelf))
	}
	shelf = nil
}

// FuzzRead: whatever the bytes, a table whose parts agree or a sentence.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"1,2\n3,4", "x\n0x3f800000\n", "\"a\";b\n1;2", "[1, 2,\n3]", "\xff\xfe1\x00", "\ufeff1 2 3\n", "\x00\x00\x80?", "1e999999999\n-0x1p-99999\n"} {
		f.Add("a.f32", []byte(s))
	}
	f.Add("a.npy", npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1), }", []byte{0, 0, 128, 63}))
	f.Add("a.npy", npy(2, "{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }", []byte{0, 0, 128, 63}))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		for _, o := range []Options{{}, {Format: format.F16, Raw: format.F32}} {
			table, err := Read(name, data, o)
			if err != nil {
				if !strings.HasSuffix(err.Error(), ".") {
					t.Errorf("no sentence: %v", err)
				}
				continue
			}
			for _, c := range table.Columns {
				if n := len(c.Codes); n == 0 || n != len(table.Columns[0].Codes) || table.Kind == Text && n != len(c.fields) {
					t.Errorf("columns of different lengths")
				}
				for i, code := range c.Codes {
					if c.Format.Bits < 64 && code>>c.Format.Bits != 0 {
						t.Errorf("%x is no code of %s", code, c.Format.Name)
					}
					c.Text(i)
				}
			}
		}
	})
}
