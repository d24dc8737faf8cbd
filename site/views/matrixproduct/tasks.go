package matrixproduct

import (
	"ulplab/fpcore/tensor/field"
	"ulplab/fpcore/tensor/product"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/work"
)

// The tasks of the view.
const (
	plans    = "gemm.plans"
	programs = "gemm.programs"
	element  = "gemm.element"
	elements = "gemm.elements"
)

// asked is the input of an element.
type asked struct {
	in    Input
	table product.Table
}

// tasks are the table of measured plans, the text of the program, the element, and all elements where they were asked for.
func tasks(s State) []lab.Task {
	table, _ := lab.Made[product.Table](plans)
	in := asked{s.input(), table}
	list := []lab.Task{
		lab.Data[product.Table]{Name: plans, File: "products.txt",
			Read: func(data []byte) (product.Table, error) { return product.Table(data), nil },
			Done: func(product.Table) markup.Action { return Set{What: Ready} }}.Task(),
		lab.Data[string]{Name: programs, File: "product.py.txt", Read: func(data []byte) (string, error) { return string(data), nil }}.Task(),
		lab.Slices[*Model]{Name: element, In: in, Begin: func(*Model) *Model { return Begin(in.in, in.table) }, Step: func(m *Model) bool { return m.Step() },
			Far: func(m *Model) (done, total uint64) { return uint64(m.done), uint64(m.total()) }}.Task()}
	if in := s.Whole; in.Preset != "" && s.wholeProblem(table) == "" {
		list = append(list, lab.Parts[*field.Errors]{Name: elements, In: asked{in, table}, Job: func() string { return wholeJob(in, table) },
			Begin: func(*field.Errors) *field.Errors { return nil },
			Read: func(before *field.Errors, r work.Report) *field.Errors {
				if e, err := field.Decode(r.Result); err == nil {
					return &e
				}
				return before
			}}.Task())
	}
	return list
}

// wholeJob is the job that computes the errors of all elements.
func wholeJob(in Input, table product.Table) string {
	in, _ = in.sized()
	preset := in.preset()
	m, n, k := int(in.N[M]), int(in.N[N]), int(in.N[K])
	plan, _ := preset.Plan(m, n, k, in.Layout, table)
	p := field.Product{Preset: preset.ID, Code: preset.Code(plan), Layout: in.Layout, M: m, N: n, K: k, Data: in.Data, Seed: uint64(in.N[Seed])}
	if in.Data != FileData {
		return p.Job()
	}
	list, _ := in.matrices()
	return p.Given(list[0].fill, list[1].fill)
}
