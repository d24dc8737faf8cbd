package build

import (
	"iter"
	"strconv"
	"strings"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// block is a block of threads that is followed: a kernel whose threads exchange numbers, through shared memory or by
// shuffles, is run once for each thread, in turns from one barrier to the next.
type block struct {
	size   int
	now    int    // the thread that is run
	dim    [3]int // threads along x, y and z
	grid   [3]int // blocks, all 0 where no launch says how many
	at     [3]int // which of them is run
	yield  func(wait) bool
	shared map[int32]*operand // by the byte where it is declared: what all threads have in common
	slots  [2][]*operand      // what each thread hands over in a shuffle
	rounds []int              // how many shuffles each thread came to
	outAt  int32              // the cell outside of the kernel that was stored to last
}

// wait says whom a thread waits for.
type wait uint8

const (
	forNone wait = iota
	forWarp
	forBlock
	done
)

// maxAtomic is how many threads that only add to one number are followed.
const maxAtomic = 1 << 12

// warpSize is how many threads a warp has.
const warpSize = 32

// state is what the evaluation of one thread has of its own.
type state struct {
	depth, indexing, stored int
	outermost, computed     bool
	current                 *function
	scopes                  syntax.Scopes[meaning]
	flow                    flow
	out, last               *operand
	lastAt, line, close     int32
	pass                    int32
}

// keep returns the state of the evaluation, and use goes on with another.
func (p *builder) keep() state {
	return state{p.depth, p.indexing, p.stored, p.outermost, p.computed, p.current, p.Scopes, p.flow, p.out, p.last, p.lastAt, p.line, p.close, p.pass}
}

func (p *builder) use(s *state) {
	p.depth, p.indexing, p.stored, p.outermost, p.computed, p.current, p.Scopes, p.flow, p.out, p.last, p.lastAt, p.line, p.close, p.pass =
		s.depth, s.indexing, s.stored, s.outermost, s.computed, s.current, s.scopes, s.flow, s.out, s.last, s.lastAt, s.line, s.close, s.pass
}

// cooperates reports whether the threads of a kernel exchange numbers, and whether all they have in common is what they add to.
func (p *builder) cooperates() (together, apart bool) {
	var index, adds bool
	for i := range p.Tokens {
		if t := &p.Tokens[i]; t.Kind == syntax.Identifier {
			if t.ID == syntax.WordSyncthreads || t.ID == syntax.WordShared || strings.HasPrefix(p.Names[t.ID], "__shfl") {
				return true, false
			}
			index = index || t.ID == syntax.WordThreadIdx || p.Names[t.ID] == "get_global_id"
			adds = adds || p.Names[t.ID] == "atomicAdd"
		}
	}
	if !adds && index {
		_, at := p.races()
		adds = at != nil
	}
	return index && adds, index && adds
}

// races returns the parameter of a kernel to whose first element all its threads add without atomicAdd, as *s += x or s[0] += x does, -1 if
// there is none, and where.
func (p *builder) races() (param int, at *syntax.Token) {
	if p.called == nil || !p.called.kernel {
		return -1, nil
	}
	token := func(i int) *syntax.Token { return &p.Tokens[min(i, len(p.Tokens)-1)] }
	for i := 1; i < len(p.Tokens); i++ {
		name, end := token(i), i
		switch before := token(i - 1).Op; {
		case name.Kind != syntax.Identifier:
			continue
		case before == '*' && i > 1 && strings.IndexByte(";{})", byte(token(i-2).Op)) >= 0:
		case token(i+1).Op == '[' && token(i+2).Kind == syntax.Numeral && token(i+3).Op == ']':
			end = i + 3
		default:
			continue
		}
		for k, pm := range p.called.params {
			if token(end+1).Op == syntax.Assigning|'+' && pm.ct.Form == types.Address && pm.name.ID == name.ID {
				return k, name
			}
		}
	}
	return -1, nil
}

// blockSize returns how many threads a block has: as the options say, as the kernel is launched, as many as shared memory
// has elements, else 256. Blocks that are apart are one: its threads are those of all.
func (p *builder) blockSize(f *function) int {
	n, most, why := 256, 1024, "as nothing says how many there are"
	_, apart := p.cooperates()
	if apart {
		most = maxAtomic
	}
	if k, ok := p.known("blockDim.x"); ok {
		n, why = int(min(max(k, 0), 1<<20)), "as given"
	} else {
		for i := 0; i+3 < len(p.Tokens); i++ {
			t := &p.Tokens[i]
			number := func(j int) bool {
				if j >= len(p.Tokens) || p.Tokens[j].Kind != syntax.Numeral {
					return false
				}
				_, k, msg := syntax.IntLiteral(strings.ToLower(p.Text[p.Tokens[j].From:p.Tokens[j].To]))
				if msg == "" && 0 < k && k <= 1024 {
					n = int(k)
				}
				return msg == "" && 0 < k && k <= 1024
			}
			if t.Op == syntax.Launch {
				blocks := 1
				if apart && (!number(i+1) || p.Tokens[min(i+2, len(p.Tokens)-1)].Op != ',') { // how many blocks there are is not known here
					n = 256
					continue
				} else if apart {
					blocks = n
				}
				for j := i + 1; j < min(i+40, len(p.Tokens)); j++ {
					if p.Tokens[j].Op == ',' && number(j+1) {
						n = min(n*blocks, most)
						p.Note(int(t.At), "As the kernel is launched, "+strconv.Itoa(n)+" threads are followed.")
						return n
					}
				}
			}
			if t.Kind == syntax.Identifier && t.ID == syntax.WordShared {
				for j := i + 1; j < min(i+8, len(p.Tokens)); j++ {
					if p.Tokens[j].Op == '[' && number(j+1) && p.Tokens[min(j+2, len(p.Tokens)-1)].Op == ']' && n > warpSize {
						why = "as many as there are elements of " + p.Shown(&p.Tokens[j-1])
						i = len(p.Tokens)
						break
					}
				}
			}
		}
	}
	if n < 1 || n > most {
		has := "a block has 1 to "
		if apart {
			has = "of a kernel that adds to one number are followed 1 to "
		}
		p.failAt(f.name, has+strconv.Itoa(most)+" threads, not "+strconv.Itoa(n))
		return 1
	}
	p.Note(int(f.name.At), "One block of "+strconv.Itoa(n)+" threads is followed, "+why+". Give blockDim.x for another number.")
	return n
}

// runBlock runs a kernel that is the program for every thread of a block.
func (p *builder) runBlock(f *function, args []*operand) {
	n := p.blockSize(f)
	if k, t := p.races(); t != nil {
		sum := p.element(args[k])
		if p.Err != nil {
			return
		}
		p.cells[sum.cell].now = p.implicit(knownInt(types.Int, 0, t.At, t.End), sum.ct.Base).own()
		p.Note(int(t.At), "Where several threads add to “"+p.Shown(t)+"” without atomicAdd, they overwrite what the others added: a race. Here it begins at 0, and every addition is carried out.")
	}
	p.base = 0
	b := &block{dim: [3]int{n, 1, 1}}
	p.threadsOf(b, f, args)
	p.lastAt = b.outAt
}

// threadsOf runs a kernel for every thread of a block.
func (p *builder) threadsOf(b *block, f *function, args []*operand) {
	n := b.dim[0] * b.dim[1] * b.dim[2]
	b.size, b.shared, b.rounds, b.outAt = n, map[int32]*operand{}, make([]int, n), -1
	b.slots = [2][]*operand{make([]*operand, n), make([]*operand, n)}
	p.group = b
	if p.work += n * (len(p.Newest) + len(p.Symbols)) / 16; p.work > maxSteps {
		p.tooLong(f.name)
		return
	}
	before := p.keep()
	states := make([]state, n)
	waits := make([]wait, n)
	next, stops := make([]func() (wait, bool), n), make([]func(), n)
	for i := range next {
		states[i] = before
		states[i].scopes.Symbols = stable.Clone(p.Symbols)
		states[i].scopes.Newest = stable.Clone(p.Newest)
		next[i], stops[i] = iter.Pull(func(yield func(wait) bool) {
			b.yield = yield
			list := make([]*operand, len(args))
			for j := range args {
				list[j] = args[j].own()
				if list[j].kind == place && f.params[j].ct.Form != types.Reference {
					list[j] = p.load(list[j])
				}
			}
			p.callOf(f, f.name, list)
		})
	}
	yields := make([]func(wait) bool, n)
	for left := n; left > 0 && p.Err == nil; {
		moved := false
		for i := range next {
			if waits[i] != forNone || p.Err != nil {
				continue
			}
			moved = true
			b.now, b.yield = i, yields[i]
			p.use(&states[i])
			w, ok := next[i]()
			yields[i] = b.yield
			if states[i] = p.keep(); !ok {
				w = done
				left--
			}
			waits[i] = w
		}
		if moved {
			continue
		}
		release := forBlock
		for _, w := range waits {
			if w == forWarp {
				release = forWarp
			}
		}
		for i, w := range waits {
			if w == release {
				waits[i] = forNone
			}
		}
	}
	for i, stop := range stops { // those that an error left behind
		p.use(&states[i])
		stop()
	}
	p.use(&before)
	p.group = nil
}

// barrier lets the other threads come to the same place.
func (p *builder) barrier(t *syntax.Token, w wait) {
	switch {
	case p.group == nil || p.dead > 0 || p.Err != nil:
	case !p.certain():
		p.failAt(t, "whether the threads meet here depends on inputs; the condition around this must be known when the text is read")
	case !p.group.yield(w):
		p.fail(t.At, t.End, "the block ends here")
	}
}

// inBlock returns a number that a thread knows about itself.
func (p *builder) inBlock(id int32, member string) uint64 {
	g := p.group
	i := strings.Index("xyz", member)
	if i < 0 {
		return 0
	}
	switch id {
	case syntax.WordThreadIdx:
		return uint64([3]int{g.now % g.dim[0], g.now / g.dim[0] % g.dim[1], g.now / g.dim[0] / g.dim[1]}[i])
	case syntax.WordBlockDim:
		return uint64(g.dim[i])
	case syntax.WordGridDim:
		return uint64(max(g.grid[i], 1))
	}
	return uint64(g.at[i])
}

// shuffle evaluates __shfl_down_sync and its relatives.
func (p *builder) shuffle(t *syntax.Token, args []*operand) *operand {
	name := p.Shown(t)
	kind := strings.TrimSuffix(name, "_sync")
	if kind != name && len(args) > 0 {
		args = args[1:] // the mask
	}
	if p.Err == nil && (len(args) < 2 || len(args) > 3) {
		return p.failAt(t, name+" takes a value and a lane")
	}
	if p.Err != nil {
		return knownInt(types.Int, 0, 0, 0)
	}
	v, lane, width := p.numeric(args[0]), p.rvalue(args[1]), int64(warpSize)
	if p.Err == nil && len(args) == 3 {
		w := p.rvalue(args[2])
		if width = w.typ.Int64(w.k); p.Err == nil && (w.kind != known || width < 1 || width > warpSize) {
			return p.fail(w.from, w.to, "the width must be a number from 1 to 32 that is known when the text is read")
		}
	}
	if p.Err == nil && lane.kind != known {
		return p.fail(lane.from, lane.to, "the lane must be known when the text is read")
	}
	if p.Err != nil || p.dead > 0 || p.group == nil {
		return v
	}
	b := p.group
	me := b.now
	slots := b.slots[b.rounds[me]%2]
	b.rounds[me]++
	slots[me] = v.own()
	p.barrier(t, forWarp)
	k, own := lane.typ.Int64(lane.k), int64(me%warpSize)
	first := own / width * width
	from := own
	switch kind {
	case "__shfl_down":
		from += k
	case "__shfl_up":
		from -= k
	case "__shfl_xor":
		from ^= k
	default:
		from = first + k&(width-1)
	}
	if from < first || from >= first+width {
		from = own
	}
	if at := int64(me) - own + from; at < int64(len(slots)) && slots[at] != nil && slots[at].typ == v.typ {
		v = slots[at].own()
	}
	v.from, v.to = t.At, p.close
	return v
}
