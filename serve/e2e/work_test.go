package e2e

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"ulplab/serve/handler"
	"ulplab/site/work"
)

// workDist is the folder of the packed program testdata/works, once a test has wanted it.
var workDist string

// workSite packs the program testdata/works as the lab is packed, and serves it.
func workSite(t *testing.T, wrap func(http.Handler) http.Handler) *Site {
	t.Helper()
	if workDist == "" {
		dir, err := os.MkdirTemp("", "ulplab-works")
		if err != nil {
			t.Fatal(err)
		}
		shared.folders = append(shared.folders, dir)
		wasm, dist := filepath.Join(dir, "works.wasm"), filepath.Join(dir, "dist")
		build := program("./testdata/works", wasm)
		pack := exec.Command("go", "run", "../pack", "-draft", "-wasm", wasm, "-assets", "../../assets", "-out", dist)
		for _, c := range []*exec.Cmd{build, pack} {
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		}
		workDist = dist
	}
	s, err := ServeSite(workDist, wrap)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// cores makes the page believe in a number of processor cores.
func cores(n int) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(fmt.Sprintf(`Object.defineProperty(navigator, "hardwareConcurrency", { value: %d })`, n)).Do(ctx)
		return err
	})
}

// A job that takes a second or two in one worker, and one that would take many minutes.
const (
	shortJob = "ulp rsqrt.approx.f32 3f800000 3f900000"
	longJob  = "ulp rsqrt.approx.f32 00000000 100000000"
)

const last = `reports[reports.length - 1]`

// finish waits for the end of the job started last and returns its result.
func (p *tpage) finish() string {
	p.t.Helper()
	p.wait(fmt.Sprintf("%s && %[1]s.state >= %d", last, work.Finished))
	if state, problem := p.eval(last+".state"), p.eval(last+".problem"); state != fmt.Sprint(int(work.Finished)) {
		p.t.Fatalf("the job ended in state %s: %s", state, problem)
	}
	return p.eval(last + ".result")
}

// TestWork: a long job runs in workers, in both editions, with progress, pause and cancel, beside a page that answers,
// and its result does not depend on the number of workers.
func TestWork(t *testing.T) {
	site := workSite(t, nil)
	running, paused, cancelled, failed := int(work.Running), int(work.Paused), int(work.Cancelled), int(work.Failed)
	results := map[string]string{}
	for _, e := range Editions {
		for _, n := range []int{1, 3, 64} {
			t.Run(fmt.Sprintf("%s with %d cores", e, n), func(t *testing.T) {
				p := openURL(t, site.URL(e, "", ""), Wide, cores(n))
				p.eval(fmt.Sprintf(`work("job", %q)`, shortJob))
				results[p.finish()] = t.Name()
				if got, want := p.eval(last+`.workers`), fmt.Sprint(min(max(1, n-1), work.MaxWorkers)); got != want {
					t.Errorf("%s workers, want %s", got, want)
				}
				// Progress only grows, begins below the end and ends there.
				if p.eval(`reports.every(function (r, i) { return r.done <= r.total && (!i || r.done >= reports[i - 1].done); })`) != "true" ||
					p.eval(`reports[0].state === `+fmt.Sprint(running)+` && reports[0].done < reports[0].total && `+last+`.done === `+last+`.total`) != "true" {
					t.Errorf("progress went %s", p.eval(`reports.map(function (r) { return r.done; }).join(" ")`))
				}
			})
		}
		t.Run(string(e)+" steered", func(t *testing.T) {
			p := openURL(t, site.URL(e, "", ""), Wide, cores(2))
			p.eval(fmt.Sprintf(`work("job", %q)`, longJob))
			p.wait(last + ` && (` + last + `.done > 0 || ` + last + `.problem)`)
			// The page answers while the workers work: twenty clicks in a row are heard, each in a turn of its own.
			p.must(p.Eval(`new Promise(function (done) {
				var n = 0, button = document.createElement("button");
				button.onclick = function () { if (++n === 20) { done(); } else { setTimeout(function () { button.click(); }, 5); } };
				button.click();
			})`, nil))
			if p.eval(last+`.state`) != fmt.Sprint(running) {
				t.Error("the job has ended in the meantime")
			}
			p.eval(`pause("job")`)
			p.wait(last + `.state === ` + fmt.Sprint(paused))
			// What a worker had on its way arrives; then nothing moves.
			before, still := "", p.eval(last+`.done`)
			for i := 0; before != still; i++ {
				if i == 20 {
					t.Fatal("a paused job goes on")
				}
				before = still
				p.must(p.Eval(`new Promise(function (done) { setTimeout(done, 300); })`, nil))
				still = p.eval(last + `.done`)
			}
			p.eval(`resume("job")`)
			p.wait(last + `.state === ` + fmt.Sprint(running) + ` && ` + last + `.done > ` + still)
			p.eval(`cancel("job")`)
			p.wait(last + `.state === ` + fmt.Sprint(cancelled))
			n := p.eval(`reports.length`)
			p.must(p.Eval(`new Promise(function (done) { setTimeout(done, 300); })`, nil))
			if p.eval(`reports.length`) != n {
				t.Error("reports come after the end")
			}
			// A second job of the name takes the place of the first.
			p.eval(fmt.Sprintf(`(reports.length = 0, work("job", %q), work("job", %q))`, longJob, shortJob))
			results[p.finish()] = t.Name()
			if p.eval(`new Set(reports.map(function (r) { return r.total; })).size`) != "1" {
				t.Error("the first job goes on")
			}
			// Nonsense is told in words.
			p.eval(`(reports.length = 0, work("bad", "no such job"))`)
			p.wait(`reports.length === 1 && ` + last + `.state === ` + fmt.Sprint(failed) + ` && ` + last + `.problem`)
		})
	}
	if len(results) != 1 {
		t.Errorf("results differ: %q", results)
	}
}

