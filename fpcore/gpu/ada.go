package gpu

// Compute capability 8.9.
var ada = []generation{
	{89, "", "Ada Lovelace", "GeForce RTX 40, L4, L40S", []Fact{
		{Conversions, "binary16, binary64, bfloat16, TF32, E4M3, E5M2", Documented, "PTX"},
		{RateF16, "128 (or 256)", Documented, "rates"},
		{TensorTypes, "TF32, BF16, FP16, FP8, INT8, INT4", Documented, "PG13"},
	}},
}
