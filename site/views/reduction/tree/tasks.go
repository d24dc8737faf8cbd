package tree

import (
	"ulplab/fpcore/summation"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/sum"
)

// The tasks of trees.
const (
	fewElements  = "sum.small"
	manyElements = "sum.tree"
	looking      = "sum.look"
	oneNode      = "sum.node"
	playing      = "sum.play"
)

// smallAsked is what the tree of few elements depends on; there says that its order has run.
type smallAsked struct {
	in    sum.Input
	order string
	there bool
}

// bigAsked is what the tree of many elements depends on.
type bigAsked struct {
	in    sum.Input
	order string
	mode  int
}

// nodeAsked is what is told of a node.
type nodeAsked struct {
	tree *summation.Tree
	mode int
	path string
}

// many reports whether an order has a tree of many elements.
func many(m *sum.Model, order string) bool {
	row := m.Row(order)
	return m.N > summation.FewElements && row != nil && row.HasTree()
}

// Tasks are the trees of the order looked at, the steps of one that is played, and what is told of a node.
func Tasks(s sum.State) []lab.Task {
	m, order := sum.Now(), s.Looked()
	if m == nil || m.In != sum.InputOf(s) {
		return nil
	}
	row := m.Row(order)
	few := smallAsked{m.In, order, row != nil && row.Done && m.N <= summation.FewElements}
	list := []lab.Task{lab.Slices[*smallState]{Name: fewElements, In: few,
		Begin: func(before *smallState) *smallState { return smallBegin(before, m, few) }}.Task()}
	if s.Look.Play && shownSmall().ok {
		list = append(list, lab.Later{Name: playing, In: s.Look.Step, Wait: 900, Do: play}.Task())
	}
	if m.Problem != "" || !many(m, order) {
		return list
	}
	in := bigAsked{m.In, order, mode(s.Look)}
	list = append(list, lab.Slices[*bigShown]{Name: manyElements, In: in,
		Begin: func(before *bigShown) *bigShown {
			bigAsk()
			return bigBegin(before, m, in, s.Look)
		},
		Close: func(b *bigShown) {
			if b.made != nil {
				b.made.Close()
			}
		},
		Step: func(b *bigShown) bool { return b.made == nil || b.made.Step() },
		Done: func(b *bigShown) markup.Action {
			clear(b.words)
			bigAsk()
			return nil
		}}.Task())
	b := big()
	if b.made == nil || b.in != m.In || b.order != order {
		return list
	}
	list = append(list, lab.Slices[sum.Look]{Name: looking, In: s.Look, Begin: func(sum.Look) sum.Look {
		bigLook(b, s.Look)
		return s.Look
	}}.Task())
	if at, ok := chosen(b, s.Look.Path); ok && b.made.Done {
		list = append(list, lab.Slices[*summation.Detail]{Name: oneNode, In: nodeAsked{b.made, in.mode, s.Look.Path},
			Begin: func(*summation.Detail) *summation.Detail {
				bigAsk()
				return b.made.Detail(at)
			},
			Step: func(d *summation.Detail) bool { return b.made.Exactly(d) },
			Done: func(*summation.Detail) markup.Action {
				bigAsk()
				return nil
			}}.Task())
	}
	return list
}

// smallBegin returns the tree of an order on few elements. While the reader types, the last tree that could be read stays.
func smallBegin(before *smallState, m *sum.Model, in smallAsked) *smallState {
	t, ok := smallOf(m, in.order)
	if !ok && before != nil && before.ok && in.order == summation.OwnTree && in.in.Tree != "" && m.Row(in.order) == nil {
		was := before.in
		if was.Tree = in.in.Tree; was == in.in {
			return before
		}
	}
	return &smallState{in.in, in.order, t, ok}
}
