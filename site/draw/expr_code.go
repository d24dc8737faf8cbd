//go:build !opening

package draw

import (
	"strings"

	"ulplab/site/model"
	"ulplab/site/prose"
)

// ExprSource is the evaluation of A as code in a language, with the name of a file for it.
func ExprSource(m *model.Expr, lang int) (name, code string) {
	return "", ""
}

// ExprCode is the panel of code.
func ExprCode(m *model.Expr, lang int) string {
	_ = strings.Join
	_ = prose.ExprCodeTitle
	return ""
}
