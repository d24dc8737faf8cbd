package lab

import (
	"ulplab/site/kit/markup"
)

// OperandKey is the keyboard of the operands' fields: up and down step by one ulp.
func OperandKey(step func(up bool) markup.Action) func(p Key, bit int) (markup.Action, bool) {
	return func(p Key, _ int) (markup.Action, bool) {
		if p.Ctrl || p.Shift {
			return nil, false
		}
		switch p.Name {
		case "ArrowUp":
			return step(true), true
		case "ArrowDown":
			return step(false), true
		}
		return nil, false
	}
}
