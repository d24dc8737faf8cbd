//go:build !js && !opening

package catalogue

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/work"
)

// reader uses the page as a reader does: over a browser in which everything comes to its end, with a history, a clipboard
// and files that are saved. What it is told to use must be there. What the page says, counts and links to is tested so,
// in the files NAME_reader_test.go; what only a browser can show (focus, layout, pointers, workers) in serve/e2e.
//
//	p := read(t, "#/v1/fma")             the page at a link, at rest
//	p.pick("#fma-example", "decimal")    chooses an entry of a select
//	p.contains("main", "1.6000 × 10−3")  text, white space folded
//	p.linked("#/v1/fma?m=dec")           the address
//
// There is one page at a time, as there is one in a browser's window: after another read the first is gone.
type reader struct {
	*Settled
	t        testing.TB
	page     []*node
	entries  []string // of the history
	at       int
	copied   []string
	saved    []savedFile
	framed   [2]string // links that frames of the page were asked to show
	told     func(i int, link, run string) (shows string)
	keyboard string // the selector of what has the keyboard: where the reader or the page last put it
}

type savedFile struct{ name, mime, text string }

func (r *reader) Push(fragment string) {
	r.fragment = fragment
	r.at++
	r.entries = append(r.entries[:r.at], fragment)
}

func (r *reader) Replace(fragment string)    { r.fragment, r.entries[r.at] = fragment, fragment }
func (r *reader) Step(n int)                 { r.After("step", 0, func() { r.walk(n) }) }
func (r *reader) Entries() (shown, last int) { return r.at, len(r.entries) - 1 }
func (r *reader) Reach(selector string)      { r.Focus(selector) }

func (r *reader) Focus(selector string) {
	r.keyboard = selector
	if selector != "" && r.number(selector) > 0 {
		r.fire(r.one(selector), "focusin", "")
	}
}

func (r *reader) Frames(_, _ string, links [2]string, told func(i int, link, run string) string) {
	r.framed, r.told = links, told
}

func (r *reader) Copy(text string, done func(ok bool)) {
	r.copied = append(r.copied, text)
	done(true)
}

func (r *reader) SaveText(name, mime, text string) {
	r.saved = append(r.saved, savedFile{name, mime, text})
}

// read opens the page at a link.
func read(t *testing.T, link string) *reader {
	t.Helper()
	return readWith(t, link, map[string]work.Report{})
}

// readWith is read where some jobs are done already.
func readWith(t *testing.T, link string, jobs map[string]work.Report) *reader {
	t.Helper()
	r := &reader{Settled: newSettled(t), t: t, entries: []string{link}}
	r.jobs = jobs
	r.still = still{fragment: link}
	r.calls, r.inner, r.images = map[string]call{}, map[string]string{}, map[string]Image{}
	run(t, r, r, r.views)
	r.settle()
	return r
}

// settle shows the page and lets everything that waits come to its end, until nothing changes.
func (r *reader) settle() {
	r.t.Helper()
	if lab.Host() != lab.Browser(r) {
		r.t.Fatal("another page was read in the meantime, by read or reopened: only the last one can be used")
	}
	for range mostRenders {
		r.again = false
		shown := fromNode(r.hooks.Whole())
		r.count = 0
		if r.rest(); !r.again {
			inject(shown, r.inner)
			r.page = nodes(shown)
			return
		}
	}
	r.t.Fatalf("%s: the page is drawn anew without end", r.fragment)
}

// do does something and lets the page answer it.
func (r *reader) do(f func()) {
	r.t.Helper()
	r.hooks.Safely(f)
	r.settle()
}

// all are the elements of a selector.
func (r *reader) all(selector string) (found []*node) {
	list := selectors(selector)
	for _, n := range r.page {
		if slices.ContainsFunc(list, func(s *sel) bool { return s.matches(n) }) {
			found = append(found, n)
		}
	}
	return found
}

// one is the first element of a selector.
func (r *reader) one(selector string) *node {
	r.t.Helper()
	found := r.all(selector)
	if len(found) == 0 {
		r.t.Fatalf("%s: there is no %s", clip(r.fragment), selector)
	}
	return found[0]
}

// text is the text of the first element of a selector, white space folded, "" where there is none.
func (r *reader) text(selector string) string {
	found := r.all(selector)
	if len(found) == 0 {
		return ""
	}
	return found[0].shown()
}

// shown is the text of an element, white space folded.
func (n *node) shown() string {
	w := writer{plain: true}
	w.all([]*piece{n.piece}, false)
	w.end()
	return strings.Join(strings.Fields(strings.Join(w.lines, " ")), " ")
}

// contains fails the test where the text of an element lacks one of the parts.
func (r *reader) contains(selector string, parts ...string) {
	r.t.Helper()
	shown := r.one(selector).shown()
	for _, part := range parts {
		if !strings.Contains(shown, strings.Join(strings.Fields(part), " ")) {
			r.t.Errorf("%s: %s lacks %q:\n%s", clip(r.fragment), selector, part, shown)
		}
	}
}

