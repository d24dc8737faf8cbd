package quantize

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/blockscale"
	"ulplab/site/files"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

// ID names the view.
const ID lab.ID = "quant"

// The keys of the view: k the kind of the data, n the number of elements, s the seed, o the outliers, w the length of a row,
// x the typed numbers, fl, fd and fr name, digest and raw format of a file, a and b the recipes, i the element looked at, d the rows of the dot product, with a point between them,
// l=1 for the logarithmic axis, pf, po and pw format, operation (1: sums) and window of the picture of a whole format: the
// places looked at, the first places shown, and how many. A recipe is the ID of a scheme, then, separated by points, the ID of a rule, sr for
// stochastic rounding, over for infinities and NaNs beyond the largest code.
func encode(s State, w *link.Writer) {
	first := First()
	w.Put("k", s.Kind, first.Kind)
	w.PutInt("n", s.N, first.N)
	w.PutInt("s", s.Seed, first.Seed)
	w.PutInt("o", s.Outliers, first.Outliers)
	w.PutInt("w", s.Width, first.Width)
	w.Put("x", s.Own, first.Own)
	if s.File.Digest != "" {
		w.Set("fl", s.File.Name)
		w.Set("fd", s.File.Digest)
		w.Put("fr", s.File.Raw, "")
	}
	w.Put("a", s.R[0].word(), first.R[0].word())
	w.Put("b", s.R[1].word(), first.R[1].word())
	w.PutInt("i", s.At, 0)
	if s.Dotted {
		w.Set("d", words.Fill("#.#", int(s.Dot[0]), int(s.Dot[1])))
	}
	w.PutBit("l", s.Log, false)
	p, whole := s.Pairs, FirstPairs(s.Pairs.F)
	w.Put("pf", p.F, first.Pairs.F)
	w.PutBit("po", p.Sum, false)
	if whole.Sum = p.Sum; p != whole {
		w.Set("pw", words.Fill("#.#.#.#.#", int(p.X), int(p.Y), int(p.From[0]), int(p.From[1]), int(p.Span)))
	}
}

func decodePairs(r *link.Reader, p *Pairs) {
	if t, ok := r.Take("pf"); ok {
		*p = PairSet{What: PairFormat, Text: t}.Apply(State{Pairs: *p}).Pairs
		if p.F != t {
			r.Wrong("pf", t, "is not a format whose products are drawn.")
		}
	}
	if t, ok := r.Take("po"); ok {
		if t != "0" && t != "1" {
			r.Wrong("po", t, "is neither 0, for products, nor 1, for sums.")
		}
		p.Sum = t == "1"
	}
	t, ok := r.Take("pw")
	if !ok {
		return
	}
	n, have := [5]int{}, 0
	for _, word := range strings.Split(t, ".") {
		if k, err := strconv.Atoi(word); err == nil && k >= 0 && k < p.Count() {
			n[min(have, len(n)-1)] = k
			have++
		}
	}
	if have != len(n) || n[4] != 0 && (n[4] < leastSpan || n[4]&(n[4]-1) != 0 || max(n[2], n[3])+n[4] > p.Count()) || n[4] == 0 && n[2]+n[3] > 0 {
		r.Wrong("pw", t, "is no part of the picture: two places looked at, the first two places shown and how many, 0 for all.")
		return
	}
	p.X, p.Y, p.From, p.Span = uint8(n[0]), uint8(n[1]), [2]uint8{uint8(n[2]), uint8(n[3])}, uint16(n[4])
}

func (r Recipe) word() string {
	s := r.Scheme
	for _, i := range blockscale.Rules {
		if i.Rule == r.Rule && r.Rule != blockscale.Floor {
			s += "." + i.ID
		}
	}
	if r.Stochastic {
		s += ".sr"
	}
	if r.Overflow {
		s += ".over"
	}
	return s
}

func readRecipe(s string) (r Recipe, ok bool) {
	parts := strings.Split(s, ".")
	if _, ok = blockscale.Find(parts[0]); !ok {
		return r, false
	}
	r.Scheme = parts[0]
	for _, p := range parts[1:] {
		known := false
		for _, i := range blockscale.Rules {
			if i.ID == p {
				r.Rule, known = i.Rule, true
			}
		}
		switch {
		case p == "sr":
			r.Stochastic = true
		case p == "over":
			r.Overflow = true
		case !known:
			return r, false
		}
	}
	return r, true
}

func decode(r *link.Reader, s *State) {
	number := func(key, what string, read func(string, int32) (int32, bool), least int32, to *int32) {
		if t, ok := r.Take(key); ok {
			if n, ok := read(t, least); ok {
				*to = n
			} else {
				r.Wrong(key, t, "is not "+what+".")
			}
		}
	}
	if t, ok := r.Take("k"); ok {
		if isKind(t) {
			s.Kind = t
		} else {
			r.Wrong("k", t, "is not a kind of data.")
		}
	}
	if t, ok := r.Take("d"); ok {
		x, y, _ := strings.Cut(t, ".")
		a, aok := readUpTo(x, Most-1)
		b, bok := readUpTo(y, Most-1)
		if aok && bok {
			s.Dot, s.Dotted = [2]int32{a, b}, true
		} else {
			r.Wrong("d", t, "are not the numbers of two rows with a point between them.")
		}
	}
	number("n", "a number of elements from 1 to 1048576", ReadCount, 1, &s.N)
	number("s", "a seed from 0 to 999999999", func(t string, _ int32) (int32, bool) { return readUpTo(t, MostSeed) }, 0, &s.Seed)
	number("w", "the length of a row, from 0 to 1048576", ReadCount, 0, &s.Width)
	number("i", "an element", ReadCount, 0, &s.At)
	number("o", "a share of outliers on offer", func(t string, _ int32) (int32, bool) {
		n, err := strconv.Atoi(t)
		return int32(n), err == nil && slices.Contains(OutlierChoices[:], n)
	}, 0, &s.Outliers)
	if t, ok := r.Take("x"); ok {
		if s.Own = operand.Cut(t, MaxText); s.Own != t {
			r.Problem("The numbers of the link are longer than " + words.Num(MaxText>>10) + " KB; the rest was left out.")
		}
	}
	name, _ := r.Take("fl")
	if digest, ok := r.Take("fd"); ok {
		if files.IsDigest(digest) {
			kind, at := s.Kind, s.At
			*s = OpenFile{Name: name, Digest: digest}.Apply(*s)
			s.Kind, s.At = kind, at
		} else {
			r.Wrong("fd", digest, "is not the digest of a file.")
		}
	}
	if t, ok := r.Take("fr"); ok {
		*s = Set{What: Raw, Text: t}.Apply(*s)
		if s.File.Raw != t && (s.File.Raw != "" || t != Raws[0]) {
			r.Wrong("fr", t, "is not a format of raw values.")
		}
	}
	for side, key := range [2]string{"a", "b"} {
		if t, ok := r.Take(key); ok {
			if got, ok := readRecipe(t); ok {
				s.R[side] = got
			} else {
				r.Wrong(key, t, "is not a recipe: the name of a format, then floor, ceil, nearest or max, sr, over.")
			}
		}
	}
	r.Bit("l", &s.Log)
	decodePairs(r, &s.Pairs)
}

// Link returns the link of a state of the view.
func Link(s State) string { return link.Of(ID, s, encode) }
