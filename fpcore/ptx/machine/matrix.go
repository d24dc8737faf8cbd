package machine

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/ptx"
	"ulplab/fpcore/tensor"
)

func itoa(n int) string { return strconv.Itoa(n) }

// hopper is the compute capability, times ten, whose matrix unit is used.
const hopper = 90

// matrix is a matrix instruction with the places of its elements: for each element of an operand, by rows, the lane and
// the index in it.
type matrix struct {
	i          tensor.Instruction
	dot        *tensor.Dot
	a, b, c    []tensor.Place
	step       int // elements of A and B that one instruction adds
	copies     int // products of a warp, one for each quad pair where there are several
	pa, pc     int // elements of a register of A and B, and of C and D
	va, vb, vc []int32
	vd         []int32
	ra, rb     []uint64
}

// matrices makes ldmatrix, stmatrix, movmatrix and mma ready. They belong to the whole warp.
func (b *lowering) matrices(base string, mods []string, types []ptx.Type) error {
	o := b.base()
	o.flow = together
	var err error
	switch base {
	case "mma":
		err = b.mma(&o)
	case "wmma":
		err = b.wmma(&o)
	case "ldmatrix", "stmatrix":
		err = b.loadMatrix(&o, base, mods, types)
	case "movmatrix":
		err = b.transpose(&o)
	default:
		return b.unsupported()
	}
	if err != nil {
		return err
	}
	b.emit(o)
	return nil
}

// transpose makes movmatrix ready: of a matrix of 8 rows of 8 elements of 16 bits, two in each lane by rows, the columns become rows.
func (b *lowering) transpose(o *op) (err error) {
	if b.s.Opcode != "movmatrix.sync.aligned.m8n8.trans.b16" {
		return b.unsupported()
	}
	if err := b.count(2); err != nil {
		return err
	}
	if o.d, err = b.destination(o, b.s.Operands[0], 32); err != nil {
		return err
	}
	o.a, err = b.source(b.s.Operands[1], u32)
	o.do = func(w *warp, o *op, mask uint32) {
		if !w.whole(o, mask) {
			return
		}
		var from [32]uint64
		copy(from[:], w.r[o.a:o.a+32])
		element := func(row, col int) uint64 { return from[4*row+col/2] >> (16 * (col % 2)) & ones(16) }
		for l := range 32 {
			row, col := l/4, l%4*2
			w.r[int(o.d)+l] = element(col, row) | element(col+1, row)<<16
		}
	}
	return err
}

// mma makes the product of matrices whose elements lie as PTX documents it ready.
func (b *lowering) mma(o *op) (err error) {
	i, ok := tensor.Find(b.s.Opcode)
	if !ok || !i.Has(hopper) || i.Scale != "" {
		return b.unsupported()
	}
	m := &matrix{i: i, step: i.K}
	return b.multiply(o, m, func(operand tensor.Operand) (list []tensor.Place, each int, ok bool) {
		f, ok := m.i.Fragment(operand)
		if !ok {
			return nil, 0, false
		}
		m.copies = f.Copies
		for r := range f.Rows {
			for c := range f.Cols {
				p, _ := f.Place(r, c)
				list = append(list, p)
			}
		}
		return list, f.Each, true
	})
}

