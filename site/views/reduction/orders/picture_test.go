package orders

import (
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/golden"
	"ulplab/site/kit/words"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/sumtest"
)

// The goldens were looked at in a browser, light and dark.
func TestOrdersGoldens(t *testing.T) {
	m := sumtest.Example(t, "first")
	golden.Compare(t, "first_strip.svg", strip(m, "blocked", 720).File(false))
	golden.Compare(t, "first_table.html", tableOf(m, true, "serial"))
}

// What the hero and the titles of pictures count is what the table and the model hold.
func TestSumCounts(t *testing.T) {
	m := sumtest.Example(t, "first")
	plain, schemes, unclaimed := 0, 0, 0
	bits := map[uint64]bool{}
	for _, r := range m.Rows {
		switch {
		case r.NotMeasured:
			unclaimed++
		case r.Kind == summation.Scheme:
			schemes++
		default:
			plain++
			bits[r.Bits.Lo] = true
		}
	}
	hero, rows := hero(m), strings.Count(tableOf(m, true, "serial"), "<tr")-1
	for _, want := range []string{words.Num(plain) + " plain orders, " + words.Num(len(bits)) + " different results", "The table has " + words.Num(rows) + " rows: " + words.Num(schemes) + " more are compensated or exact, " + words.Num(unclaimed) + " of libraries not verified"} {
		if !strings.Contains(hero, want) {
			t.Errorf("%s lacks %q", hero, want)
		}
	}
	if title := strip(m, "", 720).Title; !strings.HasPrefix(title, "Errors of "+words.Num(plain+schemes)+" orders in ulp: least ") {
		t.Error(title)
	}
}

// The orders as CSV: a line for each, fields quoted where they must be.
func TestOrdersCSV(t *testing.T) {
	m := sumtest.Done(t, sum.Input{Input: summation.Input{N: 8, Seed: 33}})
	text := csv(m)
	if n := strings.Count(text, "\r\n"); n != 1+len(m.Rows) || !strings.Contains(text, "\r\nblocked,\"blocks in parallel, then serial, 128\",") {
		t.Errorf("%d lines, want %d:\n%s", n, 1+len(m.Rows), text[:min(len(text), 600)])
	}
}

// Every text is well-formed at every stage of the computation, with any data, and keeps a reader's text apart.
func TestOrdersMarkup(t *testing.T) {
	sumtest.Stages(func(m *sum.Model) {
		golden.Markup(t, "a part", "<div>"+hero(m)+tableOf(m, true, "serial")+tableOf(m, false, "")+stripBoth(m, "serial")+values(m)+"</div>")
	})
}
