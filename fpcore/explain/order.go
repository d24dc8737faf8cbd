package explain

import (
	"cmp"
	"math"
	"strconv"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/fast"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/tensor/product"
	"ulplab/fpcore/wide"
)

// sum is a chain of additions of a program, of at least three terms: the value of the whole, and its terms in the order in
// which they are written. Where every term is a product, a and b are the factors.
type sum struct {
	root  int32
	terms []int32
	a, b  []int32
	typ   expr.Type
	tree  bool // the program adds them otherwise than one after the other
	mul   bool // they are multiplied, not added
}

// maxTerms bounds the sums that are put into other orders.
const maxTerms = 1 << 14

// findSum returns the largest sum of a program, its terms as they were read.
func findSum(c *expr.Code) (best sum, ok bool) { return findChain(c, expr.Add) }

// findTerms returns the largest sum of a program, and where it has none the largest product of more factors than are grouped in all ways.
func findTerms(c *expr.Code) (best sum, ok bool) {
	if best, ok = findSum(c); !ok {
		best, ok = findChain(c, expr.Mul)
		ok = ok && len(best.terms) > maxChain
	}
	return best, ok
}

// findChain returns the largest chain of additions or of multiplications.
func findChain(c *expr.Code, op expr.Op) (best sum, ok bool) {
	uses := make([]int32, len(c.Values))
	need := needed(c)
	for i := range c.Values {
		for _, x := range c.Values[i].X {
			if x >= 0 && need[i] {
				uses[x]++
			}
		}
	}
	inner := make([]bool, len(c.Values)) // an addition that only goes on into another
	for i := range c.Values {
		v := &c.Values[i]
		if v.Op != op || !v.Type.IsFloat() || !need[i] {
			continue
		}
		for _, x := range v.X[:2] {
			if w := &c.Values[x]; w.Op == op && w.Type == v.Type && uses[x] == 1 {
				inner[x] = true
			}
		}
	}
	for i := range c.Values {
		v := &c.Values[i]
		if v.Op != op || !v.Type.IsFloat() || inner[i] || !need[i] {
			continue
		}
		s := sum{root: int32(i), typ: v.Type, mul: op == expr.Mul}
		stack := []int32{int32(i)}
		for len(stack) > 0 && len(s.terms) <= maxTerms {
			x := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			w := &c.Values[x]
			switch {
			case x == int32(i) || inner[x] && w.Op == op:
				stack = append(stack, w.X[1], w.X[0])
			case !s.mul && isZero(c, x), s.mul && isOne(c, x):
			default:
				s.terms = append(s.terms, x)
			}
		}
		if len(s.terms) > maxTerms || len(s.terms) < 3 || len(s.terms) <= len(best.terms) {
			continue
		}
		if s.tree = s.branches(c, inner); s.tree {
			stable.Numbers(s.terms, func(x, y int32) int { return cmp.Or(cmp.Compare(placeIn(c, x), placeIn(c, y)), cmp.Compare(x, y)) })
		}
		for _, t := range s.terms {
			if w := &c.Values[t]; !s.mul && w.Op == expr.Mul && w.Type == s.typ && uses[t] == 1 {
				s.a, s.b = append(s.a, w.X[0]), append(s.b, w.X[1])
			}
		}
		if len(s.a) != len(s.terms) {
			s.a, s.b = nil, nil
		}
		best, ok = s, true
	}
	return best, ok
}

