//go:build !opening

package draw

import (
	"strings"

	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// PaperHead is the title of the Paper view.
func PaperHead() string {
	return `<h2 class="paper-title">` + Escape(prose.PaperTitle) + `</h2><p class="paper-about">` + Escape(prose.PaperAbout) + `</p>`
}

// PaperBar is the short table of contents that stays in sight: the numbers of the sections, in brackets those of the
// later editions where they differ.
func PaperBar(in state.Reading) string {
	var b strings.Builder
	b.WriteString(`<nav class="paper-bar" aria-label="` + Escape(prose.PaperSectionsName) + `">`)
	chapter := byte(0)
	for _, s := range prose.PaperSections {
		if s.ID[0] != chapter {
			if chapter != 0 {
				b.WriteString(`</span>`)
			}
			b.WriteString(`<span>`)
			chapter = s.ID[0]
		}
		b.WriteString(paperGo(in, s.ID) + s.ID)
		if n := state.PaperNewNumber(s.ID); n != "" && n != s.ID {
			b.WriteString(` <span class="paper-new">(` + n + `)</span>`)
		}
		b.WriteString(`<span class="quiet"> ` + Escape(s.Title) + `</span></a>`)
	}
	b.WriteString(`</span></nav>`)
	return b.String()
}

// paperGo begins a link to a section that keeps the chosen mark.
func paperGo(in state.Reading, section string) string {
	to := state.Update(state.State{View: state.Paper, Paper: in}, state.PaperSection{ID: section})
	return `<a href="` + Escape(route.Encode(to)) + `" data-tap="paper.go:` + section + `">`
}

// paperAt begins a link to a statement.
func paperAt(claim string) string {
	return `<a href="` + Escape(route.Encode(state.State{View: state.Paper, Paper: state.Reading{Claim: claim}})) + `">`
}

// PaperIndex lists the sections by the numbers of all editions, the figures and the references, each with its link.
func PaperIndex() string {
	var b strings.Builder
	b.WriteString(`<table class="paper-numbers"><thead><tr><th scope="col">` + Escape(prose.PaperIndexOld) + `</th><th scope="col">` + Escape(prose.PaperIndexNew) +
		`</th><th scope="col">` + Escape(prose.PaperIndexSection) + `</th></tr></thead><tbody>`)
	for _, s := range prose.PaperSections {
		for _, c := range prose.PaperChapters {
			if s.ID == c[0] || s.ID == c[0]+".1" && c[0] != "4" {
				b.WriteString(`<tr class="paper-chapter-row"><td>` + c[0] + `</td><td>` + c[0] + `</td><th scope="row">` + Escape(c[1]) + `</th></tr>`)
			}
		}
		later := state.PaperNewNumber(s.ID)
		if later == "" {
			later = "–"
		}
		b.WriteString(`<tr><td>` + s.ID + `</td><td>` + later + `</td><th scope="row">` + paperGo(state.Reading{}, s.ID) + Escape(s.Title) + `</a></th></tr>`)
	}
	b.WriteString(`</tbody></table><div><h3>` + Escape(prose.PaperIndexFigures) + `</h3><ul>`)
	for i, f := range prose.PaperFigures {
		b.WriteString(`<li>` + paperAt(state.PaperFigures[i]) + prose.PaperFigureName + ` ` + num(i+1) + `</a> ` + Escape(f.Title) + `</li>`)
	}
	b.WriteString(`</ul><p class="note">` + Escape(prose.PaperCaptions) + `</p><h3>` + Escape(prose.PaperIndexRefs) + `</h3><ul>`)
	for _, id := range state.PaperClaimsOf(len(state.PaperSections) - 1) {
		words, _ := prose.PaperClaimOf(id)
		name, rest, _ := strings.Cut(words.Says, "] ")
		rest, _, _ = strings.Cut(rest, " Cited")
		b.WriteString(`<li>` + paperAt(id) + name + `]</a> ` + rich(rest) + `</li>`)
	}
	b.WriteString(`</ul></div>`)
	return b.String()
}

// PaperCounts says how many statements there are of each mark, and what the marks mean.
func PaperCounts(p *model.Paper) string {
	var b strings.Builder
	b.WriteString(`<p class="paper-counts"><b>` + statements(p.Total) + `</b>: `)
	for i, m := range state.Marks {
		if i > 0 {
			b.WriteString(`, `)
		}
		b.WriteString(`<span class="paper-count m-` + string(m) + `">` + num(p.Counts[i]) + ` ` + string(m) + `</span>`)
	}
	b.WriteString(`.</p><dl class="paper-marks">`)
	for i, m := range state.Marks {
		b.WriteString(`<div><dt>` + markWord(m) + `</dt><dd>` + Escape(prose.PaperMarks[i].Meaning) + `</dd></div>`)
	}
	b.WriteString(`</dl><p class="paper-coverage">` + Escape(paperCoverage()) + `</p>`)
	return b.String()
}

// paperCoverage says how much of the paper is here: the sections with two numbers in the first editions, and how many of
// them the later ones have.
func paperCoverage() string {
	old, later := 0, 0
	for _, id := range state.PaperSections {
		if len(id) < 2 {
			continue
		}
		old++
		if state.PaperNewNumber(id) != "" {
			later++
		}
	}
	return prose.PaperCoverage[0] + num(old) + prose.PaperCoverage[1] + num(later) + prose.PaperCoverage[2]
}

// PaperIntro is the heading of section i, under that of its chapter where it is the first, and what the section is about.
func PaperIntro(i int) string {
	var b strings.Builder
	words := prose.PaperSections[i]
	for _, c := range prose.PaperChapters {
		if words.ID == c[0] || words.ID == c[0]+".1" && c[0] != "4" {
			b.WriteString(`<h3 class="paper-chapter" id="` + PaperID(c[0]) + `-chapter"><span class="paper-no">` + c[0] + `</span> ` + Escape(c[1]) + `</h3>`)
		}
	}
	level := "h4"
	if alone(words.ID) {
		level = "h3"
	}
	b.WriteString(`<` + level + ` class="paper-section" id="` + PaperID(words.ID) + `" tabindex="-1"><span class="paper-no">` + words.ID + `</span> ` + Escape(words.Title) + `</` + level + `>`)
	switch n := state.PaperNewNumber(words.ID); n {
	case words.ID:
	case "":
		b.WriteString(`<p class="paper-later">` + Escape(prose.PaperGone) + `</p>`)
	default:
		b.WriteString(`<p class="paper-later">` + Escape(prose.PaperNewNumber) + `<b>` + n + `</b></p>`)
	}
	b.WriteString(`<p class="paper-intro">` + rich(words.Intro) + `</p>`)
	return b.String()
}

// alone reports whether a section is a whole chapter.
func alone(section string) bool {
	for _, c := range prose.PaperChapters {
		if section[0] == c[0][0] {
			return false
		}
	}
	return true
}

// PaperTally says what opening a section brings: how many statements of each mark.
func PaperTally(part model.PaperPart) string {
	var b strings.Builder
	b.WriteString(`<b>` + statements(len(part.Claims)) + `</b>`)
	for i, m := range state.Marks {
		if n := part.Count(m); n > 0 {
			b.WriteString(` <span class="paper-count m-` + string(m) + `"><span aria-hidden="true">` + prose.PaperMarks[i].Icon + `</span> ` + num(n) + ` ` + string(m) + `</span>`)
		}
	}
	return b.String()
}

func statements(n int) string {
	if n == 1 {
		return "1 statement"
	}
	return num(n) + " statements"
}

// PaperStatements are the claims of a section: what is said of floating point first, then its printing errors in a list
// that is closed unless slips is set; and a note for each mark that none of them has. The style sheet shows the claims and
// notes that the reader asked for.
func PaperStatements(part model.PaperPart, slips bool) string {
	var b strings.Builder
	for _, c := range part.Claims {
		if c.Mark == state.Misprinted {
			continue
		}
		for _, a := range prose.PaperAdvice {
			if a[0] == c.ID {
				b.WriteString(`<h4 class="paper-advice">` + Escape(a[1]) + `</h4>`)
			}
		}
		b.WriteString(paperClaim(c))
	}
	if n := part.Count(state.Misprinted); n > 0 {
		open := ""
		if slips {
			open = " open"
		}
		b.WriteString(`<details class="paper-slips"` + open + `><summary>` + Escape(prose.PaperSlips) + ` <span class="paper-count m-misprinted">` + num(n) + `</span></summary>`)
		for _, c := range part.Claims {
			if c.Mark == state.Misprinted {
				b.WriteString(paperClaim(c))
			}
		}
		b.WriteString(`</details>`)
	}
	for _, m := range state.Marks {
		if part.Count(m) == 0 {
			b.WriteString(`<p class="note paper-none m-` + string(m) + `">` + Escape(prose.PaperNoneHere) + `</p>`)
		}
	}
	return b.String()
}

// PaperSlip reports whether a section has its list of printing errors open: where one of them is linked to, where that
// mark is chosen, and where the whole text is open.
func PaperSlip(part model.PaperPart, in state.Reading) bool {
	all := in.Only == state.Misprinted || in.Only == state.AnyMark && in.Opened() == state.EverySection
	for _, c := range part.Claims {
		if c.Mark == state.Misprinted && (all || c.ID == in.Claim) {
			return true
		}
	}
	return false
}

// PaperID is the id of the heading of a section: "paper-2-1".
func PaperID(section string) string { return "paper-" + strings.ReplaceAll(section, ".", "-") }

// PaperEditions describes the editions.
func PaperEditions() string {
	var b strings.Builder
	b.WriteString(`<section class="paper-part" aria-labelledby="paper-editions"><h3 id="paper-editions" class="paper-chapter">` + Escape(prose.PaperEditionsTitle) +
		`</h3><p class="paper-intro">` + Escape(prose.PaperEditionsAbout) + `</p><dl class="paper-editions">`)
	for _, e := range prose.PaperEditions {
		b.WriteString(`<div><dt>` + Escape(e.Name) + `</dt><dd>` + rich(e.Note) + `</dd></div>`)
	}
	b.WriteString(`</dl></section>`)
	return b.String()
}

// markWord is a mark as icon and word.
func markWord(m state.Mark) string {
	icon := ""
	for i, k := range state.Marks {
		if k == m {
			icon = prose.PaperMarks[i].Icon
		}
	}
	return `<span class="paper-mark m-` + string(m) + `"><span aria-hidden="true">` + icon + `</span> ` + string(m) + `</span>`
}

// paperClaim is a statement: on the left what the paper says, on the right what comes out.
func paperClaim(c model.Claim) string {
	words, _ := prose.PaperClaimOf(c.ID)
	var b strings.Builder
	b.WriteString(`<article class="paper-claim m-` + string(c.Mark) + `" data-claim="` + c.ID + `"><div class="paper-says"><p id="paper-` + c.ID + `" tabindex="-1">` + rich(words.Says) + `</p>`)
	if words.Why != "" {
		b.WriteString(`<p class="paper-why">` + rich(words.Why) + `</p>`)
	}
	if c.Figure > 0 {
		b.WriteString(paperFigure(c.Figure))
	}
	b.WriteString(`</div><div class="paper-live"><p class="paper-verdict">` + markWord(c.Mark) +
		` <a class="paper-anchor" href="` + Escape(route.Encode(state.State{View: state.Paper, Paper: state.Reading{Claim: c.ID}})) + `" title="` + Escape(prose.PaperLink) +
		`"><span aria-hidden="true">#</span><span class="quiet">` + Escape(prose.PaperLink) + `</span></a></p><dl class="paper-lines">`)
	for _, l := range c.Lines {
		b.WriteString(paperLine(l))
	}
	b.WriteString(`</dl>`)
	for _, text := range []string{words.Reason, words.Now} {
		if text != "" {
			b.WriteString(`<p class="paper-reason">` + rich(text) + `</p>`)
		}
	}
	if len(words.Sources) > 0 {
		b.WriteString(`<ul class="paper-sources">`)
		for _, s := range words.Sources {
			b.WriteString(`<li><span class="paper-kind">` + Escape(string(s.Kind)) + `</span><span>` + rich(s.Text) + `</span></li>`)
		}
		b.WriteString(`</ul>`)
	}
	b.WriteString(paperLinks(c.Links) + `</div>`)
	if c.Line != nil {
		b.WriteString(paperPicture(NumberLine(*c.Line, words.Picture), words))
	}
	if c.Graph != nil {
		p := Graph(*c.Graph, GraphSmall, "")
		p.Title = words.Picture + ". " + p.Title
		b.WriteString(paperPicture(p, words))
	}
	b.WriteString(`</article>`)
	return b.String()
}

// paperFigure is a figure of the paper: its number and title, what it shows and its listing.
func paperFigure(n int) string {
	f := prose.PaperFigures[n-1]
	s := `<figure class="paper-figure" id="paper-figure-` + num(n) + `"><figcaption><b>` + prose.PaperFigureName + ` ` + num(n) + `</b> “` + Escape(f.Title) + `”: ` + Escape(f.Caption) + `</figcaption>`
	if f.Listing != "" {
		s += `<pre class="num" tabindex="0">` + Escape(f.Listing) + `</pre>`
	}
	return s + `</figure>`
}

// paperPicture is a picture beside a claim with what to notice.
func paperPicture(p Picture, words prose.PaperClaim) string {
	return `<div class="paper-picture"><div class="paper-scroll" tabindex="0" role="region" aria-label="` + Escape(p.Title) + `">` + p.SVG() + `</div><p class="note">` + rich(words.Notice) + `</p></div>`
}

// paperLinks leads into the other views: the name of each view, then its links.
func paperLinks(links []model.PaperLink) string {
	if len(links) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<p class="paper-links">`)
	for i, l := range links {
		view, _ := state.InfoOf(l.View)
		if i == 0 || links[i-1].View != l.View {
			if i > 0 {
				b.WriteString(`</span> `)
			}
			b.WriteString(`<span>` + Escape(prose.PaperOpenIn) + ` ` + Escape(view.Title) + `:`)
		}
		b.WriteString(` <a href="` + Escape(l.Href) + `">` + powers(Escape(l.Label)) + `<span class="quiet"> (` + Escape(view.Title) + `)</span></a>`)
	}
	b.WriteString(`</span></p>`)
	return b.String()
}

// paperLine is one figure, with what is printed for it where that is something else.
func paperLine(l *model.PaperLine) string {
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
	b.WriteString(`<div class="` + kind + `"><dt>` + powers(Escape(l.Label)) + `</dt><dd><span class="num">` + spans(l.Live) + `</span>`)
	if l.Note != "" {
		class := "paper-note"
		if strings.Contains(l.Note, "0x") && !strings.Contains(l.Note, "control") {
			class += " num"
		}
		if strings.HasPrefix(l.Note, "rn") {
			class += " block"
		}
		b.WriteString(` <span class="` + class + `">` + powers(Escape(l.Note)) + `</span>`)
	}
	output := len(l.Live) > 0 && l.Live[0].Tone == model.ToneOutput
	for _, p := range l.Prints {
		if !p.Same {
			b.WriteString(`<span class="paper-print">` + Escape(prose.PaperPrints) + ` ` + Escape(editions(p.In)) + `: <span class="num">` + differing(p.Text, l.Live.String(), output) + `</span></span>`)
		}
	}
	b.WriteString(`</dd></div>`)
	return b.String()
}

// editions names the editions that have a figure.
func editions(in model.Editions) string {
	switch in {
	case model.EveryEdition:
		return "every edition"
	case model.HTML:
		return "the HTML and web editions"
	case model.Formulas:
		return "every copy with formulas"
	}
	var names []string
	for i, e := range prose.PaperEditions {
		if in>>i&1 != 0 {
			names = append(names, e.Name)
		}
	}
	return strings.Join(names, ", ")
}

// tones are the classes of the tones of numbers.
var tones = [...]string{model.TonePlain: "", model.ToneSign: "s", model.ToneExponent: "e", model.ToneTrailing: "t", model.TonePast: "g past", model.ToneExact: "x", model.ToneOutput: "", model.ToneWords: "paper-word"}

// spans writes a number in its tones, the digits of a significand in groups of four.
func spans(t model.Spans) string {
	var b strings.Builder
	digit := 0
	for _, p := range t {
		text := powers(Escape(p.Text))
		if p.Tone == model.ToneOutput { // breaks between words only
			text = `<span class="paper-option">` + strings.ReplaceAll(Escape(p.Text), " ", `</span> <span class="paper-option">`) + `</span>`
		}
		if p.Tone == model.ToneTrailing || p.Tone == model.TonePast {
			text = ""
			for _, c := range p.Text {
				if c == '…' {
					digit = 0
				} else {
					if digit > 0 && digit%4 == 0 {
						text += gap
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

// powers raises what follows a ^: digits with a sign. The ^ stays in the text, for copying, but does not show. Signs
// before numbers become minus signs.
func powers(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "^")
		b.WriteString(signs(before))
		if !found {
			return b.String()
		}
		n := 0
		for n < len(after) && (after[n] == '-' && n == 0 || '0' <= after[n] && after[n] <= '9') {
			n++
		}
		b.WriteString(`<i class="hat">^</i><sup>` + Minus(after[:n]) + `</sup>`)
		s = after[n:]
	}
}

// signs replaces the hyphens that stand for minus: between spaces, and before a number, an infinity or the end of the
// text where no letter or digit comes before. Compound words keep theirs, and options such as -ftz are kept in one piece.
func signs(s string) string {
	if !strings.Contains(s, "-") {
		return s
	}
	var b strings.Builder
	option := false
	for i := range len(s) {
		if option && strings.IndexByte(" ,;)", s[i]) >= 0 {
			b.WriteString(`</span>`)
			option = false
		}
		if s[i] != '-' || option {
			b.WriteByte(s[i])
			continue
		}
		free := i == 0 || strings.IndexByte(" (,[=", s[i-1]) >= 0 || i > 1 && s[i-1] == 'e' && '0' <= s[i-2] && s[i-2] <= '9'
		next := s[i+1:]
		switch {
		case free && (next == "" || strings.IndexByte(" .0123456789", next[0]) >= 0 || strings.HasPrefix(next, "∞")):
			b.WriteString("−")
		case free && 'A' <= next[0] && next[0] <= 'z':
			b.WriteString(`<span class="paper-option">-`)
			option = true
		default:
			b.WriteByte('-')
		}
	}
	if option {
		b.WriteString(`</span>`)
	}
	return b.String()
}

// differing marks what of a printed figure is not as computed: all between the common beginning and the common end,
// or nothing if these are less than a third of it.
// What a program prints keeps its hyphens.
func differing(printed, live string, output bool) string {
	raise := powers
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
		return raise(Escape(printed))
	}
	before, after := string(p[:head]), string(p[len(p)-tail:])
	if strings.Contains(before, "^") { // the power is raised as a whole
		if at := strings.LastIndexByte(before, '^'); at >= 0 && !strings.ContainsAny(before[at:], " ") {
			return raise(Escape(before[:at])) + `<i class="hat">^</i><sup>` + Escape(Minus(before[at+1:])) + `<mark>` + Escape(Minus(middle)) + `</mark>` + Escape(Minus(after)) + `</sup>`
		}
	}
	return raise(Escape(before)) + `<mark>` + raise(Escape(middle)) + `</mark>` + raise(Escape(after))
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
		b.WriteString(powers(Escape(s[:at])))
		inside := s[at+1 : at+1+end]
		if stop == '}' {
			id, label, _ := strings.Cut(inside, "|")
			b.WriteString(Term(id, label))
		} else {
			b.WriteString(`<code>` + Escape(inside) + `</code>`)
		}
		s = s[at+end+2:]
	}
	b.WriteString(powers(Escape(s)))
	return b.String()
}
