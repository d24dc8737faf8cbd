package ptx

import (
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/ptx"
	"ulplab/fpcore/ptx/machine"
	"ulplab/fpcore/round"
	"ulplab/fpcore/sample"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/files"
	"ulplab/site/kit/words"
)

// element is a type of the numbers that parameters are given.
type element struct {
	id     string
	bytes  int
	format *format.Format // nil for an integer
	signed bool
}

var elements = []element{{"f32", 4, format.F32, true}, {"f64", 8, format.F64, true}, {"f16", 2, format.F16, true}, {"bf16", 2, format.BF16, true},
	{"s32", 4, nil, true}, {"u32", 4, nil, false}, {"s64", 8, nil, true}, {"u64", 8, nil, false}, {"s16", 2, nil, true}, {"u16", 2, nil, false}, {"u8", 1, nil, false}}

func typeOf(id string) (element, bool) {
	for _, e := range elements {
		if e.id == id {
			return e, true
		}
	}
	return element{}, false
}

// isKind reports whether a parameter may be given a kind of data.
func isKind(id string) bool {
	switch id {
	case Value, List, Zero, Count, OfFile:
		return true
	}
	_, ok := distribution(id)
	return ok
}

func distribution(id string) (sample.Kind, bool) {
	for _, k := range sample.Kinds {
		if k.ID == id {
			return k.Kind, true
		}
	}
	return 0, false
}

// Param is a parameter of the entry and what it is given.
type Param struct {
	Name    string
	Size    int // bytes
	Arg     Arg // what it is given, where nothing was chosen what fits it
	Element element
	Problem string
	Note    string
	Data    []byte // the value, or what the buffer holds at first
	Buffer  bool
}

// fit is what a parameter is given where nothing was chosen.
func fit(v *ptx.Variable) Arg {
	typ := v.Type.Name
	if _, ok := typeOf(typ); !ok {
		typ = map[int]string{1: "u8", 2: "u16", 4: "u32", 8: "u64"}[v.Type.Bits/8]
	}
	switch {
	case v.Size == 8 && v.Type.Class != ptx.Float:
		return Arg{Kind: Zero, Type: "f32", N: "64"}
	case v.Size > v.Type.Bits/8:
		return Arg{Kind: Value, Type: "u8", Text: strings.Repeat("0 ", v.Size-1) + "0"}
	}
	return Arg{Kind: Value, Type: typ, Text: "1"}
}

// readParam makes the bytes of a parameter.
func readParam(v *ptx.Variable, a Arg) (p Param) {
	if a.Kind == "" {
		a = fit(v)
	}
	p = Param{Name: v.Name, Size: v.Size, Arg: a, Buffer: a.Kind != Value}
	p.Element, _ = typeOf(a.Type)
	if p.Buffer && v.Size != 8 {
		p.Problem = "The parameter has " + words.Count(v.Size, "byte") + ": it takes a number, not the address of a buffer, which has 8."
		return p
	}
	p.fill()
	if p.Problem == "" && p.Buffer && len(p.Data) == 0 {
		p.Problem = "The buffer is empty."
	}
	if p.Problem == "" && !p.Buffer && len(p.Data) != v.Size {
		p.Problem = "The parameter has " + words.Count(v.Size, "byte") + ", its value " + strconv.Itoa(len(p.Data)) + "."
	}
	return p
}

// fill reads or makes the numbers.
func (p *Param) fill() {
	a, e := p.Arg, p.Element
	n := 0
	switch a.Kind {
	case Value, List:
		p.list(a.Text)
		return
	case OfFile:
		p.file()
		return
	}
	n, err := strconv.Atoi(strings.ReplaceAll(a.N, ",", ""))
	if exp, ok := strings.CutPrefix(a.N, "2^"); ok {
		if n, err = strconv.Atoi(exp); err == nil {
			n = 1 << min(max(n, 0), 40)
		}
	}
	if err != nil || n < 1 || n > MaxElements {
		p.Problem = "How many: from 1 to " + words.Thousands(MaxElements) + ", or 2^k up to 2^20."
		return
	}
	p.Data = make([]byte, n*e.bytes)
	switch a.Kind {
	case Zero:
	case Count:
		for k := range n {
			v := uint64(k)
			if e.format != nil {
				v = arith.FromInt(round.Env{}, e.format, arith.IntType{Bits: 64}, v, nil).Bits.Lo
			}
			put(p.Data[k*e.bytes:], e.bytes, v)
		}
	default:
		kind, _ := distribution(a.Kind)
		seed, err := strconv.ParseUint(a.Seed, 10, 32)
		if err != nil && a.Seed != "" {
			p.Problem = "The seed is a whole number from 0 to 4,294,967,295."
			return
		}
		if e.format == nil {
			p.Problem = "A distribution gives floating-point numbers: choose f32, f64, f16 or bf16, or count from 0."
			return
		}
		x := make([]uint32, n)
		sample.New(kind, seed, 0).Fill(x)
		for k, c := range x {
			v := uint64(c)
			if e.format != format.F32 {
				v = arith.Convert(round.Env{}, e.format, format.F32, wide.From64(v), nil).Bits.Lo
			}
			put(p.Data[k*e.bytes:], e.bytes, v)
		}
	}
}

