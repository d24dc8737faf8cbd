package ptx

import (
	"errors"
	"strconv"

	"ulplab/fpcore/ptx"
	"ulplab/fpcore/ptx/machine"
	"ulplab/site/files"
	"ulplab/site/kit/words"
)

// Run is a launch of one text, or of two that are compared.
type Run struct {
	In      Input
	Entries []string
	Entry   string
	Params  []Param
	Grid    string // what is wrong with the grid, "" for nothing
	Block   string
	Shared  string
	Trouble string // why nothing runs though the texts can be read
	Count   int    // of sides
	Sides   [2]Side
	Done    bool
	Buffers []Buffer // those that were written
	Differ  int      // elements that differ, of all buffers

	ready  bool // something can run
	launch machine.Launch
	work   uint64 // thread-instructions that were allowed so far
	most   uint64
}

// Side is one of the two runs.
type Side struct {
	Text    string
	Absent  string // why there is no text
	Module  *ptx.Module
	Problem *Problem
	Done    bool
	Threads uint64 // thread-instructions
	data    []*machine.Buffer
	machine *machine.Machine
	uses    map[*ptx.Register]ptx.Type
}

// Buffer is a buffer that was written, on both sides.
type Buffer struct {
	_       [0]func() // not comparable
	Param   int
	Name    string
	Element element
	N       int // elements
	Written int
	Differ  int // elements that differ
	First   int // the first of them, -1 for none
}

// textOf returns the text of a module, or why there is none.
func textOf(m Module) (s, absent string) {
	if m.File.Digest == "" {
		if len(m.Text) > MaxText {
			return "", tooLong
		}
		return m.Text, ""
	}
	f := files.Get(m.File.Digest)
	switch {
	case f == nil:
		return "", files.Asked(m.File.Name, m.File.Digest)
	case len(f.Data) > MaxModule:
		return "", "The file has " + words.Thousands(uint64(len(f.Data))) + " bytes; a module has at most 1 MiB here."
	}
	return string(f.Data), ""
}

// NewRun reads the texts and what is launched; Step runs it.
func NewRun(in Input) *Run {
	r := &Run{In: in, Count: 1, most: Budget}
	if in.Against != Alone {
		r.Count = 2
	}
	bad := false
	for side := range r.Count {
		s := &r.Sides[side]
		from := side
		if in.Against != OtherText {
			from = 0
		}
		s.Text, s.Absent = textOf(in.Modules[from])
		if s.Absent != "" {
			bad = true
			continue
		}
		m, err := ptx.Read(s.Text)
		if err != nil {
			s.Problem, bad = problemOf(s.Text, err), true
			continue
		}
		s.Module = m
	}
	if r.Sides[0].Module == nil {
		return r
	}
	r.Entries = r.Sides[0].Module.Entries()
	if len(r.Entries) == 0 {
		r.Trouble = "The module has no .entry: a kernel to launch."
		return r
	}
	r.Entry = r.Entries[0]
	for _, e := range r.Entries {
		if e == in.Entry {
			r.Entry = e
		}
	}
	ok := r.prepare()
	r.ready = ok && !bad
	return r
}

// prepare reads what is launched.
func (r *Run) prepare() bool {
	in := r.In
	f, _ := r.Sides[0].Module.Entry(r.Entry)
	if len(f.Params) > MaxArgs {
		r.Trouble = "The entry has " + strconv.Itoa(len(f.Params)) + " parameters; up to " + strconv.Itoa(MaxArgs) + " can be given values here."
		return false
	}
	good, size := true, 0
	for k, p := range f.Params {
		v := readParam(p.Variable, in.Args[k])
		r.Params = append(r.Params, v)
		good = good && v.Problem == ""
		if v.Buffer {
			size += len(v.Data)
		}
	}
	if size > MaxData {
		r.Trouble = "The buffers have " + words.Thousands(uint64(size)) + " bytes; all together have at most 16 MiB."
		return false
	}
	l := machine.Launch{Entry: r.Entry, Fuse: !in.Separate}
	var ok bool
	if l.Grid, ok = dims(in.Grid); !ok {
		r.Grid, good = sizes, false
	}
	if l.Block, ok = dims(in.Block); !ok {
		r.Block, good = sizes, false
	}
	if in.Shared != "" {
		n, err := strconv.Atoi(in.Shared)
		if l.Dynamic = n; err != nil || n < 0 || n > 227<<10 {
			r.Shared, good = "Bytes, from 0 to 232,448.", false
		}
	}
	switch in.Order {
	case 0:
	case 1:
		l.Order = machine.Descending
	default:
		l.Order, l.Seed = machine.Shuffled, uint64(in.Order)-1
	}
	r.launch = l
	return good
}

