package lab

import "ulplab/site/kit/markup"

// Shell returns the page at the state of a link as HTML, for the root element before the program has started: complete and
// readable without any script, nothing in it can be pressed but links. The program replaces it by the same page alive.
func Shell(views Catalogue, link string) string {
	was := app
	defer func() { app = was }()
	app = instance{views: views, state: views.Decode(link, ""), visited: map[ID]bool{}}
	app.state.ReadOnly = true
	tend()
	page := whole().(*markup.Element)
	page.Attrs, page.Classes = nil, []string{"lab", "shell"}
	return markup.Still(markup.HTML(page), true)
}
