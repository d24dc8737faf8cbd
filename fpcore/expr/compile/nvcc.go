package compile

import (
	"slices"
	"strings"

	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/libm"
	"ulplab/fpcore/stable"
)

// What nvcc 13 does, read from its PTX and machine code and held to the results of about 4,200 programs on an H200:
//
// The optimizer orders the two operands of a sum by rank: inputs count in the order in which they are loaded, an
// operation one more than its operands, a function of the library the calls of intrinsics within, a constant comes last. The instruction selection then goes from the result
// backwards. It turns x - y*c and x - y/c into sums with -c (but for c = 2), x + y*-z into a difference, 2*x into x+x, and makes a fused
// multiply-add of every sum with a product whose uses are all sums, at most four: of its left operand, else of its right.
//
// The assembler does the same for what is left, differences among it: a product, or the last multiplication of an
// approximate quotient, whose uses are all sums and differences goes into them; of two the one with fewer uses, else the
// left one. A product that is only multiplied by a power of two from 2^-3 to 2^3 is scaled before it is rounded. A correctly rounded quotient or root, which branches to a slow path, must not stand between the two.
// -fmad=false and -G leave both out.

var (
	nvccRules  = rules{fold: true, identity: true, minus: true, narrow: true, ptxasAbsOfSquare: true}
	debugRules = rules{fold: true}
)

// rank is LLVM's: see above. Calls count in the order in which they are made.
func (g *graph) ranks(order []int32) []int32 {
	r := make([]int32, len(g.nodes))
	calls := int32(len(order)) // they come after the loads of a kernel, and after all that parameters make
	if slices.ContainsFunc(g.c.Inputs, func(in types.InputVar) bool { return in.Declared }) {
		calls = 1 << 20
	}
	for k := range g.nodes {
		n := &g.nodes[k]
		switch {
		case n.op == types.Const:
		case n.op == types.Input:
			r[k] = order[n.bits]
		case g.rules.called(n):
			calls += g.callsWithin(n)
			r[k] = calls
		default:
			for _, x := range n.x[:n.n] {
				r[k] = max(r[k], r[x])
			}
			if n.op != types.Neg {
				r[k]++
			}
		}
	}
	return r
}

// called reports what is a call to the optimizer: for nvcc every function, among them division under -use_fast_math and
// the conversion to an integer, for clang the root, which may set errno.
func (r *rules) called(n *node) bool {
	switch {
	case n.op == types.Call && r.ptxasAbsOfSquare:
		return n.fn[0] != '='
	case n.op == types.Call:
		return baseName(n.fn, n.typ) == "sqrt"
	case n.op == types.Div:
		return r.single && n.typ == types.Float || n.fn != ""
	}
	return r.ptxasAbsOfSquare && (n.op == types.FusedOp && n.noContract || n.op == types.Convert && n.typ.IsInt() && n.typ != types.Bool)
}

// callsWithin counts what is a call to the optimizer: of a function of the library, whose code is there already, those within.
func (g *graph) callsWithin(n *node) int32 {
	v := libm.Default
	if g.rules.single {
		v = libm.Fast
	}
	if f, ok := libm.Find(n.fn, v); ok && n.op == types.Call && g.rules.ptxasAbsOfSquare {
		return int32(max(f.Calls(), 1))
	}
	return 1
}

// sortSums orders the operands of sums.
func (g *graph) sortSums() {
	r := g.ranks(loadOrder(g.c))
	for k := range g.nodes {
		if n := &g.nodes[k]; n.op == types.Mul && n.typ == types.Double && g.rules.ptxasAbsOfSquare && !n.noContract { // which of two NaNs is kept
			if a, b := n.x[0], n.x[1]; g.nodes[b].op != types.Const && r[b] < r[a] {
				n.x[0], n.x[1] = b, a
			}
		}
		if n := &g.nodes[k]; n.op == types.Add && n.isFloat() {
			if a, b := n.x[0], n.x[1]; g.nodes[b].op != types.Const && (g.nodes[a].op == types.Const || r[b] < r[a]) {
				n.x[0], n.x[1] = b, a
			}
			if g.negative(n.x[0]) && !g.negative(n.x[1]) { // it becomes y - x*c, and a sum again
				n.x[0], n.x[1] = n.x[1], n.x[0]
			}
		}
	}
}