// TestWorkSandboxed: workers start in a sandboxed page too, whose origin may name no file for them.
func TestWorkSandboxed(t *testing.T) {
	site := workSite(t, withHeader("Content-Security-Policy", "sandbox allow-scripts; "+handler.PageCSP))
	p := openURL(t, site.Base, Wide, cores(2))
	if p.eval("self.origin") != "null" {
		t.Fatal("the page is not sandboxed")
	}
	p.eval(fmt.Sprintf(`work("job", %q)`, shortJob))
	p.finish()
}

// TestLoad: a data file arrives whole in both editions, is asked for once, and what goes wrong is told in words.
func TestLoad(t *testing.T) {
	want, err := os.ReadFile("../../assets/data/accuracy.txt")
	if err != nil {
		t.Fatal(err)
	}
	site := workSite(t, nil)
	everyEdition(t, func(t *testing.T, e Edition) {
		p := openURL(t, site.URL(e, "", ""), Wide)
		for range 2 {
			p.eval(`(window.loaded = null, load("accuracy.txt"))`)
			p.wait(`loaded`)
			if got := p.eval(`loaded.problem + loaded.text`); got != string(want) {
				t.Fatalf("accuracy.txt arrives with %d characters: %s", len(got), clipTo(got, 200))
			}
		}
		asked := 0
		for _, r := range p.Requests() {
			if strings.Contains(r, "accuracy") {
				asked++
			}
		}
		if want := map[Edition]int{Hosted: 1, Single: 0}[e]; asked != want {
			t.Errorf("the file was asked for %d times, want %d", asked, want)
		}
		p.eval(`(window.loaded = null, load("nothing.txt"))`)
		p.wait(`loaded`)
		if got := p.eval(`loaded.problem`); !strings.Contains(got, "no data file named nothing.txt") {
			t.Errorf("a file that is not there: %q", got)
		}
	})
	for words, answer := range map[string]http.HandlerFunc{
		"the server answered 404": http.NotFound,
		"could not be fetched":    func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		broken, err := ServeSite(site.Dist, replace(".txt", answer))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(broken.Close)
		p := openURL(t, broken.Base, Wide)
		p.eval(`load("accuracy.txt")`)
		p.wait(`window.loaded`)
		if got := p.eval(`loaded.problem`); !strings.Contains(got, words) {
			t.Errorf("the problem is %q, want %q", got, words)
		}
		p.Forget()
	}
}

// TestWorkRefused: where the page may have no workers, the reason comes in words.
func TestWorkRefused(t *testing.T) {
	site := workSite(t, withHeader("Content-Security-Policy", strings.ReplaceAll(handler.PageCSP, "worker-src 'self' blob:", "worker-src 'none'")))
	p := openURL(t, site.Base, Wide, cores(2))
	p.eval(fmt.Sprintf(`work("job", %q)`, shortJob))
	p.wait(last + ` && ` + last + `.state === ` + fmt.Sprint(int(work.Failed)))
	if got := p.eval(last + `.problem`); !strings.Contains(got, "could not be started") {
		t.Errorf("the problem is %q", got)
	}
	p.Forget()
}
