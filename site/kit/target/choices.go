// Package target holds what several views say about machines: their names, their operations in C.
package target

import (
	"ulplab/fpcore/expr"
	"ulplab/site/kit/markup"
)

// TargetGroup is the heading under which a target stands in menus.
func TargetGroup(t expr.Target) string {
	switch t.Machine {
	case expr.GPU:
		if t.GPU.CC == 90 {
			return "nvcc, compute capability 9.0"
		}
		return "nvcc, others, default flags"
	case expr.SSE:
		return "x86-64, SSE2 and FMA3"
	case expr.X87:
		return "x87"
	}
	return "References"
}

// TargetChoices are the targets in groups.
func TargetChoices() (out []markup.Choice) {
	for _, t := range expr.Targets() {
		out = append(out, markup.Choice{Value: t.ID(), Label: t.Name(), Group: TargetGroup(t)})
	}
	return out
}
