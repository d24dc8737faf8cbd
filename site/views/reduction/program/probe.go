package program

import (
	"strconv"
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
	"ulplab/site/views/reduction/names"
)

// probeOwn is the function of a probe that the reader replaces by an own one: it starts as the box of the experiment.
const probeOwn = "own"

// cuBs are the functions of CUB that a probe in CUDA C++ can look at.
const cuBs = `cub.device|cub::DeviceReduce::Sum|
cub.warp|cub::BlockReduce, warp reductions, 128 threads|WARP_REDUCTIONS
cub.raking|cub::BlockReduce, raking, 128 threads|RAKING
cub.commutative|cub::BlockReduce, raking commutative, 128 threads|RAKING_COMMUTATIVE_ONLY`

// probeIDs are the functions that a probe can look at, by language; own is one of the reader's.
var probeIDs = [count]string{
	"numpy.sum numpy.dot torch.sum torch.dot torch.mv torch.sum.cpu cupy.sum cupy.dot jax.sum own",
	"cub.device cub.warp cub.raking cub.commutative own",
	"own",
}

// Probes lists what a probe in a language can look at: IDs and names.
func Probes(lang Lang) (list [][2]string) {
	for _, id := range strings.Fields(probeIDs[lang]) {
		name := id
		switch id {
		case "torch.sum.cpu":
			name = "torch.sum on the CPU"
		case "jax.sum":
			name = "jax.numpy.sum"
		case probeOwn:
			name = "a function of your own"
		}
		if rest, ok := line(cuBs, id); ok {
			name, _, _ = strings.Cut(rest, "|")
		}
		list = append(list, [2]string{id, name})
	}
	return list
}

// Probe writes the program that reveals the tree of a function for n elements. box is the order that an own function
// starts as.
func Probe(lang Lang, fn string, n int, double bool, box string) Listing {
	python := lang == python
	name := ""
	for _, f := range Probes(lang) {
		if f[0] == fn {
			name = f[1]
		}
	}
	if name == "" {
		fn, name = probeOwn, "a function of your own"
	}
	p := Listing{File: "ulplab-probe-" + strings.ReplaceAll(fn, ".", "-") + "." + ending[lang]}
	w := newWriter(lang)
	imports, call, version, _ := library(fn)
	about := name
	body, of := "", name
	cub, include, setup := "", "", ""
	if fn == probeOwn {
		l, f, ok := summation.Box(box, n)
		title, knobs := names.Launch(l), l.Knobs
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
				w = newWriter(lang)
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
		if rest, ok := line(cuBs, fn); ok {
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
	p.Text = typed(p.Text, double, lang)
	return p
}

// line returns what follows "ID|" in the line of a text.
func line(t, id string) (string, bool) {
	for _, l := range strings.Split(t, "\n") {
		if rest, ok := strings.CutPrefix(l, id+"|"); ok {
			return rest, true
		}
	}
	return "", false
}
