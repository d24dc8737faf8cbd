package compile

import (
	"strings"

	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/round"
	"ulplab/fpcore/x86"
)

// g++ -mfpmath=387: floating-point values live in registers of 80 bits. They are rounded to their type where they go to
// memory: by a conversion from double to float, as arguments of a library function, with -ffloat-store after every
// operation, where there are more of them than registers, and where a value has to survive a call, since no register does.

// findSpills marks the values that are in memory: those that found no register, for what uses them when the register that
// computed them is gone, and those in a register across a call, for what uses them behind it.
func (l *lowering) findSpills(live []int32) {
	l.spill = make([]bool, len(l.g.nodes))
	l.stored = make([]uint8, len(l.g.nodes))
	l.saved = make([]int32, len(l.g.nodes))
	l.b = l.g.blocks(l.g.endsBlock)
	l.order = l.b.order
	if l.b.placing == nil || l.Choice.Store || l.g != l.Plan.g {
		return
	}
	c := l.code87(l.b, l.g.uses(live))
	a := c.allocate()
	in, over := a.inherited(), a.crossed()
	for _, k := range l.order {
		n := &l.g.nodes[k]
		if c.of[k] >= 0 && a.memory[c.of[k]] && n.op != types.Input {
			l.spill[k] = true
		}
		user := k
		for u, part := c.user[user]; part; u, part = c.user[user] {
			user = u
		}
		for j, x := range n.x[:n.n] {
			if l.g.nodes[x].typ < types.Float || c.of[x] < 0 || l.g.nodes[x].op == types.Input {
				continue
			}
			if p := c.of[x]; a.memory[p] {
				same := n.op == types.Select && c.of[user] >= 0 && a.alias[c.of[user]] == a.alias[p]
				if same || !in[use87{user, a.alias[p]}] {
					l.stored[k] |= 1 << j
				}
			} else if s, ok := over[use87{user, p}]; ok && s.some {
				l.spill[x] = l.survives(s.call, k, j) || l.spill[x]
			} else if ok {
				l.stored[k] |= 1 << j
				l.spill[x] = true
			}
		}
	}
	l.findOpen()
}

// sideCall says that the operand number j of the node k goes to memory and back where all of some conditions hold, or do not.
type sideCall struct {
	k     int32
	j     int
	tests []sideTest
}

type sideTest struct {
	node  int32
	holds bool
}

// survives says what becomes of the operand number j of the node k that is behind a call.
func (l *lowering) survives(call, k int32, j int) bool {
	p := l.b.placing
	c, u := p.home[call], p.home[k]
	if p.dom.dominates(c, u) {
		l.stored[k] |= 1 << j
		return true
	}
	var tests []sideTest
	for ; c > 0 && !p.dom.dominates(c, u); c = p.dom.up[c] {
		f := p.dom.up[c]
		if v := p.test[f]; v >= 0 && len(p.from[c]) == 1 && l.g.at[v] >= 0 {
			tests = append(tests, sideTest{l.g.at[v], p.yes[f] == c})
		}
	}
	if len(tests) > 0 {
		l.sides = append(l.sides, sideCall{k, j, tests})
	}
	return len(tests) > 0
}

// saveAside takes an operand from memory on the way on which a call is made.
func (l *lowering) saveAside(k int32, in *run.Instruction) {
	for _, s := range l.sides {
		x := l.g.nodes[k].x[s.j]
		if s.k != k || l.stored[k]>>s.j&1 != 0 || l.saved[x] == 0 {
			continue
		}
		t := l.g.nodes[x].typ
		plain, saved := in.X[s.j], l.saved[x]
		for _, test := range s.tests {
			if cond := l.reg[test.node]; cond >= 0 {
				yes, no := saved, plain
				if !test.holds {
					yes, no = no, yes
				}
				saved = l.emit(&run.Instruction{Do: run.DoSelect87, Op: types.Select, Type: t, From: t, N: 3, X: [3]int32{cond, yes, no}, Value: -1, Name: "saved around a call"})
			}
		}
		in.X[s.j] = saved
	}
}

func (l *lowering) callsLibrary(k int32) bool {
	n := &l.g.nodes[k]
	if n.op == types.FusedOp || n.noContract {
		return true
	}
	if n.op != types.Call || n.fn[0] == '=' {
		return false
	}
	base := baseName(n.fn, n.typ)
	return !strings.Contains(inline87, " "+base+" ")
}

// inline87 are the functions that are instructions on registers.
const inline87 = " sqrt fabs copysign floor ceil trunc rint "

func round87(in *run.Instruction, base string) {
	in.Is(run.DoRound87, "frndint")
	in.Env.Direction, _ = types.Integral(base)
}

