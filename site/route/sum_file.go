//go:build !opening

package route

import (
	"strconv"

	"ulplab/site/files"
	"ulplab/site/state"
)

// The keys of the reader's file: fl its name, fd its digest, fc the column, fr the format of raw values.
func encodeSumFile(v state.SumSource, w *Writer) {
	if v.Digest == "" {
		return
	}
	w.Set("fl", v.Name)
	w.Set("fd", v.Digest)
	if v.Column != 0 {
		w.Set("fc", itoa(int(v.Column)))
	}
	if v.Raw != "" {
		w.Set("fr", v.Raw)
	}
}

func decodeSumFile(r *Reader, s *state.State) {
	name, _ := r.Take("fl")
	if digest, ok := r.Take("fd"); ok {
		if !files.IsDigest(digest) {
			r.Problem("“" + clip("fd="+digest) + "” is not the digest of a file.")
		} else {
			kind := s.Sum.Kind
			*s = state.Update(*s, state.SumOpenFile{Name: name, Digest: digest, Anyway: true})
			s.Sum.Kind = kind
		}
	}
	if t, ok := r.Take("fc"); ok {
		n, err := strconv.Atoi(t)
		if err != nil || n < 0 || n >= files.MaxColumns {
			r.Problem("“" + clip("fc="+t) + "” is not a column.")
		} else {
			*s = state.Update(*s, state.SumFileSet{Column: n})
		}
	}
	if t, ok := r.Take("fr"); ok {
		*s = state.Update(*s, state.SumFileSet{Column: -1, Raw: t})
		if got := s.Sum.File.Raw; got != t && !(got == "" && t == state.SumRaws[0]) {
			r.Problem("“" + clip("fr="+t) + "” is not a format of raw values.")
		}
	}
}
