package paper

import (
	"html"
	"regexp"
	"strings"
	"testing"
	"ulplab/site/views/paper/editions"

	"ulplab/site/kit/golden"
	"ulplab/site/kit/words"
)

// TestPaperGolden compares a claim of each mark, the number lines and the head with the goldens.
func TestPaperGolden(t *testing.T) {
	p := Build()
	got := map[string]string{"head": head(), "counts": counts(p), "bar": bar(State{Section: "2.3", Only: Corrected}),
		"intro": intro(7), "tally": tally(p.Parts[7]), "index": index()}
	for _, part := range p.Parts {
		for _, c := range part.Claims {
			switch c.ID {
			case "minus192float", "output", "usually", "notnearest", "closer", "decimalresults", "colon", "fermi", "vectors", "dotbits", "dilemma", "figure6", "library":
				got[c.ID] = paperClaim(c, "")
			}
		}
	}
	for name, text := range got {
		golden.Compare(t, "paper_"+name+".html", strings.ReplaceAll(text, "><", ">\n<")+"\n")
	}
}

// paperText is the whole text of the view.
func paperText() string {
	s := ""
	for i, part := range Build().Parts {
		s += intro(i) + tally(part) + paperStatements(part, false, "")
	}
	return s
}

// TestPaperTableLinks: every link of the short table of contents opens the state it stands for without problems.
func TestPaperTableLinks(t *testing.T) {
	for _, m := range regexp.MustCompile(`href="([^"]*)" data-tap="paper.go:([^"]*)"`).FindAllStringSubmatch(bar(State{Only: Outdated}), -1) {
		s := bench.At(html.UnescapeString(m[1]), "")
		if want := (State{Section: m[2], Only: Outdated}); s.Problems != "" || s.View != ID || s.Part != want {
			t.Errorf("%s opens %+v: %s", m[1], s.Part, s.Problems)
		}
		if !strings.Contains(paperText(), `id="`+id(m[2])+`"`) {
			t.Errorf("no heading for section %s", m[2])
		}
	}
}

