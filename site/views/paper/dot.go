package paper

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/round"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/graph"
	"ulplab/site/kit/numberline"
	"ulplab/site/kit/operand"
	"ulplab/site/views/dotproduct"
)

// dotClaims are the statements of chapter 3, Dot Product: An Accuracy Example.
var dotClaims = []claim{
	{
		id: "figure2", graph: "serial",
		lines: func() []*Line {
			return []*Line{
				printed("Figure 2, serial", plainSpan(graphFormula(reduce.Serial(4), true)), "", "((((a1 × b1) + (a2 × b2)) + (a3 × b3)) + (a4 × b4))", captions),
				printed("every pass of its loop", plainSpan(loopBody(reduce.Serial(4))), "", "p = rn(ai × bi), t = rn(t + p)", pdf2011),
				effort(reduce.Serial(4)),
			}
		},
	},
	{
		id: "figure3", graph: "fma",
		lines: func() []*Line {
			return []*Line{
				printed("Figure 3, FMA", plainSpan(graphFormula(reduce.Fused(4), false)), "", "a4 × b4 + (a3 × b3 + (a2 × b2 + (a1 × b1 + 0)))", pdf2011),
				printed("every pass of its loop", plainSpan(loopBody(reduce.Fused(4))), "", "t = rn(ai × bi + t)", pdf2011),
				effort(reduce.Fused(4)),
			}
		},
	},
	{
		id: "caption3", differs: Misprinted,
		lines: func() []*Line {
			return []*Line{printed("caption of Figure 3", plainSpan(graphFormula(reduce.Fused(4), false)), "", "a4 × b4 = (a3 × b3 + (a2 × b2 + (a1 × b1 + 0)))", html2013|laterHTML)}
		},
	},
	{
		id: "figure4", graph: "parallel",
		lines: func() []*Line {
			return []*Line{
				printed("Figure 4, parallel", plainSpan(graphFormula(reduce.Parallel(4), false)), "", "((a1 × b1) + (a2 × b2)) + ((a3 × b3) + (a4 × b4))", captions),
				printed("step by step", plainSpan(graphSteps(reduce.Parallel(4))), "",
					"p1 = rn(a1 × b1), p2 = rn(a2 × b2), p3 = rn(a3 × b3), p4 = rn(a4 × b4), s_left = rn(p1 + p2), s_right = rn(p3 + p4), t = rn(s_left + s_right)", pdf2011),
				printed("base case, vectors of length 1", inWords(baseCase(reduce.Parallel(1))), "", "a single multiply", everyEdition),
				effort(reduce.Parallel(4)),
			}
		},
	},
	{
		id: "vectors",
		lines: func() []*Line {
			d := dotVectors("fig5")
			digits := [2][4]string{{"1.907607", "-.7862027", "1.147311", ".9604002"}, {"-.9355000", "-.6915108", "1.724470", "-.7097529"}}
			var lines []*Line
			for v, name := range []string{"a", "b"} {
				for i, c := range d[v] {
					in := everyEdition
					if v == 0 && i == 2 {
						in = pdf2011 | olderWeb | newest
					}
					lines = append(lines, printed(name+strconv.Itoa(i+1), Spans{{sevenDigits(c), tonePrinted}}, codeText(format.F32, c), digits[v][i], in))
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
			return append(lines, printed("all between -1 and 2", plainSpan(verdict), "", "yes", everyEdition))
		},
	},
	{
		id: "a3", differs: Misprinted,
		lines: func() []*Line {
			c := dotVectors("fig5")[0][2]
			return []*Line{printed("a3", Spans{{sevenDigits(c), tonePrinted}}, codeText(format.F32, c), "1.148311", html2013|laterHTML)}
		},
	},
	{
		id: "printedvectors",
		lines: func() []*Line {
			var lines []*Line
			for _, e := range []struct {
				id, a3 string
				in     Editions
			}{{"printed", "a3 = 1.147311", pdf2011 | olderWeb | newest}, {"typo", "a3 = 1.148311", html2013 | laterHTML}} {
				r := dotResultsOf(e.id)
				for i, m := range dotMethods {
					lines = append(lines, printed(m.name+", "+e.a3, plainSpan(codeText(format.F32, r.bits[i])), ulps(r.bits[i], r.exact), m.printed, e.in))
				}
			}
			return lines
		},
	},
	{
		id: "dotexact",
		lines: func() []*Line {
			s := dotResultsOf("fig5").exact.Decimal()
			return []*Line{printed("exact", exactSpan(bare(s)[:len(".0559587528435")]+"…"), "truncated after 13 places", ".0559587528435…", everyEdition)}
		},
	},
	{
		id: "dotexacthex",
		lines: func() []*Line {
			v := dotResultsOf("fig5").exact
			eight, five := operand.FormatOf("e8m31"), operand.FormatOf("e8m28")
			rounded := v.Round(env, five).Bits
			return []*Line{
				printed("exact, eight more bits", exactSpan(codeText(eight, exactCode())+"…"), "", "0x3D65350158…", everyEdition),
				shown("five more bits, rounded", plainSpan(codeText(eight, rounded.Shl(3))), "")}
		},
	},
	{
		id: "dotbits",
		lines: func() []*Line {
			r := dotResultsOf("fig5")
			var lines []*Line
			for i, m := range dotMethods {
				lines = append(lines, printed(m.name, plainSpan(codeText(format.F32, r.bits[i])), ulps(r.bits[i], r.exact), m.printed, everyEdition))
			}
			return lines
		},
		line: func() *numberline.Line {
			r := dotResultsOf("fig5")
			marks := []landmark{{r.bits[2], dotMethods[2].name, -1}, {r.bits[1], dotMethods[1].name, 1}, {r.bits[0], dotMethods[0].name, -1}}
			return ulpLine(format.F32, format.F32.NextDown(r.bits[2]), r.bits[0], r.exact, marks)
		},
	},
	{
		id: "dotdigits",
		lines: func() []*Line {
			r := dotResultsOf("fig5")
			var lines []*Line
			for i, digits := range []string{".0559588074", ".0559587515", ".0559587478"} {
				lines = append(lines, printed(dotMethods[i].name, plainSpan(bare(text.FormatF(format.F32, r.bits[i], 10))),
					"exactly "+bare(text.Decimal(format.F32, r.bits[i])), digits, everyEdition))
			}
			return lines
		},
	},
	{
		id: "alldiffer",
		lines: func() []*Line {
			r := dotResultsOf("fig5")
			different := map[wide.U128]bool{}
			equal := 0
			for _, c := range r.bits {
				different[c] = true
				if valueOf(c).Cmp(r.exact) == 0 {
					equal++
				}
			}
			return []*Line{
				printed("different results of three methods", plainSpan(strconv.Itoa(len(different))), "", "3", everyEdition),
				printed("results equal to the exact value", plainSpan(strconv.Itoa(equal)), "", "0", everyEdition),
				shown("correctly rounded", plainSpan(codeText(format.F32, r.exact.Round(env, format.F32).Bits)), ""),
			}
		},
	},
	{
		id: "ranking",
		lines: func() []*Line {
			return []*Line{
				printed("from most to least accurate", plainSpan(ranking(dotResultsOf("fig5"))), "recovered vectors", "FMA, parallel, serial", everyEdition),
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
	d, _ := dotproduct.Example(id)
	return [2][]wide.U128{d.V[dotproduct.A][:4], d.V[dotproduct.B][:4]}
}

// dotResults are the results of the three methods, in the order of dotMethods, and the exact dot product.
type dotResults struct {
	bits  [3]wide.U128
	exact exact.Value
}

func dotResultsOf(id string) (r dotResults) {
	v := dotVectors(id)
	for i, m := range dotMethods {
		out := reduce.Run(env, format.F32, m.build(4), v[0], v[1])
		r.bits[i] = out[len(out)-1].Bits
	}
	r.exact, _ = exact.Dot(format.F32, v[0], v[1])
	return r
}

// exactCode returns the exact dot product with eight bits more than binary32 has, cut.
func exactCode() wide.U128 {
	env := env
	env.Direction = round.TowardZero
	return dotResultsOf("fig5").exact.Round(env, operand.FormatOf("e8m31")).Bits
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
func figure5Graph(shape string) *graph.Graph {
	d, _ := dotproduct.Example("fig5")
	run := dotproduct.Build(dotproduct.InputOf(d))
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

// loopBody writes what every pass of a loop over the elements computes: a product and a sum, or both in one.
func loopBody(g reduce.Graph) string {
	body := ""
	for t, k, i := 0, 1, 0; k < len(g); i++ { // t is the node of the sum so far, g[0] its start
		pass := "another pass"
		switch n := g[k]; {
		case n.Kind == reduce.FusedAdd && n.Leaf == i && n.L == t:
			pass, t = "t = rn(ai × bi + t)", k
		case n.Kind == reduce.Multiply && n.Leaf == i && k+1 < len(g) && g[k+1].Kind == reduce.Plus && g[k+1].L == t && g[k+1].R == k:
			pass, t = "p = rn(ai × bi), t = rn(t + p)", k+1
		}
		if body != "" && body != pass || pass == "another pass" {
			return "other passes"
		}
		body, k = pass, t+1
	}
	return body
}

// graphSteps writes the operations of a tree of four products in the order in which they can be done.
func graphSteps(g reduce.Graph) string {
	var products, sums []string
	names := make([]string, len(g))
	for k, n := range g {
		i := strconv.Itoa(n.Leaf + 1)
		switch n.Kind {
		case reduce.Multiply:
			names[k] = "p" + i
			products = append(products, names[k]+" = rn(a"+i+" × b"+i+")")
		case reduce.Plus:
			names[k] = [...]string{"s_left", "s_right", "t"}[min(len(sums), 2)]
			sums = append(sums, names[k]+" = rn("+names[n.L]+" + "+names[n.R]+")")
		}
	}
	return strings.Join(append(products, sums...), ", ")
}

// baseCase says what the recursion ends with.
func baseCase(g reduce.Graph) string {
	if len(g) > 0 && g[len(g)-1].Kind == reduce.Multiply && g.Operations() == 1 {
		return "a single multiply"
	}
	return "another operation"
}

// effort says how many operations a graph has and how many of them must wait for each other.
func effort(g reduce.Graph) *Line {
	return shown("operations, longest chain", plainSpan(strconv.Itoa(g.Operations())+", "+strconv.Itoa(g.Depth())), "")
}
