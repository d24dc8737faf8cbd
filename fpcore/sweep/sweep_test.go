package sweep

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"ulplab/fpcore/fast"
	"ulplab/fpcore/gpu"
)

// sweep runs a job on all processors, by way of texts as the page does.
func sweep(t *testing.T, j Job) Runner {
	t.Helper()
	p := NewPlan(j, 1<<20)
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for {
				mu.Lock()
				part, text, ok := p.Next()
				mu.Unlock()
				if !ok {
					return
				}
				job, err := Parse(text)
				if err != nil {
					panic(err)
				}
				r := job.Start()
				for !r.Step(1 << 16) {
				}
				mu.Lock()
				err = p.Accept(part, r.Encode())
				mu.Unlock()
				if err != nil {
					panic(err)
				}
			}
		})
	}
	workers.Wait()
	if !p.Finished() {
		t.Fatal("parts are missing")
	}
	return p.Total
}

// TestPartition: the result is the same for any parts in any order, and after a resumed interruption.
func TestPartition(t *testing.T) {
	for _, text := range []string{"ulp __sinf 3ff00000 40008000", "ulp rcp.approx.ftz.f32 raw 007fe000 00803000", "ulp tanh.approx.f32 bd000000 bd010001",
		"ulp __expf c2aea000 c2af2000", "hard exp 3f000000 3f030007", "hard sin 40490000 404a1234"} {
		j, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if j.String() != text {
			t.Errorf("%q is written %q", text, j)
		}
		one := j.Start()
		for !one.Step(9999) {
		}
		want := one.Encode()
		if len(want) < 20 && !strings.HasPrefix(text, "hard") {
			t.Errorf("%s: %q", text, want)
		}
		r := rand.New(rand.NewPCG(1, 9))
		for _, chunk := range []uint64{1 << 30, 1 << 16, 4099} {
			p := NewPlan(j, chunk)
			type taken struct {
				part int
				text string
			}
			var queue []taken
			for {
				part, text, ok := p.Next()
				if !ok {
					break
				}
				queue = append(queue, taken{part, text})
			}
			r.Shuffle(len(queue), func(i, k int) { queue[i], queue[k] = queue[k], queue[i] })
			for i, q := range queue {
				if i == len(queue)/2 { // written down and resumed: what was running waits again
					resumed, err := Resume(p.Encode())
					if err != nil {
						t.Fatalf("%s: %v", text, err)
					}
					p = resumed
					for range queue[i:] {
						p.Next()
					}
				}
				part, err := Parse(q.text)
				if err != nil {
					t.Fatal(err)
				}
				run := part.Start()
				for !run.Step(1 + r.IntN(5000)) {
				}
				if err := p.Accept(q.part, run.Encode()); err != nil {
					t.Fatalf("%s: part %s: %v", text, q.text, err)
				}
				if p.Accept(q.part, run.Encode()) == nil {
					t.Fatalf("%s: the result of %s counted twice", text, q.text)
				}
			}
			if got := p.Total.Encode(); got != want || !p.Finished() {
				t.Errorf("%s in parts of %d: %s, want %s", text, chunk, got, want)
			}
		}
	}
}

// TestPlan: parts of stopped workers are given out again, results that do not fit are refused.
func TestPlan(t *testing.T) {
	j, err := Parse("ulp rsqrtf 3f800000 3f800400")
	if err != nil {
		t.Fatal(err)
	}
	p := NewPlan(j, 0x100)
	a, first, _ := p.Next()
	b, _, _ := p.Next()
	if first != "ulp rsqrtf 3f800000 3f800100" || a != 0 || b != 1 {
		t.Fatalf("parts %d %q, %d", a, first, b)
	}
	p.GiveUp(a)
	if again, text, ok := p.Next(); again != a || text != first || !ok {
		t.Errorf("given up part comes back as %d %q", again, text)
	}
	part, _ := Parse(first)
	r := part.Start()
	r.Step(0x80)
	for _, bad := range []string{"", "1 2 x", r.Encode(), strings.Repeat("1 ", 600), strings.Repeat("0", 1<<17)} {
		if p.Accept(a, bad) == nil {
			t.Errorf("accepted %q", bad[:min(len(bad), 40)])
		}
	}
	if done, all := p.Progress(); done != 0 || all != 0x400 {
		t.Errorf("progress %d of %d", done, all)
	}
	r.Step(0x80)
	if err := p.Accept(a, r.Encode()); err != nil {
		t.Error(err)
	}
	if p.Accept(a, r.Encode()) == nil || p.Accept(7, r.Encode()) == nil || p.Accept(-1, "") == nil {
		t.Error("accepted what was not expected")
	}
	text := p.Encode()
	for i := range text {
		broken := []byte(text)
		broken[i] ^= 0x15
		if q, err := Resume(string(broken)); err == nil && q.Total.Done() > 0x400 {
			t.Errorf("resumed %q", broken)
		}
	}
}

// TestParse: errors say what is wrong.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "a job reads",
		"ulp rcp.approx.f32":                 "a job reads",
		"ulp rcp.approx.f32 0 100000001":     "does not go up",
		"ulp rcp.approx.f32 5 4":             "does not go up",
		"ulp rcp.approx.f32 0 1000000000":    "hexadecimal",
		"ulp rcp.approx.f32 -1 4":            "hexadecimal",
		"ulp add.rn.f32 0 4":                 "no instruction",
		"ulp 0 4":                            "an accuracy job reads",
		"ulp rsqrtf cooked 0 4":              "an accuracy job reads",
		"hard 0 4":                           "reads: hard",
		"hard gamma 0 4":                     "no function",
		"soft exp 0 4":                       "ulp, hard",
		"ulp " + strings.Repeat("x", 33<<20): "33554432",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v", text, err)
		}
	}
	none := Kind{"none", func([]string, uint64, uint64) (Job, error) { return nil, errors.New("made") }}
	if _, err := Parse("none 0 0", none); err == nil || err.Error() != "made" {
		t.Errorf("the added kind answers %v", err)
	}
}

// TestReferences: every instruction exists with one binary32 operand, and every unary approximation of a known function
// is listed.
func TestReferences(t *testing.T) {
	for _, name := range Instructions() {
		i, ok := gpu.Find(name)
		if !ok || len(i.In) != 1 || i.In[0].Name() != "binary32" || i.Out.Name() != "binary32" {
			t.Errorf("%s is not an instruction of one binary32 operand", name)
		}
		id, _ := Reference(name)
		if _, ok := fast.Find(id); !ok {
			t.Errorf("%s: no function %s", name, id)
		}
	}
	for _, name := range gpu.Names() {
		i, _ := gpu.Find(name)
		if _, listed := Reference(name); !listed && len(i.In) == 1 && i.In[0].Name() == "binary32" && strings.Contains(name, ".approx") {
			t.Errorf("%s is not listed", name)
		}
	}
}

func BenchmarkStep(b *testing.B) {
	for _, text := range []string{"ulp rsqrt.approx.f32 3f800000 40800000", "ulp __expf 3f800000 40800000", "ulp __sinf 3f800000 40800000", "ulp __frcp_rn 3f800000 40800000", "hard exp 3f800000 40800000", "hard sin 3f800000 40800000"} {
		b.Run(text, func(b *testing.B) {
			j, _ := Parse(text)
			r := j.Start()
			for b.Loop() {
				r.Step(1)
			}
		})
	}
}
