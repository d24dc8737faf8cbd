package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
)

// cutQuotients is the text of a hint for 1/i in the place of 1.0f/i.
const cutQuotients = "with quotients cut to whole numbers, as a division of integers gives them"

// HintKind says what kind of mistake gives a result.
type HintKind uint8

// The mistakes.
const (
	MissingTerm   HintKind = iota // a term of the sum was left out
	DoubledTerm                   // a term was added twice
	WrongSign                     // an addition for a subtraction, or a sign
	Swapped                       // operands of a subtraction or division, or two inputs, change places
	WrongInput                    // an input in the place of another
	WrongIndex                    // an array is read from another element on
	Factor                        // the result is a multiple
	ZeroResult                    // nothing was written
	OtherProgram                  // the second program computes something else
	WrongRounding                 // another function rounds to a whole number
	Wrapped                       // an integer type is too narrow
	ShortConstant                 // a constant has fewer digits
	OffByOne                      // a whole number is one more or less
	LeftOutCall                   // a function was not applied
)

// Hint is a mistake that gives the observed result on every row: it was run.
type Hint struct {
	Kind HintKind
	Text string // in words
}

// maxHints bounds the mistakes that are told.
const maxHints = 4

// alone ends a hint on one of several results that differ.
const alone = ", in this result alone"

// slip is what units and slips multiply a result by, num/den·10^exp10, and what it is.
type slip struct {
	num, den int64
	exp10    int64
	name     string
}

var slips = []slip{
	{-1, 1, 0, "the sign is reversed"},
	{2, 1, 0, "twice the value"}, {1, 2, 0, "half the value"},
	{4, 1, 0, "four times the value"}, {1, 4, 0, "a quarter of the value"},
	{10, 1, 0, "ten times the value"}, {1, 10, 0, "a tenth of the value"},
	{100, 1, 0, "100 times the value, as with per cent"}, {1, 100, 0, "a hundredth of the value, as with per cent"},
	{1000, 1, 0, "1000 times the value, as with milli and kilo"}, {1, 1000, 0, "a thousandth of the value, as with milli and kilo"},
	{1_000_000, 1, 0, "a million times the value"}, {1, 1_000_000, 0, "a millionth of the value"},
	{60, 1, 0, "60 times the value, as with minutes"}, {1, 60, 0, "a 60th of the value, as with minutes"},
	{3600, 1, 0, "3600 times the value, as with hours"}, {1, 3600, 0, "a 3600th of the value, as with hours"},
	{57295779513082321, 1, -15, "180/π times the value: degrees for radians"}, {17453292519943296, 1, -18, "π/180 times the value: radians for degrees"},
}

