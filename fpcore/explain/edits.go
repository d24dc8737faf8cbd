package explain

import (
	"cmp"
	"slices"
	"strings"

	"ulplab/fpcore/expr"
)

// edit puts another text in the place of a span: parts in turn literal text and spans, in which further edits apply.
type edit struct {
	from, to int32
	parts    []segment
}

// segment is a literal text, or where that is empty a span of the program.
type segment struct {
	_        [0]func() // not comparable
	text     string
	from, to int32
}

// apply writes a span with the edits in it, the outer ones first.
func apply(text string, list []edit, from, to int32, inner bool) string {
	var b strings.Builder
	for at := from; at < to; {
		k := -1
		for i := range list {
			e := &list[i]
			if e.from < at || e.to > to || inner && e.from == from && e.to == to {
				continue
			}
			if k < 0 || e.from < list[k].from || e.from == list[k].from && e.to > list[k].to {
				k = i
			}
		}
		if k < 0 {
			b.WriteString(text[at:to])
			break
		}
		e := list[k]
		b.WriteString(text[at:e.from])
		for _, p := range e.parts {
			if p.text != "" {
				b.WriteString(p.text)
				continue
			}
			if p.from < e.from || p.to > e.to { // an operand that stands elsewhere
				b.WriteString(strings.TrimSpace(text[p.from:p.to]))
				continue
			}
			b.WriteString(strings.TrimSpace(apply(text, list, p.from, p.to, p.from == e.from && p.to == e.to)))
		}
		at = e.to
	}
	return b.String()
}

// written is the part that spells an operand: its span, or the name of a variable.
func written(c *expr.Code, n int32) (p segment, ok bool) {
	v := &c.Values[n]
	for v.Op == expr.Convert && v.From >= v.To {
		n = v.X[0]
		v = &c.Values[n]
	}
	if v.Name != "" && !strings.Contains(v.Name, "[") {
		return segment{text: v.Name}, true
	}
	if v.From < v.To && int(v.To) <= len(c.Text) {
		return segment{from: v.From, to: v.To}, true
	}
	s := spelled(c, n)
	return segment{text: s}, s != ""
}

// spelledFactors are the parts that spell the two factors of a product: what stands on both sides of its last * outside of parentheses, else each
// as it is written.
func spelledFactors(c *expr.Code, m *expr.Value) (a, b segment, ok bool) {
	if source := c.Text; m.From < m.To && int(m.To) <= len(source) {
		depth, at, t := 0, -1, tokens(source[m.From:m.To])
		for i, p := range t {
			c := source[m.From+int32(p.from)]
			if depth += nesting(c); c == '*' && depth == 0 && i > 0 && i+1 < len(t) && source[m.From+int32(t[i+1].from)] != '=' {
				at = i
			}
		}
		if at > 0 {
			return inner(source, m.From, m.From+int32(t[at-1].to)), inner(source, m.From+int32(t[at+1].from), m.To), true
		}
	}
	a, first := written(c, m.X[0])
	b, second := written(c, m.X[1])
	return a, b, first && second
}

// spelledAddend is what stands beside a product in a sum as it is written, false where something else stands there too.
func spelledAddend(source string, v, m *expr.Value) (segment, bool) {
	if m.From < v.From || m.To > v.To || int(v.To) > len(source) {
		return segment{}, false
	}
	from, to := v.From, v.To
	before, after := strings.TrimRight(source[v.From:m.From], " \t\n"), strings.TrimLeft(source[m.To:v.To], " \t\n")
	switch {
	case after == "" && strings.HasSuffix(before, "+"), after == "" && strings.HasSuffix(before, "-"):
		to = v.From + int32(len(before)) - 1
	case before == "" && after != "" && (after[0] == '+' || after[0] == '-'):
		from = v.To - int32(len(after)) + 1
	default:
		return segment{}, false
	}
	z := strings.TrimSpace(source[from:to])
	from += int32(strings.Index(source[from:to], z))
	if z == "" || !balanced(z) || strings.ContainsAny(z, "=;,?:<>&|") || strings.ContainsAny(z[len(z)-1:], "+-*/%!~^") {
		return segment{}, false
	}
	return inner(source, from, from+int32(len(z))), true
}

// inner is a span without the parentheses around all of it.
func inner(source string, from, to int32) segment {
	if t := tokens(source[from:to]); len(t) > 1 && source[from] == '(' && source[to-1] == ')' && paired(source[from:to], t, 0) == len(t)-1 {
		return segment{from: from + 1, to: to - 1}
	}
	return segment{from: from, to: to}
}

