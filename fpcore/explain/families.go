package explain

import (
	"cmp"
	"slices"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/stable"
)

// Costs order the candidates: compilers and machines as they come, then their flags, then hypotheses, each by how often
// it is met.
const (
	costWider     = 32
	costLiterals  = 34
	costPolicies  = 33
	costOperands  = 36
	costOrders    = 40
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

// hugeProgram is the number of values beyond which the search ends with the first compilers that give all results.
const hugeProgram = 10_000

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

// plan makes the list of hypotheses: of the program, or of each of two.
func (s *Search) plan() {
	if s.texts[1] == s.base {
		s.planProgram(0, s.q.Text, 3)
		s.main[1], s.lifted[1] = s.main[0], s.lifted[0]
	} else {
		s.planProgram(0, s.q.Text, 1)
		s.planProgram(1, s.q.Second, 2)
	}
	if s.huge = max(len(s.base.Values), len(s.texts[1].Values)) > hugeProgram; s.huge {
		stable.Sort(s.hyps, func(a, b hypothesis) int {
			return cmp.Or(cmp.Compare(a.family, b.family), cmp.Compare(targetCost(a.target), targetCost(b.target)))
		})
	}
}

// doubts lists what the rules of a target's compiler leave open about a program.
func (s *Search) doubts(prog int32, t expr.Target, cost int) {
	code := s.programs[prog].code
	some := hypothesis{family: Machines, prog: prog, target: t, choice: &expr.Choice{}}
	if t.Machine != expr.X87 || len(code.Values) > 1000 || forDevice(code.Text) || s.idle(&some) {
		return
	}
	if t.Precision == 24 && !slices.ContainsFunc(code.Values, func(v expr.Value) bool { return v.Type == expr.Double }) {
		return // memory takes no bit away from such registers
	}
	p, err := expr.Compile(code, t)
	if err != nil {
		return
	}
	list, _ := p.Others()
	for i := range list[:min(len(list), maxDoubts)] {
		s.hyps = append(s.hyps, hypothesis{family: Machines, cost: cost, prog: prog, target: t, choice: &list[i]})
	}
}

// planProgram lists the hypotheses of one program, which may have given the results whose bits are set in sides.
func (s *Search) planProgram(root int, source string, sides uint8) {
	base := s.texts[root]
	s.programs = append(s.programs, program{root: int8(root), sides: sides, code: base, state: 1})
	written := int32(len(s.programs) - 1)
	s.programs[written].parent = int(written)
	targets := expr.Targets()
	if len(base.Values) > longProgram {
		targets = nil
		for _, id := range strings.Fields("9.0 9.0-nofma 9.0-ftz 9.0-fastmath gcc gcc-fma x87 strict") {
			targets = append(targets, mustTarget(id))
		}
	}
	targets = stable.Delete(targets, func(t expr.Target) bool { return t.Machine == expr.Exact })
	onGPU, onCPU := mustTarget("9.0"), mustTarget("gcc")
	bases := []expr.Target{onGPU, onCPU}
	for _, k := range s.known {
		if k.Target == nil {
			continue
		}
		if !contains(targets, *k.Target) {
			targets = append(targets, *k.Target)
		}
		if !contains(bases, *k.Target) {
			bases = append(bases, *k.Target)
		}
	}
	arrives := arrives(base)
	// Constants with names become parameters; everything else then varies that program.
	d, at, wide, lifted := parameters(base, s.doubled(), s.plainly)
	main := written
	if lifted {
		s.lift(d, at, wide, root)
		s.programs = append(s.programs, program{root: int8(root), sides: sides, parent: int(written), change: Change{Kind: Parameters}, code: d, state: 1})
		main = int32(len(s.programs) - 1)
	}
	s.main[root], s.lifted[root] = main, lifted
	penalty := 0
	if arrives {
		penalty = 20
	}
	for _, t := range targets {
		for p := written; p <= main; p++ {
			cost := targetCost(t) + penalty
			if p < main {
				cost += costFolded
			}
			s.hyps = append(s.hyps, hypothesis{family: Machines, cost: cost, prog: p, target: t})
		}
		s.doubts(main, t, targetCost(t)+penalty+1)
	}
	code := s.programs[main].code
	if code.Values[code.Result].Type == expr.Double && s.q.Free == expr.Float {
		s.vary(Machines, 0, main, Change{Kind: StoredFloat}, nil, stored)
		n := int32(len(s.programs) - 1)
		for _, t := range targets {
			s.hyps = append(s.hyps, hypothesis{family: Machines, cost: targetCost(t) + penalty + 1, prog: n, target: t})
		}
		s.flushing(n, onCPU)
		if slices.ContainsFunc(code.Values, func(v expr.Value) bool { return v.Type == expr.Float }) { // else it is in double as it stands
			for i, k := range []ChangeKind{DoubleRounded, DoubleOfFloatRounded} {
				s.vary(Types, costWider+2*i, n, Change{Kind: k}, bases, func(c *expr.Code) (*expr.Code, bool) { return widened(c, true, k == DoubleOfFloatRounded) })
			}
		}
		s.vary(Types, costLiterals, n, Change{Kind: FloatLiterals}, append(bases[:len(bases):len(bases)], mustTarget("9.0-nofma")), func(*expr.Code) (*expr.Code, bool) {
			return s.reread(int8(root), source, expr.Options{Free: s.q.Free, Device: true, Literals: expr.Float})
		})
	}
	if code.Values[code.Result].Type == expr.Float && s.printed() {
		s.vary(Machines, 0, main, Change{Kind: Unrounded}, nil, unrounded)
		n := int32(len(s.programs) - 1)
		for _, t := range targets {
			if t.Machine == expr.X87 && !t.Store {
				s.hyps = append(s.hyps, hypothesis{family: Machines, cost: costWider + 2 + penalty, prog: n, target: t})
			}
		}
	}
	s.debugX87(code, main, targets, penalty)
	if s.q.Free == expr.Double {
		s.vary(Machines, 0, main, Change{Kind: FloatData}, nil, func(*expr.Code) (*expr.Code, bool) {
			return s.reread(int8(root), source, expr.Options{Free: expr.Float, Device: true})
		})
		n := int32(len(s.programs) - 1)
		for _, t := range targets {
			s.hyps = append(s.hyps, hypothesis{family: Machines, cost: targetCost(t) + penalty + 1, prog: n, target: t})
		}
	}
	if plain, ok := withoutIntrinsics(code, func(expr.Meaning) bool { return true }); ok { // as a CPU has to
		s.vary(Machines, 0, main, Change{Kind: PlainFunctions}, nil, func(*expr.Code) (*expr.Code, bool) { return plain, true })
		n := int32(len(s.programs) - 1)
		for _, t := range targets {
			if t.Machine != expr.GPU {
				s.hyps = append(s.hyps, hypothesis{family: Machines, cost: targetCost(t) + penalty + 1, prog: n, target: t})
			}
		}
		s.libraryFamily(plain, n, bases[1:])
	}
	s.libraryFamily(code, main, bases)
	s.typeFamilies(source, main, bases)
	if c := s.libraried(code); c != code { // products and sums around functions
		s.vary(Libraries, 0, main, Change{Kind: OtherLibrary, Fn: functionNames(code)}, nil, func(c *expr.Code) (*expr.Code, bool) { return c, true })
		code, main = c, int32(len(s.programs)-1)
	}
	s.operandFamilies(code, main, bases)
	s.policyFamily(code, main, bases)
	s.notNumberFamily(main, bases[:2])
	s.vary(Policies, costPolicies, main, Change{Kind: Saturating, Fn: saturates}, bases[:2], saturating)
	for _, way := range extremes {
		s.vary(Policies, costPolicies, main, Change{Kind: Extremes, Fn: way}, bases[:1], func(c *expr.Code) (*expr.Code, bool) { return extremesAs(c, way) })
		s.notNumberFamily(int32(len(s.programs)-1), bases[:1])
	}
	orders := func(code *expr.Code, prog int32, double bool) {
		list, ok := findTerms(code)
		if !ok {
			return
		}
		from := len(s.orderings)
		if double {
			s.orderings = append(s.orderings, doubleOrderings(len(list.terms), list.a != nil)...)
		} else {
			s.orderings = append(s.orderings, orderings(len(list.terms), list.a != nil, arrives, s.known[0].Matrix || s.known[1].Matrix)...)
		}
		for i, o := range s.orderings[from:] {
			s.hyps = append(s.hyps, hypothesis{family: Orders, cost: costOrders + o.cost, prog: prog, target: onGPU, order: int32(from+i) + 1})
		}
	}
	orders(code, main, false)
	if d, ok := simplified(code); ok {
		s.vary(Associations, costOrders, main, Change{Kind: Simplified}, append(bases[:2:2], mustTarget("9.0-nofma")), simplified)
		orders(d, int32(len(s.programs)-1), false)
	}
	for _, all := range []bool{false, true} {
		s.vary(Associations, costRegrouped, main, Change{Kind: Reciprocals}, bases[1:2], func(c *expr.Code) (*expr.Code, bool) { return reciprocals(c, all, false) })
	}
	if s.known[0].Finite || s.known[1].Finite {
		s.vary(Policies, costPolicies, main, Change{Kind: FiniteOnly}, bases[1:2], finiteOnly)
	}
	s.vary(Associations, costRegrouped, main, Change{Kind: Factored}, bases[1:2], factored)
	s.referenceOrders(written, orders)
	s.fusingFamily(code, main, bases)
	s.regroupFamily(code, main, bases)
}

// debugX87 adds the x87 builds without optimisation: variables are rounded to their type, what stands within an expression is not.
func (s *Search) debugX87(code *expr.Code, main int32, targets []expr.Target, cost int) {
	if len(code.Values) > longProgram || forDevice(code.Text) {
		return
	}
	s.vary(Machines, 0, main, Change{Kind: VariablesStored}, nil, variablesStored)
	progs := []int32{int32(len(s.programs) - 1)}
	if code.Values[code.Result].Type == expr.Float && s.printed() {
		s.vary(Machines, 0, progs[0], Change{Kind: Unrounded}, nil, unrounded)
		progs = append(progs, progs[0]+1)
	}
	for i, n := range progs {
		for _, t := range targets {
			if t.Machine == expr.X87 && !t.Store && t.Precision != 24 {
				s.hyps = append(s.hyps, hypothesis{family: Machines, cost: targetCost(t) + cost + 3 + i, prog: n, target: t})
			}
		}
	}
}

// referenceOrders gives orders to the sum of a program in float that was evaluated in double, as libraries do too: where a result
// was said to be one of double. From the program with the number first on they are looked for.
func (s *Search) referenceOrders(first int32, orders func(code *expr.Code, prog int32, double bool)) {
	if !s.known[0].Double && !s.known[1].Double {
		return
	}
	for n, p := range s.programs[first:] {
		if k := p.change.Kind; k == AllDouble || k == DoubleOfFloat {
			if c, ok := s.program(first + int32(n)); ok && len(c.Values) <= hugeProgram {
				orders(c, first+int32(n), true)
			}
		}
	}
}

// printed reports that a result is a number as printf writes it, and not bits.
func (s *Search) printed() bool {
	return slices.ContainsFunc(s.table.Observed, func(row []Observed) bool {
		return slices.ContainsFunc(row, func(o Observed) bool { return o.Shape == Decimal || o.Shape == HexFloat })
	})
}

// lift adds the values of named constants to the inputs of all rows.
func (s *Search) lift(d *expr.Code, at, wide []uint64, root int) {
	own := len(s.texts[root].Inputs)
	for i := range at {
		v := &d.Inputs[own+i]
		if root > 0 { // the first program may have a constant of this name with another value
			v.Name += secondMark
		}
		s.orig = append(s.orig[:len(s.orig):len(s.orig)], *v)
	}
	for i := range s.table.In {
		s.table.In[i] = append(s.table.In[i], at...)
		s.table.Wide[i] = append(s.table.Wide[i], wide...)
	}
}

// wanders reports a constant among the inputs that is the first value of a variable which gets others: no number that somebody enters.
func (s *Search) wanders(name string) bool {
	text := s.q.Text
	if own, second := strings.CutSuffix(name, secondMark); second {
		name, text = own, s.q.Second
	}
	name, _, again := strings.Cut(name, "#")
	return again || assignments(text, name) > 1
}

// secondMark ends the name of a constant of the second program among the inputs.
const secondMark = " (second program)"

func contains(list []expr.Target, t expr.Target) bool {
	for _, u := range list {
		if u == t {
			return true
		}
	}
	return false
}

// vary adds a program and a hypothesis for each target.
func (s *Search) vary(f Family, cost int, parent int32, ch Change, targets []expr.Target, derive func(parent *expr.Code) (*expr.Code, bool)) {
	p := &s.programs[parent]
	s.programs = append(s.programs, program{root: p.root, sides: p.sides, change: ch, parent: int(parent), derive: derive})
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
			if c, ok := p.derive(parent); ok {
				if p.change.Kind != StoredFloat && p.change.Kind != Unrounded && p.change.Kind != VariablesStored && p.change.Kind != PlainFunctions { // whose functions a compiler may know
					c = s.libraried(c)
				}
				if identical(c, parent) { // the change changes nothing
					c = parent
				}
				p.code, p.state = c, 1
			}
		}
	}
	return p.code, p.state > 0
}

