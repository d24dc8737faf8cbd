package explain

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/expr/programs"
)

// trials is how many programs are tried: 2,000 with ULPLAB_LONG, or as many as ULPLAB_TRIALS says.
func trials(short int) int {
	if n, err := strconv.Atoi(os.Getenv("ULPLAB_TRIALS")); err == nil {
		return n
	}
	if os.Getenv("ULPLAB_LONG") != "" {
		return 2000
	}
	if testing.Short() {
		return short / 10
	}
	return short
}

// seeded is ULPLAB_SEED times 1,000: other programs.
func seeded() uint64 {
	n, _ := strconv.Atoi(os.Getenv("ULPLAB_SEED"))
	return uint64(n) * 1000
}

// trialTargets are the machines that pairs are drawn from, with what somebody would say of them.
var trialTargets = []struct{ id, said string }{
	{"9.0", "a GPU"}, {"9.0", "a GPU"}, {"9.0", "compute capability 9.0"}, {"9.0-nofma", "a GPU"}, {"9.0-ftz", "a GPU"}, {"9.0-fastmath", "a GPU"},
	{"9.0-nodiv-nosqrt", "a GPU"}, {"8.0", "compute capability 8.0"}, {"gcc", "a CPU"}, {"gcc", "x86-64 g++"}, {"gcc", "a CPU"}, {"gcc-fma", "a CPU"},
	{"clang-fma-on", "a CPU"}, {"x87", "a 32-bit PC"}, {"1.2", "compute capability 1.2"},
}

// printed writes a result as one of printf's conversions does.
func printed(r *rand.Rand, t expr.Type, c uint64) string {
	x := math.Float64frombits(c)
	digits, bits := 17, 64
	if t == expr.Float {
		x, digits, bits = float64(math.Float32frombits(uint32(c))), 9, 32
	}
	if x != x {
		if c>>(bits-1) != 0 {
			return "-nan"
		}
		return "nan"
	}
	if math.IsInf(x, 0) {
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(x, 'g', -1, 64), "+"))
	}
	switch r.IntN(4) {
	case 0:
		return percentG(x, 6)
	case 1:
		return percentG(x, digits)
	case 2:
		return strconv.FormatFloat(x, 'x', -1, 64)
	}
	s := strconv.FormatUint(c, 16)
	return "0x" + strings.Repeat("0", bits/4-len(s)) + s
}

