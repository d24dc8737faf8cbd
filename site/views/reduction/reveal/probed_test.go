package reveal

import (
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
	"ulplab/site/views/reduction/names"
)

// recordedProbes are the outputs of testdata/probes.txt.gz, by file and flags.
func recordedProbes(t testing.TB) map[string]string {
	t.Helper()
	all := testfile.Text(t, "testdata/probes.txt.gz")
	list := map[string]string{}
	for _, part := range strings.Split("\n"+string(all), "\n== ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		list[name] = body
	}
	return list
}

// Probes that ran on real libraries, kernels and compilers are read back; where a preset or pattern claims the size, the
// tree found is its tree, and the tree added up gives the bits that the function gave.
func TestRecordedProbes(t *testing.T) {
	list := recordedProbes(t)
	if len(list) != 175 {
		t.Fatalf("%d outputs", len(list))
	}
	_, own, _ := summation.Box("gridstride", 64)
	if p := read(list["atomic.cu.out.txt"]); p.Problem != "" || !p.Varies || !strings.Contains(p.None, "masked the sum is") {
		t.Errorf("atomics: %+v", p)
	}
	delete(list, "atomic.cu.out.txt")
	compared := 0
	for name, body := range list {
		p := read(body)
		if p.Problem != "" || p.None != "" || !p.Checked || p.By == "" {
			t.Errorf("%s: %s %s %v", name, p.Problem, p.None, p.Checked)
			continue
		}
		if p.Probes < p.N-1 || p.Probes > p.N*(p.N-1)/2 {
			t.Errorf("%s: %d probes of %d elements", name, p.Probes, p.N)
		}
		sum, ok := p.Sum()
		if !ok {
			t.Errorf("%s has sums of more than two", name)
		}
		if sum != p.Check {
			t.Errorf("%s gave %x, its tree %x", name, p.Check, sum)
		}
		got := p.Tree.Canonical()
		want := ""
		_, file, _ := strings.Cut(name, "-ulplab-probe-")
		id := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(file, ".txt"), ".out"), ".cu"), ".py")
		var form *reduce.Form
		switch {
		case id == "own":
			form = own
		case id == "cub-device":
			preset, _ := reduce.FindPreset("cupy.sum")
			form, _, _ = preset.At(p.N)
		case strings.HasPrefix(id, "cub-"):
			form, _ = reduce.Pattern(map[string]string{"cub-warp": "cub_block_warp_reductions", "cub-raking": "cub_block_raking", "cub-commutative": "cub_block_raking_commutative"}[id], 128, 1)
		case strings.Contains(name, "box-"):
			_, id, _ := strings.Cut(name, "box-")
			id = id[:max(strings.LastIndex(id, ".c"), 0)]
			if _, form, _ = summation.Box(id, p.N); id == "numpy.dot" || id == "torch.sum.cpu" { // begin as the serial loop
				form = &reduce.Form{}
			}
		case strings.HasPrefix(name, "gcc -O0"), strings.HasPrefix(name, "gcc -O2"):
			form = &reduce.Form{}
		default:
			if preset, ok := reduce.FindPreset(strings.ReplaceAll(id, "-", ".")); ok {
				form, _, _ = preset.At(p.N)
			}
		}
		if form == nil || p.Double && id != "own" {
			continue
		}
		compared++
		tree := reduce.Free(form, p.N)
		tree = tree.Canonical()
		if want = tree.Text(nil); got.Text(nil) != want {
			t.Errorf("%s: the tree is not that of the preset", name)
		}
	}
	if compared != 126 {
		t.Errorf("%d compared with orders", compared)
	}
}

