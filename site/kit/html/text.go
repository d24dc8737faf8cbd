package html

import (
	"strings"

	"ulplab/site/kit/svg"
	"ulplab/site/kit/words"
)

// Powers writes every 2^-27 in a text with a raised exponent.
func Powers(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '^')
		if i < 0 {
			b.WriteString(words.Escape(words.Minus(s)))
			return b.String()
		}
		b.WriteString(words.Escape(words.Minus(s[:i])) + "<sup>")
		j := i + 1
		for j < len(s) && (s[j] == '-' || '0' <= s[j] && s[j] <= '9') {
			j++
		}
		b.WriteString(words.Minus(s[i+1:j]) + "</sup>")
		s = s[j:]
	}
}

// CutDigits shortens a digit string for a line of text.
func CutDigits(s string) string {
	if len(s) <= 60 {
		return s
	}
	return s[:56] + "…"
}

// LongNumber shows a number of any length: up to 90 characters in groups, longer ones folded, with their length.
func LongNumber(s string) string {
	if len(s) <= 90 {
		return MinusDigits(s, 5)
	}
	full := words.Escape(words.Minus(s))
	if len(s) <= 1500 {
		full = MinusDigits(s, 5)
	}
	return `<details class="more"><summary>` + words.Escape(words.Minus(s[:36])) + `…` + words.Escape(s[len(s)-16:]) + ` <span class="words">` + words.Num(len(strings.Trim(s, "-."))) +
		` characters</span></summary><span class="long">` + full + `</span></details>`
}

// MinusDigits is Digits with a true minus sign in front.
func MinusDigits(s string, n int) string {
	if strings.HasPrefix(s, "-") {
		return "−" + Digits(s[1:], n)
	}
	return Digits(s, n)
}

// Sentence gives a message its capital and its full stop. A name of the program at its beginning stays as it is: a word
// with other signs than small letters, or one with the verb right after it ("sqrtf takes one argument").
func Sentence(s string) string {
	if s == "" {
		return s
	}
	first, rest, _ := strings.Cut(s, " ")
	verb, _, _ := strings.Cut(rest, " ")
	name := strings.Trim(strings.TrimRight(first, ",:"), "abcdefghijklmnopqrstuvwxyz") != ""
	switch verb {
	case "is", "has", "takes", "was":
		switch first {
		case "this", "that", "it", "here", "there", "what", "nothing":
		default:
			name = true
		}
	}
	if !name {
		s = words.Capital(s)
	}
	if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "?") {
		s += "."
	}
	return s
}

// PowerOf writes 2^k, which is 1 for k = 0.
func PowerOf(k int) string {
	if k == 0 {
		return "1"
	}
	return words.Pow2(k)
}

// Heading is the title of a part with the note under it.
func Heading(title, note string) string {
	return `<h2>` + title + `</h2><p class="note">` + note + `</p>`
}

// TableBox is a place in which a wide table, which gets its name, scrolls, by the keyboard too.
func TableBox(title, table string) string {
	if table == "" {
		return ""
	}
	return strings.Replace(table, "<table", TableBoxOpen(title), 1) + `</div>`
}

// WideNarrow makes a picture in two widths; the style sheet shows the wide one where it fits in full.
func WideNarrow(wide, narrow svg.Picture) string {
	name := "op-wide"
	if wide.W == 720 {
		name = "op-wide op-half" // tablets have room for it where it stands alone
	}
	return `<div class="` + name + `">` + wide.SVG() + `</div><div class="op-narrow">` + narrow.SVG() + `</div>`
}

// TableBoxOpen begins a box in which a wide table scrolls, by keyboard too, and its table, whose other attributes follow.
func TableBoxOpen(name string) string {
	name = words.Escape(name)
	return `<div class="tablebox" tabindex="0" role="region" aria-label="` + name + `"><table aria-label="` + name + `"`
}

// Term returns a word of the glossary with its definition, shown on hover, focus and tap. label replaces the term's
// own name where the sentence needs another form; "" keeps it. An unknown ID gives the bare label.
func Term(id, label string) string {
	t, ok := words.TermOf(id)
	if label == "" {
		label = t.Name
	}
	if !ok {
		return words.Escape(label)
	}
	return Tip(label, t.Def)
}

