package tensor

import (
	"go/token"
	"go/types"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/format"
)

// twinScaled evaluates an element with block scales by rational arithmetic.
func twinScaled(i Instruction, u Unit, a, b, sa, sb []uint64, c uint64) uint64 {
	fa, fb, fs := Format(i.A), Format(i.B), Format(i.Scale)
	scale := func(s uint64) number {
		n := twinRead(fs, s)
		if fs == format.E8M0 { // all codes but the last are powers of two, without a subnormal form
			n = number{nan: s == 255, exp: int(s) - 127, v: pow2(int(s) - 127)}
		}
		return n
	}
	type term struct {
		v   *big.Rat
		exp int
	}
	z := twinRead(format.F32, c)
	terms := []term{{v: z.v}}
	special := z.v == nil
	if !special {
		terms[0].exp = z.exponent(u)
	}
	nan := z.nan
	var plus, minus bool
	if z.inf {
		plus, minus = !z.neg, z.neg
	}
	step := 1
	if i.K == 64 {
		step = 16
	}
	for k := 0; k < i.K; k += step {
		x, y := scale(sa[k/i.Vector]), scale(sb[k/i.Vector])
		if x.nan || y.nan {
			return 0x7fffffff
		}
		sum, exp := new(big.Rat), x.exponent(u)+y.exponent(u)
		for j := k; j < k+step; j++ {
			p, q := twinRead(fa, a[j]), twinRead(fb, b[j])
			switch {
			case p.nan || q.nan || p.inf && !q.inf && q.v.Sign() == 0 || q.inf && !p.inf && p.v.Sign() == 0:
				nan, special = true, true
				continue
			case p.inf || q.inf:
				plus, minus, special = plus || p.neg == q.neg, minus || p.neg != q.neg, true
				continue
			}
			sum.Add(sum, new(big.Rat).Mul(p.v, q.v))
			if step == 1 {
				exp += p.exponent(u) + q.exponent(u)
			}
		}
		terms = append(terms, term{sum.Mul(sum, new(big.Rat).Mul(x.v, y.v)), exp})
	}
	switch {
	case nan || plus && minus:
		return 0x7fffffff
	case special:
		return format.F32.Inf(minus).Lo
	}
	top := int(u.Floor)
	for _, t := range terms {
		if t.v.Sign() != 0 || u.Zeros {
			top = max(top, t.exp)
		}
	}
	if top == NoFloor {
		return 0
	}
	total := new(big.Int)
	for _, t := range terms {
		total.Add(total, floorTo(t.v, top-u.Frac))
	}
	return twinRound(format.F32, new(big.Rat).Mul(new(big.Rat).SetInt(total), pow2(top-u.Frac)), 24, false)
}

