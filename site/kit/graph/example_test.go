package graph_test

import (
	"fmt"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/graph"
)

// A graph is one order of operations with the value of each node.
func Example() {
	tree := reduce.Shapes[0].Build(4)
	g := graph.Graph{F: format.F32, Name: "Serial sum", ID: reduce.Shapes[0].ID, Terms: 4, Nodes: make([]graph.Node, len(tree))}
	for i, n := range tree {
		g.Nodes[i] = graph.Node{Node: n, At: i, Name: "t" + graph.Subscript(i), Bits: wide.From64(0x3f800000)}
	}
	p := graph.Draw(g, graph.GraphSmall, "")
	fmt.Println(len(g.Nodes), "nodes, the result is", g.Short(g.Result().At))
	fmt.Println(p.W > 0 && p.H > 0, strings.Contains(p.Body, "<circle"))
	// Output:
	// 9 nodes, the result is 1
	// true true
}
