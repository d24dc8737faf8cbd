package e2e

import (
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const allLeaves = `/^all [0-9,]+ leaves$/.test(document.querySelector("#sumb-read") && document.querySelector("#sumb-read").textContent)`

// said is true once the part about the node looked at shows some words.
func said(words string) string {
	return `document.querySelector("#sumb-node").textContent.includes("` + words + `")`
}

// frames moves through the tree, 96 steps, a step a frame, and returns the milliseconds from the begin of each
// frame until after its paint.
const frames = `new Promise(function (done) {
	var stage = document.querySelector("#sum-stage canvas"), box = stage.getBoundingClientRect(), out = [], began = 0, i = 0;
	var plain = window.requestAnimationFrame, channel = new MessageChannel();
	window.requestAnimationFrame = function (f) {
		return plain.call(window, function (at) { began = began || performance.now(); f(at); });
	};
	channel.port1.onmessage = function () { if (i > 5 && began) { out.push(performance.now() - began); } began = 0; };
	function wheel(x, by) {
		stage.dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, ctrlKey: true, clientX: box.left + x, clientY: box.top + 200, deltaY: by }));
	}
	function pointer(name, x) {
		stage.dispatchEvent(new PointerEvent(name, { bubbles: true, pointerId: 1, button: 0, clientX: box.left + x, clientY: box.top + 200 }));
	}
	function step() {
		if (i < 33) { wheel(box.width * (0.3 + 0.4 * i / 33), -66); }
		else if (i === 33) { pointer("pointerdown", 700); }
		else if (i < 60) { pointer("pointermove", 700 - 21 * (i - 33)); }
		else if (i === 60) { pointer("pointerup", 140); }
		else if (i < 96) { wheel(box.width * (0.7 - 0.4 * (i - 60) / 36), 66); }
		else { window.requestAnimationFrame = plain; channel.port1.onmessage = null; done(out); return; }
		i++;
		channel.port2.postMessage(0);
		window.requestAnimationFrame(step);
	}
	window.requestAnimationFrame(step);
})`

// A million leaves, zoomed and moved: what is asserted is that the picture follows; the times are reported.
func TestSumBigFrames(t *testing.T) {
	p := open(t, Hosted, "#/v1/sum?n=1048576&o=pairwise", Wide)
	for _, order := range []string{"serial", "torch.sum"} { // the deepest tree and a flat one
		t.Run(order, func(t *testing.T) {
			p.must(p.Eval(`location.hash = "#/v1/sum?n=1048576&o=`+order+`"`, nil))
			p.wait(`location.hash.endsWith("o=` + order + `")`)
			p.settle()
			p.wait(allLeaves)
			p.wait(`!/…/.test(document.querySelector(".sum-table").textContent)`)
			p.wait(`document.querySelector("#sum-time svg") && document.querySelector(".sum-legend tbody tr")`)
			p.settle()
			var ms []float64
			p.must(p.Eval(frames, &ms))
			sort.Float64s(ms)
			if len(ms) < 64 {
				t.Fatalf("%d frames", len(ms))
			}
			t.Logf("%s: %d frames, median %.1f ms, 95th percentile %.1f ms, longest %.1f ms", order, len(ms), ms[len(ms)/2], ms[len(ms)*95/100], ms[len(ms)-1])
			p.wait(`/w=[0-9]+-[0-9]+/.test(location.hash) || ` + allLeaves)
		})
	}
}

// From a million leaves to one node: buttons, keys, links and back.
func TestSumBigWays(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/sum?n=1048576&o=pairwise", Wide)
	p.wait(allLeaves)
	p.contains("#sumb-top", "pairwise, neighbours", "rounding of each addition")
	p.focus("#sum-stage")
	p.press(kb.ArrowDown)
	p.wait(said("error so far"))
	p.contains("#sumb-node", "all 1,048,576", "error so far", "20 dependent additions", "sum of 524,288")
	p.press(kb.ArrowUp, kb.ArrowUp)
	p.contains("#sumb-node", "262,144", "first × 2")
	p.press(kb.ArrowRight)
	p.wait(`/[?&]x=lr(&|$)/.test(location.hash)`)
	p.press(kb.Enter)
	p.wait(`/leaves .* of 1,048,576/.test(document.querySelector("#sumb-read").textContent)`)
	p.wait(`/[?&]w=/.test(location.hash)`)
	link, rested := p.hash(), `/ulp/.test(document.querySelector("#sumb-node").textContent) && !/adding exactly/.test(document.querySelector("#sumb-node").textContent)`
	p.wait(rested)
	node, read := p.text("#sumb-node"), p.text("#sumb-read")
	p.press("0")
	p.wait(allLeaves)
	p.wait(`!/[?&]w=/.test(location.hash)`) // the address follows a little later, and the way back leads to it
	p.click(`[data-tap="sumb:e1"]`)
	p.contains("#sumb-top", "512 and more")
	p.wait(`/[?&]e=1/.test(location.hash)`)
	p.must(p.Eval("history.back()", nil))
	p.wait(`!/[?&]e=1/.test(location.hash)`)
	p.settle()
	p.contains("#sumb-top", "½ ulp")
	p.click(`[data-tap="sumb:+"]`)
	p.wait(`/leaves 262,[0-9]+ to 786,[0-9]+ of/.test(document.querySelector("#sumb-read").textContent)`)
	// A way to one leaf.
	p.must(p.Eval(`location.hash = "#/v1/sum?n=1048576&o=serial&x=l1000r&w=1073000000-8192"`, nil))
	p.wait(said("first × 1,000"))
	p.contains("#sumb-node", "element 1,047,575")
	p.wait(`/[0-9]\.[0-9]+/.test(document.querySelector("#sumb-over").textContent)`)
	p.must(p.Eval(`location.hash = "#/v1/sum?n=1048576&o=torch.sum&x=zzz&w=1-2"`, nil))
	p.contains(".notice", "names no node", "not a window of the tree")
	p.must(p.Eval("location.hash = "+strconv.Quote(link), nil))
	p.wait(`/leaves .* of 1,048,576/.test(document.querySelector("#sumb-read").textContent)`)
	p.wait(rested)
	p.wait(`document.querySelector("#sumb-read").innerText.replace(/\s+/g, " ").trim() === ` + strconv.Quote(read))
	p.wait(`document.querySelector("#sumb-node").innerText.replace(/\s+/g, " ").trim() === ` + strconv.Quote(node))
}

// Pointers: a tap looks at a node, a double tap goes there, two fingers zoom; a small tree has the small picture.
func TestSumBigPointers(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/sum", Phone)
	p.wait(allLeaves)
	at := func(events string) {
		p.must(p.Eval(`(function () {
			var stage = document.querySelector("#sum-stage canvas"), box = stage.getBoundingClientRect();
			function pointer(name, id, x, y) {
				stage.dispatchEvent(new PointerEvent(name, { bubbles: true, pointerId: id, button: 0, clientX: box.left + x, clientY: box.top + y }));
			}
			`+events+`
		})()`, nil))
		p.settle()
	}
	at(`pointer("pointerdown", 1, 200, box.height - 5); pointer("pointerup", 1, 200, box.height - 5);`)
	p.contains("#sumb-node", "all 1,000", "445.653595")
	at(`pointer("pointerdown", 1, 150, 100); pointer("pointerdown", 2, 200, 100); pointer("pointermove", 2, 300, 100); pointer("pointerup", 1, 150, 100); pointer("pointerup", 2, 300, 100);`)
	p.wait(`/leaves .* of 1,000/.test(document.querySelector("#sumb-read").textContent)`)
	before := p.text("#sumb-read")
	at(`pointer("pointerdown", 1, 250, 60); pointer("pointermove", 1, 150, 60); pointer("pointerup", 1, 150, 60);`)
	if after := p.text("#sumb-read"); after == before {
		t.Errorf("a drag shows %s as before", after)
	}
	p.wait(`/[?&]w=/.test(location.hash)`)
	at(`for (var k = 0; k < 2; k++) { pointer("pointerdown", 1, 200, 150); pointer("pointerup", 1, 200, 150); }`)
	p.wait(`document.querySelector("#sumb-node nav").textContent.length > 0`)
	p.fits(390)
	p.fits(320)
	p.axe()
	p.fill("#sum-n", "64")
	p.wait(`document.querySelector("#sum-tree") && !document.querySelector("#sum-stage")`)
	if h := p.hash(); !strings.Contains(h, "n=64") {
		t.Error(h)
	}
}
