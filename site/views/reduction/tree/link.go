package tree

import (
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/lab/link"
	"ulplab/site/views/reduction/sum"
)

// Encode writes what of the tree is in links: w the window, first leaf and number of leaves in 1/1024 of a leaf; x the node looked at; e=1 the
// error so far; h=1 threads side by side; y the steps carried out; z the reader's
// own tree, with - and _ for brackets and . for a space, or zr where it has other signs.
func Encode(s *sum.State, w *link.Writer) {
	v, tree := &s.Look, s.Tree
	if v.Span != 0 {
		w.Set("w", strconv.FormatInt(v.From, 10)+"-"+strconv.FormatInt(v.Span, 10))
	}
	w.Put("x", v.Path, "")
	w.PutBit("e", v.SoFar, false)
	w.PutBit("h", v.Lanes, false)
	switch {
	case tree == "":
	case strings.ContainsAny(tree, "-_."):
		w.Set("zr", tree)
	default:
		w.Set("z", signs(tree, "() ", "-_."))
	}
	if v.Step > 0 {
		w.Set("y", strconv.Itoa(int(v.Step)-1))
	}
}

// Decode reads it back.
func Decode(r *link.Reader, s *sum.State) {
	order := s.Order
	for i, key := range [...]string{"z", "zr"} {
		t, ok := r.Take(key)
		if !ok {
			continue
		}
		if i == 0 {
			t = signs(t, "-_.", "() ")
		}
		if *s = (Type{Text: t}).Apply(*s); s.Tree != t || t == "" {
			r.Wrong(key, t, "is not a tree of at most 1 KB.")
		}
		s.Order = order
	}
	if t, ok := r.Take("w"); ok {
		a, b, _ := strings.Cut(t, "-")
		from, err := strconv.ParseInt(a, 10, 64)
		span, err2 := strconv.ParseInt(b, 10, 64)
		if err == nil && err2 == nil {
			*s = Move{From: from, Span: span}.Apply(*s)
		}
		if l := s.Look; err != nil || err2 != nil || l.From != from || l.Span != span {
			r.Wrong("w", t, "is not a window of the tree: its first leaf and its leaves, in 1/1024 of a leaf.")
		}
	}
	if t, ok := r.Take("x"); ok {
		if !pathOK(t) {
			r.Wrong("x", t, "names no node: l and r lead to the first and second operand, with a number as often.")
		} else {
			s.Look.Path = t
		}
	}
	r.Bit("h", &s.Look.Lanes)
	if t, ok := r.Take("y"); ok {
		n, err := strconv.Atoi(t)
		if err != nil || n < 0 || n >= summation.Most {
			r.Wrong("y", t, "is not a number of steps.")
		} else {
			*s = Step{Step: n}.Apply(*s)
		}
	}
	r.Bit("e", &s.Look.SoFar)
}

// signs puts signs in the place of others.
func signs(s, old, new string) string {
	b := []byte(s)
	for i, c := range b {
		if k := strings.IndexByte(old, c); k >= 0 {
			b[i] = new[k]
		}
	}
	return string(b)
}
