package machine

import (
	"math/bits"
	"slices"
	"strings"

	"ulplab/fpcore/ptx"
)

// signed returns the value of the lower n bits in two's complement.
func signed(x uint64, n int) int64 {
	above := uint(64 - n)
	return int64(x<<above) >> above
}

// with1 makes a statement of one operand ready, f computing the result of t's width.
func (b *lowering) with1(t ptx.Type, result int, f func(a uint64) uint64) error {
	return b.with(t, t, t, result, 1, f, nil, nil)
}

func (b *lowering) with2(t, u ptx.Type, result int, f func(a, b uint64) uint64) error {
	return b.with(t, u, u, result, 2, nil, f, nil)
}

func (b *lowering) with3(t, u ptx.Type, result int, f func(a, b, c uint64) uint64) error {
	return b.with(t, t, u, result, 3, nil, nil, f)
}

// with makes a statement of n operands of types t, u and v ready.
func (b *lowering) with(t, u, v ptx.Type, result, n int, f1 func(a uint64) uint64, f2 func(a, b uint64) uint64, f3 func(a, b, c uint64) uint64) (err error) {
	if err := b.count(n + 1); err != nil {
		return err
	}
	o := b.base()
	o.f1, o.f2, o.f3, o.mask = f1, f2, f3, ones(result)
	if o.d, err = b.destination(&o, b.s.Operands[0], result); err != nil {
		return err
	}
	for k, to := range []*int32{&o.a, &o.b, &o.c}[:n] {
		if *to, err = b.source(b.s.Operands[k+1], []ptx.Type{t, u, v}[k]); err != nil {
			return err
		}
	}
	o.do = []func(*warp, *op, uint32){do1, do2, do3}[n-1]
	o.quicken()
	b.emit(o)
	return nil
}

func do1(w *warp, o *op, mask uint32) {
	d, a := w.r[o.d:o.d+32], w.r[o.a:o.a+32]
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		d[l] = o.f1(a[l]) & o.mask
	}
}

func do2(w *warp, o *op, mask uint32) {
	d, a, b := w.r[o.d:o.d+32], w.r[o.a:o.a+32], w.r[o.b:o.b+32]
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		d[l] = o.f2(a[l], b[l]) & o.mask
	}
}

func do3(w *warp, o *op, mask uint32) {
	d, a, b, c := w.r[o.d:o.d+32], w.r[o.a:o.a+32], w.r[o.b:o.b+32], w.r[o.c:o.c+32]
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		d[l] = o.f3(a[l], b[l], c[l]) & o.mask
	}
}

// high returns the upper half of a product of n-bit numbers.
func high(a, b uint64, n int, sign bool) uint64 {
	if n < 64 {
		if sign {
			return uint64(signed(a, n) * signed(b, n) >> n)
		}
		return (a & ones(n)) * (b & ones(n)) >> n
	}
	h, _ := bits.Mul64(a, b)
	if sign {
		h -= uint64(int64(a)>>63)&b + uint64(int64(b)>>63)&a
	}
	return h
}

