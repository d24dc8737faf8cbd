package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// newcomer has twelve questions as they were asked, the way of a newcomer from the bare address, and what the page must say at its
// end. A question that begins with a door's is answered by the door.
var newcomer = []struct{ asked, answer string }{
	{"door: Why is 0.1 + 0.2 not 0.3?", "exactly half an ulp is lost, a tie"},
	{"door: My GPU and CPU results differ", "FMA contraction"},
	{"door: What does -use_fast_math change?", "-prec-div=false alone makes the difference"},
	{"32-bit build prints 0", "A register of 64 bits keeps that, 53 bits do not"},
	{"release differs from CPU, -G matches", "-fmad=false"},
	{"matmul by 1 turns 1024.5 into 1025", "ties away from zero"},
	{"expf(-4.75) changed between toolkits", "code of the toolkit"},
	{"464 becomes 448 but 465 NaN", "E4M3 has no infinity"},
	{"1080/600 is 1.79999995", "there is no double precision"},
	{"a different sum at every run", "addition is not associative"},
	{"NaN payload lost", "0x7FFFFFFF"},
	{"batch size changes my model's answer", "adds in another order"},
}

// TestNewcomer walks from the bare address to the right answer of twelve questions in at most three actions: a door is one, typing
// and Enter are two. After the first that is typed, the start page is that of the whole program.
func TestNewcomer(t *testing.T) {
	t.Parallel()
	typed := 0
	for _, n := range newcomer {
		t.Run(n.asked, func(t *testing.T) {
			door, ok := strings.CutPrefix(n.asked, "door: ")
			if !ok {
				typed++
			}
			var p *tpage
			if typed < 2 {
				p = open(t, Hosted, "", Wide)
			} else {
				p = visit(t, "#/v1/start", Wide)
			}
			if ok {
				p.must(p.Eval(fmt.Sprintf(`Array.from(document.querySelectorAll(".start-doors li a")).find(function (a) { return a.textContent.startsWith(%q); }).click()`, door), nil))
			} else {
				p.fill("#start-find", n.asked)
				p.wait(`document.querySelector(".start-hits li")`)
				p.must(p.Run(chromedp.KeyEvent(kb.Enter)))
			}
			p.wait(fmt.Sprintf(`window.__ready && document.querySelector("main").innerText.replace(/\s+/g, " ").includes(%q)`, n.answer))
		})
	}
}

// TestStartBeforeTheProgram: while the program is held back, with scripts and without, every door is a link that can be seen; one
// that is followed is open when the program has come.
func TestStartBeforeTheProgram(t *testing.T) {
	t.Parallel()
	p := newPage(t, Wide, emulation.SetScriptExecutionDisabled(true))
	p.must(p.Load(shared.site.Base))
	const doors = `document.querySelectorAll('.start-doors li a[href^="#/v1/"]').length`
	if got := p.eval(doors); got != "6" || !p.shown(".start-doors li a") || !p.shown(".fluid") {
		t.Errorf("without scripts there are %s doors", got)
	}
	s, release := holding(t)
	p = newPage(t, Wide)
	p.must(p.Load(s.Base))
	if got := p.eval(doors + ` + " " + window.__ready`); got != "6 false" {
		t.Errorf("before the program there are %s", got)
	}
	p.must(p.Eval(`document.querySelectorAll(".start-doors li a")[1].click()`, nil))
	p.wait(`document.getElementById("ulplab-boot") && document.documentElement.hasAttribute("data-link")`)
	close(release)
	p.wait(`window.__ready === true && document.title.includes("Explain")`)
	p.settle()
}

// TestStartOnSlowLine: over a line of 9 Mbit/s and 60 ms there and back the start page is painted before its program is there, and says when.
// The best of five loads counts: others keep the processors busy.
func TestStartOnSlowLine(t *testing.T) {
	var paint, program float64
	for range 5 {
		p := newPage(t, Wide, network.Enable(), network.EmulateNetworkConditions(false, 60, 9e6/8, 9e6/8))
		p.goTo(shared.site.Base)
		p.must(p.Eval(`performance.getEntriesByName("first-contentful-paint")[0].startTime`, &paint))
		p.must(p.Eval(`performance.getEntriesByType("resource").find(function (e) { return e.name.endsWith(".wasm"); }).responseEnd`, &program))
		if paint < program {
			t.Logf("the first paint is at %.0f ms, the program arrives at %.0f ms", paint, program)
			return
		}
	}
	t.Errorf("the first paint is at %.0f ms, the program arrives at %.0f ms", paint, program)
}