// says fails the test where the text of an element does not match a regular expression.
func (r *reader) says(selector, pattern string) {
	r.t.Helper()
	if shown := r.one(selector).shown(); !regexp.MustCompile(pattern).MatchString(shown) {
		r.t.Errorf("%s: %s does not match %q:\n%s", clip(r.fragment), selector, pattern, shown)
	}
}

// lacks fails the test where the page has an element of the selector that is shown.
func (r *reader) lacks(selector string) {
	r.t.Helper()
	if r.shows(selector) {
		r.t.Errorf("%s: there is a %s: %s", clip(r.fragment), selector, r.text(selector))
	}
}

// shows reports whether the first element of a selector is there and neither it nor what it stands in is hidden.
func (r *reader) shows(selector string) bool {
	found := r.all(selector)
	if len(found) == 0 {
		return false
	}
	return !found[0].hidden()
}

// hidden reports whether an element or what it stands in is.
func (n *node) hidden() bool {
	for ; n != nil; n = n.parent {
		if _, hidden := n.attr["hidden"]; hidden {
			return true
		}
	}
	return false
}

// inside reports whether an element stands in another.
func (n *node) inside(around *node) bool {
	for ; n != nil; n = n.parent {
		if n == around {
			return true
		}
	}
	return false
}

// has fails the test where an attribute or property of an element has another value.
func (r *reader) has(selector, name, want string) {
	r.t.Helper()
	if got := r.one(selector).attr[name]; got != want {
		r.t.Errorf("%s: %s of %s is %q, want %q", clip(r.fragment), name, selector, got, want)
	}
}

// chosen fails the test where another entry of a select is.
func (r *reader) chosen(selector, want string) {
	r.t.Helper()
	if got := r.one(selector + " option[selected]").attr["value"]; got != want {
		r.t.Errorf("%s: %s is at %q, want %q", clip(r.fragment), selector, got, want)
	}
}

// is fails the test where the text of an element is another.
func (r *reader) is(selector, want string) {
	r.t.Helper()
	if got := r.one(selector).shown(); got != want {
		r.t.Errorf("%s: %s is %q, want %q", clip(r.fragment), selector, got, want)
	}
}

// number is how many elements of a selector there are.
func (r *reader) number(selector string) int { return len(r.all(selector)) }

// focus puts the keyboard on an element.
func (r *reader) focus(selector string) {
	r.t.Helper()
	r.one(selector)
	r.do(func() { r.Focus(selector) })
}

// focused fails the test where the keyboard is elsewhere.
func (r *reader) focused(selector string) {
	r.t.Helper()
	if r.keyboard != selector {
		r.t.Errorf("%s: the keyboard is on %s, not on %s", clip(r.fragment), r.keyboard, selector)
	}
}

// counts fails the test where there are more or fewer elements.
func (r *reader) counts(selector string, want int) {
	r.t.Helper()
	if got := len(r.all(selector)); got != want {
		r.t.Errorf("%s: there are %d %s, want %d", clip(r.fragment), got, selector, want)
	}
}

// linked fails the test where the address is another.
func (r *reader) linked(want string) {
	r.t.Helper()
	if r.fragment != want {
		r.t.Errorf("the link is %s, want %s", clip(r.fragment), want)
	}
}

// links fails the test where the address lacks one of the parts.
func (r *reader) links(parts ...string) {
	r.t.Helper()
	for _, part := range parts {
		if !strings.Contains(r.fragment, part) {
			r.t.Errorf("the link lacks %s: %s", part, clip(r.fragment))
		}
	}
}

// reopened opens the address in a page of its own, which has to show the same in an element. It is the last that a test does with r:
// what follows is done with the page that is returned.
func (r *reader) reopened(t *testing.T, selector string) *reader {
	t.Helper()
	want := r.one(selector).shown()
	again := readWith(t, r.fragment, r.jobs)
	if got := again.one(selector).shown(); got != want {
		t.Errorf("%s shows\n%s\ninstead of\n%s", clip(r.fragment), clip(got), clip(want))
	}
	return again
}

// follow goes to an address.
func (r *reader) follow(link string) {
	r.t.Helper()
	r.do(func() {
		r.Push(link)
		r.navigate(true)
	})
}

// back and forward walk through the history.
func (r *reader) back()    { r.t.Helper(); r.do(func() { r.walk(-1) }) }
func (r *reader) forward() { r.t.Helper(); r.do(func() { r.walk(1) }) }

func (r *reader) walk(by int) {
	if r.at+by < 0 || r.at+by >= len(r.entries) {
		r.t.Fatalf("there is no such entry of the history: %q", r.entries)
	}
	r.at += by
	r.fragment = r.entries[r.at]
	r.navigate(false)
}

