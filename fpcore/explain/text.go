package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// spellings are other ways to write calls of functions, with the cause that such a difference is: N is the name without the suffix f,
// F the suffix, X and Y the arguments, P the first one in parentheses where it needs them. CauseBug: a slip.
var spellings = []struct {
	id     ID
	of, as string
}{
	{CauseLibrary, "round", "rintF(X)"},
	{CauseLibrary, "rint nearbyint", "roundF(X)"},
	{CauseLibrary, "round rint nearbyint", "floorF(P + 0.5f)"},
	{CauseLibrary, "fmod", "fmodF(fmodF(X, Y) + Y, Y)"},
	{CauseLibrary, "fmod", "remainderF(X, Y)"},
	{CauseNaN, "sqrt rsqrt", "NF(fmaxF(X, 0.0f))"},
	{CauseNaN, "log log2 log10", "NF(fmaxF(X, 1.40129846e-45f))"},
	{CauseNaN, "log log2 log10", "NF(fmaxF(X, 1.17549435e-38f))"},
	{CauseNaN, "log log2 log10", "NF(fmaxF(X, 1.1920929e-7f))"},
	{CauseNaN, "log log2 log10", "NF(fmaxF(X, 1e-6f))"},
	{CauseNaN, "log log2 log10", "NF(fmaxF(X, 1e-7f))"},
	{CauseNaN, "log log2 log10", "NF(fmaxF(X, 1e-8f))"},
	{CauseNaN, "log log2 log10", "NF(fmaxF(X, 1e-10f))"},
	{CauseNaN, "log log2 log10", "NF(fmaxF(X, 1e-12f))"},
	{CauseNaN, "asin acos", "NF(fminF(fmaxF(X, -1.0f), 1.0f))"},
	{CauseBug, "floor ceil round rint", "truncF(X)"},
	{CauseBug, "trunc ceil round rint", "floorF(X)"},
	{CauseBug, "trunc floor round rint", "ceilF(X)"},
	{CauseBug, "trunc floor ceil", "rintF(X)"},
}

// respelled writes the calls of functions of a program otherwise; call is the last of them, "" if there is none.
func respelled(s, of, as string) (now, call string) {
	t := tokens(s)
	at := 0
	for i := 0; i+1 < len(t); i++ {
		w := s[t[i].from:t[i].to]
		name := strings.TrimSuffix(w, "f")
		if s[t[i].to:t[i+1].to] != "(" || !strings.Contains(" "+of+" ", " "+name+" ") || t[i].from < at {
			continue
		}
		k, comma := arguments(s, t, i+1)
		if k == len(t) {
			break
		}
		x := s[t[i+1].to:t[k].from]
		y := x
		if comma > 0 {
			x, y = s[t[i+1].to:comma], strings.TrimSpace(s[comma+1:t[k].from])
		}
		call = ""
		for j := range len(as) {
			switch c := as[j : j+1]; {
			case c == "N":
				call += name
			case c == "F":
				call += w[len(name):]
			case c == "Y":
				call += y
			case c == "X", c == "P" && simple(x):
				call += x
			case c == "P":
				call += "(" + x + ")"
			default:
				call += c
			}
		}
		now += s[at:t[i].from] + call
		at = t[k].to
	}
	return now + s[at:], call
}

func wholeLiteral(w string) bool {
	for i := range len(w) {
		if w[i] < '0' || w[i] > '9' {
			return false
		}
	}
	return w != ""
}

// halfway are the functions that round to whole numbers and differ in where numbers in the middle go.
const halfway = "round rint nearbyint"

// rounding is a text with one of these functions in the place of all.
func rounding(text string) string {
	text, _ = respelled(text, halfway, "rintF(X)")
	return text
}

// sharedConstants writes the literals of float of a text with the digits of another text's where both are one number in float: 3.14159265f as
// 3.14159265358979f beside 3.14159265358979. What is computed is the same but for the digits that float cannot hold.
func sharedConstants(other, text string) string {
	return edited(text, func(w string, _ byte) string {
		n := len(w) - 1
		if !decimalLiteral(w) || w[n]|32 != 'f' {
			return w
		}
		x, _ := strconv.ParseFloat(w[:n], 32)
		edited(other, func(o string, _ byte) string {
			if y, err := strconv.ParseFloat(strings.TrimRight(o, "fFlL"), 32); err == nil && x == y && decimalLiteral(o) && len(strings.TrimRight(o, "fFlL")) > len(w)-1 {
				w = strings.TrimRight(o, "fFlL") + "f"
			}
			return o
		})
		return w
	})
}

