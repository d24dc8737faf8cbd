package compile

import (
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/gpu"
)

func (r Rules) rules() *rules {
	switch r {
	case RulesNVCC:
		return &nvccRules
	case RulesDebug:
		return &debugRules
	case RulesGCC:
		return &gccRules
	case RulesClang:
		return &clangRules
	}
	return &rules{}
}

// rootsOf lists the values that a program is run for: its result and what it prints; where there is no return, also what
// it leaves in variables that nothing reads.
func rootsOf(c *types.Code) []int32 {
	list := []int32{c.Result}
	for i := range c.Prints {
		list = append(list, c.Prints[i].Args...)
	}
	has := make([]bool, len(c.Values))
	n := 0
	for _, v := range list {
		if v >= 0 && !has[v] {
			has[v] = true
			list[n] = v
			n++
		}
	}
	if n == 0 {
		return deadEnds(c)
	}
	list = list[:n]
	if u := c.Unfinished; u > 0 && !has[u] {
		list = append(list, u)
	}
	return list
}

// deadEnds lists the values that nothing uses.
func deadEnds(c *types.Code) []int32 {
	used := make([]bool, len(c.Values))
	for i := range c.Values {
		for _, x := range c.Values[i].Operands() {
			used[x] = true
		}
	}
	var list []int32
	for i := range used {
		if !used[i] {
			list = append(list, int32(i))
		}
	}
	return list
}

func (ch *Choice) graph(c *types.Code) *graph {
	r := ch.Rules.rules()
	if ch.Div == DivApprox {
		own := *r
		own.single = true
		r = &own
	}
	g := newGraph(c, r)
	g.scalar = ch.Machine == X87
	g.host = ch.Rules == RulesNVCC && ch.CC >= 75 && len(c.Inputs) > 0 // what nvcc 13 compiles for; a program of constants alone is shown as it runs
	switch {
	case ch.Demote:
		g.as = func(t types.Type) types.Type {
			if t == types.Double {
				return types.Float
			}
			return t
		}
	case ch.Promote:
		g.as = func(t types.Type) types.Type {
			if t >= types.Half {
				return types.Double
			}
			return t
		}
	}
	return g
}

// Compile translates a program as the compiler of a target does. The Error says what the target cannot do, or what
// nobody knows about it.
func Compile(c *types.Code, t Target) (*Plan, *types.Error) {
	ch := t.choice()
	p := newPlan(c, ch)
	p.Target = t
	if t.Machine == Exact {
		return p, nil
	}
	if err := p.add(rootsOf(c), t.contract); err != nil {
		return nil, err
	}
	p.Choice.Fuse = p.fuse()
	return p, p.finish(t.contract)
}

// ChoiceOf returns what the compiler of a target decides for a program; PlanOf then gives the plan of Compile.
func ChoiceOf(c *types.Code, t Target) Choice {
	if p, err := Compile(c, t); err == nil {
		return p.Choice
	}
	return t.choice()
}

// PlanOf makes the plan of an evaluation. Letters of Fuse that ask for what is no product are passed over.
func PlanOf(c *types.Code, ch Choice) (*Plan, *types.Error) {
	p := newPlan(c, ch)
	if ch.Machine == Exact {
		return p, nil
	}
	contract := func(g *graph, _ *Choice) { g.fuseAs(&ch) }
	if err := p.add(rootsOf(c), contract); err != nil {
		return nil, err
	}
	return p, p.finish(contract)
}

// contract is the part of a target's compiler that fuses.
func (t Target) contract(g *graph, ch *Choice) {
	switch {
	case t.Machine == GPU && !t.Debug:
		fuse := t.GPU.Flags.Effective().FMad || t.GPU.CC < 20
		a := approximate{ch.Div, ch.Sqrt, ch.FlushOut}
		g.sortSums()
		g.selectNVCC(fuse, a)
		if fuse {
			g.assemble(a)
		}
	case t.Machine == SSE && t.FMA && t.Compiler == GCC && t.Contract == ContractFast:
		g.contractGCC()
	case t.Machine == SSE && t.Compiler == Clang:
		g.sortSums()
		g.selectClang(t.FMA && t.Contract == ContractFast)
	}
}

