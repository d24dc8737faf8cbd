package expression

import (
	"strings"
	"testing"

	"ulplab/site/kit/code"
	"ulplab/site/lab"
	"ulplab/site/lab/labtest"
)

// TestFind: a search for inputs begins when it is asked for and ends with a new row, or where the numbers change.
func TestFind(t *testing.T) {
	p := labtest.Open("#/v1/expr", View().Entry())
	now := lab.Now[State]
	for _, end := range []Set{{Do: Free, I: 1}, {Do: Drop, I: 0}, {Do: Put, Name: "b", Text: "3"}} {
		p.Do(Set{Do: Find, I: 1})
		if !now().Find {
			t.Fatal("nothing is searched")
		}
		if p.Do(end); now().Find {
			t.Errorf("after %+v the search goes on", end)
		}
	}
	p.Do(lab.Reset{})
	rows := len(code.Inputs(now().Rows))
	p.Do(Set{Do: Find, I: 1})
	p.Do(Set{Do: Speak, I: 1})
	p.Pass(1000)
	if got := len(code.Inputs(now().Rows)); now().Find || got != rows+1 {
		t.Errorf("after the search %d rows, want one more than %d", got, rows)
	}
	if !strings.Contains(p.HTML(), `id="expr-find-start"`) {
		t.Error("no other search can begin")
	}
}

// TestTypingWaits: while the reader types in a long program the page shows what the text before came to.
func TestTypingWaits(t *testing.T) {
	p := labtest.Open("#/v1/expr", View().Entry())
	long := strings.Repeat("//                 \n", slow/20) + "x*x"
	p.Do(Set{Do: Type, Text: long})
	m, at := lab.Made[*Model](evaluate)
	if m.In.Text == long || m.In.Text != First().Text {
		t.Errorf("%.40q is shown at once", m.In.Text)
	}
	p.Pass(pause)
	if now, then := lab.Made[*Model](evaluate); now.In.Text != long || then.Version == at.Version {
		t.Errorf("after the pause %.40q is shown", now.In.Text)
	}
}
