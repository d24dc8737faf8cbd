package paper

import (
	"strings"
	"ulplab/site/views/paper/editions"

	"ulplab/site/kit/graph"
	"ulplab/site/kit/html"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// head is the title of the Paper view.
func head() string {
	return `<h2 class="paper-title">` + words.Escape(editions.Title) + `</h2><p class="paper-about">` + words.Escape(editions.About) + `</p>`
}

// bar is the short table of contents that stays in sight: the numbers of the sections, in brackets those of the
// later editions where they differ.
func bar(in State) string {
	var b strings.Builder
	b.WriteString(`<nav class="paper-bar" aria-label="` + words.Escape(editions.SectionsName) + `">`)
	chapter := byte(0)
	for _, s := range editions.Sections {
		if s.ID[0] != chapter {
			if chapter != 0 {
				b.WriteString(`</span>`)
			}
			b.WriteString(`<span>`)
			chapter = s.ID[0]
		}
		b.WriteString(goLink(in, s.ID) + s.ID)
		if n := NewNumber(s.ID); n != "" && n != s.ID {
			b.WriteString(` <span class="paper-new">(` + n + `)</span>`)
		}
		b.WriteString(`<span class="quiet"> ` + words.Escape(s.Title) + `</span></a>`)
	}
	b.WriteString(`</span></nav>`)
	return b.String()
}

// goLink begins a link to a section that keeps the chosen mark.
func goLink(in State, section string) string {
	to := Section{ID: section}.Apply(in)
	return `<a href="` + words.Escape(Link(to)) + `" data-tap="paper.go:` + section + `">`
}

// at begins a link to a statement.
func at(claim string) string {
	return `<a href="` + words.Escape(Link(State{Claim: claim})) + `">`
}

// index lists the sections by the numbers of all editions, the figures and the references, each with its link.
func index() string {
	var b strings.Builder
	b.WriteString(`<table class="paper-numbers" aria-label="` + words.Escape(editions.Index) + `"><thead><tr><th scope="col">` + words.Escape(editions.IndexOld) + `</th><th scope="col">` + words.Escape(editions.IndexNew) +
		`</th><th scope="col">` + words.Escape(editions.IndexSection) + `</th></tr></thead><tbody>`)
	for _, s := range editions.Sections {
		for _, c := range editions.Chapters {
			if s.ID == c[0] || s.ID == c[0]+".1" && c[0] != "4" {
				b.WriteString(`<tr class="paper-chapter-row"><td>` + c[0] + `</td><td>` + c[0] + `</td><th scope="row">` + words.Escape(c[1]) + `</th></tr>`)
			}
		}
		later := NewNumber(s.ID)
		if later == "" {
			later = "–"
		}
		b.WriteString(`<tr><td>` + s.ID + `</td><td>` + later + `</td><th scope="row">` + goLink(State{}, s.ID) + words.Escape(s.Title) + `</a></th></tr>`)
	}
	b.WriteString(`</tbody></table><div><h3>` + words.Escape(editions.IndexFigures) + `</h3><ul>`)
	for i, f := range editions.Figures {
		b.WriteString(`<li>` + at(Figures[i]) + editions.FigureName + ` ` + words.Num(i+1) + `</a> ` + words.Escape(f.Title) + `</li>`)
	}
	b.WriteString(`</ul><p class="note">` + words.Escape(editions.Captions) + `</p><h3>` + words.Escape(editions.IndexRefs) + `</h3><ul>`)
	for _, id := range ClaimsOf(len(Sections) - 1) {
		words, _ := editions.ClaimOf(id)
		name, rest, _ := strings.Cut(words.Says, "] ")
		rest, _, _ = strings.Cut(rest, " Cited")
		b.WriteString(`<li>` + at(id) + name + `]</a> ` + rich(rest) + `</li>`)
	}
	b.WriteString(`</ul></div>`)
	return b.String()
}

// counts says how many statements there are of each mark, and what the marks mean.
func counts(p *Paper) string {
	var b strings.Builder
	b.WriteString(`<p class="paper-counts"><b>` + statementsPicture(p.Total) + `</b>: `)
	for i, m := range Marks {
		if i > 0 {
			b.WriteString(`, `)
		}
		b.WriteString(`<span class="paper-count m-` + string(m) + `">` + words.Num(p.Counts[i]) + ` ` + string(m) + `</span>`)
	}
	b.WriteString(`.</p><dl class="paper-marks">`)
	for i, m := range Marks {
		b.WriteString(`<div><dt>` + markWord(m) + `</dt><dd>` + words.Escape(editions.Marks[i].Meaning) + `</dd></div>`)
	}
	b.WriteString(`</dl><p class="paper-coverage">` + words.Escape(coverage()) + `</p>`)
	return b.String()
}

// coverage says how much of the paper is here: the sections with two numbers in the first editions, and how many of
// them the later ones have.
func coverage() string {
	old, later := 0, 0
	for _, id := range Sections {
		if len(id) < 2 {
			continue
		}
		old++
		if NewNumber(id) != "" {
			later++
		}
	}
	return editions.Coverage[0] + words.Num(old) + editions.Coverage[1] + words.Num(later) + editions.Coverage[2]
}

// intro is the heading of section i, under that of its chapter where it is the first, and what the section is about.
func intro(i int) string {
	var b strings.Builder
	said := editions.Sections[i]
	for _, c := range editions.Chapters {
		if said.ID == c[0] || said.ID == c[0]+".1" && c[0] != "4" {
			b.WriteString(`<h3 class="paper-chapter" id="` + id(c[0]) + `-chapter"><span class="paper-no">` + c[0] + `</span> ` + words.Escape(c[1]) + `</h3>`)
		}
	}
	level := "h4"
	if alone(said.ID) {
		level = "h3"
	}
	b.WriteString(`<` + level + ` class="paper-section" id="` + id(said.ID) + `" tabindex="-1"><span class="paper-no">` + said.ID + `</span> ` + words.Escape(said.Title) + `</` + level + `>`)
	switch n := NewNumber(said.ID); n {
	case said.ID:
	case "":
		b.WriteString(`<p class="paper-later">` + words.Escape(editions.Gone) + `</p>`)
	default:
		b.WriteString(`<p class="paper-later">` + words.Escape(editions.NewNumber) + `<b>` + n + `</b></p>`)
	}
	b.WriteString(`<p class="paper-intro">` + rich(said.Intro) + `</p>`)
	return b.String()
}

// alone reports whether a section is a whole chapter.
func alone(section string) bool {
	for _, c := range editions.Chapters {
		if section[0] == c[0][0] {
			return false
		}
	}
	return true
}

// tally says what opening a section brings: how many statements of each mark.
func tally(part Part) string {
	var b strings.Builder
	b.WriteString(`<b>` + statementsPicture(len(part.Claims)) + `</b>`)
	for i, m := range Marks {
		if n := part.Count(m); n > 0 {
			b.WriteString(` <span class="paper-count m-` + string(m) + `"><span aria-hidden="true">` + editions.Marks[i].Icon + `</span> ` + words.Num(n) + ` ` + string(m) + `</span>`)
		}
	}
	return b.String()
}

func statementsPicture(n int) string {
	if n == 1 {
		return "1 statement"
	}
	return words.Num(n) + " statements"
}

// paperStatements are the claims of a section: what is said of floating point first, then its printing errors in a list
// that is closed unless slips is set; and a note for each mark that none of them has. The style sheet shows the claims and
// notes that the reader asked for.
func paperStatements(part Part, slips bool, at string) string {
	var b strings.Builder
	for _, c := range part.Claims {
		if c.Mark == Misprinted {
			continue
		}
		for _, a := range editions.Advice {
			if a[0] == c.ID {
				b.WriteString(`<h4 class="paper-advice">` + words.Escape(a[1]) + `</h4>`)
			}
		}
		b.WriteString(paperClaim(c, at))
	}
	if n := part.Count(Misprinted); n > 0 {
		open := ""
		if slips {
			open = " open"
		}
		b.WriteString(`<details class="paper-slips"` + open + `><summary>` + words.Escape(editions.Slips) + ` <span class="paper-count m-misprinted">` + words.Num(n) + `</span></summary>`)
		for _, c := range part.Claims {
			if c.Mark == Misprinted {
				b.WriteString(paperClaim(c, at))
			}
		}
		b.WriteString(`</details>`)
	}
	for _, m := range Marks {
		if part.Count(m) == 0 {
			b.WriteString(`<p class="note paper-none m-` + string(m) + `">` + words.Escape(editions.NoneHere) + `</p>`)
		}
	}
	return b.String()
}

// slip reports whether a section has its list of printing errors open: where one of them is linked to, where that
// mark is chosen, and where the whole text is open.
func slip(part Part, in State) bool {
	all := in.Only == Misprinted || in.Only == AnyMark && in.Opened() == EverySection
	for _, c := range part.Claims {
		if c.Mark == Misprinted && (all || c.ID == in.Claim) {
			return true
		}
	}
	return false
}

// id is the id of the heading of a section: "paper-2-1".
func id(section string) string { return "paper-" + strings.ReplaceAll(section, ".", "-") }

// editionList describes the editions.
func editionList() string {
	var b strings.Builder
	b.WriteString(`<section class="paper-part" aria-labelledby="paper-editions"><h3 id="paper-editions" class="paper-chapter">` + words.Escape(editions.EditionsTitle) +
		`</h3><p class="paper-intro">` + words.Escape(editions.EditionsAbout) + `</p><dl class="paper-editions">`)
	for _, e := range editions.Editions {
		b.WriteString(`<div><dt>` + words.Escape(e.Name) + `</dt><dd>` + rich(e.Note) + `</dd></div>`)
	}
	b.WriteString(`</dl></section>`)
	return b.String()
}

// markWord is a mark as icon and word.
func markWord(m Mark) string {
	icon := ""
	for i, k := range Marks {
		if k == m {
			icon = editions.Marks[i].Icon
		}
	}
	return `<span class="paper-mark m-` + string(m) + `"><span aria-hidden="true">` + icon + `</span> ` + string(m) + `</span>`
}

// paperClaim is a statement: on the left what the paper says, on the right what comes out.
func paperClaim(c Claim, at string) string {
	said, _ := editions.ClaimOf(c.ID)
	var b strings.Builder
	panel := ""
	if c.ID == at {
		panel = ` data-panel="0"`
	}
	b.WriteString(`<article class="paper-claim m-` + string(c.Mark) + `" data-claim="` + c.ID + `"` + panel + `><div class="paper-says"><p id="paper-` + c.ID + `" tabindex="-1">` + rich(said.Says) + `</p>`)
	if said.Why != "" {
		b.WriteString(`<p class="paper-why">` + rich(said.Why) + `</p>`)
	}
	if c.Figure > 0 {
		b.WriteString(figure(c.Figure))
	}
	b.WriteString(`</div><div class="paper-live"><p class="paper-verdict">` + markWord(c.Mark) +
		` <a class="paper-anchor" href="` + words.Escape(Link(State{Claim: c.ID})) + `" title="` + words.Escape(editions.Link) +
		`"><span aria-hidden="true">#</span><span class="quiet">` + words.Escape(editions.Link) + `</span></a></p><dl class="paper-lines">`)
	for _, l := range c.Lines {
		b.WriteString(line(l))
	}
	b.WriteString(`</dl>`)
	for _, text := range []string{said.Reason, said.Now} {
		if text != "" {
			b.WriteString(`<p class="paper-reason">` + rich(text) + `</p>`)
		}
	}
	if len(said.Sources) > 0 {
		b.WriteString(`<ul class="paper-sources">`)
		for _, s := range said.Sources {
			b.WriteString(`<li><span class="paper-kind">` + words.Escape(string(s.Kind)) + `</span><span>` + rich(s.Text) + `</span></li>`)
		}
		b.WriteString(`</ul>`)
	}
	b.WriteString(links(c.Links) + `</div>`)
	if c.Line != nil {
		b.WriteString(picture(numberline.Draw(*c.Line, said.Picture), said))
	}
	if c.Graph != nil {
		p := graph.Draw(*c.Graph, graph.GraphSmall, "")
		p.Title = said.Picture + ". " + p.Title
		b.WriteString(picture(p, said))
	}
	b.WriteString(`</article>`)
	return b.String()
}

// figure is a figure of the paper: its number and title, what it shows and its listing.
func figure(n int) string {
	f := editions.Figures[n-1]
	s := `<figure class="paper-figure" id="paper-figure-` + words.Num(n) + `"><figcaption><b>` + editions.FigureName + ` ` + words.Num(n) + `</b> “` + words.Escape(f.Title) + `”: ` + words.Escape(f.Caption) + `</figcaption>`
	if f.Listing != "" {
		s += `<pre class="num" tabindex="0" role="group" aria-label="Program as printed">` + words.Escape(f.Listing) + `</pre>`
	}
	return s + `</figure>`
}

// picture is a picture beside a claim with what to notice.
func picture(p svg.Picture, said editions.ClaimWords) string {
	return `<div class="paper-picture"><div class="paper-scroll" tabindex="0" role="region" aria-label="` + words.Escape(p.Title) + `">` + p.SVG() + `</div><p class="note">` + rich(said.Notice) + `</p></div>`
}

// links leads into the other views: the name of each view, then its links.
func links(links []PaperLink) string {
	if len(links) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<p class="paper-links">`)
	for i, l := range links {
		view, _ := lab.InfoOf(l.View)
		if i == 0 || links[i-1].View != l.View {
			if i > 0 {
				b.WriteString(`</span> `)
			}
			b.WriteString(`<span>` + words.Escape(editions.OpenIn) + ` ` + words.Escape(view.Title) + `:`)
		}
		b.WriteString(` <a href="` + words.Escape(l.Href) + `">` + words.Powers(words.Escape(l.Label)) + `<span class="quiet"> (` + words.Escape(view.Title) + `)</span></a>`)
	}
	b.WriteString(`</span></p>`)
	return b.String()
}

// line is one figure, with what is printed for it where that is something else.
func line(l *Line) string {
	var b strings.Builder
	kind := "same"
	for _, p := range l.Prints {
		if !p.Same {
			kind = "off"
		}
	}
	if len(l.Prints) == 0 {
		kind = "aside"
	}
	b.WriteString(`<div class="` + kind + `"><dt>` + words.Powers(words.Escape(l.Label)) + `</dt><dd><span class="num">` + spans(l.Live) + `</span>`)
	if l.Note != "" {
		class := "paper-note"
		if strings.Contains(l.Note, "0x") && !strings.Contains(l.Note, "control") {
			class += " num"
		}
		if strings.HasPrefix(l.Note, "rn") {
			class += " block"
		}
		b.WriteString(` <span class="` + class + `">` + words.Powers(words.Escape(l.Note)) + `</span>`)
	}
	output := len(l.Live) > 0 && l.Live[0].Tone == toneOutput
	for _, p := range l.Prints {
		if !p.Same {
			b.WriteString(`<span class="paper-print">` + words.Escape(editions.Prints) + ` ` + words.Escape(editionsPicture(p.In)) + `: <span class="num">` + differing(p.Text, l.Live.String(), output) + `</span></span>`)
		}
	}
	b.WriteString(`</dd></div>`)
	return b.String()
}

// editionsPicture names the editions that have a figure.
func editionsPicture(in Editions) string {
	switch in {
	case everyEdition:
		return "every edition"
	case htmlModel:
		return "the HTML and web editions"
	case formulas:
		return "every copy with formulas"
	}
	var names []string
	for i, e := range editions.Editions {
		if in>>i&1 != 0 {
			names = append(names, e.Name)
		}
	}
	return strings.Join(names, ", ")
}

// tones are the classes of the tones of numbers.
var tones = [...]string{tonePlain: "", toneSign: "s", toneExponent: "e", toneTrailing: "t", tonePast: "g past", toneExact: "x", toneOutput: "", toneWords: "paper-word", tonePrinted: "printed"}

// spans writes a number in its tones, the digits of a significand in groups of four.
func spans(t Spans) string {
	var b strings.Builder
	digit := 0
	for _, p := range t {
		text := words.Powers(words.Escape(p.Text))
		if p.Tone == toneOutput { // breaks between words only
			text = `<span class="paper-option">` + strings.ReplaceAll(words.Escape(p.Text), " ", `</span> <span class="paper-option">`) + `</span>`
		}
		if p.Tone == toneTrailing || p.Tone == tonePast {
			text = ""
			for _, c := range p.Text {
				if c == '…' {
					digit = 0
				} else {
					if digit > 0 && digit%4 == 0 {
						text += html.Gap
					}
					digit++
				}
				text += string(c)
			}
		}
		if class := tones[p.Tone]; class != "" {
			text = `<span class="` + class + `">` + text + `</span>`
		}
		b.WriteString(text)
	}
	return b.String()
}

// differing marks what of a printed figure is not as computed: all between the common beginning and the common end,
// or nothing if these are less than a third of it.
// What a program prints keeps its hyphens.
func differing(printed, live string, output bool) string {
	raise := words.Powers
	if output {
		raise = func(s string) string { return s }
	}
	p, l := []rune(printed), []rune(live)
	head := 0
	for head < len(p) && head < len(l) && p[head] == l[head] {
		head++
	}
	tail := 0
	for tail < len(p)-head && tail < len(l)-head && p[len(p)-1-tail] == l[len(l)-1-tail] {
		tail++
	}
	if tail == len(p)-head && head > 0 { // something is missing: mark what stands before the place
		head--
	}
	if tail > len(p)-head {
		tail = len(p) - head
	}
	middle := string(p[head : len(p)-tail])
	if 3*(head+tail) < len(p) {
		return raise(words.Escape(printed))
	}
	before, after := string(p[:head]), string(p[len(p)-tail:])
	if strings.Contains(before, "^") { // the power is raised as a whole
		if at := strings.LastIndexByte(before, '^'); at >= 0 && !strings.ContainsAny(before[at:], " ") {
			return raise(words.Escape(before[:at])) + `<i class="hat">^</i><sup>` + words.Escape(words.Minus(before[at+1:])) + `<mark>` + words.Escape(words.Minus(middle)) + `</mark>` + words.Escape(words.Minus(after)) + `</sup>`
		}
	}
	return raise(words.Escape(before)) + `<mark>` + raise(words.Escape(middle)) + `</mark>` + raise(words.Escape(after))
}

// rich writes prose: {id} and {id|label} become terms of the glossary, text between grave accents code, and ^
// raises a power.
func rich(s string) string {
	var b strings.Builder
	for s != "" {
		at := strings.IndexAny(s, "{`")
		if at < 0 {
			break
		}
		stop := byte('}')
		if s[at] == '`' {
			stop = '`'
		}
		end := strings.IndexByte(s[at+1:], stop)
		if end < 0 {
			break
		}
		b.WriteString(words.Powers(words.Escape(s[:at])))
		inside := s[at+1 : at+1+end]
		if stop == '}' {
			id, label, _ := strings.Cut(inside, "|")
			b.WriteString(html.Term(id, label))
		} else {
			b.WriteString(`<code>` + words.Escape(inside) + `</code>`)
		}
		s = s[at+end+2:]
	}
	b.WriteString(words.Powers(words.Escape(s)))
	return b.String()
}
