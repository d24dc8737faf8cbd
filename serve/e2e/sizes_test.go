package e2e

import "testing"

// undersized lists texts below 12 pixels as they are shown, also in pictures that are scaled down (at 0 is what only copying shows), and what is pressed below 24 by 24
// pixels, but for what stands within a line of text (WCAG 2.2, 2.5.8) and the bits of a number, which can be typed too.
const undersized = `(function () {
	function hidden(e) {
		for (var a = e; a; a = a.parentElement) {
			var s = getComputedStyle(a);
			if (s.display === "none" || s.visibility === "hidden" || a.matches(".quiet")) { return true; }
			if (!a.checkVisibility()) { return true; }
		}
		return false;
	}
	function name(e) { return e.tagName.toLowerCase() + "." + e.getAttribute("class") + " in ." + e.parentElement.getAttribute("class"); }
	var out = [], root = document.getElementById("app"), texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, function (n) {
		return n.nodeType === Node.TEXT_NODE ? NodeFilter.FILTER_ACCEPT : n.matches("section[data-view][hidden]") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
	});
	while (texts.nextNode()) {
		var e = texts.currentNode.parentElement, svg = e.closest("svg");
		var size = parseFloat(getComputedStyle(e).fontSize) * (svg && e.getScreenCTM ? e.getScreenCTM().a : 1);
		if (size > 0 && size < 11.99 && texts.currentNode.data.trim() && !hidden(e)) { out.push(name(e) + " at " + size.toFixed(1) + " px: " + texts.currentNode.data); }
	}
	root.querySelectorAll("a[href], button:not(.bit), input, select, textarea, summary, [role=button]").forEach(function (e) {
		var r = e.getBoundingClientRect();
		if (r.width && getComputedStyle(e).display !== "inline" && (r.width < 23.9 || r.height < 23.9) && r.width && r.right > 0 && !hidden(e)) {
			out.push(name(e) + " is " + Math.round(r.width) + " x " + Math.round(r.height));
		}
	});
	return out.slice(0, 6).join("; ");
})()`

// colliding lists the texts of pictures that stand on one another, and those that the edge of the window cuts where nothing scrolls.
// What is set letter by letter, as bits are, counts by its letters; the last fifth of a line of type is below its letters.
const colliding = `(function () {
	var out = [];
	document.querySelectorAll("` + shownView + ` svg.picture").forEach(function (svg) {
		var boxes = [], scale = svg.getScreenCTM();
		if (!scale || !svg.checkVisibility() || !svg.getBoundingClientRect().width) { return; }
		for (var a = svg.parentElement, scrolls = false; a; a = a.parentElement) { scrolls = scrolls || /auto|scroll/.test(getComputedStyle(a).overflowX); }
		svg.querySelectorAll("text").forEach(function (e) {
			var size = parseFloat(getComputedStyle(e).fontSize) * scale.a, text = e.textContent;
			function add(r, name) { if (r.width && size) { boxes.push({ left: r.left, right: r.right, top: r.bottom - size, bottom: r.bottom - 0.25 * size, name: name, of: e }); } }
			if (e.x.baseVal.length < 2) { add(e.getBoundingClientRect(), text); return; }
			for (var i = 0; i < e.getNumberOfChars(); i++) {
				var c = e.getExtentOfChar(i), at = new DOMPoint(c.x, c.y).matrixTransform(e.getScreenCTM());
				add({ left: at.x, right: at.x + c.width * scale.a, bottom: at.y + c.height * scale.a, width: c.width }, text[i]);
			}
		});
		boxes.sort(function (a, b) { return a.left - b.left; });
		boxes.forEach(function (a, i) {
			if (!scrolls && (a.left < -2 || a.right > innerWidth + 2)) { out.push(a.name + " ends at " + Math.round(a.right)); }
			for (var j = i + 1; j < boxes.length && boxes[j].left < a.right - 2; j++) {
				var b = boxes[j];
				if (a.of !== b.of && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2 && Math.min(a.right, b.right) - b.left > 2) { out.push(a.name + " on " + b.name); }
			}
		});
	});
	return out.slice(0, 6).join("; ");
})()`