// textsDiffer decides by exact values what the words of two programs leave open: programs whose exact values differ by more
// than rounding, narrower data or constants could explain are different programs, whatever else they differ in.
func (s *Search) textsDiffer(words ID, a, b *expr.Code) ID {
	if words != CauseLiteral && words != CauseWide && (s.oneNaN(a) || s.oneNaN(b)) {
		s.textWay = "x < y ? x : y"
		return CauseNaN
	}
	if words == CauseIntegerDivision && !s.losesFraction(0, s.q.Text, a) && !s.losesFraction(1, s.q.Second, b) {
		return CauseLiteral // 2 beside 2.0f in another place
	}
	if words != CauseOrder && words != CauseLibrary {
		switch {
		case words == CauseLiteral || words == CauseIntegerDivision || words == CauseNaN || !s.otherValues(a, b) && (words.reduced() || !s.asFarAsObserved()):
			return words
		case s.fractionLost(0, s.q.Text, b) || s.fractionLost(1, s.q.Second, a):
			return CauseIntegerDivision
		}
		return s.other()
	}
	if words == CauseLibrary {
		s.textWay = otherFunctions
	}
	equal, matter := true, false // and whether constants are what differs, or make an ulp
	shared := constantsShared(s.texts[0], s.texts[1])
	for row := range s.table.In {
		x, y := s.exactly(a, row), s.exactly(b, row)
		if !x.Known() || !y.Known() {
			return words
		}
		if !closeBy(x, y) {
			if !s.asked(row) {
				continue
			}
			if s.onlyForNaN(a, b, row) {
				s.textWay = "x < y ? x : y"
				return CauseNaN
			}
			if _, call := respelled(s.q.Second, halfway, "NF(X)"); call != "" && rounding(s.q.Text) == rounding(s.q.Second) {
				s.textWay = call
				return CauseLibrary
			}
			if s.fractionLost(0, s.q.Text, b) || s.fractionLost(1, s.q.Second, a) {
				if summedInFloat(s.q.Text+s.q.Second) != s.q.Text+s.q.Second {
					s.textWay = fromFloat
				}
				return CauseIntegerDivision
			}
			return s.other()
		}
		if !s.oneValue(a, b, row) {
			equal = false
			x, y = s.exactly(s.texts[0], row), s.exactly(s.texts[1], row)
			matter = matter || !x.Known() || !y.Known() || codesApart(x, y) >= ulpOf(a) || s.meetsOne(x, shared, row)
		}
	}
	if s.otherValues(a, b) {
		return s.other()
	}
	doubles := func(c *expr.Code) bool { return operationsOf(c).doubles > 0 }
	switch {
	case words == CauseLibrary && doubles(a) != doubles(b): // sinf and sin: of one function, in two formats
		return CauseWide
	case words == CauseLibrary:
		if equal {
			s.textWay = otherOperations
		}
		if directed(s.q.Text) != directed(s.q.Second) {
			s.textWay = otherDirections
		}
	case takes(a, expr.Float) && takes(b, expr.Double) || takes(a, expr.Double) && takes(b, expr.Float):
		return CauseWide
	case matter:
		if mistyped(s.q.Text, s.q.Second) {
			return CauseBug
		}
		s.textWay = otherConstants
		return CauseLiteral
	case doubles(a) != doubles(b):
		return CauseWide
	}
	return words
}

// other is the cause where two texts compute different things: quotients that both cut at different places, a conversion of which C does not say
// what it gives, or a mistake.
func (s *Search) other() ID {
	if s.cutApart() {
		s.textWay = bothCut
		return CauseIntegerDivision
	}
	if len(s.undefinedIn(s.texts[0])) > 0 || len(s.undefinedIn(s.texts[1])) > 0 {
		return CauseConversion
	}
	return CauseBug
}

// meet reports exact values that may be one; long fractions are known as what encloses them.
func meet(x, y expr.Real) bool {
	return x.Known() && y.Known() && x.Lo.Cmp(y.Hi) <= 0 && y.Lo.Cmp(x.Hi) <= 0
}

// oneValue reports that the exact values of two programs may be one, of their texts where not of what is varied, which differs perhaps for
// what one of them holds in variables.
func (s *Search) oneValue(a, b *expr.Code, row int) bool {
	return meet(s.exactly(a, row), s.exactly(b, row)) || meet(s.exactly(s.texts[0], row), s.exactly(s.texts[1], row))
}

