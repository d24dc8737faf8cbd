package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/stable"
	"ulplab/fpcore/wide"
)

// leastDigits is the number of significant digits from which on a decimal is taken to have been rounded when it was printed, and not to
// be a number that somebody chose.
const leastDigits = 4

// leastTogether is that number where the two results are far nearer to each other than to the exact value: then what they have in common
// is not what the inputs say.
const leastTogether = 2

// margins bounds what the inputs of a program lost on a row when they were printed: half a unit of the last digit of a decimal with fewer
// digits than tell all numbers of its type apart. Beside such decimals a shorter one lost zeros, as %g drops them. It is nil where nothing was
// lost: numbers of few digits, whole ones and bits are what they are.
func (s *Search) margins(c *expr.Code, row, least int) []mag {
	list, some := make([]mag, len(c.Inputs)), false
	shown, most := make([]Observed, len(c.Inputs)), 0
	for i, v := range c.Inputs {
		if v.Type == expr.Float || v.Type == expr.Double {
			if shown[i] = s.shown(v.Name, i, row); shown[i].Shape == Decimal {
				most = max(most, len(shown[i].digits))
			}
		}
	}
	for i := range shown {
		o := &shown[i]
		n, last := len(o.digits), o.exp
		if n < least {
			n, last = most, o.exp+n-most
		}
		if o.Shape == Decimal && o.digits != "0" && n >= least && n < digitsOf(c.Inputs[i].Type.Format()) {
			half := exact.Ratio{Num: wide.NatFrom64(5), Exp10: int64(last - 1)}
			list[i], some = magOf(format.F64, half.Round(round.Env{Direction: round.TowardPositive}, format.F64).Bits.Lo), true
		}
	}
	if !some {
		return nil
	}
	return list
}

// shown is an input as it is written on a row, if that is a decimal with a point or an exponent; it is the i-th, if it stands at its place.
func (s *Search) shown(name string, i, row int) (o Observed) {
	if i >= len(s.orig) || s.orig[i].Name != name {
		i = slices.IndexFunc(s.orig, func(v expr.InputVar) bool { return v.Name == name })
	}
	spans := s.table.Spans[row]
	if i < 0 || i >= len(spans) {
		return o
	}
	if text := s.table.text[spans[i].From:spans[i].To]; strings.ContainsAny(text, ".eE") {
		o, _ = ParseObserved(text, nil, AnyLayout)
	}
	return o
}

// rounded reports that no evaluation gives a result on either side, and that what the inputs may have lost when they were printed reaches
// from the exact value to each of them.
func (s *Search) rounded(list [2][]evaluation) bool {
	some, least := false, leastDigits
	if s.together() {
		least = leastTogether
	}
	for side := range s.sides {
		c, ok := s.program(s.main[min(side, 1)])
		if !ok || len(list[side]) > 0 {
			return false
		}
		for row := range s.table.In {
			o := s.table.Observed[row][side]
			if o.Layout == AnyLayout && o.decimals > 2 {
				o.Layout = Fixed // all digits that were printed, however few
			}
			lo, hi, ok := o.number(c.Values[c.Result].Type.Format())
			margins := s.margins(c, row, least)
			b := boundAround(c, s.rowInputs(c, row), margins, allModel)
			s.pause(4 * len(c.Values))
			if n, bounded := b.Times(lo, hi); !ok || bounded && n > 0 {
				return false
			}
			some = some || margins != nil
		}
	}
	return some
}

// bothShort reports that the results of both sides have few digits, which the exact value is printed with if it is rounded to as
// many: 0.333 and 0.3333 may be one number.
func (s *Search) bothShort() bool {
	for side := range 2 {
		c, ok := s.program(s.main[min(side, 1)])
		if !ok || s.sides < 2 || !s.fewDigits(side, 6) {
			return false
		}
		f := c.Values[c.Result].Type.Format()
		for row := range s.table.In {
			ref, known := s.reference(c, row)
			if f == nil || !known {
				return false
			}
			set := s.table.Observed[row][side].loosely(f)
			if set.Level(ref.Round(round.Env{}, f).Bits.Lo) < 0 {
				return false
			}
		}
	}
	return true
}

