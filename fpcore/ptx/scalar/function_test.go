package scalar_test

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/ptx/scalar"
)

const head = ".version 9.0\n.target sm_90\n.address_size 64\n"

// part is the kernel of a module that stands at a number, with the head of the module.
func part(module string, k int) string {
	return head + ".visible .entry " + strings.Split(module, ".visible .entry ")[k+1]
}

func bits(x ...float32) (list []uint64) {
	for _, x := range x {
		list = append(list, uint64(math.Float32bits(x)))
	}
	return list
}

// The kernel of a*b + c as nvcc prints it: an array of operands, the result, and how many there are.
func TestKernel(t *testing.T) {
	f, err := scalar.Read(part(string(testfile.Text(t, "../../conform/testdata/ptx/exprs.default.ptx.gz")), 0))
	if err != nil {
		t.Fatal(err)
	}
	want := []scalar.Param{{Bytes: 4, Array: true}, {Bytes: 4, Result: true}, {Bytes: 4, Integer: true}}
	for k, p := range f.Params {
		if p.Name = ""; p != want[k] {
			t.Errorf("parameter %d is %+v", k, p)
		}
	}
	got, err := f.Run([][]uint64{bits(0.1, 0.2, -0.02), nil, {1}}, false)
	if want := bits(1.0430813e-9)[0]; err != nil || got != want {
		t.Errorf("%x, not %x: %v", got, want, err)
	}
}

// A function of numbers, whose product and sum ptxas may fuse.
func TestFunction(t *testing.T) {
	f, err := scalar.Read(head + `
.visible .func (.param .b32 func_retval0) _Z1ffff(.param .b32 _Z1ffff_param_0, .param .b32 _Z1ffff_param_1, .param .b32 _Z1ffff_param_2)
{
	.reg .f32 %f<6>;
	ld.param.f32 %f1, [_Z1ffff_param_0];
	ld.param.f32 %f2, [_Z1ffff_param_1];
	ld.param.f32 %f3, [_Z1ffff_param_2];
	mul.f32 %f4, %f1, %f2;
	add.f32 %f5, %f4, %f3;
	st.param.f32 [func_retval0+0], %f5;
	ret;
}`)
	if err != nil {
		t.Fatal(err)
	}
	in := [][]uint64{nil, bits(0.1), bits(0.2), bits(-0.02)}
	for fuse, want := range map[bool]float32{false: 1.8626451e-9, true: 1.0430813e-9} {
		if got, err := f.Run(in, fuse); err != nil || got != bits(want)[0] {
			t.Errorf("fused %v: %x, not %x: %v", fuse, got, bits(want)[0], err)
		}
	}
}

// Texts that are no function of numbers end with a sentence, and so do endless ones.
func TestNoFunction(t *testing.T) {
	for name, c := range map[string][2]string{
		"nothing":  {head, "at least one"},
		"result":   {head + ".visible .entry k(.param .f32 x) { ret; }", "its result is not found"},
		"two":      {head + ".visible .entry k(.param .u64 r) { ret; }\n.visible .entry l(.param .u64 r) { ret; }", "several kernels"},
		"void":     {head + ".visible .func k(.param .b32 x) { ret; }", "no function that returns"},
		"struct":   {head + ".visible .entry k(.param .align 8 .b8 x[24]) { ret; }", "at most 8 bytes"},
		"types":    {head + ".visible .entry k(.param .u64 p) { .reg .b64 %a; .reg .f32 %f; .reg .f64 %d; ld.param.u64 %a, [p]; ld.global.f32 %f, [%a]; st.global.f64 [%a], %d; ret; }", "at one address"},
		"register": {head + ".visible .func (.reg .b32 r) k(.reg .b32 x) { ret; }", ".param variable"},
	} {
		if _, err := scalar.Read(c[0]); err == nil || !strings.Contains(err.Error(), c[1]) {
			t.Errorf("%s: %v", name, err)
		}
	}
	f, err := scalar.Read(head + ".visible .entry k(.param .u64 p) { .reg .b64 %a; .reg .f32 %f; ld.param.u64 %a, [p]; $L: bra $L; st.global.f32 [%a], %f; ret; }")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Run([][]uint64{nil}, false); err == nil || !strings.Contains(err.Error(), "instructions") {
		t.Errorf("endless: %v", err)
	}
	if _, err := f.Run([][]uint64{nil}, true); err == nil {
		t.Error("an endless function is run again")
	}
}

// Triton prints a single register in braces. Its kernel of x/(1 + e^-x), one element at a time, gives what an H200 gave.
func TestTriton(t *testing.T) {
	const name = "../../conform/testdata/ptx/triton/silu."
	f, err := scalar.Read(string(testfile.Text(t, name+"ptx.gz")))
	if err != nil {
		t.Fatal(err)
	}
	b, problem := f.Bind([]scalar.Input{{Name: "x", Type: "f32", Word: "float", Bits: 32, Float: true}}, "f32")
	if problem != "" || b.Args[2].Takes != "the number of elements" || b.Args[1].Takes != "the result" {
		t.Fatalf("%s %+v", problem, b.Args)
	}
	var recorded struct{ Buffers, Results map[string][]string }
	if err := json.Unmarshal([]byte(testfile.Text(t, name+"json.gz")), &recorded); err != nil {
		t.Fatal(err)
	}
	in, out := recorded.Buffers["x"], recorded.Results["y"]
	if len(in) < 500 || len(out) < 500 {
		t.Fatalf("%d operands, %d results", len(in), len(out))
	}
	for k := range 128 {
		x, _ := strconv.ParseUint(in[k], 16, 32)
		want, _ := strconv.ParseUint(out[k], 16, 32)
		if got, err := f.Run(b.Numbers(f, []uint64{x}), true); err != nil || got != want {
			t.Errorf("%x: %x, not %x: %v", x, got, want, err)
		}
	}
}
