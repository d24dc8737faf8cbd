package scalar

import (
	"strconv"

	"ulplab/fpcore/ptx"
	"ulplab/fpcore/ptx/machine"
)

// Block is the size of the block that a kernel runs as, "128 1 1", and "" of a function.
func (x *Function) Block() string {
	if x.Name != x.entry {
		return ""
	}
	s := ""
	for _, n := range x.block {
		s += " " + strconv.Itoa(n)
	}
	return s[1:]
}

// budget bounds the thread-instructions of all runs of a function together, so that no text holds up who asks.
const budget = 1 << 26

// Run computes the result. in holds the numbers of each parameter: one of a number, any of an array, nothing of what is only
// a result. fuse lets multiplications and additions without rounding modifier be fused, as ptxas does by default.
func (x *Function) Run(in [][]uint64, fuse bool) (uint64, error) {
	r, err := x.Start(in, fuse, nil)
	if err != nil {
		return 0, err
	}
	_, err = r.Step(budget)
	return r.Result(), err
}

// Running is a function at work.
type Running struct {
	Executed int // thread-instructions
	of       *Function
	machine  *machine.Machine
	result   *machine.Buffer
}

// Start begins to compute as Run does. watch, if it is not nil, follows a thread.
func (x *Function) Start(in [][]uint64, fuse bool, watch *machine.Watch) (*Running, error) {
	l := machine.Launch{Entry: x.entry, Grid: [3]int{1, 1, 1}, Block: x.block, Fuse: fuse, Watch: watch}
	r := &Running{of: x}
	for k, p := range x.Params {
		data := make([]byte, 0, p.Bytes*(len(in[k])+1))
		for _, v := range in[k] {
			for n := range p.Bytes {
				data = append(data, byte(v>>(8*n)))
			}
		}
		if !p.Array && !p.Result {
			l.Arguments = append(l.Arguments, machine.Argument{Bytes: data})
			continue
		}
		if len(data) == 0 {
			data = data[:p.Bytes]
		}
		b := &machine.Buffer{Name: p.Name, Data: data}
		if p.Result {
			b.Writers = make([]uint32, (len(data)+1)/2)
			r.result = b
		}
		l.Arguments = append(l.Arguments, machine.Argument{Buffer: b})
	}
	var err error
	r.machine, err = machine.Start(x.module, l)
	return r, err
}

// Step executes about n thread-instructions, as far as the bound of all runs of the function allows.
func (r *Running) Step(n int) (done bool, err error) {
	left := budget - r.of.executed
	if done, err = r.machine.Step(min(n, left)); err == nil && !done && n >= left {
		done, err = true, &ptx.Error{At: ptx.Position{Line: 1, Column: 1}, What: r.of.Name + " executes more than 2^26 instructions on these inputs"}
	}
	before := r.Executed
	now, _ := r.machine.Executed()
	r.Executed = int(now)
	r.of.executed += r.Executed - before
	return done, err
}

// Result is the result of a run that has ended.
func (r *Running) Result() (v uint64) {
	for n := range r.of.Bytes {
		v |= uint64(r.result.Data[n]) << (8 * n)
	}
	return v
}

// Thread is the thread that stored the result.
func (r *Running) Thread() int { return max(0, int(r.result.Writers[0])-1) }