// hints tries mistakes and returns those that give what was observed on a side.
func (s *Search) hints(side int) (list []Hint) {
	root := min(side, 1)
	if s.texts[1] == s.base {
		root = 0
	}
	code, ok := s.program(s.main[root])
	if !ok {
		return nil
	}
	code = s.libraried(code)
	add := func(k HintKind, text string) {
		for _, h := range list {
			if h.Text == text {
				return
			}
		}
		if len(list) < maxHints {
			list = append(list, Hint{k, text})
		}
	}
	targets := []expr.Target{mustTarget("gcc"), mustTarget("9.0"), mustTarget("strict")}
	fits := func(c *expr.Code, rows [][]uint64) bool {
		f := c.Values[c.Result].Type.Format()
		for _, t := range targets {
			p, err := expr.Compile(c, t)
			if err != nil {
				continue
			}
			s.pause(len(c.Values))
			good := true
			for row := range rows {
				s.tried++
				r := p.Result(rows[row])
				if f == nil {
					good = good && integerLevel(&s.table.Observed[row][side], c.Values[c.Result].Type, r) >= 0
				} else {
					set := s.setsOf(f)[row][side]
					good = good && set.Level(r) >= 0
				}
				if !good {
					break
				}
			}
			if good {
				return true
			}
		}
		return false
	}
	// inputs of the rows as the program has them, changed
	rowsOf := func(c *expr.Code, change func(in []uint64, row int)) [][]uint64 {
		var all [][]uint64
		for row := range s.table.In {
			in := append([]uint64(nil), s.rowInputs(c, row)...)
			if change != nil {
				change(in, row)
			}
			all = append(all, in)
		}
		return all
	}
	rows := func(change func(in []uint64, row int)) [][]uint64 { return rowsOf(code, change) }
	plain := rows(nil)
	// here says where a mistake that an edit makes gives one result and not those beside it.
	here := func(edit func(c *expr.Code) (*expr.Code, bool)) string {
		if len(s.others) == 0 || s.givesOthers(side, s.texts[root], plain[0], targets, edit) {
			return ""
		}
		return alone
	}
	given := func(change func(in []uint64, row int)) bool { // with other inputs, which the results beside have too
		changed := rows(change)
		return fits(code, changed) && s.givesOthers(side, s.texts[root], changed[0], targets)
	}
	s.wrapped(add)
	reads := func(text string) bool {
		d, ok := s.reread(int8(root), text, expr.Options{Free: s.q.Free, Device: true})
		if !ok {
			return false
		}
		in := rowsOf(d, nil)
		return fits(d, in) && s.givesOthers(side, d, in[0], targets)
	}
	if now := inLong(code.Text); now != code.Text && reads(now) {
		add(Wrapped, "with long long in the place of its integers the program gives this result; the other went on with the lower bits of a number that is too large for them, or negative")
	}
	for _, c := range shortened(code.Text) {
		if reads(c.text) {
			add(ShortConstant, c.now+" in the place of "+c.was)
		}
	}
	if len(code.Values) <= 2000 {
		for _, c := range offByOne(code.Text) {
			if reads(c.text) {
				add(OffByOne, c.now+" in the place of "+c.was)
			}
		}
		for _, c := range withoutCalls(code.Text) {
			if reads(c.text) {
				add(LeftOutCall, "without "+c.was)
			}
		}
	}
	for _, w := range spellings {
		if now, call := respelled(code.Text, w.of, w.as); w.id == CauseBug && call != "" && reads(now) {
			add(WrongRounding, call+" rounds to this whole number")
		}
	}
	for _, c := range turned(code.Text) {
		d, ok := s.reread(int8(root), c.text, expr.Options{Free: s.q.Free, Device: true})
		if ok && fits(d, rowsOf(d, func(in []uint64, row int) { // of elements that the program does not read, too
			for i, v := range d.Inputs {
				if all := s.table.All[row][arrayName(v.Name)]; 0 <= v.Index && int(v.Index) < len(all) {
					in[i] = all[v.Index]
				}
			}
		})) {
			add(WrongIndex, c.now+" in the place of "+c.was+": rows and columns changed places")
		}
	}
	if strings.Contains(code.Text, "abs(") && reads("#define abs(x) abs((int)(x))\n"+code.Text) {
		add(WrongRounding, "with the abs of C, which takes an int and loses the fraction; fabs and fabsf keep it")
	}
	for _, unit := range [...][3]string{{"0.0174532925f", "radians", "degrees"}, {"57.2957795f", "degrees", "radians"}} {
		names, lines := "", ""
		for _, f := range [...]string{"sin", "cos", "tan", "sinf", "cosf", "tanf"} {
			if mentions(code.Text, f) {
				names, lines = names+", "+f, lines+"#define "+f+"(x) "+f+"((x)*"+unit[0]+")\n"
			}
		}
		if lines != "" && reads(lines+code.Text) {
			add(Factor, "with the angles of "+names[2:]+" multiplied by "+unit[0]+": taken for "+unit[2]+" and turned into "+unit[1])
		}
	}
	if d, ok := conversionsNearest(code); ok && fits(d, plain) {
		add(WrongRounding, "rounded to the nearest whole number, where the conversion in C cuts the fraction off")
	}
	if d, ok := quotientsCut(code); ok && fits(d, plain) {
		add(WrongRounding, cutQuotients)
	}
	s.multiples(side, code, add)
	if len(code.Values) > 20_000 {
		return list
	}
	// Terms of a sum.
	if sum, ok := findSum(code); ok {
		s.likelyTerms(side, code, &sum, func(i int, k HintKind) bool {
			edit := func(c *expr.Code) (*expr.Code, bool) {
				sum, ok := findSum(c)
				if !ok || i >= len(sum.terms) {
					return nil, false
				}
				return without(c, expr.Add, sum.terms[i], func(r *rewriter, v expr.Value) int32 {
					m := v.X[0]
					switch k {
					case MissingTerm:
						v.Op, v.X = expr.Const, [3]int32{-1, -1, -1}
					case WrongSign:
						v.Op, v.X = expr.Neg, [3]int32{m, -1, -1}
					case DoubledTerm:
						v.X = [3]int32{m, m, -1}
					}
					return r.emit(v)
				})
			}
			d, ok := edit(code)
			if ok && fits(d, plain) {
				where := "term " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(sum.terms))
				add(k, [...]string{"left out: ", "added twice: ", "with the other sign: "}[k]+where+here(edit))
				return true
			}
			return false
		}, func(m int) bool { // what a block of threads does not reach
			tail := sum.terms[len(sum.terms)-m:]
			d, ok := rewrite(code, func(r *rewriter, n int32, v expr.Value) int32 {
				if slices.Contains(tail, n) {
					v = expr.Value{Op: expr.Const, Type: v.Type, X: [3]int32{-1, -1, -1}, From: v.From, To: v.From}
				}
				return r.emit(v)
			})
			if ok = ok && fits(d, plain); ok {
				add(MissingTerm, "left out: the last "+strconv.Itoa(m)+" of "+strconv.Itoa(len(sum.terms))+" terms")
			}
			return ok
		})
	}
	// Factors of a product.
	if product, ok := findChain(code, expr.Mul); ok && len(product.terms) <= 24 {
		one := arith.Convert(round.Env{}, product.typ.Format(), format.F64, u128(0x3ff<<52), nil).Bits.Lo
		factors := stable.Delete(stable.Clone(product.terms), func(t int32) bool { // what a product begins with
			v := &code.Values[t]
			return v.Op == expr.Const && v.Bits == one || v.Op == expr.Input && s.wanders(code.Inputs[v.Bits].Name)
		})
		for i, t := range factors {
			d, ok := without(code, expr.Mul, t, func(r *rewriter, v expr.Value) int32 {
				v.Op, v.Bits, v.X = expr.Const, one, [3]int32{-1, -1, -1}
				return r.emit(v)
			})
			if ok && len(factors) > 2 && fits(d, plain) {
				add(MissingTerm, "left out: factor "+strconv.Itoa(i+1)+" of "+strconv.Itoa(len(factors)))
				break
			}
		}
	}
	// Arrays read from another element on.
	for i := 0; i < len(code.Inputs); {
		name, _, array := strings.Cut(code.Inputs[i].Name, "[")
		n := 1
		for array && i+n < len(code.Inputs) && strings.HasPrefix(code.Inputs[i+n].Name, name+"[") {
			n++
		}
		all := s.table.All[0][name]
		each := array && code.Inputs[i].Index < 0 && len(plain) > 1 // a row is a thread, which reads its own element
		if n > 1 || each || array && len(all) > 1 {
			for _, by := range []int{1, -1} {
				from, outside := i, ""
				if given(func(in []uint64, row int) {
					was, shift := append([]uint64(nil), in[from:from+n]...), func(k int) int { return k }
					if each {
						was, shift = nil, func(int) int { return row }
						for k := range plain {
							was = append(was, plain[k][from])
						}
					} else if all != nil {
						was, shift = s.table.All[row][name], func(k int) int { return int(code.Inputs[from+k].Index) }
					}
					for k := range n {
						if j := shift(k) + by; j >= 0 && j < len(was) {
							in[from+k] = was[j]
						} else {
							in[from+k], outside = 0, [...]string{", with 0 before the first element", "", ", with 0 behind the last element"}[by+1]
						}
					}
				}) {
					if strings.Count(code.Text, name+"[") > 1 {
						outside = ", wherever it is read" + outside
					}
					add(WrongIndex, name+"["+"i"+[...]string{"-", "", "+"}[by+1]+"1] in the place of "+name+"[i]"+outside)
				}
			}
		}
		i += n
	}
	if n := len(code.Inputs); n <= 12 {
		for i := range n {
			if s.wanders(code.Inputs[i].Name) {
				continue
			}
			for j := range n {
				if code.Inputs[i].Type != code.Inputs[j].Type || i == j || s.wanders(code.Inputs[j].Name) {
					continue
				}
				if i < j && given(func(in []uint64, _ int) { in[i], in[j] = in[j], in[i] }) {
					add(Swapped, code.Inputs[i].Name+" and "+code.Inputs[j].Name+" changed places")
				}
				if given(func(in []uint64, _ int) { in[i] = in[j] }) {
					add(WrongInput, code.Inputs[j].Name+" in the place of "+code.Inputs[i].Name)
				}
			}
			if given(func(in []uint64, _ int) { in[i] = 0 }) && (strings.Contains(code.Inputs[i].Name, "[") || !s.someNumber(side)) && !s.threadsDiffer() {
				add(WrongInput, code.Inputs[i].Name+" is zero: it was not set, or not copied")
			}
		}
	}
	// Operations with another sign, or with their operands swapped.
	seen := map[int32]bool{}
	for i := range code.Values {
		v := &code.Values[i]
		if !v.Type.IsFloat() || v.From >= v.To || seen[v.From<<16|v.To&0xffff] || len(seen) >= 48 {
			continue
		}
		span := v.From<<16 | v.To&0xffff
		from, to := v.From, v.To
		alter := func(op expr.Op, swap bool, kind HintKind, text string) {
			was := v.Op
			edit := func(c *expr.Code) (*expr.Code, bool) {
				return rewrite(c, func(r *rewriter, _ int32, w expr.Value) int32 {
					if w.From == from && w.To == to && w.Op == was {
						if w.Op = op; swap {
							w.X[0], w.X[1] = w.X[1], w.X[0]
						}
					}
					return r.emit(w)
				})
			}
			if d, ok := edit(code); ok && fits(d, plain) {
				add(kind, text+here(edit))
			}
		}
		text := inside(code.Text, v.From, v.To)
		switch v.Op {
		case expr.Add, expr.Sub:
			seen[span] = true
			alter(expr.Add+expr.Sub-v.Op, false, WrongSign, exchanged(code, v, text))
			if v.Op == expr.Sub {
				alter(v.Op, true, Swapped, "the operands of − exchanged in "+text)
			}
		case expr.Mul, expr.Div:
			seen[span] = true
			alter(expr.Mul+expr.Div-v.Op, false, Swapped, exchanged(code, v, text))
			if v.Op == expr.Div {
				alter(v.Op, true, Swapped, "the operands of / exchanged in "+text)
			}
		}
	}
	return list
}

