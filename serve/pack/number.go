package main

import (
	"errors"
	"strconv"
	"strings"
)

// numbered makes a program of the Go compiler smaller by the names of functions that a panic would print: each of ours
// gets its number in the table of functions, in base 36, in place of its name. A method keeps the form of its name, because a value method that is called without a value is reported by it
// (runtime.panicwrap). The hosted program, which is built from the same sources in the same order, has the names.
func numbered(program []byte, ours func(name string) bool) ([]byte, error) {
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
	old := string(image[p.names:p.cutab])
	table := []byte{0}
	offsets := make([]int, p.functions)
	for k := range p.functions {
		at, _, err := p.function(k)
		if err != nil {
			return nil, err
		}
		offset := int(int32(p.word(at + funcName)))
		if offset < 0 || offset >= len(old) {
			return nil, errors.New("number: a name lies outside")
		}
		name, _, ended := strings.Cut(old[offset:], "\x00")
		if !ended {
			return nil, errors.New("number: a name has no end")
		}
		if ours(name) {
			n := strconv.FormatInt(int64(k), 36)
			if strings.Contains(name, "(") {
				n = "(*" + n + ").m"
			}
			name = "u." + n
		}
		offsets[k] = len(table)
		table = append(append(table, name...), 0)
	}
	if len(table) > len(old) {
		return program, nil // nothing to gain
	}
	clear(image[p.names:p.cutab])
	copy(image[p.names:], table)
	for k := range p.functions {
		at, _, _ := p.function(k)
		p.put(at+funcName, uint32(offsets[k]))
	}
	return w.with(joined(image)), nil
}

// ownName reports whether a function may lose its name: the runtime asks for the names of its own.
func ownName(name string) bool { return !strings.HasPrefix(name, "runtime.") }
