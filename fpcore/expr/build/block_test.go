package build_test

import (
	"testing"

	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/types"
)

// TestPassesOfThreads: a loop of one thread is not around the loops of the threads that run while it waits.
func TestPassesOfThreads(t *testing.T) {
	c, err := build.Parse(`__global__ void reduce(const float *x, float *out, int n) {
	int i = threadIdx.x;
	float v = i < n ? x[i] : 0.0f;
	for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
	if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}`, types.Options{Free: types.Float, Device: true, Known: "n=96 blockDim.x=96"})
	if err != nil {
		t.Fatal(err)
	}
	loops := map[int32]int{}
	for i, p := range c.Passes[1:] {
		if loops[p.Loop]++; p.Parent != 0 {
			t.Fatalf("pass %d of %d lies in another one", i, len(c.Passes)-1)
		}
	}
	for _, n := range loops {
		if n < 5 {
			t.Errorf("a loop has %d passes", n)
		}
	}
	if len(loops) != 96 {
		t.Errorf("%d loops", len(loops))
	}
}

// TestAtomicOfLater: a thread that does not come to an atomicAdd leaves nothing behind of it.
func TestAtomicOfLater(t *testing.T) {
	c, err := build.Parse(`__global__ void asum(const float *x, float *out) {
	if ((threadIdx.x & 31) == 1) atomicAdd(out, x[threadIdx.x]);
}`, types.Options{Free: types.Float, Device: true, Known: "blockDim.x=64"})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, in := range c.Inputs {
		names = append(names, in.Name)
	}
	if len(names) != 2 || names[0] != "x[1]" || names[1] != "x[33]" {
		t.Errorf("inputs %v", names)
	}
}
