package syntax

import "strings"

// Keywords are the words with a meaning of their own, in the order of the constants below.
var Keywords = strings.Fields("void bool char short int long signed unsigned float double half __half __nv_bfloat16 nv_bfloat16 __bf16 _Float16" +
	" const volatile static register extern inline constexpr __restrict__ restrict __restrict __device__ __host__ __global__ __shared__ __constant__ __managed__ __forceinline__ __inline__ __inline noexcept __noinline__" +
	" auto struct union typedef using enum class template sizeof if else for while do return break continue switch goto case default" +
	" uint ushort uchar ulong size_t ptrdiff_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t float_t double_t __nv_bfloat16_raw __half_raw __nv_fp8_e4m3 __nv_fp8_e5m2" +
	" printf memcpy threadIdx blockIdx blockDim gridDim __syncthreads main std min max abs namespace static_cast reinterpret_cast true false NULL nullptr cout" +
	" INFINITY NAN HUGE_VAL FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX DBL_MIN DBL_EPSILON INT_MAX INT_MIN __launch_bounds__ assert __attribute__ alignas __align__ _Bool _Complex complex" +
	" typename operator make_float2 make_float3 make_float4 make_double2 make_double3 make_double4 make_int2 make_int3 make_int4 make_uint2 make_uint3 make_uint4" +
	" make_char2 make_char3 make_char4 make_uchar2 make_uchar3 make_uchar4 make_short2 make_short3 make_short4 make_ushort2 make_ushort3 make_ushort4" +
	" float2 float3 float4 double2 double3 double4 int2 int3 int4 uint2 uint3 uint4" +
	" char2 char3 char4 uchar2 uchar3 uchar4 short2 short3 short4 ushort2 ushort3 ushort4")

// The words that the reader asks for, in the order of keywords.
const (
	WordVoid int32 = iota
	WordBool
	WordChar
	WordShort
	WordInt
	WordLong
	WordSigned
	WordUnsigned
	WordFloat
	WordDouble
	WordHalf
	_
	WordBFloat
	_
	_
	WordFloat16
	WordConst
	WordVolatile
	WordStatic
	_
	_
	_
	_
	_
	_
	_
	WordDevice
	_
	WordGlobal
	WordShared
	_
	_
	_
	_
	_
	WordNoexcept
	WordNoinline
	WordAuto
	WordStruct
	WordUnion
	WordTypedef
	WordUsing
	WordEnum
	WordClass
	WordTemplate
	WordSizeof
	WordIf
	WordElse
	WordFor
	WordWhile
	WordDo
	WordReturn
	WordBreak
	WordContinue
	WordSwitch
	WordGoto
	WordCase
	WordDefault
	WordUint
	WordUshort
	WordUchar
	WordUlong
	WordSizeT
	WordPtrdiff
	WordInt8
	WordUint8
	WordInt16
	WordUint16
	WordInt32
	WordUint32
	WordInt64
	WordUint64
	WordFloatT
	WordDoubleT
	_
	WordHalfRaw
	WordE4M3
	WordE5M2
	WordPrintf
	WordMemcpy
	WordThreadIdx
	_
	WordBlockDim
	WordGridDim
	WordSyncthreads
	WordMain
	WordStd
	WordMin
	WordMax
	WordAbs
	WordNamespace
	WordStaticCast
	WordReinterpretCast
	WordTrue
	WordFalse
	WordNull
	WordNullptr
	WordCout
	WordInfinity
	WordNaN
	_
	_
	_
	_
	_
	_
	_
	_
	WordIntMin
	WordLaunchBounds
	WordAssert
	WordAttribute
	_
	_
	WordCBool
	WordComplex
	_
	WordTypename
	WordOperator
	WordMake
)

// VectorTypes is how many types of vectors there are.
const VectorTypes = 24

// mathConstants are the macros of <math.h> for numbers such as π, literals of double, with the digits that its headers give them.
var mathConstants = strings.Fields("M_E 2.7182818284590452354 M_LOG2E 1.4426950408889634074 M_LOG10E 0.43429448190325182765" +
	" M_LN2 0.69314718055994530942 M_LN10 2.30258509299404568402 M_PI 3.14159265358979323846 M_PI_2 1.57079632679489661923" +
	" M_PI_4 0.78539816339744830962 M_1_PI 0.31830988618379067154 M_2_PI 0.63661977236758134308 M_2_SQRTPI 1.12837916709551257390" +
	" M_SQRT2 1.41421356237309504880 M_SQRT1_2 0.70710678118654752440")

// MathConstant returns the literal that a macro of <math.h> or CUDA's <math_constants.h> stands for: M_PI, M_PIf of GNU and M_PI_F of
// OpenCL, which are floats, CUDART_PI and CUDART_PI_F; "" for other names.
func MathConstant(name string) string {
	suffix := ""
	if short, single := strings.CutSuffix(name, "_F"); single {
		name, suffix = short, "f"
	} else if short, single = strings.CutSuffix(name, "f"); single && strings.HasPrefix(name, "M_") {
		name, suffix = short, "f"
	}
	if short, cuda := strings.CutPrefix(name, "CUDART_"); cuda {
		name = "M_" + strings.NewReplacer("PIO2", "PI_2", "PIO4", "PI_4", "L2E", "LOG2E", "L10E", "LOG10E", "SQRT_TWO", "SQRT2", "SQRT_HALF", "SQRT1_2").Replace(short)
	}
	for i := 0; i < len(mathConstants); i += 2 {
		if mathConstants[i] == name {
			return mathConstants[i+1] + suffix
		}
	}
	return ""
}
