package e2e

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// walking notes what the keyboard reaches after window.walk.begin(a part of the page): walk.missed() names the controls of it that were
// not reached, walk.faults those that did not show it, or that lay below something else meanwhile (WCAG 2.2, 2.1.1, 2.4.7, 2.4.11).
const walking = `(function () {
	function shown(e) {
		if (!e.getClientRects().length || getComputedStyle(e).visibility !== "visible" || e.closest(".quiet, [inert]")) { return false; }
		for (var a = e.closest("details"); a; a = a.parentElement.closest("details")) {
			if (!a.open && e.closest("summary") !== a.querySelector("summary")) { return false; }
		}
		return true;
	}
	function name(e) {
		var s = e.tagName.toLowerCase();
		["id", "class", "data-tap", "data-bit", "name"].forEach(function (n) { if (e.getAttribute(n)) { s += "[" + n + "=" + e.getAttribute(n) + "]"; } });
		return s + " " + (e.getAttribute("aria-label") || e.textContent).trim().slice(0, 30);
	}
	var pressed = "a[href], button, input, select, textarea, summary, [tabindex='0'], [data-tap], [role=button], [role=slider]";
	// In drawings the mouse has short ways: to the lists of machines, and to the list of operations.
	var shortcuts = ".dev-pick, .expr-node";
	if (window.walk) { return ""; }
	var walk = window.walk = {}, root;
	walk.begin = function (selector) {
		root = document.querySelector(selector);
		walk.reached = new Set();
		walk.faults = [];
		return (walk.list = walk.controls()).length;
	};
	function note(e) {
		if (!e || e === document.body) { return; }
		for (var id of [e.id].concat((e.getAttribute("aria-activedescendant") || "").split(" "))) {
			if (id && document.getElementById(id)) { walk.reached.add(document.getElementById(id)); }
		}
		if (walk.reached.has(e) && walk.seen === e) { return; }
		walk.seen = e;
		walk.reached.add(e);
		if (!e.matches(":focus-visible")) { return; }
		var s = getComputedStyle(e), r = e.getBoundingClientRect();
		if (s.outlineStyle === "none" && s.boxShadow === "none" && !e.closest("svg") && e.type !== "range") { walk.faults.push("no sign of the keyboard on " + name(e)); }
		if (r.bottom < 0 || r.top > innerHeight) { walk.faults.push("out of the window: " + name(e)); }
		var x = (r.left + r.right) / 2, y = Math.min(Math.max((r.top + r.bottom) / 2, 1), innerHeight - 1);
		for (var at = document.elementFromPoint(x, y); at && !e.contains(at) && !at.contains(e); at = at.parentElement) {
			if (/sticky|fixed/.test(getComputedStyle(at).position)) { walk.faults.push(name(e) + " lies below " + name(at)); break; }
		}
	}
	document.addEventListener("focusin", function (f) { requestAnimationFrame(function () { note(document.activeElement); }); walk.reached.add(f.target); });
	walk.controls = function () {
		return [].filter.call(root.querySelectorAll(pressed), function (e) { return !e.disabled && shown(e); });
	};
	// A control is reached itself, or as a part of what is, or another one does the same.
	walk.missed = function () {
		var done = new Set();
		walk.reached.forEach(function (e) { done.add(e.name || e.dataset.tap); });
		done.delete(undefined); done.delete("");
		return walk.list.filter(function (e) {
			if (!e.isConnected || e.matches(shortcuts)) { return false; }
			for (var a = e; a; a = a.parentElement) {
				if (walk.reached.has(a) && (a === e || a.matches("a[href], button, summary")) || a.control && walk.reached.has(a.control)) { return false; }
			}
			return !done.has(e.type === "radio" ? e.name : e.dataset.tap);
		});
	};
	// One control of a group has the Tab key. group puts the keyboard on the first one that has not been tried; moved says
	// whether a key led on to another one, and takes the whole group as reached then.
	walk.group = function () {
		for (var e of walk.missed()) {
			for (var a = e.parentElement; e.tabIndex < 0 && a; a = a.parentElement) {
				var first = [].find.call(a.querySelectorAll(e.tagName), function (o) { return o.tabIndex >= 0 && shown(o); });
				if (first) { walk.at = [e, a, first]; first.focus(); return true; }
			}
		}
		return false;
	};
	walk.moved = function () {
		var e = walk.at[0], a = walk.at[1], now = document.activeElement;
		walk.list = walk.list.filter(function (o) { return !(a.contains(o) && o.tagName === e.tagName && o.tabIndex < 0); });
		return now !== walk.at[2] && now.tagName === e.tagName;
	};
	walk.names = function () { return walk.missed().map(name); };
	return "";
})()`

// walk fails the test unless Tab, from where the keyboard is, reaches each control in an element, or the group it is in, in which arrow
// keys reach it, and what has the keyboard shows it and lies below nothing. It returns how many controls there are.
func (p *tpage) walk(in string) (n int) {
	p.t.Helper()
	tabs := func(key string, n int) {
		keys := make([]chromedp.Action, n)
		for i := range keys {
			keys[i] = chromedp.KeyEvent(key)
		}
		p.must(p.Run(keys...))
		p.settle()
	}
	p.eval(walking)
	p.must(p.Eval(`walk.begin(`+strconv.Quote(in)+`)`, &n))
	for range 3 { // regions that scroll have the Tab key too
		if tabs(kb.Tab, n/2+10); p.eval(`walk.missed().length`) == "0" {
			break
		}
	}
	for p.eval(`walk.missed().length > 0 && walk.group()`) == "true" {
		led := false
		for _, key := range []string{kb.ArrowRight, kb.ArrowLeft, kb.ArrowUp, kb.ArrowDown} {
			tabs(key, 1)
			led = led || p.eval(`walk.moved()`) == "true"
		}
		if !led {
			p.t.Errorf("arrow keys do not lead on from %s", p.eval(`walk.at[2].outerHTML.slice(0, 150) + " to " + walk.at[0].outerHTML.slice(0, 150)`))
		}
	}
	var missed, faults []string
	p.must(json.Unmarshal([]byte(p.eval(`JSON.stringify(walk.names())`)), &missed))
	p.must(json.Unmarshal([]byte(p.eval(`JSON.stringify(walk.faults)`)), &faults))
	if len(missed) > 0 {
		p.t.Errorf("%s: %d not reached: %s", p.hash(), len(missed), strings.Join(missed[:min(len(missed), 12)], "; "))
	}
	if len(faults) > 0 {
		p.t.Errorf("%s: %d faults: %s", p.hash(), len(faults), strings.Join(faults[:min(len(faults), 12)], "; "))
	}
	return n
}

// TestKeyboardReachesEverything: the keyboard reaches each control of each view; TestLessons has those of lessons.
func TestKeyboardReachesEverything(t *testing.T) {
	t.Parallel()
	for _, v := range views() {
		t.Run(string(v.ID), func(t *testing.T) {
			p := visit(t, fragment(v), Wide)
			p.eval(`document.querySelectorAll("main details").forEach(function (d) { d.open = true; })`)
			p.settle()
			p.must(p.Answered()) // what still arrives would push away what has the keyboard
			t.Logf("%d controls", p.walk("body"))
		})
	}
}
