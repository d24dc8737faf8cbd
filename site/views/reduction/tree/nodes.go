// Package tree is the part of the view Reduction on the order looked at as a tree: a small one with its steps and threads,
// which the reader may edit, and a large one of up to a million elements as pixels.
package tree

import (
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/fpcore/text"
	"ulplab/site/kit/graph"
	"ulplab/site/kit/words"
	"ulplab/site/views/reduction/names"
	"ulplab/site/views/reduction/sum"
)

// small is an order on few elements as a tree, with what stands on its nodes.
type small struct {
	summation.Steps
	Name  string
	Nodes []smallNode
}

// smallNode is an element or an addition of two nodes.
type smallNode struct {
	_ [0]func() // not comparable
	summation.Step
	Path string
	lines
	Local, SoFar string // of an addition: its own error and that of the partial sum, in ulp
	Tint         graph.Tint
}

// smallOf returns the tree of a row; ok is false where there is none to draw.
func smallOf(m *sum.Model, id string) (t small, ok bool) {
	s, ok := m.Steps(id)
	if !ok {
		return t, false
	}
	t = small{Steps: s, Name: names.Row(s.Row), Nodes: make([]smallNode, len(s.Nodes))}
	for i, step := range s.Nodes {
		n := smallNode{Step: step, Path: s.Tree.Path(step.At), lines: linesOf(s.Tree, step.At)}
		if i >= s.N {
			n.Local, n.SoFar, n.Tint = fixed(step.Local, step.Measured)+" ulp", soFar(step.SoFar), graph.TintBeyond
			if step.Measured {
				n.Tint = graph.Node{OK: true, Local: step.Local}.Tint()
			}
		}
		t.Nodes[i] = n
	}
	return t, true
}

// LaneLabel names a thread of the tree.
func (t *small) LaneLabel(k int) string {
	if t.Lane == "loop" {
		return "one loop"
	}
	return strconv.Itoa(k)
}

// stepOf is the step shown of a tree: what the reader chose, or all of them.
func stepOf(l sum.Look, t *small) int {
	if l.Step <= 0 || int(l.Step) > t.Height+1 {
		return t.Height
	}
	return int(l.Step) - 1
}

// readTree says what is wrong with the text of a tree over n elements, at the byte at; "" if nothing is.
func readTree(text string, n int) (problem string, at int) {
	_, err := summation.ReadTree(text, n)
	if err == nil {
		return "", 0
	}
	words := strings.ToUpper(err.Msg[:1]) + err.Msg[1:] + "."
	if before, after, ok := strings.Cut(words, " at byte "); ok { // bytes count from 0, characters from 1
		k := 0
		for k < len(after) && after[k] >= '0' && after[k] <= '9' {
			k++
		}
		if n, err := strconv.Atoi(after[:k]); err == nil && n <= len(text) {
			words = before + " at character " + strconv.Itoa(len([]rune(text[:n]))+1) + after[k:]
		}
	}
	return words, min(err.Pos, len(text))
}

// local writes the rounding error of a node, "–" where it has none.
func local(d *summation.Detail) string { return fixed(d.Local, d.Measured) }

// soFar writes the error of a node against the exact sum, "–" where it has none.
func soFar(s string) string {
	if s == "" {
		return "–"
	}
	return words.Grouped(s)
}

func fixed(e int64, ok bool) string {
	if !ok {
		return "–"
	}
	return words.Ulps(e)
}

// lines are the lines on a node of the big tree.
type lines struct{ Value, Short, Code, Error string }

// linesOf returns the lines on a node.
func linesOf(b *summation.Tree, at summation.Node) lines {
	f, c := b.Number(at)
	w := lines{Value: text.ValueTo(f, c, 9), Short: text.ValueTo(f, c, 4)}
	n := f.Bits / 4
	d := make([]byte, n)
	for i := range d {
		d[i] = "0123456789abcdef"[c.Lo>>(4*(n-1-i))&15]
	}
	w.Code = "0x" + string(d)
	if at.Place < 0 {
		w.Error = "element " + strconv.Itoa(b.Element(at.Rank))
	} else if e, ok := b.Rounding(at); ok {
		w.Error = words.Ulps(e) + " ulp"
		if e == 0 {
			w.Error = "exact"
		}
	}
	return w
}
