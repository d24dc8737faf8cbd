package reduce

import "strconv"

// FreeTree is a tree of additions of N elements, written or made by hand, drawn or found. Number i < N is element i, and
// number N+k the sum of the numbers in Nodes[k], all of which are below N+k; the last number is the result. A sum of more
// than two is a fused one: rounded once, as matrix units do. With one element there are no nodes.
type FreeTree struct {
	N     int
	Nodes [][]int
}

// Bounds of what ParseTree reads.
const (
	MaxTreeText   = 1 << 16
	MaxTreeLeaves = 1 << 12
)

// TreeError says at which byte of a text what is wrong.
type TreeError struct {
	Pos int
	Msg string
}

func (e *TreeError) Error() string { return "at byte " + strconv.Itoa(e.Pos) + ": " + e.Msg }

// ParseTree reads a tree over n elements: "((a b) (c d))". A leaf is an index from 0 or a letter (a is element 0, z
// element 25) or a name of names; a list in ( ) is added from left to right, and one in [ ] is a fused sum. Spaces,
// commas and + stand between operands. Every element below n must be there once; n = 0 stands for as many as there are.
func ParseTree(text string, n int, names []string) (FreeTree, *TreeError) {
	fail := func(pos int, msg string) (FreeTree, *TreeError) { return FreeTree{}, &TreeError{pos, msg} }
	if len(text) > MaxTreeText {
		return fail(MaxTreeText, "the text is too long")
	}
	if n > MaxTreeLeaves {
		return fail(0, "too many elements")
	}
	type open struct {
		pos  int
		kids []int
	}
	var nodes [][]int // operands: leaves as they are, sums as -1-k
	var stack []open
	used := map[int]int{}
	rooted := false
	for i := 0; i < len(text); {
		c, at := text[i], i
		value := 0
		switch {
		case c == ' ' || c == ',' || c == '+' || c == '\n' || c == '\r' || c == '\t':
			i++
			continue
		case rooted:
			return fail(at, "the tree ended before this")
		case c == '(' || c == '[':
			stack = append(stack, open{pos: at})
			i++
			continue
		case c == ')' || c == ']':
			if len(stack) == 0 {
				return fail(at, "nothing is open that this could close")
			}
			top := stack[len(stack)-1]
			if (c == ')') != (text[top.pos] == '(') {
				return fail(at, "the other kind of bracket was opened at byte "+strconv.Itoa(top.pos))
			}
			stack = stack[:len(stack)-1]
			i++
			switch {
			case len(top.kids) == 0:
				return fail(at, "nothing stands in these brackets")
			case len(top.kids) == 1:
				value = top.kids[0]
			case c == ']':
				nodes = append(nodes, top.kids)
				value = -len(nodes)
			default:
				value = top.kids[0]
				for _, k := range top.kids[1:] {
					nodes = append(nodes, []int{value, k})
					value = -len(nodes)
				}
			}
		default:
			for i < len(text) && isName(text[i]) {
				i++
			}
			if i == at {
				return fail(at, "this is no operand")
			}
			value = leaf(text[at:i], names)
			switch {
			case value < 0:
				return fail(at, "there is no element "+text[at:min(i, at+20)])
			case value >= MaxTreeLeaves || n > 0 && value >= n:
				return fail(at, "there are not so many elements")
			}
			if first, twice := used[value]; twice {
				return fail(at, "this element stands at byte "+strconv.Itoa(first)+" already")
			}
			used[value] = at
		}
		if len(stack) == 0 {
			rooted = true
		} else {
			top := &stack[len(stack)-1]
			top.kids = append(top.kids, value)
		}
	}
	if len(stack) > 0 {
		return fail(len(text), "a bracket opened at byte "+strconv.Itoa(stack[len(stack)-1].pos)+" is not closed")
	}
	if !rooted {
		return fail(len(text), "there is no tree")
	}
	if n == 0 {
		n = len(used)
	}
	for i := range n {
		if _, ok := used[i]; !ok {
			return fail(len(text), "element "+LeafName(i, names)+" is missing")
		}
	}
	for _, node := range nodes {
		for j, k := range node {
			if k < 0 {
				node[j] = n - 1 - k
			}
		}
	}
	return FreeTree{n, nodes}, nil
}

func isName(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '.' || c >= 0x80
}

// leaf returns the index of the element that a word names, or -1.
func leaf(word string, names []string) int {
	for i, name := range names {
		if name == word {
			return i
		}
	}
	if len(word) == 1 && word[0]|0x20 >= 'a' && word[0]|0x20 <= 'z' {
		return int(word[0] | 0x20 - 'a')
	}
	i, err := strconv.Atoi(word)
	if err != nil || i < 0 {
		return -1
	}
	return i
}

// LeafName is the word for element i: its name, a letter for one of the first 26, or its index.
func LeafName(i int, names []string) string {
	switch {
	case i < len(names):
		return names[i]
	case i < 26 && names == nil:
		return string(rune('a' + i))
	}
	return strconv.Itoa(i)
}

