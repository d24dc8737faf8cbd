//go:build !opening

package state

import (
	"strings"

	"ulplab/fpcore/expr"
)

// IterMax is the largest number of steps.
const IterMax = 5000

// Iter is what the Iteration view shows: a text whose assignments make the next step of the last, on two targets.
type Iter struct {
	Text   string // assignments to the variables that are carried on
	Double bool
	T      [2]string // IDs of targets
	Start  string    // the first step, as a row of cells of ExprCells
	N      uint16    // steps
	At     uint16    // the step looked at, counted from 1; 0 is the one where the targets part
	Tick   uint32    // counts slices of the computation; not in links
}

// IterExample is a named state of the Iteration view.
type IterExample struct {
	ID   string
	Iter Iter
}

// iterPacked holds the examples: a line "#ID|type|target|target|start|steps", then the text.
const iterPacked = `#logistic|float|9.0|9.0-nofma|x=0.3 r=3.9|100
x = r*(x - x*x);
#mandelbrot|float|9.0|gcc|x=0 y=0 cx=-0.7269 cy=0.1889|100
xn = x*x - y*y + cx;
yn = 2*x*y + cy;
x = xn;
y = yn;
#leapfrog|float|9.0|gcc|x=1 v=0 h=0.1|2000
v = v - h*x;
x = x + h*v;
#newton|float|9.0|9.0-fastmath|x=1 a=5|12
x = 0.5f*(x + a/x);
#henon|double|9.0|9.0-nofma|x=0.1 y=0.3 a=1.4 b=0.3|200
xn = 1 - a*x*x + y;
y = b*x;
x = xn;
#kahan|double|gcc|x87|x=4 y=4.25|40
z = 108 - (815 - 1500/x)/y;
x = y;
y = z;
`

// IterExamples lists the named examples; the first is what the view opens on.
var IterExamples = func() (list []IterExample) {
	for _, block := range strings.Split(iterPacked, "#")[1:] {
		head, text, _ := strings.Cut(block, "\n")
		f := strings.Split(head, "|")
		n := uint16(0)
		for _, c := range f[5] {
			n = 10*n + uint16(c-'0')
		}
		list = append(list, IterExample{f[0], Iter{Text: strings.TrimSuffix(text, "\n"), Double: f[1] == "double", T: [2]string{f[2], f[3]},
			Start: strings.ReplaceAll(f[4], " ", "\t"), N: n}})
	}
	return list
}()

func firstIter() Iter { return IterExamples[0].Iter }

// Options says how the text is read.
func (v Iter) Options() expr.Options { return Expr{Double: v.Double}.Options() }

// Target returns target A (0) or B (1).
func (v Iter) Target(side int) expr.Target {
	t, _ := expr.TargetByID(v.T[side&1])
	return t
}

// IterDo is what an IterSet does.
type IterDo uint8

// What can be done.
const (
	IterOpen   IterDo = iota // the example Text
	IterType                 // in the text
	IterFree                 // what is not declared is double if I is 1
	IterPut                  // the first value of Name
	IterTarget               // side I becomes target Text
	IterSwap
	IterSteps // I steps
	IterLook  // at step I
	IterTick
)

// IterSet changes the Iteration view.
type IterSet struct {
	Do   IterDo
	I    int
	Name string
	Text string
}

func (a IterSet) gesture() string {
	switch a.Do {
	case IterType, IterLook, IterTick:
		return "iter." + string('0'+rune(a.Do))
	case IterPut:
		return "iter.put" + a.Name
	}
	return ""
}

func (a IterSet) apply(s State) State {
	v := &s.Iter
	switch a.Do {
	case IterOpen:
		for _, x := range IterExamples {
			if x.ID == a.Text {
				tick := v.Tick
				*v = x.Iter
				v.Tick = tick
			}
		}
	case IterType:
		v.Text, v.At = Cut(a.Text, ExprMaxText), 0
	case IterFree:
		v.Double, v.At = a.I == 1, 0
	case IterPut:
		v.Start, v.At = ExprJoin([][]ExprCell{exprPut(ExprCells(v.Start)[0], a.Name, a.Text)}), 0
	case IterTarget:
		if t, ok := expr.TargetByID(a.Text); ok && a.I&^1 == 0 {
			v.T[a.I], v.At = t.ID(), 0
		}
	case IterSwap:
		v.T[0], v.T[1] = v.T[1], v.T[0]
	case IterSteps:
		v.N = uint16(max(1, min(a.I, IterMax)))
		v.At = min(v.At, v.N)
	case IterLook:
		v.At = uint16(max(0, min(a.I, int(v.N))))
	case IterTick:
		v.Tick++
	}
	return s
}
