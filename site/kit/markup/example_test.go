package markup_test

import (
	"fmt"

	"ulplab/site/kit/markup"
)

// A page is a value: what is pressed is an action, and the page can be read as text.
func Example() {
	type flip struct{ bit int }
	page := markup.El("div", markup.Class("row"), markup.Text("1 < 2"), markup.Button("Flip", flip{3}, markup.Attr("title", "Bit 3")))
	fmt.Println(markup.HTML(page))
	// Output:
	// <div class="row">1 &lt; 2<button title="Bit 3" type="button">Flip</button></div>
}