// fire has the listeners of an element and of what it stands in hear an event.
func (r *reader) fire(n *node, name, value string) {
	r.t.Helper()
	for _, fixed := range []string{"disabled", "readonly"} {
		if _, ok := n.attr[fixed]; ok {
			r.t.Fatalf("%s: %s is %s", clip(r.fragment), n.attr["id"]+n.attr["class"], fixed)
		}
	}
	heard := false
	for a := n; a != nil; a = a.parent {
		for _, l := range a.does {
			if l.Event == name {
				heard = true
				l, e := l, markup.Event{Value: value, Closest: n.closest, Pasted: func() string { return value }, Prevent: func() {}}
				r.hooks.Safely(func() { r.hooks.Answer(l, e) })
			}
		}
	}
	if !heard && name != "click" && name != "change" && name != "focusin" {
		r.t.Fatalf("%s: nobody hears %s of %s", clip(r.fragment), name, n.attr["id"])
	}
}

// fill types a text into a field in place of what it holds, key by key; the field keeps the keyboard.
func (r *reader) fill(selector, text string) {
	r.t.Helper()
	n := r.one(selector)
	r.keyboard = selector
	if text == "" {
		r.fire(n, "input", "")
	}
	for i, sign := range text {
		r.fire(n, "input", text[:i]+string(sign))
	}
	r.settle()
	r.has(selector, "value", text) // what is typed stays as it is
}

// put writes a text into a field and leaves it, as a paste does.
func (r *reader) put(selector, text string) {
	r.t.Helper()
	n := r.one(selector)
	r.fire(n, "input", text)
	r.fire(n, "change", text)
	r.settle()
}

// slide moves a slider, which is not let go.
func (r *reader) slide(selector, value string) {
	r.t.Helper()
	r.fire(r.one(selector), "input", value)
	r.settle()
}

// leave takes the keyboard from a field.
func (r *reader) leave(selector string) {
	r.t.Helper()
	n := r.one(selector)
	r.fire(n, "change", n.attr["value"])
	r.settle()
}

// pick chooses an entry of a select.
func (r *reader) pick(selector, value string) {
	r.t.Helper()
	n := r.one(selector)
	for _, o := range r.all(selector + " option") {
		if o.attr["value"] == value {
			r.fire(n, "change", value)
			r.settle()
			return
		}
	}
	r.t.Fatalf("%s: %s has no entry %q", clip(r.fragment), selector, value)
}

// click presses the first element of a selector: a link is followed, a list opens or closes.
func (r *reader) click(selector string) {
	r.t.Helper()
	n := r.one(selector)
	r.fire(n, "click", "")
	prevented := false
	r.hooks.Safely(func() { r.hooks.Clicked(at{n, &prevented}) })
	for a := n; a != nil && !prevented; a = a.parent {
		if link := a.attr["href"]; a.tag == "a" && strings.HasPrefix(link, "#/") {
			r.follow(link)
			return
		}
		if a.tag == "summary" {
			_, open := a.parent.attr["open"]
			r.toggle(a.parent, !open)
		}
	}
	r.settle()
}

// toggle opens or closes a list.
func (r *reader) toggle(n *node, open bool) {
	for _, l := range n.does {
		if l.Event == "toggle" {
			r.hooks.Safely(func() { r.hooks.Answer(l, markup.Event{Open: open, Closest: n.closest, Prevent: func() {}}) })
		}
	}
}

// press presses keys where the keyboard is. What the page leaves to the browser is that Enter presses a button or follows a
// link, and that the space bar presses a button.
func (r *reader) press(keys ...string) {
	r.t.Helper()
	for _, key := range keys {
		n, prevented := r.one(r.keyboard), false
		r.do(func() {
			r.hooks.Pressed(at{n, &prevented}, lab.Key{Name: key, Field: n.tag == "input" || n.tag == "select" || n.tag == "textarea"})
		})
		if !prevented && (n.tag == "button" && (key == "Enter" || key == " ") || (n.tag == "a" || n.tag == "summary") && key == "Enter") {
			r.click(r.keyboard)
		}
	}
}

// point moves the pointer onto an element.
func (r *reader) point(selector string) {
	r.t.Helper()
	n, prevented := r.one(selector), false
	r.do(func() { r.hooks.Pointed(at{n, &prevented}) })
}

// drop lets a file of text fall onto an element.
func (r *reader) drop(selector, name, text string) {
	r.t.Helper()
	area := r.one(selector).closest("data-drop")
	r.do(func() { r.still.drop(area, name, []byte(text), "") })
}

// file is the only file that was saved since the last call, which has a name, if one is given, and holds the parts.
func (r *reader) file(name string, parts ...string) string {
	r.t.Helper()
	if len(r.saved) != 1 || name != "" && r.saved[0].name != name {
		r.t.Fatalf("saved, where %q should be: %q", name, r.saved)
	}
	text := r.saved[0].text
	r.saved = nil
	for _, part := range parts {
		if !strings.Contains(text, part) {
			r.t.Errorf("the file %s lacks %q: %s", name, part, clip(text))
		}
	}
	return text
}

// at is an event on an element.
type at struct {
	*node
	prevented *bool
}

func (e at) Closest(name string) string { return e.closest(name) }
func (e at) Prevent()                   { *e.prevented = true }

// bitAt is the selector of a bit of an area.
func bitAt(area string, n int) string {
	return `[data-bits="` + area + `"] [data-bit="` + strconv.Itoa(n) + `"]`
}
