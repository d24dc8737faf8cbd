package reduction

import (
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/golden"
	"ulplab/site/kit/words"
)

func sumOf(t *testing.T, id string) *Model {
	t.Helper()
	for _, e := range Examples {
		if e.ID == id {
			m := newSum(inputOf(e.Sum))
			for !m.Step(300_000, false) {
			}
			return m
		}
	}
	t.Fatalf("no example %q", id)
	return nil
}

// The goldens were looked at in a browser, light and dark.
func TestSumGoldens(t *testing.T) {
	m := sumOf(t, "first")
	golden.Compare(t, "sum_first_strip.svg", strip(m, "blocked", 720).File(false))
	golden.Compare(t, "sum_first_table.html", sumTable(m, true, "serial"))
	golden.Compare(t, "sum_first_grid.html", sumGrid(m))
	m = sumOf(t, "eight")
	golden.Compare(t, "sum_eight_trees.svg", histogram(m, 344).File(true))
	tree, ok := treeOf(m, "blocked")
	if !ok {
		t.Fatal("no tree")
	}
	golden.Compare(t, "sum_eight_tree.svg", reductionTree(&tree).File(false))
}

// What the hero and the titles of pictures count is what the table and the model hold.
func TestSumCounts(t *testing.T) {
	m := sumOf(t, "first")
	plain, schemes, unclaimed := 0, 0, 0
	bits := map[uint64]bool{}
	for _, r := range m.Rows {
		switch {
		case r.Unclaimed:
			unclaimed++
		case r.Kind == summation.Scheme:
			schemes++
		default:
			plain++
			bits[r.Bits.Lo] = true
		}
	}
	hero, rows := hero(m), strings.Count(sumTable(m, true, "serial"), "<tr")-1
	for _, want := range []string{words.Num(plain) + " plain orders, " + words.Num(len(bits)) + " different results", "The table has " + words.Num(rows) + " rows: " + words.Num(schemes) + " more are compensated or exact, " + words.Num(unclaimed) + " of libraries not verified"} {
		if !strings.Contains(hero, want) {
			t.Errorf("%s lacks %q", hero, want)
		}
	}
	if title := strip(m, "", 720).Title; !strings.HasPrefix(title, "Errors of "+words.Num(plain+schemes)+" orders in ulp: least ") {
		t.Error(title)
	}
	list := []summation.Outcome{{Count: 2, Ulps: -3, OK: true}, {Count: 5, Ulps: 1, OK: true}, {Count: 1}}
	if s := resultsSay(list); s != "3 results from −3.00 to +1.00 ulp, most often +1.00 ulp, 5 of 8" {
		t.Error(s)
	}
}

// Every text is well-formed at every stage of the computation, with any data, and keeps a reader's text apart.
func TestSumMarkup(t *testing.T) {
	inputs := []Input{{Input: summation.Input{Kind: summation.Own, Threads: 32, Blocks: 1}, Own: `<img src=x onerror="alert(1)">`}, {Input: summation.Input{Kind: summation.Own, Threads: 32, Blocks: 1}, Own: "inf nan 1"},
		{Input: summation.Input{Kind: summation.Own, Threads: 32, Blocks: 1}, Own: "1 -1"}, {Input: summation.Input{Kind: summation.Own, Threads: 32, Blocks: 1}, Own: "3e38 3e38 -3e38 0"}}
	for _, e := range Examples {
		if e.ID != "million" {
			inputs = append(inputs, inputOf(e.Sum))
		}
	}
	for _, in := range inputs {
		m := newSum(in)
		for i, done := 0, false; !done && i < 60; i++ {
			done = m.Step(1, false)
			if i > 4 && !done {
				done = m.Step(400_000, false)
			}
			parts := []string{hero(m), sumTable(m, true, "serial"), sumTable(m, false, ""), sumGrid(m), sumTrees(m, true), stripBoth(m, "serial"), values(m)}
			for _, r := range m.Rows {
				if tree, ok := treeOf(m, r.ID); ok {
					parts = append(parts, reductionTree(&tree).SVG())
				}
			}
			for k, p := range parts {
				golden.WellFormed(t, "part "+words.Num(k), "<div>"+strings.ReplaceAll(p, "<wbr>", "<wbr/>")+"</div>")
				if strings.Contains(p, "<img") || strings.Contains(p, " style=") {
					t.Errorf("part %d: %s", k, p)
				}
			}
		}
	}
}
