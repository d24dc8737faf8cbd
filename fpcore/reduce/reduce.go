// Package reduce holds the orders in which sums and dot products are evaluated, as graphs of single operations,
// and runs them node by node with the arithmetic of package arith.
//
// A Graph is a value that says nothing about formats or data: the same graph runs in any format, direction and
// flush setting. Nodes come in an order in which every operand precedes its use, so that evaluation is one pass.
package reduce

import (
	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Kind is what a node computes.
type Kind uint8

const (
	Start    Kind = iota // the accumulator's initial value, +0
	Multiply             // round(a[Leaf] * b[Leaf])
	Plus                 // round(L + R)
	FusedAdd             // round(a[Leaf] * b[Leaf] + L), rounded once
	Load                 // a[Leaf] as it is: an element of a sum
)

// Node is one operation. L and R are indices of earlier nodes, Leaf is an element of the vectors; fields that a
// kind does not use are -1. Time is the first step at which the operation can run if every operation takes one
// step and independent ones run together; Start and Load have time 0.
type Node struct {
	Kind Kind
	Leaf int
	L, R int
	Time int
}

// Rounds reports whether the node is an operation; Start and Load only provide a number.
func (n Node) Rounds() bool { return n.Kind != Start && n.Kind != Load }

// Graph is a list of nodes; the last one is the result.
type Graph []Node

// add appends a node with its earliest time and returns its index.
func (g *Graph) add(n Node) int {
	for _, k := range [2]int{n.L, n.R} {
		if k >= 0 {
			n.Time = max(n.Time, (*g)[k].Time)
		}
	}
	if n.Rounds() {
		n.Time++
	}
	*g = append(*g, n)
	return len(*g) - 1
}

func (g *Graph) start() int         { return g.add(Node{Start, -1, -1, -1, 0}) }
func (g *Graph) load(i int) int     { return g.add(Node{Load, i, -1, -1, 0}) }
func (g *Graph) multiply(i int) int { return g.add(Node{Multiply, i, -1, -1, 0}) }
func (g *Graph) plus(l, r int) int  { return g.add(Node{Plus, -1, l, r, 0}) }
func (g *Graph) fused(i, l int) int { return g.add(Node{FusedAdd, i, l, -1, 0}) }

// Depth returns the number of steps when independent operations run together.
func (g Graph) Depth() int {
	d := 0
	for _, n := range g {
		d = max(d, n.Time)
	}
	return d
}

// Operations returns the number of roundings.
func (g Graph) Operations() int {
	c := 0
	for _, n := range g {
		if n.Rounds() {
			c++
		}
	}
	return c
}

// Serial is the loop t = t + a[i]*b[i] with two roundings an element, started at 0 (figure 2 of the white paper).
func Serial(n int) Graph {
	var g Graph
	t := g.start()
	for i := range n {
		t = g.plus(t, g.multiply(i))
	}
	return g
}

// Fused is the loop t = fma(a[i], b[i], t), started at 0 (figure 3).
func Fused(n int) Graph {
	var g Graph
	t := g.start()
	for i := range n {
		t = g.fused(i, t)
	}
	return g
}

// Parallel multiplies every pair and adds by halves: the first ceil(n/2) elements, then the rest (figure 4).
func Parallel(n int) Graph {
	var g Graph
	var halves func(lo, hi int) int
	halves = func(lo, hi int) int {
		if hi-lo == 1 {
			return g.multiply(lo)
		}
		mid := lo + (hi-lo+1)/2
		l := halves(lo, mid)
		return g.plus(l, halves(mid, hi))
	}
	halves(0, n)
	return g
}

// ParallelFused adds by halves as Parallel does, with every pair of elements computed as fma(a[i], b[i],
// a[i+1]*b[i+1]): the contraction of a*b + c*d that nvcc 13 was measured to choose.
func ParallelFused(n int) Graph {
	var g Graph
	var halves func(lo, hi int) int
	halves = func(lo, hi int) int {
		switch hi - lo {
		case 1:
			return g.multiply(lo)
		case 2:
			return g.fused(lo, g.multiply(lo+1))
		}
		mid := lo + (hi-lo+1)/2
		l := halves(lo, mid)
		return g.plus(l, halves(mid, hi))
	}
	halves(0, n)
	return g
}

// SerialReversed is Serial from the last element to the first.
func SerialReversed(n int) Graph {
	var g Graph
	t := g.start()
	for i := n - 1; i >= 0; i-- {
		t = g.plus(t, g.multiply(i))
	}
	return g
}

// FusedReversed is Fused from the last element to the first.
func FusedReversed(n int) Graph {
	var g Graph
	t := g.start()
	for i := n - 1; i >= 0; i-- {
		t = g.fused(i, t)
	}
	return g
}

// Shape is an order by name. Build makes its graph for n elements, 1 <= n.
type Shape struct {
	ID    string
	Name  string
	Build func(n int) Graph
}

// Shapes lists the orders; the first three are those of the white paper, chapter 3.
var Shapes = []Shape{
	{"serial", "serial", Serial},
	{"fma", "FMA", Fused},
	{"parallel", "parallel", Parallel},
	{"serialrev", "serial, reversed", SerialReversed},
	{"fmarev", "FMA, reversed", FusedReversed},
	{"parallelfma", "parallel with FMA", ParallelFused},
}

// sum3 adds elements i and j and then k to the result.
func sum3(i, j, k int) func(int) Graph {
	return func(int) Graph {
		var g Graph
		l := g.load(i)
		t := g.plus(l, g.load(j))
		g.plus(t, g.load(k))
		return g
	}
}

// Sums lists the associations of a sum of three numbers; Build ignores its argument. The first two are those of
// the white paper, chapter 2.2.
var Sums = []Shape{
	{"ab-c", "(A + B) + C", sum3(0, 1, 2)},
	{"a-bc", "A + (B + C)", func(int) Graph {
		var g Graph
		a := g.load(0)
		b := g.load(1)
		g.plus(a, g.plus(b, g.load(2)))
		return g
	}},
	{"ac-b", "(A + C) + B", sum3(0, 2, 1)},
}

// Run evaluates the graph on a and b, data of format f, and returns the result of every node. The vectors must
// hold every leaf of the graph; a graph of a sum does not look at b.
func Run(env round.Env, f *format.Format, g Graph, a, b []wide.U128) []round.Result {
	out := make([]round.Result, len(g))
	for k, n := range g {
		switch n.Kind {
		case Start:
			out[k] = round.Result{Bits: f.Zero(false)}
		case Load:
			out[k] = round.Result{Bits: a[n.Leaf]}
		case Multiply:
			out[k] = arith.Mul(env, f, f, a[n.Leaf], b[n.Leaf], nil)
		case Plus:
			out[k] = arith.Add(env, f, f, out[n.L].Bits, out[n.R].Bits, nil)
		case FusedAdd:
			out[k] = arith.FMA(env, f, f, a[n.Leaf], b[n.Leaf], out[n.L].Bits, nil)
		}
	}
	return out
}
