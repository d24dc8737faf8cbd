package compile

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/round"
	"ulplab/fpcore/x86"
)

// g++ -mfpmath=387: floating-point values live in registers of 80 bits. They are rounded to their type where they go to
// memory: by a conversion from double to float, as arguments of a library function, with -ffloat-store after every
// operation, and where a value that is used more than once has to survive a call, since no register does.

// findSpills marks the values that survive a call in memory. g++ computes a value that is used once where it is used, if
// no basic block ends between; it does so across calls of functions that it knows. A square root ends a block, since it is
// an instruction with a call behind a branch, for errno; that call costs nothing.
func (l *lowering) findSpills(live []int32) {
	l.spill = make([]bool, len(l.g.nodes))
	l.stored = make([]uint8, len(l.g.nodes))
	l.saved = make([]int32, len(l.g.nodes))
	uses := l.g.uses(live)
	b := l.g.blocks(l.g.endsBlock)
	when := make([]int32, len(l.g.nodes)) // where a node is really computed
	var calls []int32
	for i := len(b.order) - 1; i >= 0; i-- {
		k := b.order[i]
		if when[k] == 0 {
			when[k] = int32(i)
		}
		n := &l.g.nodes[k]
		for _, x := range n.x[:n.n] {
			if m := &l.g.nodes[x]; uses[x] == 1 && (m.op != types.Call && m.op != types.FusedOp && !m.noContract || m.op == types.Call && baseName(m.fn, m.typ) == "fabs") && m.op != types.Select && b.together(x, k) {
				when[x] = when[k]
			}
		}
		if l.callsLibrary(k) {
			calls = append(calls, int32(i))
		}
	}
	slices.Sort(calls)
	for _, k := range b.order {
		for j, x := range l.g.nodes[k].x[:l.g.nodes[k].n] {
			n := &l.g.nodes[x]
			if n.op == types.Const || n.op == types.Input || n.typ < types.Float {
				continue
			}
			from, _ := slices.BinarySearch(calls, when[x]+1)
			for _, c := range calls[from:] {
				if c >= when[k] {
					break
				}
				l.spill[x] = true
				side := b.aside(b.order[c], k)
				if side < 0 {
					l.stored[k] |= 1 << j
					break
				}
				l.sides = append(l.sides, sideCall{k, j, side})
			}
		}
	}
	l.order = b.order
	l.b = b
	l.findOpen()
}

// sideCall says that the operand number j of the node k goes to memory and back on one way of a ?: only.
type sideCall struct {
	k   int32
	j   int
	way int32
}

// aside returns the outermost way that is the call's and not that of k, -1 if there is none.
func (b *blocks) aside(call, k int32) int32 {
	if b.region[call] < 0 || b.region[k] < 0 {
		return -1
	}
	common := b.meet(b.region[call], b.region[k])
	side := int32(-1)
	for w := b.region[call]; w != common; w = b.parent[w] {
		side = w
	}
	return side
}

// saveAside takes an operand from memory on the way on which a call is made.
func (l *lowering) saveAside(k int32, in *run.Instruction) {
	for _, s := range l.sides {
		x := l.g.nodes[k].x[s.j]
		if s.k != k || l.stored[k]>>s.j&1 != 0 || l.saved[x] == 0 {
			continue
		}
		fork := &l.g.nodes[l.b.selectOf[s.way]]
		cond := l.reg[fork.x[0]]
		if cond < 0 {
			in.X[s.j] = l.saved[x]
			continue
		}
		first := s.way
		for first > 0 && l.b.selectOf[first-1] == l.b.selectOf[s.way] {
			first--
		}
		yes, no := l.saved[x], in.X[s.j]
		if s.way != first {
			yes, no = no, yes
		}
		t := l.g.nodes[x].typ
		in.X[s.j] = l.emit(&run.Instruction{Do: run.DoSelect87, Op: types.Select, Type: t, From: t, N: 3, X: [3]int32{cond, yes, no}, Value: -1, Name: "saved around a call"})
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
		if in.From == n.typ {
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
