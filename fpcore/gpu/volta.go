package gpu

// Compute capability 7.0; 7.2 also has int8 tensor-core operands.
var volta = []generation{
	{70, "", "Volta", "Tesla V100", []Fact{
		{RateF32, "64", Documented, "rates"},
		{RateF64, "32", Documented, "rates"},
		{RateF16, "128", Documented, "rates"},
		{RateSpecial, "16", Documented, "rates"},
		{TensorTypes, "FP16", Documented, "PTX"},
	}},
}
