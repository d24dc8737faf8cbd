package draw

import (
	"strings"

	"ulplab/site/prose"
)

// Term returns a word of the glossary with its definition, shown on hover, focus and tap. label replaces the term's
// own name where the sentence needs another form; "" keeps it. An unknown ID gives the bare label.
func Term(id, label string) string {
	t, ok := prose.TermOf(id)
	if label == "" {
		label = t.Name
	}
	if !ok {
		return Escape(label)
	}
	return `<span class="term" tabindex="0">` + Escape(label) + `<span class="tip" role="tooltip">` + Escape(t.Def) + `</span></span>`
}

// ThemeLabel is the label of the switch for a theme; the style sheet leaves out its first word on the narrowest screens.
func ThemeLabel(theme string) string {
	kind, name, _ := strings.Cut(prose.ThemeName(theme), " ")
	return `<span class="theme-word">` + kind + ` </span>` + name
}

// Copy returns a small button that copies text; what names it for those who do not see it.
func Copy(text, what string) string {
	return `<button type="button" class="copy" data-copy="` + Escape(text) + `" aria-label="Copy ` + Escape(what) + `">copy</button>`
}

// Digits returns a long number in groups of n, counted from the point outwards, with gaps that show but are not
// copied and let the line break. A leading sign and prefix such as 0x stay together with the first group, an
// exponent (e…, p…) with the last.
func Digits(s string, n int) string {
	var b strings.Builder
	i := 0
	for i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	if strings.HasPrefix(s[i:], "0x") || strings.HasPrefix(s[i:], "0b") {
		i += 2
	}
	b.WriteString(Escape(s[:i]))
	body := s[i:]
	end := len(body)
	for j := 0; j < len(body); j++ {
		if c := body[j]; !('0' <= c && c <= '9' || c == '.' || strings.HasPrefix(s[:i], "0x") && ('a' <= c && c <= 'f') || strings.HasSuffix(s[:i], "0x") && ('A' <= c && c <= 'F')) {
			end = j
			break
		}
	}
	tail := body[end:]
	whole, frac, point := strings.Cut(body[:end], ".")
	for j := 0; j < len(whole); j++ {
		if j > 0 && (len(whole)-j)%n == 0 {
			b.WriteString(gap)
		}
		b.WriteByte(whole[j])
	}
	if point {
		b.WriteByte('.')
		for j := 0; j < len(frac); j++ {
			if j > 0 && j%n == 0 {
				b.WriteString(gap)
			}
			b.WriteByte(frac[j])
		}
	}
	b.WriteString(Escape(tail))
	return b.String()
}

// gap is a thin space made by the style sheet and a place to break the line; it holds no character to copy.
const gap = `<i class="gap"></i><wbr>`

// Figure is a figure as text: title, tools, body and caption, the latter two as HTML. Its tools work in the page as
// those of ui's figure do; the picture to save is named by the same ID.
func Figure(id, title, body, caption string) string { return figureWith(id, title, body, caption, "") }

// FigureCSV is a figure whose numbers can be saved too: ui's tabled says how.
func FigureCSV(id, title, body, caption string) string {
	return figureWith(id, title, body, caption, csvButton(title))
}

// CSV is the button that saves a table by itself, named as a figure is.
func CSV(id, title string) string {
	return `<span class="figure-tools" data-figure="` + Escape(id) + `">` + csvButton(title) + `</span>`
}

func csvButton(title string) string {
	return `<button type="button" class="plain" data-act="csv" title="` + Escape("Save the numbers of “"+title+"” as CSV") + `">CSV</button>`
}

func figureWith(id, title, body, caption, more string) string {
	tool := func(act, label, what string) string {
		return `<button type="button" class="plain" data-act="` + act + `" title="` + Escape(what) + `">` + label + `</button>`
	}
	return `<figure class="figure" id="` + Escape(id) + `"><div class="figure-head"><h2>` + Escape(title) + `</h2><span class="figure-tools" data-figure="` + Escape(id) + `">` +
		tool("link", "link", "Copy a link to this picture's state") + tool("svg", "SVG", "Save “"+title+"” as SVG") + tool("png", "PNG", "Save “"+title+"” as PNG") + more +
		`</span></div><div class="figure-body">` + body + `</div><figcaption>` + caption + `</figcaption></figure>`
}

// Options escapes a text and keeps its options together where the line breaks.
func Options(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		words[i] = Escape(w)
		if strings.HasPrefix(w, "-") {
			words[i] = `<span class="flags-option">` + words[i] + `</span>`
		}
	}
	return strings.Join(words, " ")
}
