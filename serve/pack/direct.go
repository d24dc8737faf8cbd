package main

import (
	"encoding/binary"
	"errors"
	"slices"
)

// direct makes the code of a program of the Go compiler for js/wasm a tenth smaller to load and quicker to run, without
// changing what it computes.
//
// The compiler writes a function as blocks inside one loop. Every jump puts the number of a block into the first local
// variable and goes back to the head of the loop, where a table leads to that block; the same table leads a goroutine that
// was put aside back to where it was. direct rewrites four things:
//
//   - A jump to a block further on goes there at once: it leaves the blocks before it. A condition around nothing but a jump
//     becomes a conditional jump.
//   - What goes to the end of the function to return 1 there, after each call, returns 1 where it stands, in the same bytes
//     after every call.
//   - The address of a word of the stack, which is computed in 64 bits and cut to 32, becomes the offset of the load or the
//     store. A stack lies in memory as a whole, so the sum cannot overflow.
//   - The return address that every call writes, the number of the function times 65536 and that of a block, is put together
//     of two: the first is the same in all the function and stands in a local variable.
//
// A function of another shape, such as one written in assembly, stays as it is.
func direct(program []byte) ([]byte, error) {
	if len(program) < 8 {
		return nil, errWasm
	}
	const codeSection = 10
	out := slices.Clone(program[:8])
	r := reader{b: program, at: 8}
	for r.at < len(program) {
		id := r.byte()
		size := r.number()
		if r.bad || r.at+size > len(program) {
			return nil, errWasm
		}
		section := program[r.at : r.at+size]
		r.at += size
		if id == codeSection {
			rewritten, err := directSection(section)
			if err != nil {
				return nil, err
			}
			section = rewritten
		}
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(section)))
		out = append(out, section...)
	}
	return out, nil
}