// plainly evaluates a program that has no inputs to speak of: operation by operation, as it is written.
func (s *Search) plainly(c *expr.Code) ([]uint64, bool) {
	plain := s.unfused(mustTarget("gcc"))
	plain.Rules = expr.RulesNone
	p, err := expr.PlanOf(c, plain)
	if err != nil {
		return nil, false
	}
	values := make([]uint64, len(c.Values))
	return values, s.runAll(p, c, 0, values)
}

// near reports numbers of binary64 that agree in ten bits or more, as one does with itself rounded to another format.
func near(x, y uint64) bool { return codesOff(x, y) < 1<<42 }

// typeFamilies varies the types of the program: was the literal double? was the argument float? was a quotient one of
// whole numbers?
func (s *Search) typeFamilies(text string, main int32, bases []expr.Target) {
	free, root := s.q.Free, s.programs[main].root
	all := append(append([]expr.Target(nil), bases...), mustTarget("9.0-nofma"))
	inDouble := func(prog int32, cost int) {
		for i, k := range []ChangeKind{DoubleRounded, AllDouble, DoubleOfFloatRounded, DoubleOfFloat} {
			s.vary(Types, cost+i, prog, Change{Kind: k}, bases, func(c *expr.Code) (*expr.Code, bool) {
				return widened(c, k == DoubleRounded || k == DoubleOfFloatRounded, k == DoubleOfFloat || k == DoubleOfFloatRounded)
			})
		}
	}
	inDouble(main, costWider)
	again := func(cost int, ch Change, text string, o expr.Options) {
		o.Device = true
		s.vary(Types, cost, main, ch, all, func(c *expr.Code) (*expr.Code, bool) {
			d, ok := s.reread(root, text, o)
			if ok && (ch.Kind == TrueDivision || ch.Kind == WholeInputs) {
				ok = (ch.Kind == TrueDivision || dividesWhole(d)) && s.otherValue(c, d)
			}
			return d, ok
		})
	}
	o := expr.Options{Free: free}
	again(costLiterals, Change{Kind: FloatLiterals}, text, expr.Options{Free: free, Literals: expr.Float})
	if plain := plainLiterals(text); plain != text {
		again(costLiterals, Change{Kind: PlainLiterals}, plain, o)
		n := int32(len(s.programs) - 1)
		inDouble(n, costWider+1) // with literals as a reference has them
		if !s.noSingle() {
			s.vary(Types, costLiterals, n, Change{Kind: StoredFloat}, all, stored)
		}
	}
	narrow := replaced(text, "double", "float ")
	if narrow != text || free == expr.Double {
		again(costLiterals+2, Change{Kind: AllFloat}, narrow, expr.Options{Free: expr.Float, Literals: expr.Float})
	}
	if own, ok := s.program(main); ok && (!strings.Contains(text, "std::") || onlyCmath(text)) {
		if d, ok := s.reread(root, text, expr.Options{Free: free, Device: true, C: true}); ok && !identical(own, d) {
			hosts := stable.Delete(stable.Clone(bases), func(t expr.Target) bool { return t.Machine == expr.GPU })
			s.vary(Types, costLiterals, main, Change{Kind: FunctionsOfC}, hosts, func(*expr.Code) (*expr.Code, bool) { return d, true })
		}
	}
	escape := s.oneFinite()
	for _, w := range spellings {
		if now, call := respelled(text, w.of, w.as); call != "" && (w.id == CauseLibrary || w.id == CauseNaN && escape) {
			again(costLiterals, Change{Kind: Spelled, Fn: now, Was: call, ID: w.id}, now, o)
		}
	}
	if now := summedInFloat(text); now != text {
		again(costLiterals, Change{Kind: Spelled, Fn: now, Was: fromFloat, ID: CauseLiteral}, now, o)
	}
	for _, suffix := range []string{"f", ""} {
		if whole := trueDivisions(text, suffix, false); whole != text {
			again(costLiterals, Change{Kind: TrueDivision, Fn: whole}, whole, o)
			if suffix == "" && s.noSingle() {
				inDouble(int32(len(s.programs)-1), costLiterals+tieWindow+1)
			}
		}
	}
	for _, to := range [...]struct{ typ, suffix string }{{"double", ""}, {"float", "f"}} {
		if now := fractional(text, to.typ); now != "" {
			if whole := trueDivisions(now, to.suffix, false); whole != now {
				again(costLiterals, Change{Kind: TrueDivision, Fn: whole}, whole, o)
			}
		}
	}
	whole := s.wholeInputs()
	divides := func() bool { // as the text declares its variables, or where it declares none
		d, ok := s.reread(root, text, expr.Options{Free: free, Device: true, Known: whole})
		return ok && (dividesWhole(d) || len(d.Inputs) == 0 && !d.Values[d.Result].Type.IsFloat()) // which is a literal by then
	}
	if now := floored(text); now != text && divides() {
		again(costLiterals+1, Change{Kind: TrueDivision, Fn: now, Was: roundedDown}, now, o)
	}
	if o.Known = whole; o.Known != " " {
		again(costLiterals, Change{Kind: WholeInputs, Fn: o.Known}, text, o)
	}
}

