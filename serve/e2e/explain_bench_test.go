package e2e

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ulplab/site/views/explain"
)

// explainTimer is a page function: it changes fields as a reader does, all at once, and gives the milliseconds until the
// new answer is painted.
const explainTimer = `window.explainTime = function (fields) {
	return new Promise(function (done) {
		document.querySelectorAll(".explain-answer section").forEach(function (e) { e.old = true; });
		var began = performance.now();
		var watch = new MutationObserver(function () {
			var e = document.querySelector("#explain-cause");
			if (!e || e.old) { return; }
			watch.disconnect();
			requestAnimationFrame(function () { setTimeout(function () { done(performance.now() - began); }); });
		});
		watch.observe(document.querySelector(".explain"), { subtree: true, childList: true });
		fields.forEach(function (f) {
			var e = document.querySelector(f[0]);
			e.value = f[1];
			e.dispatchEvent(new Event(e.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
		});
	});
}`

// explainSum is a question about a sum of n elements: program, inputs and two results.
type explainSum struct {
	name   string
	fields [4]string
}

func (s explainSum) script() string {
	var b strings.Builder
	for i, id := range []string{"program", "rows", "seen1", "seen2"} {
		fmt.Fprintf(&b, "[%q, %q],", "#explain-"+id, s.fields[i])
	}
	return "explainTime([" + b.String() + "])"
}

// explainSums are sums of n elements whose results differ by the order, by the type of a literal and by contraction, and
// one that no evaluation gives.
func explainSums(n int) []explainSum {
	r := rand.New(rand.NewPCG(1, 10))
	x := make([]float32, n)
	var rows strings.Builder
	rows.WriteString("x =")
	for i := range x {
		x[i] = r.Float32()*16 - 8
		fmt.Fprintf(&rows, " %v", x[i])
	}
	var serial, product, fused, literal, wide float32
	for _, v := range x {
		serial += v
		product += v * 0.3
		fused = float32(math.FMA(float64(v), float64(float32(0.3)), float64(fused)))
		literal += v * 0.3
		wide = float32(float64(wide) + float64(v)*0.3)
	}
	var pairwise func(x []float32) float32
	pairwise = func(x []float32) float32 {
		if len(x) == 1 {
			return x[0]
		}
		return pairwise(x[:len(x)/2]) + pairwise(x[len(x)/2:])
	}
	text := func(v float32) string { return fmt.Sprintf("%.9g", v) }
	loop := func(term string) string {
		return fmt.Sprintf("float x[%d], s = 0;\nfor (int i = 0; i < %[1]d; i++) s += %s;\ns", n, term)
	}
	count := strconv.Itoa(n)
	return []explainSum{
		{"order" + count, [4]string{loop("x[i]"), rows.String(), text(serial), text(pairwise(x))}},
		{"contraction" + count, [4]string{loop("0.3f*x[i]"), rows.String(), text(product), text(fused)}},
		{"literal" + count, [4]string{loop("x[i]*0.3f"), rows.String(), text(literal), text(wide)}},
		{"bug" + count, [4]string{loop("x[i]"), rows.String(), text(serial), text(serial + 100)}},
	}
}

// BenchmarkExplain reports the time from a change of the question to its painted answer, and the longest task of the page
// where one took more than 50 ms, of the questions on offer and of sums of 1,000 elements.
func BenchmarkExplain(b *testing.B) {
	p := newPage(b, Wide, longTasks())
	p.goTo(shared.site.URL(Hosted, "", "#/v1/explain"))
	p.explained("FMA contraction")
	p.eval("(" + explainTimer + ", 0)")
	measure := func(name, question, other string) {
		b.Run(name, func(b *testing.B) {
			var times []float64
			longest := 0.0
			for b.Loop() {
				number(p, other)
				p.must(p.Eval("window.longTasks.length = 0", nil))
				times = append(times, number(p, question))
				longest = max(longest, number(p, "Math.max(0, ...window.longTasks)"))
			}
			report(b, "answer", times)
			b.ReportMetric(longest, "longest-task-ms")
			b.Logf("%s: %s", name, p.text(".explain-lead"))
		})
	}
	pick := func(id string) string { return fmt.Sprintf("explainTime([[%q, %q]])", "#explain-example", id) }
	for i, e := range explain.Examples {
		measure(e.ID, pick(e.ID), pick(explain.Examples[(i+1)%len(explain.Examples)].ID))
	}
	for _, s := range explainSums(1000) {
		measure(s.name, s.script(), pick("x87")) // not the question that the view opens on
	}
}
