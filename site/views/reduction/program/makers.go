package program

// The texts that make the data of package model (sum.go) in C and Python: @ELEMENT makes element i of the kind.
const (
	codeRandomC = `// splitmix64
FN uint64_t next(uint64_t *s) {
	uint64_t z = *s += 0x9E3779B97F4A7C15;
	z = (z ^ z >> 30)*0xBF58476D1CE4E5B9;
	z = (z ^ z >> 27)*0x94D049BB133111EB;
	return z ^ z >> 31;
}

`
	codeRandomPy = `def random(seed):  # splitmix64
    while True:
        seed = z = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        yield z ^ z >> 31


`
	codeMakeC = `static double element(uint64_t *s, long i) {
@ELEMENT}

static void make(T *v, uint64_t seed) {
	for (long i = 0; i < N; i++) v[i] = (T)element(&seed, i);
}

static T a[N], b[N];

`
	codeMakePy = `def element(r, i):
@ELEMENT

def make(seed):
    r = random(seed)
    return np.array([element(r, i) for i in range(N)], dtype=T)


`
	codeIllC = `static double element(uint64_t *s, long i) {
@ELEMENT}

// Pairs that cancel, scaled to a condition number of about 1e@COND, in random places.
static void ill(T *a, T *b) {
	static double v[N], w[N];
	static long place[N];
	uint64_t s = @SEEDu, u = s + 1;
	for (long i = 0; i < N; i++) v[i] = element(&s, i);
	for (long i = 0; i < N; i++) w[i] = @DOT ? element(&u, i) : 1;
	long pairs = (N - 1)/2;
	double all = 0, left = 0;
	for (long i = 0; i < N; i++) {
		double x = v[i]*w[i];
		if (i >= 2*pairs) left = left + x;
		else if (i % 2 == 0) all = all + 2*x;
	}
	double scale = pairs ? 1e@COND*left/all : 1;
	for (long i = 0; i < pairs; i++) {
		v[2*i] *= scale;
		v[2*i + 1] = -v[2*i];
		w[2*i + 1] = w[2*i];
	}
	for (long i = 0; i < N; i++) place[i] = i;
	s = @SEEDu;
	for (long i = N - 1; i > 0; i--) {
		long j = (next(&s) >> 32)*(i + 1) >> 32, p = place[i];
		place[i] = place[j];
		place[j] = p;
	}
	for (long i = 0; i < N; i++) {
		a[i] = (T)v[place[i]];
		b[i] = (T)w[place[i]];
	}
}

static T a[N], b[N];

`
	codeIllPy = `def element(r, i):
@ELEMENT

def ill(seed, cond, dot):  # pairs that cancel, scaled to a condition number, in random places
    r, q = random(seed), random(seed + 1)
    v = [element(r, i) for i in range(N)]
    w = [element(q, i) if dot else 1.0 for i in range(N)]
    pairs = (N - 1) // 2
    all = left = 0.0
    for i in range(N):
        x = v[i] * w[i]
        if i >= 2 * pairs:
            left += x
        elif i % 2 == 0:
            all += 2 * x
    scale = cond * left / all if pairs else 1.0
    for i in range(pairs):
        v[2 * i] *= scale
        v[2 * i + 1] = -v[2 * i]
        w[2 * i + 1] = w[2 * i]
    place, r = list(range(N)), random(seed)
    for i in range(N - 1, 0, -1):
        j = (next(r) >> 32) * (i + 1) >> 32
        place[i], place[j] = place[j], place[i]
    return np.array([v[p] for p in place], dtype=T), np.array([w[p] for p in place], dtype=T)


`
	codeReadC = `static T a[N], b[N];

static void load(void) {
	FILE *f = fopen("@RAW", "r");
	double x;
	for (long i = 0; i < @ALL; i++) {
		if (!f || fscanf(f, "%lf", &x) != 1) exit(2);
		@INTO = (T)x;
	}
	fclose(f);
}

`
	// codeElements: for every kind the statements of element in C, then in Python.
	codeElements = `uniform
	return ldexp((double)((int64_t)(3*(next(s) >> %shift)) - (1LL << %bits)), -%bits);
|    return (3 * (next(r) >> %shift) - 2**%bits) / 2**%bits
|
--
normal
	int64_t u = -(6LL << %bits);
	for (int k = 0; k < 12; k++) u += next(s) >> %shift;
	return ldexp((double)u, -%bits);
|    return (sum(next(r) >> %shift for _ in range(12)) - 6 * 2**%bits) / 2**%bits
|
--
wide
	uint64_t z = next(s);
	double x = ldexp(1 + ldexp((double)(next(s) >> %shift), -%bits), (int)(z % 41) - 20);
	return z >> 63 ? -x : x;
|    z = next(r)
    x = (1 + (next(r) >> %shift) / 2**%bits) * 2.0**(z % 41 - 20)
    return -x if z >> 63 else x
|
--
alternating
	double x = 1 + ldexp((double)(next(s) >> %shift), -%bits);
	return i % 2 ? -x : x;
|    x = 1 + (next(r) >> %shift) / 2**%bits
    return -x if i % 2 else x
|
--
ill
	return 1 + ldexp((double)(next(s) >> %shift), -%bits);
|    return 1 + (next(r) >> %shift) / 2**%bits
|
--
`
	codeSortC = `
// Rising or falling magnitude; equal ones keep their order.
typedef struct { T x; long i; } E;
static int compare(const void *l, const void *r) {
	const E *p = (const E *)l, *q = (const E *)r;
	T x = ABS(p->x), y = ABS(q->x);
	return x < y ? @MINUS1 : x > y ? @PLUS1 : p->i < q->i ? -1 : 1;
}
static void sort(void) {
	static E e[N];
	for (long i = 0; i < N; i++) e[i].x = a[i], e[i].i = i;
	qsort(e, N, sizeof *e, compare);
	for (long i = 0; i < N; i++) a[i] = e[i].x;
}
`
)

