package reduce

// Preset is the order of a library function for binary32, as measured. Seen says with which versions, on which machine
// and for how many sizes; At never answers for a size beyond what was measured.
type Preset struct {
	ID    string // as the library calls it
	Title string
	Dot   bool // a dot product, not a sum
	Seen  string
	Max   int // the largest size claimed

	form func(n int) (f *Form, fused, claimed bool)
}

// At returns the order for n elements, whether products are fused into the additions of Fold, and whether the preset
// claims this n at all.
func (p Preset) At(n int) (f *Form, fused, claimed bool) {
	if n < 1 || n > p.Max {
		return nil, false, false
	}
	return p.form(n)
}

func always(f func(n int) *Form, fused bool) func(int) (*Form, bool, bool) {
	return func(n int) (*Form, bool, bool) { return f(n), fused, true }
}

const (
	sizes = ": trees of 74 sizes to 100,000, sums of 36,414 sizes"
	cuda  = " on an NVIDIA H200 with 132 multiprocessors" + sizes
)

// Presets lists the library orders, the result of revealing their trees by masking and of comparing sums of seeded data.
var Presets = []Preset{
	{"torch.sum", "PyTorch, CUDA", false, "torch 2.11.0, CUDA 13.0" + cuda, 8_000_000, always(torchSum, false)},
	{"torch.dot", "PyTorch, CUDA: cublasSdot", true, "torch 2.11.0, CUDA 13.0" + cuda, 1 << 19, always(cublasDot, false)},
	{"torch.mv", "PyTorch, CUDA: cublasSgemv with one row", true, "torch 2.11.0, CUDA 13.0" + cuda, 1 << 17,
		func(n int) (*Form, bool, bool) {
			if n == 4096 || n >= 1<<16 {
				return cublasDot(n), false, true
			}
			return cublasGemv(n), true, true
		}},
	{"numpy.sum", "NumPy", false, "NumPy 2.5.2, x86-64" + sizes, 8_000_000, always(numpySum, false)},
	{"numpy.dot", "NumPy: OpenBLAS with 512-bit vectors", true, "NumPy 2.5.2, an Intel Xeon with AVX-512" + sizes, 8_000_000,
		always(func(int) *Form { return &Form{Rule: Registers} }, true)},
	{"torch.sum.cpu", "PyTorch, CPU", false, "torch 2.11.0, an Intel Xeon with AVX-512, below the size that is shared among threads" +
		sizes, 1 << 15, always(func(int) *Form { return &Form{Rule: Cascade} }, false)},
	{"cupy.sum", "CuPy: CUB's device-wide sum", false, "CuPy 14.2.0" + cuda, 8_000_000, always(cubSum, false)},
	{"cupy.dot", "CuPy: products, then CUB's device-wide sum", true, "CuPy 14.2.0" + cuda, 8_000_000, always(cubSum, false)},
	{"jax.sum", "jax.numpy.sum, CUDA", false, "JAX 0.11.2 on an NVIDIA H200: trees of 6 sizes, powers of two to 128", 128,
		func(n int) (*Form, bool, bool) { return jaxSum(n), false, n&(n-1) == 0 && n >= 4 }},
}

// FindPreset returns the preset with the given ID.
func FindPreset(id string) (Preset, bool) {
	for _, p := range Presets {
		if p.ID == id {
			return p, true
		}
	}
	return Preset{}, false
}
