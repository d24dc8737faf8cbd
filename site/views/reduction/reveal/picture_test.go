package reveal

import (
	"strings"
	"testing"

	"ulplab/fpcore/summation"
	"ulplab/site/kit/golden"
)

// The experiment as a picture: in the middle, at the end, narrow; every step of a small one can be drawn.
func TestSumRevealPictures(t *testing.T) {
	r := summation.NewReveal("torch.sum", 16)
	golden.Compare(t, "reveal_step.svg", picture(r, 20, 900).File(false))
	golden.Compare(t, "reveal_all.svg", picture(r, len(r.Asks), 344).File(true))
	for _, b := range summation.Boxes() {
		for _, n := range sizes {
			r := summation.NewReveal(b, n)
			for _, k := range []int{1, len(r.Asks) / 2, len(r.Asks)} {
				if k == 0 {
					continue
				}
				s := say(r, k) + experimentFigure(r, k)
				if strings.Contains(s, "NaN") || !strings.Contains(s, "probe") && !strings.Contains(s, "Probe") {
					t.Errorf("%s of %d at %d: %s", b, n, k, s)
				}
			}
		}
	}
}

// What comes from a probe or a program is shown as text, never as markup.
func TestSumProbedIsEscaped(t *testing.T) {
	read := func(s string) string {
		p := read(s)
		var m *summation.Match
		if p.Problem == "" && p.None == "" {
			m = summation.NewMatch(p.Tree)
			for !m.Step(1 << 20) {
			}
		}
		return foundHTML(&p, m, "#/v1/sum?x=\"")
	}
	const evil = `<img src=x onerror=alert(1)>"'&`
	good := "ulplab-tree 1\nof " + evil + "\nby " + evil + "\nformat binary64\nelements 4\nprobes 3\ncheck 4000000000000000\ntree [0 (1 3) 2]\nend"
	for _, s := range []string{good, strings.Replace(good, "[0 (1 3) 2]", "none: "+evil, 1), strings.Replace(good, "binary64", evil, 1), strings.Replace(good, "tree 1", "tree "+evil, 1), strings.Replace(good, "3\ncheck", evil+"\ncheck", 1), strings.Replace(good, "(1 3)", evil, 1)} {
		if out := read(s); strings.Contains(out, "<img") || strings.Contains(out, `"'&`) || len(out) < 40 {
			t.Errorf("%s", out)
		}
	}
	if out := read(good); !strings.Contains(out, "No order of the lab has this tree") || !strings.Contains(out, `href="#/v1/sum?x=&#34;"`) || !strings.Contains(out, "rounded once") || !strings.Contains(out, `id="sum-probed"`) {
		t.Errorf("%s", out)
	}
}
