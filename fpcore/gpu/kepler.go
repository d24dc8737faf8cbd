package gpu

// Compute capabilities 3.0 to 3.7.
var kepler = []generation{
	{30, "3.2", "Kepler", "GeForce GTX 680, Tegra K1", []Fact{
		{RateF32, "192", Documented, "rates"},
		{RateF64, "8", Documented, "rates"},
		{RateSpecial, "32", Documented, "rates"},
		{Toolkit, "CUDA 10.2", Recalled, "general"},
	}},
	{35, "3.7", "Kepler", "Tesla K20, K40, K80, GeForce GTX Titan", []Fact{
		{RateF64, "64 (8 on GeForce 3.5 parts in default mode)", Documented, "rates"},
		{Toolkit, "CUDA 11.8", Recalled, "general"},
	}},
}
