package gpu

// Compute capability 7.5.
var turing = []generation{
	{75, "", "Turing", "Tesla T4, GeForce RTX 20", []Fact{
		{SpecialUnit, "rcp rsq sin cos ex2 lg2 sqrt tanh(f32,f16) ex2.f16", Documented, "PTX"},
		{RateF64, "2", Documented, "rates"},
		{TensorTypes, "FP16, INT8, INT4, INT1", Documented, "PG13"},
		{Toolkit, "supported by CUDA 13", Recalled, "general"},
	}},
}
