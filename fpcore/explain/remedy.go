package explain

import (
	"slices"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
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

// surgery tries changes and keeps those that work.
type surgery struct {
	s    *Search
	best [2]*evaluation
	list []Remedy
}

// remedies tries what may remove the difference, for the first cause and those that are as plausible, the simplest first.
func (s *Search) remedies(list []Cause, best [2]*evaluation) []Remedy {
	x := surgery{s: s, best: best}
	ids := append([]ID{list[0].ID}, list[0].With...)
	has := func(id ID) bool { return slices.Contains(ids, id) }
	if has(CauseContraction) {
		x.contraction()
	}
	x.flags(has)
	if has(CauseLiteral) || has(CauseWide) || has(CauseIntegerDivision) || s.textDiffers {
		x.types(has)
	}
	if has(CauseConversion) {
		x.conversions()
	}
	if has(CauseOrder) {
		x.orders()
	}
	if has(CauseReducedInput) || has(CauseReducedAccumulation) {
		x.narrowing(list[0])
	}
	if has(CauseFastFunction) || has(CauseLibrary) || has(CauseLiteral) || has(CauseWide) {
		x.functions()
	}
	return x.list
}

// try keeps a remedy if the results of both sides are then equal.
func (x *surgery) try(r Remedy, first, second ran) bool {
	if !first.equal(second) || len(x.list) >= 12 {
		return false
	}
	for _, o := range x.list {
		if o.Text == r.Text && o.Side == r.Side && o.From == r.From {
			return false
		}
	}
	r.Type, r.Bits = [2]expr.Type{first.t, second.t}, [2][]uint64{first.r, second.r}
	x.list = append(x.list, r)
	return true
}

// with puts a new result of one side beside that of the other.
func (x *surgery) with(side int, r Remedy, now ran) bool {
	r.Side = side
	if side == 0 {
		return x.try(r, now, ranOf(x.best[1]))
	}
	return x.try(r, ranOf(x.best[0]), now)
}

// choice runs the program of a side with another choice.
func (x *surgery) choice(side int, change func(c *expr.Choice)) (ran, bool) {
	h := &x.s.hyps[x.best[side].hyp]
	code, ch, ok := x.s.choiceOf(h)
	if !ok {
		return ran{}, false
	}
	was := ch
	change(&ch)
	if ch == was {
		return ran{}, false
	}
	return ran{code.Values[code.Result].Type, x.s.resultsOf(code, ch)}, true
}

// target runs the program of a side as a compiler with other flags makes it.
func (x *surgery) target(side int, change func(t *expr.Target)) (ran, bool) {
	h := &x.s.hyps[x.best[side].hyp]
	code, ok := x.s.program(h.prog)
	if !ok || h.order > 0 {
		return ran{}, false
	}
	t := h.target
	change(&t)
	p, err := expr.Compile(code, t)
	if err != nil || t == h.target {
		return ran{}, false
	}
	return ran{code.Values[code.Result].Type, x.s.resultsOf(code, p.Choice)}, true
}

func (x *surgery) unit(side int) expr.Machine {
	switch k := &x.s.known[side]; k.Unit {
	case OnGPU:
		return expr.GPU
	case OnX87:
		return expr.X87
	case OnCPU, OnSSE:
		if m := x.s.hyps[x.best[side].hyp].target.Machine; m == expr.X87 {
			return m
		}
		return expr.SSE
	}
	return x.s.hyps[x.best[side].hyp].target.Machine
}

// unfuse takes back every fusing.
func unfuse(c *expr.Choice) { c.Fuse = strings.Repeat("-", len(c.Fuse)) }

// contraction: products are not fused on the side that fuses them, or they are on the other.
func (x *surgery) contraction() {
	var plain [2]ran
	for side := range 2 {
		r, ok := x.choice(side, unfuse)
		if !ok {
			r = ranOf(x.best[side])
		}
		plain[side] = r
		flag := "-ffp-contract=off"
		if x.unit(side) == expr.GPU {
			flag = "-fmad=false"
		}
		if ok && x.best[side].traits[CauseContraction] != "" && !strings.HasPrefix(x.best[side].traits[CauseContraction], "mad") {
			x.with(side, Remedy{Kind: Flag, Text: flag}, r)
		}
	}
	if x.best[0].traits[CauseContraction] != "" && x.best[1].traits[CauseContraction] != "" {
		flag := "-fmad=false"
		if x.unit(0) != expr.GPU || x.unit(1) != expr.GPU {
			flag = "-fmad=false (nvcc), -ffp-contract=off (g++, clang++)"
			if x.unit(0) != expr.GPU && x.unit(1) != expr.GPU {
				flag = "-ffp-contract=off"
			}
		}
		x.try(Remedy{Kind: Flag, Side: BothSides, Text: flag}, plain[0], plain[1])
	}
	for side := range 2 {
		if x.best[side].traits[CauseContraction] == "" {
			continue
		}
		text, multiplied := x.contracted(side)
		if multiplied != "" && x.unit(side) == expr.GPU {
			x.source(side, multiplied)
		}
		if text != "" {
			x.source(1-side, text)
		}
	}
}

// source tries a new text of a side's program on that side, as its compiler makes it.
func (x *surgery) source(side int, text string) bool {
	now, ok := x.retype(side, text)
	if !ok {
		return false
	}
	r := Remedy{Kind: Source, Text: text}
	r.Old, r.Text, r.From, r.To = changed(x.textOf(side), text)
	return x.with(side, r, now)
}

// both tries one new text on both sides.
func (x *surgery) both(text string) bool {
	a, ok1 := x.retype(0, text)
	b, ok2 := x.retype(1, text)
	if !ok1 || !ok2 {
		return false
	}
	r := Remedy{Kind: Source, Side: BothSides}
	r.Old, r.Text, r.From, r.To = changed(x.textOf(0), text)
	return x.try(r, a, b)
}

func (x *surgery) textOf(side int) string {
	if side == 1 && x.s.texts[1] != x.s.base {
		return x.s.q.Second
	}
	return x.s.q.Text
}

// changed finds the one span in which two texts differ, widened to whole lines if there are several places.
func changed(was, now string) (old, text string, from, to int32) {
	i := 0
	for i < len(was) && i < len(now) && was[i] == now[i] {
		i++
	}
	j, k := len(was), len(now)
	for j > i && k > i && was[j-1] == now[k-1] {
		j, k = j-1, k-1
	}
	for i > 0 && (wordByte(was[i-1]) || was[i-1] == '.') {
		i--
	}
	for j < len(was) && (wordByte(was[j]) || was[j] == '.') {
		j, k = j+1, k+1
	}
	return was[i:j], now[i:k], int32(i), int32(j)
}

// retype compiles another text for the machine of a side, by the target that its evaluation is of, and runs it.
func (x *surgery) retype(side int, text string) (ran, bool) {
	s := x.s
	h := &s.hyps[x.best[side].hyp]
	root := s.programs[h.prog].root
	t := h.target
	switch u := x.unit(side); {
	case h.order > 0 || u == expr.GPU && t.Machine != expr.GPU || t.Machine == expr.Strict:
		t = mustTarget(map[expr.Machine]string{expr.GPU: "9.0", expr.SSE: "gcc", expr.X87: "x87", expr.Strict: "gcc"}[u])
	case u == expr.SSE && t.Machine == expr.GPU:
		t = mustTarget("gcc")
	}
	c, ok := s.reread(root, text, t.Reads(expr.Options{Free: s.q.Free}))
	if !ok {
		return ran{}, false
	}
	ch := expr.ChoiceOf(c, t)
	if h.choice != nil && len(h.choice.Fuse) == len(ch.Fuse) { // the fusing that was found
		ch.Fuse = h.choice.Fuse
	}
	p, err := expr.PlanOf(c, ch)
	if err != nil {
		return ran{}, false
	}
	s.pause(2 * len(c.Values))
	var list []uint64
	for row := range s.table.In {
		s.tried++
		list = append(list, p.Result(s.rowInputs(c, row)))
	}
	return ran{c.Values[c.Result].Type, list}, true
}

// flags takes back what options of a compiler or of the processor do.
func (x *surgery) flags(has func(ID) bool) {
	for side := range 2 {
		t := &x.best[side].traits
		h := &x.s.hyps[x.best[side].hyp]
		gpu := x.unit(side) == expr.GPU
		fast := h.family == Machines && h.target.Machine == expr.GPU && h.target.GPU.Flags.FastMath
		if fast && (has(CauseFTZ) || has(CauseFastDivision) || has(CauseFastSqrt) || has(CauseFastFunction) || has(CauseContraction)) {
			if r, ok := x.target(side, func(t *expr.Target) { t.GPU.Flags = mustTarget("9.0").GPU.Flags }); ok {
				x.with(side, Remedy{Kind: Flag, Text: "compile without -use_fast_math"}, r)
			}
			if r, ok := x.target(side, func(t *expr.Target) { t.GPU.Flags = mustTarget("9.0-nofma").GPU.Flags }); ok && has(CauseContraction) {
				x.with(side, Remedy{Kind: Flag, Text: "-fmad=false, without -use_fast_math"}, r)
			}
			continue
		}
		if t[CauseX87] != "" && has(CauseX87) {
			if r, ok := x.target(side, func(t *expr.Target) { *t = mustTarget("gcc") }); ok {
				x.with(side, Remedy{Kind: Flag, Text: "-msse2 -mfpmath=sse"}, r)
			}
			if r, ok := x.target(side, func(t *expr.Target) { t.Store = true }); ok {
				x.with(side, Remedy{Kind: Flag, Text: "-ffloat-store"}, r)
			}
		}
		if t[CauseFTZ] != "" && has(CauseFTZ) {
			r, ok := x.choice(side, func(c *expr.Choice) { c.FlushIn, c.FlushOut = false, false })
			m := Remedy{Kind: Setting, Text: "_MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_OFF); _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_OFF);"}
			if gpu {
				m = Remedy{Kind: Flag, Text: "-ftz=false"}
			}
			if ok {
				x.with(side, m, r)
			}
			// Or the other side flushes too.
			if r, ok := x.choice(1-side, func(c *expr.Choice) { c.FlushIn, c.FlushOut = true, true }); ok && x.unit(1-side) == expr.GPU {
				x.with(1-side, Remedy{Kind: Flag, Text: "-ftz=true"}, r)
			}
		}
		if t[CauseFastDivision] != "" && t[CauseFastDivision] != "1.x" && has(CauseFastDivision) && gpu {
			if r, ok := x.choice(side, func(c *expr.Choice) { c.Div = expr.DivRounded }); ok {
				x.with(side, Remedy{Kind: Flag, Text: "-prec-div=true"}, r)
			}
		}
		if t[CauseFastSqrt] != "" && t[CauseFastSqrt] != "1.x" && has(CauseFastSqrt) && gpu {
			if r, ok := x.choice(side, func(c *expr.Choice) { c.Sqrt = expr.SqrtRounded }); ok {
				x.with(side, Remedy{Kind: Flag, Text: "-prec-sqrt=true"}, r)
			}
		}
		if has(CauseFastDivision) && has(CauseFastSqrt) && gpu {
			if r, ok := x.choice(side, func(c *expr.Choice) { c.Div, c.Sqrt = expr.DivRounded, expr.SqrtRounded }); ok {
				x.with(side, Remedy{Kind: Flag, Text: "-prec-div=true -prec-sqrt=true"}, r)
			}
		}
	}
}

// types gives literals, variables and quotients the types of the other side.
func (x *surgery) types(has func(ID) bool) {
	for side := range 2 {
		text := x.textOf(side)
		for _, now := range []string{suffixed(text), plainLiterals(text), doubled(text), replaceWord(text, "double", "float"), trueDivisions(text, "f"), trueDivisions(text, "")} {
			if now != text {
				x.source(side, now)
			}
		}
		if x.s.texts[1] != x.s.base {
			x.source(side, x.textOf(1-side))
		}
	}
	text := x.textOf(0)
	for _, now := range []string{suffixed(text), doubled(text), trueDivisions(text, "f")} {
		if now != text && x.s.texts[1] == x.s.base {
			x.both(now)
		}
	}
	if a, ok := x.retype(0, text); ok && x.s.texts[1] == x.s.base && len(x.list) == 0 {
		if b, ok := x.retype(1, text); ok {
			x.try(Remedy{Kind: Source, Side: BothSides, Text: strings.TrimSpace(text), Note: "evaluate the program with these types on both sides"}, a, b)
		}
	}
}

// conversions makes a conversion defined: by way of a wider integer, or of a number in range.
func (x *surgery) conversions() {
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
		for _, by := range []string{"(int)", "(long long)"} {
			x.both(text[:int(v.From)+open+1] + by + text[int(v.From)+open+1:])
		}
		return
	}
}