// together reports that on every row the two results are a hundred times nearer to each other than to the exact value of the program.
func (s *Search) together() bool {
	c, ok := s.program(s.main[0])
	if !ok || s.sides < 2 || s.texts[1] != s.base {
		return false
	}
	f := format.F64
	for row, o := range s.table.Observed {
		ref, known := s.reference(c, row)
		first, second := o[0].In(f), o[1].In(f)
		x, _ := first.Some()
		y, _ := second.Some()
		if !known || !o[0].finite() || !o[1].finite() {
			return false
		}
		if right := ref.Round(round.Env{}, f).Bits.Lo; Ulps(f, x, y) > Ulps(f, x, right)/100 {
			return false
		}
	}
	return true
}

// printedValues lists the floating-point numbers that a program prints, in their order, or the whole ones where it prints no others, or all of
// them, and what each number of its output is: the place in that list, or -1 for another one and for one that stands in the text of a format.
func printedValues(c *expr.Code, all bool) (values []int32, output []int) {
	float := slices.ContainsFunc(c.Prints, func(pr types.Print) bool {
		return slices.ContainsFunc(pr.Args, func(x int32) bool { return c.Values[x].Type.IsFloat() })
	})
	eachPrinted(c, func(text string, v types.Conversion, x int32) {
		for range numbersIn(text) {
			output = append(output, -1)
		}
		switch {
		case x < 0 || v.Verb == 'c':
		case all || c.Values[x].Type.IsFloat() == float:
			output = append(output, len(values))
			values = append(values, x)
		default:
			output = append(output, -1)
		}
	})
	return values, output
}

// eachPrinted calls each for every value that a program prints, with the text of the format before it, its conversion and the value, a float where
// that is converted for printf; and for the text at the end of each format, with a value of -1.
func eachPrinted(c *expr.Code, each func(text string, v types.Conversion, x int32)) {
	for _, pr := range c.Prints {
		arg, at := 0, 0
		for {
			v, ok := types.NextConversion(pr.Format, at)
			if !ok {
				break
			}
			x := int32(-1)
			if v.Verb != '%' && arg < len(pr.Args) {
				x = pr.Args[arg]
				if w := &c.Values[x]; w.Op == expr.Convert && w.Type == expr.Double && !w.Cast && c.Values[w.X[0]].Type == expr.Float {
					x = w.X[0]
				}
				arg++
			}
			each(pr.Format[at:v.From], v, x)
			at = v.To
		}
		each(pr.Format[at:], types.Conversion{}, -1)
	}
}

// conversionOf is the conversion with which a program prints its result, if it prints floating-point numbers with no other.
func conversionOf(c *expr.Code) (found types.Conversion, ok bool) {
	unlike := false
	eachPrinted(c, func(_ string, v types.Conversion, x int32) {
		if x >= 0 && c.Values[x].Type.IsFloat() {
			unlike = unlike || found.Verb != 0 && (v.Verb != found.Verb || v.Precision != found.Precision)
			found, ok = v, ok || x == c.Result
		}
	})
	return found, ok && !unlike
}

// printedBy takes a decimal of unknown layout and of fewer digits than tell how it was rounded for one that a conversion of printf wrote, if it
// has the form of one: %g leaves zeros at the end out.
func (o *Observed) printedBy(v types.Conversion) {
	precision := v.Precision
	if precision < 0 {
		precision = 6
	}
	if o.Shape != Decimal || o.Layout != AnyLayout || o.digits == "0" {
		return
	}
	n, exponent := len(o.digits), strings.ContainsAny(o.Text, "eE")
	switch v.Verb | 0x20 {
	case 'f':
		if !exponent && precision > 0 && o.decimals == precision && n < 6 {
			o.Layout = Fixed
		}
	case 'e':
		if exponent && o.decimals == precision && n == precision+1 && n < 6 {
			o.Layout = Digits
		}
	case 'g':
		precision = max(precision, 1)
		lead := n + o.exp - 1 // of the first digit, as a power of ten
		zeros := o.decimals > 0 && strings.HasSuffix(o.digits, "0")
		if n < precision && !zeros && exponent == (lead < -4 || lead >= precision) {
			o.Layout = Digits
			o.digits += strings.Repeat("0", precision-n)
			o.exp -= precision - n
		}
	}
}

// numbersIn lists the numbers among the words of a text.
func numbersIn(s string) (list []string) {
	for _, w := range strings.FieldsFunc(strings.ReplaceAll(s, "->", " "), func(r rune) bool { return strings.ContainsRune(" \t\r\n,;:=()[]{}|^*/<>", r) }) {
		w = strings.TrimRight(w, ".%")
		if o, err := ParseObserved(w, nil, AnyLayout); err == nil && (o.Shape != Bits || strings.HasPrefix(w, "0x")) {
			list = append(list, w)
		}
	}
	return list
}

