package machine

import (
	"math/bits"
	"strings"

	"ulplab/fpcore/ptx"
	"ulplab/fpcore/stable"
)

// Copies are done at once, so that nobody waits for them longer than for the thread that asks for them.

// copyAsync makes cp.async ready, which copies at once here.
func (b *lowering) copyAsync(rest []string) (err error) {
	if len(rest) == 0 || rest[0] != "async" {
		return b.unsupported()
	}
	switch what := strings.Join(rest[1:], "."); what {
	case "commit_group", "wait_all", "wait_group", "bulk.commit_group", "bulk.wait_group", "bulk.wait_group.read":
		return nil
	case "mbarrier.arrive", "mbarrier.arrive.noinc":
		return b.copiesArrive(what == "mbarrier.arrive.noinc")
	case "bulk.mbarrier::complete_tx::bytes", "bulk.bulk_group":
		return b.copyBulk(what == "bulk.bulk_group")
	case "":
	default:
		return b.unsupported()
	}
	if err := b.count(3, 4, 5); err != nil {
		return err
	}
	list := b.s.Operands
	n := list[2].Value
	if list[2].Kind != ptx.IsInteger || n != 4 && n != 8 && n != 16 {
		return b.bad("cp.async copies 4, 8 or 16 bytes")
	}
	o := b.base()
	into, err := b.point(list[0], ptx.Shared, int(n))
	if err != nil {
		return err
	}
	if o.access, err = b.point(list[1], ptx.Global, int(n)); err != nil {
		return err
	}
	if strings.Contains(b.s.Opcode, "cache_hint") { // the last one says how memory is cached
		list = list[:len(list)-1]
	}
	ignored := false // the source, where the predicate holds
	if len(list) == 4 {
		if ignored = list[3].Kind == ptx.IsRegister && list[3].Register.Type.Bits == 1; ignored {
			o.not = list[3].Not
			o.a, err = b.source(list[3], predicate)
		} else {
			o.a, err = b.source(list[3], u32)
		}
		if err != nil {
			return err
		}
	}
	from := o.access
	o.do = func(w *warp, o *op, mask uint32) {
		for m := mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			take := int(n)
			if ignored && w.r[int(o.a)+l] != 0 != o.not {
				take = 0
			} else if o.a >= 0 && !ignored {
				take = int(min(w.r[int(o.a)+l]&0xffffffff, n))
			}
			reading, writing := *o, *o
			reading.access, writing.access = from, into
			to := w.locate(&writing, l, true)
			if to == nil {
				return
			}
			clear(to)
			if take == 0 {
				continue
			}
			data := w.locate(&reading, l, false)
			if data == nil {
				return
			}
			copy(to, data[:take])
		}
	}
	b.emit(o)
	return nil
}

// copyBulk makes cp.async.bulk between global and shared memory ready: of a thread a number of bytes that is a multiple of 16. Out of
// global memory the copy arrives at an mbarrier with its bytes, into it nobody is told.
func (b *lowering) copyBulk(out bool) (err error) {
	want, to, from := 4, ptx.Shared, ptx.Global
	if out {
		want, to, from = 3, ptx.Global, ptx.Shared
	}
	if err := b.count(want, want+1); err != nil { // the last one says how memory is cached
		return err
	}
	o := b.base()
	list := b.s.Operands
	into, err := b.point(list[0], to, 16)
	if err != nil {
		return err
	}
	source, err := b.point(list[1], from, 16)
	if err != nil {
		return err
	}
	if o.a, err = b.source(list[2], u32); err != nil {
		return err
	}
	if !out {
		if o.access, err = b.point(list[3], ptx.Shared, 8); err != nil {
			return err
		}
	}
	o.list = append(o.list, into.base, source.base)
	o.list = stable.Delete(o.list, func(s int32) bool { return s < 0 })
	o.do = func(w *warp, o *op, mask uint32) {
		for m := mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			n := int(uint32(w.r[int(o.a)+l]))
			if n%16 != 0 || n > maxShared {
				w.fault(o, l, o.statement.Opcode+" copies a number of bytes that is a multiple of 16")
				return
			}
			reading, writing := *o, *o
			reading.access, writing.access = source, into
			for at := 0; at < n; at += 16 {
				data, target := w.locate(&reading, l, false), w.locate(&writing, l, true)
				if data == nil || target == nil {
					return
				}
				copy(target, data)
				reading.access.offset += 16
				writing.access.offset += 16
			}
			if !out {
				w.transact(o, l, func(v mbarrier) mbarrier { v.bytes -= n; return v })
			}
		}
	}
	b.emit(o)
	return nil
}

// mbarrier is an mbarrier object: how many threads arrive in a phase, how many of them have not yet, how many bytes are still to be
// copied, and the phase, of which the last bit is kept. PTX leaves open how it lies in its 8 bytes.
type mbarrier struct {
	expected, pending uint64 // at most maxArrivals
	bytes             int
	phase             uint64
}

const maxArrivals = 1<<20 - 1

