package lab

import (
	"slices"
	"strings"

	"ulplab/site/kit/markup"
)

// Visit is a state that the reader looked at.
type Visit struct{ Link, View, Gist string }

// What is remembered: the last state of as many views, in this browser only, with links up to a length.
const (
	mostVisits   = 6
	longestVisit = 4 << 10
	restSeconds  = 2 // for which a state stands until it counts as looked at
	recentName   = "recent"
)

// Forget forgets what the reader looked at.
type Forget struct{ Navigation }

// Recent is what the reader looked at last, as it is stored: the lines of Visits.
func Recent() string { return app.recent }

// Visits lists what the reader looked at last, the latest first.
func Visits() (list []Visit) {
	for line := range strings.SplitSeq(app.recent, "\n") {
		if f := strings.Split(line, "\t"); len(f) == 3 && strings.HasPrefix(f[0], "#/") && len(list) < mostVisits {
			list = append(list, Visit{f[0], f[1], f[2]})
		}
	}
	return list
}

// look remembers the state shown once it has stood for a while. The first view, which lists what is remembered, and a page
// within another are not.
func look() {
	if app.state.Embed || app.state.View == app.views[0].ID {
		return
	}
	app.host.After(recentName, restSeconds*1000, func() {
		if app.state.Embed || app.state.View == app.views[0].ID || len(app.link) > longestVisit {
			return
		}
		i, _ := InfoOf(app.state.View)
		lines := app.link + "\t" + i.Title + "\t" + gist(shownView())
		for _, v := range Visits() {
			if v.View != i.Title {
				lines += "\n" + v.Link + "\t" + v.View + "\t" + v.Gist
			}
		}
		store(lines)
	})
}

// store keeps what the reader looked at.
func store(lines string) {
	app.recent = lines
	app.host.SetSetting(recentName, lines)
	tend()
	rerender()
}

// gist says in a few words what a page shows: what its first fields hold, or else its first heading.
func gist(page markup.Node) string {
	var fields []string
	heading := ""
	seek(page, func(e *markup.Element) bool {
		switch {
		case e.Tag == "h2" && heading == "" && len(e.Children) == 1:
			if t, ok := e.Children[0].(markup.Text); ok {
				heading = string(t)
			}
		case e.Tag == "input" || e.Tag == "textarea":
			for _, p := range e.Props {
				if v, ok := p.Value.(string); ok && p.Name == "value" && strings.TrimSpace(v) != "" {
					fields = append(fields, strings.Join(strings.Fields(v), " "))
				}
			}
		}
		return len(fields) == 3
	})
	if fields != nil {
		heading = strings.Join(fields, ", ")
	}
	if r := []rune(heading); len(r) > 60 {
		heading = string(r[:59]) + "…"
	}
	return heading
}

// seek calls f for the elements of a page that are not hidden, in their order, until it returns true.
func seek(n markup.Node, f func(*markup.Element) bool) bool {
	switch n := n.(type) {
	case *markup.Part:
		return seek(n.Render(), f)
	case markup.List:
		for _, c := range n {
			if seek(c, f) {
				return true
			}
		}
	case *markup.Element:
		return !hidden(n) && (f(n) || seek(markup.List(n.Children), f))
	}
	return false
}

func hidden(e *markup.Element) bool {
	return slices.ContainsFunc(e.Attrs, func(a markup.Attribute) bool { return a.Name == "hidden" })
}
