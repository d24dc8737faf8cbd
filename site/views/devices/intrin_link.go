package devices

import (
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
	"ulplab/site/lab/link"
)

// The keys of the table of intrinsics inside the Devices view's link: ia ib ic the operands' codes, 8 digits of
// binary32 or 24 of binary32 and binary64, ita itb itc the operands as typed, iz=1 with -ftz=true. A text that can be
// read stands without codes.
var intrinKeys = [3]string{"ia", "ib", "ic"}

func encodeIntrin(v Intrin, w *link.Writer) {
	first := FirstIntrin()
	for i, key := range intrinKeys {
		x := v.X[i]
		if x == first.X[i] {
			continue
		}
		if x.Text.On {
			w.Set("it"+key[1:], x.Text.Text)
			if _, err := ReadBoth(x.Text.Text); err == nil {
				continue
			}
		}
		code := link.Hex(wide.From64(uint64(x.F32)), 32)
		if BothOf(x.F32).F64 != x.F64 {
			code += link.Hex(wide.From64(x.F64), 64)
		}
		w.Set(key, code)
	}
	if v.FTZ {
		w.Set("iz", "1")
	}
}

func decodeIntrin(r *link.Reader, v *Intrin) {
	for i, key := range intrinKeys {
		code, coded := r.Take(key)
		t, typed := r.Take("it" + key[1:])
		var b Both
		if coded {
			c, ok := link.ParseHex(code)
			switch {
			case ok && len(code) == 8:
				b = BothOf(uint32(c.Lo))
			case ok && len(code) == 24:
				b = Both{F32: uint32(c.Hi), F64: c.Lo}
			default:
				r.Wrong(key, code, "is not a code of 8 hexadecimal digits, or of 24 for both formats.")
				coded = false
			}
		}
		switch {
		case typed:
			read, err := ReadBoth(t)
			b.Text = operand.Typed(t)
			if err != nil {
				break
			}
			if coded && (read.F32 != b.F32 || read.F64 != b.F64) {
				b.Text = operand.Draft{}
				r.Problem("The link says “" + link.Clip(t) + "” for operand " + "xyz"[i:i+1] + " but gives the codes of another value; the codes are shown.")
				break
			}
			b = read
		case !coded:
			continue
		}
		v.X[i] = b
	}
	if t, ok := r.Take("iz"); ok {
		v.FTZ = t == "1"
	}
}
