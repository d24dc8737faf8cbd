package compile

import (
	"strconv"

	"ulplab/fpcore/expr/types"
)

// Association is a program with one chain of sums, or of products, grouped in another way.
type Association struct {
	Code *types.Code
	Name string // "(a + c) + b", with the leaves numbered where they are no variables
}

// leaf is an operand of a chain; minus says that it is subtracted.
type leaf struct {
	v     int32
	minus bool
}

// maxAllTrees is the number of leaves up to which all trees are listed: 105 for 5.
const maxAllTrees = 5

// Reassociate lists other groupings of the program's chains, the longest chain first, at most bound of them. No compiler
// that the lab knows makes them without being told: they are hypotheses. Chains of up to 5 operands get every tree,
// longer ones the orders of common loops: backwards, pairwise, and with 2, 4, 8, 16 and 32 accumulators.
func Reassociate(c *types.Code, bound int) []Association {
	uses := make([]int32, len(c.Values))
	for i := range c.Values {
		for _, x := range c.Values[i].Operands() {
			uses[x]++
		}
	}
	var roots []int32
	inner := make([]bool, len(c.Values))
	var chains [][]leaf
	for i := len(c.Values) - 1; i >= 0; i-- {
		if v := &c.Values[i]; !inner[i] && chained(v) {
			roots = append(roots, int32(i))
			chains = append(chains, chainLeaves(c, int32(i), v, uses, inner, nil, false))
		}
	}
	order := make([]int, 0, len(roots))
	for k := range roots {
		at := len(order)
		for at > 0 && len(chains[order[at-1]]) < len(chains[k]) {
			at--
		}
		order = append(order, 0)
		copy(order[at+1:], order[at:])
		order[at] = k
	}
	var list []Association
	for _, k := range order {
		if len(chains[k]) < 3 {
			continue
		}
		trees(len(chains[k]), bound-len(list), func(t []pair) {
			list = append(list, regroup(c, roots[k], chains[k], t, uses))
		})
		if len(list) >= bound {
			break
		}
	}
	return list
}

func chained(v *types.Value) bool {
	return v.Type >= types.Half && (v.Op == types.Add || v.Op == types.Sub || v.Op == types.Mul)
}

// chainLeaves lists the operands of the chain that ends in the value i.
func chainLeaves(c *types.Code, i int32, root *types.Value, uses []int32, inner []bool, list []leaf, minus bool) []leaf {
	v := &c.Values[i]
	for k, x := range v.X[:2] {
		w := &c.Values[x]
		neg := minus != (v.Op == types.Sub && k == 1)
		if chained(w) && w.Type == root.Type && (w.Op == types.Mul) == (root.Op == types.Mul) && uses[x] == 1 && len(list) < 4096 {
			inner[x] = true
			list = chainLeaves(c, x, root, uses, inner, list, neg)
			continue
		}
		list = append(list, leaf{x, neg})
	}
	return list
}

// pair joins two nodes of a tree: leaves 0 to n-1, then the pairs in order.
type pair struct{ a, b int }

// trees hands out the trees over n leaves but the one from left to right.
func trees(n, bound int, give func([]pair)) {
	if n <= maxAllTrees {
		nodes := make([]int, n)
		for i := range nodes {
			nodes[i] = i
		}
		allTrees(nodes, n, nil, map[string]bool{}, &bound, give)
		return
	}
	line := func(order []int) []pair {
		var t []pair
		at := order[0]
		for k, x := range order[1:] {
			t = append(t, pair{at, x})
			at = n + k
		}
		return t
	}
	back := make([]int, n)
	for i := range back {
		back[i] = n - 1 - i
	}
	list := [][]pair{line(back), pairwise(n)}
	for lanes := 2; lanes <= 32 && lanes < n; lanes *= 2 {
		list = append(list, strided(n, lanes))
	}
	for k := 0; k < len(list) && k < bound; k++ {
		give(list[k])
	}
}

// allTrees joins two of the nodes in every way.
func allTrees(nodes []int, next int, t []pair, seen map[string]bool, bound *int, give func([]pair)) {
	if *bound <= 0 {
		return
	}
	if len(nodes) == 1 {
		id := shape(next-len(t), t)
		if !seen[id] {
			seen[id] = true
			if id != shape(next-len(t), leftToRight(next-len(t))) {
				*bound--
				give(append([]pair{}, t...))
			}
		}
		return
	}
	for i := range nodes {
		for j := i + 1; j < len(nodes); j++ {
			var rest []int
			for k, x := range nodes {
				if k != i && k != j {
					rest = append(rest, x)
				}
			}
			allTrees(append(rest, next), next+1, append(t[:len(t):len(t)], pair{nodes[i], nodes[j]}), seen, bound, give)
		}
	}
}

func leftToRight(n int) []pair {
	t := []pair{{0, 1}}
	for k := 2; k < n; k++ {
		t = append(t, pair{n + k - 2, k})
	}
	return t
}

// shape writes a tree so that trees that differ in the order of operands or of pairs are the same text.
func shape(n int, t []pair) string {
	text := make([]string, n+len(t))
	for i := range n {
		text[i] = string(rune('a' + i))
	}
	for k, p := range t {
		x, y := text[p.a], text[p.b]
		if y < x {
			x, y = y, x
		}
		text[n+k] = "(" + x + y + ")"
	}
	return text[len(text)-1]
}

