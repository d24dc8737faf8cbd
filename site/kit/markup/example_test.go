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

// The entries of a select are one text, which is the same whichever of them is chosen.
func ExampleEntries() {
	for _, value := range []string{"b", "none"} {
		html, chosen := markup.Entries(markup.El("select", markup.List(markup.Options([]markup.Choice{
			{Value: "a", Label: "A selected>"}, {Value: "b", Label: "B", Group: "others"},
		}, func(v string) bool { return v == value }))))
		fmt.Println(html, chosen)
	}
	// Output:
	// <option value="a">A selected&gt;</option><optgroup label="others"><option value="b">B</option></optgroup> b
	// <option value="a">A selected&gt;</option><optgroup label="others"><option value="b">B</option></optgroup> a
}