// apart reports that the exact values of two programs, rounded to binary64, differ on a row.
func (s *Search) apart(a, b *expr.Code) bool {
	for row := range s.table.In {
		if x, y := s.exactly(a, row), s.exactly(b, row); x.Known() && y.Known() && !s.oneValue(a, b, row) && codesApart(x, y) > 0 {
			return true
		}
	}
	return false
}

// ulpOf is an ulp of a program's result as codesApart counts, of four codes for double.
func ulpOf(c *expr.Code) uint64 {
	if c.Result >= 0 && c.Values[c.Result].Type != expr.Double {
		return 1 << 29
	}
	return 4
}

// otherValues reports two programs that compute different things: their exact values differ, also where constants that are nearly those of the
// other are taken for them, and either all constants are the same then or one value lies many times beyond the bound of the other.
func (s *Search) otherValues(a, b *expr.Code) bool {
	p, q := s.texts[0], s.texts[1]
	shared := constantsShared(p, q)
	holds := func(c *expr.Code, t expr.Type) bool {
		return t == expr.Float && takes(c, t) || t != expr.Float && slices.ContainsFunc(c.Values, func(v expr.Value) bool { return v.Type == t })
	}
	differ := false
	for row := range s.table.In {
		x, y := s.exactly(p, row), s.exactly(q, row)
		if !x.Known() || !y.Known() {
			return false
		}
		differ = differ || s.asked(row) && !s.oneValue(a, b, row) && !s.meetsOne(x, shared, row) && codesApart(x, y) > ulpOf(p)/4
	}
	if !differ {
		return false
	}
	for _, data := range []struct {
		narrow expr.Type
		Model
	}{{expr.Half, Model{Literals: true, Every: "=f16 rne"}}, {expr.BFloat16, Model{Literals: true, Every: "=bf16 rne"}}, {expr.Float, Model{Literals: true, Inputs: true}}} {
		switch first, second := holds(p, data.narrow), holds(q, data.narrow); {
		case first == second || data.narrow == expr.Float && (len(p.Inputs) == 0 || len(q.Inputs) == 0):
		case first == (data.narrow == expr.Float): // the bound is that of data in float
			return s.far(p, q, data.Model)
		default:
			return s.far(q, p, data.Model)
		}
	}
	return len(shared) > 0 && slices.Equal(constantsOf(p), constantsOf(shared[0])) || s.far(p, q, Model{Literals: true}) && s.far(q, p, Model{Literals: true})
}

// asFarAsObserved reports two texts whose exact values, with the constants of the first in the place of those that are nearly the same, differ by 2^-16
// of their size or more, and at least half as much as the results do, on every row on which these do.
func (s *Search) asFarAsObserved() bool {
	some, other := false, s.texts[1]
	if c, ok := withConstants(other, constantsOf(s.texts[0])); ok {
		other = c
	}
	for row := range s.table.In {
		x, y := s.exactly(s.texts[0], row), s.exactly(other, row)
		var seen [2]exact.Value
		for side := range seen {
			c := s.texts[side]
			lo, _, ok := s.table.Observed[row][side].number(c.Values[c.Result].Type.Format())
			if !ok || !x.Known() || !y.Known() {
				return false
			}
			seen[side], _ = exact.FromBits(format.F64, lo.Round(round.Env{}, format.F64).Bits)
		}
		observed, twice := seen[0].Sub(seen[1]), x.Lo.Sub(y.Lo).Scaled(1)
		if observed.IsZero() {
			continue
		}
		if observed.Neg, twice.Neg = false, false; closeBy(x, y) || twice.Cmp(observed) < 0 {
			return false
		}
		some = true
	}
	return some
}

// meetsOne reports an exact value that may be that of one of some programs.
func (s *Search) meetsOne(x expr.Real, list []*expr.Code, row int) bool {
	return slices.ContainsFunc(list, func(c *expr.Code) bool { return meet(x, s.exactly(c, row)) })
}

// asked reports a row whose results are written differently: what two texts differ in on another one is not the question.
func (s *Search) asked(row int) bool {
	o := s.table.Observed[row]
	return o[0].Text != o[1].Text
}

// takes reports a program with an input of a type.
func takes(c *expr.Code, t expr.Type) bool {
	return slices.ContainsFunc(c.Inputs, func(in expr.InputVar) bool { return in.Type == t })
}

