package x86

import "ulplab/fpcore/format"

// Limits of a Program.
const (
	MaxSteps  = 32 // operations, loads included
	MaxConsts = 8
	Operands  = 8  // variables a to h
	Depth     = 8  // registers of the x87 stack
	Registers = 16 // of SSE
)

// Action is what a Step does to the stack of values.
type Action uint8

const (
	Load     Action = iota // push operand Arg
	Constant               // push Consts[Arg]
	Add                    // pop y, then x; push x+y
	Sub                    // x-y
	Mul                    // x*y
	Div                    // x/y
	FMA                    // pop z, y, x; push x*y+z: the function of C, or an instruction of FMA3 made by Contract
	Sqrt                   // pop x, push its square root; and so on
	Neg
	Abs
	Sin
	Cos
	Cast // an explicit conversion to the step's type, written in the formula
	Wide // an implicit conversion from float to double
	Last // the conversion to the declared type of the result, from double to float
)

// Arity returns the number of values that the action takes from the stack.
func (a Action) Arity() int {
	switch {
	case a <= Constant:
		return 0
	case a <= Div:
		return 2
	case a == FMA:
		return 3
	}
	return 1
}

// Rounds reports whether the value that the action leaves is worth storing: the result of arithmetic, a function or an
// explicit conversion.
func (a Action) Rounds() bool { return a >= Add && a != Neg && a != Abs && a != Wide && a != Last }

// Signs of a fused step, in Step.Arg.
const (
	Fused      = 1 << iota // an instruction of FMA3, not the function of C
	NegProduct             // -(x*y) + z
	NegAddend              // x*y - z
)

// Step is one operation of a program in postfix order.
type Step struct {
	Do       Action
	Arg      uint8
	Double   bool  // the type of the value it leaves; false is float
	From, To uint8 // the piece of the formula that it completes
}

// Program is a straight-line expression in postfix order, its operands all of the declared type. It is comparable.
type Program struct {
	Double bool // declared type of the variables and of the result
	N      uint8
	NConst uint8
	Steps  [MaxSteps]Step
	Consts [MaxConsts]uint64 // binary64 codes; exact in the type of the step that loads them
}

// List returns the steps.
func (p *Program) List() []Step { return p.Steps[:p.N] }

// Uses reports whether operand i is loaded.
func (p *Program) Uses(i int) bool {
	for _, s := range p.List() {
		if s.Do == Load && int(s.Arg) == i {
			return true
		}
	}
	return false
}

// typeOf returns the format of float or double.
func typeOf(double bool) *format.Format {
	if double {
		return format.F64
	}
	return format.F32
}

// Contract returns the program as compilers contract it for FMA3: a product that is only added to or subtracted from
// something of its own type becomes part of a fused multiply-add; where both sides are products, the left one
// (GCC 12.2 and nvcc 13, measured; -ffp-contract=fast, GCC's default in GNU mode).
func (p *Program) Contract() Program {
	var nodes [MaxSteps][3]int8 // the steps that make a step's operands
	var stack [MaxSteps]int8
	depth := 0
	for i, s := range p.List() {
		n := s.Do.Arity()
		depth -= n
		copy(nodes[i][:], stack[depth:depth+n])
		stack[depth] = int8(i)
		depth++
	}
	q := Program{Double: p.Double, NConst: p.NConst, Consts: p.Consts}
	q.contract(p, &nodes, int(p.N)-1)
	return q
}

// product returns the multiplication that step i is, through changes of sign, and whether they negate it.
func (p *Program) product(nodes *[MaxSteps][3]int8, i int) (mul int, neg, ok bool) {
	for p.Steps[i].Do == Neg {
		i, neg = int(nodes[i][0]), !neg
	}
	return i, neg, p.Steps[i].Do == Mul
}

// contract appends step i of p and everything below it.
func (q *Program) contract(p *Program, nodes *[MaxSteps][3]int8, i int) {
	s, below := p.Steps[i], nodes[i]
	if s.Do == Add || s.Do == Sub {
		mul, neg, ok := p.product(nodes, int(below[0]))
		other, right := below[1], false
		if !ok {
			mul, neg, ok = p.product(nodes, int(below[1]))
			other, right = below[0], true
		}
		if ok {
			q.contract(p, nodes, int(nodes[mul][0]))
			q.contract(p, nodes, int(nodes[mul][1]))
			q.contract(p, nodes, int(other))
			s.Arg = Fused
			if neg != (right && s.Do == Sub) {
				s.Arg |= NegProduct
			}
			if !right && s.Do == Sub {
				s.Arg |= NegAddend
			}
			s.Do = FMA
			q.push(s)
			return
		}
	}
	for k := range s.Do.Arity() {
		q.contract(p, nodes, int(below[k]))
	}
	q.push(s)
}

func (q *Program) push(s Step) {
	q.Steps[q.N] = s
	q.N++
}