// choice is what a target decides whatever the program is.
func (t Target) choice() Choice {
	ch := Choice{Machine: t.Machine}
	switch t.Machine {
	case GPU:
		f := t.GPU.Flags.Effective()
		ch.CC, ch.Rules = t.GPU.CC, RulesNVCC
		if t.Debug {
			ch.Rules = RulesDebug
		}
		ch.FlushIn, ch.FlushOut = f.FTZ, f.FTZ
		if !f.PrecDiv {
			ch.Div = DivFull
		}
		if !f.PrecSqrt {
			ch.Sqrt = SqrtApprox
		}
		if f.FastMath {
			ch.Div, ch.FastCalls = DivApprox, true
		}
		if t.GPU.CC < 20 {
			ch.FlushIn, ch.FlushOut, ch.Mad, ch.Div, ch.Sqrt = true, true, true, DivRounded, SqrtRounded
		}
		ch.Demote = t.GPU.CC < 13
	case SSE:
		ch.Rules = RulesGCC
		if t.Compiler == Clang {
			ch.Rules = RulesClang
		}
	case X87:
		ch.Rules, ch.Precision, ch.Store = RulesGCC, max(t.Precision, 24), t.Store
		if t.Precision == 0 {
			ch.Precision = 64
		}
	case Strict:
		ch.Promote = true
	}
	return ch
}

// fuseLetters returns, for every value of Fusable, its place in Choice.Fuse.
func fuseLetters(c *types.Code) map[int32]int {
	m := map[int32]int{}
	for i, s := range Fusable(c) {
		m[s.Value] = i
	}
	return m
}

// fuse reads off the plan's graph what was fused.
func (p *Plan) fuse() string {
	sites := Fusable(p.Code)
	b := make([]byte, len(sites))
	place := p.g.places()
	for i, s := range sites {
		b[i] = '-'
		k := place[s.Value]
		if k < 0 || p.g.nodes[k].op != types.FusedOp || p.g.nodes[k].noContract || p.g.isOne(p.g.nodes[k].x[0]) || p.g.isOne(p.g.nodes[k].x[1]) {
			continue
		}
		v := &p.Code.Values[s.Value]
		switch took := p.g.nodes[k].fusedProduct; {
		case s.Doubled:
			b[i] = 'l'
		case s.Right && (took == under(p.Code, v.X[1]) || !s.Left):
			b[i] = 'r'
		case s.Left && (took == under(p.Code, v.X[0]) || !s.Right):
			b[i] = 'l'
		case p.g.isProductOf(k, v.X[1]):
			b[i] = 'r'
		default:
			b[i] = 'l'
		}
		if s.Left && s.Right && !s.Doubled && b[i] == 'r' && p.g.at[v.X[0]] == p.g.at[v.X[1]] {
			b[i] = 'l'
		}
	}
	return string(b)
}

// places returns, for every value, the node of a sum, difference or doubled product: where rewriting made another one of
// it, that one; where it was narrowed, that of its conversion to float; where it was a way of a ?: whose common operand
// was taken out, that of the ?:.
func (g *graph) places() []int32 {
	place := make([]int32, len(g.at))
	alive := make([]bool, len(g.nodes))
	made := make([]int32, len(g.at))
	for v := range made {
		made[v] = -1
	}
	for _, k := range g.live() {
		alive[k] = true
		if v := g.nodes[k].value; v >= 0 && g.at[v] != k {
			made[v] = k
		}
	}
	live := func(v int32) bool { return g.at[v] >= 0 && alive[g.at[v]] }
	for v := range place {
		place[v] = g.at[v]
		if !live(int32(v)) && made[v] >= 0 {
			place[v] = made[v]
		}
	}
	for w := range g.c.Values {
		x := &g.c.Values[w]
		if !live(int32(w)) || x.Op != types.Convert && x.Op != types.Select {
			continue
		}
		if n := &g.nodes[g.at[w]]; n.op == x.Op || n.value != int32(w) {
			continue
		}
		for _, v := range x.Operands() {
			if !live(v) && made[v] < 0 {
				place[v] = g.at[w]
			}
		}
	}
	return place
}

