//go:build !opening

package catalogue

import (
	"slices"
	"strings"
	"testing"

	"ulplab/fpcore/wide"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
	"ulplab/site/views/encoding"
	"ulplab/site/views/operation"
	"ulplab/site/views/start"
)

func TestFirstExampleWithoutFragment(t *testing.T) {
	views := Views()
	for _, f := range []string{"", "#", "#/", "#/v1/start", "#v1/start/"} {
		if got := views.Decode(f, ""); got != views.Default() || got.View != start.ID {
			t.Errorf("%q: %+v", f, got)
		}
	}
	// A page within another has no start page: as ever, it opens Encoding.
	for _, f := range []string{"#/v1/enc", "#v1/enc/", "#/v1/enc?embed=1", "#?embed=1"} {
		want := views.Default()
		want.View, want.Embed = encoding.ID, strings.Contains(f, "embed")
		if got := views.Decode(f, ""); got != want {
			t.Errorf("%q: %+v", f, got)
		}
	}
}

func TestShortForm(t *testing.T) {
	views := Views()
	for from, want := range map[string]string{
		"#/f32/0x40490fdb":       "#/v1/enc?b=40490fdb&f=f32&t=0x40490fdb",
		"#/e4m3/0x7e":            "#/v1/enc?b=7e&f=e4m3&t=0x7e",
		"#/f32/3.14":             "#/v1/enc?b=4048f5c3&f=f32&t=3.14",
		"#/tf32/1024.5?r=rna":    "#/v1/enc?b=22401&f=tf32&r=rna&t=1024.5",
		"#/float/2/3":            "#/v1/enc?b=3f2aaaab&f=f32&t=2~2f3",
		"#/f64/2/3":              "#/v1/enc?b=3fe5555555555555&f=f64&t=2~2f3",
		"#/f32/-192":             "#/v1/enc?b=c3400000&f=f32&t=-192",
		"#/f64/-192?embed=1":     "#/v1/enc?b=c068000000000000&embed=1&f=f64&t=-192",
		"#/f32/1%20%2F%203":      "#/v1/enc?b=3eaaaaab&f=f32&t=1~20~2f~203",
		"#/f32/":                 "#/v1/enc",
		"#/f32/0.1":              "#/v1/enc",
		"#/v1/enc?f=f64":         "#/v1/enc?b=3fb999999999999a&f=f64&t=0.1",
		"#/v1/enc?b=3F800000":    "#/v1/enc?b=3f800000&f=f32",
		"#/v1/enc?t=rubbish":     "#/v1/enc?b=00000000&f=f32&t=rubbish",
		"#/v1/enc?b=1&t=what~3f": "#/v1/enc?b=00000001&f=f32&t=what~3f",
	} {
		s := views.Decode(from, "")
		if got := encoding.Link(lab.Part[encoding.State](s)); !s.Embed && got != want {
			t.Errorf("%s: Link gives %s", from, got)
		}
		if got := views.Encode(s); got != want || s.Problems != "" {
			t.Errorf("%s\n got %s %s\nwant %s", from, got, s.Problems, want)
		}
	}
}

func TestTextAndCodeThatDisagree(t *testing.T) {
	views := Views()
	s := views.Decode("#/v1/enc?f=f32&b=3f800000&t=2", "")
	if !strings.Contains(s.Problems, "the code is shown") || lab.Part[encoding.State](s).Bits != wide.From64(0x3f800000) || lab.Part[encoding.State](s).Text.On {
		t.Errorf("%+v", s)
	}
}

func TestFlags(t *testing.T) {
	views := Views()
	for _, from := range [][2]string{
		{"#/v1/enc?embed=1&ro=1&theme=dark", ""}, {"", "?embed=1&ro=1&theme=dark"}, {"#/v1/enc?embed=1", "ro=1&theme=dark&utm=x"},
	} {
		s := views.Decode(from[0], from[1])
		if !s.Embed || !s.ReadOnly || s.Theme != lab.Dark || s.Problems != "" {
			t.Errorf("%q %q: %+v", from[0], from[1], s)
		}
		if got := views.Encode(s); got != "#/v1/enc?embed=1&ro=1" {
			t.Errorf("encoded %q", got)
		}
	}
}

func TestDamagedLinksSayWhatIsWrong(t *testing.T) {
	views := Views()
	for from, words := range map[string]string{
		"#/v1/nowhere?b=1":     "a view named “nowhere”",
		"#/v2/enc?b=1":         "another version of the lab (“v2”)",
		"#/v1/enc?f=e99m1":     "names a format “e99m1”",
		"#/v1/enc?r=up":        "The direction “up”",
		"#/v1/enc?theme=pink":  "The theme “pink”",
		"#/v1/enc?zz=1":        "says “zz”",
		"#/hello/world":        "begins with “hello”",
		"#/v1/enc?f=f32&b=xyz": "“b=xyz” is not a code of 32 bits",
	} {
		s := views.Decode(from, "")
		if !strings.Contains(s.Problems, words) {
			t.Errorf("%s: problems %q do not say %q", from, s.Problems, words)
		}
		if s.View != encoding.ID {
			t.Errorf("%s: view %q", from, s.View)
		}
	}
	// Of another version's link the view is shown, if there is one of its name.
	if s := views.Decode("#/v2/op?a=1&ro=1", ""); s.View != operation.ID || lab.Part[operation.State](s) != operation.First() || !s.ReadOnly || !strings.Contains(s.Problems, "Only the view that it asks for is shown") {
		t.Errorf("view %q: %q", s.View, s.Problems)
	}
	if s := views.Decode("#/v2/nowhere", ""); s.View != encoding.ID || !strings.Contains(s.Problems, "nothing of it is shown") {
		t.Errorf("view %q: %q", s.View, s.Problems)
	}
	if s := views.Decode("#/v1/enc?t="+strings.Repeat("a", link.Most), ""); s.Problems == "" {
		t.Error("an endless link was read")
	}
}

// FuzzLinks: any fragment gives a state, and its link gives the same state again.
func FuzzLinks(f *testing.F) {
	views := Views()
	for _, s := range []string{"", "#/v1/enc?b=3f800000&f=f32", "#/f32/3.14", "#/e4m3/0x7e", "#/tf32/1024.5?r=rna", "#/v1/enc?t=2~2f3&f=f64",
		"#/v9/x", "#/v1/enc?f=e5m112&b=1", "#/x87/nan", "#/v1/enc?f=e8m0&b=ff&r=rtz&ro=1", "#/f32/%20%ff?embed=1"} {
		f.Add(s, "theme=dark")
	}
	f.Fuzz(func(t *testing.T, fragment, query string) {
		s := views.Decode(fragment, query)
		if !slices.ContainsFunc(views.Infos(), func(i lab.Info) bool { return i.ID == s.View }) {
			t.Fatalf("view %q", s.View)
		}
		link := views.Encode(s)
		again := views.Decode(link, "")
		if again.Problems != "" {
			t.Fatalf("%q: its own link %q has problems: %s", fragment, link, again.Problems)
		}
		again.Theme, again.Problems = s.Theme, s.Problems
		if again != s {
			t.Fatalf("%q: link %q gives\n%+v, want\n%+v", fragment, link, again, s)
		}
		if second := views.Encode(again); second != link {
			t.Fatalf("%q: %q then %q", fragment, link, second)
		}
	})
}
