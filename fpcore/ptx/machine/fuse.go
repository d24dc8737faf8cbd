package machine

import (
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/ptx"
	"ulplab/fpcore/wide"
)

// arithmetic is what fusing needs to know of a statement: a multiplication (*), a division by an approximate reciprocal,
// whose last step is one (/), an addition (+) or a subtraction (-), without rounding modifier.
type arithmetic struct {
	kind  byte
	name  string // of the instruction
	typ   ptx.Type
	merge func(x, y, z uint64) uint64 // of +, -: the fused multiply-add that takes its place
}

// classify returns what fusing needs to know of a float instruction; its kind is 0 where ptxas does not fuse it.
func classify(base, name string, t ptx.Type) (a arithmetic) {
	element := strings.TrimSuffix(t.Name, "x2")
	switch element {
	case "f32", "f64", "f16", "bf16":
	default:
		return a
	}
	rest := strings.TrimPrefix(strings.TrimSuffix(name, "."+t.Name), base)
	kind := map[string]byte{"mul": '*', "add": '+', "sub": '-', "div": '/'}[base]
	if kind == '/' {
		var quick bool
		if rest, quick = strings.CutPrefix(strings.Replace(rest, ".approx", ".full", 1), ".full"); !quick {
			return a
		}
	}
	sum := kind == '+' || kind == '-'
	if plain := strings.TrimPrefix(rest, ".ftz"); kind == 0 || plain != "" && (plain != ".sat" || !sum) {
		return a
	}
	a = arithmetic{kind: kind, name: name, typ: t}
	if sum {
		i, ok := gpu.Find("fma.rn" + rest + "." + element)
		if !ok {
			return arithmetic{}
		}
		a.merge = i.Evaluator()
		if element != t.Name {
			a.merge = each(a.merge, t.Bits/2)
		}
	}
	return a
}

// ftz tells fused pairs apart: both flush, or neither.
func (a arithmetic) ftz() bool { return strings.Contains(a.name, ".ftz") }

// fuse replaces additions and subtractions of a product by fused multiply-adds, as ptxas does by default (-fmad=true)
// with instructions that name no rounding: within a basic block, where every use of the product is one that can be fused, and not into a sum whose other operand follows from a
// correctly rounded quotient or root behind the product, which has a branch to a slow path, unless the product follows from one too. Of two
// products the one with fewer uses is fused, else the first operand. Inferred from kernels recorded on an H200 (data of Triton's layer normalisation and of its
// gradient); ptxas documents only that it may fuse. Modules for debugging are left out in lower: kernels of CUDA C
// compiled with nvcc 13.0 -G gave the results of separate operations on an H200.
func (b *lowering) fuse() (fused bool) {
	ops := b.c.ops
	leader := map[int32]bool{}
	for k := range ops {
		o := &ops[k]
		if o.flow == jump || o.flow == table {
			leader[o.target] = true
			for _, t := range o.targets {
				leader[t] = true
			}
		}
	}
	type merge struct {
		sum     int
		product [2]int // of its operands, -1: none
	}
	var merges []merge
	uses, fusable := map[int]int{}, map[int]int{} // by product: the statements of its block that read it, and those that it can be fused into
	holds := map[int32]int{}                      // by register: the product that it holds
	gone := map[int]bool{}                        // products whose register is written again in their block
	elsewhere := map[int32]bool{}                 // registers that are read where they hold no product of that block
	products := map[int32]int{}                   // by the register that holds it: the statement
	behind := map[int32]int{}                     // by register: the last statement with a slow path that it follows from
	follows := map[int]bool{}                     // the statements that follow from one with a slow path
	factors := map[int32][]int32{}                // registers that hold products, by those of their factors
	for k := range ops {
		o := &ops[k]
		if leader[int32(k)] || k > 0 && ops[k-1].flow >= jump {
			clear(behind)
			clear(products)
			clear(factors)
			clear(holds)
		}
		for _, s := range o.sources() {
			if p, ok := holds[s]; ok {
				uses[p]++
			} else {
				elsewhere[s] = true
			}
		}
		if o.guard < 0 && (o.arithmetic.kind == '+' || o.arithmetic.kind == '-') {
			m := merge{k, [2]int{-1, -1}}
			for side, s := range []int32{o.a, o.b} {
				p, ok := products[s]
				if slow, is := behind[[]int32{o.b, o.a}[side]]; ok && is && slow > p && !follows[p] {
					continue
				}
				if ok && ops[p].arithmetic.typ == o.arithmetic.typ && ops[p].arithmetic.ftz() == o.arithmetic.ftz() {
					m.product[side] = p
					fusable[p]++
				}
			}
			merges = append(merges, m)
		}
		slow := -1
		for _, s := range o.sources() {
			if w, ok := behind[s]; ok {
				slow = max(slow, w)
			}
		}
		follows[k] = slow >= 0
		if o.slow() {
			slow = k
		}
		for _, d := range o.results() { // what used the old value cannot be moved here
			if delete(behind, d); slow >= 0 {
				behind[d] = slow
			}
			delete(products, d)
			if p, ok := holds[d]; ok && o.guard < 0 {
				gone[p] = true
				delete(holds, d)
			}
			for _, s := range factors[d] {
				if p, ok := products[s]; ok && (ops[p].a == d || ops[p].b == d) {
					delete(products, s)
				}
			}
			delete(factors, d)
		}
		if o.guard < 0 && (o.arithmetic.kind == '*' || o.arithmetic.kind == '/') && o.d != o.a && o.d != o.b {
			products[o.d], holds[o.d] = k, k
			factors[o.a] = append(factors[o.a], o.d)
			factors[o.b] = append(factors[o.b], o.d)
		}
	}
	for _, m := range merges {
		best := -1
		for side, p := range m.product {
			if p >= 0 && uses[p] == fusable[p] && (gone[p] || !elsewhere[ops[p].d]) && (best < 0 || uses[p] < uses[m.product[best]]) {
				best = side
			}
		}
		if best >= 0 {
			ops[m.sum].merge(&ops[m.product[best]], best)
			fused = true
		}
	}
	return fused
}

