package operand

import (
	"errors"
	"strconv"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
)

// ReadInt reads a decimal integer, or 0x… as a bit pattern of the type.
func ReadInt(s string, t arith.IntType) (wide.U128, error) {
	var v uint64
	var err error
	switch {
	case len(s) > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X'):
		v, err = strconv.ParseUint(s[2:], 16, int(t.Bits))
	case t.Signed:
		var n int64
		n, err = strconv.ParseInt(s, 10, int(t.Bits))
		v = uint64(n) & (^uint64(0) >> (64 - t.Bits))
	default:
		v, err = strconv.ParseUint(s, 10, int(t.Bits))
	}
	if err != nil {
		kind := "an unsigned"
		if t.Signed {
			kind = "a signed"
		}
		return wide.U128{}, errors.New("This is not " + kind + " integer of " + strconv.Itoa(int(t.Bits)) + " bits; write digits such as 100, or 0x and hexadecimal digits.")
	}
	return wide.From64(v), nil
}

// DatumOfInt is the lowest bits of v as the type has them.
func DatumOfInt(v uint64, t arith.IntType) Datum {
	v &= ^uint64(0) >> (64 - t.Bits)
	s := strconv.FormatUint(v, 10)
	if t.Signed && v>>(t.Bits-1) != 0 {
		s = strconv.FormatInt(int64(v|^uint64(0)<<(t.Bits-1)), 10)
	}
	return Datum{Code: wide.From64(v), Hex: "0x" + words.HexOf(v, t), Entry: s, Brief: s}
}
