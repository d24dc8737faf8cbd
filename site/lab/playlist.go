package lab

import (
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/kit/words"
	"ulplab/site/lab/link"
	"ulplab/site/lab/playlist"
)

// longestLink is the number of characters of a link that mail, chats and servers pass on.
const longestLink = 8000

// AddSlide puts what is shown at the end of the playlist.
type AddSlide struct{}

// play shows a state of the playlist.
func (c Catalogue) play(s State, a playlist.Play) State {
	to, ok := s.Playlist.Slide(a.Slide)
	if !ok {
		return s
	}
	present := s.Present
	s = c.open(s, c.Decode(to.Link, ""))
	s.Present, s.Playlist.At = s.Present || present, a.Slide
	return s
}

// slideLink is the link of what is shown, as a playlist holds it.
func (c Catalogue) slideLink(s State) string {
	s.Embed, s.ReadOnly = false, false
	s.Present = s.Hidden != 0 || s.Panel != 0
	return c.Encode(s)
}

// slideTitle is the title that a state has at first.
func (c Catalogue) slideTitle(s State) string {
	s.Hidden, s.Panel, s.Pinned = 0, 0, ""
	_, keys, _ := strings.Cut(c.slideLink(s), "?")
	return strings.TrimSpace(c[c.index(s.View)].Title + " " + link.Clip(strings.ReplaceAll(keys, "&", " ")))
}

// slideOf is the place of what is shown in the playlist, that of the last state played where it is none of them.
func (c Catalogue) slideOf(s State) int32 {
	if s.Playlist.Text == "" {
		return 0
	}
	return s.Playlist.Find(c.slideLink(s))
}

// playlistLink is the link that presents a playlist from its first state on.
func playlistLink(l playlist.List) string {
	first, _ := l.Slide(0)
	return withKeys(first.Link, "present=1", "list="+link.Escape(strings.TrimSpace(l.Text)))
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

// playlistActs does what the buttons below the list say.
func playlistActs(name string) {
	list := app.state.Playlist
	switch name {
	case "list.save":
		app.host.SaveText("ulplab-playlist.txt", "text/plain", list.Text)
	case "list.link":
		if to := home() + playlistLink(list); len(to) <= longestLink {
			Copy(to, linkCopied)
		} else {
			Warn("The link of this playlist would have " + words.Thousands(uint64(len(to))) + " characters; links longer than " + words.Thousands(longestLink) + " are cut on their way by many programs. Save it as a file instead.")
		}
	case "list.load":
		app.host.(Chooser).Open(func(file string, data []byte, problem string) {
			switch {
			case problem != "":
				Warn(problem)
			case len(data) > playlist.MostBytes:
				Warn("“" + file + "” is larger than a playlist may be, " + words.Thousands(playlist.MostBytes>>10) + " KB.")
			case len(playlist.Read(string(data))) == 0:
				Warn("“" + file + "” holds no playlist: a line for each state, with its link (#/v1/…), a blank and its title.")
			default:
				Dispatch(playlist.Load{Text: string(data)})
			}
		})
	}
}

// listed is the playlist with what can be done to it.
func listed(in playlist.List) markup.Node { return playlist.Panel(in, AddSlide{}, Present{On: true}) }
