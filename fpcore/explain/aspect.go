package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
)

// option is a part of a Choice that options of nvcc decide, and that may have an effect by itself.
type option struct {
	id   ID
	take func(to, from *expr.Choice)
	how  func(c *expr.Choice) string
}

// aspect is any part of a Choice that may have an effect by itself.
type aspect struct {
	id     ID
	revert func(c *expr.Choice)
	how    func(c *expr.Choice) string
}

func always(s string) func(*expr.Choice) string { return func(*expr.Choice) string { return s } }

var options = []option{
	{CauseFastFunction, func(to, from *expr.Choice) { to.FastCalls = from.FastCalls }, always("fast")},
	{CauseFastDivision, func(to, from *expr.Choice) { to.Div = from.Div }, func(c *expr.Choice) string { return strconv.Itoa(int(c.Div)) }},
	{CauseFastSqrt, func(to, from *expr.Choice) { to.Sqrt = from.Sqrt }, always("approx")},
	{CauseFTZ, func(to, from *expr.Choice) { to.FlushIn, to.FlushOut = from.FlushIn, from.FlushOut }, always("flush")},
	{CauseContraction, func(to, from *expr.Choice) { to.Fuse, to.Mad = from.Fuse, from.Mad }, func(c *expr.Choice) string {
		if c.Mad {
			return "mad " + c.Fuse
		}
		return c.Fuse
	}},
}

var aspects = append(aspectsOf(options), []aspect{
	{CauseX87, func(c *expr.Choice) {
		if c.Machine == expr.X87 {
			c.Machine, c.Precision, c.Store, c.Rules = expr.SSE, 0, false, expr.RulesGCC
		}
	}, func(c *expr.Choice) string { return strconv.Itoa(int(c.Precision)) + strconv.FormatBool(c.Store) }},
	{CauseWide, func(c *expr.Choice) {
		if c.Machine == expr.Strict {
			c.Machine, c.Promote, c.Rules = expr.SSE, false, expr.RulesGCC
		}
	}, always("strict")},
	{CauseWide, func(c *expr.Choice) { c.Demote = false }, always("demoted")},
}...)

// aspectsOf makes aspects of options: taken back, they are as in a build without fusing and without approximations.
func aspectsOf(options []option) (list []aspect) {
	for _, o := range options {
		list = append(list, aspect{o.id, func(c *expr.Choice) { o.take(c, &expr.Choice{Fuse: strings.Repeat("-", len(c.Fuse))}) }, o.how})
	}
	return list
}

// between lists the options of nvcc in which two evaluations of one program for GPUs of today differ, as few as give the second result:
// what both do beside plain arithmetic is not their difference.
func (s *Search) between(a, b *evaluation) (list []ID) {
	h, g := &s.hyps[a.hyp], &s.hyps[b.hyp]
	code, z, known := s.choiceOf(h)
	_, w, also := s.choiceOf(g)
	if !known || !also || h.prog != g.prog || h.family != Machines || g.family != Machines || min(z.CC, w.CC) < 20 {
		return nil
	}
	for _, o := range options {
		u := w
		if o.take(&u, &z); u == w {
			continue
		}
		if slices.Equal(s.resultsOf(code, u), b.results) {
			w = u
		} else {
			list = append(list, o.id)
		}
	}
	return list
}

// allFloat reports an evaluation in float of a program in double.
func (s *Search) allFloat(e *evaluation) bool {
	return e.traits[CauseWide] == inFloat || slices.ContainsFunc(s.changes(&s.hyps[e.hyp]), func(c Change) bool { return c.Kind == AllFloat })
}

// narrower reports an evaluation in float beside one that is not, of another program then.
func (s *Search) narrower(e, best *evaluation) bool { return s.allFloat(e) && !s.allFloat(best) }

// inFloat is how a program that is in double throughout gives the other result in float.
const inFloat = "float"

// flushesThere reports a program with operations of float, which are all that an option of nvcc flushes: those of double and of __half
// keep subnormal numbers (measured on an H200; CUDA C++ Programming Guide, -ftz).
func (s *Search) flushesThere(h *hypothesis) bool {
	c, ok := s.program(h.prog)
	return ok && operates(c, expr.Float)
}

// longDouble is the trait of an evaluation in long double, of which a note of the reader speaks.
const longDouble = "long double"

// inLongDouble reports a hypothesis about a program with long double.
func (s *Search) inLongDouble(h *hypothesis) bool {
	return saysLong(s.texts[s.programs[h.prog].root])
}

// saysLong reports a text with long double.
func saysLong(c *expr.Code) bool {
	return slices.ContainsFunc(c.Notes, func(n expr.Note) bool { return strings.HasPrefix(n.Text, longDouble) }) // the first program's tell of the second too
}

// longLiterals reports literals of long double that are no numbers of binary64, as which they are read.
func (s *Search) longLiterals() bool {
	for _, source := range []string{s.q.Text, s.q.Second} {
		for _, t := range tokens(source) {
			if w := strings.TrimRight(source[t.from:t.to], "lL"); len(w) < int(t.to-t.from) && decimalLiteral(w) {
				if p, err := text.ParseNumber(w, format.F64, round.Env{}); err == nil && p.Flags&round.Inexact != 0 {
					return true
				}
			}
		}
	}
	return false
}
