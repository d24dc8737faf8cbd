package gallery

import (
	"math"
	"strings"
	"testing"
)

// Every question has words and a program that every target of it evaluates, and what was posted comes out.
func TestGalleryEntries(t *testing.T) {
	topic, posted := uint8(0), 0
	seen := map[string]bool{}
	for i, e := range Entries {
		g := build(State{ID: e.ID})
		w := g.Words
		if w.Title == "" || w.Question == "" || w.Answer == "" || w.Remedy == "" || g.Index != i || seen[e.ID] {
			t.Errorf("%s: words are missing, or the ID is there twice", e.ID)
		}
		seen[e.ID] = true
		if e.Topic < topic || int(e.Topic) >= len(topics) || int(e.Asked) >= len(asked) {
			t.Errorf("%s: topic %d after %d", e.ID, e.Topic, topic)
		}
		topic = e.Topic
		if g.Expr.Problem != nil || len(g.Expr.Columns) == 0 || len(g.Expr.Rows) == 0 {
			t.Fatalf("%s: %v", e.ID, g.Expr.Problem)
		}
		for c := range g.Expr.Columns {
			col := &g.Expr.Columns[c]
			for r := range g.Expr.Rows {
				if v := &g.Expr.Rows[r].Results[c]; col.Problem != nil || !v.Known && col.Printed == "" {
					t.Errorf("%s, %s, row %d: no result (%v)", e.ID, col.ID, r, col.Problem)
				}
			}
		}
		if (e.Asked == Posted) != (len(g.Posted) > 0) && e.ID != "atomics" {
			t.Errorf("%s: %d results were posted", e.ID, len(g.Posted))
		}
		for _, p := range g.Posted {
			posted++
			if !p.Same {
				t.Errorf("%s: %s of %s does not come out", e.ID, p.Posted, p.Target)
			}
		}
		if _, ok := g.Example(); ok != (e.Explain != "") {
			t.Errorf("%s: no example %q", e.ID, e.Explain)
		}
	}
	if len(seen) < 24 || posted != 16 {
		t.Errorf("%d questions, %d posted results", len(seen), posted)
	}
}

// The answers of our own questions against the arithmetic of the processor that runs the test.
func TestGalleryNumbers(t *testing.T) {
	bits := math.Float32bits
	a, b := float32(0.1), float32(0.7)
	fused := float32(float64(a)*float64(b) - float64(float32(a*b))) // exact: the error of a product is a float
	half, most := math.Float32frombits(0x00400000), float32(16777216)
	for _, c := range []struct {
		id, target string
		row        int
		want       uint32
	}{
		{"off", "9.0", 0, bits(fused)}, {"off", "gcc-fma", 0, bits(fused)}, {"off", "9.0-nofma", 0, 0}, {"off", "gcc", 0, 0}, {"off", "exact", 0, 0},
		{"mad", "1.3", 0, 0x3d653500}, {"mad", "2.0", 0, 0x3d653501}, {"mad", "gcc", 0, 0x3d653510},
		{"equal", "gcc", 0, 0}, {"equal", "1.2", 0, 1},
		{"counter", "9.0", 0, bits(most)}, {"counter", "gcc", 1, bits(most + 1)}, {"counter", "gcc", 2, bits(16777218 + float32(1))},
		{"bfloat", "9.0", 0, 0x4380}, {"bfloat", "9.0", 1, 0x4380}, {"bfloat", "9.0", 2, 0x4382},
		{"half", "9.0", 0, 0x7bff}, {"half", "9.0", 1, 0x7bff}, {"half", "9.0", 2, 0x7c00},
		{"clamp", "9.0", 0, 0}, {"clamp", "9.0", 1, 0xffffffff}, {"clamp", "9.0", 2, 0}, {"clamp", "gcc", 0, 0xffffffff}, {"clamp", "gcc", 1, uint32(uint64(5e9) & 0xffffffff)},
		{"payload", "9.0", 0, 0x7fffffff}, {"payload", "gcc", 0, 0x7fc12345},
		{"subnormal", "9.0", 0, bits(half)}, {"subnormal", "9.0-ftz", 0, 0},
		{"fmin", "9.0", 0, bits(1)}, {"fmin", "gcc", 1, bits(1)},
		{"fastdiv", "9.0-fastmath", 0, 0}, {"fastdiv", "9.0-fast", 0, bits(0.5)}, {"fastdiv", "gcc", 1, bits(0.5)},
		{"fastcos", "exact", 0, bits(float32(math.Cos(5992555)))}, {"fastcos", "9.0-fastmath", 0, bits(-0.3826833069)},
	} {
		g := build(State{ID: c.id})
		found := false
		for i := range g.Expr.Columns {
			if g.Expr.Columns[i].ID == c.target {
				found = true
				if got := g.Expr.Rows[c.row].Results[i].Code.Lo; got != uint64(c.want) {
					t.Errorf("%s on %s, row %d: %#x, want %#x", c.id, c.target, c.row, got, c.want)
				}
			}
		}
		if !found {
			t.Errorf("%s has no target %s", c.id, c.target)
		}
	}
}

// The list is limited by words of title, question, answer and remedy, in any case and order.
func TestGalleryHas(t *testing.T) {
	for find, want := range map[string]string{"ISNAN": "firstnan fmin", "atomicadd RUN": "atomics", "allow_tf32": "tf32", "no such words": ""} {
		var have []string
		for _, e := range Entries {
			if has(e.ID, find) {
				have = append(have, e.ID)
			}
		}
		if got := strings.Join(have, " "); got != want {
			t.Errorf("%q finds %q, want %q", find, got, want)
		}
	}
	for _, e := range Entries {
		if !has(e.ID, " ") {
			t.Errorf("%s is hidden without a word looked for", e.ID)
		}
	}
}