// slow reports a statement that ptxas gives a branch to a slow path.
func (o *op) slow() bool {
	name := ""
	if o.statement != nil {
		name = o.statement.Opcode
	}
	base, kind, _ := strings.Cut(name, ".")
	return (base == "div" || base == "rcp" || base == "sqrt") && strings.HasPrefix(kind, "r") || name == "rsqrt.approx.f64"
}

// Fuses reports whether there is anything that Launch.Fuse fuses in a kernel. The error says what keeps it from being run.
func Fuses(m *ptx.Module, f *ptx.Function) (bool, error) {
	c, err := lower(m, f, Launch{Fuse: true})
	return err == nil && c.fused, err
}

// merge makes an addition the fused multiply-add of a product, its operand number side.
func (o *op) merge(p *op, side int) {
	other := o.b
	if side == 1 {
		other = o.a
	}
	sign := uint64(1) << (o.arithmetic.typ.Bits - 1)
	if strings.HasSuffix(o.arithmetic.typ.Name, "x2") {
		sign |= sign >> (o.arithmetic.typ.Bits / 2)
	}
	var flipProduct, flipOther uint64
	if o.arithmetic.kind == '-' {
		if side == 0 {
			flipOther = sign
		} else {
			flipProduct = sign
		}
	}
	f := o.arithmetic.merge
	negate := func(x, flip uint64) uint64 { // a NaN keeps its sign
		if o.arithmetic.typ.Bits == 64 && x&^sign > 0x7ff<<52 {
			return x
		}
		return x ^ flip
	}
	if p.arithmetic.kind == '*' {
		o.f3 = func(x, y, z uint64) uint64 { return f(negate(x, flipProduct), y, negate(z, flipOther)) }
	} else {
		i, _ := gpu.Find(p.arithmetic.name)
		o.f3 = func(x, y, z uint64) uint64 {
			steps := i.Steps([3]wide.U128{wide.From64(x), wide.From64(y)})
			last := steps[len(steps)-1]
			return f(negate(last.X[0], flipProduct), last.X[1], negate(z, flipOther))
		}
	}
	o.a, o.b, o.c, o.do, o.fused = p.a, p.b, other, do3, p.statement
	if p.arithmetic.kind == '*' && o.arithmetic.typ.Name == "f32" && !strings.Contains(o.arithmetic.name, ".sat") {
		o.do = doFMA32(uint32(flipProduct), uint32(flipOther), o.arithmetic.ftz())
	}
}

// sources lists the registers that a statement reads.
func (o *op) sources() (list []int32) {
	for _, s := range []int32{o.guard, o.a, o.b, o.c, o.members, o.access.base} {
		if s >= 0 {
			list = append(list, s)
		}
	}
	if o.matrix != nil {
		list = append(append(append(list, o.matrix.va...), o.matrix.vb...), o.matrix.vc...)
	}
	return append(list, o.list...)
}

// results lists the registers that a statement writes.
func (o *op) results() (list []int32) {
	for _, s := range []int32{o.d, o.e} {
		if s >= 0 {
			list = append(list, s)
		}
	}
	if o.matrix != nil {
		list = append(list, o.matrix.vd...)
	}
	return append(list, o.slots...)
}
