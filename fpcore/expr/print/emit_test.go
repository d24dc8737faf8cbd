package print_test

import (
	"go/ast"
	goparser "go/parser"
	gotoken "go/token"
	gotypes "go/types"
	"strings"
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/print"
	"ulplab/fpcore/expr/programs"
	"ulplab/fpcore/expr/types"
)

// TestEmit writes every seed for several targets in every language. What is Go is parsed and type-checked; what is C has
// its braces and parentheses in pairs and asserts once.
func TestEmit(t *testing.T) {
	imports := declared{}
	written := map[string]int{}
	texts := append(programs.Seeds(), "a*b+c", "a*a - b*b", "(float)(a*(double)b+c)", "sqrtf(fabsf(a*b+c))*d+e", "a/b/c", "x = a*b; y = x + c; y*y - d",
		"a > b ? a - b : b/2", "floorf(a*8.0f) + (int)(b*16)", "1.0f/a + 2/b", "float f(float x, float y) { return x*y + 1.0f/3; }")
	for n, text := range texts {
		for _, id := range []string{"gcc-fma", "x87", "9.0", "9.0-fastmath", "1.3", "strict", "exact"} {
			target, ok := compile.TargetByID(id)
			if !ok {
				t.Fatalf("no target %s", id)
			}
			c, err := build.Parse(text, target.Reads(types.Options{Free: types.Float}))
			if err != nil {
				continue
			}
			p, err := compile.Compile(c, target)
			if err != nil {
				continue
			}
			in := make([]uint64, len(c.Inputs))
			for i := range in {
				in[i] = []uint64{0x3f800001, 0xbf2aaaab, 0x80800001, 0x7fc00000}[(i+n)%4]
			}
			for l, lang := range print.Languages {
				for _, plain := range []bool{false, true} {
					program, missing := print.Emit(p, print.Language(l), in, plain)
					if (program == "") == (missing == "") {
						t.Fatalf("%s of %q for %s: program %q, missing %q", lang.Name, text, id, program, missing)
					}
					if missing != "" {
						continue
					}
					written[lang.ID]++
					switch print.Language(l) {
					case print.LanguageGo:
						if n >= len(programs.Seeds()) || n%8 == 0 {
							typeCheck(t, imports, program)
						}
					case print.LanguageC, print.LanguageCUDA:
						if strings.Count(program, "{") != strings.Count(program, "}") || strings.Count(program, "assert(") != 1 {
							t.Errorf("%s", program)
						}
					}
				}
			}
		}
	}
	for _, lang := range print.Languages {
		if written[lang.ID] < 50 {
			t.Errorf("only %d programs in %s", written[lang.ID], lang.Name)
		}
	}
}

// declared are the two packages that the programs import, as declarations only: checking their sources takes seconds.
type declared struct{}

func (declared) Import(path string) (*gotypes.Package, error) {
	const one, two, three = "(x float64) float64\n", "(x, y float64) float64\n", "(x, y, z float64) float64\n"
	source := map[string]string{
		"fmt": "package fmt\nfunc Println(a ...any)\nfunc Printf(format string, a ...any)\n",
		"math": "package math\nfunc Float32frombits(b uint32) float32\nfunc Float64frombits(b uint64) float64\nfunc Float32bits(x float32) uint32\n" +
			"func Float64bits(x float64) uint64\nfunc IsInf(x float64, sign int) bool\nfunc FMA" + three + "func Sqrt" + one + "func Abs" + one + "func Floor" + one +
			"func Ceil" + one + "func Trunc" + one + "func RoundToEven" + one + "func Round" + one + "func Mod" + two + "func Remainder" + two + "func Copysign" + two,
	}[path]
	set := gotoken.NewFileSet()
	file, err := goparser.ParseFile(set, path+".go", source, 0)
	if err != nil {
		return nil, err
	}
	return (&gotypes.Config{IgnoreFuncBodies: true}).Check(path, set, []*ast.File{file}, nil)
}

func typeCheck(t *testing.T, imports gotypes.Importer, program string) {
	t.Helper()
	set := gotoken.NewFileSet()
	file, err := goparser.ParseFile(set, "program.go", program, 0)
	if err == nil {
		_, err = (&gotypes.Config{Importer: imports}).Check("main", set, []*ast.File{file}, nil)
	}
	if err != nil {
		t.Errorf("%v in\n%s", err, program)
	}
}

// TestEmitFused holds one program to its text: the operations under the names that the languages have for them.
func TestEmitFused(t *testing.T) {
	target, _ := compile.TargetByID("9.0")
	c, err := build.Parse("a*b + c", types.Options{Free: types.Float})
	if err != nil {
		t.Fatal(err)
	}
	p, err := compile.Compile(c, target)
	if err != nil {
		t.Fatal(err)
	}
	in := []uint64{0x3f800001, 0x3f800001, 0xbf800002} // 1 + 2^-23 squared, less 1 + 2^-22: 2^-46 if rounded once
	for lang, want := range map[print.Language][]string{
		print.LanguageC:      {"fmaf(a, b, c)", "float a = 0x1.000002p+0f;", "-ffp-contract=off", "assert(bits == 0x28800000u);"},
		print.LanguageCUDA:   {"__fmaf_rn(a, b, c)", "nvcc -arch=sm_90", "0x28800000u"},
		print.LanguagePython: {"fma32(a, b, c)", "assert bits == 0x28800000"},
		print.LanguageGo:     {"fma32(a, b, c)", "float32(0x1.000002p+0)", "0x28800000"},
	} {
		program, missing := print.Emit(p, lang, in, false)
		if missing != "" {
			t.Errorf("%s: %s", print.Languages[lang].Name, missing)
		}
		for _, w := range want {
			if !strings.Contains(program, w) {
				t.Errorf("%s lacks %s:\n%s", print.Languages[lang].Name, w, program)
			}
		}
	}
	if program, _ := print.Emit(p, print.LanguageCUDA, in, true); !strings.Contains(program, "*out = a*b + c;") {
		t.Errorf("the text is not in\n%s", program)
	}
}
