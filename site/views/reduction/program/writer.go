// Package program writes programs in Python, CUDA C++ and C: one that adds the data in the order looked at and asserts the
// bits of the result, and a probe that reveals the order of a sum on the reader's own machine.
package program

import (
	"strconv"
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/views/reduction/names"
)

// Lang is a language that programs are written in.
type Lang uint8

// The languages.
const (
	python Lang = iota
	cuda
	c
	count
)

// ending are the last letters of file names.
var ending = [count]string{"py", "cu", "c"}

// inline is the largest number of elements that a program has in its text.
const inline = 4096

// Listing is a program that adds the data shown and asserts the bits of the result.
type Listing struct {
	File string
	Text string
	Why  string // there is no program, for this reason
	Raw  string // the file that the program reads its elements from (dataText), "" if it has or makes them
}

// codeTypes holds what depends on the format: name, then what %name stands for.
const codeTypes = `T float double float32 float64
U uint32_t uint64_t uint32 uint64
fma fmaf fma - -
abs fabsf fabs - -
w 8 16 8x 16x
g 9g 17g - -
bits 24 52 24 52
shift 40 12 40 12
cast bits (unsigned·long·long)bits - -
M 0x1p100f 0x1p1000 2.0**100 2.0**1000
format binary32 binary64 binary32 binary64
`

// typed puts in what depends on the format.
func typed(t string, double bool, lang Lang) string {
	for _, line := range strings.Split(strings.TrimSuffix(codeTypes, "\n"), "\n") {
		w := strings.Split(line, " ")
		at, np := 1, ""
		if double {
			at++
		}
		if lang == python {
			at += 2
			np = pick(len(w[0]) == 1 && w[0] != "M" && w[0] != "w", "np.", "")
		}
		t = strings.ReplaceAll(t, "%"+w[0], np+strings.ReplaceAll(w[at], "·", " "))
	}
	if lang != python {
		return strings.ReplaceAll(strings.ReplaceAll(t, "0%0", "0"), "%016x", "%016llx")
	}
	return t
}

// SumLibraryCalls: for each preset what Python needs and the call on arrays x and y, and the words for the version.
const libraryCalls = `numpy.sum||np.sum(x)|"NumPy " + np.__version__
numpy.dot||np.dot(x, y)|"NumPy " + np.__version__
torch.sum|import torch|torch.sum(torch.from_numpy(x).cuda()).item()|"torch " + torch.__version__ + ", " + torch.cuda.get_device_name()
torch.dot|import torch|torch.dot(torch.from_numpy(x).cuda(), torch.from_numpy(y).cuda()).item()|"torch " + torch.__version__ + ", " + torch.cuda.get_device_name()
torch.mv|import torch|torch.mv(torch.from_numpy(x).cuda()[None, :], torch.from_numpy(y).cuda())[0].item()|"torch " + torch.__version__ + ", " + torch.cuda.get_device_name()
torch.sum.cpu|import torch|torch.sum(torch.from_numpy(x)).item()|"torch " + torch.__version__
cupy.sum|import cupy as cp|cp.sum(cp.asarray(x)).item()|"CuPy " + cp.__version__ + ", " + cp.cuda.runtime.getDeviceProperties(0)["name"].decode()
cupy.dot|import cupy as cp|cp.dot(cp.asarray(x), cp.asarray(y)).item()|"CuPy " + cp.__version__ + ", " + cp.cuda.runtime.getDeviceProperties(0)["name"].decode()
jax.sum|import jax; jax.config.update("jax_enable_x64", True); import jax.numpy as jnp|jnp.sum(jnp.asarray(x)).item()|"JAX " + jax.__version__ + ", " + jax.devices()[0].device_kind`

// library returns what to import for a library function, its call and the words for its version.
func library(id string) (imports, call, version string, ok bool) {
	for _, l := range strings.Split(libraryCalls, "\n") {
		if p := strings.Split(l, "|"); p[0] == id {
			return p[1], p[2], p[3], true
		}
	}
	return "", "", "", false
}

