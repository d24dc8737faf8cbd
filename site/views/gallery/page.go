package gallery

import (
	"strconv"
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// view is the Gallery view.
type view struct {
	In State
}

func (v view) render() markup.Node {
	return markup.El("div", markup.Class("gallery sidefirst"),
		markup.Panel("gallery-side", v.In, func(g State) markup.Node {
			return markup.El("div", markup.Class("gallery-list"),
				markup.Raw("h2", "", listTitle+" <span>"+strconv.Itoa(len(Entries))+"</span>"),
				markup.Field(markup.Entry{ID: "gallery-find", Label: find, Shown: g.Find, Hint: findHint,
					Typed: func(s string) markup.Action { return Find{Text: s} }}),
				markup.Raw("nav", "", list(g), markup.Attr("aria-label", "All questions")))
		}),
		markup.Panel("gallery-main", v.In, func(g State) markup.Node {
			m := build(g)
			return markup.El("article", markup.Class("gallery-entry"), markup.Attr("aria-labelledby", "gallery-title"),
				markup.Raw("div", "gallery-words", question(m)),
				markup.Raw("div", "gallery-live", live(m)),
				markup.Raw("div", "gallery-more", links(m)))
		}))
}

// shown is the question that is shown, counted from 1, and whether another one was before.
type shown struct {
	at    int
	moved bool
}

// tasks moves the focus to a question that takes the place of another.
func tasks(s State) []lab.Task {
	at := s.Index() + 1
	return []lab.Task{lab.Slices[shown]{Name: "gallery.at", In: at,
		Begin: func(before shown) shown { return shown{at, before.at != 0} },
		Done: func(w shown) markup.Action {
			if w.moved {
				lab.Focus("#gallery-title")
			}
			return nil
		}}.Task()}
}

func tap(rest string) markup.Action {
	n, err := strconv.Atoi(rest)
	if err != nil {
		return nil
	}
	return Row{Row: n}
}

// says is what is read out of a state: the first sentence of the answer, how the results compare, and how many questions are found.
func says(s State) []string {
	m := build(s)
	said, rest, _ := strings.Cut(m.Words.Answer, ". ")
	if !strings.Contains(said, " ") { // Yes, No
		more, _, _ := strings.Cut(rest, ". ")
		said += ". " + more
	}
	said = strings.TrimSuffix(said, ".") + "."
	if s.Find == "" {
		return []string{said, m.Expr.Verdict, ""}
	}
	n := 0
	for i := range Entries {
		if has(Entries[i].ID, s.Find) {
			n++
		}
	}
	return []string{said, m.Expr.Verdict, words.Count(n, "question") + " with these words."}
}
