package types

import "ulplab/fpcore/format"

var typeNames = [...]string{"void", "bool", "int", "unsigned int", "long long", "unsigned long long", "__half", "__nv_bfloat16", "float", "double"}

// String returns the type as C or CUDA write it.
//
//go:noinline
func (t Type) String() string { return typeNames[t] }

// IsFloat reports whether the type is a floating-point type.
func (t Type) IsFloat() bool { return t >= Half }

// IsInt reports whether the type is Bool or an integer type.
func (t Type) IsInt() bool { return Bool <= t && t <= ULong }

// Signed reports whether the type is a signed integer.
//
//go:noinline
func (t Type) Signed() bool { return t == Int || t == Long }

// Bits returns the width of a code of the type; 1 for Bool.
func (t Type) Bits() int { return int([...]uint8{0, 1, 32, 32, 64, 64, 16, 16, 32, 64}[t]) }

// Format returns the format of a floating-point type, nil for the others.
func (t Type) Format() *format.Format {
	switch t {
	case Half:
		return format.F16
	case BFloat16:
		return format.BF16
	case Float:
		return format.F32
	case Double:
		return format.F64
	}
	return nil
}

// Mask keeps the bits of a code of the type.
func (t Type) Mask() uint64 {
	if t.Bits() == 64 {
		return ^uint64(0)
	}
	return 1<<t.Bits() - 1
}

// Int64 returns the integer that a code of the type means; of ULong, its bits.
func (t Type) Int64(code uint64) int64 {
	if t == Int {
		return int64(int32(code))
	}
	return int64(code)
}

// Common returns the type in which C computes with operands of the types a and b: the usual arithmetic conversions. A
// 16-bit type goes together with itself only, as in CUDA, where other pairs are ambiguous; NoType then.
func Common(a, b Type) Type {
	a, b = max(a, Int), max(b, Int)
	small := func(t Type) bool { return t == Half || t == BFloat16 }
	if a != b && (small(a) || small(b)) {
		return NoType
	}
	return max(a, b)
}

// Suffix returns the type as the names of PTX instructions have it, .f32 for Float.
//
//go:noinline
func (t Type) Suffix() string {
	switch t {
	case Half:
		return ".f16"
	case BFloat16:
		return ".bf16"
	case Float:
		return ".f32"
	case Double:
		return ".f64"
	case Int, Bool:
		return ".s32"
	case UInt:
		return ".u32"
	case Long:
		return ".s64"
	}
	return ".u64"
}
