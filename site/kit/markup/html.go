package markup

import (
	"strings"

	"ulplab/site/kit/words"
)

// HTML writes a node as text: the page as it is painted first, printed or read without scripts. Parts are drawn.
func HTML(n Node) string {
	var b strings.Builder
	write(&b, n)
	return b.String()
}

// void are the elements without an end tag.
var void = [...]string{"input", "br", "hr", "img", "wbr", "meta", "link"}

func write(b *strings.Builder, n Node) {
	switch n := n.(type) {
	case *Part:
		write(b, n.Render())
	case Text:
		b.WriteString(words.Escape(string(n)))
	case List:
		for _, c := range n {
			write(b, c)
		}
	case *Element:
		if n != nil {
			n.write(b)
		}
	}
}

func (e *Element) write(b *strings.Builder) {
	b.WriteString("<" + e.Tag)
	if len(e.Classes) > 0 {
		b.WriteString(` class="` + words.Escape(strings.Join(e.Classes, " ")) + `"`)
	}
	for i, a := range e.Attrs {
		later := false
		for _, c := range e.Attrs[i+1:] {
			later = later || c.Name == a.Name
		}
		if !later {
			attribute(b, a.Name, a.Value)
		}
	}
	inner := ""
	for _, p := range e.Props {
		switch v := p.Value.(type) {
		case bool:
			if v {
				attribute(b, strings.ToLower(p.Name), "")
			}
		case string:
			switch {
			case e.Tag == "textarea" && p.Name == "value":
				inner = words.Escape(v)
			case e.Tag != "select":
				attribute(b, p.Name, v)
			}
		}
	}
	b.WriteString(">")
	for _, v := range void {
		if v == e.Tag {
			return
		}
	}
	if e.Tag == "pre" || e.Tag == "textarea" {
		b.WriteString("\n") // a reader of HTML drops the first line break in these, which could be one of the content
	}
	b.WriteString(inner)
	if e.IsHTML {
		b.WriteString(e.HTML)
	}
	for _, c := range e.Children {
		write(b, c)
	}
	b.WriteString("</" + e.Tag + ">")
}

func attribute(b *strings.Builder, name, value string) {
	b.WriteString(" " + name)
	if value != "" {
		b.WriteString(`="` + words.Escape(value) + `"`)
	}
}

// Entries writes the entries of a select as HTML, none of them chosen, and returns the value of the one that is, of the first
// where none is.
func Entries(list *Element) (html, chosen string) {
	first := true
	var look func(nodes []Node)
	look = func(nodes []Node) {
		for _, n := range nodes {
			switch n := n.(type) {
			case List:
				look(n)
			case *Element:
				look(n.Children)
				value, on := "", first
				for _, p := range n.Props {
					switch v := p.Value.(type) {
					case string:
						value = v
					case bool:
						on = on || v
					}
				}
				if n.Tag == "option" && on {
					chosen, first = value, false
				}
			}
		}
	}
	look(list.Children)
	return strings.ReplaceAll(HTML(List(list.Children)), " selected>", ">"), chosen // what else ends so is escaped
}