// takePrinted takes the results for the numbers that the program prints, where they are as many: the one that differs most is what is explained.
// It returns the results of that number.
func (a *parsedQuestion) takePrinted(q Question) [2]string {
	if len(a.table.In) != 1 || q.Observed[1] == "" {
		return q.Observed
	}
	one := true // number on each side, and nothing else
	for _, s := range q.Observed {
		list, err := observedList(s, q.Format, q.Layout)
		one = one && err == nil && len(list) == 1
	}
	if one {
		return q.Observed
	}
	for _, all := range [...]bool{true, false} { // the floating-point numbers alone may have been copied
		values, output := printedValues(a.base, all)
		other, _ := printedValues(a.texts[1], all)
		if numbers, ok := aligned(q.Observed, len(values), output); ok && len(values) == len(other) && len(values) > 0 {
			a.all = all
			return a.explained(values, numbers)
		}
	}
	return a.takeElement(q.Observed)
}

// takeElement takes the results for the elements of the array that the programs store to last, where they are as many: the one that differs most is
// what is explained, of a thread the one element that it stores. It returns the results of that element.
func (a *parsedQuestion) takeElement(observed [2]string) [2]string {
	names, numbers, n, differs := a.elements(observed)
	if names == nil {
		return observed
	}
	a.output = names[n]
	if !byThread(a.texts[0]) && !byThread(a.texts[1]) { // which has the inputs of one element
		a.beside(numbers, n, func(i int) otherResult { return otherResult{output: names[i]} })
	}
	a.retake()
	a.taken = append(a.taken, expr.Note{At: -1, Text: "The results are those of " + names[0] + " to " + names[len(names)-1] + ". What is explained is " + names[n] + differs + ", by the remedies too."})
	return [2]string{numbers[0][n], numbers[1][n]}
}

// elements lists the elements of the array that the programs store to last, of a thread those of the other one, or else everything that they
// store outside, with what was observed of each, and the number of the one that differs most; no names where the results are not as many.
func (a *parsedQuestion) elements(observed [2]string) (names []string, numbers [2][]string, n int, differs string) {
	array := func(c *expr.Code) string { return arrayName(c.Outline.Name) }
	every := func(*expr.Code) string { return "" }
	labels := labelsOf(observed[0])
	for _, of := range [...]func(*expr.Code) string{array, every} {
		list := func(c *expr.Code) []string {
			all := storedTo(c, of(c), observed[0])
			if first := of(c) + "[0]"; len(all) > 0 && all[0] == of(c)+"[1]" && slices.ContainsFunc(c.Inputs, func(v expr.InputVar) bool { return v.Name == first }) && len(numbersIn(observed[0])) == len(all)+1 {
				all = append([]string{first}, all...) // which stays as it was
			}
			if len(labels) > 1 && !slices.ContainsFunc(labels, func(l string) bool { return !slices.Contains(all, l) }) {
				return labels
			}
			return all
		}
		if names = list(a.base); len(names) < 2 && byThread(a.base) {
			names = list(a.texts[1])
		}
		var ok bool
		if numbers, ok = aligned(observed, len(names), nil); !ok { // C[1][0] = 2.5
			numbers, ok = aligned([2]string{unlabelled(observed[0]), unlabelled(observed[1])}, len(names), nil)
		}
		for _, c := range a.texts {
			ok = ok && (byThread(c) || slices.Equal(names, list(c)))
		}
		if ok && len(names) > 1 {
			if n, differs = mostUnlike(parsed(numbers)); slices.ContainsFunc(outputs(a.base), func(f types.Final) bool { return f.Name == names[n] }) || byThread(a.base) {
				return names, numbers, n, differs
			}
		}
	}
	return nil, numbers, 0, ""
}

// labelsOf lists the words before = or : in what was observed, as "y[1]" of "y[1] = 2.5, y[2] = 3".
func labelsOf(observed string) (list []string) {
	parts := strings.FieldsFunc(observed, func(c rune) bool { return c == '=' || c == ':' })
	for _, p := range parts[:max(0, len(parts)-1)] {
		if words := strings.Fields(p); len(words) > 0 {
			list = append(list, words[len(words)-1])
		}
	}
	return list
}

