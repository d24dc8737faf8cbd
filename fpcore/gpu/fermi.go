package gpu

// Compute capabilities 2.0 and 2.1.
var fermi = []generation{
	{20, "", "Fermi", "GeForce GTX 480, Tesla C2050", []Fact{
		{MultiplyAddF32, "FMA", Documented, "PTX"},
		{RoundingF32, "rn, rz, rp, rm", Documented, "PTX"},
		{RoundingMultiplyAdd, "rn, rz, rp, rm", Documented, "PTX"},
		{RoundingDivisionF64, "rn, rz, rp, rm", Documented, "PTX"},
		{SubnormalsF32, "kept at full speed; flushed by instructions with .ftz", Documented, "PTX"},
		{SubnormalsOther, "kept", Documented, "PTX"},
		{DivisionF32, "correctly rounded in rn, rz, rp, rm; 2 ulp with -prec-div=false", Documented, "PTX"},
		{SquareRootF32, "correctly rounded in rn, rz, rp, rm; 3 ulp with -prec-sqrt=false", Documented, "PG12"},
		{NaNF32, "0x7FFFFFFF", Documented, "PG4"},
		{NaNF64, "payload of an operand; may change, bits of the payload and even the sign", Documented, "PG13"},
		{RateF32, "32", Documented, "rates"},
		{RateF64, "16 (4 on GeForce)", Documented, "rates"},
		{RateSpecial, "4", Documented, "rates"},
		{Toolkit, "CUDA 8.0", Recalled, "general"},
	}},
	{21, "", "Fermi", "GeForce GTX 460", []Fact{
		{RateF32, "48", Documented, "rates"},
		{RateF64, "4", Documented, "rates"},
		{RateSpecial, "8", Documented, "rates"},
	}},
}
