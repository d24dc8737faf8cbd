package dotproduct

import (
	"strings"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/golden"
	"ulplab/site/kit/graph"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/views/operation"
)

func dotExample(t *testing.T, id string) *Model {
	t.Helper()
	s, ok := Example(id)
	if !ok {
		t.Fatalf("no example %q", id)
	}
	return Build(InputOf(s))
}

func TestGoldenGraphs(t *testing.T) {
	fig5, sum, tiny, ints := dotExample(t, "fig5"), dotExample(t, "abc"), dotExample(t, "tiny"), dotExample(t, "ints")
	for name, p := range map[string]svg.Picture{
		"dot-three.svg":      dotThree(fig5),
		"dot-serial.svg":     graph.Draw(fig5.Graph(0), graph.GraphLarge, ""),
		"dot-contracted.svg": graph.Draw(fig5.Graph(5), graph.GraphLarge, ""),
		"dot-lines.svg":      graph.Draw(tiny.Graph(0), graph.GraphLarge, ""),
		"dot-tree.svg":       graph.Draw(tiny.Graph(2), graph.GraphLarge, ""),
		"dot-tree-fma.svg":   graph.Draw(ints.Graph(5), graph.GraphLarge, ""),
		"dot-miniatures.svg": dotThree(ints),
		"dot-sum.svg":        dotThree(sum),
	} {
		s := p.File(false)
		golden.WellFormed(t, name, s)
		golden.Compare(t, name, s)
		if strings.Contains(s, "tabindex") || strings.Contains(s, "data-") {
			t.Errorf("%s: a saved picture has parts to press", name)
		}
		if strings.Contains(p.File(true), "var(") {
			t.Errorf("%s: a saved picture depends on a style sheet", name)
		}
	}
	golden.Compare(t, "dot-table.html", table(fig5, 0))
	golden.Compare(t, "dot-detail.html", detail(fig5, 0, 4))
	golden.Compare(t, "dot-exact.html", dotExact(sum))
	for _, s := range []string{table(fig5, 0), dotExact(sum), graph.GraphMark(fig5.Graph(0), graph.GraphSmall, 3), smallMark(sum, 1, 4)} {
		golden.WellFormed(t, "HTML", strings.ReplaceAll("<div>"+s+"</div>", "<wbr>", ""))
	}
}

// A live graph can be walked: one button a node with a name, one of them in the order of the tab key, the result.
func TestLiveGraphs(t *testing.T) {
	d := dotExample(t, "fig5")
	for k := range d.Graphs {
		g := d.Graph(k)
		s := graph.Draw(g, graph.GraphLarge, "dot-l").Live("dot.l")
		golden.WellFormed(t, g.ID, s)
		if got := strings.Count(s, `role="button"`); got != len(g.Nodes) {
			t.Errorf("%s: %d buttons for %d nodes", g.ID, got, len(g.Nodes))
		}
		if strings.Count(s, `tabindex="0"`) != 1 || !strings.Contains(s, `id="`+graph.NodeID("dot-l", k, len(g.Nodes)-1)+`" data-bit="`+words.Num(len(g.Nodes)-1)+`" tabindex="0"`) {
			t.Errorf("%s: the tab key does not lead to the result", g.ID)
		}
	}
	s := graph.Draw(d.Graph(0), graph.GraphLarge, "x").Live("dot.l")
	for _, words := range []string{"p₄ = rn(a₄ × b₄) = ≈−0.681647, rounding error −0.05 ulp", "0x3D653510", "t₀ = 0"} {
		if !strings.Contains(s, words) {
			t.Errorf("the graph does not say %q", words)
		}
	}
}

// Values that are no finite numbers, and formats of any width, are drawn.
func TestGraphsOfEveryFormat(t *testing.T) {
	for _, f := range format.All {
		in := Input{Format: f.ID, N: 3}
		for i, c := range []wide.U128{f.NaN(0), f.Max(false), f.MinPositive(false)} {
			in.V[0][i], in.V[1][2-i] = c, c
		}
		in.X = [3]wide.U128{f.Max(false), f.MinPositive(false), f.Max(true)}
		for _, in.Sum = range []bool{false, true} {
			d := Build(in)
			golden.WellFormed(t, f.ID, dotThree(d).File(true))
			for k := range d.Graphs {
				if !in.Sum {
					golden.WellFormed(t, f.ID, graph.Draw(d.Graph(k), graph.GraphLarge, "x").Live("y"))
				}
				detail(d, k, -1)
			}
			table(d, 0)
			dotExact(d)
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
		s := sumTree(d, k, "").Body
		for _, w := range words {
			if !strings.Contains(s, ">"+w+"<") {
				t.Errorf("%s does not show %s", reduce.Sums[k].Name, w)
			}
		}
	}
	if s := dotExact(d); !strings.Contains(s, `<span class="t">1.01100000000000000000001</span><span class="g dot-lost">011</span>`) {
		t.Errorf("the exact sum is written %s", s)
	}
}

// The link from a node leads to the same operation on the same operands, and so to the same result.
func TestOperationLinks(t *testing.T) {
	s, _ := Example("fig5")
	s.Dir, s.Flush = round.TowardPositive, true
	d := Build(InputOf(s))
	links := lab.Catalogue{View().Entry(), operation.View().Entry()}
	for k := range d.Graphs {
		for i, n := range d.Graph(k).Nodes {
			x := d.Detail(k, i)
			if !n.Rounds() {
				if strings.Contains(detail(d, k, i), "href") {
					t.Errorf("%s: node %d is no operation but links to one", d.Graphs[k].ID, i)
				}
				continue
			}
			at := links.Decode(operationLink(d, x), "")
			o := lab.Part[operation.State](at)
			if at.Problems != "" || at.View != operation.ID {
				t.Fatalf("%s: %s", operationLink(d, x), at.Problems)
			}
			op, ok := arith.Find(o.ID)
			if !ok {
				t.Fatalf("no operation %q", o.ID)
			}
			src, dst := o.F()
			got := op.Do(o.Env, dst, src, [3]wide.U128{o.X[0].Bits, o.X[1].Bits, o.X[2].Bits}, nil)
			if got.Bits != n.Bits || got.Flags != n.Flags {
				t.Errorf("%s: node %d is %#x, its link gives %#x", d.Graphs[k].ID, i, n.Bits.Lo, got.Bits.Lo)
			}
		}
	}
}
