package explain

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/expr/programs"
)

// broken returns a program with a mistake in it: another element or input, another sign, a term left out, or a factor.
func broken(r *rand.Rand, c *expr.Code) (*expr.Code, string) {
	var places []int32
	need := needed(c)
	for i := range c.Values {
		if v := &c.Values[i]; need[i] && v.Type.IsFloat() && (v.Op >= expr.Add && v.Op <= expr.Div || v.Op == expr.Input) {
			places = append(places, int32(i))
		}
	}
	if len(places) == 0 {
		return nil, ""
	}
	at := places[r.IntN(len(places))]
	kind := ""
	d, ok := rewrite(c, func(w *rewriter, i int32, v expr.Value) int32 {
		if i != at {
			return w.emit(v)
		}
		switch v.Op {
		case expr.Input:
			kind = "index"
			v.Bits = uint64(r.IntN(len(c.Inputs)))
			v.Type = c.Inputs[v.Bits].Type
			n := w.emit(v)
			if t := c.Values[i].Type; v.Type != t {
				n = w.emit(expr.Value{Op: expr.Convert, Type: t, X: [3]int32{n, -1, -1}})
			}
			return n
		case expr.Add, expr.Sub:
			switch r.IntN(3) {
			case 0:
				kind, v.Op = "sign", expr.Add+expr.Sub-v.Op
			case 1:
				kind = "missing term"
				return v.X[0]
			default:
				kind = "factor"
				n := w.emit(v)
				return w.emit(expr.Value{Op: expr.Add, Type: v.Type, X: [3]int32{n, n, -1}})
			}
		case expr.Mul, expr.Div:
			kind = "missing factor"
			if r.IntN(2) == 0 {
				return v.X[0]
			}
			kind, v.Op = "operation", expr.Mul+expr.Div-v.Op
		}
		return w.emit(v)
	})
	if !ok {
		return nil, ""
	}
	return d, kind
}

// A mistake in the program of one side is no rounding, and no cause explains it.
func TestBugs(t *testing.T) {
	n := trials(80)
	seed := seeded()
	r := rand.New(rand.NewPCG(51+seed, 52))
	features := programs.Returns | programs.Loops | programs.Functions | programs.Arrays | programs.Library
	gens := []*programs.Gen{programs.New(17+seed, features), programs.New(18+seed, 0), programs.New(19+seed, 0)}
	beyond, found, explained, hinted := 0, 0, 0, 0
	for i := 0; beyond < n; i++ {
		var code *expr.Code
		var text string
		var row []uint64
		if i%3 == 2 { // a sum or a dot product
			k := 3 + r.IntN(60)
			text = "float s = 0;\nfor (int i = 0; i < " + strconv.Itoa(k) + "; i++) s += " + [...]string{"x[i]", "x[i]*y[i]"}[r.IntN(2)] + ";\nreturn s;"
			c, err := expr.Parse(text, expr.Options{Free: expr.Float, Device: true})
			if err != nil {
				t.Fatal(err.Text)
			}
			code, row = c, nil
			for range c.Inputs {
				row = append(row, uint64(0x3f000000+r.IntN(1<<24))|uint64(r.IntN(4)/3)<<31)
			}
		} else {
			p := gens[i%len(gens)].Next()
			c, err := expr.Parse(p.Text, expr.Options{Free: expr.Float, Device: true})
			if err != nil || c.Result < 0 || len(c.Values) > 300 || len(c.Inputs) != len(p.Params) {
				continue
			}
			code, text, row = c, p.Text, programs.Inputs(p, r.Uint64(), 1)[0]
		}
		bad, kind := broken(r, code)
		if bad == nil {
			continue
		}
		a, b := mustTarget("9.0"), mustTarget("gcc")
		plan, err1 := expr.Compile(code, a)
		wrong, err2 := expr.Compile(bad, b)
		if err1 != nil || err2 != nil {
			continue
		}
		x, y := plan.Result(row), wrong.Result(row)
		f := code.Values[code.Result].Type.Format()
		if f == nil || x == y {
			continue
		}
		// Does the difference exceed what rounding may do?
		bound := RunningBound(code, row, Model{AnyOrder: true, Flush: true, Division: 2, Root: 3, Wide: true, FastFunctions: true})
		v, finite := exact.FromBits(f, u128(y))
		if !finite {
			continue
		}
		if times, ok := bound.Times(v.Ratio(), v.Ratio()); !ok || times < 16 {
			continue
		}
		seed := r.Uint64()
		q := Question{Text: text, Rows: rowText(code, row), Known: [2]string{"gpu", "cpu"}}
		for side, c := range [2]uint64{x, y} {
			q.Observed[side] = printed(rand.New(rand.NewPCG(seed, 1)), code.Values[code.Result].Type, c)
		}
		if q.Observed[0] == q.Observed[1] { // which nobody can tell from the same
			continue
		}
		beyond++
		s, p := New(q)
		if p != nil {
			t.Fatalf("%s: %s\n%s", q.Text, p.Text, q.Rows)
		}
		for !s.Next(1 << 12) {
		}
		ans := s.Answer()
		switch ans.Verdict {
		case NotRounding:
			found++
			if len(ans.Sides[0].Hints)+len(ans.Sides[1].Hints) > 0 {
				hinted++
			}
		case Explained, Same:
			explained++
			var got []string
			for _, c := range ans.Causes {
				got = append(got, c.ID.String())
			}
			t.Errorf("%s passes as %v %v\n%s\n%s\n%v", kind, ans.Verdict, got, q.Text, q.Rows, q.Observed)
		default:
			t.Logf("%s: %v, %d and %d times\n%s\n%s\n%v", kind, ans.Verdict, ans.Sides[0].Excess, ans.Sides[1].Excess, q.Text, strings.TrimSpace(q.Rows), q.Observed)
		}
	}
	t.Logf("%d mistakes beyond rounding: %d told, %d with a hint, %d explained away", beyond, found, hinted, explained)
	if found*10 < beyond*9 {
		t.Errorf("%d of %d mistakes are told", found, beyond)
	}
}
