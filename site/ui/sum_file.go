//go:build !opening

package ui

import (
	"strconv"
	"ulplab/site/kit/markup"

	"ulplab/site/files"
	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/state"
)

// sumFileIn is what the place for the reader's file depends on.
type sumFileIn struct {
	in       model.SumInput
	readOnly bool
}

// sumFile is the place for the reader's file, with what it leaves open.
func sumFile(in sumFileIn) markup.Node {
	i := model.SumFileWords(in.in)
	v := in.in.File
	var columns, raws []markup.Choice
	for k, name := range i.Columns {
		columns = append(columns, markup.Choice{Value: strconv.Itoa(k), Label: name})
	}
	for _, id := range state.SumRaws {
		raws = append(raws, markup.Choice{Value: id, Label: state.FormatOf(id).Name})
	}
	raw := v.Raw
	if raw == "" {
		raw = state.SumRaws[0]
	}
	return markup.El("div",
		filePlace("sum", i.Words, in.readOnly),
		markup.El("div", markup.Class("row sum-file-anyway"), markup.Flag("hidden", v.Offer.Digest == ""),
			markup.Button(prose.SumFileAnyway, state.SumOpenFile{Name: v.Offer.Name, Digest: v.Offer.Digest, Anyway: true}, markup.Class("plain"), markup.Prop("disabled", in.readOnly))),
		markup.El("div", markup.Class("controls sum-file"), markup.Flag("hidden", len(columns) == 0 && !i.Raw),
			markup.El("div", markup.Class("sum-slot"), markup.Flag("hidden", len(columns) == 0),
				markup.Select("sum-column", prose.SumFileColumn, strconv.Itoa(int(v.Column)), columns, in.readOnly, func(s string) markup.Action {
					n, _ := strconv.Atoi(s)
					return state.SumFileSet{Column: n}
				})),
			markup.El("div", markup.Class("sum-slot"), markup.Flag("hidden", !i.Raw),
				markup.Select("sum-raw", prose.SumFileRaw, raw, raws, in.readOnly, func(s string) markup.Action { return state.SumFileSet{Column: -1, Raw: s} }))))
}

// sumOpened takes a file that was opened for the view.
func sumOpened(s *files.Source, problem string) markup.Action {
	if s == nil {
		warn(problem)
		return nil
	}
	return state.SumOpenFile{Name: s.Name, Digest: s.Digest}
}

// sumTyped takes the reader's own numbers: too many for a link become a file.
func sumTyped(s string) markup.Action {
	if len(s) <= state.SumMaxText {
		return state.SumSet{Do: state.SumTypeOwn, Text: s}
	}
	data, note, problem := model.SumPaste(s, app.state.Sum.Dot)
	if problem != "" {
		warn(problem)
		return nil
	}
	file := files.Put(model.SumPasted, data)
	endGesture()
	dispatch(state.SumOpenFile{Name: file.Name, Digest: file.Digest, Anyway: true})
	if note != "" {
		warn(note)
	}
	return nil
}

// probeOpened takes a file that a probe wrote.
func probeOpened(s *files.Source, problem string) markup.Action {
	switch {
	case s == nil:
		warn(problem)
		return nil
	case files.KindOf(s.Data) != files.Text:
		warn(prose.SumProbeNoText)
		return nil
	}
	return state.SumRevealSet{Do: state.SumProbePaste, Text: string(s.Data)}
}