// integer makes instructions on integers and bits ready.
func (b *lowering) integer(base string, mods []string, types []ptx.Type) error {
	if len(types) == 0 {
		return b.unsupported()
	}
	t := types[0]
	mod := ""
	if len(mods) > 0 {
		mod = mods[0]
	}
	if strings.HasSuffix(t.Name, "16x2") {
		return b.halves(base, mod, t.Class == ptx.Signed)
	}
	n, sign := t.Bits, t.Class == ptx.Signed
	carry := slices.Contains(mods, "cc")
	if carry || base == "addc" || base == "subc" || base == "madc" {
		return b.carries(base, mods, t, carry)
	}
	if t.Class == ptx.Predicate || base == "and" || base == "or" || base == "xor" || base == "not" || base == "cnot" {
		return b.logic(base, t)
	}
	value := func(a uint64) int64 {
		if sign {
			return signed(a, n)
		}
		return int64(a & ones(n))
	}
	switch base {
	case "add":
		if mod == "sat" && sign {
			return b.with2(t, t, n, func(x, y uint64) uint64 { return clamp(signed(x, n)+signed(y, n), n) })
		}
		return b.with2(t, t, n, func(x, y uint64) uint64 { return x + y })
	case "sub":
		if mod == "sat" && sign {
			return b.with2(t, t, n, func(x, y uint64) uint64 { return clamp(signed(x, n)-signed(y, n), n) })
		}
		return b.with2(t, t, n, func(x, y uint64) uint64 { return x - y })
	case "mul", "mul24":
		return b.product(base, mod, t)
	case "mad", "mad24":
		return b.multiplyAdd(base, mod, mods, t)
	case "sad":
		return b.with3(t, t, n, func(x, y, z uint64) uint64 {
			d := value(x) - value(y)
			if sign && value(x) < value(y) || !sign && x&ones(n) < y&ones(n) {
				d = -d
			}
			return uint64(d) + z
		})
	case "div", "rem":
		return b.with2(t, t, n, func(x, y uint64) uint64 { return quotient(base == "rem", x, y, n, sign) })
	case "abs":
		return b.with1(t, n, func(x uint64) uint64 {
			if v := signed(x, n); v < 0 {
				return uint64(-v)
			}
			return x
		})
	case "neg":
		return b.with1(t, n, func(x uint64) uint64 { return -x })
	case "min", "max":
		relu := mod == "relu"
		if mod != "" && !relu || relu && t.Name != "s32" {
			return b.unsupported()
		}
		return b.with2(t, t, n, func(x, y uint64) uint64 { return extreme(base == "min", relu, x, y, n, sign) })
	case "fns":
		return b.with3(u32, u32, 32, nthSet)
	case "popc":
		return b.with1(t, 32, func(x uint64) uint64 { return uint64(bits.OnesCount64(x & ones(n))) })
	case "clz":
		return b.with1(t, 32, func(x uint64) uint64 { return uint64(bits.LeadingZeros64(x&ones(n)) - 64 + n) })
	case "bfind":
		return b.with1(t, 32, func(x uint64) uint64 {
			if sign && signed(x, n) < 0 {
				x = ^x
			}
			p := bits.Len64(x&ones(n)) - 1
			if mod == "shiftamt" && p >= 0 {
				p = n - 1 - p
			}
			return uint64(p)
		})
	case "brev":
		return b.with1(t, n, func(x uint64) uint64 { return bits.Reverse64(x) >> (64 - n) })
	case "bfe":
		return b.with(t, u32, u32, n, 3, nil, nil, func(x, p, l uint64) uint64 { return field(x, p, l, n, sign) })
	case "bfi":
		return b.insertField(t)
	case "szext", "bmsk":
		return b.masks(base, mod, t)
	case "shl":
		return b.with2(t, u32, n, func(x, s uint64) uint64 {
			if s &= 0xffffffff; s >= uint64(n) {
				return 0
			}
			return x << s
		})
	case "shr":
		return b.with2(t, u32, n, func(x, s uint64) uint64 {
			s = min(s&0xffffffff, uint64(n))
			if sign {
				return uint64(signed(x, n) >> s)
			}
			return x & ones(n) >> s
		})
	case "shf":
		return b.funnel(mods, t)
	case "lop3":
		return b.lop3(mod, t)
	case "prmt":
		return b.permute(mod, t)
	case "dp4a", "dp2a":
		return b.dot(base, mod, types)
	}
	return b.unsupported()
}

// extreme returns the smaller or larger of two numbers of n bits, with relu not below 0.
func extreme(least, relu bool, x, y uint64, n int, sign bool) uint64 {
	x, y = x&ones(n), y&ones(n)
	less := x < y
	if sign {
		less = signed(x, n) < signed(y, n)
	}
	if less != least {
		x = y
	}
	if relu && signed(x, n) < 0 {
		return 0
	}
	return x
}

// halves makes add, min and max of two numbers of 16 bits in a register ready.
func (b *lowering) halves(base, mod string, sign bool) error {
	relu := mod == "relu"
	if mod != "" && !(relu && sign && base != "add") {
		return b.unsupported()
	}
	half := func(x, y uint64) uint64 {
		if base == "add" {
			return (x + y) & ones(16)
		}
		return extreme(base == "min", relu, x, y, 16, sign)
	}
	switch base {
	case "add", "min", "max":
		return b.with2(u32, u32, 32, func(x, y uint64) uint64 { return half(x, y) | half(x>>16, y>>16)<<16 })
	}
	return b.unsupported()
}