// isProductOf reports whether the product that a fused node computes is the one that x stood for.
func (g *graph) isProductOf(k, x int32) bool {
	y := g.at[x]
	for g.nodes[y].op == types.Neg {
		y = g.nodes[y].x[0]
	}
	m, n := &g.nodes[y], &g.nodes[k]
	return m.op == types.Mul && (m.x[0] == n.x[0] && m.x[1] == n.x[1] || m.x[0] == n.x[1] && m.x[1] == n.x[0])
}

// fuseAs fuses what a Choice says.
func (g *graph) fuseAs(ch *Choice) {
	if ch.Fuse == "" {
		return
	}
	live := g.live()
	s := &selection{graph: g, users: g.users(live)}
	place, letter := g.places(), fuseLetters(g.c)
	sites := Fusable(g.c)
	for i := range g.c.Values {
		at, ok := letter[int32(i)]
		if !ok {
			continue
		}
		k := place[i]
		if k < 0 || at >= len(ch.Fuse) || ch.Fuse[at] == '-' || len(s.users[k]) == 0 && !g.isRoot(k) {
			continue
		}
		n := &g.nodes[k]
		if sites[at].Doubled && n.op == types.Mul && n.typ >= types.Half {
			s.set(k, types.Add, 0, n.x[0], n.x[0])
			n = &g.nodes[k]
		}
		if n.op != types.Add && n.op != types.Sub || n.noContract {
			continue
		}
		side := 0
		if ch.Fuse[at] == 'r' {
			side = 1
		}
		if j := s.operand(n, g.c.Values[i].X[side], side, sites[at].Doubled, ch); j >= 0 {
			s.fuseInto(k, j, approximate{ch.Div, ch.Sqrt, ch.FlushOut})
		}
	}
}

// operand returns the operand of a sum that is the product which the value x of the Code stands for, -1 if none is. By
// rewriting it may be another node with the same factors, with other signs, or stand on the other side.
func (s *selection) operand(n *node, x int32, side int, doubled bool, ch *Choice) int {
	var can [2]bool
	for j := range 2 {
		y, _ := s.stripNegations(n.x[j])
		can[j] = s.canTake(y, ch)
	}
	switch {
	case !can[0] && !can[1]:
		return -1
	case doubled || !can[1]:
		return 0
	case !can[0]:
		return 1
	}
	want := s.magnitude(s.at[x])
	for j := range 2 {
		if s.magnitude(n.x[j]) == want {
			return j
		}
	}
	return side
}

// magnitude identifies a product by its factors without their signs.
func (s *selection) magnitude(x int32) (f [2]int32) {
	x, _ = s.stripNegations(x)
	n := s.nodes[x]
	for j := range min(int(n.n), 2) {
		f[j], _ = s.stripNegations(n.x[j])
		if c := s.nodes[f[j]]; c.op == types.Const && c.typ.IsFloat() {
			f[j] = -int32(c.bits&^types.SignBit(c.typ)>>(c.typ.Format().P-1)) - 2 // constants that differ in sign only
		}
	}
	if f[0] > f[1] {
		f[0], f[1] = f[1], f[0]
	}
	return f
}

func (s *selection) canTake(x int32, ch *Choice) bool {
	n := &s.nodes[x]
	return !n.noContract && (n.op == types.Mul || n.op == types.Div && n.typ == types.Float && ch.Machine == GPU && (ch.Div != DivRounded || n.fn != ""))
}

// capability is the target whose instructions a plan runs.
func (ch *Choice) capability() gpu.Target {
	return gpu.Target{CC: ch.CC, Flags: gpu.Flags{FTZ: ch.FlushOut, PrecDiv: ch.Div == DivRounded, PrecSqrt: ch.Sqrt == SqrtRounded, FMad: true, FastMath: ch.FastCalls}}
}
