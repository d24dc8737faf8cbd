//go:build !js && !opening

package catalogue

import (
	"slices"
	"strings"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// TestHTML: every view is written as HTML text at several of its states, which reads back as the page itself, and what
// assistive technology needs is there: one heading of the first level and none left out below it, IDs that are used once
// and found where they are named, a name for everything that can be pressed or filled.
func TestHTML(t *testing.T) {
	records, err := readRecords(corpusFile)
	if err != nil {
		t.Fatal(err)
	}
	const least = 3
	h, opened := newSettled(t), map[lab.ID]int{}
	for i, r := range records {
		state := h.views.Decode(r.link, "")
		if opened[state.View] >= least && (testing.Short() || i%25 != 0) {
			continue
		}
		opened[state.View]++
		h.open(r.link)
		page := h.hooks.Whole()
		text := markup.HTML(page)
		made, read := fromNode(page), fromHTML(text)
		if a, b := strings.Join(lines(made), "\n"), strings.Join(lines(read), "\n"); a != b {
			for _, c := range changes(strings.Split(a, "\n"), strings.Split(b, "\n")) {
				t.Errorf("%s: as HTML %q becomes %q", clip(r.link), c.old, c.new)
				break
			}
		}
		c := checker{ids: map[string]bool{}, forID: map[string]bool{}, used: map[string]string{}}
		c.all(read)
		for name, by := range c.used {
			if !c.ids[name] {
				c.wrong = append(c.wrong, by+" names #"+name+", which is not there")
			}
		}
		for _, f := range c.fields {
			if !c.forID[f] {
				c.wrong = append(c.wrong, "the field #"+f+" has no label")
			}
		}
		if c.headings != 1 {
			c.wrong = append(c.wrong, "there is not one heading of the first level")
		}
		for _, w := range c.wrong {
			t.Errorf("%s: %s", clip(r.link), w)
		}
		if t.Failed() && len(c.wrong) > 20 {
			t.FailNow()
		}
	}
	for _, v := range h.views.Infos() {
		if opened[v.ID] < least {
			t.Errorf("%s was written at %d states only, those of its links in %s, which lacks some: TestCorpus -corpus.add adds them", v.Title, opened[v.ID], corpusFile)
		}
	}
}

// checker goes through a page and notes what is wrong.
type checker struct {
	ids, forID map[string]bool
	used       map[string]string // IDs that are named, with what names them
	fields     []string          // IDs of fields that need a label
	headings   int
	last       int // the level of the last heading
	label      int // how many labels are around
	wrong      []string
}

func (c *checker) all(pieces []*piece) {
	for _, p := range pieces {
		c.piece(p)
	}
}

func (c *checker) piece(p *piece) {
	if p.tag == "" {
		return
	}
	if _, hidden := p.attr["hidden"]; hidden && p.attr["id"] == "" {
		return
	}
	say := func(s string) {
		c.wrong = append(c.wrong, "<"+p.tag+" class="+p.attr["class"]+" id="+p.attr["id"]+">: "+s)
	}
	if id := p.attr["id"]; id != "" {
		if c.ids[id] {
			say("the ID stands twice")
		}
		c.ids[id] = true
	}
	for _, name := range []string{"aria-labelledby", "aria-describedby", "aria-controls"} {
		for _, id := range strings.Fields(p.attr[name]) {
			c.used[id] = "<" + p.tag + ">"
		}
	}
	if p.attr["for"] != "" {
		c.forID[p.attr["for"]] = true
	}
	if _, there := p.attr["style"]; there {
		say("a style attribute, which the policy of the page forbids")
	}
	named := p.attr["aria-label"] != "" || p.attr["aria-labelledby"] != "" || p.attr["title"] != ""
	switch p.tag {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		level := int(p.tag[1] - '0')
		if level == 1 {
			c.headings++
		}
		if level > c.last+1 {
			say("a heading of level " + p.tag[1:] + " follows one of a higher level at once")
		}
		c.last = level
	case "button", "a", "summary":
		if !named && strings.TrimSpace(strings.Join(lines(p.kids), "")) == "" {
			say("it has no name")
		}
	case "input", "select", "textarea":
		if !named && c.label == 0 {
			c.fields = append(c.fields, p.attr["id"])
		}
	case "img":
		if _, there := p.attr["alt"]; !there {
			say("a picture without its text")
		}
	}
	if p.tag == "table" {
		if !named && !p.has("caption") {
			say("a table without a name")
		}
		if !p.has("th") {
			say("a table without a header cell")
		}
	}
	if p.tag == "svg" && !named && p.attr["aria-hidden"] != "true" || p.tag == "canvas" && (!named || p.attr["role"] == "") && p.attr["aria-hidden"] != "true" {
		say("a picture without a name")
	}
	if r := p.attr["role"]; (r == "img" || r == "slider" || r == "region" || r == "group") && !named {
		say("role " + r + " without a name")
	}
	if p.tag == "label" {
		c.label++
		defer func() { c.label-- }()
	}
	c.all(p.kids)
}

// has reports whether an element is somewhere within p.
func (p *piece) has(tag string) bool {
	return slices.ContainsFunc(p.kids, func(k *piece) bool { return k.tag == tag || k.has(tag) })
}
