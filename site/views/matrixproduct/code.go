package matrixproduct

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/tensor/product"
)

// dtypes are torch's names of formats.
var dtypes = map[string]string{"f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "e4m3": "float8_e4m3fn"}

// code is a program in Python that computes the product with torch, checks every element with the tolerance, and prints the
// element shown. Its text is a file of assets/data: a line that begins with ? is of those of which one of the words behind it
// holds, and words in braces are numbers of the product. gamma is the tolerance in decimal, element the code of the element,
// "" where it is not known.
func code(text string, in Input, gamma, element string) string {
	p := in.preset()
	d, _ := product.FindData(in.Data)
	f, out := p.In, p.Out.Bits
	holds := []string{p.ID, string(in.Layout), "signed", "bounded"}
	if d.Positive {
		holds[2] = "positive"
	}
	if gamma == "" {
		holds[3] = ""
	}
	if element != "" {
		element = "  # here: " + element
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if some, conditional := strings.CutPrefix(line, "?"); conditional {
			if some, line, _ = strings.Cut(some, " "); !slices.ContainsFunc(strings.Split(some, ","), func(w string) bool { return slices.Contains(holds, w) }) {
				continue
			}
		}
		b.WriteString(line)
	}
	text = b.String()
	for name, n := range map[string]int{"M": int(in.N[M]), "N": int(in.N[N]), "K": int(in.N[K]), "seed": int(in.N[Seed]), "row": int(in.N[Row]), "column": int(in.N[Col]),
		"mask": 1<<min(f.FracBits, 52) - 1, "bias": int(f.Bias) + d.Low, "spread": int(d.Spread), "fraction": f.FracBits, "sign": f.Bits - 1, "bits": f.Bits,
		"result": out, "digits": 2 + out/4} {
		text = strings.ReplaceAll(text, "{"+name+"}", strconv.Itoa(n))
	}
	for name, s := range map[string]string{"type": dtypes[f.ID], "element": element, "gamma": gamma} {
		text = strings.ReplaceAll(text, "{"+name+"}", s)
	}
	return text
}
