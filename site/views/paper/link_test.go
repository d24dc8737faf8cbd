package paper

import (
	"strings"
	"testing"
)

func TestPaperLinkRoundTrip(t *testing.T) {
	marks := append([]Mark{AnyMark}, Marks...)
	for _, section := range append([]string{""}, Sections...) {
		for _, m := range marks {
			s := linkedFirst()
			s.View, s.Paper = ID, State{Section: section, Only: m}
			link := linkedTo(s)
			if got := linkedAt(link, ""); got != s {
				t.Errorf("%s opens %+v, want %+v: %s", link, got.Paper, s.Paper, got.Problems)
			}
		}
	}
	if s := linkedAt("#/v1/paper?s=2.2", ""); s.Paper.Section != "2.2" || s.View != ID || s.Problems != "" {
		t.Errorf("%+v %s", s.Paper, s.Problems)
	}
}

// TestPaperOpenLink: what is open stands in the link; what the link opens by itself does not.
func TestPaperOpenLink(t *testing.T) {
	for open := range uint32(1 << 12) {
		open = open * 0x201 & EverySection // of the upper sections, too
		for _, r := range []State{{}, {Section: "4.2"}, {Claim: "fermi"}, {Only: Outdated}} {
			s := linkedFirst()
			s.View, s.Paper = ID, r.Open(open)
			link := linkedTo(s)
			if got := linkedAt(link, ""); got != s {
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
		if got := linkedTo(linkedAt(link, "")); got != want {
			t.Errorf("%s becomes %s, want %s", link, got, want)
		}
	}
}

func TestPaperClaimLink(t *testing.T) {
	for _, id := range strings.Fields(Claims) {
		s := linkedFirst()
		s.View, s.Paper.Claim = ID, id
		link := linkedTo(s)
		if got := linkedAt(link, ""); got != s || link != "#/v1/paper?c="+id {
			t.Errorf("%s opens %+v: %s", link, got.Paper, got.Problems)
		}
	}
	if s := linkedAt("#/v1/paper?s=2.1&m=corrected&c=fermi", ""); s.Paper != (State{Claim: "fermi"}) {
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
		s := linkedAt(link, "")
		if s.View != ID || s.Paper != (State{}) || !strings.Contains(s.Problems, words) {
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
		s := linkedAt("#/v1/paper?s="+section+"&m="+mark, "")
		if s.Paper.Section != "" && !KnownSection(s.Paper.Section) || s.Paper.Only != "" && !KnownMark(s.Paper.Only) {
			t.Fatalf("%+v", s.Paper)
		}
		link := linkedTo(s)
		if again := linkedAt(link, ""); again.Problems != "" || again.Paper != s.Paper || linkedTo(again) != link {
			t.Fatalf("%s opens %+v, want %+v: %s", link, again.Paper, s.Paper, again.Problems)
		}
	})
}
