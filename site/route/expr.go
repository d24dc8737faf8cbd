//go:build !opening

package route

import (
	"strconv"
	"strings"

	"ulplab/site/state"
)

// The keys of the Expression view: x the text, d=1 where what is not declared is double, p the targets, v the rows of
// inputs as typed, r the row looked at, q the columns compared, s and z the sweep, i the operation looked at, l the
// language of the code.
func encodeExpr(s *state.State, w *Writer) {
	e, first := s.Expr, state.Default().Expr
	put := func(key, v, first string) {
		if v != first {
			w.Set(key, v)
		}
	}
	put("x", e.Text, first.Text)
	put("d", oneOf(e.Double), oneOf(first.Double))
	put("p", e.Targets, first.Targets)
	put("v", e.Rows, first.Rows)
	put("r", strconv.Itoa(int(e.Row)), "0")
	put("q", strconv.Itoa(int(e.Pair[0]))+"."+strconv.Itoa(int(e.Pair[1])), "0.0")
	put("s", oneOf(e.Sweep.On), "0")
	put("z", exprSweep(e.Sweep), exprSweep(first.Sweep))
	put("i", strconv.Itoa(int(e.At)), "0")
	put("l", strconv.Itoa(int(e.Lang)), "0")
}

func oneOf(on bool) string {
	if on {
		return "1"
	}
	return "0"
}

func exprSweep(s state.ExprSweep) string {
	return s.Name + "\t" + s.From + "\t" + s.Step + "\t" + strconv.Itoa(int(s.N))
}

func decodeExpr(r *Reader, s *state.State) {
	e := &s.Expr
	if t, ok := r.Take("x"); ok {
		if len(t) > state.ExprMaxText {
			r.Problem("The text of the link is longer than " + itoa(state.ExprMaxText) + " bytes; the rest was left out.")
		}
		e.Text = state.Cut(t, state.ExprMaxText)
	}
	if t, ok := r.Take("d"); ok {
		e.Double = t == "1"
	}
	if t, ok := r.Take("p"); ok {
		list, unknown := state.ExprList(t)
		for _, u := range unknown {
			r.Problem("The link asks for a target “" + clip(u) + "”, which this lab does not have.")
		}
		if len(list) > 0 {
			ids := make([]string, len(list))
			for i := range list {
				ids[i] = list[i].ID()
			}
			e.Targets = strings.Join(ids, " ")
		}
	}
	if t, ok := r.Take("v"); ok {
		e.Rows = state.ExprJoin(state.ExprCells(t))
	}
	small := func(key string, most int) int {
		t, ok := r.Take(key)
		if !ok {
			return 0
		}
		n, err := strconv.Atoi(t)
		if err != nil || n < 0 || n > most {
			r.Problem("“" + clip(key+"="+t) + "” is not a number from 0 to " + itoa(most) + ".")
			return 0
		}
		return n
	}
	e.Row = uint8(small("r", len(state.ExprCells(e.Rows))-1))
	if t, ok := r.Take("q"); ok {
		a, b, _ := strings.Cut(t, ".")
		x, err1 := strconv.ParseUint(a, 10, 4)
		y, err2 := strconv.ParseUint(b, 10, 4)
		if err1 != nil || err2 != nil || x > state.ExprMost || y > state.ExprMost || x == y {
			if t != "0.0" {
				r.Problem("The two columns compared are different numbers from 0 to " + itoa(state.ExprMost) + ", not “" + clip(t) + "”.")
			}
		} else {
			e.Pair = [2]uint8{uint8(x), uint8(y)}
		}
	}
	if t, ok := r.Take("s"); ok {
		e.Sweep.On = t == "1"
	}
	if t, ok := r.Take("z"); ok {
		f := strings.Split(t, "\t")
		n := uint64(0)
		if len(f) == 4 {
			n, _ = strconv.ParseUint(f[3], 10, 16)
		}
		if n < 2 || n > state.ExprMaxSweep || len(f[0])+len(f[1])+len(f[2]) > 3*state.ExprMaxCell {
			r.Problem("A sweep is an input, a first value, a step and a number of values, not “" + clip(t) + "”.")
		} else {
			e.Sweep.Name, e.Sweep.From, e.Sweep.Step, e.Sweep.N = f[0], f[1], f[2], uint16(n)
		}
	}
	e.At = uint16(small("i", 1<<16-1))
	e.Lang = uint8(small("l", 15))
}
