package program

import (
	"strings"

	"ulplab/site/kit/html"
	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
	"ulplab/site/views/reduction/sum"
)

// SetLang chooses the language of the order's program.
type SetLang struct {
	lab.Once
	Lang Lang
}

func (a SetLang) Apply(s sum.State) sum.State {
	if a.Lang < count {
		s.Code = uint8(a.Lang)
	}
	return s
}

// panelIn is what the program of the order looked at depends on.
type panelIn struct {
	at       sum.Progress
	order    string
	lang     Lang
	readOnly bool
}

// Section is the part with the program of the order looked at.
func Section(s sum.State, readOnly bool) markup.Node {
	m := sum.Now()
	return markup.El("section", markup.Class("sum-part"), markup.Flag("hidden", m.Problem != ""), markup.Attr("id", "sum-program"), markup.Attr("tabindex", "-1"),
		markup.List{markup.PartOf(panelIn{m.Progress(), s.Looked(), Lang(s.Code), readOnly}, panel)})
}

func panel(in panelIn) markup.Node {
	var list []markup.Node
	for i, name := range Langs {
		list = append(list, markup.Button(name, SetLang{Lang: Lang(i)}, markup.Class("chip"), markup.Pressed(int(in.lang) == i), markup.Prop("disabled", in.readOnly)))
	}
	return markup.El("div",
		markup.Raw("div", "", html.Heading(codeHead, codeNote)),
		markup.El("div", markup.Class("row sum-langs"), markup.List(list)),
		markup.Raw("div", "", HTML(Of(sum.Now().Sums, in.order, in.lang), "o")))
}

// Tap does what a button of a program says: f saves its data, c copies it, d saves it.
func Tap(do byte, p Listing) {
	switch do {
	case 'f':
		lab.Host().SaveText(p.Raw, "text/plain", dataText(sum.Now().Sums))
	case 'c':
		lab.Copy(p.Text, "Program copied")
	default:
		lab.Host().SaveText(p.File, "text/plain", p.Text)
	}
}

// Langs are the languages that programs are written in.
var Langs = [count]string{"Python", "CUDA C++", "C"}

// HTML is the text of a program with its tools; kind names it for data-tap.
func HTML(p Listing, kind string) string {
	if p.Why != "" {
		return `<p class="note">` + words.Escape(p.Why) + `</p>`
	}
	lines := strings.Count(p.Text, "\n")
	raw := ""
	if p.Raw != "" {
		raw = ` <button type="button" class="plain" data-tap="sumr:fo">Save ` + words.Escape(p.Raw) + `</button>`
	}
	return `<div class="sum-code"><p class="sum-code-head"><span class="num">` + words.Escape(p.File) + `</span> <span class="dim">` + words.Num(lines) + ` lines</span><span class="sum-code-tools"><button type="button" class="copy" data-tap="sumr:c` + kind + `">Copy</button> <button type="button" class="copy" data-tap="sumr:d` + kind + `">Download</button>` + raw +
		`</span></p><pre tabindex="0" role="group" aria-label="` + words.Escape(p.File) + `">` + words.Escape(p.Text) + `</pre></div>`
}
