package gpu

// Compute capabilities 6.0, 6.1 and 6.2.
var pascal = []generation{
	{60, "", "Pascal", "Tesla P100", []Fact{
		{RateF32, "64", Documented, "rates"},
		{RateF64, "32", Documented, "rates"},
		{RateF16, "128", Documented, "rates"},
		{RateSpecial, "16", Documented, "rates"},
	}},
	{61, "", "Pascal", "GeForce GTX 1080, Tesla P4, P40", []Fact{
		{RateF32, "128", Documented, "rates"},
		{RateF64, "4", Documented, "rates"},
		{RateF16, "2", Documented, "rates"},
		{RateSpecial, "32", Documented, "rates"},
	}},
	{62, "", "Pascal", "Jetson TX2 (Tegra X2)", []Fact{
		{RateF16, "256", Documented, "rates"},
	}},
}
