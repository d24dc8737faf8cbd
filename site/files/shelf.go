package files

import (
	"errors"
	"strconv"
	"strings"

	"ulplab/fpcore/format"
)

// Source is a file that the reader has opened.
type Source struct {
	Name   string
	Digest string // of its bytes
	Data   []byte
	last   *reading // of the options that were asked for last
}

// reading is what a file came to.
type reading struct {
	o     Options
	table *Table
	err   error
}

// Table reads the file; the same options again cost nothing.
func (s *Source) Table(o Options) (*Table, error) {
	if s.last == nil || s.last.o != o {
		t, err := Read(s.Name, s.Data, o)
		s.last = &reading{o, t, err}
	}
	return s.last.table, s.last.err
}

// maxShelf is how many bytes of opened files are kept.
const maxShelf = 3 * MaxBytes

// shelf holds the opened files, the latest last. A state names a file by its digest, so that back and forward find it
// again; a link names it by name and digest, and a page that does not have it asks for it.
var shelf []*Source

// Put keeps a file and lets go of the oldest ones when there are too many.
func Put(name string, data []byte) *Source {
	s := &Source{Name: name, Digest: Digest(data), Data: data}
	for i, old := range shelf {
		if old.Digest == s.Digest {
			shelf = append(shelf[:i], shelf[i+1:]...)
			break
		}
	}
	shelf = append(shelf, s)
	size := 0
	for i := len(shelf) - 1; i >= 0; i-- {
		if size += len(shelf[i].Data); size > maxShelf {
			shelf = append([]*Source(nil), shelf[i+1:]...)
			break
		}
	}
	return s
}

// Get returns the opened file with a digest, nil if it is not here.
func Get(digest string) *Source {
	for _, s := range shelf {
		if s.Digest == digest {
			return s
		}
	}
	return nil
}

// IsDigest reports whether a text is the digest of some file.
func IsDigest(s string) bool {
	return len(s) == 16 && strings.Trim(s, "0123456789abcdef") == ""
}

// Digest returns 64 bits of the bytes as 16 hexadecimal digits: FNV-1a (Fowler, Noll, Vo). It tells files apart by
// accident, not against an attacker.
func Digest(data []byte) string {
	h := uint64(0xcbf29ce484222325)
	for _, c := range data {
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	s := strconv.FormatUint(h, 16)
	return "0000000000000000"[len(s):] + s
}

// Open reads the file of a link; raw is the format of raw bytes where the name does not tell it.
func Open(name, digest string, in, raw *format.Format) (*Table, error) {
	s := Get(digest)
	if s == nil {
		return nil, errors.New(Asked(name, digest))
	}
	o := Options{Format: in}
	if NeedsFormat(s.Name, s.Data) {
		o.Raw = raw
	}
	return s.Table(o)
}

// Asked says in words which file a link speaks of and this page does not have.
func Asked(name, digest string) string {
	return "This link needs the file " + quoted(name) + " (digest " + digest + "). Files stay on the machine of whoever opened them: open yours here."
}
