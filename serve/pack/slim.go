package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// slim makes a program of the Go compiler for js/wasm a tenth smaller to load without changing what it computes.
//
// A Go program carries, for its panic messages, the file and the line of every instruction, which call was inlined
// where, and where each argument lies: together a sixth of the compressed program. slim clears these tables; a panic
// still names the functions, shortly. And the linker writes the memory image in tens of thousands of pieces to leave out zeros,
// which a compressor does better on the whole: slim joins pieces that lie close together.
//
// What is cleared, in the terms of the Go runtime (runtime/runtime2.go, runtime/symtab.go, internal/abi/symtab.go):
// pcfile, pcln, cuOffset and startLine of every _func, cutab and filetab; the pcdata UnsafePoint (for preemption by
// signals, which js/wasm does not have), InlTreeIndex and ArgLiveIndex; the funcdata InlTree, ArgInfo, ArgLiveInfo and
// WrapInfo; in pctab and go:func.* what only these point to; in the names what a panic does not print; and in names of types the
// shapes of generic functions and what closures keep. The tables of pctab that stay, and the names, are laid out anew, equal ones once. The runtime takes an offset of 0 into pctab, and one of
// ^0 into go:func.*, as "no table", and then prints "?" for the file. Everything that running needs (stack sizes,
// pointer maps, stack objects, deferred calls, bounds, names) stays.
//
// A program of a Go version with another layout of these tables is an error, never a guess.
func slim(program []byte) ([]byte, error) {
	w, err := parseWasm(program)
	if err != nil {
		return nil, err
	}
	image, err := memoryImage(w.segments)
	if err != nil {
		return nil, err
	}
	if err := clearPlaces(image); err != nil {
		return nil, err
	}
	return w.with(joined(image)), nil
}

// segment is a piece of the initial memory.
type segment struct {
	offset int
	data   []byte
}

// wasmFile is a WebAssembly module: what stands before the data section, the data, and what stands after.
type wasmFile struct {
	before, after []byte
	segments      []segment
}

var errWasm = errors.New("slim: not a module as the Go linker writes it")

// parseWasm takes the data section out of a module. Numbers in a module are LEB128.
func parseWasm(b []byte) (*wasmFile, error) {
	if len(b) < 8 || !bytes.Equal(b[:8], []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, errWasm
	}
	const custom, dataSection, dataCount = 0, 11, 12
	r := reader{b: b, at: 8}
	for r.at < len(b) {
		begin := r.at
		id := r.byte()
		size := r.number()
		end := r.at + size
		if r.bad || end > len(b) || id == dataCount {
			return nil, errWasm
		}
		if id != dataSection {
			r.at = end
			continue
		}
		w := &wasmFile{before: b[:begin], after: b[end:]}
		for range r.number() {
			// An active segment of memory 0: flag 0, i32.const OFFSET, end, bytes.
			flag, op := r.byte(), r.byte()
			offset := r.number()
			stop := r.byte()
			n := r.number()
			if r.bad || flag != 0 || op != 0x41 || stop != 0x0b || r.at+n > end {
				return nil, errWasm
			}
			w.segments = append(w.segments, segment{offset, b[r.at : r.at+n]})
			r.at += n
		}
		if r.bad || r.at != end || len(w.segments) == 0 {
			return nil, errWasm
		}
		return w, nil
	}
	return nil, errWasm
}

// with returns the module with other data.
func (w *wasmFile) with(segments []segment) []byte {
	body := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		body = append(body, 0, 0x41)
		body = appendSigned(body, s.offset)
		body = append(body, 0x0b)
		body = binary.AppendUvarint(body, uint64(len(s.data)))
		body = append(body, s.data...)
	}
	out := append([]byte(nil), w.before...)
	out = append(out, 11)
	out = binary.AppendUvarint(out, uint64(len(body)))
	out = append(out, body...)
	return append(out, w.after...)
}

// appendSigned appends v >= 0 as signed LEB128: the highest bit of the last group of 7 must be clear.
func appendSigned(b []byte, v int) []byte {
	for v >= 64 {
		b = append(b, byte(v&127|128))
		v >>= 7
	}
	return append(b, byte(v))
}

// reader reads a module. bad is set, and stays, once something could not be read.
type reader struct {
	b   []byte
	at  int
	bad bool
}

