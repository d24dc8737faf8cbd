package program

// The programs that reveal a tree on the reader's own machine, and print it as package reveal reads it.
const (
	probePy = `# In which order does a sum add its elements? Masking tells: with M for one element, -M for another and 1 for all
# others, what meets M or -M before they meet each other is lost, and the result counts the rest.
# Run it and give what it prints back to ULP Lab:  python3 @FILE
import platform
import sys
import numpy as np
@IMPORTS
T, U, N, M = %T, %U, @COUNT, %M
sys.setrecursionlimit(10 * N + 1000)
y = np.ones(N, dtype=T)


@CODEdef my_sum(x):  # @ABOUT
    return @CALL


known = {}


def meet(i, j):  # the number of elements below the sum in which i and j meet
    key = min(i, j), max(i, j)
    if key not in known:
        x = np.ones(N, dtype=T)
        x[i], x[j] = M, -M
        s = float(my_sum(x))
        if not (0 <= s <= N - 2 and s == int(s)):
            raise ValueError("with %d and %d masked the sum is %r" % (i, j, s))
        known[key] = N - int(s)
    return known[key]


def tree(leaves):
    first, rest = leaves[0], leaves[1:]
    text, below = str(first), 1
    for size in sorted({meet(first, j) for j in rest}):
        group, kids = [j for j in rest if meet(first, j) == size], []
        if below + len(group) != size or max(meet(group[0], j) for j in [first] + group[1:]) > size:
            raise ValueError("element %d meets %d others at size %d, after %d" % (first, len(group), size, below))
        while group:
            own = [j for j in group if j == group[0] or meet(group[0], j) < size]
            group = [j for j in group if j not in own]
            kids.append(tree(own))
        text = ("(%s %s)" if len(kids) == 1 else "[%s %s]") % (text, " ".join(kids))
        below = size
    return text


@RANDOMx = np.array([e for e, _ in zip(data(1), range(N))], dtype=T)
sums = {int(T(my_sum(x)).view(U)) for _ in range(5)}
try:
    found = tree(list(range(N)))
except ValueError as e:
    found = "none: " + str(e)
print("ulplab-tree 1")
print("of @OF")
print("by " + @VERSION + ", Python " + platform.python_version() + ", " + platform.machine())
print("format %format")
print("elements %d" % N)
print("probes %d" % len(known))
print("check " + ("varies" if len(sums) > 1 else "%0%w" % sums.pop()))
print("tree " + found)
print("end")
`
	probeC = `// In which order does a sum add its elements? Masking tells: with M for one element, -M for another and 1 for all
// others, what meets M or -M before they meet each other is lost, and the result counts the rest.
// Compile with the flags you ask about, run it, and give what it prints back to ULP Lab:
// @COMPILE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
@INCLUDE
typedef %T T;
typedef %U U;
enum { N = @COUNT };
#define FN @FN
#define FMA %fma
static const T M = %M;

@CODE// @ABOUT
@QUALT my_sum(const T *x, long n) {
@BODY}

static T x[N]; // the elements of a probe
static short known[N][N];
static long probes, length;
static char text[8*N + 16];

static T probe(void) {
@PROBE}

static void print(const char *tree) {
	for (long i = 0; i < N; i++) x[i] = element(i);
	U check, again;
	int same = 1;
	T s = probe();
	memcpy(&check, &s, sizeof s);
	for (int k = 0; k < 4; k++) {
		s = probe();
		memcpy(&again, &s, sizeof s);
		same = same && again == check;
	}
	printf("ulplab-tree 1\nof @OF\nby ");
@VERSION	printf("format %format\nelements %d\nprobes %ld\ncheck ", N, probes);
	if (same) printf("%0%wx\n", %check);
	else printf("varies\n");
	printf("tree %s\nend\n", tree);
}

static void none(int i, int j, double got) {
	sprintf(text, "none: with %d and %d masked the sum is %.17g", i, j, got);
	print(text);
	exit(0);
}

// The number of elements below the sum in which i and j meet.
static int meet(int i, int j) {
	if (known[i][j]) return known[i][j];
	for (int k = 0; k < N; k++) x[k] = 1;
	x[i] = M;
	x[j] = -M;
	T s = probe();
	probes++;
	if (!(s >= 0 && s <= N - 2 && s == (T)(int)s)) none(i, j, s);
	return known[i][j] = known[j][i] = N - (int)s;
}

static void swap(int *s, int i, int j) {
	int e = s[i];
	s[i] = s[j];
	s[j] = e;
}

// Appends the tree of n elements to text.
static void tree(int *s, int n) {
	long start = length;
	length += sprintf(text + length, "%d", s[0]);
	for (int below = 1; below < n;) {
		int size = N, end = below, kids = 1;
		for (int k = below; k < n; k++)
			if (meet(s[0], s[k]) < size) size = meet(s[0], s[k]);
		for (int k = below; k < n; k++)
			if (meet(s[0], s[k]) == size) swap(s, k, end++);
		if (end != size) none(s[0], s[below], N - size);
		for (; below < end; kids++) {
			int own = below + 1;
			for (int k = own; k < end; k++) {
				if (meet(s[below], s[k]) > size) none(s[below], s[k], N - meet(s[below], s[k]));
				if (meet(s[below], s[k]) < size) swap(s, k, own++);
			}
			text[length++] = ' ';
			tree(s + below, own - below);
			below = own;
		}
		memmove(text + start + 1, text + start, length - start);
		text[start] = kids > 2 ? '[' : '(';
		length++;
		text[length++] = kids > 2 ? ']' : ')';
	}
}

int main(void) {
	static int all[N];
	for (int i = 0; i < N; i++) all[i] = i;
@SETUP	tree(all, N);
	text[length] = 0;
	print(text);
	return 0;
}
`
	probeCheckC = `// splitmix64
FN uint64_t next(uint64_t *s) {
	uint64_t z = *s += 0x9E3779B97F4A7C15;
	z = (z ^ z >> 30)*0xBF58476D1CE4E5B9;
	z = (z ^ z >> 27)*0x94D049BB133111EB;
	return z ^ z >> 31;
}

// Numbers in [-1, 2) whose sum is compared at the end.
static T element(long i) {
	static uint64_t s;
	if (i == 0) s = 1;
	return (T)ldexp((double)((int64_t)(3*(next(&s) >> %shift)) - (1LL << %bits)), -%bits);
}

`
	probeCheckPy = `def random(seed):  # splitmix64
    while True:
        seed = z = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        yield z ^ z >> 31


`
	probeDataPy = `def data(seed):  # numbers in [-1, 2) whose sum is compared at the end
    for z in random(seed):
        yield (3 * (z >> %shift) - 2**%bits) / 2**%bits


`
	probeVersionC = `#if defined __clang__
	printf("clang %s", __clang_version__);
#elif defined __GNUC__
	printf("gcc %s", __VERSION__);
#else
	printf("a C compiler");
#endif
#ifdef __FAST_MATH__
	printf(", fast math");
#endif
#ifdef __AVX512F__
	printf(", AVX-512");
#elif defined __AVX2__
	printf(", AVX2");
#endif
#ifdef __OPTIMIZE__
	printf(", optimized");
#endif
	printf("\n");
`
	probeVersionCUDA = `	cudaDeviceProp p;
	cudaGetDeviceProperties(&p, 0);
	printf("%s, CUDA %d.%d@CUB\n", p.name, CUDART_VERSION/1000, CUDART_VERSION%1000/10@CUBV);
`
	probeCUB = `
	void *room = nullptr;
	size_t bytes = 0;
	cub::DeviceReduce::Sum(room, bytes, x, out, (int)n);
	cudaMalloc(&room, bytes);
	cub::DeviceReduce::Sum(room, bytes, x, out, (int)n);
	cudaFree(room);
`
	probeBlock = `__global__ void blocks(const T *a, T *out) {
	typedef cub::BlockReduce<T, 128, cub::BLOCK_REDUCE_@ALGO> Reduce;
	__shared__ typename Reduce::TempStorage room;
	T v = 0;
	for (int i = threadIdx.x; i < N; i += 128) v = v + a[i];
	v = Reduce(room).Sum(v);
	if (threadIdx.x == 0) *out = v;
}

`
)
