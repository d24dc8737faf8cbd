// Package machine runs kernels of PTX: a grid of blocks, each of warps of 32 threads in lockstep, by the instructions of
// packages gpu and tensor, bit for bit as an NVIDIA H200 executes them (compute capability 9.0).
//
// What CUDA leaves open is chosen and said: blocks run one after the other, the warps of a block take turns, the threads
// of a warp that stand furthest behind go first, and threads that write or update the same place do so in the Order of
// the launch. Loads and stores beyond what they may touch, barriers that nobody can reach and the like end a run with an
// Error that names the statement and the thread.
package machine

import (
	"math/bits"
	"strconv"

	"ulplab/fpcore/ptx"
	"ulplab/fpcore/reduce"
)

// Order is an order in which blocks, warps and the threads of a warp act where CUDA promises none.
type Order byte

// The orders: by index, backward, and shuffled by Launch.Seed.
const (
	Ascending Order = iota
	Descending
	Shuffled
)

// Buffer is memory that the kernel may read and write, from an address of its own.
type Buffer struct {
	Name string
	Data []byte
	// Writers, if it is not nil, says of each two bytes which thread wrote them last, counted from 1 over the whole grid;
	// 0: none. It has (len(Data)+1)/2 elements.
	Writers []uint32
}

// Argument is the value of a parameter: the address of a buffer plus Offset, or bytes.
type Argument struct {
	Buffer *Buffer
	Offset int
	Bytes  []byte // little endian, as many as the parameter has
}

// Launch is how a kernel is started.
type Launch struct {
	Entry     string // "" for the only one
	Grid      [3]int
	Block     [3]int
	Dynamic   int // bytes of .extern .shared arrays
	Arguments []Argument
	Order     Order
	Seed      uint64
	Fuse      bool   // let multiplications and additions without rounding modifier be fused, as ptxas does by default but for modules with .target debug (nvcc -G)
	Watch     *Watch // a thread whose statements are recorded
}

// Watch records what one thread executes.
type Watch struct {
	Block, Thread int // linear
	Most          int // entries
	Events        []Event
	Cut           bool // more than Most were executed
	Ended         bool // the thread has ended
}

// Event is a statement with the values that it left in its registers, in the order of its operands.
type Event struct {
	Statement *ptx.Statement
	Fused     *ptx.Statement // the multiplication that an addition was fused with, or nil
	Off       bool           // the guard kept the thread from it
	Registers []*ptx.Register
	Values    []uint64
	Memory    string // what a load, store or atomic update reached
	Byte      int    // of Memory
	From      int    // the thread of the grid that the value came from, by memory or an exchange; -1: none, or not known
}

// Error is why a run ended early.
type Error struct {
	At            ptx.Position
	Block, Thread int // linear; -1 where no single one is to blame
	What          string
}

func (e *Error) Error() string {
	s := "line " + strconv.Itoa(e.At.Line) + ": " + e.What
	if e.Block >= 0 {
		s += " (block " + strconv.Itoa(e.Block)
		if e.Thread >= 0 {
			s += ", thread " + strconv.Itoa(e.Thread)
		}
		s += ")"
	}
	return s
}

// Bounds of a launch, so that no text exhausts the page.
const (
	maxThreads = 1024
	maxBlocks  = 1 << 31
	maxShared  = 227 << 10 // bytes of a block on compute capability 9.0
	maxLocal   = 512 << 10 // bytes of a thread
	maxMemory  = 64 << 20  // bytes of registers and local memory of a block
	maxGlobal  = 64 << 20  // bytes of the variables of a module
	maxOps     = 1 << 17   // statements after functions have been put where they are called
	maxTargets = 1 << 20   // of all tables of branches
)

