package reduction

import (
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/files"
	"ulplab/site/lab"
)

// Source is the reader's file that the numbers come from. Its bytes are on the shelf of package files, if they are in
// this page.
type Source struct {
	Name, Digest string
	Column       uint8  // the first of two for a dot product
	Raw          string // the format of raw values where the name does not tell: an ID, "" for binary32
	Offer        Offer
}

// Offer is a file that was opened where a link asks for one with another digest; it is taken when the reader says so.
// Not in links.
type Offer struct{ Name, Digest string }

// Raws are the formats of raw values.
var Raws = [...]string{"f32", "f64", "f16", "bf16"}

// OpenFile takes a file as the data. One that the reader opens while a link asks for another is offered first, unless
// it is to be taken Anyway.
type OpenFile struct {
	lab.Once
	Name, Digest string
	Anyway       bool
}

func (a OpenFile) Apply(s State) State {
	if !files.IsDigest(a.Digest) {
		return s
	}
	name := strings.ToValidUTF8(a.Name, "")
	if len(name) > 200 {
		name = strings.ToValidUTF8(name[:200], "")
	}
	v := &s
	if asked := v.File.Digest; v.Kind == summation.File && asked != "" && asked != a.Digest && files.Get(asked) == nil && !a.Anyway {
		v.File.Offer = Offer{name, a.Digest}
		return s
	}
	v.Kind, v.Stopped = summation.File, false
	v.File = Source{Name: name, Digest: a.Digest}
	return s
}

// FileSet chooses a column by its number, or the format of raw values.
type FileSet struct {
	lab.Once
	Column int
	Raw    string
}

func (a FileSet) Apply(s State) State {
	if s.File.Digest == "" {
		return s
	}
	if a.Column >= 0 && a.Column < files.MaxColumns {
		s.File.Column = uint8(a.Column)
	}
	for i, id := range Raws {
		if id == a.Raw {
			if s.File.Raw = id; i == 0 {
				s.File.Raw = ""
			}
		}
	}
	return s
}
