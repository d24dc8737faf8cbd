package tensor

import (
	"math/bits"
	"strconv"
	"strings"
)

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

// Fragment says how the elements of an operand lie in the registers of a warp: which bits of the lane, and of the position
// among its elements, are those of the row and of the column.
type Fragment struct {
	Rows, Cols int // of the matrix as PTX draws it: A is M x K, B is K x N, C and D are M x N
	Each       int // elements of a lane
	Lanes      int
	Copies     int     // such matrices that a warp holds: where there are four, each belongs to a quad pair, whose lanes are 4 above those of the one before
	Pack       int     // neighbours that a lane holds together: one register of A and B
	Across     bool    // they are neighbours in a column
	places     [2]runs // of the row and of the column
}

// runs are the runs of bits of a row or a column, the lowest first; the last one has all that are left.
type runs [3]run

// run is a number of bits that stand in the lane or in the index, from bit at on.
type run struct {
	index bool
	at, n int
}

func lane(at, n int) run  { return run{false, at, n} }
func index(at, n int) run { return run{true, at, n} }

// Place returns where element (row, col) lives, of the first quad pair where there are several; ok is false outside of the matrix.
// As a call it makes the program smaller.
//
//go:noinline
func (f Fragment) Place(row, col int) (p Place, ok bool) {
	if row < 0 || col < 0 || row >= f.Rows || col >= f.Cols {
		return p, false
	}
	for i, v := range [2]int{row, col} {
		for _, r := range f.places[i] {
			to := &p.Lane
			if r.index {
				to = &p.Index
			}
			*to += v & (1<<r.n - 1) << r.at
			v >>= r.n
		}
	}
	return p, true
}

// CUDA writes row and column of element i of a lane as statements of C.
func (f Fragment) CUDA() (s string) {
	for i, name := range [2]string{"row", "col"} {
		var terms [2]string // of lane and of i
		from := 0
		for _, r := range f.places[i] {
			if r.n == 0 {
				continue
			}
			k, name, most := 0, "lane", f.Lanes
			if r.index {
				k, name, most = 1, "i", f.Each
			}
			t := name
			if r.at > 0 {
				t += " / " + strconv.Itoa(1<<r.at)
			}
			if 1<<(r.at+r.n) < most {
				t += " % " + strconv.Itoa(1<<r.n)
			}
			if from > 0 {
				t += " * " + strconv.Itoa(1<<from)
			}
			terms[k] += " + " + t
			from += r.n
		}
		s += "int " + name + " = " + strings.TrimPrefix(terms[0]+terms[1], " + ") + ";\n"
	}
	return s
}

// Registers is the instruction as its fragments are shown: of single bits, an element is a register of 32 of them.
func (i Instruction) Registers() Instruction {
	if i.A == "b1" {
		i.K, i.A, i.B = i.Length(), "s32", "s32"
	}
	return i
}

// Fragment returns the layout of an operand as PTX documents it; ok is false where it does not lie in registers (B of wgmma,
// everything of tcgen05), and for an instruction of one thread.
func (i Instruction) Fragment(o Operand) (Fragment, bool) {
	switch {
	case i.Op == TCGEN05, i.Op == WGMMA && o == B, i.M == 1:
		return Fragment{}, false
	case i.QuadPairs():
		return i.quads(o), true
	case o == C:
		return i.fragment(i.M, i.N, 2), true
	case o == B:
		return i.fragment(i.N, i.K, i.pack()).turned(), true
	}
	return i.fragment(i.M, i.K, i.pack()), true
}

// turned is the layout of the transpose.
func (f Fragment) turned() Fragment {
	f.Rows, f.Cols, f.Across = f.Cols, f.Rows, !f.Across
	f.places[0], f.places[1] = f.places[1], f.places[0]
	return f
}

// fragment is the layout of all but m8n8k4 of binary16: eight rows at a time, four lanes to a row, each with pack neighbours along the
// columns; then the next eight rows of the warp, then the next columns. B lies so with rows and columns exchanged; C and D do with two
// neighbours.
func (i Instruction) fragment(rows, cols, pack int) Fragment {
	warps := 1
	if i.Op == WGMMA {
		warps = 4
	}
	p, high := length(pack), length(rows/warps/8)
	return Fragment{Rows: rows, Cols: cols, Each: rows * cols / 32 / warps, Lanes: 32 * warps, Copies: 1, Pack: pack, places: [2]runs{
		{lane(2, 3), index(p, high), lane(5, length(warps))},
		{index(0, p), lane(0, 2), index(p+high, length((cols-1)/(4*pack)+1))}}}
}

// length is the number of bits of the numbers below n.
func length(n int) int { return bits.Len(uint(n - 1)) }

// QuadPairs reports m8n8k4 of binary16: each quad pair, lanes 4q to 4q+3 and 16 above them, multiplies matrices of its own.
func (i Instruction) QuadPairs() bool { return i.Op == MMA && i.M == 8 && i.A == "f16" }

// quads is a layout of m8n8k4 of binary16: a lane has a row of A and a column of B where the form says so, else four rows of a column and four
// columns of a row; of C and D it has a row in binary16, and pairs of neighbours in binary32.
func (i Instruction) quads(o Operand) Fragment {
	f := Fragment{Rows: 8, Cols: 4, Each: 4, Lanes: 32, Copies: 4, Pack: 2, places: [2]runs{{lane(0, 2), lane(4, 1)}, {index(0, 2)}}}
	whole, high := f.places[0], lane(4, 1)
	a, b, _ := strings.Cut(i.layouts(), ".")
	switch {
	case o == C && i.C == "f32":
		f.places = [2]runs{{lane(0, 1), index(1, 1), high}, {index(0, 1), lane(1, 1), index(2, 1)}}
	case o == C:
		f.places = [2]runs{whole, {index(0, 3)}}
	case o == A && a == "col", o == B && b == "row":
		f.places, f.Across = [2]runs{{index(0, 2), high}, {lane(0, 2)}}, true
	}
	if o == C {
		f.Cols, f.Each = 8, 8
	}
	if o == B {
		f = f.turned()
	}
	return f
}

// layouts are those of A and B as PTX names them.
func (i Instruction) layouts() string {
	if i.QuadPairs() && i.Form != "" {
		return i.Form
	}
	return "row.col"
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
