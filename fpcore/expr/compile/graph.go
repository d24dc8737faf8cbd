package compile

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr/types"
)

// node is a value as the compiler has it after rewriting.
type node struct {
	_            [0]func() // not comparable
	op           types.Op
	typ          types.Type
	n            uint8 // operands
	neg          uint8
	noContract   bool // may not be fused: an intrinsic with its rounding in its name
	x            [3]int32
	bits         uint64 // Const, Input
	fn           string
	value        int32 // the value of the Code that it delivers, -1 if none
	fusedProduct int32 // fused: the product's value of the Code, -1 if none
}

// graph is the program under rewriting: a directed graph without cycles. Operands have lower numbers than the nodes made
// of them until rewriting appends replacements; at says which node a value of the Code became.
type graph struct {
	c     *types.Code
	nodes []node
	at    []int32 // the node of every value of the Code, -1 if none
	index index
	names map[string]int // of functions, numbered
	roots []int32        // values of the Code that are wanted
	rules *rules
	refs  []int32                     // by node: how often the values that became it are used
	join  bool                        // -ffp-contract=on
	as    func(types.Type) types.Type // the type in which a type is computed, nil if itself

	also      []int32 // by value that is not wanted: the node that an optimizer sees it as, -1 for the others
	valueRefs []int32
	root      []bool // by node, once asked for

	flow   *flowGraph // g++ with FMA3: where in the program nodes are computed, nil for all others
	block  []int32    // by node: its basic block
	pass   []int32    // by node: the pass of a loop for which it was made
	here   int32      // the basic block of the nodes that are made
	inPass int32      // their pass
	line   int32      // the full expression of them
	folds  bool       // what is made folds such an expression as it is read
	more   map[key][]int32
	scalar bool            // the machine has no vectors
	host   bool            // calls of constants are computed by the host's C library
	loops  *regions        // which loops are not unrolled, once that is decided
	kept   []bool          // by pass of a loop: it is not unrolled
	open   bool            // which loops are unrolled is not decided yet: what counts passes is no constant
	facts  [][]fact        // by basic block, once asked for
	asked  []bool          // by basic block
	early  *early          // what is folded before anything else, nil if nothing is
	carry  *carried        // what those that are not unrolled hand from pass to pass
	late   []bool          // by pass of a loop: it is a loop until its partial redundancies are gone
	turned *carried        // what such a loop hands from pass to pass
	begin  []int32         // by pass of a loop that is not unrolled: its first block
	ever   []reach         // by basic block, once asked for
	phis   map[int32]int32 // ?: made of operations on a ?:, by node: the value of that one
}

// key is what is the same of equal nodes: without a gap and a text, so that it is hashed as a whole.
type key struct {
	x          [3]int32
	op         types.Op
	typ        types.Type
	neg        uint8
	noContract bool
	bits       uint64
	fn         int // of graph.names
}

// rules is how a compiler rewrites before it contracts.
type rules struct {
	fold             bool // constants; without it the program is taken as it stands
	identity         bool // x*1, x/1, x-0, x+-0, -(-x), x+-y, x/2^k as x*2^-k, x*-1
	minus            bool // x-c becomes x+-c, and factors take signs (LLVM)
	narrow           bool // (float)((double)a op (double)b) is computed in float
	absolute         bool // GCC: |x*x| is x*x, and x+x is 2*x
	ptxasAbsOfSquare bool // ptxas: |x*x| is x*x
	spread           bool // |x|*|y| is |x*y| (LLVM of clang)
	hoistNegation    bool // GCC: a sign is taken out of a product or quotient where a difference or negation can take it
	single           bool // quotients are functions of their own: no rewriting of x/2^k (-use_fast_math)
}

func newGraph(c *types.Code, r *rules) *graph {
	return &graph{c: c, rules: r}
}

