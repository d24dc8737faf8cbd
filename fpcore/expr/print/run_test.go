package print_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/print"
	"ulplab/fpcore/expr/programs"
	"ulplab/fpcore/expr/types"
)

// shim is what the programs in CUDA C++ need of CUDA, for a host compiler: their operations have one result.
const shim = `
#define __global__ static
#define __device__ static
template <typename T> void cudaMallocManaged(T **p, size_t n) { *p = (T *)malloc(n); }
static void cudaDeviceSynchronize() {}
static float __int_as_float(unsigned u) { float x; memcpy(&x, &u, 4); return x; }
static double __longlong_as_double(unsigned long long u) { double x; memcpy(&x, &u, 8); return x; }
static float __uint_as_float(unsigned u) { return __int_as_float(u); }
static unsigned __float_as_uint(float x) { unsigned u; memcpy(&u, &x, 4); return u; }
static float __fadd_rn(float x, float y) { return x + y; }
static float __fsub_rn(float x, float y) { return x - y; }
static float __fmul_rn(float x, float y) { return x * y; }
static float __fdiv_rn(float x, float y) { return x / y; }
static float __frcp_rn(float x) { return 1 / x; }
static float __fsqrt_rn(float x) { return sqrtf(x); }
static float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
static double __dadd_rn(double x, double y) { return x + y; }
static double __dsub_rn(double x, double y) { return x - y; }
static double __dmul_rn(double x, double y) { return x * y; }
static double __ddiv_rn(double x, double y) { return x / y; }
static double __drcp_rn(double x) { return 1 / x; }
static double __dsqrt_rn(double x) { return sqrt(x); }
static double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
`

// batch holds programs of one compiler line as one file, each in a namespace of its own.
type batch struct {
	b     strings.Builder
	count int
}

func newBatch(head string) *batch {
	b := &batch{}
	b.b.WriteString("#include <cassert>\n#include <cmath>\n#include <cstdint>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <math.h>\n" + head)
	b.b.WriteString("static int number, failed;\n#undef assert\n#define assert(x) ((x) ? (void)0 : (void)(failed++, fprintf(stderr, \"program %d: %s\\n\", number, #x)))\n")
	return b
}

func (b *batch) add(program string) {
	b.b.WriteString("namespace p" + strconv.Itoa(b.count) + " {\n")
	for _, l := range strings.Split(program, "\n") {
		if !strings.HasPrefix(l, "#include <") || strings.HasPrefix(l, "#include <cuda") {
			for _, r := range [][2]string{{"<<<1, 1>>>", ""}, {"int main(void) {", "void run() {"}, {"int main() {", "void run() {"}, {"return 0;", "return;"}} {
				l = strings.Replace(l, r[0], r[1], 1)
			}
			b.b.WriteString(l + "\n")
		}
	}
	b.b.WriteString("}\n")
	b.count++
}

// run compiles the file and runs every program; it returns what the programs that assert in vain print.
func (b *batch) run(t *testing.T, command ...string) string {
	t.Helper()
	b.b.WriteString("int main() {\n")
	for i := range b.count {
		b.b.WriteString("number = " + strconv.Itoa(i) + "; p" + strconv.Itoa(i) + "::run();\n")
	}
	b.b.WriteString("return failed != 0; }\n")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "all.cpp"), []byte(b.b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	cc := exec.Command(command[0], append(command[1:], "-w", "all.cpp", "-lm")...)
	cc.Dir = dir
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out[:min(len(out), 3000)])
	}
	var wrong strings.Builder
	if err := programs.Execute(filepath.Join(dir, "a.out"), nil, &wrong); err != nil && wrong.Len() == 0 {
		t.Fatal(err)
	}
	return wrong.String()
}

