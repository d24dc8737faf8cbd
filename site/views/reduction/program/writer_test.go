package program

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"sort"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/files"
	"ulplab/site/views/reduction/data"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/sumtest"
)

// programCases are the inputs whose programs were run, with the rows that were; none for all.
func programCases() map[string]struct {
	in   sum.Input
	only string
} {
	type c = struct {
		in   sum.Input
		only string
	}
	list := map[string]c{
		"u":      {sum.Input{Input: summation.Input{N: 1000, Seed: 1}}, ""},
		"ud":     {sum.Input{Input: summation.Input{N: 777, Seed: 3, Dot: true}}, ""},
		"d":      {sum.Input{Input: summation.Input{N: 333, Seed: 4, Double: true, Kind: 1}}, ""},
		"dd":     {sum.Input{Input: summation.Input{N: 99, Seed: 4, Double: true, Dot: true, Kind: 2}}, ""},
		"own":    {sum.Input{Input: summation.Input{Kind: summation.Own}, Own: "3 1e10, -7.25 0x1p-20 1 -1e10 0.1 5 1e-40 7"}, "serial kahan falling blocked numpy.sum"},
		"owndot": {sum.Input{Input: summation.Input{Kind: summation.Own, Dot: true, Double: true}, Own: "3 1e10 -7.25; 0x1p-20 1 -1e10"}, "serial dot2 fma blocked"},
		"acc":    {sum.Input{Input: summation.Input{N: 3000, Seed: 1, Threads: 128, Blocks: 8, Accums: 4, CPU: 4}}, "gridstride accumulators openmp"},
		"big":    {sum.Input{Input: summation.Input{N: 100000, Seed: 1}}, "gridstride shufflerising torch.sum blocked splitk cupy.sum"},
	}
	for k := range int32(summation.Given) {
		for b := range 4 {
			list["k"+strconv.Itoa(int(k))+strconv.Itoa(b)] = c{sum.Input{Input: summation.Input{Kind: k, N: 501, Seed: 9, Cond: 7, Dot: b&1 != 0, Double: b&2 != 0}}, "serial pairwise shared"}
		}
	}
	wide := ""
	for i := range 5000 {
		wide += strconv.Itoa(i*i%977) + ".125," + strconv.Itoa(i%31) + "e-3\n"
	}
	file := data.Source{Digest: files.Put("w.csv", []byte(wide)).Digest}
	list["file"] = c{sum.Input{Input: summation.Input{Kind: summation.File}, File: file}, "serial blocked torch.sum"}
	list["filed"] = c{sum.Input{Input: summation.Input{Kind: summation.File, Double: true, Dot: true}, File: file}, "serial fma neumaier"}
	return list
}

// TestProgramsThatRan: the programs of testdata/programs.txt, which says where they ran and gave the expected bits,
// are still those that are written, but for comments.
func TestProgramsThatRan(t *testing.T) {
	recorded, err := os.ReadFile("testdata/programs.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, l := range strings.Split(string(recorded), "\n") {
		if w := strings.Fields(l); len(w) == 4 && w[0] != "#" {
			want[w[0]+" "+w[1]] = w[2] + " " + w[3]
		}
	}
	var lines []string
	for name, c := range programCases() {
		m := sum.New(sumtest.Launched(c.in))
		for m.Problem == "" && (!m.Described() || m.RowsDone < len(m.Rows)) {
			m.Step(300_000, true)
		}
		for lang := range count {
			h, n := sha256.New(), 0
			for _, r := range m.Rows {
				if c.only != "" && !strings.Contains(" "+c.only+" ", " "+r.ID+" ") {
					continue
				}
				p := Of(m.Sums, r.ID, lang)
				if p.Why != "" {
					continue
				}
				if strings.ContainsAny(p.Text, "@·") || p.Raw != "" != strings.HasPrefix(name, "file") {
					t.Errorf("%s %s: %s", name, r.ID, p.Text)
				}
				n++
				for _, l := range strings.SplitAfter(p.Text, "\n") {
					if code := strings.TrimSpace(l); !strings.HasPrefix(code, "//") && !strings.HasPrefix(code, "# ") {
						h.Write([]byte(l))
					}
				}
			}
			key, got := name+" "+ending[lang], strconv.Itoa(n)+" "+hex.EncodeToString(h.Sum(nil)[:12])
			lines = append(lines, key+" "+got)
			if want[key] != got {
				t.Errorf("%s: programs %s, those that ran were %s: run them again", key, got, want[key])
			}
		}
	}
	if sort.Strings(lines); len(lines) != len(want) {
		t.Errorf("%d groups ran, %d are written:\n%s", len(want), len(lines), strings.Join(lines, "\n"))
	}
}

// Programs are refused with a reason where none can be right.
func TestProgramRefused(t *testing.T) {
	m := sumtest.Done(t, sum.Input{Input: summation.Input{N: 100, Seed: 1}})
	for id, words := range map[string]string{"exact": "wider", "binned": "wider", "jax.sum": "not measured", "none": "no result"} {
		if p := Of(m.Sums, id, c); !strings.Contains(p.Why, words) || p.Text != "" {
			t.Errorf("%s: %q", id, p.Why)
		}
	}
	if p := Of(m.Sums, "torch.sum.cpu", cuda); !strings.Contains(p.Why, "in Python") {
		t.Error(p.Why)
	}
	other := sumtest.Done(t, sum.Input{Input: summation.Input{N: 100, Seed: 1, Arith: summation.Arith{Sum: "f16"}}})
	if p := Of(other.Sums, "serial", c); !strings.Contains(p.Why, "default arithmetic") {
		t.Error(p.Why)
	}
}

// A tree of the reader's own is one expression with its parentheses.
func TestProgramOfOwnTree(t *testing.T) {
	m := sumtest.Done(t, sum.Input{Input: summation.Input{N: 5, Seed: 1, Tree: "((0 3) ((1 4) 2))"}})
	for lang, words := range [count]string{"def tree(x):\n    return ((x[0] + x[3]) + ((x[1] + x[4]) + x[2]))\n", "*out = tree(a, N, 1);", "{ return ((x[0] + x[3]) + ((x[1] + x[4]) + x[2])); }"} {
		if p := Of(m.Sums, summation.OwnTree, Lang(lang)); p.Why != "" || !strings.Contains(p.Text, words) {
			t.Errorf("%s %s", p.Why, p.Text)
		}
	}
}