// build makes the nodes of the values that the roots need.
func (g *graph) build(roots []int32) {
	need := make([]bool, len(g.c.Values))
	g.valueRefs = make([]int32, len(need))
	refs := g.valueRefs
	if g.rules.hoistNegation {
		g.early = foldEarly(g.c)
	}
	for _, r := range roots {
		need[r] = true
	}
	g.at = make([]int32, len(need))
	n := 0
	for i := len(need) - 1; i >= 0; i-- {
		g.at[i] = -1
		if need[i] {
			n++
			for _, x := range g.early.operands(g.c, int32(i)) {
				need[x] = true
				refs[x]++
			}
		}
	}
	g.nodes, g.index, g.refs = make([]node, 0, n+n/8), newIndex(n+n/8), make([]int32, 0, n+n/8)
	g.also = make([]int32, len(need))
	idle := idleOf(g.c)
	for i := range need {
		g.also[i] = -1
		if !need[i] {
			// What nothing uses still decides the order of what is; but not what a volatile value goes into.
			if v := &g.c.Values[i]; g.rules.hoistNegation && !v.Volatile && !idle[i] && (g.early == nil || !g.early.gone[i]) && !slices.ContainsFunc(v.Operands(), func(x int32) bool { return g.at[x] < 0 }) {
				g.at[i] = g.value(int32(i))
			}
			continue
		}
		if need[i] {
			k := g.value(int32(i))
			if v := g.nodes[k].value; v >= 0 && !need[v] {
				g.nodes[k].value = int32(i)
			}
			for int(k) >= len(g.refs) {
				g.refs = append(g.refs, 0)
			}
			g.at[i] = k
			g.refs[k] += refs[i]
			if g.rules.hoistNegation { // what became its own operand does not use it
				for _, x := range g.early.operands(g.c, int32(i)) {
					g.refs[k] -= int32(types.Bit(g.at[x] == k))
				}
			}
		}
	}
	for i := range need {
		if !need[i] {
			g.at[i], g.also[i] = -1, g.at[i]
		}
	}
	g.roots = roots
}

// idleOf finds the values of called functions and of loops that nothing uses: g++ drops them before it takes the function
// in, or before it sees that the loop's body is passed.
func idleOf(c *types.Code) []bool {
	idle := make([]bool, len(c.Values))
	again := map[int32]int{} // by loop: its passes, with the test that ends it
	for p := range c.Passes {
		again[c.Passes[p].Loop]++
	}
	for i := range idle {
		idle[i] = c.Values[i].Inner || passed(c, c.Values[i].Pass, again)
	}
	for b := range c.Blocks {
		if v := c.Blocks[b].Cond; v >= 0 {
			idle[v] = false
		}
	}
	for i := len(idle) - 1; i >= 0; i-- {
		if !idle[i] {
			for _, x := range c.Values[i].Operands() {
				idle[x] = false
			}
		}
	}
	return idle
}

// passed reports whether a pass belongs to a loop whose body is passed on a way behind it.
func passed(c *types.Code, pass int32, again map[int32]int) bool {
	for ; pass > 0; pass = c.Passes[pass].Parent {
		if w := &c.Passes[pass]; w.Form != types.DoLoop && again[w.Loop] > 1 {
			return true
		}
	}
	return false
}

// value makes the node of a value of the Code.
func (g *graph) value(i int32) int32 {
	v := &g.c.Values[i]
	g.here, g.line, g.inPass = v.Block, v.Line, v.Pass
	if g.early != nil {
		if s := g.early.same[i]; s >= 0 {
			return g.at[s]
		}
		if g.early.never[i] {
			return g.constant(types.Bool, 0)
		}
	}
	n := node{op: v.Op, typ: v.Type, bits: v.Bits, fn: v.Fn, value: i, fusedProduct: -1, x: [3]int32{-1, -1, -1}}
	ops := v.Operands()
	n.n = uint8(len(ops))
	for k, x := range ops {
		n.x[k] = g.at[x]
		if g.carry != nil && g.carry.of[3*i+int32(k)] > 0 {
			n.x[k] = g.variable(n.x[k], g.carry.of[3*i+int32(k)])
		}
	}
	if g.flow != nil && v.Block > 0 && !(v.Op == types.Select && v.Ways[0] == -2) { // whose ways come from elsewhere
		for k := range ops {
			b := v.Block
			if v.Op == types.Select && k > 0 && v.Ways[k-1] >= 0 {
				b = v.Ways[k-1]
			}
			for _, f := range g.factsOf(b) {
				if f.node == n.x[k] {
					n.x[k] = f.constant
				}
			}
		}
	}
	if v.Op == types.Convert && g.counts(v) {
		return g.put(n)
	}
	own := g.as == nil || g.as(v.Type) == v.Type
	switch rounds := v.Op == types.Call && strings.HasPrefix(v.Fn, "="); {
	case own && (rounds || v.Op == types.Convert && v.Volatile):
		return g.put(n)
	case rounds: // to a format narrower than the type that it has in the text
		n.x[0] = g.one(types.Convert, v.Type, -1, n.x[0])
		return g.one(types.Convert, g.as(v.Type), -1, g.put(n))
	}
	if g.as != nil {
		if k, ok := g.retype(&n, v); ok {
			return k
		}
	}
	if v.Op == types.Select && v.Type != types.Bool && v.Ways[0] != -2 && g.flow != nil {
		if holds, ok := g.decided(n.x[0], v.Block); ok {
			return n.x[2-types.Bit(holds)]
		}
		for w, b := range v.Ways {
			if b >= 0 && !g.reached(b) {
				return n.x[2-w]
			}
		}
	}
	if v.Op == types.Call {
		n.intrinsic()
	}
	if g.join {
		g.joined(&n, v)
	}
	return g.add(n)
}