func TestScaledTwin(t *testing.T) {
	rows := 120
	if testing.Short() {
		rows = 24
	}
	r := rand.New(rand.NewPCG(7, 8))
	seen := 0
	for _, i := range Catalogue() {
		for _, cc := range []int{100, 120} {
			s, ok := i.Scaled(cc)
			if !ok {
				continue
			}
			seen++
			u, _, _ := i.Unit(cc)
			for n := range rows {
				if n == rows/2 {
					u = i.Others(cc)[0]
					s = i.ScaledBy(u)
				}
				a, b := make([]uint64, i.K), make([]uint64, i.K)
				for k := range a {
					a[k], b[k] = code(r, Format(i.A), n%3), code(r, Format(i.B), n%3)
					if n%5 != 0 { // few specials: most FP8 codes in a row of 32 would hold one
						a[k], b[k] = a[k]&^0x40, b[k]&^0x40
					}
				}
				sa, sb := make([]uint64, i.K/i.Vector), make([]uint64, i.K/i.Vector)
				for k := range sa {
					sa[k], sb[k] = r.Uint64N(256), r.Uint64N(256)
					if n%4 != 0 && i.Scale == "ue8m0" {
						sa[k], sb[k] = 115+r.Uint64N(24), 115+r.Uint64N(24)
					}
					if i.Scale == "ue4m3" {
						sa[k], sb[k] = sa[k]&127, sb[k]&127
					}
				}
				c := code(r, format.F32, n/3%4)
				if got, want := s.Do(a, b, sa, sb, c), twinScaled(i, u, a, b, sa, sb, c); got != want {
					t.Fatalf("%s on %d: %x %x * %x %x + %x = %x, not %x", i.ID(), cc, a, sa, b, sb, c, got, want)
				}
				steps, got := s.Steps(a, b, sa, sb, c)
				if want := s.Do(a, b, sa, sb, c); got != want || steps[len(steps)-1].Out != want {
					t.Fatalf("%s on %d: steps give %x, not %x", i.ID(), cc, got, want)
				}
				for _, step := range steps {
					sum := int64(0)
					for _, term := range step.Terms {
						if sum += int64(term.Kept); term.Neg {
							sum -= 2 * int64(term.Kept)
						}
					}
					if sum != step.Sum {
						t.Fatalf("%s on %d: the terms kept add up to %d, not %d", i.ID(), cc, sum, step.Sum)
					}
				}
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d instructions with scales", seen)
	}
}

// inverse: the statements of C give the row and the column of every place. Constants of Go have the same precedence of
// these operators.
func inverse(t *testing.T, id string, f Fragment, done map[Fragment]bool) {
	if done[f] {
		return
	}
	done[f] = true
	for row := range f.Rows {
		for col := range f.Cols {
			p, _ := f.Place(row, col)
			for _, line := range strings.Split(strings.TrimSpace(f.CUDA()), "\n") {
				name, expr, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(line, "int "), ";"), " = ")
				expr = strings.NewReplacer("lane", strconv.Itoa(p.Lane), "i", strconv.Itoa(p.Index)).Replace(expr)
				v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, expr)
				want := strconv.Itoa(row)
				if name == "col" {
					want = strconv.Itoa(col)
				}
				if err != nil || v.Value.String() != want {
					t.Fatalf("%s: %s is %v (%v) at lane %d, element %d; not %s", id, line, v.Value, err, p.Lane, p.Index, want)
				}
			}
		}
	}
}

// TestFragments: every register element holds exactly one element of the matrix, and places that PTX draws are there.
func TestFragments(t *testing.T) {
	done := map[Fragment]bool{}
	for _, i := range Catalogue() {
		for _, o := range []Operand{A, B, C} {
			f, ok := i.Fragment(o)
			if !ok {
				continue
			}
			seen := map[Place]bool{}
			for row := range f.Rows {
				for col := range f.Cols {
					p, ok := f.Place(row, col)
					if !ok || seen[p] || p.Lane >= f.Lanes || p.Index >= f.Each || p.Lane < 0 || p.Index < 0 {
						t.Fatalf("%s, %c: element %d %d at %v", i.ID(), o, row, col, p)
					}
					seen[p] = true
				}
			}
			if len(seen)*f.Copies != f.Lanes*f.Each {
				t.Errorf("%s, %c: %d places of %d", i.ID(), o, len(seen), f.Lanes*f.Each/f.Copies)
			}
			inverse(t, i.ID(), f, done)
			if _, ok := f.Place(f.Rows, 0); ok {
				t.Errorf("%s, %c: a row beyond the last", i.ID(), o)
			}
		}
	}
	for _, c := range []struct {
		id       string
		o        Operand
		row, col int
		want     Place
	}{
		{"mma.m16n8k16.f32.f16.f16.f32", A, 9, 3, Place{5, 3}}, {"mma.m16n8k16.f32.f16.f16.f32", A, 1, 13, Place{6, 5}},
		{"mma.m16n8k16.f32.f16.f16.f32", B, 9, 2, Place{8, 3}}, {"mma.m16n8k16.f32.f16.f16.f32", C, 10, 5, Place{10, 3}},
		{"mma.m16n8k32.f32.e4m3.e4m3.f32", A, 8, 21, Place{1, 13}}, {"mma.m8n8k4.f64.f64.f64.f64", A, 7, 3, Place{31, 0}},
		{"mma.m16n8k8.f32.tf32.tf32.f32", A, 2, 6, Place{10, 2}}, {"wgmma.m64n16k16.f32.f16.f16", C, 25, 13, Place{38, 7}},
	} {
		i, _ := Find(c.id)
		f, ok := i.Fragment(c.o)
		if p, in := f.Place(c.row, c.col); !ok || !in || p != c.want {
			t.Errorf("%s, %c: element %d %d at %v, not %v", c.id, c.o, c.row, c.col, p, c.want)
		}
	}
	i, _ := Find("wgmma.m64n8k16.f32.f16.f16")
	if _, ok := i.Fragment(B); ok {
		t.Error("B of wgmma lies in shared memory")
	}
}
