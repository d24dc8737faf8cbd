//go:build !opening

package state

import (
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/site/files"
)

// SumSource is the reader's file that the numbers come from. Its bytes are on the shelf of package files, if they are in
// this page.
type SumSource struct {
	Name, Digest string
	Column       uint8  // the first of two for a dot product
	Raw          string // the format of raw values where the name does not tell: an ID, "" for binary32
	Offer        SumOffer
}

// SumOffer is a file that was opened where a link asks for one with another digest; it is taken when the reader says so.
// Not in links.
type SumOffer struct{ Name, Digest string }

// SumRaws are the formats of raw values.
var SumRaws = [...]string{"f32", "f64", "f16", "bf16"}

// SumOpenFile takes a file as the data. One that the reader opens while a link asks for another is offered first, unless
// it is to be taken Anyway.
type SumOpenFile struct {
	once
	Name, Digest string
	Anyway       bool
}

func (a SumOpenFile) apply(s State) State {
	if !files.IsDigest(a.Digest) {
		return s
	}
	name := strings.ToValidUTF8(a.Name, "")
	if len(name) > 200 {
		name = strings.ToValidUTF8(name[:200], "")
	}
	v := &s.Sum
	if asked := v.File.Digest; v.Kind == summation.File && asked != "" && asked != a.Digest && files.Get(asked) == nil && !a.Anyway {
		v.File.Offer = SumOffer{name, a.Digest}
		return s
	}
	v.Kind, v.Stopped = summation.File, false
	v.File = SumSource{Name: name, Digest: a.Digest}
	return s
}

// SumFileSet chooses a column by its number, or the format of raw values.
type SumFileSet struct {
	once
	Column int
	Raw    string
}

func (a SumFileSet) apply(s State) State {
	if s.Sum.File.Digest == "" {
		return s
	}
	if a.Column >= 0 && a.Column < files.MaxColumns {
		s.Sum.File.Column = uint8(a.Column)
	}
	for i, id := range SumRaws {
		if id == a.Raw {
			if s.Sum.File.Raw = id; i == 0 {
				s.Sum.File.Raw = ""
			}
		}
	}
	return s
}
