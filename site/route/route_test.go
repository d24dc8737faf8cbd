package route

import (
	"strings"
	"testing"

	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

func TestEveryViewHasACodec(t *testing.T) {
	if len(codecs) != len(state.Views) {
		t.Errorf("%d codecs for %d views", len(codecs), len(state.Views))
	}
	for _, v := range state.Views {
		if _, ok := codecOf(v.ID); !ok {
			t.Errorf("view %q has no codec", v.ID)
		}
		s := state.Default()
		s.View = v.ID
		if got, want := Encode(s), "#/v1/"+string(v.ID); got != want {
			t.Errorf("the first example of %q is %q, want %q", v.ID, got, want)
		}
	}
}

func TestFirstExampleWithoutFragment(t *testing.T) {
	for _, f := range []string{"", "#", "#/", "#/v1/enc", "#v1/enc/"} {
		if got := Decode(f, ""); got != state.Default() {
			t.Errorf("%q: %+v", f, got)
		}
	}
}

func TestShortForm(t *testing.T) {
	for link, want := range map[string]string{
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
		s := Decode(link, "")
		if got := Enc(s.Enc); !s.Embed && got != want {
			t.Errorf("%s: Enc gives %s", link, got)
		}
		if got := Encode(s); got != want || s.Problems != "" {
			t.Errorf("%s\n got %s %s\nwant %s", link, got, s.Problems, want)
		}
	}
}

func TestTextAndCodeThatDisagree(t *testing.T) {
	s := Decode("#/v1/enc?f=f32&b=3f800000&t=2", "")
	if !strings.Contains(s.Problems, "the code is shown") || s.Enc.Bits != wide.From64(0x3f800000) || s.Enc.Text.On {
		t.Errorf("%+v", s)
	}
}

func TestFlags(t *testing.T) {
	for _, link := range [][2]string{
		{"#/v1/enc?embed=1&ro=1&theme=dark", ""}, {"", "?embed=1&ro=1&theme=dark"}, {"#/v1/enc?embed=1", "ro=1&theme=dark&utm=x"},
	} {
		s := Decode(link[0], link[1])
		if !s.Embed || !s.ReadOnly || s.Theme != state.Dark || s.Problems != "" {
			t.Errorf("%q %q: %+v", link[0], link[1], s)
		}
		if got := Encode(s); got != "#/v1/enc?embed=1&ro=1" {
			t.Errorf("encoded %q", got)
		}
	}
}

func TestDamagedLinksSayWhatIsWrong(t *testing.T) {
	for link, words := range map[string]string{
		"#/v1/nowhere?b=1":     "a view named “nowhere”",
		"#/v2/enc?b=1":         "another version of the lab (“v2”)",
		"#/v1/enc?f=e99m1":     "names a format “e99m1”",
		"#/v1/enc?r=up":        "The direction “up”",
		"#/v1/enc?theme=pink":  "The theme “pink”",
		"#/v1/enc?zz=1":        "says “zz”",
		"#/hello/world":        "begins with “hello”",
		"#/v1/enc?f=f32&b=xyz": "“b=xyz” is not a code of 32 bits",
	} {
		s := Decode(link, "")
		if !strings.Contains(s.Problems, words) {
			t.Errorf("%s: problems %q do not say %q", link, s.Problems, words)
		}
		if s.View != state.Encoding {
			t.Errorf("%s: view %q", link, s.View)
		}
	}
	// Of another version's link the view is shown, if there is one of its name.
	if s := Decode("#/v2/op?a=1&ro=1", ""); s.View != state.Operation || s.Op != state.Default().Op || !s.ReadOnly || !strings.Contains(s.Problems, "Only the view that it asks for is shown") {
		t.Errorf("view %q: %q", s.View, s.Problems)
	}
	if s := Decode("#/v2/nowhere", ""); s.View != state.Encoding || !strings.Contains(s.Problems, "nothing of it is shown") {
		t.Errorf("view %q: %q", s.View, s.Problems)
	}
	if s := Decode("#/v1/enc?t="+strings.Repeat("a", MaxLink), ""); s.Problems == "" {
		t.Error("an endless link was read")
	}
}

func TestEscape(t *testing.T) {
	for _, s := range []string{"", "0.1", "-2/3 * 1e+5", "~", "~7", "a&b=c?d#e%f", "π ≈ 3", "\x00\xff", "~41"} {
		e := Escape(s)
		if strings.Trim(e, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._~-") != "" {
			t.Errorf("%q is written %q", s, e)
		}
		if got := Unescape(e); got != s {
			t.Errorf("%q came back as %q through %q", s, got, e)
		}
	}
}

func TestHex(t *testing.T) {
	for _, c := range []struct {
		code  wide.U128
		width int
		want  string
	}{
		{wide.From64(0x7e), 8, "7e"}, {wide.From64(5), 4, "5"}, {wide.From64(0x20), 6, "20"},
		{wide.U128{Hi: 0x7fff, Lo: 1}, 80, "7fff0000000000000001"},
		{wide.U128{Hi: 1 << 63, Lo: 0xabc}, 128, "80000000000000000000000000000abc"},
	} {
		if got := Hex(c.code, c.width); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
		if got, ok := ParseHex(c.want); !ok || got != c.code {
			t.Errorf("%s came back as %v", c.want, got)
		}
	}
	for _, s := range []string{"", "g", "123456789012345678901234567890123"} {
		if _, ok := ParseHex(s); ok {
			t.Errorf("%q was read as digits", s)
		}
	}
}

// FuzzDecode: any fragment gives a state, and its link gives the same state again.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "#/v1/enc?b=3f800000&f=f32", "#/f32/3.14", "#/e4m3/0x7e", "#/tf32/1024.5?r=rna", "#/v1/enc?t=2~2f3&f=f64",
		"#/v9/x", "#/v1/enc?f=e5m112&b=1", "#/x87/nan", "#/v1/enc?f=e8m0&b=ff&r=rtz&ro=1", "#/f32/%20%ff?embed=1"} {
		f.Add(s, "theme=dark")
	}
	f.Fuzz(func(t *testing.T, fragment, query string) {
		s := Decode(fragment, query)
		if _, ok := state.InfoOf(s.View); !ok {
			t.Fatalf("view %q", s.View)
		}
		link := Encode(s)
		again := Decode(link, "")
		if again.Problems != "" {
			t.Fatalf("%q: its own link %q has problems: %s", fragment, link, again.Problems)
		}
		again.Theme, again.Problems = s.Theme, s.Problems
		if again != s {
			t.Fatalf("%q: link %q gives\n%+v, want\n%+v", fragment, link, again, s)
		}
		if second := Encode(again); second != link {
			t.Fatalf("%q: %q then %q", fragment, link, second)
		}
	})
}
