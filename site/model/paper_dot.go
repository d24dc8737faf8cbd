//go:build !opening

package model

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/state"
)

// dotClaims are the statements of chapter 3, Dot Product: An Accuracy Example.
var dotClaims = []claim{
	{
		id: "figure2", section: "3.1", graph: "serial",
		lines: func() []*PaperLine {
			return append([]*PaperLine{
				printed("Figure 2, serial", plainSpan(graphFormula(reduce.Serial(4), true)), "", "((((a1 × b1) + (a2 × b2)) + (a3 × b3)) + (a4 × b4))", Captions),
			}, effort(reduce.Serial(4)))
		},
	},
	{
		id: "figure3", section: "3.1", graph: "fma",
		lines: func() []*PaperLine {
			return []*PaperLine{
				{Label: "Figure 3, FMA", Live: plainSpan(graphFormula(reduce.Fused(4), false)), Prints: []Print{
					{Text: "a4 × b4 + (a3 × b3 + (a2 × b2 + (a1 × b1 + 0)))", In: PDF2011},
					{Text: "a4 × b4 = (a3 × b3 + (a2 × b2 + (a1 × b1 + 0)))", In: HTML2013 | CUDA6},
				}},
				effort(reduce.Fused(4)),
			}
		},
	},
	{
		id: "figure4", section: "3.1", graph: "parallel",
		lines: func() []*PaperLine {
			return []*PaperLine{
				printed("Figure 4, parallel", plainSpan(graphFormula(reduce.Parallel(4), false)), "", "((a1 × b1) + (a2 × b2)) + ((a3 × b3) + (a4 × b4))", Captions),
				effort(reduce.Parallel(4)),
			}
		},
	},
	{
		id: "vectors", section: "3.2",
		lines: func() []*PaperLine {
			d := dotVectors("fig5")
			digits := [2][4]string{{"1.907607", "-.7862027", "1.147311", ".9604002"}, {"-.9355000", "-.6915108", "1.724470", "-.7097529"}}
			var lines []*PaperLine
			for v, name := range []string{"a", "b"} {
				for i, c := range d[v] {
					l := printed(name+strconv.Itoa(i+1), plainSpan(sevenDigits(c)), codeText(format.F32, c), digits[v][i], EveryEdition)
					if v == 0 && i == 2 {
						l.Prints = []Print{{Text: "1.147311", In: PDF2011 | CUDA8 | Newest}, {Text: "1.148311", In: HTML2013 | CUDA6}}
					}
					lines = append(lines, l)
				}
			}
			verdict := "yes"
			low, high := exact.New(true, wide.Nat{1}, 0), exact.New(false, wide.Nat{2}, 0)
			for _, v := range d {
				for _, c := range v {
					if valueOf(c).Cmp(low) < 0 || valueOf(c).Cmp(high) > 0 {
						verdict = "no"
					}
				}
			}
			return append(lines, printed("all between -1 and 2", plainSpan(verdict), "", "yes", EveryEdition))
		},
	},
	{
		id: "printedvectors", section: "3.2",
		lines: func() []*PaperLine {
			var lines []*PaperLine
			for _, e := range []struct {
				id, a3 string
				in     Editions
			}{{"printed", "a3 = 1.147311", PDF2011 | CUDA8 | Newest}, {"typo", "a3 = 1.148311", HTML2013 | CUDA6}} {
				r := dotResultsOf(e.id)
				for i, m := range dotMethods {
					lines = append(lines, printed(m.name+", "+e.a3, plainSpan(codeText(format.F32, r.bits[i])), paperUlps(r.bits[i], r.exact), m.printed, e.in))
				}
			}
			return lines
		},
	},
	{
		id: "dotexact", section: "3.2",
		lines: func() []*PaperLine {
			s := dotResultsOf("fig5").exact.Decimal()
			return []*PaperLine{printed("exact", exactSpan(bare(s)[:len(".0559587528435")]+"…"), "cut after 13 places", ".0559587528435…", EveryEdition)}
		},
	},
	{
		id: "dotexacthex", section: "3.2",
		lines: func() []*PaperLine {
			v := dotResultsOf("fig5").exact
			eight, five := state.FormatOf("e8m31"), state.FormatOf("e8m28")
			rounded := v.Round(paperEnv, five).Bits
			return []*PaperLine{
				printed("exact, eight more bits", exactSpan(codeText(eight, exactCode())+"…"), "", "0x3D65350158…", EveryEdition),
				shown("five more bits, rounded", plainSpan(codeText(eight, rounded.Shl(3))), "")}
		},
	},
	{
		id: "dotbits", section: "3.2",
		lines: func() []*PaperLine {
			r := dotResultsOf("fig5")
			var lines []*PaperLine
			for i, m := range dotMethods {
				lines = append(lines, printed(m.name, plainSpan(codeText(format.F32, r.bits[i])), paperUlps(r.bits[i], r.exact), m.printed, EveryEdition))
			}
			return lines
		},
		line: func() *Line {
			r := dotResultsOf("fig5")
			marks := []landmark{{r.bits[2], dotMethods[2].name, -1}, {r.bits[1], dotMethods[1].name, 1}, {r.bits[0], dotMethods[0].name, -1}}
			return ulpLine(format.F32, format.F32.NextDown(r.bits[2]), r.bits[0], r.exact, marks)
		},
	},
	{
		id: "dotdigits", section: "3.2",
		lines: func() []*PaperLine {
			r := dotResultsOf("fig5")
			var lines []*PaperLine
			for i, digits := range []string{".0559588074", ".0559587515", ".0559587478"} {
				lines = append(lines, printed(dotMethods[i].name, plainSpan(bare(text.FormatF(format.F32, r.bits[i], 10))),
					"exactly "+bare(text.Decimal(format.F32, r.bits[i])), digits, EveryEdition))
			}
			return lines
		},
	},
	{
		id: "alldiffer", section: "3.2",
		lines: func() []*PaperLine {
			r := dotResultsOf("fig5")
			different := map[wide.U128]bool{}
			equal := 0
			for _, c := range r.bits {
				different[c] = true
				if valueOf(c).Cmp(r.exact) == 0 {
					equal++
				}
			}
			return []*PaperLine{
				printed("different results of three methods", plainSpan(strconv.Itoa(len(different))), "", "3", EveryEdition),
				printed("results equal to the exact value", plainSpan(strconv.Itoa(equal)), "", "0", EveryEdition),
				shown("correctly rounded", plainSpan(codeText(format.F32, r.exact.Round(paperEnv, format.F32).Bits)), ""),
			}
		},
	},
	{
		id: "ranking", section: "3.2",
		lines: func() []*PaperLine {
			return []*PaperLine{
				printed("from most to least accurate", plainSpan(ranking(dotResultsOf("fig5"))), "recovered vectors", "FMA, parallel, serial", EveryEdition),
				shown("with the digits as printed", plainSpan(ranking(dotResultsOf("printed"))), "a3 = 1.147311"),
			}
		},
	},
}

