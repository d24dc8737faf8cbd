package dotproduct

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
)

// Examples lists the examples of the Dot product view by the IDs that dotExamples names; the first opens
// the view, the last is of a sum.
var Examples = []struct {
	ID   string
	make func() State
}{
	{"fig5", First},
	{"printed", func() State { return printed("1.147311") }},
	{"typo", func() State { return printed("1.148311") }},
	{"ints", integers},
	{"worse", func() State {
		return texts([]string{"1", "16777215", "16777216", "0.5"}, []string{"1", "1", "-1", "1"})
	}},
	{"tiny", tiny},
	{"uniform", uniform},
	{"wide", dotWide},
	{"half", func() State { return as("f16") }},
	{"bf16", func() State { return as("bf16") }},
	{"abc", func() State {
		d := First()
		d.Sum = true
		return d
	}},
}

// The elements of figure 5 of the white paper as binary32 codes. Of the data that print as the paper's seven
// digits, ten sets give the bits of its table; only fig5a and fig5b also give its exact value, 0.0559587528435….
var (
	fig5a = []uint64{0x3ff42c76, 0xbf494494, 0x3f92db19, 0x3f75dcc9}
	fig5b = []uint64{0xbf6f7cee, 0xbf3106da, 0x3fdcbb70, 0xbf35b25d}
)

// printed is figure 5 with the digits as they are printed; editions differ in the third element.
func printed(a3 string) State {
	return texts([]string{"1.907607", "-.7862027", a3, ".9604002"}, []string{"-.9355000", "-.6915108", "1.724470", "-.7097529"})
}

// Example returns the state of the view at an example.
func Example(id string) (State, bool) {
	for _, e := range Examples {
		if e.ID == id {
			return e.make(), true
		}
	}
	return State{}, false
}

func First() State { return codes(fig5a, fig5b) }

// abc are A, B and C of chapter 2.2.
var abc = [3]wide.U128{{Lo: 0x40000001}, {Lo: 0x3f800001}, {Lo: 0x41000001}}

// of returns the view in format f with n elements from a function of the position.
func of(f *format.Format, n int, at func(i int) (a, b wide.U128)) State {
	d := State{Format: f.ID, N: uint8(n), Node: -1}
	for i, c := range abc {
		d.X[i] = arith.Convert(round.Env{}, f, format.F32, c, nil).Bits
	}
	for i := range n {
		d.V[A][i], d.V[B][i] = at(i)
	}
	return d
}

func codes(a, b []uint64) State {
	return of(format.F32, len(a), func(i int) (wide.U128, wide.U128) { return wide.From64(a[i]), wide.From64(b[i]) })
}

// texts reads binary32 vectors.
func texts(a, b []string) State {
	read := func(s string) wide.U128 {
		c, err := operand.Read(s, format.F32)
		if err != nil {
			panic(err)
		}
		return c
	}
	return of(format.F32, len(a), func(i int) (wide.U128, wide.U128) { return read(a[i]), read(b[i]) })
}

// as is figure 5 in another format.
func as(name string) State {
	f := operand.FormatOf(name)
	to := func(c uint64) wide.U128 { return arith.Convert(round.Env{}, f, format.F32, wide.From64(c), nil).Bits }
	return of(f, len(fig5a), func(i int) (wide.U128, wide.U128) { return to(fig5a[i]), to(fig5b[i]) })
}

// integer returns n * 2^exp in binary32.
func integer(n, exp int64) wide.U128 {
	c := arith.FromInt(round.Env{}, format.F32, arith.IntType{Bits: 64, Signed: true}, uint64(n), nil).Bits
	return arith.ScaleB(round.Env{}, format.F32, format.F32, c, exp, nil).Bits
}

// integers is a question asked in a forum: a = 2080 … 2131, b = 2112 … 2163.
func integers() State {
	return of(format.F32, 52, func(i int) (wide.U128, wide.U128) { return integer(int64(2080+i), 0), integer(int64(2112+i), 0) })
}

// tiny is 1 and fifteen times 2^-24, each half a quantum of 1, times ones.
func tiny() State {
	return of(format.F32, 16, func(i int) (wide.U128, wide.U128) {
		if i == 0 {
			return integer(1, 0), integer(1, 0)
		}
		return integer(1, -24), integer(1, 0)
	})
}

// uniform is 64 pairs of uniform numbers in [-1, 2), multiples of 2^-23, from a fixed seed.
func uniform() State {
	r := reduce.Random(5)
	one := func() wide.U128 { return integer(int64(r.Next()%(3<<23))-1<<23, -23) }
	return of(format.F32, Most, func(int) (wide.U128, wide.U128) { return one(), one() })
}

// dotWide is 16 pairs whose exponents spread over 2^-20 … 2^20, from a fixed seed.
func dotWide() State {
	r := reduce.Random(3)
	one := func() wide.U128 {
		sig := int64(1<<23 | r.Next()%(1<<23))
		if r.Next()&1 != 0 {
			sig = -sig
		}
		return integer(sig, int64(r.Next()%41)-20-23)
	}
	return of(format.F32, 16, func(int) (wide.U128, wide.U128) { return one(), one() })
}
