package machine

import (
	"strings"

	"ulplab/fpcore/ptx"
)

// video makes the SIMD video instructions ready, vadd2 to vset4 of two halves or four bytes, without selectors and masks:
// each lane of d is that of a with that of b, of more bits than a lane has; .sat keeps it within the lane, .add adds all of them to c
// (PTX ISA, SIMD video instructions).
func (b *lowering) video(base string, mods []string, types []ptx.Type) error {
	lanes := int(base[len(base)-1] - '0')
	n := 32 / lanes
	operation := base[1 : len(base)-1]
	var test func(r relation) bool
	sat, add := false, false
	for _, m := range mods {
		f, compares := holds(m, false)
		switch {
		case m == "sat" && operation != "set" && !add:
			sat = true
		case m == "add" && !sat:
			add = true
		case operation == "set" && compares && test == nil:
			test = f
		default:
			return b.unsupported()
		}
	}
	want := 3
	if operation == "set" {
		want = 2
	}
	if len(types) != want || (operation == "set") != (test != nil) {
		return b.unsupported()
	}
	for _, t := range types {
		if t.Name != "u32" && t.Name != "s32" {
			return b.unsupported()
		}
	}
	to, from := types[0], types[want-2:]
	lane := func(x, y int64) int64 {
		switch operation {
		case "add":
			return x + y
		case "sub":
			return x - y
		case "avrg": // a half is rounded up, but not a negative sum
			if x+y >= 0 {
				return (x + y + 1) >> 1
			}
			return (x + y) >> 1
		case "absdiff":
			return max(x-y, y-x)
		case "min":
			return min(x, y)
		case "max":
			return max(x, y)
		}
		return int64(truth(test(relation{less: x < y, equal: x == y})))
	}
	return b.with3(u32, u32, 32, func(x, y, z uint64) (d uint64) {
		for k := 0; k < 32; k += n {
			v := uint64(lane(int64(extend(x>>k, n, from[0].Class == ptx.Signed)), int64(extend(y>>k, n, from[1].Class == ptx.Signed))))
			if sat {
				v = saturate(v, true, ptx.Type{Bits: n, Class: to.Class})
			}
			if add {
				z += v
			}
			d |= v & ones(n) << k
		}
		if add {
			return z
		}
		return d
	})
}

// isVideo reports whether an instruction is a SIMD video one.
func isVideo(base string) bool {
	name, ok := strings.CutPrefix(base, "v")
	if !ok || !strings.HasSuffix(name, "2") && !strings.HasSuffix(name, "4") {
		return false
	}
	switch name[:len(name)-1] {
	case "add", "sub", "avrg", "absdiff", "min", "max", "set":
		return true
	}
	return false
}

// pack makes cvt.pack ready: two integers saturated to a narrower type, the first above the second, above them the lower bits of c.
func (b *lowering) pack(types []ptx.Type) error {
	if len(types) < 2 || types[1].Name != "s32" || types[0].Class == ptx.Float || types[0].Bits > 16 || (len(types) == 3) != (types[0].Bits == 8) {
		return b.unsupported()
	}
	n := types[0].Bits
	join := func(x, y, z uint64) uint64 {
		p, q := saturate(extend(x, 32, true), true, types[0])&ones(n), saturate(extend(y, 32, true), true, types[0])&ones(n)
		return z<<(2*n) | p<<n | q
	}
	if n == 16 {
		return b.with2(u32, u32, 32, func(x, y uint64) uint64 { return join(x, y, 0) })
	}
	return b.with3(u32, u32, 32, join)
}

const (
	clusters = "clusters are not run: launch the blocks without __cluster_dims__"
	textures = "textures are not read: pass the numbers in a buffer and read them with ld.global"
	surfaces = "surfaces are not read or written: pass the numbers in a buffer and use ld.global and st.global"
)

// advice says by the beginning of an instruction's name what to do in its place.
var advice = [][2]string{
	{"wgmma", "compile for -arch=compute_80, where matrices are multiplied with mma.sync"},
	{"tcgen05", "it belongs to compute capability 10.0, and 9.0 is run here; compile for -arch=compute_90 or an older one"},
	{"cp.async.bulk", "of cp.async.bulk the copies between global and shared memory are run; others by cp.async or by loads and stores"},
	{"cp.reduce", "add with red.global.add"},
	{"barrier.cluster", clusters}, {"mapa", clusters}, {"getctarank", clusters},
	{"tex", textures}, {"tld4", textures}, {"txq", textures},
	{"suld", surfaces}, {"sust", surfaces}, {"sured", surfaces}, {"suq", surfaces},
	{"alloca", "declare the memory as a .local variable"},
	{"stack", "declare the memory as .local variables"},
	{"v", "of the video instructions those of two halves or four bytes are run, without selectors and masks; use integer instructions in its place"},
}
