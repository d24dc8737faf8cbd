package libm

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
)

// definition is a function's text.
type definition struct {
	library  *library
	name     string
	variants string // letters of the flags under which it holds
	format   *format.Format
	params   []string
	lines    []string
}

// read cuts the text into definitions and the tables' bytes, once.
func (l *library) read() *library {
	l.once.Do(func() {
		for line := range strings.Lines(l.text) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case line == "" || line[0] == '#':
			case strings.HasPrefix(line, "table "):
				for _, word := range strings.Fields(line)[1:] {
					v, _ := strconv.ParseUint(word, 16, 64) // the first byte is the highest
					for k := 56; k >= 0; k -= 8 {
						l.table = append(l.table, byte(v>>k))
					}
				}
			case line[0] != ' ' && !strings.Contains(line, ":"):
				words := strings.Fields(line)
				name, variants, some := strings.Cut(words[0], "/")
				if !some {
					variants = letters
				}
				f := format.F32
				if words[1] == "f64" {
					f = format.F64
				}
				l.list = append(l.list, definition{library: l, name: name, variants: variants, format: f, params: words[2:]})
			default:
				d := &l.list[len(l.list)-1]
				d.lines = append(d.lines, line)
			}
		}
		l.entries = map[string]*entry{}
		for _, d := range l.list {
			if l.entries[d.name] == nil {
				l.entries[d.name] = &entry{}
			}
			l.entries[d.name].texts = append(l.entries[d.name].texts, d)
		}
	})
	return l
}

// step is a step made ready: d is where its results go, in its operands, both places of registers; of a jump, target is the
// step to go to where the register in[0] is not 0 (if) or is 0 (unless).
type step struct {
	op      *operation
	control control
	d       [2]uint16
	in      [3]uint16
	target  int32
	part    uint16
}

type control uint8

const (
	none control = iota
	jumpIf
	jumpUnless
	jump
	leave
	move
	load
	store
)

// program are the steps of a function. Registers begin with the constants; then come the operands.
type program struct {
	steps     []step
	constants []uint64
	names     []string // of the registers after the constants
	parts     []string
	table     []byte
	first     int // the register of the first operand
	registers int
	places    map[string]int // while it is being made
}

// reader makes a program of definitions.
type reader struct {
	p         *program
	functions map[string]*entry
	variant   Variant
	calls     int
}

// program makes the function's steps ready for a variant.
func (d *definition) program(v Variant) *program {
	r := reader{p: &program{table: d.library.table, places: map[string]int{}}, functions: d.library.entries, variant: v}
	r.constantsOf(d)
	r.p.first = len(r.p.constants)
	places := map[string]uint16{}
	for _, name := range d.params {
		places[name] = r.fresh(name)
	}
	r.body(d, places, nil, "")
	r.p.registers = len(r.p.constants) + len(r.p.names)
	r.p.places = nil
	return r.p
}

// active returns a line without the letters of its variants, and whether it belongs to v.
func active(line string, v Variant) (string, bool) {
	if line[0] == ' ' {
		return line[1:], true
	}
	if k := strings.Index(line, ": "); k >= 0 {
		return line[k+2:], strings.IndexByte(line[:k], letters[v]) >= 0
	}
	return line, true
}

// constantsOf collects the constants of a definition and of what it calls.
func (r *reader) constantsOf(d *definition) {
	for _, line := range d.lines {
		line, ok := active(line, r.variant)
		if !ok {
			continue
		}
		for word := range strings.FieldsSeq(line) {
			if v, ok := constant(word); ok {
				if _, known := r.p.places[word]; !known {
					r.p.places[word] = len(r.p.constants)
					r.p.constants = append(r.p.constants, v)
				}
			} else if e := r.functions[word]; e != nil && word != d.name && strings.Contains(word, ".") {
				r.constantsOf(&e.texts[0])
			}
		}
	}
}

// constant reads 0f and 0d with hexadecimal bits, and integers.
func constant(word string) (uint64, bool) {
	switch {
	case len(word) == 10 && word[:2] == "0f", len(word) == 18 && word[:2] == "0d":
		v, err := strconv.ParseUint(word[2:], 16, 64)
		return v, err == nil
	case word[0] == '-' && len(word) > 1 || '0' <= word[0] && word[0] <= '9':
		if v, err := strconv.ParseInt(word, 0, 64); err == nil {
			return uint64(v), true
		}
		v, err := strconv.ParseUint(word, 0, 64)
		return v, err == nil
	}
	return 0, false
}

