package explain

import (
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/explain"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/tensor/product"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/words"
	"ulplab/site/views/matrixproduct"
)

// element says of which matrix product a result is an element: the call, its chain over K and its accumulator.
func element(b *strings.Builder, m *Explanation) {
	for side := range m.Answer.Count {
		c := m.best(side)
		if c == nil || c.Order.ID != "product" {
			continue
		}
		b.WriteString(`<p class="explain-element">` + words.Capital(explain.SideWords(side)) + ` is an element of a matrix product. ` + words.Escape(c.Order.Title) + `: ` + words.Escape(c.Order.Detail) + `.`)
		if to, ok := m.Element(side); ok {
			b.WriteString(` <a href="` + words.Escape(matrixproduct.Link(to)) + `">This row and column in Matrix product</a>`)
		}
		b.WriteString(`</p>`)
	}
}

// Element is the element of a side in the view Matrix product; ok is false where it is none, or too long for a link.
func (e *Explanation) Element(side int) (v matrixproduct.State, ok bool) {
	c := e.best(side)
	if c == nil || c.Order.ID != "product" {
		return v, false
	}
	p, known := product.Find(c.Order.Call)
	if !known || len(e.Answer.Factors[0]) == 0 {
		return v, false
	}
	var lists [2]string
	for i := range lists {
		var list []string
		for _, x := range e.Answer.Factors[i] {
			r := arith.Convert(round.Env{}, p.In, format.F64, wide.From64(x), nil)
			list = append(list, text.Shortest(p.In, r.Bits))
		}
		lists[i] = strings.Join(list, " ")
	}
	return matrixproduct.Of(p.ID, lists[0], lists[1])
}