// Hover returns words with a text that appears over them for the pointer alone, where the text stands elsewhere too.
func Hover(label, text string) string {
	return `<span class="term">` + words.Escape(label) + `<span class="tip" role="tooltip">` + words.Escape(text) + `</span></span>`
}

// Tip returns words with a text that appears over them on hover, focus and tap: a button by the words, described by the text.
func Tip(label, text string) string {
	label, text = words.Escape(label), words.Escape(text)
	return `<span class="term" tabindex="0" role="button" aria-label="` + label + `" aria-description="` + text + `">` + label +
		`<span class="tip" role="tooltip">` + text + `</span></span>`
}

// Copy returns a small button that copies text; what names it for those who do not see it.
func Copy(text, what string) string {
	return `<button type="button" class="copy" data-copy="` + words.Escape(text) + `" aria-label="Copy ` + words.Escape(what) + `">copy</button>`
}

// Digits returns a long number in groups of n, counted from the point outwards, with gaps that show but are not
// copied and let the line break. A leading ≈, sign and prefix such as 0x stay together with the first group, an
// exponent (e…, p…) with the last.
func Digits(s string, n int) string {
	var b strings.Builder
	i := len(s) - len(strings.TrimLeft(s, "≈−-+"))
	if strings.HasPrefix(s[i:], "0x") || strings.HasPrefix(s[i:], "0b") {
		i += 2
	}
	b.WriteString(words.Escape(s[:i]))
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
			b.WriteString(Gap)
		}
		b.WriteByte(whole[j])
	}
	if point {
		b.WriteByte('.')
		for j := 0; j < len(frac); j++ {
			if j > 0 && j%n == 0 {
				b.WriteString(Gap)
			}
			b.WriteByte(frac[j])
		}
	}
	b.WriteString(words.Escape(tail))
	return b.String()
}

// Gap is a thin space made by the style sheet and a place to break the line; it holds no character to copy.
const Gap = `<i class="gap"></i><wbr>`

// Figure is a figure as text: title, tools, body and caption, the latter two as HTML. Its tools work in the page as
// those of ui's figure do; the picture to save is named by the same ID.
func Figure(id, title, body, caption string) string { return figureWith(id, title, body, caption, "") }

// FigureCSV is a figure whose numbers can be saved too: ui's tabled says how.
func FigureCSV(id, title, body, caption string) string {
	return figureWith(id, title, body, caption, csvButton(title))
}

// CSV is the button that saves a table by itself, named as a figure is.
func CSV(id, title string) string {
	return `<span class="figure-tools" data-figure="` + words.Escape(id) + `">` + csvButton(title) + `</span>`
}

func csvButton(title string) string {
	return `<button type="button" class="plain" data-act="csv" title="` + words.Escape("Save the numbers of “"+title+"” as CSV") + `">CSV</button>`
}

func figureWith(id, title, body, caption, more string) string {
	tool := func(act, label, what string) string {
		return `<button type="button" class="plain" data-act="` + act + `" title="` + words.Escape(what) + `">` + label + `</button>`
	}
	return `<figure class="figure" id="` + words.Escape(id) + `"><div class="figure-head"><h2>` + words.Escape(title) + `</h2><span class="figure-tools" data-figure="` + words.Escape(id) + `">` +
		tool("link", "link", "Copy a link to this picture’s state") + tool("svg", "SVG", "Save “"+title+"” as SVG") + tool("png", "PNG", "Save “"+title+"” as PNG") + more +
		`</span></div><div class="figure-body">` + body + `</div><figcaption>` + caption + `</figcaption></figure>`
}

// Options escapes a text and keeps its options together where the line breaks.
func Options(s string) string {
	said := strings.Split(s, " ")
	for i, w := range said {
		said[i] = words.Escape(w)
		if strings.HasPrefix(w, "-") {
			said[i] = `<span class="flags-option">` + said[i] + `</span>`
		}
	}
	return strings.Join(said, " ")
}

// Disabled ends a start tag inside its last attribute.
func Disabled(off bool) string {
	if off {
		return `" disabled="">`
	}
	return `">`
}

// Known is the tag that says how a fact is known, with its source: the short name, and the title on demand.
func Known(kind, source, title string) string { return KnownBy(kind, Tip(source, title)) }

// KnownBy is Known with its source as a piece of HTML.
func KnownBy(kind, source string) string {
	return `<span class="dev-how"><span class="dev-kind">` + kind + `</span> ` + source + `</span>`
}