// elementBits returns how many bits an element of a type has in its register.
func elementBits(name string) int {
	if t, ok := ptx.FindType(name); ok {
		return t.Bits
	}
	if f := tensor.Format(name); f != nil {
		return int(f.Bits)
	}
	n, _ := strconv.Atoi(strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz"))
	return n
}

// multiply makes a product of matrices ready whose elements lie where places says; each is how many elements of an operand a lane has.
func (b *lowering) multiply(o *op, m *matrix, places func(operand tensor.Operand) (list []tensor.Place, each int, ok bool)) (err error) {
	if err := b.count(4); err != nil {
		return err
	}
	ba, bc := elementBits(m.i.A), elementBits(m.i.C)
	m.pa, m.pc = max(32/ba, 1), max(32/bc, 1)
	ok := true
	if !m.i.Integer() && m.dot == nil {
		if m.dot, ok = m.i.Dot(hopper); !ok {
			return b.unsupported()
		}
	}
	var each [3]int
	for k, to := range []*[]tensor.Place{&m.a, &m.b, &m.c} {
		if *to, each[k], ok = places([]tensor.Operand{tensor.A, tensor.B, tensor.C}[k]); !ok {
			return b.unsupported()
		}
	}
	list := b.s.Operands
	for k, to := range []*[]int32{&m.vd, &m.va, &m.vb, &m.vc} {
		n, pack, width := each[2], m.pc, max(bc, 32)
		if k == 1 || k == 2 {
			n, pack, width = each[k-1], m.pa, max(ba, 32)
		}
		if *to, err = b.registers(o, list[k], n/pack, width, k == 0); err != nil {
			return err
		}
	}
	m.ra, m.rb = make([]uint64, m.i.K), make([]uint64, m.i.K)
	o.matrix = m
	o.do = func(w *warp, o *op, mask uint32) {
		if w.whole(o, mask) {
			o.matrix.run(w, ba, bc)
		}
	}
	return nil
}

// registers are those of an operand in braces, or of a single one: n of a width, which a statement writes or reads.
func (b *lowering) registers(o *op, x ptx.Operand, n, width int, write bool) (list []int32, err error) {
	values := []ptx.Operand{x}
	if x.Kind == ptx.IsVector {
		values = x.List
	}
	if len(values) != n {
		return nil, &ptx.Error{At: x.At, What: "this operand has " + itoa(n) + " registers, not " + itoa(len(values))}
	}
	for _, v := range values {
		var s int32
		if write {
			s, err = b.destination(o, v, width)
		} else {
			s, err = b.source(v, ptx.Type{Name: "b" + itoa(width), Bits: width, Class: ptx.Untyped})
		}
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// element reads an element of an operand out of its registers.
func element(w *warp, regs []int32, p tensor.Place, pack, bits int) uint64 {
	return w.r[int(regs[p.Index/pack])+p.Lane] >> (p.Index % pack * bits) & ones(bits)
}

func (m *matrix) run(w *warp, ba, bc int) {
	i := m.i
	out := make([]uint64, m.copies*i.M*i.N)
	of := func(pair int, p tensor.Place) tensor.Place {
		return tensor.Place{Lane: p.Lane + 4*pair, Index: p.Index}
	}
	for n := range out {
		pair, row, col := n/(i.M*i.N), n/i.N%i.M, n%i.N
		for k := range i.K {
			if col == 0 {
				m.ra[k] = element(w, m.va, of(pair, m.a[row*i.K+k]), m.pa, ba)
			}
			m.rb[k] = element(w, m.vb, of(pair, m.b[k*i.N+col]), m.pa, ba)
		}
		c := element(w, m.vc, of(pair, m.c[row*i.N+col]), m.pc, bc)
		if m.dot != nil {
			for k := 0; k < i.K; k += m.step {
				c = m.dot.Do(m.ra[k:k+m.step], m.rb[k:k+m.step], c)
			}
			out[n] = c
		} else {
			_, d := i.Integer32(m.ra, m.rb, uint32(c))
			out[n] = uint64(d)
		}
	}
	if m.pc > 1 {
		for _, s := range m.vd {
			clear(w.r[s : s+32])
		}
	}
	for n, d := range out {
		p := of(n/(i.M*i.N), m.c[n%(i.M*i.N)])
		at := int(m.vd[p.Index/m.pc]) + p.Lane
		if m.pc > 1 {
			w.r[at] |= d << (p.Index % m.pc * bc)
		} else {
			w.r[at] = d
		}
	}
}

// loadMatrix makes ldmatrix and stmatrix of 8 x 8 elements of 16 bits ready: lanes 8k to 8k+7 hold the addresses of the
// rows of matrix k; of each matrix a lane has two neighbours of row lane / 4, with .trans of that column.
func (b *lowering) loadMatrix(o *op, base string, mods []string, types []ptx.Type) (err error) {
	if len(types) != 1 || types[0].Name != "b16" || !slices.Contains(mods, "m8n8") {
		return b.unsupported()
	}
	n, transposed := 0, false
	in := ptx.Generic
	for _, m := range mods {
		switch m {
		case "sync", "aligned", "m8n8":
		case "x1", "x2", "x4":
			n = int(m[1] - '0')
		case "trans":
			transposed = true
		case "shared", "shared::cta":
			in = ptx.Shared
		default:
			return b.unsupported()
		}
	}
	if err := b.count(2); err != nil {
		return err
	}
	list := b.s.Operands
	value, address := list[0], list[1]
	if base == "stmatrix" {
		value, address = list[1], list[0]
	}
	if n == 0 {
		return b.unsupported()
	}
	if o.list, err = b.registers(o, value, n, 32, base == "ldmatrix"); err != nil {
		return err
	}
	if o.access, err = b.point(address, in, 16); err != nil {
		return err
	}
	store := base == "stmatrix"
	o.do = func(w *warp, o *op, mask uint32) {
		if !w.whole(o, mask) {
			return
		}
		var rows [32][]byte
		for l := range 8 * n {
			if rows[l] = w.locate(o, l, store); rows[l] == nil {
				return
			}
		}
		for k, s := range o.list {
			for l := range 32 {
				for half := range 2 {
					row, col := l/4, l%4*2+half
					if transposed {
						row, col = col, row
					}
					at := rows[8*k+row][2*col:]
					if store {
						put(at, 2, w.r[int(s)+l]>>(16*half))
						continue
					}
					v := get(at, 2)
					if half == 0 {
						w.r[int(s)+l] = v
					} else {
						w.r[int(s)+l] |= v << 16
					}
				}
			}
		}
	}
	return nil
}
