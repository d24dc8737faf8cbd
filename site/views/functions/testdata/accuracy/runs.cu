// How many bits past the guard bit decide the rounding of f(x) to binary32, for all 2^32 arguments x.
//
// f is evaluated in binary64; of its 29 bits below the 24 kept ones the first is the guard bit, and the run is the
// number of bits that follow it and differ from it: guard 1, then zeros, or guard 0, then ones. Only results that are
// normal binary32 numbers count. One line a function: name, results, then the counts of runs of 0, 1, ... 28 bits.
// Lines "c name argument run" list every argument with a run of 22 or more, to be computed again with more bits: the
// binary64 result is off by a few units of its last place, which cannot hide a run of 23 or more from this list.
//
// nvcc -O2 -o runs runs.cu && ./runs
#include <cstdio>
#include <cstdint>
#include <cuda_runtime.h>

constexpr int most = 1 << 16;
struct Out { unsigned long long n, runs[29]; unsigned found; uint2 list[most]; };

template <typename F> __global__ void sweep(F f, Out *out) {
    __shared__ unsigned long long runs[29];
    if (threadIdx.x < 29) runs[threadIdx.x] = 0;
    __syncthreads();
    uint64_t step = (uint64_t)gridDim.x * blockDim.x;
    unsigned mine[29] = {};
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < 1ull << 32; i += step) {
        double y = f((double)__uint_as_float((unsigned)i));
        uint64_t b = (uint64_t)__double_as_longlong(y);
        int e = (int)(b >> 52 & 0x7ff) - 1023;
        if (e < -126 || e > 127) continue;
        unsigned rest = (unsigned)(b & ((1u << 29) - 1));
        unsigned low = rest & ((1u << 28) - 1);
        if (!(rest >> 28)) low = ~low & ((1u << 28) - 1);
        int run = __clz(low) - 4;
        mine[run]++;
        if (run >= 22) {
            unsigned k = atomicAdd(&out->found, 1u);
            if (k < most) out->list[k] = make_uint2((unsigned)i, (unsigned)run);
        }
    }
    for (int k = 0; k < 29; k++) atomicAdd(&runs[k], (unsigned long long)mine[k]);
    __syncthreads();
    if (threadIdx.x < 29) atomicAdd(&out->runs[threadIdx.x], runs[threadIdx.x]);
}

template <typename F> void run(const char *name, F f) {
    Out *out;
    cudaMallocManaged(&out, sizeof *out);
    cudaMemset(out, 0, sizeof *out);
    sweep<<<2048, 256>>>(f, out);
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess || out->found > most) { printf("x %s %s %u\n", name, cudaGetErrorString(e), out->found); return; }
    unsigned long long n = 0;
    for (auto r : out->runs) n += r;
    printf("%s %llu", name, n);
    for (auto r : out->runs) printf(" %llu", r);
    printf("\n");
    for (unsigned k = 0; k < out->found; k++) printf("c %s %08x %u\n", name, out->list[k].x, out->list[k].y);
    cudaFree(out);
}

#define RUN(f) run(#f, [] __device__(double x) { return f(x); })
int main() {
    RUN(exp); RUN(exp2); RUN(exp10); RUN(expm1); RUN(log); RUN(log2); RUN(log10); RUN(log1p);
    RUN(sin); RUN(cos); RUN(tan); RUN(asin); RUN(acos); RUN(atan);
    RUN(sinh); RUN(cosh); RUN(tanh); RUN(asinh); RUN(acosh); RUN(atanh); RUN(cbrt); RUN(rsqrt); RUN(sinpi); RUN(cospi);
}
