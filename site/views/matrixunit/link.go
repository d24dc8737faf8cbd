package matrixunit

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
	"ulplab/site/lab/link"
)

// The keys of the Matrix unit view: u and v the instructions, g and h their compute capabilities times ten; a and b the
// codes of a row and a column, p and q those of their block scales, with points between them, "x3" after a code for three of it, zeros at the end left out, or
// ta, tb, tp and tq the texts that say them; c and tc those of C; e the element chosen in the fragments, A.row.column. Without any
// it is the first example.
func encode(s State, w *link.Writer) {
	first := First()
	if s.Unit != first.Unit {
		for i, u := range s.Unit {
			w.Set("uv"[i:i+1], u.ID)
			w.Set("gh"[i:i+1], strconv.Itoa(int(u.CC)))
		}
	}
	if s.Unit != first.Unit || s.X != first.X || s.C != first.C {
		for i, key := range keys {
			t, n := s.list(i)
			if n == 0 {
				continue
			}
			codes, err := readList(s.X[i].Text.Text, t, n)
			if !s.X[i].Text.On || err != nil || codes != s.X[i].Code {
				w.Set(key, writeCodes(s.X[i].Code[:n], t))
			}
			if s.X[i].Text.On {
				w.Set("t"+key, s.X[i].Text.Text)
			}
		}
		link.WriteOperand(w, "c", s.C, s.result().bits())
	}
	if e := s.Pick; e.Of != 0 {
		w.Set("e", string(e.Of)+words.Fill(".#.#", int(e.Row), int(e.Col)))
	}
}

// keys are those of the lists.
var keys = [...]string{rowA: "a", columnB: "b", scalesA: "p", scalesB: "q"}

func writeCodes(codes []uint64, t number) string {
	return counting(codes, ".", "x", func(c uint64) string { return link.Hex(wide.From64(c), t.bits()) })
}

func decode(r *link.Reader, s *State) {
	next, given := s.Unit, false
	for i := range next {
		if id, ok := r.Take("uv"[i : i+1]); ok {
			next[i].ID, given = id, true
		}
		if v, ok := r.Take("gh"[i : i+1]); ok {
			n, _ := strconv.ParseUint(v, 10, 8)
			next[i].CC, given = uint8(n), true
		}
	}
	if given {
		s.given(next, r)
	}
	for i, key := range keys {
		x := &s.X[i]
		t, k := s.list(i)
		if k == 0 {
			continue
		}
		if v, ok := r.Take(key); ok {
			codes, good := parseCodes(v, t.bits(), k)
			if !good {
				r.Wrong(key, v, words.Fill("is not a list of up to # codes of # bits.", k, t.bits()))
			} else {
				*x = List{Code: codes}
			}
		}
		if v, ok := r.Take("t" + key); ok {
			x.typed(v, t, k)
		}
	}
	link.ReadOperand(r, "c", s.result().bits(), &s.C, s.result().read)
	if v, ok := r.Take("e"); ok {
		e := element(v)
		if e = s.kept(e); e.Of == 0 {
			r.Wrong("e", v, "is not an element of the fragments of this instruction, such as A.3.5.")
		}
		s.Pick = e
	}
}

// given puts the units of a link in place, as far as there are such.
func (s *State) given(next [2]Unit, r *link.Reader) {
	for side, u := range next {
		i, ok := instructions()[u.ID]
		if !ok {
			r.Problem("The link names an instruction “" + link.Clip(u.ID) + "”, which is none of this view.")
			return
		}
		list := units(typesOf(i))
		if !slices.Contains(list, u) {
			r.Problem("Compute capability " + ccName(u.CC) + " does not have the instruction “" + link.Clip(u.ID) + "”.")
			next[side] = nearest(list, u)
		}
		if j := next[0].Instruction(); side == 1 && typesOf(i) != typesOf(j) {
			r.Problem("The two instructions of the link take different types; both sides show the first.")
			next[1] = next[0]
		}
	}
	s.with(next)
}

// parseCodes reads what writeCodes writes.
func parseCodes(v string, bits, k int) (codes [Most]uint64, ok bool) {
	n := 0
	for _, part := range strings.Split(v, ".") {
		code, count, many := strings.Cut(part, "x")
		times := 1
		if many {
			times, _ = strconv.Atoi(count)
		}
		c, good := link.ParseHex(code)
		if !good || c.Hi != 0 || bits < 64 && c.Lo>>bits != 0 || times < 1 || n+times > k {
			return codes, false
		}
		for ; times > 0; times-- {
			codes[n] = c.Lo
			n++
		}
	}
	return codes, true
}

// element reads A.3.5.
func element(v string) (e Element) {
	parts := strings.Split(v, ".")
	if len(parts) != 3 || len(parts[0]) != 1 {
		return e
	}
	row, err1 := strconv.ParseUint(parts[1], 10, 8)
	col, err2 := strconv.ParseUint(parts[2], 10, 8)
	if err1 != nil || err2 != nil {
		return e
	}
	return Element{parts[0][0], uint8(row), uint8(col)}
}

// Link returns the link of a state of the view.
func Link(s State) string { return link.Of(ID, s, encode) }