// The frames of programs that add the data shown.
const (
	codeProgramPy = `@HEADimport numpy as np
@IMPORTS
T, U, N = %T, %U, @COUNT


@DATA@CODE@LOADs = T(@CALL)
bits = int(s.view(U))
print(s, "0x%0%w" % bits)
assert bits == 0x@BITS, "other bits than 0x@BITS"
`
	codeProgramC = `@HEAD// @COMPILE
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "compile for SSE2 or another unit without excess precision"
#endif
` + codeFastC + `
typedef %T T;
typedef %U U;
enum { N = @COUNT };
#define FN @FN
#define FMA %fma
#define ABS %abs

@DATA@CODEint main(void) {
@LOAD@CALL	U bits;
	memcpy(&bits, &s, sizeof s);
	printf("%.%g 0x%0%wx\n", s, %cast);
	assert(bits == 0x@BITS);
	return 0;
}
`
	// codeFastC stops a C compiler that may change the order; nvcc keeps it.
	codeFastC = `#ifdef __FAST_MATH__ // by -ffast-math or -Ofast
#error "compile without -ffast-math: it lets the compiler add in another order"
#endif
`
	codeDevice = `	T *x, *out, s;
	cudaMalloc(&x, sizeof a);
	cudaMalloc(&out, sizeof s);
	cudaMemcpy(x, a, sizeof a, cudaMemcpyHostToDevice);
@SECOND@LAUNCH	if (cudaMemcpy(&s, out, sizeof s, cudaMemcpyDeviceToHost) != cudaSuccess) return 2;
`
	codeSecond = `	T *y;
	cudaMalloc(&y, sizeof b);
	cudaMemcpy(y, b, sizeof b, cudaMemcpyHostToDevice);
`
)

// codeFMAPy rounds a*b + c once, through exact fractions.
const codeFMAPy = `def fma(a, b, c):  # one rounding, by exact fractions
    e = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    if e == 0:
        return a * b + c
    t = T(float(e))
    best = min((np.nextafter(t, T("-inf")), t, np.nextafter(t, T("inf"))), key=lambda v: (abs(Fraction(float(v)) - e), int(v.view(U)) & 1))
    return best


`
