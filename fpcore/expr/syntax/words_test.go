package syntax

import "testing"

// TestKeywords holds the constants to the list of words.
func TestKeywords(t *testing.T) {
	for id, word := range map[int32]string{WordVoid: "void", WordDouble: "double", WordHalf: "half", WordFloat16: "_Float16", WordConst: "const", WordGlobal: "__global__", WordSizeof: "sizeof",
		WordDefault: "default", WordUint: "uint", WordUint64: "uint64_t", WordE5M2: "__nv_fp8_e5m2", WordPrintf: "printf", WordGridDim: "gridDim", WordReinterpretCast: "reinterpret_cast",
		WordInfinity: "INFINITY", WordIntMin: "INT_MIN", WordAttribute: "__attribute__", WordComplex: "_Complex", WordComplex + 1: "complex", WordMake: "make_float2", WordMake + VectorTypes: "float2", WordMake + 2*VectorTypes - 1: "ushort4", WordShared: "__shared__", WordNoexcept: "noexcept", WordNoinline: "__noinline__"} {
		if Keywords[id] != word {
			t.Errorf("word %d is %s, expected %s", id, Keywords[id], word)
		}
	}
	if len(Keywords) != int(WordMake)+2*VectorTypes {
		t.Errorf("%d words", len(Keywords))
	}
}