// far reports that the exact value of the second of two programs lies many times beyond the bound of the first, on a row.
func (s *Search) far(a, b *expr.Code, m Model) bool {
	for row := range s.table.In {
		if !s.asked(row) {
			continue
		}
		y := s.exactly(b, row)
		bound := RunningBound(a, s.rowInputs(a, row), m)
		if n, ok := bound.Times(y.Lo.Ratio(), y.Hi.Ratio()); ok && n >= manyTimes {
			return true
		}
	}
	return false
}

// toFloat reports a program in double that rounds to float on the way or at the end.
func toFloat(c *expr.Code) bool {
	return !operates(c, expr.Float) && !takes(c, expr.Float) &&
		slices.ContainsFunc(c.Values, func(v expr.Value) bool {
			return v.Op == expr.Convert && v.Type == expr.Float && c.Values[v.X[0]].Type == expr.Double
		})
}

// single reports that a program has a value in float.
func single(c *expr.Code) bool {
	return slices.ContainsFunc(c.Values, func(v expr.Value) bool { return v.Type == expr.Float })
}

// operates reports that a program adds, subtracts, multiplies or divides in a type.
func operates(c *expr.Code, t expr.Type) bool {
	return slices.ContainsFunc(c.Values, func(v expr.Value) bool { return v.Op >= expr.Add && v.Op <= expr.Div && v.Type == t })
}

// closeBy reports exact values that differ by less than 2^-16 of their size.
func closeBy(x, y expr.Real) bool { return codesApart(x, y) <= 1<<36 }

// codesApart is how far apart two exact values are, rounded to binary64: the numbers of the format from one to the other. Zeros are one number.
func codesApart(x, y expr.Real) uint64 {
	return Ulps(format.F64, x.Ratio().Round(round.Env{}, format.F64).Bits.Lo, y.Ratio().Round(round.Env{}, format.F64).Bits.Lo)
}

// withFractions reads a text whose quotients of whole numbers keep their fraction, false where it has none.
func (s *Search) withFractions(root int8, text string) (*expr.Code, bool) {
	now := summedInFloat(trueDivisions(text, "", true))
	c, ok := s.reread(root, now, expr.Options{Free: s.q.Free, Device: true})
	return c, ok && now != text
}

// cutApart reports two texts that lose fractions of quotients of whole numbers, and come to the same exact values once both keep them, and not already
// in wider integers.
func (s *Search) cutApart() bool {
	if !s.losesFraction(0, s.q.Text, s.texts[0]) || !s.losesFraction(1, s.q.Second, s.texts[1]) {
		return false
	}
	meet := func(a *expr.Code, ok1 bool, b *expr.Code, ok2 bool) bool {
		for row := 0; ok1 && ok2 && row < len(s.table.In); row++ {
			x, y := s.exactly(a, row), s.exactly(b, row)
			ok1 = x.Known() && y.Known() && closeBy(x, y)
		}
		return ok1 && ok2
	}
	o := expr.Options{Free: s.q.Free, Device: true}
	a, ok1 := s.reread(0, inLong(s.q.Text), o)
	b, ok2 := s.reread(1, inLong(s.q.Second), o)
	if meet(a, ok1, b, ok2) {
		return false
	}
	a, ok1 = s.withFractions(0, s.q.Text)
	b, ok2 = s.withFractions(1, s.q.Second)
	return meet(a, ok1, b, ok2)
}

// fractionLost reports that one of two texts comes to the exact values of the other once its quotients of whole numbers keep their fraction,
// and not already in wider integers, which a product may need.
func (s *Search) fractionLost(root int8, text string, other *expr.Code) bool {
	near := func(c *expr.Code, ok bool) bool {
		for row := 0; ok && row < len(s.table.In); row++ {
			x, y := s.exactly(c, row), s.exactly(other, row)
			ok = x.Known() && y.Known() && closeBy(x, y)
		}
		return ok
	}
	kept := near(s.withFractions(root, text))
	if now := fractional(text, "double"); !kept && now != "" {
		kept = near(s.withFractions(root, now))
	}
	return kept && !near(s.reread(root, inLong(text), expr.Options{Free: s.q.Free, Device: true}))
}

