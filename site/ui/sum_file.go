//go:build !opening

package ui

import (
	"strconv"

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
func sumFile(in sumFileIn) node {
	i := model.SumFileWords(in.in)
	v := in.in.File
	var columns, raws []choice
	for k, name := range i.Columns {
		columns = append(columns, choice{strconv.Itoa(k), name, ""})
	}
	for _, id := range state.SumRaws {
		raws = append(raws, choice{id, state.FormatOf(id).Name, ""})
	}
	raw := v.Raw
	if raw == "" {
		raw = state.SumRaws[0]
	}
	return el("div",
		filePlace("sum", i.Words, in.readOnly),
		el("div", has(class("row sum-file-anyway"), flag("hidden", v.Offer.Digest == "")),
			button(prose.SumFileAnyway, state.SumOpenFile{Name: v.Offer.Name, Digest: v.Offer.Digest, Anyway: true}, class("plain"), prop("disabled", in.readOnly))),
		el("div", has(class("controls sum-file"), flag("hidden", len(columns) == 0 && !i.Raw)),
			el("div", has(class("sum-slot"), flag("hidden", len(columns) == 0)),
				choose("sum-column", prose.SumFileColumn, strconv.Itoa(int(v.Column)), columns, in.readOnly, func(s string) state.Action {
					n, _ := strconv.Atoi(s)
					return state.SumFileSet{Column: n}
				})),
			el("div", has(class("sum-slot"), flag("hidden", !i.Raw)),
				choose("sum-raw", prose.SumFileRaw, raw, raws, in.readOnly, func(s string) state.Action { return state.SumFileSet{Column: -1, Raw: s} }))))
}

// sumOpened takes a file that was opened for the view.
func sumOpened(s *files.Source, problem string) state.Action {
	if s == nil {
		warn(problem)
		return nil
	}
	return state.SumOpenFile{Name: s.Name, Digest: s.Digest}
}

// sumTyped takes the reader's own numbers: too many for a link become a file.
func sumTyped(s string) state.Action {
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
func probeOpened(s *files.Source, problem string) state.Action {
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