// Of writes the program of a row of the table.
func Of(m *summation.Sums, id string, lang Lang) (p Listing) {
	r := m.Row(id)
	switch {
	case m.Problem != "" || r == nil || !r.Done:
		return Listing{Why: "There is no result yet."}
	case !m.DefaultArithmetic():
		return Listing{Why: "Programs are written for IEEE 754’s default arithmetic in the format of the data."}
	case r.NotMeasured:
		return Listing{Why: "The library was not measured at this size."}
	}
	python, dot := lang == python, m.In.Dot
	p.File = "ulplab-" + strings.ReplaceAll(id, ".", "-") + "." + ending[lang]
	w := newWriter(lang)
	imports, call, _, library := library(id)
	library = library && python
	sorted := id == "rising" || id == "falling"
	launch := ""
	if lang == cuda && r.Form != nil && !library && !sorted {
		launch = w.kernels(id, m.N, r.Knobs, r.Fused)
	}
	scheme := r.Form == nil && !sorted
	switch {
	case library:
		call = fill(strings.ReplaceAll(strings.ReplaceAll(call, "(x)", "(a)"), "(y)", "(b)"), "", "")
		call = strings.ReplaceAll(call, "(x, y)", "(a, b)")
	case launch != "":
	case sorted:
		call = w.form(&reduce.Form{}, false, 0) + pick(python, "(a)", "(a, N, 1)")
	case scheme:
		imports, call = "", w.scheme(id, dot)
		call += pick(python, pick(dot, "(a, b)", "(a)"), pick(dot, "(a, b, N, 1)", "(a, N, 1)"))
	case id == summation.OwnTree:
		imports, call = "", w.tree(reduce.Free(r.Form, m.N))+pick(python, "(a)", "(a, N, 1)")
	default:
		imports, call = "", w.form(r.Form, r.Fused, 0)
		call += pick(python, pick(r.Fused, "(a, b)", "(a)"), pick(r.Fused, "(a, b, N, 1)", "(a, N, 1)"))
	}
	if w.cannot {
		return Listing{Why: pick(r.Kind == summation.Library, "The order of this library is written as its own call only, in Python.",
			"There is no program for this row: its numbers are wider than those of the language.")}
	}
	code := w.b.String()
	if python && !library && (r.Fused || id == "dot2" && dot) {
		imports, code = "from fractions import Fraction", codeFMAPy+code
	}
	data, load, kind := elements(m, lang)
	if data == "" {
		p.Raw = "ulplab-data.txt"
		kind = p.Raw + ", which the lab saves beside this program"
		data = fill(codeReadC, "RAW", p.Raw, "ALL", pick(dot, "2*N", "N"), "INTO", pick(dot, "(i < N ? a : b)[i % N]", "a[i]"))
		load = "\tload();\n"
		if python {
			data, load = "", "a = np.array([float.fromhex(e) for e in open(\""+p.Raw+"\")], dtype=T)\n"+pick(dot, "a, b = a[:N], a[N:]\n", "")
		}
	}
	if w.shuffle && !strings.Contains(data, "splitmix64") {
		data = pick(python, codeRandomPy, codeRandomC) + data
	}
	if !dot {
		data = strings.Replace(data, "static T a[N], b[N];", "static T a[N];", 1)
	}
	if library && id == "numpy.dot" {
		load += "np.show_config()  # names the BLAS, whose order this is; with OPENBLAS_VERBOSE=2 in the environment OpenBLAS names its kernels\n"
	}
	if dot && !r.Fused && !library && r.Form != nil {
		load += pick(python, "a = a * b  # rounded products\n", "\tfor (long i = 0; i < N; i++) a[i] = a[i]*b[i]; // rounded products\n")
	}
	if sorted {
		minus, plus := pick(id == "rising", "-1", "1"), pick(id == "rising", "1", "-1")
		if python {
			load += "a = sorted(a, key=lambda e: " + pick(id == "rising", "", "-") + "abs(e))\n"
		} else {
			code = fill(codeSortC[1:], "MINUS1", minus, "PLUS1", plus) + "\n" + code
			load += "\tsort();\n"
		}
	}
	head := []string{pick(dot, "Dot product", "Sum") + " of " + strconv.Itoa(m.N) + pick(m.In.Double, " binary64", " binary32") + " elements, order: " + names.Row(r) + ". Data: " + kind + "."}
	if library {
		head = append(head, "Measured with "+names.What(m, r)[strings.LastIndex(names.What(m, r), ". ")+2:]+"; other versions and machines may differ.")
	}
	if r.Kind == summation.Random {
		head = append(head, "The random arrival is replayed as the lab drew it; atomics of a machine arrive in another order each time.")
	}
	mark := pick(python, "# ", "// ")
	frame := codeProgramC
	if python {
		frame = codeProgramPy
		if call = pick(library || call != "", call, ""); imports != "" {
			imports += "\n"
		}
	} else {
		call = "\tT s = " + call + ";\n"
	}
	if lang == cuda {
		kernel := ""
		second := r.Fused || scheme && dot
		constants, run, ok := strings.Cut(launch, "|")
		if !ok {
			one, _ := packed(codeKernels, "one")
			kernel = fill(one, "ARGS", pick(second, "const T *a, const T *b", "const T *a"), "CALL", strings.TrimSuffix(strings.TrimPrefix(call, "\tT s = "), ";\n"))
			run, _ = packed(codeKernels, "launchone")
			run = fill(run, "ARGS", pick(second, "x, y", "x"))
		}
		code = constants + code + kernel + "\n"
		call = fill(codeDevice, "SECOND", pick(second, codeSecond, ""), "LAUNCH", run)
		frame = strings.Replace(strings.Replace(frame, codeFastC, "", 1), "#include <assert.h>", "#undef NDEBUG\n#include <assert.h>", 1)
	}
	compile := "gcc -O2 -ffp-contract=off " + p.File + " -o sum -lm && ./sum"
	if lang == cuda {
		compile = "nvcc -fmad=false " + p.File + " -o sum && ./sum"
	}
	p.Text = fill(frame, "HEAD", mark+strings.Join(head, "\n"+mark)+"\n", "COMPILE", compile, "IMPORTS", imports, "COUNT", strconv.Itoa(m.N), "DATA", data, "CODE", code, "LOAD", load, "CALL", call,
		"FN", pick(lang == cuda, "static __host__ __device__", "static"), "BITS", strings.TrimPrefix(text.Bits(m.F, r.Bits), "0x"))
	p.Text = typed(p.Text, m.In.Double, lang)
	return p
}

