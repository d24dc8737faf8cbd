package e2e

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestMemory: what is no longer shown is no longer held: the memory of the program stays as it is however often the page
// is drawn again.
func TestMemory(t *testing.T) {
	keep := chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`(function () {
			var make = WebAssembly.instantiate;
			WebAssembly.instantiate = function (module, imports) {
				return make.call(WebAssembly, module, imports).then(function (i) { window.memory = i.exports.mem; return i; });
			};
		})()`).Do(ctx)
		return err
	})
	p := open(t, Hosted, "#/v1/enc", Wide, keep)
	p.eval(`(window.toggled = 0, (function next() {
		document.querySelector('main [data-bits] [data-bit="0"]').dispatchEvent(new MouseEvent("click", { bubbles: true }));
		requestAnimationFrame(function () { if (++window.toggled < 400) { next(); } });
	})(), 0)`)
	p.wait("window.toggled === 400")
	if mb := number(p, "window.memory.buffer.byteLength") / (1 << 20); mb > 64 {
		t.Errorf("drawn 400 times, the program holds %.0f MB", mb)
	}
}
