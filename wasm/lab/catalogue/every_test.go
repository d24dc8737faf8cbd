//go:build !js && !opening

package catalogue

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
	"ulplab/site/lab/link"
)

// everySteps is how many links and edits TestEverything tries; ULPLAB_LONG=n multiplies it.
const everySteps = 1600

// slowCase is the time after which a case that still runs is reported. It is no bound: machines differ.
const slowCase = 20 * time.Second

// TestEverything: no link, edit, key or timer of any view panics, what is shown can always be computed, and the link of
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
				p.keep(p.host.link())
			}
		}
	}
	t.Logf("%d links and edits; slowest %v: %s", p.steps, p.slowest, p.slowestWhat)
	for _, v := range p.views.Infos() {
		if p.opened[v.ID] == 0 {
			t.Errorf("%s was never shown", v.ID)
		}
	}
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

// panicked records a panic; it is called while the stack of the panic stands.
func (p *page) panicked(reason string) {
	stack, at := string(debug.Stack()), ""
	_, below, _ := strings.Cut(stack, "panic(")
	for _, l := range strings.Split(below, "\n") { // the first frame of the lab's below the panic
		if (strings.Contains(l, "/site/") || strings.Contains(l, "/fpcore/")) && strings.Contains(l, ".go:") {
			at = strings.TrimSpace(l)
			break
		}
	}
	p.fail("panic: "+reason+" "+at, stack)
}

// try runs f; a panic is a failure. The page makes a sentence of most panics and tells it, which is one too (Tell).
func (p *page) try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			p.panicked(markup.Reason(r))
		}
	}()
	f()
}

// open follows a link. A page that is read-only or embedded stays so, so after one it is loaded anew, and now and then
// without need.
func (p *page) open(to string) {
	p.trail = p.trail[:0]
	p.begin(to)
	p.try(func() {
		s := p.views.Decode(to, "")
		again := p.views.Decode(p.views.Encode(s), "")
		cut := strings.Contains(again.Problems, "The link does not hold")
		if again.Problems != "" && !cut && !strings.Contains(again.Problems, " is longer than ") {
			p.fail("the link of a state has problems: "+again.Problems, p.views.Encode(s))
		}
		again.Problems, again.Theme = s.Problems, s.Theme
		if again != s && !cut {
			p.fail("a link does not survive in "+string(s.View), differences(s, again)+"\n"+p.views.Encode(s))
		}
		p.host.fragment, p.host.wrote = to, ""
		if lab.ReadOnly() || p.embedded || p.r.IntN(20) == 0 {
			p.load()
		} else {
			p.host.navigate(true)
		}
		p.embedded = s.Embed
		if !lab.Shows(s.View) {
			p.fail("a link of "+string(s.View)+" shows another view", "")
		}
		p.opened[s.View]++
	})
	p.show()
}

// differences names the fields that differ.
func differences(a, b any) string {
	var out []string
	var walk func(path string, a, b reflect.Value)
	walk = func(path string, a, b reflect.Value) {
		switch {
		case a.Kind() == reflect.Interface && a.Elem().IsValid() && b.Elem().IsValid() && a.Elem().Type() == b.Elem().Type():
			walk(path, a.Elem(), b.Elem())
		case a.Kind() == reflect.Struct:
			for i := range a.NumField() {
				walk(path+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i))
			}
		case a.Kind() == reflect.Array:
			for i := range a.Len() {
				walk(path+"["+strconv.Itoa(i)+"]", a.Index(i), b.Index(i))
			}
		case !a.Equal(b):
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
	v := reflect.ValueOf(a)
	what := v.Type().String()
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && !f.Anonymous {
			what += " " + f.Name + "=" + describe(v.Field(i))
		}
	}
	p.does(what, func() { lab.Dispatch(a) })
}

// does does something that a reader may do, asks that the link of what is then shown holds, and shows it.
func (p *page) does(what string, do func()) {
	p.begin(what)
	p.try(do)
	p.try(p.held)
	p.show()
}