// negative reports a product or quotient, used once, with an odd number of negative constants.
func (g *graph) negative(k int32) bool {
	n := &g.nodes[k]
	if n.op != types.Mul && (n.op != types.Div || g.rules.single && n.typ == types.Float) || n.noContract || !g.single(k) {
		return false
	}
	odd := false
	for _, x := range n.x[:2] {
		if c, ok := g.isConst(x); ok {
			odd = odd != (c&types.SignBit(n.typ) != 0)
		} else {
			odd = odd != g.negative(x)
		}
	}
	return odd
}

// loadOrder numbers the inputs in the order in which a kernel loads them: those that the text declares as it declares
// them, then other identifiers by name, as if they were declared in alphabetical order.
func loadOrder(c *types.Code) []int32 {
	by := make([]int32, len(c.Inputs))
	for i := range by {
		by[i] = int32(i)
	}
	stable.Numbers(by, func(a, b int32) int {
		x, y := &c.Inputs[a], &c.Inputs[b]
		switch {
		case x.Declared && y.Declared:
			return 0
		case x.Declared:
			return -1
		case y.Declared:
			return 1
		}
		one, _, _ := strings.Cut(x.Name, "[") // the elements of an array by their index
		other, _, _ := strings.Cut(y.Name, "[")
		return strings.Compare(one, other)
	})
	order := make([]int32, len(by))
	for n, i := range by {
		order[i] = int32(n) + 1
	}
	return order
}

// selection is nvcc's instruction selection.
type selection struct {
	*graph
	users [][]int32
	b     *blocks // nil: all is one
}

func (s *selection) drop(user, x int32) {
	for i, u := range s.users[x] {
		if u == user {
			s.users[x] = slices.Delete(s.users[x], i, i+1)
			break
		}
	}
	if len(s.users[x]) == 0 && !s.isRoot(x) {
		n := &s.nodes[x]
		for _, y := range n.x[:n.n] {
			s.drop(x, y)
		}
	}
}

func (s *selection) use(user, x int32) {
	for int(x) >= len(s.users) {
		s.users = append(s.users, nil)
	}
	if len(s.users[x]) == 0 {
		n := &s.nodes[x]
		for _, y := range n.x[:n.n] {
			s.use(x, y)
		}
	}
	s.users[x] = append(s.users[x], user)
}

// set replaces the operands of a node.
func (s *selection) set(k int32, op types.Op, neg uint8, x ...int32) {
	n := &s.nodes[k]
	for _, y := range x {
		s.use(k, y)
	}
	old := n.x
	count := n.n
	n.op, n.neg, n.n = op, neg, uint8(len(x))
	n.x = [3]int32{-1, -1, -1}
	copy(n.x[:], x)
	for _, y := range old[:count] {
		s.drop(k, y)
	}
}

// nvccBranches finds the ?: that become branches: a function, which the optimizer sees as a call, makes it one.
//
//go:noinline
func (g *graph) nvccBranches() map[int32]bool {
	return g.branching(func(n *node) int { return 10 })
}

// selectNVCC is the part of the instruction selection; it fuses nothing if fuse is false.
func (g *graph) selectNVCC(fuse bool, a approximate) {
	live := g.live()
	if !g.multiply(live) {
		return
	}
	branch := g.nvccBranches()
	b := g.blocks(func(k int32) bool { return branch[k] || g.meets(k, a) > 0 })
	b.nvcc = &a
	s := &selection{graph: g, users: g.users(live), b: b}
	for i := len(b.order) - 1; i >= 0; i-- {
		k := b.order[i]
		n := &g.nodes[k]
		if !n.isFloat() || n.noContract || len(s.users[k]) == 0 && !s.isRoot(k) {
			continue
		}
		s.canonicalizeSign(k)
		if n = &g.nodes[k]; n.op == types.Mul && n.typ >= types.Float {
			if c, ok := g.isConst(n.x[1]); ok && c == two(n.typ) {
				s.set(k, types.Add, 0, n.x[0], n.x[0])
			}
		}
		if n = &g.nodes[k]; n.op == types.Add && n.typ >= types.Float {
			s.foldDoubling(k)
			if fuse && g.nodes[k].op == types.Add {
				s.fuse(k)
			}
		}
	}
}

//go:noinline
func two(t types.Type) uint64 { return types.One(t) + 1<<(t.Format().P-1) }