// launchOf is the launch of a side with buffers of its own.
func (r *Run) launchOf(side int) (l machine.Launch, data []*machine.Buffer) {
	l = r.launch
	if side == 1 && r.In.Against == OtherReading {
		l.Fuse = !l.Fuse
	}
	if side == 1 && r.In.Against == OtherText {
		l.Entry = r.entry2()
	}
	for _, p := range r.Params {
		if !p.Buffer {
			l.Arguments = append(l.Arguments, machine.Argument{Bytes: p.Data})
			continue
		}
		b := &machine.Buffer{Name: p.Name, Data: append([]byte(nil), p.Data...), Writers: make([]uint32, (len(p.Data)+1)/2)}
		data = append(data, b)
		l.Arguments = append(l.Arguments, machine.Argument{Buffer: b})
	}
	return l, data
}

// entry2 is the entry of the second text: that of the same name, or its first.
func (r *Run) entry2() string {
	names := r.Sides[1].Module.Entries()
	for _, n := range names {
		if n == r.Entry {
			return n
		}
	}
	if len(names) > 0 {
		return names[0]
	}
	return r.Entry
}

// start makes the machine of a side ready.
func (r *Run) start(side int) bool {
	s := &r.Sides[side]
	l, data := r.launchOf(side)
	x, err := machine.Start(s.Module, l)
	if err != nil {
		s.Problem = problemOf(s.Text, err)
		return false
	}
	s.machine, s.data = x, data
	return true
}

// little is how many thread-instructions a step of the work executes, about.
const little = 20_000

var spent = errors.New(budgetSpent)

// Step runs the kernels; it reports whether both have ended.
func (r *Run) Step() bool {
	if !r.ready {
		return true
	}
	for side := range r.Count {
		s := &r.Sides[side]
		if s.Done {
			continue
		}
		if s.machine == nil && !r.start(side) {
			return true
		}
		done, err := s.machine.Step(little)
		s.Threads, _ = s.machine.Executed()
		if r.work += little; r.work > r.most*uint64(r.Count) && !done {
			done, err = true, spent
		}
		if err != nil {
			s.Problem = problemOf(s.Text, err)
			return true
		}
		s.Done = done
		if !done || side+1 < r.Count {
			return false
		}
	}
	r.compare()
	r.Done = true
	return true
}

// Far is how many blocks have run.
func (r *Run) Far() (done, total uint64) {
	if !r.ready {
		return 0, 0
	}
	for side := range r.Count {
		if x := r.Sides[side].machine; x != nil {
			_, n := x.Executed()
			done += uint64(max(n, 0))
		}
		total += uint64(r.blocks())
	}
	return done, total
}

// compare lists what was written and where the sides differ.
func (r *Run) compare() {
	k := 0
	for p := range r.Params {
		v := &r.Params[p]
		if !v.Buffer {
			continue
		}
		e := v.Element
		b := Buffer{Param: p, Name: v.Name, Element: e, N: len(v.Data) / e.bytes, First: -1}
		for i := range b.N {
			at := i * e.bytes
			for side := range r.Count {
				if r.Sides[side].data[k].Writers[at/2] != 0 {
					b.Written++
					break
				}
			}
			if r.Count == 2 && get(r.Sides[0].data[k].Data[at:], e.bytes) != get(r.Sides[1].data[k].Data[at:], e.bytes) {
				if b.Differ++; b.First < 0 {
					b.First = i
				}
			}
		}
		if b.Written > 0 {
			r.Buffers = append(r.Buffers, b)
			r.Differ += b.Differ
		}
		k++
	}
}

// dataOf returns the place of a buffer among those of a launch.
func (r *Run) dataOf(param int) (k int) {
	for p := range param {
		if r.Params[p].Buffer {
			k++
		}
	}
	return k
}

// Element returns an element of a written buffer on a side, and the thread of the grid that wrote it, -1 for none.
func (r *Run) Element(b *Buffer, side, i int) (code uint64, writer int) {
	d := r.Sides[side].data[r.dataOf(b.Param)]
	at := i * b.Element.bytes
	return get(d.Data[at:], b.Element.bytes), int(d.Writers[at/2]) - 1
}

// threads is the number of threads of a block.
func (r *Run) threads() int { return r.launch.Block[0] * r.launch.Block[1] * r.launch.Block[2] }

// blocks is the number of blocks.
func (r *Run) blocks() int { return r.launch.Grid[0] * r.launch.Grid[1] * r.launch.Grid[2] }

// chosen is the thread that is followed where the reader chose none: the one that wrote the first element that differs, or
// else the last element of the first buffer's first.
func (r *Run) chosen() (block, thread int) {
	for k := range r.Buffers {
		b := &r.Buffers[k]
		i := b.First
		if i < 0 && r.Differ == 0 {
			i = 0
		}
		if i < 0 {
			continue
		}
		for side := range r.Count {
			if _, w := r.Element(b, side, i); w >= 0 {
				return w / r.threads(), w % r.threads()
			}
		}
	}
	return 0, 0
}
