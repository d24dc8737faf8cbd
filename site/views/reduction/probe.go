package reduction

import (
	"strconv"
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
)

// probeOwn is the function of a probe that the reader replaces by an own one: it starts as the box of the experiment.
const probeOwn = "own"

// cuBs are the functions of CUB that a probe in CUDA C++ can look at.
const cuBs = `cub.device|cub::DeviceReduce::Sum|
cub.warp|cub::BlockReduce, warp reductions, 128 threads|WARP_REDUCTIONS
cub.raking|cub::BlockReduce, raking, 128 threads|RAKING
cub.commutative|cub::BlockReduce, raking commutative, 128 threads|RAKING_COMMUTATIVE_ONLY`

// probeFns lists what a probe in a language can look at: IDs and names.
func probeFns(lang Lang) (list [][2]string) {
	for _, id := range strings.Fields(ProbeFns[lang]) {
		name := id
		switch id {
		case "torch.sum.cpu":
			name = "torch.sum on the CPU"
		case "jax.sum":
			name = "jax.numpy.sum"
		case probeOwn:
			name = "a function of your own"
		}
		if rest, ok := codeLine(cuBs, id); ok {
			name, _, _ = strings.Cut(rest, "|")
		}
		list = append(list, [2]string{id, name})
	}
	return list
}

// probe writes the program that reveals the tree of a function for n elements. box is the order that an own function
// starts as.
func probe(lang Lang, fn string, n int, double bool, box string) Program {
	python := lang == python
	name := ""
	for _, f := range probeFns(lang) {
		if f[0] == fn {
			name = f[1]
		}
	}
	if name == "" {
		fn, name = probeOwn, "a function of your own"
	}
	p := Program{File: "ulplab-probe-" + strings.ReplaceAll(fn, ".", "-") + "." + ending[lang]}
	w := newCodeWriter(lang)
	imports, call, version, _ := library(fn)
	about := name
	body, of := "", name
	cub, include, setup := "", "", ""
	if fn == probeOwn {
		l, f, ok := summation.Box(box, n)
		title, knobs := launch(l), l.Knobs
		if !ok {
			f, title = &reduce.Form{}, "serial"
		}
		of, about = "my_sum", "your function: it begins as "+title
		version = `"NumPy " + np.__version__`
		launch := ""
		if lang == cuda {
			launch = w.kernels(box, n, knobs, false)
		}
		if launch == "" {
			call = w.form(f, false, 0)
			if w.cannot {
				w = newCodeWriter(lang)
				call = w.form(&reduce.Form{}, false, 0)
				about = "your function: it begins as serial"
			}
			call += pick(python, "(x)", "(x, n, 1)")
			body = "\treturn " + call + ";\n"
		}
		if lang == cuda {
			constants, run, ok := strings.Cut(launch, "|")
			code := w.b.String()
			if !ok {
				one, _ := packed(codeKernels, "one")
				code += fill(one, "ARGS", "const T *x, long n", "CALL", call) + "\n"
				run = "\tone<<<1, 1>>>(x, n, out);\n"
				setup = "\tcudaDeviceSetLimit(cudaLimitMallocHeapSize, 256u << 20);\n"
			} else {
				code = constants + code + "\n"
				run += "\tcudaFree(part);\n"
			}
			w.b.Reset()
			w.b.WriteString(code)
			body = run
		}
	}
	if lang == cuda {
		if rest, ok := codeLine(cuBs, fn); ok {
			cub, include = fn, "#include <cub/cub.cuh>\n"
			_, algo, _ := strings.Cut(rest, "|")
			body = strings.TrimPrefix(probeCUB, "\n")
			if algo != "" {
				w.b.WriteString(fill(probeBlock, "ALGO", algo))
				body = "\tblocks<<<1, 128>>>(x, out);\n"
			}
		}
		body = "\tstatic T *out;\n\tif (!out) cudaMalloc(&out, sizeof(T));\n" + body + "\tT s = NAN;\n\tcudaMemcpy(&s, out, sizeof s, cudaMemcpyDeviceToHost);\n\treturn s;\n"
		about += "; x lies in the memory of the GPU"
	}
	if python {
		random := ""
		if w.shuffle {
			random = probeCheckPy
		}
		if imports != "" {
			imports += "\n"
		}
		p.Text = fill(probePy, "IMPORTS", imports, "COUNT", strconv.Itoa(n), "CODE", random+w.b.String(), "ABOUT", about, "CALL", call, "RANDOM", pick(random == "", probeCheckPy, "")+probeDataPy, "VERSION", version, "OF", of, "FILE", p.File)
	} else {
		compile := "gcc -O3 " + p.File + " -o probe -lm && ./probe"
		probe, print := "\treturn my_sum(x, N);\n", probeVersionC
		qual := "#ifdef __GNUC__\n__attribute__((noinline))\n#endif\nstatic "
		if lang == cuda {
			compile = "nvcc -fmad=false " + p.File + " -o probe && ./probe"
			probe = "\tstatic T *d;\n\tif (!d) cudaMalloc(&d, sizeof x);\n\tcudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);\n\treturn my_sum(d, N);\n"
			print = fill(probeVersionCUDA, "CUBV", pick(cub != "", ", CUB_VERSION/100000, CUB_VERSION/100%1000", ""), "CUB", pick(cub != "", ", CUB %d.%d", ""))
			qual = "static "
		}
		p.Text = fill(probeC, "COMPILE", compile, "INCLUDE", include, "COUNT", strconv.Itoa(n), "FN", pick(lang == cuda, "static __host__ __device__", "static"), "CODE", probeCheckC+w.b.String(), "ABOUT", about, "QUAL", qual, "BODY", body, "PROBE", probe,
			"OF", of, "VERSION", print, "SETUP", setup)
		p.Text = strings.ReplaceAll(p.Text, "%check", pick(double, "(unsigned long long)check", "check"))
	}
	p.Text = codeTyped(p.Text, double, lang)
	return p
}

