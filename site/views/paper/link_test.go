package paper

import (
	"strings"
	"testing"
)

func TestPaperLinkRoundTrip(t *testing.T) {
	marks := append([]Mark{AnyMark}, Marks...)
	for _, section := range append([]string{""}, Sections...) {
		for _, m := range marks {
			s := bench.First()
			s.View, s.Part = ID, State{Section: section, Only: m}
			link := bench.Link(s)
			if got := bench.At(link, ""); got != s {
				t.Errorf("%s opens %+v, want %+v: %s", link, got.Part, s.Part, got.Problems)
			}
		}
	}
	if s := bench.At("#/v1/paper?s=2.2", ""); s.Part.Section != "2.2" || s.View != ID || s.Problems != "" {
		t.Errorf("%+v %s", s.Part, s.Problems)
	}
}

// TestPaperOpenLink: what is open stands in the link; what the link opens by itself does not.
func TestPaperOpenLink(t *testing.T) {
	for open := range uint32(1 << 12) {
		open = open * 0x201 & EverySection // of the upper sections, too
		for _, r := range []State{{}, {Section: "4.2"}, {Claim: "fermi"}, {Only: Outdated}} {
			s := bench.First()
			s.View, s.Part = ID, r.Open(open)
			link := bench.Link(s)
			if got := bench.At(link, ""); got != s {
				t.Fatalf("%s opens %+v, want %+v: %s", link, got.Part, s.Part, got.Problems)
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
		if got := bench.Link(bench.At(link, "")); got != want {
			t.Errorf("%s becomes %s, want %s", link, got, want)
		}
	}
}

func TestPaperClaimLink(t *testing.T) {
	for _, id := range strings.Fields(Claims) {
		s := bench.First()
		s.View, s.Part.Claim = ID, id
		link := bench.Link(s)
		if got := bench.At(link, ""); got != s || link != "#/v1/paper?c="+id {
			t.Errorf("%s opens %+v: %s", link, got.Part, got.Problems)
		}
	}
	if s := bench.At("#/v1/paper?s=2.1&m=corrected&c=fermi", ""); s.Part != (State{Claim: "fermi"}) {
		t.Errorf("a statement that the filter may hide: %+v", s.Part)
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
		s := bench.At(link, "")
		if s.View != ID || s.Part != (State{}) || !strings.Contains(s.Problems, words) {
			t.Errorf("%s: %+v %q", link, s.Part, s.Problems)
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
		s := bench.At("#/v1/paper?s="+section+"&m="+mark, "")
		if s.Part.Section != "" && !KnownSection(s.Part.Section) || s.Part.Only != "" && !KnownMark(s.Part.Only) {
			t.Fatalf("%+v", s.Part)
		}
		link := bench.Link(s)
		if again := bench.At(link, ""); again.Problems != "" || again.Part != s.Part || bench.Link(again) != link {
			t.Fatalf("%s opens %+v, want %+v: %s", link, again.Part, s.Part, again.Problems)
		}
	})
}