// dotMethods are the rows of Figure 5 with the float values that it prints.
var dotMethods = []struct {
	name    string
	build   func(int) reduce.Graph
	printed string
}{
	{"serial", reduce.Serial, "0x3D653510"},
	{"FMA", reduce.Fused, "0x3D653501"},
	{"parallel", reduce.Parallel, "0x3D653500"},
}

// dotVectors returns the two vectors of four elements of an example of the Dot product view.
func dotVectors(id string) (v [2][]wide.U128) {
	d, _ := state.DotExample(id)
	return [2][]wide.U128{d.V[state.DotA][:4], d.V[state.DotB][:4]}
}

// dotResults are the results of the three methods, in the order of dotMethods, and the exact dot product.
type dotResults struct {
	bits  [3]wide.U128
	exact exact.Value
}

func dotResultsOf(id string) (r dotResults) {
	v := dotVectors(id)
	for i, m := range dotMethods {
		out := reduce.Run(paperEnv, format.F32, m.build(4), v[0], v[1])
		r.bits[i] = out[len(out)-1].Bits
	}
	r.exact, _ = exact.Dot(format.F32, v[0], v[1])
	return r
}

// exactCode returns the exact dot product with eight bits more than binary32 has, cut.
func exactCode() wide.U128 {
	env := paperEnv
	env.Direction = round.TowardZero
	return dotResultsOf("fig5").exact.Round(env, state.FormatOf("e8m31")).Bits
}

// ranking names the methods from the smallest to the largest error.
func ranking(r dotResults) string {
	order := []int{0, 1, 2}
	for i := range order {
		for j := i; j > 0 && exact.Closer(format.F32, r.bits[order[j]], r.bits[order[j-1]], r.exact) < 0; j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
	var names []string
	for _, i := range order {
		names = append(names, dotMethods[i].name)
	}
	return strings.Join(names, ", ")
}

// figure5Graph runs one order on the recovered vectors of Figure 5.
func figure5Graph(shape string) *DotGraph {
	d, _ := state.DotExample("fig5")
	run := BuildDot(DotInputOf(d))
	for k := range run.Graphs {
		if run.Graphs[k].ID == shape {
			g := run.Graph(k)
			return &g
		}
	}
	return nil
}

// sevenDigits writes a number as the paper writes the elements: seven significant digits, no zero before the point.
func sevenDigits(c wide.U128) string { return bare(valueOf(c).Digits(7).Plain()) }

// graphFormula writes a graph as an expression: products in parentheses, sums in parentheses but, without outer, the last.
func graphFormula(g reduce.Graph, outer bool) string {
	s := graphTerms(g, len(g)-1)
	if !outer {
		s = strings.TrimSuffix(strings.TrimPrefix(s, "("), ")")
	}
	return s
}

func graphTerms(g reduce.Graph, k int) string {
	n := g[k]
	product := "a" + strconv.Itoa(n.Leaf+1) + " × b" + strconv.Itoa(n.Leaf+1)
	switch n.Kind {
	case reduce.Multiply:
		return "(" + product + ")"
	case reduce.Plus:
		if g[n.L].Kind == reduce.Start { // 0 + p is p
			return graphTerms(g, n.R)
		}
		return "(" + graphTerms(g, n.L) + " + " + graphTerms(g, n.R) + ")"
	case reduce.FusedAdd:
		return "(" + product + " + " + graphTerms(g, n.L) + ")"
	}
	return "0"
}

// effort says how many operations a graph has and how many of them must wait for each other.
func effort(g reduce.Graph) *PaperLine {
	return shown("operations, longest chain", plainSpan(strconv.Itoa(g.Operations())+", "+strconv.Itoa(g.Depth())), "")
}
