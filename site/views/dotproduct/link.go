package dotproduct

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
	"ulplab/site/lab/link"
)

// The keys of the Dot product view: f format, a and b the vectors as codes with a point between elements, x the
// codes of A, B and C (its presence means the sum of three numbers), r rounding direction, z=1 flush to zero, o the
// order shown large, n its node that details are about, counted from 1. Without f, a and b it is the first example.
func encode(s State, w *link.Writer) {
	d, first := &s, First()
	same := d.Format == first.Format
	if !same {
		w.Set("f", d.Format)
	}
	if d.Sum {
		w.Set("x", writeCodes(d.F(), d.X[:]))
	} else if !same || d.N != first.N || d.V != first.V {
		w.Set("a", writeCodes(d.F(), d.V[A][:d.N]))
		w.Set("b", writeCodes(d.F(), d.V[B][:d.N]))
	}
	w.SetDir("r", d.Dir)
	if d.Flush {
		w.Set("z", "1")
	}
	if d.Shape != 0 {
		w.Set("o", d.Shapes()[d.Shape].ID)
	}
	if d.Node >= 0 {
		w.Set("n", strconv.Itoa(int(d.Node)+1))
	}
}

// writeCodes writes data of f with points between them.
func writeCodes(f *format.Format, v []wide.U128) string {
	var b strings.Builder
	for i, c := range v {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(link.Hex(c, f.Bits))
	}
	return b.String()
}

func decode(r *link.Reader, s *State) {
	if v, ok := r.Take("f"); ok {
		if f, err := format.Parse(v); err == nil {
			*s = Format{Name: f.ID}.Apply(*s)
		} else {
			r.Problem("The link names a format “" + link.Clip(v) + "”; " + err.Error() + ".")
		}
	}
	d := s
	f := d.F()
	if x, ok := readCodes(r, "x", f, len(d.X), len(d.X)); ok {
		d.Sum = true
		copy(d.X[:], x)
	}
	a, aok := readCodes(r, "a", f, Least, Most)
	b, bok := readCodes(r, "b", f, Least, Most)
	switch {
	case d.Sum && (aok || bok):
		r.Problem("The link gives both vectors and three numbers; the sum of the three numbers is shown.")
	case aok || bok:
		if len(a) != len(b) {
			r.Problem("The vectors a and b of the link have " + strconv.Itoa(len(a)) + " and " + strconv.Itoa(len(b)) + " elements; zeros fill the shorter one.")
		}
		n := max(len(a), len(b))
		for c, v := range [2][]wide.U128{a, b} {
			d.V[c] = [Most]wide.U128{}
			for i := range n {
				d.V[c][i] = f.Zero(false)
			}
			copy(d.V[c][:], v)
		}
		d.N = uint8(n)
	}
	if dir := r.Dir("r"); Takes(dir) {
		d.Dir = dir
	} else {
		r.Problem("Stochastic rounding would need random bits for every node; the graphs are shown in roundTiesToEven.")
	}
	r.Bit("z", &d.Flush)
	shape := uint8(1)
	if v, ok := r.Take("o"); ok {
		k, ids := find(d.Shapes(), v)
		if k < 0 {
			r.Problem("The order “" + link.Clip(v) + "” is not one of" + ids + ".")
		} else {
			shape = uint8(k + 1)
		}
	}
	node := -1
	if v, ok := r.Take("n"); ok {
		k, good := number(v)
		if n := len(d.Shapes()[shape-1].Build(d.Terms())); !good || k < 1 || k > n {
			r.Wrong("n", v, "is not a node of the graph, 1 to "+strconv.Itoa(n)+".")
		} else {
			node = k - 1
		}
	}
	*s = Pick{DotNode: DotNode{Shape: shape, Node: int16(node)}}.Apply(*s)
}

// readCodes reads data of f with points between them; ok is false if the key is absent or any of them is wrong.
func readCodes(r *link.Reader, key string, f *format.Format, least, most int) ([]wide.U128, bool) {
	v, there := r.Take(key)
	if !there {
		return nil, false
	}
	parts := strings.Split(v, ".")
	if len(parts) < least || len(parts) > most {
		need := strconv.Itoa(least)
		if most != least {
			need += " to " + strconv.Itoa(most)
		}
		given := strconv.Itoa(len(parts)) + " numbers"
		if len(parts) == 1 {
			given = "1 number"
		}
		r.Problem("The link gives " + given + " for “" + key + "”; it takes " + need + ".")
		return nil, false
	}
	list := make([]wide.U128, len(parts))
	for i, p := range parts {
		c, ok := link.ParseHex(p)
		if !ok || f.Bits < 128 && !c.Shr(uint(f.Bits)).IsZero() {
			r.Problem("“" + link.Clip(p) + "” in “" + key + "” is not a code of " + strconv.Itoa(f.Bits) + " bits in hexadecimal digits.")
			return nil, false
		}
		list[i] = c
	}
	return list, true
}

// find returns the index of a shape, -1 and the names there are if there is none of that name.
func find(shapes []reduce.Shape, id string) (k int, ids string) {
	for i, s := range shapes {
		if s.ID == id {
			return i, ""
		}
		ids += " " + s.ID
	}
	return -1, ids
}

// number reads one to four decimal digits.
func number(s string) (n int, ok bool) {
	if s == "" || len(s) > 4 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	for _, c := range s {
		n = 10*n + int(c-'0')
	}
	return n, true
}
