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
func livesWords(s *State) string {
	i, e := s.instruction().Registers(), s.shownElement()
	f, any := fragments(i)
	if !any || e.Of == 0 {
		return ""
	}
	o, row, col := strings.IndexByte(operands, e.Of), int(e.Row), int(e.Col)
	p, _ := f[o].Place(row, col)
	text := words.Put([...]string{"A, row #, k = #: lane #", "B, k = #, column #: lane #", "C and D, row #, column #: lane #"}[o], placeWords(s, o == 1, row), placeWords(s, o == 0, col), words.Num(p.Lane%32))
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

// grid says where the matrices stand in a picture: in that of the matrices B above, A on the left, C and D below B; in that of the
// registers side by side.
type grid struct {
	i         tensor.Instruction
	f         [3]tensor.Fragment
	registers bool
	x, y      [3]int
	rows      [3]int // shown: those of one warp
	from      [3]int // the first of them
	count     [3]int // of cells
	w, h      int
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

func gridOf(i tensor.Instruction, e Element, registers bool) grid {
	g := grid{i: i, registers: registers}
	g.f, _ = fragments(i)
	warp := warpOf(&g.f, e)
	x := fragLane
	for o, f := range g.f {
		g.rows[o] = f.Rows
		if f.Lanes > 32 {
			g.rows[o] = f.Rows * 32 / f.Lanes
			g.from[o] = warp * g.rows[o]
		}
		g.count[o] = g.rows[o] * f.Cols
		if f.Lanes > 0 && registers {
			g.count[o] *= f.Copies
			g.x[o], g.y[o] = x, fragGap
			x += f.Each*fragWide + 14
		}
	}
	if registers {
		g.w, g.h = x, fragGap+32*fragHigh+2
		return g
	}
	below := fragGap
	if g.f[1].Lanes > 0 {
		below += g.rows[1]*fragCell + fragGap
	}
	right := fragGap + i.K*fragCell + fragGap
	g.x = [3]int{fragGap, right, right}
	g.y = [3]int{below, fragGap, below}
	g.w = right + i.N*fragCell + 2
	g.h = below + g.rows[0]*fragCell + 2
	return g
}

// cell is an element in a picture.
type cell struct {
	row, col   int
	place      tensor.Place
	lane       int // that of the place, or of another quad pair
	x, y, w, h int
	// The register that it is in: how many elements that has, and its size.
	together, width, height int
}

// cell returns cell n of a matrix; they count along the rows.
func (g *grid) cell(o, n int) cell {
	f := &g.f[o]
	c := cell{row: g.from[o] + n/f.Cols%g.rows[o], col: n % f.Cols, together: f.Pack}
	c.place, _ = f.Place(c.row, c.col)
	c.lane = c.place.Lane + n/(g.rows[o]*f.Cols)*4
	if g.registers {
		_, c.together = registerCount(g.i, o, *f)
		c.x, c.y, c.w, c.h = g.x[o]+c.place.Index*fragWide, fragGap+c.lane%32*fragHigh, fragWide, fragHigh
	} else {
		c.x, c.y, c.w, c.h = g.x[o]+c.col*fragCell, g.y[o]+(c.row-g.from[o])*fragCell, fragCell, fragCell
	}
	c.width, c.height = c.together*c.w, c.h
	if f.Across && !g.registers {
		c.width, c.height = c.h, c.width
	}
	return c
}

// drawn draws A, B and C: as matrices, with the lane of every element, of which those of one register share a number; or as registers, a row for each
// lane, with the row and the column of every element.
func drawn(i tensor.Instruction, e Element, registers, live bool) svg.Picture {
	var p svg.Pen
	g := gridOf(i, e, registers)
	title := "A, B, C and D with the lane of every element"
	if registers {
		title = "The registers of 32 lanes: row and column of every element"
		p.Text(0, fragGap-8, 12, svg.Left, "var(--ink-2)", "lane")
		for lane := range 32 {
			p.Digits(20, fragGap+lane*fragHigh+14, 12, svg.Right, "var(--ink-2)", words.Num(lane))
		}
	}
	for o, f := range g.f {
		if f.Lanes == 0 {
			continue
		}
		note, right := words.Fill("# × #", f.Rows, f.Cols), f.Cols*fragCell
		switch {
		case registers:
			n, _ := registerCount(i, o, f)
			note, right = words.Count(n, "register"), f.Each*fragWide
		case f.Copies > 1:
			note = "pair 0"
		case g.rows[o] < f.Rows:
			note = words.Fill("rows # to #", g.from[o], g.from[o]+g.rows[o]-1)
		}
		p.Text(g.x[o], g.y[o]-8, 13, svg.Left, "var(--ink)", matrixNames[o], "font-weight", "600")
		if !registers || f.Each > 2 {
			p.Text(g.x[o]+right, g.y[o]-8, 12, svg.Right, "var(--ink-2)", note)
		}
		area(&p, o, live)
		for n := range g.count[o] { // what is pointed at lies below all that is drawn over it
			c := g.cell(o, n)
			p.Rect(c.x, c.y, c.w, c.h, 0, shade(c.lane), "none", bit(live, c.row*f.Cols+c.col)...)
		}
		for n := range g.count[o] {
			c := g.cell(o, n)
			first := c.place.Index%c.together == 0
			if first {
				p.Rect(c.x, c.y, c.width, c.height, 0, "none", "var(--line)", "pointer-events", "none")
			}
			x, y, label := c.x+c.width/2, c.y+c.height/2+4, words.Num(c.lane%32)
			if registers {
				x, y, label = c.x+c.w/2, c.y+14, words.Fill("#,#", c.row, c.col)
			}
			if first || registers {
				p.Digits(x, y, 12, svg.Middle, "var(--ink)", label, "pointer-events", "none")
			}
		}
		p.Close("g")
	}
	return p.Picture(title, g.w, g.h)
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

// marks draws what belongs to an element over a picture: the element, the others of its lane, and for one of D the row
// and the column that it is made of.
func marks(i tensor.Instruction, e Element, registers bool) string {
	var p svg.Pen
	g := gridOf(i, e, registers)
	o, row, col := strings.IndexByte(operands, e.Of), int(e.Row), int(e.Col)
	if o < 0 || g.f[o].Lanes == 0 {
		return ""
	}
	at, _ := g.f[o].Place(row, col)
	for k := range g.f {
		for n := range g.count[k] {
			c := g.cell(k, n)
			if o == 2 && (k == 0 && c.row == row || k == 1 && c.col == col) {
				p.Rect(c.x, c.y, c.w, c.h, 0, "var(--e)", "none", "fill-opacity", "0.3")
			}
			if c.place.Lane == at.Lane && c.place.Index%c.together == 0 {
				p.Rect(c.x+1, c.y+1, c.width-2, c.height-2, 0, "none", "var(--ink)")
			}
			if k == o && c.row == row && c.col == col {
				p.Rect(c.x-1, c.y-1, c.w+2, c.h+2, 2, "none", "var(--s)", "stroke-width", "3")
			}
		}
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
	return markup.Raw("div", "", drawn(i, e, in.reg, true).SVG())
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
	codes := ""
	for o, x := range f {
		if x.Lanes > 0 {
			t := code(s.instruction(), o, x)
			codes += `<div><pre class="num">` + words.Escape(t) + `</pre>` + html.Copy(t, "the index formula of "+matrixWords[o]) + `</div>`
		}
	}
	return markup.Figure{ID: "mma-fragment", Title: fragmentTitle, Caption: words.Escape(fragmentCaption(s.instruction(), i, f)),
		Body: markup.El("div",
			markup.El("div", markup.Class("mma-lives"), markup.Attrs("tabindex=0|role=group|aria-label=Element shown: arrow keys move, A, B and C choose the matrix|data-keys=mma.f"),
				markup.Words("p", "", livesWords(s)),
				markup.Words("p", "note", "Point at an element, or tap it to keep it; with the focus here, arrow keys move and A, B, C choose the matrix.")),
			markup.El("div", markup.Class("mma-frag"), part(false, "Matrices"), markup.Raw("div", "mma-code", codes)),
			part(true, "Registers")),
		Export: markup.Exported("mma-fragment", func() svg.Picture {
			return svg.Beside(fragmentTitle, 40, svg.Picture{}, drawn(i, e, false, false), drawn(i, e, true, false))
		})}.Show()
}

func fragmentCaption(named, i tensor.Instruction, f [3]tensor.Fragment) string {
	text, between := "Each lane holds ", ""
	for o, x := range f {
		if x.Lanes > 0 {
			n, _ := registerCount(i, o, x)
			text += between + words.Count(x.Each, "element") + [...]string{" of A in ", " of B in ", " of C, and as many of D, in "}[o] + words.Count(n, "register")
			between = "; "
		}
	}
	text += ". Numbers in the matrices are lanes; those in the registers are row and column. PTX documents this layout."
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
