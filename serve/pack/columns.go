package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
)

// columns makes the table of functions of a program of the Go compiler for js/wasm half as large to load, and leaves its
// index out.
//
// Two thirds of the table are offsets that rise from function to function, which a compressor cannot see in rows of
// absolute numbers. columns takes the table out of the memory image and writes it column by column, each number as its
// difference from the one above; a function that the browser calls when it instantiates the program (the start function of
// the module) puts the table where it was. Memory is then the same byte for byte, before the Go program begins.
//
// The index (runtime.findfunctab) says for every 4096 program counters which function has the first of them. A function has
// 65536 here, however short it is, so the index, a fifth of the program, says nothing: the same function makes it.
//
// The differences lie behind all variables of the program, where the heap begins later, and are cleared once they are read.
func columns(program []byte) ([]byte, error) {
	w, err := parseWasm(program)
	if err != nil {
		return nil, err
	}
	image, err := memoryImage(w.segments)
	if err != nil {
		return nil, err
	}
	p, err := findTable(image)
	if err != nil {
		return nil, err
	}
	t, err := p.columns()
	if err != nil {
		return nil, err
	}
	clear(image[p.functab:p.gofunc])
	clear(image[p.index : p.index+p.indexSize()])
	return withStart(w.with(append(joined(image), segment{t.at, t.stream})), t.start())
}

// functionTable is the table of functions as it is loaded.
type functionTable struct {
	at                    int // where stream lies in memory
	stream                []byte
	functab, functions    int
	firstEntry, lastEntry uint32 // the entry of the first function, each next one is one more; the end of the last function
	header                int    // columns of the header and of pcdata
	funcdata              int    // columns of funcdata
	empty                 []bool // the columns in which no word says anything; they are not in the stream
	index, buckets        int    // where the index is, and of how many buckets
}

// A bucket of the index (runtime.findfuncbucket) is the number of a function and 16 bytes for those after it, one for every
// 256 program counters, as many as there are in the last bucket; each function has 16 buckets, 1 << bucketShift.
const bucketSize, bucketShift = 20, 4

func (p *pclntab) indexSize() int {
	n := p.maxPC - p.minPC
	return (n+4095)>>12*4 + (n+255)>>8
}

// columns reads the table in columns. A table of another layout is an error.
func (p *pclntab) columns() (*functionTable, error) {
	another := errors.New("columns: the table of functions has another layout")
	t := &functionTable{at: (p.last + 15) &^ 15, functab: p.functab, functions: p.functions, firstEntry: p.word(p.functab), header: funcHeader / 4}
	next := p.functab + 8*p.functions + 8
	rest := slices.Clone(p.image[p.functab:p.gofunc]) // what is not read below must be zero
	from := func(at, n int) { clear(rest[at-p.functab : at-p.functab+n]) }
	for k := range p.functions {
		at, pcdata, err := p.function(k)
		if err != nil {
			return nil, err
		}
		funcdata := int(p.image[at+funcNfuncdata])
		size := funcHeader + 4*(pcdata+funcdata)
		if at != next || at+size > p.gofunc || p.word(p.functab+8*k) != t.firstEntry+uint32(k) {
			return nil, another
		}
		from(p.functab+8*k, 8)
		from(at, size)
		next = (at + size + 7) &^ 7
		t.header, t.funcdata = max(t.header, funcHeader/4+pcdata), max(t.funcdata, funcdata)
		t.stream = append(t.stream, byte(pcdata), byte(funcdata))
	}
	t.lastEntry = p.word(p.functab + 8*p.functions)
	from(p.functab+8*p.functions, 4)
	if slices.ContainsFunc(rest, func(b byte) bool { return b != 0 }) {
		return nil, another
	}
	t.index, t.buckets = p.index, (p.maxPC-p.minPC+4095)>>12
	if p.index < p.gofunc || t.buckets <= 0 || t.buckets > p.functions<<bucketShift || p.index+p.indexSize() > len(p.image) {
		return nil, another
	}
	for b := range t.buckets {
		bucket := p.image[p.index+bucketSize*b : min(p.index+bucketSize*(b+1), p.index+p.indexSize())]
		if binary.LittleEndian.Uint32(bucket) != uint32(b>>bucketShift) || len(bytes.Trim(bucket[4:], "\x00")) > 0 {
			return nil, another
		}
	}
	for c := range t.header + t.funcdata {
		above, column := uint32(0), []byte(nil)
		for k := range p.functions {
			at, pcdata, _ := p.function(k)
			none, word, exists := uint32(0), at+4*c, 4*c < funcHeader+4*pcdata
			if i := c - t.header; i >= 0 {
				none, word, exists = noData, at+funcHeader+4*(pcdata+i), i < int(p.image[at+funcNfuncdata])
			}
			if !exists {
				continue
			}
			v := p.word(word)
			switch c {
			case funcNpcdata / 4: // stands at the beginning of the stream
				v = 0
			case funcNfuncdata / 4:
				v &= 1<<24 - 1
			}
			if v == none {
				column = append(column, 0)
				continue
			}
			d := v - above
			if absolute(c, t.header) {
				d = v
			}
			column = binary.AppendUvarint(column, uint64(d<<1^uint32(int32(d)>>31))+1)
			if d == 1<<31 {
				return nil, another
			}
			above = v
		}
		t.empty = append(t.empty, len(bytes.TrimLeft(column, "\x00")) == 0)
		if !t.empty[c] {
			t.stream = append(t.stream, column...)
		}
	}
	return t, nil
}

