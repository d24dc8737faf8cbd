package expr

import (
	"strings"
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/types"
)

// Figure 1 of the white paper “Precision & Performance” as its editions print it: the web pages with line breaks and
// no-break spaces or in one line, without the semicolon behind the last member; the typeset one with it, and, copied from
// its two columns, with the output between the lines of code.
const figureCode = "float r;\n\na.i = 0x3F800001;\nb.i = 0xBF800002;\nr = a.f * a.f + b.f;\n\n" +
	"printf(\"a %.8g\\n\", a.f); \nprintf(\"b %.8g\\n\", b.f); \nprintf(\"r %.8g\\n\",   r);"

var figureEditions = []struct {
	text  string
	notes []string
}{
	{"union  {\n    float  f;\n    unsigned  int  i\n} a,  b;\n" + figureCode, []string{"semicolon is missing"}},
	{"union  {\n\u00a0\u00a0\u00a0 float  f;\n\u00a0\u00a0\u00a0 unsigned  int  i\n} a,  b;\n" + strings.ReplaceAll(figureCode, " = ", "\u00a0= "), []string{"semicolon is missing"}},
	{"union { float f; unsigned int i } a, b; " + strings.ReplaceAll(figureCode, "\n", " "), []string{"semicolon is missing"}},
	{"union {\nfloat f;\nunsigned int i;\n} a, b;\n" + figureCode, nil},
	{"union {\nfloat f;\nunsigned int i;\n} a, b;\nfloat r;\n\nx86-64 output:\n\na.i = 0x3F800001;\nb.i = 0xBF800002;\nr = a.f * a.f + b.f;\n\n" +
		"a: 1.0000001\nb: -1.0000002\nr: 0\n\nprintf(\"a %.8g\\n\", a.f);\nprintf(\"b %.8g\\n\", b.f);\nprintf(\"r %.8g\\n\", r);\n\n" +
		"a: 1.0000001\nb: -1.0000002\nr: 1.4210855e-14", []string{"passed over", "no colon"}},
	{"union  {\n    float  f;\n    unsigned  int  i\n} a,  b;\n" + figureCode + "\n\nx86-64 output:\n\na:  1.0000001 \nb: -1.0000002 \nr:  0\n\n" +
		"NVIDIA Fermi output:\n\na:  1.0000001 \nb: -1.0000002\nr:  1.4210855e-14", []string{"passed over", "no colon", "semicolon is missing"}},
	{"union { float f; unsigned int i } a, b; " + strings.ReplaceAll(figureCode, "\n", " ") +
		"\nx86-64 output:\na: 1.0000001 b: -1.0000002 r: 0\nNVIDIA Fermi output:\na: 1.0000001 b: -1.0000002 r: 1.4210855e-14", []string{"passed over", "no colon", "semicolon is missing"}},
}

// TestFigure1 prints what the paper's two machines printed, from every edition.
func TestFigure1(t *testing.T) {
	for i, edition := range figureEditions {
		for id, want := range map[string]string{
			"gcc": "a 1.0000001\nb -1.0000002\nr 0\n",
			"2.0": "a 1.0000001\nb -1.0000002\nr 1.4210855e-14\n",
			"9.0": "a 1.0000001\nb -1.0000002\nr 1.4210855e-14\n",
		} {
			target, ok := compile.TargetByID(id)
			if !ok {
				t.Fatalf("no target %s", id)
			}
			c, err := build.Parse(edition.text, target.Reads(types.Options{Free: types.Float}))
			if err != nil {
				t.Errorf("edition %d: %q: %s", i, edition.text[err.From:err.To], err.Text)
				continue
			}
			p, err := compile.Compile(c, target)
			if err != nil {
				t.Errorf("edition %d for %s: %s", i, id, err.Text)
				continue
			}
			values := make([]uint64, len(c.Values))
			p.Run(nil, values)
			got := ""
			for n := range c.Prints {
				got += c.Printed(n, func(v int32) uint64 { return values[v] })
			}
			if got != want {
				t.Errorf("edition %d for %s prints %q, the paper %q", i, id, got, want)
			}
			var notes []string
			for _, n := range c.Notes {
				notes = append(notes, n.Text)
			}
			for _, w := range edition.notes {
				if !strings.Contains(strings.Join(notes, "\n"), w) {
					t.Errorf("edition %d: no note of a %s in %q", i, w, notes)
				}
			}
			if len(edition.notes) == 0 && len(notes) > 0 {
				t.Errorf("edition %d: notes %q", i, notes)
			}
		}
	}
}
