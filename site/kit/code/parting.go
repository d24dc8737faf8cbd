package code

// gapMost bounds how far apart equal values are looked for.
const gapMost = 48

// Parting finds where two lists of n and m values part: at i and j each has values of its own, di and dj of them, before equal ones
// come again, or to its end. Values that only one list has, such as a product that the other fused, are stepped over while
// those after them are equal. ok is false where the lists do not part.
func Parting(n, m int, same func(i, j int) bool) (i, j, di, dj int, ok bool) {
	for i < n || j < m {
		if i < n && j < m && same(i, j) {
			i, j = i+1, j+1
			continue
		}
		found := false
	search:
		for k := 1; k <= gapMost; k++ {
			for di = k; di >= 0; di-- {
				dj = k - di
				if i+di < n && j+dj < m && same(i+di, j+dj) {
					found = true
					break search
				}
			}
		}
		if found && (di == 0 || dj == 0) {
			i, j = i+di, j+dj
			continue
		}
		if !found {
			di, dj = n-i, m-j
		}
		return i, j, di, dj, true
	}
	return i, j, 0, 0, false
}