// list reads typed numbers.
func (p *Param) list(typed string) {
	e := p.Element
	if len(typed) > MaxList {
		p.Problem = "The list is longer than " + words.Thousands(MaxList) + " bytes: open a file instead."
		return
	}
	fields := strings.FieldsFunc(typed, func(r rune) bool { return r == ' ' || r == ',' || r == ';' })
	for k, f := range fields {
		v, problem := e.read(f)
		if problem != "" {
			p.Problem = problem
			if len(fields) > 1 {
				p.Problem = "Number " + strconv.Itoa(k+1) + ", “" + words.Few(f, 24) + "”: " + problem
			}
			p.Data = nil
			return
		}
		p.Data = append(p.Data, make([]byte, e.bytes)...)
		put(p.Data[k*e.bytes:], e.bytes, v)
	}
	if len(fields) == 0 {
		p.Problem = "A number belongs here."
	}
}

// read reads one number.
func (e element) read(s string) (v uint64, problem string) {
	if e.format != nil {
		x, err := text.Parse(s, e.format, round.Env{})
		if err != nil {
			return 0, words.Problem(err)
		}
		return x.Bits.Lo, ""
	}
	n := 8 * e.bytes
	s = strings.ReplaceAll(s, "−", "-")
	if u, err := strconv.ParseUint(s, 0, n); err == nil {
		return u, ""
	}
	if i, err := strconv.ParseInt(s, 0, n); err == nil {
		return uint64(i), ""
	}
	return 0, "This is not a whole number of " + strconv.Itoa(n) + " bits."
}

// file reads the first column of a file.
func (p *Param) file() {
	a, e := p.Arg, p.Element
	if e.format == nil {
		p.Problem = "Numbers of a file are floating-point: choose f32, f64, f16 or bf16."
		return
	}
	if a.File.Digest == "" {
		p.Problem = "Open a file, or drop one here."
		return
	}
	s := files.Get(a.File.Digest)
	if s == nil {
		p.Problem = files.Asked(a.File.Name, a.File.Digest)
		return
	}
	t, err := s.Table(files.Options{Format: e.format, Raw: e.format})
	if err != nil {
		p.Problem = err.Error()
		return
	}
	c := t.Columns[0]
	if len(c.Codes) > MaxElements {
		p.Problem = "The file has " + words.Thousands(uint64(len(c.Codes))) + " numbers; a buffer holds at most " + words.Thousands(MaxElements) + "."
		return
	}
	p.Note = words.Thousands(uint64(len(c.Codes))) + " numbers of " + a.File.Name
	if len(t.Columns) > 1 {
		p.Note += ", its first column"
	}
	p.Data = make([]byte, len(c.Codes)*e.bytes)
	for k, v := range c.Codes {
		if c.Format != e.format {
			v = arith.Convert(round.Env{}, e.format, c.Format, wide.From64(v), nil).Bits.Lo
		}
		put(p.Data[k*e.bytes:], e.bytes, v)
	}
}

// put writes the n lower bytes of v, little endian; get reads them.
func put(b []byte, n int, v uint64) {
	for k := range n {
		b[k] = byte(v >> (8 * k))
	}
}

func get(b []byte, n int) (v uint64) {
	for k := range n {
		v |= uint64(b[k]) << (8 * k)
	}
	return v
}

// dims reads one to three sizes.
func dims(s string) (d [3]int, ok bool) {
	d = [3]int{1, 1, 1}
	fields := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == 'x' || r == '×' })
	if len(fields) < 1 || len(fields) > 3 {
		return d, false
	}
	for k, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil || n < 1 || n > 1<<31 {
			return d, false
		}
		d[k] = n
	}
	return d, true
}

// Problem is what is wrong with a text, and where.
type Problem struct {
	_        [0]func() // not comparable
	From, To int       // bytes
	Where    string
	What     string
}

// problemOf finds the place of an error in a text.
func problemOf(s string, err error) *Problem {
	var at ptx.Position
	p := &Problem{}
	switch e := err.(type) {
	case *ptx.Error:
		at, p.What = e.At, e.What
	case *machine.Error:
		at, p.What = e.At, e.What
		if e.Block >= 0 {
			p.What += ", in block " + words.Thousands(uint64(e.Block))
			if e.Thread >= 0 {
				p.What += ", thread " + strconv.Itoa(e.Thread)
			}
		}
	default:
		p.What = err.Error()
		return p
	}
	p.From = at.Byte(s)
	for p.To = p.From; p.To < len(s) && strings.IndexByte(" \t\r\n;,", s[p.To]) < 0; p.To++ {
	}
	p.Where = "Line " + strconv.Itoa(at.Line) + ", column " + strconv.Itoa(at.Column)
	return p
}
