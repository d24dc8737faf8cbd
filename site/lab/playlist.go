package lab

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/lab/link"
)

// A playlist is a text, which is also its file: a line for each state, with its link, a blank and its title. Lines without a link
// are comments. It is the reader's own, like the theme: the browser keeps it, and no link holds it but that of playlistLink.

// Limits of a playlist.
const (
	mostSlides   = 100
	mostPlaylist = 64 << 10 // bytes
	longestLink  = 8000     // characters of a link that mail, chats and servers pass on
	longestTitle = 120
)

type slide struct{ link, title string }

// slidesOf reads a playlist.
func slidesOf(playlist string) (list []slide) {
	for _, line := range strings.Split(playlist, "\n") {
		at := strings.Index(line, "#/")
		if at < 0 || len(list) == mostSlides {
			continue
		}
		to, title, _ := strings.Cut(strings.TrimRight(line[at:], "\r"), " ")
		list = append(list, slide{to, operand.Cut(title, longestTitle)})
	}
	return list
}

// playlistOf writes one.
func playlistOf(list []slide) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s.link + " " + s.title + "\n")
	}
	return b.String()
}

// The actions on the playlist.
type (
	// ShowPlaylist opens or closes the list.
	ShowPlaylist struct {
		Navigation
		On bool
	}
	// AddSlide puts what is shown at the end.
	AddSlide struct{ Navigation }
	// MoveSlide moves a state by some places.
	MoveSlide struct {
		Navigation
		Slide, By int32
	}
	// RemoveSlide takes a state out.
	RemoveSlide struct {
		Navigation
		Slide int32
	}
	// NameSlide gives a state another title.
	NameSlide struct {
		Navigation
		Slide int32
		Title string
	}
	// LoadPlaylist is another playlist.
	LoadPlaylist struct {
		Navigation
		Text string
	}
	// Play shows a state of the playlist.
	Play struct {
		Navigation
		Slide int32
	}
)

// playlist returns the state after an action on the playlist, false for another action.
func (c Catalogue) playlist(s State, a markup.Action) (State, bool) {
	list := slidesOf(s.Playlist)
	inside := func(i int32) bool { return i >= 0 && int(i) < len(list) }
	switch a := a.(type) {
	case ShowPlaylist:
		s.Listed = a.On
		return s, true
	case Play:
		if inside(a.Slide) {
			present := s.Present
			s = c.open(s, c.Decode(list[a.Slide].link, ""))
			s.Present, s.Slide = s.Present || present, a.Slide
		}
		return s, true
	case AddSlide:
		if len(list) < mostSlides {
			list = append(list, slide{c.slideLink(s), c.slideTitle(s)})
			s.Slide = int32(len(list) - 1)
		}
	case MoveSlide:
		if to := a.Slide + a.By; inside(a.Slide) && inside(to) {
			moved := list[a.Slide]
			list = slices.Insert(slices.Delete(list, int(a.Slide), int(a.Slide)+1), int(to), moved)
			s.Slide = to
		}
	case RemoveSlide:
		if inside(a.Slide) {
			list = slices.Delete(list, int(a.Slide), int(a.Slide)+1)
			s.Slide = min(s.Slide, max(0, int32(len(list)-1)))
		}
	case NameSlide:
		if inside(a.Slide) {
			list[a.Slide].title = operand.Cut(a.Title, longestTitle)
		}
	case LoadPlaylist:
		list, s.Slide, s.Listed = slidesOf(strings.TrimPrefix(a.Text, "\ufeff")), 0, true
		for i := range list {
			list[i].title = strings.Join(strings.Fields(list[i].title), " ")
		}
	default:
		return s, false
	}
	if t := playlistOf(list); len(t) <= mostPlaylist {
		s.Playlist = t
	}
	return s, true
}

// slideLink is the link of what is shown, as a playlist holds it.
func (c Catalogue) slideLink(s State) string {
	s.Embed, s.ReadOnly = false, false
	s.Present = s.Hidden != 0
	return c.Encode(s)
}

// slideTitle is the title that a state has at first.
func (c Catalogue) slideTitle(s State) string {
	s.Hidden = 0
	_, keys, _ := strings.Cut(c.slideLink(s), "?")
	return strings.TrimSpace(c[c.index(s.View)].info().Title + " " + link.Clip(strings.ReplaceAll(keys, "&", " ")))
}

// slideOf is the place of what is shown in the playlist, that of the last state played where it is none of them.
func (c Catalogue) slideOf(s State) int32 {
	if s.Playlist == "" {
		return 0
	}
	at := c.slideLink(s)
	if i := slices.IndexFunc(slidesOf(s.Playlist), func(l slide) bool { return l.link == at }); i >= 0 {
		return int32(i)
	}
	return s.Slide
}

