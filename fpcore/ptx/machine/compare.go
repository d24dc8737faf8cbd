package machine

import (
	"math/bits"
	"slices"
	"strings"

	"ulplab/fpcore/ptx"
)

// relation says how two operands stand to each other.
type relation struct{ less, equal, unordered bool }

// relate returns the comparison of two values of a type; ftz takes subnormal binary32 numbers for zeros.
func relate(t ptx.Type, ftz bool) func(x, y uint64) relation {
	n := t.Bits
	switch t.Class {
	case ptx.Signed:
		return func(x, y uint64) relation {
			p, q := signed(x, n), signed(y, n)
			return relation{less: p < q, equal: p == q}
		}
	case ptx.Float:
		infinity := ones(n-1) &^ ones(fraction(t))
		key := func(x uint64) (k int64, nan bool) {
			m := x & ones(n-1)
			if m > infinity {
				return 0, true
			}
			if ftz && m <= ones(fraction(t)) {
				m = 0
			}
			if x>>(n-1)&1 != 0 {
				return -int64(m), false
			}
			return int64(m), false
		}
		return func(x, y uint64) relation {
			p, nan := key(x)
			q, also := key(y)
			if nan || also {
				return relation{unordered: true}
			}
			return relation{less: p < q, equal: p == q}
		}
	}
	return func(x, y uint64) relation {
		x, y = x&ones(n), y&ones(n)
		return relation{less: x < y, equal: x == y}
	}
}

// holds returns what a comparison operator says of a relation; ok is false where there is no such operator.
func holds(operator string, float bool) (f func(r relation) bool, ok bool) {
	switch operator {
	case "num":
		return func(r relation) bool { return !r.unordered }, float
	case "nan":
		return func(r relation) bool { return r.unordered }, float
	case "lo", "ls", "hi", "hs":
		if float {
			return nil, false
		}
		operator = map[string]string{"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}[operator]
	}
	name, unordered := strings.CutSuffix(operator, "u")
	if unordered && !float {
		return nil, false
	}
	switch name {
	case "eq":
		return func(r relation) bool { return r.equal || unordered && r.unordered }, true
	case "ne":
		return func(r relation) bool { return !r.equal && !r.unordered || unordered && r.unordered }, true
	case "lt":
		return func(r relation) bool { return r.less || unordered && r.unordered }, true
	case "le":
		return func(r relation) bool { return r.less || r.equal || unordered && r.unordered }, true
	case "gt":
		return func(r relation) bool { return !r.less && !r.equal && !r.unordered || unordered && r.unordered }, true
	case "ge":
		return func(r relation) bool { return !r.less && !r.unordered || unordered && r.unordered }, true
	}
	return nil, false
}

// compare makes setp, set, selp and slct ready.
func (b *lowering) compare(base string, mods []string, types []ptx.Type) error {
	list := b.s.Operands
	if len(types) == 0 {
		return b.unsupported()
	}
	switch base {
	case "selp":
		if err := b.count(4); err != nil {
			return err
		}
		t, not := types[0], uint64(0)
		if list[3].Not {
			not = 1
		}
		return b.with(t, t, predicate, t.Bits, 3, nil, nil, func(x, y, p uint64) uint64 {
			if p != not {
				return x
			}
			return y
		})
	case "slct":
		if len(types) != 2 {
			return b.unsupported()
		}
		t, u := types[0], types[1]
		flush := slices.Contains(mods, "ftz")
		return b.with(t, t, u, t.Bits, 3, nil, nil, func(x, y, z uint64) uint64 {
			negative := z>>(u.Bits-1)&1 != 0
			if m := z & ones(31); u.Class == ptx.Float && (m == 0 || flush && m < 1<<23) { // -0 is not below 0
				negative = false
			} else if u.Class == ptx.Float && m > 0x7f800000 { // a NaN takes the second
				negative = true
			}
			if negative {
				return y
			}
			return x
		})
	}
	t := types[len(types)-1]
	one, packed := strings.CutSuffix(t.Name, "x2")
	if packed { // two comparisons, of the lower and the upper halves
		t, _ = ptx.FindType(one)
	}
	if t.Bits < 16 || len(mods) == 0 {
		return b.unsupported()
	}
	ftz := false
	join := ""
	for _, m := range mods[1:] {
		switch m {
		case "ftz":
			ftz = true
		case "and", "or", "xor":
			join = m
		default:
			return b.unsupported()
		}
	}
	test, ok := holds(mods[0], t.Class == ptx.Float)
	if !ok {
		return b.unsupported()
	}
	with := 3
	if join != "" {
		with = 4
	}
	if err := b.count(with); err != nil {
		return err
	}
	how := relate(t, ftz)
	o := b.base()
	var err error
	whole := types[len(types)-1]
	if o.a, err = b.source(list[1], whole); err != nil {
		return err
	}
	if o.b, err = b.source(list[2], whole); err != nil {
		return err
	}
	if join != "" {
		if o.c, err = b.source(list[3], predicate); err != nil {
			return err
		}
		o.not = list[3].Not
	}
	yes := uint64(1)
	if base == "set" {
		var ok bool
		if yes, ok = trues[types[0].Name]; !ok || packed && (types[0].Bits != 32 || types[0].Name == "f32" || join != "") || !packed && strings.HasSuffix(types[0].Name, "x2") {
			return b.unsupported()
		}
		if packed {
			yes &= ones(16)
		}
		o.d, err = b.destination(&o, list[0], types[0].Bits)
	} else {
		d := list[0]
		if d.Kind == ptx.IsPair {
			if o.e, err = b.destination(&o, d.List[1], 1); err != nil {
				return err
			}
			d = d.List[0]
		}
		o.d, err = b.destination(&o, d, 1)
	}
	if err != nil {
		return err
	}
	o.do = func(w *warp, o *op, mask uint32) {
		for m := mask; m != 0; m &= m - 1 {
			l := int32(bits.TrailingZeros32(m))
			x, y := w.r[o.a+l], w.r[o.b+l]
			p := test(how(x&ones(t.Bits), y&ones(t.Bits)))
			q := !p
			if packed {
				q = test(how(x>>16, y>>16))
			}
			if join != "" {
				c := w.r[o.c+l] != 0 != o.not
				p, q = joined(join, p, c), joined(join, q, c)
			}
			v := uint64(0)
			if p {
				v = yes
			}
			if packed && base == "set" && q {
				v |= yes << 16
			}
			w.r[o.d+l] = v
			if o.e >= 0 {
				w.r[o.e+l] = truth(q)
			}
		}
	}
	if base == "setp" && join == "" && o.e < 0 && t.Class != ptx.Float && t.Bits >= 32 {
		if do, ok := doCompare(mods[0], t); ok {
			o.do = do
		}
	}
	b.emit(o)
	return nil
}

// trues are what set writes where a comparison holds; of a packed type, in each half.
var trues = map[string]uint64{"u16": ones(16), "s16": ones(16), "u32": ones(32), "s32": ones(32), "f32": 0x3f800000, "f16": 0x3c00, "bf16": 0x3f80, "f16x2": 0x3c00, "bf16x2": 0x3f80}

func joined(by string, p, q bool) bool {
	switch by {
	case "and":
		return p && q
	case "or":
		return p || q
	}
	return p != q
}
