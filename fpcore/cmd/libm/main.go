// Command libm writes the mathematical functions of CUDA and of the GNU C Library as the lab has them, and compares checksums.
//
//	libm -cuda [-part K/N] [-flags NAMES] > FILE.cu
//
// writes the functions of one binary32 operand, CUDA's by default, with -ftz=true and with -use_fast_math, and the C library's with
// FMA3 and without, as CUDA C++ with a program that evaluates each on all 2^32 arguments and prints flags, name and checksum, and the checksums of 16 samples
// (conform.Checksum tells how they are formed).
//
//	libm -against default|ftz|fast > FILE.cu
//
// writes the functions of one set of flags, those of binary64 and of several operands too, with a program, to be compiled under those flags, that compares each with
// CUDA's own on 2^28 drawn operands and prints how many results differ in a bit.
//
//	libm -c > FILE.c
//
// writes a program in C that prints the checksums of the C library that it runs with: FLAGS [FUNCTION], whose flags are gnu, or
// gnu_sse2 where the library was told to leave FMA3 alone (GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA).
//
//	libm -compare FILE… < OUTPUT
//
// compares what the first program printed with recorded checksums (fpcore/conform/testdata/math.tsv.gz, and gnu.tsv.gz for the C
// library's functions).
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"ulplab/fpcore/conform"
	"ulplab/fpcore/format"
	"ulplab/fpcore/libm"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("libm", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {
		fmt.Fprintln(errs, "usage: libm -cuda [-part K/N] [-flags NAMES] > FILE.cu\n       libm -against default|ftz|fast > FILE.cu\n       libm -c > FILE.c\n       libm -compare FILE… < OUTPUT")
		flags.PrintDefaults()
	}
	against := flags.String("against", "", "write CUDA C++ that compares every function with CUDA's own under `flags`")
	cuda := flags.Bool("cuda", false, "write CUDA C++")
	host := flags.Bool("c", false, "write C that prints the checksums of a C library")
	part := flags.String("part", "1/1", "write the `K/N`th of N parts")
	only := flags.String("flags", strings.Join(flagNames[:], ","), "write the functions under these `flags`")
	compare := flags.Bool("compare", false, "compare checksums on standard input with recorded ones")
	if flags.Parse(args) != nil {
		return 2
	}
	switch {
	case *cuda && flags.NArg() == 0:
		var k, n int
		if _, err := fmt.Sscanf(*part, "%d/%d", &k, &n); err != nil || k < 1 || k > n {
			fmt.Fprintf(errs, "libm: -part is K/N with K from 1 to N, not %q\n", *part)
			return 2
		}
		write(out, k, n, strings.Split(*only, ","))
		return 0
	case *against != "" && flags.NArg() == 0:
		v := slices.Index(flagNames[:len(libm.Variants)], *against)
		if v < 0 || v >= int(libm.GNU) {
			fmt.Fprintf(errs, "libm: -against is default, ftz or fast, not %q\n", *against)
			return 2
		}
		writeAgainst(out, libm.Variant(v))
		return 0
	case *host && flags.NArg() == 0:
		writeHost(out)
		return 0
	case *compare && flags.NArg() > 0:
		return check(flags.Args(), in, out, errs)
	}
	flags.Usage()
	return 2
}

// flagNames are the sets of flags of nvcc, and the processors of the C library, as words.
var flagNames = conform.FlagNames

const kernels = `#include <cstdio>
#pragma nv_diag_suppress 69, 177
typedef unsigned long long u64;
%s
__device__ u64 mix(u64 z) {
	z += 0x9e3779b97f4a7c15ull;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

// sums adds up what f gives for 2^32 / step arguments from first on, step apart; a block takes 2^16 of them.
template <unsigned (*f)(unsigned)> __global__ void sums(unsigned first, unsigned step, unsigned blocks, u64 *total) {
	u64 s = 0;
	unsigned n = blocks ? 256 : 128;
	for (unsigned k = 0; k < n; k++) {
		unsigned x = first + step * (blockIdx.x << 16 | k << 8 | threadIdx.x);
		s += mix((u64)x << 32 | f(x));
	}
	atomicAdd(total, s);
}

template <unsigned (*f)(unsigned)> void report(const char *flags, const char *name) {
	u64 *device, found[17];
	cudaMalloc(&device, sizeof found);
	cudaMemset(device, 0, sizeof found);
	sums<f><<<65536, 256>>>(0, 1, 1, device);
	for (unsigned j = 0; j < 16; j++) sums<f><<<1, 256>>>(%d * j + %d, 1 << 17, 0, device + 1 + j);
	cudaMemcpy(found, device, sizeof found, cudaMemcpyDeviceToHost);
	cudaFree(device);
	printf("%%s\t%%s", flags, name);
	for (u64 s : found) printf("\t%%016llx", s);
	printf("\n");
	fflush(stdout);
}

`