// percentG is printf("%.*g").
func percentG(x float64, digits int) string {
	s := strconv.FormatFloat(x, 'e', digits-1, 64)
	m, e, _ := strings.Cut(s, "e")
	exp, _ := strconv.Atoi(e)
	if exp < -4 || exp >= digits {
		if strings.Contains(m, ".") {
			m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
		}
		sign := "+"
		if exp < 0 {
			sign, exp = "-", -exp
		}
		return m + "e" + sign + string(rune('0'+exp/10%10)) + string(rune('0'+exp%10))
	}
	s = strconv.FormatFloat(x, 'f', digits-1-exp, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// question is a trial: a program with what two targets made of it.
type pairTrial struct {
	q     Question
	code  *expr.Code
	in    []uint64
	types expr.Type
	bits  [2]uint64
	ids   [2]string
}

// next draws programs until two targets print different results.
func nextTrial(r *rand.Rand, g *programs.Gen) pairTrial {
	for {
		p := g.Next()
		code, err := expr.Parse(p.Text, expr.Options{Free: expr.Float, Device: true})
		if err != nil || code.Result < 0 || len(code.Values) > 400 {
			continue
		}
		for _, row := range programs.Inputs(p, r.Uint64(), 6) {
			a, b := trialTargets[r.IntN(len(trialTargets))], trialTargets[r.IntN(len(trialTargets))]
			t := pairTrial{code: code, in: row, ids: [2]string{a.id, b.id}, types: code.Values[code.Result].Type}
			if len(row) != len(code.Inputs) {
				continue
			}
			ok := true
			for side, id := range t.ids {
				plan, err := expr.Compile(code, mustTarget(id))
				if err != nil {
					ok = false
					break
				}
				t.bits[side] = plan.Result(row)
			}
			if !ok || t.bits[0] == t.bits[1] || !t.types.IsFloat() {
				continue
			}
			seed := r.Uint64()
			for side := range 2 {
				s := printed(rand.New(rand.NewPCG(seed, 1)), t.types, t.bits[side])
				t.q.Observed[side] = s
			}
			if t.q.Observed[0] == t.q.Observed[1] {
				continue
			}
			t.q.Text, t.q.Rows = p.Text, rowText(code, row)
			if r.IntN(3) > 0 || a.id == "x87" || b.id == "x87" || a.id == "1.2" || b.id == "1.2" {
				t.q.Known = [2]string{ParseKnown(a.said), ParseKnown(b.said)}
			}
			return t
		}
	}
}

// rowText writes inputs as bits.
func rowText(code *expr.Code, row []uint64) string {
	var b strings.Builder
	for i, v := range code.Inputs {
		switch v.Type {
		case expr.Float:
			b.WriteString(v.Name + "=0x" + strconv.FormatUint(1<<32|row[i], 16)[1:] + " ")
		case expr.Double:
			s := strconv.FormatUint(row[i], 16)
			b.WriteString(v.Name + "=0x" + strings.Repeat("0", 16-len(s)) + s + " ")
		default:
			b.WriteString(v.Name + "=" + strconv.Itoa(int(int32(row[i]))) + " ")
		}
	}
	return b.String()
}

// sameGPU gives a GPU's choice the compute capability of another GPU's.
func sameGPU(to *expr.Choice, from expr.Choice) {
	if to.Machine == expr.GPU && from.Machine == expr.GPU {
		to.CC = from.CC
	}
}

// ofOld reports a GPU whose division, root and multiply-add are its own.
func ofOld(c expr.Choice) bool { return c.Machine == expr.GPU && c.CC < 20 }

// true causes: the parts of what the two compilers chose that change a result when one target takes them from the other.
func (t *pairTrial) causes() map[ID]bool {
	list := map[ID]bool{}
	a, b := expr.ChoiceOf(t.code, mustTarget(t.ids[0])), expr.ChoiceOf(t.code, mustTarget(t.ids[1]))
	run := func(c expr.Choice) uint64 {
		p, err := expr.PlanOf(t.code, c)
		if err != nil {
			return 0
		}
		return p.Result(t.in)
	}
	for _, d := range []struct {
		id   ID
		copy func(to *expr.Choice, from expr.Choice)
	}{
		{CauseContraction, func(t *expr.Choice, f expr.Choice) { t.Fuse, t.Mad = f.Fuse, f.Mad }},
		{CauseFTZ, func(t *expr.Choice, f expr.Choice) { t.FlushIn, t.FlushOut = f.FlushIn, f.FlushOut }},
		{CauseFastDivision, func(t *expr.Choice, f expr.Choice) { t.Div = f.Div; sameGPU(t, f) }},
		{CauseFastSqrt, func(t *expr.Choice, f expr.Choice) { t.Sqrt = f.Sqrt; sameGPU(t, f) }},
		{CauseFastFunction, func(t *expr.Choice, f expr.Choice) { t.FastCalls = f.FastCalls }},
		{CauseX87, func(t *expr.Choice, f expr.Choice) {
			t.Machine, t.Precision, t.Store, t.Rules, t.CC, t.Promote = f.Machine, f.Precision, f.Store, f.Rules, f.CC, f.Promote
		}},
		{CauseWide, func(t *expr.Choice, f expr.Choice) { t.Demote = f.Demote }},
	} {
		for _, pair := range [2][2]expr.Choice{{a, b}, {b, a}} {
			x := pair[0]
			if d.id == CauseContraction && ofOld(x) { // its multiply-add is its own
				d.copy = func(t *expr.Choice, _ expr.Choice) { unfused(t); t.Mad = false }
			} else if (d.id == CauseFastDivision || d.id == CauseFastSqrt) && ofOld(x) != ofOld(pair[1]) {
				unfused(&x)
				x.Mad = false
				pair[0] = x
			}
			d.copy(&x, pair[1])
			if x == pair[0] || d.id == CauseX87 && a.Machine != expr.X87 && b.Machine != expr.X87 {
				continue
			}
			if d.id == CauseFastDivision && !hasDivision(t.code) || d.id == CauseFastSqrt && !strings.Contains(t.code.Text, "sqrt") {
				continue
			}
			if run(x) != run(pair[0]) {
				list[d.id] = true
			}
		}
	}
	for side, c := range [2]expr.Choice{a, b} { // without fusing, one gives the other's bits
		if unfused(&c); run(c) == t.bits[1-side] {
			list[CauseContraction] = true
		}
	}
	x, y := a, b // or both give the same: each fuses products that the other does not
	unfused(&x)
	unfused(&y)
	if run(x) == run(y) {
		list[CauseContraction] = true
	}
	f := t.types.Format()
	if f.ClassOf(u128(t.bits[0])).IsNaN() && f.ClassOf(u128(t.bits[1])).IsNaN() {
		list[CauseNaN] = true
	}
	return list
}

// The causes that two machines really have are named first, or beside those named first; no cause stands alone that is
// not one of them.
func TestTrials(t *testing.T) {
	n := trials(100)
	seed := seeded()
	r := rand.New(rand.NewPCG(41+seed, 42))
	features := programs.Returns | programs.Loops | programs.Functions | programs.Arrays | programs.Integers | programs.Library
	gens := []*programs.Gen{programs.New(7+seed, features), programs.New(8+seed, features|programs.Double), programs.New(9+seed, features|programs.Mixed), programs.New(10+seed, 0)}
	right, alone, wrong, unexplained, worked := 0, 0, 0, 0, 0
	for i := range n {
		x := nextTrial(r, gens[i%len(gens)])
		truth := x.causes()
		s, p := New(x.q)
		if p != nil {
			t.Fatalf("%s\n%s: %s", x.q.Text, x.q.Rows, p.Text)
		}
		for !s.Next(1 << 12) {
		}
		a := s.Answer()
		good := false
		for _, c := range a.Causes {
			if c.Rank == 1 {
				good = good || truth[c.ID] || slices.ContainsFunc(c.With, func(id ID) bool { return truth[id] })
			}
			if c.Alone {
				alone++
				if !truth[c.ID] {
					wrong++
					t.Errorf("trial %d, %v: %v stated alone, but it is %v\n%s\n%s\n%v %v", i, x.ids, c.ID, truth, x.q.Text, x.q.Rows, x.q.Observed, x.q.Known)
				}
			}
		}
		if a.Verdict != Explained {
			unexplained++
		}
		if good {
			right++
		} else {
			var got []string
			for _, c := range a.Causes {
				got = append(got, strconv.Itoa(c.Rank)+" "+c.ID.String())
			}
			t.Logf("trial %d, %v: %v %v, but it is %v\n%s\n%s\n%v %v", i, x.ids, a.Verdict, got, truth, x.q.Text, x.q.Rows, x.q.Observed, x.q.Known)
		}
		for _, m := range a.Remedies {
			worked++
			s.verify(t, &x, m)
		}
	}
	t.Logf("%d trials: %d with a true cause first, %d alone, %d of these wrong, %d not explained, %d remedies", n, right, alone, wrong, unexplained, worked)
	if right*100 < 97*n {
		t.Errorf("%d of %d with a true cause first", right, n)
	}
}

// verify runs a remedy on the true targets.
func (s *Search) verify(t *testing.T, x *pairTrial, m Remedy) {
	t.Helper()
	now := x.bits
	for side := range 2 {
		if m.Side != side && m.Side != BothSides {
			continue
		}
		target := mustTarget(x.ids[side])
		text := x.q.Text
		var choose func(c *expr.Choice)
		option := m.Text
		if m.Side == BothSides { // "first: …; second: …"
			if a, b, ok := strings.Cut(option, "; second: "); ok {
				option = [2]string{strings.TrimPrefix(a, "first: "), b}[side]
			}
		}
		switch {
		case m.Kind == Source && m.Old == "":
			text = m.Text
		case m.Kind == Source:
			text = text[:m.From] + m.Text + text[m.To:]
		case option == unfusedAny && target.Machine != expr.GPU, option == "-ffp-contract=off":
			target.Contract = expr.ContractOff
		case option == "-msse2 -mfpmath=sse":
			target = mustTarget("gcc")
		case option == "-ffloat-store":
			target.Store = true
		case option == withoutFast:
			target.GPU.Flags = mustTarget("9.0").GPU.Flags
		case m.Kind == Flag && target.Machine == expr.GPU:
			flags := strings.Fields(option)
			if target.GPU.Flags.FastMath { // options beside it win
				choose = func(c *expr.Choice) {
					for _, f := range flags {
						switch f {
						case "-fmad=false":
							unfused(c)
						case "-ftz=false":
							c.FlushIn, c.FlushOut = false, false
						case "-ftz=true":
							c.FlushIn, c.FlushOut = true, true
						case "-prec-div=true":
							c.Div = expr.DivRounded
						case "-prec-sqrt=true":
							c.Sqrt = expr.SqrtRounded
						}
					}
				}
				break
			}
			for _, f := range flags {
				g := &target.GPU.Flags
				switch f {
				case "-fmad=false":
					g.FMad = false
				case "-ftz=false":
					g.FTZ = false
				case "-ftz=true":
					g.FTZ = true
				case "-prec-div=true":
					g.PrecDiv = true
				case "-prec-sqrt=true":
					g.PrecSqrt = true
				}
			}
		default:
			continue
		}
		if strings.Contains(m.Note, unfusedAny) {
			if target.GPU.Flags.FMad, target.Contract = false, expr.ContractOff; target.GPU.Flags.FastMath {
				choose = unfused
			}
		}
		c, err := expr.Parse(text, target.Reads(expr.Options{Free: expr.Float}))
		if err != nil {
			t.Errorf("%s: %s", m.Text, err.Text)
			return
		}
		p, err := expr.Compile(c, target)
		if err != nil {
			return
		}
		if choose != nil {
			ch := p.Choice
			choose(&ch)
			if p, err = expr.PlanOf(c, ch); err != nil {
				return
			}
		}
		now[side] = p.Result(s.rowInputs(c, 0))
		if c.Values[c.Result].Type != x.types {
			return // the types were changed on one side, which the search has compared
		}
	}
	if now[0] != now[1] {
		t.Errorf("%v: the remedy %d %q for %q does not work: %x %x\n%s\n%s\n%v %v", x.ids, m.Side, m.Text, m.Old, now[0], now[1], x.q.Text, x.q.Rows, x.q.Observed, x.q.Known)
	}
}
