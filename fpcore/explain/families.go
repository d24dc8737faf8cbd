package explain

import (
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/reduce"
)

// Costs order the candidates: compilers and machines as they come, then their flags, then hypotheses, each by how often
// it is met.
const (
	costWider     = 32
	costLiterals  = 34
	costPolicies  = 33
	costOperands  = 36
	costOrders    = 40
	costKnown     = 3 // a version of a library that is known to give the result
	costFusings   = 44
	costRegrouped = 56
	costStorage   = 62
	costLibraries = 70
	costLevel     = 2 // for each level
	costNearest   = 5 // a function that rounds correctly, as libraries do for most arguments
	costFolded    = 8 // constants with names were known to the compiler
)

// longProgram is the number of values beyond which only the common targets are tried.
const longProgram = 600

// targetCost ranks the real targets.
func targetCost(t expr.Target) int {
	switch t.Machine {
	case expr.GPU:
		n := 0
		f := t.GPU.Flags
		plain := mustTarget("9.0").GPU.Flags
		switch {
		case t.Debug:
			n = 9
		case f == plain:
		case f.FastMath:
			n = 7
		case f.FTZ == plain.FTZ && f.PrecDiv == plain.PrecDiv && f.PrecSqrt == plain.PrecSqrt:
			n = 6 // -fmad=false
		case f.FMad == plain.FMad && f.PrecDiv == plain.PrecDiv && f.PrecSqrt == plain.PrecSqrt:
			n = 8 // -ftz=true
		default:
			n = 10
		}
		switch cc := t.GPU.CC; {
		case cc < 20:
			n += 20
		case cc != 90:
			n += 3
		}
		return n
	case expr.SSE:
		n := 1
		if t.Compiler == expr.Clang {
			n = 2
		}
		if t.FMA {
			n += 4
		}
		return n
	case expr.X87:
		n := 14
		if t.Store {
			n++
		}
		if t.Precision == 24 || t.Precision == 53 {
			n += 3
		}
		return n
	case expr.Strict:
		return 16
	}
	return 26
}

// plan makes the list of hypotheses.
func (s *Search) plan() {
	s.programs = []program{{code: s.base, state: 1}}
	targets := expr.Targets()
	if len(s.base.Values) > longProgram {
		targets = nil
		for _, id := range strings.Fields("9.0 9.0-nofma 9.0-ftz gcc gcc-fma x87 strict") {
			targets = append(targets, mustTarget(id))
		}
	}
	for _, k := range s.q.Known {
		if t, ok := expr.TargetByID(k); ok && !contains(targets, t) {
			targets = append(targets, t)
		}
	}
	arrives := false
	for _, n := range s.base.Notes {
		arrives = arrives || strings.Contains(n.Text, "atomicAdd")
	}
	onGPU, onCPU := mustTarget("9.0"), mustTarget("gcc")
	bases := []expr.Target{onGPU, onCPU}
	if _, err := expr.Compile(s.base, onCPU); err != nil {
		bases = append(bases, mustTarget("strict")) // functions, correctly rounded
	}
	for _, k := range s.q.Known {
		if t, ok := expr.TargetByID(k); ok && !contains(bases, t) {
			bases = append(bases, t)
		}
	}
	// Constants with names become parameters; everything else then varies that program.
	d, at, lifted := parameters(s.base, func(c *expr.Code) ([]uint64, bool) {
		plain := s.unfused(onCPU)
		plain.Rules = expr.RulesNone
		p, err := expr.PlanOf(c, plain)
		if err != nil {
			return nil, false
		}
		values := make([]uint64, len(c.Values))
		if !s.runAll(p, c, 0, values) {
			return nil, false
		}
		return values, true
	})
	main := int32(0)
	if lifted {
		s.programs = append(s.programs, program{change: Change{Kind: Parameters}, code: d, state: 1})
		main = 1
		s.orig = d.Inputs
		s.lifted = true
		big := make([]uint64, len(at))
		for i := range at {
			v := d.Inputs[len(s.base.Inputs)+i]
			big[i] = widen(v.Type, at[i])
			for _, w := range s.base.Values {
				if lit := literal(s.base.Text, w.From, w.To); w.Op == expr.Const && w.Name == v.Name && v.Type == expr.Float && lit != "" {
					big[i] = parse64(lit)
				}
			}
		}
		for i := range s.table.In {
			s.table.In[i] = append(s.table.In[i], at...)
			s.table.Wide[i] = append(s.table.Wide[i], big...)
		}
	}
	penalty := 0
	if arrives {
		penalty = 20
	}
	for _, t := range targets {
		for p := int32(0); p <= main; p++ {
			cost := targetCost(t) + penalty
			if p < main {
				cost += costFolded
			}
			s.hyps = append(s.hyps, hypothesis{family: Machines, cost: cost, prog: p, target: t})
		}
	}
	code := s.programs[main].code
	s.typeFamilies(main, bases)
	s.operandFamilies(code, main, bases)
	s.policyFamily(code, main, bases)
	if list, ok := findSum(code); ok {
		s.orderings = orderings(len(list.terms), list.a != nil, arrives)
		for i, o := range s.orderings {
			s.hyps = append(s.hyps, hypothesis{family: Orders, cost: costOrders + o.cost, prog: main, target: onGPU, order: int32(i) + 1})
		}
	}
	s.fusingFamily(code, main, bases)
	s.regroupFamily(code, main, bases)
	s.libraryFamily(code, main, bases)
}

