package operation

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/microscope"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// Frame is a step of an operation: what is done, in a sentence, and the picture of it.
type Frame struct {
	Title, Text string
	Scope       microscope.Scope
}

// Steps are the frames of an operation, of which one is shown.
type Steps struct {
	N, At int    // At counts from 1; 0: no frame is asked for
	Frame        // number At
	None  string // why there are no steps
}

// LastStep is the largest number of a frame.
const LastStep = 1<<16 - 1

// stepsOf makes the frame that o asks for of an operation that was recorded in t.
func (m *Model) stepsOf(o State, r round.Result, t *trace.Trace, x [3]wide.U128) {
	if len(m.Scope.Rows) == 0 {
		m.Steps.None = noSteps(o.ID)
		return
	}
	if o.Step == 0 {
		m.Steps.N = 1
		return
	}
	p := plan{id: o.ID, src: m.Src, dst: m.Dst, rounding: r, why: m.Why, base: m.Scope}
	if o.ID != ToInt {
		p.base = microscope.OfFactors(o.ID, o.Env, m.Dst, r, t, m.words(o))
	}
	switch o.ID {
	case "div":
		p.digits = arith.DivDigits(m.Src, x[0], x[1], r.Decision.Quantum-2)
	case "sqrt":
		p.digits = arith.SqrtDigits(m.Src, x[0], r.Decision.Quantum-2)
	case "rem", "fmod":
		p.digits = arith.DivDigits(m.Src, x[0], x[1], 0)
		if m.Src.ClassOf(x[1]) == format.Infinity {
			p.digits = nil
		}
	}
	p.make()
	m.Steps.N = p.n()
	m.Steps.At = min(int(o.Step), m.Steps.N)
	m.Steps.Frame = p.frame(m.Steps.At)
}

// plan is the list of frames: those before the digits, one for each digit, those after.
type plan struct {
	id            string
	src, dst      *format.Format
	rounding      round.Result
	why           []string
	base          microscope.Scope
	digits        []arith.Digit
	before, after []Frame
}

func (p *plan) n() int { return min(len(p.before)+len(p.digits)+len(p.after), LastStep) }

func (p *plan) frame(at int) Frame {
	switch k := at - 1 - len(p.before); {
	case k < 0:
		return p.before[at-1]
	case k < len(p.digits):
		title, text, labels := digitWords(p.id, p.digits, k, p.rounding.Decision)
		return Frame{title, text, microscope.OfDigit(p.digits, k, p.rounding.Decision, labels)}
	default:
		return p.after[k-len(p.digits)]
	}
}

// make fills in the frames around the digits.
func (p *plan) make() {
	operands, exact := 0, -1
	product, factors := false, false
	for i := range p.base.Rows {
		r := &p.base.Rows[i]
		switch {
		case r.Kind == microscope.ScopeExact && exact < 0:
			exact = i
		case r.Kind == microscope.ScopeOperand && !r.Product:
			operands++
		}
		product, factors = product || r.Product, factors || r.Factor
	}
	root := p.id == "div" || p.id == "sqrt"
	single := operands == 0 // the operand is what is rounded
	show := func(f func(i int, r *microscope.ScopeRow) bool) microscope.Scope { return p.base.Frame(f, false) }
	input := func(i int, r *microscope.ScopeRow) bool {
		return r.Kind == microscope.ScopeOperand && !r.Product || single && i == exact
	}
	first := show(input).Unaligned()
	p.before = append(p.before, Frame{stepOperands, operandsText, first})
	rest := p.base
	if factors {
		if !root {
			whole := show(func(i int, r *microscope.ScopeRow) bool {
				return r.Factor || r.Product || i == exact && !product
			}).Unaligned()
			p.before = append(p.before, Frame{stepMultiply, multiplyText(p.src.P), whole})
		}
		rest = p.base.WithoutFactors()
		exact = -1
		for i := range rest.Rows {
			if rest.Rows[i].Kind == microscope.ScopeExact && exact < 0 {
				exact = i
			}
		}
	}
	upTo := func(last int, cut bool) microscope.Scope {
		return rest.Frame(func(i int, r *microscope.ScopeRow) bool { return i <= last }, cut)
	}
	division := p.id == "rem" || p.id == "fmod"
	if !single && !division && !root && (product || !factors) && exact > 0 {
		if p.id == "scaleb" {
			p.before = append(p.before, Frame{stepScale, scaleText, upTo(exact, false)})
		} else {
			aligned := upTo(exact-1, false)
			p.before = append(p.before, Frame{stepAlign, alignText(aligned.Rows), aligned},
				Frame{stepAdd, addText(aligned.Rows, &rest.Rows[exact]), upTo(exact, false)})
		}
	}
	d := p.rounding.Decision
	if division {
		p.remainder(exact)
	}
	if e := rest.Exact(); d.Rounded && e != nil && !e.Zero {
		if p.id == "rint" || p.id == ToInt {
			p.after = append(p.after, Frame{stepUnits, unitsText, upTo(exact, false)})
		} else {
			high := max(e.Top, int(d.Quantum))
			p.after = append(p.after, Frame{stepNormalise, normaliseText(p.dst, e, d), upTo(exact, false).Bracket(high, int(d.Quantum), words.Pow2(high)+" … "+words.Pow2(int(d.Quantum)))})
		}
		p.after = append(p.after, Frame{stepCut, cutText(d, root), upTo(exact, true)})
	}
	p.after = append(p.after, Frame{stepResult, strings.Join(p.why, " "), rest.Frame(func(int, *microscope.ScopeRow) bool { return true }, true)})
}

// remainder says what the whole quotient of a remainder is rounded to, after its digits.
func (p *plan) remainder(exact int) {
	if len(p.digits) == 0 {
		p.after = append(p.after, Frame{stepQuotient, quotientZero, p.base.Frame(func(i int, _ *microscope.ScopeRow) bool { return i < exact }, false)})
	}
	if p.id == "fmod" || exact < 1 {
		return
	}
	a, e := &p.base.Rows[0], &p.base.Rows[exact]
	text := nearestDown
	if !e.Zero && e.Sign != a.Sign {
		text = nearestUp
	}
	p.after = append(p.after, Frame{stepNearest, text, p.base.Frame(func(i int, _ *microscope.ScopeRow) bool { return i <= exact }, false)})
}

// ToStep shows a frame of the operation, counted from 1, or with 0 the whole picture.
type ToStep struct {
	lab.Navigation
	To uint16
}

// Gesture implements Action: a walk through the frames is one entry in the history.
func (ToStep) Gesture() string { return "op.step" }

func (a ToStep) Apply(s State) State {
	s.Step = a.To
	return s
}
