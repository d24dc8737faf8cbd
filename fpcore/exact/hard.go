package exact

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// HardCase is an argument whose function value lies exceptionally near to a number that decides the rounding.
type HardCase struct {
	X        wide.U128
	Directed bool // near to a number of the format: hard for the directed roundings; else near to a middle, hard to nearest
	Run      int  // how many bits say nothing: Need.Run
}

// hard32 lists, for rounding to nearest, arguments with the longest runs of all 2^32 binary32 patterns: every argument
// was evaluated in binary64 on a GPU, by functions with a documented error of at most 10 ulp, and those with a value within 2^-21
// ulp of a middle exactly, by this package. Signs that change nothing but the sign of the result are left out, and
// of the roots and the reciprocal, whose runs repeat with the exponent, one period is listed; all other longest runs are here.
const hard32 = "exp c16912cd:27 377eff81:26 b3000000:26;exp2 b52d1f9a:33 bcf3a937:31 3b429d37:29;" +
	"exp10 417d7f60:28 bac4c65c:28 b326c4e3:27;expm1 3dc252dd:28 33b504f3:27 34ca62c1:27;" +
	"log 65d890d3:33 4c5d65a5:32 4d604ebe:31;log2 00914a90:26 3ea07ab9:26 2fd54996:25;" +
	"log10 610567e4:31 62a6c1dd:31 0efeee7a:29;log1p 35400003:41 b53ffffd:41 65d890d3:33;" +
	"sin 46199998:29 73243f06:29 55cafb2a:28;cos 59443c0a:30 5f18b878:30 6115cb11:30;" +
	"tan 5ffd33a4:29 408174dd:27 5d5873ae:27;sinpi 3dfd7f58:29 3f605015:29 34e54db5:28;" +
	"cospi 3ec0a02a:29 3f1fafeb:29 398721a7:27;asin 3f083a1a:29 3de5fa1e:27 3d07959c:26;" +
	"acos 39826222:32 328885a3:29 bc406ccd:28;atan 3d8d6b23:30 3ad637fa:27 3a27ba3b:26;" +
	"sinh 3a1285ff:30 3b36aa1f:26 3d09c4d8:25;cosh 3a6f7750:29 3d609528:28 3a87c3b6:26;" +
	"tanh 3ac37de2:25 3cd41b91:24 3eee0566:24;asinh 655890d3:33 4ce04ebe:31 4bdd65a5:30;" +
	"acosh 655890d3:33 4bdd65a5:32 4ce04ebe:31;atanh 39b89ba2:27 3a71e7a1:27 3ad637eb:27;" +
	"sqrt 3f800001:25 407fffff:25 3ffc114a:22;rsqrt 403a18e3:27 4009f038:24 407ffffe:23;" +
	"cbrt 400353b5:24 3fce4d58:23 4021b8e7:23;rcbrt 402f0427:23 403406ea:23 40358575:23;" +
	"rcp 3f869913:23 3f87cc45:23 3f8efa43:23;erf 3940ead6:31 39c0057d:26 358e9d2d:25;" +
	"erfc b76c9f62:31 bb6c9b37:27 344683cc:26"

// hard64 lists published hard cases of binary64, each evaluated by this package: V. Lefevre and J.-M. Muller, "Worst Cases
// for Correct Rounding of the Elementary Functions in Double Precision", ARITH-15, 2001, and later lists of the
// CORE-MATH project. After the sign : they are hard to round to nearest, after = in the directed roundings.
const hard64 = "exp 3e09e9cbbfd6080b:57 be4ed318efb627ea=60 40183d4bcdebb3f4=58;" +
	"exp2 3f5e4596526bf94d:59 3e6bfbbde44edfc5=60 bf02863abaeaf7b2=58;" +
	"log 6a562a88613629b6=65 407ac50b409c8aee=61 40fde7cd6751029a=56;" +
	"log2 5ff61555f75885b4=56 3ffb4ebe40c95a01:53;" +
	"sin 3f8598bae9e632f6:59 7506ac5b262ca1ff=69 3fdfe767739d0f6d=66;" +
	"cos 3f606b505550e6b2=59 3f997ccd3d2c438f=56 3ff6b8a6273d7c21:54;" +
	"tan 3fa50486b2f87014:57 3fca33f32ac5ceb5=56 3fdd696bfa988db9:51;" +
	"asin 3fde9950730c4696=65 3fed5b05a89d3e77:51 3fc9697cb602c582:52;" +
	"acos 3fb53ea6c7255e88:57 3f4fd737be914578=63 3fe4182199998587:53;" +
	"atan 3f422e8d75e2bc7f:59 3fe7ba49f739829f=56 3fb5389e6df41979=54;" +
	"sinh 3f2897374d74de2a:56 407d6479eba7c971=56 3fc0dc68d5e8f959:54;" +
	"cosh 407d6479eba7c971=56 40654cd1fea7663a=56;acosh 40c297de35d02e90:61;cbrt 4009b78223aa307c:55"

// Hard returns hard cases of f: in binary32 the hardest, in this order; in binary64 published ones; none in other formats.
func (f *Function) Hard(src *format.Format) []HardCase {
	list := hard32
	switch src {
	case format.F32:
	case format.F64:
		list = hard64
	default:
		return nil
	}
	for _, line := range strings.Split(list, ";") {
		words := strings.Split(line, " ")
		if words[0] != f.ID {
			continue
		}
		cases := make([]HardCase, len(words)-1)
		for i, w := range words[1:] {
			n := strings.IndexAny(w, ":=")
			x, _ := strconv.ParseUint(w[:n], 16, 64)
			run, _ := strconv.Atoi(w[n+1:])
			cases[i] = HardCase{wide.From64(x), w[n] == '=', run}
		}
		return cases
	}
	return nil
}
