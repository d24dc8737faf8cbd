package program

import (
	"strconv"
	"strings"

	"ulplab/fpcore/reduce"
)

// writer writes orders as functions of C, CUDA C++ or Python, callees first.
type writer struct {
	lang    Lang
	b       strings.Builder
	names   map[key]string
	taken   map[string]int
	shuffle bool // a function draws permutations
	cannot  bool // a rule has no text
}

type key struct {
	f      *reduce.Form
	fused  bool
	places int
}

func newWriter(lang Lang) *writer {
	return &writer{lang: lang, names: map[key]string{}, taken: map[string]int{}}
}

// fill puts values into a text: pairs of a name, written with an @ before it, and what stands for it.
func fill(t string, pairs ...string) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		t = strings.ReplaceAll(t, "@"+pairs[i], pairs[i+1])
	}
	return t
}

func pick(on bool, yes, no string) string {
	if on {
		return yes
	}
	return no
}

// packed returns what follows "ID " in the paragraph of a text that begins with it; paragraphs end with a line "--".
func packed(t, id string) (string, bool) {
	i := strings.Index("\n--\n"+t, "\n--\n"+id+"\n")
	if i < 0 {
		return "", false
	}
	t = t[i+len(id)+1:]
	if j := strings.Index(t, "\n--\n"); j >= 0 {
		t = t[:j+1]
	}
	return t, true
}

// makesZero reports whether a form makes +0 of an empty list.
func makesZero(f *reduce.Form) bool {
	switch f.Rule {
	case reduce.Fold, reduce.Halves:
		return f.Zero
	}
	return f.Outer != nil && f.Rule != reduce.Whole && makesZero(f.Outer)
}

// calls writes the calls of a function: mark[offset; count; step] in C, mark[slice] in Python.
func (w *writer) calls(t, mark, name string, fused bool) string {
	for {
		i := strings.Index(t, mark+"[")
		if i < 0 {
			return t
		}
		j, open := i+len(mark)+1, 1
		for ; open > 0; j++ {
			open += strings.Count(t[j:j+1], "[") - strings.Count(t[j:j+1], "]")
		}
		inside := t[i+len(mark)+1 : j-1]
		s := ""
		if w.lang == python {
			s = name + "(x[" + inside + "]" + pick(fused, ", y["+inside+"]", "") + ")"
		} else {
			p := strings.Split(inside, "; ")
			at := pick(p[0] == "0", "", " + "+p[0])
			s = name + "(x" + at + ", " + pick(fused, "y"+at+", ", "") + p[1] + ", " + p[2] + ")"
		}
		t = t[:i] + s + t[j:]
	}
}

