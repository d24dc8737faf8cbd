// Package stable sorts. A function of package slices that sorts stands in the program once for each type of element, with
// 6 KB and more; here the one for numbers sorts all types.
package stable

import "slices"

// Numbers sorts a list by a function that is negative where a comes before b, and 0 where they keep their order.
func Numbers(list []int32, compare func(a, b int32) int) { slices.SortStableFunc(list, compare) }

// Sort sorts a list of any type as Numbers does, by its indices.
func Sort[T any](list []T, compare func(a, b T) int) {
	from, order := slices.Clone(list), make([]int32, len(list))
	for i := range order {
		order[i] = int32(i)
	}
	Numbers(order, func(i, j int32) int { return compare(from[i], from[j]) })
	for k, i := range order {
		list[k] = from[i]
	}
}
