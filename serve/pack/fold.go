package main

import (
	"encoding/binary"
	"errors"
)

// fold rewrites the code of a Go program so that LZMA makes it a fifth smaller: numbers that tell a place in a way that
// differs at each use are written as what repeats. unpack.js undoes it (unfold); both walk through the instructions of
// the code section and keep, of a function, the depth of nesting, the table of its first br_table and where in it they
// are. The rest of the module stays.
//
//   - br, br_if: the level of the label, counted from the function, for the label's distance. A Go function leaves by
//     level 1 and goes on in its loop of level 2.
//   - br_table: each entry as the difference to the one before. The first table of a function says for each of its
//     program counters (PC_B) which block to go on in; the entries count up.
//   - i32.const N, local.set 0: the PC_B where a jump goes, as the difference to that of the next block.
//   - global.set 0, local.get 1, i64.const X, i64.store: a return address, PC_F·2^16 + PC_B, as the difference to the
//     next block's, where PC_F counts the functions.
//
// A folded module begins with its unfolded size as four bytes, the lowest first. What the rules cannot give back byte
// for byte is an error.
func fold(program []byte) ([]byte, error) {
	f := folder{r: reader{b: program, at: 8}, out: binary.LittleEndian.AppendUint32(nil, uint32(len(program)))}
	if len(program) < 8 || len(program) > 1<<28 {
		return nil, errFold
	}
	f.out = append(f.out, program[:8]...)
	for f.r.at < len(program) {
		begin := f.r.at
		id := f.r.byte()
		end := f.r.number()
		end += f.r.at
		if f.r.bad || end > len(program) {
			return nil, errFold
		}
		if id != codeSection {
			f.out = append(f.out, program[begin:end]...)
			f.r.at = end
			continue
		}
		n := f.r.number()
		f.out = append(f.out, program[begin:f.r.at]...)
		for k := range n {
			f.function(k)
			if f.r.bad || f.bad {
				return nil, errFold
			}
		}
		if f.r.at != end {
			return nil, errFold
		}
	}
	return f.out, nil
}

var errFold = errors.New("fold: not a module as the Go linker writes it")

// The section of the code, and what counts in its functions.
const (
	codeSection  = 10
	firstPCF     = 0x1000 // PC_F of the first function (cmd/link/internal/wasm, funcValueOffset)
	returnPrefix = "\x24\x00\x20\x01"
)

// folder is a place in a module and what has been written.
type folder struct {
	r   reader
	out []byte
	bad bool
}

// function folds the k-th function.
func (f *folder) function(k int) {
	begin := f.r.at
	end := f.r.number()
	end += f.r.at
	for n := f.r.number(); n > 0 && !f.r.bad; n-- {
		f.r.number() // how many locals
		f.r.byte()   // of which type
	}
	if f.r.bad || end > len(f.r.b) {
		f.bad = true
		return
	}
	f.copy(begin)
	var table []int64
	depth, top, block, next := 0, 0, int64(0), 0
	for f.r.at < end && !f.r.bad && !f.bad {
		begin := f.r.at
		switch op := f.r.byte(); {
		case op == 0x0c || op == 0x0d: // br, br_if
			f.copy(begin)
			level := int64(depth) - f.leb(false)
			f.bad = f.bad || level < 0
			f.put(max(level, 0), false)
			continue
		case op == 0x0e: // br_table
			n := f.r.number()
			f.copy(begin)
			entries := make([]int64, 0, min(n+1, len(f.r.b)))
			for last := int64(0); len(entries) <= n && !f.r.bad; {
				v := f.leb(false)
				f.put(v-last, true)
				last = v
				entries = append(entries, v)
			}
			if table == nil {
				table, top = entries, depth
			}
			continue
		case op == 0x41: // i32.const
			if at := f.r.at; f.after(at, 0x21, 0x00) && table != nil {
				f.copy(begin)
				f.put(f.leb(true)-int64(next), true)
				continue
			}
			f.r.skip()
		case op == 0x42: // i64.const
			at := f.r.at
			if n := f.length(at); n <= maxFolded && f.after(at, 0x37) && begin >= 4 && string(f.r.b[begin-4:begin]) == returnPrefix {
				f.copy(begin)
				start := len(f.out)
				f.put(f.leb(true)-int64(k+firstPCF)<<16-int64(next), true)
				f.bad = f.bad || len(f.out)-start > maxFolded
				continue
			}
			f.r.skip()
		case op == 0x02 || op == 0x03 || op == 0x04: // block, loop, if
			depth++
			f.r.skip()
		case op == 0x0b: // end
			depth--
			if table != nil && depth < top {
				top = depth
				block++
				for next < len(table) && table[next] < block {
					next++
				}
			}
		case op == 0x43: // f32.const
			f.r.bytes(4)
		case op == 0x44: // f64.const
			f.r.bytes(8)
		case op == 0xfc: // saturating conversions, memory.copy, memory.fill
			switch n := f.r.number(); {
			case n == 10:
				f.r.bytes(2)
			case n == 11:
				f.r.bytes(1)
			case n > 7:
				f.bad = true
			}
		case op > 0xc4 || op > 0x11 && op < 0x1a || op > 0x05 && op < 0x0b || op == 0x1c || op == 0x25 || op == 0x26:
			f.bad = true // nothing that the Go compiler uses
		default:
			for range immediates(op) {
				f.r.skip()
			}
		}
		f.copy(begin)
	}
	if f.r.at != end {
		f.bad = true
	}
}

// maxFolded is the greatest length of a folded return address; a longer constant stands as it is.
const maxFolded = 6

// immediates returns how many LEB128 numbers follow an opcode.
func immediates(op byte) int {
	switch {
	case op == 0x11 || op >= 0x28 && op <= 0x3e: // call_indirect, loads and stores
		return 2
	case op == 0x10 || op >= 0x20 && op <= 0x24 || op == 0x3f || op == 0x40: // call, variables, memory.size and grow
		return 1
	}
	return 0
}

// copy appends what has been read since begin.
func (f *folder) copy(begin int) { f.out = append(f.out, f.r.b[begin:f.r.at]...) }

// leb reads a number that will be written in another form. Only the shortest encoding can be given back.
func (f *folder) leb(signed bool) int64 {
	begin := f.r.at
	v, shift := int64(0), 0
	for {
		c := f.r.byte()
		v |= int64(c&127) << shift
		shift += 7
		if c < 128 || f.r.bad || shift > 7*maxFolded {
			if signed && c&64 != 0 {
				v -= 1 << shift
			}
			break
		}
	}
	if f.r.bad || string(appendLEB(nil, v, signed)) != string(f.r.b[begin:f.r.at]) {
		f.bad = true
	}
	return v
}

func (f *folder) put(v int64, signed bool) { f.out = appendLEB(f.out, v, signed) }

// appendLEB appends v as LEB128, of which signed says whether it has a sign; without one v is not negative.
func appendLEB(b []byte, v int64, signed bool) []byte {
	for {
		c := byte(v & 127)
		v >>= 7
		if v == 0 && (!signed || c < 64) || signed && v == -1 && c >= 64 {
			return append(b, c)
		}
		b = append(b, c|128)
	}
}

// length returns the length of the LEB128 number at a place.
func (f *folder) length(at int) int {
	r := reader{b: f.r.b, at: at}
	r.skip()
	return r.at - at
}

// after reports whether the bytes follow the LEB128 number at a place.
func (f *folder) after(at int, want ...byte) bool {
	at += f.length(at)
	return at+len(want) <= len(f.r.b) && string(f.r.b[at:at+len(want)]) == string(want)
}
