package e2e

import (
	"context"
	"fmt"
	"sort"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// watch notes when the lab is ready and, after each event that it is asked about, how long scripts ran: listeners of
// the event (from the first to the last on its way) and the frame's callbacks that follow.
const watch = `(function () {
	var ready = false;
	Object.defineProperty(window, "__ready", { get: function () { return ready; }, set: function (v) {
		ready = v; if (v) { window.readyAt = performance.now(); }
	} });
	window.script = 0; window.began = 0;
	var frame = window.requestAnimationFrame;
	window.requestAnimationFrame = function (f) {
		return frame.call(window, function (at) {
			var t = performance.now();
			try { f(at); } finally { window.script += performance.now() - t; }
		});
	};
	["pointerdown", "pointerup", "click", "keydown", "beforeinput", "input"].forEach(function (name) {
		var t;
		window.addEventListener(name, function () { t = performance.now(); if (!window.began) { window.began = t; } }, true);
		window.addEventListener(name, function () { window.script += performance.now() - t; });
	});
	new MutationObserver(function () { window.changed = performance.now(); }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})()`

func watched() chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(watch).Do(ctx)
		return err
	})
}

// BenchmarkStart reports the time from navigation to the first interaction, each time in a new profile.
func BenchmarkStart(b *testing.B) {
	for _, e := range Editions {
		b.Run(string(e), func(b *testing.B) {
			var ready []float64
			for b.Loop() {
				p := newPage(b, Wide, watched())
				p.goTo(shared.site.URL(e, "", ""))
				ready = append(ready, number(p, "readyAt"))
				p.Close()
			}
			report(b, "ready", ready)
		})
	}
}

// BenchmarkAnswer reports, for a bit that is clicked and a digit that is typed, the time of all scripts and the time
// from the event to the changed page.
func BenchmarkAnswer(b *testing.B) {
	prepare := func(b *testing.B) *tpage {
		p := newPage(b, Wide, watched())
		p.goTo(shared.site.URL(Hosted, "", "#/v1/enc"))
		return p
	}
	measure := func(b *testing.B, p *tpage, act func(i int)) {
		for i := range 5 { // functions are compiled when they first run
			act(i)
		}
		var script, changed []float64
		for i := 0; b.Loop(); i++ {
			p.must(p.Eval("window.script = 0, window.began = 0, window.changed = 0", nil))
			act(i)
			script = append(script, number(p, "script"))
			changed = append(changed, number(p, "changed - began"))
		}
		report(b, "script", script)
		report(b, "changed", changed)
	}
	b.Run("toggle", func(b *testing.B) {
		p := prepare(b)
		measure(b, p, func(i int) { p.click(fmt.Sprintf(`main [data-bits] [data-bit="%d"]`, i%24)) })
	})
	b.Run("type", func(b *testing.B) {
		p := prepare(b)
		p.fill(shownView+" input[type=text], "+shownView+" input:not([type])", "1.")
		measure(b, p, func(i int) { p.press(string(rune('0' + i%10))) })
	})
}

func number(p *tpage, expression string) float64 {
	p.t.Helper()
	var v float64
	p.must(p.Eval(expression, &v))
	return v
}

// report gives median and 95th percentile in milliseconds.
func report(b *testing.B, name string, samples []float64) {
	sort.Float64s(samples)
	if len(samples) == 0 {
		b.Fatal("no sample")
	}
	b.ReportMetric(samples[len(samples)/2], name+"-median-ms")
	b.ReportMetric(samples[len(samples)*95/100], name+"-p95-ms")
	b.ReportMetric(0, "ns/op")
}