// write writes a part of the functions under some flags and the program that sums them.
func write(out io.Writer, k, n int, only []string) {
	fmt.Fprintf(out, kernels, libm.CUDATable(libm.Default)+libm.CUDATable(libm.GNU), conform.SampleStep, conform.SampleFirst)
	calls := ""
	count := 0
	for v, flags := range flagNames {
		if !slices.Contains(only, flags) {
			continue
		}
		names := libm.Names()
		if v >= int(libm.GNU) {
			names = libm.GNUNames()
		}
		for _, name := range names {
			f, _ := libm.Find(name, libm.Variant(v))
			if f.Arity != 1 || f.Format != format.F32 {
				continue
			}
			if count++; count%n != k-1 {
				continue
			}
			own := "lab_" + name + "_" + flags
			io.WriteString(out, f.CUDA(own)+"\n")
			calls += fmt.Sprintf("\treport<%s>(%q, %q);\n", own, flags, name)
		}
	}
	fmt.Fprintf(out, "int main() {\n%s\treturn cudaDeviceSynchronize() != cudaSuccess;\n}\n", calls)
}

// writeHost writes the program that sums the C library's own functions.
func writeHost(out io.Writer) {
	calls := ""
	for _, name := range libm.GNUNames() {
		if f, _ := libm.Find(name, libm.GNU); f.Arity == 1 {
			calls += fmt.Sprintf("\tif (!only || !strcmp(only, %q)) report(flags, %q, %s);\n", name, name, name)
		}
	}
	fmt.Fprintf(out, host, conform.SampleStep, conform.SampleFirst, calls)
}

// Optimised builds of compilers know some functions; calls through a pointer leave them to the library.
const host = `#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint64_t mix(uint64_t z) {
	z += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static uint64_t term(float (*f)(float), uint32_t bits) {
	float x, y;
	uint32_t result;
	memcpy(&x, &bits, 4);
	y = f(x);
	memcpy(&result, &y, 4);
	return mix((uint64_t)bits << 32 | result);
}

static void report(const char *flags, const char *name, float (*f)(float)) {
	uint64_t s = 0;
	uint32_t x = 0;
	do s += term(f, x); while (++x);
	printf("%%s\t%%s\t%%016llx", flags, name, (unsigned long long)s);
	for (uint32_t j = 0; j < 16; j++) {
		s = 0;
		for (uint32_t k = 0; k < 1 << 15; k++) s += term(f, %d * j + %d + (k << 17));
		printf("\t%%016llx", (unsigned long long)s);
	}
	printf("\n");
	fflush(stdout);
}

int main(int count, char **arguments) {
	const char *flags = count > 1 ? arguments[1] : "gnu", *only = count > 2 ? arguments[2] : NULL;
%s	return 0;
}
`