// absolute says which columns hold numbers as they are: offsets of tables, of which the common ones are small.
func absolute(c, header int) bool { return c == funcPcsp/4 || c >= funcHeader/4 && c < header }

// start returns the code of the function that puts the table in its place.
func (t *functionTable) start() []byte {
	const k, at, in, n, m, above, d, shift, b = 0, 1, 2, 3, 4, 5, 6, 7, 8
	const (
		load32, load8, store32, store8 = 0x28, 0x2d, 0x36, 0x3a
		ltU, geU, add, sub             = 0x49, 0x4f, 0x6a, 0x6b
		and, or, xor, shl, shrU        = 0x71, 0x72, 0x73, 0x74, 0x76
	)
	a := &assembler{}
	memory := func(op byte, offset int) {
		a.op(op, 0)
		a.number(offset)
	}
	while := func(body func(), more func()) { // the body runs once at least
		a.op(opLoop, typeVoid)
		body()
		more()
		a.op(opBrIf, 0, opEnd)
	}
	count := func(local byte, limit int) func() {
		return func() { a.get(local).number32(1).op(add, opLocalTee, local); a.number32(limit).op(ltU) } // i32.lt_u
	}
	// The index.
	a.number32(t.index).set(at)
	while(func() {
		a.get(at).get(k).number32(bucketShift).op(shrU)
		memory(store32, 0)
		a.get(at).number32(bucketSize).op(add).set(at)
	}, count(k, t.buckets))
	a.number32(0).set(k)
	// Where each function's entry is, and its numbers of pcdata and funcdata.
	a.number32(t.functab + 8*t.functions + 8).set(at)
	a.number32(t.at).set(in)
	while(func() {
		a.get(k).number32(3).op(shl).number32(int(t.firstEntry)).get(k).op(add)
		memory(store32, t.functab)
		a.get(k).number32(3).op(shl).get(at).number32(t.functab).op(sub)
		memory(store32, t.functab+4)
		for _, x := range []struct {
			local byte
			place int
		}{{n, funcNpcdata}, {m, funcNfuncdata}} {
			a.get(at).get(in)
			memory(load8, 0)
			a.op(opLocalTee, x.local)
			memory(store8, x.place)
			a.get(in).number32(1).op(add).set(in)
		}
		a.get(at).get(n).get(m).op(add).number32(2).op(shl).op(add).number32(funcHeader + 7).op(add).number32(-8).op(and).set(at)
	}, count(k, t.functions))
	a.number32(8 * t.functions).number32(int(t.lastEntry))
	memory(store32, t.functab)
	for c := range t.header + t.funcdata {
		if t.empty[c] && c < t.header {
			continue // zero, as memory is
		}
		a.number32(0).set(k)
		a.number32(0).set(above)
		while(func() {
			a.get(k).number32(3).op(shl)
			memory(load32, t.functab+4)
			a.number32(t.functab).op(add).op(opLocalTee, at)
			// Whether the function has such a word, and where.
			none, i := 0, c
			if c < t.header {
				memory(load8, funcNpcdata)
				a.number32(funcHeader / 4).op(add).set(n)
			} else {
				none, i = -1, c-t.header
				memory(load8, funcNfuncdata)
				a.set(n)
				a.get(at).get(at)
				memory(load8, funcNpcdata)
				a.number32(2).op(shl).op(add).number32(funcHeader).op(add).set(at)
			}
			a.number32(i).get(n).op(ltU).op(opIf, typeVoid)
			if t.empty[c] {
				a.get(at).number32(none)
				memory(store32, 4*i)
				a.op(opEnd)
				return
			}
			// A number of the stream.
			a.number32(0).set(d)
			a.number32(0).set(shift)
			while(func() {
				a.get(d).get(in)
				memory(load8, 0)
				a.op(opLocalTee, b).number32(127).op(and).get(shift).op(shl).op(or).set(d)
				a.get(in).number32(1).op(add).set(in)
				a.get(shift).number32(7).op(add).set(shift)
			}, func() { a.get(b).number32(128).op(geU) })
			a.get(at).get(at)
			memory(load32, 4*i)
			a.get(d).op(opIf, typeI32)
			a.get(d).number32(1).op(sub).op(opLocalTee, d).number32(1).op(shrU)
			a.number32(0).get(d).number32(1).op(and).op(sub).op(xor)
			if !absolute(c, t.header) {
				a.get(above).op(add).op(opLocalTee, above)
			}
			a.op(opElse).number32(none).op(opEnd)
			a.op(or)
			memory(store32, 4*i)
			a.op(opEnd)
		}, count(k, t.functions))
	}
	a.number32(t.at).number32(0).number32(len(t.stream)).op(opMore, 11, 0)
	return append(append([]byte{1, b + 1, typeI32}, a.code...), opEnd)
}

