package program

// codeKernels holds the orders of the catalogue that are kernels. Those inside a block stand in the frame grid.
const codeKernels = `grid
__global__ void blocks(@ARGS, T *part) {
	__shared__ T s[THREADS];
	int t = threadIdx.x;
	T v = 0;
	for (long i = blockIdx.x*THREADS + t; i < N; i += THREADS*BLOCKS) v = @STEP;
@BLOCK	if (t == 0) part[blockIdx.x] = v;
}
--
shared
	s[t] = v;
	__syncthreads();
	for (int w = THREADS/2; w > 0; w /= 2) {
		if (t < w) s[t] = s[t] + s[t + w];
		__syncthreads();
	}
	v = s[0];
--
neighbours
	s[t] = v;
	__syncthreads();
	for (int w = 1; w < THREADS; w *= 2) {
		if (t % (2*w) == 0) s[t] = s[t] + s[t + w];
		__syncthreads();
	}
	v = s[0];
--
shuffledown
	for (int o = 16; o > 0; o /= 2) v = v + __shfl_down_sync(~0u, v, o);
	if (t % 32 == 0) s[t/32] = v;
	__syncthreads();
	if (t < 32) {
		v = t < THREADS/32 ? s[t] : 0;
		for (int o = 16; o > 0; o /= 2) v = v + __shfl_down_sync(~0u, v, o);
	}
--
shufflexor
	for (int o = 16; o > 0; o /= 2) v = v + __shfl_xor_sync(~0u, v, o);
	if (t % 32 == 0) s[t/32] = v;
	__syncthreads();
	if (t < 32) {
		v = t < THREADS/32 ? s[t] : 0;
		for (int o = 16; o > 0; o /= 2) v = v + __shfl_xor_sync(~0u, v, o);
	}
--
shufflerising
	for (int o = 1; o < 32; o *= 2) {
		T u = __shfl_down_sync(~0u, v, o);
		if (t % 32 + o < 32) v = v + u;
	}
	if (t % 32 == 0) s[t/32] = v;
	__syncthreads();
	if (t == 0)
		for (int i = 1; i < THREADS/32; i++) v = v + s[i];
--
blocked
__global__ void blocks(const T *a, T *part) {
	__shared__ T s[THREADS];
	long from = (long)blockIdx.x*THREADS;
	int t = threadIdx.x, m = N - from < THREADS ? N - from : THREADS;
	if (t < m) s[t] = a[from + t];
	__syncthreads();
	for (int w = THREADS/2; w > 0; w /= 2) {
		if (t < w && t + w < m) s[t] = s[t] + s[t + w];
		if (m > w) m = w;
		__syncthreads();
	}
	if (t == 0) part[blockIdx.x] = s[0];
}
--
gridstride
__global__ void blocks(const T *a, T *part) {
	__shared__ T s[THREADS];
	int t = threadIdx.x, k = 0;
	long from = (long)blockIdx.x*THREADS, left = N - from;
	int m = left < THREADS ? left : THREADS;
	T acc[@ACCUMS];
	for (long i = from + t; i < N; i += THREADS*BLOCKS, k++) acc[k % @ACCUMS] = k < @ACCUMS ? a[i] : acc[k % @ACCUMS] + a[i];
	if (k > 0) {
		s[t] = acc[0];
		for (int j = 1; j < @ACCUMS && j < k; j++) s[t] = s[t] + acc[j];
	}
	__syncthreads();
	for (int w = THREADS/2; w > 0; w /= 2) {
		if (t < w && t + w < m) s[t] = s[t] + s[t + w];
		if (m > w) m = w;
		__syncthreads();
	}
	if (t == 0 && k > 0) part[blockIdx.x] = s[0];
}
--
splitk
__global__ void blocks(const T *a, T *part) {
	long from = blockIdx.x*@SIZEL, to = from + @SIZE < N ? from + @SIZE : N;
	T t = a[from];
	for (long i = from + 1; i < to; i++) t = t + a[i];
	part[blockIdx.x] = t;
}
--
finish
__global__ void finish(const T *part, T *out) {
	T t = @START;
	for (int i = @FROM; i < @PARTS; i++) t = t + part[i];
	*out = t;
}
--
launch
	T *part;
	cudaMalloc(&part, BLOCKS*sizeof(T));
	blocks<<<BLOCKS, THREADS>>>(@ARGS, part);
	finish<<<1, 1>>>(part, out);
--
one
__global__ void one(@ARGS, T *out) { *out = @CALL; }
--
launchone
	cudaDeviceSetLimit(cudaLimitMallocHeapSize, 256u << 20);
	one<<<1, 1>>>(@ARGS, out);
--
`

// codeSchemes holds the compensated schemes: T s = 0, c = 0 and a loop in which p is an element.
const codeSchemes = `kahan
		T q = p - c, t = s + q;
		c = (t - s) - q;
		s = t;
|s
        q = p - c
        t = s + q
        c = (t - s) - q
        s = t
|
--
neumaier
		T t = s + p;
		c = c + (ABS(s) >= ABS(p) ? (s - t) + p : (p - t) + s);
		s = t;
|s + c
        t = s + p
        c = c + ((s - t) + p if abs(s) >= abs(p) else (p - t) + s)
        s = t
|
--
klein
		T t = s + p, l = ABS(s) >= ABS(p) ? (s - t) + p : (p - t) + s, u = c + l;
		d = d + (ABS(c) >= ABS(l) ? (c - u) + l : (l - u) + c);
		s = t;
		c = u;
|s + (c + d)
        t = s + p
        l = (s - t) + p if abs(s) >= abs(p) else (p - t) + s
        u = c + l
        d = d + ((c - u) + l if abs(c) >= abs(l) else (l - u) + c)
        s, c = t, u
|
--
twofold
		T t = s + p, v = t - s, l = c + ((s - (t - v)) + (p - v));
		s = t + l;
		c = l - (s - t);
|s
        t = s + p
        v = t - s
        l = c + ((s - (t - v)) + (p - v))
        s = t + l
        c = l - (s - t)
|
--
dot2
		T t = s + p, v = t - s;
		c = c + (((s - (t - v)) + (p - v)) + @LOW);
		s = t;
|s + c
        t = s + p
        v = t - s
        c = c + (((s - (t - v)) + (p - v)) + @LOW)
        s = t
|
--
loop
FN T @NAME(@ARGS) {
	T s = 0, c = 0@MORE;
	for (long i = 0; i < n; i++) {
		T p = @P;
@STEP	}
	return @RESULT;
}
--
loop.py
def @NAME(@ARGS):
    s = c = @MORET(0)
    for i in range(len(x)):
        p = @P
@STEP    return @RESULT

--
tree
FN T tree(const T *x, long n, long step) { return @E; }

--
tree.py
def tree(x):
    return @E


--
`