// orders adds in one fixed order on both sides: that in which the program stands.
func (x *surgery) orders() {
	text := x.textOf(0)
	a, ok1 := x.retype(0, text)
	b, ok2 := x.retype(1, text)
	note := "add in the order of the program on both sides, by one thread, without -ffast-math or a parallel reduction"
	if x.s.arrives {
		note = "no atomics: every partial sum into its own place, then these in a fixed order"
	}
	if ok1 && ok2 {
		x.try(Remedy{Kind: Source, Side: BothSides, Text: strings.TrimSpace(text), Note: note}, a, b)
	}
	for side := range 2 { // one side alone has another order
		if ok := [2]bool{ok1, ok2}[side]; ok && x.best[side].traits[CauseOrder] != "" {
			x.with(side, Remedy{Kind: Source, Text: strings.TrimSpace(text), Note: note}, [2]ran{a, b}[side])
		}
	}
}

// narrowing takes back a narrower format of factors or results.
func (x *surgery) narrowing(c Cause) {
	for side := range 2 {
		t := &x.best[side].traits
		if t[CauseReducedInput] == "" && t[CauseReducedAccumulation] == "" {
			continue
		}
		now, ok := x.retype(side, x.textOf(side))
		if !ok {
			continue
		}
		if strings.HasPrefix(t[CauseReducedInput], "=tf32") {
			x.with(side, Remedy{Kind: Setting, Text: "torch.backends.cuda.matmul.allow_tf32 = False"}, now)
			x.with(side, Remedy{Kind: Setting, Text: "export NVIDIA_TF32_OVERRIDE=0"}, now)
			x.with(side, Remedy{Kind: Setting, Text: "cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);"}, now)
			continue
		}
		x.with(side, Remedy{Kind: Setting, Text: "x = x.float()", Note: "compute in binary32: convert the operands before the operation, not its result"}, now)
	}
}

