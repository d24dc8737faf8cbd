package tree

import (
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/golden"
	"ulplab/site/kit/words"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/sumtest"
)

func treeOf(t *testing.T, in sum.Input, id string, mode int) (*sum.Model, *summation.Tree) {
	t.Helper()
	in.Threads, in.Blocks, in.Accums, in.CPU = max(in.Threads, 32), 1, 2, 4
	m := sum.New(in)
	for m.RowsDone < 28 && !m.Step(100_000_000, true) {
	}
	b, ok := m.Tree(id, mode, nil)
	if !ok {
		t.Fatal(id)
	}
	for !b.Step() {
	}
	return m, b
}

// The goldens were looked at in a browser, light and dark.
func TestSumBigGoldens(t *testing.T) {
	_, b := treeOf(t, sum.Input{Input: summation.Input{N: 200, Seed: 1}}, "gridstride", summation.Local)
	at, _ := b.At("lr")
	words := func(at summation.Node) lines { return linesOf(b, at) }
	golden.Compare(t, "big.svg", bigPicture(b, "grid stride", 60, 30, summation.Local, false, words, at, true).File(false))
	d := b.Detail(at)
	for !b.Exactly(d) {
	}
	golden.Compare(t, "big_node.html", bigNode(b, d))
	m, _ := treeOf(t, sum.Input{Input: summation.Input{N: 12, Seed: 3, Tree: "(0 (1 2 3) ((4 5) (6 7)) (8 (9 (10 11))))"}}, summation.OwnTree, summation.Local)
	tree, ok := smallOf(m, "accumulators")
	if !ok {
		t.Fatal("no tree")
	}
	golden.Compare(t, "tree_lanes.svg", smallPicture(&tree, smallLook{Step: 3, Lanes: true, Node: "l"}).File(false))
	tree, _ = smallOf(m, summation.OwnTree)
	golden.Compare(t, "free_tools.html", freeTools(&tree, "r", "l2"))
	eight, ok := smallOf(sumtest.Example(t, "eight"), "blocked")
	if !ok {
		t.Fatal("no tree")
	}
	golden.Compare(t, "eight_tree.svg", smallPicture(&eight, smallLook{Step: eight.Height}).File(false))
}

// Every pixel of the tree's columns is some node's: what is drawn is what lies there, at any window.
func TestSumBigPixelsAreTheNodes(t *testing.T) {
	for _, id := range []string{"serial", "pairwise", "blocked", "recursive", "openmp", "gridstride"} {
		_, b := treeOf(t, sum.Input{Input: summation.Input{N: 3000, Seed: 1}}, id, summation.Local)
		ink := inkOf(false)
		var d pixels
		for _, w := range [][2]float64{{0, 3000}, {100, 400}, {2000, 37}, {2999, 1}, {1, 2}} {
			l := newLens(b.N, w[0], w[1], 700, 300, nil)
			d.Draw(b, &l, ink, summation.Local)
			seen, alike := 0, 0
			for y := 3; y < l.H; y += 7 {
				for x := 2; x < l.W; x += 5 {
					at := l.Hit(b, float64(x)+0.5, float64(y)+0.5)
					box := boxOf(b, &l, at)
					if box.X1-box.X0 < 6 || box.Y1-box.Y0 < 6 || x < box.X0+2 || x > box.X1-3 || y < box.Y0+2 || y > box.Y1-3 {
						continue
					}
					want := ink.leaf
					if at.Place >= 0 {
						want = ink.shade[summation.Local][b.Shade(at.Place)]
					}
					if seen++; d.Pix[y*l.W+x] == want {
						alike++
					}
				}
			}
			if seen == 0 || alike != seen {
				t.Errorf("%s, window %v: %d of %d pixels have the colour of what is there", id, w, alike, seen)
			}
		}
	}
}

// All texts are well-formed, in both modes, with any window and node.
func TestSumBigMarkup(t *testing.T) {
	for _, dot := range []bool{false, true} {
		_, b := treeOf(t, sum.Input{Input: summation.Input{N: 500, Seed: 1, Dot: dot}}, "shared", summation.SoFar)
		for _, path := range []string{".", "l", "r", "l3r", "l2rl"} {
			at, ok := b.At(path)
			d := &summation.Detail{}
			if ok {
				d = b.Detail(at)
			} else {
				continue
			}
			said := func(at summation.Node) lines { return linesOf(b, at) }
			parts := []string{bigNode(b, d), bigTools(`<b>`, true), bigStage(), bigOver(b, at, linesOf(b, at)), bigPicture(b, `<b>`, 3, 50, summation.SoFar, true, said, at, true).SVG()}
			for !b.Exactly(d) {
			}
			parts = append(parts, bigNode(b, d), freeProblem(`(0 <b> é`, "x", 3), freeProblem(`(0 1`, "x", 4))
			for k, p := range parts {
				golden.WellFormed(t, "part "+words.Num(k), "<div>"+strings.ReplaceAll(strings.ReplaceAll(p, "<wbr>", "<wbr/>"), "<canvas></canvas>", "")+"</div>")
				if strings.Contains(p, "<b>") && strings.Contains(p, "style=") {
					t.Errorf("part %d: %s", k, p)
				}
			}
		}
	}
}

// Every small tree is well-formed at every stage of the computation, with any data.
func TestSmallMarkup(t *testing.T) {
	sumtest.Stages(func(m *sum.Model) {
		for _, r := range m.Rows {
			if tree, ok := smallOf(m, r.ID); ok {
				golden.Markup(t, r.ID, smallPicture(&tree, smallLook{Step: tree.Height}).SVG())
			}
		}
	})
}
