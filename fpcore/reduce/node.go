package reduce

// NodeValues gives the numbers at the nodes of a Tree, carried out on a machine: what stands at a node while the order
// runs. It remembers what it has computed, so that looking at many nodes of a million leaves costs about as much as
// one evaluation. Where elements go through Machine.Double, nodes inside that step have the values of single additions.
type NodeValues[T any] struct {
	t     *Tree
	e     evaluation[T]
	bases map[baseKey][]result[T]
	known map[TreeNode]T
	stops map[foldKey][]T
}

type foldKey struct {
	f    *Form
	list int32
}

// stride is the number of additions of a serial sum after which a value is kept.
const stride = 1 << 10

// NewNodeValues returns the values of t's nodes on m.
func NewNodeValues[T any](t *Tree, m Machine[T]) *NodeValues[T] {
	v := &NodeValues[T]{t: t, e: evaluation[T]{m: m}, bases: map[baseKey][]result[T]{}, known: map[TreeNode]T{}, stops: map[foldKey][]T{}}
	v.e.bulk, _ = m.(Bulk[T])
	return v
}

// At returns the value at a node of the tree.
func (v *NodeValues[T]) At(n TreeNode) T {
	if n.f == nil {
		return v.e.m.Leaf(n.a)
	}
	r, ok := v.known[n]
	if ok {
		return r
	}
	s := v.t.lists[n.list]
	l := list[T]{s.span, v.base(s)}
	if n.f.Rule == Fold && n.a > stride {
		r = v.serial(n, l)
	} else {
		r = partial(&v.e, n, l).v
	}
	if len(v.known) >= remembered {
		clear(v.known)
	}
	v.known[n] = r
	return r
}

// serial is the sum of the first n.a elements of a list, from the last stop on.
func (v *NodeValues[T]) serial(n TreeNode, l list[T]) T {
	key := foldKey{n.f, n.list}
	stops := v.stops[key]
	for len(stops) < n.a/stride {
		var from result[T]
		k := len(stops)
		if k > 0 {
			from = result[T]{stops[k-1], true}
		} else if n.f.Zero {
			from = result[T]{v.e.m.Zero(), true}
		}
		stops = append(stops, v.e.onto(from, list[T]{l.from(k*stride, stride), l.of}, 0).v)
	}
	v.stops[key] = stops
	k := n.a / stride
	return v.e.onto(result[T]{stops[k-1], true}, list[T]{l.from(k*stride, n.a-k*stride), l.of}, 0).v
}

// base returns the results that the elements of a list are taken from; nil for the vector.
func (v *NodeValues[T]) base(s source) []result[T] {
	if s.form == nil {
		return nil
	}
	k := baseKey{s.form, s.from}
	r, ok := v.bases[k]
	if !ok {
		from := v.t.lists[s.from]
		below := v.base(from)
		n, _ := s.form.cut(from.span)
		r = make([]result[T], n)
		for j := range r {
			part, inner := s.form.part(from.span, j)
			r[j] = v.e.form(inner, list[T]{part, below})
		}
		v.bases[k] = r
	}
	return r
}