// exchanged says which sign stands for another, + for − or * for / or the other way round; text is the operation, which may hold more of them.
func exchanged(c *expr.Code, v *expr.Value, text string) string {
	signs := [...]string{"+", "−", "*", "/"}
	k := v.Op - expr.Add
	was, now := signs[k], signs[k^1]
	x, y := &c.Values[v.X[0]], &c.Values[v.X[1]]
	switch {
	case y.From < y.To && v.From <= y.From && y.To <= v.To:
		text = inside(c.Text, y.From, y.To)
	case x.From < x.To && v.From <= x.From && x.To < v.To: // a name has no place of its own
		_, text, _ = strings.Cut(inside(c.Text, x.To, v.To), [...]string{"+", "-", "*", "/"}[k])
	default:
		return now + " in the place of " + was + " in " + text
	}
	return now + " in the place of the " + was + " before " + strings.TrimSpace(text)
}

// without returns the program with another operand in the place of a value in all operations op: what instead makes of a bare one with that value as
// its first operand. Where else the value is used it stays.
func without(c *expr.Code, op expr.Op, x int32, instead func(r *rewriter, v expr.Value) int32) (*expr.Code, bool) {
	return rewrite(c, func(r *rewriter, n int32, v expr.Value) int32 {
		if w := &c.Values[n]; w.Op == op {
			for k := range 2 {
				if w.X[k] == x {
					v.X[k] = instead(r, expr.Value{Op: op, Type: v.Type, X: [3]int32{v.X[k], -1, -1}, From: v.From, To: v.From})
				}
			}
		}
		return r.emit(v)
	})
}

