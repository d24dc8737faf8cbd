package machine

import (
	"math/bits"
	"slices"

	"ulplab/fpcore/ptx"
	"ulplab/fpcore/stable"
)

// warp makes exchanges between the threads of a warp ready.
func (b *lowering) warp(base string, mods []string, types []ptx.Type) error {
	list := b.s.Operands
	o := b.base()
	o.flow = together
	if base == "activemask" {
		if err := b.count(1); err != nil {
			return err
		}
		var err error
		o.flow = straight
		o.d, err = b.destination(&o, list[0], 32)
		o.do = func(w *warp, o *op, mask uint32) {
			for m := mask; m != 0; m &= m - 1 {
				w.r[int(o.d)+bits.TrailingZeros32(m)] = uint64(mask)
			}
		}
		b.emit(o)
		return err
	}
	k := slices.Index(mods, "sync")
	if k < 0 {
		return b.bad(b.s.Opcode + " without .sync does not exist on this target")
	}
	mods = append(stable.Clone(mods[:k]), mods[k+1:]...)
	var err error
	switch base {
	case "shfl":
		err = b.shuffle(&o, mods)
	case "vote":
		err = b.vote(&o, mods)
	case "match":
		err = b.match(&o, mods, types)
	case "redux":
		err = b.redux(&o, mods, types)
	case "elect":
		if err := b.count(2); err != nil {
			return err
		}
		if list[0].Kind != ptx.IsPair {
			return b.unsupported()
		}
		if o.d, err = b.destination(&o, list[0].List[0], 32); err != nil {
			return err
		}
		if o.e, err = b.destination(&o, list[0].List[1], 1); err != nil {
			return err
		}
		o.members, err = b.source(list[1], u32)
		o.do = func(w *warp, o *op, mask uint32) {
			for m := mask; m != 0; m &= m - 1 {
				l := bits.TrailingZeros32(m)
				w.r[int(o.d)+l] = uint64(bits.TrailingZeros32(mask))
				w.r[int(o.e)+l] = truth(l == bits.TrailingZeros32(mask))
			}
		}
	default:
		return b.unsupported()
	}
	if err != nil {
		return err
	}
	b.emit(o)
	return nil
}

// results are a register of 32 bits, and a predicate where they are written d|p.
func (b *lowering) results(o *op, d ptx.Operand) (err error) {
	if d.Kind == ptx.IsPair {
		if o.e, err = b.destination(o, d.List[1], 1); err != nil {
			return err
		}
		d = d.List[0]
	}
	o.d, err = b.destination(o, d, 32)
	return err
}

// shuffle makes shfl.sync ready, after the formula of the PTX ISA.
func (b *lowering) shuffle(o *op, mods []string) (err error) {
	if err := b.count(5); err != nil {
		return err
	}
	if len(mods) != 1 {
		return b.unsupported()
	}
	mode := mods[0]
	switch mode {
	case "up", "down", "bfly", "idx":
	default:
		return b.unsupported()
	}
	list := b.s.Operands
	if err = b.results(o, list[0]); err != nil {
		return err
	}
	for k, to := range []*int32{&o.a, &o.b, &o.c, &o.members} {
		if *to, err = b.source(list[k+1], u32); err != nil {
			return err
		}
	}
	if b.launch.Watch != nil {
		o.from = new([32]int)
	}
	o.do = func(w *warp, o *op, mask uint32) {
		var from [32]uint64
		copy(from[:], w.r[o.a:o.a+32])
		for m := mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			bval, c := int(w.r[int(o.b)+l]&31), int(w.r[int(o.c)+l])
			segment := c >> 8 & 31
			most, least := l&segment|c&31&^segment, l&segment
			j := l
			switch mode {
			case "up":
				j = l - bval
			case "down":
				j = l + bval
			case "bfly":
				j = l ^ bval
			case "idx":
				j = least | bval&^segment
			}
			in := j <= most
			if mode == "up" {
				in = j >= most
			}
			if !in {
				j = l
			}
			w.r[int(o.d)+l] = from[j] & ones(32)
			if o.from != nil {
				o.from[l] = j
			}
			if o.e >= 0 {
				w.r[int(o.e)+l] = truth(in)
			}
		}
	}
	return nil
}