func contains(list []expr.Target, t expr.Target) bool {
	for _, u := range list {
		if u == t {
			return true
		}
	}
	return false
}

// vary adds a program and a hypothesis for each target.
func (s *Search) vary(f Family, cost int, parent int32, ch Change, targets []expr.Target, make func(parent *expr.Code) (*expr.Code, bool)) {
	s.programs = append(s.programs, program{change: ch, parent: int(parent), make: make})
	n := int32(len(s.programs) - 1)
	for i, t := range targets {
		s.hyps = append(s.hyps, hypothesis{family: f, cost: cost + min(i, 3), prog: n, target: t})
	}
}

// code returns a program, made now if it was not before.
func (s *Search) program(n int32) (*expr.Code, bool) {
	p := &s.programs[n]
	if p.state == 0 {
		p.state = -1
		if parent, ok := s.program(int32(p.parent)); ok {
			if c, ok := p.make(parent); ok {
				p.code, p.state = c, 1
			}
		}
	}
	return p.code, p.state > 0
}

// reread parses the text with other options; the parameters of the original become inputs again.
func (s *Search) reread(text string, o expr.Options) (*expr.Code, bool) {
	c, err := expr.Parse(text, o)
	if err != nil {
		return nil, false
	}
	c, ok := withResult(c)
	if !ok {
		return nil, false
	}
	if s.lifted {
		d, _, ok := parameters(c, func(c *expr.Code) ([]uint64, bool) { // only which values they are matters here
			v := make([]uint64, len(c.Values))
			for i := range v {
				v[i] = 1
			}
			return v, true
		})
		if !ok {
			return nil, false
		}
		c = d
	}
	return c, true
}

// typeFamilies varies the types of the program: was the literal double? was the argument float?
func (s *Search) typeFamilies(main int32, bases []expr.Target) {
	text, free := s.q.Text, s.q.Free
	all := append(append([]expr.Target(nil), bases...), mustTarget("9.0-nofma"))
	s.vary(Types, costWider, main, Change{Kind: DoubleRounded}, bases, func(c *expr.Code) (*expr.Code, bool) { return widened(c, true) })
	s.vary(Types, costWider+1, main, Change{Kind: AllDouble}, bases, func(c *expr.Code) (*expr.Code, bool) { return widened(c, false) })
	s.vary(Types, costLiterals, main, Change{Kind: FloatLiterals}, all, func(*expr.Code) (*expr.Code, bool) {
		return s.reread(text, expr.Options{Free: free, Device: true, Literals: expr.Float})
	})
	if plain := plainLiterals(text); plain != text {
		s.vary(Types, costLiterals, main, Change{Kind: PlainLiterals}, all, func(*expr.Code) (*expr.Code, bool) {
			return s.reread(plain, expr.Options{Free: free, Device: true})
		})
	}
	narrow := replaceWord(text, "double", "float ")
	if narrow != text || free == expr.Double {
		s.vary(Types, costLiterals+2, main, Change{Kind: AllFloat}, all, func(*expr.Code) (*expr.Code, bool) {
			return s.reread(narrow, expr.Options{Free: expr.Float, Device: true, Literals: expr.Float})
		})
	}
}

