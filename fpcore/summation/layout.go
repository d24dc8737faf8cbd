package summation

import "ulplab/fpcore/reduce"

// Layout returns for every number of a tree the sum that it is part of, the elements below and the additions above the
// elements, and the place of every element from the left.
func Layout(t *reduce.FreeTree) (parent, size, level, place []int) {
	all := t.N + len(t.Nodes)
	parent, size, level, place = make([]int, all), make([]int, all), make([]int, all), make([]int, t.N)
	for i := range all {
		parent[i] = i
		if i < t.N {
			size[i] = 1
			continue
		}
		for _, k := range t.Nodes[i-t.N] {
			parent[k] = i
			size[i] += size[k]
			level[i] = max(level[i], level[k]+1)
		}
	}
	at := 0
	stack := []int{all - 1}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if i < t.N {
			place[i] = at
			at++
			continue
		}
		kids := t.Nodes[i-t.N]
		for k := len(kids) - 1; k >= 0; k-- {
			stack = append(stack, kids[k])
		}
	}
	return parent, size, level, place
}
