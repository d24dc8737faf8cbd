package gpu

// Compute capabilities 10.0 and 12.0.
var blackwell = []generation{
	{100, "", "Blackwell", "B200, GB200", []Fact{
		{Conversions, "binary16, binary64, bfloat16, TF32, E4M3, E5M2, E2M3, E3M2, E2M1, E8M0", Documented, "PTX"},
		{MultiplyAddF32, "FMA; two at once as f32x2", Documented, "PTX"},
		{NaNF32, "0x7FFFFFFF", Documented, "PG4"},
		{NaNF64, "payload of an operand; may change, bits of the payload and even the sign", Documented, "PG13"},
		{NaNF16, "0x7FFF", Inferred, "MMA-Sim"},
		{RateF16, "128 (x2-way SIMD)", Documented, "rates"},
		{TensorTypes, "FP64, TF32, BF16, FP16, FP8, FP6, FP4, INT8", Documented, "PG13"},
	}},
	{120, "12.1", "Blackwell", "GeForce RTX 50, RTX PRO 6000, DGX Spark", []Fact{
		{RateF64, "2", Documented, "rates"},
		{RateF16, "64 (x2-way SIMD; BPG 13.4) vs 256 (12.9 guide)", Documented, "rates"},
		{TensorTypes, "TF32, BF16, FP16, FP8, FP6, FP4, INT8", Documented, "PG13"},
	}},
}
