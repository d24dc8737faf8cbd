package paper

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/target"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/fpcore/x86"
)

// special computes what the programs of statements cannot.
func special(name string) Spans {
	var list []string
	switch name {
	case "boards":
		all := gpu.Profiles()
		for _, p := range all[len(all)-2:] {
			list = append(list, p.Examples)
		}
	case "names", "integers", "directions":
		half := read(format.F32, "2.5")
		var integers []string
		for _, d := range round.Directions {
			if d.Dir == round.ToOdd || d.Dir == round.Stochastic {
				continue // not an attribute of the standard
			}
			list = append(list, d.Name)
			integers = append(integers, text.Shortest(format.F32, arith.RoundToIntegral(round.Env{Direction: d.Dir}, format.F32, format.F32, half, false, nil).Bits))
		}
		switch name {
		case "directions":
			return inWords(numberWord(len(list)))
		case "integers":
			return plainSpan(strings.Join(integers, ", "))
		}
	case "binaries":
		return plainSpan(format.F32.Name + " and " + format.F64.Name)
	case "reserved":
		for _, f := range []*format.Format{format.F32, format.F64} {
			_, top, _ := f.Split(f.Inf(false))
			_, below, _ := f.Split(f.Max(false))
			_, nan, frac := f.Split(f.NaN(0))
			if top != 1<<f.ExpBits-1 || nan != top || frac.IsZero() || below >= top {
				return inWords("not reserved")
			}
		}
		return inWords("reserved")
	case "infinities":
		return plainSpan(codeText(format.F32, format.F32.Inf(false)) + ", " + codeText(format.F32, format.F32.Inf(true)))
	case "nans", "nans64":
		f := format.F32
		if name == "nans64" {
			f = format.F64
		}
		return plainSpan(grouped(2 * (1<<f.FracBits - 1)))
	case "grown": // has every generation more of these instructions than the one before
		last := 0
		for _, id := range strings.Fields("1.2 1.3 2.0 5.3 9.0 10.0") {
			t, _ := target.ByID(id)
			have := 0
			for _, i := range strings.Fields("add.rn.f32 add.rn.f64 fma.rn.f64 fma.rn.f32 fma.rn.f16 fma.rn.bf16 fma.rn.f32x2") {
				if chipHas(t.GPU, i) {
					have++
				}
			}
			if have <= last {
				return inWords("not extended")
			}
			last = have
		}
		return inWords("extended")
	case "suffixes":
		return plainSpan(suffixes("__fadd_"))
	case "default":
		for _, m := range cudaModes {
			same := true
			for _, tail := range []string{"2^-25", "0x1.8p-24"} {
				x := reads(format.F32, "1", tail)
				same = same && chipDo(chipOf(90), "__fadd_"+m, x...) == onFloat(chipOf(90), "a+b", x...)
			}
			if same {
				list = append(list, m)
			}
		}
	case "sqrtrow":
		if i, _, _ := chipOf(90).Find("__dsqrt_rn"); i.In[0].Float == format.F32 {
			return plainSpan("sqrtf(x)")
		}
		return plainSpan("sqrt(x)")
	case "nofma", "flags":
		t := chipOf(90)
		t.Flags.FMad = false
		with := len(chipCode(t, "a*b+c", false).Names) == 2
		list = []string{"CUDA Fortran"}
		if name == "flags" {
			list = []string{"-ftz", "-prec-div", "-prec-sqrt"}
		}
		switch {
		case with && name == "flags":
			list = append(list, "-fmad")
		case with:
			list = append([]string{"nvcc (-fmad=false)"}, list...)
		}
		if name == "flags" {
			return plainSpan(strings.Join(list, ", "))
		}
	case "x87bits":
		op, _ := x86.FindX87("add")
		return plainSpan(strconv.Itoa(op.Dst.Bits))
	case "ssebits":
		single, _ := x86.FindSSE("add32")
		double, _ := x86.FindSSE("add64")
		return plainSpan(strconv.Itoa(single.Dst.Bits) + " and " + strconv.Itoa(double.Dst.Bits))
	default:
		if s, ok := exprSpecial(name); ok {
			return s
		}
		return inWords(interpretation("__fadd_" + name))
	}
	return inWords(strings.Join(list, ", "))
}

