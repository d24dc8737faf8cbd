package explain

import (
	"cmp"
	"slices"
	"strconv"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/stable"
)

// What two texts differ in, value by value. Where both compute a value that is the same on all rows but for rounding, they are cut: what lies
// between the cuts is a piece, of which each text has its own or both have one. Every mixture of the pieces of both is a program, which is run:
// so it is seen which pieces change the result, by themselves or with others.

// merger is two programs that are cut into pieces.
type merger struct {
	c     [2]*expr.Code
	cuts  []cut
	at    [2][]int32 // by value: its cut, -1 if it has none
	order []int32    // the cuts, each behind those that its pieces begin at
	parts []part
}

// cut is a value of each program. The first one is the results.
type cut struct {
	value  [2]int32
	pieces [2]*expr.Code
	part   int // of merger.parts: in what they differ, -1 if in nothing
	turns  []turn
}

// part is what pieces differ in.
type part struct {
	id  ID
	way string // the Fn of its cause
}

// Most that are looked at.
const (
	maxMerged = 6000 // values of a program
	maxParts  = 5    // of which every mixture is run
	maxAlike  = 8    // rows on which values are compared
)

// cutUp cuts two programs that the target t runs, nil where they are too long.
func (s *Search) cutUp(c [2]*expr.Code, t expr.Target) *merger {
	m := &merger{c: c}
	var shape [2][]uint64
	var varies [2][]bool // by value: it depends on inputs, and its exact value is known, or what the target gives for it
	var gives [2][][]uint64
	for side, c := range c {
		if c.Unfinished > 0 || c.Result < 0 || len(c.Values) > maxMerged {
			return nil
		}
		m.at[side], varies[side], shape[side] = make([]int32, len(c.Values)), needed(c), shapes(c, nil)
		for i := range c.Values {
			v := &c.Values[i]
			m.at[side][i] = -1
			varies[side][i] = varies[side][i] && (v.Op == expr.Input || slices.ContainsFunc(v.Operands(), func(x int32) bool { return varies[side][x] }))
		}
		if gives[side] = s.valuesOn(c, t, varies[side]); gives[side] == nil {
			return nil
		}
	}
	m.add(c[0].Result, c[1].Result)
	seen := map[uint64]int32{} // by shape: a value of the first
	for i, h := range shape[0] {
		if _, ok := seen[h]; !ok && varies[0][i] && m.at[0][i] < 0 && !reciprocal(c[0], int32(i)) {
			seen[h] = int32(i)
		}
	}
	for i, h := range shape[1] {
		if k, ok := seen[h]; ok && varies[1][i] && m.at[1][i] < 0 {
			if m.at[0][k] < 0 {
				m.add(k, int32(i))
			}
			m.at[1][i] = m.at[0][k]
		}
	}
	for i, h := range shape[0] {
		if k, ok := seen[h]; ok && m.at[0][i] < 0 {
			m.at[0][i] = m.at[0][k]
		}
	}
	open := func(side int, i int32) bool {
		v := &c[side].Values[i]
		return varies[side][i] && m.at[side][i] < 0 && v.Type.IsFloat() && v.Op != expr.Input && !reciprocal(c[side], i)
	}
	var list []int32 // those of the first, by what they are on the first row
	for side := range c {
		m.behindRoundings(side, shape[side], gives[side], func(i int32) bool { return open(side, i) })
	}
	for i := range int32(len(c[0].Values)) {
		if open(0, i) {
			list = append(list, i)
		}
	}
	by := func(i, k int32) int { return cmp.Compare(gives[0][0][i], gives[0][0][k]) }
	stable.Sort(list, by)
	for _, most := range []uint64{1 << 4, 1 << 30, 1 << 42} { // those first that differ least, by 2^-10 at most
		for k := range int32(len(c[1].Values)) {
			if !open(1, k) {
				continue
			}
			y := gives[1][0][k]
			from, _ := slices.BinarySearchFunc(list, y, func(i int32, y uint64) int { return types.Bit(gives[0][0][i]+most > y) - 1 })
			for _, i := range list[from:] {
				if gives[0][0][i] >= y+most {
					break
				}
				if open(0, i) && c[0].Values[i].Type == c[1].Values[k].Type && nearOn(gives, i, k, most) {
					m.add(i, k)
					break
				}
			}
		}
	}
	for !m.sort() {
	}
	if len(m.order) == 0 {
		return nil
	}
	m.compare()
	return m
}

