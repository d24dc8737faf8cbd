//go:build !js && !opening

package catalogue

import (
	"html"
	"strings"

	"ulplab/site/kit/markup"
)

// A piece is an element or a text of the page, whatever made it: fromNode reads it from nodes, fromHTML from markup, and lines is the text of either.
type piece struct {
	tag  string // "" for text
	text string
	attr map[string]string // properties too; of those without a value, ""
	kids []*piece
	does []markup.Listener // of nodes only
}

// fromNode is what a node comes to. This is the only function of the corpus that knows what the page is made of.
func fromNode(n markup.Node) []*piece {
	switch n := n.(type) {
	case nil:
		return nil
	case *markup.Part:
		return fromNode(n.Render())
	case markup.Text:
		return []*piece{{text: string(n)}}
	case markup.List:
		var all []*piece
		for _, c := range n {
			all = append(all, fromNode(c)...)
		}
		return all
	case *markup.Element:
		if n == nil {
			return nil
		}
		p := &piece{tag: n.Tag, attr: map[string]string{}, does: n.On}
		if len(n.Classes) > 0 {
			p.attr["class"] = strings.Join(n.Classes, " ")
		}
		for _, a := range n.Attrs {
			p.attr[a.Name] = a.Value
		}
		for _, v := range n.Props {
			switch value := v.Value.(type) {
			case string:
				p.attr[strings.ToLower(v.Name)] = value
			case bool:
				if value {
					p.attr[strings.ToLower(v.Name)] = ""
				}
			}
		}
		if n.IsHTML {
			p.kids = fromHTML(n.HTML)
		} else if _, hidden := p.attr["hidden"]; !hidden || n.Tag != "section" { // what a view that is not shown holds is not drawn
			p.kids = fromNode(markup.List(n.Children))
		}
		return []*piece{p}
	}
	panic("a node of another kind")
}

// void are the elements that have no end tag.
var void = words("area base br col embed hr img input link meta source track wbr")

// inline are the elements that stand within a line; every other one begins and ends one.
var inline = words("a abbr b bdi bdo cite code data del dfn em i img ins kbd mark math mfrac mi mn mo mrow msub msubsup msup q s samp small span strong sub sup time tspan u var wbr")

// silent are the elements whose content is no text of the page.
var silent = words("script style template")

// states are the attributes that say in words which of several things is chosen.
var states = []string{"aria-pressed", "aria-selected", "aria-checked"}

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// fromHTML reads markup as this page writes it: attributes in double quotes or without a value, every element but the
// void ones closed. A tag that closes nothing is left out.
func fromHTML(s string) []*piece {
	top := &piece{}
	open := []*piece{top}
	add := func(p *piece) { last := open[len(open)-1]; last.kids = append(last.kids, p) }
	for s != "" {
		at := strings.IndexByte(s, '<')
		if at != 0 {
			if at < 0 {
				at = len(s)
			}
			add(&piece{text: html.UnescapeString(s[:at])})
			s = s[at:]
			continue
		}
		if rest, ok := strings.CutPrefix(s, "<!--"); ok {
			_, s, _ = strings.Cut(rest, "-->")
			continue
		}
		end := tagEnd(s)
		inside := s[1:end]
		s = s[min(end+1, len(s)):]
		if name, ok := strings.CutPrefix(inside, "/"); ok {
			for i := len(open) - 1; i > 0; i-- {
				if open[i].tag == strings.ToLower(strings.TrimSpace(name)) {
					open = open[:i]
					break
				}
			}
			continue
		}
		inside, closed := strings.CutSuffix(inside, "/")
		p := tagOf(inside)
		add(p)
		if !closed && !void[p.tag] {
			open = append(open, p)
		}
	}
	return top.kids
}

// tagEnd is where the tag at the beginning of s ends.
func tagEnd(s string) int {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == '>' && !quoted:
			return i
		}
	}
	return len(s)
}

func tagOf(s string) *piece {
	p := &piece{attr: map[string]string{}}
	name, rest := cutAt(s, " \t\n")
	p.tag = strings.ToLower(name)
	for {
		rest = strings.TrimLeft(rest, " \t\n")
		if rest == "" {
			return p
		}
		name, rest = cutAt(rest, "= \t\n")
		value := ""
		if after, ok := strings.CutPrefix(rest, "="); ok {
			if quoted, ok := strings.CutPrefix(after, `"`); ok {
				value, rest, _ = strings.Cut(quoted, `"`)
			} else {
				value, rest = cutAt(after, " \t\n")
			}
		}
		p.attr[strings.ToLower(name)] = html.UnescapeString(value)
	}
}