// scheme writes a compensated scheme and returns its name.
func (w *writer) scheme(id string, dot bool) string {
	body, ok := packed(codeSchemes, id)
	if !ok {
		w.cannot = true
		return ""
	}
	step, rest, _ := strings.Cut(body, "|")
	result, py, _ := strings.Cut(rest, "\n")
	loop := "loop"
	p, low, more := pick(dot, "x[i*step]*y[i*step]", "x[i*step]"), pick(dot, "FMA(x[i*step], y[i*step], -p)", "0"), ", d = 0"
	args := "const T *x, " + pick(dot, "const T *y, ", "") + "long n, long step"
	if w.lang == python {
		loop, step = "loop.py", strings.TrimSuffix(py, "|\n")
		p, low, more = pick(dot, "x[i] * y[i]", "x[i]"), pick(dot, "fma(x[i], y[i], -p)", "T(0)"), "d = "
		args = pick(dot, "x, y", "x")
	}
	if id != "klein" {
		more = ""
	}
	frame, _ := packed(codeSchemes, loop)
	w.b.WriteString(fill(frame, "NAME", id, "ARGS", args, "MORE", more, "P", p, "STEP", fill(step, "LOW", low), "RESULT", result) + "\n")
	return id
}

// elements returns the text that makes the data, the statements that call it and the words for it; no text if the data
// is too long to be written out.
func elements(m *summation.Sums, lang Lang) (data, load, kind string) {
	python, dot, seed := lang == python, m.In.Dot, strconv.Itoa(int(m.In.Seed))
	if m.In.Kind < summation.Given {
		id := summation.Kinds[m.In.Kind]
		if body, ok := packed(codeElements, id); ok {
			element, rest, _ := strings.Cut(body, "|")
			frame := pick(id == "ill", codeIllC, codeMakeC)
			random := codeRandomC
			load = "\tmake(a, " + seed + ");\n" + pick(dot, "\tmake(b, "+seed+" + 1);\n", "")
			if python {
				element, frame, random = strings.TrimSuffix(rest, "|\n"), pick(id == "ill", codeIllPy, codeMakePy), codeRandomPy
				load = "a = make(" + seed + ")\n" + pick(dot, "b = make("+seed+" + 1)\n", "")
			}
			if id == "ill" {
				cond := strconv.Itoa(int(m.In.Cond))
				frame = fill(frame, "COND", cond, "DOT", pick(dot, "1", "0"), "SEED", seed)
				load = pick(python, "a, b = ill("+seed+", 1e"+cond+", "+pick(dot, "True", "False")+")\n", "\till(a, "+pick(dot, "b", "NULL")+");\n")
				if !dot {
					frame = strings.Replace(frame, "\t\tb[i] = (T)w[place[i]];\n", "", 1)
				}
			}
			return random + fill(frame, "ELEMENT", element), load, id + ", seed " + seed
		}
	}
	if m.N > inline {
		return "", "", ""
	}
	var b strings.Builder
	for k, v := range codes(m) {
		if v == nil {
			continue
		}
		name := pick(k == 0, "a", "b")
		b.WriteString(pick(python, name+" = np.array([T(float.fromhex(e)) for e in \"\"\"", "static T "+name+"[N] = {"))
		for i, c := range v {
			if i > 0 {
				b.WriteString(pick(python, "", ",") + pick(i%4 == 0, "\n", " "))
			}
			b.WriteString(literal(m, c, python))
		}
		b.WriteString(pick(python, "\"\"\".split()])\n", "};\n"))
	}
	b.WriteByte('\n')
	return b.String(), "", "the numbers below"
}

// codes returns the bits of both vectors; the second is nil for a sum.
func codes(m *summation.Sums) (v [2][]uint64) {
	a, b := m.Elements()
	for k, list := range [2][]wide.U128{a, b} {
		for _, c := range list {
			v[k] = append(v[k], c.Lo)
		}
	}
	return v
}

// literal writes an element as a hexadecimal number of the language.
func literal(m *summation.Sums, c uint64, python bool) string {
	u := wide.From64(c)
	n := m.F.Unpack(u)
	switch {
	case n.Class.IsNaN():
		return pick(python, "nan", "NAN")
	case !n.Class.IsFinite():
		return pick(n.Sign, "-", "") + pick(python, "inf", "INFINITY")
	}
	return text.Hex(m.F, u) + pick(python || m.In.Double, "", "f")
}

// dataText is the file that a program reads its elements from: one a line, the second vector behind the first.
func dataText(m *summation.Sums) string {
	var b strings.Builder
	for _, v := range codes(m) {
		for _, c := range v {
			b.WriteString(literal(m, c, true) + "\n")
		}
	}
	return b.String()
}
