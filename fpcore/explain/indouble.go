package explain

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/exact"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// functions computes the one function of a library in a program in double and rounds it, on both sides: then both are the correctly
// rounded value unless the exact one lies very near the middle of two numbers, which is checked. Where the function is not what differs
// (itself), it has to be the result.
func (x *surgery) functions(list []change, itself bool) []change {
	s := x.s
	c := s.base
	if s.texts[1] != c || c.Result < 0 {
		return list
	}
	at := int32(-1)
	for i := range c.Values {
		if v := &c.Values[i]; v.Op == expr.Call && libraryFunction(plainName(v.Fn)) {
			if at >= 0 { // several calls
				return list
			}
			at = int32(i)
		}
	}
	if at < 0 || c.Values[at].Type != expr.Float {
		return list
	}
	if w := &c.Values[c.Result]; !itself && c.Result != at && (w.Op != expr.Convert || w.X[0] != at) {
		return list
	}
	v := &c.Values[at]
	name, ok := doubleName(v.Fn)
	if m, _ := expr.MeaningOf(v.Fn); strings.Contains(" rsqrt rcbrt sinpi cospi ", " "+m.ID+" ") && (x.unit(0) != expr.GPU || x.unit(1) != expr.GPU) {
		return list // functions of CUDA
	}
	call := inside(x.textOf(0), v.From, v.To)
	open := strings.IndexByte(call, '(')
	if !ok || open < 0 || !strings.HasSuffix(call, ")") || strings.Contains(call[:open], "sincos") { // the call of one function
		return list
	}
	wide := "((double)" + call[open:] + ")"
	if first, second, two := strings.Cut(call[open+1:len(call)-1], ","); two && !strings.ContainsAny(call[open+1:len(call)-1], "()") {
		wide = "((double)" + strings.TrimSpace(first) + ", (double)" + strings.TrimSpace(second) + ")"
	} else if two {
		return list
	}
	return append(list, change{Remedy{Kind: Source, Side: BothSides, Old: call, Text: "(float)" + name + wide, From: v.From, To: v.To,
		Note: "evaluated in double, then cast to float, on both sides"}, func(x *surgery) (first, second ran) { return x.rounded(0, at), x.rounded(1, at) }})
}

// rounded are the results of a side whose program has the correctly rounded value of the call at a place; none where a function in double may
// round to another one.
func (x *surgery) rounded(side int, at int32) (out ran) {
	s, c := x.s, x.s.base
	t := s.hyps[x.best[side].hyp].target
	if unit := x.unit(side); s.hyps[x.best[side].hyp].family != Machines || t.Machine != unit {
		id := "gcc"
		switch unit {
		case expr.GPU:
			id = "9.0"
		case expr.X87:
			id = "x87"
		}
		t = mustTarget(id)
	}
	v := &c.Values[at]
	call := expr.Value{Op: v.Op, Type: v.Type, Fn: v.Fn, X: v.X}
	alone := &expr.Code{Text: c.Text, Result: int32(len(call.Operands()))} // of the arguments alone
	var before []*expr.Plan
	for k, n := range call.Operands() {
		if w := &c.Values[n]; w.Op == expr.Convert && !w.Cast && c.Values[w.X[0]].Type == expr.Double { // (double) before it leaves it in double
			n = w.X[0]
		}
		d := *c
		d.Result, d.Prints = n, nil
		p, err := expr.Compile(&d, t)
		if err != nil {
			return out
		}
		before = append(before, p)
		alone.Values = append(alone.Values, expr.Value{Op: expr.Input, Type: c.Values[n].Type, X: [3]int32{-1, -1, -1}, Bits: uint64(k)})
		alone.Inputs = append(alone.Inputs, expr.InputVar{Name: "x", Type: c.Values[n].Type})
		call.X[k] = int32(k)
	}
	alone.Values = append(alone.Values, call)
	var after *expr.Plan
	if d, ok := suffix(c, at); ok {
		p, err := expr.Compile(d, t)
		if err != nil {
			return out
		}
		after, out.t = p, d.Values[d.Result].Type
	} else if out.t = expr.Float; c.Result != at || call.Type != expr.Float {
		return out
	}
	for row := range s.table.In {
		var args []uint64
		for _, p := range before {
			args = append(args, p.Result(s.rowInputs(c, row)))
		}
		value := expr.Reals(alone, args, nil)[alone.Result]
		if !value.Known() {
			return ran{}
		}
		r, safe := nearestBeyond(value.Ratio(), format.F32)
		if !safe {
			return ran{}
		}
		if after != nil {
			r = after.Result(append(s.rowInputs(c, row), r))
		}
		out.r = append(out.r, r)
	}
	return out
}

// openData reports a program in double, made of one in float, whose data are of no type that it declares.
func (x *surgery) openData(side int, text, now string) bool {
	if now != doubled(text) {
		return false
	}
	c, ok := x.s.reread(int8(side), now, expr.Options{Free: expr.Float, Device: true})
	return ok && takes(c, expr.Float)
}

// inDouble is a change after which data of no declared type are in double.
func (c change) inDouble() change {
	run := c.run
	c.run = func(x *surgery) (first, second ran) {
		y := *x
		y.data = expr.Double
		return run(&y)
	}
	return c
}

// nearestBeyond rounds to f; safe reports that every number within 4 ulp of binary64 of x rounds to the same.
func nearestBeyond(x exact.Ratio, f *format.Format) (code uint64, safe bool) {
	d := x.Round(round.Env{}, format.F64).Bits.Lo
	to := func(c uint64) uint64 { return arith.Convert(round.Env{}, f, format.F64, u128(c), nil).Bits.Lo }
	c := to(d)
	return c, to(d-4) == c && to(d+4) == c
}

// onlyCmath reports a text that has the functions of C from <cmath> alone, none of them with std::.
func onlyCmath(text string) bool {
	if !strings.Contains(text, "<cmath>") || strings.Contains(text, "math.h>") || strings.Contains(text, "using namespace std") {
		return false
	}
	list := tokens(text)
	for i, t := range list {
		if _, ok := expr.FindFunction(text[t.from:t.to], expr.Double); ok && i > 1 && text[list[i-1].from] == ':' {
			return false
		}
	}
	return true
}

// inSingle returns a program whose calls of functions without a suffix have the suffix f.
func inSingle(s string) string {
	return edited(s, func(w string, next byte) string {
		_, double := expr.FindFunction(w, expr.Double)
		if _, single := expr.FindFunction(w+"f", expr.Float); double && single && next == '(' {
			return w + "f"
		}
		return w
	})
}
