//go:build !opening

package route

import (
	"strconv"

	"ulplab/fpcore/summation"
	"ulplab/site/state"
)

// The keys of the Reduction view: k kind of data, n elements, s seed, c decimal exponent of the condition number, d=1
// dot product, f=64 binary64, v own numbers, t threads per block, b blocks, p pattern of the grid, l=1 the catalogue's
// order, o the order looked at, ar the arithmetic (summation.Arith), ac accumulators per thread, cp threads of a CPU, at
// what arrives by atomics; of the statistics sv vectors, sn the exponent of the largest size, sc=1 errors against the sum
// of magnitudes.
func encodeSum(s *state.State, w *Writer) {
	v, first := s.Sum, state.Default().Sum
	put := func(ids ...string) {
		for _, id := range ids {
			s, _ := summation.SettingOf(id)
			if value := s.Get(&v.Input); value != s.Get(&first.Input) {
				w.Set(id, value)
			}
		}
	}
	set := func(key string, n, first int32) {
		if n != first {
			w.Set(key, itoa(int(n)))
		}
	}
	put("k", "n", "s", "c", "t", "b", "d", "f")
	if v.Own != first.Own {
		w.Set("v", v.Own)
	}
	put("p")
	if v.Listed {
		w.Set("l", "1")
	}
	if v.Order != first.Order {
		w.Set("o", v.Order)
	}
	if v.Arith != first.Arith {
		w.Set("ar", v.Arith.String())
	}
	put("ac", "cp", "at")
	set("sv", v.Stat.Vectors, first.Stat.Vectors)
	set("sn", int32(v.Stat.Top), int32(first.Stat.Top))
	set("sc", int32(v.Stat.Scale), 0)
	encodeSumFile(v.File, w)
	encodeSumReveal(v.Reveal, w)
	encodeSumLook(&v, w)
	if v.NText.On {
		w.Set("tn", v.NText.Text)
	}
	if v.SText.On {
		w.Set("ts", v.SText.Text)
	}
}

func decodeSum(r *Reader, s *state.State) {
	read := func(ids ...string) {
		for _, id := range ids {
			if t, ok := r.Take(id); ok {
				set, _ := summation.SettingOf(id)
				if err := set.Set(&s.Sum.Input, t); err != nil {
					r.Problem("“" + clip(id+"="+t) + "” is " + err.Error() + ".")
				} else {
					*s = state.Update(*s, state.SumPut{ID: id, Value: t}) // and what follows from it
				}
			}
		}
	}
	read("k", "n", "c", "t", "b", "d")
	if t, ok := r.Take("l"); ok {
		if s.Sum.Listed = t == "1"; t != "1" && t != "0" {
			r.Problem("“" + clip("l="+t) + "” is not 0 or 1.")
		}
	}
	read("p")
	if t, ok := r.Take("v"); ok {
		if *s = state.Update(*s, state.SumSet{Do: state.SumTypeOwn, Text: t}); s.Sum.Own != t {
			r.Problem("“" + clip("v="+t) + "” is not a list of numbers of at most 16 KB.")
		}
	}
	read("ac", "cp", "at")
	if t, ok := r.Take("ar"); ok {
		if s.Sum.Arith, ok = summation.ReadArith(t); !ok {
			r.Problem("“" + clip("ar="+t) + "” has words that name no format, direction or rule of this view.")
		}
	}
	for _, k := range [...]struct {
		key  string
		what byte
		kept func(n int) bool
	}{
		{"sv", 'v', func(n int) bool { return int(s.Sum.Stat.Vectors) == n }},
		{"sn", 'n', func(n int) bool { return int(s.Sum.Stat.Top) == n }},
		{"sc", 's', func(n int) bool { return int(s.Sum.Stat.Scale) == n }},
	} {
		if t, ok := r.Take(k.key); ok {
			n, err := strconv.Atoi(t)
			if err == nil {
				*s = state.Update(*s, state.SumStatSet{What: k.what, I: n})
			}
			if err != nil || !k.kept(n) {
				r.Problem("“" + clip(k.key+"="+t) + "” is not on offer for the statistics.")
			}
		}
	}
	read("s", "f")
	if t, ok := r.Take("o"); ok {
		if *s = state.Update(*s, state.SumPick{ID: t}); s.Sum.Order != t {
			r.Problem("“" + clip(t) + "” names no order.")
		}
	}
	decodeSumFile(r, s)
	decodeSumReveal(r, s)
	decodeSumLook(r, s)
	if t, ok := r.Take("tn"); ok {
		*s = state.Update(*s, state.SumSet{Do: state.SumTypeN, Text: t})
	}
	if t, ok := r.Take("ts"); ok {
		*s = state.Update(*s, state.SumSet{Do: state.SumTypeSeed, Text: t})
	}
}
