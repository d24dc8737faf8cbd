package summation

import (
	"strconv"
	"strings"

	"ulplab/fpcore/reduce"
)

// OwnTree is the ID of the order of the caller's own.
const OwnTree = "yours"

// MostTree bounds the text of an order of the caller's own, in bytes.
const MostTree = 1024

// ReadTree reads an order over n numbers, written as reduce.ParseTree reads it with the elements by their numbers.
func ReadTree(text string, n int) (*reduce.Form, *reduce.TreeError) {
	if n > FewElements {
		return nil, &reduce.TreeError{Msg: "a tree of your own has " + strconv.Itoa(FewElements) + " elements at most"}
	}
	if len(text) > MostTree {
		return nil, &reduce.TreeError{Msg: "a tree has at most " + strconv.Itoa(MostTree) + " characters; this one was not read"}
	}
	tree, err := reduce.ParseTree(text, n, []string{})
	if err != nil {
		return nil, err
	}
	form, ok := tree.Form()
	if !ok {
		return nil, &reduce.TreeError{Pos: max(strings.IndexByte(text, '['), 0), Msg: "square brackets add more than two numbers with one rounding, which is no order of additions; use round ones"}
	}
	return form, nil
}

// TreeText writes the tree of a row as it can be typed.
func (m *Sums) TreeText(id string) string {
	r := m.Row(id)
	if r == nil || !r.HasTree() || m.N > FewElements {
		return ""
	}
	t := reduce.Free(r.Form, m.N)
	return t.Text([]string{})
}

// nest is a tree that can be changed.
type nest struct {
	leaf int
	l, r *nest // nil for a leaf
}

func nestOf(t *reduce.FreeTree, i int) *nest {
	if i < t.N {
		return &nest{leaf: i}
	}
	kids := t.Nodes[i-t.N]
	return &nest{l: nestOf(t, kids[0]), r: nestOf(t, kids[1])}
}

func (a *nest) text(b *strings.Builder) {
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
func (a *nest) at(path string) *nest {
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

// Edit says what is done to a tree.
type Edit uint8

// The edits of a node x: its operands change places; ((a b) c) becomes (a (b c)) and back; another node is taken out of
// its place and added to it.
const (
	Swap Edit = iota
	RotateRight
	RotateLeft
	Join
)

// Edited returns a tree after an edit of the node of a path, and the new path of that node; ok is false where the
// edit cannot be done.
func Edited(text string, n int, edit Edit, path, other string) (out, to string, ok bool) {
	if n > FewElements {
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
	root := nestOf(&tree, tree.N+len(tree.Nodes)-1)
	x := root.at(path)
	if x == nil {
		return "", "", false
	}
	switch edit {
	case Swap:
		if x.l == nil {
			return "", "", false
		}
		x.l, x.r = x.r, x.l
	case RotateRight:
		if x.l == nil || x.l.l == nil {
			return "", "", false
		}
		x.l, x.r = x.l.l, &nest{l: x.l.r, r: x.r}
	case RotateLeft:
		if x.l == nil || x.r.l == nil {
			return "", "", false
		}
		x.l, x.r = &nest{l: x.l, r: x.r.l}, x.r.r
	case Join:
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
		*x = nest{l: &nest{leaf: x.leaf, l: x.l, r: x.r}, r: y}
	}
	var b strings.Builder
	root.text(&b)
	return b.String(), root.path(x), true
}

// holds reports whether b is a or below a.
func (a *nest) holds(b *nest) bool {
	return a == b || a.l != nil && (a.l.holds(b) || a.r.holds(b))
}

// above returns the sum that b goes into.
func (a *nest) above(b *nest) *nest {
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
func (a *nest) path(b *nest) string {
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
