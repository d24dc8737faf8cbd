package conform

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
)

// Every recorded tree and sum that a preset or a pattern claims must be equal, and what is claimed must not shrink.
func TestOrders(t *testing.T) {
	claimed := map[string]int{"trees.json.gz": 93, "trees_more.json.gz": 433, "sums.json.gz": 52, "kernels.tsv.gz": 1361}
	for name, want := range claimed {
		if testing.Short() && name == "kernels.tsv.gz" {
			continue // six seconds; the long tests have it
		}
		f, err := os.Open("testdata/orders/" + name)
		if err != nil {
			t.Fatal(err)
		}
		reports, err := Check(f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		equal := 0
		for _, r := range reports {
			equal += r.Passed
			if r.Failed > 0 {
				t.Errorf("%s: %s: %d wrong, first %v", name, r.Name, r.Failed, r.Mismatches)
			}
		}
		if equal != want {
			t.Errorf("%s: %d rows equal, want %d", name, equal, want)
		}
	}
}

// Sums of many sizes, odd ones and those around the steps of the rules, measured on the same machine.
func TestOrderSizes(t *testing.T) {
	z := bytes.NewReader(testfile.Text(t, "testdata/orders/sums.txt.gz"))
	largest := 30_000
	if testing.Short() {
		largest = 1500
	}
	names := []string{"torch.sum", "torch.dot", "torch.mv", "numpy.sum", "numpy.dot", "torch.sum.cpu", "cupy.sum", "cupy.dot"}
	a, b := Seeded(1, largest), Seeded(2, largest)
	rows, tried := 0, 0
	for s := bufio.NewScanner(z); s.Scan(); {
		w := strings.Fields(s.Text())
		if len(w) != 9 || w[0] == "#" {
			continue
		}
		n, err := strconv.Atoi(w[0])
		if err != nil {
			t.Fatal(err)
		}
		if n > largest || n > 5000 && n%8 != 3 {
			continue
		}
		rows++
		for k, name := range names {
			want, err := strconv.ParseUint(w[k+1], 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			p, ok := reduce.FindPreset(name)
			if !ok {
				t.Fatalf("no preset %s", name)
			}
			got, ok := claim(p, a[:n], b[:n])
			if !ok {
				t.Fatalf("%s does not claim %d elements", name, n)
			}
			tried++
			if got != want {
				t.Errorf("%s of %d elements: got %08x, recorded %08x", name, n, got, want)
			}
		}
	}
	if rows < 700 || tried != rows*len(names) {
		t.Errorf("%d rows, %d sums", rows, tried)
	}
}

// The data is that of the recorded programs: splitmix64's first outputs for seed 1 are known, and so are their fractions.
func TestSeeded(t *testing.T) {
	// 0x910a2dec89025cc1 is the first output of splitmix64 from state 1: its upper 24 bits are 0x910a2d = 9505325,
	// and 9505325 * 3/2^24 - 1 = 11738759/2^24 = 0.69968... = 0x3f331e87.
	if got := Seeded(1, 1)[0]; got != wide.From64(0x3f331e87) {
		t.Errorf("got %08x", got.Lo)
	}
}

// A tree with one addition changed is another tree, whichever way its operands are written.
func TestCanonical(t *testing.T) {
	read := func(s string) reduce.Leaves {
		l, err := parseTree([]byte(s), 4)
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		return l
	}
	same := canonical(read("[[0,1],[2,3]]"))
	for _, c := range []struct {
		text  string
		equal bool
	}{{"[[3,2],[1,0]]", true}, {"[[[0,1],2],3]", false}, {"[[0,2],[1,3]]", false}, {"[[0,1],[2,3]]", true}, {"[[[2,3],1],0]", false}} {
		got := canonical(read(c.text))
		equal := len(got) == len(same)
		for i := range got {
			equal = equal && got[i] == same[i]
		}
		if equal != c.equal {
			t.Errorf("%s: equal %v", c.text, equal)
		}
	}
}

func TestOrderErrors(t *testing.T) {
	for _, text := range []string{
		"[", "[1]", `[{"n":0}]`, `[{"n":3,"tree":[0,1]}]`, `[{"n":2,"tree":[0,0]}]`, `[{"n":2,"tree":[0,5]}]`, `[{"n":3,"tree":[0,1,2]}]`,
		`[{"n":2,"tree":"x"}]`, `[{"n":2}]`, `[{"n":2,"seed_a":1,"seed_b":2,"numpy.sum":"xyz"}]`, `[]`,
		"pattern\tn\n1\t2", "pattern\tn\nx\tone\t1\t1\t0\t0", "pattern\tn\nx\t4\t1\t1\tzz\t0", "pattern\tn\nx\t99999999\t1\t1\t0\t0", "pattern\tn\n",
	} {
		if _, err := Check(strings.NewReader(text)); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func FuzzOrders(f *testing.F) {
	f.Add([]byte(`[{"function":"numpy.sum f32","n":3,"tree":[[0,1],2]},{"n":4,"seed_a":9,"seed_b":10,"numpy.sum":"405cc5ee"}]`))
	f.Add([]byte("pattern\tn\tthreads\tblocks\tsum\tdot\nstrided_halving\t100\t32\t3\t0\t0\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 4096 || bytes.Count(text, []byte("n")) > 40 {
			return
		}
		_, _ = Check(bytes.NewReader(text))
	})
}