// Machine is a kernel on its way.
type Machine struct {
	code     *code
	launch   Launch
	threads  int // of a block
	blocks   int
	next     int // blocks that have been started
	block    int // the one that runs, linear
	warps    []*warp
	turn     int
	memory   []segment
	shared   []byte
	local    []byte // of all threads of the block
	param    []byte
	barriers [16]barrier
	lanes    [32]uint8 // the order of the threads of a warp
	sharedBy []uint32  // as Buffer.Writers, of shared memory; nil where nothing is watched
	touched  touched   // by the thread that is watched
	executed uint64    // thread-instructions
	left     int       // thread-instructions of this Step
	err      *Error
}

// segment is memory at an address of its own.
type segment struct {
	data     []byte
	name     string
	constant bool
	by       []uint32 // Buffer.Writers
}

// touched is where the thread that is watched was in memory last.
type touched struct {
	memory   string
	at, from int
}

// Addresses: segment k lies at (k+1)<<segmentShift; the windows of shared and local memory and of the parameters in the
// generic space lie above all of them. Shared and local memory have addresses from 0 in their own spaces.
const (
	segmentShift = 40
	sharedWindow = 0x7e << segmentShift
	localWindow  = 0x7d << segmentShift
	paramWindow  = 0x7c << segmentShift
	offsetMask   = 1<<segmentShift - 1
)

// Start prepares a launch. Buffers are used in place: they hold the results when the run has ended.
func Start(m *ptx.Module, l Launch) (*Machine, error) {
	f, ok := m.Entry(l.Entry)
	if !ok {
		names := ""
		for i, n := range m.Entries() {
			if i > 0 {
				names += ", "
			}
			names += n
		}
		if l.Entry == "" {
			return nil, &ptx.Error{At: ptx.Position{Line: 1, Column: 1}, What: "the module has not exactly one .entry; name one of: " + names}
		}
		return nil, &ptx.Error{At: ptx.Position{Line: 1, Column: 1}, What: "no .entry " + l.Entry + "; there are: " + names}
	}
	if f.Fault != nil {
		return nil, f.Fault
	}
	bad := func(what string) error { return &ptx.Error{At: f.At, What: what} }
	if f.Threads != [3]int{} && l.Block == [3]int{} {
		l.Block = f.Threads
	}
	threads, blocks := 1, 1
	for k := range 3 {
		if l.Block[k] < 1 || l.Block[k] > maxThreads || l.Grid[k] < 1 || l.Grid[k] > maxBlocks {
			return nil, bad("the launch needs 1 to 1,024 threads and 1 to 2^31 blocks in each of three dimensions")
		}
		threads *= l.Block[k]
		if blocks > maxBlocks/l.Grid[k] {
			return nil, bad("the launch has more than 2^31 blocks")
		}
		blocks *= l.Grid[k]
	}
	if threads > maxThreads {
		return nil, bad("a block has at most 1,024 threads, not " + strconv.Itoa(threads))
	}
	if f.Threads != [3]int{} && f.Threads[0]*f.Threads[1]*f.Threads[2] != threads {
		return nil, bad(f.Name + " was compiled for blocks of " + strconv.Itoa(f.Threads[0]*f.Threads[1]*f.Threads[2]) + " threads (.reqntid), not " + strconv.Itoa(threads))
	}
	c, err := lower(m, f, l)
	if err != nil {
		return nil, err
	}
	x := &Machine{code: c, launch: l, threads: threads, blocks: blocks}
	if c.shared+l.Dynamic > maxShared || l.Dynamic < 0 {
		return nil, bad("a block has at most 227 KiB of shared memory")
	}
	warps := (threads + 31) / 32
	if warps*32*(8*c.slots+c.local) > maxMemory {
		return nil, bad("registers and local memory of a block take more than 64 MiB")
	}
	size := 0
	for _, v := range c.globals {
		if size += v.Size; size > maxGlobal {
			return nil, &ptx.Error{At: v.At, What: "the variables of the module take more than 64 MiB"}
		}
		data := make([]byte, v.Size)
		copy(data, v.Init)
		x.memory = append(x.memory, segment{data: data, name: v.Name, constant: v.Space == ptx.Const})
	}
	if err := x.arguments(f); err != nil {
		return nil, err
	}
	for k, v := range c.globals {
		for _, r := range v.Address {
			to, ok := c.address[r.To]
			if !ok {
				return nil, &ptx.Error{At: v.At, What: "the initial value of " + v.Name + " names memory that has no address of its own"}
			}
			put(x.memory[k].data[r.Byte:], 8, to+uint64(r.Offset))
		}
	}
	x.shared = make([]byte, c.shared+l.Dynamic)
	if l.Watch != nil {
		x.sharedBy = make([]uint32, (len(x.shared)+1)/2)
	}
	x.local = make([]byte, warps*32*c.local)
	x.warps = make([]*warp, warps)
	for k := range x.warps {
		x.warps[k] = newWarp(x, k)
	}
	for k := range x.lanes {
		x.lanes[k] = uint8(k)
	}
	if l.Order == Shuffled {
		shuffle(l.Seed, len(x.lanes), func(i, j int) { x.lanes[i], x.lanes[j] = x.lanes[j], x.lanes[i] })
	} else if l.Order == Descending {
		for k := range x.lanes {
			x.lanes[k] = uint8(31 - k)
		}
	}
	x.begin()
	return x, nil
}