func pairwise(n int) (t []pair) {
	level := make([]int, n)
	for i := range level {
		level[i] = i
	}
	next := n
	for len(level) > 1 {
		var up []int
		for i := 0; i+1 < len(level); i += 2 {
			t = append(t, pair{level[i], level[i+1]})
			up = append(up, next)
			next++
		}
		if len(level)%2 == 1 {
			up = append(up, level[len(level)-1])
		}
		level = up
	}
	return t
}

// strided sums every lanes-th leaf into an accumulator of its own, and then the accumulators pairwise by halves.
func strided(n, lanes int) (t []pair) {
	acc := make([]int, lanes)
	next := n
	for i := range lanes {
		acc[i] = i
		for k := i + lanes; k < n; k += lanes {
			t = append(t, pair{acc[i], k})
			acc[i] = next
			next++
		}
	}
	for half := lanes / 2; half > 0; half /= 2 {
		for i := range half {
			t = append(t, pair{acc[i], acc[i+half]})
			acc[i] = next
			next++
		}
	}
	return t
}

// regroup builds the program with a chain replaced by a tree.
func regroup(c *types.Code, root int32, chain []leaf, t []pair, uses []int32) Association {
	gone := make([]bool, len(c.Values))
	markChain(c, root, &c.Values[root], uses, gone)
	out := *c
	out.Values = make([]types.Value, 0, len(c.Values)+1)
	to := make([]int32, len(c.Values))
	r := c.Values[root]
	for i := range c.Values {
		if gone[i] {
			to[i] = -1
			continue
		}
		if int32(i) == root {
			to[i] = growTree(&out, r, chain, t, to)
			continue
		}
		v := c.Values[i]
		for k, x := range v.Operands() {
			v.X[k] = to[x]
		}
		to[i] = int32(len(out.Values))
		out.Values = append(out.Values, v)
	}
	out.Blocks = types.Renumbered(c.Blocks, to)
	if c.Result >= 0 {
		out.Result = to[c.Result]
	}
	if c.Unfinished > 0 {
		out.Unfinished = to[c.Unfinished]
	}
	out.Finals = append([]types.Final{}, c.Finals...)
	for i := range out.Finals {
		out.Finals[i].Value = to[c.Finals[i].Value]
	}
	out.Prints = make([]types.Print, len(c.Prints))
	for i, p := range c.Prints {
		out.Prints[i] = types.Print{Format: p.Format}
		for _, a := range p.Args {
			out.Prints[i].Args = append(out.Prints[i].Args, to[a])
		}
	}
	return Association{&out, treeName(c, r.Op == types.Mul, chain, t)}
}

func markChain(c *types.Code, i int32, root *types.Value, uses []int32, gone []bool) {
	for _, x := range c.Values[i].X[:2] {
		w := &c.Values[x]
		if chained(w) && w.Type == root.Type && (w.Op == types.Mul) == (root.Op == types.Mul) && uses[x] == 1 {
			gone[x] = true
			markChain(c, x, root, uses, gone)
		}
	}
}

// growTree appends the values of a tree and returns the last.
func growTree(c *types.Code, r types.Value, chain []leaf, t []pair, to []int32) int32 {
	nodes := make([]leaf, 0, len(chain)+len(t))
	for _, l := range chain {
		nodes = append(nodes, leaf{to[l.v], l.minus})
	}
	add := func(op types.Op, a, b int32) int32 {
		v := r
		v.Op, v.X = op, [3]int32{a, b, -1}
		v.Name, v.Stored = "", false
		c.Values = append(c.Values, v)
		return int32(len(c.Values) - 1)
	}
	for _, p := range t {
		a, b := nodes[p.a], nodes[p.b]
		switch {
		case r.Op == types.Mul:
			nodes = append(nodes, leaf{add(types.Mul, a.v, b.v), false})
		case a.minus == b.minus:
			nodes = append(nodes, leaf{add(types.Add, a.v, b.v), a.minus})
		case a.minus:
			nodes = append(nodes, leaf{add(types.Sub, b.v, a.v), false})
		default:
			nodes = append(nodes, leaf{add(types.Sub, a.v, b.v), false})
		}
	}
	last := nodes[len(nodes)-1]
	if last.minus {
		last.v = add(types.Neg, last.v, -1)
	}
	w := &c.Values[last.v]
	w.Name, w.Stored = r.Name, r.Stored
	return last.v
}

// treeName writes a tree as a formula.
func treeName(c *types.Code, product bool, chain []leaf, t []pair) string {
	if len(chain) > 8 {
		return strconv.Itoa(len(chain)) + " operands regrouped"
	}
	nodes := make([]string, 0, len(chain)+len(t))
	for i, l := range chain {
		name := c.Values[l.v].Name
		if w := &c.Values[l.v]; w.Op == types.Input && w.Bits < uint64(len(c.Inputs)) {
			name = c.Inputs[w.Bits].Name
		}
		if w := &c.Values[l.v]; name == "" && w.To > w.From && int(w.To) <= len(c.Text) && w.To-w.From <= 16 {
			name = c.Text[w.From:w.To]
		}
		if name == "" {
			name = "t" + strconv.Itoa(i+1)
		}
		if l.minus {
			name = "-" + name
		}
		nodes = append(nodes, name)
	}
	op := " + "
	if product {
		op = " * "
	}
	for k, p := range t {
		s := nodes[p.a] + op + nodes[p.b]
		if k < len(t)-1 {
			s = "(" + s + ")"
		}
		nodes = append(nodes, s)
	}
	return nodes[len(nodes)-1]
}
