package reduction

import (
	"strconv"

	"ulplab/site/files"
	"ulplab/site/lab/link"
	"ulplab/site/views/reduction/data"
	"ulplab/site/views/reduction/sum"
)

// The keys of the reader's file: fl its name, fd its digest, fc the column, fr the format of raw values.
func encodeFile(v data.Source, w *link.Writer) {
	if v.Digest == "" {
		return
	}
	w.Set("fl", v.Name)
	w.Set("fd", v.Digest)
	w.PutInt("fc", int32(v.Column), 0)
	w.Put("fr", v.Raw, "")
}

func decodeFile(r *link.Reader, s *sum.State) {
	name, _ := r.Take("fl")
	if digest, ok := r.Take("fd"); ok {
		if !files.IsDigest(digest) {
			r.Wrong("fd", digest, "is not the digest of a file.")
		} else {
			kind := s.Kind
			*s = OpenFile{Name: name, Digest: digest, Anyway: true}.Apply(*s)
			s.Kind = kind
		}
	}
	if t, ok := r.Take("fc"); ok {
		n, err := strconv.Atoi(t)
		if err != nil || n < 0 || n >= files.MaxColumns {
			r.Wrong("fc", t, "is not a column.")
		} else {
			*s = FileSet{Column: n}.Apply(*s)
		}
	}
	if t, ok := r.Take("fr"); ok {
		*s = FileSet{Column: -1, Raw: t}.Apply(*s)
		if got := s.File.Raw; got != t && !(got == "" && t == data.Raws[0]) {
			r.Wrong("fr", t, "is not a format of raw values.")
		}
	}
}