// nthSet returns the place of a bit of a mask that is set: counted from base, upward for a positive offset, downward for a negative
// one; with offset 0 base itself. All ones stand for none.
func nthSet(mask, base, offset uint64) uint64 {
	step, left := 1, int(int32(offset))
	if left < 0 {
		step, left = -1, -left
	}
	for p := int(base & 0xffffffff); p >= 0 && p < 32; p += step {
		if mask>>p&1 != 0 {
			if left--; left <= 0 {
				return uint64(p)
			}
		}
		if offset&0xffffffff == 0 {
			break
		}
	}
	return ones(32)
}

// clamp keeps a sum of two n-bit numbers (n at most 32) within n bits.
func clamp(v int64, n int) uint64 {
	most := int64(1)<<(n-1) - 1
	return uint64(min(max(v, -most-1), most))
}

// quotient divides. Quotient and remainder of a division by 0, which PTX leaves open, have all bits set: measured on an
// H200 (CUDA 13.0) for 32 and 64 bits, inferred for 16.
func quotient(remainder bool, x, y uint64, n int, sign bool) uint64 {
	x, y = x&ones(n), y&ones(n)
	switch {
	case y == 0:
		return ones(n)
	case sign && signed(y, n) == -1 && remainder:
		return 0
	case sign && signed(y, n) == -1:
		return -x
	case sign && remainder:
		return uint64(signed(x, n) % signed(y, n))
	case sign:
		return uint64(signed(x, n) / signed(y, n))
	case remainder:
		return x % y
	}
	return x / y
}

// product makes mul.lo, .hi and .wide ready.
func (b *lowering) product(base, mod string, t ptx.Type) error {
	n, sign := t.Bits, t.Class == ptx.Signed
	if base == "mul24" {
		if n != 32 || mod != "lo" && mod != "hi" {
			return b.unsupported()
		}
		return b.with2(t, t, n, func(x, y uint64) uint64 { return product24(x, y, sign, mod) })
	}
	switch mod {
	case "lo":
		return b.with2(t, t, n, func(x, y uint64) uint64 { return x * y })
	case "hi":
		return b.with2(t, t, n, func(x, y uint64) uint64 { return high(x, y, n, sign) })
	case "wide":
		if n > 32 {
			return b.unsupported()
		}
		return b.with2(t, t, 2*n, func(x, y uint64) uint64 { return extend(x, n, sign) * extend(y, n, sign) })
	}
	return b.unsupported()
}

// product24 is a product of numbers of 24 bits: its lower 32 bits of 48, or its upper ones.
func product24(x, y uint64, sign bool, mod string) uint64 {
	p := extend(x, 24, sign) * extend(y, 24, sign)
	if mod == "hi" {
		return p >> 16 & ones(32)
	}
	return p
}

// extend widens n bits to 64.
func extend(x uint64, n int, sign bool) uint64 {
	if sign {
		return uint64(signed(x, n))
	}
	return x & ones(n)
}

func (b *lowering) multiplyAdd(base, mod string, mods []string, t ptx.Type) error {
	n, sign := t.Bits, t.Class == ptx.Signed
	sat := slices.Contains(mods, "sat")
	if sat && (t.Name != "s32" || mod != "hi") {
		return b.unsupported()
	}
	sum := func(x, z uint64) uint64 {
		if sat {
			return clamp(signed(x, 32)+signed(z, 32), 32)
		}
		return x + z
	}
	if base == "mad24" {
		if n != 32 || mod != "lo" && mod != "hi" {
			return b.unsupported()
		}
		return b.with3(t, t, n, func(x, y, z uint64) uint64 { return sum(product24(x, y, sign, mod), z) })
	}
	switch mod {
	case "lo":
		return b.with3(t, t, n, func(x, y, z uint64) uint64 { return x*y + z })
	case "hi":
		return b.with3(t, t, n, func(x, y, z uint64) uint64 { return sum(high(x, y, n, sign), z) })
	case "wide":
		if n > 32 {
			return b.unsupported()
		}
		u := t
		u.Bits *= 2
		return b.with3(t, u, 2*n, func(x, y, z uint64) uint64 { return extend(x, n, sign)*extend(y, n, sign) + z })
	}
	return b.unsupported()
}