// dividesWhole reports a program that divides integers.
func dividesWhole(c *expr.Code) bool {
	return slices.ContainsFunc(c.Values, func(v expr.Value) bool { return (v.Op == expr.Div || v.Op == expr.Rem) && !v.Type.IsFloat() })
}

// oneFinite reports a row on which one result is a number and the other infinite or a NaN.
func (s *Search) oneFinite() bool {
	return s.sides == 2 && slices.ContainsFunc(s.table.Observed, func(row []Observed) bool { return row[0].finite() != row[1].finite() })
}

// notNumberFamily gives a result that is a NaN the bits that were observed, which carry no value, and where one result is a number and
// the other is not, 0 as programs that guard against NaNs have it.
func (s *Search) notNumberFamily(prog int32, targets []expr.Target) {
	var seen []string
	try := func(fn string, id ID) {
		if fn != "" && !slices.Contains(seen, fn) && len(seen) < 5 {
			seen = append(seen, fn)
			s.vary(Policies, costPolicies, prog, Change{Kind: AnotherNaN, Fn: fn, ID: id}, targets, func(c *expr.Code) (*expr.Code, bool) { return notNumberAs(c, fn) })
		}
	}
	for _, row := range s.table.Observed {
		for side := range row {
			try(row[side].nanBits(), NoCause)
		}
	}
	if s.oneFinite() && s.programs[prog].change.Kind != Extremes {
		try("0", CauseNaN)
	}
}

