package route

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/site/state"
)

// The keys of the Encoding view: f format, b bits, t the text as typed, r rounding direction, x the random bits of
// stochastic rounding, o=1 when other formats are given the stored value. Without f, b and t it is the first example; t without b is read as if it were typed.
func encodeEnc(s *state.State, w *Writer) { writeEnc(s.Enc, w) }

// Enc returns the link of the Encoding view in a state: Encode for pages with many such links.
func Enc(e state.Enc) string {
	w := Writer{pairs: make([]pair, 0, 6)}
	writeEnc(e, &w)
	return "#/" + Version + "/" + string(state.Encoding) + w.query()
}

func writeEnc(e state.Enc, w *Writer) {
	first := state.FirstEnc()
	if e.Format != first.Format || e.Bits != first.Bits || e.Text != first.Text {
		w.Set("f", e.Format)
		w.SetBits("b", e.Bits, e.F().Bits)
		if e.Text.On {
			w.Set("t", e.Text.Text)
		}
	}
	w.SetDir("r", e.Dir)
	if e.Stored {
		w.Set("o", "1")
	}
	if e.Random != state.FirstRandom {
		w.Set("x", strconv.FormatUint(uint64(e.Random), 16))
	}
}

func decodeEnc(r *Reader, s *state.State) {
	decodeDir(r, s)
	if v, ok := r.Take("f"); ok {
		if f, err := format.Parse(v); err == nil {
			s.Enc.Format = f.ID
		} else {
			r.Problem("The link names a format “" + clip(v) + "”; " + err.Error() + ".")
		}
	}
	if v, ok := r.Take("o"); ok {
		s.Enc.Stored = v == "1"
	}
	b, coded := r.Bits("b", s.Enc.F().Bits)
	t, typed := r.Take("t")
	switch {
	case !coded && !typed: // the first example in this format and direction
		typed, t = true, s.Enc.Text.Text
	case !typed:
		s.Enc.Text = state.Draft{}
	}
	if typed {
		typeText(t, s)
		if _, err := s.Enc.Read(); coded && err == nil && s.Enc.Bits != b {
			r.Problem("The link gives the text “" + clip(t) + "” and the code 0x" + Hex(b, s.Enc.F().Bits) +
				", which is not what the text means; the code is shown.")
			s.Enc.Text = state.Draft{}
		}
	}
	if coded {
		s.Enc.Bits = b
	}
}

func decodeDir(r *Reader, s *state.State) {
	s.Enc.Dir = r.Dir("r")
	if v, ok := r.Take("x"); ok {
		if x, err := strconv.ParseUint(v, 16, 32); err == nil {
			s.Enc.Random = uint32(x)
		} else {
			r.Problem("“" + clip("x="+v) + "” is not a word of 32 random bits in hexadecimal digits.")
		}
	}
}

// typeText does what typing t into the value's field would.
func typeText(t string, s *state.State) {
	s.Enc.Bits = s.Enc.F().Zero(false)
	s.Enc = state.Update(*s, state.EncType{Text: t}).Enc
}

// decodeShort reads #/FORMAT/VALUE.
func decodeShort(name, value string, r *Reader, s *state.State) {
	f, err := format.Parse(name)
	if err != nil {
		r.Problem("The link begins with “" + clip(name) + "”, which is neither a version nor a format; " + err.Error() + ".")
		r.ignore()
		return
	}
	s.View = state.Encoding
	s.Enc.Format = f.ID
	decodeDir(r, s)
	if value == "" {
		value = s.Enc.Text.Text
	}
	typeText(Unescape(value), s)
}
