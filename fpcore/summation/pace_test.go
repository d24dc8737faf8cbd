package summation

import (
	"slices"
	"testing"

	"ulplab/fpcore/reduce"
)

// Sums that the reader stops and goes on with, and other launches on the way, give what they give without.
func TestStopAndRelaunch(t *testing.T) {
	in := started(Input{N: 300, Seed: 9})
	want := done(t, in)
	m := New(started(Input{N: 300, Seed: 9, Threads: 64, Blocks: 2, Accums: 4, CPU: 9, Arrive: 2}), nil)
	for m.stage < toGrow {
		m.Step(50_000, true)
	}
	m.Step(1_000_000, false)
	for !m.Step(1_000_000, true) {
	}
	if m.stage != toGrow || m.Busy(true) || !m.Busy(false) {
		t.Errorf("stopped at %d", m.stage)
	}
	next := m.Relaunch(in)
	if next == nil {
		t.Fatal("no other launch")
	}
	for !next.Step(1_000_000, false) {
	}
	for i := range want.Rows {
		if want.Rows[i].Bits != next.Rows[i].Bits {
			t.Errorf("%s differs", want.Rows[i].ID)
		}
	}
	if next.Cell != want.Cell || next.CPUCell != want.CPUCell || !slices.Equal(next.Trees, want.Trees) || !slices.Equal(next.Results, want.Results) || next.Second != want.Second {
		t.Error("launches, trees or arrivals differ")
	}
	if m.Relaunch(started(Input{N: 301, Seed: 9})) != nil {
		t.Error("other data are no other launch")
	}
	next.Drop()
	want.Drop()
}

// What others compute with the same machines between two steps leaves the work alone.
func TestBetweenSteps(t *testing.T) {
	a, _ := ReadArith("i=bf16,s=bf16")
	in := started(Input{N: 200, Seed: 2, Arith: a})
	want := done(t, in)
	m := New(in, nil)
	for !m.Step(30_000, false) {
		if m.stage > toDescribe {
			o, _ := reduce.FindOrder("halving")
			form, _ := o.At(reduce.Knobs{})
			if got := m.eval(form, false); got != want.Row("halving").Bits {
				t.Fatalf("%x", got.Lo)
			}
		}
	}
	if !slices.Equal(m.Trees, want.Trees) || m.Cell != want.Cell {
		t.Error("other results")
	}
}

// Every panel of an order works with any arithmetic.
func TestPanelsOfAnyArithmetic(t *testing.T) {
	for _, words := range []string{"", "sd=rtz", "i=bf16,p=f32,s=f32", "i=bf16,p=bf16,s=f32,r=bf16", "i=f16,p=f16,s=f16", "i=e4m3,p=f32,s=f32,r=e4m3", "z=1,m=mad", "p=f64,s=f64,r=f32"} {
		for _, dot := range []bool{false, true} {
			a, _ := ReadArith(words)
			m := New(started(Input{N: 50, Seed: 4, Dot: dot, Arith: a}), nil)
			for m.stage <= toFillRows {
				m.Step(1_000_000, true)
			}
			for _, r := range m.Rows {
				if b, ok := m.Tree(r.ID, Local, nil); ok {
					for !b.Step() {
					}
					if !b.Failed && m.out(m.codeOf(b.value[m.N-2])) != r.Bits {
						t.Errorf("%s, %s: the tree ends with %v", words, r.ID, b.value[m.N-2])
					}
				}
				if b, ok := m.Growth(r.ID); ok {
					for !b.Step() {
					}
				}
			}
		}
	}
}
