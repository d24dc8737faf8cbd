package e2e

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ulplab/serve/still"
	"ulplab/wasm/lab/catalogue"
)

// copiesCompared is how many links of the corpus TestCopiesAsLive opens, evenly spread over all of it.
const copiesCompared = 60

// saysShown defines shown(selector): the text of what is not hidden, what stands in fields, and the text alternatives of pictures, white
// space folded. Four things are left out. A copy has no header and footer, which lead through the lab; nothing in it changes, so nothing
// is announced (status) and nothing under way is told of (data-passing); and its style hides what copies and saves (.copy, .figure-tools).
const saysShown = `window.shown = function (selector) {
	var out = [];
	(function walk(n) {
		if (n.nodeType === Node.TEXT_NODE) { out.push(n.data); return; }
		if (n.nodeType !== Node.ELEMENT_NODE || n.matches("header, footer, [role=status], [data-passing], .copy, .figure-tools") || getComputedStyle(n).display === "none") { return; }
		switch (n.localName) {
		case "select": out.push("[" + n.selectedOptions[0].text + "]"); return;
		case "textarea": out.push("[" + n.value + "]"); return;
		case "input": out.push("[" + (/^(checkbox|radio)$/.test(n.type) ? n.checked : n.value) + "]"); return;
		case "img": out.push("[picture " + n.alt + "]"); return;
		case "canvas": out.push("[picture " + (n.parentElement.getAttribute("aria-label") || "") + "]"); return;
		}
		if (n.getAttribute("role") === "img") { out.push("[" + n.getAttribute("aria-label") + "]"); }
		n.childNodes.forEach(walk);
	})(document.querySelector(selector));
	return out.join("").replace(/\s+/g, " ").trim();
};
window.settles = async function (selector, want) { // the text as soon as it is the one that is wanted, else once it has not changed for 20 s with no work under way
	for (var last = null, since = 0, begin = performance.now(); performance.now() - begin < 60000;) {
		var now = shown(selector);
		if (now !== last || document.querySelector("section:not([hidden]) progress")) { last = now; since = performance.now(); }
		if (now === want || performance.now() - since > 20000) { break; }
		await new Promise(function (done) { setTimeout(done, 30); });
	}
	return last;
};0`

// copies is the maker of static copies: there is one lab in a program, which tests that run beside each other share.
var copies = sync.OnceValue(still.New)

// TestCopiesAsLive: the copy of a link says what the live page says once all that it computes is there. The size of a large tree follows
// that of the window, so the live page is shown in a window of the width that copies are made for.
func TestCopiesAsLive(t *testing.T) {
	t.Parallel()
	window := Look{Width: catalogue.StillWidth, Height: 800}
	maker := copies()
	live := openURL(t, shared.site.Base+"embed.html#/v1/gallery", window)
	host := newPage(t, window)
	host.must(host.Load(chapterPage(t, nil)))
	live.must(live.Eval(saysShown, nil))
	host.must(host.Eval(saysShown, nil))
	compared, differ := 0, 0
	for _, link := range corpusLinks(t, copiesCompared) {
		host.must(host.Eval(fmt.Sprintf(`document.querySelector("main").innerHTML = %s, 0`, quoteJS(t, maker.Open(link).HTML(shared.site.Base))), nil))
		want := host.eval(`shown(".ulplab-still")`)
		if want == "" {
			t.Errorf("%s: the copy is empty", link)
		}
		live.must(live.Eval(`location.hash = `+quoteJS(t, link), nil))
		var got string
		live.must(live.Eval(`settles("#app", `+quoteJS(t, want)+`)`, &got))
		if compared++; got == want {
			continue
		}
		if differ++; differ <= 10 {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			at = max(0, at-40)
			t.Errorf("%s\n  copy %q\n  live %q", clipTo(link, 200), clipTo(want[min(at, len(want)):], 240), clipTo(got[min(at, len(got)):], 240))
		}
		if differ == 10 {
			break // each waits for what may still come
		}
	}
	if differ > 0 || compared != copiesCompared {
		t.Errorf("%d of %d copies differ, %d were to be compared", differ, compared, copiesCompared)
	}
}

// corpusLinks are n links of the corpus of texts, evenly spread.
func corpusLinks(t *testing.T, n int) (some []string) {
	t.Helper()
	packed, err := os.Open("../../wasm/lab/catalogue/testdata/corpus.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	text, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 1<<24)
	var links []string
	for lines.Scan() {
		if record, ok := strings.CutPrefix(lines.Text(), "# "); ok {
			first, err := strconv.QuotedPrefix(record)
			if err != nil {
				t.Fatal(err)
			}
			link, _ := strconv.Unquote(first)
			links = append(links, link)
		}
	}
	if err := lines.Err(); err != nil || len(links) < n {
		t.Fatalf("%d links: %v", len(links), err)
	}
	for i := range n {
		some = append(some, links[i*len(links)/n])
	}
	return some
}
