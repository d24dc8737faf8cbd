package gpu

// Compute capabilities 5.0, 5.2 and 5.3.
var maxwell = []generation{
	{50, "", "Maxwell", "GeForce GTX 750", []Fact{
		{RateF32, "128", Documented, "rates"},
		{RateF64, "4", Documented, "rates"},
		{RateSpecial, "32", Documented, "rates"},
		{Toolkit, "CUDA 12.9", Recalled, "general"},
	}},
	{52, "", "Maxwell", "GeForce GTX 980", []Fact{
		{SquareRootF32, "correctly rounded in rn, rz, rp, rm; 1 ulp with -prec-sqrt=false", Documented, "PG12"},
		{SpecialUnit, "rcp rsq sin cos ex2 lg2 sqrt", Inferred, "PG12"},
	}},
	{53, "", "Maxwell", "Jetson TX1 (Tegra X1)", []Fact{
		{Formats, "binary32, binary64, binary16", Documented, "PTX"},
		{MultiplyAddF16, "FMA in binary16, rn", Documented, "PTX"},
		{NaNF16, "0x7FFF", Inferred, "MMA-Sim"},
		{RateF16, "256", Documented, "rates"},
	}},
}