// foldDoubling turns a sum with -2*x into a difference with x+x.
func (s *selection) foldDoubling(k int32) {
	n := s.nodes[k]
	for j := range 2 {
		m := s.nodes[n.x[j]]
		if m.op != types.Mul || m.noContract || len(s.users[n.x[j]]) != 1 {
			continue
		}
		if c, ok := s.isConst(m.x[1]); ok && c == two(n.typ)|types.SignBit(n.typ) {
			sum := s.put(node{op: types.Add, typ: n.typ, n: 2, x: [3]int32{m.x[0], m.x[0], -1}, value: -1, fusedProduct: -1})
			s.set(k, types.Sub, 0, n.x[1-j], sum)
			return
		}
	}
}

// negateForFree returns -x where that costs nothing: a product or quotient that nothing else uses, of which a factor is a constant
// or, which makes it cheaper, a negation.
func (s *selection) negateForFree(x int32, inner bool) (y int32, cheaper, ok bool) {
	if len(s.users[x]) != 1 || s.isRoot(x) {
		return 0, false, false
	}
	m := s.nodes[x]
	if m.op != types.Mul && (m.op != types.Div || s.rules.single && m.typ == types.Float && !s.isOne(m.x[0])) || m.noContract {
		return 0, false, false
	}
	try := func(j int) (y int32, cheaper, ok bool) {
		if z, is := s.negated(m.x[j]); is {
			return z, true, true
		}
		if c, is := s.isConst(m.x[j]); is {
			if j == 1 && c == two(m.typ) && m.op == types.Mul && !inner {
				return 0, false, false
			}
			return s.constant(m.typ, c^types.SignBit(m.typ)), false, true
		}
		return s.negateForFree(m.x[j], true)
	}
	a, cheapA, okA := try(0)
	b, cheapB, okB := try(1)
	switch {
	case okA && (cheapA || !okB || !cheapB):
		m.x[0], cheaper = a, cheapA
	case okB:
		m.x[1], cheaper = b, cheapB
	default:
		return 0, false, false
	}
	return s.put(m), cheaper, true
}

// canonicalizeSign turns a difference from something negative into a sum, and a sum with it into a difference, as long as there is
// something to turn.
func (s *selection) canonicalizeSign(k int32) {
	for range 4 {
		n := s.nodes[k]
		turned := false
		if n.op == types.Sub {
			if b, _, ok := s.negateForFree(n.x[1], false); ok {
				s.set(k, types.Add, 0, n.x[0], b)
				turned = true
			}
		} else if n.op == types.Add {
			for _, j := range [2]int{1, 0} {
				if b, cheaper, ok := s.negateForFree(n.x[j], false); ok && cheaper && !turned {
					s.set(k, types.Sub, 0, n.x[1-j], b)
					turned = true
				}
			}
		}
		if !turned {
			return
		}
	}
}

func (s *selection) fuse(k int32) {
	n := s.nodes[k]
	for j := range 2 {
		x := n.x[j]
		m := s.nodes[x]
		if m.op != types.Mul || m.noContract || m.typ != n.typ || s.isRoot(x) || !s.canFuseInto(x, k) || !s.allSums(x, k) {
			continue
		}
		s.set(k, types.FusedOp, 0, m.x[0], m.x[1], n.x[1-j])
		s.nodes[k].fusedProduct = m.value
		return
	}
}

func (s *selection) allSums(x, k int32) bool {
	users := s.nearUsers(x, k)
	return len(users) <= 4 && !slices.ContainsFunc(users, func(u int32) bool {
		n := &s.nodes[u]
		return n.op != types.Add || n.noContract || !s.canFuseInto(x, u)
	})
}

// approximate tells the assembler which quotients end in a multiplication.
type approximate struct {
	div   DivMode
	sqrt  SqrtMode
	flush bool
}

