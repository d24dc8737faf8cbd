package lessons

import (
	"ulplab/fpcore/wide"
	"ulplab/site/lab/link"
	"ulplab/site/lesson"
)

// Task is the task of the step in a lesson, nil for none.
func (p Place) Task(l *lesson.Lesson) *lesson.Task {
	if l == nil || p.Step <= 0 || p.Step > len(l.Steps) {
		return nil
	}
	return l.Steps[p.Step-1].Task
}

// Reply is what a button of the panel gives as the answer to a task, "" for what was typed or set.
func (p Place) Reply(t *lesson.Task, button string) string {
	switch {
	case button != "":
		return button
	case p.Answer != "" && p.Answer != lesson.Asked:
		return p.Answer
	case t.Kind == lesson.Bits:
		return link.Hex(wide.U128{}, t.Want.Format.Bits)
	}
	return ""
}

// Flipped is the answer in bits with one of them changed, false where the task asks for none such.
func (p Place) Flipped(t *lesson.Task, bit int) (answer string, ok bool) {
	if !HasBit(t, bit) {
		return "", false
	}
	code, _ := link.ParseHex(p.Answer)
	return link.Hex(code.Xor(wide.From64(1).Shl(uint(bit))), t.Want.Format.Bits), true
}

// HasBit reports whether the answer to a task has a bit of a number.
func HasBit(t *lesson.Task, bit int) bool {
	return t != nil && t.Kind == lesson.Bits && bit >= 0 && bit < t.Want.Format.Bits
}
