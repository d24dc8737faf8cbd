package draw

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// TestPaperGolden compares a claim of each mark, the number lines and the head with the goldens.
func TestPaperGolden(t *testing.T) {
	p := model.BuildPaper()
	got := map[string]string{"head": PaperHead(state.Reading{Section: "2.3", Only: state.Corrected}), "counts": PaperCounts(p)}
	for _, part := range p.Parts {
		for _, c := range part.Claims {
			switch c.ID {
			case "minus192float", "closer", "decimalresults", "fermi", "vectors", "dotbits":
				got[c.ID] = paperClaim(c)
			}
		}
	}
	for name, text := range got {
		golden(t, "paper_"+name+".html", strings.ReplaceAll(text, "><", ">\n<")+"\n")
	}
}

// TestPaperLinks: every link of a claim, and of the table of contents, opens the state it stands for without problems.
func TestPaperLinks(t *testing.T) {
	n := 0
	for _, part := range model.BuildPaper().Parts {
		for _, c := range part.Claims {
			for _, l := range c.Links {
				n++
				link := route.Encode(l.State)
				s := route.Decode(link, "")
				if s.Problems != "" || s.View != l.State.View || route.Encode(s) != link {
					t.Errorf("%s, %q: %s opens %q, %s: %s", c.ID, l.Label, link, s.View, route.Encode(s), s.Problems)
				}
				for i := range s.Op.X { // operands that the operation does not have are not in the link
					if i >= s.Op.Arity() {
						s.Op.X[i], l.State.Op.X[i] = state.Operand{}, state.Operand{}
					}
				}
				if s.Enc != l.State.Enc || s.Op != l.State.Op || s.FMA != l.State.FMA || s.Dot != l.State.Dot {
					t.Errorf("%s, %q: %s opens another state", c.ID, l.Label, link)
				}
				if l.Label == "" {
					t.Errorf("%s: a link without a label", c.ID)
				}
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d links", n)
	}
	for _, m := range regexp.MustCompile(`href="([^"]*)" data-tap="paper.go:([^"]*)"`).FindAllStringSubmatch(PaperHead(state.Reading{Only: state.Outdated}), -1) {
		s := route.Decode(html.UnescapeString(m[1]), "")
		if want := (state.Reading{Section: m[2], Only: state.Outdated}); s.Problems != "" || s.View != state.Paper || s.Paper != want {
			t.Errorf("%s opens %+v: %s", m[1], s.Paper, s.Problems)
		}
		if !strings.Contains(PaperParts(model.BuildPaper()), `id="`+paperID(m[2])+`"`) {
			t.Errorf("no heading for section %s", m[2])
		}
	}
}

// TestPaperTerms: every term in braces stands in the glossary.
func TestPaperTerms(t *testing.T) {
	var texts []string
	for _, s := range prose.PaperSections {
		texts = append(texts, s.Intro)
	}
	for c := range prose.PaperClaims {
		texts = append(texts, c.Says, c.Why, c.Reason, c.Now, c.Notice)
	}
	n := 0
	for _, text := range texts {
		for _, m := range regexp.MustCompile(`\{([^}|]*)`).FindAllStringSubmatch(text, -1) {
			n++
			if _, ok := prose.TermOf(m[1]); !ok {
				t.Errorf("no term %q, in %q", m[1], text)
			}
		}
		if strings.Count(text, "`")%2 != 0 || strings.Count(text, "{") != strings.Count(text, "}") {
			t.Errorf("open code or term in %q", text)
		}
	}
	if n == 0 {
		t.Error("no terms at all")
	}
}

// TestPaperHTML: every element is closed in order, nothing carries a style, and no script comes in.
func TestPaperHTML(t *testing.T) {
	p := model.BuildPaper()
	page := PaperHead(state.Reading{}) + PaperCounts(p) + PaperParts(p) + PaperEditions()
	var open []string
	for _, m := range regexp.MustCompile(`<(/?)([a-z0-9]+)[^>]*>`).FindAllStringSubmatch(page, -1) {
		switch {
		case m[2] == "wbr":
		case m[1] == "":
			open = append(open, m[2])
		case len(open) == 0 || open[len(open)-1] != m[2]:
			t.Fatalf("</%s> closes %v", m[2], open)
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("left open: %v", open)
	}
	if strings.Contains(page, " style=") || strings.Contains(page, "<script") {
		t.Error("a style attribute or a script")
	}
	if n := strings.Count(page, `class="paper-claim `); n != p.Total {
		t.Errorf("%d claims drawn, %d computed", n, p.Total)
	}
	if ids := regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1); true {
		seen := map[string]bool{}
		for _, m := range ids {
			if seen[m[1]] {
				t.Errorf("two elements with the id %q", m[1])
			}
			seen[m[1]] = true
		}
	}
}

func TestPaperNotesOfMissingMarks(t *testing.T) {
	page := PaperParts(model.BuildPaper())
	if n := strings.Count(page, `class="note paper-none m-outdated"`); n != 3 {
		t.Errorf("%d sections say that they have no outdated statement, want 3 (2.2, 3.1 and 3.2)", n)
	}
	if n := strings.Count(page, prose.PaperNoneHere); n != 4 {
		t.Errorf("%d such notes, want 4 (2.2 has no corrected statement either)", n)
	}
}

func TestPaperDiffering(t *testing.T) {
	const hat = `<i class="hat">^</i>`
	for _, w := range [][3]string{
		{"1.148311", "1.147311", "1.14<mark>8</mark>311"},
		{"0x3D65350158…", "0x3D65350156…", "0x3D6535015<mark>8</mark>…"},
		{"1.6 × 10^-4", "1.6 × 10^-3", "1.6 × 10" + hat + "<sup>-<mark>4</mark></sup>"},
		{"1.0016 × 10^-4", "1.0016", "1.0016<mark> × 10" + hat + "<sup>-4</sup></mark>"},
		{"int i", "int i;", "int <mark>i</mark>"},
		{"none", "7.5", "none"},
		{".1000", ".100", ".100<mark>0</mark>"},
		{"<2>", "<3>", "&lt;<mark>2</mark>&gt;"},
	} {
		if got := differing(w[0], w[1]); got != w[2] {
			t.Errorf("%q against %q: %s, want %s", w[0], w[1], got, w[2])
		}
	}
}

func TestPaperRich(t *testing.T) {
	for in, want := range map[string]string{
		"a < b":             "a &lt; b",
		"2^-46 and 2^7":     `2<i class="hat">^</i><sup>-46</sup> and 2<i class="hat">^</i><sup>7</sup>`,
		"use `a<b`, yes":    "use <code>a&lt;b</code>, yes",
		"open { or ` stays": "open { or ` stays",
		"{nosuchterm|x<y}":  "x&lt;y",
	} {
		if got := rich(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	if got := rich("an {ulp|ulps} more"); !strings.HasPrefix(got, `an <span class="term"`) || !strings.HasSuffix(got, "</span></span> more") || !strings.Contains(got, ">ulps<") {
		t.Error(got)
	}
}