// assemble is the part of the assembler.
func (g *graph) assemble(a approximate) {
	if a.div == DivApprox {
		for k := range g.nodes {
			n := &g.nodes[k]
			if n.op != types.Div || n.typ != types.Float || n.noContract || g.isOne(n.x[0]) {
				continue
			}
			if g.isOne(n.x[1]) {
				if m := &g.nodes[n.x[0]]; m.op == types.Add || m.op == types.Sub || m.op == types.Mul || m.op == types.FusedOp || m.op == types.Div {
					n.op, n.n, n.fn = types.Convert, 1, "" // the result of an operation as it is
				}
				continue
			}
			if c, ok := g.isConst(n.x[1]); ok {
				if inverse, ok := isPower(types.Float, c); ok { // its reciprocal is computed by the assembler
					x := g.constant(types.Float, inverse)
					n = &g.nodes[k]
					n.op, n.fn, n.x[1] = types.Mul, "", x
				}
			}
		}
	}
	live := g.live()
	if !g.multiply(live) {
		return
	}
	branch := g.nvccBranches()
	b := g.blocks(func(k int32) bool { return branch[k] || g.branches(k, a) })
	b.nvcc = &a
	s := &selection{graph: g, users: g.users(live), b: b}
	for _, k := range live {
		n := s.nodes[k]
		if n.op != types.Add && n.op != types.Sub || !n.isFloat() || n.noContract || n.x[0] == n.x[1] {
			continue
		}
		best, count := -1, 0
		for j := range 2 {
			x, _ := s.stripNegations(n.x[j])
			if !s.endsInProduct(x, a) || !s.canFuseInto(x, k) {
				continue
			}
			if c, ok := s.sumUses(n.x[j], k); ok && (best < 0 || c < count) {
				best, count = j, c
			}
		}
		if best < 0 {
			continue
		}
		s.fuseInto(k, best, a)
	}
	s.scaleProducts(live, a)
}

// scaleProducts makes one instruction of a product of binary32 that is only multiplied by 2^k, |k| <= 3.
func (s *selection) scaleProducts(live []int32, a approximate) {
	for _, k := range live {
		n := s.nodes[k]
		if n.op != types.Mul || n.typ != types.Float || n.noContract || len(s.users[k]) == 0 && !s.isRoot(k) {
			continue
		}
		c, ok := s.isConst(n.x[1])
		exp := int(c>>23) - 127
		x := n.x[0]
		if !ok || c<<9&0xffffffff != 0 || exp < -3 || exp > 3 || exp == 0 || !s.endsInProduct(x, a) || len(s.users[x]) != 1 || !s.canFuseInto(x, k) {
			continue
		}
		m := s.nodes[x]
		if m.op == types.Div {
			m.x[0], m.x[1] = s.factors(&m, a)
		}
		s.set(k, types.ScaledOp, 0, m.x[0], m.x[1])
		s.nodes[k].bits = uint64(int64(exp))
	}
}

const (
	slowPaths    = " __fsqrt_rn __frcp_rn __fdiv_rn __dsqrt_rn __drcp_rn __ddiv_rn remainder remainderf rsqrt " // functions that the assembler gives branches
	slowRoots    = " hypotf norm3df "                                                                           // with a root that it gives one
	nestedCalls  = " log1pf tanf erff j0f j1f y0f y1f atan2 "                                                   // functions with branches within branches
	keepingCalls = " log1pf erff j1f y0f y1f rcbrt sinpi erfcx pow atan2 "                                      // functions that need the operand to their end
)

// branches reports code with a slow path.
func (g *graph) branches(k int32, a approximate) bool {
	switch n := &g.nodes[k]; {
	case n.op == types.Div:
		return n.typ == types.Double || n.typ == types.Float && a.div == DivRounded && n.fn == ""
	case n.op == types.Call && n.fn[0] != '=':
		return types.Listed(slowPaths, n.fn) || g.meets(k, a) > 0 || (baseName(n.fn, n.typ) == "sqrt" || types.Listed(slowRoots, n.fn)) && (n.typ == types.Double || a.sqrt == SqrtRounded)
	}
	return false
}

// meets counts the places where the ways of branches meet in the code of a function of the library, which is compiled into the
// program. Sine, cosine and tangent in binary64 share the reduction of an argument, and its branches, with the first of them.
func (g *graph) meets(k int32, a approximate) int {
	n := &g.nodes[k]
	if n.op != types.Call {
		return 0
	}
	if baseName(n.fn, n.typ) == "fmod" {
		return 1
	}
	v := libm.Default
	if a.div == DivApprox {
		v = libm.Fast
	}
	const shared = " sin cos tan "
	f, ok := libm.Find(n.fn, v)
	if !ok || types.Listed(shared, n.fn) && slices.ContainsFunc(g.nodes[:k], func(m node) bool {
		return m.op == types.Call && m.x[0] == n.x[0] && types.Listed(shared, m.fn)
	}) {
		return 0
	}
	return f.Meets()
}