// test answers what the programs of statements cannot.
func test(name string) bool {
	switch name {
	case "single13": // do 1.2 and 1.3 have the same binary32
		older, _ := gpu.FindProfile(12)
		newer, _ := gpu.FindProfile(13)
		for _, f := range []gpu.Feature{gpu.MultiplyAddF32, gpu.RoundingF32, gpu.RoundingMultiplyAdd, gpu.SubnormalsF32, gpu.DivisionF32, gpu.SquareRootF32, gpu.NaNF32, gpu.SpecialUnit} {
			if older.Facts[f].Value != newer.Facts[f].Value {
				return false
			}
		}
	case "closer": // is the fused result of Figure 1 the closer one
		f := figureOneNumbers()
		return exact.Closer(format.F32, f.fused, f.separate, f.square.Add(valueOf(f.b))) < 0
	}
	for _, p := range gpu.Profiles() {
		for _, o := range gpu.Operations {
			switch name {
			case "nearest": // are division and root correctly rounded from 2.0 on
				if p.CC >= 20 && (o.ID == "a/b" || o.ID == "1/a" || o.ID == "sqrt") && !(correct(chipOf(p.CC), o.ID, false) && correct(chipOf(p.CC), o.ID, true)) {
					return false
				}
			case "double": // are the two modes the same on double
				if !sameCode(p.CC, o.ID, true) {
					return false
				}
			case "early": // and before 2.0
				if p.CC < 20 && !sameCode(p.CC, o.ID, false) {
					return false
				}
			}
		}
	}
	return true
}

// flagText writes the three flags of the paper as options of nvcc.
func flagText(f gpu.Flags) string {
	s := ""
	for i, on := range []bool{f.FTZ, f.PrecDiv, f.PrecSqrt} {
		s += []string{"-ftz=", " -prec-div=", " -prec-sqrt="}[i] + strconv.FormatBool(on)
	}
	return s
}

// sameCode reports whether the two modes compile an operation alike.
func sameCode(cc gpu.Capability, op string, double bool) bool {
	a, b := chipCode(chipOf(cc), op, double), chipCode(gpu.Target{CC: cc, Flags: fastMode}, op, double)
	return strings.Join(a.Names, " ") == strings.Join(b.Names, " ") && a.Library == b.Library
}

// cudaModes are the suffixes of CUDA's intrinsics in the order of the paper.
var cudaModes = [...]string{"rn", "rz", "ru", "rd"}

// suffixes returns those that the intrinsics of a name have: "[rn|rz|ru|rd]".
func suffixes(name string) string {
	var have []string
	for _, m := range cudaModes {
		if chipHas(chipOf(90), name+m) {
			have = append(have, m)
		}
	}
	return "[" + strings.Join(have, "|") + "]"
}

// interpretation finds out what an addition does with sums that are not representable: one below, one above and two
// at the middle between floats, of either sign.
func interpretation(name string) string {
	up, down, in, closest := true, true, true, true
	for _, s := range []string{"1", "0x1.000002p0", "-1", "-0x1.000002p0"} {
		for _, r := range []string{"2^-25", "2^-24", "0x1.8p-24"} {
			if s[0] == '-' {
				r = "-" + r
			}
			a, b := read(format.F32, s), read(format.F32, r)
			sum := valueOf(a).Add(valueOf(b))
			c := chipDo(chipOf(90), name, a, b)
			order := valueOf(c).Cmp(sum)
			up, down, in = up && order > 0, down && order < 0, in && (order < 0) != sum.Neg
			closest = closest && sum.Round(env, format.F32).Bits == c
		}
	}
	switch {
	case closest:
		return "round to nearest, ties to even"
	case up:
		return "round towards +∞"
	case down:
		return "round towards -∞"
	case in:
		return "round towards zero"
	}
	return "none of these"
}

// fourResults says what an intrinsic gives in each mode: the first code in full, of the others the last digits.
func fourResults(name string, x []wide.U128) string {
	first, all := "", ""
	for _, m := range cudaModes {
		i, _, ok := chipOf(90).Find(name + m)
		if !ok {
			continue
		}
		code := codeText(i.Out.Float, chipDo(chipOf(90), name+m, x[:len(i.In)]...))
		switch {
		case first == "":
			first = code
		case code[:len(code)-2] == first[:len(first)-2]:
			all += ", "
			code = "…" + code[len(code)-2:]
		default:
			all += ", "
		}
		all += m + "\u00a0" + code
	}
	return all
}

// tableOperands are x, y and z of the tables.
var tableOperands = []string{"0.1", "3", "1"}
