package ptx

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/ptx"
	"ulplab/fpcore/ptx/machine"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/bits"
	"ulplab/site/kit/code"
	"ulplab/site/kit/words"
)

// rows is how many elements are listed at a time.
const rows = 12

// formatOf is the format of a floating-point type of one number, nil for others.
func formatOf(t ptx.Type) *format.Format {
	switch t.Name {
	case "f16":
		return format.F16
	case "bf16":
		return format.BF16
	case "f32", "tf32":
		return format.F32
	case "f64":
		return format.F64
	}
	return nil
}

// hexOf writes n bits.
func hexOf(v uint64, n int) string {
	s := strconv.FormatUint(v, 16)
	return "0x" + strings.Repeat("0", max((n+3)/4-len(s), 0)) + s
}

// integer writes an integer of n bits.
func integer(v uint64, n int, signed bool) string {
	if signed {
		return words.Minus(strconv.FormatInt(int64(v<<(64-n))>>(64-n), 10))
	}
	return strconv.FormatUint(v, 10)
}

// valueCell is a number: bits in their fields, value, hexadecimal digits.
func valueCell(f *format.Format, n int, signed bool, v, mark uint64) string {
	if f == nil {
		return `<span class="num expr-big">` + integer(v, n, signed) + `</span> <span class="num ptx-hex">` + bits.MarkedHex(hexOf(v, n), wide.From64(mark)) + `</span>`
	}
	c := wide.From64(v)
	return bits.MarkedBits(bits.BitsOf(f, c), wide.From64(mark)) + `<span class="num expr-big">` + words.Escape(words.Minus(words.Brief(f, c))) +
		`</span> <span class="num ptx-hex">` + bits.MarkedHex(text.Bits(f, c), wide.From64(mark)) + `</span>`
}

// listed are the elements shown of a buffer, and whether more precede and follow.
func listed(r *Run, b *Buffer, s State) (list []int, next int) {
	for i := int(s.From); i < b.N; i++ {
		x, w := r.Element(b, 0, i)
		if r.Count == 2 {
			y, u := r.Element(b, 1, i)
			if s.Differ && x == y || w < 0 && u < 0 {
				continue
			}
		} else if w < 0 {
			continue
		}
		if len(list) == rows {
			return list, i
		}
		list = append(list, i)
	}
	return list, -1
}

// results is the table of a buffer.
func results(r *Run, s State) string {
	var t strings.Builder
	if !r.Done || len(r.Buffers) == 0 {
		return ""
	}
	b := &r.Buffers[min(int(s.Buffer), len(r.Buffers)-1)]
	e := b.Element
	t.WriteString(`<div class="row ptx-tabs" role="group" aria-label="Buffers">`)
	for k := range r.Buffers {
		x := &r.Buffers[k]
		said := words.Escape(x.Name) + ` <span class="dim">` + x.Element.id + `</span>`
		if x.Differ > 0 {
			said += ` <span class="dim">· ` + words.Thousands(uint64(x.Differ)) + ` differ</span>`
		}
		t.WriteString(`<button type="button" class="op-toggle" data-tap="ptx:b` + words.Num(k) + `" aria-pressed="` + strconv.FormatBool(x == b) + `">` + said + `</button>`)
	}
	if r.Count == 2 {
		t.WriteString(`<button type="button" class="op-toggle" data-tap="ptx:d" aria-pressed="` + strconv.FormatBool(s.Differ) + `">Only those that differ</button>`)
	}
	t.WriteString(`</div>`)
	list, next := listed(r, b, s)
	if len(list) == 0 {
		t.WriteString(`<p class="note">None differ.</p>`)
		return t.String()
	}
	t.WriteString(`<table class="ptx-results" role="table" aria-label="` + resultsTitle + `"><thead><tr role="row"><th scope="col" role="columnheader">Element</th>`)
	for side := range r.Count {
		head := words.Capital(readingOf(r, side))
		if r.Count == 2 {
			head = code.Side(side) + " " + head
		}
		t.WriteString(`<th scope="col" role="columnheader">` + head + `</th>`)
	}
	if r.Count == 2 {
		t.WriteString(`<th scope="col" role="columnheader" class="n">Distance</th>`)
	}
	t.WriteString(`</tr></thead><tbody>`)
	for _, i := range list {
		var v [2]uint64
		w := -1
		for side := range r.Count {
			x, by := r.Element(b, side, i)
			v[side], w = x, max(w, by)
		}
		mark := uint64(0)
		class := ""
		if r.Count == 2 {
			if mark = v[0] ^ v[1]; mark != 0 {
				class = ` class="ptx-apart"`
			}
		}
		t.WriteString(`<tr role="row"` + class + `><th scope="row" role="rowheader"><button type="button" class="plain num" data-tap="ptx:w` + words.Num(w) + `" aria-label="Follow the thread that wrote ` + words.Escape(b.Name) + `[` + words.Num(i) + `]">` + words.Escape(b.Name) + `[` + words.Num(i) + `]</button>`)
		if w >= 0 {
			t.WriteString(`<span class="ptx-who">` + threadName(w/r.threads(), w%r.threads()) + `</span>`)
		}
		t.WriteString(`</th>`)
		for side := range r.Count {
			letter := ""
			if r.Count == 2 {
				letter = code.Side(side)
			}
			t.WriteString(`<td role="cell">` + letter + valueCell(e.format, 8*e.bytes, e.signed, v[side], mark) + `</td>`)
		}
		if r.Count == 2 {
			t.WriteString(`<td role="cell" class="n num">` + apart(e, v) + `</td>`)
		}
		t.WriteString(`</tr>`)
	}
	t.WriteString(`</tbody></table>`)
	if s.From > 0 || next >= 0 {
		t.WriteString(`<div class="row ptx-pages">`)
		t.WriteString(`<button type="button" data-tap="ptx:f0"` + disabled(s.From == 0) + `>First</button>`)
		t.WriteString(`<button type="button" data-tap="ptx:f` + words.Num(max(next, 0)) + `"` + disabled(next < 0) + `>Next ` + words.Num(rows) + `</button>`)
		t.WriteString(`<span class="dim">` + words.Thousands(uint64(b.N)) + ` elements</span></div>`)
	}
	return t.String()
}

