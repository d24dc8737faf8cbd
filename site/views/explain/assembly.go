package explain

import (
	"strings"

	"ulplab/site/kit/words"
	"ulplab/site/views/ptx"
)

// assembly says what the PTX of the second result gives, and what its parameters were given.
func assembly(b *strings.Builder, m *Explanation) {
	x := &m.Answer.Assembly
	if !x.Given {
		return
	}
	b.WriteString(`<p>` + words.Escape(x.Words()) + `</p><p class="note">Parameters of <code>` + words.Escape(x.Name) + `</code>, in order: `)
	for k, p := range x.Args {
		if k > 0 {
			b.WriteString(`, `)
		}
		b.WriteString(`<code>` + words.Escape(p.Name) + `</code> ` + words.Escape(p.Takes))
	}
	b.WriteString(`.`)
	if s, ok := launch(m); ok {
		b.WriteString(` <a href="` + words.Escape(ptx.Link(s)) + `">Run this PTX instruction by instruction</a>`)
	}
	b.WriteString(`</p>`)
}

// launch is the PTX in its own view, run on the row that the answer is about; ok is false of a function, which is no kernel, and of
// what does not fit into a link.
func launch(m *Explanation) (s ptx.State, ok bool) {
	x := &m.Answer.Assembly
	s.Grid, s.Block = "1", x.Block
	s.Separate = x.Gives == [2]bool{true, false}
	s.Modules[0].Text = m.In.Second
	if x.Block == "" || len(m.In.Second) > ptx.MaxText || len(x.Args) > len(s.Args) {
		return s, false
	}
	for k, p := range x.Args {
		switch {
		case len(p.Values) > ptx.MaxList:
			return s, false
		case p.Values == "" && p.Array:
			s.Args[k] = ptx.Arg{Kind: ptx.Zero, Type: p.Type, N: "1"}
		case p.Array:
			s.Args[k] = ptx.Arg{Kind: ptx.List, Type: p.Type, Text: p.Values}
		case p.Values != "":
			s.Args[k] = ptx.Arg{Kind: ptx.Value, Type: p.Type, Text: p.Values}
		}
	}
	return s, true
}
