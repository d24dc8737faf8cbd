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
	result, err := x.run(in, fuse, nil)
	if err != nil {
		return 0, err
	}
	v := uint64(0)
	for n := range x.Bytes {
		v |= uint64(result.Data[n]) << (8 * n)
	}
	return v, nil
}

// Trace returns the statements of the thread that stores the result, at most most of them, with what each gives.
func (x *Function) Trace(in [][]uint64, fuse bool, most int) ([]machine.Event, error) {
	result, err := x.run(in, fuse, nil)
	if err != nil {
		return nil, err
	}
	w := &machine.Watch{Thread: max(0, int(result.Writers[0])-1), Most: most}
	_, err = x.run(in, fuse, w)
	return w.Events, err
}

// run runs the kernel and returns the buffer of the result.
func (x *Function) run(in [][]uint64, fuse bool, watch *machine.Watch) (result *machine.Buffer, err error) {
	l := machine.Launch{Entry: x.entry, Grid: [3]int{1, 1, 1}, Block: x.block, Fuse: fuse, Watch: watch}
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
			result = b
		}
		l.Arguments = append(l.Arguments, machine.Argument{Buffer: b})
	}
	m, err := machine.Start(x.module, l)
	if err != nil {
		return nil, err
	}
	done, err := m.Step(budget - x.executed)
	n, _ := m.Executed()
	if x.executed += int(n); err == nil && !done {
		err = &ptx.Error{At: ptx.Position{Line: 1, Column: 1}, What: x.Name + " executes more than 2^26 instructions on these inputs"}
	}
	return result, err
}