func cutAt(s, signs string) (before, after string) {
	if i := strings.IndexAny(s, signs); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// lines is the text that the pieces show: what is hidden is left out, cells of a row are set apart by " | ", of a link
// within the lab or elsewhere the address follows, and a control has its value or what is chosen of it in front. Neither
// wrappers nor class names make a difference.
func lines(pieces []*piece) []string {
	var w writer
	w.all(pieces, false)
	w.end()
	return w.lines
}

// writer collects lines. White space is one blank, and none at both ends of a line.
type writer struct {
	lines []string
	line  strings.Builder
	blank bool // before what comes next
	plain bool // the text alone, as it is selected: no signs, addresses and values, and no definitions, which come on focus
}

func (w *writer) end() {
	if w.line.Len() > 0 {
		w.lines = append(w.lines, w.line.String())
	}
	w.line.Reset()
	w.blank = false
}

// say adds text to the line; in preformatted text a line end is one.
func (w *writer) say(s string, pre bool) {
	for _, r := range s {
		switch {
		case r == '\n' && pre:
			w.end()
		case r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f':
			w.blank = w.line.Len() > 0
		default:
			if w.blank {
				w.line.WriteByte(' ')
				w.blank = false
			}
			w.line.WriteRune(r)
		}
	}
}

func (w *writer) all(pieces []*piece, pre bool) {
	for _, p := range pieces {
		w.piece(p, pre)
	}
}

func (w *writer) piece(p *piece, pre bool) {
	if p.tag == "" {
		w.say(p.text, pre)
		return
	}
	if _, hide := p.attr["hidden"]; hide || silent[p.tag] || w.plain && p.attr["class"] == "tip" {
		return
	}
	mark := p.mark()
	if w.plain {
		mark = ""
	}
	cell := p.tag == "td" || p.tag == "th"
	alone := !inline[p.tag] && !cell || mark != ""
	if alone {
		w.end()
	}
	if cell && w.line.Len() > 0 {
		w.say(map[bool]string{true: " ", false: " | "}[w.plain], false)
	}
	w.say(mark, false)
	switch {
	case w.plain && (p.tag == "input" || p.tag == "textarea"):
	case p.tag == "input":
		w.say(p.attr["value"], false)
	case p.tag == "textarea":
		if v, ok := p.attr["value"]; ok {
			w.say(v, true)
		} else {
			w.all(p.kids, true)
		}
	default:
		w.all(p.kids, pre || p.tag == "pre")
	}
	if link := p.attr["href"]; p.tag == "a" && link != "" && !w.plain {
		w.say(" <"+link+">", false)
	}
	if alone {
		w.end()
	}
}

// mark is what stands before the text of a control: of what can be chosen whether it is, of a field that it is one, and
// of either whether it can be used.
func (p *piece) mark() (s string) {
	chosen := func(on bool) {
		s += map[bool]string{true: "[on] ", false: "[off] "}[on]
	}
	has := func(name string) bool { _, ok := p.attr[name]; return ok }
	switch {
	case p.tag == "option":
		chosen(has("selected"))
	case p.tag == "input" && (p.attr["type"] == "checkbox" || p.attr["type"] == "radio"):
		chosen(has("checked"))
	case p.tag == "input" || p.tag == "textarea":
		s = "[field] "
	case p.tag == "select":
		s = "[choice] "
	case p.tag == "details" && has("open"):
		s = "[open] "
	}
	for _, name := range states {
		if has(name) {
			chosen(p.attr[name] == "true")
		}
	}
	if (p.tag == "button" || p.tag == "input" || p.tag == "textarea" || p.tag == "select") && (has("disabled") || has("readonly")) {
		s += "[fixed] "
	}
	return s
}

// inject puts what the page wrote into elements by itself, by their ID, where those elements are.
func inject(pieces []*piece, inner map[string]string) {
	for _, p := range pieces {
		if s, ok := inner[p.attr["id"]]; ok && p.tag != "" {
			p.kids = fromHTML(s)
		}
		inject(p.kids, inner)
	}
}
