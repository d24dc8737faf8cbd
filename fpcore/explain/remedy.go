package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
)

// RemedyKind says what has to be changed.
type RemedyKind uint8

const (
	Flag    RemedyKind = iota // an option of the compiler
	Source                    // the program: Text in the place of Old, or the whole program if there is no Old
	Setting                   // of a library or framework, or of the processor
)

// Remedy is a change that was run on all rows and makes the results of both sides equal. Text can be copied.
type Remedy struct {
	Kind RemedyKind
	Side int    // whose build or program is changed: 0, 1 or BothSides
	Text string // the option, the setting, or the new code
	Old  string // Source: what stood there
	From int32  // Source: where
	To   int32
	Note string       // what to do with it, in words, where Text alone does not say
	Type [2]expr.Type // of the results after the change
	Bits [2][]uint64  // these results, on all rows
}

// BothSides is the Side of a Remedy that both results need.
const BothSides = 2

// ran is what a side gives: results on all rows in a type.
type ran struct {
	t expr.Type
	r []uint64
}

func ranOf(e *evaluation) ran { return ran{e.typ, e.results} }

func (x ran) equal(y ran) bool {
	if x.r == nil || len(x.r) != len(y.r) {
		return false
	}
	for i := range x.r {
		if x.t == y.t {
			if x.r[i] != y.r[i] {
				return false
			}
		} else if widen(x.t, x.r[i]) != widen(y.t, y.r[i]) {
			return false
		}
	}
	return true
}

// surgery tries changes on a pair of evaluations.
type surgery struct {
	s    *Search
	best [2]*evaluation
	data expr.Type // of inputs that the changed text does not declare; NoType: as the question has them
}

// change is a remedy to try: run gives the results of both sides once it is made.
type change struct {
	Remedy
	run func(x *surgery) (first, second ran)
}

// remedies tries what may remove the difference, the simplest first. A change has to work for every pair of evaluations
// that is as plausible as the best, but for those that need an option which was not said.
func (s *Search) remedies(list []Cause, plausible []pair) (out []Remedy) {

	x := &surgery{s: s, best: [2]*evaluation{plausible[0].a, plausible[0].b}}
	has := func(id ID) bool { return list[0].ID == id || slices.Contains(list[0].With, id) }
	itself := s.fusedByItself(list, x.best)
	for _, c := range x.changes(has) {
		if !s.reaches(&c) {
			continue
		}
		first, second := c.run(x)
		if c.Side == BothSides && has(CauseIntegerDivision) && !first.t.IsFloat() && (x.best[0].typ.IsFloat() || x.best[1].typ.IsFloat()) { // the fraction is lost on both sides then
			continue
		}
		if first.equal(second) && !has(CauseNaN) && x.spoils(first) {
			s.spoiled = true
			continue
		}
		if !first.equal(second) || slices.ContainsFunc(out, func(o Remedy) bool {
			return o.Text == c.Text && o.Old == c.Old && o.From == c.From && (o.Side == c.Side || c.Side == BothSides) // one side is enough
		}) {
			continue
		}
		works := !slices.ContainsFunc(out, func(o Remedy) bool {
			return c.Kind == Flag && o.Kind == Flag && o.Side == c.Side && more(c.Text, o.Text)
		})
		for _, p := range plausible[1:] {
			if !works {
				break
			}
			if s.narrower(p.a, x.best[0]) || s.narrower(p.b, x.best[1]) || s.unsaid(0, p.a, x.best[0]) || s.unsaid(1, p.b, x.best[1]) || s.reordered(&p, x.best) || c.Kind == Flag && itself && (s.elsewise(p.a, x.best[0]) || s.elsewise(p.b, x.best[1])) {
				continue
			}
			a, b := c.run(&surgery{s: s, best: [2]*evaluation{p.a, p.b}})
			works = a.equal(b)
			s.partly = s.partly || !works
		}
		if works && len(out) < maxRemedies {
			c.Type, c.Bits = [2]expr.Type{first.t, second.t}, [2][]uint64{first.r, second.r}
			out = append(out, c.Remedy)
		}
	}
	for i := range out {
		if r := &out[i]; r.Side == 1 && len(s.aliases) > 0 {
			r.Old, r.Text, r.From, r.To = s.owned(r.Old), s.owned(r.Text), s.ownPlace(r.From), s.ownPlace(r.To)
		}
	}
	return out
}