const drawing = `#include <cstdio>
#pragma nv_diag_suppress 69, 177
typedef unsigned long long u64;
%s
__device__ u64 mix(u64 z) {
	z += 0x9e3779b97f4a7c15ull;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

// draw gives operands of every kind: any bits, exponents near 0, exponents around, small multiples of 1/4.
__device__ u64 draw64(u64 n) {
	u64 r = mix(n), e = mix(~n), sign = r & 1ull << 63, fraction = r & (1ull << 52) - 1;
	switch (e >> 60) {
	case 0: case 1: return r;
	case 2: return sign | __double_as_longlong((double)(long long)(r & 1023) * 0.25);
	case 3: case 4: case 5: case 6: case 7: return sign | (1023 - 60 + e %% 72) << 52 | fraction;
	}
	return sign | (1023 - 4 + e %% 10) << 52 | fraction;
}
__device__ unsigned draw32(u64 n) {
	u64 r = mix(n), e = mix(~n);
	unsigned sign = (unsigned)r & 1u << 31, fraction = (unsigned)r & (1u << 23) - 1;
	switch (e >> 60) {
	case 0: case 1: case 2: case 3: return (unsigned)r;
	case 4: return sign | __float_as_uint((float)(r >> 40 & 1023) * 0.25f);
	}
	return sign | (unsigned)(127 - 8 + e %% 16) << 23 | fraction;
}

template <class F> __global__ void count(F different, u64 *n) {
	u64 k = (u64)blockIdx.x << 16 | threadIdx.x << 8, d = 0;
	for (unsigned j = 0; j < 256; j++) d += different(k + j);
	atomicAdd(n, d);
}

template <class F> void report(const char *name, F different) {
	u64 *device, n;
	cudaMalloc(&device, sizeof n);
	cudaMemset(device, 0, sizeof n);
	count<<<4096, 256>>>(different, device);
	cudaMemcpy(&n, device, sizeof n, cudaMemcpyDeviceToHost);
	cudaFree(device);
	printf("%%s\t%%llu of 268435456 differ\n", name, n);
	fflush(stdout);
}

`

// writeAgainst writes the functions with a program that compares them with CUDA's own.
func writeAgainst(out io.Writer, v libm.Variant) {
	fmt.Fprintf(out, drawing, libm.CUDATable(libm.Default))
	calls := ""
	for _, name := range libm.Names() {
		f, _ := libm.Find(name, v)
		single := f.Format == format.F32
		own := "lab_" + name
		io.WriteString(out, f.CUDA(own)+"\n")
		word, draw, as, back := "u64", "draw64", "__longlong_as_double", "__double_as_longlong"
		if single {
			word, draw, as, back = "unsigned", "draw32", "__uint_as_float", "__float_as_uint"
		}
		var drawn, bits, values []string
		for k := range f.Arity {
			x := string(rune('x' + k))
			drawn = append(drawn, fmt.Sprintf("%s %s = %s(4 * k + %d)", word, x, draw, k))
			bits, values = append(bits, x), append(values, as+"("+x+")")
		}
		calls += fmt.Sprintf("\treport(%q, [] __device__ (u64 k) { %s; return %s(%s) != (%s)%s(%s(%s)); });\n", name+" "+flagNames[v],
			strings.Join(drawn, "; "), own, strings.Join(bits, ", "), word, back, name, strings.Join(values, ", "))
	}
	fmt.Fprintf(out, "int main() {\n%s\treturn cudaDeviceSynchronize() != cudaSuccess;\n}\n", calls)
}

// check compares what programs printed with recorded checksums.
func check(names []string, in io.Reader, out, errs io.Writer) int {
	recorded := map[string]string{}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			fmt.Fprintln(errs, "libm:", err)
			return 2
		}
		list, err := conform.ReadChecksums(f)
		f.Close()
		if err != nil {
			fmt.Fprintf(errs, "libm: %s: %v\n", name, err)
			return 2
		}
		for _, c := range list {
			recorded[c.Flags+"\t"+c.Name] = c.String()
		}
	}
	n, equal := len(recorded), 0
	s := bufio.NewScanner(in)
	for s.Scan() {
		columns := strings.SplitN(s.Text(), "\t", 3)
		if len(columns) < 3 {
			continue
		}
		key := columns[0] + "\t" + columns[1]
		switch want, ok := recorded[key]; {
		case !ok:
			fmt.Fprintln(out, key, "has no recorded checksum")
			continue
		case want == s.Text():
			equal++
		default:
			fmt.Fprintln(out, key, "differs")
		}
		delete(recorded, key)
	}
	for key := range recorded {
		fmt.Fprintln(out, key, "was not computed")
	}
	fmt.Fprintf(out, "%d of %d functions equal over all 2^32 arguments\n", equal, n)
	if equal < n {
		return 1
	}
	return 0
}
