package machine

import "math/bits"

// group is a set of threads of a warp that stand at the same statement.
type group struct {
	mask   uint32
	pc     int32
	waits  bool // at a barrier
	stalls int  // statements executed while another group could have gone on
}

// warp is 32 threads. Registers lie slot by slot, 32 values each.
type warp struct {
	x      *Machine
	index  int
	r      []uint64
	live   uint32
	groups []group
}

func newWarp(x *Machine, index int) *warp {
	return &warp{x: x, index: index, r: make([]uint64, 32*x.code.slots)}
}

// start puts all threads of the warp before the first statement.
func (w *warp) start() {
	n := min(w.x.threads-w.index*32, 32)
	w.live = uint32(1<<n - 1)
	w.groups = append(w.groups[:0], group{mask: w.live})
	clear(w.r)
	for _, c := range w.x.code.constants {
		for l := range 32 {
			w.r[int(c.slot)+l] = c.value
		}
	}
	for _, s := range w.x.code.specials {
		for l := range 32 {
			w.r[int(s.slot)+l] = w.x.Special(s.name, w.x.block, w.index*32+l)
		}
	}
}

// Special returns the value of a special register in a thread.
func (x *Machine) Special(name string, block, thread int) uint64 {
	b, g := x.launch.Block, x.launch.Grid
	t, c, lane := thread, block, thread%32
	var n int
	switch name {
	case "%tid.x":
		n = t % b[0]
	case "%tid.y":
		n = t / b[0] % b[1]
	case "%tid.z":
		n = t / b[0] / b[1]
	case "%ntid.x":
		n = b[0]
	case "%ntid.y":
		n = b[1]
	case "%ntid.z":
		n = b[2]
	case "%ctaid.x", "%clusterid.x":
		n = c % g[0]
	case "%ctaid.y":
		n = c / g[0] % g[1]
	case "%ctaid.z":
		n = c / g[0] / g[1]
	case "%nctaid.x", "%nclusterid.x":
		n = g[0]
	case "%nctaid.y":
		n = g[1]
	case "%nctaid.z":
		n = g[2]
	case "%laneid":
		n = lane
	case "%warpid":
		n = t / 32
	case "%nwarpid":
		n = len(x.warps)
	case "%nsmid", "%cluster_nctaid.x", "%cluster_nctarank":
		n = 1
	case "%lanemask_eq":
		n = 1 << lane
	case "%lanemask_le":
		n = 2<<lane - 1
	case "%lanemask_lt":
		n = 1<<lane - 1
	case "%lanemask_ge":
		n = 1<<32 - 1<<lane
	case "%lanemask_gt":
		n = 1<<32 - 2<<lane
	case "%dynamic_smem_size":
		n = x.launch.Dynamic
	case "%total_smem_size":
		n = len(x.shared)
	}
	return uint64(n)
}

// run executes statements of the group that stands furthest behind until the warp's turn is over or all its groups wait.
// moved is false if none could execute anything.
func (w *warp) run() (moved bool) {
	x := w.x
	for n := 0; n < quantum && x.left > 0; n++ {
		k := w.choose()
		if k < 0 {
			return moved
		}
		g := &w.groups[k]
		o := &x.code.ops[g.pc]
		mask := g.mask
		if o.guard >= 0 {
			mask = w.guarded(o, mask)
		}
		cost := max(bits.OnesCount32(mask), 1)
		x.left -= cost
		x.executed += uint64(cost)
		switch o.flow {
		case straight:
			if mask != 0 {
				o.do(w, o, mask)
			}
			if x.launch.Watch != nil {
				w.record(o, g.mask, mask)
			}
			if x.err != nil {
				return moved
			}
			g.pc++
		case together:
			if !w.together(k, o, mask) {
				continue
			}
			if x.err != nil {
				return moved
			}
		default:
			if x.launch.Watch != nil {
				w.record(o, g.mask, mask)
			}
			w.branch(k, o, mask)
		}
		moved = true
		if len(w.groups) > 1 {
			w.join()
		}
	}
	return moved
}