// reciprocal reports the reciprocal of a number, in another type perhaps: it is no cut, since a product with it may be a quotient in the other text.
func reciprocal(c *expr.Code, i int32) bool {
	for c.Values[i].Op == expr.Convert {
		i = c.Values[i].X[0]
	}
	v := &c.Values[i]
	return v.Op == expr.Div && isOne(c, v.X[0])
}

// valuesOn are the values of a program on some rows, exact as far as they are known, as codes of binary64; those that are not known at all cease to
// vary. nil if the target t does not run it.
func (s *Search) valuesOn(c *expr.Code, t expr.Target, varies []bool) (rows [][]uint64) {
	p, err := s.compile(c, t)
	if err != nil {
		return nil
	}
	ran := make([]uint64, len(c.Values))
	for row := range min(len(s.table.In), maxAlike) {
		s.pause(len(c.Values))
		s.runAll(p, c, row, ran)
		list := make([]uint64, len(c.Values))
		for i, r := range expr.Reals(c, s.rowInputs(c, row), nil) {
			x, known := r.Rounded(expr.Double)
			if t := c.Values[i].Type; !known && ran[i] != 0 && t.IsFloat() { // a function of which only its values are known
				x, known = widen(t, ran[i]), true
			}
			list[i], varies[i] = x, varies[i] && known
		}
		rows = append(rows, list)
	}
	return rows
}

// nearOn reports a value of each program that differ on no row by so many numbers of binary64.
func nearOn(gives [2][][]uint64, i, k int32, most uint64) bool {
	for row, x := range gives[0] {
		if codesOff(x[i], gives[1][row][k]) >= most {
			return false
		}
	}
	return true
}

// behindRoundings cuts behind conversions and roundings of a value that nothing else uses, and not before.
func (m *merger) behindRoundings(side int, shape []uint64, gives [][]uint64, open func(i int32) bool) {
	values := m.c[side].Values
	user := map[uint64]uint64{} // by shape: that of what uses it, 0 if several do
	for i := range values {
		for _, x := range values[i].Operands() {
			if u, ok := user[shape[x]]; !ok {
				user[shape[x]] = shape[i]
			} else if u != shape[i] {
				user[shape[x]] = 0
			}
		}
	}
	for i := int32(len(values)) - 1; i >= 0; i-- {
		x := i
		for open(x) && len(values[x].Operands()) == 1 && (values[x].Op == expr.Convert || values[x].Op == expr.Call) && user[shape[values[x].X[0]]] != 0 {
			x = values[x].X[0]
		}
		k := m.at[side][x]
		if x == i || k <= 0 || values[x].Type != values[i].Type || slices.ContainsFunc(gives, func(row []uint64) bool { return row[x] != row[i] }) {
			continue
		}
		for n, h := range shape {
			switch h {
			case shape[x]:
				m.at[side][n] = -1
			case shape[i]:
				m.at[side][n] = k
			}
		}
		m.cuts[k].value[side] = i
	}
}

func (m *merger) add(x, y int32) {
	m.at[0][x], m.at[1][y] = int32(len(m.cuts)), int32(len(m.cuts))
	m.cuts = append(m.cuts, cut{value: [2]int32{x, y}, part: -1})
}