// shuffle is Fisher and Yates.
func shuffle(seed uint64, n int, swap func(i, j int)) {
	r := reduce.Random(seed)
	for i := n - 1; i > 0; i-- {
		swap(i, r.Below(i+1))
	}
}

// arguments lays the values of the parameters out as an entry reads them.
func (x *Machine) arguments(f *ptx.Function) error {
	if len(x.launch.Arguments) != len(f.Params) {
		return &ptx.Error{At: f.At, What: f.Name + " has " + strconv.Itoa(len(f.Params)) + " parameters, the launch " + strconv.Itoa(len(x.launch.Arguments)) + " values"}
	}
	x.param = make([]byte, x.code.params)
	at := map[*Buffer]uint64{}
	for k, a := range x.launch.Arguments {
		v := f.Params[k].Variable
		into := x.param[x.code.address[v] : x.code.address[v]+uint64(v.Size)]
		if a.Buffer == nil {
			if len(a.Bytes) != v.Size {
				return &ptx.Error{At: v.At, What: v.Name + " has " + strconv.Itoa(v.Size) + " bytes, its value " + strconv.Itoa(len(a.Bytes))}
			}
			copy(into, a.Bytes)
			continue
		}
		if v.Size != 8 {
			return &ptx.Error{At: v.At, What: v.Name + " has " + strconv.Itoa(v.Size) + " bytes, an address has 8"}
		}
		if _, ok := at[a.Buffer]; !ok {
			at[a.Buffer] = uint64(len(x.memory)+1) << segmentShift
			x.memory = append(x.memory, segment{data: a.Buffer.Data, name: a.Buffer.Name, by: a.Buffer.Writers})
			if len(x.memory) > 0x7b {
				return &ptx.Error{At: f.At, What: "more than 122 buffers and variables"}
			}
		}
		put(into, 8, at[a.Buffer]+uint64(a.Offset))
	}
	return nil
}

// Executed returns how many thread-instructions have been executed, and how many of the blocks have ended.
func (x *Machine) Executed() (instructions uint64, blocks int) { return x.executed, x.next - 1 }

// Blocks returns how many blocks the launch has.
func (x *Machine) Blocks() int { return x.blocks }

// Place names the memory at an address: a buffer or variable with the byte in it, or a window of the generic space. ok is
// false where none begins there.
func (x *Machine) Place(address uint64) (name string, at int, ok bool) {
	at = int(address & offsetMask)
	switch address &^ offsetMask {
	case sharedWindow:
		return "shared memory", at, at < len(x.shared)
	case localWindow:
		return "local memory", at, at < x.code.local
	}
	k := address >> segmentShift
	if k < 1 || k > uint64(len(x.memory)) || at > len(x.memory[k-1].data) {
		return "", 0, false
	}
	return x.memory[k-1].name, at, true
}