// wrapped compares the integers of both results: those that are the same modulo 2^8, 2^16 or 2^32 are one number, which a type cut.
func (s *Search) wrapped(add func(HintKind, string)) {
	if bits := s.sameModulo(); bits > 0 {
		add(Wrapped, "the two results are the same modulo 2^"+strconv.Itoa(bits)+": one of them went through an integer type of that width, signed or unsigned, which wraps around")
	}
}

// sameModulo is 32, 16 or 8 where the integers of both results are the same modulo 2 to this power, else 0.
func (s *Search) sameModulo() int {
	if c, ok := s.program(s.main[0]); !ok || c.Values[c.Result].Type.IsFloat() || s.sides < 2 {
		return 0
	}
	modulo := func(o *Observed) (uint64, bool) {
		d, negative := strings.CutPrefix(o.integer(), "-")
		x, err := strconv.ParseUint(d, 10, 64)
		if negative {
			x = -x
		}
		return x, err == nil
	}
	for _, bits := range []int{32, 16, 8} {
		if !slices.ContainsFunc(s.table.Observed, func(o []Observed) bool {
			x, ok1 := modulo(&o[0])
			y, ok2 := modulo(&o[1])
			return !ok1 || !ok2 || (x-y)<<(64-bits) != 0
		}) {
			return bits
		}
	}
	return 0
}