// within lists the values between a value and the cuts before it, itself too, in their order, and the cuts. Nothing here calls itself: a browser's stack
// is not deep.
func (m *merger) within(side int, i int32) (values, cuts []int32) {
	seen := map[int32]bool{i: true}
	values = []int32{i}
	for n := 0; n < len(values); n++ {
		for _, x := range m.c[side].Values[values[n]].Operands() {
			if seen[x] {
				continue
			}
			if seen[x] = true; m.at[side][x] < 0 {
				values = append(values, x)
			} else if k := m.at[side][x]; !slices.Contains(cuts, k) {
				cuts = append(cuts, k)
			}
		}
	}
	stable.Numbers(values, cmp.Compare[int32])
	return values, cuts
}

// sort finds an order of the cuts in which each comes behind those that either of its pieces begins at. Where there is none, a cut that stands in the
// way is taken out, and ok is false. order stays empty where the pieces have too much in common.
func (m *merger) sort() (ok bool) {
	room := 2000 + 2*len(m.at[0]) + 2*len(m.at[1])
	after := make([][]int32, len(m.cuts)) // by cut: those that wait for it
	waits := make([]int, len(m.cuts))
	var list []int32
	for k := range m.cuts {
		if c := &m.cuts[k]; k == 0 || m.at[0][c.value[0]] == int32(k) {
			for side, i := range c.value {
				values, before := m.within(side, i)
				if room -= len(values) + len(before); room < 0 {
					return true
				}
				for _, n := range before {
					after[n] = append(after[n], int32(k))
				}
				waits[k] += len(before)
			}
			if waits[k] == 0 {
				list = append(list, int32(k))
			}
		}
	}
	for n := 0; n < len(list); n++ {
		for _, k := range after[list[n]] {
			if waits[k]--; waits[k] == 0 {
				list = append(list, k)
			}
		}
	}
	for k := len(m.cuts) - 1; k > 0; k-- {
		if waits[k] > 0 {
			for side := range m.at {
				for i, n := range m.at[side] {
					if n == int32(k) {
						m.at[side][i] = -1
					}
				}
			}
			return false
		}
	}
	m.order = list
	return true
}

// compare finds the cuts whose pieces differ, and in what.
func (m *merger) compare() {
	a, b := shapes(m.c[0], m.at[0]), shapes(m.c[1], m.at[1])
	for _, k := range m.order {
		c := &m.cuts[k]
		x, y := c.value[0], c.value[1]
		p := [2]*expr.Code{m.piece(0, x), m.piece(1, y)}
		if c.pieces = p; a[x] == b[y] {
			continue
		}
		list := turnsOf(p)
		same, more := false, false
		rest := partOf(p[0], p[1])
		for to := range p { // both with what the one on that side has, where the other can be made so
			norm := p
			for _, n := range list {
				if side := n.side(to); n.as[side] != nil {
					norm[side] = n.turned(side, norm[side])
				}
			}
			same = same || core(norm[0]) == core(norm[1])
			if r := partOf(norm[0], norm[1]); !slices.ContainsFunc(list, func(n turn) bool { return n.part.id == r.id }) {
				rest, more = r, true
			}
		}
		if len(list) > 0 && (same || !more) {
			rest, list = list[0].part, list[1:]
		}
		c.part, c.turns = m.number(rest), list
		for _, n := range list {
			m.number(n.part)
		}
	}
}

func (m *merger) number(p part) int {
	k := slices.Index(m.parts, p)
	if k < 0 {
		k, m.parts = len(m.parts), append(m.parts, p)
	}
	return k
}

// piece is a program of what lies between a value and the cuts before it, which are its inputs, by their numbers.
func (m *merger) piece(side int, i int32) *expr.Code {
	c, d := m.c[side], plainCode(m.c[side].Text)
	to := map[int32]int32{}
	values, _ := m.within(side, i)
	for _, n := range values {
		for _, x := range c.Values[n].Operands() {
			if _, ok := to[x]; !ok { // a cut
				to[x] = input(d, expr.InputVar{Name: strconv.Itoa(int(m.at[side][x])), Type: c.Values[x].Type})
			}
		}
		to[n] = copied(c, n, d, to)
	}
	if d.Result = to[i]; i == c.Result {
		d.Outline.Name = c.Outline.Name
	}
	return d
}