// sunk reports whether the optimizer moves a product behind functions with branches into the block of its user u, and the assembler's
// slow paths do not stand between them there. It does so where no more is kept for it behind each of them than the product would be: one
// value, of its operands that are not needed there anyway, or of inputs two behind a function whose ways meet once and where none branches
// again; seen of twelve products with each function of libm, and held to 1,860 random programs.
func (s *selection) sunk(m, u int32) bool {
	b := s.b
	if b.nvcc == nil || b.region[m] != b.region[u] || b.at[m] < 0 || b.at[u] < 0 {
		return false
	}
	var calls []int32
	for _, at := range b.terminators[b.region[m]] {
		switch k := b.order[at]; {
		case at <= b.at[m]:
		case at >= b.at[u]:
		case s.meets(k, *b.nvcc) > 0:
			calls = append(calls, k)
		case len(calls) > 0 || s.nodes[k].op == types.Select:
			return false
		}
	}
	n := &s.nodes[m]
	for _, k := range calls {
		if n.x[0] == n.x[1] && n.x[0] == s.nodes[k].x[0] { // the square of its operand is in the function's own code too
			return false
		}
		most := 1
		if len(calls) == 1 && s.meets(k, *b.nvcc) == 1 && !types.Listed(nestedCalls, s.nodes[k].fn) {
			most = 2
		}
		count := s.kept(n.x[0], m, k, most)
		if n.n > 1 && n.x[1] != n.x[0] { // a negated product has one operand
			count += s.kept(n.x[1], m, k, most)
		}
		if count > most || slices.ContainsFunc(s.users[m], func(v int32) bool { return b.region[v] != b.region[u] || b.at[v] <= b.at[k] }) {
			return false
		}
	}
	return len(calls) > 0
}

// kept counts what has to be kept behind the call k for the operand x of a product that is moved there: nothing where it is needed there
// anyway, one for an input, as much as is allowed for what is computed, and too much for what is computed right before, for its square
// alone.
func (s *selection) kept(x, m, k int32, most int) int {
	switch n := &s.nodes[x]; {
	case n.op == types.Const || s.neededBehind(x, m, k):
		return 0
	case n.op == types.Input:
		return 1
	}
	alone := s.nodes[m].x[0] == s.nodes[m].x[1] && !slices.ContainsFunc(s.users[x], func(v int32) bool { return v != m })
	if b := s.b; alone && !slices.ContainsFunc(b.terminators[b.region[m]], func(at int32) bool { return at > b.at[x] && at < b.at[m] && s.meets(b.order[at], *b.nvcc) > 0 }) {
		return most + 1
	}
	return most
}

// neededBehind reports whether another node than m uses x behind the call k, or the end of the function's own code does.
func (s *selection) neededBehind(x, m, k int32) bool {
	return s.isRoot(x) || types.Listed(keepingCalls, s.nodes[k].fn) && s.nodes[k].x[0] == x || slices.ContainsFunc(s.users[x], func(v int32) bool {
		return v != m && (int(v) >= len(s.b.at) || s.b.at[v] > s.b.at[k])
	})
}

// stripNegations returns what stands under negations, and whether their number is odd. The assembler knows that a square has no
// sign in binary32.
func (s *selection) stripNegations(x int32) (int32, bool) {
	odd := false
	for {
		if n := &s.nodes[x]; s.rules.ptxasAbsOfSquare && n.op == types.Call && n.fn == "fabsf" {
			if m := &s.nodes[n.x[0]]; m.op == types.Mul && m.x[0] == m.x[1] && len(s.users[n.x[0]]) == 1 {
				x = n.x[0]
				continue
			}
		}
		if n := &s.nodes[x]; n.op == types.Convert && s.nodes[n.x[0]].typ == n.typ && len(s.users[x]) == 1 && len(s.users[n.x[0]]) == 1 && !s.volatile(n) {
			x = n.x[0]
			continue
		}
		y, ok := s.negated(x)
		if !ok {
			return x, odd
		}
		x, odd = y, !odd
	}
}

func (s *selection) volatile(n *node) bool { return n.value >= 0 && s.c.Values[n.value].Volatile }

func (s *selection) endsInProduct(x int32, a approximate) bool {
	n := &s.nodes[x]
	if n.noContract || s.isRoot(x) {
		return false
	}
	if n.op == types.Call {
		_, is := s.opened(n, a)
		return is
	}
	return n.op == types.Mul || n.op == types.Div && n.typ == types.Float && (a.div != DivRounded || n.fn != "") && !(s.isOne(n.x[0]) && a.flush && n.fn == "") && !s.isOne(n.x[1])
}

// maxFused bounds the uses of a product that are looked at.
const maxFused = 500