// plainLiterals puts a space in the place of the f of a decimal literal, so that places in the text stay.
func plainLiterals(s string) string {
	b := []byte(s)
	for i := 0; i < len(b); {
		switch {
		case letter(b[i]):
			for i < len(b) && (letter(b[i]) || '0' <= b[i] && b[i] <= '9') {
				i++
			}
		case '0' <= b[i] && b[i] <= '9' || b[i] == '.':
			j := i
			for j < len(b) && (letter(b[j]) || '0' <= b[j] && b[j] <= '9' || b[j] == '.' || (b[j] == '-' || b[j] == '+') && (b[j-1] == 'e' || b[j-1] == 'E') && j > i) {
				j++
			}
			w := strings.ToLower(string(b[i:j]))
			if !strings.HasPrefix(w, "0x") && strings.HasSuffix(w, "f") && strings.ContainsAny(w, ".e") {
				b[j-1] = ' '
			}
			i = j
		default:
			i++
		}
	}
	return string(b)
}

// replaceWord replaces whole words by others of the same length.
func replaceWord(s, was, by string) string {
	b := []byte(s)
	for i := 0; i+len(was) <= len(b); i++ {
		if string(b[i:i+len(was)]) != was || i > 0 && wordByte(b[i-1]) || i+len(was) < len(b) && wordByte(b[i+len(was)]) {
			continue
		}
		copy(b[i:], by)
	}
	return string(b)
}

func wordByte(c byte) bool { return letter(c) || '0' <= c && c <= '9' }

// operandFamilies rounds the factors of products first: of all products, of each written product alone, of all but one,
// and of the first or last ones.
func (s *Search) operandFamilies(code *expr.Code, main int32, bases []expr.Target) {
	var spans [][2]int32
	for i := range code.Values {
		v := &code.Values[i]
		if v.Op != expr.Mul || v.Type != expr.Float {
			continue
		}
		at := [2]int32{v.From, v.To}
		seen := false
		for _, p := range spans {
			seen = seen || p == at
		}
		if !seen && len(spans) < 64 {
			spans = append(spans, at)
		}
	}
	if len(spans) == 0 {
		return
	}
	n := len(spans)
	for _, r := range operandRoundings[1:] {
		add := func(cost int, ch Change, take func(k int) bool) {
			ch.Kind, ch.Fn = RoundFactors, r.fn
			s.vary(Operands, costOperands+r.cost+cost, main, ch, bases[:1], func(c *expr.Code) (*expr.Code, bool) {
				return roundOperands(c, r.fn, func(i int32) bool {
					for k, p := range spans {
						if c.Values[i].From == p[0] && c.Values[i].To == p[1] {
							return take(k)
						}
					}
					return false
				})
			})
		}
		add(0, Change{}, func(int) bool { return true })
		// The products of one statement after the other: a matrix product in TF32 and the rest in binary32.
		for k := 1; k < n; k++ {
			add(2, Change{From: spans[0][0], To: spans[k-1][1]}, func(j int) bool { return j < k })
		}
		for k := 1; k < n; k++ {
			add(3, Change{From: spans[k][0], To: spans[n-1][1]}, func(j int) bool { return j >= k })
		}
		if n <= 16 && n > 2 {
			for k := range n {
				add(4, Change{From: spans[k][0], To: spans[k][1]}, func(j int) bool { return j == k })
			}
		}
	}
	for _, fn := range []string{"=bf16 rne", "=f16 rne"} {
		s.vary(Storage, costStorage, main, Change{Kind: RoundAll, Fn: fn}, bases[:1], func(c *expr.Code) (*expr.Code, bool) { return roundResults(c, fn, false) })
		s.vary(Storage, costStorage+1, main, Change{Kind: RoundLast, Fn: fn}, bases[:1], func(c *expr.Code) (*expr.Code, bool) { return roundResults(c, fn, true) })
	}
}

// policyFamily varies conversions to narrow formats: what overflow gives, and the direction.
func (s *Search) policyFamily(code *expr.Code, main int32, bases []expr.Target) {
	var names []string
	for i := range code.Values {
		v := &code.Values[i]
		if v.Op == expr.Call && strings.HasPrefix(v.Fn, "=") && len(names) < 4 {
			known := false
			for _, n := range names {
				known = known || n == v.Fn
			}
			if !known {
				names = append(names, v.Fn)
			}
		}
	}
	for _, was := range names {
		f, env, ok := expr.Rounding(was)
		if !ok {
			continue
		}
		cost := costPolicies
		for _, dir := range []string{"rne", "rtz", "rna"} {
			for _, over := range []string{"nan", "sat", "inf", ""} {
				fn := strings.TrimSpace("=" + f.ID + " " + dir + " " + over)
				if g, e, ok := expr.Rounding(fn); !ok || fn == was || g == f && e == env || over == "inf" && !f.HasInf() || over == "" && !f.HasInf() {
					continue
				}
				s.vary(Policies, cost, main, Change{Kind: Policy, Fn: fn, Was: was}, bases[:1], func(c *expr.Code) (*expr.Code, bool) { return renamed(c, was, fn) })
				cost++
			}
		}
	}
}