// TestEmittedRun compiles the emitted programs of random programs and runs them: each asserts the bits that it prints.
func TestEmittedRun(t *testing.T) {
	if why := programs.Missing("g++"); why != "" {
		t.Skip(why)
	}
	n := 200
	if testing.Short() {
		n = 40
	}
	g := programs.New(77, programs.Loops|programs.Arrays|programs.Integers|programs.Library|programs.Mixed)
	functions := []string{"sqrtf(fabsf(a))*b + fmaxf(a, b) + abs(c)", "fmin(a, b) - floorf(c*4) + ldexpf(a, 3)", "sqrt(abs(a*b)) + fabs(c)", "fmodf(a, b) + scalbnf(c, -140)", "a/b > c ? 1/a : __builtin_dummy",
		"struct pair { float x, y; }; struct pair turned(float a, float b, float c) { struct pair r = {a*c - b, a + b*c}; return r; }"}
	operations, cuda := newBatch(""), newBatch(shim)
	plain := map[string]*batch{}
	var python strings.Builder
	var single []string
	written := map[string]int{}
	for i := range n + len(functions) {
		text, rows := "", [][]uint64{{0x3fc00000, 0xbf99999a, 0x40200000}}
		var p programs.Program
		if i < n {
			p = g.Next()
			text, rows = p.Text, programs.Inputs(p, uint64(i), 1)
		} else {
			text = functions[i-n]
		}
		for _, id := range []string{"gcc", "gcc-fma", "x87", "9.0", "9.0-nofma", "9.0-ftz"} {
			target, _ := compile.TargetByID(id)
			c, err := build.Parse(text, target.Reads(types.Options{Free: types.Float}))
			if err != nil {
				continue
			}
			plan, err := compile.Compile(c, target)
			if err != nil {
				continue
			}
			in := make([]uint64, len(c.Inputs))
			for k := range in {
				in[k] = rows[0][k%len(rows[0])]
				for j, q := range p.Params {
					if q.Name == c.Inputs[k].Name {
						in[k] = rows[0][j]
					}
				}
			}
			if s, _ := print.Emit(plan, print.LanguageC, in, false); s != "" {
				operations.add(s)
				written["operations in C"]++
				if (i%40 == 0 || i >= n) && (id == "gcc" || id == "9.0") {
					single = append(single, s)
				}
			}
			if s, _ := print.Emit(plan, print.LanguageC, in, true); s != "" {
				if plain[id] == nil {
					plain[id] = newBatch("")
				}
				plain[id].add(s)
				written["text for "+id]++
			}
			// The bits of a NaN are the GPU's own: a host with the same functions has others.
			nan := c.Result >= 0 && c.Values[c.Result].Type.IsFloat() && types.IsNaN(c.Values[c.Result].Type, plan.Result(in))
			if s, _ := print.Emit(plan, print.LanguageCUDA, in, false); s != "" && !nan && !strings.Contains(s, "asm(") {
				cuda.add(s)
				written["operations in CUDA C++"]++
			}
			if s, _ := print.Emit(plan, print.LanguagePython, in, false); s != "" {
				python.WriteString("programs.append(" + strconv.Quote(s) + ")\n")
				written["operations in Python"]++
			}
		}
	}
	for _, what := range []string{"operations in C", "text for gcc", "text for x87", "operations in CUDA C++", "operations in Python"} {
		if written[what] < n/4 {
			t.Errorf("only %d of %s", written[what], what)
		}
	}
	if wrong := operations.run(t, "g++", "-O0", "-ffp-contract=off", "-fwrapv"); wrong != "" {
		t.Errorf("operations in C:\n%s", wrong)
	}
	if wrong := cuda.run(t, "g++", "-O0", "-ffp-contract=off", "-fwrapv"); wrong != "" {
		t.Errorf("operations in CUDA C++:\n%s", wrong)
	}
	for id, b := range plain {
		target, _ := compile.TargetByID(id)
		command := strings.Fields(target.Command())
		if why := programs.Missing(command[0], command[1:len(command)-1]...); why != "" {
			t.Log(why)
			continue
		}
		wrong := b.run(t, command[:len(command)-1]...)
		t.Logf("%s: %d programs", id, b.count)
		if 1000*strings.Count(wrong, "\n") > b.count*compile.KnownErrors(target).PerMille*2 {
			t.Errorf("the text for %s:\n%s", id, wrong)
		}
	}
	asC(t, single)
	asPython(t, python.String())
}

// asC compiles programs by the line that they name, as C.
func asC(t *testing.T, list []string) {
	if why := programs.Missing("gcc"); why != "" {
		t.Log(why)
		return
	}
	for _, s := range list {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "program.c"), []byte(s), 0o600); err != nil {
			t.Fatal(err)
		}
		line, _, _ := strings.Cut(strings.SplitN(s, "\n", 3)[1][3:], " && ")
		command := strings.Fields(line)
		c := exec.Command(command[0], command[1:]...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %s\n%s", line, out, s)
		}
		var said strings.Builder
		if err := programs.Execute(filepath.Join(dir, "a.out"), nil, &said); err != nil {
			t.Errorf("%s: %v, %s\n%s", line, err, said.String(), s)
		}
	}
}

// asPython runs all programs in one process: with NumPy, and with what testdata has of it where that
// is missing, but for programs with the 80 bits of long double.
func asPython(t *testing.T, list string) {
	if why := programs.Missing("python3"); why != "" {
		t.Log(why)
		return
	}
	file := filepath.Join(t.TempDir(), "all.py")
	text := "programs = []\n" + list + "import sys, io, numpy\nfrom contextlib import redirect_stdout\nbad = 0\nfor i, p in enumerate(programs):\n    if 'longdouble' in p and not hasattr(numpy, 'longdouble'):\n        continue\n    try:\n        with redirect_stdout(io.StringIO()):\n            exec(p, {})\n" +
		"    except Exception as e:\n        bad += 1\n        print(repr(e), p, sep='\\n')\nsys.exit(bad != 0)\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("python3", "-W", "ignore", file)
	if exec.Command("python3", "-c", "import numpy").Run() != nil {
		path, err := filepath.Abs("testdata")
		if err != nil {
			t.Fatal(err)
		}
		command.Env = append(os.Environ(), "PYTHONPATH="+path, "PYTHONDONTWRITEBYTECODE=1")
	}
	out, err := command.CombinedOutput()
	if err != nil {
		t.Errorf("%s", out[:min(len(out), 3000)])
	}
}
