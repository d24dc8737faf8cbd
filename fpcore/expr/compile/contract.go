package compile

import (
	"slices"

	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// gcc and clang on x86-64, with FMA3. Both rules were read from the compilers' results for about 6,600
// programs.

// LLVM 14 as clang uses it: like nvcc's optimizer, which is LLVM too.
var (
	gccRules   = rules{fold: true, identity: true, narrow: true, absolute: true, hoistNegation: true}
	clangRules = rules{fold: true, identity: true, minus: true, narrow: true, spread: true}
)

// contractGCC is -ffp-contract=fast of g++ 12: in the order of evaluation, a product whose every use is a sum or a
// difference, directly or through a negation that has one use, goes into all of them, if they stand in the same basic
// block. A ?: ends a block, and so does a square root, behind which the compiler branches to set errno. What only one way
// of a ?: needs is computed there.
func (g *graph) contractGCC() {
	b := g.blocks(g.endsBlock)
	s := &selection{graph: g, users: g.users(b.order), b: b}
	left := map[int32]bool{} // by instruction of a loop that is not unrolled: in some pass not all uses can take it
	for _, k := range b.order {
		if t := g.instruction(k); t > 0 && g.nodes[k].op == types.Mul && (g.isRoot(k) || !s.everySum(k, b)) {
			left[t] = true
		}
	}
	for _, k := range b.order {
		if m := &g.nodes[k]; m.op != types.Mul || m.typ < types.Float || m.noContract || g.isRoot(k) || len(s.users[k]) == 0 || b.split != nil && b.split[k] {
			continue
		}
		if !left[g.instruction(k)] && s.everySum(k, b) {
			for len(s.users[k]) > 0 {
				u := s.users[k][0]
				if g.nodes[u].op == types.Neg {
					s.into(s.users[u][0], u, k, true)
				} else {
					s.into(u, k, k, false)
				}
			}
		}
	}
}

// negateFused turns -(x*y + z), which nothing else uses, into one operation with other signs, as GCC does.
func (s *selection) negateFused(order []int32, fixed bool) {
	for _, k := range order {
		n := s.nodes[k]
		if n.op != types.Neg || !n.isFloat() || len(s.users[k]) == 0 && !s.isRoot(k) {
			continue
		}
		m := s.nodes[n.x[0]]
		if m.op == types.FusedOp && (fixed || !m.noContract) && len(s.users[n.x[0]]) == 1 && !s.isRoot(n.x[0]) {
			s.set(k, types.FusedOp, m.neg^(run.NegProduct|run.NegAddend), m.x[0], m.x[1], m.x[2])
			s.nodes[k].fusedProduct = m.fusedProduct
		}
	}
}

// blocks tells in which basic block a compiler computes the nodes.
type blocks struct {
	order       []int32      // the nodes as they are computed
	at          []int32      // by node: its place in order
	region      []int32      // by node: the way (arm) of a ?: in which alone it is needed, 0 if it is always executed
	parent      []int32      // by way: the way around it
	terminators [][]int32    // by way: the places in order of the nodes on it that end a basic block
	selectOf    []int32      // by way: the ?: that it belongs to
	loops       *regions     // GCC, nil for others
	split       []bool       // g++ with FMA3: by node, it is handed on where ways meet
	placing     *placing     // g++, where the program has blocks
	nvcc        *approximate // nvcc: how it divides; nil for all others
}

// blocks orders the nodes as they are computed. end says which of them end a block; of a ?: that does, the two ways are
// blocks of their own.
func (g *graph) blocks(end func(k int32) bool) *blocks {
	b := &blocks{at: make([]int32, len(g.nodes)), region: make([]int32, len(g.nodes)), parent: []int32{-1}, selectOf: []int32{-1}}
	for i := range b.at {
		b.at[i] = -1
		b.region[i] = -1
	}
	need := g.live()
	isLive := make([]bool, len(g.nodes))
	for _, k := range need {
		isLive[k] = true
	}
	if g.rules.hoistNegation {
		b.loops = g.findRegions(need)
	}
	if g.flow != nil {
		return b.placed(g, isLive)
	}
	b.arrange(g, need, isLive, nil)
	b.findWays(g, end)
	if g.rules.hoistNegation && len(b.parent) > 1 { // what is needed on one way only is moved there, the last operand first
		moved := make([]bool, len(g.nodes))
		for _, k := range b.order {
			if w := b.region[k]; w > 0 {
				test := &g.nodes[g.nodes[b.selectOf[w]].x[0]]
				moved[k] = b.at[k] < b.at[g.nodes[b.selectOf[w]].x[0]] || g.nodes[k].value >= 0 && g.nodes[k].value <= test.value
			}
		}
		b.arrange(g, need, isLive, moved)
	}
	var ends []int32
	for _, k := range b.order {
		if end(k) {
			ends = append(ends, k)
		}
	}
	b.terminators = make([][]int32, len(b.parent))
	for _, k := range ends {
		b.terminators[b.region[k]] = append(b.terminators[b.region[k]], b.at[k])
	}
	return b
}

// arrange orders the nodes as they are computed. Nodes that were moved come where they are used.
func (b *blocks) arrange(g *graph, need []int32, isLive, moved []bool) {
	for k := range b.at {
		b.at[k] = -1
	}
	b.order = b.order[:0]
	type visited struct {
		k    int32
		next uint8 // operands that were visited
	}
	var open []visited // a stack of its own: a sum of many terms is deep
	visit := func(k int32) {
		for open = append(open[:0], visited{k: k}); len(open) > 0; {
			top := &open[len(open)-1]
			k, n := top.k, &g.nodes[top.k]
			if b.at[k] >= 0 || !isLive[k] {
				open = open[:len(open)-1]
				continue
			}
			if j := int32(top.next); j < int32(n.n) {
				top.next++
				if n.op == types.Call && g.rules.hoistNegation { // GCC computes the last argument first
					j = int32(n.n) - 1 - j
				}
				x := n.x[j]
				if moved != nil {
					x = n.turn(top.next-1, moved)
				}
				open = append(open, visited{k: x})
				continue
			}
			b.at[k] = int32(len(b.order))
			b.order = append(b.order, k)
			open = open[:len(open)-1]
		}
	}
	if g.rules.minus { // LLVM: the order of the text
		byText := stable.Clone(need)
		stable.Numbers(byText, func(a, b int32) int { return int(g.nodes[a].value) - int(g.nodes[b].value) })
		for _, k := range byText {
			if g.nodes[k].value >= 0 {
				visit(k)
			}
		}
	}
	crosses := crossing(g.c)
	before := b.loops.invariant(g.c)
	for i := range g.c.Values { // GCC: within a full expression the order that its folding gave it
		for _, k := range before[int32(i)] {
			if moved == nil || !moved[k] {
				visit(k)
			}
		}
		k := g.also[i]
		if g.at[i] >= 0 && (g.c.Values[i].Name != "" || crosses[i] || g.isRoot(g.at[i])) {
			for k = g.at[i]; !isLive[k] && g.nodes[k].op == types.Neg; { // a sign that what uses it took
				k = g.nodes[k].x[0]
			}
		}
		if k >= 0 && (moved == nil || !moved[k]) {
			visit(k)
		}
	}
	for _, k := range need {
		visit(k)
	}
}

// turn returns the operand that is visited as number i: those that were moved come last, the last of them first.
func (n *node) turn(i uint8, moved []bool) int32 {
	for _, x := range n.x[:n.n] {
		if !moved[x] {
			if i == 0 {
				return x
			}
			i--
		}
	}
	for j := int(n.n) - 1; ; j-- {
		if x := n.x[j]; moved[x] {
			if i == 0 {
				return x
			}
			i--
		}
	}
}

// findWays tells which ways of ?: that end a block need the nodes.
func (b *blocks) findWays(g *graph, end func(k int32) bool) {
	for _, r := range g.roots {
		b.region[g.at[r]] = 0
	}
	for i := len(b.order) - 1; i >= 0; i-- {
		k := b.order[i]
		n := &g.nodes[k]
		for j, x := range n.x[:n.n] {
			w := b.region[k]
			if n.op == types.Select && j > 0 && end(k) {
				b.parent, b.selectOf = append(b.parent, w), append(b.selectOf, k)
				w = int32(len(b.parent) - 1)
			}
			b.region[x] = b.meet(b.region[x], w)
		}
	}
}

// crossing finds the values that another full expression uses, as that of an if or of a loop, and those that a call with
// full expressions of its own comes behind.
func crossing(c *types.Code) []bool {
	list := make([]bool, len(c.Values))
	first := 0 // of the values of one full expression that lead up to i
	for i := range c.Values {
		if i > 0 && c.Values[i-1].Line != c.Values[i].Line {
			first = i
		}
		for _, x := range c.Values[i].Operands() {
			if c.Values[x].Line != c.Values[i].Line || int(x) < first {
				list[x] = true
			}
		}
	}
	return list
}

// meet returns the innermost way around both.
//
//go:noinline
func (b *blocks) meet(v, w int32) int32 {
	if v < 0 {
		return w
	}
	for v != w {
		if v > w {
			v = b.parent[v]
		} else {
			w = b.parent[w]
		}
	}
	return v
}

// together reports whether two nodes are computed in the same block.
func (b *blocks) together(m, u int32) bool {
	if b.region[m] != b.region[u] || b.loops.apart(m, u) {
		return false
	}
	if b.region[m] < 0 {
		return true
	}
	ends := b.terminators[b.region[m]]
	k, _ := slices.BinarySearch(ends, b.at[m]+1)
	return k == len(ends) || ends[k] >= b.at[u]
}

// canFuseInto reports whether the user u can take the product m: they are in one block, or m was written in both ways of a
// ?: and LLVM computes it in each.
func (s *selection) canFuseInto(m, u int32) bool {
	if s.b == nil || int(m) >= len(s.b.region) || int(u) >= len(s.b.region) || s.b.region[m] < 0 || s.b.region[u] < 0 {
		return true
	}
	return s.b.together(m, u) || s.duplicatedIntoArm(m, u) || s.sunk(m, u)
}

func (s *selection) duplicatedIntoArm(m, u int32) bool {
	b := s.b
	if b.region[u] == b.region[m] || b.meet(b.region[m], b.region[u]) != b.region[m] {
		return false
	}
	fork := &s.nodes[b.selectOf[b.region[u]]]
	if s.nodes[m].value <= s.nodes[fork.x[0]].value {
		return false
	}
	for _, v := range s.users[m] {
		if int(v) < len(b.region) && b.region[v] == b.region[m] {
			return false
		}
	}
	return true
}

// nearUsers lists the users of m that matter to u: those on its way of a ?: if m is computed there.
func (s *selection) nearUsers(m, u int32) []int32 {
	if s.b == nil || int(m) >= len(s.b.region) || int(u) >= len(s.b.region) || !s.duplicatedIntoArm(m, u) {
		return s.users[m]
	}
	var list []int32
	for _, v := range s.users[m] {
		if int(v) >= len(s.b.region) || s.b.region[v] == s.b.region[u] {
			list = append(list, v)
		}
	}
	return list
}

// branching finds the ?: that LLVM makes branches of: what their two ways compute costs more than four operations. A
// division counts four; calls are what expensive says.
func (g *graph) branching(expensive func(n *node) int) map[int32]bool {
	if !g.has(types.Select) {
		return nil
	}
	b := g.blocks(func(k int32) bool { return g.nodes[k].op == types.Select })
	s := &selection{graph: g, users: g.users(b.order), b: b}
	cost := make([]int, len(b.parent))
	branch := map[int32]bool{}
	both := map[int32]int{}
	for _, k := range b.order {
		n := &g.nodes[k]
		c := 1
		switch {
		case n.op == types.Const || n.op == types.Input:
			c = 0
		case n.op == types.Div && n.isFloat():
			c = 4
		case n.op == types.Call || n.op == types.FusedOp:
			c = expensive(n)
		}
		if b.region[k] < 0 {
			continue
		}
		cost[b.region[k]] += c
		if f := s.written(k); f >= 0 { // in both ways
			both[f] += 2 * c
		}
	}
	for w := len(b.parent) - 1; w > 0; w-- {
		f := b.selectOf[w]
		if cost[w] > 4 {
			branch[f] = true
		}
	}
	for w := 1; w < len(b.parent); w++ {
		both[b.selectOf[w]] += cost[w]
	}
	for f, c := range both {
		if c > 4 {
			branch[f] = true
		}
	}
	for changed := true; changed; { // around a branch there is one
		changed = false
		for w := 1; w < len(b.parent); w++ {
			if f := b.selectOf[w]; branch[f] && b.region[f] > 0 && !branch[b.selectOf[b.region[f]]] {
				branch[b.selectOf[b.region[f]]] = true
				changed = true
			}
		}
	}
	return branch
}

// written returns the ?: in both ways of which a node is written, -1 if there is none.
func (s *selection) written(k int32) int32 {
	f := int32(-1)
	for _, u := range s.users[k] {
		if !s.duplicatedIntoArm(k, u) {
			return -1
		}
		f = s.b.selectOf[s.b.region[u]]
	}
	return f
}

// everySum reports whether all uses of a product can take it.
func (s *selection) everySum(k int32, b *blocks) bool {
	sum := func(u int32) bool {
		n := &s.nodes[u]
		return (n.op == types.Add || n.op == types.Sub) && !n.noContract && n.x[0] != n.x[1] && b.together(k, u) && s.both(k, u) && !b.loops.inLanes(s, u)
	}
	for _, u := range s.users[k] {
		if s.nodes[u].op == types.Neg {
			if len(s.users[u]) != 1 || s.isRoot(u) || !sum(s.users[u][0]) {
				return false
			}
			other := s.nodes[s.users[u][0]]
			if other.x[0] == k || other.x[1] == k {
				return false
			}
			continue
		}
		if !sum(u) {
			return false
		}
	}
	return true
}

// instruction numbers what a node is in every pass of a loop that is not unrolled, 0 outside of them.
func (g *graph) instruction(k int32) int32 {
	if v := g.nodes[k].value; g.carry != nil && v >= 0 {
		return g.carry.text[v]
	}
	return 0
}

// both reports whether the passes of a loop that is not unrolled which compute the product k also compute its user u: else
// a branch on the counter stands between them. What comes behind the ways of such a branch, GCC writes in each of them.
func (g *graph) both(k, u int32) bool {
	v, w := g.nodes[k].value, g.nodes[u].value
	return g.carry == nil || v < 0 || w < 0 || g.carry.text[v] == 0 || g.carry.text[w] == 0 || g.carry.when[v] <= g.carry.when[w]
}

// into makes the sum u, whose operand x is ±product k, a fused one.
func (s *selection) into(u, x, k int32, odd bool) {
	n, m := s.nodes[u], s.nodes[k]
	j := 0
	if n.x[1] == x {
		j = 1
	}
	neg := uint8(0)
	if odd != (n.op == types.Sub && j == 1) {
		neg |= run.NegProduct
	}
	if n.op == types.Sub && j == 0 {
		neg |= run.NegAddend
	}
	s.set(u, types.FusedOp, neg, m.x[0], m.x[1], n.x[1-j])
	s.nodes[u].fusedProduct = m.value
}

// selectClang is -ffp-contract=fast of clang 14: from the result backwards, a sum or difference takes a product that has
// no other use: of a sum the left one first, of a difference too.
func (g *graph) selectClang(fuse bool) {
	live := g.live()
	branch := g.branching(func(n *node) int {
		if n.op == types.Call && baseName(n.fn, n.typ) == "sqrt" {
			return 10
		}
		return 1
	})
	b := g.blocks(func(k int32) bool {
		n := &g.nodes[k]
		return branch[k] || n.op == types.Call && baseName(n.fn, n.typ) == "sqrt"
	})
	s := &selection{graph: g, users: g.users(live), b: b}
	for i := len(b.order) - 1; i >= 0; i-- {
		k := b.order[i]
		n := &g.nodes[k]
		if n.typ < types.Float || n.noContract || len(s.users[k]) == 0 && !g.isRoot(k) {
			continue
		}
		s.canonicalizeSign(k)
		if n = &g.nodes[k]; n.op == types.Mul {
			if c, ok := g.isConst(n.x[1]); ok && c == two(n.typ) {
				s.set(k, types.Add, 0, n.x[0], n.x[0])
			}
		}
		if n = &g.nodes[k]; n.op == types.Add {
			s.foldDoubling(k)
		}
		if n = &g.nodes[k]; fuse && (n.op == types.Add || n.op == types.Sub) {
			s.fuseClang(k)
		}
	}
}

func (s *selection) fuseClang(k int32) {
	n := s.nodes[k]
	var can [2]bool
	for j := range 2 {
		x, _ := s.stripNegations(n.x[j])
		m := &s.nodes[x]
		can[j] = m.op == types.Mul && !m.noContract && len(s.nearUsers(x, k)) == 1 && len(s.nearUsers(n.x[j], k)) == 1 && !s.isRoot(x) &&
			(s.canFuseInto(x, k) || n.op == types.Sub && j == 1 && n.value >= 0 && s.c.Values[n.value].Op == types.Add) // -(x*y) + z makes a new product
	}
	switch {
	case can[0]:
		s.fuseInto(k, 0, approximate{})
	case can[1]:
		s.fuseInto(k, 1, approximate{})
	}
}

// joined makes the fused node of a sum or difference as -ffp-contract=on of clang 14 does, which looks at the program as
// it is written: an operand that is a product in the same expression, the left one first.
func (g *graph) joined(n *node, v *types.Value) bool {
	if n.op != types.Add && n.op != types.Sub || n.typ < types.Float {
		return false
	}
	for j := range 2 {
		w := &g.c.Values[v.X[j]]
		m := &g.nodes[g.at[v.X[j]]]
		if w.Op != types.Mul || w.Name != "" || g.valueRefs[v.X[j]] != 1 || w.Line != v.Line || m.op == types.Const {
			continue
		}
		if n.op == types.Sub {
			n.neg = [2]uint8{run.NegAddend, run.NegProduct}[j]
		}
		n.op, n.n, n.fusedProduct = types.FusedOp, 3, v.X[j]
		n.x = [3]int32{g.at[w.X[0]], g.at[w.X[1]], n.x[1-j]}
		return true
	}
	return false
}
