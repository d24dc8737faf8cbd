package reduction

import (
	"strconv"

	"ulplab/site/files"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/data"
	"ulplab/site/views/reduction/sum"
)

// fileIn is what the place for the reader's file depends on.
type fileIn struct {
	in       sum.Input
	readOnly bool
}

// file is the place for the reader's file, with what it leaves open.
func file(in fileIn) markup.Node {
	i := data.Describe(in.in.File, sum.New(in.in).E)
	v := in.in.File
	var columns, raws []markup.Choice
	for k, name := range i.Columns {
		columns = append(columns, markup.Choice{Value: strconv.Itoa(k), Label: name})
	}
	for _, id := range data.Raws {
		raws = append(raws, markup.Choice{Value: id, Label: operand.FormatOf(id).Name})
	}
	raw := v.Raw
	if raw == "" {
		raw = data.Raws[0]
	}
	return markup.El("div",
		lab.FilePlace("sum", i.Words, in.readOnly),
		markup.El("div", markup.Class("row sum-file-anyway"), markup.Flag("hidden", v.Offer.Digest == ""),
			markup.Button(fileAnyway, OpenFile{Name: v.Offer.Name, Digest: v.Offer.Digest, Anyway: true}, markup.Class("plain"), markup.Prop("disabled", in.readOnly))),
		markup.El("div", markup.Class("controls sum-file"), markup.Flag("hidden", len(columns) == 0 && !i.Raw),
			markup.El("div", markup.Class("sum-slot"), markup.Flag("hidden", len(columns) == 0),
				markup.Select("sum-column", fileColumn, strconv.Itoa(int(v.Column)), columns, in.readOnly, func(s string) markup.Action {
					n, _ := strconv.Atoi(s)
					return FileSet{Column: n}
				})),
			markup.El("div", markup.Class("sum-slot"), markup.Flag("hidden", !i.Raw),
				markup.Select("sum-raw", fileRaw, raw, raws, in.readOnly, func(s string) markup.Action { return FileSet{Column: -1, Raw: s} }))))
}

// opened takes a file that was opened for the view.
func opened(s *files.Source, problem string) markup.Action {
	if s == nil {
		lab.Warn(problem)
		return nil
	}
	return OpenFile{Name: s.Name, Digest: s.Digest}
}

// typed takes the reader's own numbers: too many for a link become a file.
func typed(s string) markup.Action {
	if len(s) <= data.MaxText {
		return Set{Do: TypeOwn, Text: s}
	}
	text, note, problem := data.Paste(s, lab.Now[sum.State]().Dot)
	if problem != "" {
		lab.Warn(problem)
		return nil
	}
	file := files.Put(data.Pasted, text)
	lab.EndGesture()
	lab.Dispatch(OpenFile{Name: file.Name, Digest: file.Digest, Anyway: true})
	if note != "" {
		lab.Warn(note)
	}
	return nil
}