// answers are the elements that answer where no line at the lower edge of a phone does.
var answers = map[string]string{"start": ".start-said", "enc": "[data-bits]", "dot": ".dot-table tr", "x87": ".op-big", "functions": ".op-big", "gallery": ".gallery-words [data-panel=\"2\"]"}

// TestSizes: every view can be read and pressed, from phones to wide screens; on a phone its answer is on the first screen, below what is asked.
func TestSizes(t *testing.T) {
	t.Parallel()
	for look, widths := range map[Look][]int{Wide: {1280, 1920, 1024, 760}, Phone: {390, 361, 320}} {
		t.Run(look.String(), func(t *testing.T) {
			t.Parallel()
			for _, v := range views() {
				p := visit(t, fragment(v), look)
				for _, width := range widths {
					p.fits(width)
					if found := p.eval(undersized); found != "" {
						t.Errorf("%s at %d: %s", v.ID, width, found)
					}
					if found := p.eval(colliding); found != "" {
						t.Errorf("%s at %d, in pictures: %s", v.ID, width, found)
					}
				}
				if look == Phone && v.ID != "paper" { // which asks nothing
					answer := answers[string(v.ID)]
					if answer == "" {
						answer = ".answer-bar:not([hidden])" // at the lower edge
					}
					p.must(p.Show(look))
					p.eval(`(scrollTo({ top: 0, behavior: "instant" }), 0)`)
					p.wait(`(function (e) { var r = e.getBoundingClientRect(); return scrollY === 0 && r.height && r.top + 20 < innerHeight; })(document.querySelector(` + quoteJS(t, shownView+" "+answer) + `))`)
				}
				if p.eval(`(function (e) { return e.scrollWidth > e.clientWidth; })(document.querySelector(".menu > summary"))`) == "true" {
					t.Errorf("%s: its name is cut in the header", v.ID)
				}
			}
		})
	}
}

// TestSpacing: with the text spacing of WCAG 2.2, 1.4.12, and at twice the size (640 pixels of 1280), no view is wider than the window
// and no text is cut.
func TestSpacing(t *testing.T) {
	t.Parallel()
	for _, v := range views() {
		p := visit(t, fragment(v), Wide)
		p.eval(`(function () {
			var s = new CSSStyleSheet();
			s.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }");
			document.adoptedStyleSheets = [s];
		})()`)
		for _, width := range []int{1280, 640} {
			p.fits(width)
			if cut := p.eval(`[].filter.call(document.querySelectorAll("#app :is(p, h1, h2, h3, h4, a, button, label, dt, dd, li, td, th, summary, span)"), function (e) {
				var s = getComputedStyle(e);
				return e.clientWidth > 1 && /hidden|clip/.test(s.overflow) && !e.closest(".quiet, .answer-bar, svg") &&
					(e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2);
			}).slice(0, 5).map(function (e) { return e.tagName + "." + e.className + ": " + e.textContent.slice(0, 40); }).join("; ")`); cut != "" {
				t.Errorf("%s at %d px: cut: %s", v.ID, width, cut)
			}
		}
		if moving := p.eval(`document.getAnimations().length`); moving != "0" { // every look asks for reduced motion
			t.Errorf("%s: %s animations run", v.ID, moving)
		}
		p.eval(`document.adoptedStyleSheets = []`)
	}
}

// TestPhoneFolds: what a reader does not look at first is folded on a phone, and open where there is room; a link to a part opens it.
func TestPhoneFolds(t *testing.T) {
	t.Parallel()
	p := visit(t, "#/v1/sum", Phone)
	const folded = `[].filter.call(document.querySelectorAll("` + shownView + ` .phone-fold:not([hidden])"), function (d) { return !d.lastElementChild.checkVisibility(); }).length`
	if n := p.eval(folded); n != "8" {
		t.Errorf("%s parts of Reduction are folded on a phone", n)
	}
	if high := number(p, `document.documentElement.scrollHeight`); high > 4500 {
		t.Errorf("Reduction is %v px long on a phone", high)
	}
	p.click(`[data-tap="sum:gsum-cores"]`)
	p.wait(`document.activeElement.id === "sum-cores" && document.activeElement.checkVisibility() && document.activeElement.getBoundingClientRect().top < innerHeight / 2`)
	p.must(p.Show(Wide))
	if n := p.eval(folded); n != "0" {
		t.Errorf("%s parts of Reduction are folded where there is room", n)
	}
}
