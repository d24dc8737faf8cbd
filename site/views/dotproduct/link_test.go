package dotproduct

import (
	"strings"
	"testing"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

func TestDotLinks(t *testing.T) {
	dot := func(actions ...lab.Action[State]) linked {
		s := bench.With(First())
		for _, a := range actions {
			s = bench.Then(s, a)
		}
		return s
	}
	for _, c := range []struct {
		s    linked
		link string
	}{
		{dot(), "#/v1/dot"},
		{dot(Preset{ID: "worse"}), "#/v1/dot?a=3f800000.4b7fffff.4b800000.3f000000&b=3f800000.3f800000.bf800000.3f800000"},
		{dot(Preset{ID: "abc"}), "#/v1/dot?x=40000001.3f800001.41000001"},
		{dot(Format{Name: "bf16"}), "#/v1/dot?a=3ff4.bf49.3f93.3f76&b=bf6f.bf31.3fdd.bf36&f=bf16"},
		{dot(Flush{On: true}, Dir{Dir: round.TowardNegative}, Pick{DotNode: DotNode{Shape: 2, Node: 1}}), "#/v1/dot?n=2&o=fma&r=rtn&z=1"},
		{dot(Sum{On: true}, Pick{DotNode: DotNode{Shape: 3, Node: -1}}), "#/v1/dot?o=ac-b&x=40000001.3f800001.41000001"},
	} {
		if got := bench.Link(c.s); got != c.link {
			t.Errorf("got  %s\nwant %s", got, c.link)
		}
		back := bench.At(c.link, "")
		if back != c.s {
			t.Errorf("%s does not come back: %s", c.link, bench.Link(back))
		}
	}
}

// Every example, in every order, comes back through its link.
func TestDotExamplesInLinks(t *testing.T) {
	for _, e := range Examples {
		s := bench.Then(bench.With(First()), Preset{ID: e.ID})
		for k := range s.Part.Shapes() {
			s = bench.Then(s, Pick{DotNode: DotNode{Shape: uint8(k + 1), Node: 2}})
			bench.Returns(t, s)
		}
	}
}

func TestDamagedDotLinks(t *testing.T) {
	bench.Says(t, map[string]string{
		"#/v1/dot?a=1":           "gives 1 number for “a”; it takes 2 to 64",
		"#/v1/dot?a=1.2&b=1.2.3": "have 2 and 3 elements",
		"#/v1/dot?a=1.zz":        "“zz” in “a” is not a code of 32 bits",
		"#/v1/dot?a=1.123456789": "“123456789” in “a” is not a code of 32 bits",
		"#/v1/dot?x=1.2":         "gives 2 numbers for “x”; it takes 3",
		"#/v1/dot?f=e1m1":        "names a format “e1m1”",
		"#/v1/dot?r=sr":          "Stochastic rounding",
		"#/v1/dot?z=2":           "“z=2” is neither 0 nor 1",
		"#/v1/dot?o=sideways":    "The order “sideways” is not one of serial fma",
		"#/v1/dot?n=10":          "“n=10” is not a node of the graph, 1 to 9",
		"#/v1/dot?n=-1":          "is not a node",
		"#/v1/dot?x=1.2.3&a=1.2": "both vectors and three numbers",
		"#/v1/dot?a=" + strings.Repeat("1.", 64) + "1":       "gives 65 numbers",
		"#/v1/dot?a=1.2&b=" + strings.Repeat("0", 33) + ".1": "is not a code",
	})
	s := bench.At("#/v1/dot?a=1.2&b=1.2.3", "")
	if s.Part.N != 3 || s.Part.V[0][2] != (wide.U128{}) || s.Part.V[1][2] != wide.From64(3) {
		t.Errorf("the shorter vector: %+v", s.Part.V[0][:4])
	}
}

// What the view shows comes back through its link whatever the key values are.
func FuzzDotLink(f *testing.F) {
	f.Add("a=3f800000.40000000&b=1.2", "f32", "serial", "3")
	f.Add("x=1.2.3", "f16", "a-bc", "")
	f.Add("a=1&z=1&r=odd", "e5m10", "fma", "999")
	f.Fuzz(func(t *testing.T, keys, format, order, node string) {
		link := "#/v1/dot?" + keys + "&f=" + link.Escape(format) + "&o=" + link.Escape(order) + "&n=" + link.Escape(node)
		s := bench.At(link, "")
		if s.View != ID {
			return
		}
		again := bench.At(bench.Link(s), "")
		if again.Problems != "" {
			t.Fatalf("%q: its own link %q has problems: %s", link, bench.Link(s), again.Problems)
		}
		again.Problems, again.Theme = s.Problems, s.Theme
		if again != s {
			t.Fatalf("%q and %q differ", link, bench.Link(s))
		}
	})
}
