package devices

import (
	"strings"
	"testing"

	"ulplab/site/lab/labtest"
	"ulplab/site/lab/link"
)

// The operands of the table of intrinsics come back from the link of the view that it is part of.
func TestIntrinLinks(t *testing.T) {
	first := First()
	first.Intrin = FirstIntrin()
	var all []State
	labtest.Worded(t, IntrinExamples, intrinExamples)
	for _, e := range IntrinExamples {
		all = append(all, IntrinOpen{ID: e.ID}.Apply(first))
	}
	typed := IntrinType{I: 1, Text: "0x3fb999999999999a"}.Apply(first)
	all = append(all, IntrinFTZ{}.Apply(first), IntrinStep{I: 2}.Apply(first), typed,
		IntrinType{I: 1, Text: "0.1 ?"}.Apply(typed), IntrinType{I: 0, Text: "-"}.Apply(first))
	for _, s := range all {
		var w link.Writer
		encodeIntrin(s.Intrin, &w)
		query := strings.TrimPrefix(w.Query(), "?")
		r := link.Read(query)
		got := FirstIntrin()
		decodeIntrin(r, &got)
		if got != s.Intrin || len(r.Problems()) > 0 {
			t.Errorf("%s gives %v\n%+v\nwant\n%+v", query, r.Problems(), got, s.Intrin)
		}
	}
	for query, words := range map[string]string{
		"ia=3dcc":           "not a code of 8 hexadecimal digits",
		"ib=zzzzzzzz":       "not a code of 8 hexadecimal digits",
		"ic=3dcccccd&itc=2": "gives the codes of another value",
	} {
		r := link.Read(query)
		got := FirstIntrin()
		decodeIntrin(r, &got)
		if !strings.Contains(strings.Join(r.Problems(), " "), words) {
			t.Errorf("%s: %v", query, r.Problems())
		}
	}
}