// stands reports that what spells an operand stands in an operation as it is written.
func stands(p segment, text string, v *expr.Value) bool {
	return p.from < p.to && p.from >= v.From && p.to <= v.To || p.from >= p.to && v.From < v.To && int(v.To) <= len(text) && strings.Contains(text[v.From:v.To], p.text) && (len(tokens(p.text)) > 1 || mentions(text[v.From:v.To], p.text))
}

// contracted rewrites the products that a side fuses: fused is the text with fma in their places, multiplied the text in
// which no product of these sums can be fused. A text is empty where it cannot be written.
func (x *surgery) contracted(side int) (fused, multiplied string) {
	h := &x.s.hyps[x.best[side].hyp]
	code, ch, ok := x.s.choiceOf(h)
	if !ok {
		return
	}
	for _, c := range x.s.changes(h) {
		if c.Kind != Parameters && c.Kind != StoredFloat {
			return
		}
	}
	text := x.textOf(side)
	var fmas, muls []edit
	seen := map[int32]bool{}
	canFuse, canMul := true, true
	strip := func(p int32) (m *expr.Value, negative bool) {
		m = &code.Values[p]
		for m.Op == expr.Neg || m.Op == expr.Convert && m.Type.IsFloat() && m.From >= m.To {
			negative = negative != (m.Op == expr.Neg)
			m = &code.Values[m.X[0]]
		}
		return m, negative
	}
	for k, site := range expr.Fusable(code) {
		if k >= len(ch.Fuse) || ch.Fuse[k] == '-' {
			continue
		}
		which, v := ch.Fuse[k], &code.Values[site.Value]
		if site.Doubled {
			return "", ""
		}
		for side := range 2 {
			m, _ := strip(v.X[side])
			if m.Op != expr.Mul || seen[m.From] {
				continue
			}
			a, b, ok := spelledFactors(code, m)
			if !ok || m.From >= m.To || strings.ContainsAny(text[m.From:m.To], "=") {
				canMul = false
				continue
			}
			seen[m.From] = true
			one := "__fmul_rn("
			if m.Type == expr.Double {
				one = "__dmul_rn("
			}
			muls = append(muls, edit{m.From, m.To, []segment{{text: one}, a, {text: ", "}, b, {text: ")"}}})
		}
		p, other := v.X[0], v.X[1]
		if which == 'r' {
			p, other = other, p
		}
		m, negative := strip(p)
		if m.Op != expr.Mul {
			canFuse = false
			continue
		}
		a, b, ok := spelledFactors(code, m)
		z, spelt := spelledAddend(text, v, m)
		if !spelt {
			z, spelt = written(code, other)
		}
		ok = ok && stands(a, text, m) && stands(b, text, m) && stands(z, text, v) // and not in another function, of which these are arguments
		if !ok || !spelt || v.From > m.From || m.To > v.To || v.From >= v.To {
			canFuse = false
			continue
		}
		fma := "fmaf("
		if v.Type == expr.Double {
			fma = "fma("
		}
		minusZ := v.Op == expr.Sub && which == 'l'
		if v.Op == expr.Sub && which == 'r' {
			negative = !negative
		}
		var parts []segment
		lit := func(s string) { parts = append(parts, segment{text: s}) }
		whole := text[v.From:v.To]
		for _, op := range []string{"+=", "-="} {
			if i := strings.Index(whole, op); i > 0 {
				lit(strings.TrimSpace(whole[:i]) + " = ")
			}
		}
		lit(fma)
		if negative {
			lit("-(")
		}
		parts = append(parts, a)
		if negative {
			lit(")")
		}
		lit(", ")
		parts = append(parts, b)
		lit(", ")
		if minusZ {
			lit("-(")
		}
		parts = append(parts, z)
		if minusZ {
			lit(")")
		}
		lit(")")
		if e := (edit{v.From, v.To, parts}); !slices.ContainsFunc(fmas, func(o edit) bool { return o.from == e.from && o.to == e.to }) {
			fmas = append(fmas, e)
		}
	}
	if canMul && len(muls) > 0 {
		multiplied = apply(text, muls, 0, int32(len(text)), false)
	}
	if canFuse && len(fmas) > 0 {
		fused = apply(text, fmas, 0, int32(len(text)), false)
	}
	return fused, multiplied
}