// carries makes add.cc, addc, sub.cc, subc, mad.cc and madc ready: they write and read the carry of the thread, which a difference sets
// where it does not borrow.
func (b *lowering) carries(base string, mods []string, t ptx.Type, write bool) (err error) {
	n := t.Bits
	if n != 32 && n != 64 {
		return b.unsupported()
	}
	if b.carry < 0 {
		b.carry = b.fresh()
	}
	o := b.base()
	operands := 2
	hi := slices.Contains(mods, "hi")
	if base == "mad" || base == "madc" {
		operands = 3
		if !hi && !slices.Contains(mods, "lo") {
			return b.unsupported()
		}
	}
	if err := b.count(operands + 1); err != nil {
		return err
	}
	if o.d, err = b.destination(&o, b.s.Operands[0], n); err != nil {
		return err
	}
	for k, to := range []*int32{&o.a, &o.b, &o.c}[:operands] {
		if *to, err = b.source(b.s.Operands[k+1], t); err != nil {
			return err
		}
	}
	cc, sign := b.carry, t.Class == ptx.Signed
	difference := base == "sub" || base == "subc"
	read := base == "addc" || base == "subc" || base == "madc"
	o.do = func(w *warp, o *op, mask uint32) {
		for m := mask; m != 0; m &= m - 1 {
			l := int32(bits.TrailingZeros32(m))
			x, y := w.r[o.a+l], w.r[o.b+l]
			if operands == 3 {
				if hi {
					x = high(x, y, n, sign) & ones(n)
				} else {
					x = x * y & ones(n)
				}
				y = w.r[o.c+l]
			}
			in := uint64(0)
			if read {
				in = w.r[cc+l]
			}
			var r, out uint64
			if difference {
				if read {
					in ^= 1
				}
				r, out = bits.Sub64(x, y, in)
			} else {
				r, out = bits.Add64(x, y, in)
			}
			if n == 32 {
				r, out = r&ones(32), r>>32&1
			}
			if difference {
				out ^= 1
			}
			w.r[o.d+l] = r
			if write {
				w.r[cc+l] = out
			}
		}
	}
	b.emit(o)
	return nil
}

// logic makes and, or, xor, not and cnot ready, on bits and on predicates.
func (b *lowering) logic(base string, t ptx.Type) error {
	n := t.Bits
	one := func(not bool) func(uint64) uint64 { // operands of predicates may be written !p
		if not {
			return func(x uint64) uint64 { return x ^ 1 }
		}
		return func(x uint64) uint64 { return x }
	}
	var not [3]bool
	for k, x := range b.s.Operands {
		if k < 3 && x.Not {
			if t.Bits != 1 {
				return b.bad("! stands before predicates only")
			}
			not[k] = true
		}
	}
	p, q := one(not[1]), one(not[2])
	switch base {
	case "and":
		if !not[1] && !not[2] {
			return b.with2(t, t, n, func(x, y uint64) uint64 { return x & y })
		}
		return b.with2(t, t, n, func(x, y uint64) uint64 { return p(x) & q(y) })
	case "or":
		return b.with2(t, t, n, func(x, y uint64) uint64 { return p(x) | q(y) })
	case "xor":
		return b.with2(t, t, n, func(x, y uint64) uint64 { return p(x) ^ q(y) })
	case "not":
		return b.with1(t, n, func(x uint64) uint64 { return ^p(x) })
	case "cnot":
		return b.with1(t, n, func(x uint64) uint64 { return truth(x&ones(n) == 0) })
	}
	return b.unsupported()
}

// extent reads the position or length of a bit field: of 32 bits the lower 8 bits, of 64 bits all 32, as an H200 does.
func extent(v uint64, n int) int {
	if n == 32 {
		return int(v & 0xff)
	}
	return int(min(v&0xffffffff, 0xff))
}