// zero reports a zero, or a number that was printed as one.
func (o *Observed) zero() bool {
	return o.Shape == Decimal && o.digits == "0" || o.Shape == Bits && o.Format != nil && o.Code&^(1<<(o.Format.Bits-1)) == 0
}

// signOfZero is what there is to say of results that are zeros of opposite sign on a row, "" where there is no such row.
func (s *Search) signOfZero(list [2][]evaluation) (words string) {
	for _, row := range s.table.Observed {
		zeros, negative := 0, 0
		for i := range row {
			if o := &row[i]; o.zero() && o.Layout != Fixed && o.decimals < 2 {
				zeros++
				if o.Neg || o.Code != 0 {
					negative++
				}
			}
		}
		if zeros == 2 && negative == 1 {
			words = "Zeros of opposite sign are equal numbers. A product or quotient has the sign that its operands give it; x − x and −0 + 0 are +0, but −0 where sums round toward −∞; a negative number that is too small, or flushed, becomes −0; -ffast-math lets a compiler ignore these signs."
		}
	}
	for side := range s.sides {
		if words != "" && len(list[side]) == 0 {
			words += " No evaluation that was tried gives " + SideWords(side) + ": look for what else may change the sign, as adding to 0, a conversion to an integer and fabs do."
		}
	}
	return words
}

// isMultiple reports that a multiple of an exact value lies within what was printed, or a few units of the type beside it.
func isMultiple(f *format.Format, ref, lo, hi exact.Ratio, k slip) bool {
	num := exact.FromInt64(k.num)
	num.Exp10 = k.exp10
	x, ok := ref.Mul(num)
	if ok && k.den != 1 {
		x, ok = x.Quo(exact.FromInt64(k.den))
	}
	if !ok {
		return false
	}
	slack := exact.Ratio{Num: natOf("8"), Exp2: int64(exact.Quantum(f, x))}
	below, _ := lo.Sub(slack)
	above, _ := hi.Add(slack)
	return below.Cmp(x) <= 0 && x.Cmp(above) <= 0
}

