package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/explain"
	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/tensor/product"
	"ulplab/site/kit/code"
	"ulplab/site/views/expression"
)

// Input is what an explanation depends on.
type Input struct{ v State }

// inputOf drops what does not change the answer.
func inputOf(v State) Input {
	v.Pair, v.PairBits, v.Files = "", "", [2]File{}
	q := Input{v}.question().SpelledOut()
	v.Program, v.Rows, v.Double = q.Text, q.Rows, q.Free == expr.Double
	return Input{v}
}

// Explanation is a question, and what it came to once it is Done: the answer, or what keeps it from being given.
type Explanation struct {
	In      State
	Done    bool
	Problem *explain.Problem // of the question
	Fault   string           // of the search, a sentence
	Answer  explain.Answer
}

// job is the search for the answer as a job for workers.
func job(in Input) string { return in.question().Job() }

func (in Input) question() explain.Question {
	v := in.v
	q := explain.Question{Text: v.Program, Second: v.Second, Rows: v.Rows, Observed: v.Seen, Known: v.Known}
	if v.Double {
		q.Free = expr.Double
	}
	if n, err := strconv.Atoi(v.Results); err == nil {
		q.Results = n
	}
	for _, l := range explain.Layouts {
		if l.ID == v.Layout {
			q.Layout = l.Layout
		}
	}
	if f, err := format.Parse(v.Bits); err == nil {
		q.Format = f
	}
	return q
}

// unexplained is a question that is still searched for.
func unexplained(in Input) *Explanation { return &Explanation{In: in.v} }

// explained is a question whose job has ended with a result.
func explained(in Input, result string) *Explanation {
	e := &Explanation{In: in.v, Done: true}
	r, err := explain.DecodeReply(result)
	if e.Problem, e.Answer = r.Problem, r.Answer; err != nil {
		e.Fault = "The answer is not in order: " + err.Error() + "."
	}
	return e
}

// Answered reports that there is an answer to show.
func (e *Explanation) Answered() bool { return e.Done && e.Problem == nil && e.Fault == "" }

// Group is a line of the list of evaluations.
type Group struct {
	Name    string   // the evaluation in words
	Targets []string // compilers and machines that evaluate so
	More    int      // further ones that are not listed
	Command string   // of the first
	Family  string
	Match   string // how the result comes near to what was printed
	Kind    string // how the rule is known
	Source  string
}

// maxTargets is how many targets of a group are listed.
const maxTargets = 6

// Group describes a group of candidates.
func (e *Explanation) Group(g *explain.Group) Group {
	out := Group{Name: g.Best.Name(), Family: family(g.Best.Family), Match: level(g.Best.Level)}
	names := targets(g.Targets())
	if g.Best.Family == explain.Machines && len(names) > 0 {
		names = names[1:]
	}
	out.Targets = names[:min(len(names), maxTargets)]
	out.More = len(names) - len(out.Targets)
	if g.Best.Family == explain.Machines {
		out.Command = g.Best.Target.Command()
		kind, source := g.Best.Target.Source()
		out.Kind, out.Source = kind.String(), source
	}
	return out
}

// targets names targets; the compute capabilities with default flags after the first are one entry.
func targets(list []expr.Target) (names []string) {
	var others []string
	plain, _ := expr.TargetByID("9.0")
	for i, t := range list {
		if u := t; i > 0 && t.Machine == expr.GPU {
			if u.GPU.CC = plain.GPU.CC; u == plain {
				others = append(others, t.GPU.CC.String())
				continue
			}
		}
		names = append(names, explain.TargetName(t))
	}
	if n := len(others); n > 0 {
		s := "compute capability " + others[0]
		if n > 1 {
			s = "compute capabilities " + strings.Join(others[:n-1], ", ") + " and " + others[n-1]
			if n > 4 {
				s = "compute capabilities " + others[0] + " to " + others[n-1] + " (" + strconv.Itoa(n) + ")"
			}
		}
		names = append(names, s)
	}
	return names
}