// field reads a bit field; a signed one takes its sign from its top bit, or from the number's where it reaches beyond.
func field(x, position, length uint64, n int, sign bool) uint64 {
	p, l := extent(position, n), extent(length, n)
	x &= ones(n)
	if l == 0 {
		return 0
	}
	r := uint64(0)
	if p < n {
		r = x >> p & ones(l)
	}
	top := min(p+l-1, n-1)
	if sign && x>>top&1 != 0 {
		from := l
		if p+l > n {
			from = max(n-p, 0)
		}
		r |= ^uint64(0) << from
	}
	return r
}

func (b *lowering) insertField(t ptx.Type) (err error) {
	if err := b.count(5); err != nil {
		return err
	}
	o := b.base()
	if o.d, err = b.destination(&o, b.s.Operands[0], t.Bits); err != nil {
		return err
	}
	for k, to := range []*int32{&o.a, &o.b, &o.c, &o.e} {
		u := t
		if k > 1 {
			u = u32
		}
		if *to, err = b.source(b.s.Operands[k+1], u); err != nil {
			return err
		}
	}
	n := t.Bits
	o.do = func(w *warp, o *op, mask uint32) {
		for m := mask; m != 0; m &= m - 1 {
			l := int32(bits.TrailingZeros32(m))
			p, length := extent(w.r[o.c+l], n), extent(w.r[o.e+l], n)
			r := w.r[o.b+l]
			if p < n && length > 0 {
				in := ones(min(length, n-p)) << p
				r = r&^in | w.r[o.a+l]<<p&in
			}
			w.r[o.d+l] = r
		}
	}
	b.emit(o)
	return nil
}

// masks makes szext (extend from a number of bits) and bmsk (a run of ones) ready.
func (b *lowering) masks(base, mod string, t ptx.Type) error {
	wrap := mod == "wrap"
	if !wrap && mod != "clamp" || t.Bits != 32 {
		return b.unsupported()
	}
	limit := func(x uint64) int {
		if wrap {
			return int(x & 31)
		}
		return int(min(x&0xffffffff, 32))
	}
	if base == "bmsk" {
		return b.with2(u32, u32, 32, func(p, l uint64) uint64 {
			if limit(p) >= 32 {
				return 0
			}
			return ones(limit(l)) << limit(p)
		})
	}
	sign := t.Class == ptx.Signed
	return b.with2(t, u32, 32, func(x, p uint64) uint64 {
		if n := limit(p); n > 0 {
			return extend(x, n, sign)
		}
		return 0
	})
}

// funnel makes shf.l and shf.r ready: a shift of 64 bits, of which 32 are kept.
func (b *lowering) funnel(mods []string, t ptx.Type) error {
	if len(mods) != 2 || t.Bits != 32 || mods[1] != "wrap" && mods[1] != "clamp" || mods[0] != "l" && mods[0] != "r" {
		return b.unsupported()
	}
	left, wrap := mods[0] == "l", mods[1] == "wrap"
	return b.with3(u32, u32, 32, func(lo, hi, s uint64) uint64 {
		if s &= 0xffffffff; wrap {
			s &= 31
		}
		s = min(s, 32)
		v := hi<<32 | lo&0xffffffff
		if left {
			return v << s >> 32
		}
		return v >> s
	})
}

// dot makes dp4a and dp2a ready: sums of products of bytes.
func (b *lowering) dot(base, mod string, types []ptx.Type) error {
	if len(types) != 2 {
		return b.unsupported()
	}
	sx, sy := types[0].Class == ptx.Signed, types[1].Class == ptx.Signed
	if base == "dp4a" {
		return b.with3(u32, u32, 32, func(x, y, z uint64) uint64 {
			for k := 0; k < 32; k += 8 {
				z += extend(x>>k, 8, sx) * extend(y>>k, 8, sy)
			}
			return z
		})
	}
	if mod != "lo" && mod != "hi" {
		return b.unsupported()
	}
	from := 0
	if mod == "hi" {
		from = 16
	}
	return b.with3(u32, u32, 32, func(x, y, z uint64) uint64 {
		for k := range 2 {
			z += extend(x>>(16*k), 16, sx) * extend(y>>(from+8*k), 8, sy)
		}
		return z
	})
}
