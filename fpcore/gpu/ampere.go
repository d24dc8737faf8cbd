package gpu

// Compute capabilities 8.0 and 8.6.
var ampere = []generation{
	{80, "", "Ampere", "A100, A30", []Fact{
		{Formats, "binary32, binary64, binary16, bfloat16 (fma, neg, abs, min, max)", Documented, "PTX"},
		{Conversions, "binary16, binary64, bfloat16, TF32", Documented, "PTX"},
		{MultiplyAddF16, "FMA in binary16 and bfloat16, rn", Documented, "PTX"},
		{RateF64, "32", Documented, "rates"},
		{RateF16, "256 (128 bf16)", Documented, "rates"},
		{TensorTypes, "FP64, TF32, BF16, FP16, INT8, INT4, INT1", Documented, "PG13"},
	}},
	{86, "8.7", "Ampere", "GeForce RTX 30, A2, A10, Jetson Orin", []Fact{
		{RateF32, "128", Documented, "rates"},
		{RateF64, "2", Documented, "rates"},
		{RateF16, "128 or 256 (sources disagree)", Documented, "rates"},
		{TensorTypes, "TF32, BF16, FP16, INT8, INT4, INT1", Documented, "PG13"},
	}},
}
