package explain

import (
	"ulplab/fpcore/explain"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// State is the Explain view: a question, and two columns of results to compare.
type State struct {
	Program  string
	Second   string    // the program of the second result, "" if it is the same
	Rows     string    // inputs
	Seen     [2]string // observed results
	Known    [2]string // of the machines: "", "gpu", "cpu", or the ID of a target
	Layout   string    // of decimals, an ID of explain.Layouts: "any" for ""
	Bits     string    // the format of bits, an ID of package format; "" guesses
	Results  string    // "1" or "2": as many results stand at the end of each row
	Double   bool      // variables without a type are double
	Pair     string    // two columns
	PairBits string    // their format, "" guesses
	Files    [2]File
}

// File is a file of the reader's with a column, or with both; files are not in links.
type File struct{ Name, Digest string }

// OpenFile takes a file that was opened: as the first column, or as the second if only a first one is there. Without
// a Digest the files are closed.
type OpenFile struct {
	lab.Once
	File File
}

func (a OpenFile) Apply(s State) State {
	f := &s.Files
	if a.File.Digest == "" || f[0].Digest == "" || f[1].Digest != "" {
		*f = [2]File{a.File}
	} else {
		f[1] = a.File
	}
	return s
}

// Example is a question by name.
type Example struct {
	ID string // of its words in prose
	In State
}

// Examples lists the questions on offer; the view opens on the first.
var Examples = func() (list []Example) {
	for _, e := range [][6]string{
		{"fma", "float a = 6708, b = 3.75f/65535, c = 17278, d = 0.25;\na*(d+b*c)", "", "0x4601D3FF", "0x4601D400", ""},
		{"x87", "double re = a*c - b*d;", "a = 1.1  b = 3.3  c = 2.7  d = 0.9", "8.881784197001252e-16", "5.217180854000247e-16", "double"},
		{"tie", "a*b", "a = 1024.5  b = 1", "1024.5", "1025", ""},
		{"zsz", "float z[2], S[2][2], y[2];\nfor (int i = 0; i < 2; i++)\n    y[i] = S[i][0]*z[0] + S[i][1]*z[1];\nz[0]*y[0] + z[1]*y[1]", "z = 0 3.14\nS = 1 0 0 1", "9.8596", "9.8616", ""},
		{"dot", "float a[52], b[52], s = 0;\nfor (int i = 0; i < 52; i++) s += a[i]*b[i];\ns", "a = 2080..2131\nb = 2112..2163", "234038038", "234038032", ""},
		{"exp", "float y = exp(-0.534275388027487307951446);", "", "0x3F160A3F", "0x3F160A3E", ""},
		{"library", "expf(-4.75f)", "", "0x3C0DBFD6", "0x3C0DBFD7", "gpu"},
		{"fp8", "(__nv_fp8_e4m3)x", "464 448 448\n465 448 NaN\n1000 448 NaN\ninf 448 NaN", "", "", "2"},
		{"double", "1080.0/600.0", "", "1.8000000000", "1.7999999523", ""},
		{"atomic", "float x[24], s = 0;\nfor (int i = 0; i < 24; i++) atomicAdd(&s, x[i]);\ns",
			"x = 0.12 2.75 -0.91 0.333 1.618 0.577 -0.707 1.414 2.718 3.142 0.693 -0.301\n0.43 -1.1 0.915 1.202 -0.261 0.764 1.456 0.834 0.642 -1.705 0.281 2.503", "17.4080009", "17.4079990", ""},
		{"matmul", "torch.mm(A, B, out_dtype=torch.float32)", "A = 0xaa65 0xb2e1 0x3640 0x4a49 0x39a6 0x2926 0xc304 0xc802 0x411c 0x3893 0x36b9 0x278b 0x3c4b 0xc07e 0xc567 0xa8ac\n" +
			"B = 0x2971 0x2edd 0x4352 0x336b 0x4a04 0xb1b7 0xb6f1 0x2e20 0x327b 0xbcbc 0xa54a 0xb55f 0xbe04 0xa8cb 0x3c53 0x2f5f", "0x40c044e4", "0x40c044e3", "matmul"},
	} {
		v := State{Program: e[1], Rows: e[2], Seen: [2]string{e[3], e[4]}}
		switch e[5] {
		case "double":
			v.Double = true
		case "gpu":
			v.Known = [2]string{"gpu", "gpu"}
		case "matmul":
			v.Known = [2]string{"cpu", "call f16_to_f32"}
		case "2":
			v.Results = "2"
		}
		list = append(list, Example{e[0], v})
	}
	return append(list, Example{"ptx", State{Program: "a*b - c*d", Second: det, Rows: "a=0.1 b=1.2 c=0.1 d=1.1", Seen: [2]string{"0x3c23d708", "0x3c23d70a"}}})
}()

// det is __global__ void det(float a, float b, float c, float d, float* out) { *out = a*b - c*d; } as nvcc 13.0 prints it, which an
// H200 ran for the second result.
const det = `.version 9.0
.target sm_90
.address_size 64

.visible .entry det(
	.param .f32 det_param_0,
	.param .f32 det_param_1,
	.param .f32 det_param_2,
	.param .f32 det_param_3,
	.param .u64 det_param_4
)
{
	.reg .f32 	%f<8>;
	.reg .b64 	%rd<3>;
	ld.param.f32 	%f1, [det_param_0];
	ld.param.f32 	%f2, [det_param_1];
	ld.param.f32 	%f3, [det_param_2];
	ld.param.f32 	%f4, [det_param_3];
	ld.param.u64 	%rd1, [det_param_4];
	cvta.to.global.u64 	%rd2, %rd1;
	mul.f32 	%f5, %f1, %f2;
	mul.f32 	%f6, %f3, %f4;
	sub.f32 	%f7, %f5, %f6;
	st.global.f32 	[%rd2], %f7;
	ret;
}`

func First() State { return Examples[0].In }

// Example returns the ID of the question shown, "" for the reader's own.
func (v State) Example() string {
	v.Pair, v.PairBits, v.Files = "", "", [2]File{}
	for _, e := range Examples {
		if e.In == v {
			return e.ID
		}
	}
	return ""
}

// Field is what Set changes.
type Field uint8

// The fields. Those up to Pair are typed.
const (
	Program Field = iota
	Rows
	Seen1
	Seen2
	Second
	Pair
	Known1
	Known2
	Layout
	Bits
	Results
	Free // "double" or ""
	PairBits
	Open // an example by its ID
)

// Set changes a field.
type Set struct {
	What Field
	Text string
}

func (a Set) Gesture() string {
	if a.What <= Pair {
		return "explain.type" + string('0'+rune(a.What))
	}
	return ""
}

// Field returns the text field that a field number stands for, nil for those that are no text.
func (v *State) Field(what Field) *string {
	switch what {
	case Program:
		return &v.Program
	case Rows:
		return &v.Rows
	case Second:
		return &v.Second
	case Seen1, Seen2:
		return &v.Seen[what-Seen1]
	case Pair:
		return &v.Pair
	case Known1, Known2:
		return &v.Known[what-Known1]
	case Layout:
		return &v.Layout
	case Bits:
		return &v.Bits
	case Results:
		return &v.Results
	case PairBits:
		return &v.PairBits
	}
	return nil
}

func (a Set) Apply(s State) State {
	v := &s
	switch a.What {
	case Free:
		v.Double = a.Text == "double"
	case Open:
		for _, e := range Examples {
			if e.ID == a.Text {
				was := *v
				*v = e.In
				v.Pair, v.PairBits, v.Files = was.Pair, was.PairBits, was.Files
			}
		}
	default:
		f := v.Field(a.What)
		if f == nil || Bad(a.What, a.Text) != "" {
			return s
		}
		limit := 64
		switch a.What {
		case Program, Second:
			limit = expr.MaxText
		case Rows, Seen1, Seen2:
			limit = explain.MaxRowsText
		case Pair:
			limit = explain.MaxArrayText
		}
		*f = operand.Cut(a.Text, limit)
	}
	return s
}

// Bad says what a text should be that is not among the choices of its field, "" if it is.
func Bad(what Field, t string) string {
	if t == "" {
		return ""
	}
	switch what {
	case Known1, Known2:
		if _, ok := explain.KnownOf(t); !ok {
			return "a machine"
		}
	case Layout:
		for _, l := range explain.Layouts {
			if l.ID == t {
				return ""
			}
		}
		return "a way to print decimals"
	case Bits, PairBits:
		if f, err := format.Parse(t); err != nil || f.Bits > 64 {
			return "a format of at most 64 bits"
		}
	case Results:
		if t != "1" && t != "2" {
			return "1 or 2"
		}
	}
	return ""
}