// otherResult is a result of the programs beside the one that is explained: output and printed say which as they do of that one.
type otherResult struct {
	output  string
	printed int
	seen    [2]Observed
}

const maxOthers = 16

// differs reports two results that are not written alike.
func (o otherResult) differs() bool { return o.seen[0].Text != o.seen[1].Text }

// beside keeps what stands beside result number n, first what differs.
func (a *parsedQuestion) beside(numbers [2][]string, n int, which func(i int) otherResult) {
	list := parsed(numbers)
	for _, same := range [...]bool{false, true} {
		for i := range list[0] {
			if i != n && (list[0][i].Text == list[1][i].Text) == same && len(a.others) < maxOthers {
				o := which(i)
				o.seen = [2]Observed{list[0][i], list[1][i]}
				a.others = append(a.others, o)
			}
		}
	}
}

// othersFit reports that the evaluations of one of some pairs give the others too. Those of programs that were varied are not tried,
// and whole numbers not compared.
func (s *Search) othersFit(pairs []pair) bool {
	asked := *s.parsedQuestion
	fits := func(p pair) bool {
		for _, o := range s.others {
			asked.output, asked.printed = o.output, o.printed
			for side, e := range [2]*evaluation{p.a, p.b} {
				h := &s.hyps[e.hyp]
				if h.family != Machines || h.order > 0 || h.prog != s.main[side] || h.choice != nil {
					return false
				}
				c := asked.printing(s.texts[side])
				f := c.Values[c.Result].Type.Format()
				if f == nil { // a counter
					continue
				}
				seen := o.seen[side].In(f)
				if x := s.resultsOf(c, s.chose(c, h.target)); x == nil || seen.Level(x[0]) < 0 {
					return false
				}
			}
		}
		return true
	}
	return len(s.others) == 0 || slices.ContainsFunc(pairs, fits)
}

// givesOthers reports that a program of the same text as a side's, with edits, run on these inputs, gives what was observed beside the result, too.
// Whole numbers are not compared.
func (s *Search) givesOthers(side int, c *expr.Code, in []uint64, targets []expr.Target, edits ...func(*expr.Code) (*expr.Code, bool)) bool {
	asked := *s.parsedQuestion
	return len(s.others) == 0 || slices.ContainsFunc(targets, func(t expr.Target) bool {
		for i := range s.others {
			o := &s.others[i]
			asked.output, asked.printed = o.output, o.printed
			d := s.libraried(asked.printing(c))
			for _, edit := range edits {
				if e, ok := edit(d); ok {
					d = e
				}
			}
			f := d.Values[d.Result].Type.Format()
			p, err := expr.Compile(d, t)
			if err != nil || f == nil || len(d.Inputs) != len(in) {
				continue
			}
			if seen := o.seen[side].In(f); seen.Level(p.Result(in)) < 0 {
				return false
			}
		}
		return true
	})
}

// someNumber reports a result of a side beside the one that is explained which is no zero.
func (s *Search) someNumber(side int) bool {
	return slices.ContainsFunc(s.others, func(o otherResult) bool { return !o.seen[side].zero() }) ||
		slices.ContainsFunc(s.threads[side], func(o Observed) bool { return !o.zero() })
}

// threadsDiffer reports that more threads than the one that is looked at give results which differ.
func (s *Search) threadsDiffer() bool {
	n := 0
	for i, o := range s.threads[0] {
		if o.Text != s.threads[1][i].Text {
			n++
		}
	}
	return n > 1
}

// parsed reads what numbersIn has found.
func parsed(numbers [2][]string) (list [2][]Observed) {
	for side, words := range numbers {
		for _, w := range words {
			o, _ := ParseObserved(w, nil, AnyLayout)
			list[side] = append(list[side], o)
		}
	}
	return list
}

// byThread reports a program that stores one element of an array, at the same index, which a thread chooses, as what it reads.
func byThread(c *expr.Code) bool {
	own := outputs(c)
	return len(own) == 1 && arrayName(own[0].Name) != own[0].Name && slices.ContainsFunc(c.Inputs, func(v expr.InputVar) bool { return v.Index < 0 }) && !strays(c)
}

