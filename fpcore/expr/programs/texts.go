package programs

import (
	_ "embed"
	"strings"
)

//go:embed seeds.txt
var seeds string

// Seeds are texts as people paste them, with mistakes among them: for fuzzing, and for what has to get along with any text.
func Seeds() []string { return strings.Split(seeds, "\n===\n") }

// Texts are short programs of every kind that compilers treat in their own way.
func Texts() []string {
	return []string{
		"a*b + c", "c - a*b", "a*b - c*d", "-(a*b) + c*d", "e*f + a*c", "a*b + c*d + e*f", "2.0f*a*b + c", "a*1.5f*2.0f", "a/2.0f + b",
		"a/3.0f + b", "1.0f/a + b", "b - 1.0f/a", "1.0f/sqrtf(a)", "sqrtf(fabsf(a*b + c))*d + e", "(a - b)*(a - b) + (c - d)*(c - d)",
		"float t = a*b; (t + c)*(t - d)", "float t = a*b; float u = c*d; (t - u)*(u - e)", "double t = a*b; t + c", "a*0.1 + b",
		"(float)((double)a*b) + c", "a > b ? a*b + c : c*d - e", "fminf(a*b, c) + d", "floorf(a*8.0f)*b + c", "(float)(int)(a*8.0f)*b + c",
		"fmaf(a, b, c*d)", "__fmul_rn(a, b) + c", "a*b*0.5f + c*d", "int n = (int)(a*4.0f); n*b + n", "a*-2.0f + b*c", "-fabsf(a)*b + c",
		"__global__ void k(float *x, float a) { x[threadIdx.x] = x[threadIdx.x]*a + 1.0f; }\nint main() { float h[4] = {1, 2, 3}, *d; cudaMalloc(&d, sizeof h); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); k<<<dim3(1), 4>>>(d, 2.5f); cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost); printf(\"%g %g\", h[0], h[3]); }",
		"float x = a; for (int i = 0; i < 4; i++) x = 3.7f*x*(1.0f - x); x", "a - floorf(a/b)*b", "(a*b + c)/(d*e + f)",
	}
}

// Dice gives operands: around 1, small whole numbers, tiny, huge, special.
type Dice random

// Next returns 64 random bits.
func (s *Dice) Next() uint64 { return (*random)(s).next() }

// Float returns the code of an operand of binary32.
func (s *Dice) Float() uint64 {
	z := s.Next()
	switch z >> 60 {
	case 0:
		return z & 0xffffffff
	case 1:
		return []uint64{0, 0x80000000, 0x3f800000, 0x40000000, 0xc0400000, 0x7f800000, 1, 0x00800000}[z&7]
	}
	return z&0x807fffff | (124+z>>32%6)<<23
}
