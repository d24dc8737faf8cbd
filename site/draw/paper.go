package draw

import (
	"strings"

	"ulplab/site/model"
	"ulplab/site/prose"
	"ulplab/site/route"
	"ulplab/site/state"
)

// PaperHead is the title of the Paper view with the table of contents.
func PaperHead(in state.Reading) string {
	var b strings.Builder
	b.WriteString(`<h2 class="paper-title">` + Escape(prose.PaperTitle) + `</h2><p class="paper-about">` + Escape(prose.PaperAbout) + `</p>`)
	b.WriteString(`<nav class="paper-toc" aria-label="` + Escape(prose.PaperContents) + `"><ol>`)
	for _, c := range prose.PaperChapters {
		b.WriteString(`<li><span class="paper-no">` + c[0] + `</span> ` + Escape(c[1]) + `<ol>`)
		for _, s := range prose.PaperSections {
			if !strings.HasPrefix(s.ID, c[0]) {
				continue
			}
			to := state.State{View: state.Paper, Paper: state.Reading{Section: s.ID, Only: in.Only}}
			b.WriteString(`<li><a href="` + Escape(route.Encode(to)) + `" data-tap="paper.go:` + s.ID + `"><span class="paper-no">` + s.ID + `</span> ` + Escape(s.Title) + `</a></li>`)
		}
		b.WriteString(`</ol></li>`)
	}
	b.WriteString(`</ol></nav>`)
	return b.String()
}

// PaperCounts says how many statements there are of each mark, and what the marks mean.
func PaperCounts(p *model.Paper) string {
	var b strings.Builder
	b.WriteString(`<p class="paper-counts"><b>` + num(p.Total) + ` statements</b>: `)
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
	b.WriteString(`</dl>`)
	return b.String()
}

// PaperParts is the text: every section with its claims, and a note for each mark that none of them has. The style
// sheet shows the claims and notes that the reader asked for.
func PaperParts(p *model.Paper) string {
	var b strings.Builder
	for i, part := range p.Parts {
		words := prose.PaperSections[i]
		id := paperID(part.Section)
		b.WriteString(`<section class="paper-part" aria-labelledby="` + id + `"><h3 id="` + id + `" tabindex="-1"><span class="paper-no">` + part.Section + `</span> ` +
			Escape(words.Title) + `</h3><p class="paper-intro">` + rich(words.Intro) + `</p>`)
		for _, c := range part.Claims {
			b.WriteString(paperClaim(c))
		}
		for _, m := range state.Marks {
			if !part.Has(m) {
				b.WriteString(`<p class="note paper-none m-` + string(m) + `">` + Escape(prose.PaperNoneHere) + `</p>`)
			}
		}
		b.WriteString(`</section>`)
	}
	return b.String()
}

// paperID is the id of the heading of a section: "paper-2-1".
func paperID(section string) string { return "paper-" + strings.ReplaceAll(section, ".", "-") }

// PaperEditions describes the editions.
func PaperEditions() string {
	var b strings.Builder
	b.WriteString(`<section class="paper-part" aria-labelledby="paper-editions"><h3 id="paper-editions">` + Escape(prose.PaperEditionsTitle) +
		`</h3><p class="paper-intro">` + Escape(prose.PaperEditionsAbout) + `</p><dl class="paper-editions">`)
	for _, e := range prose.PaperEditions {
		b.WriteString(`<div><dt>` + Escape(e.Name) + `</dt><dd>` + Escape(e.Note) + `</dd></div>`)
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
	b.WriteString(`<article class="paper-claim m-` + string(c.Mark) + `" data-claim="` + c.ID + `"><div class="paper-says"><p>` + rich(words.Says) + `</p>`)
	if words.Why != "" {
		b.WriteString(`<p class="paper-why">` + rich(words.Why) + `</p>`)
	}
	b.WriteString(`</div><div class="paper-live"><p class="paper-verdict">` + markWord(c.Mark) + `</p><dl class="paper-lines">`)
	for _, l := range c.Lines {
		b.WriteString(paperLine(l))
	}
	b.WriteString(`</dl>`)
	switch c.Mark {
	case state.Corrected:
		b.WriteString(`<p class="paper-reason">` + rich(words.Reason) + `</p>`)
	case state.Outdated:
		b.WriteString(`<p class="paper-reason">` + rich(words.Now) + `</p><ul class="paper-sources">`)
		for _, s := range words.Sources {
			b.WriteString(`<li><span class="paper-kind">` + Escape(string(s.Kind)) + `</span> ` + Escape(s.Text) + `</li>`)
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

// paperPicture is a picture beside a claim with what to notice.
func paperPicture(p Picture, words prose.PaperClaim) string {
	return `<div class="paper-picture">` + p.SVG() + `<p class="note">` + rich(words.Notice) + `</p></div>`
}

// paperLinks leads into the other views: the name of each view, then its links.
func paperLinks(links []model.PaperLink) string {
	if len(links) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<p class="paper-links">`)
	for i, l := range links {
		view, _ := state.InfoOf(l.State.View)
		if i == 0 || links[i-1].State.View != l.State.View {
			if i > 0 {
				b.WriteString(`</span> `)
			}
			b.WriteString(`<span>` + Escape(prose.PaperOpenIn) + ` ` + Escape(view.Title) + `:`)
		}
		b.WriteString(` <a href="` + Escape(route.Encode(l.State)) + `">` + Escape(l.Label) + `<span class="quiet"> (` + Escape(view.Title) + `)</span></a>`)
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
		if strings.HasPrefix(l.Note, "0x") {
			class += " num"
		}
		b.WriteString(` <span class="` + class + `">` + Escape(l.Note) + `</span>`)
	}
	for _, p := range l.Prints {
		if !p.Same {
			b.WriteString(`<span class="paper-print">` + Escape(prose.PaperPrints) + ` ` + Escape(editions(p.In)) + `: <span class="num">` + differing(p.Text, l.Live.String()) + `</span></span>`)
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
		return "every edition with formulas"
	case model.Captions:
		return "every edition with captions"
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
var tones = [...]string{model.TonePlain: "", model.ToneSign: "s", model.ToneExponent: "e", model.ToneTrailing: "t", model.TonePast: "g past", model.ToneExact: "x"}

// spans writes a number in its tones, the digits of a significand in groups of four.
func spans(t model.Spans) string {
	var b strings.Builder
	digit := 0
	for _, p := range t {
		text := powers(Escape(p.Text))
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

// powers raises what follows a ^: digits with a sign. The ^ stays in the text, for copying, but does not show.
func powers(s string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "^")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		n := 0
		for n < len(after) && (after[n] == '-' && n == 0 || '0' <= after[n] && after[n] <= '9') {
			n++
		}
		b.WriteString(`<i class="hat">^</i><sup>` + after[:n] + `</sup>`)
		s = after[n:]
	}
}

// differing marks what of a printed figure is not as computed: all between the common beginning and the common end.
func differing(printed, live string) string {
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
	if head+tail == 0 {
		return powers(Escape(printed))
	}
	before, after := string(p[:head]), string(p[len(p)-tail:])
	if strings.Contains(before, "^") { // the power is raised as a whole
		if at := strings.LastIndexByte(before, '^'); at >= 0 && !strings.ContainsAny(before[at:], " ") {
			return powers(Escape(before[:at])) + `<i class="hat">^</i><sup>` + Escape(before[at+1:]) + `<mark>` + Escape(middle) + `</mark>` + Escape(after) + `</sup>`
		}
	}
	return powers(Escape(before)) + `<mark>` + powers(Escape(middle)) + `</mark>` + powers(Escape(after))
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