// multiplesToo reports that the results beside the one that is explained are the same multiple, those that differ.
func (s *Search) multiplesToo(side int, k slip) bool {
	asked := *s.parsedQuestion
	return !slices.ContainsFunc(s.others, func(o otherResult) bool {
		if !o.differs() {
			return false
		}
		asked.output, asked.printed = o.output, o.printed
		c := s.libraried(asked.printing(s.texts[min(side, 1)]))
		f := c.Values[c.Result].Type.Format()
		if f == nil {
			return true
		}
		lo, hi, ok := o.seen[side].number(f)
		ref, known := s.reference(c, 0)
		return !ok || !known || !isMultiple(f, ref, lo, hi, k)
	})
}

// multiples compares a result with small multiples of the exact value.
func (s *Search) multiples(side int, code *expr.Code, add func(HintKind, string)) {
	f := code.Values[code.Result].Type.Format()
	zero := true
	for row := range s.table.In {
		o := &s.table.Observed[row][side]
		zero = zero && o.zero()
	}
	if zero {
		if s.someNumber(side) {
			add(ZeroResult, "the result is zero, and those beside it are not: nothing was written to it")
		} else {
			add(ZeroResult, "the result is zero: nothing was written, or the kernel did not run")
		}
		return
	}
	if f == nil {
		return
	}
	for _, k := range slips {
		good := true
		for row := range s.table.In {
			lo, hi, ok := s.table.Observed[row][side].number(f)
			ref, known := s.reference(code, row)
			if !ok || !known {
				return
			}
			good = good && isMultiple(f, ref, lo, hi, k)
		}
		if good {
			if !s.multiplesToo(side, k) {
				add(Factor, k.name+alone)
			} else {
				add(Factor, k.name)
			}
			return
		}
	}
}

// likelyTerms calls try for the terms of a sum whose leaving out, adding again or negating would account for the difference on
// the first row, and drop for how many terms at the end would, left out; at most a few.
func (s *Search) likelyTerms(side int, code *expr.Code, sum *sum, try func(i int, k HintKind) bool, drop func(m int) bool) {
	tries := 0
	if len(sum.terms) <= 24 {
		for m := 2; m < len(sum.terms) && !drop(m); m++ {
		}
		for i := range sum.terms {
			for _, k := range []HintKind{MissingTerm, DoubledTerm, WrongSign} {
				try(i, k)
			}
		}
		return
	}
	p, err := expr.PlanOf(code, s.unfused(mustTarget("gcc")))
	if err != nil {
		return
	}
	values := make([]uint64, len(code.Values))
	if !s.runAll(p, code, 0, values) {
		return
	}
	lo, hi, ok := s.table.Observed[0][side].number(sum.typ.Format())
	ref, known := s.reference(code, 0)
	if !ok || !known {
		return
	}
	near := func(x exact.Ratio, what, slack exact.Ratio) bool {
		a, _ := lo.Sub(slack)
		b, _ := hi.Add(slack)
		y, ok := x.Add(what)
		return ok && a.Cmp(y) <= 0 && y.Cmp(b) <= 0
	}
	slack, _ := ref.Mul(exact.Ratio{Num: natOf("1"), Exp10: -4})
	slack.Neg = false
	for i, t := range sum.terms {
		n, ok := exact.FromBits(sum.typ.Format(), u128(values[t]))
		if !ok {
			continue
		}
		x := n.Ratio()
		twice, _ := x.Mul(exact.FromInt64(-2))
		for _, c := range []struct {
			k    HintKind
			what exact.Ratio
		}{{MissingTerm, x.Negated()}, {DoubledTerm, x}, {WrongSign, twice}} {
			if tries < 32 && near(ref, c.what, slack) {
				tries++
				try(i, c.k)
			}
		}
	}
	rest := ref
	for m := 1; m < len(sum.terms); m++ {
		n, ok := exact.FromBits(sum.typ.Format(), u128(values[sum.terms[len(sum.terms)-m]]))
		if ok {
			rest, ok = rest.Sub(n.Ratio())
		}
		if !ok || tries == 64 {
			return
		}
		if m > 1 && near(rest, exact.Ratio{}, slack) {
			if tries++; drop(m) {
				return
			}
		}
	}
}