// multiplies reports a question about an element of a matrix product.
func (v State) multiplies() bool {
	q := (Input{v}).question()
	return q.SpelledOut().Text != q.Text
}

// explainMachines are the choices of what is known of a machine: ID, name and group; single calls where the question is one of
// a matrix product, and what was said in the question in words that none of the others stands for.
func explainMachines(known [2]string, products bool) (list [][3]string) {
	list = [][3]string{{"", "not known", ""}, {"gpu", "some GPU", ""}, {"cpu", "some x86 CPU", ""}, {"sse", "some x86-64 CPU", ""}}
	list = append(list, [3]string{"call", "some matrix product of a library", "Matrix product"})
	a, _ := explain.KnownOf(known[0])
	b, _ := explain.KnownOf(known[1])
	if products || a.Matrix || b.Matrix {
		for _, p := range product.Presets() {
			list = append(list, [3]string{"call " + p.ID, p.Name, "Matrix product"})
		}
	}
	last := gpu.Capability(0)
	for _, t := range expr.Targets() {
		if t.Machine == expr.GPU && t.GPU.CC != last {
			last = t.GPU.CC
			list = append(list, [3]string{"gpu " + last.String(), "compute capability " + last.String() + ", flags not known", "GPU"})
		}
	}
	for _, t := range expr.Targets() {
		if t.Machine != expr.Exact {
			list = append(list, [3]string{t.ID(), t.Name(), t.Group()})
		}
	}
	for side, k := range [2]explain.Known{a, b} {
		said := known[side]
		if !slices.ContainsFunc(list, func(c [3]string) bool { return c[0] == said }) {
			list = append(list, [3]string{said, k.Words(), "Said in the question"})
		}
	}
	return list
}

// best is the evaluation of a side that the first cause is about, nil if there is none.
func (e *Explanation) best(side int) *explain.Candidate {
	a := &e.Answer
	if len(a.Causes) > 0 && len(a.Causes[0].Pairs[side]) > 0 {
		return &a.Causes[0].Pairs[side][0]
	}
	if g := a.Sides[side].Groups; len(g) > 0 {
		return &g[0].Best
	}
	return nil
}

// OneType reports that the results are numbers of one type.
func (e *Explanation) OneType() bool {
	a, b := e.best(0), e.best(1)
	return a == nil || b == nil || a.Type == b.Type
}

// Known is how the rule that decides the cause is known: the weaker of the two sides.
func (e *Explanation) Known() string {
	kind := gpu.Kind(0)
	for side := range e.Answer.Count {
		c := e.best(side)
		if c == nil || c.Family != explain.Machines {
			return ""
		}
		k, _ := c.Target.Source()
		if kind == 0 {
			kind = k
			continue
		}
		kind = gpu.Weaker(kind, k)
	}
	return kind.String()
}

// Trace is the program in the Expression view, on the two targets that explain the results; ok is false where two
// compilers are not the explanation of the program as it stands, or the program has too many inputs for a link.
func (e *Explanation) Trace() (v expression.State, ok bool) {
	a := &e.Answer
	v = expression.First()
	v.Text, v.Double, v.Row, v.Pair, v.At, v.Sweep, v.Targets, v.Rows = e.In.Program, e.In.Double, 0, [2]uint8{0, 1}, 0, expression.Sweep{}, "", ""
	if !e.Answered() || a.Count != 2 || len(v.Text) > code.ExprMaxText || strings.TrimSpace(e.In.Second) != "" && !a.Assembly.Given {
		return v, false
	}
	for side := range 2 {
		c := e.best(side)
		if c == nil || c.Family != explain.Machines || len(c.Changes) > 0 {
			return v, false
		}
		v.Targets += " " + c.Target.ID()
	}
	v.Targets = v.Targets[1:]
	if a.Given == nil {
		return v, false
	}
	for _, x := range a.Given {
		v.Rows += "\t" + x[0] + "=" + x[1]
	}
	v.Rows = strings.TrimPrefix(v.Rows, "\t")
	return v, true
}