// TestStartMoves: the picture of the opening program moves by keys, the search has the slash of every view, and what was looked at
// is remembered here until it is forgotten.
func TestStartMoves(t *testing.T) {
	t.Parallel()
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "", Wide)
		if got := p.programs(); e == Hosted && (len(got) != 1 || strings.HasPrefix(got[0], "whole-")) {
			t.Errorf("the bare address loads %q", got)
		}
		p.focus("#start-at")
		p.press(kb.ArrowRight, kb.ArrowRight)
		p.wait(`document.querySelector(".start-said").textContent.includes("0.15 ulp above") && location.hash === "#/v1/start?x=-6"`)
		p.press(kb.Home)
		p.wait(`document.querySelector("#start-at").value === "0" && document.querySelector(".start-said").textContent.includes("0.0999999940395355")`)
		p.axe()
		p.must(p.Eval(`location.hash = "#/v1/op"`, nil))
		p.settle()
		p.press("/")
		p.wait(`document.activeElement.id === "start-find" && location.hash.startsWith("#/v1/start")`)
		p.must(p.Eval(`location.hash = "#/v1/op"`, nil))
		p.settle()
		p.focus("#op-a")
		p.press("/")
		p.wait(`document.querySelector("#op-a").value.includes("/")`)
		p.must(p.Eval(`location.hash = "#/v1/fma"`, nil))
		p.settle()
		p.wait(`(localStorage.getItem("ulplab.recent") || "").includes("FMA")`)
		p.must(p.Eval(`location.hash = "#/v1/start"`, nil))
		p.settle()
		p.wait(`document.querySelector('.start-last a[href^="#/v1/fma"]')`)
		p.axe()
		p.click(".start-last button")
		p.wait(`!localStorage.getItem("ulplab.recent")`)
		if p.shown(".start-last") {
			t.Error("what was forgotten is still there")
		}
	})
	p := openURL(t, shared.site.URL(Hosted, "?embed=1", "#/v1/fma"), Wide)
	p.must(p.Eval(`new Promise(function (done) { setTimeout(done, 2500); })`, nil))
	if got := p.eval(`String(localStorage.getItem("ulplab.recent") || "")`); got != "" {
		t.Errorf("a page within another remembers %q", got)
	}
}

// TestFooter: help, embedding and licence open in their place; the file for use offline is there, and not in that file itself.
func TestFooter(t *testing.T) {
	t.Parallel()
	everyEdition(t, func(t *testing.T, e Edition) {
		p := open(t, e, "", Phone)
		for i, word := range []string{"0x1.8p+1", "ulp-lab", "WITHOUT WARRANTY OF ANY KIND"} {
			p.click(fmt.Sprintf(".foot-list details:nth-of-type(%d) summary", i+1))
			p.contains(".foot-list", word)
		}
		p.axe()
		p.fits(Phone.Width)
		p.fits(320)
		if got, want := p.count(`.foot a[href="ulplab.html"][download]`), map[Edition]int{Hosted: 1}[e]; got != want {
			t.Errorf("%d links to the single file", got)
		}
		if v := p.text(".foot-list > span code"); len(v) != 8 {
			t.Errorf("the version is %q", v)
		}
	})
}

// TestSearchIndex: the opening program loads the index of the search, the whole one makes it of what it has and the lessons, in
// slices between which the page answers; both find a lesson.
func TestSearchIndex(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		e     Edition
		from  string
		loads bool
	}{{"opening", Hosted, "#/v1/op", true}, {"whole", Hosted, "#/v1/gallery", false}, {"single", Single, "#/v1/gallery", false}} {
		t.Run(c.name, func(t *testing.T) {
			p := open(t, c.e, c.from, Wide)
			p.must(p.Eval(`location.hash = "#/v1/start"`, nil))
			p.settle()
			p.eval(`(window.longest = 0, new PerformanceObserver(function (list) {
				list.getEntries().forEach(function (e) { longest = Math.max(longest, e.duration); });
			}).observe({ type: "longtask" }), window.begun = performance.now(), 0)`)
			p.fill("#start-find", "codes sort like numbers")
			p.wait(`document.querySelector('.start-hits a[href*="les=encodings.10"]')`)
			t.Logf("found after %.0f ms, the longest task takes %.0f ms", number(p, "performance.now() - begun"), number(p, "longest"))
			if got := strings.Contains(strings.Join(p.Requests(), " "), "data-search."); got != c.loads {
				t.Errorf("the file of the index is loaded: %v", got)
			}
		})
	}
}