// fusingFamily tries every legal fusing with flushing, division and roots in all modes.
func (s *Search) fusingFamily(code *expr.Code, main int32, bases []expr.Target) {
	div, root, single := false, false, false
	for i := range code.Values {
		v := &code.Values[i]
		if v.Type != expr.Float {
			continue
		}
		single = single || v.Op >= expr.Add && v.Op <= expr.Div
		div = div || v.Op == expr.Div
		root = root || v.Op == expr.Call && strings.HasPrefix(v.Fn, "sqrt")
	}
	if len(code.Values) > 2000 {
		return // only the compilers' own choices
	}
	most := maxChoices
	if len(code.Values) > 100 {
		most /= 4
	}
	for b, base := range bases {
		if base.Machine != expr.GPU && base.Machine != expr.SSE {
			continue
		}
		for k, ch := range expr.Choices(code, expr.ChoiceOf(code, base), most) {
			cost := costFusings + min(k, 6) + b
			add := func(ch expr.Choice, more int) {
				s.hyps = append(s.hyps, hypothesis{family: Fusings, cost: cost + more, prog: main, target: base, choice: &ch})
			}
			add(ch, 0)
			if !single && !root || len(code.Values) > 400 {
				continue
			}
			both := ch
			both.FlushIn, both.FlushOut = true, true
			add(both, 1)
			if base.Machine == expr.SSE {
				in, out := ch, ch
				in.FlushIn, out.FlushOut = true, true
				add(in, 2)
				add(out, 2)
				continue
			}
			for _, c := range []expr.Choice{ch, both} {
				if div {
					for _, m := range []expr.DivMode{expr.DivFull, expr.DivApprox} {
						x := c
						x.Div = m
						add(x, 3)
						if root {
							x.Sqrt = expr.SqrtApprox
							add(x, 4)
						}
					}
				}
				if root {
					c.Sqrt = expr.SqrtApprox
					add(c, 3)
				}
			}
		}
	}
}

// regroupFamily tries sums and products in other groupings, which no compiler here chooses without being told.
func (s *Search) regroupFamily(code *expr.Code, main int32, bases []expr.Target) {
	if len(code.Values) > 120 {
		return
	}
	tried := 0
	targets := append(bases[:2:2], mustTarget("9.0-nofma"))
	for _, ch := range chains(code) {
		for index := range reduce.Count(len(ch.terms)) {
			_, text, ok := ch.regroup(code, index)
			if !ok || tried == maxRegrouped {
				continue
			}
			s.vary(Associations, costRegrouped+min(tried/8, 4), main, Change{Kind: Regrouped, Fn: text, From: code.Values[ch.root].From, To: code.Values[ch.root].To}, targets,
				func(c *expr.Code) (*expr.Code, bool) {
					d, _, ok := ch.regroup(c, index)
					return d, ok
				})
			tried++
		}
	}
}

// maxRegrouped bounds the groupings that are tried.
const maxRegrouped = 120

// LibraryFact is a result that a version of a library is known to give.
type LibraryFact struct {
	Fn      string
	X, Bits uint64 // binary32
	Version string
	Kind    gpu.Kind
}

// LibraryFacts are results of CUDA's library as people posted them: the functions' code changed with the toolkit, not with
// the machine.
var LibraryFacts = []LibraryFact{
	{"expf", 0xc0980000, 0x3c0dbfd6, "CUDA 9", gpu.Measured},
	{"expf", 0xc0980000, 0x3c0dbfd7, "CUDA 11.8", gpu.Measured},
}

// libraryFamily lets a program that ends with a function have other results within the function's documented error.
func (s *Search) libraryFamily(code *expr.Code, main int32, bases []expr.Target) {
	if i := code.Result; i >= 0 {
		v := &code.Values[i]
		u, ok := DocumentedUlps(v.Fn)
		if v.Op != expr.Call || !ok || !v.Type.IsFloat() {
			return
		}
		for k := -min(u, 4); k <= min(u, 4); k++ {
			cost := costLibraries + 2*max(k, -k)
			if k == 0 {
				cost = costNearest
			}
			s.vary(Libraries, cost, main, Change{Kind: OtherLibrary, Fn: v.Fn, From: v.From, To: v.To, Ulps: k},
				[]expr.Target{mustTarget("strict")}, func(c *expr.Code) (*expr.Code, bool) { return c, true })
		}
	}
}
