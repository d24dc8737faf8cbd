package product

import (
	"strconv"
	"strings"
)

// Generated names an element of a product of generated numbers: how Data, Layout and the sizes are written in a question.
type Generated struct {
	Preset, Data string // IDs
	Layout       Layout
	M, N, K      int
	Seed         int
	Row, Col     int
}

// MostDepth bounds K of generated numbers.
const MostDepth = 1 << 14

// String writes "generated f16 measured NT 64 64 128 seed 1 row 0 column 5".
func (g Generated) String() string {
	return strings.Join([]string{"generated", g.Preset, g.Data, string(g.Layout), strconv.Itoa(g.M), strconv.Itoa(g.N), strconv.Itoa(g.K), "seed", strconv.Itoa(g.Seed),
		"row", strconv.Itoa(g.Row), "column", strconv.Itoa(g.Col)}, " ")
}

// ParseGenerated reads what String writes.
func ParseGenerated(s string) (g Generated, ok bool) {
	w := strings.Fields(s)
	if len(w) != 13 {
		return g, false
	}
	g = Generated{Preset: w[1], Data: w[2], Layout: Layout(w[3])}
	for i, n := range [...]*int{4: &g.M, 5: &g.N, 6: &g.K, 8: &g.Seed, 10: &g.Row, 12: &g.Col} {
		if n != nil {
			*n, _ = strconv.Atoi(w[i])
		}
	}
	_, preset := Find(g.Preset)
	_, data := FindData(g.Data)
	return g, preset && data && (g.Layout == Rows || g.Layout == Columns) && 0 < g.K && g.K <= MostDepth && 0 <= g.Row && g.Row < g.M && 0 <= g.Col && g.Col < g.N && g.String() == strings.Join(w, " ")
}

// Vectors returns the row and the column, codes of the format of the call's operands.
func (g Generated) Vectors() (a, b []uint64) {
	p, _ := Find(g.Preset)
	d, _ := FindData(g.Data)
	a, b = make([]uint64, g.K), make([]uint64, g.K)
	d.Row(a, uint64(g.Seed), g.Row, p.In)
	d.Column(b, uint64(g.Seed), g.Col, g.N, g.Layout, p.In)
	return a, b
}
