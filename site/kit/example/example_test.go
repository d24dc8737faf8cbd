package example_test

import (
	"fmt"

	"ulplab/site/kit/example"
)

// A state is the example that it equals in all that matters.
func Example() {
	type state struct {
		n     int
		hover bool
	}
	list := example.List[state]{{ID: "one", State: state{n: 1}}, {ID: "two", State: state{n: 2}}}
	s, _ := list.Find("two")
	s.hover = true
	fmt.Println(list.Like(s, func(s state) state { s.hover = false; return s }))
	// Output:
	// two
}