// retype gives a node the type that takes the place of its own.
func (g *graph) retype(n *node, v *types.Value) (int32, bool) {
	t := g.as(n.typ)
	switch {
	case n.op == types.Const && t != n.typ:
		n.bits, _ = types.ConvertBits(t, n.typ, n.bits, types.FoldInts)
	case n.op == types.Call && t != n.typ && t == types.Float && strings.IndexByte("_=h", n.fn[0]) < 0:
		n.fn += "f"
	case n.op == types.Call && t != n.typ && t == types.Double && n.fn[0] != '_':
		n.fn = strings.TrimSuffix(n.fn, "f")
	case n.op == types.Convert && g.nodes[n.x[0]].typ == t:
		return n.x[0], true
	}
	n.typ = t
	return -1, false
}

// intrinsic turns calls that are one operation into it. What has its rounding in its name is not fused.
func (n *node) intrinsic() {
	switch n.fn {
	case "fma", "fmaf", "__fmaf_rn", "__fma_rn":
		n.op, n.fn, n.noContract = types.FusedOp, "", true
	case "__fadd_rn", "__dadd_rn":
		n.op, n.fn, n.noContract = types.Add, "", true
	case "__fsub_rn", "__dsub_rn":
		n.op, n.fn, n.noContract = types.Sub, "", true
	case "__fmul_rn", "__dmul_rn":
		n.op, n.fn, n.noContract = types.Mul, "", true
	case "__fdividef":
		n.op = types.Div
	case "fdividef": // __fdividef where quotients are approximate
		n.op, n.fn = types.Div, ""
	}
}

// add rewrites a node by the rules and returns the number of it, or of an equal one that is there already.
func (g *graph) add(n node) int32 {
	for range 8 {
		k, changed := g.rewrite(&n)
		if k >= 0 {
			return k
		}
		if !changed {
			break
		}
	}
	return g.put(n)
}

// keyOf returns what is the same of equal nodes.
func (g *graph) keyOf(n *node) key {
	k := key{n.x, n.op, n.typ, n.neg, n.noContract, n.bits, g.number(n.fn)}
	if n.op != types.Const && n.op != types.Input && n.op != types.Convert && n.op != types.ScaleOp && n.op != types.ScaledOp {
		k.bits = 0
	}
	if (n.op == types.Add || n.op == types.Mul || n.op == types.Call && g.rules.spread && strings.HasPrefix(n.fn, "fm") && n.n == 2 && n.fn != "fmod" && n.fn != "fmodf") && k.x[0] > k.x[1] {
		k.x[0], k.x[1] = k.x[1], k.x[0]
	}
	if g.flow != nil && n.op == types.Call && baseName(n.fn, n.typ) == "sqrt" { // each may set errno
		k.bits = uint64(n.value) + 1
	}
	if n.op == types.Convert && n.value >= 0 && g.c.Values[n.value].Volatile {
		k.bits = uint64(n.value) + 1
	}
	return k
}

// number is that of a function's name, 0 for none.
func (g *graph) number(fn string) int {
	if fn == "" {
		return 0
	}
	if g.names == nil {
		g.names = map[string]int{}
	}
	k, ok := g.names[fn]
	if !ok {
		k = len(g.names) + 1
		g.names[fn] = k
	}
	return k
}

// put appends a node as it is unless it is there.
func (g *graph) put(n node) int32 {
	k := g.keyOf(&n)
	was, ok := g.index.find(k)
	if ok && g.flow == nil || ok && g.available(was, &n) {
		return was
	}
	at := int32(len(g.nodes))
	if ok { // computed on another way, which does not lead here
		for _, was := range g.more[k] {
			if g.available(was, &n) {
				return was
			}
		}
		g.more[k] = append(g.more[k], at)
	} else {
		g.index.add(k, at)
	}
	g.nodes = append(g.nodes, n)
	if g.flow != nil {
		g.block, g.pass = append(g.block, g.here), append(g.pass, g.inPass)
	}
	return at
}