// unmended says what became of the remedies where none is listed.
func (s *Search) unmended() string {
	switch text := "What was tried makes both results equal in some of the evaluations that fit and not in all of them, so it is not listed."; {
	case s.partly && (s.known[0].Unit == AnyUnit || s.known[1].Unit == AnyUnit):
		return text + " Say on which machines and by which compilers the results were computed."
	case s.partly:
		return text
	case s.spoiled:
		return "No option and no change of the text that was tried makes both results one number; what makes both infinite or NaNs is not listed."
	}
	return "No option and no change of the text that was tried makes both results equal."
}

// fusedByItself reports products fused as the compilers of machines that were named do it by themselves: options then need not help against what
// else might give the same bits.
func (s *Search) fusedByItself(list []Cause, best [2]*evaluation) bool {
	for side, e := range best {
		if s.known[side].Unit == AnyUnit || s.hyps[e.hyp].family != Machines {
			return false
		}
	}
	return list[0].ID == CauseContraction && len(list[0].With) == 0 && (len(list) == 1 || list[1].Rank > 1)
}

// elsewise reports an evaluation that is not what a compiler makes of the program that the best one has.
func (s *Search) elsewise(e, best *evaluation) bool {
	h := &s.hyps[e.hyp]
	return h.family != Machines || h.prog != s.hyps[best.hyp].prog
}

// reaches reports that a change can be made on its sides; an option becomes that of the side's compiler.
func (s *Search) reaches(c *change) bool {
	for side := range 2 {
		k := &s.known[side]
		if c.Side == 1-side || c.Kind == Setting && k.By == 0 {
			continue
		}
		if c.Kind == Flag && c.Side == side {
			c.Text = k.option(c.Text)
		}
		if c.Text == "" || c.Kind == Source && k.foreign() || compilers[k.By].id == "other" {
			return false
		}
	}
	return true
}

// spoils reports results that are infinite or no numbers on a row where one of the sides had a number.
func (x *surgery) spoils(r ran) bool {
	for row, c := range r.r {
		a, b := x.best[0], x.best[1]
		if !finite(r.t, c) && (finite(a.typ, a.results[row]) || finite(b.typ, b.results[row])) {
			return true
		}
	}
	return false
}

// more reports that options hold all of fewer ones.
func more(options, fewer string) bool {
	list := strings.Fields(strings.ReplaceAll(options, ",", ""))
	for _, f := range strings.Fields(fewer) {
		if !slices.Contains(list, f) {
			return false
		}
	}
	return true
}

// maxRemedies bounds the remedies that are listed.
const maxRemedies = 8

