package syntax_test

import (
	"fmt"

	"ulplab/fpcore/expr/syntax"
	"ulplab/fpcore/expr/types"
)

func ExampleRead() {
	_, list, err := syntax.Read("float x = 1/0;\nx + )", types.Options{Free: types.Float})
	fmt.Println(err == nil, len(list)) // the text is made of words
	value := list[0].List[0].X
	fmt.Println(list[0].Declares, value.Kind == syntax.ChainTree) // 1/0 is not evaluated
	sum := list[1].X
	fmt.Println(sum.Kind == syntax.ChainTree, sum.List[0].X.Kind == syntax.BadTree, sum.List[0].X.Err.Text)
	// Output:
	// true 2
	// true true
	// true true “)” stands here; a number, a name or a parenthesis is expected
}
