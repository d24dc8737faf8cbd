package tensor

import "strconv"

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

// Fragment says how the elements of an operand lie in the registers of a warp, as PTX documents it: eight rows at a time,
// four lanes to a row, each with Pack neighbours along the columns; then the next eight rows, High times, then the next
// columns. B lies so with rows and columns exchanged; C and D do with two neighbours.
type Fragment struct {
	Rows, Cols int // of the matrix as PTX draws it: A is M x K, B is K x N, C and D are M x N
	Each       int // elements of a lane
	Lanes      int
	Pack       int  // neighbours in a row that a lane holds together: one register of A and B
	High       int  // groups of eight rows of a warp
	Across     bool // of B: rows and columns exchanged
}

// Place returns where element (row, col) lives; ok is false outside of the matrix.
func (f Fragment) Place(row, col int) (p Place, ok bool) {
	if row < 0 || col < 0 || row >= f.Rows || col >= f.Cols {
		return p, false
	}
	if f.Across {
		row, col = col, row
	}
	warp, r := row/(8*f.High), row%(8*f.High)
	return Place{Lane: warp*32 + r%8*4 + col/f.Pack%4, Index: (col/(4*f.Pack)*f.High+r/8)*f.Pack + col%f.Pack}, true
}

// CUDA writes row and column of element i of a lane as statements of C.
func (f Fragment) CUDA() string {
	row, col := "row", "col"
	if f.Across {
		row, col = col, row
	}
	pack, high, step := strconv.Itoa(f.Pack), strconv.Itoa(f.High), strconv.Itoa(4*f.Pack)
	group, part := "i / "+pack, "" // registers counted along the rows, then along the columns
	if f.Pack == 1 {
		group = "i"
	}
	r, c := "lane / 4", "lane % 4"
	if f.Lanes > 32 { // a warp after the other
		r = "lane / 32 * " + strconv.Itoa(8*f.High) + " + lane % 32 / 4"
	}
	if f.High > 1 {
		r += " + " + group + " % " + high + " * 8"
		group += " / " + high
	}
	if f.Pack > 1 {
		c += " * " + pack
		part = " + i % " + pack
	}
	c += part
	if f.Each > f.Pack*f.High {
		c += " + " + group + " * " + step
	}
	lines := [2]string{"int " + row + " = " + r + ";\n", "int " + col + " = " + c + ";\n"}
	if f.Across {
		lines[0], lines[1] = lines[1], lines[0]
	}
	return lines[0] + lines[1]
}

// Registers is the instruction as its fragments are shown: of single bits, an element is a register of 32 of them.
func (i Instruction) Registers() Instruction {
	if i.A == "b1" {
		i.K, i.A, i.B = i.Length(), "s32", "s32"
	}
	return i
}

// Fragment returns the layout of an operand; ok is false where it does not lie in registers (B of wgmma, everything of
// tcgen05), for m8n8k4 of binary16, whose layout is a matter of its own, and for an instruction of one thread.
func (i Instruction) Fragment(o Operand) (Fragment, bool) {
	switch {
	case i.Op == TCGEN05, i.Op == WGMMA && o == B, i.M == 1, i.Op == MMA && i.M == 8 && i.A == "f16":
		return Fragment{}, false
	case o == C:
		return i.fragment(i.M, i.N, 2), true
	case o == B:
		f := i.fragment(i.N, i.K, i.pack())
		f.Rows, f.Cols, f.Across = f.Cols, f.Rows, true
		return f, true
	}
	return i.fragment(i.M, i.K, i.pack()), true
}

func (i Instruction) fragment(rows, cols, pack int) Fragment {
	warps := 1
	if i.Op == WGMMA {
		warps = 4
	}
	return Fragment{Rows: rows, Cols: cols, Each: rows * cols / 32 / warps, Lanes: 32 * warps, Pack: pack, High: rows / warps / 8}
}

// pack returns the elements of an operand that one 32-bit register holds, 1 for wider ones.
func (i Instruction) pack() int {
	switch i.A {
	case "f64", "tf32", "s32":
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
