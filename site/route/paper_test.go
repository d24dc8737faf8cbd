package route

import (
	"strings"
	"testing"

	"ulplab/site/state"
)

func TestPaperLinkRoundTrip(t *testing.T) {
	marks := append([]state.Mark{state.AnyMark}, state.Marks...)
	for _, section := range append([]string{""}, state.PaperSections...) {
		for _, m := range marks {
			s := state.Default()
			s.View, s.Paper = state.Paper, state.Reading{Section: section, Only: m}
			link := Encode(s)
			if got := Decode(link, ""); got != s {
				t.Errorf("%s opens %+v, want %+v: %s", link, got.Paper, s.Paper, got.Problems)
			}
		}
	}
	if s := Decode("#/v1/paper?s=2.2", ""); s.Paper.Section != "2.2" || s.View != state.Paper || s.Problems != "" {
		t.Errorf("%+v %s", s.Paper, s.Problems)
	}
}

// TestPaperOpenLink: what is open stands in the link; what the link opens by itself does not.
func TestPaperOpenLink(t *testing.T) {
	for open := range uint32(1 << 12) {
		open = open * 0x201 & state.EverySection // of the upper sections, too
		for _, r := range []state.Reading{{}, {Section: "4.2"}, {Claim: "fermi"}, {Only: state.Outdated}} {
			s := state.Default()
			s.View, s.Paper = state.Paper, r.Open(open)
			link := Encode(s)
			if got := Decode(link, ""); got != s {
				t.Fatalf("%s opens %+v, want %+v: %s", link, got.Paper, s.Paper, got.Problems)
			}
		}
	}
	for link, want := range map[string]string{
		"#/v1/paper?o=2.2":            "#/v1/paper",
		"#/v1/paper?o=5.2-2.1":        "#/v1/paper?o=2.1-5.2",
		"#/v1/paper?c=fermi&o=none":   "#/v1/paper?c=fermi",
		"#/v1/paper?n=4.1":            "#/v1/paper?s=4.3",
		"#/v1/paper?n=4":              "#/v1/paper?s=4",
		"#/v1/paper?f=1":              "#/v1/paper?c=output",
		"#/v1/paper?f=6":              "#/v1/paper?c=figure6",
		"#/v1/paper?r=7":              "#/v1/paper?c=ref7",
		"#/v1/paper?m=outdated&o=all": "#/v1/paper?m=outdated",
	} {
		if got := Encode(Decode(link, "")); got != want {
			t.Errorf("%s becomes %s, want %s", link, got, want)
		}
	}
}

func TestPaperClaimLink(t *testing.T) {
	for _, id := range strings.Fields(state.PaperClaims) {
		s := state.Default()
		s.View, s.Paper.Claim = state.Paper, id
		link := Encode(s)
		if got := Decode(link, ""); got != s || link != "#/v1/paper?c="+id {
			t.Errorf("%s opens %+v: %s", link, got.Paper, got.Problems)
		}
	}
	if s := Decode("#/v1/paper?s=2.1&m=corrected&c=fermi", ""); s.Paper != (state.Reading{Claim: "fermi"}) {
		t.Errorf("a statement that the filter may hide: %+v", s.Paper)
	}
}

func TestPaperLinkProblems(t *testing.T) {
	for link, words := range map[string]string{
		"#/v1/paper?s=9.9":   "The section “9.9” is not one of 1, 2.1, 2.2",
		"#/v1/paper?n=4.6":   "no section “4.6”",
		"#/v1/paper?n=4.~":   "no section",
		"#/v1/paper?f=7":     "figures 1 to 6, none “7”",
		"#/v1/paper?f=0":     "figures 1 to 6",
		"#/v1/paper?r=8":     "references 1 to 7, none “8”",
		"#/v1/paper?m=wrong": "The mark “wrong” is not one of",
		"#/v1/paper?q=1":     "says “q”",
		"#/v1/paper?c=wrong": "no statement “wrong”",
		"#/v1/paper?c=~20":   "no statement",
		"#/v1/paper?o=9.9":   "“9.9” the view lacks “9.9”",
		"#/v1/paper?o=":      "lacks “”",
	} {
		s := Decode(link, "")
		if s.View != state.Paper || s.Paper != (state.Reading{}) || !strings.Contains(s.Problems, words) {
			t.Errorf("%s: %+v %q", link, s.Paper, s.Problems)
		}
	}
}

func FuzzPaperLink(f *testing.F) {
	f.Add("2.1", "corrected")
	f.Add("3.2", "outdated")
	f.Add("3.2", "&o=2.1-4.3")
	f.Add("", "&c=fermi&o=none")
	f.Add("", "")
	f.Add("~", "&s=2.1")
	f.Fuzz(func(t *testing.T, section, mark string) {
		s := Decode("#/v1/paper?s="+section+"&m="+mark, "")
		if s.Paper.Section != "" && !state.KnownSection(s.Paper.Section) || s.Paper.Only != "" && !state.KnownMark(s.Paper.Only) {
			t.Fatalf("%+v", s.Paper)
		}
		link := Encode(s)
		if again := Decode(link, ""); again.Problems != "" || again.Paper != s.Paper || Encode(again) != link {
			t.Fatalf("%s opens %+v, want %+v: %s", link, again.Paper, s.Paper, again.Problems)
		}
	})
}