// otherValue reports that two programs have different exact values on a row.
func (s *Search) otherValue(c, d *expr.Code) bool {
	for row := range s.table.In {
		x, ok1 := s.reference(c, row)
		y, ok2 := s.reference(d, row)
		if ok1 != ok2 || ok1 && x.Cmp(y) != 0 {
			return true
		}
	}
	return false
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
	div, root, single, double := false, false, false, false
	for _, v := range code.Values {
		double = double || v.Type == expr.Double && v.Op >= expr.Add && v.Op <= expr.Div
		if v.Type != expr.Float {
			continue
		}
		single = single || v.Op >= expr.Add && v.Op <= expr.Div
		div = div || v.Op == expr.Div
		root = root || v.Op == expr.Call && strings.HasPrefix(v.Fn, "sqrt")
	}
	if len(code.Values) > 2000 {
		s.flushing(main, bases[1])
		return // only the compilers' own choices
	}
	plain := plainOf(code)
	most := maxChoices
	if len(code.Values) > 100 {
		most /= 4
	}
	for b, base := range bases {
		if base.Machine != expr.GPU && base.Machine != expr.SSE {
			continue
		}
		for k, ch := range expr.Choices(code, s.chose(code, base), most) {
			cost := costFusings + min(k, 6) + b
			like := int32(0)
			add := func(ch expr.Choice, more int) {
				s.hyps = append(s.hyps, hypothesis{family: Fusings, cost: cost + more, prog: main, target: base, choice: &ch, like: like})
			}
			add(ch, 0)
			if plain && !ch.FlushIn && !ch.FlushOut {
				like = int32(len(s.hyps))
			}
			if !single && !root && !(double && base.Machine == expr.SSE) || k > 0 && len(code.Values) > 400 {
				continue
			}
			both := ch
			both.FlushIn, both.FlushOut = true, true
			add(both, 1)
			if base.Machine == expr.SSE {
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

// flushing tries a program whose result is a float with subnormal numbers flushed, as a processor does that was told to, where a result may
// be one of them or 0.
func (s *Search) flushing(prog int32, t expr.Target) {
	small := func(o Observed) bool {
		f := expr.Float.Format()
		set := o.In(f)
		for level, lo := range set.Lo {
			if lo <= set.Hi[level] && lo < f.MinNormal(false).Lo {
				return true
			}
		}
		return false
	}
	if !slices.ContainsFunc(s.table.Observed, func(row []Observed) bool { return slices.ContainsFunc(row, small) }) {
		return
	}
	if c, ok := s.program(prog); ok {
		ch := s.chose(c, t)
		ch.FlushIn, ch.FlushOut = true, true
		s.hyps = append(s.hyps, hypothesis{family: Fusings, cost: costFusings + 1, prog: prog, target: t, choice: &ch})
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
