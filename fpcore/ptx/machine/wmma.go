package machine

import (
	"math/bits"
	"strings"

	"ulplab/fpcore/tensor"
)

// wmma: matrices that load, multiply and store in registers whose elements PTX does not place. They lie here as an H200 was seen to place
// them (CUDA 13.0), for kernels that ask which element they hold.

// wmmaShape is the shape of a product.
type wmmaShape struct{ m, n, k int }

var wmmaShapes = map[string]wmmaShape{"m16n16k16": {16, 16, 16}, "m32n8k16": {32, 8, 16}, "m8n32k16": {8, 32, 16}, "m16n16k8": {16, 16, 8}, "m8n8k4": {8, 8, 4}}

// wmmaInner names, by type of A and B, the shape of the matrix instruction that computes an element, one part of K after the other:
// of TF32 the halves of 8, as an H200 does.
var wmmaInner = map[string]string{"f16": "m16n8k16", "bf16": "m16n8k16", "s8": "m16n8k16", "u8": "m16n8k16", "tf32": "m16n8k4", "f64": "m8n8k4"}

// fragment places the elements of an operand, by rows: the neighbours that share a register of A and B, or two of C, and four such groups
// lie along K, of C along a row; then eight rows; what is left lies in further registers. With n = 32 the product is that of the
// transposed matrices. each is the number of elements of a lane: of binary16 A and B have 16, some of them twice.
func (s wmmaShape) fragment(operand tensor.Operand, name string) (rows, cols int, list []tensor.Place, each int) {
	rows, cols = s.m, s.n
	pack, across, first := 1, s.n == 32, true
	if operand != tensor.C {
		pack = bits.TrailingZeros(uint(max(32/elementBits(name), 1)))
		across, first = operand == tensor.B, (operand == tensor.B) == (s.n == 32)
		if operand == tensor.A {
			cols = s.k
		} else {
			rows = s.k
		}
	}
	each = rows * cols / 32
	if name == "f16" && operand != tensor.C {
		each = 16
	}
	for e := range rows * cols {
		r, k, most := e/cols, e%cols, cols
		if across {
			r, k, most = k, r, rows
		}
		var p tensor.Place
		at := 0
		put := func(v *int, n int) {
			p.Index |= *v & (1<<n - 1) << at
			*v >>= n
			at += n
		}
		put(&k, pack)
		p.Lane = k&3 | r&7<<2
		k, r = k>>2, r>>3
		if first && rows*cols/most >= 16 {
			put(&r, 1)
		}
		put(&k, bits.Len(uint(most))-1-pack-2)
		put(&r, 2)
		list = append(list, p)
	}
	return rows, cols, list, each
}

// wmma makes wmma.load, wmma.store and wmma.mma ready.
func (b *lowering) wmma(o *op) error {
	_, rest, _ := strings.Cut(b.s.Opcode, ".")
	base, rest, _ := strings.Cut(rest, ".")
	parts := strings.Split(rest, ".")
	for k, p := range parts {
		s, ok := wmmaShapes[p]
		switch {
		case !ok:
		case k == 4 && base == "mma":
			return b.wmmaProduct(o, s, parts[k+1:])
		case k == 4 && (base == "load" || base == "store"):
			return b.wmmaMemory(o, s, base == "store", parts)
		}
	}
	return b.unsupported()
}

// wmmaProduct makes wmma.mma ready, of the types of D, A, B and C, or of D and C where A and B are of binary16: its elements are those of
// the matrix instruction of the same types.
func (b *lowering) wmmaProduct(o *op, s wmmaShape, types []string) error {
	mode := ""
	if n := len(types); n > 0 && types[n-1] == "satfinite" {
		mode, types = ".satfinite", types[:n-1]
	}
	if len(types) > 0 && types[0] == "rn" {
		types = types[1:]
	}
	if len(types) == 2 {
		types = []string{types[0], "f16", "f16", types[1]}
	}
	if len(types) != 4 || types[1] != types[2] || types[0] != types[3] {
		return b.unsupported()
	}
	i, ok := tensor.Find("mma.sync.aligned." + wmmaInner[types[1]] + ".row.col" + mode + "." + strings.Join(types, "."))
	if !ok {
		return b.unsupported()
	}
	m := &matrix{i: i, copies: 1}
	if !i.Integer() {
		if m.dot, ok = i.Dot(hopper); !ok {
			return b.unsupported()
		}
	}
	m.step = min(i.K, s.k)
	m.i.M, m.i.N, m.i.K = s.m, s.n, s.k
	return b.multiply(o, m, func(operand tensor.Operand) ([]tensor.Place, int, bool) {
		name := types[1]
		if operand == tensor.C {
			name = types[3]
		}
		_, _, list, each := s.fragment(operand, name)
		return list, each, true
	})
}

// wmmaMemory makes wmma.load and wmma.store ready: parts are the operand, sync, aligned, the layout, the shape, perhaps the space, the
// type. All lanes name the matrix and the elements between its rows or columns.
func (b *lowering) wmmaMemory(o *op, s wmmaShape, store bool, parts []string) (err error) {
	if err := b.count(2, 3); err != nil {
		return err
	}
	in, left, ok := space(parts[5:])
	operand := map[string]tensor.Operand{"a": tensor.A, "b": tensor.B, "c": tensor.C, "d": tensor.C}[parts[0]]
	if !ok || len(left) != 1 || parts[3] != "row" && parts[3] != "col" || operand == 0 || (parts[0] == "d") != store {
		return b.unsupported()
	}
	name := left[0]
	width := elementBits(name)
	if name == "tf32" {
		width = 32
	}
	if width < 8 {
		return b.unsupported()
	}
	rows, cols, places, each := s.fragment(operand, name)
	element := make([]int, 32*each) // by lane and index
	for e, p := range places {
		for j := p.Index; j < each; j += rows * cols / 32 {
			element[p.Lane*each+j] = e
		}
	}
	list := b.s.Operands
	value, address := list[0], list[1]
	if store {
		value, address = list[1], list[0]
	}
	pack := max(32/width, 1)
	if o.list, err = b.registers(o, value, each/pack, max(width, 32), !store); err != nil {
		return err
	}
	if o.access, err = b.point(address, in, width/8); err != nil {
		return err
	}
	row := parts[3] == "row"
	apart := rows
	if row {
		apart = cols
	}
	o.a = b.constant(uint64(apart))
	if len(list) == 3 {
		if o.a, err = b.source(list[2], u32); err != nil {
			return err
		}
	}
	o.do = func(w *warp, o *op, mask uint32) {
		if !w.whole(o, mask) {
			return
		}
		one := *o
		for l := range 32 {
			for j := range each {
				e := element[l*each+j]
				along, at := e/cols, e%cols
				if !row {
					along, at = at, along
				}
				one.access.offset = o.access.offset + (uint64(along)*w.r[int(o.a)+l]&0xffffffff+uint64(at))*uint64(width/8)
				data := w.locate(&one, l, store)
				if data == nil {
					return
				}
				s, shift := int(o.list[j/pack])+l, j%pack*width
				switch {
				case store:
					put(data, width/8, w.r[s]>>shift)
				case shift == 0:
					w.r[s] = get(data, width/8)
				default:
					w.r[s] |= get(data, width/8) << shift
				}
			}
		}
	}
	return nil
}
