package reduce

// Cascade is the order of torch's sum over contiguous numbers on a CPU with 256-bit vectors. The list is cut into rows
// of 8, a vector each; what is left of a row is summed first, then the 8 lanes are added to it. In a lane, 4
// accumulators take rows in turn, each in up to 4 levels: after 16 rows (more from 2^20 rows on) a level is added to the
// next and begins anew; at the end the levels are added from the first to the last. The rows after the last 4 go to the
// first accumulator. The accumulators of a lane are folded.
//
// As lists: 28 for what is left of a row, of which one is used, then 28 for each lane, 7 for each accumulator: what
// stands in its 4 levels and up to 3 more rows.
const (
	cascadeLanes = 8
	cascadeRows  = 4
	cascadeLists = 7
)

var cascadeOuter = chunks(cascadeRows*cascadeLists, chunks(cascadeLists, fold(), fold()), fold())

// cascadeLevels has the forms of the levels for steps of 2^4, 2^5, ...
var cascadeLevels = func() (forms [6][4]*Form) {
	for p := range forms {
		forms[p][0] = plainFold
		for level, unit := 1, 16<<p; level < 4; level, unit = level+1, unit*(16<<p) {
			forms[p][level] = chunks(unit, forms[p][level-1], plainFold)
		}
	}
	return
}()

var plainFold, plainZero = fold(), zeroFold()

func cascadeParts(n int) (int, *Form) {
	if n < cascadeLanes {
		return n, plainFold
	}
	return (cascadeLanes + 1) * cascadeRows * cascadeLists, cascadeOuter
}

func cascadePart(s span, j int) (span, *Form) {
	if s.n < cascadeLanes { // no vector: 4 accumulators of one element each, and the other elements onto the first
		if rest := s.n - cascadeRows; rest > 0 && j > 0 {
			if j <= rest {
				j += cascadeRows - 1
			} else {
				j -= rest
			}
		}
		return s.from(j, 1), plainFold
	}
	rows := s.n / cascadeLanes
	size := rows / cascadeRows
	power := 0
	for 1<<power < size {
		power++
	}
	power = min(max(4, power/4), 4+len(cascadeLevels)-1)
	step := 1 << power
	lane, acc, which := j/(cascadeRows*cascadeLists)-1, j/cascadeLists%cascadeRows, j%cascadeLists
	if lane < 0 {
		if j > 0 {
			return s.from(0, 0), plainFold
		}
		return s.from(rows*cascadeLanes, s.n%cascadeLanes), plainFold
	}
	row := s.from(0, rows*cascadeLanes).every(lane, cascadeLanes)
	if which >= 4 {
		if k := size*cascadeRows + which - 4; acc == 0 && k < rows {
			return row.from(k, 1), plainFold
		}
		return s.from(0, 0), plainFold
	}
	own := row.from(0, size*cascadeRows).every(acc, cascadeRows)
	// Level 3 holds the whole groups of step^3 elements, level 2 the groups of step^2 after them, and so on.
	var bound [5]int
	bound[0] = size
	for i, unit := 1, step; i < 4; i, unit = i+1, unit*step {
		bound[i] = size / unit * unit
	}
	return own.from(bound[which+1], bound[which]-bound[which+1]), cascadeLevels[power-4][which]
}

// Registers is the order of OpenBLAS's sdot on a processor with 512-bit vectors: 4 accumulators of 16 lanes take
// blocks of 64 elements, are folded to 8 lanes each and take one more block of 32 if there is one; then the 4 are
// added, then lanes 4 apart, then pairs. What is left of 32 elements goes through Machine.Double.
//
// As lists: for each of the 8 lanes and of the 4 accumulators its two halves and its element of the block of 32.
var registersOuter = chunks(3, plainFold, chunks(4, plainFold, lanes(4, plainFold, pairs())))

func registersPart(s span, j int) (span, *Form) {
	lane, acc, half := j/12, j/3%4, j%3
	wide := s.n / 64 * 64
	if half < 2 {
		return s.from(0, wide).every(16*acc+8*half+lane, 64), plainFold
	}
	if s.n/32*32 == wide {
		return s.from(0, 0), plainFold
	}
	return s.from(wide+8*acc+lane, 1), plainFold
}
