package start

import (
	"strings"
	"testing"
)

const small = `=gpu cuda device
=zero 0
-the is a why
Question	#/1	The sum is zero	a reduction that rounds
View	#/2	Rounding	directions of a sum on a device
Term	#/3	ulp	unit in the last place
Term	#/3	quantum	unit in the last place
Format	#/4	binary32	float of 32 bits, 754.2
`

// TestSearch: all words, in any case and ending, their beginnings and synonyms; the title counts for more; links come once.
func TestSearch(t *testing.T) {
	read := func(text string) *index {
		x := newIndex(Packed().Lines(func(string) string { return text }), "")
		for !x.step() {
		}
		return x
	}
	x := read(small)
	if x.problem != "" {
		t.Fatal(x.problem)
	}
	for _, c := range []struct {
		text, want string
		all        bool
	}{
		{"Rounding", "#/2 #/1", true}, {"ROUNDED sums", "#/1 #/2", true}, {"why is the sum 0?", "#/1", true}, {"round gpu", "#/2", true}, {"unit", "#/3", true},
		{"bin", "#/4", true}, {"754.2", "#/4 #/f32/754.2", true}, {"754", "#/4 #/f32/754", true}, {"1 + 2^-24", "#/f32/1 + 2^-24", true}, {"sum quux", "#/1 #/2", false}, {"quux", "", false}, {"", "", true}, {"the", "#/1 #/3", true}, {"?!", "", true},
	} {
		f := x.find(c.text)
		var got []string
		for _, e := range f.hits {
			got = append(got, e.Link)
		}
		if s := strings.Join(got, " "); s != c.want || f.all != c.all {
			t.Errorf("%q finds %q, all %v; want %q, %v", c.text, s, f.all, c.want, c.all)
		}
	}
	for _, bad := range []string{"a line", "a\tb\tc", "a\tb\tc\td\te"} {
		if read(bad).problem == "" {
			t.Errorf("%q was read", bad)
		}
	}
}

// TestStems: words without their endings; a point belongs to a number.
func TestStems(t *testing.T) {
	for text, want := range map[string]string{
		"results differ, differed": "result differ differ", "0.1 + 0.2 = 0.3.": "0.1 0.2 0.3", "-use_fast_math": "use fast math", "32-bit": "32 bit", "queries class": "query class",
		"truncating runs": "truncat run", "2²⁴ × π": "2", "C++": "c",
	} {
		if got := strings.Join(stems(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestModel: the float chosen is the nearest, and the distance what lies between.
func TestModel(t *testing.T) {
	for at := -most; at <= most; at++ {
		m := build(int8(at))
		step := 0
		switch {
		case at >= stepsPerUlp/2:
			step = stepsPerUlp
		case at <= -stepsPerUlp/2:
			step = -stepsPerUlp
		}
		if want := int64(step-at) * 1000 / stepsPerUlp; m.off != want {
			t.Errorf("at %d: %d thousandths of an ulp, want %d", at, m.off, want)
		}
		if m.tie != (at == stepsPerUlp/2 || at == -stepsPerUlp/2) {
			t.Errorf("at %d: a tie is %v", at, m.tie)
		}
	}
	if m := build(tenth); m.value != "0.1" {
		t.Errorf("the line opens on %s", m.value)
	}
}