// losesFraction reports that a text comes to other exact values once its quotients of whole numbers, and what holds them, keep their fraction.
func (s *Search) losesFraction(root int8, text string, own *expr.Code) bool {
	for _, t := range []string{text, fractional(text, "double")} { // and where it goes into an int
		c, ok := s.withFractions(root, t)
		for row := 0; ok && row < len(s.table.In); row++ {
			if x, y := s.exactly(c, row), s.exactly(own, row); x.Known() && y.Known() && !closeBy(x, y) {
				return true
			}
		}
	}
	return false
}

// forDevice reports a text that only a compiler of CUDA takes: with words of its language, its intrinsics or its types.
func forDevice(s string) bool {
	return slices.ContainsFunc(tokens(s), func(t piece) bool {
		w := s[t.from:t.to]
		switch {
		case strings.HasPrefix(w, "__"):
			return !strings.Contains(" __restrict__ __restrict __inline__ __inline __forceinline ", " "+w+" ")
		case strings.HasPrefix(w, "atomic"), strings.HasPrefix(w, "make_"), strings.Contains(w, "half"), strings.Contains(w, "bfloat16"), strings.Contains(w, "rsqrt"):
			return true
		}
		return strings.Contains(" threadIdx blockIdx blockDim gridDim float2 float3 float4 double2 ", " "+w+" ")
	})
}

// textCause says in what two programs differ, by their words: types of literals, types of variables, a fused operation or
// a fast function that is written out, quotients of whole numbers; else the order of operations.
func textCause(first, second string, a, b *expr.Code) ID {
	words := func(s string) (list []string) {
		s = strings.ReplaceAll(s, "#define", "       ") // a macro is a part of the text
		for _, t := range tokens(s) {
			if w := s[t.from:t.to]; !strings.Contains(qualifiers+"static inline const __restrict__ ", " "+w+" ") { // which decide nothing about numbers
				list = append(list, w)
			}
		}
		return list
	}
	x, y := words(first), words(second)
	same := func(f func(string) string) bool {
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if f(x[i]) != f(y[i]) {
				return false
			}
		}
		return true
	}
	bare := func(w string) string {
		if c := w[0]; (c == '.' || '0' <= c && c <= '9') && !strings.HasPrefix(w, "0x") {
			return strings.TrimRight(w, "fFlL")
		}
		return w
	}
	count := func(list []string, part string) (n int) {
		for _, w := range list {
			if strings.Contains(w, part) {
				n++
			}
		}
		return n
	}
	fused := func(list []string) (n int) {
		for _, w := range list {
			if m, ok := expr.MeaningOf(w); ok && m.ID == "fma" {
				n++
			}
		}
		return n
	}
	whole := func(w string) string {
		w = bare(w)
		if c := w[0]; '0' <= c && c <= '9' {
			w = strings.TrimSuffix(strings.TrimRight(w, "0"), ".")
		}
		return w
	}
	intrinsics := func(list []string, division bool) (n int) {
		for _, w := range list {
			if m, ok := expr.MeaningOf(w); ok && m.Intrinsic && (m.ID == "div") == division {
				n++
			}
		}
		return n
	}
	switch {
	case same(bare):
		return CauseLiteral
	case directed(first) != directed(second):
		return CauseLibrary
	case intrinsics(x, true) != intrinsics(y, true):
		return CauseFastDivision
	case intrinsics(x, false) != intrinsics(y, false):
		return CauseFastFunction
	case same(whole):
		return CauseIntegerDivision
	case doubled(first) == doubled(second) || same(func(w string) string {
		return bare(edited(w, func(w string, _ byte) string { d, _ := doubleName(strings.Replace(w, "float", "double", 1)); return d }))
	}):
		return CauseWide
	case narrowed(a) != narrowed(b):
		if x, y := narrowed(a), narrowed(b); x.results != y.results {
			return CauseReducedAccumulation
		}
		return CauseReducedInput
	case fused(x) != fused(y), count(x, "mul_r") != count(y, "mul_r"):
		return CauseContraction
	case toFloat(a) != toFloat(b):
		return CauseWide
	case count(x, "double") != count(y, "double") && (single(a) || single(b)): // else all of both is in double, however often it says so
		return CauseWide
	case count(x, "double") > 0 && count(y, "double") > 0 && operationsOf(a).doubles != operationsOf(b).doubles && (operates(a, expr.Float) || operates(b, expr.Float)): // a cast stands elsewhere
		return CauseWide
	}
	if !slices.Equal(libraryCalls(a), libraryCalls(b)) {
		return CauseLibrary
	}
	if roundsOneProduct(a) && roundsOneProduct(b) {
		return CauseContraction
	}
	return CauseOrder
}