// choose returns the group that stands furthest behind among those that do not wait. A group that has gone on for long
// while another stood (it may be waiting for it in a loop) lets the other one go.
func (w *warp) choose() int {
	if len(w.groups) == 1 && !w.groups[0].waits {
		return 0
	}
	best := -1
	for k := range w.groups {
		if g := &w.groups[k]; !g.waits && (best < 0 || g.stalls/quantum < w.groups[best].stalls/quantum ||
			g.stalls/quantum == w.groups[best].stalls/quantum && g.pc < w.groups[best].pc) {
			best = k
		}
	}
	if best >= 0 && len(w.groups) > 1 {
		w.groups[best].stalls++
	}
	return best
}

// join unites groups that stand at the same statement and drops empty ones.
func (w *warp) join() {
	for k := 0; k < len(w.groups); k++ {
		g := &w.groups[k]
		for j := len(w.groups) - 1; j > k; j-- {
			h := w.groups[j]
			if h.pc == g.pc && !h.waits && !g.waits || h.mask == 0 {
				g.mask |= h.mask
				g.stalls = min(g.stalls, h.stalls)
				w.groups = append(w.groups[:j], w.groups[j+1:]...)
			}
		}
		if g.mask == 0 {
			w.groups = append(w.groups[:k], w.groups[k+1:]...)
			k--
		}
	}
}

// guarded returns the threads of mask whose guard lets them execute the statement.
func (w *warp) guarded(o *op, mask uint32) (on uint32) {
	p := w.r[o.guard : o.guard+32]
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m)
		if p[l] != 0 != o.unless {
			on |= 1 << l
		}
	}
	return on
}

// branch executes what changes the flow: bra, brx, exit.
func (w *warp) branch(k int, o *op, mask uint32) {
	g := &w.groups[k]
	rest := g.mask &^ mask
	switch o.flow {
	case leave:
		w.live &^= mask
		if watch := w.x.launch.Watch; watch != nil && watch.Thread/32 == w.index && mask&(1<<(watch.Thread%32)) != 0 && watch.Block == w.x.block {
			watch.Ended = true
		}
		g.mask = rest
		g.pc++
		for j := range w.groups { // nobody waits for threads that have ended
			if h := &w.groups[j]; w.x.code.ops[h.pc].barrier == nil {
				h.waits = false
			}
		}
		w.x.released()
		if rest == 0 && len(w.groups) == 1 {
			w.groups = w.groups[:0]
		}
	case jump:
		if rest == 0 {
			g.pc = o.target
		} else {
			g.mask, g.pc = rest, g.pc+1
			if mask != 0 {
				w.groups = append(w.groups, group{mask: mask, pc: o.target, stalls: g.stalls})
			}
		}
	case table:
		g.mask, g.pc = rest, g.pc+1
		for m := mask; m != 0; m &= m - 1 {
			l := bits.TrailingZeros32(m)
			to := w.r[int(o.a)+l] & 0xffffffff
			if to >= uint64(len(o.targets)) {
				w.fault(o, l, "the index of brx.idx lies outside of its table")
				return
			}
			w.groups = append(w.groups, group{mask: 1 << l, pc: o.targets[to]})
		}
	}
}

// together executes what threads do with each other. It returns false if they have to wait.
func (w *warp) together(k int, o *op, mask uint32) bool {
	g := &w.groups[k]
	if mask == 0 {
		if w.x.launch.Watch != nil {
			w.record(o, g.mask, 0)
		}
		g.pc++
		return true
	}
	if o.barrier != nil {
		if w.x.launch.Watch != nil {
			w.record(o, g.mask, mask)
		}
		return o.barrier(w, k, o, mask)
	}
	named := uint32(0xffffffff)
	if o.members >= 0 {
		l := bits.TrailingZeros32(mask)
		named = uint32(w.r[int(o.members)+l])
		if named&(1<<l) == 0 {
			w.fault(o, l, "the mask of "+o.statement.Opcode+" does not name the thread that executes it")
			return true
		}
	}
	if missing := named & w.live &^ mask; missing != 0 {
		if g.mask&missing != 0 { // their guard holds them back: they do not come
			w.fault(o, bits.TrailingZeros32(missing&g.mask), "the mask of "+o.statement.Opcode+" names a thread that does not execute it")
			return true
		}
		g.waits = true
		if len(w.groups) > 1 {
			for j := range w.groups {
				if j != k && w.groups[j].pc == g.pc && w.groups[j].waits { // they have met
					w.groups[j].waits, g.waits = false, false
				}
			}
			w.join()
		}
		return false
	}
	o.do(w, o, mask)
	if w.x.launch.Watch != nil {
		w.record(o, mask, mask)
	}
	g.pc++
	return true
}

