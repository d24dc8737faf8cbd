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
	if v.Kind != first.Kind {
		w.Set("k", state.SumKinds[v.Kind])
	}
	set := func(key string, n, first int32) {
		if n != first {
			w.Set(key, itoa(int(n)))
		}
	}
	set("n", v.N, first.N)
	set("s", v.Seed, first.Seed)
	set("c", int32(v.Cond), int32(first.Cond))
	set("t", v.Threads, first.Threads)
	set("b", v.Blocks, first.Blocks)
	if v.Dot {
		w.Set("d", "1")
	}
	if v.Double {
		w.Set("f", "64")
	}
	if v.Own != first.Own {
		w.Set("v", v.Own)
	}
	if v.Pattern != first.Pattern {
		w.Set("p", summation.GridOrders[v.Pattern])
	}
	if v.Listed {
		w.Set("l", "1")
	}
	if v.Order != first.Order {
		w.Set("o", v.Order)
	}
	if v.Arith != first.Arith {
		w.Set("ar", v.Arith.String())
	}
	set("ac", v.Accums, first.Accums)
	set("cp", v.CPU, first.CPU)
	if v.Arrive != first.Arrive {
		w.Set("at", summation.ArrivalOrders[v.Arrive])
	}
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
	// read takes a key, applies what it asks for and says what is wrong if that changes nothing it should.
	read := func(key string, do state.SumDo, number bool, kept func(v string, n int) bool, words string) {
		t, ok := r.Take(key)
		if !ok {
			return
		}
		n, err := 0, error(nil)
		if number {
			n, err = strconv.Atoi(t)
		}
		if err == nil {
			*s = state.Update(*s, state.SumSet{Do: do, I: n, Text: t})
		}
		if err != nil || !kept(t, n) {
			r.Problem("“" + clip(key+"="+t) + "” is not " + words + ".")
		}
	}
	bit := func(t string, _ int) bool { return t == "1" || t == "0" }
	read("k", state.SumSetKind, false, func(t string, _ int) bool { return state.SumKinds[s.Sum.Kind] == t }, "a kind of data of this view")
	read("n", state.SumSetN, true, func(_ string, n int) bool { return int(s.Sum.N) == n }, "a number of elements from 2 to 1048576")
	read("c", state.SumSetCond, true, func(_ string, n int) bool { return int(s.Sum.Cond) == n }, "the exponent of a condition number, 1 to 14")
	read("t", state.SumSetThreads, true, func(_ string, n int) bool { return int(s.Sum.Threads) == n }, "a number of threads on offer")
	read("b", state.SumSetBlocks, true, func(_ string, n int) bool { return int(s.Sum.Blocks) == n }, "a number of blocks on offer")
	read("d", state.SumSetDot, true, bit, "0 or 1")
	read("l", state.SumSetListed, true, bit, "0 or 1")
	read("p", state.SumSetPattern, false, func(t string, _ int) bool { return summation.GridOrders[s.Sum.Pattern] == t }, "a pattern of the grid")
	read("v", state.SumTypeOwn, false, func(t string, _ int) bool { return s.Sum.Own == t }, "a list of numbers of at most 16 KB")
	read("ac", state.SumSetAccums, true, func(_ string, n int) bool { return int(s.Sum.Accums) == n }, "a number of accumulators on offer")
	read("cp", state.SumSetCPU, true, func(_ string, n int) bool { return int(s.Sum.CPU) == n }, "a number of CPU threads from 1 to 64")
	read("at", state.SumSetArrive, false, func(t string, _ int) bool { return summation.ArrivalOrders[s.Sum.Arrive] == t }, "something that arrives by atomics")
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
	if t, ok := r.Take("s"); ok {
		if n, ok := state.SumReadSeed(t); ok {
			s.Sum.Seed = n
		} else {
			r.Problem("“" + clip("s="+t) + "” is not a seed, a number from 0 to 1073741824.")
		}
	}
	if t, ok := r.Take("f"); ok {
		if s.Sum.Double = t == "64"; t != "64" && t != "32" {
			r.Problem("“" + clip("f="+t) + "” is neither 32 nor 64 bits.")
		}
	}
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