// strays reports a program that stores one element of an array, and reads one that a thread chooses by another index.
func strays(c *expr.Code) bool {
	own := outputs(c)
	if len(own) != 1 {
		return false
	}
	index := own[0].Name[len(arrayName(own[0].Name)):]
	return slices.ContainsFunc(c.Inputs, func(v expr.InputVar) bool { return v.Index < 0 && !strings.HasSuffix(v.Name, index) })
}

// storedTo lists what a program stores to an array outside, or to all that is there, "", by its places, and different arrays as they stand before
// the results, where they do, or as they are declared.
func storedTo(c *expr.Code, array, before string) (names []string) {
	list := stable.Delete(outputs(c), func(f types.Final) bool { return array != "" && arrayName(f.Name) != array })
	at := func(f types.Final) int {
		return slices.IndexFunc(tokens(before), func(t piece) bool { return before[t.from:t.to] == arrayName(f.Name) })
	}
	named := !slices.ContainsFunc(list, func(f types.Final) bool { return at(f) < 0 })
	stable.Sort(list, func(f, g types.Final) int {
		if arrayName(f.Name) == arrayName(g.Name) {
			return slices.Compare(places(f.Name), places(g.Name))
		}
		if named {
			return at(f) - at(g)
		}
		return int(f.From - g.From)
	})
	for _, f := range list {
		names = append(names, f.Name)
	}
	return names
}

// places are the indices of an element.
func places(name string) (list []int) {
	for _, w := range strings.FieldsFunc(name[len(arrayName(name)):], func(c rune) bool { return c < '0' || c > '9' }) {
		n, _ := strconv.Atoi(w)
		list = append(list, n)
	}
	return list
}

// retake makes the number that is explained the result of the programs.
func (a *parsedQuestion) retake() {
	same := a.texts[1] == a.base
	a.base = a.printing(a.base)
	a.texts = [2]*expr.Code{a.base, a.printing(a.texts[1])}
	if same {
		a.texts[1] = a.base
	}
}

// aligned finds the numbers that a program prints in both results; ok is false where they are not as many.
func aligned(observed [2]string, count int, output []int) (numbers [2][]string, ok bool) {
	for side, s := range observed {
		list := behindIndices(numbersIn(s), count)
		if len(list) == len(output) && len(list) > count {
			var taken []string
			for i, n := range output {
				if n >= 0 {
					taken = append(taken, list[i])
				}
			}
			list = taken
		}
		if numbers[side] = list; len(list) != count {
			return numbers, false
		}
	}
	return numbers, true
}

// behindIndices takes the numbers 0, 1, … or 1, 2, … from before each of so many others, as in "0: 1.25, 1: 2.5"; another list stays.
func behindIndices(list []string, count int) (others []string) {
	if len(list) != 2*count || count < 2 {
		return list
	}
	from, _ := strconv.Atoi(list[0])
	for i := range count {
		if n, err := strconv.Atoi(list[2*i]); err != nil || n != from+i || from > 1 {
			return list
		}
		others = append(others, list[2*i+1])
	}
	return others
}

// explained makes the one of the printed numbers that differs most the result of the programs, the last one where none does, but no counter if
// there are others, and returns what was observed of it.
func (a *parsedQuestion) explained(values []int32, numbers [2][]string) [2]string {
	n, differs := len(values)-1, ""
	for n > 0 && a.base.Values[values[n]].Op == expr.Const && a.base.Values[values[n]].Type.IsInt() {
		n--
	}
	if i, which := mostUnlike(parsed(numbers)); which != "" {
		n, differs = i, which
	}
	a.printed = n + 1
	a.beside(numbers, n, func(i int) otherResult { return otherResult{printed: i + 1} })
	a.retake()
	if len(values) == 1 {
		return [2]string{numbers[0][0], numbers[1][0]}
	}
	a.taken = append(a.taken, expr.Note{At: a.base.Values[values[n]].From, Text: "The results are the " + strconv.Itoa(len(values)) + " numbers that the program prints. What is explained is number " + strconv.Itoa(n+1) + differs + ", by the remedies too."})
	return [2]string{numbers[0][n], numbers[1][n]}
}

