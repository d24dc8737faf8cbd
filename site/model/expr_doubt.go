//go:build !opening

package model

import (
	"ulplab/fpcore/expr"
	"ulplab/fpcore/wide"
	"ulplab/site/prose"
)

// doubt tries what the rules of a column's compiler leave open, in the row looked at, until a result is another one.
func (m *Expr) doubt(i int) int {
	c := &m.Columns[i]
	if c.Plan == nil || m.Row() < 0 || !m.Rows[m.Row()].Results[i].Known {
		return 0
	}
	why := c.Plan.Doubt()
	if why == "" {
		return 0
	}
	list, all := c.Plan.Others()
	result := m.Rows[m.Row()].Results[i].ExprValue
	var try func() int
	try = func() int {
		switch {
		case len(list) > 0:
			p, err := expr.PlanOf(c.Code, list[0])
			list = list[1:]
			if err == nil && c.load(&m.Rows[m.Row()]) {
				if got := wide.From64(p.Result(c.in)); got != result.Code {
					c.Other, list = exprValue(result.Type, result.Format, got), nil
				}
			}
			m.later(try)
			return 8 * len(c.Code.Values)
		case c.Other.Known:
			c.Doubt = prose.ExprDoubt(why, c.Other.Hex)
		case all:
			c.Doubt = prose.ExprCertain(why)
		default:
			c.Doubt = prose.ExprUntried(why)
		}
		return 0
	}
	return try()
}
