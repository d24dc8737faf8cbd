package target

import (
	"strings"

	"ulplab/fpcore/gpu"
)

// InC writes an operation in C.
func InC(o gpu.Operation, double bool) string {
	if strings.Contains(o.ID, "a") && strings.ContainsAny(o.ID, "+-*/") {
		return o.ID
	}
	s := o.ID
	if !double {
		s += "f"
	}
	if o.Arity == 2 {
		return s + "(a, b)"
	}
	return s + "(a)"
}