// takeOutput takes the results for another number that the program prints, or in memory, than the one that it stores to last, where they are a
// hundred times nearer to what it holds.
func (a *parsedQuestion) takeOutput() {
	c := a.base
	f := c.Values[c.Result].Type.Format()
	if a.printed > 0 || a.output != "" || f == nil {
		return
	}
	least, note := min(a.far(c, c.Result)/100, 1<<(f.FracBits-nearBits)), expr.Note{At: -1}
	if values, _ := printedValues(c, false); len(values) > 1 {
		for i, x := range values {
			if d := a.far(c, x); d < least {
				least, a.printed = d, i+1
				note.Text = "The program prints " + strconv.Itoa(len(values)) + " numbers. The results are near number " + strconv.Itoa(i+1) + ", and are taken to be that."
			}
		}
	}
	for _, f := range outputs(c) {
		if d := a.far(c, f.Value); c.Outline.Name != "" && d < least {
			least, a.output, a.printed = d, f.Name, 0
			note = expr.Note{At: f.From, Text: "The program stores to " + c.Outline.Name + " last. The results are near " + f.Name + ", and are taken to be that."}
		}
	}
	if note.Text != "" {
		a.taken = append(a.taken, note)
		a.retake()
	}
}

// nearBits agree where a result is near a value.
const nearBits = 6

// outputs lists the floating-point numbers that a program leaves in memory that was there before it began.
func outputs(c *expr.Code) (list []types.Final) {
	for _, f := range c.Finals {
		if f.Outer && c.Values[f.Value].Type.IsFloat() {
			list = append(list, f)
		}
	}
	return list
}

// far is how many ulps the results are off a value of the program, where they are farthest.
func (a *parsedQuestion) far(c *expr.Code, value int32) uint64 {
	off := a.apart(c, value)
	return max(off[0], off[1])
}

// apart is the same for each side.
func (a *parsedQuestion) apart(c *expr.Code, value int32) (most [2]uint64) {
	const never = 1<<64 - 1
	d := *c
	d.Result = value
	p, err := expr.Compile(&d, expr.Target{Machine: expr.Strict})
	f := c.Values[value].Type.Format()
	if err != nil || f == nil {
		return [2]uint64{never, never}
	}
	for row, in := range a.table.In {
		r := p.Result(convertInputs(&d, a.inputs, in, a.table.Wide[row], nil))
		for side, o := range a.table.Observed[row] {
			set := o.In(f)
			n, ok := set.Distance(r)
			if !ok || p.Unfinished() {
				n = never
			}
			most[side] = max(most[side], n)
		}
	}
	return most
}

// printing is a program with the number that is explained, of those that it prints or leaves in memory, for its result.
func (a *parsedQuestion) printing(c *expr.Code) *expr.Code {
	d := *c
	if values, _ := printedValues(c, a.all); a.printed > 0 && a.printed <= len(values) {
		d.Result = values[a.printed-1]
		return &d
	}
	for _, f := range c.Finals {
		if a.output != "" && f.Name == a.output {
			d.Result = f.Value
			return &d
		}
	}
	return c
}

// mayPrint reports that an evaluation of the other result prints as this one, if this one was rounded to the few digits that
// are written.
func (s *Search) mayPrint(side int, list []evaluation) bool {
	return slices.ContainsFunc(list, func(e evaluation) bool {
		f := e.typ.Format()
		if f == nil {
			return false
		}
		for row, r := range e.results {
			o := s.table.Observed[row]
			set := o[side].loosely(f)
			middle := o[0].decimals > 0 && o[0].decimals == o[1].decimals && s.fewDigits(side, 6) && (set.Level(r+1) >= 0 || set.Level(r-1) >= 0)
			if set.Level(r) < 0 && !middle { // one in the middle of two decimals may have been rounded as it is typed
				return false
			}
		}
		return true
	})
}

// covers reports results of a side in so few digits that those of the other side may be printed so.
func (s *Search) covers(side int) bool {
	c, ok := s.program(s.main[min(side, 1)])
	if !ok {
		return false
	}
	f := c.Values[c.Result].Type.Format()
	return f != nil && s.fewDigits(side, 6) && !s.fewDigits(1-side, 6) && !slices.ContainsFunc(s.table.Observed, func(row []Observed) bool {
		few, many := row[side].loosely(f), row[1-side].In(f)
		code, some := many.Some()
		return !some || few.Level(code) < 0
	})
}

// takenWhole is a result of few digits that is taken for a number with all of its own, nil if there is none.
func (s *Search) takenWhole() *Observed {
	for _, row := range s.table.Observed {
		for i := range row[:s.sides] {
			if row[i].taken {
				return &row[i]
			}
		}
	}
	return nil
}