// changes lists what is worth trying against the causes.
func (x *surgery) changes(has func(ID) bool) (list []change) {
	s := x.s
	fast := has(CauseFTZ) || has(CauseFastDivision) || has(CauseFastSqrt) || has(CauseFastFunction)
	if has(CauseContraction) || fast || has(CauseX87) {
		list = x.flags(list, fast || has(CauseContraction))
	}
	if has(CauseFastDivision) {
		list = x.precise(list)
	}
	for side := range 2 {
		if k := &s.known[side]; k.Fast {
			text := noFastMath
			if k.Ofast && has(CauseFTZ) {
				text = noOfast
			}
			list = append(list, on(side, Remedy{Kind: Flag, Text: text}, func(x *surgery) ran { return x.careful(side) }))
		}
		if strings.HasPrefix(compilers[s.known[side].By].id, "ic") && has(CauseFTZ) {
			list = append(list, on(side, Remedy{Kind: Flag, Text: noFTZ}, x.unflushed(side)))
		}
		if s.known[side].Loose {
			list = append(list, on(side, Remedy{Kind: Flag, Text: "compile without " + strings.Join(looseOptions, ", ")}, func(x *surgery) ran { return x.careful(side) }))
		}
		if k := &s.known[side]; k.Single {
			list = append(list, on(side, Remedy{Kind: Flag, Text: "compile without " + k.singleOption()}, func(x *surgery) ran {
				return x.read(side, x.textOf(side), expr.NoType, false)
			}))
		}
	}
	if has(CauseContraction) {
		for side := range 2 {
			if x.best[side].traits[CauseContraction] == "" {
				continue
			}
			fused, multiplied := x.contracted(side)
			if text := x.textOf(side); multiplied != "" && x.unit(side) == expr.GPU && s.known[side].By == 0 && !s.known[side].closed() && !strings.Contains(text, "__host__") { // nvcc takes it in device code alone
				note := ""
				if s.known[side].Unit == AnyUnit {
					note = "if it runs on a GPU: CUDA has this function, compilers for a CPU do not"
				} else if !anyOf(text, strings.Fields(qualifiers)) {
					note = "in device code alone: compilers for a CPU do not have this function"
				}
				list = append(list, x.source(side, multiplied, note))
			}
			if exactly := x.best[0].level == Exactly && x.best[1].level == Exactly; fused != "" && exactly && s.known[1-side].Unit != OnGPU && !s.known[1-side].closed() {
				text, ok := fused, true
				if s.texts[1] != s.base {
					text, ok = adopted(x.textOf(1-side), fused, false)
				}
				if ok {
					list = append(list, x.source(1-side, text, ""))
				}
			}
		}
	}
	if has(CauseLiteral) || has(CauseWide) || has(CauseIntegerDivision) || s.textDiffers || s.texts[1] != s.base {
		list = x.types(list, has)
	}
	if has(CauseConversion) {
		list = x.conversions(list)
	}
	if has(CauseOrder) && !s.textDiffers { // otherwise one of the texts holds for both
		list = x.orders(list)
	}
	if has(CauseReducedInput) || has(CauseReducedAccumulation) {
		list = x.narrowing(list)
	}
	list = x.spelled(list)
	if has(CauseFastFunction) || has(CauseLibrary) || has(CauseLiteral) || has(CauseWide) {
		list = x.functions(list, has(CauseFastFunction) || has(CauseLibrary))
	}
	return list
}

// on makes a change of one side; the other one stays.
func on(side int, r Remedy, run func(x *surgery) ran) change {
	r.Side = side
	return change{r, func(x *surgery) (first, second ran) {
		if side == 0 {
			return run(x), ranOf(x.best[1])
		}
		return ranOf(x.best[0]), run(x)
	}}
}

// rebuilt runs the program of a side with other flags: target changes those of a compiler, choice, if there is one, what a
// hypothesis or -use_fast_math chose.
func (x *surgery) rebuilt(side int, target func(t *expr.Target), choice func(c *expr.Choice)) ran {
	s := x.s
	if x.extended(side, x.textOf(side)) {
		return ran{}
	}
	h := &s.hyps[x.best[side].hyp]
	code, ok := s.program(h.prog)
	if !ok || h.order > 0 {
		return ranOf(x.best[side])
	}
	if h.choice != nil && h.choice.Memory == 0 {
		if choice == nil {
			return ran{}
		}
		ch := *h.choice
		choice(&ch)
		return ran{code.Values[code.Result].Type, s.resultsOf(code, ch)}
	}
	if h.target.Machine == expr.GPU && h.target.GPU.Flags.FastMath && choice != nil {
		ch := s.chose(code, h.target) // an option beside -use_fast_math wins (measured: PTX of nvcc 13.0)
		choice(&ch)
		return ran{code.Values[code.Result].Type, s.resultsOf(code, ch)}
	}
	t := h.target
	target(&t)
	return ran{code.Values[code.Result].Type, s.resultsOf(code, s.chose(code, t))}
}

// extended reports a text with long double on a host, whose long double has more digits than the double by which it is evaluated here, and
// no option changes that. Microsoft's is double.
func (x *surgery) extended(side int, text string) bool {
	return strings.Contains(text, "long double") && x.unit(side) != expr.GPU && !strings.Contains(" msvc vc6 ", " "+compilers[x.s.known[side].By].id+" ")
}

