package quantize

import (
	"math"
	"strings"
	"testing"

	"ulplab/site/kit/golden"
	"ulplab/site/lab"
)

func tableOf(p Pairs) *Table {
	t := NewTable(p)
	for !t.Step(5000) {
	}
	return t
}

// TestTables compares every product and sum with the nearest code, found by looking at all of them in binary64, and the
// classes with what follows from it.
func TestTables(t *testing.T) {
	for _, f := range PairFormats {
		for _, sum := range []bool{false, true} {
			p := FirstPairs(f.ID)
			p.Sum = sum
			table := tableOf(p)
			largest, second := 0.0, 0.0
			for _, v := range table.value[:table.N] {
				switch {
				case math.IsInf(v, 0) || math.IsNaN(v):
				case v > largest:
					largest, second = v, largest
				case v > second:
					second = v
				}
			}
			half := (largest - second) / 2
			least := math.Ldexp(1, int(f.Emin)) * (1 - math.Ldexp(1, -f.P-1)) // from here on results are rounded to the smallest normal one
			total := 0
			for _, n := range table.Count {
				total += n
			}
			if total != table.N*table.N {
				t.Errorf("%s: %d pairs are counted", f.ID, total)
			}
			for k := range table.Class {
				a, b := table.value[p.Code(k%table.N)], table.value[p.Code(k/table.N)]
				e := a * b
				if sum {
					e = a + b
				}
				got := table.value[table.Code[k]]
				if math.IsNaN(e) || math.IsInf(e, 0) {
					if table.Class[k] != Special {
						t.Fatalf("%s: %v and %v: class %d", f.ID, a, b, table.Class[k])
					}
					continue
				}
				if math.Abs(e) > largest+half || math.Abs(e) == largest+half && f.Max(false).Lo&1 != 0 { // a tie goes to the even one
					if table.Class[k] != TooHigh {
						t.Fatalf("%s: %v and %v make %v: class %d", f.ID, a, b, e, table.Class[k])
					}
					continue
				}
				best := uint8(0)
				for c := range table.N {
					v := table.value[c]
					if d, was := math.Abs(v-e), math.Abs(table.value[best]-e); d < was || d == was && c&1 == 0 && best&1 != 0 {
						best = uint8(c)
					}
				}
				want := Rounded
				switch {
				case table.value[best] == e:
					want = Exact
				case table.value[best] == 0:
					want = ToZero
				case math.Abs(e) < least:
					want = Tiny
				}
				if table.value[best] != got || table.Class[k] != want {
					t.Fatalf("%s: %v and %v make %v: %v class %d, not %v class %d", f.ID, a, b, e, got, table.Class[k], table.value[best], want)
				}
			}
		}
	}
}

// TestPlaces: places are in the order of values, each code has one.
func TestPlaces(t *testing.T) {
	for _, f := range PairFormats {
		p := FirstPairs(f.ID)
		table := NewTable(p)
		seen := map[uint8]bool{}
		last := math.Inf(-1)
		for k := range p.Count() {
			c := p.Code(k)
			seen[c] = true
			if v := table.value[c]; !math.IsNaN(v) {
				if v < last {
					t.Errorf("%s: place %d holds %v after %v", f.ID, k, v, last)
				}
				last = v
			}
		}
		if len(seen) != p.Count() {
			t.Errorf("%s: %d codes have a place", f.ID, len(seen))
		}
	}
}

// TestPairActions: what is looked at is shown, the window stays within the codes, and all of it is in the link.
func TestPairActions(t *testing.T) {
	for _, f := range PairFormats {
		s := bench.Then(bench.First(), PairSet{What: PairFormat, Text: f.ID})
		s.View = ID
		for i, a := range []lab.Action[State]{
			PairSet{What: PairZoom, I: 8}, PairSet{What: PairStep, I: -100, J: 3}, PairSet{What: PairMove, I: 5, J: 900}, PairSet{What: PairSum, I: 1},
			PairSet{What: PairStep, I: 16}, PairSet{What: PairAt, I: 1 << 20, J: -4}, PairSet{What: PairZoom, I: 16}, PairSet{What: PairZoom, I: 1}, PairSet{What: PairZoom, I: 1000},
			PairSet{What: PairFormat, Text: "f32"},
		} {
			s = bench.Then(s, a)
			p := s.Part.Pairs
			x, y, span := p.Window()
			if n := p.Count(); int(p.X) >= n || int(p.Y) >= n || x+span > n || y+span > n || span < 8 {
				t.Fatalf("%s after %d: %+v", f.ID, i, p)
			}
			if a.(PairSet).What != PairMove && (int(p.X) < x || int(p.X) >= x+span || int(p.Y) < y || int(p.Y) >= y+span) && a.(PairSet).What != PairSum && a.(PairSet).What != PairFormat {
				t.Errorf("%s after %d: what is looked at is not shown: %+v", f.ID, i, p)
			}
			link := bench.Link(s)
			if got := bench.At(link, ""); got.Problems != "" || got != s {
				t.Fatalf("%s gives %s\n%+v\nwant\n%+v", link, got.Problems, got.Part.Pairs, p)
			}
		}
	}
	for link, words := range map[string]string{
		"#/v1/quant?pf=f32":               "whose products are drawn",
		"#/v1/quant?po=2":                 "nor 1, for sums",
		"#/v1/quant?pw=1.2.3":             "no part of the picture",
		"#/v1/quant?pf=e2m1&pw=1.2.0.0.4": "no part of the picture",
		"#/v1/quant?pf=e2m1&pw=1.2.9.0.8": "no part of the picture",
		"#/v1/quant?pw=256.0.0.0.0":       "no part of the picture",
	} {
		if got := bench.At(link, ""); !strings.Contains(got.Problems, words) {
			t.Errorf("%s: %q", link, got.Problems)
		}
	}
}

// The golden was looked at in a browser; pixels are those of the marks.
func TestPairPictures(t *testing.T) {
	p := FirstPairs("e2m1")
	table := tableOf(p)
	golden.Compare(t, "pairs.svg", PairsPicture(table, p).File(false))
	ink := pairsInk(true)
	pix := pairsPixels(table, p, 16, 16, true, nil)
	for k, want := range map[int]Class{0: TooHigh, 15: TooHigh, 7: Exact, 5*16 + 5: Exact} {
		if pix[k] != ink[want][0] {
			t.Errorf("pixel %d is %08x, not that of class %d", k, pix[k], want)
		}
	}
	for _, f := range PairFormats {
		for _, sum := range []bool{false, true} {
			p := FirstPairs(f.ID)
			p.Sum, p.Span = sum, 8
			table := tableOf(p)
			picture := PairsPicture(table, p)
			golden.WellFormed(t, picture.Title, picture.File(true))
			golden.Inside(t, picture.Title, picture, 0)
			for _, s := range []string{pairsTable(table), pairsHead(table)} {
				golden.Markup(t, f.ID, "<div>"+s+"</div>")
			}
			for k := range table.N {
				if s := pairSaid(table, k, table.N-1-k); !strings.HasPrefix(s, "x 0x") {
					t.Error(s)
				}
			}
		}
	}
	s := pairSaid(table, int(p.X), int(p.Y)) // 2 times 2
	if s != "x 0x4 = 2, y 0x4 = 2: x × y is exactly 4, a code: 0x6 = 4" {
		t.Error(s)
	}
}
