package draw

import (
	"strings"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/model"
	"ulplab/site/route"
	"ulplab/site/state"
)

func dotExample(t *testing.T, id string) *model.Dot {
	t.Helper()
	s, ok := state.DotExample(id)
	if !ok {
		t.Fatalf("no example %q", id)
	}
	return model.BuildDot(model.DotInputOf(s))
}

func TestGoldenGraphs(t *testing.T) {
	fig5, sum, tiny, ints := dotExample(t, "fig5"), dotExample(t, "abc"), dotExample(t, "tiny"), dotExample(t, "ints")
	for name, p := range map[string]Picture{
		"dot-three.svg":      DotThree(fig5),
		"dot-serial.svg":     Graph(fig5.Graph(0), GraphLarge, ""),
		"dot-contracted.svg": Graph(fig5.Graph(5), GraphLarge, ""),
		"dot-lines.svg":      Graph(tiny.Graph(0), GraphLarge, ""),
		"dot-tree.svg":       Graph(tiny.Graph(2), GraphLarge, ""),
		"dot-tree-fma.svg":   Graph(ints.Graph(5), GraphLarge, ""),
		"dot-miniatures.svg": DotThree(ints),
		"dot-sum.svg":        DotThree(sum),
	} {
		s := p.File(false)
		wellFormed(t, name, s)
		golden(t, name, s)
		if strings.Contains(s, "tabindex") || strings.Contains(s, "data-") {
			t.Errorf("%s: a saved picture has parts to press", name)
		}
		if strings.Contains(p.File(true), "var(") {
			t.Errorf("%s: a saved picture depends on a style sheet", name)
		}
	}
	golden(t, "dot-table.html", DotTable(fig5, 0))
	golden(t, "dot-detail.html", DotDetail(fig5, 0, 4))
	golden(t, "dot-exact.html", DotExact(sum))
	for _, s := range []string{DotTable(fig5, 0), DotExact(sum), GraphMark(fig5.Graph(0), GraphSmall, 3), DotSmallMark(sum, 1, 4)} {
		wellFormed(t, "HTML", strings.ReplaceAll("<div>"+s+"</div>", "<wbr>", ""))
	}
}

// Circles lie inside the picture and apart from each other, in every order and size, for every number of elements.
func TestGraphsHaveRoom(t *testing.T) {
	one := wide.From64(0x3f800000)
	for n := state.DotLeast; n <= state.DotMost; n++ {
		in := model.DotInput{Format: "f32", N: uint8(n)}
		for i := range n {
			in.V[0][i], in.V[1][i] = one, one
		}
		for _, g := range model.BuildDot(in).Graphs {
			for _, size := range []GraphSize{GraphSmall, GraphLarge} {
				p := planOf(g, size)
				if p.miniature {
					continue
				}
				for i, a := range p.at {
					if a.r < 6 || a.x-a.r < 0 || a.x+a.r > p.w || a.y-a.r < 20 || a.y+a.r > p.h-30 {
						t.Fatalf("%s of %d, size %d: node %d at %v leaves the picture of %d by %d", g.ID, n, size, i, a, p.w, p.h)
					}
					for k, b := range p.at[:i] {
						if dx, dy := a.x-b.x, a.y-b.y; dx*dx+dy*dy < (a.r+b.r)*(a.r+b.r) {
							t.Fatalf("%s of %d, size %d: nodes %d and %d overlap: %v %v", g.ID, n, size, k, i, b, a)
						}
					}
					if time := g.Nodes[i].Time; g.Nodes[i].L >= 0 && !p.wrapped && p.at[g.Nodes[i].L].y >= a.y {
						t.Fatalf("%s of %d, size %d: node %d at step %d is not below its operand", g.ID, n, size, i, time)
					}
				}
			}
		}
	}
}