// functions computes a function in double and rounds it, on both sides: then both are the correctly rounded result unless
// the exact value lies very near the middle of two numbers, which is checked.
func (x *surgery) functions() {
	s := x.s
	if s.texts[1] != s.base {
		return
	}
	c := s.base
	if c.Result < 0 {
		return
	}
	v := &c.Values[c.Result]
	if v.Op == expr.Convert && v.X[0] >= 0 && c.Values[v.X[0]].Op == expr.Call {
		v = &c.Values[v.X[0]]
	}
	name, ok := doubleName(v.Fn)
	if v.Op != expr.Call || !ok || !libraryFunction(v.Fn) || v.X[0] < 0 || v.X[1] >= 0 {
		return
	}
	if a := &c.Values[v.X[0]]; a.Op != expr.Input && a.Op != expr.Const && a.Op != expr.Convert {
		return
	}
	text := x.textOf(0)
	call := inside(text, v.From, v.To)
	open := strings.IndexByte(call, '(')
	if open < 0 || !strings.HasSuffix(call, ")") {
		return
	}
	main, ok := s.program(s.main[0])
	if !ok {
		return
	}
	var list []uint64
	for row := range s.table.In {
		ref, ok := s.reference(main, row)
		if !ok {
			return
		}
		r, safe := nearestBeyond(ref, format.F32)
		if !safe {
			return
		}
		list = append(list, r)
	}
	now := ran{expr.Float, list}
	x.try(Remedy{Kind: Source, Side: BothSides, Old: call, Text: "(float)" + name + "((double)" + call[open:] + ")", From: v.From, To: v.To,
		Note: "the function in double, the result rounded, on both sides"}, now, now)
}

// nearestBeyond rounds to f; safe reports that every number within 4 ulp of binary64 of x rounds to the same.
func nearestBeyond(x exact.Ratio, f *format.Format) (code uint64, safe bool) {
	d := x.Round(round.Env{}, format.F64).Bits.Lo
	to := func(c uint64) uint64 { return arith.Convert(round.Env{}, f, format.F64, u128(c), nil).Bits.Lo }
	c := to(d)
	return c, to(d-4) == c && to(d+4) == c
}
