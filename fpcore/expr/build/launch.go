package build

import (
	"strconv"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

// A program whose main launches kernels: every thread of every block is run where the launch stands, one block after the other.
// What the host computed and a kernel reads, and the other way round, has gone through memory, which no compiler looks through.

// maxThreads bounds the threads of all launches.
const maxThreads = 1 << 14

// launched reads the blocks and threads of a launch. What else stands there, shared memory and a stream, changes no number.
func (p *builder) launched(n *syntax.Tree) *block {
	b := &block{}
	for i, m := range n.List[:min(len(n.List), 2)] {
		size := [3]int{1, 1, 1}
		o := p.value(m)
		for k := range size {
			part, ok := o, k == 0
			if o.kind == aggregate {
				part, ok = p.part(o, int32(k))
			}
			if !ok || p.Err != nil {
				break
			}
			part = p.rvalue(part)
			if part.kind != known || part.typ.Int64(part.k) < 0 || part.typ.Int64(part.k) > maxThreads {
				p.fail(o.from, o.to, "how many blocks and threads there are has to be known when the text is read, and at most "+strconv.Itoa(maxThreads))
				return b
			}
			size[k] = max(int(part.k), 1)
		}
		if i == 0 {
			b.grid = size
		} else {
			b.dim = size
		}
	}
	if threads := b.dim[0] * b.dim[1] * b.dim[2]; p.Err == nil && (len(n.List) < 2 || threads > 1024) {
		p.failAt(n.Token, "a launch is <<<blocks, threads>>>, with at most 1024 threads in a block")
	}
	return b
}

// launch runs a kernel for every thread of every block.
func (p *builder) launch(b *block, f *function, t *syntax.Token, args []*operand) *operand {
	o := &operand{from: t.At, to: p.close}
	blocks := b.grid[0] * b.grid[1] * b.grid[2]
	p.followed += blocks * b.dim[0] * b.dim[1] * b.dim[2]
	switch {
	case !f.kernel:
		return p.failAt(t, "“"+p.Shown(t)+"” is launched and is no kernel: __global__ is missing before it")
	case p.group != nil:
		return p.failAt(t, "a kernel that launches another one is not read")
	case p.dead > 0:
		return o
	case !p.certain():
		return p.failAt(t, "whether this kernel is launched depends on the inputs")
	case p.followed > maxThreads:
		p.failAt(t, "more than "+strconv.Itoa(maxThreads)+" threads are launched; take fewer, with the elements that matter")
		p.limit()
		return o
	}
	p.Note(int(t.At), "Every thread is followed, one block after the other.")
	p.crossed = int32(len(p.values))
	for i := 0; i < blocks && p.Err == nil; i++ {
		one := &block{dim: b.dim, grid: b.grid, at: [3]int{i % b.grid[0], i / b.grid[0] % b.grid[1], i / b.grid[0] / b.grid[1]}}
		p.threadsOf(one, f, args)
		if one.outAt >= 0 {
			p.lastAt = one.outAt
		}
	}
	p.crossed = int32(len(p.values))
	return o
}

// acrossMemory is a value that was computed before the last launch began or ended, as it comes back from memory.
func (p *builder) acrossMemory(at int32, now *operand) *operand {
	if now.kind != value || now.v >= p.crossed || !now.typ.IsFloat() || p.values[now.v].Volatile || p.values[now.v].Op == types.Input {
		return now
	}
	v := p.opaque(now)
	p.set(at, v)
	return v
}

// opaque is a value that no compiler looks through.
func (p *builder) opaque(o *operand) *operand {
	v := p.emitOp(types.Convert, o.typ, o.from, o.to, p.of(o))
	if v.kind == value {
		w := &p.values[v.v]
		w.Stored, w.Volatile, w.Name = true, true, p.values[o.v].Name
	}
	return v
}

// runtime evaluates a call of CUDA's runtime: memory that it makes, copies and sets, and nothing else that it does.
func (p *builder) runtime(n *syntax.Tree) *operand {
	t := n.Token
	done := knownInt(types.Int, 0, t.At, n.End)
	pointers := func(count int) []*operand {
		list := make([]*operand, count)
		for i := range list {
			if i >= len(n.List) {
				p.failAt(t, p.Shown(t)+" takes more arguments")
				break
			}
			if list[i] = p.rvalueOf(n.List[i]); p.Err == nil && list[i].kind != pointer {
				p.fail(list[i].from, list[i].to, "a pointer to memory of this program is expected here")
			}
			if p.Err != nil {
				break
			}
		}
		return list
	}
	switch name := p.Names[t.ID]; name {
	case "cudaGetErrorString", "cudaGetErrorName":
		return p.text("no error", t.At, n.End)
	case "cudaMalloc", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc":
		list := pointers(1)
		if p.Err == nil && len(n.List) < 2 {
			return p.failAt(t, name+" takes the address of a pointer and a number of bytes")
		}
		if p.Err != nil {
			return done
		}
		at := p.follow(t, list[0])
		if p.Err != nil {
			return done
		}
		if at.kind != place || p.cells[at.cell].ct.Form != types.Address { // a cast to void ** leaves the variable what it is
			return p.failAt(t, "the address of a pointer is expected first, as in &x")
		}
		memory := p.allocation(&syntax.Tree{Token: t, List: n.List[1:2:2], End: n.End}, p.cells[at.cell].ct.Elem)
		if p.Err == nil {
			p.set(at.cell, memory)
		}
	case "cudaMemcpy", "cudaMemcpyAsync", "cudaMemcpyToSymbol", "cudaMemcpyFromSymbol":
		if list := pointers(2); p.Err == nil && len(n.List) > 2 {
			p.copyBytes(n, list[0], list[1], p.rvalue(p.value(n.List[2])))
		}
	case "cudaMemset":
		if list := pointers(1); p.Err == nil && len(n.List) > 2 {
			if k, size := p.rvalue(p.value(n.List[1])), p.rvalue(p.value(n.List[2])); p.Err == nil && (k.kind != known || k.k != 0 || size.kind != known) {
				return p.failAt(t, "cudaMemset is read for zeros in as many bytes as the text says")
			} else if p.Err == nil {
				for i := int64(0); i < int64(size.k)/int64(max(list[0].ct.Size, 1)) && p.Err == nil; i++ {
					p.zero(p.follow(t, p.moved(t, '+', list[0], knownInt(types.Long, uint64(i), t.At, n.End))))
				}
			}
		}
	}
	return done
}

// rvalueOf evaluates an argument that is a pointer, or a variable that stands for its address.
func (p *builder) rvalueOf(n *syntax.Tree) *operand {
	o := p.value(n)
	if p.Err == nil && o.kind == place && o.ct.Form != types.Address {
		o = o.own()
		o.kind = pointer
		return o
	}
	return p.rvalue(o)
}

// aside reports whether a call computes nothing of the program's results: messages of errors, and ends that are not come to.
func (p *builder) aside(n *syntax.Tree) bool {
	switch p.Names[n.Token.ID] {
	case "fprintf", "fflush", "perror":
		return len(n.List) > 0 && (n.List[0].Kind != syntax.NameTree || p.Names[n.List[0].Token.ID] != "stdout" || len(n.List) == 1)
	case "getchar", "cudaDeviceSynchronize", "cudaDeviceReset":
		return len(n.List) == 0
	case "exit", "abort":
		return p.dead > 0
	case "_MM_SET_FLUSH_ZERO_MODE", "_MM_SET_DENORMALS_ZERO_MODE":
		if p.dead == 0 {
			p.Note(int(n.Token.At), "What becomes of subnormal numbers is not taken from this line: it is one of the machine’s settings here, FTZ and DAZ.")
		}
		return true
	}
	return false
}