// held: the link of what is shown opens and says the same.
func (p *page) held() {
	now := p.host.link()
	if len(now) > link.Most {
		p.fail("a link is longer than links may be, in "+clip(now), strconv.Itoa(len(now))+" bytes")
		return
	}
	s := p.views.Decode(now, "")
	cut := strings.Contains(s.Problems, "The link does not hold")
	if s.Problems != "" && !cut && !strings.Contains(s.Problems, " is longer than ") { // which the page says of its text too
		p.fail("the link of a state has problems: "+s.Problems, clip(now))
	}
	if again := p.views.Encode(s); again != now && !cut {
		p.fail("the link of a state changes in "+string(s.View), now+"\n"+again)
	}
	if p.host.wrote != "" && p.host.wrote != now {
		p.fail("the address is not the link of what is shown in "+string(s.View), p.host.wrote+"\n"+now)
	}
}

// edit does something that a reader may do.
func (p *page) edit() {
	r := p.r
	switch r.IntN(14) {
	case 0, 1, 2, 3, 4:
		p.act(p.action(r.IntN(8) == 0))
	case 5, 6, 7:
		if len(p.taps) > 0 {
			said := p.taps[r.IntN(len(p.taps))]
			if r.IntN(5) == 0 {
				said = p.mutate(said)
			}
			p.does("tap "+said, func() { p.host.hooks.Clicked(on{"data-tap": said}) })
		}
	case 8, 9:
		if len(p.controls) > 0 {
			p.control(p.controls[r.IntN(len(p.controls))])
		}
	case 10:
		p.key()
	case 11:
		kinds := []string{"set", "get", "theme", "reset"}
		kind := kinds[r.IntN(len(kinds))]
		value := p.link()
		p.does("message "+kind+" "+value, func() { p.host.message(kind, value) })
	case 12:
		p.later(1 + r.IntN(4))
		p.show()
	case 13:
		area := ""
		if len(p.drops) > 0 && r.IntN(4) > 0 {
			area = p.drops[r.IntN(len(p.drops))]
		}
		p.does("a file for “"+area+"”", func() {
			p.host.Open(func(name string, data []byte, problem string) { p.host.drop(area, name, data, problem) })
		})
	}
}

// control has a listener of an element hear its event.
func (p *page) control(c control) {
	value := p.text()
	if len(c.values) > 0 && p.r.IntN(8) > 0 {
		value = c.values[p.r.IntN(len(c.values))]
	}
	if c.event == "toggle" && p.r.IntN(2) == 0 {
		value = ""
	}
	p.does(c.event+" of "+c.name+" with "+strconv.Quote(clip(value)), func() { p.host.hooks.Answer(c.Listener, event(value, c.around)) })
}

// key presses a key in an area of the view, or touches a bit.
func (p *page) key() {
	r := p.r
	keys := []string{"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "Enter", " ", "0", "1", "+", "-", "=", "[", "]", "c", "s", "r", "l", "p", "x", "Delete", "Backspace"}
	bit := r.IntN(132) - 1
	if r.IntN(2) == 0 {
		bit = r.IntN(6) - 1
	}
	k := lab.Key{Name: keys[r.IntN(len(keys))], Ctrl: r.IntN(8) == 0, Shift: r.IntN(8) == 0}
	if len(p.areas) == 0 {
		return
	}
	area, number := p.areas[r.IntN(len(p.areas))], strconv.Itoa(bit)
	at := on{"data-keys": area, "data-bits": area}
	if bit >= 0 {
		at["data-bit"] = number
	}
	switch r.IntN(5) {
	case 0, 1:
		p.does("key "+k.Name+" in "+area+" at bit "+number, func() { p.host.hooks.Pressed(at, k) })
	case 2:
		p.does("click in "+area+" on bit "+number, func() { p.host.hooks.Clicked(at) })
	case 3:
		p.does("pointer in "+area+" over bit "+number, func() { p.host.hooks.Pointed(at) })
	case 4:
		p.does("drag in "+area+" over bit "+number, func() { p.host.paint(area, number, r.IntN(2) == 0, r.IntN(4) == 0) })
	}
}

// later lets timers and frames go on.
func (p *page) later(n int) {
	for range n {
		names := slices.Sorted(maps.Keys(p.host.timers))
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
