package matrixproduct

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor/product"
)

// dtypes are torch's names of formats.
var dtypes = map[string]string{"f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "e4m3": "float8_e4m3fn"}

// code is a program in Python that computes the product with torch, checks every element with the tolerance, and prints the
// element shown. gamma is the tolerance in decimal, element the code of the element, "" where it is not known.
func code(in Input, gamma, element string) string {
	p := in.preset()
	d, _ := product.FindData(in.Data)
	f := p.In
	dtype := "torch." + dtypes[f.ID]
	itoa := func(n int) string { return strconv.Itoa(n) }
	u := itoa(f.Bits)
	sign := " | z >> np.uint64(63) << np.uint64(" + itoa(f.Bits-1) + ")"
	if d.Positive {
		sign = ""
	}
	lines := []string{"import numpy as np, torch", "",
		"M, N, K, seed = " + itoa(int(in.N[M])) + ", " + itoa(int(in.N[N])) + ", " + itoa(int(in.N[K])) + ", " + itoa(int(in.N[Seed])), "",
		"def numbers(seed, rows, cols):  # splitmix64 of a counter: sign, exponent, trailing significand",
		"    u = np.uint64",
		"    z = (np.arange(rows * cols, dtype=u) + u(1)) * u(0x9E3779B97F4A7C15) + u(seed * 0xD1342543DE82EF95 % 2**64)",
		"    z = (z ^ z >> u(30)) * u(0xBF58476D1CE4E5B9)",
		"    z = (z ^ z >> u(27)) * u(0x94D049BB133111EB)",
		"    z = z ^ z >> u(31)",
		"    code = z & u(" + itoa(1<<min(f.FracBits, 52)-1) + ") | (u(" + itoa(int(f.Bias)+d.Low) + ") + (z >> u(52) & u(" + itoa(int(d.Spread)) + "))) << u(" + itoa(f.FracBits) + ")" + strings.ReplaceAll(sign, "np.uint64", "u"),
		"    return torch.from_numpy(code.astype(np.uint" + u + ").view(np.int" + u + ")).view(" + dtype + ").reshape(rows, cols).cuda()", "",
		"A = numbers(2 * seed - 1, M, K)"}
	if in.Layout == product.Rows {
		lines = append(lines, "B = numbers(2 * seed, K, N)")
	} else {
		lines = append(lines, "B = numbers(2 * seed, N, K).T  # column by column")
	}
	fast := "False"
	switch p.ID {
	case "f32":
		lines = append(lines, "torch.backends.cuda.matmul.allow_tf32 = False", "C = torch.matmul(A, B)")
	case "f32_tf32":
		lines = append(lines, "torch.backends.cuda.matmul.allow_tf32 = True", "C = torch.matmul(A, B)")
	case "f16":
		lines = append(lines, "torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False", "C = torch.matmul(A, B)")
	case "bf16":
		lines = append(lines, "torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False", "C = torch.matmul(A, B)")
	case "f16_to_f32", "bf16_to_f32":
		lines = append(lines, "C = torch.mm(A, B, out_dtype=torch.float32)")
	case "e4m3_fast", "e4m3_slow":
		if p.ID == "e4m3_fast" {
			fast = "True"
		}
		lines = append(lines, "one = torch.ones((), device=\"cuda\")", "C = torch._scaled_mm(A, B, scale_a=one, scale_b=one, out_dtype=torch.float32, use_fast_accum="+fast+")")
	default:
		lines = append(lines, "C = torch.matmul(A, B)")
	}
	out := p.Out.Bits
	lines = append(lines, "",
		"word = C["+itoa(int(in.N[Row]))+", "+itoa(int(in.N[Col]))+"].cpu().reshape(1).view(torch.int"+itoa(out)+").item() & (1 << "+itoa(out)+") - 1")
	said := ""
	if element != "" {
		said = "  # here: " + element
	}
	lines = append(lines, "print(f\"{word:#0"+itoa(2+out/4)+"x}\")"+said, "")
	if f == format.F64 {
		lines = append(lines, "# A reference that is more precise than binary64:", "a, b = A.cpu().numpy().astype(np.longdouble), B.cpu().numpy().astype(np.longdouble)")
	} else {
		lines = append(lines, "a, b = A.double().cpu().numpy(), B.double().cpu().numpy()")
	}
	lines = append(lines, "reference, size = a @ b, abs(a) @ abs(b)", "error = abs(C.double().cpu().numpy() - reference)", "print(\"largest error / size:\", (error / size).max())")
	if gamma != "" {
		lines = append(lines, "assert (error <= "+gamma+" * size).all()")
	}
	return strings.Join(lines, "\n") + "\n"
}
