package encoding

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/site/kit/operand"
	"ulplab/site/lab/link"
)

// The keys of the Encoding view: f format, b bits, t the text as typed, r rounding direction, x the random bits of
// stochastic rounding, m the zoom and corner of the map of codes, o=1 when other formats are given the stored value. Without f, b and t it is the first example; t without b is read as if it were typed.
func encode(s State, w *link.Writer) { write(s, w) }

func write(e State, w *link.Writer) {
	first := First()
	if e.Format != first.Format || e.Bits != first.Bits || e.Text != first.Text {
		w.Set("f", e.Format)
		w.SetBits("b", e.Bits, e.F().Bits)
		if e.Text.On {
			w.Set("t", e.Text.Text)
		}
	}
	w.SetDir("r", e.Dir)
	if e.Chart.On {
		w.Set("m", e.Chart.written())
	}
	if e.Stored {
		w.Set("o", "1")
	}
	if e.Random != FirstRandom {
		w.Set("x", strconv.FormatUint(uint64(e.Random), 16))
	}
}

func decode(r *link.Reader, s *State) {
	decodeDir(r, s)
	if v, ok := r.Take("f"); ok {
		if f, err := format.Parse(v); err == nil {
			s.Format = f.ID
		} else {
			r.Problem("The link names a format “" + link.Clip(v) + "”; " + err.Error() + ".")
		}
	}
	if v, ok := r.Take("m"); ok {
		if s.Chart, ok = readChart(v); !ok {
			r.Wrong("m", v, "is no part of the map of codes.")
		}
		*s = s.inWindow()
	}
	if v, ok := r.Take("o"); ok {
		s.Stored = v == "1"
	}
	b, coded := r.Bits("b", s.F().Bits)
	t, typed := r.Take("t")
	switch {
	case !coded && !typed: // the first example in this format and direction
		typed, t = true, s.Text.Text
	case !typed:
		s.Text = operand.Draft{}
	}
	if typed {
		typeText(t, s)
		if _, err := s.Read(); coded && err == nil && s.Bits != b {
			r.Problem("The link gives the text “" + link.Clip(t) + "” and the code 0x" + link.Hex(b, s.F().Bits) +
				", which is not what the text means; the code is shown.")
			s.Text = operand.Draft{}
		}
	}
	if coded {
		s.Bits = b
	}
}

func decodeDir(r *link.Reader, s *State) {
	s.Dir = r.Dir("r")
	if v, ok := r.Take("x"); ok {
		if x, err := strconv.ParseUint(v, 16, 32); err == nil {
			s.Random = uint32(x)
		} else {
			r.Wrong("x", v, "is not a word of 32 random bits in hexadecimal digits.")
		}
	}
}

// typeText does what typing t into the value's field would.
func typeText(t string, s *State) {
	s.Bits = s.F().Zero(false)
	*s = Type{Text: t}.Apply(*s)
}

// decodeShort reads #/FORMAT/VALUE.
func decodeShort(name, value string, r *link.Reader, s *State) {
	f, err := format.Parse(name)
	if err != nil {
		r.Problem("The link begins with “" + link.Clip(name) + "”, which is neither a version nor a format; " + err.Error() + ".")
		r.Ignore()
		return
	}

	s.Format = f.ID
	decodeDir(r, s)
	if value == "" {
		value = s.Text.Text
	}
	typeText(link.Unescape(value), s)
}

// LinkTo returns the link of a datum in the Encoding view.
func LinkTo(format string, x operand.Entered) string {
	s := First()

	s.Format, s.Bits, s.Text = format, x.Bits, x.Text
	if _, err := s.Read(); err != nil {
		s.Text = operand.Draft{}
	}
	return Link(s)
}

// Link returns the link of a state of the view.
func Link(s State) string { return link.Of(ID, s, encode) }
