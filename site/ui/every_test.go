//go:build !js && !opening

package ui

import (
	"maps"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"

	"ulplab/site/route"
	"ulplab/site/state"
)

// The tests of this package run the page natively, without a browser: links are opened, actions applied, buttons, keys and
// timers pressed as in the page, every component rendered, and a host that holds no browser takes what comes out.

// everySteps is how many links and edits TestEverything tries; ULPLAB_LONG=n multiplies it.
const everySteps = 1600

// slowCase is the time after which a case that still runs is reported. It is no bound: machines differ.
const slowCase = 20 * time.Second

// TestEverything: no link, edit, lab.Key or timer of any view panics, what is shown can always be computed, and the link of
// every state opens the same state again.
func TestEverything(t *testing.T) {
	steps := everySteps
	if n, err := strconv.Atoi(os.Getenv("ULPLAB_LONG")); err == nil {
		steps *= n
	}
	seed := uint64(2026)
	if n, err := strconv.ParseUint(os.Getenv("ULPLAB_SEED"), 10, 64); err == nil {
		seed = n
	}
	p := newPage(t, seed)
	stop := p.watch()
	defer stop()
	p.seeds()
	for p.steps < steps && len(p.failures) < 12 {
		p.open(p.link())
		if p.r.IntN(12) == 0 { // what takes its time is done to the end, or nearly
			p.later(40)
			p.show()
		}
		for range p.r.IntN(16) {
			p.edit()
			if p.r.IntN(8) == 0 {
				p.keep(route.Encode(app.state))
			}
		}
	}
	t.Logf("%d links and edits; slowest %v: %s", p.steps, p.slowest, p.slowestWhat)
}

// begin names what is tried next; the report of a failure repeats it with what led there.
func (p *page) begin(what string) {
	p.steps++
	p.mu.Lock()
	defer p.mu.Unlock()
	if d := time.Since(p.began); p.what != "" && d > p.slowest {
		p.slowest, p.slowestWhat = d, clip(p.what)
	}
	p.what, p.began = what, time.Now()
	p.trail = append(p.trail, clip(what))
}

func clip(s string) string {
	if len(s) > 400 {
		s = s[:400] + "…"
	}
	return s
}

// watch reports a case that takes long.
func (p *page) watch() (stop func()) {
	end := make(chan bool)
	go func() {
		tick := time.NewTicker(slowCase / 4)
		defer tick.Stop()
		told := ""
		for {
			select {
			case <-end:
				return
			case <-tick.C:
				p.mu.Lock()
				if p.what != told && time.Since(p.began) > slowCase {
					told = p.what
					os.Stderr.WriteString("still at work after " + slowCase.String() + ": " + strings.Join(p.trail, "\n  ") + "\n")
				}
				p.mu.Unlock()
			}
		}
	}()
	return func() { close(end) }
}

// fail records a failure, each kind once.
func (p *page) fail(kind, detail string) {
	short, _, _ := strings.Cut(kind, "“")
	if !p.failures[short] {
		p.failures[short] = true
		p.t.Errorf("%s\nafter\n  %s\n%s", kind, strings.Join(p.trail, "\n  "), detail)
	}
}

// try runs f; a panic is a failure.
func (p *page) try(f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			stack := string(debug.Stack())
			kind, at := markup.Reason(r), ""
			for _, l := range strings.Split(stack, "\n") { // the first frame of the lab's below the panic
				if (strings.Contains(l, "/site/") || strings.Contains(l, "/fpcore/")) && strings.Contains(l, ".go:") && !strings.Contains(l, "_test.go") {
					at = strings.TrimSpace(l)
					break
				}
			}
			p.fail("panic: "+kind+" "+at, stack)
		}
	}()
	f()
	return true
}

// open follows a link.
func (p *page) open(link string) {
	p.trail = p.trail[:0]
	p.begin(link)
	p.try(func() {
		s := route.Decode(link, "")
		again := route.Decode(route.Encode(s), "")
		cut := strings.Contains(again.Problems, "The link does not hold")
		if again.Problems != "" && !cut && !strings.Contains(again.Problems, " is longer than ") {
			p.fail("the link of a state has problems: "+again.Problems, route.Encode(s))
		}
		again.Problems, again.Theme = s.Problems, s.Theme
		if again != s && !cut {
			p.fail("a link does not survive in "+string(s.View), differences(s, again)+"\n"+route.Encode(s))
		}
		p.host.fragment = link
		app.shown, app.state.ReadOnly, app.state.Embed = "", false, false // a page once read-only stays so
		navigated()
	})
	p.show()
}

// differences names the fields that differ.
func differences(a, b any) string {
	var out []string
	var walk func(path string, a, b reflect.Value)
	walk = func(path string, a, b reflect.Value) {
		if a.Kind() == reflect.Struct {
			for i := range a.NumField() {
				walk(path+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i))
			}
			return
		}
		if a.Kind() == reflect.Array {
			for i := range a.Len() {
				walk(path+"["+strconv.Itoa(i)+"]", a.Index(i), b.Index(i))
			}
			return
		}
		if !a.Equal(b) {
			out = append(out, path+": "+clip(describe(a))+" becomes "+clip(describe(b)))
		}
	}
	walk("", reflect.ValueOf(a), reflect.ValueOf(b))
	return strings.Join(out, "\n")
}

func describe(v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		return strconv.Quote(v.String())
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "0x" + strconv.FormatUint(v.Uint(), 16)
	}
	return v.String()
}

