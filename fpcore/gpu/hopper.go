package gpu

// Compute capability 9.0.
var hopper = []generation{
	{90, "", "Hopper", "H100, H200", []Fact{
		{Formats, "binary32, binary64, binary16, bfloat16", Documented, "PTX"},
		{SpecialUnit, "rcp rsq sin cos ex2 lg2 sqrt tanh(f32,f16) ex2.f16 tanh.bf16 ex2.bf16", Documented, "PTX"},
		{NaNF32, "0x7FFFFFFF", Measured, "H200"},
		{NaNF64, "an operand made quiet: b before c before a; invalid operations 0xFFF8000000000000", Measured, "H200"},
		{NaNF16, "0x7FFF", Measured, "H200"},
		{RateF64, "64", Documented, "rates"},
		{RateF16, "256", Documented, "rates"},
		{TensorTypes, "FP64, TF32, BF16, FP16, FP8, INT8", Documented, "PG13"},
	}},
}