// watched reports whether a thread of the warp is the one that is watched.
func (w *warp) watched(lane int) bool {
	watch := w.x.launch.Watch
	return watch.Block == w.x.block && watch.Thread == w.index*32+lane
}

// record notes a statement of the thread that is watched, if it is one of those that came to it; mask are those whose
// guard let them execute it.
func (w *warp) record(o *op, came, mask uint32) {
	watch := w.x.launch.Watch
	lane := watch.Thread - w.index*32
	if watch.Block != w.x.block || lane < 0 || lane > 31 || came&(1<<lane) == 0 {
		return
	}
	if len(watch.Events) >= watch.Most {
		watch.Cut = true
		return
	}
	e := Event{Statement: o.statement, Fused: o.fused, Off: mask&(1<<lane) == 0, From: -1}
	if !e.Off {
		if o.access.bytes > 0 {
			e.Memory, e.Byte, e.From = w.x.touched.memory, w.x.touched.at, w.x.touched.from
		} else if o.from != nil {
			e.From = w.x.block*w.x.threads + w.index*32 + o.from[lane]
		}
		e.Registers = o.writes
		for _, s := range o.slots {
			e.Values = append(e.Values, w.r[int(s)+lane])
		}
	}
	watch.Events = append(watch.Events, e)
}

// barrier is one of the sixteen barriers of a block.
type barrier struct {
	arrived  int
	expected int // threads, or 0 for all that live
	count    int // of true predicates
	all, any bool
	waiting  []waiting
}

type waiting struct {
	w    *warp
	mask uint32
	o    *op
}

// living counts the threads of the block that have not ended.
func (x *Machine) living() (n int) {
	for _, w := range x.warps {
		n += bits.OnesCount32(w.live)
	}
	return n
}

// arrive brings a group to a barrier; it goes on when all have come.
func (w *warp) arrive(k int, o *op, mask uint32, stay bool) bool {
	x, g := w.x, &w.groups[k]
	l := bits.TrailingZeros32(mask)
	id := w.r[int(o.a)+l]
	if id >= uint64(len(x.barriers)) {
		w.fault(o, l, "barriers are numbered from 0 to 15")
		return true
	}
	b := &x.barriers[id]
	expected := 0
	if o.b >= 0 {
		expected = int(uint32(w.r[int(o.b)+l]))
		if expected == 0 || expected%32 != 0 {
			w.fault(o, l, "the number of threads of a barrier is a multiple of 32")
			return true
		}
	}
	if b.arrived == 0 {
		b.all, b.any, b.count = true, false, 0
	}
	b.expected = expected
	b.arrived += bits.OnesCount32(mask)
	if o.c >= 0 {
		for m := mask; m != 0; m &= m - 1 {
			if w.r[int(o.c)+bits.TrailingZeros32(m)] != 0 != o.not {
				b.any = true
				b.count++
			} else {
				b.all = false
			}
		}
	}
	if rest := g.mask &^ mask; rest != 0 { // threads whose guard lets them pass
		g.mask, g.pc = rest, g.pc+1
		w.groups = append(w.groups, group{mask: mask, pc: g.pc - 1})
		k = len(w.groups) - 1
		g = &w.groups[k]
	}
	if stay {
		g.waits = true
		b.waiting = append(b.waiting, waiting{w, mask, o})
	} else {
		g.pc++
	}
	x.released()
	return true
}

// released lets go whoever waits at a barrier to which all have come.
func (x *Machine) released() {
	for k := range x.barriers {
		b := &x.barriers[k]
		if b.arrived == 0 {
			continue
		}
		expected := b.expected
		if expected == 0 {
			expected = x.living()
		}
		if b.arrived < expected {
			continue
		}
		for _, t := range b.waiting {
			for j := range t.w.groups {
				g := &t.w.groups[j]
				if g.waits && g.mask&t.mask != 0 {
					g.waits = false
					g.pc++
				}
			}
			if t.o.d >= 0 {
				v := uint64(b.count)
				switch t.o.kind {
				case 'a':
					v = truth(b.all)
				case 'o':
					v = truth(b.any)
				}
				for m := t.mask; m != 0; m &= m - 1 {
					t.w.r[int(t.o.d)+bits.TrailingZeros32(m)] = v
				}
			}
			t.w.join()
		}
		*b = barrier{}
	}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