// node87 lowers an operation for x87.
func (l *lowering) node87(k int32, in *run.Instruction) {
	n := &l.g.nodes[k]
	base := ""
	if n.op == types.Call {
		base = baseName(n.fn, n.typ)
	}
	switch {
	case n.typ == types.Half || n.typ == types.BFloat16 || in.From == types.Half || in.From == types.BFloat16:
		l.fail(k, "x87 does not know "+n.typ.String())
		return
	case n.op == types.Convert && in.From.IsFloat() && n.typ.IsFloat():
		if n.typ == types.Float && in.From == types.Double {
			in.Is(run.DoStore87, "fst m32")
		} else {
			in.Is(run.DoCopy, "the register")
		}
		if in.From == n.typ && !n.handedOn() {
			in.Is(run.DoStore87, "stored")
		}
	case n.op == types.Convert && n.typ.IsFloat():
		in.Is(run.DoLoad87, "fild")
	case n.op == types.Convert && in.From.IsFloat():
		in.Is(run.DoInt87, "fistp")
	case n.op >= types.Less && n.op <= types.Differ && in.From.IsFloat():
		in.Is(run.DoCompare87, "fucomi")
	case n.op == types.Select && n.typ.IsFloat():
		in.Is(run.DoSelect87, "select")
	case !n.typ.IsFloat() && !in.From.IsFloat():
		l.plain(k, in)
	case n.op == types.Neg:
		in.Is(run.DoNeg87, "fchs")
	case base == "fabs":
		in.Is(run.DoAbs87, "fabs")
	case base == "copysign":
		in.Is(run.DoSign87, "copysign")
	case base == "sqrt":
		in.Is(run.Do87, "fsqrt")
		in.X87, _ = x86.FindX87("sqrt")
	case n.op == types.Call && !l.callsLibrary(k):
		round87(in, base)
	case n.op == types.Call || n.op == types.FusedOp || n.noContract:
		l.library87(k, in)
		return
	default:
		in.Do = run.Do87
		in.X87, _ = x86.FindX87(wordOf(n.op))
		in.Name = in.X87.Mnemonic
	}
	if l.err != nil {
		return
	}
	l.reg[k] = l.emit(in)
	if l.spill[k] {
		l.saved[k] = l.store(n.typ, l.reg[k], n.value, 0)
	}
	stored := l.Choice.Store && (in.Do == run.Do87 || in.Do == run.DoLoad87 || in.Do == run.DoNeg87 || in.Do == run.DoAbs87 || in.Do == run.DoSign87 || in.Do == run.DoRound87)
	if n.typ.IsFloat() && stored {
		l.reg[k] = l.store(n.typ, l.reg[k], n.value, 0)
	}
}

// store writes a register to memory: an operand of a function, with operand 1, or, with 0, a value that goes on in a
// register.
func (l *lowering) store(t types.Type, x, value int32, operand uint64) int32 {
	return l.emit(&run.Instruction{Do: run.DoStore87, Type: t, From: t, N: 1, X: [3]int32{x, -1, -1}, Value: value, Name: "store to " + t.String(), Spill: operand == 0, Bits: operand})
}

// operands87 stores the floating-point operands.
func (l *lowering) operands87(n *node, in *run.Instruction) {
	for j := range int(in.N) {
		if t := l.g.nodes[n.x[j]].typ; t.IsFloat() {
			in.X[j] = l.store(t, in.X[j], -1, 1)
		}
	}
}

// library87 stores the operands of a function, calls it, and loads the result.
func (l *lowering) library87(k int32, in *run.Instruction) {
	n := &l.g.nodes[k]
	l.operands87(n, in)
	if n.op != types.Call {
		f, op := n.typ.Format(), n.op
		name := "call fma"
		if op != types.FusedOp {
			name = "call __f" + wordOf(op) + "_rn"
		}
		l.hostOp(in, name,
			func(x [3]uint64) round.Result { return hostArith(op, f, x) })
	} else {
		l.callHost(k, in)
	}
	if l.err != nil {
		return
	}
	l.reg[k] = l.emit(in)
	if n.typ.IsFloat() {
		l.load87(k)
	}
}

func (l *lowering) load87(k int32) {
	n := &l.g.nodes[k]
	l.reg[k] = l.emit(&run.Instruction{Do: run.DoLoad87, Type: n.typ, From: n.typ, N: 1, X: [3]int32{l.reg[k], -1, -1}, Value: n.value, Name: "fld m" + n.typ.Suffix()[2:]})
}

// boundary87 emits what works on memory, and loads the result.
func (l *lowering) boundary87(k int32, in *run.Instruction) {
	n := &l.g.nodes[k]
	l.operands87(n, in)
	l.reg[k] = l.emit(in)
	if n.typ == types.Half || n.typ == types.BFloat16 {
		l.fail(k, "x87 does not know "+n.typ.String())
		return
	}
	if n.typ.IsFloat() {
		l.load87(k)
	}
}
