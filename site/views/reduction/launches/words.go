package launches

// The words about thread counts.
const (
	title   = "Thread counts: same data and code, different launches"
	note    = "Chapter 5.3 of the white paper: a GPU may launch blocks of 128 threads where a CPU runs 4. Move a slider and watch the bits; below, every position at once. A letter is a result: cells with the same letter agree in every bit."
	gpuName = "GPU"
	cpuName = "CPU"
	source  = "GPU: each thread strides over the vector and starts at +0; with one accumulator, the pattern’s sums equal those measured on an NVIDIA H200 with CUDA 13 at every size and launch recorded (kind: measured). More accumulators take a thread’s elements in turn and are added one by one (kind: inferred from the source such code has). CPU: OpenMP’s static schedule, consecutive parts of equal length, and the threads’ sums in the order of threads (kind: documented for the parts; OpenMP leaves the order of the sums open)."
)
