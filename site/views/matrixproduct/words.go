package matrixproduct

import (
	"ulplab/fpcore/evidence"
	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor/field"
	"ulplab/fpcore/tensor/product"
	"ulplab/site/kit/words"
)

// ExampleWords holds the words of Examples, one a line: ID, name, note.
const ExampleWords = `fp8|FP8 with fast accumulation|4096 positive products in one accumulator of 14 bits: the longer the sum, the more bits of each product are truncated.
slow|FP8 without fast accumulation|Every 128 products the accumulator starts anew, and the parts are added in binary32.
tf32|TF32 beside binary32|Rounding the operands to TF32 costs more than all that follows.
f32|binary32 in cuBLAS|The order depends on M, N and K: slices of K, tiles dealt to several accumulators, or one chain.
half|binary16 with a binary16 result|The accumulator has 24 bits; the one rounding at the end is the larger error.
unknown|A size that was not measured|K = 1001 was not measured for this call, so the lab does not say what the library does. What units and chains give is shown all the same.`

const (
	chainTitle = "The error along K"
	wholeTitle = "Every element"
	tolTitle   = "A tolerance for a test"
	tolNote    = "For operands that are normal numbers. The error of every element is at most γ times the sum of the magnitudes of its products; γ follows from the order of operations alone."
	pasteLabel = "Or paste a matrix, a row a line"
	fileNote   = "One file with two columns: the row and the column. Or two files, A and then B, each a matrix as it is stored or a single vector; NPY, CSV or raw values. Numbers are rounded to the type of the call."
	codeTitle  = "Check it"
	codeNote   = "The same numbers, bit for bit, the call, and the comparison with the tolerance. On the machine and versions that were measured, the element printed was the one shown here at every size compared."
	ownNote    = "The program reads the files by their names, from the folder that it runs in, and rounds their numbers once, as here. The tolerance is for operands and results that are normal numbers."
)

// chainCaption says what the curves show, with their ends.
func chainCaption(m *Model) string {
	text := "The error of the accumulator after k products, divided by the sum of their magnitudes; logarithmic."
	if w := m.chosen(); w != nil && w.Size != "" {
		text += words.Fill(" At k = # the call’s result is ", len(m.A)) + words.Minus(w.Size) + " off"
		if last := &m.Ways[len(m.Ways)-1]; last.Size != "" {
			text += ", a chain of fused multiply-adds " + words.Minus(last.Size)
		}
		text += "."
	}
	return text
}

// planSource says where the plan of a call is from.
func planSource(known evidence.Kind) string {
	if known == evidence.Inferred {
		return product.Source + "; the measured sizes of this range have one order, which is inferred for those between"
	}
	return product.Source
}

// noPlan says that a size was not measured, or that the call refuses it.
func noPlan(p product.Preset, n [numbers]uint32) string {
	if p.In == format.E4M3 && (n[N]|n[K])%16 != 0 {
		return "torch refuses this size: of torch._scaled_mm N and K are multiples of 16."
	}
	return "No order was measured for this size of this call, and the lab does not guess. It answers for: " + p.Sizes + "."
}

// wholeProblem says why the errors of all elements are not computed, "" if they can be.
func (s State) wholeProblem(table product.Table) string {
	in := s.input()
	if s.Whole.Preset != "" {
		in = s.Whole
	}
	return problemOf(in, table)
}

func problemOf(in Input, table product.Table) string {
	p := in.preset()
	if in.one() {
		return "A row and a column of your own are one element: for all, open two files, A and B."
	}
	in, err := in.sized()
	if err != nil {
		return words.Minus(err.Error())
	}
	switch _, known := p.Plan(int(in.N[M]), int(in.N[N]), int(in.N[K]), in.Layout, table); {
	case in.N[M] > field.MostSide || in.N[N] > field.MostSide || in.N[K] > field.MostDepth:
		return words.Fill("All elements are computed up to M and N of # and K of #.", field.MostSide, field.MostDepth)
	case known == 0:
		return "No order was measured for this size."
	}
	return ""
}

// verdict is the answer in a line.
func verdict(m *Model) string {
	switch w := m.chosen(); {
	case m.Problem != "":
		return ""
	case w == nil:
		return "No order was measured for this size."
	case w.Error == "":
		return "Computing …"
	case w.Error == "0":
		return "The library’s element is exact."
	default:
		return "The library’s element is " + words.Minus(w.Error) + " ulp off, " + words.Minus(w.Size) + " of Σ|a·b|."
	}
}
