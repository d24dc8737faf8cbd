package iteration

import (
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/site/kit/code"
	"ulplab/site/kit/example"
	"ulplab/site/kit/operand"
	"ulplab/site/views/expression"
)

// Max is the largest number of steps.
const Max = 5000

// State is what the Iteration view shows: a text whose assignments make the next step of the last, on two targets.
type State struct {
	Text   string // assignments to the variables that are carried on
	Double bool
	T      [2]string // IDs of targets
	Start  string    // the first step, as a row of cells of code.Inputs
	N      uint16    // steps
	At     uint16    // the step looked at, counted from 1; 0 is the one where the targets part
}

// packed holds the examples: a line "#ID|type|target|target|start|steps", then the text.
const packed = `#logistic|float|9.0|9.0-nofma|x=0.3 r=3.9|100
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

// Examples lists the named examples; the first is what the view opens on.
var Examples = func() (list example.List[State]) {
	for _, block := range strings.Split(packed, "#")[1:] {
		head, text, _ := strings.Cut(block, "\n")
		f := strings.Split(head, "|")
		n := uint16(0)
		for _, c := range f[5] {
			n = 10*n + uint16(c-'0')
		}
		list = append(list, example.Named[State]{ID: f[0], State: State{Text: strings.TrimSuffix(text, "\n"), Double: f[1] == "double", T: [2]string{f[2], f[3]},
			Start: strings.ReplaceAll(f[4], " ", "\t"), N: n}})
	}
	return list
}()

func First() State { return Examples[0].State }

// Options says how the text is read.
func (v State) Options() expr.Options { return expression.State{Double: v.Double}.Options() }

// Target returns target A (0) or B (1).
func (v State) Target(side int) expr.Target {
	t, _ := expr.TargetByID(v.T[side&1])
	return t
}

// Do is what an Set does.
type Do uint8

// What can be done.
const (
	Open   Do = iota // the example Text
	Type             // in the text
	Free             // what is not declared is double if I is 1
	Put              // the first value of Name
	Target           // side I becomes target Text
	Swap
	Steps // I steps
	Look  // at step I
)

// Set changes the Iteration view.
type Set struct {
	Do   Do
	I    int
	Name string
	Text string
}

func (a Set) Gesture() string {
	switch a.Do {
	case Type, Look:
		return "iter." + string('0'+rune(a.Do))
	case Put:
		return "iter.put" + a.Name
	}
	return ""
}

func (a Set) Apply(s State) State {
	v := &s
	switch a.Do {
	case Open:
		if x, ok := Examples.Find(a.Text); ok {
			*v = x
		}
	case Type:
		v.Text, v.At = operand.Cut(a.Text, code.ExprMaxText), 0
	case Free:
		v.Double, v.At = a.I == 1, 0
	case Put:
		v.Start, v.At = code.Join([][]code.Input{code.Put(code.Inputs(v.Start)[0], a.Name, a.Text)}), 0
	case Target:
		if t, ok := expr.TargetByID(a.Text); ok && a.I&^1 == 0 {
			v.T[a.I], v.At = t.ID(), 0
		}
	case Swap:
		v.T[0], v.T[1] = v.T[1], v.T[0]
	case Steps:
		v.N = uint16(max(1, min(a.I, Max)))
		v.At = min(v.At, v.N)
	case Look:
		v.At = uint16(max(0, min(a.I, int(v.N))))
	}
	return s
}