func (r *reader) fresh(name string) uint16 {
	r.p.names = append(r.p.names, name)
	return uint16(len(r.p.constants) + len(r.p.names) - 1)
}

// body appends the steps of a definition. Where it is called, its results go to results, its parts' names begin with prefix,
// and its registers' names end in a prime.
func (r *reader) body(d *definition, places map[string]uint16, results []uint16, prefix string) {
	parts, mark := map[string]int32{}, ""
	if results != nil {
		mark = "'"
	}
	type open struct {
		step int
		part string
	}
	var jumps []open
	place := func(word string) uint16 {
		if k, ok := r.p.places[word]; ok {
			return uint16(k)
		}
		k, ok := places[word]
		if !ok {
			k = r.fresh(word + mark)
			places[word] = k
		}
		return k
	}
	emit := func(s step) {
		s.part = uint16(len(r.p.parts) - 1)
		r.p.steps = append(r.p.steps, s)
	}
	goTo := func(c control, q uint16, part string) {
		jumps = append(jumps, open{len(r.p.steps), part})
		emit(step{control: c, in: [3]uint16{q}})
	}
	for _, line := range d.lines {
		line, ok := active(line, r.variant)
		if !ok {
			continue
		}
		if part, is := strings.CutSuffix(line, ":"); is {
			parts[part] = int32(len(r.p.steps))
			r.p.parts = append(r.p.parts, prefix+part)
			continue
		}
		left, right, assigned := strings.Cut(line, " = ")
		if !assigned {
			left, right = "", line
		}
		words := strings.Fields(right)
		var dest []uint16
		for _, w := range strings.Fields(left) {
			dest = append(dest, place(w))
		}
		name := words[0]
		var in []uint16
		if name != "goto" && name != "if" && name != "unless" {
			for _, w := range words[1:] {
				in = append(in, place(w))
			}
		}
		switch {
		case name == "if":
			goTo(jumpIf, place(words[1]), words[2])
		case name == "unless":
			goTo(jumpUnless, place(words[1]), words[2])
		case name == "goto":
			goTo(jump, 0, words[1])
		case name == "ret" && results == nil:
			emit(step{control: leave, in: [3]uint16{in[0]}})
		case name == "ret":
			for k, from := range in {
				emit(step{control: move, d: [2]uint16{results[k]}, in: [3]uint16{from}})
			}
			goTo(jump, 0, "")
		case assigned && len(words) == 1:
			emit(step{control: move, d: [2]uint16{dest[0]}, in: [3]uint16{place(name)}})
		case name == "horner":
			at := in[1]
			fma := operationOf("fma", d.format, r.variant)
			for _, c := range in[2:] {
				emit(step{op: fma, d: [2]uint16{dest[0]}, in: [3]uint16{at, in[0], c}})
				at = dest[0]
			}
		case strings.HasPrefix(name, "muladd") && (r.variant == GNUPlain || r.variant == Unfused):
			product := r.fresh(left + "·" + mark)
			emit(step{op: operationOf("mul"+name[6:], d.format, r.variant), d: [2]uint16{product}, in: [3]uint16{in[0], in[1]}})
			emit(step{op: operationOf("add"+name[6:], d.format, r.variant), d: [2]uint16{dest[0]}, in: [3]uint16{product, in[2]}})
		case r.functions[name] != nil && strings.Contains(name, "."):
			r.calls++
			sub := &r.functions[name].texts[0]
			formal := map[string]uint16{}
			for k, p := range sub.params {
				formal[p] = in[k]
			}
			part := r.p.parts[len(r.p.parts)-1]
			r.body(sub, formal, dest, part+", ")
			r.p.parts = append(r.p.parts, part)
		default:
			s := step{op: operationOf(strings.Replace(name, "muladd", "fma", 1), d.format, r.variant)}
			copy(s.d[:], dest)
			copy(s.in[:], in)
			switch s.op.name {
			case "ld32", "ld64", "table32", "table64":
				s.control = load
			case "st32", "st64":
				s.control = store
			}
			emit(s)
		}
	}
	parts[""] = int32(len(r.p.steps))
	for _, j := range jumps {
		r.p.steps[j.step].target = parts[j.part]
	}
}