// A live graph can be walked: one button a node with a name, one of them in the order of the tab key, the result.
func TestLiveGraphs(t *testing.T) {
	d := dotExample(t, "fig5")
	for k := range d.Graphs {
		g := d.Graph(k)
		s := Graph(g, GraphLarge, "dot-l").Live("dot.l")
		wellFormed(t, g.ID, s)
		if got := strings.Count(s, `role="button"`); got != len(g.Nodes) {
			t.Errorf("%s: %d buttons for %d nodes", g.ID, got, len(g.Nodes))
		}
		if strings.Count(s, `tabindex="0"`) != 1 || !strings.Contains(s, `id="`+NodeID("dot-l", k, len(g.Nodes)-1)+`" data-bit="`+num(len(g.Nodes)-1)+`" tabindex="0"`) {
			t.Errorf("%s: the tab key does not lead to the result", g.ID)
		}
	}
	s := Graph(d.Graph(0), GraphLarge, "x").Live("dot.l")
	for _, words := range []string{"p₄ = rn(a₄ × b₄) = ≈−0.681647, rounding error −0.05 ulp", "0x3D653510", "t₀ = 0"} {
		if !strings.Contains(s, words) {
			t.Errorf("the graph does not say %q", words)
		}
	}
}

// Values that are no finite numbers, and formats of any width, are drawn.
func TestGraphsOfEveryFormat(t *testing.T) {
	for _, f := range format.All {
		in := model.DotInput{Format: f.ID, N: 3}
		for i, c := range []wide.U128{f.NaN(0), f.Max(false), f.MinPositive(false)} {
			in.V[0][i], in.V[1][2-i] = c, c
		}
		in.X = [3]wide.U128{f.Max(false), f.MinPositive(false), f.Max(true)}
		for _, in.Sum = range []bool{false, true} {
			d := model.BuildDot(in)
			wellFormed(t, f.ID, DotThree(d).File(true))
			for k := range d.Graphs {
				if !in.Sum {
					wellFormed(t, f.ID, Graph(d.Graph(k), GraphLarge, "x").Live("y"))
				}
				DotDetail(d, k, -1)
			}
			DotTable(d, 0)
			DotExact(d)
		}
	}
}

// The digits that an addition discards are marked in the sums of chapter 2.2, as the paper prints them.
func TestSumTreeDigits(t *testing.T) {
	d := dotExample(t, "abc")
	for k, words := range [][]string{
		{"1.00000000000000000000001", "1.10000000000000000000010", "1.01100000000000000000010", "0x41300002", "+5/8 ulp from the exact sum"},
		{"1.00100000000000000000001", "1.01100000000000000000001", "0x41300001", "−3/8 ulp from the exact sum ✓", "rn(A + rn(B + C))"},
		{"0x41300001", "rn(rn(A + C) + B)"},
	} {
		s := SumTree(d, k, "").Body
		for _, w := range words {
			if !strings.Contains(s, ">"+w+"<") {
				t.Errorf("%s does not show %s", reduce.Sums[k].Name, w)
			}
		}
	}
	if s := DotExact(d); !strings.Contains(s, `<span class="t">1.01100000000000000000001</span><span class="g dot-lost">011</span>`) {
		t.Errorf("the exact sum is written %s", s)
	}
}

// The link from a node leads to the same operation on the same operands, and so to the same result.
func TestOperationLinks(t *testing.T) {
	s, _ := state.DotExample("fig5")
	s.Dir, s.Flush = round.TowardPositive, true
	d := model.BuildDot(model.DotInputOf(s))
	for k := range d.Graphs {
		for i, n := range d.Graph(k).Nodes {
			x := d.Detail(k, i)
			if !n.Rounds() {
				if strings.Contains(DotDetail(d, k, i), "href") {
					t.Errorf("%s: node %d is no operation but links to one", d.Graphs[k].ID, i)
				}
				continue
			}
			o := route.Decode(operationLink(d, x), "")
			if o.Problems != "" || o.View != state.Operation {
				t.Fatalf("%s: %s", operationLink(d, x), o.Problems)
			}
			op, ok := arith.Find(o.Op.ID)
			if !ok {
				t.Fatalf("no operation %q", o.Op.ID)
			}
			src, dst := o.Op.F()
			got := op.Do(o.Op.Env, dst, src, [3]wide.U128{o.Op.X[0].Bits, o.Op.X[1].Bits, o.Op.X[2].Bits}, nil)
			if got.Bits != n.Bits || got.Flags != n.Flags {
				t.Errorf("%s: node %d is %#x, its link gives %#x", d.Graphs[k].ID, i, n.Bits.Lo, got.Bits.Lo)
			}
		}
	}
}
