package playlist

import (
	"strconv"
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
)

// Tap is what the buttons of the list mean: nil where a word is none of theirs.
func Tap(word, rest string) markup.Action {
	n, err := strconv.Atoi(rest)
	i := int32(n)
	switch {
	case err != nil:
	case word == "slide":
		return Play{Slide: i}
	case word == "slide.up":
		return Move{Slide: i, By: -1}
	case word == "slide.down":
		return Move{Slide: i, By: 1}
	case word == "slide.out":
		return Remove{Slide: i}
	}
	return nil
}

// Panel is the list with what can be done to it; add puts what is shown at its end, present begins to present. Its buttons are told
// by data-act: list.link, list.save, list.load.
func Panel(in List, add, present markup.Action) markup.Node {
	list := Read(in.Text)
	var b strings.Builder
	button := func(word string, i int, sign, does, title string, off bool) {
		b.WriteString(`<button type="button" data-tap="` + word + ":" + strconv.Itoa(i) + `" title="` + does + `" aria-label="` + words.Escape(does+": "+title) + `"`)
		if off {
			b.WriteString(" disabled")
		}
		b.WriteString(">" + sign + "</button>")
	}
	for i, s := range list {
		here := ""
		if i == int(in.At) {
			here = ` aria-current="true"`
		}
		title := s.Title
		if title == "" {
			title = s.Link
		}
		b.WriteString("<li" + here + ">")
		button("slide", i, words.Escape(title), "Show", title, false)
		button("slide.up", i, "↑", "Move up", title, i == 0)
		button("slide.down", i, "↓", "Move down", title, i == len(list)-1)
		button("slide.out", i, "×", "Remove", title, false)
		b.WriteString("</li>")
	}
	named, _ := in.Slide(in.At)
	empty := len(list) == 0
	return markup.El("section", markup.Class("playlist"), markup.Attr("aria-label", "Playlist"), markup.Flag("hidden", !in.Shown),
		markup.El("div", markup.Class("figure-head"), markup.El("h2", markup.Text("Playlist")), markup.Button("Close", Show{}, markup.Class("plain"))),
		markup.El("p", markup.Class("note"), markup.Flag("hidden", !empty), markup.Text("States to go through with the arrow keys while presenting. Add what is shown, here or in any other view.")),
		markup.Raw("ol", "slides", b.String(), markup.Flag("hidden", empty)),
		markup.El("div", markup.Flag("hidden", empty), markup.Field(markup.Entry{ID: "slide-title", Label: "Title of the state chosen", Shown: named.Title,
			Typed: func(t string) markup.Action { return Name{Slide: in.At, Title: t} }})),
		markup.El("div", markup.Class("row"),
			markup.Button("Add what is shown", add, markup.Flag("disabled", len(list) >= Most)),
			markup.Button("Present", present, markup.Attr("title", "Key P")),
			markup.El("span", markup.Class("row"), markup.Flag("hidden", empty), markup.Act("list.link", "Copy as link", "Copy a link that presents this playlist"), markup.Act("list.save", "Save as file", "A text file: a line for each state, with its link and title")),
			markup.Act("list.load", "Load a file", "Open a playlist that was saved")))
}