// codeLine returns what follows "ID|" in the line of a text.
func codeLine(t, id string) (string, bool) {
	for _, l := range strings.Split(t, "\n") {
		if rest, ok := strings.CutPrefix(l, id+"|"); ok {
			return rest, true
		}
	}
	return "", false
}

// Bounds of what readProbe reads.
const (
	probeText = 32 << 10
	probeMost = 1 << 10 // elements
)

// Probed is what a probe printed.
type Probed struct {
	Of, By  string
	Double  bool
	N       int
	Probes  int
	Check   uint64 // bits of the sum of the numbers that the probe adds at the end
	Checked bool
	Varies  bool // the sum was not the same each time
	None    string
	Tree    reduce.FreeTree
	Problem string // what is wrong with the text, in words
}

// readProbe reads what a probe printed: lines "word text" from "ulplab-tree 1" to "end". What stands before, such as a
// shell's prompt, is passed over; unknown lines are ignored.
func readProbe(t string) (p Probed) {
	bad := func(words string) Probed { return Probed{Problem: words} }
	if len(t) > probeText {
		return bad("This is more than " + strconv.Itoa(probeText>>10) + " KB; a probe prints less.")
	}
	i := strings.Index(t, "ulplab-tree")
	if i < 0 {
		return bad("The line “ulplab-tree 1”, with which a probe begins, is not there.")
	}
	lines := strings.Split(t[i:], "\n")
	if first := strings.TrimSpace(lines[0]); first != "ulplab-tree 1" {
		return bad("This is “" + clipped(first) + "”; the lab reads “ulplab-tree 1”.")
	}
	seen := map[string]string{}
	ended := false
	for at, l := range lines[1:] {
		word, rest, _ := strings.Cut(strings.TrimSpace(l), " ")
		rest = strings.TrimSpace(rest)
		if word == "" {
			continue
		}
		if word == "end" {
			ended = true
			break
		}
		if _, twice := seen[word]; twice {
			return bad("Line " + strconv.Itoa(at+2) + ": “" + clipped(word) + "” stands there twice.")
		}
		seen[word] = rest
	}
	if !ended {
		return bad("The last line, “end”, is not there: copy all that the probe printed.")
	}
	for _, word := range [...]string{"of", "format", "elements", "probes", "tree"} {
		if seen[word] == "" {
			return bad("The line “" + word + " …” is not there.")
		}
	}
	p.Of, p.By = clipped(seen["of"]), clipped(seen["by"])
	switch seen["format"] {
	case "binary32":
	case "binary64":
		p.Double = true
	default:
		return bad("The format is “" + clipped(seen["format"]) + "”, neither binary32 nor binary64.")
	}
	var err error
	if p.N, err = strconv.Atoi(seen["elements"]); err != nil || p.N < 2 || p.N > probeMost {
		return bad("“elements " + clipped(seen["elements"]) + "” is no number from 2 to " + strconv.Itoa(probeMost) + ".")
	}
	if p.Probes, err = strconv.Atoi(seen["probes"]); err != nil || p.Probes < 0 || p.Probes > probeMost*probeMost {
		return bad("“probes " + clipped(seen["probes"]) + "” is no number of probes.")
	}
	switch c := seen["check"]; c {
	case "":
	case "varies":
		p.Varies = true
	default:
		bits := 32
		if p.Double {
			bits = 64
		}
		if p.Check, err = strconv.ParseUint(c, 16, bits); err != nil || len(c) != bits/4 {
			return bad("“check " + clipped(c) + "” is no code of " + strconv.Itoa(bits/4) + " hexadecimal digits.")
		}
		p.Checked = true
	}
	if why, none := strings.CutPrefix(seen["tree"], "none"); none {
		p.None = clipped(strings.TrimPrefix(why, ": "))
		return p
	}
	tree, wrong := reduce.ParseTree(seen["tree"], p.N, []string{})
	if wrong != nil {
		return bad("The tree, at its byte " + strconv.Itoa(wrong.Pos) + ": " + wrong.Msg + ".")
	}
	p.Tree = tree
	return p
}

// clipped cuts a word of a reader's for a message.
func clipped(s string) string {
	s = strings.ToValidUTF8(s, "")
	if len(s) > 120 {
		s = strings.ToValidUTF8(s[:120], "") + "…"
	}
	return s
}

// Sum returns the bits of the check by the tree; ok is false where there is none, or a sum of more than two is in it.
func (p *Probed) Sum() (bits uint64, ok bool) {
	if p.None != "" {
		return 0, false
	}
	return summation.Check(&p.Tree, p.Double)
}
