//go:build !opening

package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/site/state"
)

// SumOwnTree is the ID of the order that the reader writes.
const SumOwnTree = "yours"

// SumReadTree reads a tree over n elements. problem says what is wrong with it, at the byte at; "" if nothing is.
func SumReadTree(text string, n int) (form *reduce.Form, problem string, at int) {
	if n > SumPicture {
		return nil, "A tree of your own has 64 elements at most.", 0
	}
	if len(text) > state.SumMaxTree {
		return nil, "A tree has at most " + strconv.Itoa(state.SumMaxTree) + " characters; this one was not read.", 0
	}
	tree, err := reduce.ParseTree(text, n, []string{})
	if err != nil {
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
		return nil, words, min(err.Pos, len(text))
	}
	form, ok := tree.Form()
	if !ok {
		return nil, "Square brackets add more than two numbers with one rounding, which is no order of additions; use round ones.", max(strings.IndexByte(text, '['), 0)
	}
	return form, "", 0
}

// yours adds the reader's tree to the rows where it can be read.
func (m *Sum) yours(row func(SumRow)) {
	if m.In.Tree == "" {
		return
	}
	if form, problem, _ := SumReadTree(m.In.Tree, m.N); problem == "" {
		row(SumRow{ID: SumOwnTree, Name: "your tree", What: m.In.Tree, Kind: SumParallel, form: form})
	}
}

// sumTreeText is the reader's tree as far as numbers depend on it: only where there may be few elements.
func sumTreeText(v state.Sum) string {
	if v.Kind != state.SumOwn && v.N > SumPicture {
		return ""
	}
	return v.Look.Tree
}

// TreeText writes the tree of a row as it can be typed.
func (m *Sum) TreeText(id string) string {
	r := m.Row(id)
	if r == nil || !r.HasTree() || m.N > SumPicture {
		return ""
	}
	t := reduce.Free(r.form, m.N)
	return t.Text([]string{})
}

// sumNest is a tree that can be changed.
type sumNest struct {
	leaf int
	l, r *sumNest // nil for a leaf
}

func sumNestOf(t *reduce.FreeTree, i int) *sumNest {
	if i < t.N {
		return &sumNest{leaf: i}
	}
	kids := t.Nodes[i-t.N]
	return &sumNest{l: sumNestOf(t, kids[0]), r: sumNestOf(t, kids[1])}
}

func (a *sumNest) text(b *strings.Builder) {
	if a.l == nil {
		b.WriteString(reduce.LeafName(a.leaf, []string{}))
		return
	}
	b.WriteByte('(')
	a.l.text(b)
	b.WriteByte(' ')
	a.r.text(b)
	b.WriteByte(')')
}

// at follows a path as reduce.Tree.At reads it; nil if it leads nowhere.
func (a *sumNest) at(path string) *sumNest {
	if path == "." {
		return a
	}
	for i := 0; i < len(path); {
		side := path[i]
		k := 0
		for i++; i < len(path) && path[i] >= '0' && path[i] <= '9' && k < 1000; i++ {
			k = k*10 + int(path[i]-'0')
		}
		for k = max(k, 1); k > 0; k-- {
			if a.l == nil || side != 'l' && side != 'r' {
				return nil
			}
			if side == 'l' {
				a = a.l
			} else {
				a = a.r
			}
		}
	}
	return a
}

// SumEdit says what is done to a tree.
type SumEdit uint8

// The edits of a node x: its operands change places; ((a b) c) becomes (a (b c)) and back; another node is taken out of
// its place and added to it.
const (
	SumSwap SumEdit = iota
	SumRotateRight
	SumRotateLeft
	SumJoin
)

// SumEdited returns a tree after an edit of the node of a path, and the new path of that node; ok is false where the
// edit cannot be done.
func SumEdited(text string, n int, edit SumEdit, path, other string) (out, to string, ok bool) {
	if n > SumPicture {
		return "", "", false
	}
	tree, err := reduce.ParseTree(text, n, []string{})
	if err != nil {
		return "", "", false
	}
	for _, kids := range tree.Nodes {
		if len(kids) != 2 {
			return "", "", false
		}
	}
	root := sumNestOf(&tree, tree.N+len(tree.Nodes)-1)
	x := root.at(path)
	if x == nil {
		return "", "", false
	}
	switch edit {
	case SumSwap:
		if x.l == nil {
			return "", "", false
		}
		x.l, x.r = x.r, x.l
	case SumRotateRight:
		if x.l == nil || x.l.l == nil {
			return "", "", false
		}
		x.l, x.r = x.l.l, &sumNest{l: x.l.r, r: x.r}
	case SumRotateLeft:
		if x.l == nil || x.r.l == nil {
			return "", "", false
		}
		x.l, x.r = &sumNest{l: x.l, r: x.r.l}, x.r.r
	case SumJoin:
		y := root.at(other)
		if y == nil || y == x {
			return "", "", false
		}
		if y.holds(x) { // the one that is held goes out of the other
			x, y = y, x
		}
		up := root.above(y)
		if up == nil || up == x || up.l == x || up.r == x {
			return "", "", false // they are added to each other already, or there is no place to take it from
		}
		rest := up.l
		if rest == y {
			rest = up.r
		}
		*up = *rest // y is out; what pointed to rest points to up
		*x = sumNest{l: &sumNest{leaf: x.leaf, l: x.l, r: x.r}, r: y}
	}
	var b strings.Builder
	root.text(&b)
	return b.String(), root.path(x), true
}

// holds reports whether b is a or below a.
func (a *sumNest) holds(b *sumNest) bool {
	return a == b || a.l != nil && (a.l.holds(b) || a.r.holds(b))
}

// above returns the sum that b goes into.
func (a *sumNest) above(b *sumNest) *sumNest {
	if a.l == nil {
		return nil
	}
	if a.l == b || a.r == b {
		return a
	}
	if p := a.l.above(b); p != nil {
		return p
	}
	return a.r.above(b)
}

// path names the node b, "." for a itself.
func (a *sumNest) path(b *sumNest) string {
	if a == b {
		return "."
	}
	var steps []byte
	for a != b {
		if a.l.holds(b) {
			a, steps = a.l, append(steps, 'l')
		} else {
			a, steps = a.r, append(steps, 'r')
		}
	}
	s := ""
	for i := 0; i < len(steps); {
		k := i
		for i < len(steps) && steps[i] == steps[k] {
			i++
		}
		s += string(steps[k : k+1])
		if i-k > 1 {
			s += reduce.LeafName(i-k, []string{})
		}
	}
	return s
}