// act applies an action as the page does, and asks that its link holds.
func (p *page) act(a markup.Action) {
	if a == nil {
		return
	}
	v := reflect.ValueOf(a)
	what := v.Type().Name()
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() {
			what += " " + f.Name + "=" + describe(v.Field(i))
		}
	}
	p.begin(what)
	p.try(func() {
		state.Update(app.state, a.(state.Action)) // here a panic keeps its stack; dispatch makes a sentence of it
		dispatch(a)
		p.held()
	})
	p.show()
}

// held: the link of what is shown opens and says the same.
func (p *page) held() {
	link := route.Encode(app.state)
	if len(link) > route.MaxLink {
		p.fail("a link is longer than links may be, in "+string(app.state.View), strconv.Itoa(len(link))+" bytes")
		return
	}
	s := route.Decode(link, "")
	cut := strings.Contains(s.Problems, "The link does not hold")
	if s.Problems != "" && !cut && !strings.Contains(s.Problems, " is longer than ") { // which the page says of its text too
		p.fail("the link of a state has problems: "+s.Problems, clip(link))
	}
	if again := route.Encode(s); again != link && !cut {
		p.fail("the link of a state changes in "+string(s.View), link+"\n"+again)
	}
}

// edit does something that a reader may do.
func (p *page) edit() {
	r := p.r
	switch r.IntN(13) {
	case 0, 1, 2, 3, 4:
		a := p.action(r.IntN(8) == 0)
		p.act(a)
	case 5, 6, 7:
		if len(p.taps) > 0 {
			said := p.taps[r.IntN(len(p.taps))]
			if r.IntN(5) == 0 {
				said = p.mutate(said)
			}
			p.begin("tap " + said)
			p.try(func() { tap(said); p.held() })
		}
	case 8:
		if len(p.clicks) > 0 {
			i := r.IntN(len(p.clicks))
			p.begin("button " + strconv.Itoa(i) + " of " + strconv.Itoa(len(p.clicks)))
			p.try(func() { answer(p.clicks[i], markup.Event{}); p.held() })
		}
	case 9:
		p.key()
	case 10:
		p.begin("message")
		kinds := []string{"set", "get", "theme", "reset"}
		kind := kinds[r.IntN(len(kinds))]
		value := p.link()
		p.begin("message " + kind + " " + value)
		p.try(func() { message(kind, value); p.held() })
	case 11:
		p.later(1 + r.IntN(4))
	case 12:
		places := slices.Sorted(maps.Keys(opened))
		place := places[r.IntN(len(places))]
		if _, ok := opened[string(app.state.View)]; ok {
			place = string(app.state.View)
		}
		p.begin("a file for " + place)
		p.try(func() {
			p.host.Open(func(name string, data []byte, problem string) { took(place, name, data, problem) })
		})
	}
	p.show()
}

// key presses a key in an area of the view, or touches a bit.
func (p *page) key() {
	r := p.r
	keys := []string{"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "Enter", " ", "0", "1", "+", "-", "=", "[", "]", "c", "s", "r", "l", "p", "x", "Delete", "Backspace"}
	bit := r.IntN(132) - 1
	if r.IntN(2) == 0 {
		bit = r.IntN(6) - 1
	}
	pressed := lab.Key{Name: keys[r.IntN(len(keys))], Ctrl: r.IntN(8) == 0, Shift: r.IntN(8) == 0}
	if len(p.areas) == 0 {
		return
	}
	area := p.areas[r.IntN(len(p.areas))]
	p.begin("key " + pressed.Name + " in " + area + " at bit " + strconv.Itoa(bit))
	p.try(func() {
		if do := keyed[area]; do != nil {
			if a, ok := do(pressed, bit); ok && a != nil {
				dispatch(a)
			}
		}
		if do := toggled[area]; do != nil && r.IntN(2) == 0 {
			dispatch(do(bit))
		}
		if do := hovered[area]; do != nil && r.IntN(2) == 0 {
			dispatch(do(bit))
		}
		if r.IntN(4) == 0 {
			paint(area, strconv.Itoa(bit), r.IntN(2) == 0, r.IntN(4) == 0)
		}
		p.held()
	})
}

// later lets timers and frames go on.
func (p *page) later(n int) {
	for range n {
		names := p.host.names()
		if len(names) == 0 && len(p.host.frames) == 0 {
			return
		}
		if len(names) > 0 {
			name := names[p.r.IntN(len(names))]
			f := p.host.timers[name]
			delete(p.host.timers, name)
			p.begin("timer " + name)
			p.try(f)
		}
		frames := p.host.frames
		p.host.frames = nil
		for _, f := range frames {
			p.begin("frame")
			p.host.now += 16
			p.try(func() { f(p.host.now) })
		}
		if told := p.host.told; told != nil && p.r.IntN(3) == 0 {
			what := []string{"wheel", "drag", "pinch", "tap", "twice", "over", "leave"}[p.r.IntN(7)]
			x, y, by := float64(p.r.IntN(800)-80), float64(p.r.IntN(500)-80), []float64{0, 1, -1, 0.5, 2, 100, -1e6, 1e6}[p.r.IntN(8)]
			if what == "pinch" && by <= 0 {
				by = 1.5 // a factor
			}
			p.begin("stage " + what + " " + strconv.Itoa(int(x)) + " " + strconv.Itoa(int(y)) + " " + strconv.FormatFloat(by, 'g', -1, 64))
			p.try(func() { told(what, x, y, by) })
		}
	}
}
