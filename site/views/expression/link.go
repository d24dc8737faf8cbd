package expression

import (
	"strconv"
	"strings"

	"ulplab/site/kit/code"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

const ID lab.ID = "expr"

// The keys of the Expression view: x the text, u the PTX, k the order of its inputs, d=1 where what is not declared is double, p the targets, v the rows of
// inputs as typed, r the row looked at, q the columns compared, s and z the sweep, i the operation looked at, l the
// language of the code.
func encode(s State, w *link.Writer) {
	e, first := s, First()
	w.Put("x", e.Text, first.Text)
	w.Put("u", e.PTX, first.PTX)
	w.Put("k", e.Takes, first.Takes)
	w.PutBit("d", e.Double, first.Double)
	w.Put("p", e.Targets, first.Targets)
	w.Put("v", e.Rows, first.Rows)
	w.PutInt("r", int32(e.Row), 0)
	w.Put("q", strconv.Itoa(int(e.Pair[0]))+"."+strconv.Itoa(int(e.Pair[1])), "0.0")
	w.PutBit("s", e.Sweep.On, false)
	w.Put("z", sweep(e.Sweep), sweep(first.Sweep))
	w.PutInt("i", int32(e.At), 0)
	w.PutInt("l", int32(e.Lang), 0)
}

func sweep(s Sweep) string {
	return s.Name + "\t" + s.From + "\t" + s.Step + "\t" + strconv.Itoa(int(s.N))
}

func decode(r *link.Reader, s *State) {
	e := s
	r.Text("x", code.ExprMaxText, &e.Text)
	r.Text("u", MaxPTX, &e.PTX)
	if t, ok := r.Take("k"); ok {
		e.Takes = code.Line(t)
	}
	if t, ok := r.Take("d"); ok {
		e.Double = t == "1"
	}
	if t, ok := r.Take("p"); ok {
		list, unknown := List(t)
		for _, u := range unknown {
			r.Problem("The link asks for a target “" + link.Clip(u) + "”, which this lab does not have.")
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
		e.Rows = code.Join(code.Inputs(t))
	}
	small := func(key string, most int) int {
		t, ok := r.Take(key)
		if !ok {
			return 0
		}
		n, err := strconv.Atoi(t)
		if err != nil || n < 0 || n > most {
			r.Wrong(key, t, "is not a number from 0 to "+strconv.Itoa(most)+".")
			return 0
		}
		return n
	}
	e.Row = uint8(small("r", len(code.Inputs(e.Rows))-1))
	if t, ok := r.Take("q"); ok {
		a, b, _ := strings.Cut(t, ".")
		x, err1 := strconv.ParseUint(a, 10, 4)
		y, err2 := strconv.ParseUint(b, 10, 4)
		if err1 != nil || err2 != nil || x > uint64(e.columns()) || y > uint64(e.columns()) || x == y {
			if t != "0.0" {
				r.Problem("The two columns compared are different numbers from 0 to " + strconv.Itoa(e.columns()) + ", not “" + link.Clip(t) + "”.")
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
		if n < 2 || n > MaxSweep || len(f[0])+len(f[1])+len(f[2]) > 3*code.ExprMaxCell {
			r.Problem("A sweep is an input, a first value, a step and a number of values, not “" + link.Clip(t) + "”.")
		} else {
			e.Sweep.Name, e.Sweep.From, e.Sweep.Step, e.Sweep.N = f[0], f[1], f[2], uint16(n)
		}
	}
	e.At = uint16(small("i", 1<<16-1))
	e.Lang = uint8(small("l", 15))
}

// Link returns the link of a state of the view.
func Link(s State) string { return link.Of(ID, s, encode) }
