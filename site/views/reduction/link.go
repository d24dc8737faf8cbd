package reduction

import (
	"strconv"

	"ulplab/fpcore/summation"
	"ulplab/site/lab/link"
	"ulplab/site/views/reduction/program"
	"ulplab/site/views/reduction/reveal"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/tree"
	"ulplab/site/views/reduction/vectors"
)

// The keys of the Reduction view: k kind of data, n elements, s seed, c decimal exponent of the condition number, d=1
// dot product, f=64 binary64, v own numbers, t threads per block, b blocks, p pattern of the grid, l=1 the catalogue's
// order, o the order looked at, ar the arithmetic (summation.Arith), ac accumulators per thread, cp threads of a CPU, at
// what arrives by atomics; of the statistics sv vectors, sn the exponent of the largest size, sc=1 errors against the sum
// of magnitudes; cl the language of the order's program.
func encode(s sum.State, w *link.Writer) {
	v, first := s, sum.First()
	put := func(ids ...string) {
		for _, id := range ids {
			s, _ := summation.SettingOf(id)
			if value := s.Get(&v.Input); value != s.Get(&first.Input) {
				w.Set(id, value)
			}
		}
	}
	put("k", "n", "s", "c", "t", "b", "d", "f")
	w.Put("v", v.Own, first.Own)
	put("p")
	w.PutBit("l", v.Listed, false)
	w.Put("o", v.Order, first.Order)
	w.Put("ar", v.Arith.String(), first.Arith.String())
	put("ac", "cp", "at")
	w.PutInt("sv", v.Stat.Vectors, first.Stat.Vectors)
	w.PutInt("sn", int32(v.Stat.Top), int32(first.Stat.Top))
	w.PutInt("sc", int32(v.Stat.Scale), 0)
	encodeFile(v.File, w)
	w.PutInt("cl", int32(v.Code), 0)
	reveal.Encode(&v, w)
	tree.Encode(&v, w)
	if v.NText.On {
		w.Set("tn", v.NText.Text)
	}
	if v.SText.On {
		w.Set("ts", v.SText.Text)
	}
}

func decode(r *link.Reader, s *sum.State) {
	read := func(ids ...string) {
		for _, id := range ids {
			if t, ok := r.Take(id); ok {
				set, _ := summation.SettingOf(id)
				if err := set.Set(&s.Input, t); err != nil {
					r.Wrong(id, t, "is "+err.Error()+".")
				} else {
					*s = sum.Put{ID: id, Value: t}.Apply(*s) // and what follows from it
				}
			}
		}
	}
	read("k", "n", "c", "t", "b", "d")
	r.Bit("l", &s.Listed)
	read("p")
	if t, ok := r.Take("v"); ok {
		if *s = (Set{Do: TypeOwn, Text: t}).Apply(*s); s.Own != t {
			r.Wrong("v", t, "is not a list of numbers of at most 16 KB.")
		}
	}
	read("ac", "cp", "at")
	if t, ok := r.Take("ar"); ok {
		if s.Arith, ok = summation.ReadArith(t); !ok {
			r.Wrong("ar", t, "has words that name no format, direction or rule of this view.")
		}
	}
	for _, k := range [...]struct {
		key  string
		what byte
		kept func(n int) bool
	}{
		{"sv", 'v', func(n int) bool { return int(s.Stat.Vectors) == n }},
		{"sn", 'n', func(n int) bool { return int(s.Stat.Top) == n }},
		{"sc", 's', func(n int) bool { return int(s.Stat.Scale) == n }},
	} {
		if t, ok := r.Take(k.key); ok {
			n, err := strconv.Atoi(t)
			if err == nil {
				*s = vectors.Set{What: k.what, I: n}.Apply(*s)
			}
			if err != nil || !k.kept(n) {
				r.Wrong(k.key, t, "is not on offer for the statistics.")
			}
		}
	}
	read("s", "f")
	if t, ok := r.Take("o"); ok {
		if *s = (Pick{ID: t}).Apply(*s); s.Order != t {
			r.Problem("“" + link.Clip(t) + "” names no order.")
		}
	}
	decodeFile(r, s)
	if t, ok := r.Take("cl"); ok {
		n, err := strconv.Atoi(t)
		if err == nil && n >= 0 && n < len(program.Langs) {
			s.Code = uint8(n)
		} else {
			r.Wrong("cl", t, "is not the number of a language.")
		}
	}
	reveal.Decode(r, s)
	tree.Decode(r, s)
	if t, ok := r.Take("tn"); ok {
		*s = Set{Do: TypeN, Text: t}.Apply(*s)
	}
	if t, ok := r.Take("ts"); ok {
		*s = Set{Do: TypeSeed, Text: t}.Apply(*s)
	}
}
