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
	got := map[string]string{"head": PaperHead(), "counts": PaperCounts(p), "bar": PaperBar(state.Reading{Section: "2.3", Only: state.Corrected}),
		"intro": PaperIntro(5), "tally": PaperTally(p.Parts[5])}
	for _, part := range p.Parts {
		for _, c := range part.Claims {
			switch c.ID {
			case "minus192float", "closer", "decimalresults", "colon", "fermi", "vectors", "dotbits", "dilemma", "figure6", "library":
				got[c.ID] = paperClaim(c)
			}
		}
	}
	for name, text := range got {
		golden(t, "paper_"+name+".html", strings.ReplaceAll(text, "><", ">\n<")+"\n")
	}
}

// paperText is the whole text of the view.
func paperText() string {
	s := ""
	for i, part := range model.BuildPaper().Parts {
		s += PaperIntro(i) + PaperTally(part) + PaperStatements(part)
	}
	return s
}

// TestPaperLinks: every link of a claim, and of the short table of contents, opens the state it stands for without problems.
func TestPaperLinks(t *testing.T) {
	n := 0
	for _, part := range model.BuildPaper().Parts {
		for _, c := range part.Claims {
			for _, l := range c.Links {
				n++
				s := route.Decode(l.Href, "")
				if s.Problems != "" || s.View != l.View || route.Encode(s) != l.Href {
					t.Errorf("%s, %q: %s opens %q, %s: %s", c.ID, l.Label, l.Href, s.View, route.Encode(s), s.Problems)
				}
				if l.Label == "" {
					t.Errorf("%s: a link without a label", c.ID)
				}
			}
		}
	}
	if n < 130 {
		t.Errorf("only %d links", n)
	}
	for _, m := range regexp.MustCompile(`href="([^"]*)" data-tap="paper.go:([^"]*)"`).FindAllStringSubmatch(PaperBar(state.Reading{Only: state.Outdated}), -1) {
		s := route.Decode(html.UnescapeString(m[1]), "")
		if want := (state.Reading{Section: m[2], Only: state.Outdated}); s.Problems != "" || s.View != state.Paper || s.Paper != want {
			t.Errorf("%s opens %+v: %s", m[1], s.Paper, s.Problems)
		}
		if !strings.Contains(paperText(), `id="`+PaperID(m[2])+`"`) {
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
		for _, s := range c.Sources {
			texts = append(texts, s.Text)
		}
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
	page := PaperHead() + PaperBar(state.Reading{}) + PaperCounts(p) + paperText() + PaperEditions()
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
	page := paperText()
	if n := strings.Count(page, `class="note paper-none m-outdated"`); n != 8 {
		t.Errorf("%d sections say that they have no outdated statement, want 8 (2.2, 3.1, 3.2, 4.1, 4.2, 4.4, 4.7 and 5.3)", n)
	}
	if n := strings.Count(page, prose.PaperNoneHere); n != 17 {
		t.Errorf("%d such notes, want 17 (2.2, 4.1, 4.2, 4.3, 4.5, 4.6, 4.7, 5.3 and 5.4, not 6 have no corrected statement)", n)
	}
}

func TestPaperDiffering(t *testing.T) {
	const hat = `<i class="hat">^</i>`
	for _, w := range [][3]string{
		{"1.148311", "1.147311", "1.14<mark>8</mark>311"},
		{"0x3D65350158…", "0x3D65350156…", "0x3D6535015<mark>8</mark>…"},
		{"1.6 × 10^-4", "1.6 × 10^-3", "1.6 × 10" + hat + "<sup>−<mark>4</mark></sup>"},
		{"1.0016 × 10^-4", "1.0016", "1.0016<mark> × 10" + hat + "<sup>−4</sup></mark>"},
		{"int i", "int i;", "int <mark>i</mark>"},
		{"none", "7.5", "none"},
		{"four", "five", "four"}, // a word that begins alike is another word
		{"a small percentage", "none", "a small percentage"},
		{"4.3.3-4ubuntu5", "4.4.3-4ubuntu5", "4.<mark>3</mark>.3-4ubuntu5"},
		{".1000", ".100", ".100<mark>0</mark>"},
		{"<2>", "<3>", "&lt;<mark>2</mark>&gt;"},
	} {
		if got := differing(w[0], w[1], false); got != w[2] {
			t.Errorf("%q against %q: %s, want %s", w[0], w[1], got, w[2])
		}
	}
}

// TestPaperSigns: hyphens before numbers and between terms are read as minus signs, all others and what programs print stay.
func TestPaperSigns(t *testing.T) {
	for in, want := range map[string]string{
		"-0.375000 ulp":            "−0.375000 ulp",
		"(-1)^1 × 2^-7":            `(−1)<i class="hat">^</i><sup>1</sup> × 2<i class="hat">^</i><sup>−7</sup>`,
		"x² - 1":                   "x² − 1",
		"round towards -∞":         "round towards −∞",
		"7.836629e-39":             "7.836629e−39",
		"-ftz=true -prec-div=true": `<span class="paper-option">-ftz=true</span> <span class="paper-option">-prec-div=true</span>`,
		"-mpc32, (-m32)":           `<span class="paper-option">-mpc32</span>, (<span class="paper-option">-m32</span>)`,
		"nvcc -G; or-mpc64":        `nvcc <span class="paper-option">-G</span>; or-mpc64`,
		"IEEE Std 754-2019, 8-bit": "IEEE Std 754-2019, 8-bit",
		"0x1.9p-31 and x86-64":     "0x1.9p-31 and x86-64",
		"[-1, -.5]":                "[−1, −.5]",
	} {
		if got := powers(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	l := &model.PaperLine{Label: "b", Live: model.Spans{{Text: "b -1.0000002", Tone: model.ToneOutput}}, Prints: []model.Print{{Text: "b: -1.0000002", In: model.EveryEdition}}}
	if got := paperLine(l); strings.Contains(got, "−") || !strings.Contains(got, "<mark>:</mark> -1.0000002") && !strings.Contains(got, "-1.0000002") {
		t.Errorf("output changes: %s", got)
	}
}

// TestPaperCoverage: sections without statements are counted and named.
func TestPaperCoverage(t *testing.T) {
	p := model.BuildPaper()
	if got := paperCoverage(p); got != "All 17 numbered sections of the paper’s chapters 2 to 6 are live here." {
		t.Error(got)
	}
	less := *p
	less.Parts = append([]model.PaperPart(nil), p.Parts...)
	less.Parts[1].Claims = nil
	if got := paperCoverage(&less); !strings.HasPrefix(got, "16 of the paper’s 17") || !strings.Contains(got, "2.2 Operations and Accuracy") {
		t.Error(got)
	}
}

// TestPaperAnchors: every statement has a link to itself, which opens the page there.
func TestPaperAnchors(t *testing.T) {
	page := paperText()
	links := regexp.MustCompile(`class="paper-anchor" href="([^"]*)"`).FindAllStringSubmatch(page, -1)
	if want := len(strings.Fields(state.PaperClaims)); len(links) != want {
		t.Fatalf("%d links for %d statements", len(links), want)
	}
	for i, id := range strings.Fields(state.PaperClaims) {
		s := route.Decode(html.UnescapeString(links[i][1]), "")
		if s.View != state.Paper || s.Problems != "" || s.Paper != (state.Reading{Claim: id}) {
			t.Errorf("%s opens %+v: %s", links[i][1], s.Paper, s.Problems)
		}
		if !strings.Contains(page, ` id="paper-`+id+`" tabindex="-1"`) {
			t.Errorf("%s cannot be scrolled to", id)
		}
	}
}

func TestPaperRich(t *testing.T) {
	for in, want := range map[string]string{
		"a < b":             "a &lt; b",
		"2^-46 and 2^7":     `2<i class="hat">^</i><sup>−46</sup> and 2<i class="hat">^</i><sup>7</sup>`,
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