func unpacked(v uint64) mbarrier {
	return mbarrier{v & maxArrivals, v >> 20 & maxArrivals, int(signed(v>>40, 23)), v >> 63}
}

func (v mbarrier) packed() uint64 {
	return v.expected | v.pending<<20 | uint64(v.bytes)&ones(23)<<40 | v.phase<<63
}

// transact changes the mbarrier that a thread names, and begins the next phase where all have arrived and all bytes too. It returns the
// one before.
func (w *warp) transact(o *op, lane int, change func(v mbarrier) mbarrier) uint64 {
	data := w.locate(o, lane, true)
	if data == nil {
		return 0
	}
	before := get(data, 8)
	v := change(unpacked(before))
	if v.pending > maxArrivals || v.expected > maxArrivals {
		w.fault(o, lane, o.statement.Opcode+": more threads arrive than the mbarrier expects")
		return 0
	}
	if v.pending == 0 && v.bytes == 0 {
		v.pending, v.phase = v.expected, v.phase^1
	}
	put(data, 8, v.packed())
	return before
}

// mbarrier makes the instructions on mbarrier objects in the block's shared memory ready. Who waits asks again and again.
func (b *lowering) mbarrier(rest []string) (err error) {
	o := b.base()
	list := b.s.Operands
	at, want := 0, 1 // the operand that is the address, and the numbers behind it
	what := strings.TrimSuffix(strings.Join(rest, "."), ".noComplete")
	switch what {
	case "init", "expect_tx", "complete_tx":
	case "inval":
		want = 0
	case "arrive", "arrive_drop", "arrive.expect_tx", "arrive_drop.expect_tx":
		if at = 1; len(list) == 2 && !strings.HasSuffix(what, "tx") {
			want = 0 // it counts once
		}
	case "test_wait", "try_wait", "test_wait.parity", "try_wait.parity":
		if at = 1; len(list) == 4 { // how long to wait at most
			list = list[:3]
		}
	case "pending_count":
		if err := b.count(2); err != nil {
			return err
		}
		return b.with(b64, b64, b64, 32, 1, func(v uint64) uint64 { return unpacked(v).pending }, nil, nil)
	default:
		return b.unsupported()
	}
	if len(list) != at+1+want {
		return b.count(at + 1 + want)
	}
	if o.access, err = b.point(list[at], ptx.Shared, 8); err != nil {
		return err
	}
	waits := strings.Contains(what, "wait")
	if at > 0 && waits {
		o.d, err = b.destination(&o, list[0], 1)
	} else if at > 0 {
		o.d, err = b.destination(&o, list[0], 64)
	}
	if err != nil {
		return err
	}
	parity := strings.HasSuffix(what, "parity")
	if want > 0 {
		t := u32
		if waits && !parity {
			t = b64
		}
		if o.a, err = b.source(list[at+1], t); err != nil {
			return err
		}
	}
	change := func(v mbarrier, n uint64) mbarrier {
		switch what {
		case "init":
			return mbarrier{expected: n, pending: n}
		case "inval":
			return mbarrier{pending: 1}
		case "expect_tx":
			v.bytes += int(n)
		case "complete_tx":
			v.bytes -= int(n)
		case "arrive", "arrive_drop":
			v.pending -= n
		case "arrive.expect_tx", "arrive_drop.expect_tx":
			v.bytes, n = v.bytes+int(n), 1
			v.pending--
		}
		if strings.HasPrefix(what, "arrive_drop") {
			v.expected -= n
		}
		return v
	}
	o.do = func(w *warp, o *op, mask uint32) {
		for _, lane := range w.x.lanes {
			l := int(lane)
			if mask&(1<<l) == 0 {
				continue
			}
			n := uint64(1)
			if o.a >= 0 {
				n = w.r[int(o.a)+l]
			}
			switch {
			case waits:
				data := w.locate(o, l, false)
				if data == nil {
					return
				}
				if !parity {
					n = unpacked(n).phase
				}
				w.r[int(o.d)+l] = truth(unpacked(get(data, 8)).phase != n&1)
			default:
				before := w.transact(o, l, func(v mbarrier) mbarrier { return change(v, n&0xffffffff) })
				if o.d >= 0 {
					w.r[int(o.d)+l] = before
				}
			}
			if w.x.err != nil {
				return
			}
		}
	}
	b.emit(o)
	return nil
}

// copiesArrive makes cp.async.mbarrier.arrive ready: the copies of the thread, done already, arrive. Without .noinc the mbarrier expects
// one more for it, so that nothing changes.
func (b *lowering) copiesArrive(counts bool) (err error) {
	if err := b.count(1); err != nil {
		return err
	}
	o := b.base()
	if o.access, err = b.point(b.s.Operands[0], ptx.Shared, 8); err != nil {
		return err
	}
	o.do = func(w *warp, o *op, mask uint32) {
		for m := mask; m != 0 && counts && w.x.err == nil; m &= m - 1 {
			w.transact(o, bits.TrailingZeros32(m), func(v mbarrier) mbarrier { v.pending--; return v })
		}
	}
	b.emit(o)
	return nil
}