// mixed is the program that has the pieces of the second text for the parts in set, and else those of the first; nil where such a one is not known.
func (m *merger) mixed(set uint) *expr.Code {
	d := plainCode(m.c[0].Text)
	known := make([]int32, len(m.cuts)) // by cut
	for _, k := range m.order {
		p := &m.cuts[k]
		from := 0
		if p.part >= 0 {
			from = int(set >> p.part & 1)
		}
		c := p.pieces[from]
		for _, n := range p.turns {
			if int(set>>m.number(n.part)&1) != from {
				if n.as[from] == nil {
					return nil
				}
				c = n.turned(from, c)
			}
		}
		to := map[int32]int32{}
		for i := range int32(len(c.Values)) {
			v := &c.Values[i]
			if v.Op == expr.Input && digit(c.Inputs[v.Bits].Name[0]) {
				n, _ := strconv.Atoi(c.Inputs[v.Bits].Name)
				to[i] = known[n]
				continue
			}
			to[i] = copied(c, i, d, to)
		}
		known[k] = to[c.Result]
	}
	d.Result = known[0]
	return d
}

func plainCode(text string) *expr.Code {
	return &expr.Code{Text: text, Passes: make([]expr.Pass, 1), Blocks: []expr.BasicBlock{{Cond: -1, Next: [2]int32{-1, -1}}}}
}

// input adds an input, and returns its value.
func input(c *expr.Code, v expr.InputVar) int32 {
	k := slices.IndexFunc(c.Inputs, func(o expr.InputVar) bool { return o.Name == v.Name && o.Type == v.Type })
	if k < 0 {
		k = len(c.Inputs)
		c.Inputs = append(c.Inputs, v)
	}
	c.Values = append(c.Values, expr.Value{Op: expr.Input, Type: v.Type, X: [3]int32{-1, -1, -1}, Bits: uint64(k), Ways: [2]int32{-1, -1}})
	return int32(len(c.Values) - 1)
}

// copied adds a value of a program to another one, where its operands have the numbers that to says.
func copied(c *expr.Code, i int32, d *expr.Code, to map[int32]int32) int32 {
	v := c.Values[i]
	if v.Op == expr.Input {
		return input(d, c.Inputs[v.Bits])
	}
	for k, x := range v.X {
		if x >= 0 {
			v.X[k] = to[x]
		}
	}
	v.Ways, v.Block, v.Pass = [2]int32{-1, -1}, 0, 0
	d.Values = append(d.Values, v)
	return int32(len(d.Values) - 1)
}

// beside names what changes the result of the things that two texts differ in, f and g on the target t, where mixtures of them show it.
func (s *Search) beside(a, b *expr.Code, t expr.Target, f, g []uint64) {
	switch s.textCause {
	case CauseLiteral, CauseOrder, CauseWide, CauseContraction, CauseFastDivision, CauseFastFunction, CauseReducedInput, CauseReducedAccumulation, CauseIntegerDivision, CauseLibrary:
	default:
		return
	}
	if leaves(s.textWay) { // the range of numbers
		return
	}
	if u := mustTarget("9.0-nofma"); t == mustTarget("9.0") { // what no product is fused in is compared without
		x, y := s.resultsOf(a, s.chose(a, u)), s.resultsOf(b, s.chose(b, u))
		same := x != nil && y != nil && equalValues(a, a, f, x) && equalValues(b, b, g, y)
		if same || x != nil && y != nil && !(s.known[0].fuses() && s.known[1].fuses()) && !equalValues(a, b, x, y) {
			t, f, g = u, x, y
		}
	}
	var c [2]*expr.Code
	for side, text := range [2]string{s.q.Text, s.q.Second} {
		d, ok := s.readOnce(reading{int8(side), text, expr.Options{Free: s.q.Free, Device: true}, true})
		if !ok {
			return
		}
		if d, ok = plainCalls(s.libraried(d)); !ok {
			return
		}
		c[side] = settled(d)
	}
	if m := s.cutUp(c, t); m != nil && len(m.parts) > 0 && len(m.parts) <= maxParts {
		s.mix(m, t, [2][]uint64{f, g})
	}
}

