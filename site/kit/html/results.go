package html

import (
	"strings"

	"ulplab/site/kit/words"
)

// Result is a row of Results: who computed a number and how, the number with its code, and its error, against two measures.
type Result struct {
	_             [0]func() // not comparable
	Here          bool      // what is asked about
	Name, Detail  string
	Known         string // how the detail is known, from Known
	Value, Code   string
	Error, Second string
}

// Results is a table of results; value and unit head the columns, unit as markup. On a phone a row stands in two lines, and
// remains one to those who hear it.
func Results(value, unit string, rows []Result) string {
	var b strings.Builder
	b.WriteString(`<table class="results" role="table" aria-label="Results"><thead><tr role="row"><th scope="col" role="columnheader">Computed by</th><th scope="col" role="columnheader">` + value + `</th><th scope="col" role="columnheader" class="n">` + unit + `</th></tr></thead><tbody>`)
	under := func(s string) string { return `<span class="detail">` + s + `</span>` }
	for _, r := range rows {
		b.WriteString(`<tr role="row"`)
		if r.Here {
			b.WriteString(` class="here"`)
		}
		b.WriteString(`><th scope="row" role="rowheader">` + words.Escape(r.Name) + under(words.Escape(r.Detail)+r.Known) + `</th><td role="cell" class="num">` + words.Escape(words.Minus(r.Value)) + under(r.Code) +
			`</td><td role="cell" class="num n">` + words.Escape(words.Minus(r.Error)) + under(words.Escape(words.Minus(r.Second))) + `</td></tr>`)
	}
	return b.String() + `</tbody></table>`
}