// form writes the function of a form and what it calls, once, and returns its name. fused: the additions of its elements
// take the products of two vectors with one rounding. places is how many numbers there could be in its list, 0 for as
// many as there are: a random arrival is drawn among all of them.
func (w *writer) form(f *reduce.Form, fused bool, places int) string {
	key := key{f, fused, places}
	if name := w.names[key]; name != "" {
		return name
	}
	rule := int(f.Rule)
	if rule >= len(codeRules) || codeRules[rule] == "" {
		w.cannot = true
		return "none"
	}
	inner, outer := "", ""
	if f.Inner != nil {
		inner = w.form(f.Inner, fused, 0)
	}
	if f.Outer != nil {
		switch f.Rule {
		case reduce.Lanes, reduce.Spread, reduce.Static:
			places = f.K
		case reduce.Chunks:
			places = (places + f.K - 1) / f.K
		default:
			places = 0
		}
		outer = w.form(f.Outer, fused && f.Rule == reduce.Whole, places)
	}
	name := codeRules[rule]
	if f.Zero && f.Rule == reduce.Fold {
		name = "serial_from_zero"
	}
	if fused {
		name += "_fma"
	}
	if w.taken[name]++; w.taken[name] > 1 {
		name += strconv.Itoa(w.taken[name])
	}
	w.names[key] = name
	w.shuffle = w.shuffle || f.Rule == reduce.Shuffled
	python := w.lang == python
	body, _ := packed(pick(python, codePython, codeC), codeRules[rule])
	if fused && (f.Rule == reduce.Back || f.Rule == reduce.Halves || f.Rule == reduce.Pairs || f.Rule >= reduce.Tail) {
		w.cannot = true
	}
	k := strconv.Itoa(f.K)
	zero := f.Inner != nil && makesZero(f.Inner)
	if python {
		body = fill(body, "FIRST", pick(f.Zero, "T(0)", pick(fused, "x[0] * y[0]", "x[0]")), "FROM", pick(f.Zero, "0", "1"),
			"REST", pick(f.Zero, "x", "x[1:]"), "COUNT", pick(zero, k, "min("+k+", len(x))"), "FILL", pick(f.Zero, "    v += [T(0)] * (w - len(v))\n", ""))
		if f.Rule == reduce.Fold && fused {
			body = strings.Replace(strings.Replace(body, "for e in "+pick(f.Zero, "x", "x[1:]"), "for i in range("+pick(f.Zero, "0", "1")+", len(x))", 1), "t + e", "fma(x[i], y[i], t)", 1)
		}
	} else {
		body = fill(body, "FIRST", pick(f.Zero, "0", pick(fused, "x[0] * y[0]", "x[0]")), "FROM", pick(f.Zero, "0", "1"), "STEP", pick(fused, "FMA(x[i*step], y[i*step], t)", "t + x[i*step]"),
			"COUNT", pick(zero, k, "n < "+k+" ? n : "+k), "FILL", pick(f.Zero, "\tfor (; m < w; m++) v[m] = 0;\n", ""))
	}
	body = w.calls(w.calls(body, "@INNER", inner, fused), "@SELF", name, fused)
	body = w.calls(body, "@OUTER", outer, fused)
	body = fill(body, "EMPTY", pick(zero, pick(python, "True", "1"), pick(python, "False", "0")))
	args := pick(python, "x", "const T *x, long n, long step")
	if fused {
		args = pick(python, "x, y", "const T *x, const T *y, long n, long step")
	}
	body = fill(body, "PLACES", pick(key.places == 0, pick(python, "len(x)", "n"), strconv.Itoa(key.places)))
	gap := pick(python, "\n", "")
	w.b.WriteString(fill(body, "LISTS", outer, "NAME", name, "ARGS", args, "K", strconv.Itoa(max(f.K, 1)), "U", strconv.Itoa(max(f.U, 1))) + gap + "\n")
	return name
}

// tree writes a tree of few elements as one expression and returns its name.
func (w *writer) tree(t reduce.FreeTree) string {
	e := make([]string, t.N, t.N+len(t.Nodes))
	for i := range e {
		e[i] = "x[" + strconv.Itoa(i) + "]"
	}
	for _, kids := range t.Nodes {
		e = append(e, "("+e[kids[0]]+" + "+e[kids[1]]+")")
	}
	frame, _ := packed(codeSchemes, pick(w.lang == python, "tree.py", "tree"))
	w.b.WriteString(fill(frame, "E", e[len(e)-1]))
	return "tree"
}

// kernels writes an order of the catalogue as one would for a GPU, with the calls that launch it; "" for orders that are
// no kernels.
func (w *writer) kernels(id string, n int, k reduce.Knobs, fused bool) (launch string) {
	body, ok := packed(codeKernels, id)
	if !ok {
		return ""
	}
	threads, blocks := k.Threads, k.Blocks
	t, b, parts := strconv.Itoa(threads), blocks, blocks
	kernel, finish, zero := "grid", "finish", "0"
	first := "0"
	switch id {
	case "blocked":
		b = (n + threads - 1) / threads
		parts = b
		kernel, zero, first = "", "part[0]", "1"
	case "gridstride":
		parts = min(blocks, (n+threads-1)/threads)
		kernel, zero, first = "", "part[0]", "1"
	case "splitk":
		size := (n + blocks - 1) / blocks
		parts = (n + size - 1) / size
		b, t = parts, "1"
		kernel, zero, first = "", "part[0]", "1"
		body = fill(body, "SIZE", strconv.Itoa(size))
	}
	if kernel != "" {
		frame, _ := packed(codeKernels, kernel)
		body = fill(frame, "BLOCK", body, "STEP", pick(fused, "FMA(a[i], b[i], v)", "v + a[i]"), "ARGS", pick(fused, "const T *a, const T *b", "const T *a"))
	}
	last, _ := packed(codeKernels, finish)
	w.b.WriteString(fill(body, "ACCUMS", strconv.Itoa(k.Accums)) + "\n" + fill(last, "START", zero, "FROM", first, "PARTS", strconv.Itoa(parts)))
	launch, _ = packed(codeKernels, "launch")
	return fill("enum { THREADS = "+t+", BLOCKS = "+strconv.Itoa(b)+" };\n\n|"+launch, "ARGS", pick(fused, "x, y", "x"))
}