// playlistLink is the link that presents a playlist from its first state on.
func (c Catalogue) playlistLink(s State) string {
	list := slidesOf(s.Playlist)
	return withKeys(list[0].link, "present=1", "list="+link.Escape(strings.TrimSpace(s.Playlist)))
}

// withKeys is a link with further keys, but those that it has.
func withKeys(to string, keys ...string) string {
	for _, key := range keys {
		switch {
		case strings.Contains(to, key):
		case strings.Contains(to, "?"):
			to += "&" + key
		default:
			to += "?" + key
		}
	}
	return to
}

// play shows a state of the playlist, and reports whether there is one.
func play(i int) bool {
	if i < 0 || i >= len(slidesOf(app.state.Playlist)) {
		return false
	}
	Dispatch(Play{Slide: int32(i)})
	return true
}

// slideTap is what the buttons of the list mean.
func slideTap(word, rest string) markup.Action {
	n, err := strconv.Atoi(rest)
	i := int32(n)
	switch {
	case err != nil:
	case word == "slide":
		return Play{Slide: i}
	case word == "slide.up":
		return MoveSlide{Slide: i, By: -1}
	case word == "slide.down":
		return MoveSlide{Slide: i, By: 1}
	case word == "slide.out":
		return RemoveSlide{Slide: i}
	}
	return nil
}

// playlistActs does what the buttons below the list say.
func playlistActs(name string) {
	s := app.state
	switch name {
	case "list.save":
		app.host.SaveText("ulplab-playlist.txt", "text/plain", s.Playlist)
	case "list.link":
		if to := home() + app.views.playlistLink(s); len(to) <= longestLink {
			Copy(to, linkCopied)
		} else {
			Warn("The link of this playlist would have " + words.Thousands(uint64(len(to))) + " characters; links longer than " + words.Thousands(longestLink) + " are cut on their way by many programs. Save it as a file instead.")
		}
	case "list.load":
		app.host.(Chooser).Open(func(file string, data []byte, problem string) {
			switch {
			case problem != "":
				Warn(problem)
			case len(data) > mostPlaylist:
				Warn("“" + file + "” is larger than a playlist may be, " + words.Thousands(mostPlaylist>>10) + " KB.")
			case len(slidesOf(string(data))) == 0:
				Warn("“" + file + "” holds no playlist: a line for each state, with its link (#/v1/…), a blank and its title.")
			default:
				Dispatch(LoadPlaylist{Text: string(data)})
			}
		})
	}
}

type playlistIn struct {
	on       bool
	playlist string
	slide    int32
}

// playlist is the list with what can be done to it.
func playlist(in playlistIn) markup.Node {
	list := slidesOf(in.playlist)
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
		if i == int(in.slide) {
			here = ` aria-current="true"`
		}
		title := s.title
		if title == "" {
			title = s.link
		}
		b.WriteString("<li" + here + ">")
		button("slide", i, words.Escape(title), "Show", title, false)
		button("slide.up", i, "↑", "Move up", title, i == 0)
		button("slide.down", i, "↓", "Move down", title, i == len(list)-1)
		button("slide.out", i, "×", "Remove", title, false)
		b.WriteString("</li>")
	}
	named := ""
	if int(in.slide) < len(list) {
		named = list[in.slide].title
	}
	empty := len(list) == 0
	return markup.El("section", markup.Class("playlist"), markup.Attr("aria-label", "Playlist"), markup.Flag("hidden", !in.on),
		markup.El("div", markup.Class("figure-head"), markup.El("h2", markup.Text("Playlist")), markup.Button("Close", ShowPlaylist{}, markup.Class("plain"))),
		markup.El("p", markup.Class("note"), markup.Flag("hidden", !empty), markup.Text("States to go through with the arrow keys while presenting. Add what is shown, here or in any other view.")),
		markup.Raw("ol", "slides", b.String(), markup.Flag("hidden", empty)),
		markup.El("div", markup.Flag("hidden", empty), markup.Field(markup.Entry{ID: "slide-title", Label: "Title of the state chosen", Shown: named,
			Typed: func(t string) markup.Action { return NameSlide{Slide: in.slide, Title: t} }})),
		markup.El("div", markup.Class("row"),
			markup.Button("Add what is shown", AddSlide{}, markup.Flag("disabled", len(list) >= mostSlides)),
			markup.Button("Present", Present{On: true}, markup.Attr("title", "Key P")),
			markup.El("span", markup.Class("row"), markup.Flag("hidden", empty), markup.Act("list.link", "Copy as link", "Copy a link that presents this playlist"), markup.Act("list.save", "Save as file", "A text file: a line for each state, with its link and title")),
			markup.Act("list.load", "Load a file", "Open a playlist that was saved")))
}