// mix runs every mixture of two texts, and names what changes their results.
func (s *Search) mix(m *merger, t expr.Target, results [2][]uint64) {
	all := uint(1)<<len(m.parts) - 1
	codes, gave := make([]*expr.Code, all+1), make([][]uint64, all+1) // by set of parts; nil: not known
	for set := range codes {
		if d := m.mixed(uint(set)); d != nil {
			codes[set], gave[set] = d, s.resultsOf(d, s.chose(d, t))
		}
	}
	is := func(side int, set uint) bool {
		if gave[set] == nil {
			return false
		}
		t := codes[set].Values[codes[set].Result].Type
		if t == m.c[side].Values[m.c[side].Result].Type {
			return slices.Equal(results[side], gave[set])
		}
		for row, x := range gave[set] { // in another type it is what was observed
			if !t.IsFloat() { // of which no number is printed so
				return false
			}
			if seen := s.table.Observed[row][side].In(t.Format()); seen.Level(x) < 0 {
				return false
			}
		}
		return true
	}
	if !is(0, 0) || !is(1, all) {
		return
	}
	type matter struct {
		part
		forth, back bool // it alone comes from the first result to the second, and from that to the first, as far as it is known
	}
	var live []matter
	s.alsoAll = true
	sure := true // what each of them makes of the first text is known
	for i, p := range m.parts {
		one, some, known := uint(1)<<i, false, false
		for set := range codes {
			if x, y := uint(set), uint(set)^one; gave[x] != nil && gave[y] != nil {
				known = true
				some = some || !equalValues(codes[x], codes[y], gave[x], gave[y])
			}
		}
		if some || !known {
			forth, back := is(1, one), is(0, all^one)
			s.alsoAll, sure = s.alsoAll && known, sure && gave[one] != nil
			live = append(live, matter{p, forth || back && gave[one] == nil, back || forth && gave[all^one] == nil})
		}
	}
	if len(live) == 0 {
		return
	}
	named := func(p part) bool { return p.id == s.textCause || p.id.reduced() && s.textCause.reduced() }
	rank := func(x matter) int { return types.Bit(named(x.part)) + 2*types.Bit(x.forth) + 2*types.Bit(x.back) }
	stable.Sort(live, func(x, y matter) int { return rank(y) - rank(x) })
	alone := func(x matter) bool { return x.forth || x.back }
	switch n := slices.IndexFunc(live, alone); {
	case n >= 0 && live[n].forth && live[n].back && !slices.ContainsFunc(live[n+1:], alone):
		live = live[n : n+1]
	case n >= 0 && !slices.ContainsFunc(live, func(x matter) bool { return !x.forth }):
		s.alsoEach = "each of them alone changes the result"
	case n < 0 && len(live) == 2 && s.alsoAll && sure:
		s.alsoEach = "it takes both to come from one result to the other"
	case len(live) == 2:
		s.alsoEach, s.alsoAll = "either may be needed", false
	case len(live) > 2:
		s.alsoEach = "it may take several to come from one result to the other"
	}
	// With one part alone, exact values and the words of the texts say more of it.
	certain := s.textCause.reduced() || s.textCause == CauseIntegerDivision || s.textCause == CauseLibrary || s.textWay == otherConstants ||
		(s.textCause == CauseLiteral || s.textCause == CauseWide) && live[0].part == (part{CauseOrder, otherOperations})
	if !named(live[0].part) && (len(m.parts) > 1 || !certain) {
		s.textCause, s.textWay = live[0].id, live[0].way
	}
	if len(m.parts) > 1 {
		s.textAlso = nil
	}
	for _, x := range live[1:] {
		s.textAlso = append(s.textAlso, x.part)
	}
}
