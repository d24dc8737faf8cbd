package explain

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
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