func disabled(on bool) string {
	if on {
		return ` disabled`
	}
	return ""
}

// apart is the distance of two elements.
func apart(e element, v [2]uint64) string {
	if v[0] == v[1] {
		return `<span class="dim">0</span>`
	}
	if e.format == nil {
		return "≠"
	}
	d := code.UlpDistance(code.Value{Known: true, Format: e.format, Code: wide.From64(v[0])}, code.Value{Known: true, Format: e.format, Code: wide.From64(v[1])})
	if !d.Known || d.N == 0 {
		return "≠"
	}
	return code.ApartText(d.N) + " ulp"
}

// statement is a statement of the text, its opcode apart from its operands.
func statement(s *ptx.Statement) string {
	head, rest, _ := strings.Cut(strings.TrimSuffix(s.Text, ";"), " ")
	if strings.HasPrefix(head, "@") {
		guard := head
		head, rest, _ = strings.Cut(rest, " ")
		return `<span class="dim">` + words.Escape(guard) + `</span> <b>` + words.Escape(head) + `</b> ` + words.Escape(rest)
	}
	return `<b>` + words.Escape(head) + `</b> ` + words.Escape(rest)
}

// place is where a statement stands: line of the text, and of the source where .loc says it.
func place(m *ptx.Module, s *ptx.Statement) string {
	t := "line " + words.Num(s.At.Line)
	if s.Source.Line > 0 {
		file := m.Files[s.Source.File]
		if k := strings.LastIndexAny(file, `/\`); k >= 0 {
			file = file[k+1:]
		}
		t += " · " + words.Few(file, 40) + ":" + words.Num(s.Source.Line)
	}
	return t
}

// brief is a value in a few characters.
func (t *Trace) brief(side int, o Operand) string {
	if f := formatOf(o.Type); f != nil {
		return words.Minus(words.Brief(f, wide.From64(o.Value)))
	}
	switch {
	case o.Type.Bits == 1 && o.Not:
		return "not " + strconv.FormatBool(o.Value != 0)
	case o.Type.Bits == 1:
		return strconv.FormatBool(o.Value != 0)
	case o.Type.Class == ptx.Unsigned || o.Type.Class == ptx.Signed:
		if o.Type.Bits == 64 {
			return t.wide(side, o)
		}
		return integer(o.Value&(1<<o.Type.Bits-1), o.Type.Bits, o.Type.Class == ptx.Signed)
	}
	if o.Type.Bits == 64 {
		return t.wide(side, o)
	}
	return hexOf(o.Value, max(o.Type.Bits, 32))
}

// wide writes 64 bits: an address of memory by its name, small numbers in decimal.
func (t *Trace) wide(side int, o Operand) string {
	if name, at, ok := t.Run.Sides[side].machine.Place(o.Value); ok {
		return words.Few(name, 24) + " + " + words.Num(at)
	}
	if v := int64(o.Value); v > -1<<31 && v < 1<<31 && o.Type.Class != ptx.Untyped {
		return words.Minus(strconv.FormatInt(v, 10))
	}
	return hexOf(o.Value, 64)
}

// operands is the table of an event's operands and results.
func operands(t *Trace, side, at int) string {
	var b strings.Builder
	e := &t.Sides[side].Watch.Events[at]
	b.WriteString(`<table class="ptx-operands" aria-label="Operands and results"><tbody>`)
	for _, o := range t.Operands(side, at) {
		name := words.Escape(o.Name)
		if name == "" {
			name = `<span class="dim">constant</span>`
		}
		class := ""
		if o.Result {
			class = ` class="ptx-result"`
			name = `<span class="dim">→</span> ` + name
		}
		b.WriteString(`<tr` + class + `><th scope="row" class="num">` + name + `</th><td>`)
		switch f := formatOf(o.Type); {
		case f != nil:
			b.WriteString(valueCell(f, f.Bits, true, o.Value, 0))
		case strings.HasSuffix(o.Type.Name, "16x2"):
			half := format.F16
			if strings.HasPrefix(o.Type.Name, "b") {
				half = format.BF16
			}
			b.WriteString(valueCell(half, 16, true, o.Value&0xffff, 0) + valueCell(half, 16, true, o.Value>>16&0xffff, 0))
		default:
			b.WriteString(`<span class="num expr-big">` + words.Escape(t.brief(side, o)) + `</span>`)
			if n := o.Type.Bits; n > 1 && n < 64 && (o.Type.Class == ptx.Unsigned || o.Type.Class == ptx.Signed) {
				b.WriteString(` <span class="num ptx-hex">` + hexOf(o.Value&(1<<n-1), n) + `</span>`)
			}
		}
		b.WriteString(`</td></tr>`)
	}
	if r, ok := t.held(side, at).rounded(t, side, at); ok {
		b.WriteString(`<tr class="ptx-exact"><th scope="row">` + exactLabel + `</th><td><span class="num x">` + words.Escape(r.Exact) + `</span> <span class="num ptx-hex">` + words.Escape(r.Error) + `</span></td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	if note := noteOf(t, e); note != "" {
		b.WriteString(`<p class="note ptx-note">` + note + `</p>`)
	}
	return b.String()
}

// noteOf says what an event did beside its registers.
func noteOf(t *Trace, e *machine.Event) string {
	switch {
	case e.Off && strings.HasPrefix(e.Statement.Opcode, "bra"):
		return "The branch is not taken."
	case e.Off:
		return "The guard is false: this thread does not execute it."
	}
	var list []string
	if e.Fused != nil {
		list = append(list, "Fused with line "+words.Num(e.Fused.At.Line)+", <span class=\"num\">"+words.Escape(e.Fused.Opcode)+"</span>: one rounding, of the exact product and sum.")
	}
	if e.Memory != "" {
		what := words.Escape(e.Memory) + ", byte " + words.Thousands(uint64(e.Byte))
		for _, p := range t.Run.Params {
			if p.Buffer && p.Name == e.Memory {
				what = words.Escape(p.Name) + "[" + words.Num(e.Byte/p.Element.bytes) + "]"
			}
		}
		list = append(list, `Memory: <span class="num">`+what+`</span>.`)
	}
	if n := t.Run.threads(); e.From >= 0 && e.From != t.Block*n+t.Thread {
		list = append(list, `The value comes from <button type="button" class="plain" data-tap="ptx:w`+words.Num(e.From)+`">`+threadName(e.From/n, e.From%n)+`</button>.`)
	}
	return strings.Join(list, " ")
}

// around is how many statements are listed before and after the one looked at.
const around = 7

// lines lists the statements around the one looked at.
func lines(t *Trace, side, here int) string {
	var b strings.Builder
	events := t.Sides[side].Watch.Events
	from := max(0, min(here-around, len(events)-2*around-1))
	held := t.held(side, from)
	b.WriteString(`<ol class="ptx-lines" start="` + words.Num(from+1) + `">`)
	for k := from; k < min(from+2*around+1, len(events)); k++ {
		e := &events[k]
		class, current := "", ""
		switch {
		case k == here:
			class, current = "here", ` aria-current="step"`
		case e.Off:
			class = "off"
		}
		if t.Part != nil && k >= t.Part.At[side] && k < t.Part.To[side] {
			class += " part"
		}
		value := ""
		if len(e.Values) > 0 {
			typ := operandType(e.Statement, 0)
			if e.Registers[0].Type.Bits == 1 {
				typ = e.Registers[0].Type
			}
			if typ.Class == ptx.Untyped || typ.Class == 0 {
				typ = e.Registers[0].Type
				if used, ok := t.Run.Sides[side].uses[e.Registers[0]]; ok {
					typ = used
				}
			}
			value = t.brief(side, Operand{Type: typ, Value: e.Values[0]})
		}
		off := ""
		if r, ok := held.rounded(t, side, k); ok {
			off = r.Error
		}
		held.take(t, side, k)
		b.WriteString(`<li class="` + strings.TrimSpace(class) + `"` + current + `><button type="button" class="plain" data-tap="ptx:s` + words.Num(k+1) + `"><span class="ptx-count num">` + words.Num(k+1) + `</span><span class="ptx-code num">` + statement(e.Statement) +
			`</span><span class="ptx-value num">` + words.Escape(value) + `</span><span class="ptx-off num">` + words.Escape(off) + `</span></button></li>`)
	}
	b.WriteString(`</ol>`)
	return b.String()
}

// step is the statement looked at, with its operands.
func step(t *Trace, side, here int) string {
	e := &t.Sides[side].Watch.Events[here]
	return `<p class="ptx-now num">` + statement(e.Statement) + `</p><p class="ptx-where">` + words.Escape(place(t.Run.Sides[side].Module, e.Statement)) + `</p>` + operands(t, side, here)
}

// mostRegisters bounds how many registers are listed.
const mostRegisters = 256

// all lists what the registers of the thread hold after a step, in the order in which they were first written.
func all(t *Trace, side, here int) string {
	held := t.held(side, here+1)
	uses := t.Run.Sides[side].uses
	seen := map[*ptx.Register]bool{}
	var b strings.Builder
	b.WriteString(`<dl class="ptx-all">`)
	for k := 0; k <= here; k++ {
		for _, r := range t.Sides[side].Watch.Events[k].Registers {
			if seen[r] || len(seen) == mostRegisters {
				continue
			}
			seen[r] = true
			typ := r.Type
			if used, ok := uses[r]; ok {
				typ = used
			}
			b.WriteString(`<div><dt class="num">` + words.Escape(r.Name) + `</dt><dd class="num">` + words.Escape(t.brief(side, Operand{Type: typ, Value: held[r]})) + `</dd></div>`)
		}
	}
	b.WriteString(`</dl>`)
	if len(seen) == mostRegisters {
		b.WriteString(`<p class="note">The first ` + words.Num(mostRegisters) + ` that were written.</p>`)
	}
	return b.String()
}

// part shows where the two sides part: on each the first statement whose result the other does not have.
func part(t *Trace) string {
	if t == nil || !t.Done || t.Problem != "" || t.Run.Count < 2 || t.Run.Differ == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<h2>` + partTitle + `</h2><p class="note">In ` + threadName(t.Block, t.Thread))
	if len(t.hops) > 0 {
		h := t.hops[0]
		b.WriteString(`, from which the values came to ` + threadName(h.block, h.thread))
	}
	if t.Part == nil {
		b.WriteString(`: every number computed there is the same on both sides.</p>`)
		return b.String()
	}
	b.WriteString(`: the first result that only one of them has.</p><div class="ptx-part">`)
	for side, at := range t.Part.At {
		b.WriteString(`<div class="ptx-side"><h3>` + code.Side(side) + ` ` + words.Capital(readingOf(t.Run, side)) + `</h3>`)
		if at < 0 {
			b.WriteString(`<p class="note">Nothing more is computed here.</p>`)
		}
		for k := at; at >= 0 && k < t.Part.To[side]; k++ {
			if k == at || carries(&t.Sides[side].Watch.Events[k]) {
				b.WriteString(step(t, side, k))
			}
		}
		b.WriteString(`</div>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}