// careful runs the program of a side as g++ compiles it without -ffast-math. Of other compilers it is not known here whether they fuse
// products then.
func (x *surgery) careful(side int) ran {
	k := &x.s.known[side]
	if k.NoFMA || k.Off {
		return x.compiledFor(side, "gcc")
	}
	r := x.compiledFor(side, "gcc-fma")
	if k.By > 0 && !r.equal(x.compiledFor(side, "gcc")) {
		return ran{}
	}
	return r
}

// compiledFor runs the program of a side as it is compiled for a target.
func (x *surgery) compiledFor(side int, id string) ran {
	s := x.s
	code, ok := s.program(s.main[side])
	if !ok || x.extended(side, x.textOf(side)) {
		return ran{}
	}
	return ran{code.Values[code.Result].Type, s.resultsOf(code, s.chose(code, mustTarget(id)))}
}

// unit is the machine of a side.
func (x *surgery) unit(side int) expr.Machine {
	found := x.s.hyps[x.best[side].hyp].target.Machine
	switch k := &x.s.known[side]; k.Unit {
	case OnGPU:
		return expr.GPU
	case OnX87:
		return expr.X87
	case OnCPU, OnSSE:
		if found == expr.X87 {
			return found
		}
		return expr.SSE
	}
	return found
}

// source is a new text of a side's program, as its compiler makes it.
func (x *surgery) source(side int, text, note string) change {
	r := Remedy{Kind: Source, Note: note}
	r.edit(x.textOf(side), text)
	if x.unit(side) != expr.GPU {
		r.headed(x.textOf(side), text)
	}
	return on(side, r, func(x *surgery) ran { return x.retype(side, text) })
}

// both is one new text for both sides.
func (x *surgery) both(text, note string) change {
	r := Remedy{Kind: Source, Side: BothSides, Note: note}
	r.edit(x.textOf(0), text)
	return change{r, func(x *surgery) (first, second ran) { return x.retype(0, text), x.retype(1, text) }}
}

func (x *surgery) textOf(side int) string {
	if side == 1 && x.s.texts[1] != x.s.base {
		return x.s.q.Second
	}
	return x.s.q.Text
}

// retype compiles another text for the machine of a side, by the target that its evaluation is of, and runs it.
func (x *surgery) retype(side int, text string) ran { return x.compiled(side, text, false) }

// compiled is retype, with products rounded for themselves where apart is set.
func (x *surgery) compiled(side int, text string, apart bool) ran {
	literals := expr.NoType
	if x.s.known[side].Single {
		literals = expr.Float
	}
	return x.read(side, text, literals, apart)
}

// read is compiled with literals of a type.
func (x *surgery) read(side int, text string, literals expr.Type, apart bool) ran {
	s := x.s
	if x.extended(side, text) || s.known[side].rearranged() && !x.asWritten(side) { // the option holds for the new text too
		return ran{}
	}
	h := &s.hyps[x.best[side].hyp]
	root := s.programs[h.prog].root
	t := h.target
	switch u := x.unit(side); {
	case h.order > 0 || u == expr.GPU && t.Machine != expr.GPU || u == expr.X87 && t.Machine != expr.X87 || t.Machine == expr.Strict:
		t = mustTarget(map[expr.Machine]string{expr.GPU: "9.0", expr.SSE: "gcc", expr.X87: "x87", expr.Strict: "gcc"}[u])
	case u == expr.SSE && t.Machine == expr.GPU:
		t = mustTarget("gcc")
	}
	free := s.q.Free
	assigned := false          // the result to a float, which the one of another text is too
	for i, e := range x.best { // both sides have the same data
		for _, c := range s.changes(&s.hyps[e.hyp]) {
			if c.Kind == FloatData {
				free = expr.Float
			}
			assigned = assigned || c.Kind == StoredFloat && (i == side || s.texts[1] != s.base)
		}
	}
	if x.data != expr.NoType {
		free = x.data
	}
	if s.texts[1] == s.base && !s.known[side].Single && s.allFloat(x.best[side]) { // whatever the text says
		text, literals = replaced(text, "double", "float "), expr.Float
	}
	c, ok := s.reread(root, text, t.Reads(expr.Options{Free: free, Known: x.ints(side), Literals: literals}))
	if !ok {
		return ran{}
	}
	calls := functionNames(c) != ""
	if s.resultsOf(c, s.chose(c, t)) == nil { // it has functions that the target does not
		c = s.libraried(c)
	}
	if d, ok := stored(c); assigned && ok {
		c = d
	}
	for _, ch := range s.changes(h) {
		if ch.Kind == OtherLibrary && ch.Ulps != 0 && calls { // by how much they are off in the new text is not known
			return ran{}
		}
		if d, ok := variablesStored(c); ch.Kind == VariablesStored && t.Machine == expr.X87 && ok {
			c = d
		}
		if d, ok := unrounded(c); ch.Kind == Unrounded && t.Machine == expr.X87 && ok {
			c = d
		}
	}
	ch := s.chose(c, t)
	if h.choice != nil && len(h.choice.Fuse) == len(ch.Fuse) { // the fusing that was found
		ch.Fuse = h.choice.Fuse
	}
	if h.choice != nil { // what becomes of subnormal numbers stays as it is
		ch.FlushIn, ch.FlushOut = h.choice.FlushIn, h.choice.FlushOut
	}
	if apart {
		unfused(&ch)
	}
	return ran{c.Values[c.Result].Type, s.resultsOf(c, ch)}
}