func (r *reader) byte() byte {
	if r.at >= len(r.b) {
		r.bad = true
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

// number reads an LEB128 number below 2^31; for a signed one that is not negative the bytes mean the same.
func (r *reader) number() int {
	v, n := binary.Uvarint(r.b[r.at:])
	if n <= 0 || v >= 1<<31 {
		r.bad = true
		return 0
	}
	r.at += n
	return int(v)
}

// memoryImage lays the segments out as the memory they describe.
func memoryImage(segments []segment) ([]byte, error) {
	end := 0
	for _, s := range segments {
		end = max(end, s.offset+len(s.data))
	}
	if end > 1<<28 {
		return nil, errWasm
	}
	image := make([]byte, end)
	for _, s := range segments {
		copy(image[s.offset:], s.data)
	}
	return image, nil
}

// gap is the longest run of zeros that stays inside a segment. A segment costs a compressor about as much as a run of
// any length.
const gap = 1 << 10

// joined cuts an image into segments around long runs of zeros.
func joined(image []byte) []segment {
	var list []segment
	for at := 0; at < len(image); {
		if image[at] == 0 {
			at++
			continue
		}
		end, zeros := at, 0 // end is after the last byte that is not zero
		for i := at; i < len(image) && zeros < gap; i++ {
			if image[i] == 0 {
				zeros++
			} else {
				end, zeros = i+1, 0
			}
		}
		list = append(list, segment{at, image[at:end]})
		at = end
	}
	return list
}

// pclntab is the table of functions in a memory image. All offsets are absolute but those into pctab.
type pclntab struct {
	image                               []byte
	functions                           int
	names                               int // the table of names
	cutab, filetab, pctab, functab, end int
	gofunc                              int // where the offsets of funcdata begin
	index                               int // runtime.findfunctab
	minPC, maxPC                        int
	last                                int // where the variables end
	types, typesEnd                     int // where the descriptions of types lie
}

// findTable finds the table by its header (runtime.pcHeader): the magic number of Go 1.20 and later, two zero bytes,
// quantum 1, pointer size 8, the numbers of functions and files, an unused word, and the offsets of the parts.
func findTable(image []byte) (*pclntab, error) {
	header := []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}
	var found *pclntab
	begin := 0
	for at := 0; ; {
		i := bytes.Index(image[at:], header)
		if i < 0 {
			break
		}
		start := at + i
		at = start + len(header)
		if start%8 != 0 || start+72 > len(image) {
			continue
		}
		var words [8]uint64
		for k := range words {
			words[k] = binary.LittleEndian.Uint64(image[start+8+8*k:])
		}
		functions, names, cu, files, pc, funcs := words[0], words[3], words[4], words[5], words[6], words[7]
		size := uint64(len(image) - start)
		if words[2] != 0 || names != 72 || cu < names || files < cu || pc < files || funcs < pc || funcs > size ||
			functions == 0 || functions > (size-funcs)/8 {
			continue
		}
		if found != nil {
			return nil, errors.New("slim: two function tables")
		}
		begin = start
		found = &pclntab{image: image, functions: int(functions), names: start + int(names), cutab: start + int(cu), filetab: start + int(files),
			pctab: start + int(pc), functab: start + int(funcs), end: len(image)}
	}
	if found == nil {
		return nil, errors.New("slim: no function table of a known layout")
	}
	// runtime.moduledata begins with the address of the header and of the names 72 bytes after it; word 16 is the
	// address of functab, word 19 that of its index by program counter, words 20 and 21 the bounds of that, word 34 the end of
	// all variables, words 37 and 38 the bounds of types, word 40 the address of go:func.*.
	var key [16]byte
	binary.LittleEndian.PutUint64(key[:], uint64(begin))
	binary.LittleEndian.PutUint64(key[8:], uint64(begin+72))
	at := bytes.Index(image, key[:])
	if at < 0 || at+41*8 > len(image) || bytes.Contains(image[at+1:], key[:]) {
		return nil, errors.New("slim: no module data of a known layout")
	}
	word := func(k int) uint64 { return binary.LittleEndian.Uint64(image[at+8*k:]) }
	if word(16) != uint64(found.functab) || word(40) <= uint64(found.functab) || word(40) >= uint64(len(image)) {
		return nil, errors.New("slim: module data of another layout")
	}
	if found.types, found.typesEnd = int(word(37)), int(word(38)); found.types <= 0 || found.typesEnd < found.types || found.typesEnd > begin {
		return nil, errors.New("slim: types that lie elsewhere")
	}
	found.gofunc, found.last, found.index, found.minPC, found.maxPC = int(word(40)), int(word(34)), int(word(19)), int(word(20)), int(word(21))
	return found, nil
}

// Offsets in runtime._func.
const (
	funcName, funcPcsp, funcPcfile, funcPcln, funcNpcdata, funcCu, funcStartLine, funcNfuncdata, funcHeader = 4, 16, 20, 24, 28, 32, 36, 43, 44
)

// function returns the offset of the k-th _func and the number of its pcdata tables.
func (p *pclntab) function(k int) (at, pcdata int, err error) {
	at = p.functab + int(binary.LittleEndian.Uint32(p.image[p.functab+8*k+4:]))
	if at%4 != 0 || at+funcHeader > len(p.image) {
		return 0, 0, fmt.Errorf("slim: function %d lies outside", k)
	}
	pcdata = int(p.word(at + funcNpcdata))
	if funcdata := int(p.image[at+funcNfuncdata]); pcdata > 5 || funcdata > 8 || at+funcHeader+4*(pcdata+funcdata) > len(p.image) {
		return 0, 0, fmt.Errorf("slim: function %d has another layout", k)
	}
	return at, pcdata, nil
}

func (p *pclntab) word(at int) uint32 { return binary.LittleEndian.Uint32(p.image[at:]) }

// table returns the table at an offset into pctab: pairs of varints, the difference of a value and that of the place up to
// which it holds, ended by a zero byte that is not the first (a first value may be unchanged from -1 by a difference of 0 only
// as the very first one). The last pair holds up to the end of the function; it is made to hold up to the same place in
// all functions, beyond their ends, so that more tables are equal.
func (p *pclntab) table(offset int) (string, error) {
	const beyond = 1 << 16 // of the places in a function, which have 16 bits
	at, end, last := p.pctab+offset, 0, 0
	for begin := at; ; {
		if at >= p.functab {
			return "", errors.New("slim: a table runs out of its place")
		}
		if p.image[at] == 0 && at > begin {
			if end > beyond {
				return "", errors.New("slim: a table of a function that is too long")
			}
			return string(binary.AppendUvarint(slices.Clone(p.image[begin:last]), uint64(beyond))) + "\x00", nil
		}
		_, n := binary.Uvarint(p.image[at:p.functab])
		last = at + n
		length, m := binary.Uvarint(p.image[min(last, p.functab):p.functab])
		if n <= 0 || m <= 0 || length > beyond {
			return "", errors.New("slim: a table cannot be read")
		}
		at, end = last+m, end+int(length)
	}
}

// neededTables returns the places of the offsets into pctab of a function that running needs.
func (p *pclntab) neededTables(at, pcdata int) []int {
	list := []int{at + funcPcsp}
	for i := range pcdata {
		if !slices.Contains(spareTables, i) {
			list = append(list, at+funcHeader+4*i)
		}
	}
	return list
}

// Of the tables of a function, by their index in pcdata and funcdata, those that only traces and signals use.
var (
	spareTables = []int{0, 2, 3}    // UnsafePoint, InlTreeIndex, ArgLiveIndex
	spareData   = []int{3, 5, 6, 7} // InlTree, ArgInfo, ArgLiveInfo, WrapInfo
)

const noData = 1<<32 - 1

// clearPlaces clears in an image what only traces and signals use.
func clearPlaces(image []byte) error {
	p, err := findTable(image)
	if err != nil {
		return err
	}
	var tables []string // those that running needs, in the order of their first use
	uses := map[string]int{}
	data := newUse()
	needed := func(offset uint32) (string, error) {
		if offset == 0 { // no table
			return "", nil
		}
		return p.table(int(offset))
	}
	for k := range p.functions {
		at, pcdata, err := p.function(k)
		if err != nil {
			return err
		}
		for _, field := range p.neededTables(at, pcdata) {
			table, err := needed(p.word(field))
			if err != nil {
				return err
			}
			if table != "" && uses[table] == 0 {
				tables = append(tables, table)
			}
			uses[table]++
		}
		for i := range int(image[at+funcNfuncdata]) {
			if offset := p.word(at + funcHeader + 4*pcdata + 4*i); offset != noData {
				data.note(offset, slices.Contains(spareData, i))
			}
		}
	}
	// The tables that are used most come first, as short numbers.
	slices.SortStableFunc(tables, func(a, b string) int { return uses[b] - uses[a] })
	packed, place := []byte{0}, map[string]uint32{"": 0}
	for _, table := range tables {
		place[table] = uint32(len(packed))
		packed = append(packed, table...)
	}
	if len(packed) > p.functab-p.pctab {
		return errors.New("slim: the tables have become larger")
	}
	for k := range p.functions {
		at, pcdata, _ := p.function(k)
		for _, field := range p.neededTables(at, pcdata) {
			table, _ := needed(p.word(field))
			p.put(field, place[table])
		}
	}
	clear(image[p.pctab:p.functab])
	copy(image[p.pctab:], packed)
	// A piece of funcdata ends where the next one begins; the last one stays, as its end is not known.
	offsets := slices.Sorted(maps.Keys(data.all))
	if n := len(offsets); n > 0 && offsets[n-1] >= len(image)-p.gofunc {
		return errors.New("slim: data of a function lies outside")
	}
	for i := 0; i+1 < len(offsets); i++ {
		if !data.needed[offsets[i]] {
			clear(image[p.gofunc+offsets[i] : p.gofunc+offsets[i+1]])
		}
	}
	if err := p.shortenNames(); err != nil {
		return err
	}
	clear(image[p.cutab:p.pctab])
	for k := range p.functions {
		at, pcdata, err := p.function(k)
		if err != nil {
			return err
		}
		for _, field := range []int{funcPcfile, funcPcln, funcCu, funcStartLine} {
			p.put(at+field, 0)
		}
		for _, i := range spareTables {
			if i < pcdata {
				p.put(at+funcHeader+4*i, 0)
			}
		}
		for _, i := range spareData {
			if i < int(image[at+funcNfuncdata]) {
				p.put(at+funcHeader+4*pcdata+4*i, noData)
			}
		}
	}
	clearUnseen(image[p.types:p.typesEnd])
	return nil
}

// clearUnseen blanks what the names of types say of shapes, the types that stand for all with the same memory in a generic function, and of what a
// closure keeps: no value that a program can name is of one. A name (internal/abi/type.go) is a byte of flags, its length as a varint, and its text.
// Those of types without a name of their own begin with an asterisk and are sorted: what stands before stays, and the length.
func clearUnseen(types []byte) {
	for _, mark := range []string{"go.shape.", "struct { F uintptr; "} {
		for at := 0; ; {
			i := bytes.Index(types[at:], []byte(mark))
			if i < 0 {
				break
			}
			at += i + len(mark)
			for begin := at; begin > 1 && types[begin] >= ' '; begin-- {
				if end := nameEnd(types, begin); end >= at && bytes.IndexFunc(types[begin:end], func(r rune) bool { return r < ' ' }) < 0 {
					for at < end {
						types[at] = ' '
						at++
					}
					break
				}
			}
		}
	}
}

// nameEnd is the end of the name of a type whose text begins at a place with an asterisk, 0 if none does.
func nameEnd(types []byte, begin int) int {
	for size := 1; size <= 3 && size < begin && types[begin] == '*'; size++ {
		flags := begin - 1 - size
		if n, k := binary.Uvarint(types[flags+1 : begin]); k == size && types[flags] < 16 && n <= uint64(len(types)-begin) {
			return begin + int(n)
		}
	}
	return 0
}

// shortName is a function's name in a trace: its package without the path, three dots for type arguments (as runtime.funcNameForPrint
// has them), the function around it where it has no name of its own, and one name for all comparisons.
func shortName(name string) string {
	if strings.HasPrefix(name, "type:.eq.") {
		return "type:.eq"
	}
	if i, j := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']'); i >= 0 && i < j {
		name = name[:i] + "[...]" + name[j+1:]
	}
	head, _, _ := strings.Cut(name, "(")
	return unnamed.ReplaceAllString(name[strings.LastIndexByte(head, '/')+1:], "")
}

