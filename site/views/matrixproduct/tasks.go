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
	plans       = "gemm.plans"
	programs    = "gemm.programs"
	element     = "gemm.element"
	elements    = "gemm.elements"
	ownElements = "gemm.own"
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
			Done: func(product.Table) markup.Action { return Ready{} }},
		lab.Data[string]{Name: programs, File: "product.py.txt", Read: func(data []byte) (string, error) { return string(data), nil }},
		lab.Slices[*Model]{Name: element, In: in, Begin: func(*Model) *Model { return Begin(in.in, in.table) }, Step: func(m *Model) bool { return m.Step() },
			Far: func(m *Model) (done, total uint64) { return uint64(m.done), uint64(m.total()) }}}
	if in := s.Whole; in.Data == FileData && s.wholeProblem(table) == "" {
		list = append(list, lab.Slices[*field.Work]{Name: ownElements, In: asked{in, table}, Begin: func(*field.Work) *field.Work { return ownWork(in, table) },
			Step: func(w *field.Work) bool { return w.Step(1 + 2048/w.Depth()) },
			Far:  func(w *field.Work) (done, total uint64) { return w.Done(), uint64(len(w.Level)) }})
	} else if p, ok := wholeOf(s, table); ok {
		list = append(list, lab.Parts[*field.Errors]{Name: elements, In: p, Job: p.Job,
			Begin: func(*field.Errors) *field.Errors { return nil },
			Read: func(before *field.Errors, r work.Report) *field.Errors {
				if e, err := field.Decode(r.Result); err == nil {
					return &e
				}
				return before
			}})
	}
	return list
}

// wholeOf returns the product of which every element was asked for; ok is false for none, or if it has no plan or is too large.
func wholeOf(s State, table product.Table) (p field.Product, ok bool) {
	in := s.Whole
	if in.Preset == "" || s.wholeProblem(table) != "" {
		return p, false
	}
	preset := in.preset()
	plan, known := preset.Plan(int(in.N[M]), int(in.N[N]), int(in.N[K]), in.Layout, table)
	return field.Product{Preset: in.Preset, Code: preset.Code(plan), Layout: in.Layout, M: int(in.N[M]), N: int(in.N[N]), K: int(in.N[K]), Data: in.Data, Seed: uint64(in.N[Seed])}, known != 0
}

// ownWork computes the errors of all elements of the reader's own matrices.
func ownWork(in Input, table product.Table) *field.Work {
	list, _ := in.matrices()
	in, _ = in.sized()
	p := in.preset()
	plan, _ := p.Plan(int(in.N[M]), int(in.N[N]), int(in.N[K]), in.Layout, table)
	columns := make([][]uint64, in.N[N]) // each is needed for every row
	return field.New(p, plan, len(columns), int(in.N[K]), 0, uint64(in.N[M]*in.N[N]), list[0].fill, func(v []uint64, j int) {
		if columns[j] == nil {
			columns[j] = make([]uint64, len(v))
			list[1].fill(columns[j], j)
		}
		copy(v, columns[j])
	})
}
