// Package code shows a program: its text with places marked, its faults and notes, values with the bits that differ.
package code

import (
	"strings"

	"ulplab/site/kit/operand"
)

const ExprMaxText = 12_000 // bytes of the text

const ExprMaxRows = 16

const MaxCells = 64 // inputs with a value of their own in a row

const ExprMaxCell = 100

// Input is the value of an input as typed.
type Input struct{ Name, Text string }

// Inputs reads rows; there is at least one.
func Inputs(rows string) (out [][]Input) {
	for line := range strings.SplitSeq(rows, "\n") {
		var row []Input
		for cell := range strings.SplitSeq(line, "\t") {
			name, text, ok := strings.Cut(cell, "=")
			if !ok || name == "" || len(name) > ExprMaxCell || len(text) > len(operand.Cut(text, ExprMaxCell)) || len(row) == MaxCells {
				continue
			}
			row = append(row, Input{name, text})
		}
		if len(out) < ExprMaxRows {
			out = append(out, row)
		}
	}
	return out
}

// Join is the inverse of Inputs.
func Join(rows [][]Input) string {
	var b strings.Builder
	for i, row := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		for k, c := range row {
			if k > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(c.Name + "=" + c.Text)
		}
	}
	return b.String()
}

// InputValue returns the text of an input in a row, and whether it has one.
func InputValue(row []Input, name string) (string, bool) {
	for _, c := range row {
		if c.Name == name {
			return c.Text, true
		}
	}
	return "1", false
}

// Put returns a row with the text of an input replaced.
func Put(row []Input, name, text string) []Input {
	text = Line(text)
	out := append([]Input(nil), row...)
	for i := range out {
		if out[i].Name == name {
			out[i].Text = text
			return out
		}
	}
	if len(out) < MaxCells && name != "" && len(name) <= ExprMaxCell && !strings.ContainsAny(name, "=\t\n") {
		out = append(out, Input{name, text})
	}
	return out
}

// Line makes a text one line of a cell's length, or one that is too long.
func Line(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] < ' ' {
			b[i] = ' '
		}
	}
	return operand.Cut(string(b), ExprMaxCell)
}
