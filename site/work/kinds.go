package work

import (
	"ulplab/fpcore/explain"
	"ulplab/fpcore/sweep"
)

// others are the kinds of jobs of rooms that fpcore/sweep does not know, a line each. Page and workers are one program,
// so what is added here is known to both.
var others = [][]sweep.Kind{
	explain.Kinds,
}

func init() {
	for _, kinds := range others {
		sweep.Kinds = append(sweep.Kinds, kinds...)
	}
}