func (b *lowering) vote(o *op, mods []string) (err error) {
	if err := b.count(3); err != nil {
		return err
	}
	if len(mods) != 1 {
		return b.unsupported()
	}
	list := b.s.Operands
	width := 1
	if mods[0] == "ballot" {
		width = 32
	}
	if o.d, err = b.destination(o, list[0], width); err != nil {
		return err
	}
	if o.a, err = b.source(list[1], predicate); err != nil {
		return err
	}
	if o.members, err = b.source(list[2], u32); err != nil {
		return err
	}
	not := list[1].Not
	var result func(yes, mask uint32) uint64
	switch mods[0] {
	case "all":
		result = func(yes, mask uint32) uint64 { return truth(yes == mask) }
	case "any":
		result = func(yes, mask uint32) uint64 { return truth(yes != 0) }
	case "uni":
		result = func(yes, mask uint32) uint64 { return truth(yes == 0 || yes == mask) }
	case "ballot":
		result = func(yes, mask uint32) uint64 { return uint64(yes) }
	default:
		return b.unsupported()
	}
	o.do = func(w *warp, o *op, mask uint32) {
		var yes uint32
		for m := mask; m != 0; m &= m - 1 {
			if l := bits.TrailingZeros32(m); w.r[int(o.a)+l] != 0 != not {
				yes |= 1 << l
			}
		}
		r := result(yes, mask)
		for m := mask; m != 0; m &= m - 1 {
			w.r[int(o.d)+bits.TrailingZeros32(m)] = r
		}
	}
	return nil
}

func (b *lowering) match(o *op, mods []string, types []ptx.Type) (err error) {
	if err := b.count(3); err != nil {
		return err
	}
	if len(mods) != 1 || len(types) != 1 || mods[0] != "any" && mods[0] != "all" {
		return b.unsupported()
	}
	list := b.s.Operands
	if err = b.results(o, list[0]); err != nil {
		return err
	}
	if o.a, err = b.source(list[1], types[0]); err != nil {
		return err
	}
	if o.members, err = b.source(list[2], u32); err != nil {
		return err
	}
	all := mods[0] == "all"
	o.do = func(w *warp, o *op, mask uint32) {
		for m := mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			var same uint32
			for n := mask; n != 0; n &= n - 1 {
				if k := bits.TrailingZeros32(n); w.r[int(o.a)+k] == w.r[int(o.a)+l] {
					same |= 1 << k
				}
			}
			if all && same != mask {
				same = 0
			}
			w.r[int(o.d)+l] = uint64(same)
			if o.e >= 0 {
				w.r[int(o.e)+l] = truth(same == mask)
			}
		}
	}
	return nil
}

func (b *lowering) redux(o *op, mods []string, types []ptx.Type) (err error) {
	if err := b.count(3); err != nil {
		return err
	}
	if len(mods) != 1 || len(types) != 1 || types[0].Bits != 32 || types[0].Class == ptx.Float {
		return b.unsupported()
	}
	list := b.s.Operands
	if o.d, err = b.destination(o, list[0], 32); err != nil {
		return err
	}
	if o.a, err = b.source(list[1], types[0]); err != nil {
		return err
	}
	if o.members, err = b.source(list[2], u32); err != nil {
		return err
	}
	f, ok := update(mods[0], types[0], "")
	if !ok || mods[0] == "exch" || mods[0] == "cas" || mods[0] == "inc" || mods[0] == "dec" {
		return b.unsupported()
	}
	o.do = func(w *warp, o *op, mask uint32) {
		r := w.r[int(o.a)+bits.TrailingZeros32(mask)]
		for m := mask & (mask - 1); m != 0; m &= m - 1 {
			r = f(r, w.r[int(o.a)+bits.TrailingZeros32(m)], 0) & ones(32)
		}
		for m := mask; m != 0; m &= m - 1 {
			w.r[int(o.d)+bits.TrailingZeros32(m)] = r
		}
	}
	return nil
}

// whole reports a fault unless all 32 threads execute a statement that needs them.
func (w *warp) whole(o *op, mask uint32) bool {
	if bits.OnesCount32(mask) == 32 {
		return true
	}
	w.fault(o, bits.TrailingZeros32(mask), o.statement.Opcode+" is executed by all threads of a warp together, here by "+itoa(bits.OnesCount32(mask)))
	return false
}
