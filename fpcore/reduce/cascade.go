package reduce

// cascade is the order of torch's sum over contiguous numbers on a CPU with 256-bit vectors. The list is cut into rows
// of 8, a vector each; what is left of a row is summed first, then the 8 lanes are added to it. In a lane, 4
// accumulators take rows in turn, each in up to 4 levels: after 16 rows (more from 2^20 rows on) a level is added to the next
// and begins anew. The rows after the last 4 go to the first accumulator.
func (e evaluation[T]) cascade(l list[T]) result[T] {
	const lanes, ilp, levels = 8, 4, 4
	rows := l.n / lanes
	size := rows / ilp
	power := 0
	for 1<<power < size {
		power++
	}
	power = max(4, power/levels)
	step := 1 << power
	if rows == 0 { // the same accumulators without vectors: 4 elements, the others onto the first
		first := e.onto(result[T]{}, l.from(0, min(1, l.n)), 0)
		if l.n > ilp {
			first = e.onto(first, l, ilp)
		}
		return e.onto(first, l.from(0, min(ilp, l.n)), 1)
	}
	t := e.onto(result[T]{}, l, rows*lanes)
	for lane := range lanes {
		row := l.every(lane, lanes)
		row.n, row.last = rows, -1
		var sum result[T]
		for k := range ilp {
			acc := row.every(k, ilp)
			acc.n = size
			var level [levels]result[T]
			i := 0
			for i+step <= size {
				level[0] = e.onto(level[0], acc.from(i, step), 0)
				i += step
				for j := 1; j < levels; j++ {
					level[j] = e.add(level[j], level[j-1])
					level[j-1] = result[T]{}
					if i&((step-1)<<(j*power)) != 0 {
						break
					}
				}
			}
			level[0] = e.onto(level[0], acc.from(i, size-i), 0)
			for j := 1; j < levels; j++ {
				level[0] = e.add(level[0], level[j])
			}
			if k == 0 {
				level[0] = e.onto(level[0], row, size*ilp)
			}
			sum = e.add(sum, level[0])
		}
		t = e.add(t, sum)
	}
	return t
}

// registers is the order of OpenBLAS's sdot on a processor with 512-bit vectors: 4 accumulators of 16 lanes take
// blocks of 64 elements, are folded to 8 lanes each and take one more block of 32 if there is one; then the 4 are
// added, then lanes 4 apart, then pairs. What is left of 32 elements goes through Machine.Double.
func (e evaluation[T]) registers(l list[T]) result[T] {
	wide := l.n / 64 * 64
	whole := l.n / 32 * 32
	lanes := make([]result[T], 8)
	for j := range lanes {
		for k := range 4 {
			var half [2]result[T]
			for h := range half {
				part := l.every(16*k+8*h+j, 64)
				part.n = wide / 64
				part.last = -1
				half[h] = e.onto(half[h], part, 0)
			}
			acc := e.add(half[0], half[1])
			if whole > wide {
				acc = e.onto(acc, l.from(wide+8*k+j, 1), 0)
			}
			lanes[j] = e.add(lanes[j], acc)
		}
	}
	s := list[T]{of: lanes, step: 1, u: 1, n: 8, last: -1}
	var t result[T]
	if whole > 0 {
		for j := range 4 {
			lanes[j] = e.add(lanes[j], lanes[j+4])
		}
		s.n = 4
		t = e.levels(&Form{Rule: Pairs}, s)
	}
	if whole == l.n {
		return t
	}
	return result[T]{e.m.Double(t.v, t.ok, l.at(whole), l.step, l.n-whole), true}
}