// Step executes about n thread-instructions. done is true when the kernel has ended, or cannot go on: then err says why.
func (x *Machine) Step(n int) (done bool, err error) {
	if x.err != nil {
		return true, x.err
	}
	x.left = n
	for x.left > 0 {
		if !x.round() {
			if x.err != nil {
				return true, x.err
			}
			if x.next == x.blocks {
				x.next++ // Executed counts this block too
				x.local = nil
				for _, w := range x.warps {
					w.r = nil
				}
				return true, nil
			}
			if x.next > x.blocks {
				return true, nil
			}
			x.begin()
		}
	}
	return false, nil
}

// begin starts the next block.
func (x *Machine) begin() {
	k := x.next
	switch x.launch.Order {
	case Descending:
		k = x.blocks - 1 - k
	case Shuffled:
		k = scattered(x.launch.Seed, k, x.blocks)
	}
	x.block, x.next, x.turn = k, x.next+1, 0
	clear(x.shared)
	clear(x.sharedBy)
	clear(x.local)
	x.left -= (len(x.shared) + len(x.local) + 256*len(x.warps)*x.code.slots) / 64 // a block that does little costs this
	x.barriers = [16]barrier{}
	for _, w := range x.warps {
		w.start()
	}
}

// scattered is a permutation of 0 to n-1: steps of a number that has no factor in common with n, from a seeded start.
func scattered(seed uint64, k, n int) int {
	if n == 1 {
		return 0
	}
	step := int(seed%uint64(n)) | 1
	for gcd(step, n) != 1 {
		step++
	}
	return int((uint64(k)*uint64(step) + seed>>32) % uint64(n))
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// quantum is how many statements a warp executes before the next one has its turn.
const quantum = 4096

// round gives the warps their turns; it returns false when the block has ended or cannot go on.
func (x *Machine) round() bool {
	alive, moved := false, false
	for range x.warps {
		if x.left <= 0 {
			return true
		}
		w := x.warps[x.order(x.turn)]
		x.turn = (x.turn + 1) % len(x.warps)
		if w.live == 0 {
			continue
		}
		alive = true
		if w.run() {
			moved = true
		}
		if x.err != nil {
			return false
		}
	}
	if alive && !moved && x.left > 0 {
		x.stuck()
		return false
	}
	return alive
}

// order returns the warp that has turn k.
func (x *Machine) order(k int) int {
	switch x.launch.Order {
	case Descending:
		return len(x.warps) - 1 - k
	case Shuffled:
		return scattered(x.launch.Seed>>8, k, len(x.warps))
	}
	return k
}

// stuck says who waits for what when nobody can go on.
func (x *Machine) stuck() {
	for _, w := range x.warps {
		for _, g := range w.groups {
			o := &x.code.ops[g.pc]
			what := "deadlock: " + o.statement.Opcode + " waits for threads that do not come"
			if w.live&^g.mask != 0 {
				what += "; others of the warp stand elsewhere"
			}
			x.err = &Error{o.statement.At, x.block, w.index*32 + bits.TrailingZeros32(g.mask), what}
			return
		}
	}
}

// fault ends the run.
func (w *warp) fault(o *op, lane int, what string) {
	if w.x.err == nil {
		w.x.err = &Error{o.statement.At, w.x.block, w.index*32 + lane, what}
	}
}

// put writes the n lower bytes of v, little endian.
func put(b []byte, n int, v uint64) {
	for k := range n {
		b[k] = byte(v >> (8 * k))
	}
}

// get reads n bytes, little endian.
func get(b []byte, n int) (v uint64) {
	for k := range n {
		v |= uint64(b[k]) << (8 * k)
	}
	return v
}