// elsewhere reports a side whose program is written in something else, as Python or a spreadsheet is, or comes compiled: no text that is
// read here stands for it.
func (s *Search) elsewhere() bool {
	return slices.ContainsFunc(s.known[:s.sides], func(k Known) bool { return k.Double || k.Ready })
}

// types gives literals, variables and quotients the types of the other side.
func (x *surgery) types(list []change, has func(ID) bool) []change {
	s := x.s
	respelt := func(e *evaluation) bool { // whose sum begins with 0.0f: its type alone is no remedy
		return slices.ContainsFunc(s.changes(&s.hyps[e.hyp]), func(c Change) bool { return c.Kind == Spelled && c.ID == CauseLiteral })
	}
	variants := func(text string) (out []string) {
		if respelt(x.best[0]) || respelt(x.best[1]) {
			return nil
		}
		if has(CauseIntegerDivision) {
			ints := x.ints(0)+x.ints(1) != ""
			return []string{trueDivisions(text, "f", ints), trueDivisions(text, "", ints), inFractions(text, "float", "f"), inFractions(text, "double", "")}
		}
		if x.s.allFloat(x.best[0]) != x.s.allFloat(x.best[1]) {
			return []string{suffixed(replaced(text, "double", "float"))}
		}
		if out = []string{suffixed(text), unsuffixed(text), doubled(text)}; !strings.ContainsAny(text, ";{=") && out[1] != text { // an expression, whose result is a float still
			out = append(out, "(float)("+out[1]+")")
		}
		return out
	}
	var other [2]string // the text of the other side
	if s.texts[1] != s.base {
		for side := range 2 {
			if has(CauseIntegerDivision) && s.losesFraction(int8(1-side), x.textOf(1-side), s.texts[1-side]) { // which would be lost on both sides
				continue
			}
			if option, note := macroOption(x.textOf(side), x.textOf(1-side)); option != "" {
				text := x.textOf(1 - side)
				list = append(list, on(side, Remedy{Kind: Flag, Text: option, Note: note}, func(x *surgery) ran { return x.retype(side, text) }))
				continue
			}
			if text, ok := adopted(x.textOf(side), x.textOf(1-side), x.unit(side) == expr.GPU && (s.known[side].Unit == OnGPU || forDevice(x.textOf(side)))); ok {
				other[side], list = text, append(list, x.source(side, text, "the text of the other program"))
			}
		}
	}
	for side := range 2 {
		text := x.textOf(side)
		if now := inSingle(text); x.best[side].traits[CauseWide] == asInC && now != text {
			list = append(list, x.source(side, now, ""))
		}
		if !x.asWritten(side) {
			continue
		}
		for _, now := range variants(text) {
			if now != text && !x.overloads(side, text, now) && alike(text, other[side]) <= alike(text, now) { // nothing before what has to change
				c := x.source(side, now, "")
				if x.openData(side, text, now) {
					d := c
					d.Note = "and the data in double"
					list = append(list, d.inDouble())
				}
				list = append(list, c)
			}
		}
	}
	if s.texts[1] != s.base || s.elsewhere() || slices.ContainsFunc(s.answer.a.Causes, func(c Cause) bool { return c.ID == CauseOrder && c.Rank == 1 }) {
		return list // where the order may differ types are not enough
	}
	text, single := x.textOf(0), slices.ContainsFunc(x.best[:], func(e *evaluation) bool { // literals stay float there
		return e.traits[CauseLiteral] == strconv.Itoa(int(FloatLiterals))
	})
	for _, now := range variants(text) {
		if now != text && !x.overloads(0, text, now) && !x.overloads(1, text, now) && now != unsuffixed(text) && (now == suffixed(text) || !single) && !has(CauseReducedInput) && !has(CauseReducedAccumulation) { // the narrower format would stay
			if c := x.both(now, "the same types on both sides"); x.openData(0, text, now) {
				c.Note += ", the data too"
				list = append(list, c.inDouble())
			} else {
				list = append(list, c)
			}
		}
	}
	return list
}