// directed counts the intrinsics of CUDA that round toward zero or an infinity, __fadd_rz and the like.
func directed(source string) (n int) {
	for _, t := range tokens(source) {
		w := source[t.from:t.to]
		if m, ok := expr.MeaningOf(w); ok && m.Directed && m.Direction != round.TiesToEven {
			n++
		}
	}
	return n
}

// ofNarrow reports a value of a 16-bit format.
func ofNarrow(v expr.Value) bool { return v.Type == expr.Half || v.Type == expr.BFloat16 }

// roundsOneProduct reports that a program adds by fused multiply-adds alone, and one of them adds a product, which is rounded.
func roundsOneProduct(c *expr.Code) bool {
	some := false
	for i := range c.Values {
		switch v := &c.Values[i]; {
		case v.Type.IsFloat() && (v.Op == expr.Add || v.Op == expr.Sub):
			return false
		case v.Op == expr.Call && strings.HasPrefix(v.Fn, "fma") && !strings.HasPrefix(v.Fn, "fmax"):
			some = some || c.Values[v.X[2]].Op == expr.Mul
		}
	}
	return some
}

// plainLiterals puts a space in the place of the f of a decimal literal, so that places in the text stay.
func plainLiterals(s string) string {
	return edited(s, func(w string, _ byte) string {
		if n := len(w) - 1; decimalLiteral(w) && w[n]|32 == 'f' {
			return w[:n] + " "
		}
		return w
	})
}

func wordByte(c byte) bool { return letter(c) || '0' <= c && c <= '9' }

// inFloats is the rounding of data in double that were in float before, as in a file.
const inFloats = "=f32 rne"

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
		if n == 0 {
			break
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
	names := []string{""} // all, and one array of two to four for itself, as weights are held
	for _, in := range code.Inputs {
		if n := arrayName(in.Name); in.Type == expr.Float && n != in.Name && !slices.Contains(names, n) && len(names) < 6 {
			names = append(names, n)
		}
	}
	if len(names) < 3 || len(names) > 5 {
		names = names[:1]
	}
	s.vary(Storage, costStorage, main, Change{Kind: RoundInputs, Fn: inFloats}, bases, func(c *expr.Code) (*expr.Code, bool) { return roundInputs(c, inFloats, "") })
	formats := []string{"=bf16 rne", "=f16 rne", "=bf16 rtz"} // bfloat16 is cut by taking the upper half of a float
	for _, k := range s.known {
		if k.Narrow == "e4m3" || k.Narrow == "e5m2" {
			formats = append(formats, "="+k.Narrow+" rne sat", "="+k.Narrow+" rne nan")
		}
	}
	for _, fn := range formats {
		s.vary(Storage, costStorage, main, Change{Kind: RoundAll, Fn: fn}, bases[:1], func(c *expr.Code) (*expr.Code, bool) { return roundResults(c, fn, false) })
		s.vary(Storage, costStorage+1, main, Change{Kind: RoundLast, Fn: fn}, bases[:1], func(c *expr.Code) (*expr.Code, bool) { return roundResults(c, fn, true) })
		for i, name := range names {
			s.vary(Storage, costStorage+min(i, 1), main, Change{Kind: RoundInputs, Fn: fn, Was: name}, bases, func(c *expr.Code) (*expr.Code, bool) { return roundInputs(c, fn, name) })
			if name == "" { // computed in float, or by one fused operation, and held so again
				s.vary(Storage, costStorage+1, int32(len(s.programs)-1), Change{Kind: RoundLast, Fn: fn}, bases[:1], func(c *expr.Code) (*expr.Code, bool) { return roundResults(c, fn, true) })
			}
		}
		s.vary(Storage, costStorage, main, Change{Kind: RoundValues, Fn: fn}, bases[:1], func(c *expr.Code) (*expr.Code, bool) { return roundValues(c, fn) })
	}
}

// inOneType reports a text in double throughout, whose constants are the same numbers in float: declared so, or by what the results are.
func (s *Search) inOneType(h *hypothesis) bool {
	c := s.texts[s.programs[h.prog].root]
	return (s.q.Free == expr.Double || mentions(c.Text, "double")) && !mentions(c.Text, "float") && !slices.ContainsFunc(c.Values, func(v expr.Value) bool {
		return v.Op == expr.Const && v.Type == expr.Double && v.Bits&(1<<29-1) != 0
	})
}
