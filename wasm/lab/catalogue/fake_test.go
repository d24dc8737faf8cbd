//go:build !js && !opening

package catalogue

import (
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/work"
)

// The tests of this package run the whole page natively, without a browser: the program of the page over a fake one.
// They know the lab and its views by what those show and take alone, so a view may be made in any way.

// still is a browser in which nothing happens, and its screen: it keeps what the page hands over, and the address.
type still struct {
	fragment string
	hooks    lab.Hooks
	again    bool // the page asked to be shown again
	navigate func()
	message  func(kind, value string)
	fault    func(reason any)
	paint    func(group, bit string, on, done bool)
	drop     func(area, name string, data []byte, problem string)
	url      string // the last that the page told on being asked
}

// Show and Again make it a lab.Screen.
func (h *still) Show(hooks lab.Hooks) error { h.hooks = hooks; return nil }
func (h *still) Again()                     { h.again = true }

func (h *still) Fragment() string                                              { return h.fragment }
func (h *still) Query() string                                                 { return "" }
func (h *still) Views() string                                                 { return "" }
func (h *still) Push(fragment string)                                          { h.fragment = fragment }
func (h *still) Replace(fragment string)                                       { h.fragment = fragment }
func (h *still) Back()                                                         {}
func (h *still) OnNavigate(f func())                                           { h.navigate = f }
func (h *still) OnFault(f func(reason any))                                    { h.fault = f }
func (h *still) OnMessage(f func(kind, value string))                          { h.message = f }
func (h *still) OnPaint(f func(group, bit string, on, done bool))              { h.paint = f }
func (h *still) OnDrop(f func(area, name string, data []byte, problem string)) { h.drop = f }
func (h *still) Setting(string) string                                         { return "" }
func (h *still) SetSetting(string, string)                                     {}
func (h *still) ShowTheme(string)                                              {}
func (h *still) Dark() bool                                                    { return false }
func (h *still) SetTitle(string)                                               {}
func (h *still) Copy(_ string, done func(ok bool))                             { done(true) }
func (h *still) Link() string                                                  { return "https://example.org/" }
func (h *still) SaveText(string, string, string)                               {}
func (h *still) SavePNG(string, string)                                        {}
func (h *still) SaveBytes(string, []byte)                                      {}
func (h *still) Focus(string)                                                  {}
func (h *still) Reach(string)                                                  {}
func (h *still) After(string, int, func())                                     {}
func (h *still) Load(string, func([]byte, string))                             {}
func (h *still) Whole(string, string)                                          {}
func (h *still) Kept() string                                                  { return "" }
func (h *still) Ready([]string)                                                {}
func (h *still) Open(func(string, []byte, string))                             {}
func (h *still) Work(string, string, func(work.Report))                        {}
func (h *still) PauseWork(string)                                              {}
func (h *still) ResumeWork(string)                                             {}
func (h *still) CancelWork(string)                                             {}
func (h *still) Pixels(string, int, int, []uint32)                             {}
func (h *still) Inner(string, string)                                          {}
func (h *still) Frame(func(now float64))                                       {}
func (h *still) Calm() bool                                                    { return true }
func (h *still) Clock() float64                                                { return 1 }
func (h *still) Stage(string, func(what string, x, y, by float64)) (int, int)  { return 0, 0 }

// Tell hears what the page tells the page around it.
func (h *still) Tell(kind string, pairs ...string) {
	for i := 0; kind == "state" && i+1 < len(pairs); i += 2 {
		if pairs[i] == "url" {
			h.url = pairs[i+1]
		}
	}
}

// link is the link of what is shown, as an embedding page learns it.
func (h *still) link() string {
	h.message("get", "1")
	return h.url
}

// run loads the page.
func run(t *testing.T, b lab.Browser, s lab.Screen, views lab.Catalogue) {
	t.Helper()
	if err := lab.Run(b, s, views); err != nil {
		t.Fatal(err)
	}
}

// on is an event on an element with these attributes, its own or those around it.
type on map[string]string

func (e on) Closest(name string) string { return e[name] }
func (e on) Prevent()                   {}

// event is an event of a field.
func event(value string, around on) markup.Event {
	return markup.Event{Value: value, Open: value != "", Closest: around.Closest, Pasted: func() string { return value }, Prevent: around.Prevent}
}

// each calls f for every piece.
func each(list []*piece, f func(p *piece)) {
	for _, p := range list {
		f(p)
		each(p.kids, f)
	}
}
