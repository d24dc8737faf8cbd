package expr

import (
	_ "embed"
	"strings"
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/types"
)

//go:embed testdata/launches.txt
var launches string

// TestLaunches: whole programs, in which main prepares memory, launches kernels and prints, give what they printed on an H200.
func TestLaunches(t *testing.T) {
	_, rest, _ := strings.Cut(launches, "\n\n")
	for _, part := range strings.Split(rest, "\n-- ") {
		name, text, _ := strings.Cut(strings.TrimPrefix(part, "-- "), " --\n")
		program := text[:strings.Index(text, "\n9.0 = ")]
		for _, line := range strings.Split(strings.TrimSpace(text[len(program):]), "\n") {
			id, want, _ := strings.Cut(line, " = ")
			target, ok := compile.TargetByID(id)
			if !ok {
				t.Fatalf("no target %s", id)
			}
			c, err := build.Parse(program, target.Reads(types.Options{Free: types.Float}))
			if err != nil {
				t.Fatalf("%s: %q: %s", name, program[err.From:err.To], err.Text)
			}
			p, err := compile.Compile(c, target)
			if err != nil {
				t.Fatalf("%s on %s: %s", name, id, err.Text)
			}
			values := make([]uint64, len(c.Values))
			if len(c.Inputs) > 0 {
				t.Fatalf("%s has inputs: %v %v", name, c.Inputs[0], c.Notes)
			}
			p.Run(nil, values)
			var got strings.Builder
			for n := range c.Prints {
				got.WriteString(c.Printed(n, func(v int32) uint64 { return values[v] }))
			}
			if got := strings.Join(strings.Fields(got.String()), " "); got != want {
				t.Errorf("%s on %s prints\n%s, recorded\n%s", name, id, got, want)
			}
		}
	}
}

// TestLaunchNotRead: what is wrong with a launch is said; where main is not read and the kernel is, the kernel is the program, with a note.
func TestLaunchNotRead(t *testing.T) {
	const kernel = "__global__ void k(float *x, float a) { int i = threadIdx.x + 4*threadIdx.y; x[i] = x[i]*a + 1.0f; }\n"
	main := func(s string) string {
		return kernel + "int main() { float h[8] = {1, 2}, *d; " + s + " printf(\"%g\", h[1]); }"
	}
	for _, c := range []struct{ text, note string }{
		{main("other<<<1, 8>>>(d, 2.0f);"), "no kernel “other” above"},
		{main("k<<<1, 2048>>>(d, 2.0f);"), "at most 1024 threads"},
		{main("k<<<4>>>(d, 2.0f);"), "<<<blocks, threads>>>"},
		{main("k<<<1, 8;"), ">>> is expected"},
		{main("k<<<1, n>>>(d, 2.0f);"), "has to be known"},
		{main("cudaMalloc(d, 32); k<<<1, 8>>>(d, 2.0f);"), "points to nothing yet"},
		{main("cudaMalloc(&d, sizeof h); for (int i = 0; i < 2000; i++) k<<<512, 8>>>(d, 2.0f);"), "threads are launched"},
		{main("cudaMalloc(&d, sizeof h); if (n > 0) k<<<1, 8>>>(d, 2.0f);"), "depends on the inputs"},
		{main("cudaMalloc(&d); k<<<1, 8>>>(d, 2.0f);"), "a number of bytes"},
		{main("cudaMalloc(&d + 100000, 32); k<<<1, 8>>>(d, 2.0f);"), "outside of the array"},
		{main("cudaMalloc(h, 32); k<<<1, 8>>>(d, 2.0f);"), "the address of a pointer"},
		{main("cudaMalloc(&d, sizeof h); k<<<1, 8>>>(d);"), "another number of parameters"},
		{main("cudaMalloc(&d, sizeof h); k<<<1, 8>>>(d, 2.0f, 3.0f);"), "another number of parameters"},
		{main("cudaMalloc(&d, 16); cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice); k<<<1, 8>>>(d, 2.0f);"), "outside of the array"},
		{main("cudaMalloc(&d, sizeof h); cudaMemset(d, 1, sizeof h); k<<<1, 8>>>(d, 2.0f);"), "zeros"},
	} {
		got, err := build.Parse(c.text, types.Options{Free: types.Float, Device: true})
		if err != nil {
			t.Errorf("%s: %s", c.text, err.Text)
			continue
		}
		said := ""
		for _, n := range got.Notes {
			said += n.Text + "\n"
		}
		if !strings.Contains(said, "main is passed over: the kernel is evaluated, its parameters are the inputs. What is not read in it: ") || !strings.Contains(said, c.note) || len(got.Inputs) == 0 {
			t.Errorf("%s: %d inputs, %s", c.text, len(got.Inputs), said)
		}
	}
	// Where a block has rows of threads, and where main is passed over because its kernel's inputs are given.
	whole := main("cudaMalloc(&d, sizeof h); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); k<<<1, dim3(4, 2)>>>(d, 2.5f); cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);")
	for known, inputs := range map[string]int{"": 0, "main=0": 2} {
		c, err := build.Parse(whole, types.Options{Free: types.Float, Device: true, Known: known})
		if err != nil || len(c.Inputs) != inputs {
			t.Fatalf("known %q: %v, %v", known, err, c)
		}
		if inputs > 0 {
			continue
		}
		p, _ := compile.Compile(c, compile.Target{Machine: compile.SSE})
		if got := p.Result(nil); got != 0x40c00000 {
			t.Errorf("2 times 2.5 plus 1 is %#x", got)
		}
	}
}
