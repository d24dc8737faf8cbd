package link

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
)

// CutWords is what a link says that does not hold all of its state.
func CutWords(what string) string {
	return "The link does not hold " + what + ": with it, it would be longer than " + strconv.Itoa(Most>>10) + " KB, which is what is read."
}

// Bit writes a choice of two.
func Bit(on bool) string {
	if on {
		return "1"
	}
	return "0"
}

// WriteOperand writes an operand's bits under its letter and what was typed under t and its letter.
func WriteOperand(w *Writer, key string, x operand.Entered, width int) {
	w.SetBits(key, x.Bits, width)
	if x.Text.On {
		w.Set("t"+key, x.Text.Text)
	}
}

// ReadOperand is the inverse; read turns a text into bits. The bits decide where text and bits disagree.
func ReadOperand(r *Reader, key string, width int, x *operand.Entered, read func(string) (wide.U128, error)) {
	c, hasBits := r.Bits(key, width)
	t, hasText := r.Take("t" + key)
	if !hasBits && !hasText {
		return
	}
	*x = operand.Entered{Bits: c}
	if !hasText {
		return
	}
	x.Text = operand.Typed(t)
	typed, err := read(x.Text.Text)
	switch {
	case !hasBits && err == nil:
		x.Bits = typed
	case hasBits && err == nil && typed != c:
		x.Text = operand.Draft{}
		r.Problem("The link says “" + Clip(t) + "” for operand " + key + " but gives the bits of another value; the bits are shown.")
	}
}

// FormatOr returns the ID of the format named in a link, "" with a problem if there is none.
func FormatOr(r *Reader, name string) string {
	f, err := format.Parse(name)
	if err != nil {
		r.Problem("The link names a format “" + Clip(name) + "”; " + err.Error() + ".")
		return ""
	}
	return f.ID
}