// ints are the undeclared inputs that are int in the evaluation of a side, as expr.Options.Known has them.
func (x *surgery) ints(side int) string {
	for _, c := range x.s.changes(&x.s.hyps[x.best[side].hyp]) {
		if c.Kind == WholeInputs {
			return c.Fn
		}
	}
	return ""
}

// spelled writes calls of functions in the program of one side as the other side has them.
func (x *surgery) spelled(list []change) []change {
	for side := range 2 {
		for _, c := range x.s.changes(&x.s.hyps[x.best[side].hyp]) {
			if c.Kind == Spelled && x.asWritten(1-side) {
				list = append(list, x.source(1-side, c.Fn, ""))
			}
		}
	}
	return list
}

// asWritten reports that the evaluation of a side is one of its text: a change of that text is one of what was run. A reference in
// double, or a sum in another order, is another program.
func (x *surgery) asWritten(side int) bool {
	h := &x.s.hyps[x.best[side].hyp]
	return h.order == 0 && h.target.Machine != expr.Strict && !slices.ContainsFunc(x.s.changes(h), func(c Change) bool {
		return c.Kind != Parameters && c.Kind != StoredFloat && c.Kind != Unrounded && c.Kind != OtherLibrary && c.Kind != FloatData && c.Kind != WholeInputs
	})
}

// conversions makes a conversion defined: by way of a wider integer.
func (x *surgery) conversions(list []change) []change {
	text := x.textOf(0)
	for i := range x.s.base.Values {
		v := &x.s.base.Values[i]
		if v.Op != expr.Convert || v.Type.IsFloat() || !v.Cast {
			continue
		}
		whole := inside(text, v.From, v.To)
		open := strings.IndexByte(whole, ')')
		if !strings.HasPrefix(whole, "(") || open < 0 {
			continue
		}
		at := int(v.From) + open + 1
		for _, by := range []string{"(int)", "(long long)"} {
			now := text[:at] + by + text[at:]
			if code, ok := x.s.reread(0, now, expr.Options{Free: x.s.q.Free, Known: x.ints(0)}); !ok || len(x.s.undefinedIn(code)) > 0 {
				continue
			}
			if r := x.retype(0, now); !r.equal(ranOf(x.best[0])) && !r.equal(ranOf(x.best[1])) { // a number that nobody meant
				continue
			}
			c := x.both(now, "it wraps around then: the number does not fit in the type")
			c.Old, c.Text, c.From, c.To = whole, whole[:open+1]+by+whole[open+1:], v.From, v.To
			list = append(list, c)
		}
		break
	}
	for side := range 2 { // another policy for what is too large
		policy, name := x.best[side].traits[CauseConversion], "__NV_NOSAT"
		if strings.HasSuffix(policy, " nan") || strings.HasSuffix(policy, " inf") {
			name = "__NV_SATFINITE"
		}
		if strings.HasPrefix(policy, "=") {
			list = append(list, on(side, Remedy{Kind: Setting, Text: name, Note: "the saturation argument of the conversion"}, func(x *surgery) ran { return x.retype(side, text) }))
		}
	}
	return list
}