// unnamed is what the compiler adds to a function's name for those without one in it.
var unnamed = regexp.MustCompile(`(\.func\d+|\.gowrap\d+|\.deferwrap\d+|-range\d+|-fm|\.\d+)+$`)

// shortenNames leaves in the table of names those of functions that were not all inlined, each once, shortened.
func (p *pclntab) shortenNames() error {
	packed, place := []byte{0}, map[string]uint32{"": 0}
	for k := range p.functions {
		at, _, err := p.function(k)
		if err != nil {
			return err
		}
		name := p.image[min(p.names+int(p.word(at+funcName)), p.cutab):p.cutab]
		end := bytes.IndexByte(name, 0)
		if end < 0 {
			return errors.New("slim: a name runs out of its place")
		}
		short := shortName(string(name[:end]))
		if _, ok := place[short]; !ok {
			place[short] = uint32(len(packed))
			packed = append(append(packed, short...), 0)
		}
		if len(packed) > p.cutab-p.names {
			return errors.New("slim: the names have become longer")
		}
		p.put(at+funcName, place[short])
	}
	clear(p.image[p.names:p.cutab])
	copy(p.image[p.names:], packed)
	return nil
}

func (p *pclntab) put(at int, v uint32) { binary.LittleEndian.PutUint32(p.image[at:], v) }

// use tells apart the offsets that running needs from those that only what is cleared points to.
type use struct{ all, needed, spare map[int]bool }

func newUse() use { return use{map[int]bool{}, map[int]bool{}, map[int]bool{}} }

func (u use) note(offset uint32, spare bool) {
	o := int(offset)
	u.all[o] = true
	if !spare {
		u.needed[o] = true
		delete(u.spare, o)
	} else if !u.needed[o] {
		u.spare[o] = true
	}
}
