package paper

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// env is the arithmetic of the paper: binary, roundTiesToEven.
var env = round.Env{}

// single returns a code of binary32, f64 one of binary64.
func single(code uint32) wide.U128 { return wide.From64(uint64(code)) }

// codeText writes a code as the paper does: "0x3D653510".
func codeText(f *format.Format, c wide.U128) string {
	return "0x" + strings.ToUpper(strings.TrimPrefix(text.Bits(f, c), "0x"))
}

// fieldText writes the fields of a code as the paper's boxes do: "1 10000110 .10000000000000000000000". With short,
// only the first 17 and the last 7 digits of the trailing significand are written.
func fieldText(f *format.Format, c wide.U128, short bool) Spans {
	parts := strings.Split(strings.TrimPrefix(text.Binary(f, c), "0b"), "_")
	frac := parts[2]
	if short {
		frac = frac[:17] + "…" + frac[len(frac)-7:]
	}
	return Spans{{parts[0], toneSign}, {" ", tonePlain}, {parts[1], toneExponent}, {" .", tonePlain}, {frac, toneTrailing}}
}

// binaryText writes x as 2^e × 1.bbb with n digits after the point; digits past those of binary32 stand out. With
// dots, or if something is cut off, "…" follows.
func binaryText(x exact.Value, n int, dots bool) Spans {
	if x.IsZero() {
		return plainSpan("0")
	}
	var t Spans
	if x.Neg {
		t = append(t, Span{"-", toneSign})
	}
	e := x.Log2()
	t = append(t, Span{"2^" + strconv.FormatInt(e, 10), toneExponent}, Span{" × 1.", tonePlain})
	digits := make([]byte, n)
	for i := range digits {
		digits[i] = '0'
		if at := x.Mag.Len() - 2 - i; at >= 0 {
			digits[i] = '0' + byte(x.Mag.Bit(at))
		}
	}
	kept := min(n, format.F32.FracBits)
	t = append(t, Span{string(digits[:kept]), toneTrailing})
	if n > kept {
		t = append(t, Span{string(digits[kept:]), tonePast})
	}
	if dots || x.Mag.Len()-1 > n {
		t = append(t, Span{"…", tonePlain})
	}
	return t
}

// datumText is binaryText for a code of binary32, with its 23 digits.
func datumText(c wide.U128) Spans {
	return binaryText(valueOf(c), format.F32.FracBits, false)
}

// valueOf returns the value of a finite code of binary32.
func valueOf(c wide.U128) exact.Value {
	v, _ := exact.FromBits(format.F32, c)
	return v
}

// tenText writes a decimal number as d.ddd × 10^e, without the power where e is 0.
func tenText(d exact.Digits) Spans {
	s := d.D[:1]
	if len(d.D) > 1 {
		s += "." + d.D[1:]
	}
	if d.Neg {
		s = "-" + s
	}
	if d.Exp != 0 {
		s += " × 10^" + strconv.FormatInt(d.Exp, 10)
	}
	return plainSpan(s)
}

// bare drops the zero before the point, as the paper does: ".0559588075", "-.9355000".
func bare(s string) string {
	if strings.HasPrefix(s, "-0.") {
		return "-" + s[2:]
	}
	return strings.TrimPrefix(s, "0")
}

// ulps writes an error in ulp to six significant digits.
func ulps(c wide.U128, ref exact.Ref) string {
	return exact.ErrorUlps(format.F32, c, ref) + " ulp"
}