// orders adds in one fixed order on both sides: that in which the program stands.
func (x *surgery) orders(list []change) []change {
	text := withoutPragmas(x.textOf(0))
	note := "add in the order of the program on both sides, by one thread, without -ffast-math or a parallel reduction"
	if x.s.arrives {
		if noted(x.s.base, "is followed") {
			return list // += by many threads is a race
		}
		text = withoutAtomics(text)
		note = "no atomics: partial sums into places of their own, then these in a fixed order, as here"
	}
	for side := range 2 { // one side alone has another order
		if x.s.known[side].rearranged() && text == x.textOf(side) { // an option rearranged what is written so
			continue
		}
		if x.s.arrives && x.unit(0) == x.unit(1) { // the other side has atomics too
			continue
		}
		if x.best[side].traits[CauseOrder] != "" && x.best[1-side].traits[CauseOrder] == "" && (x.unit(side) == expr.GPU || !forDevice(text)) {
			c := x.source(side, text, note)
			c.Old, c.Text, c.From, c.To = "", strings.TrimSpace(text), 0, 0
			list = append(list, c)
		}
	}
	if forDevice(text) && (x.unit(0) != expr.GPU || x.unit(1) != expr.GPU) {
		return list
	}
	if x.s.elsewhere() || (x.s.known[0].rearranged() || x.s.known[1].rearranged()) && text == x.textOf(0) {
		return list
	}
	if t := CauseReducedInput; x.best[0].traits[t] != x.best[1].traits[t] { // the inputs of a library's product
		note += ", of inputs that were never held in a narrower format"
	}
	list = append(list, x.both(text, note))
	// Where products are fused the order alone is not enough.
	c := x.both(text, note+"; every product rounded for itself: "+unfusedAny)
	c.run = func(x *surgery) (first, second ran) { return x.compiled(0, text, true), x.compiled(1, text, true) }
	return append(list, c)
}

// narrowing takes back a narrower format of factors or results.
func (x *surgery) narrowing(list []change) []change {
	for side := range 2 {
		t := &x.best[side].traits
		if t[CauseReducedInput] == "" && t[CauseReducedAccumulation] == "" {
			continue
		}
		text := x.textOf(side)
		run := func(x *surgery) ran { return x.retype(side, text) }
		k := &x.s.known[side]
		if c := &x.s.answer.a.Causes[0]; strings.HasPrefix(t[CauseReducedInput], "=tf32") && (c.ID != CauseReducedInput || c.Fn != "") &&
			!k.Held {
			if len(expr.Fusable(x.s.base)) == 0 { // of which TF32 is: an operation by itself is not
				continue
			}
			settings := []string{"torch.backends.cuda.matmul.allow_tf32 = False", "export NVIDIA_TF32_OVERRIDE=0", "cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);"}
			if compilers[k.By].id == "torch" {
				settings = settings[:2] // the handle is PyTorch's
			}
			for _, setting := range settings {
				list = append(list, on(side, Remedy{Kind: Setting, Text: setting}, func(x *surgery) ran {
					if r, ok := x.s.withoutTF32(x.s.programs[x.s.hyps[x.best[side].hyp].prog].root); ok {
						return r
					}
					return run(x)
				}))
			}
			continue
		}
		held := k.Held || slices.ContainsFunc(x.s.changes(&x.s.hyps[x.best[side].hyp]), func(ch Change) bool { return ch.Kind == RoundInputs })
		if !held && k.Ready && x.s.terms > 2 { // in binary32 the library's order is not known
			continue
		}
		if held || t[CauseReducedInput] != "" || x.s.inputsToo(side, pair{a: x.best[0], b: x.best[1]}) { // a conversion back leaves them as they are
			wide := Remedy{Kind: Setting, Text: "float", Note: "hold the inputs in binary32 and compute in it: what they lost in a narrower format does not come back"}
			if strings.HasPrefix(t[CauseReducedInput], inFloats) {
				wide.Text, wide.Note = "double", "hold the inputs in binary64, in files too: what they lost in float does not come back"
			}
			list = append(list, on(side, wide, run))
			continue
		}
		list = append(list, on(side, Remedy{Kind: Setting, Text: "float", Note: "compute in binary32: convert the operands before the operation, not its result; in PyTorch, x = x.float()"}, run))
	}
	return list
}
