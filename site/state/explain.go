//go:build !opening

package state

import (
	"ulplab/fpcore/explain"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
)

// Explain is the Explain view: a question, and two columns of results to compare.
type Explain struct {
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
	Files    [2]ExplainFile
	Stopped  bool
	Tick     uint32
}

// ExplainFile is a file of the reader's with a column, or with both; files, Stopped and Tick are not in links.
type ExplainFile struct{ Name, Digest string }

// ExplainOpenFile takes a file that was opened: as the first column, or as the second if only a first one is there. Without
// a Digest the files are closed.
type ExplainOpenFile struct {
	once
	File ExplainFile
}

func (a ExplainOpenFile) apply(s State) State {
	f := &s.Explain.Files
	if a.File.Digest == "" || f[0].Digest == "" || f[1].Digest != "" {
		*f = [2]ExplainFile{a.File}
	} else {
		f[1] = a.File
	}
	return s
}

// ExplainExample is a question by name.
type ExplainExample struct {
	ID string // of its words in prose
	In Explain
}

// ExplainExamples lists the questions on offer; the view opens on the first.
var ExplainExamples = func() (list []ExplainExample) {
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
	} {
		v := Explain{Program: e[1], Rows: e[2], Seen: [2]string{e[3], e[4]}}
		switch e[5] {
		case "double":
			v.Double = true
		case "gpu":
			v.Known = [2]string{"gpu", "gpu"}
		case "2":
			v.Results = "2"
		}
		list = append(list, ExplainExample{e[0], v})
	}
	return list
}()

func firstExplain() Explain { return ExplainExamples[0].In }

// Example returns the ID of the question shown, "" for the reader's own.
func (v Explain) Example() string {
	v.Pair, v.PairBits, v.Files, v.Stopped, v.Tick = "", "", [2]ExplainFile{}, false, 0
	for _, e := range ExplainExamples {
		if e.In == v {
			return e.ID
		}
	}
	return ""
}

// ExplainField is what ExplainSet changes.
type ExplainField uint8

// The fields. Those up to ExplainPair are typed.
const (
	ExplainProgram ExplainField = iota
	ExplainRows
	ExplainSeen1
	ExplainSeen2
	ExplainSecond
	ExplainPair
	ExplainKnown1
	ExplainKnown2
	ExplainLayout
	ExplainBits
	ExplainResults
	ExplainFree // "double" or ""
	ExplainPairBits
	ExplainOpen // an example by its ID
	ExplainStop // "1" stops, "" goes on
)

// ExplainSet changes a field.
type ExplainSet struct {
	What ExplainField
	Text string
}

func (a ExplainSet) gesture() string {
	if a.What <= ExplainPair {
		return "explain.type" + string('0'+rune(a.What))
	}
	return ""
}

// Field returns the text field that a field number stands for, nil for those that are no text.
func (v *Explain) Field(what ExplainField) *string {
	switch what {
	case ExplainProgram:
		return &v.Program
	case ExplainRows:
		return &v.Rows
	case ExplainSecond:
		return &v.Second
	case ExplainSeen1, ExplainSeen2:
		return &v.Seen[what-ExplainSeen1]
	case ExplainPair:
		return &v.Pair
	case ExplainKnown1, ExplainKnown2:
		return &v.Known[what-ExplainKnown1]
	case ExplainLayout:
		return &v.Layout
	case ExplainBits:
		return &v.Bits
	case ExplainResults:
		return &v.Results
	case ExplainPairBits:
		return &v.PairBits
	}
	return nil
}

func (a ExplainSet) apply(s State) State {
	v := &s.Explain
	switch a.What {
	case ExplainFree:
		v.Double = a.Text == "double"
	case ExplainOpen:
		for _, e := range ExplainExamples {
			if e.ID == a.Text {
				was := *v
				*v = e.In
				v.Tick, v.Pair, v.PairBits, v.Files = was.Tick, was.Pair, was.PairBits, was.Files
			}
		}
	case ExplainStop:
		v.Stopped = a.Text != ""
		return s
	default:
		f := v.Field(a.What)
		if f == nil || ExplainBad(a.What, a.Text) != "" {
			return s
		}
		limit := 64
		switch a.What {
		case ExplainProgram, ExplainSecond:
			limit = expr.MaxText
		case ExplainRows, ExplainSeen1, ExplainSeen2:
			limit = explain.MaxRowsText
		case ExplainPair:
			limit = explain.MaxArrayText
		}
		*f = Cut(a.Text, limit)
	}
	if a.What != ExplainPair && a.What != ExplainPairBits {
		v.Stopped = false
	}
	return s
}

// ExplainTick says that more of the answer is there.
type ExplainTick struct{ N uint32 }

func (ExplainTick) gesture() string { return "explain.tick" }

func (ExplainTick) navigates() {}

func (a ExplainTick) apply(s State) State {
	s.Explain.Tick = a.N
	return s
}

// ExplainBad says what a text should be that is not among the choices of its field, "" if it is.
func ExplainBad(what ExplainField, t string) string {
	if t == "" {
		return ""
	}
	switch what {
	case ExplainKnown1, ExplainKnown2:
		if _, ok := explain.KnownOf(t); !ok {
			return "a machine"
		}
	case ExplainLayout:
		for _, l := range explain.Layouts {
			if l.ID == t {
				return ""
			}
		}
		return "a way to print decimals"
	case ExplainBits, ExplainPairBits:
		if f, err := format.Parse(t); err != nil || f.Bits > 64 {
			return "a format of at most 64 bits"
		}
	case ExplainResults:
		if t != "1" && t != "2" {
			return "1 or 2"
		}
	}
	return ""
}