// branches reports that some addition adds two sums.
func (s *sum) branches(c *expr.Code, inner []bool) bool {
	stack := []int32{s.root}
	for len(stack) > 0 {
		w := &c.Values[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		if inner[w.X[0]] && inner[w.X[1]] {
			return true
		}
		for _, x := range w.X[:2] {
			if inner[x] {
				stack = append(stack, x)
			}
		}
	}
	return false
}

// placeIn is the place in its array of the element that a value was first made of, 0 where there is none.
func placeIn(c *expr.Code, i int32) int32 {
	for {
		switch v := &c.Values[i]; {
		case v.Op == expr.Input:
			return max(0, c.Inputs[v.Bits].Index)
		case v.X[0] < 0:
			return 0
		default:
			i = v.X[0]
		}
	}
}

// isZero reports the constant 0, also where it is written as an integer.
func isZero(c *expr.Code, i int32) bool {
	v := &c.Values[i]
	return v.Op == expr.Const && v.Bits == 0 || v.Op == expr.Convert && c.Values[v.X[0]].Op == expr.Const && c.Values[v.X[0]].Bits == 0
}

// isOne reports the constant 1.
func isOne(c *expr.Code, i int32) bool {
	v := &c.Values[i]
	return v.Op == expr.Const && (v.Type.IsFloat() && widen(v.Type, v.Bits) == math.Float64bits(1) || v.Type.IsInt() && v.Bits == 1)
}

// ordering is one way to evaluate a sum.
type ordering struct {
	_      [0]func() // not comparable
	id     string    // of reduce.Orders or reduce.Presets, "vectors", "unrolled", "rising", "falling", "exact", "double"
	knobs  reduce.Knobs
	preset bool
	fused  bool
	sorted int             // 1 rising, 2 falling magnitude
	exact  bool            // summed exactly, rounded once
	double bool            // accumulated in binary64, rounded once
	reads  string          // "=tf32 rna": factors are rounded first
	unit   *product.Recipe // an element of a matrix product
	cost   int
}

// Words of an ordering for prose: its ID, the numbers, and whether products are fused.
type OrderWords struct {
	_               [0]func() // not comparable
	ID              string
	Preset          bool
	Title           string
	Threads, Blocks int
	Accums, Seed    int
	Fused           bool
	Operands        string // as expr.Rounding reads, "" as they are
	Call, Detail    string // of an element of a matrix product: the ID of a product.Preset, for other chains of one on such operands, and the order
}

// words describes an ordering of n terms.
func (o *ordering) words(n int) OrderWords {
	w := OrderWords{ID: o.id, Preset: o.preset, Threads: o.knobs.Threads, Blocks: o.knobs.Blocks, Accums: o.knobs.Accums, Seed: o.knobs.Seed, Fused: o.fused, Operands: o.reads}
	if r, ok := reduce.FindOrder(o.id); ok && !o.preset {
		w.Title = r.Title
		if r.Uses&reduce.UsesThreads == 0 && r.Uses&reduce.UsesWarps == 0 {
			w.Threads = 0
		}
		if r.Uses&reduce.UsesBlocks == 0 {
			w.Blocks = 0
		}
		if r.Uses&reduce.UsesAccums == 0 {
			w.Accums = 0
		}
		if r.Uses&reduce.UsesSeed == 0 {
			w.Seed = 0
		}
	}
	if p, ok := reduce.FindPreset(o.id); ok && o.preset {
		w.Title = p.Title
	}
	if o.unit != nil {
		w.Title, w.Detail = o.unit.Name, o.unit.Detail(n)
		w.Call = callOn(o.unit)
	}
	return w
}

// roundings of the factors of a sum of products that matrix units and libraries use, with what they cost.
var operandRoundings = []struct {
	fn   string
	cost int
}{
	{"", 0},
	{"=tf32 rna", 4},
	{"=tf32 rtz", 8},
	{"=tf32 rne", 9},
	{"=bf16 rne", 10},
	{"=f16 rne", 11},
}

// orderings lists the ways to evaluate a sum of n terms that the search tries.
func orderings(n int, dot, arrives, named bool) (list []ordering) {
	base := []ordering{}
	add := func(o ordering) { base = append(base, o) }
	add(ordering{id: "serial", cost: 0})
	for _, p := range reduce.Presets {
		if _, _, ok := p.At(n); ok && p.Dot == dot {
			add(ordering{id: p.ID, preset: true, cost: 3})
		}
	}
	add(ordering{id: "reversed", cost: 4})
	add(ordering{id: "pairwise", cost: 3})
	add(ordering{id: "halving", cost: 3})
	add(ordering{id: "recursive", cost: 4})
	for _, k := range []int{2, 4, 8, 16, 32} {
		if k < n {
			add(ordering{id: "accumulators", knobs: reduce.Knobs{Accums: k}, cost: 5})
		}
	}
	for _, k := range []int{4, 8, 16} {
		if k < n {
			add(ordering{id: "vectors", knobs: reduce.Knobs{Accums: k}, cost: 4})
			add(ordering{id: "unrolled", knobs: reduce.Knobs{Accums: k}, cost: 6})
		}
	}
	for _, k := range []int{2, 4, 8, 16, 32, 64, 128, 256, 512, 1024} {
		if k >= 2*n {
			break
		}
		if k >= 32 {
			add(ordering{id: "blocked", knobs: reduce.Knobs{Threads: k}, cost: 5})
			for _, id := range []string{"shared", "neighbours", "shuffledown", "shufflerising"} {
				add(ordering{id: id, knobs: reduce.Knobs{Threads: k, Blocks: 1}, cost: 6})
			}
		}
		if k <= 64 {
			add(ordering{id: "openmp", knobs: reduce.Knobs{Threads: k}, cost: 6})
			add(ordering{id: "splitk", knobs: reduce.Knobs{Blocks: k}, cost: 7})
		}
	}
	add(ordering{id: "rising", sorted: 1, cost: 8})
	add(ordering{id: "falling", sorted: 2, cost: 8})
	for _, o := range base {
		list = append(list, o)
		if dot && !o.preset {
			o.fused = true
			o.cost++
			list = append(list, o)
		}
	}
	list = append(list, ordering{id: "double", double: true, cost: 2}, ordering{id: "exact", exact: true, cost: 7})
	if dot {
		for _, r := range operandRoundings[1:] {
			for _, id := range []string{"serial", "pairwise", "exact"} {
				list = append(list, ordering{id: id, exact: id == "exact", reads: r.fn, cost: r.cost + 2})
			}
		}
	}
	if dot {
		list = append(list, matrixOrderings(n, named)...)
	}
	if arrives {
		for seed := range arrivals {
			list = append(list, ordering{id: "atomics", knobs: reduce.Knobs{Seed: seed + 1}, cost: -40})
		}
	}
	return list
}

// doubleOrderings lists the ways to evaluate a sum of n terms in double that the search tries for a reference: one after the other,
// with the accumulators and vectors of libraries, in pairs, and exactly.
func doubleOrderings(n int, dot bool) (list []ordering) {
	add := func(o ordering) {
		list = append(list, o)
		if dot && !o.exact {
			o.fused = true
			o.cost++
			list = append(list, o)
		}
	}
	add(ordering{id: "serial"})
	for _, id := range []string{"pairwise", "halving", "recursive"} {
		add(ordering{id: id, cost: 3})
	}
	for _, k := range []int{2, 4, 8, 16, 32} {
		if k < n {
			add(ordering{id: "accumulators", knobs: reduce.Knobs{Accums: k}, cost: 5})
			add(ordering{id: "vectors", knobs: reduce.Knobs{Accums: k}, cost: 4})
			add(ordering{id: "unrolled", knobs: reduce.Knobs{Accums: k}, cost: 6})
		}
	}
	add(ordering{id: "exact", exact: true, cost: 7})
	return list
}

// arrivals is how many orders of arrival are tried.
const arrivals = 1500

// eval carries an ordering out on the values of one row. u holds its scratch.
func (o *ordering) eval(s *sum, c *expr.Code, values []uint64, u *scratch) (uint64, bool) {
	if o.unit != nil {
		return o.matrix(s, values, u)
	}
	f := s.typ.Format()
	n := len(s.terms)
	u.a, u.b = u.a[:0], u.b[:0]
	dot := s.a != nil
	var reads *format.Format
	var env round.Env
	if o.reads != "" {
		reads, env, _ = expr.Rounding(o.reads)
	}
	read := func(x int32) wide.U128 {
		v := values[x]
		if reads != nil {
			v = expr.RoundTo(reads, env, f, v)
		}
		return wide.U128{Lo: v}
	}
	for i := range n {
		if dot {
			u.a, u.b = append(u.a, read(s.a[i])), append(u.b, read(s.b[i]))
		} else {
			u.a = append(u.a, wide.U128{Lo: values[s.terms[i]]})
		}
	}
	gpu := round.Env{NaN: round.NaNRule{NoPropagate: f != format.F64, Default: format.AllOnes}}
	m := reduce.Bits{Env: gpu, F: f, A: u.a, Fused: o.fused}
	if dot {
		m.B = u.b
	}
	if s.mul {
		return o.multiply(s, gpu, f, u.a)
	}
	if o.exact {
		if dot {
			return exact.RoundDot(gpu, f, f, u.a, u.b).Bits.Lo, true
		}
		return exact.RoundSum(gpu, f, f, u.a).Bits.Lo, true
	}
	if o.double {
		if f.P >= 53 {
			return 0, false
		}
		m.Product, m.Sum, m.Fused = format.F64, format.F64, false
		t := reduce.Eval[wide.U128](m, &reduce.Form{Rule: reduce.Fold}, n)
		return arith.Convert(gpu, f, format.F64, t, nil).Bits.Lo, true
	}
	form, fused, ok := o.form(s, f, u.a, n)
	if !ok {
		return 0, false
	}
	m.Fused = fused
	if f == format.F32 {
		u.x, u.y = singles(u.x[:0], u.a), singles(u.y[:0], u.b)
		y := u.y
		if !dot {
			y = nil
		}
		return uint64(math.Float32bits(reduce.Eval[float32](fast.Sum32(gpu, u.x, y, fused), form, n))), true
	}
	if f == format.F64 {
		a, b := doubles(u.a), doubles(u.b)
		if !dot {
			b = nil
		}
		return math.Float64bits(reduce.Eval[float64](fast.Sum64(gpu, a, b, fused), form, n)), true
	}
	return reduce.Eval[wide.U128](m, form, n).Lo, true
}

// multiply carries an ordering out on factors.
func (o *ordering) multiply(s *sum, env round.Env, f *format.Format, a []wide.U128) (uint64, bool) {
	m, form := factors{env, f, a}, &reduce.Form{Rule: reduce.Fold}
	switch {
	case o.exact || o.double && f.P >= 53:
		return 0, false
	case o.double:
		m.f, m.a = format.F64, nil
		for _, x := range a {
			m.a = append(m.a, arith.Convert(env, format.F64, f, x, nil).Bits)
		}
	default:
		var ok bool
		if form, _, ok = o.form(s, f, a, len(a)); !ok {
			return 0, false
		}
	}
	r := reduce.Eval[wide.U128](m, form, len(a))
	return arith.Convert(env, f, m.f, r, nil).Bits.Lo, true
}

// factors is the Machine that multiplies.
type factors struct {
	env round.Env
	f   *format.Format
	a   []wide.U128
}

// Zero implements reduce.Machine: what changes no product.
func (m factors) Zero() wide.U128 {
	return arith.Convert(m.env, m.f, format.F64, u128(math.Float64bits(1)), nil).Bits
}

// Leaf implements reduce.Machine.
func (m factors) Leaf(i int) wide.U128 { return m.a[i] }

// Add implements reduce.Machine.
func (m factors) Add(x, y wide.U128) wide.U128 { return arith.Mul(m.env, m.f, m.f, x, y, nil).Bits }

// Run implements reduce.Machine.
func (m factors) Run(t wide.U128, i, step, n int) wide.U128 {
	for ; n > 0; n-- {
		t = m.Add(t, m.a[i])
		i += step
	}
	return t
}

// Double implements reduce.Machine: in no order of those that are tried factors are multiplied in binary64.
func (m factors) Double(t wide.U128, has bool, i, step, n int) wide.U128 {
	if !has {
		t = m.Zero()
	}
	return m.Run(t, i, step, n)
}

// singles appends codes as numbers.
func singles(to []float32, codes []wide.U128) []float32 {
	for _, c := range codes {
		to = append(to, math.Float32frombits(uint32(c.Lo)))
	}
	return to
}

// doubles are codes of binary64 as numbers.
func doubles(codes []wide.U128) []float64 {
	to := make([]float64, len(codes))
	for i, c := range codes {
		to[i] = math.Float64frombits(c.Lo)
	}
	return to
}

// scratch is memory that evaluations share.
type scratch struct {
	a, b []wide.U128
	m, n []uint64
	x, y []float32
}

func (o *ordering) form(s *sum, f *format.Format, a []wide.U128, n int) (*reduce.Form, bool, bool) {
	switch {
	case o.preset:
		p, ok := reduce.FindPreset(o.id)
		if !ok {
			return nil, false, false
		}
		form, fused, claimed := p.At(n)
		return form, fused, claimed
	case o.sorted != 0:
		return reduce.Magnitudes(f, len(a), func(i int) wide.U128 { return a[i] }, o.sorted == 2), o.fused && s.a != nil, true
	}
	if o.id == "vectors" || o.id == "unrolled" {
		k, join := o.knobs.Accums, reduce.Halves
		if o.id == "unrolled" {
			join = reduce.Pairs
		}
		lanes := &reduce.Form{Rule: reduce.Lanes, K: k, Inner: &reduce.Form{Rule: reduce.Fold}, Outer: &reduce.Form{Rule: join}}
		return &reduce.Form{Rule: reduce.Tail, K: k, Inner: lanes}, o.fused, true
	}
	r, ok := reduce.FindOrder(o.id)
	if !ok {
		return nil, false, false
	}
	form, ok := r.At(o.knobs)
	return form, o.fused, ok
}

// suffix returns the program that goes on from a sum: its value is one more input. ok is false if the sum is the result,
// so that nothing follows.
func suffix(c *expr.Code, root int32) (*expr.Code, bool) {
	if c.Result == root {
		return nil, false
	}
	n := len(c.Inputs)
	d, ok := rewrite(c, func(r *rewriter, i int32, v expr.Value) int32 {
		if i == root {
			r.out.Inputs = append(r.out.Inputs, expr.InputVar{Name: "sum" + strconv.Itoa(n), Type: v.Type, From: v.From})
			v = expr.Value{Op: expr.Input, Type: v.Type, X: [3]int32{-1, -1, -1}, Bits: uint64(n), From: v.From, To: v.To, Line: v.Line}
		}
		return r.emit(v)
	})
	return d, ok
}
