// Command libm writes the mathematical functions of CUDA and of the GNU C Library as the lab has them, and compares checksums.
//
//	libm -cuda [-part K/N] [-flags NAMES] > FILE.cu
//
// writes the functions of one binary32 operand, CUDA's by default, with -ftz=true and with -use_fast_math, and the C library's with
// FMA3 and without, as CUDA C++ with a program that evaluates each on all 2^32 arguments, the C library's others on 2^24 drawn
// operands, and prints flags, name and checksum, and the checksums of 16 samples (conform.Checksum tells how they are formed).
//
//	libm -against default|ftz|fast|unfused > FILE.cu
//
// writes the functions of one set of flags, those of binary64 and of several operands too, with a program, to be compiled under those flags, that compares each with
// CUDA's own on 2^28 drawn operands and prints how many results differ in a bit; unfused stands for -fmad=false.
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
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"ulplab/fpcore/cmd/command"
	"ulplab/fpcore/conform"
	"ulplab/fpcore/format"
	"ulplab/fpcore/libm"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, in io.Reader, out, errs io.Writer) int {
	flags := command.Flags("libm", errs, "libm -cuda [-part K/N] [-flags NAMES] > FILE.cu", "libm -against default|ftz|fast|unfused > FILE.cu",
		"libm -c > FILE.c", "libm -compare FILE… < OUTPUT")
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
		v := libm.Unfused
		if k := slices.Index(flagNames[:len(libm.Variants)], *against); k >= 0 {
			v = libm.Variant(k)
		} else if *against != "unfused" {
			fmt.Fprintf(errs, "libm: -against is default, ftz, fast or unfused, not %q\n", *against)
			return 2
		}
		writeAgainst(out, *against, v)
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

// draws is the mixing of checksums and conform.Draw, in C and CUDA C++. %[1]s stands before functions.
const draws = `#include <stdio.h>
#include <string.h>
typedef unsigned long long u64;
%[1]s u64 mix(u64 z) {
	z += 0x9e3779b97f4a7c15ull;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}
%[1]s u64 bits64(double x) {
	u64 b;
	memcpy(&b, &x, 8);
	return b;
}
%[1]s u64 draw64(u64 n) {
	u64 r = mix(n), e = mix(~n), sign = r & 1ull << 63, fraction = r & ((1ull << 52) - 1);
	switch (e >> 60) {
	case 0: case 1: return r;
	case 2: return sign | bits64((double)(r & 1023) * 0.25);
	case 3: return sign | (bits64((double)(r >> 10 & ((1ull << (e & 31)) - 1)) * 1.5707963267948966) + (r & 3));
	case 4: return sign | bits64(700.0 + (double)(r & 0xffffff) * 0x1p-18);
	case 5: case 6: case 7: return sign | (1023 - 60 + e %% 72) << 52 | fraction;
	}
	return sign | (1023 - 4 + e %% 10) << 52 | fraction;
}
%[1]s unsigned draw32(u64 n) {
	u64 r = mix(n), e = mix(~n);
	unsigned sign = (unsigned)r & 1u << 31, fraction = (unsigned)r & ((1u << 23) - 1);
	float quarters = (float)(r >> 40 & 1023) * 0.25f;
	switch (e >> 60) {
	case 0: case 1: case 2: case 3: return (unsigned)r;
	case 4: memcpy(&fraction, &quarters, 4); return sign | fraction;
	}
	return sign | (unsigned)(127 - 8 + e %% 16) << 23 | fraction;
}
`

// cudaHead is what programs in CUDA C++ begin with; the tables follow.
var cudaHead = "#pragma nv_diag_suppress 69, 177\n" + fmt.Sprintf(draws, "__device__")

const kernels = `
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

// drawn adds up the terms of drawn operands from number first on; a thread takes 16.
template <u64 (*term)(u64)> __global__ void drawn(u64 first, u64 *total) {
	u64 s = 0, n = first + 16 * (blockIdx.x * 256ull + threadIdx.x);
	for (unsigned k = 0; k < 16; k++) s += term(n + k);
	atomicAdd(total, s);
}

template <class F> void report(const char *flags, const char *name, F launch) {
	u64 *device, found[17];
	cudaMalloc(&device, sizeof found);
	cudaMemset(device, 0, sizeof found);
	launch(device);
	cudaMemcpy(found, device, sizeof found, cudaMemcpyDeviceToHost);
	cudaFree(device);
	printf("%%s\t%%s", flags, name);
	for (u64 s : found) printf("\t%%016llx", s);
	printf("\n");
	fflush(stdout);
}

template <unsigned (*f)(unsigned)> void reportEvery(const char *flags, const char *name) {
	report(flags, name, [](u64 *device) {
		sums<f><<<65536, 256>>>(0, 1, 1, device);
		for (unsigned j = 0; j < 16; j++) sums<f><<<1, 256>>>(%d * j + %d, 1 << 17, 0, device + 1 + j);
	});
}

template <u64 (*term)(u64)> void reportDrawn(const char *flags, const char *name) {
	report(flags, name, [](u64 *device) {
		drawn<term><<<%d / 4096, 256>>>(0, device);
		for (unsigned j = 0; j < 16; j++) drawn<term><<<1, 256>>>(%d * j, device + 1 + j);
	});
}

`

// term is a function of C that draws a function's operands and mixes them and the result, which the expression result makes of
// what draw gives.
func term(qualifier, name string, f *libm.Function, result string) string {
	word, draw := "u64", "draw64"
	if f.Format == format.F32 {
		word, draw = "unsigned", "draw32"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s u64 %s(u64 n) {\n\tu64 h = 0;\n", qualifier, name)
	for k := range f.Arity {
		fmt.Fprintf(&b, "\t%s %c = %s(4 * n + %d);\n\th = mix(h ^ %c);\n", word, 'x'+k, draw, k, 'x'+k)
	}
	fmt.Fprintf(&b, "\treturn mix(h ^ %s);\n}\n", result)
	return b.String()
}

// operands lists x, y and so on, each within text.
func operands(f *libm.Function, text string) string {
	var list []string
	for k := range f.Arity {
		list = append(list, fmt.Sprintf(text, 'x'+k))
	}
	return strings.Join(list, ", ")
}

// write writes a part of the functions under some flags and the program that sums them.
func write(out io.Writer, k, n int, only []string) {
	io.WriteString(out, cudaHead+libm.CUDATable(libm.Default)+libm.CUDATable(libm.GNU))
	fmt.Fprintf(out, kernels, conform.SampleStep, conform.SampleFirst, conform.Drawn, conform.DrawnStep)
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
			every := f.Arity == 1 && f.Format == format.F32
			if !every && v < int(libm.GNU) {
				continue
			}
			if count++; count%n != k-1 {
				continue
			}
			own, report := "lab_"+name+"_"+flags, "reportEvery"
			io.WriteString(out, f.CUDA(own)+"\n")
			if !every {
				io.WriteString(out, term("__device__", own+"_drawn", f, own+"("+operands(f, "%c")+")"))
				own, report = own+"_drawn", "reportDrawn"
			}
			calls += fmt.Sprintf("\t%s<%s>(%q, %q);\n", report, own, flags, name)
		}
	}
	fmt.Fprintf(out, "int main() {\n%s\treturn cudaDeviceSynchronize() != cudaSuccess;\n}\n", calls)
}

// writeHost writes the program that sums the C library's own functions.
func writeHost(out io.Writer) {
	terms, calls := "", ""
	for _, name := range libm.GNUNames() {
		f, _ := libm.Find(name, libm.GNU)
		arguments, report := fmt.Sprintf("%s_drawn", name), "drawn"
		switch {
		case f.Arity == 1 && f.Format == format.F32:
			arguments, report = name, "every"
		case f.Format == format.F32:
			terms += term("static", arguments, f, fmt.Sprintf("code32(%s(%s))", name, operands(f, "number32(%c)")))
		default:
			terms += term("static", arguments, f, fmt.Sprintf("bits64(%s(%s))", name, operands(f, "number64(%c)")))
		}
		calls += fmt.Sprintf("\tif (!only || !strcmp(only, %q)) %s(flags, %q, %s);\n", name, report, name, arguments)
	}
	io.WriteString(out, "#include <math.h>\n"+fmt.Sprintf(draws, "static"))
	fmt.Fprintf(out, host, conform.SampleStep, conform.SampleFirst, conform.Drawn, conform.DrawnStep, terms, calls)
}

// Optimised builds of compilers know some functions, not of operands that are known at run time only.
const host = `
static float number32(unsigned b) {
	float x;
	memcpy(&x, &b, 4);
	return x;
}

static unsigned code32(float x) {
	unsigned b;
	memcpy(&b, &x, 4);
	return b;
}

static double number64(u64 b) {
	double x;
	memcpy(&x, &b, 8);
	return x;
}

static void every(const char *flags, const char *name, float (*f)(float)) {
	u64 s = 0;
	unsigned x = 0;
	do s += mix((u64)x << 32 | code32(f(number32(x)))); while (++x);
	printf("%%s\t%%s\t%%016llx", flags, name, s);
	for (unsigned j = 0; j < 16; j++) {
		s = 0;
		for (unsigned k = 0; k < 1 << 15; k++) {
			x = %d * j + %d + (k << 17);
			s += mix((u64)x << 32 | code32(f(number32(x))));
		}
		printf("\t%%016llx", s);
	}
	printf("\n");
	fflush(stdout);
}

static void drawn(const char *flags, const char *name, u64 (*term)(u64)) {
	u64 s = 0;
	for (u64 n = 0; n < %d; n++) s += term(n);
	printf("%%s\t%%s\t%%016llx", flags, name, s);
	for (u64 j = 0; j < 16; j++) {
		s = 0;
		for (u64 k = 0; k < 1 << 12; k++) s += term(%d * j + k);
		printf("\t%%016llx", s);
	}
	printf("\n");
	fflush(stdout);
}

%s
int main(int count, char **arguments) {
	const char *flags = count > 1 ? arguments[1] : "gnu", *only = count > 2 ? arguments[2] : NULL;
%s	return 0;
}
`

const comparison = `
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
	printf("%s\t%llu of 268435456 differ\n", name, n);
	fflush(stdout);
}

`

// writeAgainst writes the functions with a program that compares them with CUDA's own.
func writeAgainst(out io.Writer, flags string, v libm.Variant) {
	io.WriteString(out, cudaHead+libm.CUDATable(libm.Default)+comparison)
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
		calls += fmt.Sprintf("\treport(%q, [] __device__ (u64 k) { %s; return %s(%s) != (%s)%s(%s(%s)); });\n", name+" "+flags,
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
	fmt.Fprintf(out, "%d of %d functions equal\n", equal, n)
	if equal < n {
		return 1
	}
	return 0
}