// Text writes the tree as ParseTree reads it, indices for leaves where there are more than 26.
func (t *FreeTree) Text(names []string) string {
	if names == nil && t.N > 26 {
		names = []string{}
	}
	var b []byte
	type item struct {
		number int
		close  byte
	}
	stack := []item{{t.N + len(t.Nodes) - 1, 0}}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.close != 0 {
			b = append(b, top.close)
			continue
		}
		if len(b) > 0 && b[len(b)-1] != '(' && b[len(b)-1] != '[' {
			b = append(b, ' ')
		}
		if top.number < t.N {
			b = append(b, LeafName(top.number, names)...)
			continue
		}
		kids := t.Nodes[top.number-t.N]
		open, end := byte('('), byte(')')
		if len(kids) > 2 {
			open, end = '[', ']'
		}
		b = append(b, open)
		stack = append(stack, item{close: end})
		for j := len(kids) - 1; j >= 0; j-- {
			stack = append(stack, item{number: kids[j]})
		}
	}
	return string(b)
}

// Canonical returns the same tree with the operands of every addition in the order of their smallest elements, and the
// additions in the order in which a walk meets them, operands first: two trees differ in nothing but the order of
// operands if and only if their canonical texts are equal.
func (t *FreeTree) Canonical() FreeTree {
	low := make([]int, t.N+len(t.Nodes))
	kids := make([][]int, len(t.Nodes))
	for i := range low {
		low[i] = i
		if i >= t.N {
			list := append([]int{}, t.Nodes[i-t.N]...)
			for a := 1; a < len(list); a++ {
				for b := a; b > 0 && low[list[b]] < low[list[b-1]]; b-- {
					list[b], list[b-1] = list[b-1], list[b]
				}
			}
			kids[i-t.N], low[i] = list, low[list[0]]
		}
	}
	r := FreeTree{N: t.N}
	number := make([]int, len(low))
	type item struct{ number, next int }
	stack := []item{{len(low) - 1, 0}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		k := top.number
		switch {
		case k < t.N:
			number[k] = k
		case top.next < len(kids[k-t.N]):
			top.next++
			stack = append(stack, item{kids[k-t.N][top.next-1], 0})
			continue
		default:
			list := make([]int, len(kids[k-t.N]))
			for j, c := range kids[k-t.N] {
				list[j] = number[c]
			}
			r.Nodes = append(r.Nodes, list)
			number[k] = t.N + len(r.Nodes) - 1
		}
		stack = stack[:len(stack)-1]
	}
	return r
}

// Free returns the tree of an order on n elements with all its additions.
func Free(f *Form, n int) FreeTree {
	m := Leaves{N: n}
	Eval(&m, f, n)
	t := FreeTree{N: n, Nodes: make([][]int, len(m.Pairs))}
	room := make([]int, 2*len(m.Pairs))
	for k, p := range m.Pairs {
		t.Nodes[k], room = room[:2:2], room[2:]
		t.Nodes[k][0], t.Nodes[k][1] = p[0], p[1]
	}
	return t
}

// Form returns the tree as an order of N elements; ok is false where a sum of more than two is rounded once.
func (t *FreeTree) Form() (f *Form, ok bool) {
	perm := make([]int32, 0, t.N)
	forms := make([]*Form, t.N+len(t.Nodes)) // of the elements and sums, and how many elements each has
	count := make([]int, len(forms))
	for i := range forms {
		if i < t.N {
			forms[i], count[i] = plainFold, 1
			continue
		}
		kids := t.Nodes[i-t.N]
		if len(kids) != 2 {
			return nil, false
		}
		l, r := kids[0], kids[1]
		forms[i], count[i] = &Form{Rule: Cut, K: count[l], Inner: forms[l], Outer: forms[r]}, count[l]+count[r]
	}
	stack := []int{len(forms) - 1}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if i < t.N {
			perm = append(perm, int32(i))
			continue
		}
		stack = append(stack, t.Nodes[i-t.N][1], t.Nodes[i-t.N][0])
	}
	return &Form{Rule: Permuted, Perm: perm, Inner: forms[len(forms)-1]}, true
}

// Values carries the tree out and returns all N + len(Nodes) numbers, the result last. fused makes a sum of more than
// two; where it is nil they are added from left to right.
func Values[T any](m Machine[T], t *FreeTree, fused func([]T) T) []T {
	v := make([]T, t.N, t.N+len(t.Nodes))
	for i := range v {
		v[i] = m.Leaf(i)
	}
	for _, kids := range t.Nodes {
		if len(kids) > 2 && fused != nil {
			list := make([]T, len(kids))
			for j, k := range kids {
				list[j] = v[k]
			}
			v = append(v, fused(list))
			continue
		}
		s := v[kids[0]]
		for _, k := range kids[1:] {
			s = m.Add(s, v[k])
		}
		v = append(v, s)
	}
	return v
}
