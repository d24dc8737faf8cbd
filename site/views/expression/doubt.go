package expression

import (
	"ulplab/fpcore/expr"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/code"
)

// doubt tries what the rules of a column's compiler leave open, in the row looked at, until a result is another one.
func (m *Model) doubt(i int) int {
	c := &m.Columns[i]
	if c.Plan == nil || m.Row() < 0 || !m.Rows[m.Row()].Results[i].Known {
		return 0
	}
	why := c.Plan.Doubt()
	if why == "" {
		return 0
	}
	list, all := c.Plan.Others()
	result := m.Rows[m.Row()].Results[i].Value
	var try func() int
	try = func() int {
		switch {
		case len(list) > 0:
			p, err := expr.PlanOf(c.Code, list[0])
			list = list[1:]
			if err == nil && c.load(&m.Rows[m.Row()]) {
				if got := wide.From64(p.Result(c.In)); got != result.Code {
					c.Other, list = code.ValueOf(result.Type, result.Format, got), nil
				}
			}
			m.later(try)
			return 8 * len(c.Code.Values)
		case c.Other.Known:
			c.Doubt = doubt(why, c.Other.Hex)
		case all:
			c.Doubt = certain(why)
		default:
			c.Doubt = untried(why)
		}
		return 0
	}
	return try()
}