// spelled is a value as it is written where it is used: a variable's name, or its text.
func spelled(c *expr.Code, n int32) string {
	v := &c.Values[n]
	if v.Op == expr.Input && v.Bits < uint64(len(c.Inputs)) {
		if w := inside(c.Text, v.From, v.To); w != "" && strings.Contains(v.Name, "[") {
			return w
		}
		return c.Inputs[v.Bits].Name
	}
	if v.Name != "" {
		return v.Name
	}
	if v.Op == expr.Convert && v.From >= v.To {
		return spelled(c, v.X[0])
	}
	return inside(c.Text, v.From, v.To)
}

// inside is the text of a span, "" if there is none.
func inside(s string, from, to int32) string {
	if from < 0 || to > int32(len(s)) || from >= to {
		return ""
	}
	return strings.TrimSpace(s[from:to])
}

// simple reports a name or a number, which needs no parentheses.
func simple(s string) bool {
	for i := range len(s) {
		if !wordByte(s[i]) && s[i] != '.' && s[i] != '[' && s[i] != ']' {
			return false
		}
	}
	return s != ""
}

// withoutPragmas takes the lines of a text out that only tell the compiler to run loops in parallel.
func withoutPragmas(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if w := strings.Fields(strings.Replace(line, "#", "# ", 1)); len(w) < 3 || w[0] != "#" || w[1] != "pragma" || w[2] != "omp" {
			b.WriteString(line)
		}
	}
	return b.String()
}

// edit sets what is written in the place of what: the one span in which two texts differ, whole statements where it reaches from one
// into another, else the whole program.
func (r *Remedy) edit(was, now string) {
	if was == now {
		r.Text = strings.TrimSpace(now)
		return
	}
	i := alike(was, now)
	j, k := len(was), len(now)
	for j > i && k > i && was[j-1] == now[k-1] {
		j, k = j-1, k-1
	}
	for i > 0 && (wordByte(was[i-1]) || was[i-1] == '.') {
		i--
	}
	for j < len(was) && (wordByte(was[j]) || was[j] == '.') {
		j, k = j+1, k+1
	}
	if clear := strings.Count(was, was[i:j]) == 1; !clear || strings.Contains(was[i:j]+now[i:k], ";") || listed(was[i:j]) || listed(now[i:k]) || !balanced(was[i:j]) || !balanced(now[i:k]) { // whole statements
		for i > 0 && strings.IndexByte(";{}\n", was[i-1]) < 0 {
			i--
		}
		for i < j && i < k && was[i] == ' ' && now[i] == ' ' {
			i++
		}
		for j < len(was) && strings.IndexByte(";{}\n", was[j]) < 0 {
			j, k = j+1, k+1
		}
	}
	if i == j || i == k || strings.Contains(was[i:j], "\n") || strings.Count(was, was[i:j]) > 1 || !balanced(was[i:j]) {
		r.Text = strings.TrimSpace(now)
		return
	}
	r.Old, r.Text, r.From, r.To = was[i:j], now[i:k], int32(i), int32(j)
}

// headed names the header of mathematical functions that a remedy brings into a program which includes others only.
func (r *Remedy) headed(was, now string) {
	if !strings.Contains(was, "#include") || anyOf(was, []string{"math", "stdc++"}) || !slices.ContainsFunc(tokens(r.Text), func(t piece) bool {
		w := r.Text[t.from:t.to]
		m, ok := expr.MeaningOf(w)
		return ok && m.ID != "" && letter(w[0]) && w[0] != '_' && strings.HasPrefix(r.Text[t.to:], "(")
	}) {
		return
	}
	header, more := "#include <math.h>", "link with -lm"
	if anyOf(was, []string{"namespace", "std::"}) || slices.ContainsFunc(strings.Split(was, "\n"), func(l string) bool { return strings.HasPrefix(l, "#include <") && !strings.Contains(l, ".h") }) {
		header, more = "#include <cmath>", ""
	}
	switch {
	case r.Old == "":
		r.Text = header + "\n" + r.Text
	case more != "":
		more = "with " + header + ", and " + more
	default:
		more = "with " + header
	}
	if r.Note != "" && more != "" {
		more = r.Note + "; " + more
	}
	r.Note = cmp.Or(more, r.Note)
}

// alike is how many bytes two texts begin with alike.
func alike(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
