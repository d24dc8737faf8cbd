package tensor

// Operand names a matrix of an instruction.
type Operand byte

const (
	A Operand = 'A'
	B Operand = 'B'
	C Operand = 'C' // and D
)

// Place says where an element of a fragment lives: Lane of the warp (for wgmma, of the warpgroup of 128 threads), and
// Index, the position among the elements that the lane holds, in the order of its registers.
type Place struct{ Lane, Index int }

// Fragment says how the elements of an operand lie in the registers of a warp, as PTX documents it. An element has two
// coordinates, the group (row of A, C and D, column of B) and the other one along K or N.
type Fragment struct {
	Rows, Cols int // of the matrix as PTX draws it: A is M x K, B is K x N, C and D are M x N
	Each       int // elements of a lane
	Lanes      int
	place      func(row, col int) Place
	Formula    string // of an element in CUDA's terms
}

// Place returns where element (row, col) lives; ok is false outside of the matrix.
func (f Fragment) Place(row, col int) (p Place, ok bool) {
	if row < 0 || col < 0 || row >= f.Rows || col >= f.Cols {
		return p, false
	}
	return f.place(row, col), true
}

// Fragment returns the layout of an operand; ok is false where it does not lie in registers (B of wgmma, everything of
// tcgen05) and for m8n8k4 of binary16, whose layout is a matter of its own.
func (i Instruction) Fragment(o Operand) (Fragment, bool) {
	switch {
	case i.Op == TCGEN05, i.Op == WGMMA && o == B, i.Op == MMA && i.M == 8 && i.A == "f16":
		return Fragment{}, false
	case o == C:
		return i.accumulator(), true
	case o == B:
		f := i.rows(i.N, i.K)
		return Fragment{Rows: i.K, Cols: i.N, Each: f.Each, Lanes: f.Lanes, Formula: swap(f.Formula),
			place: func(row, col int) Place { return f.place(col, row) }}, true
	}
	return i.rows(i.M, i.K), true
}

// pack returns the elements of an operand that one 32-bit register holds, 1 for wider ones.
func (i Instruction) pack() int {
	switch i.A {
	case "f64", "tf32":
		return 1
	case "f16", "bf16":
		return 2
	case "s4", "u4":
		return 8
	case "b1":
		return 32
	case "e2m1":
		if i.K == 64 {
			return 8
		}
	}
	return 4
}

// rows lays out m x k elements of A: eight rows at a time, four lanes to a row, each with one register of neighbours
// along k; then the next eight rows, then the next part of k.
func (i Instruction) rows(m, k int) Fragment {
	pack, warps := i.pack(), 1
	if i.Op == WGMMA {
		warps, m = 4, 64
	}
	high := m / warps / 8 // groups of eight rows in a warp
	return Fragment{Rows: m, Cols: k, Each: m * k / 32 / warps, Lanes: 32 * warps,
		Formula: "group = row % 8, lane = group * 4 + col / pack % 4, index = (col / (4 * pack) * high + row / 8 % high) * pack + col % pack",
		place: func(row, col int) Place {
			warp, r := row/(8*high), row%(8*high)
			return Place{Lane: warp*32 + r%8*4 + col/pack%4, Index: (col/(4*pack)*high+r/8)*pack + col%pack}
		}}
}

func swap(formula string) string {
	out := []byte(formula)
	for i := 0; i+3 <= len(out); i++ {
		switch string(out[i : i+3]) {
		case "row":
			copy(out[i:], "col")
		case "col":
			copy(out[i:], "row")
		}
	}
	return string(out)
}

// accumulator lays out C and D: eight rows at a time, four lanes to a row, each with two neighbours along n; then the
// next eight rows, then the next eight columns.
func (i Instruction) accumulator() Fragment {
	warps := 1
	if i.Op == WGMMA {
		warps = 4
	}
	high := i.M / warps / 8
	return Fragment{Rows: i.M, Cols: i.N, Each: i.M * i.N / 32 / warps, Lanes: 32 * warps,
		Formula: "lane = row % 8 * 4 + col % 8 / 2, index = (col / 8 * high + row / 8 % high) * 2 + col % 2",
		place: func(row, col int) Place {
			warp, r := row/(8*high), row%(8*high)
			return Place{Lane: warp*32 + r%8*4 + col%8/2, Index: (col/8*high+r/8)*2 + col%2}
		}}
}