// constant makes a constant.
//
//go:noinline
func (g *graph) constant(t types.Type, bits uint64) int32 {
	return g.put(node{op: types.Const, typ: t, bits: bits, value: -1, fusedProduct: -1, x: [3]int32{-1, -1, -1}})
}

// two makes an operation on two operands for the value v of the Code.
//
//go:noinline
func (g *graph) two(op types.Op, t types.Type, v, a, b int32) int32 {
	return g.add(node{op: op, typ: t, n: 2, x: [3]int32{a, b, -1}, value: v, fusedProduct: -1})
}

//go:noinline
func (g *graph) one(op types.Op, t types.Type, v, a int32) int32 {
	return g.add(node{op: op, typ: t, n: 1, x: [3]int32{a, -1, -1}, value: v, fusedProduct: -1})
}

// live lists the nodes that the roots need, operands first.
func (g *graph) live() []int32 {
	seen, list := make([]bool, len(g.nodes)), make([]int32, 0, len(g.nodes))
	var stack []int32
	for _, r := range g.roots {
		stack = append(stack, g.at[r])
		for len(stack) > 0 {
			k := stack[len(stack)-1]
			if seen[k] {
				stack = stack[:len(stack)-1]
				continue
			}
			ready := true
			n := &g.nodes[k]
			for j := int(n.n) - 1; j >= 0; j-- {
				if !seen[n.x[j]] {
					stack, ready = append(stack, n.x[j]), false
				}
			}
			if ready {
				seen[k] = true
				list = append(list, k)
				stack = stack[:len(stack)-1]
			}
		}
	}
	return list
}

// uses counts, for every node, how often live nodes have it as an operand; being a root counts too.
func (g *graph) uses(live []int32) []int32 {
	count := make([]int32, len(g.nodes))
	for _, k := range live {
		n := &g.nodes[k]
		for _, x := range n.x[:n.n] {
			count[x]++
		}
	}
	for _, r := range g.roots {
		count[g.at[r]]++
	}
	return count
}

// users lists, for every node, the live nodes that have it as an operand, once for each time.
//
//go:noinline
func (g *graph) users(live []int32) [][]int32 {
	count := make([]int32, len(g.nodes))
	total := int32(0)
	for _, k := range live {
		n := &g.nodes[k]
		total += int32(n.n)
		for _, x := range n.x[:n.n] {
			count[x]++
		}
	}
	list, all := make([][]int32, len(g.nodes)), make([]int32, total)
	for _, k := range live {
		n := &g.nodes[k]
		for _, x := range n.x[:n.n] {
			if list[x] == nil {
				total -= count[x]
				list[x] = all[total : total : total+count[x]]
			}
			list[x] = append(list[x], k)
		}
	}
	return list
}

// has reports a node of an operation.
func (g *graph) has(op types.Op) bool {
	for k := range g.nodes {
		if g.nodes[k].op == op {
			return true
		}
	}
	return false
}

//go:noinline
func (g *graph) isOne(k int32) bool {
	n := &g.nodes[k]
	return n.op == types.Const && n.isFloat() && n.bits == types.One(n.typ)
}

// multiply reports a product among nodes, or what may end in one.
func (g *graph) multiply(list []int32) bool {
	return slices.ContainsFunc(list, func(k int32) bool {
		n := &g.nodes[k]
		return n.op == types.Mul || n.op == types.Div || n.op == types.Call && n.fn[0] != '='
	})
}

//go:noinline
func (g *graph) isRoot(k int32) bool {
	if g.root == nil {
		g.root = make([]bool, len(g.nodes))
		for _, r := range g.roots {
			g.root[g.at[r]] = true
		}
	}
	return int(k) < len(g.root) && g.root[k]
}

// become makes another operation of a node, for the same value of the Code.
//
//go:noinline
func (n *node) become(op types.Op, a, b int32) {
	count := uint8(2)
	if b < 0 {
		count = 1
	}
	*n = node{op: op, typ: n.typ, n: count, x: [3]int32{a, b, -1}, value: n.value, fusedProduct: -1}
}

// isFloat reports an operation of binary32, binary64 or a 16-bit format.
//
//go:noinline
func (n *node) isFloat() bool { return n.typ >= types.Half }