// What is read back is named: the library itself is among the equal orders; a compiler's own order has a nearest one.
func TestSumMatch(t *testing.T) {
	list := recordedProbes(t)
	for name, want := range map[string]string{
		"64s-ulplab-probe-torch-sum.py.txt": "torch.sum", "512s-ulplab-probe-numpy-sum.py.txt": "numpy.sum", "512s-ulplab-probe-cupy-sum.py.txt": "cupy.sum", "64s-ulplab-probe-torch-dot.py.txt": "torch.dot",
		"64s-ulplab-probe-cub-raking.cu.out.txt": "cub block raking, 1 × 128", "512s-ulplab-probe-own.cu.out.txt": "grid stride, 2 × 4 × 4", "gcc -O2 s": "serial", "box-shuffledown.cu.out.txt": "warp shuffle xor, 2 × 32", "64s-ulplab-probe-jax-sum.py.txt": "jax.sum",
	} {
		p := read(list[name])
		m := summation.NewMatch(p.Tree)
		for !m.Step(50_000) {
		}
		found := false
		for _, e := range m.Equal {
			found = found || names.Launch(e) == want
		}
		if !found {
			t.Errorf("%s: %+v, nearest %+v", name, m.Equal, m.Near)
		}
	}
	p := read(list["gcc -O3 -ffast-math s"])
	m := summation.NewMatch(p.Tree)
	for !m.Step(50_000) {
	}
	v := m.Near
	if len(m.Equal) != 0 || v.ID == "" || v.Common >= v.Sums || v.Size < 2 || v.Theirs <= v.Size || len(v.Part) < 2 {
		t.Errorf("GCC's vectors: %+v %+v", m.Equal, v)
	}
}

// Every way to spoil an output has its sentence.
func TestReadProbeProblems(t *testing.T) {
	good := "noise\n$ ./probe\r\nulplab-tree 1\r\nof f\r\nby g\r\nformat binary32\nelements 4\nprobes 5\ncheck 3f800000\nlater more\ntree ((0 1) (2 3))\nend\n$ "
	if p := read(good); p.Problem != "" || p.N != 4 || p.Tree.Text(nil) != "((a b) (c d))" || !p.Checked {
		t.Fatalf("%+v", p)
	}
	if p := read(strings.Replace(good, "((0 1) (2 3))", "[0 (1 2) 3]", 1)); p.Problem != "" {
		t.Errorf("a fused sum: %s", p.Problem)
	} else if _, ok := p.Sum(); ok {
		t.Error("a fused sum was added up")
	}
	if p := read(strings.Replace(good, "((0 1) (2 3))", "none: with 1 and 2 masked the sum is nan", 1)); p.Problem != "" || p.None == "" {
		t.Errorf("no tree: %+v", p)
	}
	for from, c := range map[string][2]string{
		"ulplab-tree 1":       {"ulplab-tree 2", "the lab reads"},
		"ulplab-tree":         {"tree", "is not there"},
		"end":                 {"", "“end”, is not there"},
		"format binary32":     {"format binary16", "neither"},
		"elements 4":          {"elements 5", "element 4 is missing"},
		"elements":            {"element", "“elements …”"},
		"probes 5":            {"probes -5", "no number of probes"},
		"check 3f800000":      {"check 3f8", "8 hexadecimal digits"},
		"((0 1) (2 3))":       {"((0 1) (2 2))", "at its byte 10"},
		"later more":          {"by h", "twice"},
		"tree ((0 1) (2 3))":  {"tree ((0 1) (2 3)", "not closed"},
		"elements 4\nprobes":  {"elements 1\nprobes", "no number from 2"},
		"elements 4\r\nprobe": {"elements 9999999999\nprobe", ""},
	} {
		bad := strings.Replace(good, from, c[0], 1)
		if p := read(bad); bad != good && (p.Problem == "" || !strings.Contains(p.Problem, c[1])) {
			t.Errorf("%q: %q", c[0], p.Problem)
		}
	}
	if p := read(strings.Repeat("x", probeText+1)); !strings.Contains(p.Problem, "KB") {
		t.Error(p.Problem)
	}
}

func FuzzReadProbe(f *testing.F) {
	for _, body := range recordedProbes(f) {
		f.Add(body)
	}
	f.Add("ulplab-tree 1\nof f\nformat binary64\nelements 3\nprobes 0\ntree [0 1 2]\nend")
	f.Fuzz(func(t *testing.T, s string) {
		p := read(s)
		if p.Problem != "" || p.None != "" {
			return
		}
		if p.N < 2 || p.N > probeMost || p.Tree.N != p.N {
			t.Fatalf("%d elements", p.N)
		}
		p.Sum()
		c := p.Tree.Canonical()
		if _, err := reduce.ParseTree(c.Text([]string{}), p.N, []string{}); err != nil {
			t.Fatal(err)
		}
		summation.Layout(&c)
	})
}