// directSection rewrites each function of a code section.
func directSection(section []byte) ([]byte, error) {
	r := reader{b: section}
	n := r.number()
	out := binary.AppendUvarint(nil, uint64(n))
	for range n {
		size := r.number()
		if r.bad || r.at+size > len(section) {
			return nil, errWasm
		}
		body := section[r.at : r.at+size]
		r.at += size
		f, err := readFunction(body)
		if err != nil {
			return nil, err
		}
		if f.shaped() && f.jump() {
			f.code = joinedConditions(stackOffsets(f.code))
			f.shareReturn()
			body = f.bytes()
		}
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	if r.bad || r.at != len(section) {
		return nil, errWasm
	}
	return out, nil
}

// The instructions that are looked at.
const (
	opBlock, opLoop, opIf, opElse, opEnd       = 0x02, 0x03, 0x04, 0x05, 0x0b
	opBr, opBrIf, opBrTable, opReturn          = 0x0c, 0x0d, 0x0e, 0x0f
	opCall, opCallIndirect                     = 0x10, 0x11
	opLocalGet, opLocalSet, opLocalTee         = 0x20, 0x21, 0x22
	opGlobalGet, opGlobalSet                   = 0x23, 0x24
	opFirstLoad, opLastLoad                    = 0x28, 0x35
	opFirstStore, opLastStore, opI64Store      = 0x36, 0x3e, 0x37
	opI32Const, opI64Const                     = 0x41, 0x42
	opI32Add, opI64Add, opI64Or                = 0x6a, 0x7c, 0x84
	opWrap, opExtend                           = 0xa7, 0xad
	opMore                                     = 0xfc // the second byte says which
	typeI32, typeI64, typeVoid            byte = 0x7f, 0x7e, 0x40
)

// The local variables that every function of the compiler has: the block to go to, and a copy of the stack pointer.
const localBlock, localStack = 0, 1

// instruction is an instruction with up to two numbers; the targets of a table, and numbers that are not looked at, are in
// rest.
type instruction struct {
	op   byte
	n    int // how many of x, y it has
	x, y int64
	rest []byte
}

func one(op byte, x int64) instruction { return instruction{op: op, n: 1, x: x} }

// is reports whether an instruction is this one with this number.
func (i instruction) is(op byte, x int64) bool { return i.op == op && i.x == x }

// append writes the instruction.
func (i instruction) append(b []byte) []byte {
	b = append(b, i.op)
	numbers := [2]int64{i.x, i.y}
	for _, v := range numbers[:i.n] {
		if i.op == opI32Const || i.op == opI64Const {
			b = appendAnySigned(b, v)
		} else {
			b = binary.AppendUvarint(b, uint64(v))
		}
	}
	return append(b, i.rest...)
}

// appendAnySigned appends v as signed LEB128.
func appendAnySigned(b []byte, v int64) []byte {
	for {
		c := byte(v & 127)
		v >>= 7
		if v == 0 && c&64 == 0 || v == -1 && c&64 != 0 {
			return append(b, c)
		}
		b = append(b, c|128)
	}
}

// signed reads a signed LEB128 number.
func (r *reader) signed() int64 {
	var v int64
	for shift := 0; shift < 64; shift += 7 {
		c := r.byte()
		v |= int64(c&127) << shift
		if c < 128 {
			if shift < 57 && c&64 != 0 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
	r.bad = true
	return 0
}

// instruction reads one.
func (r *reader) instruction() instruction {
	i := instruction{op: r.byte()}
	switch op := i.op; {
	case op == opBlock || op == opLoop || op == opIf || op >= 0x3f && op <= 0x40:
		i.n, i.x = 1, int64(r.byte())
	case op == opBr || op == opBrIf || op == opCall || op >= opLocalGet && op <= opGlobalSet:
		i.n, i.x = 1, int64(r.number())
	case op == opCallIndirect || op >= opFirstLoad && op <= opLastStore:
		i.n, i.x, i.y = 2, int64(r.number()), int64(r.number())
	case op == opI32Const || op == opI64Const:
		i.n, i.x = 1, r.signed()
	case op == opBrTable:
		from := r.at
		for n := r.number(); n >= 0 && !r.bad; n-- {
			r.number()
		}
		i.rest = r.since(from)
	case op == 0x43: // f32.const
		from := r.at
		r.at += 4
		i.rest = r.since(from)
	case op == 0x44: // f64.const
		from := r.at
		r.at += 8
		i.rest = r.since(from)
	case op == opMore:
		from := r.at
		switch more := r.byte(); {
		case more == 10: // memory.copy
			r.at += 2
		case more == 11: // memory.fill
			r.at++
		case more > 7: // those below cut floats to integers
			r.bad = true
		}
		i.rest = r.since(from)
	case op <= 0x01 || op == 0x05 || op == opEnd || op == opReturn || op >= 0x1a && op <= 0x1b || op >= 0x45 && op <= 0xc4: // no numbers
	default:
		r.bad = true
	}
	return i
}

func (r *reader) since(from int) []byte {
	if r.at > len(r.b) {
		r.bad = true
		return nil
	}
	return r.b[from:r.at]
}

// locals is a number of local variables of a type.
type locals struct {
	count int
	kind  byte
}

// codeFunction is the code of a function.
type codeFunction struct {
	locals []locals
	code   []instruction

	// Of one of the compiler's shape:
	table   int   // where the table is in code
	targets []int // the block of each number
	blocks  int   // how many there are
	leaves  bool  // there is a block around all whose end returns 1
	loops   bool  // there is a loop around the blocks
}

func readFunction(body []byte) (*codeFunction, error) {
	r := reader{b: body}
	f := &codeFunction{}
	for range r.number() {
		f.locals = append(f.locals, locals{r.number(), r.byte()})
		if r.bad {
			return nil, errWasm
		}
	}
	f.code = make([]instruction, 0, len(body)/2)
	for r.at < len(body) {
		f.code = append(f.code, r.instruction())
		if r.bad {
			return nil, errors.New("direct: an instruction that the Go compiler does not write")
		}
	}
	return f, nil
}

func (f *codeFunction) bytes() []byte {
	b := binary.AppendUvarint(nil, uint64(len(f.locals)))
	for _, l := range f.locals {
		b = append(binary.AppendUvarint(b, uint64(l.count)), l.kind)
	}
	for _, i := range f.code {
		b = i.append(b)
	}
	return b
}

// shaped finds the parts of a function that the compiler wrote: the copy of the stack pointer, the block around all, the
// loop, the blocks, and the table inside them. The first and the second of these blocks are in many functions only.
func (f *codeFunction) shaped() bool {
	c := f.code
	if len(c) < 8 || !c[0].is(opGlobalGet, 0) || !c[1].is(opLocalSet, localStack) {
		return false
	}
	at := 2
	blocks := func() (n int) {
		for ; at < len(c)-3 && c[at].is(opBlock, int64(typeVoid)); at++ {
			n++
		}
		return n
	}
	around, inside := blocks(), 0
	if f.loops = c[at].is(opLoop, int64(typeVoid)); f.loops {
		at++
		inside = blocks()
	}
	if !c[at].is(opLocalGet, localBlock) || c[at+1].op != opBrTable || c[at+2].op != opEnd {
		return false
	}
	f.table = at + 1
	r := reader{b: c[f.table].rest}
	for range r.number() + 1 {
		f.targets = append(f.targets, r.number())
	}
	f.blocks = slices.Max(f.targets) + 1
	if !f.loops {
		around, inside = around-f.blocks, f.blocks
	}
	f.leaves = around == 1
	if around < 0 || around > 1 || inside != f.blocks {
		return false
	}
	end := c[len(c)-3:]
	return !f.leaves || end[0].op == opEnd && end[1].is(opI32Const, 1) && end[2].op == opEnd
}

// jump rewrites the jumps and what returns 1. It reports false, and changes nothing, where the first local variable has
// another use than to say where a jump goes: a jump that goes there at once leaves it as it was.
func (f *codeFunction) jump() bool {
	out := slices.Clone(f.code[:f.table+1])
	open, nested := f.blocks, 0 // blocks of the table that have not ended, and other ones that stand inside
	outer := 0                  // blocks around those of the table
	for _, is := range []bool{f.loops, f.leaves} {
		if is {
			outer++
		}
	}
	for k := f.table + 1; k < len(f.code); k++ {
		i := f.code[k]
		goes := k >= 2 && f.code[k-1].is(opLocalSet, localBlock) && f.code[k-2].op == opI32Const
		loop, leave := -1, -1 // how many blocks are left by a branch to the loop, and to the end of all
		if depth := nested + open; outer > 0 {
			if f.loops && outer == 1+count(f.leaves) {
				loop = depth
			}
			if f.leaves {
				leave = depth + outer - 1
			}
		}
		switch i.op {
		case opBlock, opLoop, opIf:
			nested++
		case opEnd:
			if nested > 0 {
				nested--
			} else if open > 0 {
				open--
			} else {
				outer--
			}
		case opBrTable, opLocalTee:
			if i.op == opBrTable || i.x == localBlock {
				return false
			}
		case opLocalGet:
			// A call of a function value puts its number aside in this variable for a moment.
			if i.x == localBlock && !(f.code[k-1].is(opI32Const, 0) && f.code[k-2].is(opLocalSet, localBlock)) {
				return false
			}
		case opBr, opBrIf:
			switch int(i.x) {
			case loop:
				if i.op != opBr || !goes {
					return false
				}
				number := min(uint64(f.code[k-2].x), uint64(len(f.targets)-1))
				if ahead := f.targets[number] - (f.blocks - open); ahead >= 0 {
					out = append(out[:len(out)-2], one(opBr, int64(nested+ahead)))
					continue
				}
			case leave:
				if i.op == opBrIf {
					out = append(out, one(opIf, int64(typeVoid)), one(opI32Const, 1), instruction{op: opReturn}, instruction{op: opEnd})
					continue
				}
			}
		}
		out = append(out, i)
	}
	f.code = out
	return true
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// joinedConditions makes a conditional jump of a condition around a jump.
func joinedConditions(code []instruction) []instruction {
	out := code[:0]
	for k := 0; k < len(code); k++ {
		if k+2 < len(code) && code[k].is(opIf, int64(typeVoid)) && code[k+1].op == opBr && code[k+1].x > 0 && code[k+2].op == opEnd {
			out = append(out, one(opBrIf, code[k+1].x-1))
			k += 2
			continue
		}
		out = append(out, code[k])
	}
	return out
}

// stackOffsets writes addresses of the stack as offsets.
func stackOffsets(code []instruction) []instruction {
	var out []instruction
	loads := func(i instruction) bool { return i.op >= opFirstLoad && i.op <= opLastLoad }
	stores := func(i instruction) bool { return i.op >= opFirstStore && i.op <= opLastStore }
	for k := 0; k < len(code); k++ {
		if k+8 > len(code) || !code[k].is(opLocalGet, localStack) || code[k+1].op != opExtend || code[k+2].op != opI64Const ||
			code[k+3].op != opI64Add || code[k+4].op != opWrap || code[k+2].x < 0 || code[k+2].x >= 1<<24 {
			out = append(out, code[k])
			continue
		}
		offset, after := code[k+2].x, code[k+5:]
		simple := after[0].op == opLocalGet || after[0].op == opI32Const || after[0].op == opI64Const
		n := 0 // of the instructions up to the load or the store
		switch {
		case loads(after[0]):
			n = 1
		case simple && stores(after[1]):
			n = 2
		case after[0].op == opLocalGet && loads(after[1]) && stores(after[2]):
			n = 3
		}
		out = append(out, code[k])
		if n == 0 {
			out = append(out, one(opI32Const, offset), instruction{op: opI32Add})
		} else {
			out = append(out, after[:n]...)
			out[len(out)-1].y += offset
		}
		k += 4 + n
	}
	return out
}

// shareReturn keeps the common part of the function's return addresses in a new local variable after the stack pointer's.
func (f *codeFunction) shareReturn() {
	const local = localStack + 1
	writes := func(k int) bool {
		return k+2 < len(f.code) && f.code[k].is(opLocalGet, localStack) && f.code[k+1].op == opI64Const && f.code[k+1].x >= 1<<28 &&
			f.code[k+2].op == opI64Store && f.code[k+2].y == 0
	}
	common := int64(0)
	for k := range f.code {
		if writes(k) {
			common = f.code[k+1].x >> 16
			break
		}
	}
	if common == 0 || len(f.locals) == 0 || f.locals[0] != (locals{1, typeI32}) {
		return
	}
	if len(f.locals) > 1 && f.locals[1].kind == typeI64 {
		f.locals[1].count++
	} else {
		f.locals = slices.Insert(f.locals, 1, locals{1, typeI64})
	}
	var out []instruction
	for k, i := range f.code {
		switch {
		case i.op >= opLocalGet && i.op <= opLocalTee && i.x >= local:
			i.x++
			out = append(out, i)
		case k > 0 && writes(k-1) && i.x>>16 == common:
			out = append(out, one(opLocalGet, local), one(opI64Const, i.x&0xffff), instruction{op: opI64Or})
		default:
			out = append(out, i)
		}
		if k == 1 {
			out = append(out, one(opI64Const, common<<16), one(opLocalSet, local))
		}
	}
	f.code = out
}