// sumUses counts the sums and differences that use x on the way of k, below a negation too; ok is false if there are
// other uses.
func (s *selection) sumUses(x, k int32) (count int, ok bool) {
	if n := &s.nodes[x]; n.op == types.Call || n.op == types.Convert {
		return s.negUses(x, x, k)
	}
	if len(s.users[x]) > maxFused {
		return 0, false
	}
	bottom, _ := s.stripNegations(x)
	if y, neg := s.negated(x); neg {
		if c, ok := s.sumUses(y, k); !ok {
			return c, false
		}
	}
	for _, u := range s.nearUsers(x, k) {
		switch n := &s.nodes[u]; {
		case n.noContract:
			return 0, false
		case n.op == types.Add || n.op == types.Sub:
			if !s.canFuseInto(bottom, u) || n.x[0] == n.x[1] {
				return 0, false
			}
			count++
		case n.op == types.Neg:
			c, ok := s.negUses(u, bottom, k)
			if !ok {
				return 0, false
			}
			count += c
		default:
			return 0, false
		}
	}
	return count, !s.isRoot(x)
}

// negUses is sumUses upwards only.
func (s *selection) negUses(x, bottom, k int32) (count int, ok bool) {
	for _, u := range s.nearUsers(x, k) {
		if n := &s.nodes[u]; n.op != types.Add && n.op != types.Sub || n.noContract || !s.canFuseInto(bottom, u) {
			return 0, false
		}
		count++
	}
	return count, !s.isRoot(x)
}

func (s *selection) fuseInto(k int32, j int, a approximate) {
	n := s.nodes[k]
	x, odd := s.stripNegations(n.x[j])
	m := s.nodes[x]
	if open, is := s.opened(&m, a); is {
		m = s.open(m, open)
	}
	if m.op == types.Div {
		m.x[0], m.x[1] = s.factors(&m, a)
	}
	neg := uint8(0)
	if odd != (n.op == types.Sub && j == 1) {
		neg |= run.NegProduct
	}
	z, oddZ := s.stripNegations(n.x[1-j])
	if oddZ != (n.op == types.Sub && j == 0) {
		neg |= run.NegAddend
	}
	s.set(k, types.FusedOp, neg, m.x[0], m.x[1], z)
	s.nodes[k].fusedProduct = m.value
}

// opened returns the function, of those whose approximation ends in a product: the natural and the decimal logarithm, which are
// log2(x) times a constant, and the tangent, a quotient of sine and cosine.
func (s *selection) opened(n *node, a approximate) (name string, is bool) {
	if n.op != types.Call || n.typ != types.Float {
		return "", false
	}
	name, is = strings.CutPrefix(n.fn, "__")
	return name, (is || a.div == DivApprox) && types.Listed(" logf log10f tanf ", name)
}

// open returns that product or quotient.
func (s *selection) open(n node, name string) node {
	call := func(fn string) int32 {
		c := n
		c.fn, c.value, c.fusedProduct, c.noContract = fn, -1, -1, true
		return s.put(c)
	}
	value := n.value
	switch name {
	case "tanf":
		sine := call("__sinf")
		n.x[0], n.x[1] = sine, call("__cosf")
		n.op, n.fn, n.n, n.value = types.Div, "__fdividef", 2, value
		return n
	case "logf":
		n.x[1] = s.constant(types.Float, 0x3f317218) // log(2)
	default:
		n.x[1] = s.constant(types.Float, 0x3e9a209b) // log10(2)
	}
	n.x[0] = call("__log2f")
	n.op, n.fn, n.n = types.Mul, "", 2
	return n
}

// factors returns the reciprocal and the numerator whose product an approximate quotient is.
func (s *selection) factors(m *node, a approximate) (r, num int32) {
	num, den := m.x[0], m.x[1]
	scaled := uint64(0)
	if !a.flush {
		scaled |= run.ScaleTiny
	}
	if a.div == DivFull && m.fn == "" {
		scaled |= run.ScaleHuge
	}
	inner := func(op types.Op, x ...int32) int32 {
		n := node{op: op, typ: types.Float, n: uint8(len(x)), value: -1, fusedProduct: -1, x: [3]int32{-1, -1, -1}, noContract: true}
		if op == types.ScaleOp {
			n.bits = scaled
		}
		copy(n.x[:], x)
		return s.put(n)
	}
	if scaled != 0 {
		scale := inner(types.ScaleOp, den)
		den = inner(types.Mul, den, scale)
		if s.isOne(num) {
			num = scale
		} else {
			num = inner(types.Mul, num, scale)
		}
	}
	return inner(types.UnitOp, den), num
}