// assembler writes instructions.
type assembler struct{ code []byte }

func (a *assembler) op(list ...byte) *assembler {
	a.code = append(a.code, list...)
	return a
}

func (a *assembler) get(local byte) *assembler { return a.op(opLocalGet, local) }
func (a *assembler) set(local byte)            { a.op(opLocalSet, local) }

func (a *assembler) number(v int) { a.code = binary.AppendUvarint(a.code, uint64(v)) }

// number32 puts a number of 32 bits on the stack.
func (a *assembler) number32(v int) *assembler {
	a.code = appendAnySigned(append(a.code, opI32Const), int64(v))
	return a
}

// withStart returns the module with a function more, which runs when it is instantiated.
func withStart(program, body []byte) ([]byte, error) {
	const typeSection, importSection, functionSection, startSection, elementSection, codeSection = 1, 2, 3, 8, 9, 10
	out := slices.Clone(program[:8])
	section := func(id byte, b []byte) {
		out = binary.AppendUvarint(append(out, id), uint64(len(b)))
		out = append(out, b...)
	}
	// more returns a list of a section with an item more, and how long it was.
	more := func(list, item []byte) ([]byte, int) {
		n, size := binary.Uvarint(list)
		return slices.Concat(binary.AppendUvarint(nil, n+1), list[size:], item), int(n)
	}
	types, imported, functions, done := 0, 0, 0, 0
	r := reader{b: program, at: 8}
	for r.at < len(program) {
		id, size := r.byte(), r.number()
		if r.bad || r.at+size > len(program) || id == startSection {
			return nil, errWasm
		}
		b := program[r.at : r.at+size]
		r.at += size
		switch id {
		case typeSection:
			b, types = more(b, []byte{0x60, 0, 0})
		case importSection:
			n, _ := binary.Uvarint(b)
			imported = int(n) // of functions all of them
		case functionSection:
			b, functions = more(b, binary.AppendUvarint(nil, uint64(types)))
		case elementSection:
			section(startSection, binary.AppendUvarint(nil, uint64(imported+functions)))
			done++
		case codeSection:
			b, _ = more(b, append(binary.AppendUvarint(nil, uint64(len(body))), body...))
			done++
		}
		section(id, b)
	}
	if done != 2 || types == 0 || functions == 0 {
		return nil, errWasm
	}
	return out, nil
}
