package matrixunit

import (
	"strings"

	"ulplab/fpcore/tensor"
	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// operands are the matrices in the order of the picture of registers.
const operands = "ABC"

// matrixNames are their names in the pictures, matrixWords those in words.
var (
	matrixNames = [...]string{"A", "B", "C, D"}
	matrixWords = [...]string{"A", "B", "C and D"}
)

// fragments are the layouts of an instruction's matrices that lie in registers, by their index in operands.
func fragments(i tensor.Instruction) (f [3]tensor.Fragment, any bool) {
	for o := range f {
		var ok bool
		f[o], ok = i.Fragment(tensor.Operand(operands[o]))
		any = any || ok
	}
	return f, any
}

// shownElement is the element that the picture is about.
func (s *State) shownElement() Element {
	e := s.Over
	if e.Of == 0 {
		e = s.Pick
	}
	if e.Of == 0 {
		if f, any := fragments(s.instruction().Registers()); any && f[0].Lanes > 0 {
			e = Element{Of: 'A'}
		}
	}
	return e
}

// registerCount returns how many registers hold a lane's elements of a matrix, and how many elements one holds.
func registerCount(i tensor.Instruction, o int, f tensor.Fragment) (n, each int) {
	bits := number(i.A).bits()
	if o == 2 {
		bits = number(i.D).bits()
	} else if each = f.Pack; bits < 32 {
		return f.Each / each, each
	}
	if bits == 19 {
		bits = 32 // TF32
	}
	each = max(1, 32/bits)
	return f.Each * max(32, bits) / 32 / each, each
}

// placeWords is the number of a row or column; of single bits an element is a register of 32 along k.
func placeWords(s *State, alongK bool, n int) string {
	if alongK && s.instruction().A == "b1" {
		return words.Fill("# to #", 32*n, 32*n+31)
	}
	return words.Num(n)
}

// livesWords says where an element lives.
func livesWords(s State) string {
	i, e := s.instruction().Registers(), s.shownElement()
	f, any := fragments(i)
	if !any || e.Of == 0 {
		return ""
	}
	o, row, col := strings.IndexByte(operands, e.Of), int(e.Row), int(e.Col)
	p, _ := f[o].Place(row, col)
	text := words.Put([...]string{"A, row #, k = #: lane #", "B, k = #, column #: lane #", "C and D, row #, column #: lane #"}[o], placeWords(&s, o == 1, row), placeWords(&s, o == 0, col), words.Num(p.Lane%32))
	if f[o].Lanes > 32 {
		text += words.Fill(" of warp #", p.Lane/32)
	}
	if f[o].Copies > 1 {
		text += words.Fill(" in the first quad pair, #, # and # in the others", p.Lane+4, p.Lane+8, p.Lane+12)
	}
	n, each := registerCount(i, o, f[o])
	register, at := p.Index/each, p.Index%each
	how, numbers := "in register #", [...]int{register, 0, 0}
	switch {
	case n > f[o].Each:
		how, numbers = "in registers # and #", [...]int{2 * p.Index, 2*p.Index + 1, 0}
	case each == 2:
		how = [...]string{"the lower half of register #", "the upper half of register #"}[at]
	case each == 4:
		how, numbers = "byte # of register #", [...]int{at, register, 0}
	case each > 4:
		how, numbers = "bits # to # of register #", [...]int{at * 4, at*4 + 3, register}
	}
	text += words.Fill(", its element #, ", p.Index) + words.Fill(how, numbers[:]...) + " of the matrix. It "
	if o == 1 {
		row = col
	}
	return text + words.Fill([...]string{"takes part in row # of D.", "takes part in column # of D.", "is made of row # of A and column # of B."}[o], row, col)
}

// code is the index formula of a matrix in CUDA.
func code(i tensor.Instruction, o int, f tensor.Fragment) string {
	text := words.Put("// element i of # that a lane holds of #:\n// #\nint lane = threadIdx.x % #;\n", words.Num(f.Each), matrixWords[o], i.Name(), words.Num(f.Lanes)) + f.CUDA()
	if f.Copies > 1 {
		text += words.Fill("int pair = lane / 4 % 4; // of the # matrices\n", f.Copies)
	}
	return text
}

// Measures of the fragment picture in CSS pixels.
const (
	fragCell = 17
	fragGap  = 26
	fragWide = 44 // a register element
	fragHigh = 19
	fragLane = 30
)

// grid says where the matrices stand in the picture: B above, A on the left, C and D below B.
type grid struct {
	f    [3]tensor.Fragment
	x, y [3]int
	rows [3]int // shown: those of one warp
	from [3]int // the first of them
	w, h int
}

// warpOf is the warp that holds an element.
func warpOf(f *[3]tensor.Fragment, e Element) int {
	o := strings.IndexByte(operands, e.Of)
	if o < 0 {
		return 0
	}
	p, _ := f[o].Place(int(e.Row), int(e.Col))
	return p.Lane / 32
}

func gridOf(i tensor.Instruction, e Element) grid {
	g := grid{}
	g.f, _ = fragments(i)
	warp := warpOf(&g.f, e)
	for o, f := range g.f {
		g.rows[o] = f.Rows
		if f.Lanes > 32 {
			g.rows[o] = f.Rows * 32 / f.Lanes
			g.from[o] = warp * g.rows[o]
		}
	}
	left, top := fragGap, fragGap
	below := top
	if g.f[1].Lanes > 0 {
		below += g.rows[1]*fragCell + fragGap
	}
	right := left + i.K*fragCell + fragGap
	g.x = [3]int{left, right, right}
	g.y = [3]int{below, top, below}
	g.w = right + i.N*fragCell + 2
	g.h = below + g.rows[0]*fragCell + 2
	return g
}

// matrices draws A, B and C with the lane of every element; runs of elements of one register share a number.
func matrices(i tensor.Instruction, e Element, live bool) svg.Picture {
	var p svg.Pen
	g := gridOf(i, e)
	for o, f := range g.f {
		if f.Lanes == 0 {
			continue
		}
		p.Text(g.x[o], g.y[o]-8, 13, svg.Left, "var(--ink)", matrixNames[o], "font-weight", "600")
		note := words.Fill("# × #", f.Rows, f.Cols)
		if g.rows[o] < f.Rows {
			note = words.Fill("rows # to #", g.from[o], g.from[o]+g.rows[o]-1)
		}
		if f.Copies > 1 {
			note = "pair 0"
		}
		p.Text(g.x[o]+f.Cols*fragCell, g.y[o]-8, 12, svg.Right, "var(--ink-2)", note)
		area(&p, o, live)
		for r := range g.rows[o] {
			for c := range f.Cols {
				row := g.from[o] + r
				place, _ := f.Place(row, c)
				p.Rect(g.x[o]+c*fragCell, g.y[o]+r*fragCell, fragCell, fragCell, 0, shade(place.Lane), "none", bit(live, row*f.Cols+c)...)
			}
		}
		for r := range g.rows[o] {
			for c := range f.Cols {
				place, _ := f.Place(g.from[o]+r, c)
				if place.Index%f.Pack != 0 {
					continue
				}
				w, h := f.Pack*fragCell, fragCell
				if f.Across {
					w, h = h, w
				}
				x, y := g.x[o]+c*fragCell, g.y[o]+r*fragCell
				p.Rect(x, y, w, h, 0, "none", "var(--line)", "pointer-events", "none")
				p.Digits(x+w/2, y+h/2+4, 12, svg.Middle, "var(--ink)", words.Num(place.Lane%32), "pointer-events", "none")
			}
		}
		p.Close("g")
	}
	return p.Picture("A, B, C and D with the lane of every element", g.w, g.h)
}

func area(p *svg.Pen, o int, live bool) {
	if live {
		p.Open("g", "data-bits", "mma."+operands[o:o+1])
	} else {
		p.Open("g")
	}
}

func bit(live bool, n int) []string {
	if !live {
		return nil
	}
	return []string{"data-bit", words.Num(n)}
}

// shade tells neighbouring lanes apart.
func shade(lane int) string {
	if (lane/4+lane)%2 != 0 {
		return "var(--t-tint)"
	}
	return "var(--bg)"
}

// file draws the registers: a row for each lane, a cell for each element with its row and column.
func file(i tensor.Instruction, e Element, live bool) svg.Picture {
	var p svg.Pen
	g := gridOf(i, e)
	x := fragLane
	p.Text(0, fragGap-8, 12, svg.Left, "var(--ink-2)", "lane")
	for lane := range 32 {
		p.Digits(20, fragGap+lane*fragHigh+14, 12, svg.Right, "var(--ink-2)", words.Num(lane))
	}
	for o, f := range g.f {
		if f.Lanes == 0 {
			continue
		}
		n, each := registerCount(i, o, f)
		p.Text(x, fragGap-8, 13, svg.Left, "var(--ink)", matrixNames[o], "font-weight", "600")
		if f.Each > 2 {
			p.Text(x+f.Each*fragWide, fragGap-8, 12, svg.Right, "var(--ink-2)", words.Count(n, "register"))
		}
		area(&p, o, live)
		for pass := range 2 { // what is pointed at lies below all that is drawn over it
			for at := range f.Copies * g.rows[o] * f.Cols {
				row, c := g.from[o]+at/f.Cols%g.rows[o], at%f.Cols
				place, _ := f.Place(row, c)
				place.Lane += at / (g.rows[o] * f.Cols) * 4
				cx, cy := x+place.Index*fragWide, fragGap+place.Lane%32*fragHigh
				if pass == 0 {
					p.Rect(cx, cy, fragWide, fragHigh, 0, shade(place.Lane), "none", bit(live, row*f.Cols+c)...)
					continue
				}
				if place.Index%each == 0 {
					p.Rect(cx, cy, each*fragWide, fragHigh, 0, "none", "var(--line)", "pointer-events", "none")
				}
				p.Digits(cx+fragWide/2, cy+14, 12, svg.Middle, "var(--ink)", words.Fill("#,#", row, c), "pointer-events", "none")
			}
		}
		p.Close("g")
		x += f.Each*fragWide + 14
	}
	return p.Picture("The registers of 32 lanes: row and column of every element", x, fragGap+32*fragHigh+2)
}

// marks draws what belongs to an element over a picture: the element, the others of its lane, and for one of D the row
// and the column that it is made of.
func marks(i tensor.Instruction, e Element, registers bool) string {
	var p svg.Pen
	g := gridOf(i, e)
	o := strings.IndexByte(operands, e.Of)
	if o < 0 || g.f[o].Lanes == 0 {
		return ""
	}
	at, _ := g.f[o].Place(int(e.Row), int(e.Col))
	x := fragLane
	for k, f := range g.f {
		if f.Lanes == 0 {
			continue
		}
		copies := 1 // drawn: the matrices are those of the first quad pair
		if registers {
			copies = f.Copies
		}
		for n := range copies * g.rows[k] * f.Cols {
			row, c := g.from[k]+n/f.Cols%g.rows[k], n%f.Cols
			place, _ := f.Place(row, c)
			here := k == o && row == int(e.Row) && c == int(e.Col)
			lane := place.Lane == at.Lane
			made := e.Of == operands[2] && (k == 0 && row == int(e.Row) || k == 1 && c == int(e.Col))
			if !here && !lane && !made {
				continue
			}
			cx, cy, w, h := g.x[k]+c*fragCell, g.y[k]+(row-g.from[k])*fragCell, fragCell, fragCell
			together, width, height := f.Pack, f.Pack*fragCell, fragCell // the register that the element is in
			if f.Across {
				width, height = height, width
			}
			if registers {
				place.Lane += n / (g.rows[k] * f.Cols) * 4
				cx, cy, w, h = x+place.Index*fragWide, fragGap+place.Lane%32*fragHigh, fragWide, fragHigh
				_, together = registerCount(i, k, f)
				width, height = together*w, h
			}
			if made {
				p.Rect(cx, cy, w, h, 0, "var(--e)", "none", "fill-opacity", "0.3")
			}
			if lane && place.Index%together == 0 {
				p.Rect(cx+1, cy+1, width-2, height-2, 0, "none", "var(--ink)")
			}
			if here {
				p.Rect(cx-1, cy-1, w+2, h+2, 2, "none", "var(--s)", "stroke-width", "3")
			}
		}
		x += f.Each*fragWide + 14
	}
	if registers {
		g.w, g.h = x, fragGap+32*fragHigh+2
	}
	return words.Fill(`<svg viewBox="0 0 # #" aria-hidden="true">`, g.w, g.h) + p.B.String() + `</svg>`
}

// fragmentIn is the input of a drawing of fragments; e says the warp alone.
type fragmentIn struct {
	id   string
	warp int
	reg  bool
}

func drawFragment(v any) markup.Node {
	in := v.(fragmentIn)
	i := instructions()[in.id].Registers()
	f, _ := fragments(i)
	e := Element{Of: 'C', Row: uint8(in.warp * f[2].Rows * 32 / max(f[2].Lanes, 1))}
	if in.reg {
		return markup.Raw("div", "", file(i, e, true).SVG())
	}
	return markup.Raw("div", "", matrices(i, e, true).SVG())
}

// fragmentFigure is where the elements live.
func fragmentFigure(s *State) markup.Node {
	i, e := s.instruction().Registers(), s.shownElement()
	f, any := fragments(i)
	if !any {
		return markup.El("section", markup.Words("h2", "", fragmentTitle), markup.Words("p", "note", noFragment))
	}
	warp := warpOf(&f, e)
	part := func(reg bool, name string) markup.Node {
		return markup.El("div", markup.Class("mma-scroll"), markup.Attrs("tabindex=0|role=region"), markup.Attr("aria-label", name),
			markup.El("div", markup.Class("dot-graph"),
				markup.PanelBy("dot-picture", fragmentIn{s.Unit[0].ID, warp, reg}, drawFragment),
				markup.Raw("div", "dot-mark", marks(i, e, reg))))
	}
	var codes strings.Builder
	for o, x := range f {
		if x.Lanes > 0 {
			t := code(s.instruction(), o, x)
			codes.WriteString(`<div><pre class="num">` + words.Escape(t) + `</pre>` + html.Copy(t, "the index formula of "+matrixWords[o]) + `</div>`)
		}
	}
	return markup.Figure{ID: "mma-fragment", Title: fragmentTitle, Caption: words.Escape(fragmentCaption(s.instruction(), i, f)),
		Body: markup.El("div",
			markup.El("div", markup.Class("mma-lives"), markup.Attrs("tabindex=0|role=group|aria-label=Element shown: arrow keys move, A, B and C choose the matrix|data-keys=mma.f"),
				markup.Words("p", "", livesWords(*s)),
				markup.Words("p", "note", "Point at an element, or tap it to keep it; with the focus here, arrow keys move and A, B, C choose the matrix.")),
			markup.El("div", markup.Class("mma-frag"), part(false, "Matrices"), markup.Raw("div", "mma-code", codes.String())),
			part(true, "Registers")),
		Export: markup.Exported("mma-fragment", func() svg.Picture {
			return svg.Beside(fragmentTitle, 40, svg.Picture{}, matrices(i, e, false), file(i, e, false))
		})}.Show()
}

func fragmentCaption(named, i tensor.Instruction, f [3]tensor.Fragment) string {
	var parts []string
	for o, x := range f {
		if x.Lanes > 0 {
			n, _ := registerCount(i, o, x)
			parts = append(parts, words.Count(x.Each, "element")+[...]string{" of A in ", " of B in ", " of C, and as many of D, in "}[o]+words.Count(n, "register"))
		}
	}
	text := "Each lane holds " + strings.Join(parts, "; ") + ". Numbers in the matrices are lanes; those in the registers are row and column. PTX documents this layout."
	if named.A == "b1" {
		text += words.Fill(" Along k an element of A and B is a register of 32 bits: number # holds bits # to #.", i.K-1, named.K-32, named.K-1)
	}
	if f[0].Copies > 1 {
		text += " A warp holds four of each matrix, one for each quad pair: pair 0 is lanes 0 to 3 and 16 to 19, and each next pair lies four lanes further. The matrices drawn are those of pair 0."
	}
	if f[1].Lanes == 0 {
		text += " B lies in shared memory, where a descriptor says how."
	}
	return text
}

// fragmentBits answer a tap on an element and the pointer over it; its number counts along the rows.
func fragmentBits() map[string]lab.Bits {
	list := map[string]lab.Bits{}
	for _, of := range []byte(operands) {
		list["mma."+string(of)] = lab.Bits{
			Toggle: func(n int) markup.Action { return Pick{Element: numbered(of, n)} },
			Hover:  func(n int) markup.Action { return Over{Element: numbered(of, n)} },
		}
	}
	return list
}

func numbered(of byte, n int) Element {
	s := lab.Now[State]()
	f, ok := s.instruction().Registers().Fragment(tensor.Operand(of))
	if !ok || n < 0 || n >= f.Rows*f.Cols {
		return Element{}
	}
	return Element{of, uint8(n / f.Cols), uint8(n % f.Cols)}
}

// fragmentKey walks through the elements.
func fragmentKey(k lab.Key, _ int) (markup.Action, bool) {
	if k.Ctrl || k.Shift {
		return nil, false
	}
	s := lab.Now[State]()
	e := s.shownElement()
	switch k.Name {
	case "ArrowUp":
		e.Row--
	case "ArrowDown":
		e.Row++
	case "ArrowLeft":
		e.Col--
	case "ArrowRight":
		e.Col++
	case "a", "b", "c":
		e = Element{Of: k.Name[0] - 'a' + 'A'}
	default:
		return nil, false
	}
	return Pick{Element: e}, true
}