// TestPaperTerms: every term in braces stands in the glossary.
func TestPaperTerms(t *testing.T) {
	var texts []string
	for _, s := range editions.Sections {
		texts = append(texts, s.Intro)
	}
	for c := range editions.Claims {
		texts = append(texts, c.Says, c.Why, c.Reason, c.Now, c.Notice)
		for _, s := range c.Sources {
			texts = append(texts, s.Text)
		}
	}
	n := 0
	for _, text := range texts {
		for _, m := range regexp.MustCompile(`\{([^}|]*)`).FindAllStringSubmatch(text, -1) {
			n++
			if _, ok := words.TermOf(m[1]); !ok {
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
	p := Build()
	page := head() + bar(State{}) + counts(p) + index() + paperText() + editionList()
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

// TestPaperNotesOfMissingMarks: a section has a note for a mark, or a statement of it.
func TestPaperNotesOfMissingMarks(t *testing.T) {
	for _, part := range Build().Parts {
		page := paperStatements(part, false, "")
		for _, m := range Marks {
			note := strings.Contains(page, `class="note paper-none m-`+string(m)+`"`)
			if statement := strings.Contains(page, `class="paper-claim m-`+string(m)+`"`); note == statement {
				t.Errorf("section %s, %s: a note %v, a statement %v", part.Section, m, note, statement)
			}
		}
	}
}

// TestPaperSlips: printing errors stand in a closed list after all other statements of their section; a link to one of
// them, or their mark, opens it.
func TestPaperSlips(t *testing.T) {
	lists := 0
	for _, part := range Build().Parts {
		page := paperStatements(part, false, "")
		science, slips, found := strings.Cut(page, `<details class="paper-slips"><summary>`)
		if found != (part.Count(Misprinted) > 0) || strings.Contains(science, "m-misprinted") && found {
			t.Errorf("section %s: printing errors listed %v, %d in all", part.Section, found, part.Count(Misprinted))
		}
		if found {
			lists++
			if n := strings.Count(slips, `class="paper-claim m-misprinted"`); n != part.Count(Misprinted) || strings.Count(slips, `class="paper-claim `) != n {
				t.Errorf("section %s: %d printing errors in the list of %d", part.Section, n, part.Count(Misprinted))
			}
			if !strings.Contains(paperStatements(part, true, ""), `<details class="paper-slips" open>`) || !slip(part, State{Only: Misprinted}) ||
				!slip(part, State{}.Open(EverySection)) || slip(part, State{}) || slip(part, State{Only: Corrected}) {
				t.Errorf("section %s: the list does not open", part.Section)
			}
		}
		for _, c := range part.Claims {
			if slip(part, State{Claim: c.ID}) != (c.Mark == Misprinted) {
				t.Errorf("a link to %s opens the printing errors or does not", c.ID)
			}
		}
	}
	if lists == 0 {
		t.Error("no printing errors")
	}
}

// TestPaperNames: every section of every edition, by the numbers of both, every figure, every reference and every heading
// of chapter 6 has an anchor in the text, and the index leads there.
func TestPaperNames(t *testing.T) {
	page, index := paperText(), index()
	has := func(anchor, name string) {
		t.Helper()
		if strings.Count(page, ` id="`+anchor+`"`) != 1 {
			t.Errorf("%s has no anchor %s", name, anchor)
		}
	}
	leads := func(link, anchor, name string) {
		t.Helper()
		s := bench.At(link, "")
		if s.Problems != "" || s.View != ID || id(s.Part.At()) != anchor {
			t.Errorf("%s: %s leads to %q: %s", name, link, s.Part.At(), s.Problems)
		}
		if !strings.Contains(index, `href="`+html.EscapeString(bench.Link(s))+`"`) {
			t.Errorf("the index does not lead to %s", name)
		}
	}
	old := map[string]string{"1": "Introduction", "2.1": "Formats", "2.2": "Operations and Accuracy", "2.3": "The Fused Multiply-Add (FMA)", "3.1": "Example Algorithms",
		"3.2": "Comparison", "4.1": "Compute Capability 1.2 and Below", "4.2": "Compute Capability 1.3", "4.3": "Compute Capability 2.0 and Above", "4.4": "Rounding Modes",
		"4.5": "Controlling Fused Multiply-add", "4.6": "Compiler Flags", "4.7": "Differences from x86", "5.1": "Mathematical Function Accuracy", "5.2": "x87 and SSE",
		"5.3": "Core Counts", "5.4": "Verifying GPU Results", "6": "Concrete Recommendations", "A": "Acknowledgements", "B": "References"}
	later := map[string]string{"4.1": "4.3", "4.2": "4.4", "4.3": "4.5", "4.4": "4.6", "4.5": "4.7"} // the others have kept their numbers
	for n, title := range old {
		has(id(n), n)
		leads("#/v1/paper?s="+n, id(n), n)
		if !strings.Contains(page, `<span class="paper-no">`+n+`</span> `+html.EscapeString(title)+`<`) || !strings.Contains(index, ">"+html.EscapeString(title)+"<") {
			t.Errorf("%s is not called %q", n, title)
		}
		if n >= "4.1" && n <= "4.7" {
			continue
		}
		later[n] = n
	}
	for n, at := range later {
		leads("#/v1/paper?n="+n, id(at), n+" of the later editions")
		if !strings.Contains(index, `<td>`+at+`</td><td>`+n+`</td>`) {
			t.Errorf("the index does not list %s as %s", at, n)
		}
	}
	for n, title := range map[string]string{"2": "Floating Point", "3": "Dot Product: An Accuracy Example", "4": "CUDA and Floating Point", "5": "Considerations for a Heterogeneous World"} {
		has(id(n)+"-chapter", "chapter "+n)
		if !strings.Contains(page, title) || !strings.Contains(index, title) {
			t.Errorf("chapter %s is not called %q", n, title)
		}
	}
	for i, claim := range Figures {
		n := words.Num(i + 1)
		has("paper-figure-"+n, "Figure "+n)
		has(id(claim), "Figure "+n)
		leads("#/v1/paper?f="+n, id(claim), "Figure "+n)
		if !strings.Contains(index, ">Figure "+n+"<") {
			t.Errorf("the index does not list Figure %s", n)
		}
	}
	for n := range 7 {
		n := words.Num(n + 1)
		has("paper-ref"+n, "reference "+n)
		leads("#/v1/paper?r="+n, "paper-ref"+n, "reference "+n)
		if !strings.Contains(index, ">["+n+"]<") {
			t.Errorf("the index does not list reference %s", n)
		}
	}
	for _, heading := range []string{"Use the fused multiply-add operator", "Compare results carefully", "Know the capabilities of your GPU", "Take advantage of the CUDA math library functions"} {
		if strings.Count(page, `<h4 class="paper-advice">`+heading+`</h4>`) != 1 {
			t.Errorf("chapter 6 lacks the heading %q", heading)
		}
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
		if got := words.Powers(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	l := &Line{Label: "b", Live: Spans{{Text: "b -1.0000002", Tone: toneOutput}}, Prints: []Print{{Text: "b: -1.0000002", In: everyEdition}}}
	if got := line(l); strings.Contains(got, "−") || !strings.Contains(got, "<mark>:</mark> -1.0000002") && !strings.Contains(got, "-1.0000002") {
		t.Errorf("output changes: %s", got)
	}
}

// TestPaperCoverage: the first editions have 16 sections with two numbers, the later ones 14.
func TestPaperCoverage(t *testing.T) {
	if got := coverage(); got != "Chapter 1, all 16 numbered sections of chapters 2 to 5 (14 in the editions after 2013), chapter 6 and the references are here." {
		t.Error(got)
	}
}

// TestPaperAnchors: every statement has a link to itself, which opens the page there.
func TestPaperAnchors(t *testing.T) {
	page := paperText()
	links := regexp.MustCompile(`class="paper-anchor" href="([^"]*)"`).FindAllStringSubmatch(page, -1)
	if want := len(strings.Fields(Claims)); len(links) != want {
		t.Fatalf("%d links for %d statements", len(links), want)
	}
	opened := map[string]bool{}
	for _, l := range links {
		s := bench.At(html.UnescapeString(l[1]), "")
		if s.View != ID || s.Problems != "" || s.Part != (State{Claim: s.Part.Claim}) {
			t.Errorf("%s opens %+v: %s", l[1], s.Part, s.Problems)
		}
		opened[s.Part.Claim] = true
	}
	for _, id := range strings.Fields(Claims) {
		if !opened[id] {
			t.Errorf("no link to %s", id)
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
